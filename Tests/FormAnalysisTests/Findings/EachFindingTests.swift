// Each id that a check or the compiler gives, with a form that has the mistake and the corrected
// form. `Docs/Checking.md` lists the same ids: a test of the pages compares the list.

import FormGraph
import Predicate
import Testing

@testable import FormAnalysis

@Suite("Each finding") struct EachFindingTests {
  /// A mistake and its correction.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let id: FindingID
    let wrong: String
    let right: String

    var testDescription: String { "\(id.rawValue): \(wrong)" }

    /// Two whole forms.
    init(_ id: FindingID, form wrong: String, _ right: String) {
      (self.id, self.wrong, self.right) = (id, wrong, right)
    }

    /// Two forms that differ in the keys of their last row.
    init(_ id: FindingID, row wrong: String, _ right: String) {
      self.init(id, form: EachFindingTests.form(wrong), EachFindingTests.form(right))
    }

    /// Two forms that differ in a condition.
    init(_ id: FindingID, _ wrong: String, _ right: String) {
      self.init(id, row: Self.row(wrong), Self.row(right))
    }

    private static func row(_ condition: String) -> String {
      #""tag": "x", "type": "text", "visible": "\#(condition.replacing("\\", with: "\\\\"))""#
    }
  }

  /// The ids that are found in a form, those of the style included.
  private static func ids(in form: String) -> [FindingID] {
    do throws(CompileFailure) {
      let compiled = try CompiledForm.compile(
        json: form.utf8, functions: form.contains("isFree") ? ["isFree": Self.isFree] : [:])
      return FormReport(of: compiled, includesStyle: true).findings.map(\.id)
    } catch {
      return FormReport(error).findings.map(\.id)
    }
  }

  private static let isFree: FormFunction = { _ in true }

  @Test("A mistake is found once, and nothing in the corrected form", arguments: mistakes)
  func found(_ mistake: Mistake) {
    #expect(Self.ids(in: mistake.wrong) == [mistake.id], "\(mistake.wrong)")
    #expect(Self.ids(in: mistake.right) == [], "\(mistake.right)")
  }

  @Test("There is a mistake for each id")
  func complete() {
    let missing = Set(FindingID.allCases).subtracting(Self.mistakes.map(\.id))
    // A test of its own hands a wrong function in.
    #expect(missing == [.formHost])
    #expect(throws: CompileFailure.self) {
      try CompiledForm(FormDefinition(sections: []), functions: ["count": Self.isFree])
    }
  }

  @Test("A function of the host that no text can call is the fault of the host")
  func host() {
    do throws(CompileFailure) {
      _ = try CompiledForm(FormDefinition(sections: []), functions: ["count": Self.isFree])
      Issue.record("the function is taken")
    } catch {
      #expect(FormReport(error).findings.map(\.id) == [.formHost])
    }
  }

  // MARK: - The forms

  private static func form(_ row: String) -> String {
    #"""
    { "sections": [
      { "rows": [
        { "tag": "name", "type": "text" },
        { "tag": "code", "type": "text", "rules": [{ "type": "maxLength", "value": 2 }] },
        { "tag": "age", "type": "int", "minimum": 0, "maximum": 120 },
        { "tag": "n", "type": "int" }, { "tag": "m", "type": "int" },
        { "tag": "price", "type": "decimal" }, { "tag": "on", "type": "switch" },
        { "tag": "day", "type": "date" }, { "tag": "start", "type": "dateTime" },
        { "tag": "smoker", "type": "push", "options": ["never", "former", "current"] },
        { "tag": "colors", "type": "multipleSelector", "options": ["red", "green", "blue"] },
        { "tag": "blob", "type": "custom" } ] },
      { "tag": "phones", "kind": "multivalued", "item": { "type": "phone" } },
      { "tag": "lines", "kind": "multivalued", "template": { "rows": [
        { "tag": "what", "type": "text" }, { "tag": "amount", "type": "decimal" } ] } },
      { "rows": [{ \#(row) }] } ] }
    """#
  }

  private static let mistakes: [Mistake] = texts + rows + forms

  private static let texts = [
    Mistake(.compareKind, "$age > '18'", "$age > 18"),
    Mistake(.compareBoolText, "$on == 'yes'", "$on == YES"),
    Mistake(.compareNil, "$phones == nil", "$phones.@count == 0"),
    Mistake(.dateUnquoted, "$day > 2000-01-01", "$day > CAST('2000-01-01', 'NSDate')"),
    Mistake(.dateMixed, "$day - $start > 5", "daysBetween($start, $day) > 5"),
    Mistake(
      .dateMixed, row: #""tag": "x", "type": "dateTime", "calculated": "$day""#,
      #""tag": "x", "type": "date", "calculated": "$day""#),
    Mistake(
      .dateMixed, row: #""tag": "x", "type": "dateTime", "default": "today()""#,
      #""tag": "x", "type": "dateTime", "default": "now()""#),
    Mistake(
      .dateMixed, row: #""tag": "x", "type": "date", "calculated": "now()""#,
      #""tag": "x", "type": "date", "calculated": "dayOf(now())""#),
    Mistake(.inSide, "$colors IN {'red'}", "ANY $colors IN {'red'}"),
    Mistake(.operandKind, "$name + 1 == 2", "$n + 1 == 2"),
    Mistake(.operandKind, "$n BETWEEN {1, 2, 3}", "$n BETWEEN {1, 3}"),
    Mistake(.functionKind, "sqrt($name) > 2", "sqrt($n) > 2"),
    Mistake(.functionKind, "$day > CAST('soon', 'NSDate')", "$day > CAST('2000-01-01', 'NSDate')"),
    Mistake(.keyUnknown, "$name.count > 2", "$name.length > 2"),
    Mistake(.keyUnknown, "$phones.@cuont > 2", "$phones.@count > 2"),
    Mistake(.listCount, "$age.@count > 0", "$age > 0"),
    Mistake(.listCount, "{$n, $m}.count > 1", "{$n, $m}.@count > 1"),
    Mistake(.listQuantifier, "$lines.amount > 3", "ANY $lines.amount > 3"),
    Mistake(.listIndex, "$lines[0].amount > 1", "$lines[FIRST].amount > 1"),
    Mistake(
      .listAny, "ANY $lines.what == 'x' AND ANY $lines.amount > 3",
      "SUBQUERY($lines, $l, $l.what == 'x' AND $l.amount > 3).@count > 0"),
    Mistake(.compareUnknownOption, "$smoker == 'curent'", "$smoker == 'current'"),
    Mistake(.compareOptionCase, "$smoker == 'Current'", "$smoker ==[c] 'Current'"),
    Mistake(.compareOptionOrder, "$colors == {'blue', 'red'}", "$colors == {'red', 'blue'}"),
    Mistake(.compareOutOfBounds, "$age > 120", "$age == 120"),
    Mistake(.compareLength, "$code == 'AB12'", "$code == 'AB'"),
    Mistake(.integerDivision, "$age / 2 > 9.5", "$age / 2.0 > 9.5"),
    Mistake(.integerDivision, "7 / 2 * $price > 9", "7 / 2.0 * $price > 9"),
    Mistake(.integerDivision, "($age / 7) ** 2 > 9", "($age / 7.0) ** 2 > 9"),
    Mistake(.daySeconds, "today() - $day > 30", "daysBetween($day, today()) > 30"),
    Mistake(.likePercent, "$name LIKE '%n%'", "$name LIKE '*n*'"),
    Mistake(.notScope, "NOT $on == YES AND $age > 3", "NOT ($on == YES) AND $age > 3"),
    Mistake(
      .andOr, "$on == YES OR $age > 3 AND $n == 1", "$on == YES OR ($age > 3 AND $n == 1)"),
    Mistake(.compareEmptyText, "$name != ''", "$name != nil AND $name != ''"),
    Mistake(.numberTooLarge, "$price == 99999999999999999999", "$price == 9999999999"),
    Mistake(.patternLostBackslash, #"$name MATCHES '\d{5}'"#, #"$name MATCHES '\\d{5}'"#),
    Mistake(.patternLostBackslash, "$name MATCHES 'd{5}'", "$name MATCHES '[0-9]{5}'"),
    Mistake(.patternAnchor, "$name MATCHES '^[0-9]+$'", "$name MATCHES '[0-9]+'"),
    Mistake(.patternImpossible, "$name MATCHES 'a^b'", #"$name MATCHES 'a\\^b'"#),
    Mistake(.patternExponential, "$name MATCHES '(a+)+b'", "$name MATCHES 'a+b'"),
    Mistake(.patternMisleading, "$name MATCHES '[A-z]+'", "$name MATCHES '[A-Za-z]+'"),
    Mistake(.patternSyntax, "$name MATCHES '[a-'", "$name MATCHES '[a-z]'"),
    Mistake(.logicContradiction, "$n < 18 AND $n > 65", "$n < 18 OR $n > 65"),
    Mistake(.logicContradiction, "$n BETWEEN {65, 18}", "$n BETWEEN {18, 65}"),
    Mistake(.logicConstant, "$n == 1 OR $n != 1", "$n == 1"),
    Mistake(.logicRedundant, "$n > 5 AND $n > 3", "$n > 5"),
    Mistake(.logicDuplicate, "$on == YES OR $on == YES", "$on == YES"),
    Mistake(.nameUnknown, "$aeg == 1", "$age == 1"),
    Mistake(.nameUnknown, "wurzel($n) == 1", "sqrt($n) == 1"),
    Mistake(.nameUse, "age > 3", "$age > 3"),
    Mistake(
      .nameUse, "SUBQUERY($lines, $l, amount > 3).@count > 0",
      "SUBQUERY($lines, $l, $l.amount > 3).@count > 0"),
    Mistake(.textSyntax, "$age >", "$age > 3"),
    Mistake(.textPlaceholder, "$name == '%@'", "$name == '@'"),
  ]

  private static let choice = #""tag": "x", "type": "push""#

  private static let rows = [
    Mistake(
      .formulaKind, row: #""tag": "x", "type": "int", "calculated": "$name""#,
      #""tag": "x", "type": "int", "calculated": "$n""#),
    Mistake(
      .daySeconds, row: #""tag": "x", "type": "date", "calculated": "$day + 280""#,
      #""tag": "x", "type": "date", "calculated": "addDays($day, 280)""#),
    Mistake(
      .integerDivision, row: #""tag": "x", "type": "decimal", "calculated": "$n / $m""#,
      #""tag": "x", "type": "decimal", "calculated": "$n * 1.0 / $m""#),
    Mistake(
      .formulaPlainText, row: #""tag": "x", "type": "date", "default": "today""#,
      #""tag": "x", "type": "date", "default": "today()""#),
    Mistake(
      .formulaPlainText, row: #""tag": "x", "type": "text", "default": "New York""#,
      #""tag": "x", "type": "text", "value": "New York""#),
    Mistake(
      .valueNotAnOption, row: #"\#(choice), "options": ["a", "b"], "value": "x""#,
      #"\#(choice), "options": ["a", "b"], "value": "a""#),
    Mistake(
      .valueOutOfBounds, row: #""tag": "x", "type": "int", "maximum": 120, "value": 200"#,
      #""tag": "x", "type": "int", "maximum": 120, "value": 20"#),
    Mistake(
      .boundsContradiction, row: #""tag": "x", "type": "int", "minimum": 9, "maximum": 1"#,
      #""tag": "x", "type": "int", "minimum": 1, "maximum": 9"#),
    Mistake(
      .boundsStep,
      row: #""tag": "x", "type": "int", "minimum": 1, "maximum": 5, "step": 7"#,
      #""tag": "x", "type": "int", "minimum": 1, "maximum": 5, "step": 2"#),
    Mistake(
      .boundsOptions,
      row: #""tag": "x", "type": "multipleSelector", "options": ["a", "b"], "minimum": 3"#,
      #""tag": "x", "type": "multipleSelector", "options": ["a", "b"], "minimum": 2"#),
    Mistake(
      .lengthContradiction,
      row: #"""
        "tag": "x", "type": "text", "rules": [{ "type": "minLength", "value": 9 },
          { "type": "maxLength", "value": 3 }]
        """#,
      #"""
      "tag": "x", "type": "text", "rules": [{ "type": "minLength", "value": 3 },
        { "type": "maxLength", "value": 9 }]
      """#),
    Mistake(.optionsNone, row: #"\#(choice), "options": []"#, #"\#(choice), "options": ["a"]"#),
    Mistake(.optionsNone, row: choice, #"\#(choice), "options": ["a"]"#),
    Mistake(
      .optionsFilterNone,
      row: #"\#(choice), "options": ["a", "b"], "optionsFilter": "SELF == 'x'""#,
      #"\#(choice), "options": ["a", "b"], "optionsFilter": "SELF == 'a'""#),
    Mistake(
      .optionsDuplicate, row: #"\#(choice), "options": ["a", "b", "a"]"#,
      #"\#(choice), "options": ["a", "b"]"#),
    Mistake(
      .functionPerOption,
      row: #"\#(choice), "options": ["a"], "optionsFilter": "isFree(SELF) == 1""#,
      #"\#(choice), "options": ["a"], "optionsFilter": "SELF == 'a'""#),
    Mistake(
      .rowSelfVisibility, row: #""tag": "x", "type": "text", "visible": "$x != nil""#,
      #""tag": "x", "type": "text", "visible": "$n != nil""#),
    Mistake(
      .rowHiddenRequired, row: #""tag": "x", "type": "text", "hidden": true, "required": true"#,
      #""tag": "x", "type": "text", "required": true"#),
    Mistake(
      .rowUnused, row: #""tag": "x", "type": "text", "hidden": true"#,
      #""tag": "x", "type": "text""#),
    Mistake(
      .tagCase, row: #""tag": "Age", "type": "int""#, #""tag": "ageOfChild", "type": "int""#),
    Mistake(
      .requiredMet, row: #""tag": "x", "type": "switch", "required": true"#,
      #""tag": "x", "type": "switch", "value": null, "required": true"#),
    Mistake(
      .textCycle, row: #""tag": "x", "type": "int", "calculated": "$x + 1""#,
      #""tag": "x", "type": "int", "calculated": "$n + 1""#),
    Mistake(
      .logicConstant,
      row: #""tag": "x", "type": "text", "rules": [{ "type": "equals", "tag": "x" }]"#,
      #""tag": "x", "type": "text", "rules": [{ "type": "equals", "tag": "name" }]"#),
    Mistake(
      .suppressUnused,
      row: #"""
        "tag": "x", "type": "text",
          "suppress": [{ "id": "compare/kind", "justification": "codes are text" }]
        """#,
      #""tag": "x", "type": "text""#),
    Mistake(
      .suppressUnknownID,
      row: #"""
        "tag": "x", "type": "text",
          "suppress": [{ "id": "compare/knd", "justification": "codes are text" }]
        """#,
      #""tag": "x", "type": "text""#),
    Mistake(
      .formKey, row: #""tag": "x", "type": "text", "titel": "Age""#,
      #""tag": "x", "type": "text", "title": "Age""#),
    Mistake(.formWord, row: #""tag": "x", "type": "swich""#, #""tag": "x", "type": "switch""#),
    Mistake(
      .formValue, row: #""tag": "x", "type": "int", "value": "x""#,
      #""tag": "x", "type": "int", "value": 1"#),
    Mistake(.formMissing, row: #""tag": "x""#, #""tag": "x", "type": "text""#),
    Mistake(
      .formPlace, row: #""tag": "x", "type": "int", "submits": true"#,
      #""tag": "x", "type": "button", "submits": true"#),
    Mistake(
      .formPlace, row: #""tag": "x", "type": "int", "hidden": "$n > 1", "visible": "$n > 2""#,
      #""tag": "x", "type": "int", "hidden": "$n > 1""#),
    Mistake(.formDuplicate, row: #""tag": "age", "type": "int""#, #""tag": "x", "type": "int""#),
    Mistake(
      .formNoEffect, row: #""tag": "x", "type": "label", "required": true"#,
      #""tag": "x", "type": "label""#),
    Mistake(.formName, row: #""tag": "my age", "type": "int""#, #""tag": "x", "type": "int""#),
  ]

  private static let forms = [
    Mistake(.keyAttribute, form: blob("$x.isValid == 1"), blob("$x.value.isValid == 1")),
    Mistake(
      .formulaNil, form: sums("$item.previous.sum + 1"),
      sums("coalesce($item.previous.sum, 0) + 1")),
    Mistake(.sectionNoPage, form: pages(#"["a"]"#), pages(#"["a", "b"]"#)),
    Mistake(
      .textUntranslated, form: languages(#""title": { "en": "Age" }"#),
      languages(#""title": { "en": "Age", "en-GB": "Age" }"#)),
    Mistake(
      .textLanguage, form: languages(#""title": { "en": "Age", "en-GB": "Age", "fr": "Âge" }"#),
      languages(#""title": { "en": "Age", "en-GB": "Age" }"#)),
    Mistake(.formJSON, form: #"{ "sections": [ }"#, #"{ "sections": [] }"#),
    Mistake(
      .formLimit, form: nested(SectionDefinition.maximumDepth + 3),
      nested(SectionDefinition.maximumDepth - 1)),
    Mistake(
      .formTable,
      form: #"{ "tables": { "t": { "columns": ["a"], "file": "t.csv" } }, "sections": [] }"#,
      #"{ "tables": { "t": { "columns": ["a"], "rows": [["x"]] } }, "sections": [] }"#),
    Mistake(
      .formQuestions, form: question(#""date", "prompt": "Day""#, #""value_type": "date", "#),
      #"{ "title": "Q", "questions": [{ "key": "k", "question_type": "date", "prompt": "Day" }] }"#),
  ]

  private static func blob(_ condition: String) -> String {
    #"""
    { "sections": [{ "rows": [{ "tag": "x", "type": "custom", "value": { "isValid": 1 } },
      { "tag": "y", "type": "text", "visible": "\#(condition)" }] }] }
    """#
  }

  private static func sums(_ formula: String) -> String {
    #"""
    { "sections": [{ "tag": "l", "kind": "multivalued", "template": { "rows": [
      { "tag": "sum", "type": "int", "calculated": "\#(formula)" }] } }] }
    """#
  }

  private static func pages(_ sections: String) -> String {
    #"""
    { "sections": [{ "tag": "a", "rows": [] }, { "tag": "b", "rows": [] }],
      "pages": [{ "sections": \#(sections) }] }
    """#
  }

  private static func languages(_ title: String) -> String {
    #"""
    { "languages": ["en", "en-GB"],
      "sections": [{ "rows": [{ "tag": "x", "type": "int", \#(title) }] }] }
    """#
  }

  private static func nested(_ depth: Int) -> String {
    String(repeating: #"{ "sections": ["#, count: depth) + String(repeating: "] }", count: depth)
  }

  private static func question(_ type: String, _ validation: String) -> String {
    #"""
    { "title": "Q", "questions": [{ "key": "k", "question_type": \#(type),
      "validation": { "type": "notEmpty", \#(validation)"message": "Please answer" } }] }
    """#
  }
}
