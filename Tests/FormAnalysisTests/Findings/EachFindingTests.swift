// Each id that a check or the compiler gives, with a form that has the mistake and the corrected
// form. `Docs/Checking.md` lists the same ids: a test of the pages compares the list.

import FormGraph
import FormImport
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

    /// Two forms that differ in the filter of options.
    init(_ id: FindingID, options: String, filter wrong: String, _ right: String) {
      func row(_ filter: String) -> String {
        #""tag": "x", "type": "push", "options": \#(options), "optionsFilter": "\#(filter)""#
      }
      self.init(id, row: row(wrong), row(right))
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
      let compiled = try CompiledForm(
        FormDocument(importing: form.utf8),
        functions: form.contains("isFree") ? ["isFree": Self.isFree] : [:])
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

  /// A row with a condition in a section that a condition shows.
  private static func around(
    section: String = "$n == 2", row key: String, _ condition: String
  ) -> String {
    #"""
    { "sections": [
      { "rows": [{ "tag": "n", "type": "int" }, { "tag": "m", "type": "int" }] },
      { "visible": "\#(section)",
        "rows": [{ "tag": "x", "type": "text", "\#(key)": "\#(condition)" }] }] }
    """#
  }

  /// A condition that cannot be joined with one of the same length.
  private static let long = (0..<12_000).map { "$n == \($0)" }.joined(separator: " OR ")

  /// A choice of several options, of which one is chosen alone.
  private static func oneAlone(minimum: Int) -> String {
    #"""
    "tag": "x", "type": "multipleSelector", "minimum": \#(minimum),
    "options": ["a", "b", { "value": "none", "exclusive": true }]
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
      .dateMixed, row: #""tag": "x", "type": "dateTime", "value": "2024-05-01""#,
      #""tag": "x", "type": "dateTime", "value": "2024-05-01T00:00:00Z""#),
    Mistake(
      .dateMixed, row: #""tag": "x", "type": "dateTime", "maximum": "2024-05-01""#,
      #""tag": "x", "type": "dateTime", "maximum": "2024-05-01T22:00:00Z""#),
    Mistake(
      .dateMixed,
      row: #"""
        "tag": "x", "type": "dateTime", "rules": [{ "type": "smallerThan", "value": "2024-05-01" }]
        """#,
      #"""
      "tag": "x", "type": "date", "rules": [{ "type": "smallerThan", "value": "2024-05-01" }]
      """#),
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
    Mistake(
      .listFollows,
      form: #"""
        {"sections": [{"tag": "kids", "kind": "multivalued",
            "template": {"rows": [{"tag": "kid", "type": "text"}]}},
          {"tag": "edu", "kind": "multivalued", "count": "$kids.@count", "template": {"rows": [
            {"tag": "school", "type": "text", "title": "School of {$kids[$item.index].kid}"}]}}]}
        """#,
      #"""
      {"sections": [{"tag": "kids", "kind": "multivalued", "template": {"rows": [
        {"tag": "name", "type": "text"},
        {"tag": "school", "type": "text", "title": "School of {$name}"}]}}]}
      """#),
    Mistake(
      .listFollows,
      form: #"""
        {"sections": [{"rows": [
            {"tag": "q", "type": "multipleSelector", "options": ["x", "y"]}]},
          {"tag": "l", "kind": "multivalued", "count": "count($q)", "template": {"rows": [
            {"tag": "which", "type": "text", "calculated": "$q[$item.index]"},
            {"tag": "why", "type": "text"}]}}]}
        """#,
      #"""
      {"sections": [{"rows": [
        {"tag": "q", "type": "multipleSelector", "options": ["x", "y"]},
        {"tag": "why", "type": "text", "visible": "$q CONTAINS 'x'"}]}]}
      """#),
    Mistake(.compareUnknownOption, "$smoker == 'curent'", "$smoker == 'current'"),
    Mistake(.compareOptionCase, "$smoker == 'Current'", "$smoker ==[c] 'Current'"),
    Mistake(.compareOptionOrder, "$colors == {'blue', 'red'}", "$colors == {'red', 'blue'}"),
    Mistake(.compareOutOfBounds, "$age > 120", "$age == 120"),
    Mistake(.compareLength, "$code == 'AB12'", "$code == 'AB'"),
    Mistake(.integerDivision, "$age / 2 > 9.5", "$age / 2.0 > 9.5"),
    Mistake(.integerDivision, "7 / 2 * $price > 9", "7 / 2.0 * $price > 9"),
    Mistake(.integerDivision, "($age / 7) ** 2 > 9", "($age / 7.0) ** 2 > 9"),
    Mistake(.daySeconds, "today() - $day > 30", "daysBetween($day, today()) > 30"),
    Mistake(.daySeconds, "(today() - $day) / 365.25 > 18", "yearsBetween($day, today()) > 18"),
    Mistake(.daySeconds, "trunc(($day - today()) / 30) > 1", "monthsBetween(today(), $day) > 1"),
    Mistake(.daySeconds, "(now() - $start) / 365.25 > 18", "(now() - $start) / 31557600 > 18"),
    Mistake(.daySeconds, "(today() - $day) / 7 > 1", "(today() - $day) / 86400 > 1"),
    Mistake(.functionFails, "addMonths($day, 1.5) > today()", "addMonths($day, 1) > today()"),
    Mistake(.functionFails, "substring($name, -1, 2) == 'a'", "substring($name, 0, 2) == 'a'"),
    Mistake(.functionFails, "round($price, 1.5) > 2", "round($price, 1) > 2"),
    Mistake(.functionFails, "$day > date(2023, 2, 29)", "$day > date(2024, 2, 29)"),
    Mistake(.functionFails, "format($day, 'HH:mm') == 'a'", "format($day, 'dd/MM') == 'a'"),
    Mistake(.compareOutOfBounds, "weekday($day) == 0", "weekday($day) == 7"),
    Mistake(.compareOutOfBounds, "month($day) == 0", "month($day) == 1"),
    Mistake(.compareOutOfBounds, "month($day) IN {11, 13}", "month($day) IN {11, 12}"),
    Mistake(.compareOutOfBounds, "hour($start) == 24", "hour($start) == 0"),
    Mistake(.compareOutOfBounds, "$name.length < 0", "$name.length < 1"),
    Mistake(.operandKind, "$lines.@sum > 3", "$lines.@sum.amount > 3"),
    Mistake(.operandKind, "$lines.@max > 3", "$lines.@max.amount > 3"),
    Mistake(.functionKind, "sum({$name, $n}) > 3", "sum({$m, $n}) > 3"),
    Mistake(.functionKind, "max($n, $name) > 3", "max($n, $m) > 3"),
    Mistake(.functionKind, "min({$name, $n}) > 3", "min({$m, $n}) > 3"),
    Mistake(.compareUnknownOption, "if($n > 1, 'a', 'b') == 'c'", "if($n > 1, 'a', 'b') == 'b'"),
    Mistake(.exclusiveOr, "$n ^ 2 > 9", "$n ** 2 > 9"),
    Mistake(.fraction, "$price + 0.2 == 0.3", "round($price + 0.2, 2) == 0.3"),
    Mistake(.fraction, "$price / 3 == 0.125", "round($price / 3, 3) == 0.125"),
    Mistake(.fraction, "$price * 3 == 0.3", "$price * 2 == 0.3"),
    Mistake(.fraction, "$price / 10 == 0.25", "$price / 4 == 0.25"),
    Mistake(.fraction, "$price + 0.1 == 2", "$price + 1 == 2"),
    Mistake(.fraction, "$n * 0.1 == 2", "$n * 0.5 == 2"),
    Mistake(.fraction, "$price * 3 != $n", "round($price * 3, 2) != $n"),
    Mistake(.fraction, "$lines.@sum.amount == 100", "round($lines.@sum.amount, 2) == 100"),
    Mistake(.inNil, "$smoker IN {'never', nil}", "$smoker == nil OR $smoker IN {'never'}"),
    Mistake(.inNil, "$n IN {$m, nil}", "$n == nil OR $n IN {$m}"),
    Mistake(.inOneChoice, "$smoker CONTAINS 'never'", "$smoker == 'never'"),
    Mistake(.inOneChoice, "'never' IN $smoker", "'red' IN $colors"),
    Mistake(.textPlaceholder, "$name == 'Hi {$n}'", "$name == concat('Hi ', $n)"),
    Mistake(.likePercent, "$name LIKE '%n%'", "$name LIKE '*n*'"),
    Mistake(.notScope, "NOT $on == YES AND $age > 3", "NOT ($on == YES) AND $age > 3"),
    Mistake(
      .andOr, "$on == YES OR $age > 3 AND $n == 1", "$on == YES OR ($age > 3 AND $n == 1)"),
    Mistake(.compareEmptyText, "$name != ''", "$name != nil AND $name != ''"),
    Mistake(.compareEmptyText, "$name == ''", "$name == nil"),
    Mistake(.compareEmptyList, "$colors == {}", "$colors == nil"),
    Mistake(.compareEmptyList, "{} != $colors", "$colors != nil"),
    Mistake(
      .compareEmptyText,
      form: #"""
        {"sections": [{"rows": [{"tag": "a", "type": "text"},
          {"type": "label", "title": "b", "visible": "$a == ''"}]}]}
        """#,
      #"""
      {"sections": [{"rows": [{"tag": "a", "type": "text", "keepsEmpty": true},
        {"type": "label", "title": "b", "visible": "$a == ''"}]}]}
      """#),
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
    Mistake(.logicConstant, "$n + 1 == $n + 1", "$n + 1 == $m + 1"),
    Mistake(.logicConstant, "lowercase($name) == 'Abc'", "lowercase($name) == 'abc'"),
    Mistake(.logicConstant, "'abc' != uppercase($name)", "'ABC' != uppercase($name)"),
    Mistake(.logicConstant, "$name.length == $name.length", "$name.length == $n"),
    Mistake(.logicContradiction, "'name' BEGINSWITH 'Ana'", "$name BEGINSWITH 'Ana'"),
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
      .daySeconds, row: #""tag": "x", "type": "int", "calculated": "today() - $day""#,
      #""tag": "x", "type": "int", "calculated": "daysBetween($day, today())""#),
    Mistake(
      .daySeconds, row: #""tag": "x", "type": "int", "calculated": "today() - $day + 1""#,
      #""tag": "x", "type": "int", "calculated": "daysBetween($day, today()) + 1""#),
    Mistake(
      .daySeconds, row: #""tag": "x", "type": "decimal", "calculated": "trunc($day - today())""#,
      #""tag": "x", "type": "decimal", "calculated": "($day - today()) / 86400""#),
    Mistake(
      .daySeconds, row: #""tag": "x", "type": "label", "title": "{today() - $day} days""#,
      #""tag": "x", "type": "label", "title": "{daysBetween($day, today())} days""#),
    Mistake(
      .functionFails,
      row: #""tag": "x", "type": "text", "calculated": "format($day, 'dd/mm/yyyy')""#,
      #""tag": "x", "type": "text", "calculated": "format($day, 'dd/MM/yyyy')""#),
    Mistake(
      .functionFails,
      row: #""tag": "x", "type": "text", "calculated": "format($start, 'dd/mm/yyyy')""#,
      #""tag": "x", "type": "text", "calculated": "format($start, 'dd/MM/yyyy HH:mm')""#),
    Mistake(
      .textPlaceholder, row: #""tag": "x", "type": "text", "calculated": "'Hi {$name}'""#,
      #""tag": "x", "type": "text", "calculated": "concat('Hi ', $name)""#),
    Mistake(
      .compareUnknownOption,
      options: #"[{ "value": "a", "s": "Never" }, { "value": "b", "s": "Ex" }]"#,
      filter: "SELF.s == $smoker", "SELF.s ==[c] $smoker"),
    Mistake(
      .nameUse, options: #"[{ "value": "a", "name": "x" }]"#,
      filter: "name == $name", "SELF.name == $name"),
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
      .boundsContradiction,
      row: #""tag": "x", "type": "date", "minimum": "addDays(today(), 7)", "maximum": "today()""#,
      #""tag": "x", "type": "date", "minimum": "today()", "maximum": "addDays(today(), 7)""#),
    Mistake(
      .boundsContradiction,
      row: #""tag": "x", "type": "int", "minimum": "$n + 2", "maximum": "$n - 1""#,
      #""tag": "x", "type": "int", "minimum": "$n - 1", "maximum": "$n + 2""#),
    Mistake(
      .boundsContradiction,
      row: #""tag": "x", "type": "int", "minimum": 130, "maximum": "$age""#,
      #""tag": "x", "type": "int", "minimum": 13, "maximum": "$age""#),
    Mistake(
      .ruleEmptyOther,
      row: #""tag": "x", "type": "date", "rules": [{ "predicate": "SELF > $day" }]"#,
      #""tag": "x", "type": "date", "rules": [{ "predicate": "$day == nil OR SELF > $day" }]"#),
    Mistake(
      .ruleEmptyOther,
      row: #""tag": "x", "type": "date", "rules": [{ "predicate": "$day <= SELF" }]"#,
      #""tag": "x", "type": "date", "minimum": "$day""#),
    Mistake(
      .ruleEmptyOther,
      row: #"""
        "tag": "x", "type": "dateTime", "rules": [{ "predicate": "SELF >= $start + 1800" }]
        """#,
      #""tag": "x", "type": "dateTime", "minimum": "$start + 1800""#),
    Mistake(
      .ruleEmptyOther,
      row:
        #""tag": "x", "type": "date", "visible": "$on == YES", "rules": [{ "predicate": "SELF > $day" }]"#,
      #""tag": "x", "type": "date", "visible": "$on == YES AND $day != nil", "rules": [{ "predicate": "SELF > $day" }]"#
    ),
    Mistake(
      .ruleEmptyOther,
      row:
        #""tag": "x", "type": "date", "hidden": "$on == YES AND $day == nil", "rules": [{ "predicate": "SELF > $day" }]"#,
      #""tag": "x", "type": "date", "hidden": "$on == YES OR $day == nil", "rules": [{ "predicate": "SELF > $day" }]"#
    ),
    Mistake(
      .ruleEmptyOther,
      row:
        #""tag": "x", "type": "int", "visible": "$n != 3", "rules": [{ "predicate": "SELF > $n" }]"#,
      #""tag": "x", "type": "int", "visible": "$n > 3", "rules": [{ "predicate": "SELF > $n" }]"#
    ),
    Mistake(
      .boundsStep,
      row: #""tag": "x", "type": "int", "minimum": 1, "maximum": 5, "step": 7"#,
      #""tag": "x", "type": "int", "minimum": 1, "maximum": 5, "step": 2"#),
    Mistake(
      .boundsOptions,
      row: #""tag": "x", "type": "multipleSelector", "options": ["a", "b"], "minimum": 3"#,
      #""tag": "x", "type": "multipleSelector", "options": ["a", "b"], "minimum": 2"#),
    Mistake(.boundsOptions, row: oneAlone(minimum: 2), oneAlone(minimum: 1)),
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
      .optionsFilterNone, options: #"["a", "b"]"#,
      filter: "SELF == 'x'", "SELF == 'a'"),
    Mistake(
      .compareKind, options: #"["a", { "value": "b", "title": "B" }]"#,
      filter: "SELF != $name", "SELF.value != $name"),
    Mistake(
      .compareKind, options: #"["a", { "value": "b", "x": 1 }]"#,
      filter: "ANY {$name, SELF} == 'a'", "ANY {$name, SELF.value} == 'a'"),
    Mistake(
      .functionKind, options: #"["a", { "value": "b", "x": 1 }]"#,
      filter: "uppercase(SELF) == $name", "uppercase(SELF.value) == $name"),
    Mistake(
      .keyUnknown, options: #"["a", { "value": "b", "x": 1 }]"#,
      filter: "SELF.length == $n", "SELF.value.length == $n"),
    Mistake(
      .keyUnknown, options: #"["a", "b"]"#,
      filter: "SELF.valu == $name", "SELF.value == $name"),
    Mistake(
      .compareUnknownOption, options: #"["a", { "value": "b", "x": 1 }]"#,
      filter: "SELF.value == 'c' OR SELF.x == $n", "SELF.value == 'a' OR SELF.x == $n"),
    Mistake(
      .dateMixed,
      row: #"""
        "tag": "x", "type": "push", "options": [{ "value": "a", "g": "b" }], "groupedBy": "g",
          "groupTitles": { "b": "{$day - $start}" }
        """#,
      #"""
      "tag": "x", "type": "push", "options": [{ "value": "a", "g": "b" }], "groupedBy": "g",
        "groupTitles": { "b": "{daysBetween($start, $day)}" }
      """#),
    Mistake(
      .optionsDuplicate, row: #"\#(choice), "options": ["a", "b", "a"]"#,
      #"\#(choice), "options": ["a", "b"]"#),
    Mistake(
      .functionPerOption, options: #"["a"]"#,
      filter: "isFree(SELF) == 1", "SELF == 'a'"),
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
      .rowNameOnly, row: #""name": "x", "type": "text""#, #""tag": "x", "type": "text""#),
    Mistake(
      .optionsFilterConstant, options: #"[{ "value": "a", "n": 1 }]"#,
      filter: "$n == 1", "SELF.n == 1"),
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
    Mistake(
      .optionsValueColumn, form: valueColumn("SELF.value == $n"), valueColumn("SELF.code == $n")),
    Mistake(
      .compareUnknownOption, form: prices("$article == 'coffee'"), prices("$article == 'tea'")),
    Mistake(
      .compareUnknownOption, form: prices("lookup('t', 'price', $article, 'code') == 'tea'"),
      prices("lookup('t', 'code', $article, 'price') == '1'")),
    Mistake(
      .compareUnknownOption, form: prices("lookup('t', 'code', $drink, 'price') == '1'"),
      prices("coalesce(lookup('t', 'code', $drink, 'price'), '0') == '1'")),
    Mistake(.compareUnknownOption, form: prices("$level == 'x'"), prices("$level == 'low'")),
    Mistake(.compareUnknownOption, form: prices("$price == '3'"), prices("$price == '2'")),
    Mistake(.compareUnknownOption, form: prices("$level == $drink"), prices("$article == $drink")),
    Mistake(.compareUnknownOption, form: cascade("north"), cascade("n")),
    Mistake(.compareOutOfBounds, form: indices("$item.index == -1"), indices("$item.index == 0")),
    Mistake(
      .compareOutOfBounds, form: exclusive(#"["a"]"#, "$m == {'a', 'none'}"),
      exclusive(#"["a"]"#, "$m == {'none'}")),
    Mistake(
      .valueOutOfBounds, form: exclusive(#"["a", "none"]"#, "$m == {'none'}"),
      exclusive(#"["none"]"#, "$m == {'none'}")),
    Mistake(
      .compareOutOfBounds, form: exclusive(#"["a"]"#, "'none' IN $m AND 'a' IN $m"),
      exclusive(#"["a"]"#, "'b' IN $m AND 'a' IN $m")),
    Mistake(
      .compareOutOfBounds, form: exclusive(#"["a"]"#, "$m CONTAINS 'b' AND ANY $m == 'none'"),
      exclusive(#"["a"]"#, "$m CONTAINS 'b' OR ANY $m == 'none'")),
    Mistake(.boundsContradiction, form: mutual("minimum", "$b"), mutual("maximum", "$b")),
    Mistake(.boundsContradiction, form: mutual("minimum", "$b + 1"), mutual("minimum", "$b - 1")),
    Mistake(
      .rowNeverShown, form: around(row: "visible", "$n == 1"), around(row: "visible", "$m == 1")),
    Mistake(
      .logicAround, form: around(row: "required", "$n == 1"), around(row: "required", "$m == 1")),
    Mistake(
      .checkLeftOut, form: around(section: long, row: "visible", "\(long) OR $m == 1"),
      around(section: long, row: "visible", "$m == 1")),
    Mistake(.rowHiddenNil, form: hiddenSection("nil"), hiddenSection("keep")),
    Mistake(.triggerCircle, form: setting("a"), setting("c")),
    Mistake(.rowHiddenNil, form: hidden("nil"), hidden("keep")),
    Mistake(.rowHiddenNil, form: hidden("clear"), hidden("keep")),
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
    Mistake(
      .formLost,
      form: #"""
        { "title": "Q", "questions": [{ "key": "k", "question_type": "date", "prompt": "Day",
          "default": true }] }
        """#,
      #"{ "title": "Q", "questions": [{ "key": "k", "question_type": "date", "prompt": "Day" }] }"#),
  ]

  private static func blob(_ condition: String) -> String {
    #"""
    { "sections": [{ "rows": [{ "tag": "x", "type": "custom", "value": { "isValid": 1 } },
      { "tag": "y", "type": "text", "visible": "\#(condition)" }] }] }
    """#
  }

  private static func valueColumn(_ filter: String) -> String {
    #"""
    { "tables": { "t": { "columns": ["code", "value"], "rows": [["a", "1"], ["b", "2"]] } },
      "sections": [{ "rows": [{ "tag": "n", "type": "text" },
        { "tag": "x", "type": "push", "options": { "table": "t", "value": "code" },
          "optionsFilter": "\#(filter)" }] }] }
    """#
  }

  private static func prices(_ condition: String) -> String {
    #"""
    { "tables": { "t": { "columns": ["code", "price"], "rows": [["tea", "1"], ["milk", "2"]] } },
      "sections": [{ "rows": [{ "tag": "n", "type": "int" },
        { "tag": "article", "type": "push", "options": { "table": "t", "value": "code" } },
        { "tag": "drink", "type": "push", "options": ["tea", "juice"] },
        { "tag": "level", "type": "text", "calculated": "if($n > 3, 'high', if($n > 1, 'mid', 'low'))" },
        { "tag": "price", "type": "text", "calculated": "lookup('t', 'code', $article, 'price')" },
        { "tag": "x", "type": "text", "visible": "\#(condition)" }] }] }
    """#
  }

  private static func cascade(_ code: String) -> String {
    #"""
    { "tables": { "wards": { "columns": ["code", "district"], "rows": [["w1", "n"], ["w2", "s"]] } },
      "sections": [{ "rows": [
        { "tag": "district", "type": "push", "options": ["\#(code)", "west"] },
        { "tag": "ward", "type": "push", "options": { "table": "wards", "value": "code" },
          "optionsFilter": "SELF.district == $district" }] }] }
    """#
  }

  private static func indices(_ condition: String) -> String {
    #"""
    { "sections": [{ "tag": "l", "kind": "multivalued", "template": { "rows": [
      { "tag": "n", "type": "int" }, { "tag": "x", "type": "text", "visible": "\#(condition)" }] } }] }
    """#
  }

  private static func exclusive(_ value: String, _ condition: String) -> String {
    #"""
    { "sections": [{ "rows": [
      { "tag": "m", "type": "multipleSelector", "value": \#(value),
        "options": ["a", "b", { "value": "none", "exclusive": true }] },
      { "tag": "x", "type": "text", "visible": "\#(condition)" }] }] }
    """#
  }

  private static func hidden(_ policy: String) -> String {
    #"""
    { "whenHidden": "nil", "sections": [{ "rows": [
      { "tag": "secret", "type": "text", "hidden": true, "value": "s", "whenHidden": "\#(policy)" },
      { "tag": "x", "type": "text", "visible": "$secret != 's'" }] }] }
    """#
  }

  private static func hiddenSection(_ policy: String) -> String {
    #"""
    { "sections": [{ "hidden": true, "whenHidden": "\#(policy)", "rows": [
      { "tag": "secret", "type": "text", "value": "s" }] },
      { "rows": [{ "tag": "x", "type": "text", "visible": "$secret != 's'" }] }] }
    """#
  }

  /// Two rows, of which the second one sets this one.
  private static func setting(_ tag: String) -> String {
    #"""
    { "sections": [{ "rows": [
      { "tag": "a", "type": "int", "whenChanged": [{ "set": "b", "to": "$a" }] },
      { "tag": "b", "type": "int", "whenChanged": [{ "set": "\#(tag)", "to": "$b" }] },
      { "tag": "c", "type": "int" }] }] }
    """#
  }

  private static func mutual(_ key: String, _ bound: String) -> String {
    #"""
    { "sections": [{ "rows": [{ "tag": "b", "type": "int", "minimum": "$c" },
      { "tag": "c", "type": "int", "\#(key)": "\#(bound)" }] }] }
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
