// The inputs that every form has: the language and the time zone of its people. Their texts have a
// meaning, so a text without one is refused wherever it comes from: in a file, in an edit or when a
// form opens. A language that the form does not speak is allowed.

import Foundation
package import Predicate

/// An input that every form has, declared or not.
///
/// It holds text. Nil and empty text mean the default: the first language of the form, and UTC.
package enum ReservedInput: String, CaseIterable {
  /// The tag of the language that people read.
  case language
  /// The name of the time zone that people live in, such as `Europe/Berlin`.
  case timeZone

  /// What the input is for, as messages say it.
  var sense: String {
    switch self {
    case .language: "language"
    case .timeZone: "time zone"
    }
  }

  /// The input that was meant by a name that differs in case, in `_` or by one letter.
  static func meant(by name: String) -> ReservedInput? {
    allCases.first { Spelling.isSlip(name.filter { $0 != "_" }, of: $0.rawValue) }
  }

  /// What is wrong with a value; nil if it has a meaning.
  package func mistake(in value: Value) -> (message: String, hint: String)? {
    guard case .string(let text) = value, !text.isEmpty else { return nil }
    switch self {
    case .language:
      do throws(FormatError) {
        _ = try LanguageTag(text)
        return nil
      } catch {
        return (
          "\(value.short) is not the tag of a language",
          error.diagnostic.hint.map { "did you mean \($0)?" }
            ?? #"write a tag such as "de" or "pt-BR""#
        )
      }
    case .timeZone:
      guard TimeZone(named: text) == nil else { return nil }
      let nearest = Spelling.nearest(
        to: text, among: TimeZone.knownTimeZoneIdentifiers.filter { TimeZone(named: $0) != nil })
      return (
        "unknown time zone \(value.short)",
        nearest.map { "did you mean \($0)?" } ?? "write a name such as Europe/Berlin, or UTC"
      )
    }
  }
}

extension FormDefinition {
  /// The inputs, with those that every form has.
  public var allInputs: [InputDefinition] {
    inputs
      + ReservedInput.allCases.map(\.rawValue).filter { name in
        !inputs.contains { $0.name == name }
      }.map { InputDefinition(name: $0, type: .text) }
  }
}
