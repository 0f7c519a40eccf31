// The standard messages of a form file: by language and id, a text or a text for each plural
// category. Which ids and parameters exist is for the checker to say.

import Predicate

extension DefinitionReader {
  mutating func messages(in object: ObjectPlace) -> MessageCatalogue {
    var catalogue = MessageCatalogue()
    guard let place = place(.messages, in: object) else { return catalogue }
    let hint = #"write "messages": {"de": {"required": "Bitte ausfüllen."}}"#
    for language in members(at: place, called: "'messages'", hint: hint) {
      var texts: [String: MessageText] = [:]
      let name = "the messages of a language"
      for message in members(at: language.place, called: name, hint: hint) {
        if let text = messageText(at: message.place) { texts[message.key] = text }
      }
      catalogue.texts[language.key] = texts
    }
    return catalogue
  }

  private mutating func messageText(at place: Place) -> MessageText? {
    if let text = text(at: place) { return .single(text) }
    guard kind(of: place) == .object else {
      reportKind(of: place, "a message", mustBe: "text, or an object of plural forms")
      return nil
    }
    var forms: [String: String] = [:]
    for form in members(at: place, called: "", hint: "") {
      if let text = text(at: form.place) {
        forms[form.key] = text
      } else {
        reportKind(of: form.place, "a plural form", mustBe: "text")
        // The checker need not say that the form is missing.
        forms[form.key] = ""
      }
    }
    return .plural(forms)
  }

  /// The members of an object with keys of the author's own; of equal keys the first counts.
  private mutating func members(
    at place: Place, called name: String, hint: String
  ) -> [(key: String, place: Place)] {
    guard kind(of: place) == .object else {
      reportKind(of: place, name, mustBe: "an object", hint: hint)
      return []
    }
    var seen = Set<ExactText>()
    return document.keys(of: place.index).compactMap { index in
      let key = document.text(at: index)
      guard seen.insert(ExactText(key)).inserted else { return nil }
      return (key, Place(index: index + 1))
    }
  }
}
