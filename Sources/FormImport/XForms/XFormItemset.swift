// Takes the `nodeset` of an itemset apart: where the choices come from, and the conditions in its
// brackets. The conditions stay XPaths.

/// The nodes that an itemset names.
struct XFormItemset {
  enum Base: Equatable {
    /// The items of a secondary instance, by its id.
    case instance(String)
    /// Nodes of the primary instance.
    case path(String)
  }

  private(set) var base: Base
  /// What stands in brackets.
  private(set) var predicates: [String] = []
  /// Whether the choices are shown in random order.
  private(set) var isRandom = false

  init(_ nodeset: String) {
    var text = nodeset.trimmed
    if text.hasPrefix("randomize("), text.hasSuffix(")") {
      isRandom = true
      // A seed may stand behind the nodes.
      let inside = String(text.dropFirst("randomize(".count).dropLast())
      text = (Self.parts(inside, separator: UInt8(ascii: ",")).first ?? inside).trimmed
    }
    var path = ""
    var depth = 0
    var start = text.startIndex
    for index in Self.unquoted(text) {
      switch text.utf8[index] {
      case UInt8(ascii: "["):
        if depth == 0 {
          path += text[start..<index]
          start = text.utf8.index(after: index)
        }
        depth += 1
      case UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 {
          predicates.append(String(text[start..<index]).trimmed)
          start = text.utf8.index(after: index)
        }
      default: break
      }
    }
    if start <= text.endIndex { path += text[start...] }
    base = .path(path.trimmed)
    let ids = Self.instances(in: path)
    if let id = ids.first, path.hasPrefix("instance") { base = .instance(id) }
  }

  /// The column of `jr:itext(column)`; nil if a label is something else.
  static func textColumn(_ label: String) -> String? {
    let label = label.trimmed
    guard label.hasPrefix("jr:itext("), label.hasSuffix(")") else { return nil }
    return String(label.dropFirst("jr:itext(".count).dropLast()).trimmed
  }

  /// The ids of the instances that an XPath reads by `instance('…')`.
  static func instances(in xpath: String) -> [String] {
    xpath.split(separator: "instance(").dropFirst(xpath.hasPrefix("instance(") ? 0 : 1).compactMap {
      let rest = String($0.prefix(4_096)).trimmed
      guard let quote = rest.first, quote == "'" || quote == "\"",
        let end = rest.dropFirst().firstIndex(of: quote)
      else { return nil }
      return String(rest[rest.index(after: rest.startIndex)..<end])
    }
  }

  /// The positions of a text that are outside of quotes.
  private static func unquoted(_ text: String) -> [String.Index] {
    var quote: UInt8?
    return text.utf8.indices.filter { index in
      let byte = text.utf8[index]
      if let open = quote {
        if byte == open { quote = nil }
        return false
      }
      if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
        return false
      }
      return true
    }
  }

  /// The parts of a text between separators that stand outside of quotes and brackets.
  private static func parts(_ text: String, separator: UInt8) -> [String] {
    var parts: [String] = []
    var start = text.startIndex
    var depth = 0
    for index in unquoted(text) {
      switch text.utf8[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case separator where depth == 0:
        parts.append(String(text[start..<index]))
        start = text.utf8.index(after: index)
      default: break
      }
    }
    return parts + [String(text[start...])]
  }
}
