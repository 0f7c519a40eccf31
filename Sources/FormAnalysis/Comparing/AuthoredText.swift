// Conditions as their author wrote them, for a report: the key, the text, and of two long texts the
// parts that differ. What counts as different is decided by canonical texts.

import FormGraph
import Predicate

/// A condition with the key that its author wrote.
struct AuthoredText {
  /// The key, such as `visible`.
  let key: String
  let text: String

  /// The key and the text of a condition.
  ///
  /// The given key is `hidden`, or `disabled`, or a key without an opposite, with what comes before
  /// it, such as `options 1 hidden`.
  init(_ condition: ConditionDefinition, key: String) {
    switch condition.source {
    case .constant(let isTrue): text = isTrue.description
    case .predicate(let predicate): text = predicate
    case .function(let name, let reads): text = CanonicalText.call(name, reads)
    }
    let words = key.split(separator: " ")
    if condition.isInverted, let last = words.last,
      let other = ConditionDefinition.opposites[String(last)]
    {
      self.key = (words.dropLast().map(String.init) + [other]).joined(separator: " ")
    } else {
      self.key = key
    }
  }

  /// The texts of two conditions under one key, that of the new one.
  static func pair(
    _ old: ConditionDefinition?, _ new: ConditionDefinition?, key: String
  ) -> (key: String, old: String?, new: String?) {
    let (oldText, newText) = (
      old.map { AuthoredText($0, key: key) }, new.map { AuthoredText($0, key: key) }
    )
    guard let oldText, let newText, let old, oldText.key != newText.key else {
      return (newText?.key ?? oldText?.key ?? key, oldText?.text, newText?.text)
    }
    // The old one as the new one says it: `visible` in place of `hidden`.
    let opposite = ConditionDefinition(old.source, isInverted: true)
    return (newText.key, CanonicalText.condition(opposite), newText.text)
  }
}

/// The parts that two texts do not have in common.
struct TextDifference {
  /// The parts of the old text that the new one lacks.
  private(set) var old: [String] = []
  /// The parts of the new text that the old one lacks.
  private(set) var new: [String] = []

  /// Compares the parts that AND or OR joins; nil if the texts have no part in common.
  ///
  /// Of a part that has changed itself, its parts are compared, and so on.
  ///
  /// - Complexity: O(n) in the length of the texts, for each level.
  init?(_ oldText: String, _ newText: String) {
    var texts = (oldText, newText)
    var hasCommon = false
    // Each step looks into a part, so the nesting of a text bounds the loop.
    while let (oldParts, newParts) = Self.parts(texts.0, texts.1) {
      let left = Self.without(newParts, in: oldParts)
      let right = Self.without(oldParts, in: newParts)
      guard left.count < oldParts.count else { break }
      hasCommon = true
      (old, new) = (left, right)
      guard left.count == 1, right.count == 1 else { break }
      texts = (left[0], right[0])
    }
    guard hasCommon else { return nil }
  }

  /// The parts of two texts that join their parts in the same way; one may be a single part.
  private static func parts(_ old: String, _ new: String) -> ([String], [String])? {
    guard let old = joined(old), let new = joined(new) else { return nil }
    guard old.isAnd == new.isAnd || old.isAnd == nil || new.isAnd == nil,
      old.parts.count > 1 || new.parts.count > 1
    else { return nil }
    return (old.parts, new.parts)
  }

  /// The parts that AND or OR joins; the text itself if neither does.
  ///
  /// Nil if it cannot be parsed.
  private static func joined(_ text: String) -> (isAnd: Bool?, parts: [String])? {
    guard let tree = try? SyntaxTree(predicate: text, functions: .extended),
      let root = tree.parts.last
    else { return nil }
    let isAnd: Bool
    switch root.kind {
    case .and: isAnd = true
    case .or: isAnd = false
    default: return (nil, [text])
    }
    var open: [Int] = []
    let parts = tree.parts
    for (index, part) in parts.dropLast().enumerated() {
      open.removeLast(part.childCount)
      open.append(index)
    }
    return (isAnd, open.map { String(parts[$0].source) })
  }

  private static func without(_ others: [String], in parts: [String]) -> [String] {
    var counts: [String: Int] = [:]
    for other in others { counts[CanonicalText.predicate(other), default: 0] += 1 }
    return parts.filter { part in
      let text = CanonicalText.predicate(part)
      guard let count = counts[text], count > 0 else { return true }
      counts[text] = count - 1
      return false
    }
  }
}
