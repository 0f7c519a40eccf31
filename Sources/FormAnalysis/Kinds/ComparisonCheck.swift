// Finds comparisons of values whose kinds never fit: `$age > '18'` fails, `$on == 'yes'` is always
// false. A pair is reported only if no kind of the left side fits any kind of the right side.

import FormGraph
import Predicate

/// Checks the two sides of each comparison.
struct ComparisonCheck {
  private let text: CheckedText
  private let known: KnownValues
  private(set) var findings: [Finding] = []

  /// The findings in the comparisons of a text.
  static func findings(_ text: CheckedText, _ known: KnownValues) -> [Finding] {
    var check = ComparisonCheck(text: text, known: known)
    for comparison in text.comparisons where !text.isOfWholeOption(comparison) {
      check.check(
        comparison.symbol, comparison.quantifier, comparison.left, comparison.right)
    }
    return check.findings
  }

  private init(text: CheckedText, known: KnownValues) {
    self.text = text
    self.known = known
  }

  /// `$amount` for `$lines.amount` in a text of an item of `lines`.
  private func ownValue(_ node: NodeIndex) -> String? {
    let structure = text.structure
    guard case .member(let key) = structure.kind(of: node),
      case .variable(let list) = structure.kind(of: structure.child(0, of: node)),
      case .list(_, let scope)? = text.scope.meaning(of: text.tree.variable(list)),
      scope === text.scope, case .row? = scope.own(structure.name(key))
    else { return nil }
    return "$\(structure.name(key))"
  }

  private mutating func check(
    _ symbol: ComparisonOperator, _ quantifier: Quantifier, _ left: NodeIndex, _ right: NodeIndex
  ) {
    var value = known[left]
    if quantifier != .one {
      guard value.kinds.isOpen || !value.kinds.isDisjoint(with: .collection) else {
        add(
          .listQuantifier, left,
          "\(name(left)) is not a list, so \(quantifier.word) has no meaning",
          hint: "remove \(quantifier.word)")
        return
      }
      value = value.quantified
    } else if value.isColumn, symbol != .in, symbol != .contains, !isList(right) {
      add(
        .listQuantifier, left, "\(name(left)) is a list: one value for each item",
        hint: text.countHint(left)
          ?? ownValue(left).map { "write \($0) for the value of this item" }
          ?? "write ANY or ALL before it")
      return
    }
    switch symbol {
    case .equal, .notEqual: equality(left, value, right)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      order(left, value, right, known[right], symbol.symbol)
    case .between: between(left, value, right)
    case .in: membership(of: left, value, in: right, known[right], symbol)
    case .contains: membership(of: right, known[right], in: left, value, symbol)
    case .beginsWith, .endsWith, .like, .matches:
      for (node, side) in [(left, value), (right, known[right])] where !fits(side, .text) {
        add(
          .operandKind, node, "\(symbol.symbol) compares text, and \(phrase(node, side))",
          hint: "compare with ==, < or >")
        return
      }
    case .tokenMatches, .conformsToUTI, .equalsUTI: break
    }
  }

  // MARK: - One comparison

  private mutating func equality(_ left: NodeIndex, _ value: Known, _ right: NodeIndex) {
    let other = known[right]
    for (side, node, constant) in [(value, left, other), (other, right, value)]
    where constant.constant == .null && side.isNeverNil {
      if case .rule = text.role, text.structure.kind(of: node) == .selfObject {
        nilRule(node)
      } else {
        add(.compareNil, node, "\(name(node)) is never nil", severity: .warning)
      }
      return
    }
    if areApart(value, other) { mismatch(left, value, right, other) }
  }

  /// A rule whose only part asks for a value; beside other parts, it is a harmless guard.
  private mutating func nilRule(_ node: NodeIndex) {
    guard case .comparison = text.structure.kind(of: text.structure.root) else { return }
    add(
      .compareNil, node, "SELF is never nil here: a rule does not look at a row without a value",
      hint: "write \"required\": true in the row, or \"allowsEmpty\": false in the rule",
      hintsAtFile: true, severity: .warning)
  }

  private mutating func order(
    _ left: NodeIndex, _ value: Known, _ right: NodeIndex, _ other: Known, _ symbol: String
  ) {
    for (side, node) in [(value, left), (other, right)] where side.constant == .null {
      add(
        .compareNil, node, "nil is not less or greater than any value",
        hint: "write == nil or != nil")
      return
    }
    if areApart(value, other) { return mismatch(left, value, right, other) }
    let ordered: Kinds = [.null, .bool, .int, .double, .text, .date]
    for (side, node) in [(value, left), (other, right)]
    where !side.kinds.isOpen && side.kinds.isDisjoint(with: ordered) {
      add(.compareKind, node, "\(phrase(node, side)), which has no order")
      return
    }
  }

  private mutating func between(_ left: NodeIndex, _ value: Known, _ right: NodeIndex) {
    guard case .aggregate = text.structure.kind(of: right) else {
      if !known[right].kinds.mayFit(.collection) {
        let bound = name(right)
        add(
          .operandKind, right, "\(phrase(right, known[right])), and BETWEEN needs two bounds",
          hint: "write BETWEEN {\(bound), …}, or compare with >= or <=")
        return
      }
      guard case .array(let bounds)? = known[right].constant else { return }
      for bound in bounds {
        let bound = Known(constant: bound)
        if areApart(value, bound) { return mismatch(left, value, right, bound) }
      }
      return
    }
    for bound in text.structure.children(of: right) {
      order(left, value, bound, known[bound], "BETWEEN")
    }
  }

  /// IN and CONTAINS, which are one operation with its sides exchanged.
  private mutating func membership(
    of element: NodeIndex, _ value: Known, in collection: NodeIndex, _ container: Known,
    _ symbol: ComparisonOperator
  ) {
    if container.kinds.isOpen { return }
    let isText = container.kinds.present == .text
    if !value.kinds.isOpen, value.kinds.present == .list,
      isText || container.elements.isDisjoint(with: [.list])
    {
      let literal = text.structure.kind(of: collection)
      let isConstant = container.constant != nil || literal == .aggregate || isText
      add(
        .inSide, element,
        "\(name(element)) is a list, and \(symbol.symbol) looks for it as one value",
        hint: isConstant
          ? "write ANY \(name(element)) IN {…}, or 'x' IN \(name(element))"
          : "write ANY \(name(element)) IN \(name(collection))")
      return
    }
    if isText {
      if !fits(value, .text) {
        add(.operandKind, element, "\(phrase(element, value)), and \(name(collection)) is text")
      }
      return
    }
    guard !container.kinds.isDisjoint(with: .collection) else {
      if container.kinds.present.isEmpty { return }
      add(
        .operandKind, collection, "\(phrase(collection, container)), not a list",
        hint: "write == to compare single values")
      return
    }
    if case .aggregate = text.structure.kind(of: collection) {
      for member in text.structure.children(of: collection) where areApart(value, known[member]) {
        mismatch(element, value, member, known[member])
      }
    } else if !value.kinds.isOpen, !container.elements.isOpen, container.kinds.present == .list,
      areApart(value, Known(kinds: container.elements))
    {
      mismatch(element, value, collection, Known(kinds: container.elements))
    }
  }

  // MARK: - Kinds

  /// Whether no kind of one value fits any kind of the other.
  private func areApart(_ left: Known, _ right: Known) -> Bool {
    if left.kinds.isOpen || right.kinds.isOpen { return false }
    let (a, b) = (left.kinds.comparable, right.kinds.comparable)
    return !a.isEmpty && !b.isEmpty && a.isDisjoint(with: b)
  }

  private func fits(_ value: Known, _ kinds: Kinds) -> Bool {
    value.kinds.isOpen || value.kinds.present.isEmpty || !value.kinds.isDisjoint(with: kinds)
  }

  private func isList(_ node: NodeIndex) -> Bool {
    known[node].kinds.isOpen || !known[node].kinds.isDisjoint(with: .collection)
      || known[node].constant == .null
  }

  // MARK: - Findings

  /// Reports two values of different kinds, at the constant if there is one.
  private mutating func mismatch(
    _ left: NodeIndex, _ value: Known, _ right: NodeIndex, _ other: Known
  ) {
    let isFirst = value.constant != nil && other.constant == nil
    let (node, side, fault, wrong) =
      isFirst ? (right, other, left, value) : (left, value, right, other)
    if let range = unquotedDate(fault), side.kinds.present == .date {
      let written = text.source(of: fault).trimmingParentheses
      let date = Self.day(in: written)
      findings.append(
        text.finding(
          .dateUnquoted, at: range,
          "\(written) without quotes is a subtraction, not a date", .error,
          hint: date.map { "write \($0)" } ?? "there is no such day; \(Self.dateHint)", fix: date))
      return
    }
    if side.kinds.present == .bool, case .string(let word)? = wrong.constant,
      let truth = Self.truths[word.lowercased()]
    {
      findings.append(
        text.finding(
          .compareBoolText, fault, "\(name(node)) is true or false, and '\(word)' is text", .error,
          hint: "write \(truth)", fix: truth))
      return
    }
    add(
      .compareKind, fault, "\(phrase(node, side)), and \(phrase(fault, wrong))",
      hint: hint(node, side, fault, wrong))
  }

  private static let truths = [
    "yes": "YES", "true": "YES", "on": "YES", "1": "YES",
    "no": "NO", "false": "NO", "off": "NO", "0": "NO",
  ]

  /// The range of a date such as 2000-01-01 that is written without quotes.
  private func unquotedDate(_ node: NodeIndex) -> Range<Int>? {
    guard text.structure.kind(of: node) == .infix(.subtract) else { return nil }
    let parts = text.source(of: node).trimmingParentheses.split(
      separator: "-", omittingEmptySubsequences: false)
    let isDate =
      parts.count == 3 && parts[0].count == 4 && parts.allSatisfy { Int($0) != nil }
      && (1...2).contains(parts[1].count) && (1...2).contains(parts[2].count)
    return isDate ? text.range(of: node) : nil
  }

  private static let dateHint = "a day is written CAST('2024-05-01', 'NSDate')"

  /// The expression for the day that a text spells, in which a month or a day may have one digit.
  ///
  /// Nil if the text does not spell a day of the calendar.
  private static func day(in text: String) -> String? {
    let parts = text.split(separator: "-").map { $0.count == 1 ? "0\($0)" : String($0) }
    let day = parts.joined(separator: "-")
    return DateText.isDay(day) ? "CAST('\(day)', 'NSDate')" : nil
  }

  private func hint(
    _ node: NodeIndex, _ side: Known, _ fault: NodeIndex, _ wrong: Known
  ) -> String? {
    switch (side.kinds.present, wrong.constant) {
    case (let kinds, .string(let word)?)
    where !kinds.isEmpty && kinds.isSubset(of: .number) && Double(word) != nil:
      return "write \(word) without quotes"
    case (.text, .int(let number)?): return "write '\(number)' in quotes"
    case (.date, .string(let word)?): return dateHint(node, side, word)
    case (.list, _) where wrong.kinds.comparable == .number:
      return "write \(name(node)).@count for the number of elements"
    case (.list, _): return "write ANY before the list, or use IN"
    case (.text, _) where side.origin != nil && wrong.kinds.comparable == .number:
      return "give the column a type, such as int, or compare with concat(\(name(fault)))"
    case (let kinds, _)
    where wrong.origin != nil && wrong.kinds.present == .text && kinds.comparable == .number:
      return "give the column a type, such as int, or compare with concat(\(name(node)))"
    case (.date, _): return dateHint(ofQuotient: fault)
    default: return nil
    }
  }

  /// The hint for a date that is written with slashes, `12/31/2024`, which is a quotient.
  private func dateHint(ofQuotient node: NodeIndex) -> String? {
    let days = WrittenDate.days(in: text.source(of: node), separator: "/")
    guard !days.isEmpty else { return nil }
    return "write " + days.map { "CAST('\($0)', 'NSDate')" }.joined(separator: " or ")
  }

  /// The hint for a date that is compared with a date written as text.
  private func dateHint(_ node: NodeIndex, _ side: Known, _ word: String) -> String {
    if side.row?.type.valueKind == .time || DateText.date(from: word) == nil,
      let time = DateText.time(from: word.count == 4 ? "0\(word)" : word)
    {
      return "write timeText(\(name(node))) and compare with '\(DateText.timeText(of: time))'"
    }
    return DateText.date(from: word) == nil ? Self.dateHint : "write CAST('\(word)', 'NSDate')"
  }

  private func name(_ node: NodeIndex) -> String { text.source(of: node).shortened }

  private func phrase(_ node: NodeIndex, _ value: Known) -> String {
    let origin = value.origin.map { " (\($0))" } ?? ""
    let isTime = value.row?.type.valueKind == .time && value.kinds.present == .date
    return "\(name(node))\(origin) is \(isTime ? "a time of day" : value.kinds.words)"
  }

  private mutating func add(
    _ id: FindingID, _ node: NodeIndex, _ message: String, hint: String? = nil,
    hintsAtFile: Bool = false, severity: Severity = .error
  ) {
    findings.append(
      text.finding(id, node, message, severity, hint: hint, hintsAtFile: hintsAtFile))
  }
}

extension Known {
  /// Whether the value is known to be there always.
  fileprivate var isNeverNil: Bool { !kinds.isOpen && !kinds.contains(.null) && constant == nil }
}

extension Quantifier {
  fileprivate var word: String {
    switch self {
    case .one: ""
    case .any: "ANY"
    case .all: "ALL"
    }
  }
}

extension String {
  /// The text, cut if it is long.
  var shortened: String {
    count > 40 ? prefix(39) + "…" : self
  }

  fileprivate var trimmingParentheses: String {
    String(drop { $0 == "(" || $0 == " " }.reversed().drop { $0 == ")" || $0 == " " }.reversed())
  }
}
