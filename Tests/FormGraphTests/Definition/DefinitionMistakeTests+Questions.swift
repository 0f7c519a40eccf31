// Forms of questions: whatever the compiler finds in the rows that they become stands in the file
// under the words of the question. The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      """
      { "questions": [
        1,
        { "key": "a b", "question_type": "textSingle", "prompt": "A", "hidden": "$nobody == 1" },
        { "key": "a-b", "question_type": "textSingle", "prompt": "A" },
        { "key": "d", "question_type": "date", "prompt": "D", "minute_interval": 7,
          "hidden": "$e == 1 AND $f == 2" },
        { "key": "d", "question_type": "boolean", "title": "D", "default": true, "required": true },
        { "key": "", "question_type": "button", "title": "G" },
        { "key": "e", "question_type": "dat" }
      ] }
      """,
      says: """
        form.json:2:3: error: a question must be an object, but is the number 1
          1,
          ^
        form.json:3:3: warning: TheDistanceForms trims the answers to questions of text; here they are kept as typed, and validations look past white space at their ends
          { "key": "a b", "question_type": "textSingle", "prompt": "A"…
          ^
        form.json:3:76: error: unknown tag 'nobody'
          …"textSingle", "prompt": "A", "hidden": "$nobody == 1" },
                                                   ^~~~~~~
        form.json:4:12: error: the keys 'a b' and 'a-b' make one tag, 'a_b'
          { "key": "a-b", "question_type": "textSingle", "prompt": "A" },
                   ^~~~~
        hint: conditions know a question by its tag: change one of the keys
        form.json:3:12: note: it is given here first
          { "key": "a b", "question_type": "textSingle", "prompt": "A", "hidden…
                   ^~~~~
        form.json:5:76: error: 'minuteInterval' must divide an hour
          …ate", "prompt": "D", "minute_interval": 7,
                                                   ^
        hint: write one of 1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30
        form.json:6:28: error: unknown tag 'f'
          "hidden": "$e == 1 AND $f == 2" },
                                 ^~
        form.json:7:12: error: the key 'd' is given twice
          { "key": "d", "question_type": "boolean", "title": "D", "default": tr…
                   ^~~
        form.json:5:12: note: it is given here first
          { "key": "d", "question_type": "date", "prompt": "D", "minute_interva…
                   ^~~
        form.json:7:88: warning: this switch starts as true, so 'required' is met from the start
          …tle": "D", "default": true, "required": true },
                                                   ^~~~
        hint: start with null to ask for an answer, or write the rule { "predicate": "SELF == YES" } to ask for on
        form.json:8:12: error: the key of a question is empty
          { "key": "", "question_type": "button", "title": "G" },
                   ^~
        hint: give it a name for its answer
        form.json:9:34: error: unknown question type 'dat'
          { "key": "e", "question_type": "dat" }
                                         ^~~~~
        hint: did you mean date?
        """),
    Mistake(
      """
      { "questions": [
        { "key": "a", "question_type": "choiceSelect", "prompt": "A",
          "choices": [["a", "A"], ["a", "B"], [[1], "C"]],
          "selection_min": 3, "selection_max": 2 },
        { "key": "b", "question_type": "choiceSegments", "choices": [] },
        { "key": "c", "question_type": "choiceSegments", "choices": ["A", "A"],
          "rules": [{ "predicate": "SELF == $nobody" }, "email"],
          "validation": { "type": "email", "value_type": "number", "message": "m" } }
      ] }
      """,
      says: """
        form.json:2:3: warning: TheDistanceForms leaves out questions of the type 'choiceSelect'; here several can be chosen
          { "key": "a", "question_type": "choiceSelect", "prompt": "A"…
          ^
        form.json:3:29: warning: two options have the same value
          "choices": [["a", "A"], ["a", "B"], [[1], "C"]],
                                  ^~~~~~~~~~
        form.json:3:17: note: the first one
          "choices": [["a", "A"], ["a", "B"], [[1], "C"]],
                      ^~~~~~~~~~
        form.json:3:42: error: the value of an option must be text, a number, true or false, a day or an object, but is a list
          "choices": [["a", "A"], ["a", "B"], [[1], "C"]],
                                               ^~~
        form.json:4:22: error: 'minimum' is greater than 'maximum'
          "selection_min": 3, "selection_max": 2 },
                           ^
        form.json:4:42: note: 'maximum' is given here
          "selection_min": 3, "selection_max": 2 },
                                               ^
        form.json:5:63: error: 'choices' is empty
          …ion_type": "choiceSegments", "choices": [] },
                                                   ^~
        form.json:6:69: warning: two choices are called 'A'
          …pe": "choiceSegments", "choices": ["A", "A"],
                                                   ^~~
        form.json:6:64: note: the first one
          …on_type": "choiceSegments", "choices": ["A", "A"],
                                                   ^~~
        form.json:7:39: error: unknown tag 'nobody'
          "rules": [{ "predicate": "SELF == $nobody" }, "email"],
                                            ^~~~~~~
        form.json:8:19: warning: the validation 'email' is about text, but the answer to a question of the type 'choiceSegments' is not text
          "validation": { "type": "email", "value_type": "number", "message": "m" } …
                        ^
        """),
    Mistake(
      """
      { "questions": [
        { "key": "a", "question_type": "textSingle", "prompt": "A", "title": "B",
          "validation": { "type": "notEmpty", "value_type": "Bool" } },
        { "key": "b", "question_type": "textSingle", "prompt": "B", "required": "$a != nil",
          "validation": { "type": "notEmpty", "value_type": "string", "message": "m", "regex": "a" } },
        { "key": "c", "question_type": "textSingle", "prompt": "C",
          "validation": { "type": "email", "mesage": "m", "message": 1 } }
      ] }
      """,
      says: """
        form.json:2:3: warning: TheDistanceForms trims the answers to questions of text; here they are kept as typed, and validations look past white space at their ends
          { "key": "a", "question_type": "textSingle", "prompt": "A", …
          ^
        form.json:2:63: warning: a question of the type 'textSingle' cannot have 'title'
          …ion_type": "textSingle", "prompt": "A", "title": "B",
                                                   ^~~~~~~
        form.json:3:19: warning: TheDistanceForms needs a 'message' here; without it the rule has a standard message
          "validation": { "type": "notEmpty", "value_type": "Bool" } },
                        ^
        form.json:3:55: warning: the 'value_type' is 'Bool', but the answer to a question of the type 'textSingle' is a string
          …n": { "type": "notEmpty", "value_type": "Bool" } },
                                                   ^~~~~~
        hint: write string
        form.json:5:19: error: the validation 'notEmpty' and 'required' are the same thing
          "validation": { "type": "notEmpty", "value_type": "string", "message": "m"…
                        ^
        hint: keep one of them
        form.json:4:63: note: 'required' is given here
          …ion_type": "textSingle", "prompt": "B", "required": "$a != nil",
                                                   ^~~~~~~~~~
        form.json:5:81: warning: the validation 'notEmpty' cannot have 'regex'
          …"value_type": "string", "message": "m", "regex": "a" } },
                                                   ^~~~~~~
        form.json:7:19: warning: TheDistanceForms needs a 'value_type' here; this reader takes it from the question
          "validation": { "type": "email", "mesage": "m", "message": 1 } }
                        ^
        form.json:7:38: warning: 'mesage' is not a key of a validation
          "validation": { "type": "email", "mesage": "m", "message": 1 } }
                                           ^~~~~~~~
        hint: did you mean message?
        form.json:7:64: error: 'message' must be text, but is the number 1
          …pe": "email", "mesage": "m", "message": 1 } }
                                                   ^
        """),
    Mistake(
      """
      { "questions": [
        { "key": "a", "question_type": "textSingle", "prompt": "A", "hidden": "$b == 'x'" },
        { "key": "b", "question_type": "textSingle", "prompt": "B", "whenHidden": "nil",
          "hidden": "$c.isHidden == YES" },
        { "key": "c", "question_type": "textSingle", "prompt": "C", "hidden": "$b == nil" }
      ] }
      """,
      says: """
        form.json:2:3: warning: TheDistanceForms trims the answers to questions of text; here they are kept as typed, and validations look past white space at their ends
          { "key": "a", "question_type": "textSingle", "prompt": "A", …
          ^
        form.json:4:16: error: these depend on one another: b → c.isHidden → b
          "hidden": "$c.isHidden == YES" },
                     ^~~~~~~~~~~
        hint: write "whenHidden": "keep" in the row b, so that its value is read while it is hidden; or change one of the conditions
        form.json:4:15: note: b counts as nil while it is hidden (whenHidden: nil); b depends on whether b is hidden: $c.isHidden == YES
          "hidden": "$c.isHidden == YES" },
                    ^~~~~~~~~~~~~~~~~~~~
        form.json:5:73: note: c.isHidden depends on whether c is hidden: $b == nil
          … "textSingle", "prompt": "C", "hidden": "$b == nil" }
                                                   ^~~~~~~~~~~
        """),
    Mistake(
      """
      { "questions": [
        { "key": "a", "question_type": "textSingle", "prompt": "A", "validation": 1 },
        { "key": "b", "question_type": "textSingle", "prompt": "B",
          "validation": { "value_type": "string", "message": "m" } },
        { "key": "c", "question_type": "boolean", "title": "C", "default": true,
          "validation": { "type": "notEmpty", "value_type": "bool", "message": "m" } },
        { "key": "d", "question_type": "textSingle", "prompt": "D",
          "validation": { "type": "regex", "value_type": "string", "message": "m", "regex": "(" } },
        { "key": "e", "question_type": "choiceDropdown", "prompt": "E", "choices": "x" },
        { "key": "f", "question_type": "choiceSelect", "prompt": "F",
          "choices": [["x", 1], ["y"], 2, "z"], "selection_min": "one" },
        { "key": "g", "question_type": "choiceSegments", "choices": ["A", 1] }
      ] }
      """,
      says: """
        form.json:2:3: warning: TheDistanceForms trims the answers to questions of text; here they are kept as typed, and validations look past white space at their ends
          { "key": "a", "question_type": "textSingle", "prompt": "A", …
          ^
        form.json:2:77: error: 'validation' must be an object, but is the number 1
          …xtSingle", "prompt": "A", "validation": 1 },
                                                   ^
        form.json:4:19: error: a validation needs a 'type'
          "validation": { "value_type": "string", "message": "m" } },
                        ^
        form.json:6:19: warning: the answer to a question of the type 'boolean' is not validated
          "validation": { "type": "notEmpty", "value_type": "bool", "message": "m" }…
                        ^
        form.json:8:87: error: the pattern '(' has a ( that is not closed
          …pe": "string", "message": "m", "regex": "(" } },
                                                   ^~~
        hint: a character that stands for itself needs \\\\ before it
        form.json:9:78: error: 'choices' must be a list, but is text
          …iceDropdown", "prompt": "E", "choices": "x" },
                                                   ^~~
        form.json:10:3: warning: TheDistanceForms leaves out questions of the type 'choiceSelect'; here several can be chosen
          { "key": "f", "question_type": "choiceSelect", "prompt": "F"…
          ^
        form.json:11:17: error: a choice must be text, or a value and its text, but is a list
          "choices": [["x", 1], ["y"], 2, "z"], "selection_min": "one" },
                      ^~~~~~~~
        form.json:11:27: error: a choice must be text, or a value and its text, but is a list
          "choices": [["x", 1], ["y"], 2, "z"], "selection_min": "one" },
                                ^~~~~
        form.json:11:34: error: a choice must be text, or a value and its text, but is the number 2
          "choices": [["x", 1], ["y"], 2, "z"], "selection_min": "one" },
                                       ^
        form.json:11:60: error: 'selection_min' must be a whole number, but is text
          …", 1], ["y"], 2, "z"], "selection_min": "one" },
                                                   ^~~~~
        form.json:12:69: error: a choice must be text, but is the number 1
          …pe": "choiceSegments", "choices": ["A", 1] }
                                                   ^
        """),
  ])
  func reportsQuestions(mistake: Mistake) throws { try check(mistake) }
}
