// Standard messages that a declared language lacks: one warning for a language, with all ids.
// The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      #"""
      { "languages": ["en", "sv", "sv-FI", "da", "fr"],
        "messages": { "sv": { "required": "Bitte!", "minLength": "Mindestens {minimum}" }, "da": { "notBefore": "{minimum}" } },
        "sections": [
          { "rows": [
            { "tag": "a", "type": "text", "required": true, "rules": [{ "type": "minLength", "value": 2 }, { "type": "email", "message": "x" }] },
            { "tag": "b", "type": "date", "minimum": "2024-05-01" },
            { "tag": "c", "type": "int", "required": false, "step": 2, "rules": [{ "anyOf": [{ "predicate": "SELF > 1" }], "message": "{messages}" }] }] },
          { "tag": "l", "kind": "multivalued", "minimum": 1, "item": { "type": "text", "rules": [
            { "allOf": ["url", { "anyOf": ["phone", "notBlank"], "message": "one" }] }] } },
          { "tag": "s", "kind": "selectable", "selection": "multiple", "maximum": 1, "options": [1, { "value": 2, "exclusive": true }] },
          { "tag": "m", "kind": "matrix", "options": [1], "rows": [{ "tag": "q" }] }] }
      """#,
      says: #"""
        form.json:1:23: warning: the messages url, notBefore, predicate, maxChoices, minItems, step, option, exclusive have no translation for sv
          { "languages": ["en", "sv", "sv-FI", "da", "fr"],
                                ^~~~
        hint: write "messages": {"sv": {"url": "…"}}
        form.json:1:29: warning: the messages url, notBefore, predicate, maxChoices, minItems, step, option, exclusive have no translation for sv-FI
          { "languages": ["en", "sv", "sv-FI", "da", "fr"],
                                      ^~~~~~~
        hint: write "messages": {"sv-FI": {"url": "…"}}
        form.json:1:38: warning: the messages required, url, minLength, predicate, maxChoices, minItems, step, option, exclusive have no translation for da
          { "languages": ["en", "sv", "sv-FI", "da", "fr"],
                                               ^~~~
        hint: write "messages": {"da": {"required": "…"}}
        """#),
    Mistake(
      #"""
      { "languages": ["sv", "en-GB"], "messages": { "sv": { "required": "Bitte!" } },
        "sections": [{ "rows": [
          { "tag": "a", "type": "text", "required": true },
          { "tag": "b", "type": "text", "rules": [{ "type": "required", "message": "B!" }, { "type": "maxLength", "value": 2, "message": { "sv": "kurz", "en-GB": "short" } }] },
          { "tag": "c", "type": "dateTime", "minuteInterval": 5 }] }] }
      """#,
      says: #"""
        form.json:1:17: warning: the message minuteInterval has no translation for sv
          { "languages": ["sv", "en-GB"], "messages": { "sv": { "required": "Bitte!" }…
                          ^~~~
        hint: write "messages": {"sv": {"minuteInterval": "…"}}
        """#),
  ])
  func reportsMissingMessages(mistake: Mistake) throws { try check(mistake) }
}
