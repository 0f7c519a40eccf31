// Options that are hidden, where there is nothing to hide.
// The harness is in DefinitionMistakeTests.swift.

import FormGraph
import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      row:
        """
        { "type": "push", "options": [1], "optionsFilter": true, "whenOptionHidden": "nil" }
        """,
      says: """
        form.json:2:52: error: 'optionsFilter' must be text, but is true
          …push", "options": [1], "optionsFilter": true, "whenOptionHidden": "nil" }
                                                   ^~~~
        form.json:2:78: error: unknown policy for hidden options 'nil'
          …tionsFilter": true, "whenOptionHidden": "nil" }
                                                   ^~~~~
        hint: write one of keep, clear
        """),
    Mistake(
      row:
        """
        { "type": "push", "optionsFilter": "SELF > 1", "whenOptionHidden": "clear" }
        """,
      says: """
        form.json:2:1: warning: a row of type 'push' has no 'options' to choose from
          { "type": "push", "optionsFilter": "SELF > 1", "whenOptionHi…
          ^
        form.json:2:19: error: a row without 'options' cannot have 'optionsFilter'
          { "type": "push", "optionsFilter": "SELF > 1", "whenOptionHidden": "clear" }
                            ^~~~~~~~~~~~~~~
        form.json:2:48: error: a row without 'options' cannot have 'whenOptionHidden'
          …": "push", "optionsFilter": "SELF > 1", "whenOptionHidden": "clear" }
                                                   ^~~~~~~~~~~~~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "text", "optionsFilter": "SELF > 1", "whenOptionHidden": "keep" }
        """,
      says: """
        form.json:2:19: error: a row without 'options' cannot have 'optionsFilter'
          { "type": "text", "optionsFilter": "SELF > 1", "whenOptionHidden": "keep" }
                            ^~~~~~~~~~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "label", "optionsFilter": "SELF > 1", "whenOptionHidden": "clear" }
        """,
      says: """
        form.json:2:20: error: a label holds no value and cannot have 'optionsFilter'
          { "type": "label", "optionsFilter": "SELF > 1", "whenOptionHidden": "clear" }
                             ^~~~~~~~~~~~~~~
        form.json:2:49: error: a label holds no value and cannot have 'whenOptionHidden'
          …: "label", "optionsFilter": "SELF > 1", "whenOptionHidden": "clear" }
                                                   ^~~~~~~~~~~~~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "push", "options": [1], "calculated": "1", "whenOptionHidden": "clear" }
        """,
      says: """
        form.json:2:54: error: a calculated row has no stored value to clear
          …sh", "options": [1], "calculated": "1", "whenOptionHidden": "clear" }
                                                   ^~~~~~~~~~~~~~~~~~
        form.json:2:35: note: 'calculated' is given here
          { "type": "push", "options": [1], "calculated": "1", "whenOptionHidden": "clear" }
                                            ^~~~~~~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "push", "options": [{ "value": 1, "hidden": 1, "visible": true, "disabled": true }] }
        """,
      says: """
        form.json:2:55: error: 'hidden' must be true, false or a predicate, but is the number 1
          …h", "options": [{ "value": 1, "hidden": 1, "visible": true, "disabled": true }] }
                                                   ^
        form.json:2:58: error: 'visible' is the opposite of 'hidden'; only one of them can be given
          … "options": [{ "value": 1, "hidden": 1, "visible": true, "disabled": true }] }
                                                   ^~~~~~~~~
        form.json:2:45: note: 'hidden' is given here
          …ype": "push", "options": [{ "value": 1, "hidden": 1, "visible": true, "disabled": true }] }
                                                   ^~~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "psh", "options": [1], "optionsFilter": "SELF > 1", "whenOptionHidden": "clear" }
        """,
      says: """
        form.json:2:11: error: unknown row type 'psh'
          { "type": "psh", "options": [1], "optionsFilter": "SELF > 1", "whenOpt…
                    ^~~~~
        hint: did you mean push?
        """),
  ])
  func reportsOptions(mistake: Mistake) throws { try checkDefinition(mistake) }

  @Test("A day inside the value of an option is warned of")
  func warnsOfDaysInsideOptions() throws {
    for (value, isWarned) in [
      (#"{"at": [{"$date": "2024-05-01"}]}"#, true), (#"{"at": "2024-05-01"}"#, false),
      (#"{"$date": "2024-05-01"}"#, false),
    ] {
      let form = try CompiledForm.compile(
        json: #"""
          {"sections": [{"rows": [{"tag": "a", "type": "push", "options": [{"value": \#(value), "title": "T"}]}]}]}
          """#.utf8)
      #expect(
        form.warnings.map(\.message)
          == (isWarned ? ["a day inside an option's value is not read as a day"] : []))
    }
  }
}
