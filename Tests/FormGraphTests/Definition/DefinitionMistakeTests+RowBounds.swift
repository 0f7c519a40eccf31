// Bounds that cannot be.
// The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      row:
        """
        { "type": "text", "minimum": 1, "step": 2, "minuteInterval": 5 }
        """,
      says: """
        form.json:2:19: error: a row of type 'text' cannot have 'minimum'
          { "type": "text", "minimum": 1, "step": 2, "minuteInterval": 5 }
                            ^~~~~~~~~
        hint: to bound the length, write the rule {"type": "minLength", "value": 8}
        form.json:2:33: error: a row of type 'text' cannot have 'step'
          { "type": "text", "minimum": 1, "step": 2, "minuteInterval": 5 }
                                          ^~~~~~
        form.json:2:44: error: a row of type 'text' cannot have 'minuteInterval'
          …type": "text", "minimum": 1, "step": 2, "minuteInterval": 5 }
                                                   ^~~~~~~~~~~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "int", "minimum": 9, "maximum": 1, "step": 0 }
        """,
      says: """
        form.json:2:29: error: 'minimum' is greater than 'maximum'
          { "type": "int", "minimum": 9, "maximum": 1, "step": 0 }
                                      ^
        form.json:2:43: note: 'maximum' is given here
          …"type": "int", "minimum": 9, "maximum": 1, "step": 0 }
                                                   ^
        form.json:2:54: error: 'step' must be a whole number greater than 0, but is the number 0
          …t", "minimum": 9, "maximum": 1, "step": 0 }
                                                   ^
        """),
    Mistake(
      row:
        """
        { "type": "int", "minimum": "a", "step": 1.5, "minuteInterval": 5 }
        """,
      says: """
        form.json:2:30: error: 'a' is not a variable: a condition reads the value of a row as $tag
          { "type": "int", "minimum": "a", "step": 1.5, "minuteInterval": 5 }
                                       ^
        hint: put text in quotes: 'a'
        form.json:2:42: error: 'step' must be a whole number greater than 0, but is the number 1.5
          … "type": "int", "minimum": "a", "step": 1.5, "minuteInterval": 5 }
                                                   ^~~
        form.json:2:47: error: a row of type 'int' cannot have 'minuteInterval'
          …e": "int", "minimum": "a", "step": 1.5, "minuteInterval": 5 }
                                                   ^~~~~~~~~~~~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "date", "minimum": "soon", "maximum": 3, "minuteInterval": 7 }
        """,
      says: """
        form.json:2:31: error: 'soon' is not a variable: a condition reads the value of a row as $tag
          { "type": "date", "minimum": "soon", "maximum": 3, "minuteInterval": 7 }
                                        ^~~~
        hint: put text in quotes: 'soon'
        form.json:2:49: error: 'maximum' must be a date, but is the number 3
          …: "date", "minimum": "soon", "maximum": 3, "minuteInterval": 7 }
                                                   ^
        hint: dates are written like 2024-05-01 or 2024-05-01T10:30:00Z
        form.json:2:70: error: 'minuteInterval' must divide an hour
          …"soon", "maximum": 3, "minuteInterval": 7 }
                                                   ^
        hint: write one of 1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30
        """),
    Mistake(
      row:
        """
        { "type": "dateTime", "minuteInterval": "a", "step": 1 }
        """,
      says: """
        form.json:2:41: error: 'minuteInterval' must be a number of minutes, but is text
          { "type": "dateTime", "minuteInterval": "a", "step": 1 }
                                                  ^~~
        form.json:2:46: error: a row of type 'dateTime' cannot have 'step'
          …pe": "dateTime", "minuteInterval": "a", "step": 1 }
                                                   ^~~~~~
        """),
    Mistake(
      row:
        """
        { "type": "multipleSelector", "options": [1], "minimum": -1, "maximum": 1.5 }
        """,
      says: """
        form.json:2:58: error: 'minimum' must be a number of choices, from 0, but is the number -1
          …leSelector", "options": [1], "minimum": -1, "maximum": 1.5 }
                                                   ^~
        form.json:2:73: error: 'maximum' must be a number of choices, from 0, but is the number 1.5
          …ptions": [1], "minimum": -1, "maximum": 1.5 }
                                                   ^~~
        """),
    Mistake(
      row:
        """
        { "type": "button", "minimum": 1 }
        """,
      says: """
        form.json:2:21: error: a row of type 'button' cannot have 'minimum'
          { "type": "button", "minimum": 1 }
                              ^~~~~~~~~
        """),
  ])
  func reportsRowBounds(mistake: Mistake) throws { try check(mistake) }
}
