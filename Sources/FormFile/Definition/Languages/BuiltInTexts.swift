// The standard messages that need no form and no host: one file for each language. A language is
// taken apart when it is first used, so that it costs nothing where nobody reads it.

package import Predicate

/// The standard messages in one language.
package final class BuiltInTexts: Sendable {
  /// The text of a message as its file has it.
  package let written: @Sendable (MessageID) -> MessageText
  /// The same taken apart.
  let texts: StandardTexts.Texts

  init(_ tag: String, _ written: @escaping @Sendable (MessageID) -> MessageText) {
    let language = (try? LanguageTag(tag)).map(LanguageData.of) ?? .english
    self.written = written
    texts = MessageID.allCases.reduce(into: [:]) { texts, id in
      texts[id] = StandardTexts.text(written(id), of: id, language)
    }
  }

  /// The languages, by the tags of CLDR.
  package static let tags = [
    "en", "ar", "de", "es", "fr", "hi", "it", "ja", "nl", "pl", "pt", "pt-PT", "ru", "tr", "uk",
    "zh", "zh-Hant",
  ]

  /// The messages in a language; nil if they are not built in.
  ///
  /// The tag is looked up: `de-AT` finds `de`, and `zh-TW` finds `zh-Hant`.
  package static func of(_ language: LanguageTag) -> BuiltInTexts? {
    language.candidates.lazy.compactMap(texts).first
  }

  private static func texts(_ folded: String) -> BuiltInTexts? {
    switch folded {
    case "en": english
    case "ar": arabic
    case "de": german
    case "es": spanish
    case "fr": french
    case "hi": hindi
    case "it": italian
    case "ja": japanese
    case "nl": dutch
    case "pl": polish
    case "pt": portuguese
    case "pt-pt": portugueseOfPortugal
    case "ru": russian
    case "tr": turkish
    case "uk": ukrainian
    case "zh": chinese
    case "zh-hant": traditionalChinese
    default: nil
    }
  }
}
