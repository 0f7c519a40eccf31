// One predicate or formula of a form, parsed, with its place and the names that it may use.

import FormGraph
import Predicate

/// A predicate or a formula of a form.
struct CheckedText {
  /// What the text is for.
  enum Role {
    /// Decides an attribute of a row, a section, a page or an option.
    case condition
    /// A rule of the row; SELF is its value, which is not nil if the rule skips empty values.
    case rule(RowDefinition, skipsEmpty: Bool)
    /// Decides which options the row has; SELF is the value of an option.
    case filter(RowDefinition)
    /// Gives the value of the row, or the value that it starts with.
    case value(RowDefinition)
    /// Gives a bound of a row, or a number of items, which has one of these kinds.
    case bound(Kinds)
    /// Stands in a text that people read; SELF is the value of the row, if it is a text of one.
    case shown(RowDefinition?)
  }

  let role: Role
  /// The path of the text.
  ///
  /// For a formula inside a shown text, the path of that text.
  let path: JSONPath
  /// Where the formula begins in the text at the path, in UTF-8 bytes.
  let offset: Int
  let tree: SyntaxTree
  let scope: Scope

  var structure: Structure { tree.structure }

  /// The range of a node in the text at the path.
  func range(of node: NodeIndex) -> Range<Int> {
    let range = tree.range(of: node)
    return (range.lowerBound + offset)..<(range.upperBound + offset)
  }

  /// The source of a node.
  ///
  /// - Complexity: O(n) in the length of the source.
  func source(of node: NodeIndex) -> String {
    let (bytes, range) = (tree.text.utf8, tree.range(of: node))
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    let end = bytes.index(start, offsetBy: range.count)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// A comparison with its sides.
  struct Comparison {
    let node: NodeIndex
    let symbol: ComparisonOperator
    let options: ComparisonOptions
    let quantifier: Quantifier
    let left: NodeIndex
    let right: NodeIndex
  }

  /// The comparisons in the text, in the order of the tree.
  var comparisons: [Comparison] {
    structure.nodes.compactMap { node in
      guard case .comparison(let symbol, let options, let quantifier) = structure.kind(of: node)
      else { return nil }
      let sides = structure.children(of: node)
      return Comparison(
        node: node, symbol: symbol, options: options, quantifier: quantifier, left: sides[0],
        right: sides[1])
    }
  }

  /// Whether a comparison is about SELF in a filter where an option is an object, or a row of a
  /// table or a list, which is a finding of its own.
  func isOfWholeOption(_ comparison: Comparison) -> Bool {
    guard case .filter(let row) = role,
      [comparison.left, comparison.right].contains(where: { structure.kind(of: $0) == .selfObject })
    else { return false }
    return row.hasObjectOptions || row.takesOptions
  }

  /// The hint for `$colors.length`, where several options are chosen; nil for other parts.
  func countHint(_ node: NodeIndex) -> String? {
    guard case .member(let key) = structure.kind(of: node), structure.name(key) == "length",
      case .variable(let index) = structure.kind(of: structure.child(0, of: node)),
      case let name = tree.variable(index), case .row(let row)? = scope.meaning(of: name),
      row.type.valueKind == .choices
    else { return nil }
    return "write $\(name).@count for how many are chosen"
  }

  /// The parts of a formula that give its value: of TERNARY and coalesce, each value that they
  /// choose from.
  ///
  /// - Parameter inLists: Whether the elements of a list take the place of the list.
  /// - Returns: The parts, in the order of the text.
  /// - Complexity: O(n) in the number of nodes.
  func results(inLists: Bool = false) -> [NodeIndex] { structure.results(inLists: inLists) }

  /// A finding about a part of the text.
  ///
  /// `fix` is the text to write in the place of the part, if the fix is certain.
  func finding(
    _ id: FindingID, _ node: NodeIndex, _ message: String, _ severity: Severity,
    hint: String? = nil, hintsAtFile: Bool = false, fix: String? = nil
  ) -> Finding {
    var finding = finding(id, at: range(of: node), message, severity, hint: hint, fix: fix)
    finding.problem.hintsAtFile = hintsAtFile
    return finding
  }

  /// A finding about a range of the text at the path.
  func finding(
    _ id: FindingID, at range: Range<Int>, _ message: String, _ severity: Severity,
    hint: String? = nil, fix: String? = nil
  ) -> Finding {
    Finding(
      id,
      Problem(message, severity: severity, path: path, textRange: range, hint: hint),
      fix: fix.map {
        Fix("write \($0)", [Fix.Replacement(path: path, textRange: range, text: $0)])
      })
  }
}

extension Structure {
  /// The parts of a formula that give its value; see `CheckedText.results(inLists:)`.
  func results(inLists: Bool = false) -> [NodeIndex] {
    var results: [NodeIndex] = []
    var open = [root]
    while let node = open.popLast() {
      let children = children(of: node)
      switch kind(of: node) {
      case .ternary: open += [children[2], children[1]]
      case .call(.coalesce): open += children.reversed()
      case .aggregate where inLists: open += children.reversed()
      default: results.append(node)
      }
    }
    return results
  }

  /// The values that a formula can give, without nil; nil if one of them is neither a constant nor
  /// looked up.
  ///
  /// `lookup` gives the values of a column, by the names of the table and the column.
  func results(lookup: (String, String) -> [Value]?) -> [Value]? {
    var values: [Value] = []
    for node in results() {
      if case .call(.lookup) = kind(of: node), case let arguments = children(of: node),
        case .string(let table)? = literal(arguments[0]),
        case .string(let column)? = literal(arguments[3])
      {
        guard let cells = lookup(table, column) else { return nil }
        values += cells
        continue
      }
      guard let value = literal(node) else { return nil }
      guard value.keyNames != nil || value == .null else { return nil }
      if value != .null { values.append(value) }
    }
    return values
  }

  private func literal(_ node: NodeIndex) -> Value? {
    guard case .literal(let index) = kind(of: node) else { return nil }
    return value(index)
  }
}

extension RowDefinition {
  /// Whether SELF in the filter of the row is not always a value: an option is an object with more
  /// than a value.
  var hasObjectOptions: Bool { options?.written?.contains(where: \.isObject) ?? false }
}
