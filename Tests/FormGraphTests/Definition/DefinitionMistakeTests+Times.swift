// Times of day, time zones and languages that cannot be.
// The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      row:
        #"""
        { "type": "time", "value": "25:00" }
        """#,
      says: #"""
        form.json:2:28: error: '25:00' is not a time of day
          { "type": "time", "value": "25:00" }
                                     ^~~~~~~
        hint: times are written like 14:30 or 14:30:00
        """#),
    Mistake(
      row:
        #"""
        { "type": "time", "value": "2024-05-01" }
        """#,
      says: #"""
        form.json:2:28: error: '2024-05-01' is not a time of day
          { "type": "time", "value": "2024-05-01" }
                                     ^~~~~~~~~~~~
        hint: times are written like 14:30 or 14:30:00
        """#),
    Mistake(
      row:
        #"""
        { "type": "time", "value": "2024-05-01T14:30:00+02:00" }
        """#,
      says: #"""
        form.json:2:28: warning: a row of type 'time' holds a time of day: the day is dropped
          { "type": "time", "value": "2024-05-01T14:30:00+02:00" }
                                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: write "type": "dateTime" for a day and a time
        """#),
    Mistake(
      row:
        #"""
        { "type": "time", "minimum": "8:00", "maximum": 5 }
        """#,
      says: #"""
        form.json:2:30: error: '8:00' is not a time of day
          { "type": "time", "minimum": "8:00", "maximum": 5 }
                                       ^~~~~~
        hint: times are written like 14:30 or 14:30:00
        form.json:2:49: error: 'maximum' must be a time of day, but is the number 5
          …: "time", "minimum": "8:00", "maximum": 5 }
                                                   ^
        hint: times are written like 14:30 or 14:30:00
        """#),
    Mistake(
      row:
        #"""
        { "type": "time", "minimum": "18:00", "maximum": "08:00" }
        """#,
      says: #"""
        form.json:2:30: error: 'minimum' is greater than 'maximum'
          { "type": "time", "minimum": "18:00", "maximum": "08:00" }
                                       ^~~~~~~
        form.json:2:50: note: 'maximum' is given here
          … "time", "minimum": "18:00", "maximum": "08:00" }
                                                   ^~~~~~~
        """#),
    Mistake(
      row:
        #"""
        { "type": "time", "rules": [{ "type": "greaterThan", "value": "soon" }] }
        """#,
      says: #"""
        form.json:2:63: error: 'value' must be a time of day, but is text
          …es": [{ "type": "greaterThan", "value": "soon" }] }
                                                   ^~~~~~
        hint: times are written like 14:30 or 14:30:00
        """#),
    Mistake(
      row:
        #"""
        { "tag": "t", "type": "time", "default": "now()" }
        """#,
      says: #"""
        form.json:2:42: warning: the formula gives a point in time, and a row of type 'time' holds a time of day
          … "tag": "t", "type": "time", "default": "now()" }
                                                   ^~~~~~~
        hint: write timeOf(x) for the time of day of a point in time
        """#),
    Mistake(
      row:
        #"""
        { "tag": "t", "type": "time", "calculated": "addMinutes(now(), 5)" }
        """#,
      says: #"""
        form.json:2:45: warning: the formula gives a point in time, and a row of type 'time' holds a time of day
          …ag": "t", "type": "time", "calculated": "addMinutes(now(), 5)" }
                                                   ^~~~~~~~~~~~~~~~~~~~~~
        hint: write timeOf(x) for the time of day of a point in time
        """#),
    Mistake(
      row:
        #"""
        { "tag": "t", "type": "time", "visible": "year($t) > 2000" }
        """#,
      says: #"""
        form.json:2:48: error: a time of day has no day
          …: "t", "type": "time", "visible": "year($t) > 2000" }
                                                   ^~
        hint: year takes a day or an instant
        """#),
    Mistake(
      row:
        #"""
        { "tag": "t", "type": "time", "rules": [{ "predicate": "SELF < today()" }] }
        """#,
      says: #"""
        form.json:2:57: warning: a day and a time of day are mixed here, and none of them are equal
          …ype": "time", "rules": [{ "predicate": "SELF < today()" }] }
                                                   ^~~~
        hint: a time of day has no day
        """#),
    Mistake(
      row:
        #"""
        { "type": "date", "value": "2024-05-01T10:30:00Z" }
        """#,
      says: #"""
        form.json:2:28: warning: a row of type 'date' holds a day: the time of day is dropped
          { "type": "date", "value": "2024-05-01T10:30:00Z" }
                                     ^~~~~~~~~~~~~~~~~~~~~~
        hint: write "type": "dateTime" for a day and a time
        """#),
    Mistake(
      row:
        #"""
        { "tag": "w", "type": "dateTime" }, { "tag": "d", "type": "date", "calculated": "$w", "maximum": "now()" },
        { "tag": "n", "type": "decimal", "calculated": "$w - $d" }, { "type": "date", "default": "$w" }
        """#,
      says: #"""
        form.json:2:81: warning: the formula gives a point in time, and a row of type 'date' holds a day
          …ag": "d", "type": "date", "calculated": "$w", "maximum": "now()" },
                                                   ^~~~
        hint: write today(), or dayOf(x) for the day of a point in time
        form.json:3:49: warning: this subtracts a day and an instant
          … "n", "type": "decimal", "calculated": "$w - $d" }, { "type": "date", "default": "$w" }
                                                   ^~~~~~~
        hint: write daysBetween(a, b), or dayOf(x) for the day of an instant
        form.json:3:90: warning: the formula gives a point in time, and a row of type 'date' holds a day
          …w - $d" }, { "type": "date", "default": "$w" }
                                                   ^~~~
        hint: write today(), or dayOf(x) for the day of a point in time
        """#),
    Mistake(
      row:
        #"""
        { "type": "date", "minimum": "2024-05-01T10:30Z", "maximum": "timeOf(now())",
          "rules": [{ "type": "greaterThan", "value": "2024-05-01" },
            { "anyOf": [{ "type": "smallerThan", "value": "2024-05-01T10:30Z" }] }] },
        { "type": "time", "minimum": "today()", "rules": [{ "type": "smallerThan", "value": "2024-05-01T10:30Z" }] }
        """#,
      says: #"""
        form.json:2:30: warning: a row of type 'date' holds a day: the time of day is dropped
          { "type": "date", "minimum": "2024-05-01T10:30Z", "maximum": "timeOf(now())",
                                       ^~~~~~~~~~~~~~~~~~~
        hint: write "type": "dateTime" for a day and a time
        form.json:2:62: warning: the formula gives a time of day, and a row of type 'date' holds a day
          …nimum": "2024-05-01T10:30Z", "maximum": "timeOf(now())",
                                                   ^~~~~~~~~~~~~~~
        form.json:4:51: warning: a row of type 'date' holds a day: the time of day is dropped
          …Of": [{ "type": "smallerThan", "value": "2024-05-01T10:30Z" }] }] },
                                                   ^~~~~~~~~~~~~~~~~~~
        hint: write "type": "dateTime" for a day and a time
        form.json:5:30: warning: the formula gives a day, and a row of type 'time' holds a time of day
          { "type": "time", "minimum": "today()", "rules": [{ "type": "smallerThan", "value": "2024…
                                       ^~~~~~~~~
        form.json:5:85: warning: a row of type 'time' holds a time of day: the day is dropped
          …es": [{ "type": "smallerThan", "value": "2024-05-01T10:30Z" }] }
                                                   ^~~~~~~~~~~~~~~~~~~
        hint: write "type": "dateTime" for a day and a time
        """#),
  ])
  func reportsTimes(mistake: Mistake) throws { try check(mistake) }

  @Test(arguments: [
    Mistake(
      #"""
      { "inputs": { "timeZone": "Europe/Berln", "language": "de_DE" }, "sections": [] }
      """#,
      says: #"""
        form.json:1:27: error: unknown time zone 'Europe/Berln'
          { "inputs": { "timeZone": "Europe/Berln", "language": "de_DE" }, "sections": [] }
                                    ^~~~~~~~~~~~~~
        hint: did you mean Europe/Berlin?
        form.json:1:55: error: 'de_DE' is not the tag of a language
          …"timeZone": "Europe/Berln", "language": "de_DE" }, "sections": [] }
                                                   ^~~~~~~
        hint: did you mean de-DE?
        """#),
    Mistake(
      #"""
      { "inputs": { "timeZone": { "type": "text", "value": "CEST" }, "language": { "type": "int" } }, "sections": [] }
      """#,
      says: #"""
        form.json:1:54: error: unknown time zone 'CEST'
          … "timeZone": { "type": "text", "value": "CEST" }, "language": { "type": "int" } }, "sections": [] }
                                                   ^~~~~~
        hint: write a name such as Europe/Berlin, or UTC
        form.json:1:86: error: the input 'language' holds text, not a value of type 'int'
          …value": "CEST" }, "language": { "type": "int" } }, "sections": [] }
                                                   ^~~~~
        hint: give the input another name, or the type "text"
        """#),
    Mistake(
      #"""
      { "inputs": { "timeZone": 5, "language": "x" }, "sections": [] }
      """#,
      says: #"""
        form.json:1:27: error: the input 'timeZone' holds text, not a value of type 'int'
          { "inputs": { "timeZone": 5, "language": "x" }, "sections": [] }
                                    ^
        hint: give the input another name, or the type "text"
        form.json:1:42: error: 'x' is not the tag of a language
          … "inputs": { "timeZone": 5, "language": "x" }, "sections": [] }
                                                   ^~~
        hint: write a tag such as "de" or "pt-BR"
        """#),
    Mistake(
      #"""
      { "languages": ["de", "DE", "en", "en"], "inputs": { "language": "fr" }, "sections": [] }
      """#,
      says: #"""
        form.json:1:23: error: the language 'DE' is declared twice
          { "languages": ["de", "DE", "en", "en"], "inputs": { "language": "fr" }, "sections…
                                ^~~~
        hint: it is the same as de
        form.json:1:35: error: the language 'en' is declared twice
          { "languages": ["de", "DE", "en", "en"], "inputs": { "language": "fr" }, "sections": [] }
                                            ^~~~
        form.json:1:66: warning: the form does not declare the language 'fr'; people read de
          …", "en", "en"], "inputs": { "language": "fr" }, "sections": [] }
                                                   ^~~~
        hint: write one of de, DE, en, en
        """#),
    Mistake(
      #"""
      { "languages": ["de"], "inputs": { "language": "DE-at" }, "sections": [] }
      """#,
      says: ""),
  ])
  func reportsZonesAndLanguages(mistake: Mistake) throws { try check(mistake) }
}
