// Rules and triggers that cannot be read.
// The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      row:
        """
        { "type": "text", "rules": "email" }
        """,
      says: """
        form.json:2:28: error: 'rules' must be a list, but is text
          { "type": "text", "rules": "email" }
                                     ^~~~~~~
        hint: write "rules": ["email"]
        """),
    Mistake(
      row:
        """
        { "type": "text", "rules": [1, "emial", "maxLength", "closure", "zzzzzz"] }
        """,
      says: """
        form.json:2:29: error: a rule must be a name or an object, but is the number 1
          { "type": "text", "rules": [1, "emial", "maxLength", "closure", "zzzzzz"] }
                                      ^
        form.json:2:32: error: unknown rule 'emial'
          { "type": "text", "rules": [1, "emial", "maxLength", "closure", "zzzzzz"] }
                                         ^~~~~~~
        hint: did you mean email?
        form.json:2:41: error: the rule 'maxLength' needs more than its name
          { "type": "text", "rules": [1, "emial", "maxLength", "closure", "zzzzzz"] }
                                                  ^~~~~~~~~~~
        hint: write {"type": "maxLength", "value": 8}
        form.json:2:54: error: unknown rule 'closure'
          …xt", "rules": [1, "emial", "maxLength", "closure", "zzzzzz"] }
                                                   ^~~~~~~~~
        hint: name a function, {"function": "isStrong"}
        form.json:2:65: error: unknown rule 'zzzzzz'
          …": [1, "emial", "maxLength", "closure", "zzzzzz"] }
                                                   ^~~~~~~~
        hint: write, for example, required, email, minLength, regex or {"predicate": "SELF != 0"}
        """),
    Mistake(
      row:
        """
        { "type": "text", "rules": [{ "type": "maxLength" }, { "type": "minLength", "value": -1 }] }
        """,
      says: """
        form.json:2:29: error: the rule 'maxLength' needs a 'value'
          { "type": "text", "rules": [{ "type": "maxLength" }, { "type": "minLength", "value": -1 …
                                      ^
        hint: write {"type": "maxLength", "value": 8}
        form.json:2:86: error: 'value' must be a number of characters, from 0
          …gth" }, { "type": "minLength", "value": -1 }] }
                                                   ^~
        """),
    Mistake(
      row:
        """
        { "type": "text", "rules": [{}, { "type": "equals" }, { "type": "predicate" }] }
        """,
      says: """
        form.json:2:29: error: a rule needs a 'type' or a 'predicate'
          { "type": "text", "rules": [{}, { "type": "equals" }, { "type": "predicate" }] }
                                      ^
        hint: write {"predicate": "SELF > 0", "message": "…"}
        form.json:2:33: error: the rule 'equals' needs a 'tag'
          { "type": "text", "rules": [{}, { "type": "equals" }, { "type": "predicate" }] }
                                          ^
        hint: write {"type": "equals", "tag": "password"}
        form.json:2:55: error: the rule 'predicate' needs a 'predicate'
          …t", "rules": [{}, { "type": "equals" }, { "type": "predicate" }] }
                                                   ^
        hint: write {"predicate": "SELF > 0", "message": "…"}
        """),
    Mistake(
      row:
        """
        { "type": "text", "rules": [{ "predicate": true }, { "type": "email", "predicate": "a" }] }
        """,
      says: """
        form.json:2:44: error: 'predicate' must be text, but is true
          …type": "text", "rules": [{ "predicate": true }, { "type": "email", "predicate": "a" }] }
                                                   ^~~~
        form.json:2:71: error: a rule has a 'type' or a 'predicate', not both
          …"predicate": true }, { "type": "email", "predicate": "a" }] }
                                                   ^~~~~~~~~~~
        form.json:2:54: note: 'type' is given here
          …xt", "rules": [{ "predicate": true }, { "type": "email", "predicate": "a" }] }
                                                   ^~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "text", "rules": [{ "type": "email", "severity": "fatal", "mesage": "a" }] }
        """,
      says: """
        form.json:2:60: error: unknown severity 'fatal'
          …rules": [{ "type": "email", "severity": "fatal", "mesage": "a" }] }
                                                   ^~~~~~~
        hint: write one of error, warning
        form.json:2:69: error: 'mesage' is not a key of a rule
          …{ "type": "email", "severity": "fatal", "mesage": "a" }] }
                                                   ^~~~~~~~
        hint: did you mean message?
        """),
    Mistake(
      row:
        """
        { "type": "int", "rules": ["email"] }
        """,
      says: """
        form.json:2:28: error: the rule 'email' is about text, but a row of type 'int' holds a whole number
          { "type": "int", "rules": ["email"] }
                                     ^~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "text", "required": true, "rules": ["email", "required"] }
        """,
      says: """
        form.json:2:56: error: the rule 'required' and the attribute 'required' are the same thing
          …", "required": true, "rules": ["email", "required"] }
                                                   ^~~~~~~~~~
        hint: keep one of them
        form.json:2:19: note: the attribute is given here
          { "type": "text", "required": true, "rules": ["email", "required"] }
                            ^~~~~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "text", "requiredMessage": "Say." }
        """,
      says: """
        form.json:2:19: error: 'requiredMessage' has no 'required' beside it
          { "type": "text", "requiredMessage": "Say." }
                            ^~~~~~~~~~~~~~~~~
        hint: write "required": true, or a condition
        """),
    Mistake(
      row:
        """
        { "type": "text", "requiredMessage": "Say.", "rules": ["required"] }
        """,
      says: """
        form.json:2:19: error: 'requiredMessage' has no 'required' beside it
          { "type": "text", "requiredMessage": "Say.", "rules": ["required"] }
                            ^~~~~~~~~~~~~~~~~
        hint: write the text as the 'message' of the rule 'required'
        """),
    Mistake(
      row:
        """
        { "type": "text", "validates": "onblur" }
        """,
      says: """
        form.json:2:32: error: unknown trigger 'onblur'
          { "type": "text", "validates": "onblur" }
                                         ^~~~~~~~
        hint: did you mean onBlur?
        """),
    Mistake(
      row:
        """
        { "type": "text", "validates": ["onBlur", 1, "zzzzzz"] }
        """,
      says: """
        form.json:2:43: error: a trigger must be text, but is the number 1
          …"type": "text", "validates": ["onBlur", 1, "zzzzzz"] }
                                                   ^
        form.json:2:46: error: unknown trigger 'zzzzzz'
          …pe": "text", "validates": ["onBlur", 1, "zzzzzz"] }
                                                   ^~~~~~~~
        hint: write one of onChange, onBlur, onChangeAfterBlurred, onDemand, always
        """),
    Mistake(
      row:
        """
        { "type": "text", "validates": [] }
        """,
      says: """
        form.json:2:32: error: 'validates' is empty
          { "type": "text", "validates": [] }
                                         ^~
        hint: write onDemand for none
        """),
    Mistake(
      row:
        """
        { "type": "text", "validates": 1 }
        """,
      says: """
        form.json:2:32: error: 'validates' must be text or a list of texts, but is the number 1
          { "type": "text", "validates": 1 }
                                         ^
        """),
    Mistake(
      row:
        """
        { "type": "date", "rules": [{ "type": "minLength", "value": 3.5 }, { "type": "email" }] }
        """,
      says: """
        form.json:2:61: error: 'value' must be a number of characters, but is the number 3.5
          …ules": [{ "type": "minLength", "value": 3.5 }, { "type": "email" }] }
                                                   ^~~
        form.json:2:78: error: the rule 'email' is about text, but a row of type 'date' holds a date
          … "minLength", "value": 3.5 }, { "type": "email" }] }
                                                   ^~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "text", "rules": [{ "type": "equals", "value": "b" }, { "predicate": null }] }
        """,
      says: """
        form.json:2:58: error: unknown tag 'b'
          … "rules": [{ "type": "equals", "value": "b" }, { "predicate": null }] }
                                                   ^~~
        form.json:2:80: error: 'predicate' must be text, but is null
          …equals", "value": "b" }, { "predicate": null }] }
                                                   ^~~~
        """),
    Mistake(
      row:
        """
        { "type": "text", "rules": null, "validates": null, "required": null }
        """,
      says: """
        form.json:2:28: error: 'rules' must be a list, but is null
          { "type": "text", "rules": null, "validates": null, "required": null }
                                     ^~~~
        hint: leave the key out
        form.json:2:47: error: 'validates' must be text or a list of texts, but is null
          …e": "text", "rules": null, "validates": null, "required": null }
                                                   ^~~~
        hint: leave the key out
        form.json:2:65: error: 'required' must be true, false or a predicate, but is null
          …": null, "validates": null, "required": null }
                                                   ^~~~
        hint: leave the key out
        """),
    Mistake(
      row:
        """
        { "type": "text", "rules": [{ "type": "required", "allowsEmpty": false }] }
        """,
      says: """
        form.json:2:51: error: 'allowsEmpty' has no effect on 'required', which is about empty values
          …"text", "rules": [{ "type": "required", "allowsEmpty": false }] }
                                                   ^~~~~~~~~~~~~
        """),
    Mistake(
      """
      { "sections": [
        { "rows": [
          { "tag": "a", "type": "text", "rules": [{ "type": "equals", "tag": "a" }] },
          { "tag": "b", "type": "text", "rules": [{ "anyOf": ["email", { "type": "equals", "tag": "b" }] }] } ] },
        { "tag": "s", "kind": "selectable", "options": ["x"], "rules": [{ "type": "equals", "tag": "s" }] },
        { "tag": "l", "kind": "multivalued", "value": [{}, {}],
          "template": { "rows": [{ "tag": "c", "type": "text", "rules": [{ "type": "equals", "tag": "c" }] }] } }
      ] }
      """,
      says: """
        form.json:3:73: warning: 'a' is the row itself, and always equals itself
          …, "rules": [{ "type": "equals", "tag": "a" }] },
                                                   ^
        hint: name the row that is to have the same value
        form.json:4:94: warning: 'b' is the row itself, and always equals itself
          …: ["email", { "type": "equals", "tag": "b" }] }] } ] },
                                                   ^
        hint: name the row that is to have the same value
        form.json:5:95: warning: 's' is the row itself, and always equals itself
          …, "rules": [{ "type": "equals", "tag": "s" }] },
                                                   ^
        hint: name the row that is to have the same value
        form.json:7:96: warning: 'c' is the row itself, and always equals itself
          …, "rules": [{ "type": "equals", "tag": "c" }] }] } }
                                                   ^
        hint: name the row that is to have the same value
        """),
    Mistake(
      """
      { "sections": [
        { "rows": [
          { "type": "switch", "validates": "onBlur" }, { "type": "date", "validates": ["onChangeAfterBlurred"] },
          { "type": "date", "validates": ["onBlur", "onChange"] }, { "type": "check", "validates": "always" },
          { "type": "int", "validates": "onBlur" }, { "type": "push", "options": ["a"], "validates": "onDemand" } ] },
        { "tag": "s", "kind": "selectable", "options": ["x"], "validates": "onBlur" }
      ] }
      """,
      says: """
        form.json:3:38: warning: a row of type 'switch' does not take focus, so a user never leaves it
          { "type": "switch", "validates": "onBlur" }, { "type": "date", "validates": ["onChangeAfterBl…
                                           ^~~~~~~~
        hint: write onChange
        form.json:3:81: warning: a row of type 'date' does not take focus, so a user never leaves it
          …Blur" }, { "type": "date", "validates": ["onChangeAfterBlurred"] },
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~
        hint: write onChange
        form.json:6:70: warning: a section to choose from does not take focus, so a user never leaves it
          …ctable", "options": ["x"], "validates": "onBlur" }
                                                   ^~~~~~~~
        hint: write onChange
        """),
    Mistake(
      """
      { "ruleSets": { "one": "email" }, "sections": [{ "rows": [
        { "type": "text", "rules": [{ "type": 1 }, { "type": true, "predicate": "SELF != 'a'" }] } ] }] }
      """,
      says: """
        form.json:1:24: error: the rule set 'one' must be a list, but is text
          { "ruleSets": { "one": "email" }, "sections": [{ "rows": [
                                 ^~~~~~~
        form.json:2:41: error: 'type' must be text, but is the number 1
          { "type": "text", "rules": [{ "type": 1 }, { "type": true, "predicate": "SELF != 'a'" }] } ] }] }
                                                ^
        form.json:2:56: error: 'type' must be text, but is true
          …xt", "rules": [{ "type": 1 }, { "type": true, "predicate": "SELF != 'a'" }] } ] }] }
                                                   ^~~~
        """),
    Mistake(
      """
      { "ruleSets": ["email"], "sections": [] }
      """,
      says: """
        form.json:1:15: error: 'ruleSets' must be an object of names and lists of rules, but is a list
          { "ruleSets": ["email"], "sections": [] }
                        ^~~~~~~~~
        """),
  ])
  func reportsRules(mistake: Mistake) throws { try check(mistake) }
}
