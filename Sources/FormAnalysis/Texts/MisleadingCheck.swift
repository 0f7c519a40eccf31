// Finds texts that are valid and read as something else: NOT before AND, `%` in LIKE, `!= ''` that
// nil passes. Arithmetic stands in `MisleadingCheck+Arithmetic`.

import FormGraph
import Predicate

/// Checks how a text reads.
struct MisleadingCheck {
  let text: CheckedText
  let known: KnownValues
  private let source: [UInt8]
  var findings: [Finding] = []
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
      if symbol == .equal, quantifier == .one {
        neverEmptyText(node, children[0], children[1])
        neverEmptyText(node, children[1], children[0])
      }
      if symbol == .equal || symbol == .notEqual, quantifier == .one {
        emptyList(node, children[0], children[1], symbol)
        emptyList(node, children[1], children[0], symbol)
      }
      if symbol == .equal || symbol == .notEqual, options.isEmpty, quantifier == .one {
        otherCase(node, children[0], children[1])
        otherCase(node, children[1], children[0])
      }
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

  /// `$name == ''`, which no user can meet: a row that a user empties is nil.
  private mutating func neverEmptyText(_ node: NodeIndex, _ left: NodeIndex, _ right: NodeIndex) {
    guard known[right].constant == .string(""), let held = known[left].row,
      held.type.valueKind == .text, !held.keepsEmpty, known[left].kinds == [.text, .null],
      !held.startsWithValue,
      let row = variable(left), !askedRows.contains(row)
    else { return }
    let name = text.source(of: left)
    findings.append(
      text.finding(
        .compareEmptyText, node, "\(name) is never '': without an answer, it is nil", .warning,
        hint: "write \(name) == nil"))
  }

  /// `$colors == {}`, which is never met: a row of several choices that holds nothing is nil.
  private mutating func emptyList(
    _ node: NodeIndex, _ left: NodeIndex, _ right: NodeIndex, _ symbol: ComparisonOperator
  ) {
    guard case .aggregate = text.structure.kind(of: right),
      text.structure.children(of: right).isEmpty, let held = known[left].row,
      held.type.valueKind == .choices, variable(left) != nil
    else { return }
    let name = text.source(of: left)
    findings.append(
      text.finding(
        .compareEmptyList, node, "\(name) is never {}: without an answer, it is nil", .warning,
        hint: "write \(name) \(symbol.symbol) nil"))
  }

  /// `lowercase($name) == 'Abc'`, which is never equal.
  private mutating func otherCase(_ node: NodeIndex, _ call: NodeIndex, _ other: NodeIndex) {
    guard case .string(let word)? = known[other].constant else { return }
    let folded: String
    let letters: String
    switch text.structure.kind(of: call) {
    case .call(.lowercase): (folded, letters) = (word.lowercased(), "capital")
    case .call(.uppercase): (folded, letters) = (word.uppercased(), "small")
    default: return
    }
    guard folded != word else { return }
    findings.append(
      text.finding(
        .logicConstant, node,
        "\(text.source(of: call).shortened) has no \(letters) letters, so it never equals "
          + text.source(of: other).shortened, .warning,
        hint: folded.contains("'") || folded.contains("\\") ? nil : "write '\(folded)'"))
  }

  /// The index of the variable that a node reads; nil for any other node.
  private func variable(_ node: NodeIndex) -> Int? {
    guard case .variable(let index) = text.structure.kind(of: node) else { return nil }
    return Int(index)
  }

  // MARK: - Comparisons that decide nothing

  /// A comparison of two constants, or of a computed value with itself.
  private mutating func constant(_ node: NodeIndex, _ left: NodeIndex, _ right: NodeIndex) {
    let areConstant = known[left].constant != nil && known[right].constant != nil
    let isRepeated =
      text.source(of: left) == text.source(of: right)
      && text.structure.nodes.allSatisfy { part in
        switch text.structure.kind(of: part) {
        case .unknownCall, .methodCall, .fetch: false
        case let kind: !kind.isRandom
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

  /// `SELF > $out` or `SELF > $out + 60` in a rule, which fails while `$out` has no answer.
  private mutating func emptyOther(
    _ node: NodeIndex, _ symbol: ComparisonOperator, _ left: NodeIndex, _ right: NodeIndex
  ) {
    guard case .rule(let row, skipsEmpty: true) = text.role,
      [.less, .lessOrEqual, .greater, .greaterOrEqual].contains(symbol), isRequiredPart(node)
    else { return }
    let isReversed = isOwnValue(right, row)
    let side = isReversed ? left : right
    let other = shifted(side)
    guard isReversed || isOwnValue(left, row) else { return }
    if isOfPrevious(other) {
      let name = text.source(of: other).shortened
      findings.append(
        text.finding(
          .ruleEmptyOther, node, "the rule fails in the first item, which has none before it",
          .warning, hint: "write \(name) == nil OR \(text.source(of: node).shortened)"))
      return
    }
    guard let index = variable(other),
      !askedRows.contains(index), let held = known[other].row, held.tag != row.tag
    else { return }
    let isSometimesEmpty =
      held.required == nil && !held.rules.contains { $0.kind == .required }
      && !held.startsWithValue && held.type.valueKind != .bool
    guard isSometimesEmpty else { return }
    let name = text.source(of: other).shortened
    let isLower = [.greater, .greaterOrEqual].contains(symbol) != isReversed
    findings.append(
      text.finding(
        .ruleEmptyOther, node, "the rule fails while \(name) has no answer", .warning,
        hint: symbol == .lessOrEqual || symbol == .greaterOrEqual
          ? "write \"\(isLower ? "minimum" : "maximum")\": "
            + "\"\(text.source(of: side).shortened)\" in the row"
          : "write \(name) == nil OR \(text.source(of: node).shortened)"))
  }

  /// Whether a node reads a row of the item before, `$item.previous.day`.
  private func isOfPrevious(_ node: NodeIndex) -> Bool {
    let structure = text.structure
    guard text.scope.isItem, case .member = structure.kind(of: node),
      case let base = structure.child(0, of: node),
      case .member(let key) = structure.kind(of: base), structure.name(key) == "previous",
      let index = variable(structure.child(0, of: base))
    else { return false }
    return text.tree.variable(Int32(index)) == "item"
  }

  /// The node without the constants that are added to it or subtracted from it.
  private func shifted(_ node: NodeIndex) -> NodeIndex {
    var node = node
    while true {
      let children = text.structure.children(of: node)
      switch text.structure.kind(of: node) {
      case .infix(.add), .infix(.subtract), .call(.addDays), .call(.addMonths), .call(.addYears):
        guard known[children[1]].constant != nil else { return node }
        node = children[0]
      default: return node
      }
    }
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

  // MARK: - Lists, braces

  /// `$c IN {'a', nil}`: nil is in no list.
  private mutating func nilMember(_ element: NodeIndex, _ list: NodeIndex) {
    var hasNil = false
    if case .array(let members)? = known[list].constant { hasNil = members.contains(.null) }
    if case .aggregate = text.structure.kind(of: list) {
      hasNil = text.structure.children(of: list).contains { known[$0].constant == .null }
    }
    guard hasNil else { return }
    let name = text.source(of: element)
    var others: [String] = []
    if case .aggregate = text.structure.kind(of: list) {
      others = text.structure.children(of: list).filter { known[$0].constant != .null }
        .map { text.source(of: $0) }
    }
    let written = "\(name) == nil OR \(name) IN {\(others.joined(separator: ", "))}"
    findings.append(
      text.finding(
        .inNil, list, "IN does not find nil: a row without an answer is in no list", .warning,
        // A longer hint fills more than two lines of a terminal.
        hint: others.isEmpty || written.count > 160
          ? "take nil out of the list, and write \(name.shortened) == nil OR before it"
          : "write \(written)"))
  }

  /// `$country CONTAINS 'Niger'`, which also finds 'Nigeria'.
  private mutating func oneChoice(
    _ node: NodeIndex, _ choice: NodeIndex, _ part: NodeIndex, _ options: ComparisonOptions
  ) {
    guard let row = known[choice].row, row.type.valueKind == .choice, !known[choice].isColumn,
      variable(choice) != nil, case .string(let word)? = known[part].constant,
      row.place(ofOption: .string(word)) != nil
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
}
