// The programs of a form and their code in separate tables. If every condition has its own program,
// settling reads 24 bytes of code for each and follows no reference to find it.

import Predicate

/// Programs by index.
struct ProgramTable: Sendable {
  private var programs = Pages<Program>()
  /// By program: the code, if cells usually decide the result.
  ///
  /// The code points into the program, which `programs` keeps alive.
  private var codes = Pages<DirectCode?>()
  /// The programs whose results depend on the time.
  ///
  /// Few programs do.
  private var clockReaders = IDSet<ProgramID>()
  /// The programs whose results depend on the day, on the time zone or on the language.
  private var dayReaders = IDSet<ProgramID>()
  private var zoneReaders = IDSet<ProgramID>()
  private var languageReaders = IDSet<ProgramID>()

  var count: Int { programs.count }

  subscript(index: Int) -> Program { programs[index] }

  /// Appends a program whose evaluations have the given limits.
  ///
  /// - Complexity: O(n) in the size of the program when its code is first needed.
  mutating func append(_ program: Program, within limits: Limits) {
    if program.readsClock { clockReaders.insert(ProgramID(count)) }
    if program.readsToday { dayReaders.insert(ProgramID(count)) }
    if program.readsTimeZone { zoneReaders.insert(ProgramID(count)) }
    if program.readsLanguage { languageReaders.insert(ProgramID(count)) }
    programs.append(program)
    codes.append(program.directCode(within: limits))
  }

  /// Whether the result of a program depends on the time.
  @inline(__always)
  func readsClock(_ program: ProgramID) -> Bool {
    !clockReaders.isEmpty && clockReaders.contains(program)
  }

  /// Whether any program reads the time or the day; few forms have one.
  var haveTimeReaders: Bool { !clockReaders.isEmpty || !dayReaders.isEmpty }

  /// Whether any program reads the time zone or the language.
  var haveLocaleReaders: Bool { !zoneReaders.isEmpty || !languageReaders.isEmpty }

  /// Whether the result of a program depends on the day.
  func readsToday(_ program: ProgramID) -> Bool {
    !dayReaders.isEmpty && dayReaders.contains(program)
  }

  /// Whether the result of a program depends on the time zone.
  func readsTimeZone(_ program: ProgramID) -> Bool {
    !zoneReaders.isEmpty && zoneReaders.contains(program)
  }

  /// Whether the result of a program depends on the language.
  func readsLanguage(_ program: ProgramID) -> Bool {
    !languageReaders.isEmpty && languageReaders.contains(program)
  }

  /// The code of a program; nil if cells do not decide the result.
  ///
  /// The code is valid as long as the table contains the program.
  @inline(__always)
  func code(of program: ProgramID) -> DirectCode? { codes[program.index] }
}
