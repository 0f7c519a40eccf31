// Values as sentences and as NSString has them.

import Foundation

extension Value {
  /// The value as CAST to NSString gives it; nil for kinds it does not take.
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

  /// The shortest digits that give the double back, without `.0`, as NSNumber describes it.
  private static func shortest(_ double: Double) -> String {
    let text = double.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Value: CustomStringConvertible {
  /// The value as a literal of the language, dates as ISO 8601 text; for messages and displays.
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

  /// The value with its kind, shortened: `the text 'abc'`, `the number 3`.
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

  /// The description on one line, cut where it becomes long.
  package var short: String { short(of: 40) }

  /// The description on one line, cut after about so many characters.
  package func short(of count: Int) -> String {
    var room = count
    return shortened(&room)
  }

  /// The description as far as there is room for it; a message must not cost what a value weighs.
  ///
  /// Each collection inside another takes room, so no value is too deep for the stack.
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

  /// The first characters of a text; of one that goes on and on, a part.
  private static func start(of text: String, _ count: Int) -> Substring {
    let end = text.unicodeScalars.index(
      text.startIndex, offsetBy: 8 * count, limitedBy: text.endIndex)
    return text[..<(end ?? text.endIndex)].prefix(count)
  }

  /// A scalar, or the escape of one that would break a line.
  private static func visible(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: String(scalar)
    }
  }
}
