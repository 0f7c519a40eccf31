// Names the rows, sections and lists of an XForm. A tag is the name of the node. If another node
// has the name too, the names of the nodes around it go in front until the tag is unique, and a
// number goes behind a tag that is not unique even so. Case does not count. The same file gives the
// same tags.

import Predicate

/// The tags of all nodes.
struct XFormTags {
  /// The tag of each node; nil of the root.
  private(set) var tags: [String?]
  private var taken: Set<String>
  /// The last number behind each tag.
  private var numbers: [String: Int] = [:]

  /// The length of a tag, in bytes, from which a number makes it unique.
  private static let maximumLength = 100

  /// What means something else in conditions: words of the language, inputs that every form has,
  /// and what conditions read of rows and items.
  private static let reserved: Set<String> = Set(
    Keyword.allCases.map { $0.rawValue.lowercased() }
      + [
        "language", "timezone", "item", "template", "value", "index", "ishidden", "isdisabled",
        "isrequired", "isvalid", "option",
      ])

  /// Names the nodes.
  ///
  /// - Complexity: O(n) in the number of nodes, times the depth of nodes with equal names.
  init(_ nodes: XFormNodes) {
    tags = nodes.nodes.map { _ in nil }
    taken = Self.reserved
    var open = nodes.nodes.indices.dropFirst().map { index in
      (node: index, tag: Self.tag(nodes.nodes[index].name), outer: nodes.nodes[index].parent)
    }
    while !open.isEmpty {
      let counts = Dictionary(open.map { ($0.tag.lowercased(), 1) }, uniquingKeysWith: +)
      var left: [(node: Int, tag: String, outer: Int?)] = []
      var found: [(node: Int, tag: String)] = []
      var equal: [(node: Int, tag: String)] = []
      for entry in open {
        let folded = entry.tag.lowercased()
        if counts[folded] == 1, !taken.contains(folded) {
          found.append((entry.node, entry.tag))
        } else if let outer = entry.outer, entry.tag.utf8.count < Self.maximumLength {
          let tag = "\(Self.tag(nodes.nodes[outer].name))_\(entry.tag)"
          left.append((entry.node, tag, nodes.nodes[outer].parent))
        } else {
          equal.append((entry.node, entry.tag))
        }
      }
      for (node, tag) in found {
        tags[node] = tag
        taken.insert(tag.lowercased())
      }
      for (node, tag) in equal { tags[node] = numbered(tag) }
      open = left
    }
  }

  private mutating func numbered(_ tag: String) -> String {
    let folded = tag.lowercased()
    if taken.insert(folded).inserted { return tag }
    var number = numbers[folded] ?? 1
    repeat { number += 1 } while taken.contains("\(folded)_\(number)")
    numbers[folded] = number
    taken.insert("\(folded)_\(number)")
    return "\(tag)_\(number)"
  }

  /// A name made a tag: letters, digits and `_`.
  static func tag(_ name: String) -> String {
    if Identifier.isValid(name) { return name }
    let scalars = name.unicodeScalars.map { Identifier.isValid("_\($0)") ? $0 : "_" }
    let tag = String(String.UnicodeScalarView(scalars))
    return Identifier.isValid(tag) ? tag : "_\(tag)"
  }
}
