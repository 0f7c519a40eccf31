// Mistakes in texts with formulas, in languages, and in bounds and displays by formula. The harness
// is in DefinitionMistakeTests.swift.

import Testing

extension DefinitionMistakeTests {
  @Test(arguments: [
    Mistake(
      #"""
      { "title": "a } b", "sections": [{ "tag": "s", "title": "{", "subtitle": "a { b", "footer": "{}", "rows": [
        { "tag": "a", "type": "text", "title": "{ }", "help": "{a}", "placeholder": "{minimum}", "options": null },
        { "tag": "b", "type": "text", "title": "\u00e9\"{$c} and {$aa}", "help": "x {1 +} y", "rules": [
          { "type": "minLength", "value": 2, "message": "{max} {minimum}" },
          { "type": "maxLength", "value": 9, "message": "{max}" },
          { "type": "email", "message": "{}" },
          { "anyOf": ["email", { "type": "url", "message": "{nix}" }], "message": "{messages} }" }] },
        { "tag": "c", "type": "push", "groupedBy": "g", "groupTitles": { "1": "{x" }, "groupFooters": { "1": "{$zz}" },
          "options": [{ "value": "a", "title": "{$b == 1}" }, { "value": "b", "title": "{b}", "g": 1 }] }] }],
        "pages": [{ "title": "{$q}", "sections": ["s"] }] }
      """#,
      says: #"""
        form.json:1:15: error: '}' without its partner
          { "title": "a } b", "sections": [{ "tag": "s", "title": "{", "subtitle": "…
                        ^
        hint: write }} to show a brace
        form.json:1:58: error: '{' without its partner
          …", "sections": [{ "tag": "s", "title": "{", "subtitle": "a { b", "footer": "{}", "rows": [
                                                   ^
        hint: write {{ to show a brace
        form.json:1:77: error: '{' without its partner
          …tag": "s", "title": "{", "subtitle": "a { b", "footer": "{}", "rows": [
                                                   ^
        hint: write {{ to show a brace
        form.json:1:94: error: a formula is missing between the braces
          …": "{", "subtitle": "a { b", "footer": "{}", "rows": [
                                                   ^~
        hint: write {$tag}, or {{}} to show braces
        form.json:2:43: error: a formula is missing between the braces
          { "tag": "a", "type": "text", "title": "{ }", "help": "{a}", "placeholder": "{minimum}", "options": …
                                                  ^~~
        hint: write {$tag}, or {{}} to show braces
        form.json:2:58: error: 'a' is not a variable
          …type": "text", "title": "{ }", "help": "{a}", "placeholder": "{minimum}", "options": null },
                                                   ^~~
        hint: write {$a}, or {{a}} to show braces
        form.json:2:80: error: 'minimum' is not a variable
          …: "{ }", "help": "{a}", "placeholder": "{minimum}", "options": null },
                                                   ^~~~~~~~~
        hint: write {$minimum}, or {{minimum}} to show braces
        form.json:2:92: error: a row of type 'text' cannot have 'options'
          …lp": "{a}", "placeholder": "{minimum}", "options": null },
                                                   ^~~~~~~~~
        hint: write "type": "picker" for one of them, or "multipleSelector" for several
        form.json:2:103: error: 'options' must be a list, but is null
          … "placeholder": "{minimum}", "options": null },
                                                   ^~~~
        hint: leave the key out
        form.json:3:61: error: unknown tag 'aa'
          …e": "text", "title": "\u00e9\"{$c} and {$aa}", "help": "x {1 +} y", "rules": [
                                                   ^~~
        hint: did you mean $a?
        form.json:3:83: error: expected a value, found the end of the text
          …\u00e9\"{$c} and {$aa}", "help": "x {1 +} y", "rules": [
                                                   ^
        form.json:4:52: error: unknown parameter '{max}'
          …": "minLength", "value": 2, "message": "{max} {minimum}" },
                                                   ^~~~~
        hint: write {title}, {value}, {placeholder}, {help}, {minimum}, {length}, {$max} for the row with this tag, or {{ and }} to show braces
        form.json:5:52: error: unknown parameter '{max}'
          …": "maxLength", "value": 9, "message": "{max}" },
                                                   ^~~~~
        hint: did you mean {maximum}?
        form.json:6:36: error: a formula is missing between the braces
          { "type": "email", "message": "{}" },
                                         ^~
        hint: write {$tag}, or {{}} to show braces
        form.json:7:55: error: unknown parameter '{nix}'
          … ["email", { "type": "url", "message": "{nix}" }], "message": "{messages} }" }] },
                                                   ^~~~~
        hint: write {title}, {value}, {placeholder}, {help}, {$nix} for the row with this tag, or {{ and }} to show braces
        form.json:7:89: error: '}' without its partner
          …ge": "{nix}" }], "message": "{messages} }" }] },
                                                   ^
        hint: write }} to show a brace
        form.json:8:74: error: '{' without its partner
          …groupedBy": "g", "groupTitles": { "1": "{x" }, "groupFooters": { "1": "{$zz}" },
                                                   ^
        hint: write {{ to show a brace
        form.json:8:106: error: unknown tag 'zz'
          …{ "1": "{x" }, "groupFooters": { "1": "{$zz}" },
                                                   ^~~
        form.json:9:47: error: expected an operator or the end of the text, found '=='
          …ptions": [{ "value": "a", "title": "{$b == 1}" }, { "value": "b", "title": "{b}", "g": 1 }] }] }],
                                                   ^~
        hint: write if($b == 1, YES, NO)
        form.json:9:83: error: 'b' is not a variable
          …{$b == 1}" }, { "value": "b", "title": "{b}", "g": 1 }] }] }],
                                                   ^~~
        hint: write {$b}, or {{b}} to show braces
        form.json:10:26: error: unknown tag 'q'
          "pages": [{ "title": "{$q}", "sections": ["s"] }] }
                                 ^~
        """#)
  ])
  func reportsTexts(mistake: Mistake) throws { try check(mistake) }

  @Test(arguments: [
    Mistake(
      #"""
      { "languages": ["en", "de_DE"], "sections": [] }
      """#,
      says: #"""
        form.json:1:26: error: a language tag cannot have '_'
          { "languages": ["en", "de_DE"], "sections": [] }
                                   ^
        hint: de-DE
        """#),
    Mistake(
      #"""
      { "languages": ["en", "de", 3], "title": {}, "sections": [{ "title": { "en": "A" }, "footer": 3, "rows": [
        { "tag": "a", "type": "text", "title": { "en": "{", "de": "{$x}", "dee": "c" }, "help": { "de": 1, "en": "h" } },
        { "tag": "b", "type": "text", "title": { "fr": "F", "EN": "E", "de": "D" }, "placeholder": ["x"] },
        { "tag": "c", "type": "text", "rules": [{ "type": "email", "message": { "en": "{title}", "de": "{titel}" } }] }] }] }
      """#,
      says: #"""
        form.json:1:29: error: a language must be text, the tag of the language, but is the number 3
          { "languages": ["en", "de", 3], "title": {}, "sections": [{ "title": { "en": "A" }, "foo…
                                      ^
        form.json:1:42: error: 'title' has no text
          … "languages": ["en", "de", 3], "title": {}, "sections": [{ "title": { "en": "A" }, "footer": 3, "row…
                                                   ^~
        hint: write text, or texts by language: {"en": "Age", "de": "Alter"}
        form.json:1:70: warning: the text has no translation for de
          …], "title": {}, "sections": [{ "title": { "en": "A" }, "footer": 3, "rows": [
                                                   ^~~~~~~~~~~~~
        form.json:1:95: error: 'footer' must be text, but is the number 3
          …": [{ "title": { "en": "A" }, "footer": 3, "rows": [
                                                   ^
        form.json:2:51: error: '{' without its partner
          … "a", "type": "text", "title": { "en": "{", "de": "{$x}", "dee": "c" }, "help": { "de": 1, "en": "h"…
                                                   ^
        hint: write {{ to show a brace
        form.json:2:63: error: unknown tag 'x'
          …: "text", "title": { "en": "{", "de": "{$x}", "dee": "c" }, "help": { "de": 1, "en": "h" } },
                                                   ^~
        form.json:2:76: error: the form does not declare the language 'dee'
          …tle": { "en": "{", "de": "{$x}", "dee": "c" }, "help": { "de": 1, "en": "h" } },
                                                   ^~~
        hint: did you mean de?
        form.json:2:91: warning: the text has no translation for de
          …{", "de": "{$x}", "dee": "c" }, "help": { "de": 1, "en": "h" } },
                                                   ^~~~~~~~~~~~~~~~~~~~~~
        form.json:2:99: error: the text of a language must be text, but is the number 1
          …: "{$x}", "dee": "c" }, "help": { "de": 1, "en": "h" } },
                                                   ^
        form.json:3:42: warning: the text has no translation for en
          { "tag": "b", "type": "text", "title": { "fr": "F", "EN": "E", "de": "D" }, "placeholder": ["x"] },
                                                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        form.json:3:50: error: the form does not declare the language 'fr'
          …: "b", "type": "text", "title": { "fr": "F", "EN": "E", "de": "D" }, "placeholder": ["x"] },
                                                   ^~~
        hint: declare it in "languages": ["fr"]
        form.json:3:61: error: the form does not declare the language 'EN'
          …e": "text", "title": { "fr": "F", "EN": "E", "de": "D" }, "placeholder": ["x"] },
                                                   ^~~
        hint: did you mean en?
        form.json:3:94: error: 'placeholder' must be text, but is a list
          … "EN": "E", "de": "D" }, "placeholder": ["x"] },
                                                   ^~~~~
        form.json:4:99: error: unknown parameter '{titel}'
          …", "message": { "en": "{title}", "de": "{titel}" } }] }] }] }
                                                   ^~~~~~~
        hint: did you mean {title}?
        """#),
  ])
  func reportsLanguages(mistake: Mistake) throws { try check(mistake) }

  @Test(arguments: [
    Mistake(
      #"""
      { "sections": [{ "tag": "s", "title": "{$s.isValid}", "rows": [
        { "tag": "a", "type": "int", "minimum": "$a2 +", "maximum": "$nix", "step": "$b == 1", "display": "1 +" },
        { "tag": "b", "type": "text", "minimum": "$a" },
        { "tag": "d", "type": "date", "minimum": "2024-05-01", "maximum": "2024-05-01 +", "step": "1" },
        { "tag": "e", "type": "int", "display": { "function": "nix" } },
        { "tag": "f", "type": "int", "display": 3 }] }] }
      """#,
      says: #"""
        form.json:2:44: error: unknown tag 'a2'
          … "tag": "a", "type": "int", "minimum": "$a2 +", "maximum": "$nix", "step": "$b == 1", "display": "1 …
                                                   ^~~
        hint: did you mean $a?
        form.json:2:49: error: expected a value, found the end of the text
          …": "a", "type": "int", "minimum": "$a2 +", "maximum": "$nix", "step": "$b == 1", "display": "1 +" },
                                                   ^
        form.json:2:64: error: unknown tag 'nix'
          … "int", "minimum": "$a2 +", "maximum": "$nix", "step": "$b == 1", "display": "1 +" },
                                                   ^~~~
        form.json:2:83: error: expected an operator or the end of the text, found '=='
          …"$a2 +", "maximum": "$nix", "step": "$b == 1", "display": "1 +" },
                                                   ^~
        hint: write if($b == 1, YES, NO)
        form.json:2:105: error: expected a value, found the end of the text
          …nix", "step": "$b == 1", "display": "1 +" },
                                                   ^
        form.json:3:33: error: a row of type 'text' cannot have 'minimum'
          { "tag": "b", "type": "text", "minimum": "$a" },
                                        ^~~~~~~~~
        hint: to bound the length, write the rule {"type": "minLength", "value": 8}
        form.json:4:82: error: expected a value, found the end of the text
          …: "2024-05-01", "maximum": "2024-05-01 +", "step": "1" },
                                                   ^
        form.json:4:85: error: a row of type 'date' cannot have 'step'
          …2024-05-01", "maximum": "2024-05-01 +", "step": "1" },
                                                   ^~~~~~
        form.json:5:43: error: unknown function 'nix'
          { "tag": "e", "type": "int", "display": { "function": "nix" } },
                                                  ^~~~~~~~~~~~~~~~~~~~~
        hint: supply it where the form is compiled, or with --stub in the command
        form.json:6:43: error: 'display' must be a formula or an object with a 'function', but is the number 3
          { "tag": "f", "type": "int", "display": 3 }] }] }
                                                  ^
        """#)
  ])
  func reportsBoundsAndDisplays(mistake: Mistake) throws { try check(mistake) }

  @Test(arguments: [
    Mistake(
      #"""
      { "sections": [{ "tag": "s", "title": "S", "rows": [
        { "tag": "a", "type": "int", "title": "{$a.isValid}", "rules": ["required"] },
        { "tag": "b", "type": "int", "minimum": "TERNARY($b.isValid == YES, 1, 2)" },
        { "tag": "c", "type": "int", "display": "display($c)" },
        { "tag": "e", "type": "int", "display": "display($f)" },
        { "tag": "f", "type": "push", "options": [{ "value": 1, "title": "{$e}" }] },
        { "tag": "x", "type": "int", "title": "{$y}" }, { "tag": "y", "type": "int", "title": "{$x}" }] }] }
      """#,
      says: #"""
        form.json:2:41: error: these depend on one another: a.isValid → a.title → a.isValid
          { "tag": "a", "type": "int", "title": "{$a.isValid}", "rules": ["required"] },
                                                ^~~~~~~~~~~~~~
        hint: change one of the conditions so that it does not read the next
        form.json:2:41: note: a.isValid depends on the title of a, which a message may print
          { "tag": "a", "type": "int", "title": "{$a.isValid}", "rules": ["required"] },
                                                ^~~~~~~~~~~~~~
        form.json:2:41: note: the title of a reads: $a.isValid
          { "tag": "a", "type": "int", "title": "{$a.isValid}", "rules": ["required"] },
                                                ^~~~~~~~~~~~~~
        form.json:3:43: error: these depend on one another: b.isValid → b.minimum → b.isValid
          { "tag": "b", "type": "int", "minimum": "TERNARY($b.isValid == YES, 1, 2)" },
                                                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: change one of the conditions so that it does not read the next
        form.json:3:43: note: b.isValid depends on the minimum of b
          { "tag": "b", "type": "int", "minimum": "TERNARY($b.isValid == YES, 1, 2)" },
                                                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        form.json:3:43: note: the minimum of b reads: TERNARY($b.isValid == YES, 1, 2)
          { "tag": "b", "type": "int", "minimum": "TERNARY($b.isValid == YES, 1, 2)" },
                                                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        form.json:4:3: error: these depend on one another: c → c.display → c
          { "tag": "c", "type": "int", "display": "display($c)" },
          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: change one of the conditions so that it does not read the next
        form.json:4:3: note: c is shown as its display says
          { "tag": "c", "type": "int", "display": "display($c)" },
          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        form.json:4:43: note: the display of c reads: display($c)
          { "tag": "c", "type": "int", "display": "display($c)" },
                                                  ^~~~~~~~~~~~~
        form.json:5:3: error: these depend on one another: e → e.display → f → f.options → e
          { "tag": "e", "type": "int", "display": "display($f)" },
          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: change one of the conditions so that it does not read the next
        form.json:5:3: note: e is shown as its display says
          { "tag": "e", "type": "int", "display": "display($f)" },
          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        form.json:5:43: note: the display of e reads: display($f)
          { "tag": "e", "type": "int", "display": "display($f)" },
                                                  ^~~~~~~~~~~~~
        form.json:6:3: note: f is shown as its display says
          { "tag": "f", "type": "push", "options": [{ "value": 1, "tit…
          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        form.json:6:44: note: the options of f reads: $e
          … "tag": "f", "type": "push", "options": [{ "value": 1, "title": "{$e}" }] },
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """#)
  ])
  func reportsCyclesOfTexts(mistake: Mistake) throws { try check(mistake) }

  @Test(arguments: [
    Mistake(
      row:
        #"""
        { "tag": "n", "type": "int", "maximum": 9, "display": "if($n.isValid == YES, SELF, 0)" }
        """#,
      says: #"""
        form.json:2:55: error: these depend on one another: n.isValid → n.display → n.isValid
          …"type": "int", "maximum": 9, "display": "if($n.isValid == YES, SELF, 0)" }
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: change one of the conditions so that it does not read the next
        form.json:2:55: note: n.isValid depends on the display of n, which a message may print
          …"type": "int", "maximum": 9, "display": "if($n.isValid == YES, SELF, 0)" }
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        form.json:2:55: note: the display of n reads: if($n.isValid == YES, SELF, 0)
          …"type": "int", "maximum": 9, "display": "if($n.isValid == YES, SELF, 0)" }
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """#),
    Mistake(
      row:
        #"""
        { "tag": "n", "type": "int", "display": "if($n.isValid == YES, 1, 0)",
          "rules": [{ "predicate": "SELF < 5", "message": "{display($n)}" }] }
        """#,
      says: #"""
        form.json:2:1: error: these depend on one another: n → n.display → n.isValid → n.rules → n
          { "tag": "n", "type": "int", "display": "if($n.isValid == YE…
          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: change one of the conditions so that it does not read the next
        form.json:2:1: note: n is shown as its display says
          { "tag": "n", "type": "int", "display": "if($n.isValid == YE…
          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        form.json:2:41: note: the display of n reads: if($n.isValid == YES, 1, 0)
          { "tag": "n", "type": "int", "display": "if($n.isValid == YES, 1, 0)",
                                                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        form.json:3:12: note: n.isValid depends on a message of n
          "rules": [{ "predicate": "SELF < 5", "message": "{display($n)}" }] }
                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        form.json:3:12: note: a message of n reads: display($n)
          "rules": [{ "predicate": "SELF < 5", "message": "{display($n)}" }] }
                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """#),
    Mistake(
      row:
        #"""
        { "tag": "n", "type": "int", "display": "if($n.isValid == YES, 1, 0)", "rules": [{ "predicate": "display($n) == '1'" }] }
        """#,
      says: #"""
        form.json:2:1: error: these depend on one another: n → n.display → n.isValid → n
          { "tag": "n", "type": "int", "display": "if($n.isValid == YE…
          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: change one of the conditions so that it does not read the next
        form.json:2:1: note: n is shown as its display says
          { "tag": "n", "type": "int", "display": "if($n.isValid == YE…
          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        form.json:2:41: note: the display of n reads: if($n.isValid == YES, 1, 0)
          { "tag": "n", "type": "int", "display": "if($n.isValid == YES, 1, 0)", "rules": [{ "predicate": "dis…
                                                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        form.json:2:82: note: n.isValid depends on a rule of n: display($n) == '1'
          …if($n.isValid == YES, 1, 0)", "rules": [{ "predicate": "display($n) == '1'" }] }
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        """#),
    Mistake(
      row:
        #"""
        { "tag": "a", "type": "int", "display": "if($b.isValid == YES, 1, 0)" },
        { "tag": "b", "type": "int", "minimum": "number(display($a))" }
        """#,
      says: #"""
        form.json:2:1: error: these depend on one another: a → a.display → b.isValid → b.minimum → a
          { "tag": "a", "type": "int", "display": "if($b.isValid == YE…
          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: change one of the conditions so that it does not read the next
        form.json:2:1: note: a is shown as its display says
          { "tag": "a", "type": "int", "display": "if($b.isValid == YE…
          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        form.json:2:41: note: the display of a reads: if($b.isValid == YES, 1, 0)
          { "tag": "a", "type": "int", "display": "if($b.isValid == YES, 1, 0)" },
                                                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        form.json:3:41: note: b.isValid depends on the minimum of b
          { "tag": "b", "type": "int", "minimum": "number(display($a))" }
                                                  ^~~~~~~~~~~~~~~~~~~~~
        form.json:3:41: note: the minimum of b reads: number(display($a))
          { "tag": "b", "type": "int", "minimum": "number(display($a))" }
                                                  ^~~~~~~~~~~~~~~~~~~~~
        """#),
  ])
  func reportsDisplaysOfTheirOwnValidity(mistake: Mistake) throws { try check(mistake) }

  @Test(arguments: [
    Mistake(
      #"""
      { "languages": ["en"], "sections": [{ "rows": [
        { "tag": "a", "type": "text", "title": { "one": "x", "other": "y" }, "help": "{$a.display} {$a.isVald}", "rules": [
          { "type": "minLength", "value": 2, "message": { "one": "x", "other": "y" } },
          { "type": "minLength", "value": 2, "message": { "en": { "one": "x", "other": "y" } } },
          { "function": "f", "dependsOn": ["a.displays"] }] }] }] }
      """#,
      says: #"""
        form.json:2:42: error: 'one' is a plural form, and a text has none
          { "tag": "a", "type": "text", "title": { "one": "x", "other": "y" }, "help": "{$a.display} {$a.isVa…
                                                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: write one text, such as "{if($n == 1, 'item', 'items')}"
        form.json:2:82: warning: 'a' holds text, which has no key 'display'
          …{ "one": "x", "other": "y" }, "help": "{$a.display} {$a.isVald}", "rules": [
                                                   ^~~~~~~~~~
        hint: write display($a) for what people see
        form.json:2:95: warning: 'a' holds text, which has no key 'isVald'
          … "other": "y" }, "help": "{$a.display} {$a.isVald}", "rules": [
                                                   ^~~~~~~~~
        hint: did you mean $a.isValid?
        form.json:3:51: error: 'one' is a plural form, and a message has none
          …e": "minLength", "value": 2, "message": { "one": "x", "other": "y" } },
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: write one text, or the forms of the standard message under 'messages' of the form
        form.json:4:51: error: 'message' has no text
          …e": "minLength", "value": 2, "message": { "en": { "one": "x", "other": "y" } } },
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: write text, or texts by language: {"en": "Age", "de": "Alter"}
        form.json:4:59: error: the text of a language must be text, but is an object
          …Length", "value": 2, "message": { "en": { "one": "x", "other": "y" } } },
                                                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
        hint: plural forms stand under 'messages' of the form alone
        form.json:5:19: error: unknown function 'f'
          { "function": "f", "dependsOn": ["a.displays"] }] }] }] }
                        ^~~
        hint: supply it where the form is compiled, or with --stub in the command
        form.json:5:19: error: unknown attribute in 'a.displays'
          { "function": "f", "dependsOn": ["a.displays"] }] }] }] }
                        ^~~
        """#)
  ])
  func reportsPluralFormsAndDisplays(mistake: Mistake) throws { try check(mistake) }
}
