// Options from a list of the form: names of lists and of the rows of their items, filters, cycles.
// The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      #"""
      { "inputs": { "who": "x" }, "sections": [
      { "tag": "people", "kind": "multivalued", "template": {
      "rows": [{ "tag": "id", "type": "int" }, { "tag": "name", "type": "text" }, { "tag": "skills", "type": "multipleSelector", "options": ["a"] }, { "tag": "hint", "type": "label" },
      { "tag": "mother", "type": "push", "options": { "list": "peple", "value": "id" } },
      { "tag": "pet", "type": "push", "options": { "list": "pets", "value": "nam", "title": "kind" }, "optionsFilter": "SELF.nme == $name" }],
      "sections": [{ "tag": "pets", "kind": "multivalued", "template": { "rows": [{ "tag": "kind", "type": "int" }] } }] } },
      { "tag": "phones", "kind": "multivalued", "item": { "type": "phone" } },
      { "tag": "plain", "rows": [
      { "tag": "a", "type": "push", "options": { "list": "person", "value": "id" } },
      { "tag": "b", "type": "push", "options": { "list": "who", "value": "id" } },
      { "tag": "c", "type": "push", "options": { "list": "a", "value": "id" } },
      { "tag": "d", "type": "push", "options": { "list": "plain", "value": "id" } },
      { "tag": "e", "type": "push", "options": { "list": "pets", "value": "kind" } },
      { "tag": "f", "type": "push", "options": { "list": "phones", "value": "id" } },
      { "tag": "g", "type": "push", "options": { "list": "people", "value": "idd", "title": "nmae" } },
      { "tag": "h", "type": "push", "options": { "list": "people", "value": "skills", "title": "id" } },
      { "tag": "i", "type": "push", "options": { "list": "people", "value": "hint", "title": "pets" } },
      { "tag": "j", "type": "push", "options": { "list": "people", "value": "id" }, "other": true, "groupedBy": "grade" },
      { "tag": "k", "type": "push", "options": { "list": "people", "value": "id" }, "optionsFilter": "SELF != 1 AND SELF.nam == 'x' AND id == 1" },
      { "tag": "l", "type": "push", "options": { "list": "people" } },
      { "tag": "m", "type": "push", "options": { "list": "people", "table": "t", "value": "id", "titel": "name" } },
      { "tag": "n", "type": "push", "options": { "list": 7, "value": [] } },
      { "tag": "o", "type": "text", "options": { "list": "people", "value": "id" } },
      { "tag": "p", "type": "push", "options": { "list": "", "value": "id" } }] },
      { "tag": "q", "kind": "matrix", "options": { "list": "peopl", "value": "id" }, "rows": [{ "tag": "r" }, { "tag": "s" }] },
      { "tag": "t", "kind": "selectable", "options": { "list": "people", "value": "nm" } }] }
      """#,
      says: #"""
        form.json:4:57: error: unknown list 'peple'
          …", "type": "push", "options": { "list": "peple", "value": "id" } },
                                                   ^~~~~~~
        hint: did you mean people?
        form.json:5:71: error: the items of 'pets' have no 'nam'
          …, "options": { "list": "pets", "value": "nam", "title": "kind" }, "optionsFilter": "SELF.nme == $nam…
                                                   ^~~~~
        form.json:5:87: error: the titles of options are text, and 'kind' is not
          …list": "pets", "value": "nam", "title": "kind" }, "optionsFilter": "SELF.nme == $name" }],
                                                   ^~~~~~
        hint: compute the title in a calculated row of type 'text'
        form.json:5:115: error: the items of 'pets' have no 'nme'
          …", "title": "kind" }, "optionsFilter": "SELF.nme == $name" }],
                                                   ^~~~~~~~
        form.json:9:52: error: unknown list 'person'
          …", "type": "push", "options": { "list": "person", "value": "id" } },
                                                   ^~~~~~~~
        form.json:10:52: error: 'who' is an input, not a list
          …", "type": "push", "options": { "list": "who", "value": "id" } },
                                                   ^~~~~
        hint: options come from a section with "kind": "multivalued"
        form.json:11:52: error: 'a' is a row, not a list
          …", "type": "push", "options": { "list": "a", "value": "id" } },
                                                   ^~~
        hint: options come from a section with "kind": "multivalued"
        form.json:12:52: error: 'plain' is a section, not a list
          …", "type": "push", "options": { "list": "plain", "value": "id" } },
                                                   ^~~~~~~
        hint: options come from a section with "kind": "multivalued"
        form.json:13:52: error: 'pets' is a list in the items of 'people', and each item has its own
          …", "type": "push", "options": { "list": "pets", "value": "kind" } },
                                                   ^~~~~~
        hint: choose from 'pets' in a row of 'people'
        form.json:14:52: error: the items of 'phones' are plain values, not objects with a value and a title
          …", "type": "push", "options": { "list": "phones", "value": "id" } },
                                                   ^~~~~~~~
        hint: give 'phones' a 'template' in place of its 'item'
        form.json:15:71: error: the items of 'people' have no 'idd'
          …"options": { "list": "people", "value": "idd", "title": "nmae" } },
                                                   ^~~~~
        hint: did you mean id?
        form.json:15:87: error: the items of 'people' have no 'nmae'
          …st": "people", "value": "idd", "title": "nmae" } },
                                                   ^~~~~~
        hint: did you mean name?
        form.json:16:71: error: 'skills' holds several values, and an option has one
          …"options": { "list": "people", "value": "skills", "title": "id" } },
                                                   ^~~~~~~~
        form.json:16:90: error: the titles of options are text, and 'id' is not
          …: "people", "value": "skills", "title": "id" } },
                                                   ^~~~
        hint: compute the title in a calculated row of type 'text'
        form.json:17:71: error: 'hint' is a row of type 'label', which has no value
          …"options": { "list": "people", "value": "hint", "title": "pets" } },
                                                   ^~~~~~
        form.json:17:88: error: 'pets' is a list in each item of 'people', not a value
          …t": "people", "value": "hint", "title": "pets" } },
                                                   ^~~~~~
        form.json:18:88: error: 'other' needs options that are text, and 'id' is not
          …t": "people", "value": "id" }, "other": true, "groupedBy": "grade" },
                                                   ^~~~
        form.json:18:107: error: the items of 'people' have no 'grade'
          …e": "id" }, "other": true, "groupedBy": "grade" },
                                                   ^~~~~~~
        form.json:19:97: error: SELF is an item of the list 'people'
          …le", "value": "id" }, "optionsFilter": "SELF != 1 AND SELF.nam == 'x' AND id == 1" },
                                                   ^~~~
        hint: write SELF.value, or name a row of the item: SELF.id
        form.json:19:111: error: the items of 'people' have no 'nam'
          …"id" }, "optionsFilter": "SELF != 1 AND SELF.nam == 'x' AND id == 1" },
                                                   ^~~~~~~~
        hint: did you mean SELF.name?
        form.json:19:131: error: 'id' is not a variable: a condition reads the value of a row as $tag
          …er": "SELF != 1 AND SELF.nam == 'x' AND id == 1" },
                                                   ^~
        hint: write SELF.id
        form.json:20:42: error: options from a list need a 'value'
          … "tag": "l", "type": "push", "options": { "list": "people" } },
                                                   ^
        hint: name the row of an item that has the value of its option; options that two rows share come from a table
        form.json:21:62: error: options come from a table or from a list, not from both
          … "push", "options": { "list": "people", "table": "t", "value": "id", "titel": "name" } },
                                                   ^~~~~~~
        hint: leave 'table' or 'list' out
        form.json:22:52: error: 'list' must be text, but is the number 7
          …", "type": "push", "options": { "list": 7, "value": [] } },
                                                   ^
        form.json:23:31: error: a row of type 'text' cannot have 'options'
          { "tag": "o", "type": "text", "options": { "list": "people", "value": "id" } },
                                        ^~~~~~~~~
        hint: write "type": "picker" for one of them, or "multipleSelector" for several
        form.json:24:52: error: 'list' is empty, and should be the name of a list
          …", "type": "push", "options": { "list": "", "value": "id" } }] },
                                                   ^~
        form.json:25:54: error: unknown list 'peopl'
          … "kind": "matrix", "options": { "list": "peopl", "value": "id" }, "rows": [{ "tag": "r" }, { "tag": …
                                                   ^~~~~~~
        hint: did you mean people?
        form.json:26:77: error: the items of 'people' have no 'nm'
          …"options": { "list": "people", "value": "nm" } }] }
                                                   ^~~~
        """#),
    Mistake(
      #"""
      { "sections": [ { "rows": [ { "tag": "a", "type": "push", "options": { "list": "people", "value": "id" } } ] } ] }
      """#,
      says: #"""
        form.json:1:80: error: unknown list 'people'
          …", "type": "push", "options": { "list": "people", "value": "id" } } ] } ] }
                                                   ^~~~~~~~
        hint: the form has no lists, which are sections with "kind": "multivalued"
        """#),
    Mistake(
      #"""
      { "sections": [ { "tag": "people", "kind": "multivalued", "template": { "rows": [
      { "tag": "name", "type": "text" },
      { "tag": "id", "type": "text", "calculated": "concat($name, $mother)" },
      { "tag": "mother", "type": "push", "whenOptionHidden": "clear", "options": { "list": "people", "value": "id", "title": "name" } } ] } } ] }
      """#,
      says: #"""
        form.json:3:61: error: these depend on one another: people.id → people.mother → people.id
          …": "text", "calculated": "concat($name, $mother)" },
                                                   ^~~~~~~
        hint: change one of the conditions so that it does not read the next
        form.json:3:46: note: people.id is calculated: concat($name, $mother)
          …g": "id", "type": "text", "calculated": "concat($name, $mother)" },
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~
        form.json:4:56: note: people.mother holds no option that is hidden (whenOptionHidden: clear)
          …r", "type": "push", "whenOptionHidden": "clear", "options": { "list": "people", "value": "id", "titl…
                                                   ^~~~~~~
        """#),
    Mistake(
      #"""
      { "sections": [ { "tag": "people", "kind": "multivalued", "template": { "rows": [
      { "tag": "id", "type": "text", "hidden": "$mother.isValid == YES" },
      { "tag": "mother", "type": "push", "options": { "list": "people", "value": "id" } } ] } } ], "whenHidden": "nil" }
      """#,
      says: #"""
        form.json:2:43: error: these depend on one another: people.id → people.mother.isValid → people.id
          …"tag": "id", "type": "text", "hidden": "$mother.isValid == YES" },
                                                   ^~~~~~~~~~~~~~~
        hint: write "whenHidden": "keep" in the row people.id, so that its value is read while it is hidden; or change one of the conditions
        form.json:2:42: note: people.id counts as nil while it is hidden (whenHidden: nil); people.id depends on whether people.id is hidden: $mother.isValid == YES
          … "tag": "id", "type": "text", "hidden": "$mother.isValid == YES" },
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~
        form.json:3:47: note: people.mother.isValid depends on the items of 'people'
          …": "mother", "type": "push", "options": { "list": "people", "value": "id" } } ] } } ], "whenHidden":…
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """#),
  ])
  func reportsOptionLists(mistake: Mistake) throws { try check(mistake) }
}
