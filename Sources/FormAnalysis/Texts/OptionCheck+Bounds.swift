// Finds comparisons with values beyond the bounds of a row, with texts that its rules do not allow
// for their length, and with numbers of elements that a list cannot have.

import FormGraph
import Predicate

extension OptionCheck {
  /// `$age > 130`, with a maximum of 120.
  mutating func bounds(
    _ row: RowDefinition, _ symbol: ComparisonOperator, _ node: NodeIndex, _ value: Value
  ) {
    guard value.isNumber || row.type.valueKind == .day && value.isDate else { return }
    let (low, high) = (row.bounds.minimum?.fixed, row.bounds.maximum?.fixed)
    guard Self.isOut(value, symbol, low, high) else { return }
    let consequence =
      switch symbol {
      case .notEqual: "so every valid answer meets this"
      case .in, .contains: "so only an invalid answer can be this"
      default: "so only an invalid answer can meet this"
      }
    findings.append(
      text.finding(
        .compareOutOfBounds, node,
        "a valid value of \(row.tag ?? "the row") is "
          + "\(Self.range(low, high, row.type.valueKind)), \(consequence)",
        .warning))
  }

  /// Whether no value within bounds stands to a constant as an operator says; for `!=`, whether
  /// every one does.
  private static func isOut(
    _ value: Value, _ symbol: ComparisonOperator, _ low: Value?, _ high: Value?
  ) -> Bool {
    let isAbove = high.flatMap { value.isGreater(than: $0) } ?? false
    let isBelow = low.flatMap { $0.isGreater(than: value) } ?? false
    let isAtTop = high.map { $0.equals(value) } ?? false
    let isAtBottom = low.map { $0.equals(value) } ?? false
    return switch symbol {
    case .greater: isAbove || isAtTop
    case .greaterOrEqual: isAbove
    case .less: isBelow || isAtBottom
    case .lessOrEqual: isBelow
    default: isAbove || isBelow
    }
  }

  private static func range(_ low: Value?, _ high: Value?, _ kind: ValueKind = .int) -> String {
    switch (low.map(kind.shown), high.map(kind.shown)) {
    case (let low?, let high?): "from \(low) to \(high)"
    case (let low?, nil): "\(low) or \(kind == .day ? "later" : "more")"
    case (nil, let high?): "\(high) or \(kind == .day ? "earlier" : "less")"
    case (nil, nil): "any"
    }
  }

  /// `BETWEEN {130, 140}` with a maximum of 120.
  mutating func between(_ row: RowDefinition, _ side: Known, _ list: NodeIndex) {
    let ends = constants(list)
    guard ends.count == 2 else { return }
    if let choices = row.options?.written {
      guard !choices.isEmpty, !row.allowsOther, ends.allSatisfy({ $0.1.isNumber }),
        choices.allSatisfy({ choice in
          ends[0].1.isGreater(than: choice.value) ?? false
            || choice.value.isGreater(than: ends[1].1) ?? false
        })
      else { return }
      findings.append(
        text.finding(
          .compareOutOfBounds, list, "no option of \(row.tag ?? "the row") is between these",
          .warning, hint: OptionHint.list(choices.lazy.map(\.value), "options")))
      return
    }
    bounds(row, .greaterOrEqual, ends[0].0, ends[0].1)
    bounds(row, .lessOrEqual, ends[1].0, ends[1].1)
  }

  mutating func length(_ row: RowDefinition, _ node: NodeIndex, _ word: String) {
    guard row.type.valueKind == .text, !word.isEmpty else { return }
    for rule in row.rules where rule.severity == .error {
      guard case .length(let length) = rule.kind.parameter, !length.allows(word.count) else {
        continue
      }
      findings.append(
        text.finding(
          .compareLength, node,
          "a valid value of \(row.tag ?? "the row") has \(length.words) characters, and this text has "
            + "\(word.count)", .warning))
      return
    }
  }

  // MARK: - Numbers of elements

  /// `$colors.@count > 3`, where three can be chosen.
  mutating func count(
    _ side: Known, _ counted: NodeIndex, _ comparison: CheckedText.Comparison, _ node: NodeIndex,
    _ value: Value, _ isReversed: Bool
  ) {
    let symbol = comparison.symbol
    guard comparison.quantifier == .one, value.isNumber,
      [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in].contains(symbol)
    else { return }
    let (low, high) = (Value.int(Int64(side.lowest)), side.limit.map { Value.int(Int64($0)) })
    let operation = isReversed ? symbol.mirrored : symbol
    guard Self.isOut(value, operation, low, high) else { return }
    let isCertain =
      side.isLimitCertain
      || side.isLowestCertain && (high == nil || Self.isOut(value, operation, low, nil))
    let holds = operation == .notEqual
    findings.append(
      text.finding(
        .compareOutOfBounds, node,
        "\(text.source(of: counted).shortened) is \(Self.range(low, high)), "
          + (isCertain
            ? "so this \(holds ? "always" : "never") holds"
            : holds
              ? "so every valid answer meets this" : "so only an invalid answer can meet this"),
        .warning))
  }
}

extension ComparisonOperator {
  /// The operator with its sides exchanged.
  var mirrored: ComparisonOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: self
    }
  }
}

extension Value {
  fileprivate var isNumber: Bool {
    switch self {
    case .int, .double: true
    default: false
    }
  }

  fileprivate var isDate: Bool { if case .date = self { true } else { false } }

  /// Whether the value is greater; nil for values of different kinds.
  fileprivate func isGreater(than other: Value) -> Bool? {
    switch (self, other) {
    case (.date(let a), .date(let b)): a > b
    case (.int(let a), .int(let b)): a > b
    default:
      if let a = asDouble, let b = other.asDouble { a > b } else { nil }
    }
  }

  private var asDouble: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}
