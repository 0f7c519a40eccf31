// Test rows as text: fields between ` | `, a line each. `[A0]` stands for U+00A0, and so on, so
// that every character of a row can be seen.

import Foundation

@testable import Predicate

/// Rows of fields.
enum Rows {
  static func read(_ text: String) -> [[String]] {
    text.split(separator: "\n").map { line in
      line.components(separatedBy: " | ").map(shown)
    }
  }

  /// Replaces `[202F]` by the character.
  private static func shown(_ field: String) -> String {
    field.replacing(/\[([0-9A-F]{2,5})\]/) { match in
      UInt32(match.output.1, radix: 16).flatMap(Unicode.Scalar.init).map(String.init) ?? ""
    }
  }

  /// What is wrong, as rows have it: `error 3..<4: the message (hint: the hint)`.
  static func line(_ error: FormatError) -> String {
    let diagnostic = error.diagnostic
    return "error \(diagnostic.range): \(diagnostic.message)"
      + (diagnostic.hint.map { " (hint: \($0))" } ?? "")
  }

  /// `7` is an integer, `7.0` a double.
  static func value(_ text: String) -> Value {
    Int64(text).map(Value.int) ?? Double(text).map(Value.double) ?? .string(text)
  }

  static func language(_ tag: String) throws(FormatError) -> LanguageData {
    LanguageData.of(try LanguageTag(tag))
  }
}
