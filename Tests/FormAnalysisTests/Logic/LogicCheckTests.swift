// What the reasoning within one condition finds, as a table: the text, then what is found, as the
// id and the part. Right rows find nothing.

import FormGraph
import Predicate
import Testing

@testable import FormAnalysis

/// The rows that the tests of the reasoning read.
enum LogicRows {
  static func domain(_ path: TermPath) -> Domain {
    switch (path.variable, path.keys) {
    case (_, ["isHidden"]), (_, ["isValid"]), (_, ["isDisabled"]): Domain(.bool, isNeverNil: true)
    case ("name", []), ("nick", []), ("code", []): Domain(.text)
    case ("age", []): Domain(.int, lower: 0, upper: 120)
    case ("n", []), ("m", []): Domain(.int)
    case ("price", []), ("total", []): Domain(.double)
    case ("on", []), ("ok", []): Domain(.bool)
    case ("born", []), ("start", []), ("end", []): Domain(.date)
    case ("smoker", []): Domain(.text, options: ["never", "former", "current"])
    case ("level", []): Domain(.int, options: [1, 2, 3])
    case ("colors", []):
      path.isElement ? Domain(.text, options: ["red", "green", "blue"]) : Domain(.list)
    case ("phones", []): path.isElement ? Domain(.text) : Domain(.list, isNeverNil: true)
    case ("lines", []): path.isElement ? Domain.unknown : Domain(.list, isNeverNil: true)
    case ("lines", ["what"]): path.isElement ? Domain(.text) : Domain(.list)
    case ("lines", ["amount"]): path.isElement ? Domain(.double) : Domain(.list)
    case ("note", []): Domain(.nothing)
    default: .unknown
    }
  }
}

@Suite struct LogicCheckTests {
  private func check(_ text: String, _ expected: [String]) throws {
    let tree = try SyntaxTree(predicate: text, functions: .extended)
    let found = LogicCheck.findings(
      of: tree, at: JSONPath(), domain: LogicRows.domain
    ).map { finding in
      let range = finding.problem.textRange ?? 0..<0
      let part = String(decoding: Array(text.utf8)[range], as: UTF8.self)
      return "\(finding.id.rawValue.dropFirst("logic/".count)) \(part)"
    }
    #expect(found == expected, "\(text)")
  }

  @Test("A condition that can hold and can fail is right", arguments: rightRows)
  func right(text: String) throws { try check(text, []) }

  @Test("A part that cannot matter is found", arguments: wrongRows)
  func wrong(text: String, expected: [String]) throws { try check(text, expected) }

  @Test("Options and bounds prove less, in other words", arguments: validOnlyRows)
  func validOnly(text: String, message: String) throws {
    let tree = try SyntaxTree(predicate: text, functions: .extended)
    let found = LogicCheck.findings(
      of: tree, at: JSONPath(), domain: LogicRows.domain)
    #expect(found.map(\.problem.message) == [message], "\(text)")
    #expect(found.allSatisfy { $0.problem.severity == .warning }, "\(text)")
  }

  @Test("Too many atoms prove nothing, but a repeated part is still found")
  func tooManyAtoms() throws {
    let many = (0..<600).map { "$price != \($0)" }.joined(separator: " AND ")
    try check(many + " AND $price == 3 AND $price == 3", ["duplicate $price == 3"])
  }

  @Test("A hostile text is given up")
  func hostileText() throws {
    var text = "$n > 1"
    for index in 0..<90 { text = "(\(text) AND $m != \(index % 9)) OR $n == \(index % 7)" }
    let wide = Array(repeating: text, count: 40).joined(separator: " OR ")
    let tree = try SyntaxTree(predicate: wide)
    _ = LogicCheck.findings(of: tree, at: JSONPath(), domain: LogicRows.domain)
  }

  static let rightRows = [
    "$age == 18.0", "$price == 18", "$level == 2.0", "$on == 1", "$on > 0", "$on == $ok",
    "$limit > $age", "$age / 2.0 > 9", "$total / $n > 2", "$n / 2 * 2 == $n", "$age == nil",
    "$on == nil", "$locale != 'es'", "$name == nil OR $name == ''",
    "$name != nil AND $name != ''", "$colors == nil OR $colors.@count == 0",
    "$age < 18 OR $age >= 18", "$age >= 18 OR $age == nil", "NOT $age < 18",
    "$n != nil AND $n > 3", "$age >= 0", "$smoker ==[c] 'CURRENT'", "$smoker BEGINSWITH 'c'",
    "$smoker LIKE 'f*'", "'RED' IN[c] $colors", "$smoker != 'never' AND $smoker != 'former'",
    "$n < 3 OR $n > 7", "$n > 0 AND $n < 10 AND $n != 3", "$age > 17 AND $age < 19",
    "'red' IN $colors", "$colors CONTAINS 'red'", "ANY $colors IN {'red', 'blue'}",
    "$colors == {'red', 'blue'}", "$phones == {}", "NONE $phones == ''", "ANY $lines.amount > 3",
    "ALL $lines.amount > 0", "$lines.@sum.amount > 100", "$lines[FIRST].amount > 1",
    "$lines.@count > 0 AND $lines[0].amount > 1",
    "SUBQUERY($lines, $l, $l.amount > 3).@count > 1",
    "SUBQUERY($lines, $l, $l.what == $name).@count > 0", "now() - $born > 567648000",
    "$start + 3600 < $end", "$born < CAST('2000-01-01', 'NSDate')", "$born > now()",
    "$name MATCHES 'https?'", "$name == '12'", "$name < 'M'", "$name.integerValue > 11",
    "$name.length >= 3", "$name IN 'yes no'", "$age BETWEEN {18, 18}", "$age BETWEEN {$n, $m}",
    "$age == 120", "$age.isValid == NO", "NOT ($age < 18 AND $on == YES)",
    "TERNARY($age == nil, 0, $age) >= 18", "$n != 0 AND modulus:by:($age, $n) == 0",
    "$blob == 'a' OR $blob == 1", "$blob.x > 3", "TRUEPREDICATE",
    // Not in the table of the facts: what looks alike and is right.
    "$n == 1 OR ($n != 1 AND $m == 2)", "$price > 1 AND $price < 2", "$on == YES AND TRUEPREDICATE",
    "random() > 0.5 OR random() > 0.5", "$name CONTAINS 'a' AND $name CONTAINS 'b'",
    "$name ==[c] 'x' AND $name != 'X'", "$name MATCHES 'a+' OR $name MATCHES 'b+'",
    "ANY $lines.amount > 3 AND ANY $lines.amount < 1", "ALL $phones == 'a' AND ALL $phones == 'b'",
    "$n < $m OR $n > $m", "$n <= $m AND $n >= $m", "$n == nil OR $m == nil OR $n < $m",
    "$blob > 3 OR $blob <= 3 OR $blob == nil", "$n > 3 AND $m / $n > 3 AND $n > 5",
    "SUBQUERY($lines, $l, $l.amount > 3).@count > 0 AND SUBQUERY($phones, $l, $l == 'a').@count > 0",
    "$age > '18' AND $age == '18'", "$age.isHidden == nil", "$smoker == 'curent'", "$age > 120",
    "$n != 2 AND (5 / ($n - 2)) > 1 AND $n > 3", "$a.b.c.d.e.f.g.h.i.j == 1",
    "$born >= CAST('2020-01-01', 'NSDate') OR $born < CAST('2020-01-01', 'NSDate')",
    "$born > date(2010, 1, 1) AND $born < date(2020, 1, 1) AND $born != date(2015, 2, 3)",
    "$start > CAST('2020-01-01T10:00', 'NSDate') AND $start < CAST('2010-01-01T10:00', 'NSDate')",
    "$name IN {'a', 'b'} OR $name ==[c] 'A'", "$n > 1 AND $n < 9 AND $n != 3 AND $n != 4",
  ]

  static let wrongRows: [(String, [String])] = [
    ("$n < 18 AND $n > 65", ["contradiction $n > 65"]),
    ("$n > 1 AND $n < 2", ["contradiction $n < 2"]),
    ("$name == 'x' AND $name == 'y'", ["contradiction $name == 'y'"]),
    ("$smoker == 'never' AND $smoker == 'former'", ["contradiction $smoker == 'former'"]),
    ("$n == nil AND $n > 3", ["contradiction $n > 3"]),
    ("$n < $m AND $n > $m", ["contradiction $n > $m"]),
    ("$n < $m AND $m < $n", ["contradiction $m < $n"]),
    ("$n == nil AND $n < $m", ["contradiction $n < $m"]),
    ("$n < $m AND $m == nil", ["contradiction $m == nil"]),
    ("$n == 1 AND NOT $n == 1", ["contradiction NOT $n == 1"]),
    ("$age BETWEEN {65, 18}", ["contradiction $age BETWEEN {65, 18}"]),
    ("$n < $n", ["contradiction $n < $n"]),
    ("$on == 2", ["contradiction $on == 2"]),
    (
      "ANY $lines.amount > 3 AND ALL $lines.amount <= 3",
      ["contradiction ALL $lines.amount <= 3"]
    ),
    ("$n IN {}", ["contradiction $n IN {}"]),
    ("ANY $phones < ''", ["contradiction ANY $phones < ''"]),
    ("NONE $phones < ''", ["constant NONE $phones < ''"]),
    ("NOT (ANY $phones < '')", ["contradiction (ANY $phones < '')"]),
    ("$n > 1 AND (NONE $phones < '')", ["constant NONE $phones < ''"]),
    ("$n > 1 AND NONE $phones < ''", ["constant NONE $phones < ''"]),
    ("$name < ''", ["contradiction $name < ''"]),
    ("$name CONTAINS ''", ["contradiction $name CONTAINS ''"]),
    ("$n == 1 OR $n != 1", ["constant $n != 1"]),
    ("$smoker != 'never' OR $smoker != 'former'", ["constant $smoker != 'former'"]),
    ("$n == nil OR $n != nil", ["constant $n != nil"]),
    ("$n == $n", ["constant $n == $n"]),
    ("1 == 1", ["constant 1 == 1"]),
    ("$note == nil", ["constant $note == nil"]),
    ("$n > 5 AND $n > 3", ["redundant $n > 3"]),
    ("$n > 5 OR $n > 3", ["redundant $n > 5"]),
    ("$smoker == 'never' AND $smoker != 'former'", ["redundant $smoker != 'former'"]),
    ("$on == YES AND ($on == YES OR $n > 1)", ["redundant ($on == YES OR $n > 1)"]),
    ("$on == YES OR $on == YES", ["duplicate $on == YES"]),
    ("$n IN {1, 1, 2}", ["duplicate 1"]),
    // Not in the table of the facts.
    ("$m == 1 OR ($n < 1 AND $n > 2)", ["contradiction $n > 2"]),
    ("NOT ($n < 1 AND $n > 2)", ["contradiction $n > 2"]),
    ("$n == 1 AND ($n == 2 OR $m == 1)", ["contradiction $n == 2"]),
    ("$n < 1 OR $n > 2 OR $n IN {1, 2} OR $n == nil", ["constant $n == nil"]),
    (
      "SUBQUERY($lines, $l, $l.amount > 3 AND $l.amount < 2).@count > 0",
      ["contradiction $l.amount < 2"]
    ),
    ("TERNARY($n < 1 AND $n > 2, 1, 2) == $m", ["contradiction $n > 2"]),
    ("'red' IN $colors AND NONE $colors == 'red'", ["contradiction NONE $colors == 'red'"]),
    ("$name BEGINSWITH 'a' AND $name == 'b'", ["contradiction $name == 'b'"]),
    ("$name ==[c] 'x' AND $name == 'y'", ["contradiction $name == 'y'"]),
    ("$age.isHidden == YES AND $age.isHidden == NO", ["contradiction $age.isHidden == NO"]),
    ("18 > $n AND $n > 65", ["contradiction $n > 65"]),
    ("$name ==[c] 'x' AND $name == 'X'", ["redundant $name ==[c] 'x'"]),
    ("f($n) == 1 OR f($n) == 1", ["duplicate f($n) == 1"]),
    (
      "$born > CAST('2020-01-01', 'NSDate') AND $born < date(2010, 1, 1)",
      ["contradiction $born < date(2010, 1, 1)"]
    ),
    (
      "$born > date(2020, 1, 1) AND $born > date(2010, 1, 1)",
      ["redundant $born > date(2010, 1, 1)"]
    ),
    ("$n > 1 AND $n > 2 AND $n > 3", ["redundant $n > 1", "redundant $n > 2"]),
    ("$name IN {'a', 'b'} AND $name == 'c'", ["contradiction $name == 'c'"]),
    ("$n BETWEEN {1, 5} AND $n > 6", ["contradiction $n > 6"]),
    ("$name CONTAINS 'x' AND $name == 'a'", ["contradiction $name == 'a'"]),
  ]

  static let validOnlyRows: [(String, String)] = [
    (
      "$smoker != 'never' AND $smoker != 'former' AND $smoker != 'current' AND $smoker != nil",
      "only an invalid answer passes: $smoker != nil and the parts before exclude each other"
    ),
    (
      "$age > 118 AND $age != 119 AND $age != 120 AND $n == 1",
      "only an invalid answer passes: $age != 120 and the parts before exclude each other"
    ),
    (
      "$level == 1 OR $level == 2 OR $level == 3 OR $level == nil",
      "only an invalid answer fails: $level == nil or the parts before holds for every valid one"
    ),
  ]
}
