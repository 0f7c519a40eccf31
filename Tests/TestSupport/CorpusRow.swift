// Receives a corpus file, one JSON object a line, gives its rows. Values keep their kind: `40.0`
// is a double, and what JSON cannot say stands under one key, `{"$date": …}`, `{"$data": …}` in
// Base64 or `{"$set": […]}`.

import Foundation
import FormGraph
public import Predicate

/// One row of a corpus: what is given and what must come of it.
public struct CorpusRow: Sendable {
  /// The name of the row in messages.
  public let id: String
  /// The predicate or expression.
  public let text: String
  private let members: ValueDictionary

  /// What stands under a key; nil where the row does not have it.
  public subscript(key: String) -> Value? { members[key] }

  /// The text under a key.
  public func string(_ key: String) -> String? {
    if case .string(let text)? = members[key] { text } else { nil }
  }

  /// The list of texts under a key; empty where the row does not have it.
  public func strings(_ key: String) -> [String] {
    guard case .array(let elements)? = members[key] else { return [] }
    return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// The integer under a key.
  public func int(_ key: String) -> Int? {
    if case .int(let int)? = members[key] { Int(int) } else { nil }
  }

  /// What the placeholders of the text stand for; nil where the text is to be read without.
  public var arguments: [Value]? {
    if case .array(let elements)? = members["arguments"] { elements } else { nil }
  }

  /// What SELF is.
  public var object: Value { members["object"] ?? .null }

  /// The values of variables.
  public var variables: [String: Value] {
    guard case .dictionary(let named)? = members["variables"] else { return [:] }
    return Dictionary(zip(named.keys, named.values)) { $1 }
  }

  /// The rows of a file.
  ///
  /// - Parameters:
  ///   - name: The file's name in the folder `Corpus`.
  ///   - test: A file beside that folder.
  /// - Returns: The rows in the order of the file.
  /// - Throws: What is wrong with the file.
  public static func rows(of name: String, beside test: String = #filePath) throws -> [CorpusRow] {
    let folder = URL(fileURLWithPath: test).deletingLastPathComponent()
    let data = try Data(contentsOf: folder.appendingPathComponent("Corpus/\(name)"))
    return try data.split(separator: UInt8(ascii: "\n")).map { line in
      let row = typedValue(try JSONReader.read(Array(line)))
      guard case .dictionary(let members) = row, case .string(let id)? = members["id"],
        case .string(let text)? = members["text"]
      else { throw BadRow(line: String(decoding: line, as: UTF8.self)) }
      return CorpusRow(id: id, text: text, members: members)
    }
  }

  private struct BadRow: Error {
    let line: String
  }
}

/// A JSON element as a value, with the kinds that JSON has no notation for.
func typedValue(_ element: JSONElement) -> Value {
  switch element.content {
  case .array(let elements): return .array(elements.map(typedValue))
  case .object(let members):
    if members.count == 1, let only = members.first {
      switch (only.key, only.element.content) {
      case ("$date", .string(let text)):
        if let date = DateText.date(from: text) { return .date(date) }
      case ("$data", .string(let text)):
        if let data = Data(base64Encoded: text) { return .data(data) }
      case ("$set", .array(let elements)): return .set(ValueSet(elements.map(typedValue)))
      default: break
      }
    }
    return .dictionary(ValueDictionary(members.map { ($0.key, typedValue($0.element)) }))
  default: return element.value
  }
}
