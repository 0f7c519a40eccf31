// Standard messages as a form or a host gives them, and the same taken apart for look-up.

package import Predicate

/// The text of a standard message in one language.
///
/// ```swift
/// let one: MessageText = "Mindestens {minimum} Zeichen."
/// let byNumber: MessageText = ["one": "{maximum} znak.", "other": "{maximum} znaku."]
/// ```
public enum MessageText: Sendable, Hashable {
  /// One text, whatever the number.
  case single(String)
  /// A text for each plural category of CLDR: `one`, `few`, `other` and so on.
  ///
  /// `other` stands in for a category that is missing.
  case plural([String: String])
}

extension MessageText: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
  /// Makes a text that is the same for every number.
  public init(stringLiteral text: String) { self = .single(text) }

  /// Makes a text from its forms by plural category; of equal categories the last counts.
  public init(dictionaryLiteral forms: (String, String)...) {
    self = .plural(Dictionary(forms, uniquingKeysWith: { $1 }))
  }
}

/// Standard messages by language and id.
///
/// ```swift
/// let messages: MessageCatalogue = ["de": ["required": "Bitte ausfüllen."]]
/// ```
public struct MessageCatalogue: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// The texts, by the tag of the language and the id of the message.
  public var texts: [String: [String: MessageText]]

  /// Makes a catalogue.
  public init(_ texts: [String: [String: MessageText]] = [:]) { self.texts = texts }

  /// Makes a catalogue; of equal languages the last counts.
  public init(dictionaryLiteral texts: (String, [String: MessageText])...) {
    self.init(Dictionary(texts, uniquingKeysWith: { $1 }))
  }

  /// Whether the catalogue has no texts.
  public var isEmpty: Bool { texts.isEmpty }
}

// MARK: - Look-up

/// The catalogues of a form and its host, taken apart once.
package struct StandardTexts: Sendable {
  /// A standard message in one language: an object, since the data of a language is large.
  package final class Text: Sendable {
    /// What decides the plural category.
    private let language: LanguageData
    private let other: TextParts
    /// By category, without `other`.
    private let forms: [PluralCategory: TextParts]

    init(_ language: LanguageData, _ other: TextParts, _ forms: [PluralCategory: TextParts] = [:]) {
      self.language = language
      self.other = other
      self.forms = forms
    }

    /// Whether a form of the text prints a parameter.
    func says(_ parameter: MessageParameter) -> Bool {
      other.says(parameter) || forms.values.contains { $0.says(parameter) }
    }

    /// The form of the text for a number.
    package func parts(countedBy count: Value?) -> TextParts {
      guard !forms.isEmpty, let count, let category = Formatting.plural(of: count, in: language)
      else { return other }
      return forms[category] ?? other
    }
  }

  typealias Texts = [MessageID: Text]

  /// The texts of a form and a host that give none: those that are built in.
  package static let builtIn = StandardTexts(form: [:], host: [:], languages: [])

  /// By the folded tag of the language.
  private let form: [String: Texts]
  private let host: [String: Texts]
  private let languages: [LanguageTag]
  /// The messages of the form or the host that print the placeholder or the help of a row.
  private let saying: [MessageParameter: Set<MessageID>]

  package init(form: MessageCatalogue, host: MessageCatalogue, languages: [LanguageTag]) {
    self.form = Self.texts(of: form)
    self.host = Self.texts(of: host)
    self.languages = languages
    var saying: [MessageParameter: Set<MessageID>] = [:]
    for (id, text) in [self.form, self.host].flatMap(\.values).joined() {
      for parameter in [MessageParameter.placeholder, .help] where text.says(parameter) {
        saying[parameter, default: []].insert(id)
      }
    }
    self.saying = saying
  }

  /// Whether the form or the host has a text, of one of some messages, that prints the placeholder
  /// or the help.
  package func says(
    _ parameter: MessageParameter, in ids: @autoclosure () -> Set<MessageID>
  ) -> Bool {
    saying[parameter].map { !$0.isDisjoint(with: ids()) } ?? false
  }

  /// The text of a message: of the form in a language, of the host in this language, built in for
  /// this language, of the form in its first language, in English.
  package func text(of id: MessageID, in language: LanguageTag?) -> Text? {
    let wanted = language?.candidates ?? []
    func text(_ texts: [String: Texts], _ tags: [String]) -> Text? {
      tags.lazy.compactMap { texts[$0]?[id] }.first
    }
    return text(form, wanted) ?? text(host, wanted)
      ?? language.flatMap(BuiltInTexts.of)?.texts[id]
      ?? text(form, languages.first?.candidates ?? [])
      ?? BuiltInTexts.english.texts[id]
  }

  /// The words for true and false in a language.
  package func truth(in language: LanguageTag?) -> TruthWords {
    // Every form asks for these words when it opens, and most have no language: no catalogue is
    // taken apart for them.
    if language == nil, form.isEmpty, host.isEmpty { return .english }
    func word(_ id: MessageID) -> String {
      text(of: id, in: language)?.parts(countedBy: nil).literal ?? ""
    }
    return TruthWords(yes: word(.yes), no: word(.no))
  }

  /// Whether the form or the host has a message in a language.
  func hasText(of id: MessageID, in language: LanguageTag) -> Bool {
    language.candidates.contains { form[$0]?[id] != nil || host[$0]?[id] != nil }
  }

  // MARK: - Taking apart

  /// The texts by language; what is wrong has been reported, and is left out.
  private static func texts(of catalogue: MessageCatalogue) -> [String: Texts] {
    var all: [String: Texts] = [:]
    for (name, texts) in catalogue.texts {
      guard let tag = try? LanguageTag(name) else { continue }
      let language = LanguageData.of(tag)
      for (name, given) in texts {
        guard let id = MessageID(rawValue: name) else { continue }
        all[tag.folded, default: [:]][id] = text(given, of: id, language)
      }
    }
    return all
  }

  /// A text taken apart; nil if it has mistakes, or plural forms without `other`.
  static func text(_ text: MessageText, of id: MessageID, _ language: LanguageData) -> Text? {
    func parts(_ text: String) -> TextParts? { try? TextParts(text, messageParameters: id) }
    switch text {
    case .single(let text): return parts(text).map { Text(language, $0) }
    case .plural(let given):
      guard let other = given["other"].flatMap(parts) else { return nil }
      var forms: [PluralCategory: TextParts] = [:]
      for (name, form) in given where name != "other" {
        if let category = PluralCategory(rawValue: name) { forms[category] = parts(form) }
      }
      return Text(language, other, forms)
    }
  }
}

extension TextParts {
  /// The text without its formulas and parameters.
  fileprivate var literal: String {
    parts.reduce(into: "") { text, part in
      if case .literal(let literal) = part { text += literal }
    }
  }

  /// Takes a standard message apart.
  init(_ text: String, messageParameters id: MessageID) throws(Mistake) {
    try self.init(text, parameters: id.allParameters, allowsFormulas: false)
  }
}
