// Values that bytes make: small ones that fit what texts ask, and those at which a language breaks.

import Foundation
import Predicate
import TestSupport

/// Draws values, and objects with the keys that a text reads.
struct ValueMaker {
  var random: ByteSource
  /// The keys that objects have.
  var keys: [String] = ["a", "b"]

  init(_ random: ByteSource) { self.random = random }

  mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func chance(_ percent: Int) -> Bool { number(in: 0...99) < percent }

  mutating func pick<T>(_ choices: [T]) -> T { choices[number(in: 0...(choices.count - 1))] }

  // MARK: - Values

  /// A value, which nests as deep as is said.
  mutating func value(_ depth: Int = 2) -> Value {
    switch number(in: 0...(depth > 0 ? 15 : 10)) {
    case 0: .null
    case 1: .bool(chance(50))
    case 2, 3: .int(Int64(number(in: -3...12)))
    case 4: .double(Double(number(in: -4...24)) / 2)
    case 5, 6: .string(pick(Self.texts))
    case 7: .string(spelled())
    case 8: .date(pick(Self.dates))
    case 9, 10: pick(Self.hostile)
    case 11: .array(members(depth))
    case 12: .set(ValueSet(members(depth)))
    case 13: .array((0..<number(in: 0...3)).map { _ in object(depth - 1) })
    default: object(depth - 1)
    }
  }

  /// An object with most of the keys.
  mutating func object(_ depth: Int = 2) -> Value {
    var object = ValueDictionary()
    for key in keys where chance(85) { object[key] = value(depth) }
    return .dictionary(object)
  }

  private mutating func members(_ depth: Int) -> [Value] {
    (0..<number(in: 0...4)).map { _ in value(depth - 1) }
  }

  /// A text whose bytes stand in the input; what is no UTF-8 is repaired.
  private mutating func spelled() -> String {
    let bytes = (0..<number(in: 0...20)).map { _ in UInt8(truncatingIfNeeded: number(in: 0...255)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// How many steps an evaluation may take: enough, or barely not.
  mutating func steps(atMost limit: Int) -> Int {
    switch number(in: 0...7) {
    case 0: number(in: 0...20)
    case 1: number(in: 0...255) * 4
    default: limit
    }
  }

  // MARK: - What is hard

  private static let texts = [
    "", "a", "b", "ab", "AB", "abc", "é", "E\u{301}", "e\u{301}", "ß", "ss", "\u{212A}", "K", "İ",
    "\0", "a\0b", "abcdefgh", "abcdefghijklmn", "abcdefghijklmno", "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "12", "-3.5", "1e400", "nan", "YES", "2024-05-01", "2024-05-01T10:30:00Z", "\u{1F1FA}\u{1F1FE}",
    "a.b", "@count", "self", "size", "%@", "a\nb", "(a+)+$", ".*", "[a-z]+", "\\d", "(", "*",
    String(repeating: "ab", count: 100), String(repeating: "é", count: 40),
    String(repeating: "a", count: 60) + "b",
  ]

  private static let dates = [
    Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 100.5),
    Date(timeIntervalSinceReferenceDate: -0.0), Date(timeIntervalSinceReferenceDate: .nan),
    Date(timeIntervalSinceReferenceDate: .infinity), .distantPast, .distantFuture,
    Date(timeIntervalSinceReferenceDate: 1e300), Date(timeIntervalSinceReferenceDate: -1e12),
  ]

  private static let hostile: [Value] = [
    .int(.min), .int(.max), .int(1 << 53 + 1), .double(.nan), .double(.infinity),
    .double(-.infinity), .double(-0.0), .double(0x1p63), .double(-0x1p63),
    .double(9_007_199_254_740_992),
    .double(.leastNonzeroMagnitude), .double(.greatestFiniteMagnitude), .data(Data()),
    .data(Data([0, 255])), [], [:], [nil], [[[[1]]]], .set(ValueSet([])),
    .array((0..<70).map { .int($0) }),
  ]
}
