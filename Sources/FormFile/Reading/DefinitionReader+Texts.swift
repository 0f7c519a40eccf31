// Texts for people in a form file: a string, or an object of strings by language.

import Predicate

extension DefinitionReader {
  /// A text for people; null says that there is none.
  @inline(__always)
  mutating func formText(_ key: FormKey, in object: ObjectPlace) -> FormText? {
    has(key, in: object) ? givenFormText(key, in: object) : nil
  }

  /// A text that hardly any two members have in common, such as a title.
  @inline(__always)
  mutating func ownText(_ key: FormKey, in object: ObjectPlace) -> FormText? {
    guard has(key, in: object) else { return nil }
    guard let place = place(key, in: object), document.isText(place.index) else {
      return givenFormText(key, in: object)
    }
    return plainText(at: place, document.text(at: place.index))
  }

  /// A text of one language; the bytes of the file say for less whether it has braces.
  private func plainText(at place: Place, _ text: String) -> FormText {
    guard kind(of: place) == .text else { return FormText(text) }
    // Without a way out of the loop, the compiler looks at sixteen bytes at a time.
    var braces: UInt8 = 0
    for byte in UnsafeBufferPointer(rebasing: document.text[document.range(of: place.index)]) {
      braces |= (byte == 0x7B ? 1 : 0) | (byte == 0x7D ? 1 : 0)
    }
    return FormText(text, hasBraces: braces != 0)
  }

  @inline(never)
  private mutating func givenFormText(_ key: FormKey, in object: ObjectPlace) -> FormText? {
    guard let place = place(key, in: object) else { return nil }
    if kind(of: place) == .null, FormKeys.texts.contains(key) { return nil }
    return formText(at: place, called: "'\(key.text)'")
  }

  /// The text at a place; nil, and reported, if no text stands there.
  mutating func formText(at place: Place, called name: String) -> FormText? {
    if document.isText(place.index) { return plainText(at: place, sharedText(at: place)) }
    guard kind(of: place) == .object else {
      reportKind(of: place, name, mustBe: "text", hint: hint(for: place))
      return nil
    }
    var translations: [FormText.Translation] = []
    for index in document.keys(of: place.index) {
      let place = Place(index: index + 1)
      if let text = text(at: place) {
        translations.append(
          FormText.Translation(language: document.text(at: index), text: text))
      } else {
        let isPlural =
          kind(of: place) == .object
          && document.keys(of: place.index).contains {
            PluralCategory(rawValue: document.text(at: $0)) != nil
          }
        reportKind(
          of: place, "the text of a language", mustBe: "text",
          hint: isPlural ? "plural forms stand under 'messages' of the form alone" : nil)
      }
    }
    guard !translations.isEmpty else {
      report(
        .missing, "\(name) has no text", place,
        hint: #"write text, or texts by language: {"en": "Age", "de": "Alter"}"#)
      return nil
    }
    return FormText(translations: translations)
  }

  /// The tags under `languages`.
  mutating func languages(in object: ObjectPlace) -> [String] {
    list(.languages, in: object).compactMap { place in
      if let text = text(at: place) { return text }
      reportKind(of: place, "a language", mustBe: "text, the tag of the language")
      return nil
    }
  }
}
