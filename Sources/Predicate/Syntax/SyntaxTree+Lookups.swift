// Lists the calls of `lookup` in a tree, and the keys that the tree reads of SELF. Both are found
// by walking the tree, never by searching its text.

/// A call of `lookup` in a text.
package struct Lookup: Sendable {
  /// A name that the call gives, and where.
  package struct Name: Sendable {
    package let name: String
    package let range: Range<Int>
  }

  /// The name of the table; nil if it is not text in quotes.
  package let table: Name?
  /// The column in which the value is looked up.
  package let key: Name?
  /// The column that is read.
  package let column: Name?
  /// Where the first name stands that is not text in quotes.
  package let firstFormula: Range<Int>?
}

extension SyntaxTree {
  /// All calls of `lookup`, in the order of the text.
  ///
  /// - Complexity: O(n).
  package var lookups: [Lookup] {
    structure.depth == .involved ? structure.nodes.compactMap(lookup) : []
  }

  /// What a node looks up; nil if it does not call `lookup`.
  func lookup(_ node: NodeIndex) -> Lookup? {
    guard case .call(.lookup) = structure.kind(of: node) else { return nil }
    func name(_ position: Int) -> Lookup.Name? {
      let child = structure.child(position, of: node)
      guard let text = structure.text(of: child) else { return nil }
      return Lookup.Name(name: text, range: range(of: child))
    }
    let firstFormula = [0, 1, 3].first { name($0) == nil }
    return Lookup(
      table: name(0), key: name(1), column: name(3),
      firstFormula: firstFormula.map { range(of: structure.child($0, of: node)) })
  }

  /// The keys that are read from SELF, and nil where SELF is used as a whole, in the order of the
  /// text.
  ///
  /// - Complexity: O(n).
  package var usesOfSelf: [(key: String?, range: Range<Int>)] {
    structure.nodes.compactMap { node in
      switch structure.kind(of: node) {
      case .key(let name): (structure.name(name), range(of: node))
      case .selfObject: (nil, range(of: node))
      default: nil
      }
    }
  }
}

extension Structure {
  /// The text of a literal; nil for every other node.
  func text(of node: NodeIndex) -> String? {
    guard case .literal(let index) = kind(of: node), case .string(let text) = value(index) else {
      return nil
    }
    return text
  }
}
