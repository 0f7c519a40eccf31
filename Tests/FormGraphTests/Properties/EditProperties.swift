// What must be so of every form under every script of edits: whatever the naive form is compared
// in, after each step, and that what was compiled stays as it was.

import TestSupport

@testable import FormGraph

/// Properties of edit scripts.
enum EditProperties {
  /// The most transactions of one script.
  static let steps = 24

  static func check(_ bytes: [UInt8]) throws {
    let maker = RandomForm(random: ByteSource(bytes))
    guard var run = try OracleRun(maker, OracleCounts()) else { return }
    // A change of the form's bytes should not change every edit.
    run.maker.random = run.maker.random.fromBehind
    do {
      for _ in 0..<steps where !run.maker.random.isExhausted { try run.step() }
      try run.checkCompiled()
    } catch {
      throw BrokenProperty(description: "\(error)\n" + run.log.joined(separator: "\n"))
    }
  }
}
