// What the hints propose: each proposal stands in the corrected condition, which compiles, and in
// which nothing is found.

import FormGraph
import Testing

@testable import FormAnalysis

@Suite("Proposals of hints") struct HintTests {
  private static func form(_ condition: String) -> String {
    """
    { "sections": [
      { "rows": [
        { "tag": "name", "type": "text" }, { "tag": "age", "type": "int" },
        { "tag": "n", "type": "int" }, { "tag": "price", "type": "decimal" },
        { "tag": "on", "type": "switch" }, { "tag": "ok", "type": "switch" },
        { "tag": "born", "type": "date" }, { "tag": "at", "type": "time" },
        { "tag": "smoker", "type": "push", "options": ["never", "former", "current"] },
        { "tag": "colors", "type": "multipleSelector", "options": ["red", "green", "blue"] } ] },
      { "tag": "lines", "kind": "multivalued", "template": { "rows": [
        { "tag": "what", "type": "text" }, { "tag": "amount", "type": "decimal" } ] } },
      { "tag": "visits", "kind": "multivalued", "template": {
        "rows": [{ "tag": "place", "type": "text" }],
        "sections": [{ "tag": "drugs", "kind": "multivalued", "template": { "rows": [
          { "tag": "drug", "type": "text" }, { "tag": "dose", "type": "int" } ] } }] } },
      { "rows": [{ "tag": "x", "type": "text", "visible": "\(condition)" }] } ] }
    """
  }

  private func findings(_ condition: String) -> [Finding] {
    do throws(CompileFailure) {
      return FormReport(of: try .of(Self.form(condition))).findings
    } catch {
      return FormReport(error).findings
    }
  }

  @Test("A proposal compiles and means what the author meant", arguments: rows)
  func proposal(_ wrong: String, _ proposal: String, _ right: String) {
    let found = findings(wrong)
    #expect(found.count == 1, "\(wrong)")
    let hint = found.first?.problem.hint ?? ""
    #expect(hint.contains(proposal), "\(wrong): \(hint)")
    #expect(right.contains(proposal), "\(wrong)")
    #expect(findings(right) == [], "\(right)")
  }

  private static let rows: [(String, String, String)] = [
    ("$at > '08:00'", "timeText($at)", "timeText($at) > '08:00'"),
    ("$born > 2000-1-1", "CAST('2000-01-01', 'NSDate')", "$born > CAST('2000-01-01', 'NSDate')"),
    (
      "$born > '2000-01-01'", "CAST('2000-01-01', 'NSDate')", "$born > CAST('2000-01-01', 'NSDate')"
    ),
    ("today > $born", "today()", "today() > $born"),
    ("now < $born", "now()", "now() < $born"),
    (
      "($age > 18 ? 1 : 2) == 1", "TERNARY($age > 18, 1, 2)", "(TERNARY($age > 18, 1, 2)) == 1"
    ),
    (
      "($age > 18 ? 1 : 2) == $n AND $on == YES", "TERNARY($age > 18, 1, 2)",
      "TERNARY($age > 18, 1, 2) == $n AND $on == YES"
    ),
    ("selected($smoker, 'never')", "$smoker == 'never'", "$smoker == 'never'"),
    ("selected($colors, 'red')", "$colors CONTAINS 'red'", "$colors CONTAINS 'red'"),
    ("$age.isVisible", "NOT $age.isHidden == YES", "NOT $age.isHidden == YES"),
    ("NOT $age.isVisible", "$age.isHidden == YES", "$age.isHidden == YES"),
    ("$age.isVisible == NO", "$age.isHidden == YES", "$age.isHidden == YES"),
    ("$age.isVisible == YES", "NOT $age.isHidden == YES", "NOT $age.isHidden == YES"),
    ("NOT $age.isVisible == YES", "$age.isHidden == YES", "$age.isHidden == YES"),
    ("NOT $age.isVisible == NO", "NOT $age.isHidden == YES", "NOT $age.isHidden == YES"),
    (
      "SUBQUERY($lines, $l, $l.amount > 3) > 0", "SUBQUERY($lines, $l, $l.amount > 3).@count",
      "SUBQUERY($lines, $l, $l.amount > 3).@count > 0"
    ),
    ("$colors > 2", "$colors.@count", "$colors.@count > 2"),
    ("$name.length() > 3", "$name.length", "$name.length > 3"),
    ("$lines.count() > 3", "$lines.@count", "$lines.@count > 3"),
    ("$name.toUpperCase() == 'A'", "uppercase($name)", "uppercase($name) == 'A'"),
    ("$price > 1,5", "1.5", "$price > 1.5"),
    ("$price > 1,5 AND $on == YES", "1.5", "$price > 1.5 AND $on == YES"),
    ("AND($age > 3, $n > 2)", "($age > 3 AND $n > 2)", "($age > 3 AND $n > 2)"),
    ("AND($on, $ok)", "($on == YES AND $ok == YES)", "($on == YES AND $ok == YES)"),
    (
      "OR($on, $age > 3) AND $n == 1", "($on == YES OR $age > 3)",
      "($on == YES OR $age > 3) AND $n == 1"
    ),
    ("$age BETWEEN 1 AND 5", "$age BETWEEN {1, 5}", "$age BETWEEN {1, 5}"),
    ("$lines.amount.sum > 3", "$lines.amount.@sum", "$lines.amount.@sum > 3"),
    ("$name[0] == 'a'", "substring($name, 0, 1)", "substring($name, 0, 1) == 'a'"),
    ("round($name) > 3", "number($name)", "round(number($name)) > 3"),
    ("characters($age) > 3", "concat($age)", "characters(concat($age)) > 3"),
    (
      "daysBetween($born, '2000-01-01') > 3", "CAST('2000-01-01', 'NSDate')",
      "daysBetween($born, CAST('2000-01-01', 'NSDate')) > 3"
    ),
    (
      "$visits.drugs.@sum.dose > 3", "$visits.@unionOfArrays.drugs.@sum.dose",
      "$visits.@unionOfArrays.drugs.@sum.dose > 3"
    ),
    (
      "$visits.@max.drugs.dose > 3", "$visits.@unionOfArrays.drugs.@max.dose",
      "$visits.@unionOfArrays.drugs.@max.dose > 3"
    ),
    ("$smoker == ''", "nil", "$smoker == nil"),
    (
      "today() - $born > 294", "daysBetween($born, today())", "daysBetween($born, today()) > 294"
    ),
    ("$born + 280 < today()", "addDays($born, 280)", "addDays($born, 280) < today()"),
    ("$born - 7 > today()", "addDays($born, -7)", "addDays($born, -7) > today()"),
    ("($age / 100) ** 2 > 4", "/ 100.0", "($age / 100.0) ** 2 > 4"),
    ("$age / $n * 100 > 50", "* 1.0 /", "$age * 1.0 / $n * 100 > 50"),
    (
      "(today() - $born) / 365.25 > 18", "yearsBetween($born, today())",
      "yearsBetween($born, today()) > 18"
    ),
    ("$age ^ 2 > 4", "$age ** 2", "$age ** 2 > 4"),
    ("$smoker CONTAINS 'never'", "$smoker == 'never'", "$smoker == 'never'"),
    ("$price / 3 == 0.125", "round($price / 3, 3) == 0.125", "round($price / 3, 3) == 0.125"),
    ("$price + 0.2 == 0.3", "round($price + 0.2, 2) == 0.3", "round($price + 0.2, 2) == 0.3"),
    ("contains($name, 'a')", "$name CONTAINS 'a'", "$name CONTAINS 'a'"),
    ("between($n, 1, 3)", "$n BETWEEN {1, 3}", "$n BETWEEN {1, 3}"),
    ("$n in 1..5", "$n BETWEEN {1, 5}", "$n BETWEEN {1, 5}"),
    ("$name == nil()", "$name == nil", "$name == nil"),
    ("$name == ''", "$name == nil", "$name == nil"),
    ("lowercase($name) == 'Abc'", "'abc'", "lowercase($name) == 'abc'"),
    (
      "$smoker IN {'never', nil}", "$smoker == nil OR $smoker IN {'never'}",
      "$smoker == nil OR $smoker IN {'never'}"
    ),
    (
      "$name.substring(0, 1) == 'x'", "substring($name, 0, 1)", "substring($name, 0, 1) == 'x'"
    ),
    ("$lines.sum(amount) > 2", "$lines.@sum.amount", "$lines.@sum.amount > 2"),
    (
      "$n == 1 NAND $age == 2", "NOT ($n == 1 AND $age == 2)", "NOT ($n == 1 AND $age == 2)"
    ),
    (
      "if $n == 1 then $age == 2", "NOT ($n == 1) OR $age == 2", "NOT ($n == 1) OR $age == 2"
    ),
    (
      "$born > 01.05.2014", "CAST('2014-05-01', 'NSDate')", "$born > CAST('2014-05-01', 'NSDate')"
    ),
    (
      "$born > 12/31/2014", "CAST('2014-12-31', 'NSDate')", "$born > CAST('2014-12-31', 'NSDate')"
    ),
    (
      "today() - $born + 1 > 30", "daysBetween($born, today())",
      "daysBetween($born, today()) + 1 > 30"
    ),
    ("$lines.@sum > 3", "$lines.@sum.amount", "$lines.@sum.amount > 3"),
  ]
}
