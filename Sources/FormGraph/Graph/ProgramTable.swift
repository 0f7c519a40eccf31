// The programs of a form, with their code beside them: settling a form in which every condition is
// another program reads 24 bytes of each, and follows no reference to find them.

import Predicate

/// Programs by position.
struct ProgramTable: Sendable {
  private var programs = Pages<Program>()
  /// By program: its code, where cells most often decide it.
  ///
  /// It points into the program.
  private var codes = Pages<DirectCode?>()
  /// The programs whose results depend on the time, which few do.
  private var clockReaders = IDSet<ProgramID>()

  var count: Int { programs.count }

  subscript(index: Int) -> Program { programs[index] }

  /// Appends a program, whose evaluations are bounded by limits.
  ///
  /// - Complexity: O(n) in the size of the program, the first time somebody asks for its code.
  mutating func append(_ program: Program, within limits: Limits) {
    if program.readsClock { clockReaders.insert(ProgramID(count)) }
    programs.append(program)
    codes.append(program.directCode(within: limits))
  }

  /// Whether the result of a program depends on the time.
  @inline(__always)
  func readsClock(_ program: ProgramID) -> Bool {
    !clockReaders.isEmpty && clockReaders.contains(program)
  }

  /// The code of a program; nil if it takes more than cells.
  ///
  /// Valid for as long as the table has the program.
  @inline(__always)
  func code(of program: ProgramID) -> DirectCode? { codes[program.index] }
}
