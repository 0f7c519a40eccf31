// What a tree reads, found by walking the tree and never by looking at its text.

extension SyntaxTree {
  /// The paths of keys the text reads of the evaluated object, each once, in the order of the text.
  ///
  /// A path ends where something else than a key or an operator on a collection follows: of
  /// `a.b[0].c` it is `a.b`. What a SUBQUERY binds and what a variable holds have no path here.
  ///
  /// - Complexity: O(n).
  public var keyPaths: [String] {
    var parents = [NodeIndex?](repeating: nil, count: structure.nodes.count)
    for node in structure.nodes {
      // Only the first child is what a chain continues.
      if structure.kind(of: node).isChained, let child = structure.children(of: node).first {
        parents[child.index] = node
      }
    }
    var seen: Set<ExactText> = []
    var paths: [String] = []
    for node in structure.nodes {
      guard let path = keyPath(from: node, parents) else { continue }
      if seen.insert(ExactText(path)).inserted { paths.append(path) }
    }
    return paths
  }

  private func keyPath(from head: NodeIndex, _ parents: [NodeIndex?]) -> String? {
    var segments: [String] = []
    switch structure.kind(of: head) {
    case .key(let name): segments.append(structure.name(name))
    case .selfObject: break
    default: return nil
    }
    var node = head
    while let parent = parents[node.index] {
      switch structure.kind(of: parent) {
      case .member(let name): segments.append(structure.name(name))
      case .collectionOperator(let name): segments.append("@" + structure.name(name))
      default: return segments.isEmpty ? nil : segments.joined(separator: ".")
      }
      node = parent
    }
    return segments.isEmpty ? nil : segments.joined(separator: ".")
  }

  /// Where a key of the evaluated object is read without SELF in front, with the key's name.
  ///
  /// Embedders whose conditions speak of variables only point at these.
  public var bareKeys: [(name: String, range: Range<Int>)] {
    guard structure.nodes.contains(where: { structure.kind(of: $0).isKey }) else { return [] }
    let bytes = Array(text.utf8)
    return structure.nodes.compactMap { node in
      guard case .key(let name) = structure.kind(of: node) else { return nil }
      let range = range(of: node)
      let head = bytes[range].prefix { Identifier.canContinue(Unicode.Scalar($0)) }
      let isSpelledOut =
        head.count < range.count
        && Keyword.spelled(by: String(decoding: head, as: UTF8.self)) == .self
      return isSpelledOut ? nil : (structure.name(name), range)
    }
  }

  /// Where a key is read of what a variable holds: right behind the variable, or behind a claimed
  /// name that means the variable itself.
  ///
  /// - Parameters:
  ///   - claimed: The names that, right behind a variable, are no keys.
  ///   - itself: The one of them that means the variable itself.
  /// - Returns: The variable, the key, whether the claimed name stands between them, and the range.
  package func keysOfVariables(
    except claimed: Set<String>, itself: String
  ) -> [(variable: String, key: String, isBehindName: Bool, range: Range<Int>)] {
    structure.nodes.compactMap { node in
      guard case .member(let key) = structure.kind(of: node) else { return nil }
      let name = structure.name(key)
      let child = structure.child(0, of: node)
      switch structure.kind(of: child) {
      case .variable(let variable) where !claimed.contains(name):
        return (self.variable(variable), name, false, range(of: node))
      case .member(let between) where structure.name(between) == itself:
        guard case .variable(let variable) = structure.kind(of: structure.child(0, of: child))
        else { return nil }
        return (self.variable(variable), name, true, range(of: node))
      default: return nil
      }
    }
  }

  /// Where SELF or a key of it is read, first of all.
  public var firstUseOfSelf: Range<Int>? {
    structure.nodes.first { node in
      switch structure.kind(of: node) {
      case .selfObject, .key: true
      default: false
      }
    }.map(range)
  }
}
