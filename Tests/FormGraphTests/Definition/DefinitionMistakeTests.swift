// Every mistake a form file can hold apart from its predicates, with the text people see, whether
// the reader or the compiler finds it. A row stands alone on the second line of a form whose only
// section has the tag `s`.

import FormImport
@testable import FormGraph
import Testing

@Suite struct DefinitionMistakeTests {
  /// A form with mistakes and what is said about them.
  struct Mistake: CustomTestStringConvertible {
    let form: String
    let rendered: String

    init(_ form: String, says rendered: String) {
      self.form = form
      self.rendered = rendered
    }

    init(row: String, says rendered: String) {
      self.init(
        "{ \"sections\": [{ \"tag\": \"s\", \"rows\": [\n\(row)\n] }] }", says: rendered)
    }

    /// The section `s` with items; its other keys stand on lines of their own.
    init(items: String, says rendered: String) {
      self.init(
        "{ \"sections\": [{ \"tag\": \"s\", \"kind\": \"multivalued\",\n\(items)\n}] }",
        says: rendered)
    }

    var testDescription: String { form }
  }

  func check(_ mistake: Mistake) throws {
    let bytes = Array(mistake.form.utf8)
    let problems: [Problem]
    do throws(CompileFailure) {
      let document = FormDocument(importing: bytes, named: "form.json")
      problems = try CompiledForm(document).warnings
    } catch {
      problems = error.problems
    }
    check(problems, mistake)
  }

  /// The same for what can be told without reading a predicate, whatever the compiler makes of it.
  func checkDefinition(_ mistake: Mistake) throws {
    let document = FormDocument(importing: mistake.form.utf8, named: "form.json")
    check(document.problems, mistake)
  }

  private func check(_ problems: [Problem], _ mistake: Mistake) {
    let source = FormSource(name: "form.json", bytes: Array(mistake.form.utf8))
    #expect(ProblemRenderer(source: source).text(of: problems) == mistake.rendered)
    for problem in problems {
      #expect(problem.range != nil, "no place for: \(problem.message)")
      #expect(!problem.related.contains { $0.range == nil }, "no place beside: \(problem.message)")
    }
  }

  @Test(arguments: [
    Mistake(
      row:
        """
        { "type": "text", "tag": "first-name" }
        """,
      says: """
        form.json:2:26: error: 'first-name' cannot be a tag: it must be letters, digits and _, and not begin with a digit
          { "type": "text", "tag": "first-name" }
                                   ^~~~~~~~~~~~
        hint: write first_name; $first-name would mean $first - name
        """),
    Mistake(
      row:
        """
        { "type": "text", "tag": "1st name" }
        """,
      says: """
        form.json:2:26: error: '1st name' cannot be a tag: it must be letters, digits and _, and not begin with a digit
          { "type": "text", "tag": "1st name" }
                                   ^~~~~~~~~~
        hint: write _1st_name
        """),
    Mistake(
      row:
        """
        { "type": "text", "tag": "" }
        """,
      says: """
        form.json:2:26: error: '' cannot be a tag: it must be letters, digits and _, and not begin with a digit
          { "type": "text", "tag": "" }
                                   ^~
        """),
    Mistake(
      row:
        """
        { "type": "text", "tag": "a" },
        { "type": "text", "tag": "a" }
        """,
      says: """
        form.json:3:26: error: the tag 'a' is given twice
          { "type": "text", "tag": "a" }
                                   ^~~
        form.json:2:26: note: it is given here first
          { "type": "text", "tag": "a" },
                                   ^~~
        """),
    Mistake(
      row:
        """
        { "type": "text", "tag": "s" }
        """,
      says: """
        form.json:2:26: error: the tag 's' is given twice
          { "type": "text", "tag": "s" }
                                   ^~~
        form.json:1:25: note: it is given here first
          { "sections": [{ "tag": "s", "rows": [
                                  ^~~
        """),
    Mistake(
      row:
        #"""
        { "type": "text", "tag": "caf\u00e9" },
        { "type": "text", "tag": "cafe\u0301" }
        """#,
      says: #"""
        form.json:3:26: error: the tag 'café' is given twice
          { "type": "text", "tag": "cafe\u0301" }
                                   ^~~~~~~~~~~~
        hint: the two look the same and differ in Unicode normal form only
        form.json:2:26: note: it is given here first
          { "type": "text", "tag": "caf\u00e9" },
                                   ^~~~~~~~~~~
        """#),
    Mistake(
      row:
        """
        { "type": "text", "tag": "a", "name": "x" },
        { "type": "text", "tag": "b", "name": "x" }
        """,
      says: """
        form.json:3:39: error: two rows give their value the name 'x'
          { "type": "text", "tag": "b", "name": "x" }
                                                ^~~
        form.json:2:39: note: it is given here first
          { "type": "text", "tag": "a", "name": "x" },
                                                ^~~
        """),
    Mistake(
      row:
        """
        { "type": "text", "tag": "a", "name": "b" },
        { "type": "text", "tag": "b" }
        """,
      says: """
        form.json:3:26: error: two rows give their value the name 'b'
          { "type": "text", "tag": "b" }
                                   ^~~
        form.json:2:39: note: it is given here first
          { "type": "text", "tag": "a", "name": "b" },
                                                ^~~
        """),
    Mistake(
      """
      { "sections": [{ "rows": [{ "type": "int", "tag": "a" }] }],
        "inputs": { "a": 1, "b-c": 2 } }
      """,
      says: """
        form.json:2:15: error: the tag 'a' is given twice
          "inputs": { "a": 1, "b-c": 2 } }
                      ^~~
        form.json:1:51: note: it is given here first
          …s": [{ "rows": [{ "type": "int", "tag": "a" }] }],
                                                   ^~~
        form.json:2:23: error: 'b-c' cannot be an input name: it must be letters, digits and _, and not begin with a digit
          "inputs": { "a": 1, "b-c": 2 } }
                              ^~~~~
        hint: write b_c; $b-c would mean $b - c
        """),
    Mistake(
      """
      { "inputs": { "a": 1 },
        "sections": [{ "rows": [{ "type": "int", "tag": "a" }] }] }
      """,
      says: """
        form.json:2:51: error: the tag 'a' is given twice
          …s": [{ "rows": [{ "type": "int", "tag": "a" }] }] }
                                                   ^~~
        form.json:1:15: note: it is given here first
          { "inputs": { "a": 1 },
                        ^~~
        """),
  ])
  func reportsNames(mistake: Mistake) throws { try check(mistake) }

  @Test(arguments: [
    Mistake(
      """
      []
      """,
      says: """
        form.json:1:1: error: a form must be an object, but is a list
          []
          ^~
        """),
    Mistake(
      """
      {}
      """,
      says: """
        form.json:1:1: error: 'sections' is missing
          {}
          ^
        hint: write "sections": [] for none
        """),
    Mistake(
      """
      { "sections": {}, "inputs": 1 }
      """,
      says: """
        form.json:1:15: error: 'sections' must be a list, but is an object
          { "sections": {}, "inputs": 1 }
                        ^~
        form.json:1:29: error: 'inputs' must be an object of names and values, but is the number 1
          { "sections": {}, "inputs": 1 }
                                      ^
        """),
    Mistake(
      """
      { "sections": [], "version": 2 }
      """,
      says: """
        form.json:1:30: error: version 2 of the form format is newer than this reader
          { "sections": [], "version": 2 }
                                       ^
        hint: the newest version known here is 1
        """),
    Mistake(
      """
      { "sections": [], "version": "1", "whenHidden": "claer" }
      """,
      says: """
        form.json:1:30: error: 'version' must be 1
          { "sections": [], "version": "1", "whenHidden": "claer" }
                                       ^~~
        form.json:1:49: error: unknown policy for hidden values 'claer'
          …ons": [], "version": "1", "whenHidden": "claer" }
                                                   ^~~~~~~
        hint: did you mean clear?
        """),
    Mistake(
      """
      { "questions": [], "sections": [] }
      """,
      says: """
        form.json:1:3: error: a form has 'questions' or 'sections', not both
          { "questions": [], "sections": [] }
            ^~~~~~~~~~~
        form.json:1:20: note: 'sections' is given here
          { "questions": [], "sections": [] }
                             ^~~~~~~~~~
        """),
    Mistake(
      """
      { "pages": [{ "sections": ["a"] }], "questions": [] }
      """,
      says: """
        form.json:1:37: error: a form has 'questions' or 'pages', not both
          { "pages": [{ "sections": ["a"] }], "questions": [] }
                                              ^~~~~~~~~~~
        form.json:1:3: note: 'pages' is given here
          { "pages": [{ "sections": ["a"] }], "questions": [] }
            ^~~~~~~
        """),
    Mistake(
      """
      { "sections": [{ "kind": "selectable", "selection": "single", "options": [1], "value": 1 }] }
      """,
      says: """
        form.json:1:16: error: a section to choose from has no 'tag', so nothing can read what is chosen
          { "sections": [{ "kind": "selectable", "selection": "single", "options": [1…
                         ^
        hint: write, for example, "tag": "continent"
        """),
    Mistake(
      """
      { "sections": [{ "tag": "a", "kind": "selectable", "selection": "one", "deselection": 1, "groupedBy": "b", "value": [1], "submits": true }] }
      """,
      says: """
        form.json:1:16: warning: a section has no 'options' to choose from
          { "sections": [{ "tag": "a", "kind": "selectable", "selection": "one", "des…
                         ^
        form.json:1:65: error: unknown selection 'one'
          …"a", "kind": "selectable", "selection": "one", "deselection": 1, "groupedBy": "b", "value": [1], "su…
                                                   ^~~~~
        hint: write one of single, multiple
        form.json:1:87: error: 'deselection' must be true or false, but is the number 1
          …le", "selection": "one", "deselection": 1, "groupedBy": "b", "value": [1], "submits": true }] }
                                                   ^
        form.json:1:90: error: 'groupedBy' needs 'options'
          …, "selection": "one", "deselection": 1, "groupedBy": "b", "value": [1], "submits": true }] }
                                                   ^~~~~~~~~~~
        form.json:1:117: error: what is chosen must be one option's value, but is a list
          …lection": 1, "groupedBy": "b", "value": [1], "submits": true }] }
                                                   ^~~
        form.json:1:122: warning: 'submits' is not a key of a section to choose from
          …on": 1, "groupedBy": "b", "value": [1], "submits": true }] }
                                                   ^~~~~~~~~
        hint: 'submits' belongs to a row
        """),
    Mistake(
      """
      { "sections": [{ "tag": "a", "kind": "selectable", "selection": "multiple", "deselection": false, "rows": [], "options": [[]], "value": 1, "optionsFilter": "x" }] }
      """,
      says: """
        form.json:1:77: error: 'deselection' cannot stand beside "selection": "multiple"
          … "selectable", "selection": "multiple", "deselection": false, "rows": [], "options": [[]], "value": …
                                                   ^~~~~~~~~~~~~
        hint: to ask for at least one option, write "required": true
        form.json:1:99: error: a section to choose from has no rows of its own
          …ion": "multiple", "deselection": false, "rows": [], "options": [[]], "value": 1, "optionsFilter": "x…
                                                   ^~~~~~
        hint: write what can be chosen in "options": […]
        form.json:1:123: error: the value of an option must be text, a number, true or false, a day or an object, but is a list
          …ection": false, "rows": [], "options": [[]], "value": 1, "optionsFilter": "x" }] }
                                                   ^~
        form.json:1:137: error: what is chosen must be a list of options' values, but is the number 1
          …, "rows": [], "options": [[]], "value": 1, "optionsFilter": "x" }] }
                                                   ^
        form.json:1:159: error: a condition must compare: 'x' is a value
          …": [[]], "value": 1, "optionsFilter": "x" }] }
                                                   ^
        hint: write x == YES
        """),
    Mistake(
      """
      { "sections": [{ "options": [1], "selection": "single" }] }
      """,
      says: """
        form.json:1:18: error: 'options' belongs to a section to choose from
          { "sections": [{ "options": [1], "selection": "single" }] }
                           ^~~~~~~~~
        hint: write "kind": "selectable"
        form.json:1:34: error: 'selection' belongs to a section to choose from
          { "sections": [{ "options": [1], "selection": "single" }] }
                                           ^~~~~~~~~~~
        hint: write "kind": "selectable"
        """),
    Mistake(
      """
      { "sections": [{ "tag": "a", "kind": "selectable", "name": "b", "options": [1], "rows": [{ "tag": "b", "type": "text" }] }] }
      """,
      says: """
        form.json:1:81: error: a section to choose from has no rows of its own
          …lectable", "name": "b", "options": [1], "rows": [{ "tag": "b", "type": "text" }] }] }
                                                   ^~~~~~
        hint: write what can be chosen in "options": […]
        form.json:1:99: error: two rows give their value the name 'b'
          … "b", "options": [1], "rows": [{ "tag": "b", "type": "text" }] }] }
                                                   ^~~
        form.json:1:60: note: it is given here first
          …ag": "a", "kind": "selectable", "name": "b", "options": [1], "rows": [{ "tag": "b", "type": "text" }…
                                                   ^~~
        """),
    Mistake(
      """
      { "navigation": ["enabled", "stop", 1], "sections": [] }
      """,
      says: """
        form.json:1:29: error: unknown navigation option 'stop'
          { "navigation": ["enabled", "stop", 1], "sections": [] }
                                      ^~~~~~
        hint: write one of disabled, enabled, stopDisabledRow, skipCanNotBecomeFirstResponderRow
        form.json:1:37: error: a navigation option must be text, but is the number 1
          { "navigation": ["enabled", "stop", 1], "sections": [] }
                                              ^
        """),
    Mistake(
      """
      { "navigation": true, "sections": [{ "rows": [{ "type": "text", "next": 1 }, { "type": "text", "next": "a" }] }] }
      """,
      says: """
        form.json:1:17: error: 'navigation' must be text or a list of texts, but is true
          { "navigation": true, "sections": [{ "rows": [{ "type": "text", "next": 1 },…
                          ^~~~
        form.json:1:73: error: 'next' must be text, but is the number 1
          …: [{ "rows": [{ "type": "text", "next": 1 }, { "type": "text", "next": "a" }] }] }
                                                   ^
        form.json:1:104: error: unknown tag 'a'
          … "next": 1 }, { "type": "text", "next": "a" }] }] }
                                                   ^~~
        """),
    Mistake(
      """
      { "sections": [{ "kind": "plane", "rows": [], "minimum": 1, "colapsed": true }] }
      """,
      says: """
        form.json:1:26: error: unknown section kind 'plane'
          { "sections": [{ "kind": "plane", "rows": [], "minimum": 1, "colapsed": true }] }
                                   ^~~~~~~
        hint: write one of plain, multivalued, selectable, matrix
        form.json:1:61: warning: 'colapsed' is not a key of a section
          …nd": "plane", "rows": [], "minimum": 1, "colapsed": true }] }
                                                   ^~~~~~~~~~
        hint: did you mean collapsed?
        """),
    Mistake(
      """
      { "sections": [1, { "kind": 1, "collapsed": 1 }] }
      """,
      says: """
        form.json:1:16: error: a section must be an object, but is the number 1
          { "sections": [1, { "kind": 1, "collapsed": 1 }] }
                         ^
        form.json:1:19: error: 'rows' is missing
          { "sections": [1, { "kind": 1, "collapsed": 1 }] }
                            ^
        hint: write "rows": [] for none
        form.json:1:29: error: 'kind' must be text, but is the number 1
          { "sections": [1, { "kind": 1, "collapsed": 1 }] }
                                      ^
        form.json:1:45: error: 'collapsed' must be true or false, but is the number 1
          …ections": [1, { "kind": 1, "collapsed": 1 }] }
                                                   ^
        """),
    Mistake(
      """
      { "sections": [], "inputs": { "a": null, "b": [1], "c": {}, "d": { "type": "label" },
        "e": { "type": "date", "value": "x" }, "f": { "type": "int", "values": 1 } } }
      """,
      says: """
        form.json:1:36: error: the input 'a' needs a type: null does not say which
          { "sections": [], "inputs": { "a": null, "b": [1], "c": {}, "d": { "type": "label" },
                                             ^~~~
        hint: write {"type": "text", "value": null}
        form.json:1:47: error: the input 'b' needs a type: a list does not say which
          …tions": [], "inputs": { "a": null, "b": [1], "c": {}, "d": { "type": "label" },
                                                   ^~~
        hint: write {"type": "text", "value": null}
        form.json:1:57: error: an input needs a 'type'
          …, "inputs": { "a": null, "b": [1], "c": {}, "d": { "type": "label" },
                                                   ^
        hint: write, for example, "type": "text"
        form.json:1:76: error: an input cannot be a label, which holds no value
          …null, "b": [1], "c": {}, "d": { "type": "label" },
                                                   ^~~~~~~
        form.json:2:35: error: 'x' is not a date
          "e": { "type": "date", "value": "x" }, "f": { "type": "int", "values": 1 } } }
                                          ^~~
        hint: dates are written like 2024-05-01 or 2024-05-01T10:30:00Z
        form.json:2:64: warning: 'values' is not a key of an input
          …, "value": "x" }, "f": { "type": "int", "values": 1 } } }
                                                   ^~~~~~~~
        hint: did you mean value?
        """),
    Mistake(
      """
      { "sections": [], "inputs": { "a": 1, "a": 2 } }
      """,
      says: """
        form.json:1:39: error: the key 'a' is given twice
          { "sections": [], "inputs": { "a": 1, "a": 2 } }
                                                ^~~
        form.json:1:31: note: it is given here first
          { "sections": [], "inputs": { "a": 1, "a": 2 } }
                                        ^~~
        """),
    Mistake(
      """
      { "navigation": "stopDisabledRow", "sections": [] }
      """,
      says: """
        form.json:1:17: warning: without 'enabled' navigation is off, and these options have no effect
          { "navigation": "stopDisabledRow", "sections": [] }
                          ^~~~~~~~~~~~~~~~~
        hint: add "enabled"
        """),
    Mistake(
      """
      { "navigation": ["disabled", "stopDisabledRow"], "sections": [] }
      """,
      says: """
        form.json:1:18: error: 'disabled' turns navigation off and cannot stand beside other options
          { "navigation": ["disabled", "stopDisabledRow"], "sections": [] }
                           ^~~~~~~~~~
        hint: write "disabled" alone, or leave it out
        """),
    Mistake(
      """
      { "navigation": ["enabled", "disabled"], "sections": [] }
      """,
      says: """
        form.json:1:29: error: 'disabled' turns navigation off and cannot stand beside other options
          { "navigation": ["enabled", "disabled"], "sections": [] }
                                      ^~~~~~~~~~
        hint: write "disabled" alone, or leave it out
        """),
    Mistake(
      """
      { "sections": [{ "rows": [
        { "tag": "a", "type": "text", "required": "$go.isDisabled == NO" },
        { "tag": "go", "type": "button", "submits": true }
      ] }] }
      """,
      says: """
        form.json:2:46: error: these depend on one another: canSubmit → go.isDisabled → canSubmit
          …tag": "a", "type": "text", "required": "$go.isDisabled == NO" },
                                                   ^~~~~~~~~~~~~~
        hint: change one of the conditions so that it does not read the next
        form.json:2:45: note: canSubmit depends on whether a is required: $go.isDisabled == NO
          …"tag": "a", "type": "text", "required": "$go.isDisabled == NO" },
                                                   ^~~~~~~~~~~~~~~~~~~~~~
        form.json:3:47: note: go submits the form, and is disabled while it cannot be
          …ag": "go", "type": "button", "submits": true }
                                                   ^~~~
        """),
  ])
  func reportsForms(mistake: Mistake) throws { try check(mistake) }
}
