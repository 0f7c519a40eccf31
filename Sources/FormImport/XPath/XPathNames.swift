// Finds nodes by their names in one step, and knows all tags.

/// The names of the nodes of an XForm.
struct XPathNames: Sendable {
  private struct Key: Hashable {
    let parent: XFormNodes.Index
    let name: String
  }

  private var children: [Key: XFormNodes.Index] = [:]
  /// The tags of all nodes.
  let tags: Set<String>

  init(_ nodes: XFormNodes) {
    for (index, node) in nodes.nodes.enumerated() {
      // The first of several nodes of one name is the one that counts.
      for child in node.children.reversed() {
        children[Key(parent: index, name: nodes.nodes[child].name)] = child
      }
    }
    tags = Set(nodes.nodes.compactMap(\.tag))
  }

  /// The node of a name in another one; nil if there is none.
  func child(_ name: String, of parent: XFormNodes.Index) -> XFormNodes.Index? {
    children[Key(parent: parent, name: name)]
  }
}
