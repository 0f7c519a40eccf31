// A text for people, as its author wrote it: one text, or one for each language. It may hold
// formulas in braces; `TextParts` takes it apart.

package import Predicate

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

  /// The text, or the first translation.
  private let text: String
  /// Nil for a text without braces in one language, which most texts are.
  private let rest: Rest?

  /// What few texts have.
  private final class Rest: Sendable, Hashable {
    /// The translations; none of a text in one language.
    let translations: [Translation]

    init(_ translations: [Translation]) { self.translations = translations }

    /// The rest of a text in one language with braces.
    static let braced = Rest([])

    static func == (left: Rest, right: Rest) -> Bool {
      left === right || left.translations == right.translations
    }

    func hash(into hasher: inout Hasher) { hasher.combine(translations) }
  }

  /// Makes a text that is the same in every language.
  public init(_ text: String) { self.init(text, hasBraces: TextParts.hasBraces(text)) }

  /// Makes a text from a caller that knows whether the text has braces.
  init(_ text: String, hasBraces: Bool) {
    self.text = text
    rest = hasBraces ? .braced : nil
  }

  /// Makes a text that is the same in every language.
  public init(stringLiteral text: String) { self.init(text) }

  /// Makes a text from its translations, in their order; empty text if there are none.
  public init(translations: [Translation]) {
    text = translations.first?.text ?? ""
    rest = translations.isEmpty ? nil : Rest(translations)
  }

  /// Makes a text from its translations, in their order.
  public init(languages: KeyValuePairs<String, String>) {
    self.init(translations: languages.map { Translation(language: $0.key, text: $0.value) })
  }

  /// The text that people see exactly as it is given here: each brace is doubled.
  public static func verbatim(_ text: String) -> FormText { FormText(TextParts.escaping(text)) }

  /// The text, if it is the same in every language.
  public var single: String? { translations.isEmpty ? text : nil }

  /// The translations, in their order; none of a text that is the same in every language.
  public var translations: [Translation] { rest?.translations ?? [] }

  /// The formulas in a text of one language, each with its place in UTF-8 bytes; empty for a text
  /// that cannot be taken apart.
  package static func formulas(
    in text: String, isMessage: Bool
  ) -> [(text: String, offset: Int)] {
    guard TextParts.hasBraces(text),
      let parts = try? TextParts(text, parameters: isMessage ? MessageParameter.allCases : nil)
    else { return [] }
    return parts.parts.compactMap { part in
      if case .formula(let text, let offset) = part { (text, offset) } else { nil }
    }
  }

  /// Whether the text, in any language, prints a parameter of a message.
  package func says(_ parameter: MessageParameter) -> Bool {
    guard isChanging else { return false }
    return ([single].compactMap { $0 } + translations.map(\.text)).contains { text in
      (try? TextParts(text, parameters: MessageParameter.allCases))?.says(parameter) ?? false
    }
  }

  /// The text that people always see, if neither language nor answers change it.
  package var fixed: String? { rest == nil ? text : nil }

  /// Whether the text, in any language, may have formulas.
  package var hasFormulas: Bool {
    guard let rest else { return false }
    return rest.translations.isEmpty || rest.translations.contains { TextParts.hasBraces($0.text) }
  }

  /// Whether language or answers may change the text; asked of every text of a form.
  var isChanging: Bool { rest != nil }

  /// The text as its author wrote it; of several languages the first one.
  public var description: String { text }

  /// The text as a form file has it: a string, or an object by language.
  package var json: Value {
    guard single == nil else { return .string(text) }
    return .dictionary(
      ValueDictionary(translations.map { ($0.language, .string($0.text)) }))
  }
}
