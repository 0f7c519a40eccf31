// Mistakes in lists in lists, groups in templates, counted lists, and what reads the item before.
// The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      #"""
      { "sections": [{ "tag": "visits", "kind": "multivalued", "template": {
        "rows": [{ "tag": "place", "type": "text" }],
        "sections": [
          { "tag": "who", "rows": [{ "tag": "place", "type": "text" }, { "tag": "who", "type": "text" }] },
          { "tag": "drugs", "kind": "multivalued", "template": { "rows": [{ "tag": "dose", "type": "int" }] } },
          { "tag": "drugs", "kind": "multivalued", "item": { "type": "int" } }] } }] }
      """#,
      says: #"""
        form.json:4:39: error: the tag 'place' is given twice
          { "tag": "who", "rows": [{ "tag": "place", "type": "text" }, { "tag": "who", "type": "text" }]…
                                            ^~~~~~~
        form.json:2:21: note: it is given here first
          "rows": [{ "tag": "place", "type": "text" }],
                            ^~~~~~~
        form.json:4:75: error: the tag 'who' is given twice
          …g": "place", "type": "text" }, { "tag": "who", "type": "text" }] },
                                                   ^~~~~
        form.json:4:14: note: it is given here first
          { "tag": "who", "rows": [{ "tag": "place", "type": "text" }, { "tag":…
                   ^~~~~
        form.json:6:14: error: the tag 'drugs' is given twice
          { "tag": "drugs", "kind": "multivalued", "item": { "type": "int" } }]…
                   ^~~~~~~
        form.json:5:14: note: it is given here first
          { "tag": "drugs", "kind": "multivalued", "template": { "rows": [{ "ta…
                   ^~~~~~~
        """#),
    Mistake(
      #"""
      { "sections": [{ "tag": "visits", "kind": "multivalued", "template": {
        "rows": [{ "tag": "place", "type": "text" }],
        "sections": [{ "tag": "drugs", "kind": "multivalued", "template": { "rows": [
          { "tag": "place", "type": "int" }, { "tag": "visits", "type": "int" },
          { "tag": "drugs", "type": "int" }, { "tag": "town", "type": "int" }, { "tag": "item", "type": "int" }] } }] } },
        { "rows": [{ "tag": "town", "type": "text" }] }] }
      """#,
      says: #"""
        form.json:4:14: error: the tag 'place' is also given outside the template, so inside it could mean either
          { "tag": "place", "type": "int" }, { "tag": "visits", "type": "int" }…
                   ^~~~~~~
        hint: give one of the two another name
        form.json:2:21: note: it is given here
          "rows": [{ "tag": "place", "type": "text" }],
                            ^~~~~~~
        form.json:4:49: error: the tag 'visits' is also given outside the template, so inside it could mean either
          …ag": "place", "type": "int" }, { "tag": "visits", "type": "int" },
                                                   ^~~~~~~~
        hint: give one of the two another name
        form.json:1:25: note: it is given here
          { "sections": [{ "tag": "visits", "kind": "multivalued", "template": {
                                  ^~~~~~~~
        form.json:5:14: error: the tag 'drugs' is also given outside the template, so inside it could mean either
          { "tag": "drugs", "type": "int" }, { "tag": "town", "type": "int" }, …
                   ^~~~~~~
        hint: give one of the two another name
        form.json:3:25: note: it is given here
          "sections": [{ "tag": "drugs", "kind": "multivalued", "template": { "rows": [
                                ^~~~~~~
        form.json:5:49: error: the tag 'town' is also given outside the template, so inside it could mean either
          …ag": "drugs", "type": "int" }, { "tag": "town", "type": "int" }, { "tag": "item", "type": "int" }] }…
                                                   ^~~~~~
        hint: give one of the two another name
        form.json:6:23: note: it is given here
          { "rows": [{ "tag": "town", "type": "text" }] }] }
                              ^~~~~~
        form.json:5:83: error: the tag 'item' is reserved in a template: $item.index is the position of an item
          …tag": "town", "type": "int" }, { "tag": "item", "type": "int" }] } }] } },
                                                   ^~~~~~
        """#),
    Mistake(
      #"""
      { "sections": [{ "tag": "visits", "kind": "multivalued", "template": {
        "sections": [{ "tag": "drugs", "kind": "multivalued", "template": {
          "rows": [{ "type": "int" }, { "tag": "a", "type": "itn" }, { "tag": "b", "type": "int", "name": "x" }, 7],
          "section": [] } },
        { "kind": "multivalued", "tag": "empty", "template": { "rows": [], "sections": [] } },
        { "kind": "multivalued", "template": { "rows": [{ "tag": "c", "type": "int" }] } },
        { "kind": "multivalued", "tag": "none" },
        { "tag": "group", "sections": 1 }, "x"] } }] }
      """#,
      says: #"""
        form.json:3:14: error: a row of a template needs a 'tag': an item is an object keyed by tags
          "rows": [{ "type": "int" }, { "tag": "a", "type": "itn" }, { "tag": "…
                   ^
        hint: write, for example, "tag": "number"
        form.json:3:55: error: unknown row type 'itn'
          … "type": "int" }, { "tag": "a", "type": "itn" }, { "tag": "b", "type": "int", "name": "x" }, 7],
                                                   ^~~~~
        hint: did you mean int?
        form.json:3:93: error: a row of a template cannot have a 'name': its tag is the key in the item
          …: "itn" }, { "tag": "b", "type": "int", "name": "x" }, 7],
                                                   ^~~~~~
        hint: leave it out, or make it the tag
        form.json:3:108: error: a row must be an object, but is the number 7
          …ag": "b", "type": "int", "name": "x" }, 7],
                                                   ^
        form.json:4:5: error: 'section' is not a key of a template
          "section": [] } },
          ^~~~~~~~~
        hint: did you mean sections?
        form.json:5:66: error: a template needs at least one row
          …, "tag": "empty", "template": { "rows": [], "sections": [] } },
                                                   ^~
        hint: write, for example, {"tag": "number", "type": "phone"}
        form.json:6:3: error: a section with items has no 'tag', so nothing can read its items
          { "kind": "multivalued", "template": { "rows": [{ "tag": "c"…
          ^
        hint: write, for example, "tag": "phones"
        form.json:7:3: error: a section with items needs an 'item' or a 'template'
          { "kind": "multivalued", "tag": "none" },
          ^
        hint: write "item": {"type": "phone"}, or "template": {"rows": […]} for several rows
        form.json:8:33: error: 'sections' must be a list, but is the number 1
          { "tag": "group", "sections": 1 }, "x"] } }] }
                                        ^
        form.json:8:38: error: a section must be an object, but is text
          { "tag": "group", "sections": 1 }, "x"] } }] }
                                             ^~~
        """#),
    Mistake(
      #"""
      { "sections": [{ "tag": "visits", "kind": "multivalued", "template": {
        "rows": [{ "tag": "place", "type": "text" }],
        "sections": [
          { "tag": "color", "kind": "selectable", "selection": "single", "options": [1, 2] },
          { "tag": "scores", "kind": "matrix", "options": [1, 2], "rows": [{ "tag": "place" }, { "tag": "b" }] },
          { "tag": "group", "item": { "type": "int" } },
          { "tag": "phones", "kind": "multivalued", "item": { "type": "int" }, "sections": [] }] } }],
        "pages": [{ "sections": ["visits", "scores"] }] }
      """#,
      says: #"""
        form.json:4:31: error: a section to choose from cannot stand in an item
          { "tag": "color", "kind": "selectable", "selection": "single", "options": [1, 2] },
                                    ^~~~~~~~~~~~
        hint: write a row with the options, of type 'push' or 'multipleSelector'
        form.json:5:79: error: the tag 'place' is given twice
          …", "options": [1, 2], "rows": [{ "tag": "place" }, { "tag": "b" }] },
                                                   ^~~~~~~
        form.json:2:21: note: it is given here first
          "rows": [{ "tag": "place", "type": "text" }],
                            ^~~~~~~
        form.json:6:23: error: 'item' belongs to a section with items
          { "tag": "group", "item": { "type": "int" } },
                            ^~~~~~
        hint: write "kind": "multivalued"
        form.json:7:74: error: only a plain section holds sections
          …ultivalued", "item": { "type": "int" }, "sections": [] }] } }],
                                                   ^~~~~~~~~~
        hint: put this section and those into a plain section
        form.json:8:38: error: unknown section 'scores'
          "pages": [{ "sections": ["visits", "scores"] }] }
                                             ^~~~~~~~
        """#),
    Mistake(
      #"""
      { "sections": [{ "tag": "visits", "kind": "multivalued", "template": {
        "rows": [{ "tag": "place", "type": "text", "hidden": "$dose > 1" }],
        "sections": [
          { "tag": "drugs", "kind": "multivalued", "template": { "rows": [
            { "tag": "dose", "type": "int", "hidden": "$plase == 'x'" },
            { "tag": "many", "type": "int", "calculated": "$drug.@count" },
            { "tag": "all", "type": "int", "calculated": "$tests.@sum.score" }] } },
          { "tag": "tests", "kind": "multivalued", "template": { "rows": [
            { "tag": "score", "type": "int", "visible": "$dose > 1" }] } }] } },
        { "rows": [
          { "tag": "a", "type": "int", "calculated": "$dose" },
          { "tag": "b", "type": "int", "calculated": "$drugs.@count" },
          { "tag": "c", "type": "int", "calculated": "$visits.@sum.dose" },
          { "tag": "d", "type": "int", "calculated": "$visits.@unionOfArrays.drugs.@sum.doze" },
          { "tag": "e", "type": "int", "calculated": "SUBQUERY($visits, $v, SUBQUERY($v.drugs, $d, $d.dos > 1).@count > 0).@count" },
          { "tag": "f", "type": "int", "calculated": "$visits[0].drugs[0].dosis" },
          { "tag": "g", "type": "int", "calculated": "$place" }] }] }
      """#,
      says: #"""
        form.json:2:57: error: unknown tag 'dose' outside the list 'drugs'
          …g": "place", "type": "text", "hidden": "$dose > 1" }],
                                                   ^~~~~
        hint: each item has its own: test them with ANY $drugs.dose, add them with $drugs.@sum.dose
        form.json:5:50: error: unknown tag 'plase'
          …tag": "dose", "type": "int", "hidden": "$plase == 'x'" },
                                                   ^~~~~~
        hint: did you mean $place?
        form.json:6:54: error: unknown tag 'drug'
          …: "many", "type": "int", "calculated": "$drug.@count" },
                                                   ^~~~~
        hint: did you mean $drugs?
        form.json:9:52: error: unknown tag 'dose' outside the list 'drugs'
          …g": "score", "type": "int", "visible": "$dose > 1" }] } }] } },
                                                   ^~~~~
        hint: each item has its own: test them with ANY $drugs.dose, add them with $drugs.@sum.dose
        form.json:11:49: error: unknown tag 'dose'
          …ag": "a", "type": "int", "calculated": "$dose" },
                                                   ^~~~~
        form.json:12:49: error: unknown tag 'drugs'
          …ag": "b", "type": "int", "calculated": "$drugs.@count" },
                                                   ^~~~~~
        hint: each item of 'visits' has its own: write $visits.drugs
        form.json:13:49: error: the items of 'visits' have no 'dose'
          …ag": "c", "type": "int", "calculated": "$visits.@sum.dose" },
                                                   ^~~~~~~
        hint: write $visits.@unionOfArrays.drugs.@sum.dose
        form.json:14:49: error: the items of 'drugs' have no 'doze'
          …ag": "d", "type": "int", "calculated": "$visits.@unionOfArrays.drugs.@sum.doze" },
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: did you mean dose?
        form.json:15:94: error: the items of 'drugs' have no 'dos'
          …ERY($visits, $v, SUBQUERY($v.drugs, $d, $d.dos > 1).@count > 0).@count" },
                                                   ^~~~~~
        hint: did you mean dose?
        form.json:16:49: error: the items of 'drugs' have no 'dosis'
          …ag": "f", "type": "int", "calculated": "$visits[0].drugs[0].dosis" },
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~
        form.json:17:49: error: unknown tag 'place' outside the list 'visits'
          …ag": "g", "type": "int", "calculated": "$place" }] }] }
                                                   ^~~~~~
        hint: each item has its own: test them with ANY $visits.place, count them with $visits.place.@count
        """#),
    Mistake(
      #"""
      { "sections": [{ "tag": "visits", "kind": "multivalued", "template": {
        "rows": [{ "tag": "place", "type": "text" }],
        "sections": [
          { "tag": "who", "rows": [{ "tag": "name", "type": "text" }] },
          { "tag": "drugs", "kind": "multivalued", "maximum": 1, "template": { "rows": [{ "tag": "dose", "type": "int" }] } }] },
        "value": [
          { "place": 1, "who": { "name": "x" } },
          { "drugs": 1 }, { "drugs": [1] }, { "drugs": [{ "dose": "x" }] },
          { "drugs": [{ "doze": 1 }, { "dose": 2 }] }, { "drug": [] }, { "drugs": {} }] }] }
      """#,
      says: #"""
        form.json:7:16: error: a value of type 'text' must be text, but is the number 1
          { "place": 1, "who": { "name": "x" } },
                     ^
        form.json:7:19: error: unknown key 'who' in an item
          { "place": 1, "who": { "name": "x" } },
                        ^~~~~
        form.json:8:16: error: 'drugs' is a list of items, but is the number 1
          { "drugs": 1 }, { "drugs": [1] }, { "drugs": [{ "dose": "x" }] },
                     ^
        form.json:8:33: error: an item must be an object of the template's values, but is the number 1
          { "drugs": 1 }, { "drugs": [1] }, { "drugs": [{ "dose": "x" }] },
                                      ^
        hint: write {"dose": …}
        form.json:8:61: error: a value of type 'int' must be a whole number, but is text
          …{ "drugs": [1] }, { "drugs": [{ "dose": "x" }] },
                                                   ^~~
        form.json:9:19: error: unknown key 'doze' in an item
          { "drugs": [{ "doze": 1 }, { "dose": 2 }] }, { "drug": [] }, { "drugs": {}…
                        ^~~~~~
        hint: did you mean dose?
        form.json:9:52: error: unknown key 'drug' in an item
          …s": [{ "doze": 1 }, { "dose": 2 }] }, { "drug": [] }, { "drugs": {} }] }] }
                                                   ^~~~~~
        hint: did you mean drugs?
        form.json:9:77: error: 'drugs' is a list of items, but is an object
          …se": 2 }] }, { "drug": [] }, { "drugs": {} }] }] }
                                                   ^~
        """#),
    Mistake(
      #"""
      { "sections": [{ "tag": "visits", "kind": "multivalued", "template": {
        "sections": [{ "tag": "who", "hidden": "$wo == 1", "whenHidden": "claer", "colapsed": true, "rows": [
          { "tag": "name", "type": "text", "required": "$who.isHiden == NO" }],
          "sections": [{ "title": "{$nam}", "disabled": 3, "rows": [] }] }] } }] }
      """#,
      says: #"""
        form.json:2:43: error: unknown tag 'wo'
          "sections": [{ "tag": "who", "hidden": "$wo == 1", "whenHidden": "claer", "colapsed": true, "rows": …
                                                  ^~~
        hint: did you mean $who?
        form.json:2:68: error: unknown policy for hidden values 'claer'
          …o", "hidden": "$wo == 1", "whenHidden": "claer", "colapsed": true, "rows": [
                                                   ^~~~~~~
        hint: did you mean clear?
        form.json:2:77: warning: 'colapsed' is not a key of a section
          …en": "$wo == 1", "whenHidden": "claer", "colapsed": true, "rows": [
                                                   ^~~~~~~~~~
        hint: did you mean collapsed?
        form.json:3:51: error: 'who' is a section and has only isHidden, isDisabled and isValid
          …": "name", "type": "text", "required": "$who.isHiden == NO" }],
                                                   ^~~~
        hint: write $who.isHidden
        form.json:4:31: error: unknown tag 'nam'
          "sections": [{ "title": "{$nam}", "disabled": 3, "rows": [] }] }] } }] }
                                    ^~~~
        hint: did you mean $name?
        form.json:4:51: error: 'disabled' must be true, false or a predicate, but is the number 3
          …ons": [{ "title": "{$nam}", "disabled": 3, "rows": [] }] }] } }] }
                                                   ^
        """#),
    Mistake(
      #"""
      { "sections": [
        { "rows": [{ "tag": "n", "type": "int" }, { "tag": "t", "type": "text" }] },
        { "tag": "a", "kind": "multivalued", "count": "$m", "item": { "type": "int" } },
        { "tag": "b", "kind": "multivalued", "count": "$n > 1", "item": { "type": "int" } },
        { "tag": "c", "kind": "multivalued", "count": "$n +", "item": { "type": "int" } },
        { "tag": "d", "kind": "multivalued", "count": true, "item": { "type": "int" } },
        { "tag": "e", "kind": "multivalued", "count": -1, "item": { "type": "int" } },
        { "tag": "f", "kind": "multivalued", "count": 2.5, "item": { "type": "int" } },
        { "tag": "g", "kind": "multivalued", "count": null, "item": { "type": "int" } },
        { "tag": "h", "kind": "multivalued", "count": "", "item": { "type": "int" } },
        { "tag": "i", "kind": "multivalued", "count": "$n", "minimum": 1, "maximum": "$n", "item": { "type": "int" } },
        { "tag": "j", "count": "$n", "rows": [] },
        { "tag": "k", "kind": "multivalued", "count": ["$n"], "item": { "type": "int" } },
        { "tag": "l", "kind": "multivalued", "count": "3", "item": { "type": "int" }, "value": [1, "x"] }] }
      """#,
      says: #"""
        form.json:3:50: error: unknown tag 'm'
          …: "a", "kind": "multivalued", "count": "$m", "item": { "type": "int" } },
                                                   ^~
        form.json:4:53: error: expected an operator or the end of the text, found '>'
          …b", "kind": "multivalued", "count": "$n > 1", "item": { "type": "int" } },
                                                   ^
        hint: write if($n > 1, YES, NO)
        form.json:5:54: error: expected a value, found the end of the text
          …", "kind": "multivalued", "count": "$n +", "item": { "type": "int" } },
                                                   ^
        form.json:6:49: error: 'count' must be a number of items or a formula, but is true
          …": "d", "kind": "multivalued", "count": true, "item": { "type": "int" } },
                                                   ^~~~
        form.json:7:49: error: 'count' must be a number of items, from 0, and the formula gives -1
          …": "e", "kind": "multivalued", "count": -1, "item": { "type": "int" } },
                                                   ^~
        form.json:8:49: error: 'count' must be a number of items or a formula, but is the number 2.5
          …": "f", "kind": "multivalued", "count": 2.5, "item": { "type": "int" } },
                                                   ^~~
        form.json:9:49: error: 'count' must be a number of items or a formula, but is null
          …": "g", "kind": "multivalued", "count": null, "item": { "type": "int" } },
                                                   ^~~~
        hint: leave the key out
        form.json:10:50: error: expected a value, found the end of the text
          …: "h", "kind": "multivalued", "count": "", "item": { "type": "int" } },
                                                   ^
        hint: the text is empty
        form.json:11:55: error: a list whose items are counted by a formula cannot have 'minimum'
          …, "kind": "multivalued", "count": "$n", "minimum": 1, "maximum": "$n", "item": { "type": "int" } },
                                                   ^~~~~~~~~
        form.json:11:40: note: 'count' is given here
          { "tag": "i", "kind": "multivalued", "count": "$n", "minimum": 1, "maximum": "$n", "item": { "typ…
                                               ^~~~~~~
        form.json:11:69: error: a list whose items are counted by a formula cannot have 'maximum'
          …tivalued", "count": "$n", "minimum": 1, "maximum": "$n", "item": { "type": "int" } },
                                                   ^~~~~~~~~
        form.json:11:40: note: 'count' is given here
          { "tag": "i", "kind": "multivalued", "count": "$n", "minimum": 1, "maximum": "$n", "item": { "typ…
                                               ^~~~~~~
        form.json:12:17: error: 'count' belongs to a section with items
          { "tag": "j", "count": "$n", "rows": [] },
                        ^~~~~~~
        hint: write "kind": "multivalued"
        form.json:13:49: error: 'count' must be a number of items or a formula, but is a list
          …": "k", "kind": "multivalued", "count": ["$n"], "item": { "type": "int" } },
                                                   ^~~~~~
        form.json:14:94: error: a value of type 'int' must be a whole number, but is text
          …"item": { "type": "int" }, "value": [1, "x"] }] }
                                                   ^~~
        """#),
    Mistake(
      #"""
      { "sections": [
        { "rows": [{ "tag": "sum", "type": "int", "calculated": "$visits.@sum.fee" }] },
        { "tag": "visits", "kind": "multivalued", "count": "$sum", "template": {
          "rows": [{ "tag": "fee", "type": "int", "default": "$drugs.@count" }],
          "sections": [{ "tag": "drugs", "kind": "multivalued", "count": "$drugs.@sum.dose", "template": {
            "rows": [{ "tag": "dose", "type": "int" }] } }] } }] }
      """#,
      says: #"""
        form.json:2:60: error: these depend on one another: sum → visits.count → sum
          …": "sum", "type": "int", "calculated": "$visits.@sum.fee" }] },
                                                   ^~~~~~~
        hint: change one of the conditions so that it does not read the next
        form.json:2:59: note: sum is calculated: $visits.@sum.fee
          …g": "sum", "type": "int", "calculated": "$visits.@sum.fee" }] },
                                                   ^~~~~~~~~~~~~~~~~~
        form.json:3:54: note: the count of visits reads: $sum
          …isits", "kind": "multivalued", "count": "$sum", "template": {
                                                   ^~~~~~
        """#),
    Mistake(
      #"""
      { "sections": [
        { "tag": "visits", "kind": "multivalued", "count": "$visits.@unionOfArrays.drugs.@count", "template": {
          "sections": [{ "tag": "drugs", "kind": "multivalued", "count": "$visits.@count", "item": { "type": "int" } }] } }] }
      """#,
      says: #"""
        form.json:2:54: error: these depend on one another: visits.count → visits.count
          …isits", "kind": "multivalued", "count": "$visits.@unionOfArrays.drugs.@count", "template": {
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: change one of the conditions so that it does not read the next
        form.json:2:54: note: the count of visits reads: $visits.@unionOfArrays.drugs.@count
          …isits", "kind": "multivalued", "count": "$visits.@unionOfArrays.drugs.@count", "template": {
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """#),
    Mistake(
      #"""
      { "sections": [
        { "tag": "visits", "kind": "multivalued", "template": {
          "rows": [{ "tag": "many", "type": "int" }],
          "sections": [{ "tag": "drugs", "kind": "multivalued", "count": "$many + $dose", "template": {
            "rows": [{ "tag": "dose", "type": "int" }] } },
            { "tag": "tests", "kind": "multivalued", "count": "$item.index + $item.previous.few", "item": { "type": "int" } }] } }] }
      """#,
      says: #"""
        form.json:4:77: error: unknown tag 'dose' outside the list 'drugs'
          …kind": "multivalued", "count": "$many + $dose", "template": {
                                                   ^~~~~
        hint: each item has its own: test them with ANY $drugs.dose, add them with $drugs.@sum.dose
        form.json:6:72: error: the items of 'visits' have no 'few'
          … "multivalued", "count": "$item.index + $item.previous.few", "item": { "type": "int" } }] } }] }
                                                   ^~~~~~~~~~~~~~~~~~
        """#),
    Mistake(
      #"""
      { "sections": [
        { "rows": [{ "tag": "x", "type": "int", "calculated": "$item.previous.total" }] },
        { "tag": "lines", "kind": "multivalued", "template": {
          "rows": [
            { "tag": "amount", "type": "int" },
            { "tag": "total", "type": "int", "calculated": "$item.previous.totl + $amount" },
            { "tag": "next", "type": "int", "calculated": "$item.next.total" },
            { "tag": "older", "type": "int", "calculated": "$item.previous.previous.total" },
            { "tag": "whole", "type": "int", "calculated": "$item.previous" },
            { "tag": "text", "type": "label", "title": "{$item.previous.amont}" },
            { "tag": "all", "type": "int", "calculated": "$item.previous.all + $lines.@sum.all" },
            { "tag": "self", "type": "int", "calculated": "$item.previous.self + $self" },
            { "tag": "one", "type": "int", "calculated": "coalesce($item.previous.two, 0) + $amount" },
            { "tag": "two", "type": "int", "calculated": "$one + 1" }],
          "sections": [{ "tag": "parts", "kind": "multivalued", "template": { "rows": [
            { "tag": "part", "type": "int", "calculated": "$item.previous.amount" },
            { "tag": "deep", "type": "int", "calculated": "$item.previous.deep + $total" }] } }] } },
        { "tag": "plain", "kind": "multivalued", "item": { "type": "int", "calculated": "$item.previous.x" } }] }
      """#,
      says: #"""
        form.json:2:58: error: unknown tag 'item'
          …ag": "x", "type": "int", "calculated": "$item.previous.total" }] },
                                                   ^~~~~
        hint: $item is an item of a list, inside its template only
        form.json:6:55: error: the items of 'lines' have no 'totl'
          … "total", "type": "int", "calculated": "$item.previous.totl + $amount" },
                                                   ^~~~~~~~~~~~~~~~~~~
        hint: did you mean total?
        form.json:7:54: error: 'item' has only an index and the item before it
          …: "next", "type": "int", "calculated": "$item.next.total" },
                                                   ^~~~~~~~~~
        hint: an item has $item.index and $item.previous.tag; the template's rows have names
        form.json:8:55: error: only the item right before can be read
          … "older", "type": "int", "calculated": "$item.previous.previous.total" },
                                                   ^~~~~~~~~~~~~~~~~~~~~~~
        hint: calculate in each item what later items need, and read that row
        form.json:9:55: error: $item.previous is the item before, of which a text reads a row
          … "whole", "type": "int", "calculated": "$item.previous" },
                                                   ^~~~~~~~~~~~~~
        hint: write $item.previous.amount
        form.json:10:52: error: the items of 'lines' have no 'amont'
          …g": "text", "type": "label", "title": "{$item.previous.amont}" },
                                                   ^~~~~~~~~~~~~~~~~~~~
        hint: did you mean amount?
        form.json:11:68: error: 'all' is a keyword and cannot be a key
          …": "int", "calculated": "$item.previous.all + $lines.@sum.all" },
                                                   ^~~
        hint: a key of this name is written #all
        form.json:12:69: error: 'self' is a keyword and cannot be a key
          …": "int", "calculated": "$item.previous.self + $self" },
                                                   ^~~~
        hint: a key of this name is written #self
        form.json:16:54: error: the items of 'parts' have no 'amount'
          …: "part", "type": "int", "calculated": "$item.previous.amount" },
                                                   ^~~~~~~~~~~~~~~~~~~~~
        form.json:17:54: warning: 'deep' is nil in the first item, where there is no item before, and so in every item
          …: "deep", "type": "int", "calculated": "$item.previous.deep + $total" }] } }] } },
                                                   ^~~~~~~~~~~~~~~~~~~
        hint: write coalesce($item.previous.deep, 0)
        form.json:18:84: error: the items of 'plain' are plain values, and the item before has no rows
          …"item": { "type": "int", "calculated": "$item.previous.x" } }] }
                                                   ^~~~~~~~~~~~~~~~
        hint: write a "template" with a row in place of "item"
        """#),
    Mistake(
      #"""
      { "sections": [
        { "tag": "lines", "kind": "multivalued", "template": { "rows": [
          { "tag": "a", "type": "int", "calculated": "$item.previous.b + $sum" },
          { "tag": "b", "type": "int", "calculated": "$a" }] } },
        { "rows": [{ "tag": "sum", "type": "int", "calculated": "$lines.@sum.b" }] }] }
      """#,
      says: #"""
        form.json:3:68: error: these depend on one another: lines.a → sum → lines.b → lines.a
          …int", "calculated": "$item.previous.b + $sum" },
                                                   ^~~~
        hint: change one of the conditions so that it does not read the next
        form.json:3:48: note: lines.a is calculated: $item.previous.b + $sum
          …tag": "a", "type": "int", "calculated": "$item.previous.b + $sum" },
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~
        form.json:5:59: note: sum is calculated: $lines.@sum.b
          …g": "sum", "type": "int", "calculated": "$lines.@sum.b" }] }] }
                                                   ^~~~~~~~~~~~~~~
        form.json:4:48: note: lines.b is calculated: $a
          …tag": "b", "type": "int", "calculated": "$a" }] } },
                                                   ^~~~
        """#),
    Mistake(
      #"""
      { "sections": [
        { "tag": "visits", "kind": "multivalued", "template": {
          "rows": [{ "tag": "cost", "type": "int", "calculated": "$drugs.@sum.price" }],
          "sections": [{ "tag": "drugs", "kind": "multivalued", "template": { "rows": [
            { "tag": "price", "type": "int", "calculated": "$cost" }] } }] } }] }
      """#,
      says: #"""
        form.json:3:61: error: these depend on one another: visits.cost → visits.drugs.price → visits.cost
          …: "cost", "type": "int", "calculated": "$drugs.@sum.price" }],
                                                   ^~~~~~
        hint: change one of the conditions so that it does not read the next
        form.json:3:60: note: visits.cost is calculated: $drugs.@sum.price
          …": "cost", "type": "int", "calculated": "$drugs.@sum.price" }],
                                                   ^~~~~~~~~~~~~~~~~~~
        form.json:5:54: note: visits.drugs.price is calculated: $cost
          …: "price", "type": "int", "calculated": "$cost" }] } }] } }] }
                                                   ^~~~~~~
        """#),
    Mistake(
      #"""
      { "tables": { "wards": { "columns": ["code", "name"], "rows": [["a", "x"]] } },
        "sections": [{ "tag": "visits", "kind": "multivalued", "template": {
          "sections": [{ "tag": "drugs", "kind": "multivalued", "count": "SUBQUERY(table('ward'), $r, $r.kode == 'a').@count", "template": { "rows": [
            { "tag": "ward", "type": "push", "options": { "table": "wards", "value": "cod" }, "optionsFilter": "SELF.nam == $place" },
            { "tag": "name", "type": "text", "calculated": "lookup('wards', 'code', $wrd, 'nme')" },
            { "tag": "wards", "type": "text", "default": "lookup('ward', 'code', $ward, 'name')" }] } }] } }] }
      """#,
      says: #"""
        form.json:3:84: error: unknown table 'ward'
          …"multivalued", "count": "SUBQUERY(table('ward'), $r, $r.kode == 'a').@count", "template": { "rows": …
                                                   ^~~~~~
        hint: did you mean wards?
        form.json:4:80: error: the table 'wards' has no column 'cod'
          …"options": { "table": "wards", "value": "cod" }, "optionsFilter": "SELF.nam == $place" },
                                                   ^~~~~
        hint: did you mean code?
        form.json:4:107: error: the table 'wards' has no column 'nam'
          …s", "value": "cod" }, "optionsFilter": "SELF.nam == $place" },
                                                   ^~~~~~~~
        hint: did you mean SELF.name?
        form.json:4:119: error: unknown tag 'place'
          … "cod" }, "optionsFilter": "SELF.nam == $place" },
                                                   ^~~~~~
        form.json:5:79: error: unknown tag 'wrd'
          … "calculated": "lookup('wards', 'code', $wrd, 'nme')" },
                                                   ^~~~
        hint: did you mean $ward?
        form.json:5:85: error: the table 'wards' has no column 'nme'
          …ulated": "lookup('wards', 'code', $wrd, 'nme')" },
                                                   ^~~~~
        hint: did you mean name?
        form.json:6:60: error: unknown table 'ward'
          …ds", "type": "text", "default": "lookup('ward', 'code', $ward, 'name')" }] } }] } }] }
                                                   ^~~~~~
        hint: did you mean wards?
        """#),
    Mistake(
      #"""
      { "sections": [
        { "tag": "visits", "kind": "multivalued", "template": {
          "rows": [{ "tag": "place", "type": "text", "calculated": "$drugs.@sum.doze" }],
          "sections": [
            { "tag": "drugs", "kind": "multivalued", "template": {
              "rows": [{ "tag": "dose", "type": "int" }],
              "sections": [{ "tag": "times", "kind": "multivalued", "item": { "type": "int" } }] } }] } },
        { "rows": [
          { "tag": "a", "type": "int", "calculated": "$visits.@unionOfArrays.drugs.@sum.doze" },
          { "tag": "b", "type": "text", "hidden": "ANY $visits.drugs.zz > 1" },
          { "tag": "c", "type": "text", "hidden": "SUBQUERY($visits.@unionOfArrays.drugs, $x, $x.zz == 1).@count > 0" },
          { "tag": "d", "type": "text", "hidden": "SUBQUERY($visits, $v, $v.drugs.@sum.zz == 1).@count > 0" },
          { "tag": "e", "type": "text", "hidden": "$visits[0].drugs[0].zz == 1 OR $visits[FIRST].drugs.@count == 1" },
          { "tag": "f", "type": "int", "calculated": "$visits.drugs.@sum.dose" },
          { "tag": "g", "type": "int", "calculated": "$visits.@max.drugs.dose + $visits.@unionOfArrays.drugs.times.@sum" },
          { "tag": "h", "type": "int", "calculated": "$visits.drugs.@count + $visits.@unionOfArrays.drugs.@max.dose" },
          { "tag": "i", "type": "text", "hidden": "ANY $visits.drugs.times == 3 AND $visits.@sum.drugs > 1" }] }] }
      """#,
      says: #"""
        form.json:3:63: error: the items of 'drugs' have no 'doze'
          …"place", "type": "text", "calculated": "$drugs.@sum.doze" }],
                                                   ^~~~~~
        hint: did you mean dose?
        form.json:9:49: error: the items of 'drugs' have no 'doze'
          …ag": "a", "type": "int", "calculated": "$visits.@unionOfArrays.drugs.@sum.doze" },
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: did you mean dose?
        form.json:10:50: error: the items of 'drugs' have no 'zz'
          …g": "b", "type": "text", "hidden": "ANY $visits.drugs.zz > 1" },
                                                   ^~~~~~~~~~~~~~~~
        form.json:11:89: error: the items of 'drugs' have no 'zz'
          …QUERY($visits.@unionOfArrays.drugs, $x, $x.zz == 1).@count > 0" },
                                                   ^~~~~
        form.json:12:68: error: the items of 'drugs' have no 'zz'
          …text", "hidden": "SUBQUERY($visits, $v, $v.drugs.@sum.zz == 1).@count > 0" },
                                                   ^~~~~~~~~~~~~~~~
        form.json:13:46: error: the items of 'drugs' have no 'zz'
          … "tag": "e", "type": "text", "hidden": "$visits[0].drugs[0].zz == 1 OR $visits[FIRST].drugs.@count =…
                                                   ^~~~~~~~~~~~~~~~~~~~~~
        form.json:14:49: error: @sum folds values, and these are lists, one of each item
          …ag": "f", "type": "int", "calculated": "$visits.drugs.@sum.dose" },
                                                   ^~~~~~~~~~~~~~~~~~~~~~~
        hint: write $visits.@unionOfArrays.drugs.@sum.dose
        form.json:15:49: error: @max folds values, and these are lists, one of each item
          …ag": "g", "type": "int", "calculated": "$visits.@max.drugs.dose + $visits.@unionOfArrays.drugs.times…
                                                   ^~~~~~~~~~~~~~~~~~~~~~~
        hint: write $visits.@unionOfArrays.drugs.@max.dose
        form.json:15:75: error: @sum folds values, and these are lists, one of each item
          …calculated": "$visits.@max.drugs.dose + $visits.@unionOfArrays.drugs.times.@sum" },
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: write $visits.@unionOfArrays.drugs.@unionOfArrays.times.@sum
        form.json:17:79: error: @sum folds values, and these are lists, one of each item
          …den": "ANY $visits.drugs.times == 3 AND $visits.@sum.drugs > 1" }] }] }
                                                   ^~~~~~~~~~~~~~~~~~
        hint: write $visits.@unionOfArrays.drugs.@sum
        """#),
    Mistake(
      #"""
      { "sections": [
        { "tag": "lines", "kind": "multivalued", "template": { "rows": [{ "tag": "n", "type": "int" }] } },
        { "tag": "visits", "kind": "multivalued", "template": {
          "rows": [{ "tag": "place", "type": "text" }],
          "sections": [{ "tag": "drugs", "kind": "multivalued", "template": { "rows": [{ "tag": "dose", "type": "int" }] } }] } },
        { "rows": [
          { "tag": "a", "type": "int", "calculated": "$lines[0].index" },
          { "tag": "b", "type": "text", "hidden": "ANY $lines.index > 1" },
          { "tag": "c", "type": "int", "calculated": "$lines.@sum.index" },
          { "tag": "d", "type": "int", "calculated": "SUBQUERY($lines, $l, $l.index > 0).@sum.index" },
          { "tag": "e", "type": "int", "calculated": "SUBQUERY($visits, $v, $v.drugs[0].index == 1).@count" },
          { "tag": "f", "type": "int", "calculated": "SUBQUERY($lines, $l, $l['index'] > 0).@count" },
          { "tag": "g", "type": "int", "calculated": "$visits.@sum.index + $visits.index.@count" },
          { "tag": "h", "type": "int", "calculated": "SUBQUERY($visits, $v, SUBQUERY($v.drugs, $d, $d.index == $v.index).@count > 0).@count" }] }] }
      """#,
      says: #"""
        form.json:7:49: error: the items of 'lines' have no 'index'
          …ag": "a", "type": "int", "calculated": "$lines[0].index" },
                                                   ^~~~~~~~~~~~~~~
        hint: SUBQUERY($list, $x, …) binds $x, and there $x.index is the position of the item
        form.json:8:50: error: the items of 'lines' have no 'index'
          …g": "b", "type": "text", "hidden": "ANY $lines.index > 1" },
                                                   ^~~~~~~~~~~~
        hint: SUBQUERY($list, $x, …) binds $x, and there $x.index is the position of the item
        form.json:9:49: error: the items of 'lines' have no 'index'
          …ag": "c", "type": "int", "calculated": "$lines.@sum.index" },
                                                   ^~~~~~
        hint: SUBQUERY($list, $x, …) binds $x, and there $x.index is the position of the item
        form.json:10:49: error: the items of 'lines' have no 'index'
          …ag": "d", "type": "int", "calculated": "SUBQUERY($lines, $l, $l.index > 0).@sum.index" },
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: SUBQUERY($list, $x, …) binds $x, and there $x.index is the position of the item
        form.json:11:71: error: the items of 'drugs' have no 'index'
          …", "calculated": "SUBQUERY($visits, $v, $v.drugs[0].index == 1).@count" },
                                                   ^~~~~~~~~~~~~~~~~
        hint: SUBQUERY($list, $x, …) binds $x, and there $x.index is the position of the item
        form.json:12:70: error: the items of 'lines' have no 'index'
          …t", "calculated": "SUBQUERY($lines, $l, $l['index'] > 0).@count" },
                                                   ^~~~~~~~~~~
        hint: SUBQUERY($list, $x, …) binds $x, and there $x.index is the position of the item
        form.json:13:49: error: the items of 'visits' have no 'index'
          …ag": "g", "type": "int", "calculated": "$visits.@sum.index + $visits.index.@count" },
                                                   ^~~~~~~
        hint: SUBQUERY($list, $x, …) binds $x, and there $x.index is the position of the item
        form.json:13:70: error: the items of 'visits' have no 'index'
          …t", "calculated": "$visits.@sum.index + $visits.index.@count" },
                                                   ^~~~~~~~~~~~~
        hint: SUBQUERY($list, $x, …) binds $x, and there $x.index is the position of the item
        """#),
  ])
  func reportsNestedTemplates(mistake: Mistake) throws { try check(mistake) }
}
