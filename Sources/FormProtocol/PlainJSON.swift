// JSON values through a coder, each as JSON has it. `Value` is coded in another way: it keeps dates
// and other kinds that JSON does not have.

import Foundation
import Predicate

/// A value that is encoded and decoded as plain JSON.
struct PlainJSON: Codable {
  let value: Value

  /// The deepest nesting of a value.
  ///
  /// Coders recurse, and a thread may have only half a megabyte of stack.
  static let nesting = 64

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(_ value: Value) { self.value = value }

  /// Decodes a value.
  ///
  /// Coders do not keep the order of keys, so the keys of an object are sorted. A number without a
  /// fraction becomes an integer, such as `2.0`.
  init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.nesting else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "the value nests deeper than \(Self.nesting) levels"))
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      value = .null
    } else if let text = try? single.decode(String.self) {
      value = .string(text)
    } else if let flag = try? single.decode(Bool.self) {
      value = .bool(flag)
    } else if let int = try? single.decode(Int64.self) {
      value = .int(int)
    } else if let double = try? single.decode(Double.self) {
      value = .double(double)
    } else if var list = try? decoder.unkeyedContainer() {
      var elements: [Value] = []
      while !list.isAtEnd { elements.append(try list.decode(PlainJSON.self).value) }
      value = .array(elements)
    } else {
      let object = try decoder.container(keyedBy: Key.self)
      var members: [(String, Value)] = []
      for key in object.allKeys.sorted(by: { Self.precedes($0.stringValue, $1.stringValue) }) {
        members.append((key.stringValue, try object.decode(PlainJSON.self, forKey: key).value))
      }
      value = .dictionary(ValueDictionary(members))
    }
  }

  func encode(to encoder: any Encoder) throws {
    guard encoder.codingPath.count <= 2 * Self.nesting else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "the value nests deeper than \(2 * Self.nesting) levels"))
    }
    switch value {
    case .array(let elements):
      var list = encoder.unkeyedContainer()
      for element in elements { try list.encode(PlainJSON(element)) }
    case .set(let set):
      try PlainJSON(.array(set.elements)).encode(to: encoder)
    case .dictionary(let members):
      var object = encoder.container(keyedBy: Key.self)
      for (key, member) in zip(members.keys, members.values) {
        try object.encode(PlainJSON(member), forKey: Key(stringValue: key))
      }
    default:
      var single = encoder.singleValueContainer()
      switch value {
      case .bool(let flag): try single.encode(flag)
      case .int(let int): try single.encode(int)
      case .double(let double) where double.isFinite: try single.encode(double)
      case .string(let text): try single.encode(text)
      case .date(let date): try single.encode(DateText.text(of: date))
      case .data(let data): try single.encode(data.base64EncodedString())
      default: try single.encodeNil()
      }
    }
  }

  /// The order of keys by their scalars, the same on every run.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
  }
}
