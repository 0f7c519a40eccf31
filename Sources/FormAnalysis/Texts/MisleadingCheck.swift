// Finds texts that are valid and read as something else: NOT before AND, a division that drops the
// rest, arithmetic with days, which counts seconds, `%` in LIKE, `!= ''` that nil passes.

import FormGraph
import Predicate

/// Checks how a text reads.
struct MisleadingCheck {
  private let text: CheckedText
  private let known: KnownValues
  private let source: [UInt8]
  private(set) var findings: [Finding] = []
  /// The rows that the text compares with nil, or whose length it asks for.
  private lazy var askedRows: Set<Int> = {
    let structure = text.structure
    return structure.nodes.reduce(into: []) { rows, node in
      let children = structure.children(of: node)
      switch structure.kind(of: node) {
      case .comparison(_, _, .one):
        guard children.contains(where: { known[$0].constant == .null }) else { return }
      case .member(let name):
        guard structure.name(name) == "length" else { return }
      default: return
      }
      rows.formUnion(children.compactMap(variable))
    }
  }()

  /// The findings in a text.
  static func findings(_ text: CheckedText, _ known: KnownValues) -> [Finding] {
    var check = MisleadingCheck(
      text: text, known: known, source: Array(text.tree.text.utf8))
    for node in text.structure.nodes { check.check(node) }
    if case .value(let row) = text.role, row.type == .decimal {
      for result in text.results() { check.division(result) }
    }
    check.dayResults()
    return check.findings
  }

  private init(text: CheckedText, known: KnownValues, source: [UInt8]) {
    self.text = text
    self.known = known
    self.source = source
  }

  private mutating func check(_ node: NodeIndex) {
    let structure = text.structure
    let children = structure.children(of: node)
    switch structure.kind(of: node) {
    case .and: notScope(children)
    case .or: mixed(children)
    case .literal: braces(node)
    case .comparison(let symbol, let options, let quantifier):
      if symbol == .like { like(children[1]) }
      if symbol == .equal || symbol == .notEqual {
        fraction(children[0], children[1])
        fraction(children[1], children[0])
      }
      if symbol == .in { nilMember(children[0], children[1]) }
      if quantifier == .one { constant(node, children[0], children[1]) }
      emptyOther(node, symbol, children[0], children[1])
      if quantifier == .one, symbol == .in || symbol == .contains {
        let isReversed = symbol == .in
        oneChoice(
          node, children[isReversed ? 1 : 0], children[isReversed ? 0 : 1], options)
      }
      if symbol == .notEqual { emptyText(node, children[0], children[1]) }
      for (side, other) in [(children[0], children[1]), (children[1], children[0])] {
        division(side, other)
        difference(side, comparedWith: other)
      }
    case .infix(let symbol): arithmetic(symbol, node, children[0], children[1])
    // There is nothing left to round.
    case .call(.round), .call(.ceiling): division(children[0])
    default: break
    }
  }

  // MARK: - NOT, AND, OR

  private mutating func notScope(_ parts: Children) {
    // Who negates two parts knows that each NOT is about its own part.
    guard parts.count(where: { text.structure.kind(of: $0) == .not }) == 1 else { return }
    for part in parts where text.structure.kind(of: part) == .not && !isInParentheses(part) {
      let inner = text.structure.child(0, of: part)
      // `NOT (…) AND …` says itself what NOT is about.
      guard part == parts.first, !isInParentheses(inner),
        case .comparison = text.structure.kind(of: inner)
      else { continue }
      findings.append(
        text.finding(
          .notScope, part, "NOT is about this part only, not about what follows AND", .warning,
          hint: "write NOT (\(text.source(of: inner).shortened)), or parentheses around all of it"))
    }
  }

  private mutating func mixed(_ parts: Children) {
    for part in parts where text.structure.kind(of: part) == .and && !isInParentheses(part) {
      findings.append(
        text.finding(
          .andOr, part, "AND binds before OR, which is easily misread", .warning,
          hint: "write parentheses around the AND"))
    }
  }

  private func isInParentheses(_ node: NodeIndex) -> Bool {
    let range = text.tree.range(of: node)
    if source[range].first == UInt8(ascii: "("), source[range].last == UInt8(ascii: ")"),
      isOnePair(range)
    {
      return true
    }
    let before = source[..<range.lowerBound].last { $0 != UInt8(ascii: " ") }
    let after = source[range.upperBound...].first { $0 != UInt8(ascii: " ") }
    return before == UInt8(ascii: "(") && after == UInt8(ascii: ")")
  }

  /// Whether the first and the last byte of a range are one pair of parentheses.
  private func isOnePair(_ range: Range<Int>) -> Bool {
    var depth = 0
    for (index, byte) in source[range].enumerated() {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0, index < range.count - 1 { return false }
    }
    return true
  }

  // MARK: - Comparisons

  private mutating func like(_ pattern: NodeIndex) {
    guard case .string(let word)? = known[pattern].constant, word.contains("%"),
      !word.contains(where: { "*?\\'".contains($0) })
    else { return }
    let fixed = word.replacing("%", with: "*")
    // After a number, a percent sign may be meant as one.
    let isCertain = word.first == "%" || !word.contains { $0.isNumber }
    findings.append(
      text.finding(
        .likePercent, pattern, "LIKE uses * for any text; % stands for itself", .warning,
        hint: isCertain ? "write '\(fixed)'" : "write '\(fixed)', or == for exactly this text",
        fix: isCertain ? "'\(fixed)'" : nil))
  }

  private mutating func emptyText(_ node: NodeIndex, _ left: NodeIndex, _ right: NodeIndex) {
    // Of a row with options, it is said that '' is not an option.
    guard known[right].constant == .string(""), let held = known[left].row,
      held.options == nil || held.allowsOther, known[left].kinds == [.text, .null],
      let row = variable(left), !askedRows.contains(row)
    else { return }
    let name = text.source(of: left)
    let fixed = "(\(name) != nil AND \(text.source(of: node)))"
    findings.append(
      text.finding(
        .compareEmptyText, node,
        "this is also true while \(name) has no answer, because nil is not ''",
        .warning, hint: "write \(fixed)", fix: fixed))
  }

  /// The index of the variable that a node reads; nil for any other node.
  private func variable(_ node: NodeIndex) -> Int? {
    guard case .variable(let index) = text.structure.kind(of: node) else { return nil }
    return Int(index)
  }

  // MARK: - Division

  private mutating func arithmetic(
    _ symbol: ExpressionOperator, _ node: NodeIndex, _ left: NodeIndex, _ right: NodeIndex
  ) {
    switch symbol {
    case .add:
      daySeconds(node, left, right)
      daySeconds(node, right, left)
    case .subtract: daySeconds(node, left, right, isSubtracted: true)
    case .divide: dividedDifference(node, left, right)
    case .multiply, .power: break
    case .bitwiseXor:
      let (base, exponent) = (text.source(of: left), text.source(of: right))
      findings.append(
        text.finding(
          .exclusiveOr, node, "^ is the exclusive or of two whole numbers, not a power", .warning,
          hint: "write \(base.shortened) ** \(exponent.shortened) for a power"))
      return
    default: return
    }
    for (side, other) in [(left, right), (right, left)] {
      let isScaled =
        symbol == .power || symbol == .multiply && !isMultiple(of: other, roundedDown: side)
      division(side, isScaled ? nil : other)
    }
  }

  /// `$n / 10 * 10`, which rounds down on purpose.
  private func isMultiple(of factor: NodeIndex, roundedDown node: NodeIndex) -> Bool {
    guard case .infix(.divide) = text.structure.kind(of: node) else { return false }
    return text.source(of: text.structure.child(1, of: node)) == text.source(of: factor)
  }

  /// Reports a division of whole numbers whose rest matters: beside a number that may have a
  /// fraction, or anywhere if no other number is given.
  private mutating func division(_ node: NodeIndex, _ other: NodeIndex? = nil) {
    guard case .infix(.divide) = text.structure.kind(of: node),
      known[node].kinds.present == .int, !isWithoutRest(node)
    else { return }
    if let other {
      let kinds = known[other].kinds
      guard !kinds.isOpen, kinds.contains(.double) else { return }
    }
    let divisor = text.structure.child(1, of: node)
    let literal = known[divisor].constant.map { "\($0).0" }
    findings.append(
      text.finding(
        .integerDivision, node,
        "both numbers are whole, so the division drops the rest: 7 / 2 is 3", .warning,
        hint: literal.map { "write / \($0)" } ?? "write * 1.0 / to keep the rest"))
  }

  /// Whether a division is known to have no rest: by 1, or of two constants.
  private func isWithoutRest(_ division: NodeIndex) -> Bool {
    let parts = text.structure.children(of: division).map { known[$0].constant }
    guard case .int(let divisor)? = parts[1], divisor != 0 else { return false }
    // The smallest whole number divided by -1 would overflow.
    if divisor == 1 || divisor == -1 { return true }
    guard case .int(let dividend)? = parts[0] else { return false }
    return dividend % divisor == 0
  }

  // MARK: - Days

  /// Reports a small number that is added to a day or subtracted from it.
  private mutating func daySeconds(
    _ node: NodeIndex, _ day: NodeIndex, _ number: NodeIndex, isSubtracted: Bool = false
  ) {
    guard isDay(day), let seconds = self.number(number), Self.isPartOfDay(seconds) else { return }
    let days = Int(exactly: isSubtracted ? -seconds : seconds)
    let name = text.source(of: day).shortened
    findings.append(
      text.finding(
        .daySeconds, node,
        isSubtracted
          ? "subtracting a number from a day subtracts seconds"
          : "adding a number to a day adds seconds", .warning,
        hint: days.map { "write addDays(\(name), \($0)) for days" }
          ?? "write addDays(\(name), n) for n whole days"))
  }

  /// Reports a difference of two days that is compared with a small number, or with a list of them.
  private mutating func difference(_ node: NodeIndex, comparedWith other: NodeIndex) {
    guard case .infix(.subtract) = text.structure.kind(of: node) else { return }
    let days = text.structure.children(of: node)
    let isList = text.structure.kind(of: other) == .aggregate
    let parts = isList ? Array(text.structure.children(of: other)) : [other]
    let numbers = parts.compactMap { number($0).map(abs) }
    guard days.allSatisfy(isDay), numbers.count == parts.count,
      let largest = numbers.max(), Self.isPartOfDay(largest)
    else { return }
    let (later, earlier) = (text.source(of: days[0]), text.source(of: days[1]))
    findings.append(
      text.finding(
        .daySeconds, node, "the difference of two days is a number of seconds", .warning,
        hint: "write daysBetween(\(earlier.shortened), \(later.shortened)) for days"))
  }

  /// The two days that a node subtracts, the earlier one first; nil if it subtracts no days.
  private func difference(_ node: NodeIndex) -> (earlier: String, later: String)? {
    guard case .infix(.subtract) = text.structure.kind(of: node) else { return nil }
    let sides = text.structure.children(of: node)
    guard sides.allSatisfy({ known[$0].kinds.present == .date }) else { return nil }
    return (text.source(of: sides[1]).shortened, text.source(of: sides[0]).shortened)
  }

  /// `(today() - $born) / 365.25`: the difference is a number of seconds.
  ///
  /// A quotient by the seconds of a minute, an hour or a day, or by more, is meant.
  private mutating func dividedDifference(
    _ node: NodeIndex, _ left: NodeIndex, _ right: NodeIndex
  ) {
    guard let days = difference(left), let divisor = number(right).map(abs),
      divisor > 1, divisor < 86_400, ![60, 1000, 3600].contains(divisor)
    else { return }
    let areDays = text.structure.children(of: left).allSatisfy(isDay)
    let isYear = (365...366).contains(divisor)
    guard areDays || isYear else { return }
    let (function, words) =
      isYear
      ? ("yearsBetween", "years")
      : (28...31).contains(divisor) ? ("monthsBetween", "months") : ("daysBetween", "days")
    findings.append(
      text.finding(
        .daySeconds, node,
        "the difference of two \(areDays ? "days" : "dates") is a number of seconds",
        .warning, hint: "write \(function)(\(days.earlier), \(days.later)) for \(words)"))
  }

  /// Reports a difference of days that a row of numbers holds, or a text shows.
  private mutating func dayResults() {
    switch text.role {
    case .value(let row) where row.type.valueKind == .int || row.type.valueKind == .decimal: break
    case .bound(.number), .shown: break
    default: return
    }
    for result in text.results() {
      var node = result
      // The number of steps is bounded by the length of the text.
      while let inner = rounded(node) { node = inner }
      guard let days = difference(node), text.structure.children(of: node).allSatisfy(isDay) else {
        continue
      }
      findings.append(
        text.finding(
          .daySeconds, node, "the difference of two days is a number of seconds", .warning,
          hint: "write daysBetween(\(days.earlier), \(days.later)) for days"))
    }
  }

  /// What a call rounds, or takes as it is but for the sign.
  private func rounded(_ node: NodeIndex) -> NodeIndex? {
    switch text.structure.kind(of: node) {
    case .call(.round), .call(.floor), .call(.ceiling), .call(.truncate), .call(.absolute),
      .call(.number), .negation:
      text.structure.child(0, of: node)
    default: nil
    }
  }

  // MARK: - Comparisons that decide nothing

  /// A comparison of two constants, or of a computed value with itself.
  private mutating func constant(_ node: NodeIndex, _ left: NodeIndex, _ right: NodeIndex) {
    let areConstant = known[left].constant != nil && known[right].constant != nil
    let isRepeated =
      text.source(of: left) == text.source(of: right)
      && text.structure.nodes.allSatisfy { part in
        switch text.structure.kind(of: part) {
        case .unknownCall, .methodCall, .fetch, .call(.random), .call(.randomBelow): false
        default: true
        }
      }
    guard areConstant || isRepeated else { return }
    findings.append(
      text.finding(
        .logicConstant, node,
        areConstant
          ? "both sides are constants, so every answer gives the same"
          : "both sides are the same, so every answer gives the same", .warning))
  }

  /// `SELF > $out` in a rule, which fails while `$out` has no answer.
  private mutating func emptyOther(
    _ node: NodeIndex, _ symbol: ComparisonOperator, _ left: NodeIndex, _ right: NodeIndex
  ) {
    guard case .rule(let row, skipsEmpty: true) = text.role,
      [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(symbol), isRequiredPart(node)
    else { return }
    let isReversed = isOwnValue(right, row)
    let other = isReversed ? left : right
    guard isReversed || isOwnValue(left, row), let index = variable(other),
      !askedRows.contains(index), let held = known[other].row, held.tag != row.tag
    else { return }
    let isSometimesEmpty =
      held.required == nil && !held.rules.contains { $0.kind == .required }
      && held.value ?? .null == .null && held.calculated == nil && held.defaultFormula == nil
      && held.type.valueKind != .bool
    guard isSometimesEmpty else { return }
    let name = text.source(of: other).shortened
    let isLower = [.greater, .greaterOrEqual].contains(symbol) != isReversed
    findings.append(
      text.finding(
        .ruleEmptyOther, node, "the rule fails while \(name) has no answer", .warning,
        hint: symbol == .lessOrEqual || symbol == .greaterOrEqual
          ? "write \"\(isLower ? "minimum" : "maximum")\": \"\(name)\" in the row"
          : "write \(name) == nil OR \(text.source(of: node).shortened)"))
  }

  private func isOwnValue(_ node: NodeIndex, _ row: RowDefinition) -> Bool {
    if text.structure.kind(of: node) == .selfObject { return true }
    guard let tag = row.tag, let index = variable(node) else { return false }
    return text.tree.variable(Int32(index)) == tag
  }

  /// Whether the text holds only if a part of it does.
  private func isRequiredPart(_ node: NodeIndex) -> Bool {
    let structure = text.structure
    var open = [structure.root]
    while let part = open.popLast() {
      if part == node { return true }
      if case .and = structure.kind(of: part) { open += structure.children(of: part) }
    }
    return false
  }

  // MARK: - Fractions, lists, braces

  /// `$p + $q == 0.3`, which sums of fractions seldom equal.
  private mutating func fraction(_ side: NodeIndex, _ other: NodeIndex) {
    let structure = text.structure
    switch structure.kind(of: side) {
    case .infix(let symbol):
      guard [.add, .subtract, .multiply, .divide].contains(symbol) else { return }
    case .call(.sum), .call(.average), .collectionOperator, .member:
      guard isFold(side) else { return }
    default: return
    }
    let kinds = known[side].kinds
    guard !kinds.isOpen, kinds.contains(.double), kinds.isDisjoint(with: .date),
      !structure.children(of: side).contains(where: { known[$0].kinds.present == .date }),
      known[other].kinds.mayFit(.number), number(other) != 0, known[other].constant != .null
    else { return }
    let (name, value) = (text.source(of: side).shortened, text.source(of: other).shortened)
    findings.append(
      text.finding(
        .fraction, side, "fractions are not exact: 0.1 + 0.2 is not equal to 0.3", .warning,
        hint: "write round(\(name), 2) == \(number(other) == nil ? "round(\(value), 2)" : value)"))
  }

  /// Whether a node adds up the numbers of a list.
  private func isFold(_ node: NodeIndex) -> Bool {
    switch text.structure.kind(of: node) {
    case .call(.sum), .call(.average): true
    case .collectionOperator(let name):
      ["sum", "avg"].contains(text.structure.name(name))
    case .member:
      isFold(text.structure.child(0, of: node))
    default: false
    }
  }

  /// `$c IN {'a', nil}`: nil is in no list.
  private mutating func nilMember(_ element: NodeIndex, _ list: NodeIndex) {
    var hasNil = false
    if case .array(let members)? = known[list].constant { hasNil = members.contains(.null) }
    if case .aggregate = text.structure.kind(of: list) {
      hasNil = text.structure.children(of: list).contains { known[$0].constant == .null }
    }
    guard hasNil else { return }
    let name = text.source(of: element).shortened
    findings.append(
      text.finding(
        .inNil, list, "IN does not find nil: a row without an answer is in no list", .warning,
        hint: "write \(name) == nil OR \(name) IN {…}"))
  }

  /// `$country CONTAINS 'Niger'`, which also finds 'Nigeria'.
  private mutating func oneChoice(
    _ node: NodeIndex, _ choice: NodeIndex, _ part: NodeIndex, _ options: ComparisonOptions
  ) {
    guard let row = known[choice].row, row.type.valueKind == .choice, !known[choice].isColumn,
      variable(choice) != nil, case .string(let word)? = known[part].constant,
      row.options?.contains(where: { $0.value.equals(.string(word)) }) ?? false
    else { return }
    let name = text.source(of: choice).shortened
    findings.append(
      text.finding(
        .inOneChoice, node,
        "\(name) is one choice, so this looks for '\(word)' in its text", .warning,
        hint: "write \(name) ==\(options) \(text.source(of: part).shortened)"))
  }

  /// `'Hi {$x}'` in a formula, where braces print nothing.
  private mutating func braces(_ node: NodeIndex) {
    guard case .string(let word)? = known[node].constant, word.contains("{$"),
      case let formulas = FormText.formulas(in: word, isMessage: false),
      let (first, offset) = formulas.first,
      let tree = try? SyntaxTree(expression: first, limits: .untrusted, functions: .extended),
      tree.variables.contains(where: { text.scope.meaning(of: $0) != nil })
    else { return }
    let start = word.utf8.prefix(max(offset - 1, 0))
    let before = String(decoding: start, as: UTF8.self)
    let isPlain = formulas.count == 1 && word == "\(before){\(first)}" && !before.contains("'")
    let joined = before.isEmpty ? "concat(\(first))" : "concat('\(before)', \(first))"
    findings.append(
      text.finding(
        .textPlaceholder, node,
        "a formula in quotes is plain text: the braces are shown as they are",
        .warning, hint: "write \(isPlain ? joined : "concat('…', \(first), '…')")"))
  }

  private func isDay(_ node: NodeIndex) -> Bool {
    known[node].isDay && known[node].kinds.present == .date
  }

  /// The number that a node writes.
  private func number(_ node: NodeIndex) -> Double? {
    switch known[node].constant {
    case .int(let number)?: Double(number)
    case .double(let number)?: number
    default: nil
    }
  }

  /// Whether so many seconds are less than a day; zero changes nothing.
  private static func isPartOfDay(_ seconds: Double) -> Bool {
    seconds != 0 && abs(seconds) < 86_400
  }
}
