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
  /// What results depend on beside values, of the few programs whose results do.
  private var surroundings: [ProgramID: Surroundings] = [:]

  var count: Int { programs.count }

  subscript(index: Int) -> Program { programs[index] }

  /// Appends a program whose evaluations have the given limits.
  ///
  /// - Complexity: O(n) in the size of the program when its code is first needed.
  mutating func append(_ program: Program, within limits: Limits) {
    let read = program.surroundings
    if !read.isEmpty { surroundings[ProgramID(count)] = read }
    programs.append(program)
    codes.append(program.directCode(within: limits))
  }

  /// What the result of a program depends on beside values.
  @inline(__always)
  func surroundings(of program: ProgramID) -> Surroundings {
    surroundings.isEmpty ? [] : surroundings[program] ?? []
  }

  /// The tables that a program looks values up in.
  func tables(of program: ProgramID) -> [String] {
    surroundings(of: program).contains(.tables) ? programs[program.index].tables : []
  }

  /// The code of a program; nil if cells do not decide the result.
  ///
  /// The code is valid as long as the table contains the program.
  @inline(__always)
  func code(of program: ProgramID) -> DirectCode? { codes[program.index] }
}
