// Mistakes in standard messages: their languages, ids, parameters and plural forms. The harness is
// in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      """
      { "languages": ["de", "pl"], "sections": [],
        "messages": {
          "pl": { "minLength": { "one": "{minimum}", "other": "{minimum}" } },
          "dee": { "required": "R" },
          "d_e": {},
          "de": { "requird": "R", "minLength": "{max}", "maxLength": "{minimum}", "email": "b {",
            "url": "Auf {$a + 1}.", "regex": { "other": "{pattern}" },
            "minItems": { "one": "Ein Eintrag" },
            "step": { "one": "e", "once": "{steps}", "other": "{step}" } } } }
      """,
      says: """
        form.json:3:26: warning: the plural forms lack few, many
          "pl": { "minLength": { "one": "{minimum}", "other": "{minimum}" } },
                               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: 'other' is used for each {minimum} of these
        form.json:4:5: error: the form does not declare the language 'dee'
          "dee": { "required": "R" },
          ^~~~~
        hint: did you mean de?
        form.json:5:5: error: 'd_e' is not the tag of a language
          "d_e": {},
          ^~~~~
        hint: write a tag such as "de" or "pt-BR"
        form.json:6:13: error: unknown message 'requird'
          "de": { "requird": "R", "minLength": "{max}", "maxLength": "{minimum…
                  ^~~~~~~~~
        hint: did you mean required?
        form.json:6:43: error: unknown parameter '{max}'
          "de": { "requird": "R", "minLength": "{max}", "maxLength": "{minimum}", "email": "b {",
                                                ^~~~~
        hint: write {title}, {value}, {placeholder}, {help}, {minimum}, {length}, or {{ and }} to show braces
        form.json:6:65: error: unknown parameter '{minimum}'
          …R", "minLength": "{max}", "maxLength": "{minimum}", "email": "b {",
                                                   ^~~~~~~~~
        hint: did you mean {maximum}?
        form.json:6:89: error: '{' without its partner
          …, "maxLength": "{minimum}", "email": "b {",
                                                   ^
        hint: write {{ to show a brace
        form.json:7:19: error: a standard message cannot hold a formula
          "url": "Auf {$a + 1}.", "regex": { "other": "{pattern}" },
                      ^~~~~~~~
        hint: write {title}, {value}, {placeholder}, {help}, or {{ and }} to show braces
        form.json:7:40: error: 'regex' has no number to choose a form by
          "url": "Auf {$a + 1}.", "regex": { "other": "{pattern}" },
                                           ^~~~~~~~~~~~~~~~~~~~~~~~
        hint: write one text
        form.json:8:19: error: the plural forms have no 'other'
          "minItems": { "one": "Ein Eintrag" },
                      ^~~~~~~~~~~~~~~~~~~~~~~~
        hint: add "other", the form for every other number
        form.json:9:29: error: unknown plural category 'once'
          "step": { "one": "e", "once": "{steps}", "other": "{step}" } } } }
                                ^~~~~~
        hint: did you mean one?
        form.json:9:38: error: unknown parameter '{steps}'
          "step": { "one": "e", "once": "{steps}", "other": "{step}" } } } }
                                         ^~~~~~~
        hint: did you mean {step}?
        """),
    Mistake(
      """
      { "sections": [], "messages": { "de": { "url": 1, "minItems": { "one": null, "other": "o" } }, "en": [] } }
      """,
      says: """
        form.json:1:33: error: the form does not declare the language 'de'
          { "sections": [], "messages": { "de": { "url": 1, "minItems": { "one": null, "other": "o" } …
                                          ^~~~
        hint: declare it in "languages": ["de"]
        form.json:1:48: error: a message must be text, or an object of plural forms, but is the number 1
          …ions": [], "messages": { "de": { "url": 1, "minItems": { "one": null, "other": "o" } }, "en": [] } }
                                                   ^
        form.json:1:72: error: a plural form must be text, but is null
          … "de": { "url": 1, "minItems": { "one": null, "other": "o" } }, "en": [] } }
                                                   ^~~~
        form.json:1:96: error: the form does not declare the language 'en'
          …tems": { "one": null, "other": "o" } }, "en": [] } }
                                                   ^~~~
        hint: declare it in "languages": ["en"]
        form.json:1:102: error: the messages of a language must be an object, but is a list
          … { "one": null, "other": "o" } }, "en": [] } }
                                                   ^~
        hint: write "messages": {"de": {"required": "Bitte ausfüllen."}}
        """),
    Mistake(
      """
      { "sections": [], "messages": [] }
      """,
      says: """
        form.json:1:31: error: 'messages' must be an object, but is a list
          { "sections": [], "messages": [] }
                                        ^~
        hint: write "messages": {"de": {"required": "Bitte ausfüllen."}}
        """),
  ])
  func messages(_ mistake: Mistake) throws { try check(mistake) }
}
