// Values as JSON text. Every value has a text: what JSON has no word for becomes the nearest thing
// it has (dates are ISO 8601, data is base64, sets are lists, NaN and the infinities are null).
// Characters that show nothing are escaped, so that no value of a stranger moves a cursor or turns
// the text around it.
// Nothing here recurses, so a value of any depth can be written.

import Foundation
public import Predicate

/// Writes values as JSON text.
public struct JSONWriter {
  /// A list or an object whose members are being written.
  private struct Frame {
    let keys: [String]?
    let values: [Value]
    var next = 0
  }

  private let isPretty: Bool
  private var output: [UInt8] = []
  private var frames: [Frame] = []

  private init(isPretty: Bool) { self.isPretty = isPretty }

  /// The JSON text of a value: on one line without blanks, or pretty with two blanks a level, for
  /// the outermost levels.
  ///
  /// Keys keep their order. Doubles are written in the shortest way that reads back as the same
  /// double, and always so that they read back as doubles.
  ///
  /// - Complexity: O(n) in the size of the value.
  public static func text(of value: Value, pretty: Bool = false) -> String {
    var writer = JSONWriter(isPretty: pretty)
    writer.write(value)
    return String(decoding: writer.output, as: UTF8.self)
  }

  private mutating func write(_ value: Value) {
    begin(value)
    while var frame = frames.popLast() {
      guard frame.next < frame.values.count else {
        breakLine(in: frames.count + 1, indent: frames.count)
        append(frame.keys == nil ? "]" : "}")
        continue
      }
      if frame.next > 0 { append(",") }
      breakLine(in: frames.count + 1, indent: frames.count + 1)
      if let keys = frame.keys {
        appendString(keys[frame.next])
        append(isPretty ? ": " : ":")
      }
      let member = frame.values[frame.next]
      frame.next += 1
      frames.append(frame)
      begin(member)
    }
  }

  /// Writes a scalar whole; of a list or an object the opening bracket.
  private mutating func begin(_ value: Value) {
    switch value {
    case .null: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .int(let int): append(String(int))
    case .double(let double): append(double.isFinite ? double.description : "null")
    case .string(let text): appendString(text)
    case .date(let date): appendString(DateText.text(of: date))
    case .data(let data): appendString(data.base64EncodedString())
    case .array(let elements): open("[]", Frame(keys: nil, values: elements))
    case .set(let set): open("[]", Frame(keys: nil, values: set.elements))
    case .dictionary(let members):
      open("{}", Frame(keys: members.keys, values: members.values))
    }
  }

  private mutating func open(_ brackets: String, _ frame: Frame) {
    guard !frame.values.isEmpty else { return append(brackets) }
    append(String(brackets.prefix(1)))
    frames.append(frame)
  }

  /// The deepest level whose members stand on lines of their own.
  ///
  /// Deeper members follow without a break: otherwise most of a value of many nested lists would be
  /// blanks.
  private static let maximumLevel = 12

  /// Breaks the line before a member or the closing bracket of a list or an object at a level.
  private mutating func breakLine(in level: Int, indent: Int) {
    guard isPretty, level <= Self.maximumLevel else { return }
    output.append(UInt8(ascii: "\n"))
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * indent))
  }

  private mutating func append(_ text: String) { output.append(contentsOf: text.utf8) }

  private mutating func appendString(_ text: String) {
    append("\"")
    if text.utf8.allSatisfy(Self.isPlain) {
      append(text)
    } else {
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": append("\\\"")
        case "\\": append("\\\\")
        case "\n": append("\\n")
        case "\r": append("\\r")
        case "\t": append("\\t")
        case _ where scalar.isInvisible: append(scalar.escaped.lowercased())
        default: output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
      }
    }
    append("\"")
  }

  /// Whether a byte is a character that stands in JSON as it is.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
