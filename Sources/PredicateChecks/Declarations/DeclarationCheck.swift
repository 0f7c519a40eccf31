// Checks a tree against the names that exist and reports what cannot be right. Each node is visited
// once. Nothing is reported about a value of unknown kind. The check never recurses and never
// fails.

import Predicate

/// Collects contradictions between a text and declarations.
struct DeclarationCheck {
  typealias Kind = StaticKinds.Kind

  let tree: SyntaxTree
  let declarations: Declarations
  let nodes: DeclaredNodes
  private let text: [UInt8]
  private var findings: [Diagnostic] = []
  /// The computations for which an unknown key has been reported.
  var noted: Set<NodeIndex> = []
  private var suggestions: [ExactText: String?] = [:]

  private static let maximumFindings = 1000

  static func findings(of tree: SyntaxTree, _ declarations: Declarations) -> [Diagnostic] {
    var check = DeclarationCheck(tree, declarations)
    for node in tree.structure.nodes where check.findings.count < maximumFindings {
      check.note(node)
    }
    return check.findings.enumerated().sorted { left, right in
      (left.element.range.lowerBound, left.offset) < (right.element.range.lowerBound, right.offset)
    }.map(\.element)
  }

  private init(_ tree: SyntaxTree, _ declarations: Declarations) {
    self.tree = tree
    self.declarations = declarations
    nodes = DeclaredNodes(tree, declarations)
    text = Array(tree.text.utf8)
  }

  var structure: Structure { tree.structure }

  /// The kind that is declared for what a node reads.
  private func declaration(_ node: NodeIndex) -> Declarations.Kind? {
    if case .variable(let index) = structure.kind(of: node) {
      return declarations.variables[ExactText(tree.variable(index))]
    }
    return nodes.paths[node.index].flatMap { declarations.keys[ExactText($0)] }
  }

  private mutating func note(_ node: NodeIndex) {
    switch structure.kind(of: node) {
    case .key(let name): noteKey(name, node)
    case .variable(let index): noteVariable(tree.variable(index), node)
    case .member(let name): noteMember(structure.name(name), node)
    case .term(let term, let name): noteTerm(term, structure.name(name), node)
    case .placeholder, .memberPlaceholder: noteHandedOver(node)
    case .infix(let symbol): noteInfix(symbol, node)
    case .negation:
      let operand = structure.child(0, of: node)
      if !nodes.kinds[operand.index].isNumeric {
        report("- needs a number, and \(described(operand))", at: operand)
      }
    case .comparison(let symbol, _, let quantifier): noteComparison(symbol, quantifier, node)
    case .call(let function): noteArguments(function, node)
    default: break
    }
  }

  mutating func report(
    _ message: String, _ severity: Diagnostic.Severity = .error, at node: NodeIndex,
    hint: String? = nil
  ) {
    report(message, severity, at: tree.range(of: node), hint: hint)
  }

  mutating func report(
    _ message: String, _ severity: Diagnostic.Severity = .error, at range: Range<Int>,
    hint: String?
  ) {
    findings.append(Diagnostic(message, severity: severity, at: range, hint: hint))
  }

  /// A part as it is written.
  ///
  /// A long part is cut.
  func source(_ range: Range<Int>) -> String {
    let source = String(decoding: text[range], as: UTF8.self)
    return source.count > 40 ? source.prefix(39) + "…" : source
  }

  func source(_ node: NodeIndex) -> String { source(tree.range(of: node)) }

  /// A part with its kind, such as `'age' is a number`.
  func described(_ node: NodeIndex) -> String {
    let source = source(node)
    let isConstant = if case .literal = structure.kind(of: node) { true } else { false }
    return "\(isConstant ? source : "'\(source)'") is \(word(node))"
  }

  /// The kind of a node, where a value that is declared as a bool is no number to its author.
  private func word(_ node: NodeIndex) -> String {
    declaration(node) == .bool ? "true or false" : nodes.kinds[node.index].word
  }
}

// MARK: - Names

extension DeclarationCheck {
  private mutating func noteKey(_ index: Int32, _ node: NodeIndex) {
    let name = structure.name(index)
    guard declarations.keys[ExactText(Declarations.segment(name))] == nil else { return }
    let computation = nodes.computations[node.index]
    // A long subtraction is reported once, and its other keys need no hints.
    guard !noted.contains(computation), !noteBareItem(node) else { return }
    let suggestion = suggestion(for: name, isVariable: false)
    guard computation != node else {
      let whole = nodes.wholePaths[node.index]
      let key = Printer.quoted(source(whole))
      if declarations.keys[ExactText(key)] != nil {
        return report("unknown key '\(name)'", at: node, hint: "this key is SELF.\(key)")
      }
      // Beside a constant, text without quotes would make no sense.
      if suggestion == nil, nodes.besideConstants.contains(whole) {
        return report("the key '\(name)' is not declared", at: node)
      }
      // An unknown key at the end of a comparison is usually text without quotes.
      return report(
        "unknown key '\(name)'", at: node,
        hint: suggestion ?? "put text in quotes: '\(source(whole))'")
    }
    let range = tree.range(of: computation)
    let whole = source(computation)
    guard isHyphenated(range) else {
      return report(
        "unknown key '\(name)' in the computation '\(whole)'", at: node,
        hint: suggestion ?? "put text in quotes: '\(name)'")
    }
    noted.insert(computation)
    let quote = "to compare with this text, put it in quotes: '\(whole)'"
    report(
      "'\(whole)' is a subtraction, and the key '\(name)' is unknown", at: range,
      hint: suggestion.map { "\($0) \(quote)" } ?? quote)
  }

  /// Whether a computation looks like one word with hyphens, such as `ART-LAB`.
  func isHyphenated(_ range: Range<Int>) -> Bool {
    text[range].allSatisfy {
      $0 == UInt8(ascii: "-") || $0 >= 0x80 || Identifier.canContinue(ascii: $0)
    }
  }

  /// The hint for an unknown key or variable.
  ///
  /// If a variable or key of the other sort has the same name, that name is suggested. Otherwise
  /// the nearest name of the same sort, or else the nearest of the other sort.
  private mutating func suggestion(for name: String, isVariable: Bool) -> String? {
    let written = ExactText(isVariable ? "$\(name)" : name)
    if let known = suggestions[written] { return known }
    let exact = ExactText(name)
    func key() -> String? {
      Spelling.nearest(to: name, among: declarations.keyNames).map {
        $0.hasPrefix("\"") ? "SELF.\($0)" : $0
      }
    }
    func variable() -> String? {
      Spelling.nearest(to: name, among: declarations.variableNames).map { "$\($0)" }
    }
    let meant =
      if isVariable {
        declarations.keys[exact] != nil ? name : variable() ?? key()
      } else {
        declarations.variables[exact] != nil ? "$\(name)" : key() ?? variable()
      }
    let suggestion = meant.map { "did you mean \($0)?" }
    suggestions[written] = suggestion
    return suggestion
  }

  private mutating func noteVariable(_ name: String, _ node: NodeIndex) {
    guard declarations.variables[ExactText(name)] == nil else { return }
    report(
      "unknown variable '$\(name)'", at: node, hint: suggestion(for: name, isVariable: true))
  }

  /// Reports an unknown key of a text, a number or a date.
  ///
  /// These have few keys or none.
  mutating func noteMember(_ name: String, _ node: NodeIndex) {
    let base = structure.child(0, of: node)
    // In `lines.@sum.amount`, the key after the operator is read from each element.
    if case .collectionOperator = structure.kind(of: base) { return }
    if let path = nodes.paths[base.index], let members = declarations.members[ExactText(path)] {
      guard nodes.paths[node.index].flatMap({ declarations.keys[ExactText($0)] }) == nil else {
        return
      }
      return report(
        "'\(path)' has no key '\(name)'", at: node,
        hint: Spelling.nearest(to: name, among: members).map { "did you mean \($0)?" })
    }
    let known: [String]
    switch nodes.kinds[base.index] {
    case .text: known = Casting.textKeys
    case .number: known = Casting.numberKeys
    case .date: known = []
    default: return
    }
    guard !known.contains(name) else { return }
    let nearest = name == "count" ? nil : Spelling.nearest(to: name, among: known)
    report(
      "\(described(base)), which has no key '\(name)'", at: node,
      hint: nearest.map { "did you mean \($0)?" })
  }
}

// MARK: - Kinds

extension DeclarationCheck {
  private mutating func noteInfix(_ symbol: ExpressionOperator, _ node: NodeIndex) {
    let operands = structure.children(of: node)
    for operand in operands {
      let kind = nodes.kinds[operand.index]
      let isTaken: Bool
      let wanted: String
      switch symbol {
      case .union, .intersect, .minus:
        isTaken = kind != .number && kind != .text && kind != .date
        wanted = "lists"
      case .add, .subtract:
        isTaken = kind.isNumeric || kind == .date
        wanted = "numbers or dates"
      default:
        isTaken = kind.isNumeric
        wanted = "numbers"
      }
      guard !isTaken else { continue }
      let isText = kind == .text && wanted != "lists"
      let range = tree.range(of: node)
      let isLiteral = isText && symbol == .subtract && isHyphenated(range)
      return report(
        "\(symbol.symbol) needs \(wanted), and \(described(operand))", at: range,
        hint: isLiteral
          ? "put text in quotes: '\(source(range))'"
          : isText ? "convert the text, CAST(…, 'NSNumber')" : nil)
    }
  }

  private mutating func noteComparison(
    _ symbol: ComparisonOperator, _ quantifier: Quantifier, _ node: NodeIndex
  ) {
    let (left, right) = (structure.child(0, of: node), structure.child(1, of: node))
    var kind = nodes.kinds[left.index]
    if quantifier != .one {
      if kind.isSingle {
        return report("ANY, ALL and NONE need a list, and \(described(left))", at: left)
      }
      kind = .unknown
    }
    let other = nodes.kinds[right.index]
    switch symbol {
    case .equal, .notEqual:
      if kind.isKnown, other.isKnown, kind != other {
        report(
          "\(word(left)) never equals \(word(right)): \(described(left)), \(described(right))",
          at: node, hint: boolHint(left, right) ?? hint(kind, other))
      }
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      noteOrder(symbol.symbol, left, kind, right, node)
      noteOrderOfVersions(symbol.symbol, left, right, node)
    case .between:
      noteOrderOfVersions("BETWEEN", left, right, node)
      guard case .aggregate = structure.kind(of: right) else { return }
      for bound in structure.children(of: right) { noteOrder("BETWEEN", left, kind, bound, node) }
    case .beginsWith, .endsWith, .like, .matches:
      for (operand, kind) in [(left, kind), (right, other)] where kind.isKnown && kind != .text {
        return report("\(symbol.symbol) compares text, and \(described(operand))", at: node)
      }
    case .in:
      noteMembership("IN", member: left, kind, container: right, other, node)
      noteElements(of: right, beside: left, kind)
    case .contains: noteMembership("CONTAINS", member: right, other, container: left, kind, node)
    default: break
    }
  }

  private mutating func noteOrder(
    _ symbol: String, _ left: NodeIndex, _ kind: Kind, _ right: NodeIndex, _ node: NodeIndex
  ) {
    let other = nodes.kinds[right.index]
    let isOrdered = kind == .number || kind == .text || kind == .date
    guard kind.isKnown, other.isKnown, kind != other || !isOrdered else { return }
    report(
      "\(symbol) cannot order \(kind.word) and \(other.word): \(described(left)), "
        + described(right),
      at: node, hint: hint(kind, other))
  }

  private mutating func noteMembership(
    _ symbol: String, member: NodeIndex, _ kind: Kind, container: NodeIndex, _ other: Kind,
    _ node: NodeIndex
  ) {
    if other == .number || other == .date {
      report("\(symbol) looks in a list or in text, and \(described(container))", at: node)
    } else if other == .text, kind.isKnown, kind != .text {
      report("\(symbol) looks for text in text, and \(described(member))", at: node)
    }
  }

  /// Checks each element of a list that is written in the text against the value that is sought.
  private mutating func noteElements(of list: NodeIndex, beside value: NodeIndex, _ kind: Kind) {
    guard case .aggregate = structure.kind(of: list), kind.isKnown else { return }
    for element in structure.children(of: list) {
      let other = nodes.kinds[element.index]
      guard other.isKnown, other != kind else { continue }
      report(
        "\(word(value)) never equals \(word(element)): \(described(value)), \(described(element))",
        at: element, hint: boolHint(value, element) ?? hint(kind, other))
    }
  }

  /// Checks the arguments of a function.
  private mutating func noteArguments(_ function: Function, _ node: NodeIndex) {
    let entry = function.entry
    let arguments = structure.children(of: node)
    for (position, argument) in arguments.enumerated() {
      var wanted = entry.argument(position)
      let takesList = !wanted.isOpen && wanted.isSubset(of: .collection)
      // Several values stand in the place of a list.
      if takesList, arguments.count > 1, position < arguments.count { wanted = entry.elements }
      let kind = nodes.kinds[argument.index]
      guard kind.isKnown, !kind.kinds.isEmpty, kind.kinds.isDisjoint(with: wanted) else { continue }
      let words = wanted.words
      let needed = takesList ? "a list" : words == Kinds.any.words ? "another kind of value" : words
      report(
        "\(source(node).prefix { $0 != "(" }) takes \(needed), and \(described(argument))",
        at: argument,
        hint: kind == .text && !wanted.isDisjoint(with: .number)
          ? "convert the text, CAST(…, 'NSNumber')"
          : kind == .number && wanted == .text ? "convert the number, CAST(…, 'NSString')" : nil)
    }
  }

  /// What to write for `isVirtual == 'False'`.
  private func boolHint(_ left: NodeIndex, _ right: NodeIndex) -> String? {
    for (key, constant) in [(left, right), (right, left)] where declaration(key) == .bool {
      guard case .literal(let index) = structure.kind(of: constant),
        case .string(let text) = structure.value(index)
      else { continue }
      switch text.lowercased() {
      case "false", "no", "0", "n", "off": return "write NO"
      case "true", "yes", "1", "y", "on": return "write YES"
      default: return "write YES or NO"
      }
    }
    return nil
  }

  private func hint(_ kind: Kind, _ other: Kind) -> String? {
    let both = [kind, other]
    if both.contains(.list), kind != other {
      return "write ANY before the comparison to test each element"
    }
    guard both.contains(.text) else { return nil }
    // A device's items are text, also those that look like numbers.
    if tree.functions == .deviceManagement, both.contains(.number) {
      return "text stands in quotes"
    }
    return both.contains(.number)
      ? "convert the text, CAST(…, 'NSNumber')"
      : both.contains(.date) ? "convert the text, CAST(…, 'NSDate')" : nil
  }
}

extension StaticKinds.Kind {
  fileprivate var word: String {
    switch self {
    case .null: "nil"
    case .number: "a number"
    case .text: "text"
    case .date: "a date"
    case .list: "a list"
    case .set: "a set"
    case .dictionary: "an object"
    case .unknown: "a value"
    }
  }

  /// The kinds of values.
  fileprivate var kinds: Kinds {
    switch self {
    case .number: .number
    case .text: .text
    case .date: .date
    case .list, .set: [.list, .set]
    case .dictionary: .object
    case .null, .unknown: []
    }
  }

  fileprivate var isKnown: Bool { self != .null && self != .unknown }

  /// Whether arithmetic may accept the kind.
  fileprivate var isNumeric: Bool { self == .number || !isKnown }

  /// Whether the kind is a single value, not a list.
  ///
  /// For ANY, an object is not a list.
  fileprivate var isSingle: Bool {
    switch self {
    case .number, .text, .date, .dictionary: true
    default: false
    }
  }
}
