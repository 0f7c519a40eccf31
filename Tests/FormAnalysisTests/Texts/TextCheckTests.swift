// What the checks find in the conditions of one form, as a table: the text, then each finding as
// its id and the part that it points at. Right rows find nothing.

import FormGraph
import Predicate
import Testing

@testable import FormAnalysis

@Suite("Checks of texts") struct TextCheckTests {
  /// The form whose last row is visible by the given text.
  private static func form(
    _ text: String, key: String = "visible", row: String = "x", type: String = "text"
  ) -> String {
    """
    { "inputs": { "locale": "es", "limit": 10 },
      "tables": { "w": { "columns": ["a", "b", { "name": "n", "type": "int" }],
        "rows": [["x", "y", 1], ["u", "v", 2]] } },
      "sections": [
      { "rows": [
        { "tag": "name", "type": "text" }, { "tag": "nick", "type": "text" },
        { "tag": "code", "type": "text", "rules": [{ "type": "maxLength", "value": 2 }] },
        { "tag": "age", "type": "int", "minimum": 0, "maximum": 120 },
        { "tag": "n", "type": "int" }, { "tag": "m", "type": "int" },
        { "tag": "price", "type": "decimal" },
        { "tag": "on", "type": "switch" }, { "tag": "ok", "type": "switch" },
        { "tag": "born", "type": "date" },
        { "tag": "due", "type": "date", "minimum": "2020-01-01", "maximum": "2029-12-31" },
        { "tag": "at", "type": "time" },
        { "tag": "start", "type": "dateTime" }, { "tag": "end", "type": "dateTime" },
        { "tag": "smoker", "type": "push", "options": ["never", "former", "current"] },
        { "tag": "level", "type": "push", "options": [1, 2, 3] },
        { "tag": "colors", "type": "multipleSelector", "options": ["red", "green", "blue"] },
        { "tag": "blob", "type": "custom" },
        { "tag": "total", "type": "decimal", "calculated": "$price * $n" },
        { "tag": "note", "type": "label" } ] },
      { "tag": "phones", "kind": "multivalued", "item": { "type": "phone" } },
      { "tag": "lines", "kind": "multivalued", "template": { "rows": [
        { "tag": "what", "type": "text" }, { "tag": "amount", "type": "decimal" } ] } },
      { "tag": "visits", "kind": "multivalued", "maximum": 5, "template": {
        "rows": [{ "tag": "place", "type": "text" }],
        "sections": [{ "tag": "drugs", "kind": "multivalued", "template": { "rows": [
          { "tag": "drug", "type": "text" }, { "tag": "dose", "type": "int" } ] } }] } },
      { "tag": "contacts", "kind": "multivalued", "templates": {
        "phone": { "rows": [{ "tag": "number", "type": "text" }] },
        "email": { "rows": [{ "tag": "address", "type": "text" }] } } },
      { "rows": [{ "tag": "\(row)", "type": "\(type)",
        "\(key)": "\(text.replacing("\\", with: "\\\\"))" }] } ] }
    """
  }

  /// The findings as `id part`, without those of the logic, which has a table of its own.
  private func findings(
    _ text: String, key: String = "visible", type: String = "text"
  ) throws -> [String] {
    let form = try CompiledForm.compile(json: Self.form(text, key: key, type: type).utf8)
    return FormCheck.findings(of: form).filter {
      !$0.id.rawValue.hasPrefix("logic/") || $0.id == .notScope || $0.id == .andOr
    }
    .map { finding in
      let range = finding.problem.textRange ?? 0..<0
      return "\(finding.id.rawValue) \(String(decoding: Array(text.utf8)[range], as: UTF8.self))"
    }
  }

  @Test("A text that can hold and can fail is right", arguments: rightRows)
  func right(_ text: String) throws {
    #expect(try findings(text) == [], "\(text)")
  }

  @Test("A text with a mistake is found, at its place", arguments: wrongRows)
  func wrong(_ text: String, _ expected: [String]) throws {
    #expect(try findings(text) == expected, "\(text)")
  }

  private static let rightRows = [
    "$age == 18.0", "$price == 18", "$level == 2.0", "$on == 1", "$on > 0", "$on == $ok",
    "$limit > $age", "$age / 2.0 > 9", "$price / 2 > 1", "$total / $n > 2", "$n / 2 * 2 == $n",
    // A division whose rest does not matter, or that has none.
    "$age / 7 == $n", "$age / 7 + $n > 3", "$age - $age / 7 * 7 > 3", "10 * ($n / 10) == $n",
    "8 / 2 * $n > 3", "$age / 1 * $price > 3", "8 / 2 * $price > 3", "floor($age / 7) * 7 > 3",
    "$price / $n * 100 > 50", "1.0 * $age / $n * 100 > 50",
    // Seconds that are meant, and days that are counted.
    "$born + 86400 > today()", "$born - 604800.0 < today()", "$born + 0 == today()",
    "$born + $n > today()", "$start + 280 < $end", "now() - 30 < $start", "$start + 30 > $born",
    "today() - $born > 0", "today() - $born >= 86400", "today() - $born > $n",
    "$due - $born BETWEEN {1, 604800}", "$due - $born BETWEEN {0, $n}", "$end - $start > 600",
    "daysBetween($born, today()) > 294", "addDays($born, 280) < today()",
    "(today() - $born) / 86400 > 294", "timeOf($end) - $at > 600",
    "$age == nil", "$on == nil", "$total == nil", "$locale != 'es'",
    "lowercase($name) == 'abc'", "lowercase($name) ==[c] 'Abc'",
    "$name == nil OR $name == ''", "$name != nil AND $name != ''",
    "$colors == nil OR $colors.@count == 0", "$age < 18 OR $age >= 18", "NOT $age < 18",
    "$smoker CONTAINS 'ev'", "$smoker CONTAINS[c] 'CUR'", "'form' IN $smoker",
    "$smoker IN 'never former'", "'a current smoker' CONTAINS $smoker",
    "ANY $colors CONTAINS 're'", "$colors CONTAINS 'red'",
    "$smoker ==[c] 'CURRENT'", "$smoker BEGINSWITH 'c'", "$smoker LIKE 'f*'", "'RED' IN[c] $colors",
    "$age > 17 AND $age < 19", "'red' IN $colors", "$colors CONTAINS 'red'",
    "ANY $colors IN {'red', 'blue'}", "$colors == {'red', 'blue'}", "$phones == {}",
    "NONE $phones == ''", "ANY $lines.amount > 3", "ALL $lines.amount > 0",
    "$lines.@sum.amount > 100", "$lines.amount.@max > 9", "$lines[FIRST].amount > 1",
    "$lines.@count > 0 AND $lines[0].amount > 1",
    "SUBQUERY($lines, $l, $l.amount > 3).@count > 1",
    "SUBQUERY($lines, $l, $l.what == $name).@count > 0", "now() - $born > 567648000",
    "$start + 3600 < $end", "$born < CAST('2000-01-01', 'NSDate')", "$born > now()",
    "$name LIKE '*%'", "$name CONTAINS '%'", "$name == '12'", "$name < 'M'",
    "$name.integerValue > 11", "$name.length >= 3", "$name IN 'yes no'", "$age BETWEEN {18, 18}",
    "$age BETWEEN {$n, $m}", "$age == 120", "$age.isValid == NO",
    "NOT ($age < 18 AND $on == YES)", "TERNARY($age == nil, 0, $age) >= 18",
    "$n != 0 AND modulus:by:($age, $n) == 0", "$blob == 'a' OR $blob == 1", "$blob.x > 3",
    "TRUEPREDICATE",
    // Functions: the kinds of their arguments and results.
    "year($born) > 2000", "yearsBetween($born, today()) >= 18", "round($price, 2) == 1.5",
    "substring($name, 0, 1) == 'x'", "join($phones, ', ') == 'x'", "number($name) > 3",
    "max($lines.amount) > 3", "max($lines.what) > 'x'", "sum($lines.amount) > 3", "sum($n, $m) > 3",
    "concat($n, ' ', $born) == 'x'", "hour($at) > 8", "format($price, '0.0') == '1.0'",
    "format($born, 'yyyy') == '2000'", "coalesce($n, 0) > 1", "length($name) > 3",
    "coalesce($name, $n) == 'x'", "daysBetween($born, CAST('2000-01-01', 'NSDate')) > 3",
    "count($lines.amount) > 1", "min($born, today()) < now()", "average($lines.amount) > 1.5",
    // Inputs.
    "$locale > 'e'", "$limit > 9.5",
    // Tables.
    "lookup('w', 'a', $name, 'b') == 'y'", "lookup('w', 'n', $n, 'a') == 'x'",
    "lookup('w', 'a', 'x', 'n') >= 2", "SUBQUERY(table('w'), $r, $r.a == $name).@count > 0",
    "ANY table('w').n == $n", "$name IN table('w').a", "$n IN table('w').n",
    "SUBQUERY(table('w'), $r, $r.n > 1).@count > 0",
    // Lists in items.
    "ANY $visits.drugs.dose > 3", "$visits.@unionOfArrays.drugs.@sum.dose > 3",
    "$visits.drugs.@count > 0", "SUBQUERY($visits, $v, $v.drugs.@sum.dose > 3).@count > 0",
    "SUBQUERY($visits.@unionOfArrays.drugs, $d, $d.dose == 1).@count > 0",
    "$visits.@unionOfArrays.drugs.@count > 0", "ANY $visits.drugs.drug == 'x'",
    // Options that some option meets, and numbers of elements.
    "$level > 2", "$level >= 3", "$level BETWEEN {2, 9}", "$smoker LIKE 'n*'",
    "$smoker MATCHES 'c.+'", "$smoker ENDSWITH 'er'", "$smoker ENDSWITH[c] 'ER'",
    "$smoker < 'd'", "$colors.@count > 2", "$colors.@count == 3", "$visits.@count == 5",
    "$lines.@count > 100", "$visits.@count >= 0", "$colors.@count == nil",
    // Days.
    "$due > CAST('2020-01-01', 'NSDate')", "$due == date(2029, 12, 31)",
    "$start > CAST('2050-01-01', 'NSDate')", "timeText($at) > '08:00'",
    // What looks like a mistake and is none.
    "NOT $on == YES AND NOT $ok == YES", "$age != 119", "$contacts.@count > 1",
    "ANY $contacts.template == 'phone'", "ANY $lines.what.length > 3",
    "SUBQUERY($phones, $p, $p.length > 3).@count > 0", "$name.length == 3",
    "SUBQUERY($lines, $l, $l['what'] == 'x').@count > 0",
    "SUBQUERY($phones, $p, $p.index > 0 AND $p == 'x').@count > 0",
    "SUBQUERY($visits, $v, SUBQUERY($v.drugs, $d, $d.index == $v.index).@count > 0).@count > 1",
  ]

  private static let wrongRows: [(String, [String])] = [
    ("$age > '18'", ["compare/kind '18'"]),
    ("$name >= 18", ["compare/kind 18"]),
    ("$born > '2000-01-01'", ["compare/kind '2000-01-01'"]),
    ("$born > 2000", ["compare/kind 2000"]),
    ("$age == '18'", ["compare/kind '18'"]),
    ("'18' != $age", ["compare/kind '18'"]),
    ("$age IN {'17', $name}", ["compare/kind '17'", "compare/kind $name"]),
    ("$age IN {'17', '18'}", ["compare/kind '17'", "compare/kind '18'"]),
    ("$age BETWEEN {'1', '9'}", ["compare/kind '1'", "compare/kind '9'"]),
    ("$level == '2'", ["compare/kind '2'"]),
    ("$age == $name", ["compare/kind $name"]),
    ("$colors == 'red'", ["compare/kind 'red'"]),
    ("$colors > 2", ["compare/kind 2"]),
    ("$born - 5 > 3", ["compare/kind 3", "arith/day-seconds $born - 5"]),
    ("ANY $lines.amount > '3'", ["compare/kind '3'"]),
    ("SUBQUERY($lines, $l, $l.amount > 'a').@count > 0", ["compare/kind 'a'"]),
    ("SUBQUERY($lines, $l, $l.index > 'a').@count > 0", ["compare/kind 'a'"]),
    ("SUBQUERY($lines, $l, $l.index < 0).@count > 0", ["compare/out-of-bounds 0"]),
    ("SUBQUERY($phones, $p, $p.index == 'x').@count > 0", ["compare/kind 'x'"]),
    ("TERNARY($on == YES, 'a', 'b') > 3", ["compare/kind 3"]),
    ("$age != ''", ["compare/kind ''"]),
    ("$on == 'yes'", ["compare/bool-text 'yes'"]),
    ("$on != 'true'", ["compare/bool-text 'true'"]),
    ("$born > 2000-01-01", ["date/unquoted 2000-01-01"]),
    ("$colors IN {'red'}", ["in/side $colors"]),
    ("{'red'} CONTAINS $colors", ["in/side $colors"]),
    ("$colors IN 'red'", ["in/side $colors"]),
    ("$age CONTAINS 1", ["operand/kind $age"]),
    ("$age MATCHES '1.*'", ["operand/kind $age"]),
    ("$age BEGINSWITH '1'", ["operand/kind $age"]),
    ("1 IN $age", ["operand/kind $age"]),
    ("$name + 1 == 2", ["operand/kind $name"]),
    ("$name + $nick == 'ab'", ["operand/kind $name"]),
    ("$on + 'a' == 1", ["operand/kind 'a'"]),
    ("$born + $born > now()", ["operand/kind $born"]),
    ("$price & 1 == 1", ["operand/kind $price"]),
    ("$smoker CONTAINS {'never'}", ["in/side {'never'}"]),
    ("length($age) > 2", ["function/kind $age"]),
    ("sqrt($name) > 2", ["function/kind $name"]),
    ("sum($age) > 2", ["function/kind $age"]),
    ("$age.@count > 0", ["list/count $age"]),
    ("$name.@count > 0", ["list/count $name"]),
    ("$lines.amount > 3", ["list/quantifier $lines.amount"]),
    ("$lines.what == 'x'", ["list/quantifier $lines.what"]),
    ("ANY $age > 3", ["list/quantifier $age"]),
    ("ALL $name == 'x'", ["list/quantifier $name"]),
    ("SUBQUERY($age, $x, $x > 1).@count > 0", ["list/quantifier $age"]),
    ("$lines[0].amount > 1", ["list/index $lines"]),
    ("$lines[-1].amount > 1", ["list/index $lines"]),
    ("$lines[0].amount == nil", ["list/index $lines"]),
    ("$phones == nil", ["compare/nil $phones"]),
    ("$phones.@count == nil", ["compare/nil $phones.@count"]),
    ("$n > nil", ["compare/nil nil"]),
    ("$n BETWEEN {nil, 3}", ["compare/nil nil"]),
    ("$age.isHidden == nil", ["compare/nil $age.isHidden"]),
    ("$smoker == 'curent'", ["compare/unknown-option 'curent'"]),
    ("$smoker IN {'never', $name, 'formr'}", ["compare/unknown-option 'formr'"]),
    ("$smoker IN {'never', 'formr'}", ["compare/unknown-option 'formr'"]),
    ("'pink' IN $colors", ["compare/unknown-option 'pink'"]),
    ("$smoker CONTAINS 'xy'", ["compare/unknown-option 'xy'"]),
    ("$smoker IN 'always'", ["compare/unknown-option 'always'"]),
    ("$colors CONTAINS 're'", ["compare/unknown-option 're'"]),
    ("ANY $colors CONTAINS 'xy'", ["compare/unknown-option 'xy'"]),
    ("$level == 4", ["compare/unknown-option 4"]),
    ("$smoker BEGINSWITH 'x'", ["compare/unknown-option 'x'"]),
    ("$smoker == 'Current'", ["compare/option-case 'Current'"]),
    ("ANY $colors == 'Red'", ["compare/option-case 'Red'"]),
    ("$age > 120", ["compare/out-of-bounds 120"]),
    ("$age == -1", ["compare/out-of-bounds -1"]),
    ("$age BETWEEN {130, $n}", []),
    ("$age BETWEEN {130, 140}", ["compare/out-of-bounds 130"]),
    ("$code == 'AB12'", ["compare/length 'AB12'"]),
    ("$age / 2 > 9.5", ["arith/integer-division $age / 2"]),
    ("7 / 2 * $price > 9", ["arith/integer-division 7 / 2"]),
    ("$age / $n * 100 > 50", ["arith/integer-division $age / $n"]),
    ("100 * ($age / $n) > 50", ["arith/integer-division ($age / $n)"]),
    ("$price / ($age / 100) ** 2 > 25", ["arith/integer-division ($age / 100)"]),
    ("2 ** ($n / 7) > 8", ["arith/integer-division ($n / 7)"]),
    ("round($age / $n, 2) > 5", ["arith/integer-division $age / $n"]),
    ("ceiling($age / 7) > 5", ["arith/integer-division $age / 7"]),
    ("$price / ($age / 100) > 25", ["arith/integer-division ($age / 100)"]),
    (
      "$lines.@count / $phones.@count * 100 > 5",
      [
        "arith/integer-division $lines.@count / $phones.@count"
      ]
    ),
    (
      "$age / $n * $m / $level * 2 > 5",
      [
        "arith/integer-division $age / $n", "arith/integer-division $age / $n * $m / $level",
      ]
    ),
    // Days count seconds.
    ("$born + 280 < today()", ["arith/day-seconds $born + 280"]),
    ("280 + $born < today()", ["arith/day-seconds 280 + $born"]),
    ("$born.value - 1.5 < now()", ["arith/day-seconds $born.value - 1.5"]),
    ("$start > today() - 30", ["arith/day-seconds today() - 30"]),
    (
      "coalesce($born, dayOf(now())) + 7 > today()",
      [
        "arith/day-seconds coalesce($born, dayOf(now())) + 7"
      ]
    ),
    ("max($born, $due) + 7 > today()", ["arith/day-seconds max($born, $due) + 7"]),
    ("addMonths($born, 1) + 7 > today()", ["arith/day-seconds addMonths($born, 1) + 7"]),
    ("date(2024, 5, 1) + 7 > today()", ["arith/day-seconds date(2024, 5, 1) + 7"]),
    (
      "TERNARY($on == YES, $born, $due) + 7 > today()",
      [
        "arith/day-seconds TERNARY($on == YES, $born, $due) + 7"
      ]
    ),
    ("today() - $born > 294", ["arith/day-seconds today() - $born"]),
    ("294 <= today() - $born", ["arith/day-seconds today() - $born"]),
    ("(today() - $born) == 1", ["arith/day-seconds (today() - $born)"]),
    ("$due - $born BETWEEN {0, 30}", ["arith/day-seconds $due - $born"]),
    ("$due - $born + 1 > 30", ["arith/day-seconds $due - $born"]),
    ("2 - (1 + ($due - $born)) < 3", ["arith/day-seconds ($due - $born)"]),
    (
      "$due - CAST('2024-05-01', 'NSDate') < -7",
      [
        "arith/day-seconds $due - CAST('2024-05-01', 'NSDate')"
      ]
    ),
    ("$name LIKE '%n%'", ["like/percent '%n%'"]),
    ("NOT $on == YES AND $age > 3", ["logic/not-scope NOT $on == YES"]),
    ("$on == YES OR $age > 3 AND $n == 1", ["logic/and-or $age > 3 AND $n == 1"]),
    ("$name != ''", ["compare/empty-text $name != ''"]),
    ("$name == ''", ["compare/empty-text $name == ''"]),
    ("'' == $name", ["compare/empty-text '' == $name"]),
    // One cause is one finding.
    ("$smoker != ''", ["compare/unknown-option ''"]),
    ("$smoker == ''", ["compare/unknown-option ''"]),
    ("$colors == 'pink'", ["compare/kind 'pink'"]),
    ("$smoker IN {'', $name}", ["compare/unknown-option ''"]),
    ("SUBQUERY($lines, $l, $l['amount'] == 'x').@count > 0", ["compare/kind 'x'"]),
    ("$age != 121", ["compare/out-of-bounds 121"]),
    ("$name LIKE '50%'", ["like/percent '50%'"]),
    // Functions.
    ("year($name) > 3", ["function/kind $name"]),
    ("yearsBetween($age, today()) > 3", ["function/kind $age"]),
    ("round($name) > 3", ["function/kind $name"]),
    ("substring($age, 0, 1) == 'x'", ["function/kind $age"]),
    ("join($name, ',') == 'x'", ["function/kind $name"]),
    ("addDays($born, $name) > $born", ["function/kind $name"]),
    ("format($name, '0') == 'x'", ["function/kind $name"]),
    ("number($born) > 3", ["function/kind $born"]),
    ("concat($colors) == 'x'", ["function/kind $colors"]),
    ("sum($lines.what) > 3", ["function/kind $lines.what"]),
    ("sum($age, $name) > 3", ["function/kind $name"]),
    ("modulus:by:($age, $name) == 0", ["function/kind $name"]),
    ("round($age) == 'x'", ["compare/kind 'x'"]),
    ("number($name) == 'x'", ["compare/kind 'x'"]),
    ("max($lines.amount) == 'x'", ["compare/kind 'x'"]),
    ("min($age, $n) > 'x'", ["compare/kind 'x'"]),
    ("coalesce($age, 0) == 'x'", ["compare/kind 'x'"]),
    ("concat($age) > 3", ["compare/kind 3"]),
    ("concat($age) == nil", ["compare/nil concat($age)"]),
    // Inputs.
    ("$limit == 'ten'", ["compare/kind 'ten'"]),
    ("$locale > 3", ["compare/kind 3"]),
    // Tables.
    ("lookup('w', 'a', $n, 'b') == 'y'", ["compare/kind $n"]),
    ("lookup('w', 'a', $name, 'b') > 3", ["compare/kind 3"]),
    ("lookup('w', 'a', 'zz', 'b') == 'y'", ["compare/unknown-option 'zz'"]),
    ("lookup('w', 'a', $name, 'b') == 'zz'", ["compare/unknown-option 'zz'"]),
    ("SUBQUERY(table('w'), $r, $r.a == $n).@count > 0", ["compare/kind $n"]),
    ("SUBQUERY(table('w'), $r, $r.a == 'zz').@count > 0", ["compare/unknown-option 'zz'"]),
    ("table('w').n > 1", ["list/quantifier table('w').n"]),
    ("$n IN table('w').a", ["compare/kind table('w').a"]),
    // Lists in items.
    ("ANY $visits.drugs.dose > 'a'", ["compare/kind 'a'"]),
    ("$visits.drugs.dose > 3", ["list/quantifier $visits.drugs.dose"]),
    ("$visits.@unionOfArrays.drugs.@sum.dose > 'a'", ["compare/kind 'a'"]),
    (
      "$visits.@unionOfArrays.drugs.@sum.drug > 3",
      ["operand/kind $visits.@unionOfArrays.drugs.@sum.drug"]
    ),
    (
      "SUBQUERY($visits.@unionOfArrays.drugs, $d, $d.dose > 'a').@count > 0", ["compare/kind 'a'"]
    ),
    // Operands.
    ("-$name > 3", ["operand/kind $name"]),
    ("$age BETWEEN 1", ["operand/kind 1"]),
    ("$name[0] == 'a'", ["operand/kind $name"]),
    ("$lines.@sum.what > 3", ["operand/kind $lines.@sum.what"]),
    ("$phones.@sum > 3", ["operand/kind $phones.@sum"]),
    ("$lines.amount.sum > 3", ["key/unknown $lines.amount.sum"]),
    ("concat($name).foo == 1", ["key/unknown concat($name).foo"]),
    ("SUBQUERY($lines, $l, $l.amount.foo == 1).@count > 0", ["key/unknown $l.amount.foo"]),
    ("$lines.what.length > 3", ["list/quantifier $lines.what.length"]),
    // Options that no option meets.
    ("$level > 3", ["compare/out-of-bounds 3"]),
    ("4 < $level", ["compare/out-of-bounds 4"]),
    ("$level BETWEEN {5, 9}", ["compare/out-of-bounds {5, 9}"]),
    ("$smoker LIKE 'x*'", ["compare/unknown-option 'x*'"]),
    ("$smoker MATCHES 'x.*'", ["compare/unknown-option 'x.*'"]),
    ("$smoker ENDSWITH 'zz'", ["compare/unknown-option 'zz'"]),
    ("ANY $contacts.template == 'fax'", ["compare/unknown-option 'fax'"]),
    // Numbers of elements.
    ("$colors.@count > 3", ["compare/out-of-bounds 3"]),
    ("$visits.@count > 5", ["compare/out-of-bounds 5"]),
    ("$lines.@count < 0", ["compare/out-of-bounds 0"]),
    ("-1 != $phones.@count", ["compare/out-of-bounds -1"]),
    // Days.
    ("$due > CAST('2031-01-01', 'NSDate')", ["compare/out-of-bounds CAST('2031-01-01', 'NSDate')"]),
    ("$due == date(2019, 12, 31)", ["compare/out-of-bounds date(2019, 12, 31)"]),
    ("$at > '08:00'", ["compare/kind '08:00'"]),
    ("$born > 2024-13-45", ["date/unquoted 2024-13-45"]),
  ]

  @Test("A finding says what is so, and what to write", arguments: words)
  func says(_ text: String, _ message: String, _ hint: String?) throws {
    let form = try CompiledForm.compile(json: Self.form(text).utf8)
    let finding = try #require(FormCheck.findings(of: form).first)
    #expect(finding.problem.message == message)
    #expect(finding.problem.hint == hint)
  }

  private static let words: [(String, String, String?)] = [
    (
      "$age != 121", "a valid value of age is from 0 to 120, so every valid answer meets this", nil
    ),
    (
      "$age > 120",
      "a valid value of age is from 0 to 120, so only an invalid answer can meet this",
      nil
    ),
    (
      "$age IN {5, 121}",
      "a valid value of age is from 0 to 120, so only an invalid answer can be this", nil
    ),
    (
      "$due < CAST('2019-01-01', 'NSDate')",
      "a valid value of due is from 2020-01-01 to 2029-12-31, so only an invalid answer can meet this",
      nil
    ),
    ("$lines.@count < 0", "$lines.@count is 0 or more, so this never holds", nil),
    ("$lines.@count != -1", "$lines.@count is 0 or more, so this always holds", nil),
    (
      "$colors.@count > 3",
      "$colors.@count is from 0 to 3, so only an invalid answer can meet this",
      nil
    ),
    (
      "$born > 2024-13-45", "2024-13-45 without quotes is a subtraction, not a date",
      "there is no such day; a day is written CAST('2024-05-01', 'NSDate')"
    ),
    (
      "$born > '1.5.2000'", "$born is a date, and '1.5.2000' is text",
      "a day is written CAST('2024-05-01', 'NSDate')"
    ),
    (
      "$born == 12/05/2024", "$born is a date, and 12/05/2024 is a whole number",
      "write CAST('2024-12-05', 'NSDate') or CAST('2024-05-12', 'NSDate')"
    ),
    (
      "$lines[3].amount > 1", "a list that is shorter has no such item, and this is then nil",
      "ask before whether $lines.@count > 3"
    ),
    (
      "$at > '8:00'", "$at is a time of day, and '8:00' is text",
      "write timeText($at) and compare with '08:00'"
    ),
    (
      "SUBQUERY($lines, $l, $l.amount > 3) > 0",
      "SUBQUERY($lines, $l, $l.amount > 3) is a list, and 0 is a whole number",
      "write SUBQUERY($lines, $l, $l.amount > 3).@count for the number of elements"
    ),
    (
      "SUBQUERY(table('w'), $r, $r.a == $n).@count > 0",
      "$r.a (column 'a' of 'w') is text, and $n is a whole number",
      "give the column a type, such as int, or compare with concat($n)"
    ),
    (
      "$smoker == ''", "smoker has no option '', and is nil without an answer", "write nil"
    ),
    (
      "$smoker IN {'', 'never'}", "smoker has no option ''",
      "its options are 'never', 'former', 'current'"
    ),
    (
      "$born + 280 < today()", "adding a number to a day adds seconds",
      "write addDays($born, 280) for days"
    ),
    (
      "$born - 1.5 < today()", "subtracting a number from a day subtracts seconds",
      "write addDays($born, n) for n whole days"
    ),
    (
      "today() - $born > 294", "the difference of two days is a number of seconds",
      "write daysBetween($born, today()) for days"
    ),
    (
      "$name LIKE '50%'", "LIKE uses * for any text; % stands for itself",
      "write '50*', or == for exactly this text"
    ),
  ]

  @Test("A formula gives what its row holds")
  func formulas() throws {
    #expect(try findings("$age", key: "calculated") == ["formula/kind $age"])
    #expect(try findings("concat($age)", key: "calculated") == [])
    #expect(try findings("$born", key: "default") == ["formula/kind $born"])
  }

  @Test(
    "A decimal row keeps the rest of a division, an int row drops it",
    arguments: [
      ("$n / $m", ["$n / $m"]), ("TERNARY($m == 0, 0, $n / $m)", ["$n / $m"]),
      ("coalesce($n / $m, 8 / 2, $age / 7)", ["$n / $m", "$age / 7"]),
      ("$price / $m", []), ("$n * 1.0 / $m", []), ("$n / 1", []), ("floor($n / $m)", []),
      ("$n / $m + 1", []),
    ])
  func decimals(_ formula: String, _ divisions: [String]) throws {
    for key in ["calculated", "default"] {
      #expect(
        try findings(formula, key: key, type: "decimal")
          == divisions.map { "arith/integer-division \($0)" }, "\(formula)")
      #expect(try findings(formula, key: key, type: "int") == [], "\(formula)")
    }
    #expect(try findings(formula, key: "minimum", type: "decimal") == [], "\(formula)")
  }

  @Test("A number is added to a day in every formula")
  func days() throws {
    for key in ["calculated", "default", "minimum", "maximum"] {
      #expect(
        try findings("today() + 28", key: key, type: "date") == ["arith/day-seconds today() + 28"])
      #expect(try findings("addDays(today(), 28)", key: key, type: "date") == [])
    }
    for formula in ["$due - $born + 1", "1 + ($due - $born)", "round($due - $born - 1)"] {
      #expect(
        try findings(formula, key: "calculated", type: "int").map { $0.prefix(17) } == [
          "arith/day-seconds"
        ], "\(formula)")
    }
    for formula in ["$due - $born + 86400", "$due - $born + $n", "$n + 1", "today() - $n + 1"] {
      #expect(
        !(try findings(formula, key: "calculated", type: "custom")).contains {
          $0.hasPrefix("arith/day-seconds $due - $born")
        }, "\(formula)")
    }
    #expect(try findings("Due on {$born + 280}", key: "title") == ["arith/day-seconds $born + 280"])
  }

  @Test("A formula in a text is found at its place in the text")
  func shown() throws {
    #expect(try findings("Hello {$name + 1}!", key: "title") == ["operand/kind $name"])
    #expect(
      try findings("{TERNARY($smoker == 'x', 'a', 'b')}", key: "help") == [
        "compare/unknown-option 'x'"
      ])
  }

  @Test("Fixes are certain and right")
  func fixes() throws {
    for (text, fixed) in [
      ("$on == 'yes'", "YES"), ("$born > 2000-01-01", "CAST('2000-01-01', 'NSDate')"),
      ("$name LIKE '%n%'", "'*n*'"), ("$smoker == 'Current'", "'current'"),
      ("$name != ''", "($name != nil AND $name != '')"), ("$smoker != ''", "nil"),
      ("$born > 2000-1-1", "CAST('2000-01-01', 'NSDate')"),
    ] {
      let form = try CompiledForm.compile(json: Self.form(text, type: "label").utf8)
      let fixes = FormCheck.findings(of: form).compactMap(\.fix)
      let replacement = try #require(fixes.first?.replacements.first)
      #expect(replacement.text == fixed)
      var bytes = Array(text.utf8)
      bytes.replaceSubrange(try #require(replacement.textRange), with: Array(fixed.utf8))
      #expect(try findings(String(decoding: bytes, as: UTF8.self)) == [], "\(text)")
    }
  }
}
