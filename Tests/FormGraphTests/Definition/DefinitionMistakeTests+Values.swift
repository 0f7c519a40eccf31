// Values and options that a row cannot have.
// The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      row:
        """
        { "type": "text", "value": 1 }
        """,
      says: """
        form.json:2:28: error: a value of type 'text' must be text, but is the number 1
          { "type": "text", "value": 1 }
                                     ^
        """),
    Mistake(
      row:
        """
        { "type": "int", "value": 3.5 }
        """,
      says: """
        form.json:2:27: error: a value of type 'int' must be a whole number, but is the number 3.5
          { "type": "int", "value": 3.5 }
                                    ^~~
        """),
    Mistake(
      row:
        """
        { "type": "decimal", "value": "3" }
        """,
      says: """
        form.json:2:31: error: a value of type 'decimal' must be a number, but is text
          { "type": "decimal", "value": "3" }
                                        ^~~
        """),
    Mistake(
      row:
        """
        { "type": "switch", "value": 1 }
        """,
      says: """
        form.json:2:30: error: a value of type 'switch' must be true or false, but is the number 1
          { "type": "switch", "value": 1 }
                                       ^
        """),
    Mistake(
      row:
        """
        { "type": "date", "value": "2024-02-30" }
        """,
      says: """
        form.json:2:28: error: '2024-02-30' is not a date
          { "type": "date", "value": "2024-02-30" }
                                     ^~~~~~~~~~~~
        hint: dates are written like 2024-05-01 or 2024-05-01T10:30:00Z
        """),
    Mistake(
      row:
        """
        { "type": "date", "value": 5 }
        """,
      says: """
        form.json:2:28: error: a value of type 'date' must be a date, but is the number 5
          { "type": "date", "value": 5 }
                                     ^
        """),
    Mistake(
      row:
        """
        { "type": "multipleSelector", "options": [1, 2], "value": 1 }
        """,
      says: """
        form.json:2:59: error: a value of type 'multipleSelector' must be a list of options' values, but is the number 1
          …eSelector", "options": [1, 2], "value": 1 }
                                                   ^
        """),
    Mistake(
      row:
        """
        { "type": "push", "options": [1], "value": [1] }
        """,
      says: """
        form.json:2:44: error: a value of type 'push' must be one option's value, but is a list
          …type": "push", "options": [1], "value": [1] }
                                                   ^~~
        """),
    Mistake(
      row:
        """
        { "type": "int", "suggested": { "formula": "2", "whenEdited": "hold" }, "once": "3", "default": "4" }
        """,
      says: """
        form.json:2:18: error: 'suggested' and 'once' both say what the row holds
          { "type": "int", "suggested": { "formula": "2", "whenEdited": "hold" }, "once…
                           ^~~~~~~~~~~
        hint: 'suggested' follows what it reads, 'once' gives a value once: leave one out
        form.json:2:73: note: 'once' is given here
          …"formula": "2", "whenEdited": "hold" }, "once": "3", "default": "4" }
                                                   ^~~~~~
        form.json:2:18: error: 'suggested' and 'default' both say what the row holds
          { "type": "int", "suggested": { "formula": "2", "whenEdited": "hold" }, "once…
                           ^~~~~~~~~~~
        hint: 'suggested' follows what it reads, 'default' gives a value once: leave one out
        form.json:2:86: note: 'default' is given here
          …", "whenEdited": "hold" }, "once": "3", "default": "4" }
                                                   ^~~~~~~~~
        form.json:2:63: error: unknown policy for edited suggestions 'hold'
          …ested": { "formula": "2", "whenEdited": "hold" }, "once": "3", "default": "4" }
                                                   ^~~~~~
        hint: write one of replace, keep
        """),
    Mistake(
      row:
        """
        { "type": "int", "suggested": { "whenEdited": "keep", "from": 1 } }
        """,
      says: """
        form.json:2:31: error: a suggestion needs a 'formula'
          { "type": "int", "suggested": { "whenEdited": "keep", "from": 1 } }
                                        ^
        hint: write, for example, "formula": "$price * 2"
        form.json:2:55: warning: 'from' is not a key of a suggestion
          …", "suggested": { "whenEdited": "keep", "from": 1 } }
                                                   ^~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "int", "once": "2", "value": 3 }
        """,
      says: """
        form.json:2:18: error: 'once' and 'value' both say what the row holds
          { "type": "int", "once": "2", "value": 3 }
                           ^~~~~~
        hint: leave 'value' out: the formula gives the value at the start
        form.json:2:31: note: 'value' is given here
          { "type": "int", "once": "2", "value": 3 }
                                        ^~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "label", "suggested": "2" }
        """,
      says: """
        form.json:2:20: error: a label holds no value and cannot have 'suggested'
          { "type": "label", "suggested": "2" }
                             ^~~~~~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "decimal", "calculated": "22", "value": 1, "default": "2" }
        """,
      says: """
        form.json:2:42: error: a calculated row cannot have 'value'
          … "type": "decimal", "calculated": "22", "value": 1, "default": "2" }
                                                   ^~~~~~~
        hint: for a value that people may change, write "suggested" in the place of both
        form.json:2:22: note: 'calculated' is given here
          { "type": "decimal", "calculated": "22", "value": 1, "default": "2" }
                               ^~~~~~~~~~~~
        form.json:2:54: error: a calculated row cannot have 'default'
          …cimal", "calculated": "22", "value": 1, "default": "2" }
                                                   ^~~~~~~~~
        hint: for a value that people may change, write "suggested" in the place of both
        form.json:2:22: note: 'calculated' is given here
          { "type": "decimal", "calculated": "22", "value": 1, "default": "2" }
                               ^~~~~~~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "decimal", "default": "22", "value": 1 }
        """,
      says: """
        form.json:2:22: error: 'default' and 'value' both say what the row starts with
          { "type": "decimal", "default": "22", "value": 1 }
                               ^~~~~~~~~
        form.json:2:39: note: 'value' is given here
          { "type": "decimal", "default": "22", "value": 1 }
                                                ^~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "decimal", "calculated": "22", "whenHidden": "clear" }
        """,
      says: """
        form.json:2:42: error: a calculated row has no stored value to clear
          … "type": "decimal", "calculated": "22", "whenHidden": "clear" }
                                                   ^~~~~~~~~~~~
        form.json:2:22: note: 'calculated' is given here
          { "type": "decimal", "calculated": "22", "whenHidden": "clear" }
                               ^~~~~~~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "label", "value": null, "rules": ["email"] }
        """,
      says: """
        form.json:2:20: error: a label holds no value and cannot have 'value'
          { "type": "label", "value": null, "rules": ["email"] }
                             ^~~~~~~
        form.json:2:35: error: a label holds no value and cannot have 'rules'
          { "type": "label", "value": null, "rules": ["email"] }
                                            ^~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "push" }
        """,
      says: """
        form.json:2:1: warning: a row of type 'push' has no 'options' to choose from
          { "type": "push" }
          ^
        """),
    Mistake(
      row:
        """
        { "type": "text", "options": [] }
        """,
      says: """
        form.json:2:19: error: a row of type 'text' cannot have 'options'
          { "type": "text", "options": [] }
                            ^~~~~~~~~
        hint: write "type": "picker" for one of them, or "multipleSelector" for several
        """),
    Mistake(
      row:
        """
        { "type": "push", "options": [1, { "title": "a" }, { "value": [] }, null, 1] }
        """,
      says: """
        form.json:2:34: error: an option needs a 'value'
          { "type": "push", "options": [1, { "title": "a" }, { "value": [] }, null, 1] }
                                           ^
        form.json:2:63: error: the value of an option must be text, a number, true or false, a day or an object, but is a list
          …ions": [1, { "title": "a" }, { "value": [] }, null, 1] }
                                                   ^~
        form.json:2:69: error: the value of an option must be text, a number, true or false, a day or an object, but is null
          … [1, { "title": "a" }, { "value": [] }, null, 1] }
                                                   ^~~~
        form.json:2:75: warning: two options have the same value
          … "title": "a" }, { "value": [] }, null, 1] }
                                                   ^
        form.json:2:31: note: the first one
          { "type": "push", "options": [1, { "title": "a" }, { "value": [] }, null, 1] }
                                        ^
        """),
    Mistake(
      row:
        """
        { "type": "push", "options": [1, 2, 1.0, true] }
        """,
      says: """
        form.json:2:37: warning: two options have the same value
          { "type": "push", "options": [1, 2, 1.0, true] }
                                              ^~~
        form.json:2:31: note: the first one
          { "type": "push", "options": [1, 2, 1.0, true] }
                                        ^
        form.json:2:42: warning: two options have the same value
          … "type": "push", "options": [1, 2, 1.0, true] }
                                                   ^~~~
        form.json:2:31: note: the first one
          { "type": "push", "options": [1, 2, 1.0, true] }
                                        ^
        """),
    Mistake(
      row:
        """
        { "type": "push", "options": [{ "value": 1, "enabled": 1, "disabled": true }] }
        """,
      says: """
        form.json:2:45: error: 'enabled' is the opposite of 'disabled'; only one of them can be given
          …ype": "push", "options": [{ "value": 1, "enabled": 1, "disabled": true }] }
                                                   ^~~~~~~~~
        form.json:2:59: note: 'disabled' is given here
          …"options": [{ "value": 1, "enabled": 1, "disabled": true }] }
                                                   ^~~~~~~~~~
        form.json:2:56: error: 'enabled' must be true, false or a predicate, but is the number 1
          …", "options": [{ "value": 1, "enabled": 1, "disabled": true }] }
                                                   ^
        """),
    Mistake(
      row:
        """
        { "type": "psh", "options": [1, 1, {}], "rules": ["email"] }
        """,
      says: """
        form.json:2:11: error: unknown row type 'psh'
          { "type": "psh", "options": [1, 1, {}], "rules": ["email"] }
                    ^~~~~
        hint: did you mean push?
        form.json:2:36: error: an option needs a 'value'
          { "type": "psh", "options": [1, 1, {}], "rules": ["email"] }
                                             ^
        """),
    Mistake(
      row:
        """
        { "type": "push", "options": [{}, {}, [2, 3]], "value": true }
        """,
      says: """
        form.json:2:31: error: an option needs a 'value'
          { "type": "push", "options": [{}, {}, [2, 3]], "value": true }
                                        ^
        form.json:2:35: error: an option needs a 'value'
          { "type": "push", "options": [{}, {}, [2, 3]], "value": true }
                                            ^
        form.json:2:39: error: the value of an option must be text, a number, true or false, a day or an object, but is a list
          { "type": "push", "options": [{}, {}, [2, 3]], "value": true }
                                                ^~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "date", "value": "soon", "calculated": "22" }
        """,
      says: """
        form.json:2:19: error: a calculated row cannot have 'value'
          { "type": "date", "value": "soon", "calculated": "22" }
                            ^~~~~~~
        hint: for a value that people may change, write "suggested" in the place of both
        form.json:2:36: note: 'calculated' is given here
          { "type": "date", "value": "soon", "calculated": "22" }
                                             ^~~~~~~~~~~~
        form.json:2:28: error: 'soon' is not a date
          { "type": "date", "value": "soon", "calculated": "22" }
                                     ^~~~~~
        hint: dates are written like 2024-05-01 or 2024-05-01T10:30:00Z
        """),
  ])
  func reportsValues(mistake: Mistake) throws { try check(mistake) }
}
