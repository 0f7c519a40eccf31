// Mistakes in suppressions. The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      row: #"""
        { "type": "text", "suppress": [{ "id": "any text" }, { "id": "a", "justification": " \n" }] }
        """#,
      says: #"""
        form.json:2:32: error: a suppression needs a 'justification'
          { "type": "text", "suppress": [{ "id": "any text" }, { "id": "a", "justification": " \n" }]…
                                         ^
        hint: say why the finding is not a mistake here
        form.json:2:54: error: a suppression needs a 'justification'
          …xt", "suppress": [{ "id": "any text" }, { "id": "a", "justification": " \n" }] }
                                                   ^
        hint: say why the finding is not a mistake here
        """#),
    Mistake(
      items: #"""
        "item": { "type": "text", "suppress": [{ "justification": "J" }] },
        "suppress": [{ "id": 1, "justification": true, "reason": "R" }]
        """#,
      says: #"""
        form.json:2:40: error: a suppression needs the 'id' of a finding
          "item": { "type": "text", "suppress": [{ "justification": "J" }] },
                                                 ^
        hint: write, for example, "id": "compare/kind"
        form.json:3:22: error: 'id' must be text, but is the number 1
          "suppress": [{ "id": 1, "justification": true, "reason": "R" }]
                               ^
        form.json:3:42: error: 'justification' must be text, but is true
          …suppress": [{ "id": 1, "justification": true, "reason": "R" }]
                                                   ^~~~
        form.json:3:48: warning: 'reason' is not a key of a suppression
          …ss": [{ "id": 1, "justification": true, "reason": "R" }]
                                                   ^~~~~~~~
        """#),
    Mistake(
      """
      { "suppress": ["compare/kind"], "sections": [{ "rows": [], "suppress": {} }] }
      """,
      says: """
        form.json:1:16: error: a suppression must be an object, but is text
          { "suppress": ["compare/kind"], "sections": [{ "rows": [], "suppress": {} }…
                         ^~~~~~~~~~~~~~
        form.json:1:72: error: 'suppress' must be a list, but is an object
          … "sections": [{ "rows": [], "suppress": {} }] }
                                                   ^~
        """),
  ])
  func reportsSuppressions(mistake: Mistake) throws { try check(mistake) }
}
