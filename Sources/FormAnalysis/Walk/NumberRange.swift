// Between which whole numbers a formula lies while all answers are valid: a sum of three answers up
// to 3 is at most 9.

import FormGraph
import Predicate

/// The least and the greatest value of a whole number, which may also be nil.
struct NumberRange: Hashable {
  var low: Int64
  var high: Int64

  init(_ low: Int64, _ high: Int64) {
    (self.low, self.high) = (low, high)
  }

  /// The valid values of a row without a formula; nil if they are not bounded by whole numbers.
  init?(_ row: RowDefinition) {
    guard row.calculated == nil else { return nil }
    if row.type.valueKind == .choice, !row.allowsOther, let options = row.options?.written {
      let numbers = options.compactMap { NumberRange($0.value) }
      guard numbers.count == options.count, let low = numbers.map(\.low).min(),
        let high = numbers.map(\.high).max()
      else { return nil }
      self.init(low, high)
      return
    }
    guard row.type.valueKind == .int, case .int(let low)? = row.bounds.minimum?.fixed,
      case .int(let high)? = row.bounds.maximum?.fixed, low <= high
    else { return nil }
    self.init(low, high)
  }

  /// The range of a constant; nil if the constant is not a whole number.
  init?(_ constant: Value) {
    guard case .int(let number) = constant else { return nil }
    self.init(number, number)
  }

  func union(_ other: NumberRange) -> NumberRange {
    NumberRange(min(low, other.low), max(high, other.high))
  }

  /// The range of the result of an operator; nil if it overflows, or if the result may have a
  /// fraction.
  static func applying(
    _ symbol: ExpressionOperator, _ left: NumberRange, _ right: NumberRange
  ) -> NumberRange? {
    let operation: (Int64, Int64) -> (partialValue: Int64, overflow: Bool)
    switch symbol {
    case .add: operation = { $0.addingReportingOverflow($1) }
    case .subtract: operation = { $0.subtractingReportingOverflow($1) }
    case .multiply: operation = { $0.multipliedReportingOverflow(by: $1) }
    default: return nil
    }
    // Each of them is monotonous in each side, so the ends lie at ends.
    let ends = [
      (left.low, right.low), (left.low, right.high), (left.high, right.low),
      (left.high, right.high),
    ].map { operation($0.0, $0.1) }
    guard !ends.contains(where: \.overflow), let low = ends.map(\.partialValue).min(),
      let high = ends.map(\.partialValue).max()
    else { return nil }
    return NumberRange(low, high)
  }

  /// The range of the result of a function of several values, which leaves out those that are nil.
  static func applying(_ function: Function, _ arguments: [NumberRange]) -> NumberRange? {
    guard let first = arguments.first else { return nil }
    switch function {
    case .sum:
      return arguments.reduce(NumberRange(0, 0)) { (sum: NumberRange?, range) in
        sum.flatMap { applying(.add, $0, range.union(NumberRange(0, 0))) }
      }
    case .min, .max, .coalesce: return arguments.reduce(first) { $0.union($1) }
    default: return nil
    }
  }
}

extension Scope {
  /// How many calculated rows are followed, one after another.
  private static let maximumSteps = 16

  /// Between which numbers the valid value of a row lies; nil if that is not known.
  ///
  /// - Complexity: O(n) in the length of the formula the first time, then O(1).
  func numbers(of row: RowDefinition, steps: Int = 0) -> NumberRange? {
    guard let tag = row.tag, let formula = row.calculated else { return NumberRange(row) }
    if let known = numberRanges[tag] { return known }
    // A formula that reads its own row has no range.
    numberRanges[tag] = .some(nil)
    guard steps < Self.maximumSteps, row.type.valueKind == .int || row.type.valueKind == .decimal,
      let tree = try? SyntaxTree(expression: formula, limits: .untrusted, functions: .extended)
    else { return nil }
    let found = numbers(of: tree, steps: steps)
    numberRanges[tag] = .some(found)
    return found
  }

  private func numbers(of tree: SyntaxTree, steps: Int) -> NumberRange? {
    let structure = tree.structure
    var ranges: [NumberRange?] = []
    for node in structure.nodes {
      let children = structure.children(of: node).map { ranges[$0.index] }
      let numbers = children.compactMap { $0 }
      let isWhole = numbers.count == children.count
      var range: NumberRange?
      switch structure.kind(of: node) {
      case .literal(let index): range = NumberRange(structure.value(index))
      case .variable(let index):
        if case .row(let row)? = meaning(of: tree.variable(index)) {
          range = self.numbers(of: row, steps: steps + 1)
        }
      case .infix(let symbol) where isWhole:
        range = NumberRange.applying(symbol, numbers[0], numbers[1])
      case .negation where isWhole:
        range = NumberRange.applying(.subtract, NumberRange(0, 0), numbers[0])
      case .call(let function) where isWhole && numbers.count > 1:
        range = NumberRange.applying(function, numbers)
      case .ternary:
        if let then = children[1], let otherwise = children[2] { range = then.union(otherwise) }
      default: break
      }
      ranges.append(range)
    }
    return ranges.last ?? nil
  }
}
