// Slips of the pen that would be read as something else: bounds that are dates or texts, patterns,
// parameters, keys of options and names of inputs.
// The harness is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      #"""
      { "sections": [{ "rows": [
        { "tag": "a", "type": "date", "minimum": "2024-5-1", "maximum": "{today()}" },
        { "tag": "b", "type": "date", "minimum": "2024-02-30", "maximum": "01-05-2024" },
        { "tag": "c", "type": "int", "minimum": "2024-05-01", "step": "{ $i }", "value": 1 },
        { "tag": "d", "type": "dateTime", "maximum": "2024/12/31", "minimum": "{}" },
        { "tag": "e", "type": "time", "minimum": "2024-5-1" },
        { "tag": "f", "type": "time", "minimum": " { {1, 2}.@max.#self }" },
        { "tag": "g", "type": "multipleSelector", "options": [1, 2], "maximum": "2024-1-1" },
        { "tag": "h", "type": "text", "maximum": "{1}" },
        { "tag": "i", "type": "int", "maximum": "{1}.@max.#self + 2", "minimum": "2024 - 5 - 1", "step": "10-5-1" }] }] }
      """#,
      says: #"""
        form.json:2:44: error: '2024-5-1' is not a date
          … "tag": "a", "type": "date", "minimum": "2024-5-1", "maximum": "{today()}" },
                                                   ^~~~~~~~~~
        hint: write 2024-05-01
        form.json:2:67: error: 'maximum' is a formula and stands without braces
          …ate", "minimum": "2024-5-1", "maximum": "{today()}" },
                                                   ^~~~~~~~~~~
        hint: write "maximum": "today()"
        form.json:3:44: error: '2024-02-30' is not a date
          … "tag": "b", "type": "date", "minimum": "2024-02-30", "maximum": "01-05-2024" },
                                                   ^~~~~~~~~~~~
        hint: dates are written like 2024-05-01 or 2024-05-01T10:30:00Z
        form.json:3:69: error: '01-05-2024' is not a date
          …e", "minimum": "2024-02-30", "maximum": "01-05-2024" },
                                                   ^~~~~~~~~~~~
        hint: dates are written like 2024-05-01 or 2024-05-01T10:30:00Z
        form.json:4:43: error: 'minimum' must be a number, but is the date 2024-05-01
          { "tag": "c", "type": "int", "minimum": "2024-05-01", "step": "{ $i }", "value": 1 },
                                                  ^~~~~~~~~~~~
        form.json:4:65: error: 'step' is a formula and stands without braces
          …"int", "minimum": "2024-05-01", "step": "{ $i }", "value": 1 },
                                                   ^~~~~~~~
        hint: write "step": "$i"
        form.json:5:48: error: '2024/12/31' is not a date
          …g": "d", "type": "dateTime", "maximum": "2024/12/31", "minimum": "{}" },
                                                   ^~~~~~~~~~~~
        hint: write 2024-12-31
        form.json:5:49: warning: 2024 / 12 is 168: integers divide to an integer
          …": "d", "type": "dateTime", "maximum": "2024/12/31", "minimum": "{}" },
                                                   ^~~~~~~
        hint: write 2024 / 12.0
        form.json:5:73: error: 'minimum' is a formula and stands without braces
          …e", "maximum": "2024/12/31", "minimum": "{}" },
                                                   ^~~~
        form.json:6:44: error: '2024-5-1' is not a time of day
          … "tag": "e", "type": "time", "minimum": "2024-5-1" },
                                                   ^~~~~~~~~~
        hint: times are written like 14:30 or 14:30:00
        form.json:7:44: error: 'minimum' is a formula and stands without braces
          … "tag": "f", "type": "time", "minimum": " { {1, 2}.@max.#self }" },
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~
        hint: write "minimum": "{1, 2}.@max.#self"
        form.json:8:75: error: 'maximum' must be a number of choices, from 0, but is the date 2024-1-1
          …elector", "options": [1, 2], "maximum": "2024-1-1" },
                                                   ^~~~~~~~~~
        form.json:9:33: error: a row of type 'text' cannot have 'maximum'
          { "tag": "h", "type": "text", "maximum": "{1}" },
                                        ^~~~~~~~~
        hint: to bound the length, write the rule {"type": "maxLength", "value": 8}
        """#)
  ])
  func reportsBoundsThatAreNoFormulas(mistake: Mistake) throws { try check(mistake) }

  @Test(arguments: [
    Mistake(
      #"""
      { "sections": [{ "rows": [
        { "tag": "n", "type": "int" }, { "tag": "d", "type": "date" },
        { "type": "label", "title": "{format($n, 'dddd')} {format($n, '#,##x0')} {format($d, '%d/%m')}" },
        { "type": "text", "calculated": "format($d, \"d\\u0020yyyyy\")" },
        { "type": "label", "visible": "format($d, '') == 'x' OR format($d, 'd MMM') == format($n, '0.0')" },
        { "tag": "p", "type": "text", "calculated": "format($d, concat('d', 'ddd'))" }] }] }
      """#,
      says: #"""
        form.json:3:45: error: unknown field 'dddd' in the pattern of format
          …"type": "label", "title": "{format($n, 'dddd')} {format($n, '#,##x0')} {format($d, '%d/%m')}" },
                                                   ^~~~
        hint: write d or dd
        form.json:3:71: error: the digits of a pattern stand in one place in the pattern of format
          …"{format($n, 'dddd')} {format($n, '#,##x0')} {format($d, '%d/%m')}" },
                                                   ^
        hint: to print '0', write it in quotes
        form.json:3:89: error: fields are written without '%' in the pattern of format
          …')} {format($n, '#,##x0')} {format($d, '%d/%m')}" },
                                                   ^
        hint: write dd/MM
        form.json:4:57: error: unknown field 'yyyyy' in the pattern of format
          …t", "calculated": "format($d, \"d\\u0020yyyyy\")" },
                                                   ^~~~~
        hint: write y, yy or yyyy
        form.json:5:46: error: a pattern needs a field in the pattern of format
          …type": "label", "visible": "format($d, '') == 'x' OR format($d, 'd MMM') == format($n, '0.0')" },
                                                   ^
        hint: write a pattern such as d MMM y or HH:mm
        """#)
  ])
  func reportsPatterns(mistake: Mistake) throws { try check(mistake) }

  @Test(arguments: [
    Mistake(
      #"""
      { "languages": ["en", "sv"], "messages": { "sv": { "required": "{$titel}", "option": "{$o}", "maxLength": "{maximum}", "minLength": "{$laenge} {$minimum + 1}" } },
        "inputs": { "timezone": "UTC", "Language": "sv", "time_zone": "", "langage": "en", "locale": "x", "zone": 1 },
        "sections": [{ "rows": [
          { "tag": "titles", "type": "text", "title": "{$titel}", "required": true, "rules": [
            { "type": "minLength", "value": 2, "message": "{$titel}" },
            { "type": "maxLength", "value": 2, "message": "{$title} {$max} {$nothing}" }] },
          { "tag": "o", "type": "push", "options": [
            { "value": 1, "titel": "x", "exclusiv": true, "visble": "$o == 1", "level": 1, "values": 1, "tiles": 3, "side": 1 },
            { "value": 2, "title": "y", "Title": "Y", "Hidden": true, "valid": 2 }] }] }] }
      """#,
      says: #"""
        form.json:1:23: warning: the messages required, option have no translation for sv
          { "languages": ["en", "sv"], "messages": { "sv": { "required": "{$titel}", "option…
                                ^~~~
        hint: write "messages": {"sv": {"required": "…"}}
        form.json:1:65: error: a standard message cannot hold a formula
          …v"], "messages": { "sv": { "required": "{$titel}", "option": "{$o}", "maxLength": "{maximum}", "minL…
                                                   ^~~~~~~~
        hint: did you mean {title}?
        form.json:1:87: error: a standard message cannot hold a formula
          …": { "required": "{$titel}", "option": "{$o}", "maxLength": "{maximum}", "minLength": "{$laenge} {$m…
                                                   ^~~~
        hint: write {title}, {value}, {placeholder}, {help}, or {{ and }} to show braces
        form.json:1:134: error: a standard message cannot hold a formula
          …"maxLength": "{maximum}", "minLength": "{$laenge} {$minimum + 1}" } },
                                                   ^~~~~~~~~
        hint: write {title}, {value}, {placeholder}, {help}, {minimum}, {length}, or {{ and }} to show braces
        form.json:2:15: warning: 'timezone' is an input of the form's own, and not its time zone
          "inputs": { "timezone": "UTC", "Language": "sv", "time_zone": "", "langa…
                      ^~~~~~~~~~
        hint: did you mean timeZone?
        form.json:2:34: warning: 'Language' is an input of the form's own, and not its language
          "inputs": { "timezone": "UTC", "Language": "sv", "time_zone": "", "langage": "en", "locale"…
                                         ^~~~~~~~~~
        hint: did you mean language?
        form.json:2:52: warning: 'time_zone' is an input of the form's own, and not its time zone
          … { "timezone": "UTC", "Language": "sv", "time_zone": "", "langage": "en", "locale": "x", "zone": 1 }…
                                                   ^~~~~~~~~~~
        hint: did you mean timeZone?
        form.json:2:69: warning: 'langage' is an input of the form's own, and not its language
          …TC", "Language": "sv", "time_zone": "", "langage": "en", "locale": "x", "zone": 1 },
                                                   ^~~~~~~~~
        hint: did you mean language?
        form.json:4:51: error: unknown tag 'titel'
          …": "titles", "type": "text", "title": "{$titel}", "required": true, "rules": [
                                                   ^~~~~~
        hint: did you mean $titles?
        form.json:5:55: error: unknown tag 'titel'
          …: "minLength", "value": 2, "message": "{$titel}" },
                                                   ^~~~~~
        hint: did you mean $titles?
        form.json:6:55: error: unknown tag 'title'
          …: "maxLength", "value": 2, "message": "{$title} {$max} {$nothing}" }] },
                                                   ^~~~~~
        hint: did you mean {title}?
        form.json:6:64: error: unknown tag 'max'
          …gth", "value": 2, "message": "{$title} {$max} {$nothing}" }] },
                                                   ^~~~
        hint: did you mean {maximum}?
        form.json:6:71: error: unknown tag 'nothing'
          …value": 2, "message": "{$title} {$max} {$nothing}" }] },
                                                   ^~~~~~~~
        form.json:8:21: warning: 'titel' is data of the option and is not shown
          { "value": 1, "titel": "x", "exclusiv": true, "visble": "$o == 1", "level"…
                        ^~~~~~~
        hint: did you mean title?
        form.json:8:35: warning: 'exclusiv' is data of the option and decides nothing
          { "value": 1, "titel": "x", "exclusiv": true, "visble": "$o == 1", "level": 1, "values":…
                                      ^~~~~~~~~~
        hint: did you mean exclusive?
        form.json:8:53: warning: 'visble' is data of the option and decides nothing
          …ue": 1, "titel": "x", "exclusiv": true, "visble": "$o == 1", "level": 1, "values": 1, "tiles": 3, "s…
                                                   ^~~~~~~~
        hint: did you mean visible?
        form.json:9:49: warning: 'Hidden' is data of the option and decides nothing
          …"value": 2, "title": "y", "Title": "Y", "Hidden": true, "valid": 2 }] }] }] }
                                                   ^~~~~~~~
        hint: did you mean hidden?
        """#)
  ])
  func reportsSlips(mistake: Mistake) throws { try check(mistake) }
}
