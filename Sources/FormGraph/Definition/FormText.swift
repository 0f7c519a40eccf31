// A text for people, as its author wrote it: one text, or one for each language. It may hold
// formulas in braces; `TextParts` takes it apart.

import Predicate

/// A text of a form: in one language, or in several.
///
/// ```swift
/// let title: FormText = "How old is {$name}?"
/// let translated = FormText(languages: [("en", "Age"), ("de", "Alter")])
/// ```
///
/// `{…}` holds a formula. `{{` and `}}` print braces; ``verbatim(_:)`` writes them so.
public struct FormText: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// A text in one language.
  public struct Translation: Sendable, Hashable {
    /// The tag of the language, such as `de` or `pt-BR`.
    public var language: String
    /// The text.
    public var text: String

    /// Makes a text in one language.
    public init(language: String, text: String) {
      self.language = language
      self.text = text
    }
  }

  private enum Content: Sendable, Hashable {
    case one(String)
    case translated(Shared<[Translation]>)
  }

  private let content: Content

  /// Makes a text that is the same in every language.
  public init(_ text: String) { content = .one(text) }

  /// Makes a text that is the same in every language.
  public init(stringLiteral text: String) { content = .one(text) }

  /// Makes a text from its translations, in their order.
  public init(translations: [Translation]) { content = .translated(Shared(translations)) }

  /// Makes a text from its translations, in their order.
  public init(languages: KeyValuePairs<String, String>) {
    self.init(translations: languages.map { Translation(language: $0.key, text: $0.value) })
  }

  /// The text that people see exactly as it is given here: each brace is doubled.
  public static func verbatim(_ text: String) -> FormText { FormText(TextParts.escaping(text)) }

  /// The text, if it is the same in every language.
  public var single: String? { if case .one(let text) = content { text } else { nil } }

  /// The translations, in their order; none of a text that is the same in every language.
  public var translations: [Translation] {
    if case .translated(let translations) = content { translations.value } else { [] }
  }

  /// The text that people always see, if neither language nor answers change it.
  var fixed: String? {
    guard case .one(let text) = content, !TextParts.hasBraces(text) else { return nil }
    return text
  }

  /// The text as its author wrote it; of several languages the first one.
  public var description: String { written }

  /// The text as a form file has it: a string, or an object by language.
  var json: Value {
    switch content {
    case .one(let text): .string(text)
    case .translated(let translations):
      .dictionary(
        ValueDictionary(translations.value.map { ($0.language, .string($0.text)) }))
    }
  }

  /// The text as its author wrote it; of several languages the first one.
  var written: String {
    switch content {
    case .one(let text): text
    case .translated(let translations): translations.value.first?.text ?? ""
    }
  }
}
