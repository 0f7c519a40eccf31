// Encodes and decodes values, as JSON or with any other coder. Kinds that JSON has are written as
// such; every other kind is an object with one key that names the kind. A decoded value is
// identical to the encoded one.

import Foundation

extension Value: Codable {
  /// The deepest nesting of a value, counted from the outermost container.
  ///
  /// Coders recurse, and a thread may have only half a megabyte of stack.
  private static let nesting = 64

  /// The keys of objects that are not dictionaries.
  private enum Tag: String {
    /// ISO 8601 text if it is exact; otherwise the seconds since 2001-01-01T00:00:00Z.
    case date = "$date"
    /// Base64 text.
    case data = "$data"
    /// A list of the members.
    case set = "$set"
    /// The text of a double that JSON cannot tell from an integer, or does not have at all.
    case double = "$double"
    /// A list of pairs of key and value, if an object would lose a key or be read as another value.
    case dictionary = "$dictionary"
  }

  /// Encodes the value.
  ///
  /// Nil, truth values, numbers, text, lists and dictionaries are written as JSON has them. The
  /// other values are objects with one key:
  ///
  /// - a date: `{"$date": "2024-05-01T10:30:00Z"}`, or the seconds since 2001 if the text would not
  ///   be exact: `{"$date": 1e-09}`
  /// - data: `{"$data": "AQI="}`
  /// - a set: `{"$set": […]}`
  /// - a double without a fraction, because JSON does not tell 7.0 from 7: `{"$double": "7.0"}`
  /// - NaN and infinity: `{"$double": "nan"}`
  /// - a dictionary that would be read as one of these: `{"$dictionary": [["$date", 1]]}`
  ///
  /// - Throws: `EncodingError` if the value nests too deep, and all errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    guard encoder.codingPath.count <= Self.nesting else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "the value nests deeper than \(Self.nesting) levels"))
    }
    var container = encoder.singleValueContainer()
    func encode(_ tag: Tag, _ content: Value) throws {
      try container.encode([tag.rawValue: content])
    }
    switch self {
    case .null: try container.encodeNil()
    case .bool(let flag): try container.encode(flag)
    case .int(let int): try container.encode(int)
    case .double(let double) where !double.isFinite || Int64(exactly: double) != nil:
      try encode(.double, .string(double.description))
    case .double(let double): try container.encode(double)
    case .string(let text): try container.encode(text)
    case .date(let date):
      let text = DateText.text(of: date)
      let isExact = DateText.date(from: text) == date
      try encode(.date, isExact ? .string(text) : .double(date.timeIntervalSinceReferenceDate))
    case .data(let data): try encode(.data, .string(data.base64EncodedString()))
    case .array(let elements): try container.encode(elements)
    case .set(let set): try encode(.set, .array(set.elements))
    case .dictionary(let dictionary):
      guard let natural = dictionary.asObject else {
        let pairs = zip(dictionary.keys, dictionary.values).map { [.string($0), $1] as Value }
        return try encode(.dictionary, .array(pairs))
      }
      try container.encode(natural)
    }
  }

  /// Decodes what `encode(to:)` writes.
  ///
  /// A number without a fraction becomes an integer if the decoder can read it as one. So `1.0` and
  /// `1e3` in JSON from elsewhere become 1 and 1000. Decoders do not keep the order of keys, so the
  /// keys of a dictionary are sorted.
  ///
  /// - Throws: `DecodingError` if the data is not a value, nests too deep, or the content of a tag
  ///   is invalid.
  public init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.nesting else {
      throw Self.corrupted(decoder, "the value nests deeper than \(Self.nesting) levels")
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let int = try? container.decode(Int64.self) {
      self = .int(int)
    } else if let double = try? container.decode(Double.self) {
      self = .double(double)
    } else if let flag = try? container.decode(Bool.self) {
      self = .bool(flag)
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .array(try container.decode([Value].self))
    } else {
      let object = try container.decode([String: Value].self)
      guard object.count == 1, let (key, content) = object.first, key.hasPrefix("$") else {
        // The iteration order of a Dictionary changes from run to run.
        let pairs = object.sorted { precedesExactly($0.key, $1.key) }
        self = .dictionary(ValueDictionary(pairs.map { ($0.key, $0.value) }))
        return
      }
      guard let tag = Tag(rawValue: key), let value = Self.value(tag, content) else {
        throw Self.corrupted(decoder, "invalid value under the key \"\(key)\"")
      }
      self = value
    }
  }

  /// The value for a tag; nil if the content does not fit the tag.
  private static func value(_ tag: Tag, _ content: Value) -> Value? {
    switch (tag, content) {
    case (.date, .string(let text)): return DateText.date(from: text).map(Value.date)
    case (.date, .int), (.date, .double):
      guard let seconds = Number(content)?.asDouble else { return nil }
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.data, .string(let text)): return Data(base64Encoded: text).map(Value.data)
    case (.set, .array(let elements)): return .set(ValueSet(elements))
    case (.double, .string(let text)): return Double(text).map(Value.double)
    case (.dictionary, .array(let pairs)):
      var dictionary = ValueDictionary()
      for pair in pairs {
        guard case .array(let pair) = pair, pair.count == 2, case .string(let key) = pair[0]
        else { return nil }
        dictionary[key] = pair[1]
      }
      return .dictionary(dictionary)
    default: return nil
    }
  }

  private static func corrupted(_ decoder: any Decoder, _ message: String) -> DecodingError {
    DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: message))
  }
}

extension ValueDictionary {
  /// The dictionary as an object of a coder; nil if it could not be decoded again.
  ///
  /// That is so if its only key would be read as a tag, or if Swift considers two of its keys
  /// equal.
  fileprivate var asObject: [String: Value]? {
    if count == 1, keys[0].hasPrefix("$") { return nil }
    let object = Dictionary(zip(keys, values)) { first, _ in first }
    return object.count == count ? object : nil
  }
}
