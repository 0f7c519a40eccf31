// Reads keys and indices, only from values that the caller has passed in. As in Key-Value Coding, a
// key of nil is nil, and a key of a list gives the list of the elements' values.

import Foundation

/// Reads parts of values.
enum Reading {
  /// How deep lists may nest when a key is read from them.
  private static let mappedDepth = 64

  /// The value of a key.
  ///
  /// With `flattening`, as ANY, ALL and NONE use it, lists found in the elements of a list are
  /// joined.
  static func key(
    _ key: String, of value: Value, flattening: Bool, depth: Int = 0, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    guard depth <= mappedDepth else {
      throw Trouble("a key is read from lists that nest deeper than \(mappedDepth) levels")
    }
    switch value {
    case .null: return .null
    case .dictionary(let dictionary): return try member(key, of: dictionary, &steps)
    case .array(let elements):
      return .array(try mapped(key, elements, flattening: flattening, depth: depth, &steps))
    case .set(let set):
      let found = try mapped(key, set.elements, flattening: flattening, depth: depth, &steps)
      try steps.take(weightOf: found, each: Steps.hashing)
      return .set(ValueSet(found))
    case .string(let text):
      try steps.take(text.utf8.count)
      if let found = Casting.key(key, of: text) { return found }
      throw Trouble("\(value.named) has no key '\(key)'", hint: hint(for: key))
    case .bool, .int, .double:
      if let number = Number(value), let found = Casting.key(key, of: number) { return found }
      if key == "count" || key == "length" || key == "size" {
        throw Trouble(
          "\(value.named) has no key '\(key)'", hint: "the number of elements of a list is .@count")
      }
      let hint = Spelling.nearest(to: key, among: Casting.numberKeys)
      throw Trouble("\(value.named) has no key '\(key)'", hint: hint.map { "did you mean \($0)?" })
    case .date, .data: throw Trouble("\(value.named) has no key '\(key)'")
    }
  }

  /// What to write for a key that a text does not have, but other languages read of a text.
  private static func hint(for key: String) -> String? {
    switch key {
    case "count", "size": "the number of elements of a list is .@count, of characters .length"
    case "isEmpty", "empty", "isBlank":
      "a text is empty if it is == '', and a list if its .@count == 0"
    case "lowercased", "lower", "toLowerCase":
      "small letters are lowercase(…), and ==[c] ignores case"
    case "uppercased", "upper", "toUpperCase":
      "capital letters are uppercase(…), and ==[c] ignores case"
    default: Spelling.nearest(to: key, among: Casting.textKeys).map { "did you mean \($0)?" }
    }
  }

  /// The value of the key in each element.
  ///
  /// Elements that are lists are mapped in turn, to a depth of `mappedDepth`.
  private static func mapped(
    _ key: String, _ elements: [Value], flattening: Bool, depth: Int, _ steps: inout Steps
  ) throws(Trouble) -> [Value] {
    try steps.take(elements.count)
    var mapped: [Value] = []
    mapped.reserveCapacity(elements.count)
    for element in elements {
      let found = try self.key(key, of: element, flattening: flattening, depth: depth + 1, &steps)
      switch found {
      case .array(let inner) where flattening:
        try steps.take(inner.count)
        mapped += inner
      case .set(let inner) where flattening:
        try steps.take(inner.elements.count)
        mapped += inner.elements
      default: mapped.append(found)
      }
    }
    return mapped
  }

  /// The value of a key of a dictionary.
  ///
  /// A key that is computed may be a long text.
  private static func member(
    _ key: String, of dictionary: ValueDictionary, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    try steps.take(key.utf8.count / Steps.hashing)
    return dictionary[key] ?? .null
  }

  /// The value at an index.
  ///
  /// With `missingIsNil`, a whole number that names no element gives nil.
  static func index(
    _ index: Value, of value: Value, missingIsNil: Bool, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    if value.isNull || index.isNull { return .null }
    if case .dictionary(let dictionary) = value {
      guard case .string(let key) = index else { return .null }
      return try member(key, of: dictionary, &steps)
    }
    guard case .array(let elements) = value else {
      throw Trouble(
        "\(value.named) cannot be indexed", hint: "only a list or a dictionary can be indexed")
    }
    guard let number = Number(index) else {
      throw Trouble("a list is indexed by a number, not \(index.named)")
    }
    let position = number.asExactInt
    guard let position, position >= 0, position < elements.count else {
      let double = number.asDouble
      if missingIsNil, position != nil || double.isFinite && double.rounded() == double {
        return .null
      }
      guard !double.isFinite || double.rounded() == double else {
        throw Trouble(
          "an index is a whole number, not \(index)", hint: "the first index is 0")
      }
      let size = elements.count == 1 ? "1 element" : "\(elements.count) elements"
      throw Trouble(
        "index \(index) is out of range: the list has \(size)", hint: "the first index is 0")
    }
    return elements[Int(position)]
  }

  /// The result of `[FIRST]`, `[LAST]` or `[SIZE]`.
  static func index(_ kind: NodeKind, of value: Value) throws(Trouble) -> Value {
    if value.isNull { return .null }
    if case .size = kind, case .dictionary(let dictionary) = value {
      return .int(Int64(dictionary.count))
    }
    let elements = try members(of: value)
    switch kind {
    case .size: return .int(Int64(elements.count))
    case .first: return elements.first ?? .null
    default: return elements.last ?? .null
    }
  }

  private static func members(of value: Value) throws(Trouble) -> [Value] {
    switch value {
    case .array(let elements): return elements
    case .set(let set): return set.elements
    default:
      throw Trouble(
        "\(value.named) cannot be indexed", hint: "only a list or a dictionary can be indexed")
    }
  }
}

extension Value {
  /// The names of the keys that the value has; nil if it may have any key.
  package var keyNames: [String]? {
    switch self {
    case .string: Casting.textKeys
    case .bool, .int, .double: Casting.numberKeys
    case .date, .data: []
    case .null, .array, .set, .dictionary: nil
    }
  }
}
