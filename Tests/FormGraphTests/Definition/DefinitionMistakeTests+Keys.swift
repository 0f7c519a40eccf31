// Keys of a form file that are wrong, and what stands wrongly under the right ones.
// The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      row:
        """
        { "type": "text", "hiden": true, "hidden": 1 }
        """,
      says: """
        form.json:2:19: warning: 'hiden' is not a key of a row
          { "type": "text", "hiden": true, "hidden": 1 }
                            ^~~~~~~
        hint: did you mean hidden?
        form.json:2:44: error: 'hidden' must be true, false or a predicate, but is the number 1
          …type": "text", "hiden": true, "hidden": 1 }
                                                   ^
        """),
    Mistake(
      row:
        """
        { "type": "text", "submits": true, "zzzzzz": 1 }
        """,
      says: """
        form.json:2:19: error: only a button submits, not a row of type 'text'
          { "type": "text", "submits": true, "zzzzzz": 1 }
                            ^~~~~~~~~
        form.json:2:36: warning: 'zzzzzz' is not a key of a row
          { "type": "text", "submits": true, "zzzzzz": 1 }
                                             ^~~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "text", "title": 1, "help": null, "tag": ["a"] }
        """,
      says: """
        form.json:2:28: error: 'title' must be text, but is the number 1
          { "type": "text", "title": 1, "help": null, "tag": ["a"] }
                                     ^
        form.json:2:52: error: 'tag' must be text, but is a list
          …text", "title": 1, "help": null, "tag": ["a"] }
                                                   ^~~~~
        """),
    Mistake(
      row:
        """
        { "type": "text", "title": "a", "title": "b" }
        """,
      says: """
        form.json:2:33: error: the key 'title' is given twice
          { "type": "text", "title": "a", "title": "b" }
                                          ^~~~~~~
        form.json:2:19: note: it is given here first
          { "type": "text", "title": "a", "title": "b" }
                            ^~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "file", "extra": { "a": { "b": 1, "b": 2 } } }
        """,
      says: """
        form.json:2:45: error: the key 'b' is given twice
          …ype": "file", "extra": { "a": { "b": 1, "b": 2 } } }
                                                   ^~~
        form.json:2:37: note: it is given here first
          { "type": "file", "extra": { "a": { "b": 1, "b": 2 } } }
                                              ^~~
        """),
    Mistake(
      row:
        """
        { "type": "text", "hidden": true, "visible": "$a", "enabled": [], "disabled": {} }
        """,
      says: """
        form.json:2:35: error: 'visible' is the opposite of 'hidden'; only one of them can be given
          { "type": "text", "hidden": true, "visible": "$a", "enabled": [], "disabled": {} }
                                            ^~~~~~~~~
        form.json:2:19: note: 'hidden' is given here
          { "type": "text", "hidden": true, "visible": "$a", "enabled": [], "disabled": …
                            ^~~~~~~~
        form.json:2:52: error: 'enabled' is the opposite of 'disabled'; only one of them can be given
          …text", "hidden": true, "visible": "$a", "enabled": [], "disabled": {} }
                                                   ^~~~~~~~~
        form.json:2:67: note: 'disabled' is given here
          …: true, "visible": "$a", "enabled": [], "disabled": {} }
                                                   ^~~~~~~~~~
        form.json:2:63: error: 'enabled' must be true, false or a predicate, but is a list
          …den": true, "visible": "$a", "enabled": [], "disabled": {} }
                                                   ^~
        form.json:2:79: error: 'disabled' must be true, false or a predicate, but is an object
          …ible": "$a", "enabled": [], "disabled": {} }
                                                   ^~
        hint: a function is written {"function": "isAdult", "dependsOn": ["age"]}
        """),
    Mistake(
      row:
        """
        { "type": "text", "whenHidden": "keeps" }
        """,
      says: """
        form.json:2:33: error: unknown policy for hidden values 'keeps'
          { "type": "text", "whenHidden": "keeps" }
                                          ^~~~~~~
        hint: did you mean keep?
        """),
    Mistake(
      row:
        """
        "text"
        """,
      says: """
        form.json:2:1: error: a row must be an object, but is text
          "text"
          ^~~~~~
        """),
    Mistake(
      row:
        """
        { "tag": "a" }
        """,
      says: """
        form.json:2:1: error: a row needs a 'type'
          { "tag": "a" }
          ^
        hint: write, for example, "type": "text"
        """),
    Mistake(
      row:
        """
        { "tag": "a", "type": "txt", "value": 1 }
        """,
      says: """
        form.json:2:23: error: unknown row type 'txt'
          { "tag": "a", "type": "txt", "value": 1 }
                                ^~~~~
        hint: did you mean text?
        """),
    Mistake(
      row:
        """
        { "tag": "a", "type": "spreadsheet" }
        """,
      says: """
        form.json:2:23: error: unknown row type 'spreadsheet'
          { "tag": "a", "type": "spreadsheet" }
                                ^~~~~~~~~~~~~
        hint: write, for example, text, int, decimal, switch, date, picker or file; custom holds any value
        """),
    // Whether the type may have the keys is not known.
    Mistake(
      row:
        """
        { "type": "txt", "keepsEmpty": true, "submits": true, "unit": "kg", "other": true }
        """,
      says: """
        form.json:2:11: error: unknown row type 'txt'
          { "type": "txt", "keepsEmpty": true, "submits": true, "unit": "kg", "o…
                    ^~~~~
        hint: did you mean text?
        """),
  ])
  func reportsKeys(mistake: Mistake) throws { try check(mistake) }
}
