// Values as sentences and as NSString has them.

import Foundation

extension Value {
  /// The value as CAST to NSString gives it; nil for kinds it does not take.
  var castText: String? {
    switch self {
    case .bool(let flag): flag ? "1" : "0"
    case .int(let int): String(int)
    case .double(let double): double.description
    case .string(let text): text
    case .date(let date): DateText.text(of: date)
    default: nil
    }
  }
}

extension Value: CustomStringConvertible {
  /// The value as a literal of the language, dates as ISO 8601 text; for messages and displays.
  public var description: String {
    switch self {
    case .null: "nil"
    case .bool(let flag): flag ? "true" : "false"
    case .int, .double: castText ?? ""
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
    let shown = description
    let short = shown.count > 40 ? shown.prefix(39) + "…" : shown
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
}
