// What conditions mean on an Apple device: every departure is found, with its exact place and a
// spelling that means the same here and is no departure; ordinary conditions are left alone.

import Foundation
import Predicate
import PredicateChecks
import TestSupport
import Testing

@Suite struct PortabilityTests {
  typealias Rule = PortabilityFinding.Rule

  // MARK: - The table

  /// The tree of a predicate, or of a condition with arguments.
  private func tree(
    _ text: String, _ arguments: [Value]?, _ functions: FunctionSet = .apple
  ) throws -> SyntaxTree {
    guard let arguments else { return try SyntaxTree(predicate: text, functions: functions) }
    return try Condition(format: text, arguments: arguments, functions: functions).tree
  }

  @Test(arguments: Departure.all)
  func departure(_ row: Departure) throws {
    let (text, range) = row.source
    // Elsewhere functions beyond Apple's are refused here too.
    let functions = row.rule == .extendedFunction ? FunctionSet.extended : .apple
    let tree = try tree(text, row.arguments, functions)
    let findings = tree.portability
    #expect(Set(findings.map(\.rule)) == row.others.union([row.rule]))
    let due = findings.filter { $0.rule == row.rule }
    #expect(due.count == 1)
    let found = try #require(due.first)
    #expect(found.range == range)
    #expect(found.kind == row.kind)
    #expect(found.portable == row.portable)
    #expect(found.isConditional == row.isConditional)
    check(found.message, isConditional: found.isConditional)
    guard let portable = row.portable else { return }
    let again = Self.replacing(range, of: text, with: portable)
    #expect(
      try self.tree(again, portable == "%K" ? nil : row.arguments, functions).portability
        .allSatisfy { $0.rule != row.rule }, "\(again)")
    checkMeaning(text, again, row.arguments, functions)
  }

  @Test func everyRuleHasARow() {
    #expect(Set(Departure.all.map(\.rule)) == Set(Rule.allCases))
    #expect(
      Set(Departure.all.map(\.kind)) == Set(PortabilityFinding.Kind.allCases))
  }

  private func check(_ message: String, isConditional: Bool) {
    #expect(message.hasPrefix("may ") == isConditional, "\(message)")
    #expect(!message.hasSuffix("."), "\(message)")
  }

  private static func replacing(
    _ range: Range<Int>, of text: String, with portable: String
  ) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[..<range.lowerBound], as: UTF8.self) + portable
      + String(decoding: bytes[range.upperBound...], as: UTF8.self)
  }

  // MARK: - Meaning

  /// Objects over which a text and its portable spelling must agree.
  private static let subjects: [Subject] = {
    let objects = [
      #"{}"#,
      #"""
      {"x": 5, "y": 2, "name": "jo", "names": ["Jo"], "price": 2.5, "list": [3, 1, 2], "s": [1],
       "t": [2], "u": [1], "lists": [[1], [2]], "a": {"b": 1, "key": 1},
       "rows": [{"k": 1, "price": 2, "tags": [{"id": 1}, {"id": 2}]}, {"k": 2, "tags": []}]}
      """#,
      #"""
      {"x": 1, "name": "", "names": [], "list": [], "rows": [{"k": 1, "tags": [{"id": 3}]}],
       "s": [2], "t": []}
      """#,
      #"{"x": 0, "name": "JO", "price": 3, "n": 2, "list": [4], "rows": [], "a": {"b": 2}}"#,
      #"{"name": "a😀.\n", "list": [null, 7], "x": 9223372036854775807}"#,
      #"{"name": "100*"}"#, #"{"name": "x (y) z"}"#,
    ]
    return objects.compactMap { json in
      guard let object = try? Subject.value(json), case .dictionary(let members) = object else {
        return nil
      }
      var variables = Dictionary(zip(members.keys, members.values)) { $1 }
      for name in ["a", "b", "n", "x", "rows", "list"] where variables[name] == nil {
        variables[name] = .null
      }
      variables["key"] = "b"
      return Subject(object: object, variables: variables)
    }
  }()

  private func result(
    _ text: String, _ subject: Subject, _ arguments: [Value]?, _ functions: FunctionSet = .apple
  ) -> Bool? {
    guard
      let condition = try? arguments.map({
        try Condition(format: text, arguments: $0, functions: functions)
      }) ?? Condition(text, functions: functions)
    else { return nil }
    return try? condition.evaluate(
      subject.object, variables: subject.variables, context: subject.context)
  }

  /// Wherever the text has an answer, the portable spelling has the same.
  private func checkMeaning(
    _ text: String, _ portable: String, _ arguments: [Value]?, _ functions: FunctionSet = .apple
  ) {
    for (index, subject) in Self.subjects.enumerated() {
      guard let expected = result(text, subject, arguments, functions), !portable.contains("%K")
      else {
        continue
      }
      #expect(
        result(portable, subject, arguments, functions) == expected,
        "\(text) → \(portable), subject \(index)")
    }
  }

  /// Values of another kind than the text seems to expect: the portable spelling has no answer
  /// then, or, of what is subtracted from a date, another one; see `PortabilityFinding.portable`.
  @Test(arguments: [
    ("min(texts) == 'a'", #"{"texts": {"k": "a", "l": "b"}}"#, nil),
    ("max(texts) == 'b'", #"{"texts": {"k": "a", "l": "b"}}"#, nil),
    ("'RED' IN[c] tags", #"{"tags": "a red one"}"#, nil),
    ("now() - d > CAST(0, 'NSDate')", #"{"d": 5}"#, nil),
    ("now() - d != 5", #"{"d": 5}"#, true), ("now() - d != CAST(5, 'NSDate')", #"{"d": 5}"#, true),
    // And of the kind that is expected.
    ("min(texts) == 'a'", #"{"texts": ["b", "a"]}"#, true),
    ("'RED' IN[c] tags", #"{"tags": ["red"]}"#, true),
  ])
  func valuesOfAnotherKind(_ text: String, _ json: String, _ expected: Bool?) throws {
    let subject = Subject(object: try Subject.value(json), variables: [:])
    #expect(result(text, subject, nil) == true)
    let finding = try #require(
      try SyntaxTree(predicate: text).portability.first { $0.portable != nil })
    let again = Self.replacing(finding.range, of: text, with: finding.portable ?? "")
    #expect(result(again, subject, nil) == expected, "\(again)")
  }

  @Test func subjectsAreRead() {
    #expect(Self.subjects.count == 7)
  }

  // MARK: - Ordinary conditions

  private static let everyday = [
    "age >= 18 AND name BEGINSWITH[cd] 'jo'", "$switchTag == false", "NOT $switchTag == true",
    "ANY tags.id IN {1, 2}", "ALL tags.id > 0", "NONE $tags.id == 5", "SOME tags.id == 5",
    "$first_name != nil AND $first_name != ''", "$kind == 'guest' OR $kind == 'member'",
    "country IN {'UY', 'AR'}", "'b' IN[c] 'ABC'", "{1, 2} CONTAINS $x", "$tags CONTAINS 'news'",
    "age BETWEEN {18, 65}", "day BETWEEN {$start, $end}", "price BETWEEN {1.5, -2 + 10}",
    "name LIKE 'jo*'", "name LIKE[cd] '*sé*'", "zip MATCHES '[0-9]{5}'",
    "email MATCHES[c] '[a-z0-9._%+-]+@[a-z0-9-]+\\\\.[a-z]{2,}'", "name ==[c] 'Málaga'",
    "name == 'Straße'", "name CONTAINS[cd] 'ñandú'", "name <[l] 'é'", "version >= '10.14'",
    "list.@count > 0", "list.@count == 0", "list[SIZE] == 3", "list[0] == 1", "list[FIRST] == 1",
    "a['key'] == 1", "SUBQUERY($rows, $row, $row.price > 100).@count > 0",
    "rows.@sum.price > 100", "rows.@max.price > 100", "list.@min.#self == 1",
    "a.@distinctUnionOfObjects.b CONTAINS 'x'", "date > now()", "date >= CAST(881190000, 'NSDate')",
    "date > CAST('2016-03-02T00:00:00Z', 'NSDate')", "CAST($text, 'NSNumber') > 5",
    "CAST(5, 'NSString') == '5'", "TERNARY($x == nil, 0, $x) * 2 > 4", "name.length > 3",
    "price != nil AND price * 2 > 5", "price == nil OR price * 2 > 5",
    "NOT price == nil AND -price < 5",
    "$a > 0 AND $b > 0 AND $a * $b < 100", "$a > 0 AND ($b == nil OR $a / $b < 100)",
    "NOT ($a == nil OR $b == nil) AND $a + $b == 3", "list.@count > 0 AND max(list) > 3",
    "list != nil AND sum(list) + 1 > 3", "list != nil AND count(list) * 2 > 3",
    "1 + 2 * 3 - 4 / 2.0 == 5", "(1 + 2) * 3 == 9", "2 ** 8 == 256", "(2 ** 3) ** 2 == 64",
    "(-2) ** 2 == 4", "- 2 + 3 == 1", "(6 & 2) > 0", "5 & 3 == 1", "5 | 2 | 8 == 15",
    "modulus:by:(7, 2) == 1", "raise:toPower:(2, 5) == 32", "sqrt(2) < 1.5", "abs:(-1) == 1",
    "sum({1, 2, 3}) == 6", "max({1, 2}) == 2", "count(list) == 3", "uppercase('jo') == 'JO'",
    "0x1F + 0b11 + 0o7 == 41", "x == 9.2e-5", "x == -9223372036854775808", "x == 0",
    "x == 'it\\'s'", "x == 'a\\\\b'", "x == '\\x41\\101\\u00e9'", "x == \"it's\"", "x == '%@'",
    "bounds.#size.height > 3", "$#first == 1", "#like LIKE 'x'", "rows.@max.#self == 1",
    "a==1&&b==2||!(c<>3)", "a =< 1 and b => 2", "TRUEPREDICATE", "SELF == 5", "@count == 2",
    "{} == {}", "a == TRUE AND b == NO AND c == NULL", "name BEGINSWITH[c] name",
    "x == 1\n  AND\ty == 2", "%K CONTAINS[c] %@", "x == %d OR x == %ld OR x > %f OR x == %lu",
  ]

  @Test(arguments: everyday)
  func ordinary(_ text: String) throws {
    #expect(try SyntaxTree(predicate: text).portability == [])
  }

  /// Conditions of published forms: what is said of them, and that it is little.
  @Test func published() throws {
    var found: [String: Set<Rule>] = [:]
    for row in try CorpusRow.rows(of: "conditions.jsonl") {
      let tree =
        try (try? SyntaxTree(predicate: row.text)) ?? SyntaxTree(expression: row.text)
      let rules = Set(tree.portability.map(\.rule))
      if !rules.isEmpty { found[row.text] = rules }
    }
    #expect(
      found == [
        "$first contains[c] 'hide'": [.reservedWord],
        "$lamaBekerjaDalamBulan.integerValue > 3": [.methodKey],
        "SUBQUERY(messages, $t, ANY $t.labels.id == %@).@count != 0": [.nilCount],
        "expenses.@avg.doubleValue < 200": [.averageOperator, .methodKey],
      ])
  }

  // MARK: - Any text

  /// Every portable spelling stands where it can stand, and mends what it is for.
  private func check(_ tree: SyntaxTree) {
    let findings = tree.portability
    let length = tree.text.utf8.count
    var last = 0
    for finding in findings {
      check(finding.message, isConditional: finding.isConditional)
      #expect(last <= finding.range.lowerBound && finding.range.upperBound <= length)
      last = finding.range.lowerBound
      guard let portable = finding.portable else { continue }
      let text = Self.replacing(finding.range, of: tree.text, with: portable)
      guard
        let again = try? tree.isPredicate
          ? SyntaxTree(predicate: text, functions: tree.functions)
          : SyntaxTree(expression: text, functions: tree.functions)
      else {
        Issue.record("\(finding.rule): \(tree.text) → \(text)")
        continue
      }
      let left = again.portability.count { $0.rule == finding.rule }
      #expect(
        left < findings.count { $0.rule == finding.rule }, "\(finding.rule): \(tree.text) → \(text)"
      )
      if tree.isPredicate, tree.placeholderCount == 0 {
        checkMeaning(tree.text, text, nil, tree.functions)
      }
    }
  }

  /// A portable spelling takes the same arguments, once each.
  private func checkArguments(_ text: String, _ arguments: [Value]) {
    guard let condition = try? Condition(format: text, arguments: arguments) else { return }
    for finding in condition.portability {
      guard let portable = finding.portable, portable != "%K" else { continue }
      let again = Self.replacing(finding.range, of: text, with: portable)
      #expect(throws: Never.self, "\(finding.rule): \(text) → \(again)") {
        try Condition(format: again, arguments: arguments)
      }
      checkMeaning(text, again, arguments)
    }
  }

  private func check(_ text: String) {
    for functions in FunctionSet.allCases {
      for tree in [
        try? SyntaxTree(predicate: text, functions: functions),
        try? SyntaxTree(expression: text, functions: functions),
      ] {
        if let tree { check(tree) }
      }
    }
  }

  @Test(arguments: depth(quick: 3, full: 1))
  func corpora(depth step: Int) throws {
    for file in ["evaluation", "valid", "canonical", "conditions"] {
      let rows = try CorpusRow.rows(of: "\(file).jsonl")
      for (number, row) in rows.enumerated() where number % step == 0 {
        check(row.text)
        if let arguments = row.arguments { checkArguments(row.text, arguments) }
      }
    }
    for table in SemanticsTests.tables {
      let rows = try ResultTable("semantics/\(table).txt", beside: #filePath).rows
      for (number, row) in rows.enumerated() where number % step == 0 {
        check(row.text)
      }
    }
  }

  @Test(arguments: depth(quick: 20, full: 200))
  func randomPrograms(depth count: Int) {
    var program = RandomProgram(SplitMix64.forTest(40_027))
    for _ in 0..<count {
      check(program.predicate(4))
      check(program.expression(4))
    }
  }

  /// Time grows with the text, not with its square or its depth.
  @Test(arguments: depth(quick: 1_000, full: 5_000))
  func hugeTexts(depth links: Int) throws {
    let facts = (0..<2 * links / 5).map { "a\($0) != nil AND a\($0) * 2 > 3" }
    #expect(try SyntaxTree(predicate: facts.joined(separator: " AND ")).portability == [])
    let sum = "x" + String(repeating: " + x", count: links)
    #expect(try SyntaxTree(expression: sum).portability.map(\.rule) == [.nilOperand])
    let names = (0..<2 * links).map { "x\($0)" }.joined(separator: " + ")
    #expect(try SyntaxTree(expression: names).portability.count == 1)
    for (first, next, count) in [
      ("1", " ** 2", links - 1), ("1", " << 2", 2 * links - 1), ("now()", " + 1", links),
      ("a", ".@sum", 2 * links - 1), ("a", ".$b", links),
    ] {
      let text = first + String(repeating: next, count: links)
      #expect(try SyntaxTree(expression: text).portability.count >= count)
    }
    let path = "a" + String(repeating: ".b", count: links)
    #expect(try SyntaxTree(expression: path).portability == [])
    let deep = String(repeating: "(", count: 190) + "x + 1" + String(repeating: ")", count: 190)
    #expect(try SyntaxTree(expression: deep).portability.count == 1)
    let bits = "x" + String(repeating: " | x & x", count: links)
    #expect(try SyntaxTree(expression: bits).portability.count == links + 1)
  }

  // MARK: - Rendering

  @Test func rendered() throws {
    let text = "name == 'x' AND\n  price == .5"
    let findings = try Condition(text).portability
    #expect(
      findings.map { $0.rendered(in: text) }
        == [
          """
          predicate:2:12: portability (unverified): Apple's guide does not write numbers like '.5'
            price == .5
                     ^~
          portable: 0.5
          """
        ].map {
          $0.replacingOccurrences(of: "  price", with: "    price")
            .replacingOccurrences(of: "         ^~", with: "           ^~")
        })
    let formula = try Formula("random()")
    #expect(
      formula.portability.map { $0.rendered(in: "random()", named: "total") } == [
        """
        total:1:1: portability (unverified): Apple's own material disagrees whether this is an \
        integer or lies between 0 and 1
          random()
          ^~~~~~~~
        """
      ])
  }

  /// A variable that has become a constant shows what a constant shows, at the place of the
  /// variable.
  @Test func substituted() throws {
    let condition = try Condition("name MATCHES $p AND (-$n) ** 2 > 1 AND x BETWEEN {$n, $low}")
    #expect(condition.portability.map(\.rule) == [.nilOperand])
    let findings = try condition.substituting(["p": "a.b", "n": 3, "low": 1]).portability
    #expect(findings.map(\.rule) == [.patternDot, .betweenBounds])
    #expect(findings.map(\.range) == [13..<15, 49..<59])
    #expect(findings.map(\.portable) == [nil, nil])
  }

  @Test func inTheOrderOfTheText() throws {
    let rules = try SyntaxTree(predicate: "$first == .5 AND é == MAX(2, 3)").portability.map(\.rule)
    #expect(rules == [.reservedWord, .numberForm, .nonASCIIName, .functionName, .severalValues])
  }
}
