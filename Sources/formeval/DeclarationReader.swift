// Reads the file of `--declare`: {"keys": {NAME: KIND}, "variables": {NAME: KIND}}. Unknown keys
// and kinds are errors with their places, so that a misspelled declaration is not ignored. In place
// of a kind, a key may have an object of its own keys.

import FormGraph
import Predicate
import PredicateChecks

/// Reads declarations.
enum DeclarationReader {
  private enum Key: String, CaseIterable {
    case keys, variables
  }

  /// The declarations of a file, beside keys that exist in any case.
  static func declarations(
    _ element: JSONElement, beside known: [String: Declarations.Kind]
  ) throws(Problem) -> Declarations {
    var keys: [String: Declarations.Kind] = [:]
    var variables: [String: Declarations.Kind] = [:]
    for member in try members(of: element, "a declaration") {
      switch Key(rawValue: member.key) {
      case .keys: keys = try kinds(member.element, areKeys: true)
      case .variables: variables = try kinds(member.element, areKeys: false)
      case nil:
        throw Problem(
          "unknown key '\(member.key)' in a declaration", range: member.keyRange,
          hint: hint(member.key, Key.allCases.map(\.rawValue), "keys"))
      }
    }
    return Declarations(
      keys: known.merging(keys) { _, given in given }, variables: variables)
  }

  private static func kinds(
    _ element: JSONElement, areKeys: Bool, depth: Int = 0
  ) throws(Problem) -> [String: Declarations.Kind] {
    var kinds: [String: Declarations.Kind] = [:]
    for member in try members(of: element, areKeys ? "'keys'" : "'variables'") {
      // A key can be any text, as in SELF."Window Settings".
      guard areKeys || Identifier.isValid(member.key) else {
        throw Problem(
          "'\(member.key)' is not a name", range: member.keyRange,
          hint: member.key.hasPrefix("$")
            ? "write the name of a variable without its $" : "a name has letters, digits and _")
      }
      let name = areKeys ? Declarations.segment(member.key) : member.key
      if areKeys, case .object(let inner) = member.element.content, depth < maximumDepth {
        guard !inner.isEmpty else {
          throw Problem(
            "'\(member.key)' has no keys", range: member.element.range, hint: #"write "object""#)
        }
        for (path, kind) in try self.kinds(member.element, areKeys: true, depth: depth + 1) {
          kinds["\(name).\(path)"] = kind
        }
        kinds[name] = .object
        continue
      }
      guard case .string(let word) = member.element.content else {
        throw Problem(
          "a kind must be text", range: member.element.range, hint: #"write {"age": "int"}"#)
      }
      guard let kind = Declarations.Kind(rawValue: word) else {
        throw Problem(
          "unknown kind '\(word)'", range: member.element.range,
          hint: otherWords[word].map { "did you mean \($0)?" }
            ?? hint(word, Declarations.Kind.allCases.map(\.rawValue), "kinds"))
      }
      guard kinds.updateValue(kind, forKey: name) == nil else {
        throw Problem("'\(member.key)' is given twice", range: member.keyRange)
      }
    }
    return kinds
  }

  /// How deep objects may nest.
  private static let maximumDepth = 32

  /// The names of kinds in other formats.
  private static let otherWords = [
    "string": "text", "number": "double", "float": "double", "boolean": "bool", "integer": "int",
    "array": "list",
  ]

  private static func members(
    of element: JSONElement, _ name: String
  ) throws(Problem) -> [JSONMember] {
    guard case .object(let members) = element.content else {
      throw Problem(
        "\(name) must be an object", range: element.range,
        hint: #"write {"keys": {"age": "int"}, "variables": {"n": "text"}}"#)
    }
    return members
  }

  private static func hint(_ word: String, _ known: [String], _ noun: String) -> String {
    Spelling.nearest(to: word, among: known).map { "did you mean \($0)?" }
      ?? "the \(noun) are \(known.joined(separator: ", "))"
  }
}
