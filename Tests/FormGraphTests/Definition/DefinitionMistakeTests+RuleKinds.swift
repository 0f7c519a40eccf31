// Rules that say too little, too much, or what does not fit their row.
// The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      row:
        """
        { "type": "text", "rules": [{ "ruleSet": "strong" }, { "ruleSet": 1 }] }
        """,
      says: """
        form.json:2:42: error: unknown rule set 'strong'
          … "type": "text", "rules": [{ "ruleSet": "strong" }, { "ruleSet": 1 }] }
                                                   ^~~~~~~~
        hint: declare it at the root, "ruleSets": {"name": […]}
        form.json:2:67: error: 'ruleSet' must be text, but is the number 1
          … [{ "ruleSet": "strong" }, { "ruleSet": 1 }] }
                                                   ^
        """),
    Mistake(
      row:
        """
        { "type": "text", "rules": [{ "type": "regex" }, { "type": "regex", "pattern": "a(b" }] }
        """,
      says: """
        form.json:2:29: error: the rule 'regex' needs a 'pattern'
          { "type": "text", "rules": [{ "type": "regex" }, { "type": "regex", "pattern": "a(b" }] …
                                      ^
        hint: write {"type": "regex", "pattern": "[A-Z]{2}[0-9]+"}
        form.json:2:82: error: the pattern 'a(b' has a ( that is not closed
          …gex" }, { "type": "regex", "pattern": "a(b" }] }
                                                   ^
        hint: a character that stands for itself needs \\\\ before it
        """),
    Mistake(
      row:
        #"""
        { "type": "text", "rules": [{ "type": "regex", "pattern": "" }, { "type": "regex", "pattern": "\\d+*é[" }] }
        """#,
      says: #"""
        form.json:2:59: error: the pattern is empty and matches nothing
          …"rules": [{ "type": "regex", "pattern": "" }, { "type": "regex", "pattern": "\\d+*é[" }] }
                                                   ^~
        form.json:2:100: error: the pattern '\d+*é[' has nothing to repeat before *
          …" }, { "type": "regex", "pattern": "\\d+*é[" }] }
                                                   ^
        hint: a character that stands for itself needs \\ before it
        """#),
    Mistake(
      row:
        """
        { "type": "text", "rules": [{ "type": "email", "value": 3 }, { "type": "notBlank", "trims": true }] }
        """,
      says: """
        form.json:2:48: error: the rule 'email' cannot have 'value'
          …": "text", "rules": [{ "type": "email", "value": 3 }, { "type": "notBlank", "trims": true }] }
                                                   ^~~~~~~
        form.json:2:84: error: the rule 'notBlank' cannot have 'trims'
          …l", "value": 3 }, { "type": "notBlank", "trims": true }] }
                                                   ^~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "text", "rules": [{ "type": "email", "message": "é{titel}" }, { "type": "url", "message": "}" }] }
        """,
      says: """
        form.json:2:61: error: unknown parameter '{titel}'
          …ules": [{ "type": "email", "message": "é{titel}" }, { "type": "url", "message": "}" }] }
                                                   ^~~~~~~
        hint: did you mean {title}?
        form.json:2:102: error: '}' without its partner
          …titel}" }, { "type": "url", "message": "}" }] }
                                                   ^
        hint: write }} to show a brace
        """),
    Mistake(
      row:
        """
        { "type": "text", "rules": [{ "allOf": ["url"], "message": "a{minimum} {" }, { "type": "url", "message": "{title" }] }
        """,
      says: """
        form.json:2:62: error: unknown parameter '{minimum}'
          …les": [{ "allOf": ["url"], "message": "a{minimum} {" }, { "type": "url", "message": "{title" }] }
                                                   ^~~~~~~~~
        hint: write {title}, {value}, {placeholder}, {help}, {messages}, {$minimum} for the row with this tag, or {{ and }} to show braces
        form.json:2:107: error: '{' without its partner
          …mum} {" }, { "type": "url", "message": "{title" }] }
                                                   ^
        hint: write {{ to show a brace
        """),
    Mistake(
      row:
        """
        { "type": "push", "options": [{ "value": 1, "g": "meat" }], "groupTitles": { "meat": 1 }, "groupFooters": [] }
        """,
      says: """
        form.json:2:61: error: 'groupTitles' needs 'groupedBy', the key by which options are grouped
          …ptions": [{ "value": 1, "g": "meat" }], "groupTitles": { "meat": 1 }, "groupFooters": [] }
                                                   ^~~~~~~~~~~~~
        form.json:2:86: error: the text of a group must be text, but is the number 1
          …g": "meat" }], "groupTitles": { "meat": 1 }, "groupFooters": [] }
                                                   ^
        form.json:2:91: error: 'groupFooters' needs 'groupedBy', the key by which options are grouped
          …meat" }], "groupTitles": { "meat": 1 }, "groupFooters": [] }
                                                   ^~~~~~~~~~~~~~
        form.json:2:107: error: 'groupFooters' must be an object of groups and texts, but is a list
          …Titles": { "meat": 1 }, "groupFooters": [] }
                                                   ^~
        """),
    Mistake(
      row:
        """
        { "type": "push", "options": [{ "value": 1, "g": "meat" }, { "value": 2, "g": 3 }], "groupedBy": "g", "groupTitles": { "meet": "", "3": "Three" }, "groupFooters": { "x": "" } }
        """,
      says: """
        form.json:2:120: warning: no option is in the group 'meet'
          … }], "groupedBy": "g", "groupTitles": { "meet": "", "3": "Three" }, "groupFooters": { "x": "" } }
                                                   ^~~~~~
        hint: did you mean 'meat'?
        form.json:2:166: warning: no option is in the group 'x'
          …: "", "3": "Three" }, "groupFooters": { "x": "" } }
                                                   ^~~
        """),
    Mistake(
      row:
        """
        { "type": "text", "rules": [{ "anyOf": [] }, { "anyOf": ["required", "emial"] }, { "allOf": 1 }] }
        """,
      says: """
        form.json:2:40: error: 'anyOf' is empty
          { "type": "text", "rules": [{ "anyOf": [] }, { "anyOf": ["required", "emial"] }, { "allOf": 1 }] }
                                                 ^~
        form.json:2:58: error: 'required' cannot be a part of 'anyOf': the other parts do not look at an empty value
          … "rules": [{ "anyOf": [] }, { "anyOf": ["required", "emial"] }, { "allOf": 1 }] }
                                                   ^~~~~~~~~~
        hint: make it a rule of its own
        form.json:2:70: error: unknown rule 'emial'
          … "anyOf": [] }, { "anyOf": ["required", "emial"] }, { "allOf": 1 }] }
                                                   ^~~~~~~
        hint: did you mean email?
        form.json:2:93: error: 'allOf' must be a list, but is the number 1
          …f": ["required", "emial"] }, { "allOf": 1 }] }
                                                   ^
        """),
    Mistake(
      row:
        """
        { "type": "text", "rules": [{ "function": "f" }, { "function": "", "dependsOn": ["a-b"] }] }
        """,
      says: """
        form.json:2:43: error: unknown function 'f'
          …"type": "text", "rules": [{ "function": "f" }, { "function": "", "dependsOn": ["a-b"] }] }
                                                   ^~~
        hint: supply it where the form is compiled, or with --stub in the command
        form.json:2:64: error: a condition by function needs the function's name
          …s": [{ "function": "f" }, { "function": "", "dependsOn": ["a-b"] }] }
                                                   ^~
        form.json:2:64: error: unknown function ''
          …s": [{ "function": "f" }, { "function": "", "dependsOn": ["a-b"] }] }
                                                   ^~
        hint: supply it where the form is compiled, or with --stub in the command
        form.json:2:82: error: 'a-b' is neither a tag nor an input nor an attribute of a tag
          … "f" }, { "function": "", "dependsOn": ["a-b"] }] }
                                                   ^~~~~
        hint: write, for example, age or age.isHidden
        """),
    Mistake(
      row:
        """
        { "type": "text", "rules": [{ "allOf": ["email"], "anyOf": ["url"] }, { "type": "url", "allOf": [] }] }
        """,
      says: """
        form.json:2:51: error: a rule has 'allOf' or 'anyOf', not both
          …"text", "rules": [{ "allOf": ["email"], "anyOf": ["url"] }, { "type": "url", "allOf": [] }] }
                                                   ^~~~~~~
        form.json:2:31: note: 'allOf' is given here
          { "type": "text", "rules": [{ "allOf": ["email"], "anyOf": ["url"] }, { "type": "url", "al…
                                        ^~~~~~~
        form.json:2:88: error: a rule has a 'type' or an 'allOf', not both
          …], "anyOf": ["url"] }, { "type": "url", "allOf": [] }] }
                                                   ^~~~~~~
        form.json:2:73: note: 'type' is given here
          …llOf": ["email"], "anyOf": ["url"] }, { "type": "url", "allOf": [] }] }
                                                   ^~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "int", "rules": [{ "type": "greaterThan", "value": "17" }, { "type": "smallerThan" }] }
        """,
      says: """
        form.json:2:62: error: 'value' must be a number, but is text
          …es": [{ "type": "greaterThan", "value": "17" }, { "type": "smallerThan" }] }
                                                   ^~~~
        form.json:2:70: error: the rule 'smallerThan' needs a 'value'
          …"type": "greaterThan", "value": "17" }, { "type": "smallerThan" }] }
                                                   ^
        hint: write {"type": "smallerThan", "value": 18}
        """),
    Mistake(
      row:
        """
        { "type": "int", "rules": ["notBlank", { "type": "regex", "pattern": "1" }, { "anyOf": ["url"] }] }
        """,
      says: """
        form.json:2:28: error: the rule 'notBlank' is about text, but a row of type 'int' holds a whole number
          { "type": "int", "rules": ["notBlank", { "type": "regex", "pattern": "1" }, { "anyOf": …
                                     ^~~~~~~~~~
        form.json:2:89: error: the rule 'url' is about text, but a row of type 'int' holds a whole number
          … "regex", "pattern": "1" }, { "anyOf": ["url"] }] }
                                                   ^~~~~
        """),
    Mistake(
      row:
        """
        { "type": "switch", "rules": [{ "type": "greaterThan", "value": 1 }, "greaterOrEqual"] }
        """,
      says: """
        form.json:2:41: error: the rule 'greaterThan' is about numbers, dates and text, but a row of type 'switch' holds true or false
          { "type": "switch", "rules": [{ "type": "greaterThan", "value": 1 }, "greaterOrEqual"] }
                                                  ^~~~~~~~~~~~~
        form.json:2:70: error: unknown rule 'greaterOrEqual'
          …[{ "type": "greaterThan", "value": 1 }, "greaterOrEqual"] }
                                                   ^~~~~~~~~~~~~~~~
        hint: did you mean greaterOrEqualThan?
        """),
    Mistake(
      row:
        """
        { "type": "date", "rules": [{ "type": "smallerThan", "value": "soon" }, { "type": "regex", "pattern": "1" }] }
        """,
      says: """
        form.json:2:63: error: 'value' must be a date, but is text
          …es": [{ "type": "smallerThan", "value": "soon" }, { "type": "regex", "pattern": "1" }] }
                                                   ^~~~~~
        hint: dates are written like 2024-05-01 or 2024-05-01T10:30:00Z
        form.json:2:83: error: the rule 'regex' is about text, but a row of type 'date' holds a date
          …llerThan", "value": "soon" }, { "type": "regex", "pattern": "1" }] }
                                                   ^~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "text", "required": true, "rules": [{ "allOf": ["email", "required"] }] }
        """,
      says: """
        form.json:2:47: error: the rule 'required' and the attribute 'required' are the same thing
          …e": "text", "required": true, "rules": [{ "allOf": ["email", "required"] }] }
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: keep one of them
        form.json:2:19: note: the attribute is given here
          { "type": "text", "required": true, "rules": [{ "allOf": ["email", "required"]…
                            ^~~~~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "text", "hidden": { "function": "f", "dependsOn": ["nope", "a-b"] },
          "rules": [{ "function": "f", "dependsOn": ["nope"] }] }
        """,
      says: """
        form.json:2:29: error: unknown function 'f'
          { "type": "text", "hidden": { "function": "f", "dependsOn": ["nope", "a-b"] },
                                      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: supply it where the form is compiled, or with --stub in the command
        form.json:3:27: note: it is called here too
          "rules": [{ "function": "f", "dependsOn": ["nope"] }] }
                                  ^~~
        form.json:2:29: error: unknown tag 'nope'
          { "type": "text", "hidden": { "function": "f", "dependsOn": ["nope", "a-b"] },
                                      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        form.json:2:70: error: 'a-b' is neither a tag nor an input nor an attribute of a tag
          … "function": "f", "dependsOn": ["nope", "a-b"] },
                                                   ^~~~~
        hint: write, for example, age or age.isHidden
        form.json:3:27: error: unknown tag 'nope'
          "rules": [{ "function": "f", "dependsOn": ["nope"] }] }
                                  ^~~
        """),
    Mistake(
      row:
        """
        { "type": "text", "rules": [{ "asyncFunction": "f", "dependsOn": ["nope"] },
          { "asyncFunction": "", "dependsOn": ["$a"] }, { "asyncFunction": 1 },
          { "asyncFunction": "f", "function": "g" }, { "type": "email", "asyncFunction": "f" },
          { "asyncFunction": "f", "trims": true }] }
        """,
      says: """
        form.json:2:48: error: unknown tag 'nope'
          …": "text", "rules": [{ "asyncFunction": "f", "dependsOn": ["nope"] },
                                                   ^~~
        form.json:3:22: error: a condition by function needs the function's name
          { "asyncFunction": "", "dependsOn": ["$a"] }, { "asyncFunction": 1 },
                             ^~
        form.json:3:40: error: '$a' is neither a tag nor an input nor an attribute of a tag
          { "asyncFunction": "", "dependsOn": ["$a"] }, { "asyncFunction": 1 },
                                               ^~~~
        hint: write a
        form.json:3:68: error: 'asyncFunction' must be text, but is the number 1
          …ependsOn": ["$a"] }, { "asyncFunction": 1 },
                                                   ^
        form.json:4:5: error: a rule has 'function' or 'asyncFunction', not both
          { "asyncFunction": "f", "function": "g" }, { "type": "email", …
            ^~~~~~~~~~~~~~~
        form.json:4:27: note: 'function' is given here
          { "asyncFunction": "f", "function": "g" }, { "type": "email", "asyncFunction": "f" }…
                                  ^~~~~~~~~~
        form.json:4:39: error: unknown function 'g'
          { "asyncFunction": "f", "function": "g" }, { "type": "email", "asyncFunction": "f" },
                                              ^~~
        hint: supply it where the form is compiled, or with --stub in the command
        form.json:4:65: error: a rule has a 'type' or an 'asyncFunction', not both
          …, "function": "g" }, { "type": "email", "asyncFunction": "f" },
                                                   ^~~~~~~~~~~~~~~
        form.json:4:48: note: 'type' is given here
          …yncFunction": "f", "function": "g" }, { "type": "email", "asyncFunction": "f" },
                                                   ^~~~~~
        form.json:5:27: error: a rule with 'asyncFunction' cannot have 'trims'
          { "asyncFunction": "f", "trims": true }] }
                                  ^~~~~~~
        """),
  ])
  func reportsRuleKinds(mistake: Mistake) throws { try check(mistake) }
}
