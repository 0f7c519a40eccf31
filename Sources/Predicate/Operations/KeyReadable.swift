// What an evaluation is about: a value, or an object of the embedder's that answers keys. Nothing
// is ever read of an object but what it answers itself; there is no reflection.

/// A type of your own whose keys conditions may read.
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
  /// What stands under a key: `.null` where the key has no value, nil where there is no such key,
  /// which is an error of the evaluation that asks for it.
  ///
  /// A literal `nil` in the place of a `Value` is `.null`, and in the place of a `Value?` it is no
  /// value at all.
  func value(forKey key: String) -> Value?

  /// The keys there are, for the hint "did you mean"; none unless you say so.
  var readableKeys: [String] { get }
}

extension KeyReadable {
  /// No keys: an error names the wrong key and no other.
  public var readableKeys: [String] { [] }
}

/// What SELF and the keys of an evaluation read.
enum EvaluatedObject {
  case value(Value)
  case readable(any KeyReadable)

  /// Why an object is not what SELF gives.
  static var hasNoValue: Trouble {
    Trouble("SELF is an object here and cannot be used as a value", hint: "write SELF.key")
  }

  /// What stands under a key of SELF.
  func key(_ key: String, flattening: Bool, _ steps: inout Steps) throws(Trouble) -> Value {
    switch self {
    case .value(let value):
      return try Reading.key(key, of: value, flattening: flattening, &steps)
    case .readable(let object):
      if let found = object.value(forKey: key) { return found }
      let nearest = Spelling.nearest(to: key, among: object.readableKeys)
      throw Trouble("the object has no key '\(key)'", hint: nearest.map { "did you mean \($0)?" })
    }
  }
}
