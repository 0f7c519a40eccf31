// Members of a value that have the name of something the form decides: right after a tag it is always
// the row's. The harness is in DefinitionMistakeTests.swift.

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
        form.json:2:29: error: 'a' is an input: it has a value and nothing else
          "sections": [{ "hidden": "$a.isValid == $b.isValid", "rows": [] }] }
                                    ^~~~~~~~~~
        hint: write $a.value.isValid for a member of its value
        form.json:2:43: error: 'b' is an input: it has a value and nothing else
          "sections": [{ "hidden": "$a.isValid == $b.isValid", "rows": [] }] }
                                                  ^~~~~~~~~~
        hint: write $b
        """),
  ])
  func reportsMembers(mistake: Mistake) throws { try check(mistake) }
}
