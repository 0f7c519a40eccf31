// Finds comparisons with values that a row cannot validly have: no such option, beyond the bounds,
// too long. A row may store an invalid answer, so only warnings come of this.

import Foundation
import FormGraph
import Predicate

/// Checks the constants that rows are compared with.
struct OptionCheck {
  let text: CheckedText
  let known: KnownValues
  var findings: [Finding] = []
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
  func constants(_ node: NodeIndex) -> [(NodeIndex, Value)] {
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
          of: row, side, comparison, node, value, "meets", isReversed ? symbol.mirrored : symbol)
      default: return
      }
      option(
        row, side, match(row, side, comparison, isReversed: isReversed), comparison, node, value)
      return
    }
    guard !side.isColumn || isEquality else { return }
    if isEquality || [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(symbol) {
      bounds(row, isReversed ? symbol.mirrored : symbol, node, value)
    }
    if isEquality, case .string(let word) = value { length(row, node, word) }
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
      if let place = row.place(ofOption: value) { return hidden(row, place, node, value) }
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

  /// Reports an option that is always hidden or that the filter never shows, in a row that starts
  /// without it.
  private mutating func hidden(
    _ row: RowDefinition, _ place: Int, _ node: NodeIndex, _ value: Value
  ) {
    guard let option = row.options?.written?[place], !row.isCalculated,
      !row.isFilled, !(row.value ?? .null).choices.contains(where: value.equals)
    else { return }
    let isHidden = option.hidden?.constantValue == true
    guard isHidden || row.takesOut(option) else { return }
    findings.append(
      text.finding(
        .compareUnknownOption, node,
        "the option \(value.short) of \(row.tag ?? "the row") "
          + (isHidden ? "is always hidden" : "never passes the filter")
          + ", so nobody can choose it", .warning,
        hint: "ask for another option; if old answers hold this one, suppress this finding"))
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
}

extension RowDefinition {
  /// Whether the filter takes out an option whatever the answers are.
  ///
  /// A filter that calls a function may change without an answer.
  ///
  /// - Complexity: O(n) in the length of the filter and the number of options.
  fileprivate func takesOut(_ option: OptionDefinition) -> Bool {
    guard let text = optionsFilter, let options = options?.written,
      let tree = try? SyntaxTree(predicate: text, limits: .untrusted, functions: .extended),
      tree.isSelfContained, !hasDayOptions, let condition = try? Condition(tree)
    else { return false }
    let isShown = try? condition.evaluate(
      option.object, readable: OptionObject(option, of: options))
    return isShown == false
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
