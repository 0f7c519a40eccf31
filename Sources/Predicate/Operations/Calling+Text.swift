// The bodies of functions of text. They do not normalise text. The bytes of a result are counted as
// steps before the result is made.

import Foundation

extension Calling {
  /// The text of an argument.
  ///
  /// Its bytes count as steps.
  static func text(
    _ value: Value, _ function: Function, _ steps: inout Steps
  ) throws(Trouble) -> String {
    guard case .string(let text) = value else {
      throw Trouble(
        "\(function.name) takes text, not \(value.named)",
        hint: function.isBeyondApple && value.castText != nil ? "make text of it, concat(…)" : nil)
    }
    try steps.take(text.utf8.count)
    return text
  }

  /// The integer of an argument.
  static func whole(_ value: Value, _ function: Function) throws(Trouble) -> Int64 {
    guard let int = try Computing.number(value, function.name).asExactInt else {
      throw Trouble("\(function.name) takes whole numbers, not \(value.named)")
    }
    return int
  }

  /// A text without white space at its ends, and with one blank for each that stands in it.
  static func trimmed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  // MARK: - Joining and splitting

  /// The values joined, each as CAST to text.
  ///
  /// Nil is empty text.
  static func joined(
    _ values: [Value], _ separator: String, _ function: Function, _ steps: inout Steps
  ) throws(Trouble) -> String {
    var joined = ""
    for (index, value) in values.enumerated() {
      let text: String
      switch value {
      case .null: text = ""
      default:
        guard let written = value.castText else {
          throw Trouble("\(function.name) cannot make text of \(value.named)")
        }
        text = written
      }
      try steps.take(1 + text.utf8.count + separator.utf8.count)
      if index > 0 { joined += separator }
      joined += text
    }
    return joined
  }

  static func join(_ arguments: [Value], _ steps: inout Steps) throws(Trouble) -> String {
    var separator = ""
    if !arguments[1].isNull { separator = try text(arguments[1], .join, &steps) }
    if arguments[0].isNull { return "" }
    guard let elements = arguments[0].members else {
      throw Trouble(
        "join needs a list, not \(arguments[0].named)",
        hint: "the list comes first: join(list, separator)")
    }
    return try joined(elements, separator, .join, &steps)
  }

  static func split(_ arguments: [Value], _ steps: inout Steps) throws(Trouble) -> Value {
    let text = try text(arguments[0], .split, &steps)
    let separator = try self.text(arguments[1], .split, &steps)
    guard !separator.isEmpty else { throw Trouble("split needs a separator that is not empty") }
    let parts = TextSearch.parts(of: text, between: separator)
    try steps.take(parts.count)
    return .array(parts.map(Value.string))
  }

  static func replace(_ arguments: [Value], _ steps: inout Steps) throws(Trouble) -> Value {
    let text = try text(arguments[0], .replace, &steps)
    let old = try self.text(arguments[1], .replace, &steps)
    let new = try self.text(arguments[2], .replace, &steps)
    guard !old.isEmpty else { return .string(text) }
    let parts = TextSearch.parts(of: text, between: old)
    let (added, overflow) = (parts.count - 1).multipliedReportingOverflow(by: new.utf8.count)
    try steps.take(parts.count)
    try steps.take(overflow ? .max : added)
    return .string(parts.joined(separator: new))
  }

  static func substring(
    _ arguments: [Value], _ steps: inout Steps
  ) throws(Trouble) -> Value {
    let text = try text(arguments[0], .substring, &steps)
    func place(_ value: Value) throws(Trouble) -> Int {
      let place = try whole(value, .substring)
      guard place >= 0 else {
        throw Trouble(
          "substring takes a place and a count from 0, not \(place)",
          hint: "the first character is at 0")
      }
      return Int(clamping: place)
    }
    let rest = text.dropFirst(try place(arguments[1]))
    guard arguments.count > 2 else { return .string(String(rest)) }
    return .string(String(rest.prefix(try place(arguments[2]))))
  }

  // MARK: - Numbers

  static func number(_ value: Value, _ steps: inout Steps) throws(Trouble) -> Value {
    switch value {
    case .bool(let flag): return .int(flag ? 1 : 0)
    case .int, .double: return value
    case .string:
      let written = try text(value, .number, &steps)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      if let int = Int64(written) { return .int(int) }
      return Casting.decimal(written).flatMap { $0.isFinite ? .double($0) : nil } ?? .null
    case .date:
      throw Trouble(
        "number takes text, not \(value.named)", hint: "daysBetween(a, b) is a number of days")
    default: throw Trouble("number takes text, not \(value.named)")
    }
  }
}
