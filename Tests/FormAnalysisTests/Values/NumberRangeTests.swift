// Sums and other formulas of bounded answers, and conditions of a choice that are never asked: what
// is found, and the right form beside it.

import FormGraph
import Testing

@testable import FormAnalysis

@Suite struct NumberRangeTests {
  /// Rows with answers up to 3, and formulas of them.
  private static func findings(_ text: String, calculated: String? = nil) throws -> [String] {
    let formula =
      calculated.map { #", { "tag": "u", "type": "text", "calculated": "\#($0)" }"# } ?? ""
    let json = #"""
      { "sections": [{ "rows": [
        { "tag": "a", "type": "int", "minimum": 0, "maximum": 3 },
        { "tag": "b", "type": "int", "minimum": 0, "maximum": 3 },
        { "tag": "q", "type": "push", "options": [{ "value": 0, "title": "n" }, { "value": 3, "title": "y" }] },
        { "tag": "free", "type": "int", "minimum": 0 },
        { "tag": "total", "type": "int", "calculated": "$a + $b + $q" },
        { "tag": "twice", "type": "int", "calculated": "$total * 2 - 1" },
        { "tag": "open", "type": "int", "calculated": "$a + $free" },
        { "tag": "some", "type": "int", "calculated": "if($a > 1, 10, 20)" },
        { "tag": "loop", "type": "int", "calculated": "sum($a, $b)" },
        { "tag": "x", "type": "text", "hidden": "\#(text)" }\#(formula)
      ] }] }
      """#
    return try FormCheck.findings(of: .of(json)).map {
      "\($0.problem.severity) \($0.id.rawValue) \($0.problem.message)"
    }
  }

  @Test(arguments: [
    (
      "$total > 9", "a valid value of total is from 0 to 9, so only an invalid answer can meet this"
    ),
    (
      "$total == 12",
      "a valid value of total is from 0 to 9, so only an invalid answer can meet this"
    ),
    (
      "$twice > 17",
      "a valid value of twice is from -1 to 17, so only an invalid answer can meet this"
    ),
    ("$a + $b > 6", "$a + $b is from 0 to 6, so only an invalid answer can meet this"),
    ("$a - $b < -3", "$a - $b is from -3 to 3, so only an invalid answer can meet this"),
    ("-$a > 0", "-$a is from -3 to 0, so only an invalid answer can meet this"),
    ("$a * $q >= 10", "$a * $q is from 0 to 9, so only an invalid answer can meet this"),
    ("max($a, $b) > 3", "max($a, $b) is from 0 to 3, so only an invalid answer can meet this"),
    (
      "sum($a, $b, 2) > 8", "sum($a, $b, 2) is from 0 to 8, so only an invalid answer can meet this"
    ),
    ("$loop < 0", "a valid value of loop is from 0 to 6, so only an invalid answer can meet this"),
  ])
  func neverMet(_ text: String, _ message: String) throws {
    #expect(try Self.findings(text) == ["warning compare/out-of-bounds \(message)"])
  }

  @Test(arguments: [
    "$total > 8", "$twice > 16", "$twice < 0", "$a + $b > 5", "$a - $b < -2", "$a * $q == 9",
    "max($a, $b) >= 3", "sum($a, $b, 2) < 1", "$open > 100", "$a + $free > 100",
    "$a * 9223372036854775807 > 5", "$a / 2 > 5", "$some == 10",
  ])
  func met(_ text: String) throws {
    #expect(try Self.findings(text).filter { $0.contains("out-of-bounds") } == [])
  }

  @Test(arguments: [
    ("if($a > 1, 'x', if($a > 2, 'y', 'z'))", "$a > 2"),
    ("if($a > 1, if($a == 1, 'x', 'y'), 'z')", "$a == 1"),
    ("concat('n', if($a == nil, '', if($b > 2, 'x', if($a == nil, 'y', 'z'))))", "$a == nil"),
  ])
  func neverAsked(_ formula: String, _ part: String) throws {
    #expect(
      try Self.findings("$a == 1", calculated: formula) == [
        "warning logic/redundant \(part) never holds here: the conditions before it are asked first"
      ])
  }

  @Test(arguments: [
    "if($a > 2, 'x', if($a > 1, 'y', 'z'))", "if($a > 1, 'x', if($b > 2, 'y', 'z'))",
    "if($a == 0, 'x', if($a == 1, 'y', if($a == 2, 'z', 'w')))",
    "if($a > 1, if($a == 2, 'x', 'y'), if($a == 0, 'z', 'w'))",
  ])
  func asked(_ formula: String) throws {
    #expect(try Self.findings("$a == 1", calculated: formula) == [])
  }
}
