// Exclusive options, other text, units and matrices where they cannot stand.
// The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      row:
        #"""
        { "type": "text", "other": true, "unit": "kg" }
        """#,
      says: #"""
        form.json:2:19: error: only a choice takes other text, not a row of type 'text'
          { "type": "text", "other": true, "unit": "kg" }
                            ^~~~~~~
        form.json:2:34: error: only a row of a number has a unit, not a row of type 'text'
          { "type": "text", "other": true, "unit": "kg" }
                                           ^~~~~~
        """#),
    Mistake(
      row:
        #"""
        { "type": "push", "other": true }
        """#,
      says: #"""
        form.json:2:1: warning: a row of type 'push' has no 'options' to choose from
          { "type": "push", "other": true }
          ^
        form.json:2:19: error: a row without 'options' cannot have 'other'
          { "type": "push", "other": true }
                            ^~~~~~~
        """#),
    Mistake(
      row:
        #"""
        { "type": "multipleSelector", "other": 1, "options": [{ "value": 1, "exclusive": "yes" }] }
        """#,
      says: #"""
        form.json:2:40: error: 'other' must be true or false, but is the number 1
          { "type": "multipleSelector", "other": 1, "options": [{ "value": 1, "exclusive": "yes" }] }
                                                 ^
        form.json:2:82: error: 'exclusive' must be true or false, but is text
          … "options": [{ "value": 1, "exclusive": "yes" }] }
                                                   ^~~~~
        """#),
    Mistake(
      row:
        #"""
        { "type": "push", "other": true, "options": ["a", 1, null] }
        """#,
      says: #"""
        form.json:2:19: error: 'other' needs options that are text, but 1 is one of the options
          { "type": "push", "other": true, "options": ["a", 1, null] }
                            ^~~~~~~
        hint: write the values of the options as text, or leave 'other' out
        form.json:2:54: error: the value of an option must be text, a number, true or false, a day or an object, but is null
          …sh", "other": true, "options": ["a", 1, null] }
                                                   ^~~~
        """#),
    Mistake(
      row:
        #"""
        { "type": "push", "options": ["a", { "value": "none", "exclusive": true }] }
        """#,
      says: #"""
        form.json:2:55: warning: 'exclusive' has no effect where only one option can be chosen
          …h", "options": ["a", { "value": "none", "exclusive": true }] }
                                                   ^~~~~~~~~~~
        hint: leave it out
        """#),
    Mistake(
      row:
        #"""
        { "type": "int", "unit": 5 },
        { "type": "date", "unit": "d" },
        { "type": "decimal", "units": "kg" }
        """#,
      says: #"""
        form.json:2:26: error: 'unit' must be text, but is the number 5
          { "type": "int", "unit": 5 },
                                   ^
        form.json:3:19: error: only a row of a number has a unit, not a row of type 'date'
          { "type": "date", "unit": "d" },
                            ^~~~~~
        form.json:4:22: warning: 'units' is not a key of a row
          { "type": "decimal", "units": "kg" }
                               ^~~~~~~
        hint: did you mean unit?
        """#),
    Mistake(
      row:
        #"""
        { "type": "label", "other": true, "unit": "m" }
        """#,
      says: #"""
        form.json:2:20: error: only a choice takes other text, not a row of type 'label'
          { "type": "label", "other": true, "unit": "m" }
                             ^~~~~~~
        form.json:2:35: error: only a row of a number has a unit, not a row of type 'label'
          { "type": "label", "other": true, "unit": "m" }
                                            ^~~~~~
        """#),
    Mistake(
      row:
        #"""
        { "type": "multipleSelector", "hasOther": true, "options": [{ "value": 1, "isExclusive": true }] },
        { "type": "push", "showOtherItem": true, "options": [{ "value": 1, "optionExclusive": true }] }
        """#,
      says: #"""
        form.json:2:31: error: 'hasOther' is not a key of a row
          { "type": "multipleSelector", "hasOther": true, "options": [{ "value": 1, "isExclusive": t…
                                        ^~~~~~~~~~
        hint: did you mean other?
        form.json:2:75: warning: 'isExclusive' is data of the option and decides nothing
          …Other": true, "options": [{ "value": 1, "isExclusive": true }] },
                                                   ^~~~~~~~~~~~~
        hint: did you mean exclusive?
        form.json:3:19: error: 'showOtherItem' is not a key of a row
          { "type": "push", "showOtherItem": true, "options": [{ "value": 1, "optionExcl…
                            ^~~~~~~~~~~~~~~
        hint: did you mean other?
        form.json:3:68: warning: 'optionExclusive' is data of the option and decides nothing
          …rItem": true, "options": [{ "value": 1, "optionExclusive": true }] }
                                                   ^~~~~~~~~~~~~~~~~
        hint: did you mean exclusive?
        """#),
    Mistake(
      row:
        #"""
        { "type": "int", "exclusive": true }
        """#,
      says: #"""
        form.json:2:18: warning: 'exclusive' is not a key of a row
          { "type": "int", "exclusive": true }
                           ^~~~~~~~~~~
        hint: 'exclusive' belongs to an option
        """#),
  ])
  func reportsChoices(mistake: Mistake) throws { try check(mistake) }

  @Test(arguments: [
    Mistake(
      #"""
      { "sections": [
      { "tag": "s", "kind": "selectable", "options": [{ "value": 0, "exclusive": true }], "other": true,
        "unit": "kg" },
      { "options": ["a"], "selection": "multiple", "rows": [{ "tag": "t" }] } ] }
      """#,
      says: #"""
        form.json:2:63: warning: 'exclusive' has no effect where only one option can be chosen
          …"selectable", "options": [{ "value": 0, "exclusive": true }], "other": true,
                                                   ^~~~~~~~~~~
        hint: leave it out
        form.json:2:85: error: 'other' needs options that are text, but 0 is one of the options
          …": [{ "value": 0, "exclusive": true }], "other": true,
                                                   ^~~~~~~
        hint: write the values of the options as text, or leave 'other' out
        form.json:3:3: warning: 'unit' is not a key of a section to choose from
          "unit": "kg" },
          ^~~~~~
        hint: 'unit' belongs to a row
        form.json:4:3: error: 'options' belongs to a matrix
          { "options": ["a"], "selection": "multiple", "rows": [{ "tag":…
            ^~~~~~~~~
        hint: write "kind": "matrix"
        form.json:4:21: error: 'selection' belongs to a matrix
          { "options": ["a"], "selection": "multiple", "rows": [{ "tag": "t" }] } ] }
                              ^~~~~~~~~~~
        hint: write "kind": "matrix"
        form.json:4:55: error: a row needs a 'type'
          …"a"], "selection": "multiple", "rows": [{ "tag": "t" }] } ] }
                                                   ^
        hint: write, for example, "type": "text"
        """#),
    Mistake(
      #"""
      { "sections": [
      { "kind": "matrix", "rows": [] },
      { "kind": "matrix", "options": ["a"] },
      { "kind": "matrix", "options": 7, "rows": [] } ] }
      """#,
      says: #"""
        form.json:2:1: error: 'options' is missing
          { "kind": "matrix", "rows": [] },
          ^
        hint: write what can be chosen in each row: "options": […]
        form.json:3:1: error: 'rows' is missing
          { "kind": "matrix", "options": ["a"] },
          ^
        hint: write "rows": [] for none
        form.json:4:32: error: 'options' must be a list, but is the number 7
          { "kind": "matrix", "options": 7, "rows": [] } ] }
                                         ^
        """#),
    Mistake(
      #"""
      { "sections": [{ "kind": "matrix", "options": ["a", "a", null], "rows": [
      { "tag": "a", "options": ["a"] },
      { "tag": "b", "type": "int" },
      { "tag": "c", "optionsFilter": "SELF != nil", "groupedBy": "x" },
      { "tag": "d", "minimum": 1 },
      { "tag": "e", "type": "choice" },
      { "tag": "f", "other": true } ] }] }
      """#,
      says: #"""
        form.json:1:53: warning: two options have the same value
          …: [{ "kind": "matrix", "options": ["a", "a", null], "rows": [
                                                   ^~~
        form.json:1:48: note: the first one
          …ions": [{ "kind": "matrix", "options": ["a", "a", null], "rows": [
                                                   ^~~
        form.json:1:58: error: the value of an option must be text, a number, true or false, a day or an object, but is null
          …"kind": "matrix", "options": ["a", "a", null], "rows": [
                                                   ^~~~
        form.json:2:15: error: a row of a matrix has the options of its section
          { "tag": "a", "options": ["a"] },
                        ^~~~~~~~~
        hint: leave them out, or move the row to another section
        form.json:3:23: error: a row of a matrix is a choice, not a row of type 'int'
          { "tag": "b", "type": "int" },
                                ^~~~~
        hint: leave the type out, or move the row to another section
        form.json:4:15: error: a row of a matrix cannot have 'optionsFilter'
          { "tag": "c", "optionsFilter": "SELF != nil", "groupedBy": "x" },
                        ^~~~~~~~~~~~~~~
        hint: hide options of the matrix where their conditions hold
        form.json:4:47: error: 'groupedBy' needs 'options'
          …": "c", "optionsFilter": "SELF != nil", "groupedBy": "x" },
                                                   ^~~~~~~~~~~
        form.json:5:15: error: a row of type 'segmented' cannot have 'minimum'
          { "tag": "d", "minimum": 1 },
                        ^~~~~~~~~
        form.json:6:23: error: unknown row type 'choice'
          { "tag": "e", "type": "choice" },
                                ^~~~~~~~
        hint: did you mean picker?
        """#),
    Mistake(
      #"""
      { "sections": [{ "kind": "matrix", "selection": "some", "deselection": false, "item": {},
      "options": [{ "value": 1, "exclusive": true, "hidden": "$nobody == 1" },
        { "value": 2, "disabled": "SELF >" }],
      "rows": [{ "tag": "x" }, { "tag": "y" },
      { "tag": "z", "other": true }] }] }
      """#,
      says: #"""
        form.json:1:49: error: unknown selection 'some'
          …ons": [{ "kind": "matrix", "selection": "some", "deselection": false, "item": {},
                                                   ^~~~~~
        hint: write one of single, multiple
        form.json:1:57: warning: 'deselection' is not a key of a matrix
          … "kind": "matrix", "selection": "some", "deselection": false, "item": {},
                                                   ^~~~~~~~~~~~~
        hint: did you mean selection?
        form.json:1:79: error: 'item' belongs to a section with items
          …lection": "some", "deselection": false, "item": {},
                                                   ^~~~~~
        hint: write "kind": "multivalued"
        form.json:2:27: warning: 'exclusive' has no effect where only one option can be chosen
          "options": [{ "value": 1, "exclusive": true, "hidden": "$nobody == 1" },
                                    ^~~~~~~~~~~
        hint: leave it out
        form.json:2:57: error: unknown tag 'nobody'
          …alue": 1, "exclusive": true, "hidden": "$nobody == 1" },
                                                   ^~~~~~~
        form.json:3:36: error: expected a value, found the end of the text
          { "value": 2, "disabled": "SELF >" }],
                                           ^
        hint: a value is missing after >
        form.json:5:15: error: 'other' needs options that are text, but 1 is one of the options
          { "tag": "z", "other": true }] }] }
                        ^~~~~~~
        hint: write the values of the options as text, or leave 'other' out
        """#),
  ])
  func reportsMatrices(mistake: Mistake) throws { try check(mistake) }
}
