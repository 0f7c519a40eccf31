// Mistakes in pages: which sections they name, and when they are hidden. The harness is in
// DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      """
      { "inputs": { "i": 1 },
        "pages": [{ "sections": ["a", "b", "a"] }, { "sections": ["b", "c", "x", "i", "A"] }, { "sections": [] }, {}],
        "sections": [{ "tag": "a", "rows": [{ "tag": "x", "type": "text" }] }, { "tag": "b", "rows": [] },
          { "tag": "cc", "rows": [] }, { "rows": [] }] }
      """,
      says: """
        form.json:2:38: error: the page names section 'a' twice
          "pages": [{ "sections": ["a", "b", "a"] }, { "sections": ["b", "c", "x", "i", "A"] }, { "sectio…
                                             ^~~
        form.json:2:28: note: it is named here first
          "pages": [{ "sections": ["a", "b", "a"] }, { "sections": ["b", "c", "x", "i", "A"] },…
                                   ^~~
        form.json:2:61: error: section 'b' is on two pages
          …ons": ["a", "b", "a"] }, { "sections": ["b", "c", "x", "i", "A"] }, { "sections": [] }, {}],
                                                   ^~~
        form.json:2:33: note: it is named here first
          "pages": [{ "sections": ["a", "b", "a"] }, { "sections": ["b", "c", "x", "i", "A"] }, { "s…
                                        ^~~
        form.json:2:66: error: unknown section 'c'
          … ["a", "b", "a"] }, { "sections": ["b", "c", "x", "i", "A"] }, { "sections": [] }, {}],
                                                   ^~~
        hint: did you mean cc?
        form.json:2:71: error: 'x' is a row, not a section
          …, "b", "a"] }, { "sections": ["b", "c", "x", "i", "A"] }, { "sections": [] }, {}],
                                                   ^~~
        form.json:2:76: error: 'i' is an input, not a section
          …, "a"] }, { "sections": ["b", "c", "x", "i", "A"] }, { "sections": [] }, {}],
                                                   ^~~
        form.json:2:81: error: unknown section 'A'
          …] }, { "sections": ["b", "c", "x", "i", "A"] }, { "sections": [] }, {}],
                                                   ^~~
        hint: did you mean a?
        form.json:2:103: error: a page needs sections
          …", "c", "x", "i", "A"] }, { "sections": [] }, {}],
                                                   ^~
        hint: write "sections": ["tag of a section"], or leave the page out
        form.json:2:109: error: a page needs sections
          …, "x", "i", "A"] }, { "sections": [] }, {}],
                                                   ^
        hint: write "sections": ["tag of a section"], or leave the page out
        form.json:4:5: warning: this section is on no page, and counts for submitting all the same
          { "tag": "cc", "rows": [] }, { "rows": [] }] }
          ^
        hint: name its tag in a page
        form.json:4:34: warning: this section is on no page, and counts for submitting all the same
          { "tag": "cc", "rows": [] }, { "rows": [] }] }
                                       ^
        hint: give the section a tag, and name the tag in a page
        """),
    Mistake(
      """
      { "pages": [{ "tag": "p", "sections": ["a"], "hidden": "$b == 1", "visible": true },
          { "tag": "p", "sections": [1, "b"], "visible": "$x = ", "rows": [], "title": 1 }, "b", { "sections": "a" },
          { "sections": ["c"], "hidden": { "function": "f", "dependsOn": ["y"] } }],
        "sections": [{ "tag": "a", "rows": [] }, { "tag": "b", "rows": [{ "tag": "x", "type": "int" }] },
          { "tag": "c", "rows": [] }] }
      """,
      says: """
        form.json:1:57: error: 'b' is a section and has only isHidden, isDisabled and isValid
          …ag": "p", "sections": ["a"], "hidden": "$b == 1", "visible": true },
                                                   ^~
        hint: write $b.isHidden
        form.json:1:67: error: 'visible' is the opposite of 'hidden'; only one of them can be given
          …"sections": ["a"], "hidden": "$b == 1", "visible": true },
                                                   ^~~~~~~~~
        form.json:1:46: note: 'hidden' is given here
          …ges": [{ "tag": "p", "sections": ["a"], "hidden": "$b == 1", "visible": true },
                                                   ^~~~~~~~
        form.json:2:14: error: two pages have the tag 'p'
          { "tag": "p", "sections": [1, "b"], "visible": "$x = ", "rows": [], "…
                   ^~~
        form.json:1:22: note: it is given here first
          { "pages": [{ "tag": "p", "sections": ["a"], "hidden": "$b == 1", "visible": true…
                               ^~~
        form.json:2:32: error: a section of a page must be a tag, but is the number 1
          { "tag": "p", "sections": [1, "b"], "visible": "$x = ", "rows": [], "title": 1 }, "b", …
                                     ^
        form.json:2:58: error: expected a value, found the end of the text
          … "sections": [1, "b"], "visible": "$x = ", "rows": [], "title": 1 }, "b", { "sections": "a" },
                                                   ^
        hint: a value is missing after =
        form.json:2:61: error: 'rows' is not a key of a page
          …ections": [1, "b"], "visible": "$x = ", "rows": [], "title": 1 }, "b", { "sections": "a" },
                                                   ^~~~~~
        hint: 'rows' belongs to a section
        form.json:2:82: error: 'title' must be text, but is the number 1
          …visible": "$x = ", "rows": [], "title": 1 }, "b", { "sections": "a" },
                                                   ^
        form.json:2:87: error: a page must be an object, but is text
          …le": "$x = ", "rows": [], "title": 1 }, "b", { "sections": "a" },
                                                   ^~~
        form.json:2:106: error: 'sections' of a page must be a list of tags, but is text
          …": [], "title": 1 }, "b", { "sections": "a" },
                                                   ^~~
        form.json:3:36: error: unknown function 'f'
          { "sections": ["c"], "hidden": { "function": "f", "dependsOn": ["y"] } }],
                                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: supply it where the form is compiled, or with --stub in the command
        form.json:3:36: error: unknown tag 'y'
          { "sections": ["c"], "hidden": { "function": "f", "dependsOn": ["y"] } }],
                                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """),
    Mistake(
      """
      { "pages": [{ "sections": ["a", "b"], "visible": "$nme == 'x' AND SELF == 1" }],
        "sections": [{ "tag": "a", "rows": [{ "tag": "name", "type": "text" }] }, { "tag": "b", "rows": [] }] }
      """,
      says: """
        form.json:1:51: error: unknown tag 'nme'
          … [{ "sections": ["a", "b"], "visible": "$nme == 'x' AND SELF == 1" }],
                                                   ^~~~
        hint: did you mean $name?
        form.json:1:67: error: SELF is the value of a row in its rules and texts, and has no meaning here
          …["a", "b"], "visible": "$nme == 'x' AND SELF == 1" }],
                                                   ^~~~
        hint: name the row, $tag
        """),
    Mistake(
      """
      { "pages": [{ "sections": ["a", "b"], "visible": "$a.isHidden == NO" }, { "sections": ["c"], "hidden": "$n > 1" }],
        "sections": [{ "tag": "a", "rows": [] }, { "tag": "b", "rows": [] },
          { "tag": "c", "rows": [
            { "tag": "n", "type": "int", "calculated": "$m", "whenHidden": "nil" },
            { "tag": "m", "type": "int", "whenHidden": "clear" }] }] }
      """,
      says: """
        form.json:1:51: error: these depend on one another: a.isHidden → a.isHidden
          … [{ "sections": ["a", "b"], "visible": "$a.isHidden == NO" }, { "sections": ["c"], "hidden": "$n > 1…
                                                   ^~~~~~~~~~~
        hint: change one of the conditions so that it does not read the next
        form.json:1:50: note: a.isHidden depends on whether the page of a is hidden: $a.isHidden == NO
          …: [{ "sections": ["a", "b"], "visible": "$a.isHidden == NO" }, { "sections": ["c"], "hidden": "$n > …
                                                   ^~~~~~~~~~~~~~~~~~~
        form.json:1:105: error: these depend on one another: n → n
          … NO" }, { "sections": ["c"], "hidden": "$n > 1" }],
                                                   ^~
        hint: write "whenHidden": "keep" in the row n, so that its value is read while it is hidden; or change one of the conditions
        form.json:1:104: note: n counts as nil while it is hidden (whenHidden: nil); n depends on whether the page of c is hidden: $n > 1
          …= NO" }, { "sections": ["c"], "hidden": "$n > 1" }],
                                                   ^~~~~~~~
        """),
    Mistake(
      """
      { "pages": {}, "sections": [] }
      """,
      says: """
        form.json:1:12: error: 'pages' must be a list, but is an object
          { "pages": {}, "sections": [] }
                     ^~
        """),
  ])
  func reportsPages(mistake: Mistake) throws { try check(mistake) }
}
