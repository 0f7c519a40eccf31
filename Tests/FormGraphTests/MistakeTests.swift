// What authors write who know another form system or another language, and what they are told: the
// place in the text, the sentence, and the hint, which shows what to write with their own names.

import Foundation
import Predicate
import Testing

@testable import FormGraph

@Suite struct MistakeTests {
  private struct Row {
    let text: String
    let place: Int
    let message: String
    let hint: String?

    init(_ text: String, _ place: Int, _ message: String, _ hint: String?) {
      self.text = text
      self.place = place
      self.message = message
      self.hint = hint
    }
  }

  /// The problems of a form in which a row has a text under a key.
  private func problems(_ text: String, _ key: String = "hidden") -> [Problem] {
    let json = """
      { "sections": [
        { "rows": [
          { "tag": "name", "type": "text" }, { "tag": "age", "type": "int" },
          { "tag": "smoker", "type": "segmented", "options": ["never", "former", "current"] },
          { "tag": "colors", "type": "multipleSelector", "options": ["red", "green"] },
          { "tag": "on", "type": "switch" }, { "tag": "born", "type": "date" },
          { "tag": "x", "type": "int", "\(key)": \(JSONWriter.text(of: .string(text))) }] },
        { "tag": "kids", "kind": "multivalued", "template": { "rows": [
          { "tag": "kname", "type": "text" }, { "tag": "kage", "type": "int" }] } }] }
      """
    do throws(CompileFailure) {
      return try CompiledForm.compile(json: json.utf8).warnings
    } catch {
      return error.problems
    }
  }

  private func check(_ rows: [Row], _ key: String = "hidden") {
    for row in rows {
      let first = problems(row.text, key).first
      #expect(first?.textRange?.lowerBound == row.place, "\(row.text)")
      #expect(first?.message == row.message, "\(row.text)")
      #expect(first?.hint == row.hint, "\(row.text)")
    }
  }

  // MARK: - One mistake

  @Test func conditions() {
    check([
      Row(
        "{smoker} = 'x'", 1,
        "{smoker} is a list here: a condition reads the value of a row as $tag",
        "write $smoker == 'x'"),
      Row(
        "18 < {agee}", 6, "{agee} is a list here: a condition reads the value of a row as $tag",
        "write 18 < $age"),
      Row(
        "$smoker IN {current}", 12,
        "'current' is not a variable: a condition reads the value of a row as $tag",
        "put text in quotes: 'current'"),
      Row("$name notempty", 6, "unknown operator 'notempty'", "write $name != nil"),
      Row("$name empty AND $age == 1", 6, "unknown operator 'empty'", "write $name == nil"),
      Row("$name IS NULL", 6, "unknown operator 'IS'", "write $name == nil"),
      Row("$name is not null", 6, "unknown operator 'is'", "write $name != nil"),
      Row(
        "ANY $kids.kname IS NOT NULL", 16, "unknown operator 'IS'",
        "write ANY $kids.kname != nil"),
      Row(
        "$name IS 'x'", 6, "unknown operator 'IS'", "write $name == 'x'"),
      Row("$age === 3", 7, "unknown operator '==='", "write $age == 3"),
      Row("$age !== 3", 7, "unknown operator '!=='", "write $age != 3"),
      Row(
        "$age BETWEEN 18 AND 65", 22, "BETWEEN takes its two bounds as a list in braces",
        "write $age BETWEEN {18, 65}"),
      Row(
        "$age BETWEEN 18 AND 65 AND $on == YES", 23,
        "BETWEEN takes its two bounds as a list in braces", "write $age BETWEEN {18, 65}"),
      Row(
        "$age NOT BETWEEN 18 AND 65", 5, "NOT must stand before the whole comparison",
        "write NOT ($age BETWEEN {18, 65})"),
      Row(
        "$age BETWEEN (18, 65)", 16, "a list is written in braces",
        "write $age BETWEEN {18, 65}"),
      Row(
        "$age BETWEEN [18, 65]", 13, "expected a value, found '['",
        "write $age BETWEEN {18, 65}"),
      Row(
        "$age.isVisible", 14, "a condition must compare: '$age.isVisible' is a value",
        "isHidden is the opposite: write NOT $age.isHidden == YES"),
      Row(
        "$age.isVisible == YES", 0, "'age' holds a whole number, which has no key 'isVisible'",
        "isHidden is the opposite: write NOT $age.isHidden == YES"),
      Row(
        "$on.isEnabled == NO", 0, "'on' holds true or false, which has no key 'isEnabled'",
        "isDisabled is the opposite: write $on.isDisabled == YES"),
      Row(
        "$kage > 3", 0, "unknown tag 'kage' outside the list 'kids'",
        "each item has its own: test them with ANY $kids.kage, add them with $kids.@sum.kage"),
      Row(
        "$kname == 'x'", 0, "unknown tag 'kname' outside the list 'kids'",
        "each item has its own: test them with ANY $kids.kname, count them with $kids.kname.@count"
      ),
      Row(
        "selected($colors, 'red') == YES", 0, "unknown function 'selected'",
        "the counterpart is $colors CONTAINS 'red'"),
      Row(
        "selected($colors, 'red')", 24,
        "a condition must compare: 'selected($colors, 'red')' is a value",
        "write $colors CONTAINS 'red'"),
      Row("${age} > 3", 0, "a name must follow $", "write $age"),
      Row("${ name } == 'x'", 0, "a name must follow $", "write $name"),
      Row(
        "IF $age > 3 THEN YES ELSE NO", 3, "a choice is written TERNARY, not IF … THEN",
        "write TERNARY($age > 3, YES, NO) == YES"),
      Row(
        "$on ? $age > 3 : $name == 'x'", 4, "a choice is written TERNARY, not ? :",
        "write ($on == YES AND $age > 3) OR (NOT ($on == YES) AND $name == 'x')"),
      Row("true", 4, "a condition must compare: 'true' is a value", "write true without quotes"),
      Row("NO", 2, "a condition must compare: 'NO' is a value", "write false without quotes"),
      Row("=$age > 3", 0, "expected a value, found '='", "a text does not start with ="),
      Row(
        "$age >= 3 and <= 5", 14, "expected a value, found '<='", "write $age >= 3 and $age <= 5"),
      Row(
        "$smoker == 'never' or 'former'", 30, "a condition must compare: 'former' is a value",
        "write $smoker IN {'never', 'former'}"),
      Row(
        "$on == YES AND 'former'", 23, "a condition must compare: 'former' is a value", nil),
      Row("$today > 3", 0, "unknown tag 'today'", "write today()"),
      Row(
        "$born.year > 2000", 0, "'born' holds a date, which has no key 'year'",
        "write year($born)"),
      Row(
        "COUNTIF($kids.kage, 3) > 1", 0, "unknown function 'COUNTIF'",
        "write SUBQUERY($kids, $x, $x.kage == 3).@count"),
    ])
    check(
      [Row("true", 4, "a condition must compare: 'true' is a value", "write true without quotes")],
      "required")
  }

  @Test func formulas() {
    check(
      [
        Row(
          "IF $age > 3 THEN 1 ELSE 2", 3, "a choice is written TERNARY, not IF … THEN",
          "write TERNARY($age > 3, 1, 2)"),
        Row(
          "if($age > 3) then 1 else 2", 13, "a choice is written TERNARY, not IF … THEN",
          "write TERNARY(($age > 3), 1, 2)"),
        Row(
          "$age > 3 ? 1 : 2", 5, "expected an operator or the end of the text, found '>'",
          "write TERNARY($age > 3, 1, 2)"),
        Row(
          "$on ? $age: 2", 4, "a choice is written TERNARY, not ? :",
          "write TERNARY($on == YES, $age, 2)"),
        Row(
          "$kage + 1", 0, "unknown tag 'kage' outside the list 'kids'",
          "each item has its own: test them with ANY $kids.kage, add them with $kids.@sum.kage"),
        Row("${age} + 1", 0, "a name must follow $", "write $age"),
        Row(
          "$age >= 3 OR $on == YES", 5, "expected an operator or the end of the text, found '>='",
          "write if($age >= 3 OR $on == YES, YES, NO)"),
        Row(
          "if($on == YES, $age > 2, NO)", 20, "expected an operator or ',', found '>'",
          "write if($age > 2, YES, NO)"),
        Row("if($age > 3; 1; 2)", 11, "unknown character ';'", "arguments are separated by commas"),
      ], "calculated")
  }

  // MARK: - Several mistakes

  /// A text, and where its errors start with their sentences.
  private static let several: [(text: String, errors: [(place: Int, message: String)])] = [
    (
      "$aeg === 1 AND $name === 'x'",
      [
        (7, "unknown operator '==='"), (0, "unknown tag 'aeg'"), (23, "unknown operator '==='"),
      ]
    ),
    (
      "${age} > 3 AND $kage == 1 OR age IS NULL",
      [
        (0, "a name must follow $"), (15, "unknown tag 'kage' outside the list 'kids'"),
        (29, "'age' is not a variable: a condition reads the value of a row as $tag"),
        (33, "unknown operator 'IS'"),
      ]
    ),
    (
      "{name} notempty AND {age} BETWEEN 18 AND 65",
      [
        (7, "unknown operator 'notempty'"),
        (1, "{name} is a list here: a condition reads the value of a row as $tag"),
        (21, "{age} is a list here: a condition reads the value of a row as $tag"),
        (43, "BETWEEN takes its two bounds as a list in braces"),
      ]
    ),
    // A call of an unknown function hides no wrong tag either.
    (
      "foo($aeg) == 1 AND bar(1) == $nmae",
      [
        (0, "unknown function 'foo'"), (4, "unknown tag 'aeg'"), (19, "unknown function 'bar'"),
        (29, "unknown tag 'nmae'"),
      ]
    ),
  ]

  @Test func everyMistakeOfAText() {
    for (text, errors) in Self.several {
      let found = problems(text)
      #expect(found.map(\.message) == errors.map(\.message), "\(text)")
      #expect(found.map(\.textRange?.lowerBound) == errors.map(\.place), "\(text)")
    }
  }
}
