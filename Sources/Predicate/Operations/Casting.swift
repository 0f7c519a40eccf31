// CAST, and the keys that NSString and NSNumber have: conversions between kinds of values.

import Foundation

/// Converts values.
package enum Casting {
  static var dateOutOfRange: Trouble {
    Trouble("the date lies outside the years 1 to 9999")
  }

  /// The result of `CAST(value, 'type')`.
  package static func cast(_ value: Value, to target: CastTarget) throws(Trouble) -> Value {
    switch (target, value) {
    case (_, .null): return .null
    case (.string, _): if let text = value.castText { return .string(text) }
    case (.date, .date), (.number, .int), (.number, .double), (.number, .bool),
      (.decimalNumber, .int), (.decimalNumber, .double), (.decimalNumber, .bool):
      return value
    case (.date, .string(let text)):
      if let date = DateText.date(from: text) { return .date(date) }
      throw Trouble(
        "\(value.short) is not a date", hint: "dates are ISO 8601, 2024-05-01T10:30:00Z")
    case (.date, _):
      guard let number = Number(value) else { break }
      guard let date = CastTarget.date(from: number) else { throw dateOutOfRange }
      return .date(date)
    case (.number, .date(let date)), (.decimalNumber, .date(let date)):
      return .double(date.timeIntervalSinceReferenceDate)
    case (.number, .string(let text)), (.decimalNumber, .string(let text)):
      let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
      if let int = Int64(trimmed) { return .int(int) }
      if let double = decimal(trimmed) { return .double(double) }
      throw Trouble("\(value.short) is not a number")
    default: break
    }
    throw Trouble("CAST cannot convert \(value.named) to \(target.rawValue)")
  }

  /// Parses digits with a period or an exponent.
  ///
  /// Rejects `nan`, `inf` and hexadecimal numbers.
  static func decimal(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
    return Double(text)
  }

  /// The keys that text has.
  package static let textKeys = [
    "length", "integerValue", "intValue", "longLongValue", "doubleValue", "floatValue",
    "boolValue", "lowercaseString", "uppercaseString", "capitalizedString", "description",
    "lastPathComponent", "pathExtension", "stringByDeletingLastPathComponent",
    "stringByDeletingPathExtension",
  ]

  /// The keys that numbers have.
  package static let numberKeys = [
    "integerValue", "intValue", "longLongValue", "doubleValue", "floatValue", "boolValue",
    "stringValue", "description",
  ]

  /// The value of a key of text; nil if text has no such key.
  static func key(_ key: String, of text: String) -> Value? {
    switch key {
    case "length": .int(Int64(text.utf16.count))
    case "integerValue", "longLongValue": .int(leadingInteger(text))
    case "intValue": .int(Int64(Int32(clamping: leadingInteger(text))))
    case "doubleValue": .double(leadingDouble(text))
    case "floatValue": .double(Double(Float(leadingDouble(text))))
    case "boolValue": .bool(leadingBool(text))
    case "lowercaseString": .string(text.lowercased())
    case "uppercaseString": .string(text.uppercased())
    case "capitalizedString": .string(capitalized(text))
    case "description": .string(text)
    case "lastPathComponent": .string(PathText(text).lastComponent)
    case "pathExtension": .string(PathText(text).fileExtension)
    case "stringByDeletingLastPathComponent": .string(PathText(text).directory)
    case "stringByDeletingPathExtension": .string(PathText(text).withoutExtension)
    default: nil
    }
  }

  /// Each word with its first letter in upper case and the rest in lower case, independent of
  /// locale.
  ///
  /// A word consists of letters, marks, and apostrophes between them.
  private static func capitalized(_ text: String) -> String {
    var capitalized = ""
    var isInWord = false
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      if properties.isAlphabetic {
        capitalized += isInWord ? properties.lowercaseMapping : properties.titlecaseMapping
        isInWord = true
      } else {
        capitalized.unicodeScalars.append(scalar)
        let isJoining = scalar == "'" || scalar == "\u{2019}" || scalar.isCombiningMark
        isInWord = isInWord && isJoining
      }
    }
    return capitalized
  }

  /// The value of a key of a number; nil if numbers have no such key.
  static func key(_ key: String, of number: Number) -> Value? {
    switch key {
    case "integerValue", "longLongValue": .int(truncated(number))
    case "intValue": .int(Int64(Int32(clamping: truncated(number))))
    case "doubleValue": .double(number.asDouble)
    case "floatValue": .double(Double(Float(number.asDouble)))
    case "boolValue": .bool(number.asDouble != 0)
    case "stringValue", "description": number.value.castText.map(Value.string)
    default: nil
    }
  }

  private static func truncated(_ number: Number) -> Int64 {
    switch number {
    case .int(let int): return int
    case .double(let double):
      if double.isNaN { return 0 }
      return Int64(exactly: double.rounded(.towardZero)) ?? (double < 0 ? .min : .max)
    }
  }

  /// Parses blanks, a sign and digits at the start.
  ///
  /// A number out of range becomes the nearest integer.
  private static func leadingInteger(_ text: String) -> Int64 {
    var rest = text.drop { $0.isWhitespace }.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    var sum: Int64 = 0
    for byte in rest {
      guard (0x30...0x39).contains(byte) else { break }
      let digit = Int64(byte - 0x30)
      let (tens, overflow) = sum.multipliedReportingOverflow(by: 10)
      let (next, carry) =
        isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      if overflow || carry { return isNegative ? .min : .max }
      sum = next
    }
    return sum
  }

  /// The longest prefix that is a number.
  private static func leadingDouble(_ text: String) -> Double {
    let bytes = Array(text.drop { $0.isWhitespace }.utf8)
    var end = 0
    func takeDigits() -> Bool {
      let start = end
      while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
      return end > start
    }
    func takeSign() {
      if end < bytes.count, bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: "+") {
        end += 1
      }
    }
    takeSign()
    var hasDigits = takeDigits()
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      end += 1
      hasDigits = takeDigits() || hasDigits
    }
    guard hasDigits else { return 0 }
    let mantissaEnd = end
    if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
      end += 1
      takeSign()
      if !takeDigits() { end = mantissaEnd }
    }
    // A literal may start or end with its period, but `Double(_:)` needs digits on both sides.
    var number = String(decoding: bytes[..<end], as: UTF8.self)
    if number.hasSuffix(".") { number.removeLast() }
    return Double(number) ?? Double("0" + number) ?? 0
  }

  /// True if blanks, a sign and zeros are followed by Y, T or a digit from 1, as in NSString.
  private static func leadingBool(_ text: String) -> Bool {
    var rest = text.drop { $0.isWhitespace }
    if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
    guard let first = rest.drop(while: { $0 == "0" }).first else { return false }
    return "YyTt123456789".contains(first)
  }
}
