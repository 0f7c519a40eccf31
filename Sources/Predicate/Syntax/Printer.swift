// Prints the canonical text of a tree, like Apple's `predicateFormat`. The printed text evaluates
// as the tree does, and printing it again gives the same text. The printer keeps its own stack, so
// a deep tree cannot overflow the stack of a thread.

import Foundation

/// Prints the canonical text of a tree.
package struct Printer {
  private let structure: Structure
  private let variables: [String]
  private var output = ""
  /// The parts left to print; the last one is next.
  private var pending: [Item] = []

  private enum Item {
    case text(String)
    case node(NodeIndex, Context)
  }

  /// How to print a node, given its place.
  private struct Context {
    var isParenthesised = false
    /// The value is only compared, so 10 and 10.0 mean the same.
    var isCompared = false
  }

  /// The canonical text.
  static func text(of tree: SyntaxTree) -> String {
    text(of: tree.root, in: tree)
  }

  /// The canonical text of a node and its children.
  package static func text(of node: NodeIndex, in tree: SyntaxTree) -> String {
    var printer = Printer(structure: tree.structure, variables: tree.variables)
    printer.pending = [.node(node, Context())]
    while let item = printer.pending.popLast() {
      switch item {
      case .text(let text): printer.output += text
      case .node(let node, let context): printer.write(node, context)
      }
    }
    return printer.output
  }

  private init(structure: Structure, variables: [String]) {
    self.structure = structure
    self.variables = variables
  }

  /// Adds parts that are printed before all other parts left.
  private mutating func push(_ parts: [Item]) {
    pending.append(contentsOf: parts.reversed())
  }

  private mutating func write(_ node: NodeIndex, _ context: Context) {
    if context.isParenthesised {
      var inner = context
      inner.isParenthesised = false
      return push([.text("("), .node(node, inner), .text(")")])
    }
    let children = structure.children(of: node)
    switch structure.kind(of: node) {
    case .truth(let isTrue): output += isTrue ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .and: push(joined(children.map(compound), " AND "))
    case .or: push(joined(children.map(compound), " OR "))
    case .not: push([.text("NOT ")] + children.map(compound))
    case .comparison(let symbol, let options, let quantifier):
      output += quantifier == .any ? "ANY " : quantifier == .all ? "ALL " : ""
      let compared = children.map { Item.node($0, Context(isCompared: true)) }
      push(joined(compared, " \(symbol.symbol)\(options) "))
    case .selectorComparison(let quantifier, let name):
      output += quantifier == .any ? "ANY " : quantifier == .all ? "ALL " : ""
      push(joined(children.map { .node($0, Context()) }, " \(structure.name(name)) "))
    case .literal(let index):
      output += Self.text(of: structure.value(index), isCompared: context.isCompared)
    case .selfObject: output += "SELF"
    case .anyKey: output += "ANYKEY"
    case .key(let name):
      let name = structure.name(name)
      output += Identifier.isValid(name) ? Self.escaped(name) : "SELF." + Self.quoted(name)
    case .member(let name): push(base(of: node) + [.text(".\(Self.segment(structure.name(name)))")])
    case .collectionOperator(let name):
      let isHead = structure.kind(of: structure.child(0, of: node)) == .selfObject
      push((isHead ? [.text("@")] : base(of: node) + [.text(".@")]) + [.text(structure.name(name))])
    case .memberVariable:
      push(base(of: node) + [.text("."), .node(structure.child(1, of: node), Context())])
    case .term(let term, let name):
      let term = term.spelled(structure.name(name))
      if structure.children(of: node).isEmpty {
        output += term
      } else {
        push(base(of: node) + [.text(".\(term)")])
      }
    case .memberPlaceholder: push(base(of: node) + [.text(".%K")])
    case .index:
      let index = Item.node(structure.child(1, of: node), Context())
      push(base(of: node) + [.text("["), index, .text("]")])
    case .first: push(base(of: node) + [.text("[FIRST]")])
    case .last: push(base(of: node) + [.text("[LAST]")])
    case .size: push(base(of: node) + [.text("[SIZE]")])
    case .variable(let index): output += "$" + Self.escaped(variables[Int(index)])
    case .iterator(_, let name): output += "$" + Self.escaped(structure.name(name))
    case .aggregate:
      let elements = children.map { Item.node($0, Context(isCompared: context.isCompared)) }
      push([.text("{")] + joined(elements, ", ") + [.text("}")])
    case .infix(let symbol):
      let left = operand(structure.child(0, of: node), atLeast: symbol.precedence)
      let right = operand(structure.child(1, of: node), atLeast: symbol.precedence.next)
      push([left, .text(" \(symbol.symbol) "), right])
    case .negation:
      push([.text("-"), operand(structure.child(0, of: node), atLeast: .prefix)])
    case .call(let function): push(call(function.name, children))
    case .unknownCall(let name): push(call(structure.name(name), children))
    case .cast(let type):
      let type = Self.quoted(structure.name(type))
      push([.text("CAST("), .node(structure.child(0, of: node), Context()), .text(", \(type))")])
    case .ternary: push(call("TERNARY", children))
    case .subquery(_, let name):
      let iterator = "$" + Self.escaped(structure.name(name))
      push(
        [.text("SUBQUERY("), .node(structure.child(0, of: node), Context())]
          + [.text(", \(iterator), "), .node(structure.child(1, of: node), Context()), .text(")")])
    case .methodCall: push(methodCall(children))
    case .fetch: push(call("FETCH", children))
    case .assignment:
      push(joined(children.map { Item.node($0, Context()) }, " := "))
    case .placeholder(let placeholder, _): output += placeholder.spelling
    }
  }

  private func joined(_ items: [Item], _ separator: String) -> [Item] {
    var joined: [Item] = []
    joined.reserveCapacity(2 * items.count)
    for item in items {
      if !joined.isEmpty { joined.append(.text(separator)) }
      joined.append(item)
    }
    return joined
  }

  private func call(_ name: String, _ arguments: Children) -> [Item] {
    let arguments = arguments.map { Item.node($0, Context()) }
    return [.text(name + "(")] + joined(arguments, ", ") + [.text(")")]
  }

  /// Apple prints a space before the comma after the selector.
  private func methodCall(_ children: Children) -> [Item] {
    let target = joined(children.prefix(2).map { Item.node($0, Context()) }, ", ")
    let arguments = joined(children.dropFirst(2).map { Item.node($0, Context()) }, ", ")
    return [.text("FUNCTION(")] + target + (arguments.isEmpty ? [] : [.text(" , ")]) + arguments
      + [.text(")")]
  }

  /// An operand of AND, OR or NOT; in parentheses if it is one of these itself.
  private func compound(_ node: NodeIndex) -> Item {
    switch structure.kind(of: node) {
    case .and, .or, .not: .node(node, Context(isParenthesised: true))
    default: .node(node, Context())
    }
  }

  private func operand(_ node: NodeIndex, atLeast precedence: Precedence) -> Item {
    .node(node, Context(isParenthesised: self.precedence(of: node) < precedence))
  }

  /// The base of a key or an index.
  ///
  /// A number needs parentheses: `5.a` would start with the number `5.`, and `-5[0]` would negate
  /// `5[0]`.
  private func base(of node: NodeIndex) -> [Item] {
    let base = structure.child(0, of: node)
    if case .literal(let index) = structure.kind(of: base), Number(structure.value(index)) != nil {
      return [.node(base, Context(isParenthesised: true))]
    }
    return [operand(base, atLeast: .postfix)]
  }

  private func precedence(of node: NodeIndex) -> Precedence {
    switch structure.kind(of: node) {
    case .infix(let symbol): symbol.precedence
    case .negation: .prefix
    case .assignment: .assignment
    default: .postfix
    }
  }
}

// MARK: - Names and constants

extension Printer {
  /// The name, with a `#` before it if it is a keyword.
  static func escaped(_ name: String) -> String {
    Keyword.spelled(by: name) == nil ? visible(name) : "#" + name
  }

  /// The name with invisible characters as escapes.
  ///
  /// Only an argument can give such a key. Its text does not parse again, but must not mislead a
  /// reader either.
  private static func visible(_ name: String) -> String {
    guard name.unicodeScalars.contains(where: \.isInvisible) else { return name }
    return name.unicodeScalars.map { $0.isInvisible ? $0.escaped : String($0) }.joined()
  }

  /// A key after a period, in quotes if it is not a valid name.
  private static func segment(_ key: String) -> String {
    Identifier.isValid(key) ? escaped(key) : quoted(key)
  }

  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      // A tab is blank, and hides nothing.
      case "\t": quoted += "\t"
      case _ where scalar.isInvisible: quoted += scalar.escaped
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// The text of a constant, as Apple prints it.
  ///
  /// The recursion is as deep as the value nests.
  static func text(of value: Value, isCompared: Bool) -> String {
    func list(_ values: [Value]) -> String {
      values.map { text(of: $0, isCompared: isCompared) }.joined(separator: ", ")
    }
    switch value {
    case .null: return "nil"
    case .bool(let flag): return flag ? "1" : "0"
    case .int(let int): return String(int)
    case .double(let double):
      // A literal that is too large for a double is read as infinity.
      if double.isInfinite { return double < 0 ? "-1e999" : "1e999" }
      let text = double.description
      // `-0` would be read as the integer 0.
      let isPlain = isCompared && text.hasSuffix(".0") && text != "-0.0"
      return isPlain ? String(text.dropLast(2)) : text
    case .string(let string): return quoted(string)
    case .date(let date): return "CAST(\(seconds(date)), \"NSDate\")"
    case .data(let data):
      return "<" + data.map { byteText($0) }.joined() + ">"
    case .array(let elements): return "{\(list(elements))}"
    // Read back, it is a list of the same elements. Nothing could read Apple's `{(1, 2)}`.
    case .set(let set): return "{\(list(set.elements))}"
    case .dictionary(let dictionary):
      let pairs = zip(dictionary.keys, dictionary.values).map {
        "\(visible($0))=\(text(of: $1, isCompared: isCompared))"
      }
      return "{\(pairs.joined(separator: ", "))}"
    }
  }

  /// The seconds of a date, with six decimals as Apple prints them.
  ///
  /// More decimals are printed if six would give another date.
  private static func seconds(_ date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    let text = String(format: "%.6f", seconds)
    return Double(text) == seconds ? text : seconds.description
  }

  private static func byteText(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

extension Placeholder {
  /// The canonical spelling.
  var spelling: String {
    switch self {
    case .value: "%@"
    case .keyPath: "%K"
    case .integer: "%d"
    case .double: "%f"
    }
  }
}

extension SyntaxTree: CustomStringConvertible {
  /// The canonical text, like Apple's `predicateFormat`.
  ///
  /// - Complexity: O(n) in the size of the tree.
  public var description: String { Printer.text(of: self) }

  /// Whether the canonical text parses and has the same meaning.
  ///
  /// It does not if a constant has no literal: data, a dictionary, NaN, or a date whose year is not
  /// from 1 to 9999. A set is read back as a list, which means the same to the right of IN only.
  public var hasLiteralText: Bool {
    let containers = Set(
      structure.nodes.compactMap { node -> NodeIndex? in
        guard case .comparison(.in, _, _) = structure.kind(of: node) else { return nil }
        return structure.child(1, of: node)
      })
    return structure.nodes.allSatisfy { node in
      switch structure.kind(of: node) {
      case .literal(let index):
        let value = structure.value(index)
        guard case .set(let set) = value, containers.contains(node) else {
          return value.hasLiteral
        }
        return set.elements.allSatisfy(\.hasLiteral)
      case .collectionOperator(let name):
        let name = structure.name(name)
        // Most keywords cannot follow `@`.
        return Identifier.isValid(name) && Keyword.spelled(by: name)?.canFollowAt ?? true
      case .memberVariable:
        if case .literal = structure.kind(of: structure.child(1, of: node)) { return false }
        return true
      default: return true
      }
    }
  }
}

extension Value {
  /// Whether the language has a literal for the value.
  fileprivate var hasLiteral: Bool {
    switch self {
    case .double(let double): !double.isNaN
    case .date(let date): DateText.isInRange(date)
    case .data, .set, .dictionary: false
    case .array(let elements): elements.allSatisfy(\.hasLiteral)
    default: true
    }
  }
}
