// Finds texts that are valid and read as something else: NOT before AND, a division that drops the
// rest, `%` in LIKE, `!= ''` that nil passes.

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
    case .comparison(let symbol, _, _):
      if symbol == .like { like(children[1]) }
      if symbol == .notEqual { emptyText(node, children[0], children[1]) }
      division(children[0], beside: children[1])
      division(children[1], beside: children[0])
    case .infix(.add), .infix(.subtract), .infix(.multiply):
      division(children[0], beside: children[1])
      division(children[1], beside: children[0])
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

  /// Reports a whole-number division whose result is used with a number that has a fraction.
  private mutating func division(_ node: NodeIndex, beside other: NodeIndex) {
    guard case .infix(.divide) = text.structure.kind(of: node),
      known[node].kinds.present == .int, known[other].kinds.present.contains(.double),
      !known[other].kinds.isOpen
    else { return }
    let divisor = text.structure.child(1, of: node)
    let literal = known[divisor].constant.map { "\($0).0" }
    findings.append(
      text.finding(
        .integerDivision, node,
        "both numbers are whole, so the division drops the rest: 7 / 2 is 3", .warning,
        hint: literal.map { "write / \($0)" } ?? "write * 1.0 / to keep the rest"))
  }
}
