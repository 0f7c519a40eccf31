// Members of a value that have the name of something the form decides: right after a tag it is
// always the row's. The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      row:
        """
        { "tag": "a", "type": "custom", "value": { "isHidden": 1, "isValid": 2 } },
        { "type": "label", "hidden": "$a.isHidden == 1 OR $a.value.isValid == 2" },
        { "type": "label", "hidden": "$a.isDisabled == 1" }
        """,
      says: """
        form.json:3:31: warning: $a.isHidden is what the form decides about the row, not a member of its value
          { "type": "label", "hidden": "$a.isHidden == 1 OR $a.value.isValid == 2" },
                                        ^~~~~~~~~~~
        hint: write $a.value.isHidden for the member
        """),
    Mistake(
      """
      { "inputs": { "a": { "type": "custom", "value": { "isValid": 1 } }, "b": 1 },
        "sections": [{ "hidden": "$a.isValid == $b.isValid", "rows": [] }] }
      """,
      says: """
        form.json:2:29: error: 'a' is an input and has only a value
          "sections": [{ "hidden": "$a.isValid == $b.isValid", "rows": [] }] }
                                    ^~~~~~~~~~
        hint: write $a.value.isValid for a member of its value
        form.json:2:43: error: 'b' is an input and has only a value
          "sections": [{ "hidden": "$a.isValid == $b.isValid", "rows": [] }] }
                                                  ^~~~~~~~~~
        hint: write $b
        """),
    Mistake(
      row:
        """
        { "tag": "n", "type": "int" }, { "tag": "t", "type": "text" }, { "tag": "d", "type": "date" },
        { "tag": "o", "type": "picker", "options": [{ "value": 1, "code": "x" }, { "value": 2, "code": "y" }] },
        { "tag": "m", "type": "multipleSelector", "options": ["a", "b"] }, { "tag": "go", "type": "button" },
        { "type": "label", "hidden": "$n.isHiden == YES OR $n.value.isHidden == YES OR $n.valeu == 1" },
        { "type": "label", "hidden": "$t.lenght > 1 OR $d.year == 2024" },
        { "type": "label", "hidden": "$o.code == 'x' OR $o.value.zip == 1" },
        { "type": "label", "hidden": "$m.count == 2 OR $go.isHiden == YES" }
        """,
      says: """
        form.json:5:31: warning: 'n' holds a whole number, which has no key 'isHiden'
          { "type": "label", "hidden": "$n.isHiden == YES OR $n.value.isHidden == YES OR $n.valeu ==…
                                        ^~~~~~~~~~
        hint: did you mean $n.isHidden?
        form.json:5:52: warning: 'n' holds a whole number, which has no key 'isHidden'
          …label", "hidden": "$n.isHiden == YES OR $n.value.isHidden == YES OR $n.valeu == 1" },
                                                   ^~~~~~~~~~~~~~~~~
        hint: write $n.isHidden for what the form decides
        form.json:5:80: warning: 'n' holds a whole number, which has no key 'valeu'
          …n == YES OR $n.value.isHidden == YES OR $n.valeu == 1" },
                                                   ^~~~~~~~
        hint: did you mean $n.value?
        form.json:6:31: warning: 't' holds text, which has no key 'lenght'
          { "type": "label", "hidden": "$t.lenght > 1 OR $d.year == 2024" },
                                        ^~~~~~~~~
        hint: did you mean length?
        form.json:6:48: warning: 'd' holds a date, which has no key 'year'
          …": "label", "hidden": "$t.lenght > 1 OR $d.year == 2024" },
                                                   ^~~~~~~
        hint: write year($d)
        form.json:7:31: warning: no option of 'o' has a value with a key 'code'
          { "type": "label", "hidden": "$o.code == 'x' OR $o.value.zip == 1" },
                                        ^~~~~~~
        hint: other keys of an option are read as SELF.code, in 'optionsFilter' alone
        form.json:7:49: warning: no option of 'o' has a value with a key 'zip'
          …: "label", "hidden": "$o.code == 'x' OR $o.value.zip == 1" },
                                                   ^~~~~~~~~~~~
        form.json:8:31: warning: no option of 'm' has a value with a key 'count'
          { "type": "label", "hidden": "$m.count == 2 OR $go.isHiden == YES" }
                                        ^~~~~~~~
        hint: write $m.@count for how many are chosen
        form.json:8:48: warning: 'go' holds no value and has no key 'isHiden'
          …": "label", "hidden": "$m.count == 2 OR $go.isHiden == YES" }
                                                   ^~~~~~~~~~~
        hint: did you mean $go.isHidden?
        """),
    Mistake(
      """
      { "inputs": { "timeZone": 1, "language": { "type": "date" } }, "sections": [] }
      """,
      says: """
        form.json:1:27: error: the input 'timeZone' holds text, not a value of type 'int'
          { "inputs": { "timeZone": 1, "language": { "type": "date" } }, "sections": [] }
                                    ^
        hint: give the input another name, or the type "text"
        form.json:1:52: error: the input 'language' holds text, not a value of type 'date'
          … { "timeZone": 1, "language": { "type": "date" } }, "sections": [] }
                                                   ^~~~~~
        hint: give the input another name, or the type "text"
        """),
    Mistake(
      """
      { "inputs": { "i": 1, "c": { "type": "custom", "value": null } }, "sections": [
        { "tag": "ph", "kind": "multivalued", "template": { "rows": [
          { "tag": "x", "type": "int" }, { "tag": "y", "type": "int", "hidden": "$x.isHiden == YES" }] } },
        { "tag": "c1", "kind": "selectable", "options": ["a"], "hidden": "$i.isHiden == YES AND $c1.lenght == 2" },
        { "rows": [
          { "tag": "any", "type": "custom" }, { "tag": "t", "type": "text" }, { "tag": "n", "type": "decimal" },
          { "tag": "o", "type": "picker", "options": ["a", 1] }, { "tag": "m", "type": "multipleSelector", "options": ["a"] },
          { "type": "label", "hidden": "$any.isHiden == 1 OR $any.value.code == 1 OR $c.value.code == 1 OR ANY $ph.x == 1" },
          { "type": "label", "hidden": "$t.length > 1 OR $n.stringValue == 'x' OR $o.length == 1 OR ANY $m.length == 2" }
        ] }
      ] }
      """,
      says: """
        form.json:3:76: warning: 'x' holds a whole number, which has no key 'isHiden'
          …{ "tag": "y", "type": "int", "hidden": "$x.isHiden == YES" }] } },
                                                   ^~~~~~~~~~
        hint: did you mean $x.isHidden?
        form.json:4:69: warning: 'i' holds a whole number, which has no key 'isHiden'
          …lectable", "options": ["a"], "hidden": "$i.isHiden == YES AND $c1.lenght == 2" },
                                                   ^~~~~~~~~~
        form.json:4:91: warning: no option of 'c1' has a value with a key 'lenght'
          …["a"], "hidden": "$i.isHiden == YES AND $c1.lenght == 2" },
                                                   ^~~~~~~~~~
        hint: did you mean length?
        """),
    Mistake(
      """
      { "sections": [
        { "tag": "a", "kind": "multivalued", "item": { "type": "text" }, "rows": [] },
        { "tag": "b", "kind": "multivalued", "template": { "rows": [{ "tag": "x", "type": "text" }] }, "rows": [] },
        { "tag": "c", "kind": "selectable", "options": ["x"], "rows": [] }
      ] }
      """,
      says: """
        form.json:2:68: error: a section with items has no rows of its own
          …ltivalued", "item": { "type": "text" }, "rows": [] },
                                                   ^~~~~~
        hint: write the rows of one item in "template": {"rows": […]}
        form.json:3:98: error: a section with items has no rows of its own
          …s": [{ "tag": "x", "type": "text" }] }, "rows": [] },
                                                   ^~~~~~
        hint: write the rows of one item in "template": {"rows": […]}
        form.json:4:57: error: a section to choose from has no rows of its own
          …"kind": "selectable", "options": ["x"], "rows": [] }
                                                   ^~~~~~
        hint: write what can be chosen in "options": […]
        """),
  ])
  func reportsMembers(mistake: Mistake) throws { try check(mistake) }
}
