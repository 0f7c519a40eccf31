// Prints values as text, for three uses: messages and displays, a short form on a single line, and
// CAST to NSString.

import Foundation

extension Value {
  /// The text that CAST to NSString gives; nil if CAST does not accept the kind.
  var castText: String? {
    switch self {
    case .bool(let flag): flag ? "1" : "0"
    case .int(let int): String(int)
    case .double(let double): Self.shortest(double)
    case .string(let text): text
    case .date(let date): DateText.text(of: date)
    default: nil
    }
  }

  /// The shortest digits that identify the double, without `.0`, as NSNumber prints it.
  private static func shortest(_ double: Double) -> String {
    let text = double.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Value: CustomStringConvertible {
  /// The value similar to a literal of the language, for messages and displays.
  ///
  /// Dates are ISO 8601 text.
  public var description: String {
    switch self {
    case .null: "nil"
    case .bool(let flag): flag ? "true" : "false"
    case .int(let int): String(int)
    case .double(let double): double.description
    case .string(let text): "'\(text)'"
    case .date(let date): DateText.text(of: date)
    case .data(let data): "\(data.count) bytes"
    case .array(let elements): "{\(elements.map(\.description).joined(separator: ", "))}"
    case .set(let set): "{\(set.elements.map(\.description).joined(separator: ", "))}"
    case .dictionary(let dictionary):
      "{"
        + zip(dictionary.keys, dictionary.values).map { "\($0) = \($1)" }.joined(separator: ", ")
        + "}"
    }
  }

  /// The kind and the shortened value: `the text 'abc'`, `the number 3`.
  var named: String {
    let short = short
    return switch self {
    case .null: "nil"
    case .bool: short
    case .int, .double: "the number \(short)"
    case .string: "the text \(short)"
    case .date: "the date \(short)"
    case .data: "the data (\(short))"
    case .array: "the list \(short)"
    case .set: "the set \(short)"
    case .dictionary: "the dictionary \(short)"
    }
  }

  /// The description on one line, shortened to about 40 characters.
  package var short: String { short(of: 40) }

  /// The description on one line, shortened to about `count` characters.
  package func short(of count: Int) -> String {
    var room = count
    return shortened(&room)
  }

  /// The description, until `room` characters are used up.
  ///
  /// The cost does not depend on the size of the value. Each nested collection uses up room, so a
  /// deep value cannot overflow the stack.
  private func shortened(_ room: inout Int) -> String {
    func list(_ parts: some Sequence<(String, Value)>) -> String {
      var text = ""
      for (label, value) in parts {
        guard room > 0 else { return "{\(text)…}" }
        if !text.isEmpty { text += ", " }
        room -= label.count + 2
        text += label + value.shortened(&room)
      }
      return "{\(text)}"
    }
    switch self {
    case .array(let elements): return list(elements.lazy.map { ("", $0) })
    case .set(let set): return list(set.elements.lazy.map { ("", $0) })
    case .dictionary(let dictionary):
      let width = max(room, 1)
      return list(
        dictionary.pairs.map { key, value in
          let start = Self.start(of: key, width)
          return (start.endIndex == key.endIndex ? "\(key) = " : "\(start)… = ", value)
        })
    case .string(let text):
      let start = Self.start(of: text, max(room, 1))
      room -= start.count
      let shown = start.unicodeScalars.map { Self.visible($0) }.joined()
      return start.endIndex == text.endIndex ? "'\(shown)'" : "'\(shown)…'"
    default:
      room -= description.count
      return description
    }
  }

  /// The first characters of a text.
  ///
  /// One character may consist of many scalars, so the number of scalars is limited too.
  private static func start(of text: String, _ count: Int) -> Substring {
    let end = text.unicodeScalars.index(
      text.startIndex, offsetBy: 8 * count, limitedBy: text.endIndex)
    return text[..<(end ?? text.endIndex)].prefix(count)
  }

  /// A scalar, or its escape if it would break the line.
  private static func visible(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: String(scalar)
    }
  }
}
