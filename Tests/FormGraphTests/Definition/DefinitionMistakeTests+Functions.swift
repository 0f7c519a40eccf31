// Conditions by function, as far as their spelling goes, wherever a condition can stand.
// The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      row:
        """
        { "type": "text", "hidden": { "function": "isAdult" } }
        """,
      says: """
        form.json:2:29: error: 'dependsOn' is missing
          { "type": "text", "hidden": { "function": "isAdult" } }
                                      ^
        hint: write "dependsOn": [] for none
        """),
    Mistake(
      row:
        """
        { "type": "text", "visible": { "function": 1, "dependsOn": "age", "on": "age" } }
        """,
      says: """
        form.json:2:44: error: 'function' must be text, but is the number 1
          …type": "text", "visible": { "function": 1, "dependsOn": "age", "on": "age" } }
                                                   ^
        form.json:2:60: error: 'dependsOn' must be a list, but is text
          …visible": { "function": 1, "dependsOn": "age", "on": "age" } }
                                                   ^~~~~
        form.json:2:67: warning: 'on' is not a key of a condition by function
          …": { "function": 1, "dependsOn": "age", "on": "age" } }
                                                   ^~~~
        """),
    Mistake(
      row:
        """
        { "type": "text", "required": { "function": "f", "dependsOn": ["a", 1, "a"] } }
        """,
      says: """
        form.json:2:69: error: a name in 'dependsOn' must be text, but is the number 1
          …: { "function": "f", "dependsOn": ["a", 1, "a"] } }
                                                   ^
        """),
    Mistake(
      row:
        """
        { "type": "text", "hidden": { "dependsOn": ["a"] }, "enabled": [] }
        """,
      says: """
        form.json:2:29: error: 'hidden' must be true, false or a predicate, but is an object
          { "type": "text", "hidden": { "dependsOn": ["a"] }, "enabled": [] }
                                      ^~~~~~~~~~~~~~~~~~~~~~
        hint: a function is written {"function": "isAdult", "dependsOn": ["age"]}
        form.json:2:64: error: 'enabled' must be true, false or a predicate, but is a list
          …en": { "dependsOn": ["a"] }, "enabled": [] }
                                                   ^~
        """),
    Mistake(
      row:
        """
        { "type": "text", "disabled": { "function": " ", "dependsOn": ["a", "a.isHidden", "a"] } }
        """,
      says: """
        form.json:2:45: error: a condition by function needs the function's name
          …ype": "text", "disabled": { "function": " ", "dependsOn": ["a", "a.isHidden", "a"] } }
                                                   ^~~
        form.json:2:83: warning: 'a' is given twice
          …: " ", "dependsOn": ["a", "a.isHidden", "a"] } }
                                                   ^~~
        form.json:2:64: note: it is given here first
          …bled": { "function": " ", "dependsOn": ["a", "a.isHidden", "a"] } }
                                                   ^~~
        """),
    Mistake(
      row:
        """
        { "type": "text", "enabled": { "function": "f", "dependsOn": ["$a", "a-b", "", "a.b.c"] } }
        """,
      says: """
        form.json:2:63: error: '$a' is neither a tag nor an input nor an attribute of a tag
          …bled": { "function": "f", "dependsOn": ["$a", "a-b", "", "a.b.c"] } }
                                                   ^~~~
        hint: write a
        form.json:2:69: error: 'a-b' is neither a tag nor an input nor an attribute of a tag
          … { "function": "f", "dependsOn": ["$a", "a-b", "", "a.b.c"] } }
                                                   ^~~~~
        hint: write, for example, age or age.isHidden
        form.json:2:76: error: '' is neither a tag nor an input nor an attribute of a tag
          …ction": "f", "dependsOn": ["$a", "a-b", "", "a.b.c"] } }
                                                   ^~
        hint: write, for example, age or age.isHidden
        form.json:2:80: error: 'a.b.c' is neither a tag nor an input nor an attribute of a tag
          …n": "f", "dependsOn": ["$a", "a-b", "", "a.b.c"] } }
                                                   ^~~~~~~
        hint: write, for example, age or age.isHidden
        """),
    Mistake(
      row:
        """
        { "type": "push", "options": [1,
          { "value": 2, "visible": { "function": "", "dependsOn": [] } }] }
        """,
      says: """
        form.json:3:42: error: a condition by function needs the function's name
          { "value": 2, "visible": { "function": "", "dependsOn": [] } }] }
                                                 ^~
        """),
    Mistake(
      """
      { "readOnly": { "function": "", "dependsOn": ["$a.isHidden"] },
        "sections": [{ "rows": [], "hidden": { "function": "", "dependsOn": [] },
          "enabled": { "function": "f", "dependsOn": null } }] }
      """,
      says: """
        form.json:1:29: error: a condition by function needs the function's name
          { "readOnly": { "function": "", "dependsOn": ["$a.isHidden"] },
                                      ^~
        form.json:1:47: error: '$a.isHidden' is neither a tag nor an input nor an attribute of a tag
          …dOnly": { "function": "", "dependsOn": ["$a.isHidden"] },
                                                   ^~~~~~~~~~~~~
        hint: write a.isHidden
        form.json:2:54: error: a condition by function needs the function's name
          … [{ "rows": [], "hidden": { "function": "", "dependsOn": [] },
                                                   ^~
        form.json:3:48: error: 'dependsOn' must be a list, but is null
          …abled": { "function": "f", "dependsOn": null } }] }
                                                   ^~~~
        hint: write "dependsOn": [] for none
        """),
    Mistake(
      items:
        """
          "item": { "type": "text", "visible": { "function": "f", "dependsOn": ["a", "a"] } }
        """,
      says: """
        form.json:2:78: warning: 'a' is given twice
          …: { "function": "f", "dependsOn": ["a", "a"] } }
                                                   ^~~
        form.json:2:73: note: it is given here first
          …ible": { "function": "f", "dependsOn": ["a", "a"] } }
                                                   ^~~
        """),
    Mistake(
      items:
        """
          "template": { "rows": [
            { "tag": "a", "type": "text", "required": { "function": "", "dependsOn": ["$a"] } }
          ] }
        """,
      says: """
        form.json:3:61: error: a condition by function needs the function's name
          …ype": "text", "required": { "function": "", "dependsOn": ["$a"] } }
                                                   ^~
        form.json:3:79: error: '$a' is neither a tag nor an input nor an attribute of a tag
          …uired": { "function": "", "dependsOn": ["$a"] } }
                                                   ^~~~
        hint: write a
        """),
  ])
  func reportsFunctions(mistake: Mistake) throws { try checkDefinition(mistake) }
}
