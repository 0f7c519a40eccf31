// Items at the start that their templates cannot hold.
// The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      items:
        """
          "item": { "type": "int" }, "value": 1
        """,
      says: """
        form.json:2:39: error: 'value' must be a list, but is the number 1
          "item": { "type": "int" }, "value": 1
                                              ^
        """),
    Mistake(
      items:
        """
          "item": { "type": "int" }, "value": [1, "2", 3.5, null, 4.0]
        """,
      says: """
        form.json:2:43: error: a value of type 'int' must be a whole number, but is text
          "item": { "type": "int" }, "value": [1, "2", 3.5, null, 4.0]
                                                  ^~~
        form.json:2:48: error: a value of type 'int' must be a whole number, but is the number 3.5
          …": { "type": "int" }, "value": [1, "2", 3.5, null, 4.0]
                                                   ^~~
        """),
    Mistake(
      items:
        """
          "item": { "type": "date" }, "value": ["2024-05-01", "2024-02-30", 5]
        """,
      says: """
        form.json:2:55: error: '2024-02-30' is not a date
          …ype": "date" }, "value": ["2024-05-01", "2024-02-30", 5]
                                                   ^~~~~~~~~~~~
        hint: dates are written like 2024-05-01 or 2024-05-01T10:30:00Z
        form.json:2:69: error: a value of type 'date' must be a date, but is the number 5
          …, "value": ["2024-05-01", "2024-02-30", 5]
                                                   ^
        """),
    Mistake(
      items:
        """
          "item": { "type": "int", "calculated": "2" }, "value": [null, 1]
        """,
      says: """
        form.json:2:65: error: the items are calculated and cannot be given a value
          …", "calculated": "2" }, "value": [null, 1]
                                                   ^
        form.json:2:28: note: 'calculated' is given here
          "item": { "type": "int", "calculated": "2" }, "value": [null, 1]
                                   ^~~~~~~~~~~~
        """),
    Mistake(
      items:
        """
          "template": { "rows": [{ "type": "label" }, { "tag": "n", "type": "text" }] },
          "value": ["a", null, {}]
        """,
      says: """
        form.json:3:13: error: an item must be an object of the template's values, but is text
          "value": ["a", null, {}]
                    ^~~
        hint: write {"n": …}
        form.json:3:18: error: an item must be an object of the template's values, but is null
          "value": ["a", null, {}]
                         ^~~~
        hint: write {"n": …}
        """),
    Mistake(
      items:
        """
          "template": { "rows": [{ "tag": "number", "type": "text" }, { "tag": "born", "type": "date" }] },
          "value": [{ "numbr": "1", "born": "soon" }, { "number": 1, "zzzzzz": 2, "": 3 }]
        """,
      says: """
        form.json:3:15: error: unknown key 'numbr' in an item
          "value": [{ "numbr": "1", "born": "soon" }, { "number": 1, "zzzzzz": 2, …
                      ^~~~~~~
        hint: did you mean number?
        form.json:3:37: error: 'soon' is not a date
          "value": [{ "numbr": "1", "born": "soon" }, { "number": 1, "zzzzzz": 2, "": 3 }]
                                            ^~~~~~
        hint: dates are written like 2024-05-01 or 2024-05-01T10:30:00Z
        form.json:3:59: error: a value of type 'text' must be text, but is the number 1
          …br": "1", "born": "soon" }, { "number": 1, "zzzzzz": 2, "": 3 }]
                                                   ^
        form.json:3:62: error: unknown key 'zzzzzz' in an item
          …: "1", "born": "soon" }, { "number": 1, "zzzzzz": 2, "": 3 }]
                                                   ^~~~~~~~
        form.json:3:75: error: unknown key '' in an item
          …: "soon" }, { "number": 1, "zzzzzz": 2, "": 3 }]
                                                   ^~
        """),
    Mistake(
      items:
        """
          "template": { "rows": [{ "tag": "a", "type": "label" }, { "tag": "b", "type": "int", "calculated": "1" }] },
          "value": [{ "a": 1, "b": null }]
        """,
      says: """
        form.json:3:15: error: 'a' is a label and holds no value
          "value": [{ "a": 1, "b": null }]
                      ^~~
        form.json:3:28: error: 'b' is calculated and cannot be given a value
          "value": [{ "a": 1, "b": null }]
                                   ^~~~
        form.json:2:88: note: 'calculated' is given here
          …"label" }, { "tag": "b", "type": "int", "calculated": "1" }] },
                                                   ^~~~~~~~~~~~
        """),
    Mistake(
      items:
        """
          "template": { "rows": [{ "tag": "a", "type": "int" }] },
          "value": [{ "a": 1, "a": 2 }]
        """,
      says: """
        form.json:3:23: error: the key 'a' is given twice
          "value": [{ "a": 1, "a": 2 }]
                              ^~~
        form.json:3:15: note: it is given here first
          "value": [{ "a": 1, "a": 2 }]
                      ^~~
        """),
  ])
  func reportsItemValues(mistake: Mistake) throws { try checkDefinition(mistake) }
}
