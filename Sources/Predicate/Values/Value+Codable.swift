// Values as JSON and whatever else a coder writes: what JSON has stands as it is, the rest under
// one key that says its kind. What was encoded is decoded to an identical value; anything else that
// is decoded is a value or a `DecodingError`.

import Foundation

extension Value: Codable {
  /// How deep values nest in what is encoded and decoded, counted from the outermost container:
  /// coders recurse, and a thread may have half a megabyte of stack.
  private static let nesting = 64

  /// What stands in the one key of an object that is not a dictionary.
  private enum Tag: String {
    /// ISO 8601 text where that is exact, else the seconds since 2001-01-01 UTC.
    case date = "$date"
    /// Base64.
    case data = "$data"
    /// The members.
    case set = "$set"
    /// The text of a double that has no number in JSON, or the number of an integer.
    case double = "$double"
    /// Pairs of key and value, where an object would be read as another value or lose a key.
    case dictionary = "$dictionary"
  }

  /// Writes the value: nil, booleans, integers, doubles, text, lists and dictionaries as JSON has
  /// them, dates as `{"$date": "2024-05-01T10:30:00Z"}`, data as `{"$data": "AQI="}` and sets as
  /// `{"$set": […]}`.
  ///
  /// JSON does not tell 7.0 from 7, nor does it have NaN: such doubles are `{"$double": "7.0"}` and
  /// `{"$double": "nan"}`. A date that its text does not say to the last digit is the number
  /// of its seconds since 2001, `{"$date": 1e-09}`. A dictionary that would be read as one of these
  /// is a list of pairs, `{"$dictionary": [["$date", 1]]}`.
  ///
  /// - Throws: `EncodingError` for a value that nests too deep, and what the encoder throws.
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

  /// Reads what `encode(to:)` writes.
  ///
  /// A whole number is an integer where the decoder can read it as one, so JSON's `1.0` and `1e3`,
  /// written by someone else, are 1 and 1000. Decoders do not keep the order of keys, so those of a
  /// dictionary come sorted.
  ///
  /// - Throws: `DecodingError`: what stands there is no value, nests too deep, or has a tag whose
  ///   content is wrong.
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
        // The order of a Dictionary is another one each time.
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

  /// The value under a tag; nil where the content is none of that kind.
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
  /// The dictionary as coders know objects; nil where it would not come back: its only key would be
  /// taken for a tag, or two keys are one by Swift's equality of text.
  fileprivate var asObject: [String: Value]? {
    if count == 1, keys[0].hasPrefix("$") { return nil }
    let object = Dictionary(zip(keys, values)) { first, _ in first }
    return object.count == count ? object : nil
  }
}
