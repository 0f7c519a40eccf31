// Several templates in one list: their names, what one tag may stand for in them, and the items
// that name them. The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      items:
        """
          "template": { "rows": [{ "tag": "a", "type": "text" }] },
          "templates": { "x": { "rows": [{ "tag": "a", "type": "text" }] } }
        """,
      says: """
        form.json:3:3: error: a section has 'template' or 'templates', not both
          "templates": { "x": { "rows": [{ "tag": "a", "type": "text" …
          ^~~~~~~~~~~
        hint: make it one of the templates, with a name
        form.json:2:3: note: 'template' is given here
          "template": { "rows": [{ "tag": "a", "type": "text" }] },
          ^~~~~~~~~~
        """),
    Mistake(
      items:
        """
          "item": { "type": "text" },
          "templates": { "x": { "rows": [{ "tag": "a", "type": "text" }] } }
        """,
      says: """
        form.json:3:3: error: a section has 'item' or 'templates', not both
          "templates": { "x": { "rows": [{ "tag": "a", "type": "text" …
          ^~~~~~~~~~~
        form.json:2:3: note: 'item' is given here
          "item": { "type": "text" },
          ^~~~~~
        """),
    Mistake(
      items:
        """
          "templates": {}
        """,
      says: """
        form.json:2:16: error: 'templates' needs at least one template
          "templates": {}
                       ^~
        hint: write, for example, "templates": {"phone": {"rows": […]}}
        """),
    Mistake(
      items:
        """
          "templates": [{ "rows": [{ "tag": "a", "type": "text" }] }]
        """,
      says: """
        form.json:2:16: error: 'templates' must be an object of names and templates, but is a list
          "templates": [{ "rows": [{ "tag": "a", "type": "text" }] }]
                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: write, for example, "templates": {"phone": {"rows": […]}}
        """),
    Mistake(
      items:
        """
          "templates": { "x": 3, "y": { "rows": [] }, "z": {} }
        """,
      says: """
        form.json:2:23: error: the template 'x' must be an object, but is the number 3
          "templates": { "x": 3, "y": { "rows": [] }, "z": {} }
                              ^
        hint: write, for example, "templates": {"phone": {"rows": […]}}
        form.json:2:41: error: a template needs at least one row
          "templates": { "x": 3, "y": { "rows": [] }, "z": {} }
                                                ^~
        hint: write, for example, {"tag": "number", "type": "phone"}
        form.json:2:52: error: a template needs 'rows'
          …s": { "x": 3, "y": { "rows": [] }, "z": {} }
                                                   ^
        hint: write, for example, "templates": {"phone": {"rows": […]}}
        """),
    Mistake(
      items:
        """
          "templates": { "a b": { "rows": [{ "tag": "a", "type": "text" }] } }
        """,
      says: """
        form.json:2:18: error: 'a b' cannot be the name of a template: it must be letters, digits and _, and not begin with a digit
          "templates": { "a b": { "rows": [{ "tag": "a", "type": "text" }] } }
                         ^~~~~
        """),
    Mistake(
      items:
        """
          "templates": { "x": { "rows": [{ "tag": "a", "type": "text" }] }, "y": { "rows": [{ "tag": "a", "type": "int" }] } }
        """,
      says: """
        form.json:2:94: error: 'a' is a whole number here and text in the template 'x', and a column has one kind of values
          …: "text" }] }, "y": { "rows": [{ "tag": "a", "type": "int" }] } }
                                                   ^~~
        hint: give one of the two another tag, or both the same type
        form.json:2:43: note: it is given here
          "templates": { "x": { "rows": [{ "tag": "a", "type": "text" }] }, "y": { "rows": [{ "tag": "a", "typ…
                                                  ^~~
        """),
    Mistake(
      items:
        """
          "templates": { "x": { "rows": [{ "tag": "a", "type": "date" }] }, "y": { "rows": [{ "tag": "a", "type": "dateTime" }] } }
        """,
      says: """
        form.json:2:94: error: 'a' is a date with a time here and a date in the template 'x', and a column has one kind of values
          …: "date" }] }, "y": { "rows": [{ "tag": "a", "type": "dateTime" }] } }
                                                   ^~~
        hint: give one of the two another tag, or both the same type
        form.json:2:43: note: it is given here
          "templates": { "x": { "rows": [{ "tag": "a", "type": "date" }] }, "y": { "rows": [{ "tag": "a", "typ…
                                                  ^~~
        """),
    Mistake(
      items:
        """
          "templates": { "x": { "rows": [{ "tag": "a", "type": "text" }] }, "y": { "sections": [{ "tag": "a", "kind": "multivalued", "item": { "type": "int" } }] } }
        """,
      says: """
        form.json:2:98: error: 'a' is a list of items that are a whole number here and text in the template 'x', and a column has one kind of values
          …ext" }] }, "y": { "sections": [{ "tag": "a", "kind": "multivalued", "item": { "type": "int" } }] } }
                                                   ^~~
        hint: give one of the two another tag, or both the same type
        form.json:2:43: note: it is given here
          "templates": { "x": { "rows": [{ "tag": "a", "type": "text" }] }, "y": { "sections": [{ "tag": "a", …
                                                  ^~~
        """),
    Mistake(
      items:
        """
          "templates": { "x": { "rows": [{ "tag": "template", "type": "text" }] } }
        """,
      says: """
        form.json:2:43: error: the tag 'template' is reserved in a list with 'templates': it names the template of an item
          "templates": { "x": { "rows": [{ "tag": "template", "type": "text" }] } }
                                                  ^~~~~~~~~~
        hint: give the row another tag
        """),
    Mistake(
      items:
        """
          "templates": { "x": { "rows": [{ "tag": "a", "type": "text" }] }, "y": { "rows": [{ "tag": "a", "type": "text" }] } },
          "count": 2
        """,
      says: """
        form.json:2:3: error: a list whose items are counted by a formula has one template: the formula cannot choose
          "templates": { "x": { "rows": [{ "tag": "a", "type": "text" …
          ^~~~~~~~~~~
        hint: leave 'count' out, or make a list of each template
        form.json:3:3: note: 'count' is given here
          "count": 2
          ^~~~~~~
        """),
    Mistake(
      items:
        """
          "templates": { "phone": { "rows": [{ "tag": "a", "type": "text" }] }, "email": { "rows": [{ "tag": "b", "type": "text" }] } },
          "value": [{ "template": "emial" }, { "template": 1 }, { "template": "email", "a": "1" }, { "b": "1" }]
        """,
      says: """
        form.json:3:27: error: unknown template 'emial'
          "value": [{ "template": "emial" }, { "template": 1 }, { "template": "email", "a": "1…
                                  ^~~~~~~
        hint: did you mean email?
        form.json:3:52: error: 'template' must be the name of a template, but is the number 1
          …[{ "template": "emial" }, { "template": 1 }, { "template": "email", "a": "1" }, { "b": "1" }]
                                                   ^
        form.json:3:80: error: unknown key 'a' in an item
          …"template": 1 }, { "template": "email", "a": "1" }, { "b": "1" }]
                                                   ^~~
        form.json:3:94: error: unknown key 'b' in an item
          …}, { "template": "email", "a": "1" }, { "b": "1" }]
                                                   ^~~
        """),
    Mistake(
      items:
        """
          "template": { "rows": [{ "tag": "a", "type": "text", "calculated": "$item.template" }] }
        """,
      says: """
        form.json:2:71: error: the items of 's' have one template, which has no name
          …g": "a", "type": "text", "calculated": "$item.template" }] }
                                                   ^~~~~~~~~~~~~~
        hint: write "templates" with names in place of "template"
        """),
    Mistake(
      items:
        """
          "templates": { "x": { "rows": [{ "tag": "a", "type": "text", "calculated": "$item.previous.c" }] }, "y": { "rows": [{ "tag": "b", "type": "text", "hidden": "$a == nil" }] } }
        """,
      says: """
        form.json:2:79: error: the items of 's' have no 'c'
          …g": "a", "type": "text", "calculated": "$item.previous.c" }] }, "y": { "rows": [{ "tag": "b", "type"…
                                                   ^~~~~~~~~~~~~~~~
        form.json:2:160: error: unknown tag 'a'
          … "tag": "b", "type": "text", "hidden": "$a == nil" }] } }
                                                   ^~
        """),
    Mistake(
      items:
        """
          "templates": { "x": { "rows": [{ "tag": "a", "type": "text", "calculated": "$item.previous.b" }] },
            "y": { "rows": [{ "tag": "b", "type": "text", "calculated": "$item.name" }, { "tag": "c", "type": "text", "calculated": "$s.a.@count" }] } }
        """,
      says: """
        form.json:3:66: error: 'item' has only an index, the item before it and the name of its template
          …g": "b", "type": "text", "calculated": "$item.name" }, { "tag": "c", "type": "text", "calculated": "…
                                                   ^~~~~~~~~~
        hint: an item has $item.index and $item.previous.tag; the template's rows have names
        """),
    Mistake(
      items:
        """
          "templates": { "x": { "rows": [{ "tag": "a", "type": "text" }], "kind": "plain" } }
        """,
      says: """
        form.json:2:67: error: 'kind' cannot stand in a template: it belongs to a section
          …ows": [{ "tag": "a", "type": "text" }], "kind": "plain" } }
                                                   ^~~~~~
        hint: write the section in "template": {"sections": […]}
        """),
  ])
  func severalTemplates(_ mistake: Mistake) throws { try check(mistake) }
}
