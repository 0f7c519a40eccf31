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
  /// The largest number of options that are compared one by one with a part of a text.
  private static let maximumFolded = 1_000
  /// The conditions that compare an option with a constant, by their text.
  private var evaluators: [String: Condition?] = [:]

  /// The findings in the comparisons of a text.
  static func findings(_ text: CheckedText, _ known: KnownValues) -> [Finding] {
    var check = OptionCheck(text: text, known: known)
    for comparison in text.comparisons where !text.isOfWholeOption(comparison) {
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
    if let finding = apart(comparison, a, b) {
      findings.append(finding)
      return
    }
    // The row or the number, the constants that it is compared with, and how it stands to them.
    for (side, other, isReversed) in [(a, right, false), (b, left, true)]
    where side.constant == nil && (side.row != nil || side.isCount) {
      // A column without ANY or ALL is a finding of its own.
      if side.isColumn, comparison.quantifier == .one, comparison.symbol != .in,
        comparison.symbol != .contains, known[other].kinds.present != .list
      {
        return
      }
      guard let row = side.row else {
        for (node, value) in constants(other) {
          count(side, isReversed ? right : left, comparison, node, value, isReversed)
        }
        return
      }
      for (node, value) in constants(other) {
        check(row, side, comparison, node, value, isReversed)
      }
      if comparison.symbol == .between, !isReversed { between(row, side, other) }
      return
    }
  }

  /// Reports two values that never fit: no option of one row is an option of the other.
  private func apart(
    _ comparison: CheckedText.Comparison, _ a: Known, _ b: Known
  ) -> Finding? {
    guard [.equal, .in, .contains].contains(comparison.symbol), comparison.options.isEmpty,
      a.constant == nil, b.constant == nil,
      let first = a.choices, let others = b.choices, !first.isEmpty, !others.isEmpty,
      first.neverFits(others, upTo: NamedTable.maximumRows)
    else { return nil }
    // A text in a text is looked for in a part of it.
    let isText = a.row?.type.valueKind != .choices && b.row?.type.valueKind != .choices
    if comparison.symbol != .equal, isText, !a.isColumn, !b.isColumn { return nil }
    let (left, right) = (
      text.source(of: comparison.left).shortened, text.source(of: comparison.right).shortened
    )
    return text.finding(
      .compareUnknownOption, comparison.node, "no value of \(left) is a value of \(right)",
      .warning,
      hint: "\(OptionHint.list(first, "values")), and those of \(right) are "
        + OptionHint.short(others))
  }

  /// How the text of an option must stand to a text that it is compared with.
  private enum Match {
    case equal, beginning, ending
    /// The option has the text in it.
    case part
    /// The option stands in the text.
    case whole

    func holds(_ option: String, _ text: String) -> Bool {
      switch self {
      case .equal: option == text
      case .beginning: option.hasPrefix(text)
      case .ending: option.hasSuffix(text)
      case .part: text.isEmpty || option.contains(text)
      case .whole: option.isEmpty || text.contains(option)
      }
    }

    /// What the missing option would have to do, before the text.
    var clause: String {
      switch self {
      case .equal: ""
      case .beginning: "that begins with "
      case .ending: "that ends with "
      case .part: "that contains "
      case .whole: "that stands in "
      }
    }
  }

  /// How the options of a row are compared with a text by an operator.
  ///
  /// IN and CONTAINS search for a substring if the container is text, and for a member if the
  /// container is a list.
  private func match(
    _ row: RowDefinition, _ side: Known, _ comparison: CheckedText.Comparison, isReversed: Bool
  ) -> Match {
    if comparison.symbol == .beginsWith { return .beginning }
    if comparison.symbol == .endsWith { return .ending }
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
    if let choices = row.options?.written, !choices.isEmpty, !row.allowsOther {
      // A list that is compared with one value is a finding of its own.
      if row.type.valueKind == .choices, !side.isColumn, comparison.quantifier == .one,
        !isMembership, text.structure.kind(of: node) != .aggregate,
        known[isReversed ? comparison.left : comparison.right].kinds.present != .list
      {
        return
      }
      switch symbol {
      case _ where isEquality: break
      case .beginsWith where !isReversed, .endsWith where !isReversed: break
      case .like where !isReversed, .matches where !isReversed:
        return none(of: row, side, comparison, node, value, "matches")
      case .less, .lessOrEqual, .greater, .greaterOrEqual:
        return none(
          of: row, side, comparison, node, value, "meets", isReversed ? symbol.reversed : symbol)
      default: return
      }
      option(
        row, side, match(row, side, comparison, isReversed: isReversed), comparison, node, value)
      return
    }
    guard !side.isColumn || isEquality else { return }
    if isEquality || [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(symbol) {
      bounds(row, isReversed ? symbol.reversed : symbol, node, value)
    }
    if isEquality, case .string(let word) = value { length(row, node, word) }
  }

  // MARK: - Numbers of elements

  /// `$colors.@count > 3`, where three can be chosen.
  private mutating func count(
    _ side: Known, _ counted: NodeIndex, _ comparison: CheckedText.Comparison, _ node: NodeIndex,
    _ value: Value, _ isReversed: Bool
  ) {
    let symbol = comparison.symbol
    guard comparison.quantifier == .one, value.isNumber,
      [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in].contains(symbol)
    else { return }
    let (low, high) = (Value.int(Int64(side.lowest)), side.limit.map { Value.int(Int64($0)) })
    let operation = isReversed ? symbol.reversed : symbol
    guard Self.isOut(value, operation, low, high) else { return }
    let isCertain = high == nil || side.isLimitCertain || Self.isOut(value, operation, low, nil)
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

  // MARK: - Options

  private mutating func option(
    _ row: RowDefinition, _ side: Known, _ match: Match, _ comparison: CheckedText.Comparison,
    _ node: NodeIndex, _ value: Value
  ) {
    let choices = (row.options?.written ?? []).lazy.map(\.value)
    let options = comparison.options
    // A message about the cells of a table calls them values.
    let (name, noun) = (row.tag ?? "the row", side.origin == nil ? "option" : "value")
    guard fitsKind(of: row, value) else { return }
    guard case .string(let word) = value else {
      if row.place(ofOption: value) == nil {
        findings.append(
          text.finding(
            .compareUnknownOption, node, "\(name) has no \(noun) \(value.short)", .warning,
            hint: OptionHint.list(choices, "\(noun)s")))
      }
      return
    }
    if match == .equal, options.isEmpty {
      if row.place(ofOption: value) != nil { return }
    } else if match == .equal, options == .caseInsensitive {
      if row.option(spelledLike: word) != nil { return }
    } else {
      guard choices.count <= Self.maximumFolded else { return }
      Effort.count(choices.count)
      let isThere = choices.contains { choice in
        guard case .string(let option) = choice else { return false }
        return match.holds(option.folded(options), word.folded(options))
      }
      if isThere { return }
    }
    // The text itself is compared, and not a list with it.
    let isSide =
      (node == comparison.left || node == comparison.right) && known[node].constant == value
    if word.isEmpty, isSide, comparison.symbol == .equal || comparison.symbol == .notEqual,
      comparison.quantifier == .one
    {
      findings.append(
        text.finding(
          .compareUnknownOption, node, "\(name) has no \(noun) '', and is nil without an answer",
          .warning, hint: "write nil", fix: side.origin == nil ? "nil" : nil))
      return
    }
    if match == .equal, let other = row.option(spelledLike: word) {
      let isWhole = known[node].constant == value
      findings.append(
        text.finding(
          .compareOptionCase, node, "the \(noun) is spelled '\(other)', not '\(word)'", .warning,
          hint: "write '\(other)'",
          fix: isWhole && !other.contains(where: { "'\\".contains($0) }) ? "'\(other)'" : nil))
      return
    }
    findings.append(
      text.finding(
        .compareUnknownOption, node, "\(name) has no \(noun) \(match.clause)'\(word.shortened)'",
        .warning, hint: OptionHint.text(for: value, among: choices, "\(noun)s")))
  }

  /// Whether an option has the kind of a value; otherwise that is a finding of its own.
  private func fitsKind(of row: RowDefinition, _ value: Value) -> Bool {
    !row.optionKinds.comparable.isDisjoint(with: Kinds(value).comparable)
  }

  /// Reports an order or a pattern that no option meets.
  private mutating func none(
    of row: RowDefinition, _ side: Known, _ comparison: CheckedText.Comparison,
    _ node: NodeIndex, _ value: Value, _ verb: String, _ symbol: ComparisonOperator? = nil
  ) {
    let choices = (row.options?.written ?? []).lazy.map(\.value)
    guard choices.count <= OptionHint.maximumOptions, fitsKind(of: row, value),
      !comparison.options.contains(.localeSensitive)
    else { return }
    let condition = "$a \((symbol ?? comparison.symbol).symbol)\(comparison.options) $b"
    let evaluator = evaluators[condition] ?? (try? Condition(condition, limits: .untrusted))
    evaluators[condition] = evaluator
    for choice in choices {
      // What fails is a finding of another check.
      guard let holds = try? evaluator?.evaluate(.null, variables: ["a": choice, "b": value]),
        !holds
      else { return }
    }
    let noun = side.origin == nil ? "option" : "value"
    let isOrder = symbol != nil
    findings.append(
      text.finding(
        isOrder ? .compareOutOfBounds : .compareUnknownOption, node,
        "no \(noun) of \(row.tag ?? "the row") \(verb) this", .warning,
        hint: OptionHint.list(choices, "\(noun)s")))
  }

  // MARK: - Bounds

  private mutating func bounds(
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
  private mutating func between(_ row: RowDefinition, _ side: Known, _ list: NodeIndex) {
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

  private mutating func length(_ row: RowDefinition, _ node: NodeIndex, _ word: String) {
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

extension String {
  /// The text as a comparison with these options sees it.
  fileprivate func folded(_ options: ComparisonOptions) -> String {
    let plain = options.contains(.caseInsensitive) ? lowercased() : self
    return options.contains(.diacriticInsensitive)
      ? plain.folding(options: .diacriticInsensitive, locale: nil) : plain
  }
}

extension [Value] {
  /// Whether no value equals one of the others; false if there are too many to compare, or if their
  /// kinds differ, which is a finding of its own.
  func neverFits(_ others: [Value], upTo maximum: Int) -> Bool {
    guard count <= maximum, others.count <= maximum else { return false }
    var kinds = (Kinds(), Kinds())
    for value in self { kinds.0.formUnion(Kinds(value)) }
    for value in others { kinds.1.formUnion(Kinds(value)) }
    guard !kinds.0.comparable.isDisjoint(with: kinds.1.comparable) else { return false }
    let known = EqualValues(self)
    return !others.contains(where: known.contains)
  }
}
