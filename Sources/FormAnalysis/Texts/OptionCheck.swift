// Finds comparisons with values that a row cannot validly have: no such option, beyond the bounds,
// too long. A row may store an invalid answer, so only warnings come of this.

import Foundation
import FormGraph
import Predicate

/// Checks the constants that rows are compared with.
struct OptionCheck {
  private let text: CheckedText
  private let known: KnownValues
  private(set) var findings: [Finding] = []

  /// The findings in the comparisons of a text.
  static func findings(_ text: CheckedText, _ known: KnownValues) -> [Finding] {
    var check = OptionCheck(text: text, known: known)
    for comparison in text.comparisons {
      check.check(comparison)
    }
    return check.findings
  }

  private init(text: CheckedText, known: KnownValues) {
    self.text = text
    self.known = known
  }

  private mutating func check(_ comparison: CheckedText.Comparison) {
    let (left, right) = (comparison.left, comparison.right)
    let (a, b) = (known[left], known[right])
    // The row, the constants that it is compared with, and how the row stands to them.
    if let row = a.row, a.constant == nil {
      for (node, value) in constants(right) { check(row, a, comparison, node, value, false) }
      if comparison.symbol == .between { between(row, right) }
    } else if let row = b.row, b.constant == nil {
      for (node, value) in constants(left) { check(row, b, comparison, node, value, true) }
    }
  }

  /// How the text of an option must stand to a text that it is compared with.
  private enum Match {
    case equal, beginning
    /// The option has the text in it.
    case part
    /// The option stands in the text.
    case whole

    func holds(_ option: String, _ text: String) -> Bool {
      switch self {
      case .equal: option == text
      case .beginning: option.hasPrefix(text)
      case .part: text.isEmpty || option.contains(text)
      case .whole: option.isEmpty || text.contains(option)
      }
    }

    /// What the missing option would have to do, before the text.
    var clause: String {
      switch self {
      case .equal: ""
      case .beginning: "that begins with "
      case .part: "that contains "
      case .whole: "that stands in "
      }
    }
  }

  /// How the options of a row are compared with a text by an operator.
  ///
  /// IN and CONTAINS look for a part of a text where one text stands on the side that should have
  /// the other in it, and for a member where a list does.
  private func match(
    _ row: RowDefinition, _ side: Known, _ comparison: CheckedText.Comparison, isReversed: Bool
  ) -> Match {
    if comparison.symbol == .beginsWith { return .beginning }
    guard comparison.symbol == .in || comparison.symbol == .contains else { return .equal }
    let isContainer = (comparison.symbol == .contains) != isReversed
    if isContainer {
      let isList = row.type.valueKind == .choices || side.isColumn
      return isList && comparison.quantifier == .one ? .equal : .part
    }
    let other = isReversed ? comparison.left : comparison.right
    if case .string? = known[other].constant { return .whole }
    return .equal
  }

  /// The constants of a side: the constant itself, or those of a list.
  private func constants(_ node: NodeIndex) -> [(NodeIndex, Value)] {
    if case .aggregate = text.structure.kind(of: node) {
      return text.structure.children(of: node).flatMap(constants)
    }
    guard let constant = known[node].constant, constant != .null else { return [] }
    // A constant list is one node.
    if case .array(let members) = constant { return members.map { (node, $0) } }
    return [(node, constant)]
  }

  private mutating func check(
    _ row: RowDefinition, _ side: Known, _ comparison: CheckedText.Comparison,
    _ node: NodeIndex, _ value: Value, _ isReversed: Bool
  ) {
    let symbol = comparison.symbol
    let isMembership = symbol == .in || symbol == .contains
    let isEquality = symbol == .equal || symbol == .notEqual || isMembership
    if let choices = row.options, !choices.isEmpty, !row.allowsOther {
      guard isEquality || symbol == .beginsWith && !isReversed else { return }
      option(
        row, choices.map(\.value), match(row, side, comparison, isReversed: isReversed),
        comparison.options, node, value)
      return
    }
    guard !side.isColumn || isEquality else { return }
    if isEquality || [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(symbol) {
      bounds(row, isReversed ? symbol.reversed : symbol, node, value)
    }
    if isEquality, case .string(let word) = value { length(row, node, word) }
  }

  // MARK: - Options

  private mutating func option(
    _ row: RowDefinition, _ choices: [Value], _ match: Match, _ options: ComparisonOptions,
    _ node: NodeIndex, _ value: Value
  ) {
    let kinds = choices.reduce(into: Kinds()) { $0.formUnion(Kinds($1)) }
    // Another kind is a finding of its own.
    guard !kinds.comparable.isDisjoint(with: Kinds(value).comparable) else { return }
    let words = choices.compactMap { choice in
      if case .string(let word) = choice { word } else { nil }
    }
    if case .string(let word) = value {
      if words.contains(where: { match.holds($0.folded(options), word.folded(options)) }) {
        return
      }
      if match == .equal,
        let other = words.first(where: { $0.lowercased() == word.lowercased() })
      {
        let isWhole = known[node].constant == value
        findings.append(
          text.finding(
            .compareOptionCase, node, "the option is spelled '\(other)', not '\(word)'", .warning,
            hint: "write '\(other)'",
            fix: isWhole && !other.contains(where: { "'\\".contains($0) }) ? "'\(other)'" : nil))
        return
      }
      let nearest = Spelling.nearest(to: word, among: words)
      findings.append(
        text.finding(
          .compareUnknownOption, node,
          "\(row.tag ?? "the row") has no option \(match.clause)'\(word.shortened)'", .warning,
          hint: nearest.map { "did you mean '\($0)'?" } ?? Self.list(choices)))
    } else if !choices.contains(where: { $0.equals(value) }) {
      findings.append(
        text.finding(
          .compareUnknownOption, node,
          "\(row.tag ?? "the row") has no option \(value.short)", .warning, hint: Self.list(choices)
        ))
    }
  }

  private static func list(_ choices: [Value]) -> String {
    let shown = choices.prefix(5).map(\.short).joined(separator: ", ")
    return "its options are \(shown)\(choices.count > 5 ? ", …" : "")"
  }

  // MARK: - Bounds

  private mutating func bounds(
    _ row: RowDefinition, _ symbol: ComparisonOperator, _ node: NodeIndex, _ value: Value
  ) {
    guard value.isNumberOrDate else { return }
    let (low, high) = (row.bounds.minimum, row.bounds.maximum)
    // What no valid value can be.
    let isAbove = high.flatMap { value.isGreater(than: $0) } ?? false
    let isBelow = low.flatMap { $0.isGreater(than: value) } ?? false
    let isAtTop = high.map { $0.equals(value) } ?? false
    let isAtBottom = low.map { $0.equals(value) } ?? false
    let isOut =
      switch symbol {
      case .greater: isAbove || isAtTop
      case .greaterOrEqual: isAbove
      case .less: isBelow || isAtBottom
      case .lessOrEqual: isBelow
      default: isAbove || isBelow
      }
    guard isOut else { return }
    findings.append(
      text.finding(
        .compareOutOfBounds, node,
        "a valid value of \(row.tag ?? "the row") is \(Self.range(low, high)), so only an invalid "
          + "answer can meet this", .warning))
  }

  private static func range(_ low: Value?, _ high: Value?) -> String {
    switch (low, high) {
    case (let low?, let high?): "from \(low.short) to \(high.short)"
    case (let low?, nil): "\(low.short) or more"
    case (nil, let high?): "\(high.short) or less"
    case (nil, nil): "any"
    }
  }

  /// `BETWEEN {130, 140}` with a maximum of 120.
  private mutating func between(_ row: RowDefinition, _ list: NodeIndex) {
    guard row.options == nil else { return }
    let ends = constants(list)
    guard ends.count == 2, ends.allSatisfy({ $0.1.isNumberOrDate }) else { return }
    bounds(row, .greaterOrEqual, ends[0].0, ends[0].1)
    bounds(row, .lessOrEqual, ends[1].0, ends[1].1)
  }

  private mutating func length(_ row: RowDefinition, _ node: NodeIndex, _ word: String) {
    guard row.type.valueKind == .text, !word.isEmpty else { return }
    for rule in row.rules where rule.severity == .error {
      let isWrong: Bool
      let limit: String
      switch rule.kind {
      case .minLength(let count):
        (isWrong, limit) = (word.count < count, "at least \(count)")
      case .maxLength(let count): (isWrong, limit) = (word.count > count, "at most \(count)")
      case .exactLength(let count): (isWrong, limit) = (word.count != count, "exactly \(count)")
      default: continue
      }
      guard isWrong else { continue }
      findings.append(
        text.finding(
          .compareLength, node,
          "a valid value of \(row.tag ?? "the row") has \(limit) characters, and this text has "
            + "\(word.count)", .warning))
      return
    }
  }
}

extension ComparisonOperator {
  /// The operator with its sides exchanged.
  fileprivate var reversed: ComparisonOperator {
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
  fileprivate var isNumberOrDate: Bool {
    switch self {
    case .int, .double, .date: true
    default: false
    }
  }

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

extension String {
  /// The text as a comparison with these options sees it.
  fileprivate func folded(_ options: ComparisonOptions) -> String {
    let plain = options.contains(.caseInsensitive) ? lowercased() : self
    return options.contains(.diacriticInsensitive)
      ? plain.folding(options: .diacriticInsensitive, locale: nil) : plain
  }
}
