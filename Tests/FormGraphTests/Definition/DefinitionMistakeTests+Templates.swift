// Templates: what their rows cannot have, and the tags they cannot use.
// The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      items:
        """
          "template": { "rows": [
            { "type": "text" }, { "type": "label" }, { "tag": 1, "type": "text" }, "text"
          ] }
        """,
      says: """
        form.json:3:5: error: a row of a template needs a 'tag': an item is an object keyed by tags
          { "type": "text" }, { "type": "label" }, { "tag": 1, "type":…
          ^
        hint: write, for example, "tag": "number"
        form.json:3:55: error: 'tag' must be text, but is the number 1
          …"text" }, { "type": "label" }, { "tag": 1, "type": "text" }, "text"
                                                   ^
        form.json:3:76: error: a row must be an object, but is text
          …label" }, { "tag": 1, "type": "text" }, "text"
                                                   ^~~~~~
        """),
    Mistake(
      items:
        """
          "template": { "rows": [{ "tag": "a", "name": "b", "type": "text" }] }
        """,
      says: """
        form.json:2:40: error: a row of a template cannot have a 'name': its tag is the key in the item
          "template": { "rows": [{ "tag": "a", "name": "b", "type": "text" }] }
                                               ^~~~~~
        hint: leave it out, or make it the tag
        """),
    Mistake(
      items:
        """
          "template": { "rows": [
            { "tag": "a", "type": "int", "value": "1", "calculated": "2", "whenHidden": "clear" },
            { "tag": "b", "type": "push", "options": [1, 1], "rules": ["emial"] },
            { "tag": "c", "type": "button", "required": true }
          ] }
        """,
      says: """
        form.json:3:34: error: a calculated row cannot have 'value'
          { "tag": "a", "type": "int", "value": "1", "calculated": "2", "whenHidden": "clear" },
                                       ^~~~~~~
        hint: for a value that people may change, write "suggested" in the place of both
        form.json:3:48: note: 'calculated' is given here
          …tag": "a", "type": "int", "value": "1", "calculated": "2", "whenHidden": "clear" },
                                                   ^~~~~~~~~~~~
        form.json:3:43: error: a value of type 'int' must be a whole number, but is text
          { "tag": "a", "type": "int", "value": "1", "calculated": "2", "whenHidden": "clear" },
                                                ^~~
        form.json:3:67: error: a calculated row has no stored value to clear
          …"int", "value": "1", "calculated": "2", "whenHidden": "clear" },
                                                   ^~~~~~~~~~~~
        form.json:3:48: note: 'calculated' is given here
          …tag": "a", "type": "int", "value": "1", "calculated": "2", "whenHidden": "clear" },
                                                   ^~~~~~~~~~~~
        form.json:4:50: warning: two options have the same value
          …g": "b", "type": "push", "options": [1, 1], "rules": ["emial"] },
                                                   ^
        form.json:4:47: note: the first one
          …"tag": "b", "type": "push", "options": [1, 1], "rules": ["emial"] },
                                                   ^
        form.json:4:64: error: unknown rule 'emial'
          …": "push", "options": [1, 1], "rules": ["emial"] },
                                                   ^~~~~~~
        hint: did you mean email?
        form.json:5:37: warning: a button holds no value, so 'required' has no effect
          { "tag": "c", "type": "button", "required": true }
                                          ^~~~~~~~~~
        hint: leave it out
        """),
    Mistake(
      items:
        """
          "template": { "rows": [
            { "tag": "a", "kind": "multivalued", "item": { "type": "text" } }, { "tag": "b", "type": "int" }
          ] },
          "value": [{ "a": ["x"], "b": 1 }]
        """,
      says: """
        form.json:3:19: error: 'kind' cannot stand in a row: it belongs to a section
          { "tag": "a", "kind": "multivalued", "item": { "type": "text" } }, { "tag"…
                        ^~~~~~
        hint: write the section in "template": {"sections": […]}
        """),
    Mistake(
      items:
        """
          "template": { "kind": "multivalued", "rows": [{ "rows": [] }] }
        """,
      says: """
        form.json:2:17: error: 'kind' cannot stand in a template: it belongs to a section
          "template": { "kind": "multivalued", "rows": [{ "rows": [] }] }
                        ^~~~~~
        hint: write the section in "template": {"sections": […]}
        form.json:2:51: error: 'rows' cannot stand in a row: it belongs to a section
          …e": { "kind": "multivalued", "rows": [{ "rows": [] }] }
                                                   ^~~~~~
        hint: write the section in "template": {"sections": […]}
        """),
    Mistake(
      items:
        """
          "item": { "template": { "rows": [] } }
        """,
      says: """
        form.json:2:13: error: 'template' cannot stand in a row: it belongs to a section
          "item": { "template": { "rows": [] } }
                    ^~~~~~~~~~
        hint: write the section in "template": {"sections": […]}
        """),
  ])
  func reportsTemplates(mistake: Mistake) throws { try checkDefinition(mistake) }

  @Test(arguments: [
    Mistake(
      items:
        """
          "template": { "rows": [
            { "tag": "a", "type": "text" }, { "tag": "a", "type": "text" }, { "tag": "b-c", "type": "int" }
          ] }
        """,
      says: """
        form.json:3:46: error: the tag 'a' is given twice
          … "tag": "a", "type": "text" }, { "tag": "a", "type": "text" }, { "tag": "b-c", "type": "int" }
                                                   ^~~
        form.json:3:14: note: it is given here first
          { "tag": "a", "type": "text" }, { "tag": "a", "type": "text" }, { "ta…
                   ^~~
        form.json:3:78: error: 'b-c' cannot be a tag: it must be letters, digits and _, and not begin with a digit
          … "tag": "a", "type": "text" }, { "tag": "b-c", "type": "int" }
                                                   ^~~~~
        hint: write b_c; $b-c would mean $b - c
        """),
    Mistake(
      items:
        """
          "template": { "rows": [
            { "tag": "s", "type": "text" }, { "tag": "item", "type": "text" }
          ] }
        """,
      says: """
        form.json:3:14: error: the tag 's' is also given outside the template, so inside it could mean either
          { "tag": "s", "type": "text" }, { "tag": "item", "type": "text" }
                   ^~~
        hint: give one of the two another name
        form.json:1:25: note: it is given here
          { "sections": [{ "tag": "s", "kind": "multivalued",
                                  ^~~
        form.json:3:46: error: the tag 'item' is reserved in a template: $item.index is the position of an item
          … "tag": "s", "type": "text" }, { "tag": "item", "type": "text" }
                                                   ^~~~~~
        """),
    Mistake(
      """
      { "sections": [
        { "tag": "s", "kind": "multivalued", "template": { "rows": [{ "tag": "a", "type": "int" }] } },
        { "rows": [{ "tag": "a", "type": "int" }] }
      ] }
      """,
      says: """
        form.json:2:72: error: the tag 'a' is also given outside the template, so inside it could mean either
          …alued", "template": { "rows": [{ "tag": "a", "type": "int" }] } },
                                                   ^~~
        hint: give one of the two another name
        form.json:3:23: note: it is given here
          { "rows": [{ "tag": "a", "type": "int" }] }
                              ^~~
        """),
    Mistake(
      """
      { "sections": [
        { "tag": "s", "kind": "multivalued", "template": { "rows": [{ "tag": "a", "type": "int" }] } }
      ], "inputs": { "a": 1 } }
      """,
      says: """
        form.json:2:72: error: the tag 'a' is also given outside the template, so inside it could mean either
          …alued", "template": { "rows": [{ "tag": "a", "type": "int" }] } }
                                                   ^~~
        hint: give one of the two another name
        form.json:3:16: note: it is given here
          ], "inputs": { "a": 1 } }
                         ^~~
        """),
    Mistake(
      #"""
      { "sections": [
        { "tag": "s", "kind": "multivalued", "template": { "rows": [{ "tag": "caf\u00e9", "type": "int" }] } },
        { "rows": [{ "tag": "cafe\u0301", "type": "int" }] }
      ] }
      """#,
      says: #"""
        form.json:2:72: error: the tag 'café' is also given outside the template, so inside it could mean either
          …alued", "template": { "rows": [{ "tag": "caf\u00e9", "type": "int" }] } },
                                                   ^~~~~~~~~~~
        hint: the two look the same and differ in Unicode normal form only
        form.json:3:23: note: it is given here
          { "rows": [{ "tag": "cafe\u0301", "type": "int" }] }
                              ^~~~~~~~~~~~
        """#),
    Mistake(
      """
      { "sections": [
        { "tag": "s", "kind": "multivalued", "template": { "rows": [{ "tag": "a", "type": "int" }] } },
        { "tag": "t", "kind": "multivalued", "template": { "rows": [{ "tag": "a", "type": "int" }] } }
      ] }
      """,
      says: ""),
    Mistake(
      """
      { "inputs": { "item": 1 }, "sections": [
        { "tag": "s", "kind": "multivalued", "item": { "type": "int" } },
        { "tag": "t", "kind": "multivalued", "item": { "type": "int" } }
      ] }
      """,
      says: """
        form.json:1:15: error: the name 'item' is reserved in a form with items: $item.index is the position of an item
          { "inputs": { "item": 1 }, "sections": [
                        ^~~~~~
        form.json:2:3: note: this section has items
          { "tag": "s", "kind": "multivalued", "item": { "type": "int"…
          ^
        """),
    Mistake(
      """
      { "sections": [
        { "rows": [{ "tag": "a", "name": "s", "type": "int" }] },
        { "tag": "s", "kind": "multivalued", "item": { "type": "int" } },
        { "rows": [{ "tag": "b", "name": "s", "type": "int" }] }
      ] }
      """,
      says: """
        form.json:3:12: error: a row and a section with items give their values the name 's'
          { "tag": "s", "kind": "multivalued", "item": { "type": "int" } },
                   ^~~
        form.json:2:36: note: it is given here first
          { "rows": [{ "tag": "a", "name": "s", "type": "int" }] },
                                           ^~~
        form.json:4:36: error: two rows give their value the name 's'
          { "rows": [{ "tag": "b", "name": "s", "type": "int" }] }
                                           ^~~
        form.json:2:36: note: it is given here first
          { "rows": [{ "tag": "a", "name": "s", "type": "int" }] },
                                           ^~~
        """),
    Mistake(
      """
      { "sections": [
        { "rows": [{ "tag": "a", "name": "first", "type": "int" }] },
        { "tag": "s", "kind": "selectable", "name": "a", "options": [1, 2] }
      ] }
      """,
      says: """
        form.json:3:47: error: 'a' is also the name of another row in conditions
          …ag": "s", "kind": "selectable", "name": "a", "options": [1, 2] }
                                                   ^~~
        form.json:2:23: note: it is given here
          { "rows": [{ "tag": "a", "name": "first", "type": "int" }] },
                              ^~~
        """),
  ])
  func reportsTagsOfTemplates(mistake: Mistake) throws { try checkDefinition(mistake) }
}
