// The object of an evaluation: a value, or the embedder's own object that answers keys. Only the
// keys that the object itself answers are read; there is no reflection.

/// A type of your own, whose keys conditions may read.
///
/// ```swift
/// struct Person: KeyReadable {
///   var name: String
///   var age: Int?
///
///   func value(forKey key: String) -> Value? {
///     switch key {
///     case "name": .string(name)
///     case "age": age.map { .int(Int64($0)) } ?? .null
///     default: nil
///     }
///   }
///   var readableKeys: [String] { ["name", "age"] }
/// }
/// let grown = try people.filter(Condition("age >= 18"))
/// ```
public protocol KeyReadable {
  /// Returns the value of a key.
  ///
  /// Return `.null` if the key has no value. Return nil if the key is unknown: the evaluation that
  /// reads it then fails.
  ///
  /// Mind the literal `nil`: where a `Value` is expected it means `.null`, but where a `Value?` is
  /// expected it means that there is no value.
  func value(forKey key: String) -> Value?

  /// The known keys, for the hint "did you mean"; empty by default.
  var readableKeys: [String] { get }
}

extension KeyReadable {
  /// No keys: an error then has no hint.
  public var readableKeys: [String] { [] }
}

/// What SELF and the keys of an evaluation read.
enum EvaluatedObject {
  case value(Value)
  /// An object that answers keys, and what SELF is; nil if SELF has no value.
  case readable(any KeyReadable, Value?)

  /// The object of an evaluation; one that answers keys may also have a value, but not nil.
  init(_ value: Value, _ readable: (any KeyReadable)?) {
    if let readable {
      self = .readable(readable, value.isNull ? Value?.none : value)
    } else {
      self = .value(value)
    }
  }

  /// The error if SELF is an object and is used as a value.
  static var hasNoValue: Trouble {
    Trouble("SELF is an object here and cannot be used as a value", hint: "write SELF.key")
  }

  /// The value of a key of SELF.
  ///
  /// If an object that also has a value does not answer a key, it is a key of the value.
  func key(_ key: String, flattening: Bool, _ steps: inout Steps) throws(Trouble) -> Value {
    switch self {
    case .value(let value):
      return try Reading.key(key, of: value, flattening: flattening, &steps)
    case .readable(let object, let value):
      if let found = object.value(forKey: key) { return found }
      if let value { return try Reading.key(key, of: value, flattening: flattening, &steps) }
      let nearest = Spelling.nearest(to: key, among: object.readableKeys)
      throw Trouble("the object has no key '\(key)'", hint: nearest.map { "did you mean \($0)?" })
    }
  }
}
