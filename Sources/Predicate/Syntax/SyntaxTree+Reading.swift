// Lists the keys that a tree reads. The keys are found by walking the tree, never by searching its
// text.

extension SyntaxTree {
  /// The key paths that the text reads from the evaluated object, in the order of their first use.
  ///
  /// A path ends at the first part that is neither a key nor a collection operator: for `a.b[0].c`
  /// the path is `a.b`. Keys of variables and of SUBQUERY items are not listed. Terms of device
  /// management are listed as they are written: `@status(mdm.app)`.
  ///
  /// - Complexity: O(n).
  public var keyPaths: [String] {
    var parents = [NodeIndex?](repeating: nil, count: structure.nodes.count)
    for node in structure.nodes {
      // A chain continues its first child only.
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
    case .term(let term, let name) where !term.hasBase:
      segments.append(term.spelled(structure.name(name)))
    case .selfObject: break
    default: return nil
    }
    var node = head
    while let parent = parents[node.index] {
      switch structure.kind(of: parent) {
      case .member(let name): segments.append(structure.name(name))
      case .term(let term, let name): segments.append(term.spelled(structure.name(name)))
      case .collectionOperator(let name): segments.append("@" + structure.name(name))
      default: return segments.isEmpty ? nil : segments.joined(separator: ".")
      }
      node = parent
    }
    return segments.isEmpty ? nil : segments.joined(separator: ".")
  }

  /// The keys of the evaluated object that are read without SELF before them.
  ///
  /// An embedder whose conditions use only variables can report these as mistakes.
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

  /// A comparison with a key that stands alone in braces, as `{age} > 17` in other languages.
  package struct BracedKey: Sendable {
    /// The place of the key.
    package let range: Range<Int>
    /// The place of the braces.
    package let list: Range<Int>
    /// What stands before and after the braces in the comparison.
    fileprivate let before: String
    fileprivate let after: String

    /// The comparison with a variable in place of the braces.
    package func comparison(of name: String) -> String { "\(before)$\(name)\(after)" }
  }

  /// The comparisons with a key that stands alone in braces.
  ///
  /// Lists after IN and BETWEEN are not listed: there, braces are right.
  ///
  /// - Complexity: O(n).
  package var bracedKeys: [BracedKey] {
    let bytes = Array(text.utf8)
    func key(in node: NodeIndex) -> NodeIndex? {
      guard case .aggregate = structure.kind(of: node), structure.children(of: node).count == 1,
        case let child = structure.child(0, of: node), case .key = structure.kind(of: child)
      else { return nil }
      return child
    }
    func source(_ node: NodeIndex) -> String {
      if let key = key(in: node), case .key(let name) = structure.kind(of: key) {
        return "$\(structure.name(name))"
      }
      let longest = 40
      let range = range(of: node)
      return range.count > longest ? "…" : String(decoding: bytes[range], as: UTF8.self)
    }
    var found: [BracedKey] = []
    for node in structure.nodes {
      guard case .comparison(let symbol, let options, .one) = structure.kind(of: node) else {
        continue
      }
      let (left, right) = (structure.child(0, of: node), structure.child(1, of: node))
      let middle = " \(symbol.symbol)\(options) "
      if symbol != .contains, let key = key(in: left) {
        found.append(
          BracedKey(
            range: range(of: key), list: range(of: left), before: "",
            after: middle + source(right)))
      }
      if symbol != .in, symbol != .between, let key = key(in: right) {
        found.append(
          BracedKey(
            range: range(of: key), list: range(of: right), before: source(left) + middle, after: "")
        )
      }
    }
    return found
  }

  /// The keys that are read from the object in a variable.
  ///
  /// Such a key comes right after the variable, or after the name that means the variable itself,
  /// also where the text says `coalesce($m, {})` for the variable.
  ///
  /// - Parameters:
  ///   - claimed: The names that are not keys right after a variable.
  ///   - itself: The name in `claimed` that means the variable itself.
  /// - Returns: The variable, the key, whether `itself` is between them, and the range.
  package func keysOfVariables(
    except claimed: Set<String>, itself: String
  ) -> [(variable: String, key: String, isBehindName: Bool, range: Range<Int>)] {
    structure.nodes.compactMap { node in
      guard case .member(let key) = structure.kind(of: node) else { return nil }
      let name = structure.name(key)
      var child = structure.child(0, of: node)
      if case .call(.coalesce) = structure.kind(of: child) {
        let arguments = structure.children(of: child)
        guard arguments.count == 2, case .aggregate = structure.kind(of: arguments[1]) else {
          return nil
        }
        child = arguments[0]
      }
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

  /// A place where a text reads a key of a variable, and the key behind it.
  package struct KeyUse: Sendable {
    /// The key behind; nil if the text uses the object as a whole.
    package let name: String?
    /// The key behind that one, if there is one.
    package let next: String?
    /// Whether the value is only added, subtracted, multiplied or divided, up to the whole text.
    package let isOnlyComputed: Bool
    package let range: Range<Int>
  }

  /// The places where the text reads a key of a variable.
  ///
  /// - Complexity: O(n).
  package func uses(of key: String, ofVariable name: String) -> [KeyUse] {
    var parents = [NodeIndex?](repeating: nil, count: structure.nodes.count)
    for node in structure.nodes {
      for child in structure.children(of: node) { parents[child.index] = node }
    }
    func member(behind node: NodeIndex) -> (node: NodeIndex, name: String)? {
      guard let parent = parents[node.index], structure.child(0, of: parent) == node,
        case .member(let name) = structure.kind(of: parent)
      else { return nil }
      return (parent, structure.name(name))
    }
    func isOnlyComputed(_ node: NodeIndex) -> Bool {
      var next = node
      while let parent = parents[next.index] {
        switch structure.kind(of: parent) {
        case .infix(.add), .infix(.subtract), .infix(.multiply), .infix(.divide): next = parent
        default: return false
        }
      }
      return true
    }
    return structure.nodes.compactMap { node in
      guard case .member(let found) = structure.kind(of: node), structure.name(found) == key,
        case .variable(let variable) = structure.kind(of: structure.child(0, of: node)),
        self.variable(variable) == name
      else { return nil }
      let behind = member(behind: node)
      let last = behind?.node ?? node
      return KeyUse(
        name: behind?.name, next: behind.flatMap { member(behind: $0.node)?.name },
        isOnlyComputed: isOnlyComputed(last), range: range(of: last))
    }
  }

  /// The first place where SELF or a key of SELF is read; nil if there is none.
  public var firstUseOfSelf: Range<Int>? {
    structure.nodes.first { node in
      switch structure.kind(of: node) {
      case .selfObject, .key: true
      default: false
      }
    }.map(range)
  }
}
