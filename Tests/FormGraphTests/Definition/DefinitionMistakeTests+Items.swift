// Sections with items that cannot be: their kind, bounds and templates.
// The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      """
      { "sections": [{ "tag": "s", "rows": [], "allows": ["insert"], "minimum": 1, "value": [] }] }
      """,
      says: """
        form.json:1:42: error: 'allows' belongs to a section with items
          … "sections": [{ "tag": "s", "rows": [], "allows": ["insert"], "minimum": 1, "value": [] }] }
                                                   ^~~~~~~~
        hint: write "kind": "multivalued"
        form.json:1:64: error: 'minimum' belongs to a section with items
          … "s", "rows": [], "allows": ["insert"], "minimum": 1, "value": [] }] }
                                                   ^~~~~~~~~
        hint: write "kind": "multivalued"
        form.json:1:78: error: 'value' belongs to a section with items
          …[], "allows": ["insert"], "minimum": 1, "value": [] }] }
                                                   ^~~~~~~
        hint: write "kind": "multivalued"
        """),
    Mistake(
      """
      { "sections": [{ "kind": "plain", "template": { "rows": 1 } }] }
      """,
      says: """
        form.json:1:35: error: 'template' belongs to a section with items
          { "sections": [{ "kind": "plain", "template": { "rows": 1 } }] }
                                            ^~~~~~~~~~
        hint: write "kind": "multivalued"
        """),
    Mistake(
      """
      { "sections": [{ "kind": "multivalud", "item": { "type": "text" }, "value": [1] }] }
      """,
      says: """
        form.json:1:26: error: unknown section kind 'multivalud'
          { "sections": [{ "kind": "multivalud", "item": { "type": "text" }, "value": [1] }] }
                                   ^~~~~~~~~~~~
        hint: did you mean multivalued?
        """),
    Mistake(
      row:
        """
        { "type": "int", "template": 1, "allows": 1, "maximum": 9 }
        """,
      says: """
        form.json:2:18: error: 'template' is not a key of a row
          { "type": "int", "template": 1, "allows": 1, "maximum": 9 }
                           ^~~~~~~~~~
        hint: 'template' belongs to a section with "kind": "multivalued"
        form.json:2:33: error: 'allows' is not a key of a row
          { "type": "int", "template": 1, "allows": 1, "maximum": 9 }
                                          ^~~~~~~~
        hint: 'allows' belongs to a section with "kind": "multivalued"
        """),
    Mistake(
      """
      { "sections": [{ "kind": "multivalued" }] }
      """,
      says: """
        form.json:1:16: error: a section with items needs an 'item' or a 'template'
          { "sections": [{ "kind": "multivalued" }] }
                         ^
        hint: write "item": {"type": "phone"}, or "template": {"rows": […]} for several rows
        form.json:1:16: error: a section with items has no 'tag', so nothing can read its items
          { "sections": [{ "kind": "multivalued" }] }
                         ^
        hint: write, for example, "tag": "phones"
        """),
    Mistake(
      items:
        """
          "rows": [{ "tag": "a", "type": "text", "value": 1 }]
        """,
      says: """
        form.json:2:3: error: a section with items has no rows of its own
          "rows": [{ "tag": "a", "type": "text", "value": 1 }]
          ^~~~~~
        hint: write the rows of one item in "template": {"rows": […]}
        form.json:2:51: error: a value of type 'text' must be text, but is the number 1
          …[{ "tag": "a", "type": "text", "value": 1 }]
                                                   ^
        """),
    Mistake(
      items:
        """
          "item": { "type": "text" }, "rows": [{ "type": "label" }]
        """,
      says: """
        form.json:2:31: error: a section with items has no rows of its own
          "item": { "type": "text" }, "rows": [{ "type": "label" }]
                                      ^~~~~~
        hint: write the rows of one item in "template": {"rows": […]}
        """),
    Mistake(
      items:
        """
          "item": { "type": "txt" }, "template": { "rows": [{ "tag": "a" }] }, "value": [1]
        """,
      says: """
        form.json:2:21: error: unknown row type 'txt'
          "item": { "type": "txt" }, "template": { "rows": [{ "tag": "a" }] }, "value": …
                            ^~~~~
        hint: did you mean text?
        form.json:2:30: error: a section has an 'item' or a 'template', not both
          "item": { "type": "txt" }, "template": { "rows": [{ "tag": "a" }] }, "value": [1]
                                     ^~~~~~~~~~
        hint: an 'item' is one plain value, a 'template' makes objects
        form.json:2:3: note: 'item' is given here
          "item": { "type": "txt" }, "template": { "rows": [{ "tag": "…
          ^~~~~~
        form.json:2:53: error: a row needs a 'type'
          …"type": "txt" }, "template": { "rows": [{ "tag": "a" }] }, "value": [1]
                                                   ^
        hint: write, for example, "type": "text"
        """),
    Mistake(
      items:
        """
          "item": ["text"]
        """,
      says: """
        form.json:2:11: error: 'item' must be a row, but is a list
          "item": ["text"]
                  ^~~~~~~~
        hint: write, for example, "item": {"type": "phone"}
        """),
    Mistake(
      items:
        """
          "item": { "type": "label" }
        """,
      says: """
        form.json:2:21: error: an item cannot be a label, which holds no value
          "item": { "type": "label" }
                            ^~~~~~~
        """),
    Mistake(
      items:
        """
          "item": { "tag": "number", "name": "n", "type": "phone", "value": 1, "hiden": true }
        """,
      says: """
        form.json:2:13: error: the row of an item cannot have a 'tag': the section's tag names the items
          "item": { "tag": "number", "name": "n", "type": "phone", "value": 1, "…
                    ^~~~~
        hint: leave it out
        form.json:2:30: error: the row of an item cannot have a 'name': the section's tag names the items
          "item": { "tag": "number", "name": "n", "type": "phone", "value": 1, "hiden": true }
                                     ^~~~~~
        hint: leave it out
        form.json:2:69: error: a value of type 'phone' must be text, but is the number 1
          … "name": "n", "type": "phone", "value": 1, "hiden": true }
                                                   ^
        form.json:2:72: warning: 'hiden' is not a key of a row
          …ame": "n", "type": "phone", "value": 1, "hiden": true }
                                                   ^~~~~~~
        hint: did you mean hidden?
        """),
    Mistake(
      """
      { "sections": [{ "kind": "multivalued", "item": { "tag": "number", "type": "phone" } }] }
      """,
      says: """
        form.json:1:16: error: a section with items has no 'tag', so nothing can read its items
          { "sections": [{ "kind": "multivalued", "item": { "tag": "number", "type": …
                         ^
        hint: write, for example, "tag": "phones"
        form.json:1:51: error: the row of an item cannot have a 'tag': the section's tag names the items
          …s": [{ "kind": "multivalued", "item": { "tag": "number", "type": "phone" } }] }
                                                   ^~~~~
        hint: give the section the tag instead
        """),
    Mistake(
      items:
        """
          "template": [{ "tag": "a", "type": "text" }]
        """,
      says: """
        form.json:2:15: error: 'template' must be an object, but is a list
          "template": [{ "tag": "a", "type": "text" }]
                      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: write "template": {"rows": […]}
        """),
    Mistake(
      items:
        """
          "template": { "row": [] }
        """,
      says: """
        form.json:2:15: error: a template needs 'rows'
          "template": { "row": [] }
                      ^
        hint: write "template": {"rows": […]}
        form.json:2:17: error: 'row' is not a key of a template
          "template": { "row": [] }
                        ^~~~~
        hint: did you mean rows?
        """),
    Mistake(
      items:
        """
          "template": { "rows": null }
        """,
      says: """
        form.json:2:25: error: 'rows' must be a list, but is null
          "template": { "rows": null }
                                ^~~~
        hint: write "template": {"rows": […]}
        """),
    Mistake(
      items:
        """
          "template": { "rows": [] }
        """,
      says: """
        form.json:2:25: error: a template needs at least one row
          "template": { "rows": [] }
                                ^~
        hint: write, for example, {"tag": "number", "type": "phone"}
        """),
    Mistake(
      items:
        """
          "item": { "type": "text" }, "template": null, "minimun": 1
        """,
      says: """
        form.json:2:31: error: a section has an 'item' or a 'template', not both
          "item": { "type": "text" }, "template": null, "minimun": 1
                                      ^~~~~~~~~~
        hint: an 'item' is one plain value, a 'template' makes objects
        form.json:2:3: note: 'item' is given here
          "item": { "type": "text" }, "template": null, "minimun": 1
          ^~~~~~
        form.json:2:43: error: 'template' must be an object, but is null
          "item": { "type": "text" }, "template": null, "minimun": 1
                                                  ^~~~
        hint: write "template": {"rows": […]}
        form.json:2:49: warning: 'minimun' is not a key of a section
          …: { "type": "text" }, "template": null, "minimun": 1
                                                   ^~~~~~~~~
        hint: did you mean minimum?
        """),
  ])
  func reportsItems(mistake: Mistake) throws { try checkDefinition(mistake) }

  @Test(arguments: [
    Mistake(
      items:
        """
          "item": { "type": "int" }, "minimum": -1, "maximum": true
        """,
      says: """
        form.json:2:41: error: 'minimum' must be a number of items, from 0
          "item": { "type": "int" }, "minimum": -1, "maximum": true
                                                ^~
        form.json:2:56: error: 'maximum' must be a number of items or a formula, but is true
          …pe": "int" }, "minimum": -1, "maximum": true
                                                   ^~~~
        """),
    Mistake(
      items:
        """
          "item": { "type": "int" }, "minimum": 1.5, "maximum": -2, "value": [1]
        """,
      says: """
        form.json:2:41: error: 'minimum' must be a number of items or a formula, but is the number 1.5
          "item": { "type": "int" }, "minimum": 1.5, "maximum": -2, "value": [1]
                                                ^~~
        form.json:2:57: error: 'maximum' must be a number of items, from 0
          …e": "int" }, "minimum": 1.5, "maximum": -2, "value": [1]
                                                   ^~
        """),
    Mistake(
      items:
        """
          "item": { "type": "int" }, "minimum": 3, "maximum": 2, "value": [1]
        """,
      says: """
        form.json:2:41: error: 'minimum' is greater than 'maximum'
          "item": { "type": "int" }, "minimum": 3, "maximum": 2, "value": [1]
                                                ^
        form.json:2:55: note: 'maximum' is given here
          …ype": "int" }, "minimum": 3, "maximum": 2, "value": [1]
                                                   ^
        """),
    Mistake(
      items:
        """
          "item": { "type": "int" }, "maximum": 2, "value": [1, 2, 3]
        """,
      says: """
        form.json:2:53: error: the section starts with 3 items, more than its maximum of 2
          …"type": "int" }, "maximum": 2, "value": [1, 2, 3]
                                                   ^~~~~~~~~
        form.json:2:41: note: 'maximum' is given here
          "item": { "type": "int" }, "maximum": 2, "value": [1, 2, 3]
                                                ^
        """),
    Mistake(
      items:
        """
          "item": { "type": "int" }, "minimum": 2, "value": [1]
        """,
      says: """
        form.json:2:53: warning: the section starts with 1 item, fewer than its minimum of 2
          …"type": "int" }, "minimum": 2, "value": [1]
                                                   ^~~
        form.json:2:41: note: 'minimum' is given here
          "item": { "type": "int" }, "minimum": 2, "value": [1]
                                                ^
        """),
    Mistake(
      items:
        """
          "item": { "type": "int" }, "minimum": 1, "allows": ["reorder"]
        """,
      says: """
        form.json:1:16: warning: the section starts with 0 items, fewer than its minimum of 1
          { "sections": [{ "tag": "s", "kind": "multivalued",
                         ^
        hint: the user cannot add any: allow insert
        form.json:2:41: note: 'minimum' is given here
          "item": { "type": "int" }, "minimum": 1, "allows": ["reorder"]
                                                ^
        """),
    Mistake(
      items:
        """
          "item": { "type": "int" }, "minimum": 1
        """,
      says: ""),
    Mistake(
      items:
        """
          "item": { "type": "int" }, "allows": "insert", "maximum": null
        """,
      says: """
        form.json:2:40: error: 'allows' must be a list, but is text
          "item": { "type": "int" }, "allows": "insert", "maximum": null
                                               ^~~~~~~~
        hint: write any of ["insert", "delete", "reorder"]
        form.json:2:61: error: 'maximum' must be a number of items or a formula, but is null
          …"int" }, "allows": "insert", "maximum": null
                                                   ^~~~
        hint: leave the key out
        """),
    Mistake(
      items:
        """
          "item": { "type": "int" }, "allows": ["insrt", 1, "zzzzzz"]
        """,
      says: """
        form.json:2:41: error: unknown edit 'insrt'
          "item": { "type": "int" }, "allows": ["insrt", 1, "zzzzzz"]
                                                ^~~~~~~
        hint: did you mean insert?
        form.json:2:50: error: an edit must be text, but is the number 1
          … { "type": "int" }, "allows": ["insrt", 1, "zzzzzz"]
                                                   ^
        form.json:2:53: error: unknown edit 'zzzzzz'
          …"type": "int" }, "allows": ["insrt", 1, "zzzzzz"]
                                                   ^~~~~~~~
        hint: write one of insert, delete, reorder
        """),
    Mistake(
      items:
        """
          "item": { "type": "int" }, "allows": null
        """,
      says: """
        form.json:2:40: error: 'allows' must be a list, but is null
          "item": { "type": "int" }, "allows": null
                                               ^~~~
        hint: leave the key out
        """),
  ])
  func reportsBounds(mistake: Mistake) throws { try checkDefinition(mistake) }
}
