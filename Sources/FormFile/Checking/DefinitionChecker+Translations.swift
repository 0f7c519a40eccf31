// Finds the standard messages, and the words for true and false, that a form may show and does not
// have in one of its languages. A reader of that language would see such a message in another one.
// Only a form that declares languages is looked at.

import Predicate

extension DefinitionChecker {
  /// Warns of each language that lacks standard messages of the form, once for each language.
  mutating func checkTranslations(of definition: FormDefinition, host: MessageCatalogue) {
    let languages = definition.languages.map { try? LanguageTag($0) }
    // A language that is built in has every message.
    let isForeign = languages.map { tag in tag.map { BuiltInTexts.of($0) == nil } ?? false }
    guard isForeign.contains(true) else { return }
    let shown = definition.standardMessages
    let texts = StandardTexts(form: definition.messages, host: host, languages: [])
    for (index, tag) in languages.enumerated() where isForeign[index] {
      let missing = MessageID.allCases.filter { id in
        shown.contains(id) && !(tag.map { texts.hasText(of: id, in: $0) } ?? true)
      }
      guard let first = missing.first else { continue }
      let language = definition.languages[index]
      let names = missing.map(\.rawValue).joined(separator: ", ")
      report(
        .untranslated,
        missing.count == 1
          ? "the message \(names) has no translation for \(language)"
          : "the messages \(names) have no translation for \(language)",
        of: .form, [.key("languages"), .index(index)], severity: .warning,
        hint: #"write "messages": {"\#(language)": {"\#(first.rawValue)": "…"}}"#)
    }
  }
}

extension FormDefinition {
  /// The standard messages that the form can show: those of rules, bounds and options that have no
  /// message of their own.
  ///
  /// - Complexity: O(n) in the number of rows and rules.
  fileprivate var standardMessages: Set<MessageID> {
    var ids: Set<MessageID> = []
    for placed in sections.placedWithItems {
      let section = placed.definition
      for row in section.formRows { row.addStandardMessages(to: &ids) }
      guard case .multivalued(let items) = section.kind else { continue }
      if items.hasMinimum { ids.insert(.minItems) }
      if items.maximum?.formula != nil { ids.insert(.maxItems) }
      for row in items.templateRows { row.addStandardMessages(to: &ids) }
    }
    // It says what the parts of the rule say, and has no words of its own.
    ids.remove(.allOf)
    return ids
  }
}
