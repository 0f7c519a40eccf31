// Values as JSON that keeps every kind. A value that JSON cannot represent is an object with one
// key: `{"$date": …}` in ISO 8601, `{"$data": …}` in Base64, or `{"$set": […]}`. Numbers are
// integers or doubles as they are written.
//
// Written values read back as the same values, except NaN and the infinities, which become null. A
// wrong value for one of these keys is an error with its place.

import Foundation
import FormGraph
import FormProtocol
import Predicate

/// Reads and writes values as typed JSON.
enum TypedJSON {
  private enum Key: String {
    case date = "$date"
    case data = "$data"
    case set = "$set"
  }

  /// The value of an element.
  ///
  /// The recursion is bounded by `JSONReader.maximumDepth`.
  static func value(of element: JSONElement) throws(Problem) -> Value {
    switch element.content {
    case .array(let elements): return .array(try values(of: elements))
    case .object(let members):
      if members.count == 1, members[0].key.utf8.count <= "$date".utf8.count,
        let key = Key(rawValue: members[0].key)
      {
        return try value(under: key, members[0].element)
      }
      var pairs: [(String, Value)] = []
      for member in members { pairs.append((member.key, try value(of: member.element))) }
      return .dictionary(ValueDictionary(pairs))
    case .null, .bool, .int, .double, .string: return element.value
    }
  }

  static func values(of elements: [JSONElement]) throws(Problem) -> [Value] {
    var values: [Value] = []
    for element in elements { values.append(try value(of: element)) }
    return values
  }

  private static func value(under key: Key, _ element: JSONElement) throws(Problem) -> Value {
    switch (key, element.content) {
    case (.date, .string(let text)):
      if let date = DateText.date(from: text) { return .date(date) }
    case (.data, .string(let text)):
      if let data = Data(base64Encoded: text) { return .data(data) }
    case (.set, .array(let elements)): return .set(ValueSet(try values(of: elements)))
    default: break
    }
    let (wanted, hint) =
      switch key {
      case .date: ("a date", DateText.hint)
      case .data: ("text in Base64", #"Base64 looks like "AAEC/w==""#)
      case .set: ("a list", #"write {"$set": [1, 2]}"#)
      }
    throw Problem(
      "the value of '\(key.rawValue)' must be \(wanted)", range: element.range,
      hint: hint)
  }

  /// The value in a form that `JSONWriter` writes as typed JSON.
  ///
  /// The recursion is bounded: values from JSON or from a text are nested at most as deeply as
  /// `JSONReader.maximumDepth` and `Limits.nesting` together allow.
  static func json(of value: Value) -> Value {
    switch value {
    case .date(let date): [Key.date.rawValue: .string(DateText.text(of: date))]
    case .data(let data): [Key.data.rawValue: .string(data.base64EncodedString())]
    case .set(let set): [Key.set.rawValue: .array(set.elements.map(json))]
    case .array(let elements): .array(elements.map(json))
    case .dictionary(let members):
      .dictionary(ValueDictionary(zip(members.keys, members.values.map(json))))
    case .null, .bool, .int, .double, .string: value
    }
  }
}
