// Makes a value of any Encodable value, so that an app evaluates its own types without listing
// their keys. Dates, data and the difference of integers and doubles are kept, which a detour over
// JSON would lose.

import Foundation

extension Value {
  /// Makes a value of what a type encodes.
  ///
  /// ```swift
  /// struct Order: Encodable { var id: Int; var due: Date; var lines: [String] }
  ///
  /// let order = try Value(encoding: Order(id: 7, due: .now, lines: ["tea"]))
  /// try Condition("lines.@count == 1 AND due > now()").evaluate(order)
  /// ```
  ///
  /// - A type with keys becomes a dictionary, in the order in which it encodes them. An optional
  ///   without a value has no key, and is nil where it is read.
  /// - `Date` and `Data` are dates and data. `DateComponents` of a year, a month and a day alone
  ///   are this day, as the language has days: its first moment in UTC.
  /// - Integers are integers; one that is too large for 64 bits with a sign becomes a double.
  ///   `Float` is a double, `Decimal` an integer if it is one, and else the nearest double.
  /// - `URL` is its text, and a `Value` is itself.
  ///
  /// - Parameter value: The value.
  /// - Throws: `EncodingError` if the value nests deeper than 64 levels, and all errors of its
  ///   `encode(to:)`.
  /// - Complexity: O(n) in the number of encoded values.
  public init(encoding value: some Encodable) throws {
    self = try ValueEncoder.value(of: value)
  }

  /// The value of a type that is not asked to encode itself; nil for all others.
  fileprivate init?(known value: some Encodable) {
    switch value {
    case let value as Value: self = value
    case let flag as Bool: self = .bool(flag)
    case let text as String: self = .string(text)
    case let number as any BinaryInteger:
      self = Int64(exactly: number).map(Value.int) ?? .double(Double(number))
    case let number as any BinaryFloatingPoint: self = .double(Double(number))
    case let date as Date: self = .date(date)
    case let data as Data: self = .data(data)
    case let url as URL: self = .string(url.absoluteString)
    case let number as Decimal:
      let double = NSDecimalNumber(decimal: number).doubleValue
      self = Int64(number.description).map(Value.int) ?? .double(double)
    case let day as DateComponents:
      guard let year = day.year, let month = day.month, let dayOfMonth = day.day,
        day == DateComponents(year: year, month: month, day: dayOfMonth),
        let civil = CivilDate(year: year, month: month, day: dayOfMonth)
      else { return nil }
      self = .date(Date(timeIntervalSinceReferenceDate: Double(civil.dayNumber) * 86_400))
    default: return nil
    }
  }
}

/// What a value has encoded so far; its containers write here.
private final class Encoded {
  enum Shape {
    case single(Value)
    case list
    /// A type that encodes nothing is an object without keys.
    case object
  }

  var shape = Shape.object
  private var keys: [String] = []
  private(set) var parts: [Encoded] = []

  /// The value; the recursion is at most as deep as the value nests.
  var value: Value {
    switch shape {
    case .single(let value): value
    case .list: .array(parts.map(\.value))
    case .object: .dictionary(ValueDictionary(zip(keys, parts).map { ($0, $1.value) }))
    }
  }

  /// Adds an element, or what stands under a key.
  func add(_ key: String = "") -> Encoded {
    let part = Encoded()
    keys.append(key)
    parts.append(part)
    return part
  }
}

/// Encodes one value, at the path of keys where it stands.
private struct ValueEncoder: Encoder {
  /// The deepest nesting, as of values that are encoded themselves.
  private static let nesting = 64

  let codingPath: [any CodingKey]
  let encoded: Encoded
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  static func value(of value: some Encodable) throws -> Value {
    let encoded = Encoded()
    try ValueEncoder(codingPath: [], encoded: encoded).take(value)
    return encoded.value
  }

  func take(_ value: some Encodable) throws {
    if let known = Value(known: value) {
      encoded.shape = .single(known)
      return
    }
    guard codingPath.count <= Self.nesting else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: codingPath,
          debugDescription: "the value nests deeper than \(Self.nesting) levels"))
    }
    try value.encode(to: self)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    encoded.shape = .object
    return KeyedEncodingContainer(Keyed<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    encoded.shape = .list
    return Unkeyed(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  /// The encoder of a part.
  func part(_ key: any CodingKey, named name: String) -> ValueEncoder {
    ValueEncoder(codingPath: codingPath + [key], encoded: encoded.add(name))
  }
}

private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  private func part(_ key: some CodingKey) -> ValueEncoder {
    encoder.part(key, named: key.stringValue)
  }

  func encodeNil(forKey key: Key) throws { part(key).encoded.shape = .single(.null) }
  func encode(_ value: some Encodable, forKey key: Key) throws { try part(key).take(value) }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    part(key).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    part(key).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { part(Position(stringValue: "super")) }
  func superEncoder(forKey key: Key) -> any Encoder { part(key) }
}

private struct Unkeyed: UnkeyedEncodingContainer {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.encoded.parts.count }

  private var next: ValueEncoder { encoder.part(Position(intValue: count), named: "") }

  func encodeNil() throws { next.encoded.shape = .single(.null) }
  func encode(_ value: some Encodable) throws { try next.take(value) }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    next.container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next.unkeyedContainer() }
  func superEncoder() -> any Encoder { next }
}

private struct Single: SingleValueEncodingContainer {
  let encoder: ValueEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws { encoder.encoded.shape = .single(.null) }
  func encode(_ value: some Encodable) throws { try encoder.take(value) }
}

/// Where an element stands in a path of keys.
private struct Position: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }
  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}
