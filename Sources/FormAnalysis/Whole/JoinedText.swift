// The texts that must agree, joined by AND into one and parsed once, so that the reasoning within
// one condition sees them all. Each range leads back to the text that it stands in.

import Predicate

/// Several texts as one.
struct JoinedText {
  /// The longest joined text, in bytes.
  static let maximumLength = 1 << 18

  let parts: [MemberPart]
  let tree: SyntaxTree
  /// By part: its nodes.
  let nodes: [[NodeIndex]]
  /// By question: its nodes.
  let questions: [[NodeIndex]]
  /// By part: where its text begins.
  private let starts: [Int]

  /// Joins texts; nil if they are too long or too deep together.
  ///
  /// - Parameters:
  ///   - parts: The texts.
  ///   - questions: More predicates, which hold only where somebody asks.
  /// - Complexity: O(n) in the length of the texts.
  init?(_ parts: [MemberPart], questions: [String] = []) {
    var text = ""
    var starts: [Int] = []
    var ends: [Int] = []
    for (index, part) in parts.enumerated() {
      if index > 0 { text += " AND " }
      text += part.isNegated ? "NOT (" : "("
      starts.append(text.utf8.count)
      text += part.text
      text += ")"
      ends.append(text.utf8.count)
      guard text.utf8.count <= Self.maximumLength else { return nil }
    }
    for question in questions {
      text += " AND (\(question))"
      ends.append(text.utf8.count)
    }
    guard let tree = try? SyntaxTree(predicate: text, limits: .standard, functions: .extended)
    else { return nil }
    let root = tree.structure.root
    var nodes: [[NodeIndex]] = Array(repeating: [], count: ends.count)
    if ends.count == 1 {
      nodes[0] = [root]
    } else {
      // The parser makes one AND of what stands side by side, with or without parentheses.
      var index = 0
      for child in tree.structure.children(of: root) {
        while index + 1 < ends.count, tree.range(of: child).lowerBound >= ends[index] { index += 1 }
        nodes[index].append(child)
      }
    }
    self.parts = parts
    self.tree = tree
    self.starts = starts
    self.nodes = Array(nodes[..<parts.count])
    self.questions = Array(nodes[parts.count...])
  }

  /// The range of a node in the text of its part.
  func range(of node: NodeIndex, in part: Int) -> Range<Int> {
    let count = parts[part].text.utf8.count
    let range = tree.range(of: node)
    let lower = min(max(range.lowerBound - starts[part], 0), count)
    let upper = min(max(range.upperBound - starts[part], lower), count)
    return lower..<upper
  }
}
