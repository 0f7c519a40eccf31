// One evaluation through both evaluators: flat code over cells, and the tree. They must agree in
// value, kind, error and place, whatever the text, the values and the limit. The short way of
// conditions over values, where it has a result, must agree too.

import Foundation
import TestSupport

@testable import Predicate

extension SyntaxTree {
  /// The tree of a predicate or an expression that may call all functions; nil if the text is
  /// neither, or asks for the time of a day.
  static func extended(_ text: String) -> SyntaxTree? {
    let tree =
      (try? SyntaxTree(predicate: text, functions: .extended))
      ?? (try? SyntaxTree(expression: text, functions: .extended))
    return try? tree?.settingDates()
  }
}

enum TwoEvaluators {
  static let now = Date(timeIntervalSinceReferenceDate: 100.5)

  /// In what a program as flat code and as a tree disagree; nil where they do not.
  ///
  /// Nil values stand for operands that are not given.
  static func disagreement(
    _ program: Program, _ values: [Value?], object: Value, steps: Int, seed: UInt64 = 0,
    timeZone: TimeZone? = nil
  ) -> String? {
    var limits = Limits.standard
    limits.steps = steps
    func context() -> EvaluationContext {
      nonisolated(unsafe) var random = SplitMix64(seed: seed)
      var context = EvaluationContext(
        now: now, randomBits: { random.next() }, limits: limits, timeZone: timeZone)
      // As in forms, in every other run.
      context.missingElementsAreNil = !seed.isMultiple(of: 2)
      return context
    }
    let expected = Result { () throws(EvaluationFailure) in
      try program.evaluate(object: object, context: context()) { values[$0] }
    }
    let cells = values.map { $0.map { Cell($0) } ?? Cell(Value.array([])) }
    let found = Result { () throws(EvaluationFailure) in
      try cells.withUnsafeBufferPointer { (cells) throws(EvaluationFailure) in
        var rest = Value.null
        let cell = try program.run(
          cells, in: context(), rest: &rest, operand: { values[$0] }, object: { object })
        return cell.value ?? rest
      }
    }
    // A NaN date is not identical to itself.
    let isSame =
      expected == found
      || (try? expected.get()).flatMap { a in (try? found.get()).map { "\(a)" == "\($0)" } }
        ?? false
    guard isSame else { return "\(expected) as a tree, \(found) as code" }
    let names = values.indices.map(String.init)
    let given = zip(names, values).compactMap { name, value in value.map { (name, $0) } }
    guard cells.count >= program.operandCount,
      let short = cells.withUnsafeBufferPointer({
        program.result(
          over: $0.baseAddress ?? program.outline.noOperands, object: object,
          Dictionary(uniqueKeysWithValues: given), names, limits)
      }), "\(short)" != (try? expected.get()).map({ "\(Cell($0))" })
    else { return nil }
    return "\(expected) as a tree, \(short) on the short way"
  }
}
