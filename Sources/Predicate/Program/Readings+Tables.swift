// Lists what a tree reads of the rows of tables through `table`, so that a form can check the
// names.

/// A call of `table` in a text.
package struct TableRows: Sendable {
  /// The name of the table; nil if it is not text in quotes.
  package let table: Lookup.Name?
  /// The keys that the text reads of the rows, in the order of the text.
  package let keys: [Lookup.Name]
  /// Where the argument of the call stands.
  package let range: Range<Int>
}

extension SyntaxTree {
  /// All calls of `table`, in the order of the text.
  ///
  /// - Complexity: O(n log n).
  package var tableRows: [TableRows] {
    guard structure.depth == .involved else { return [] }
    let calls = structure.nodes.filter { structure.kind(of: $0) == .call(.table) }
    guard !calls.isEmpty else { return [] }
    let keys = Dictionary(
      grouping: Readings(self, attributes: [], collections: []).tableKeys, by: \.table)
    return calls.map { call in
      let name = structure.child(0, of: call)
      return TableRows(
        table: structure.text(of: name).map { Lookup.Name(name: $0, range: range(of: name)) },
        keys: (keys[call] ?? []).map { Lookup.Name(name: $0.key, range: keyRange(of: $0.node)) },
        range: range(of: name))
    }
  }

  /// Where the key of a member stands, with its dot; a key in brackets is a node of its own.
  private func keyRange(of node: NodeIndex) -> Range<Int> {
    guard case .member = structure.kind(of: node) else { return range(of: node) }
    let end = range(of: node).upperBound
    return min(range(of: structure.child(0, of: node)).upperBound, end)..<end
  }
}
