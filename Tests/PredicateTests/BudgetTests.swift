// What bounds an evaluation: every hostile text or value ends in an error, soon, and never in an
// answer that was not computed to its end.

import Foundation
import Predicate
import TestSupport
import Testing

@Suite struct BudgetTests {
  private func failure(
    of text: String, _ object: Value = .null, steps: Int = 100_000
  ) throws -> Diagnostic? {
    var limits = Limits.standard
    limits.steps = steps
    let condition = try Condition(text, limits: limits)
    do throws(EvaluationError) {
      _ = try condition.evaluate(object)
      return nil
    } catch {
      return error.diagnostic
    }
  }

  private static let many = Value.array((0..<2000).map { .int($0) })
  private static let words = Value.array((0..<2000).map { .string("word \($0)") })

  @Test func nestedLoopsEnd() throws {
    let texts = [
      "SUBQUERY(a, $x, SUBQUERY(a, $y, $x == $y).@count > 1).@count == 0",
      "ANY a IN {0 - 1} OR SUBQUERY(a, $x, -1 IN SELF.a).@count == 1",
      "SUBQUERY(a, $x, a == b).@count == 1",
      "SUBQUERY(a, $x, a.@distinctUnionOfObjects.@count == 1).@count == 1",
      "SUBQUERY(a, $x, sum(a) == 1).@count == 1",
      "SUBQUERY(a, $x, (a UNION b) == 1).@count == 1",
      "SUBQUERY(a, $x, a.intValue == 1).@count == 1",
      "SUBQUERY(w, $x, 'x' IN w).@count == 1",
      "SUBQUERY(w, $x, 'x' IN[c] w).@count == 1",
      "SUBQUERY(w, $x, max(w) == 'x').@count == 1",
      "SUBQUERY(w, $x, mode(w) == {}).@count == 1",
    ]
    for text in texts {
      let found = try failure(of: text, ["a": Self.many, "b": Self.many, "w": Self.words])
      #expect(found?.message == "the evaluation takes more than 100000 steps", "\(text)")
    }
  }

  /// What is looked for is folded, keys are read of nil and dictionaries become lists each time.
  @Test func whatNoElementCountsForIsCounted() throws {
    let path = String(repeating: ".a", count: 1000)
    let dictionary = Value.dictionary(
      ValueDictionary((0..<2000).map { ("k\($0)", .int($0)) }))
    let texts = [
      "SUBQUERY(e, $x, t IN[cd] {}).@count == 0",
      "SUBQUERY(e, $x, SELF.n.@max\(path) == 1).@count == 0",
      "SUBQUERY(e, $x, {}.@max\(path) == 1).@count == 0",
      "SUBQUERY(e, $x, 0 IN SELF.d).@count == 0",
      "SUBQUERY(e, $x, SELF.d.@allKeys[0] == 'x').@count == 0",
      "SUBQUERY(e, $x, SELF.d.@allValues[0] == 'x').@count == 0",
    ]
    let object: Value = [
      "e": .array(Array(repeating: 0, count: 60)), "d": dictionary,
      "n": .array(Array(repeating: .null, count: 4)),
      "t": .string(String(repeating: "é", count: 100)),
    ]
    for text in texts {
      #expect(
        try failure(of: text, object)?.message == "the evaluation takes more than 100000 steps",
        "\(text)")
    }
    // How many there are is known without a list of them.
    #expect(try failure(of: "d.@count == 2000", object, steps: 100) == nil)
  }

  /// A list that holds one list many times weighs little and is walked for long.
  @Test func sharedValuesAreCounted() throws {
    let wide = Value.array(Array(repeating: Self.many, count: 2000))
    let wider = Value.array(Array(repeating: wide, count: 2000))
    for text in ["a == b", "{a} UNION {b} == 1", "a IN {b}", "a < 1", "ANY a.@count == 1"] {
      let found = try failure(of: text, ["a": wider, "b": wider])
      #expect(found != nil, "\(text)")
      #expect(found?.message.utf8.count ?? 0 < 200)
    }
  }

  @Test func likeIsLinearInItsStars() throws {
    let text = String(repeating: "a", count: 2000)
    let pattern = String(repeating: "*a", count: 500) + "*b"
    let found = try failure(of: "x LIKE '\(pattern)'", ["x": .string(text)], steps: 2_000_000)
    // Without backtracking past the last star it is n × m at most.
    #expect(found == nil)
    let long = Value.string(String(repeating: "a", count: 900_000))
    let over = try failure(of: "x LIKE '*\(String(repeating: "a", count: 300))b'", ["x": long])
    #expect(over?.message == "the evaluation takes more than 100000 steps")
  }

  @Test func catastrophicPatternIsAnError() throws {
    let text = Value.string(String(repeating: "a", count: 100_000) + "b")
    for pattern in ["(a+)+$", "(a|aa)+$", "(a*)*c", "(.*)*x"] {
      let found = try failure(of: "x MATCHES '\(pattern)'", ["x": text], steps: 20_000_000)
      #expect(
        [
          "the regular expression takes too long on this text",
          "the regular expression needs more memory than it may use",
        ].contains(found?.message), "\(pattern): \(found?.message ?? "no error")")
    }
  }

  /// What a pattern can do between two progress reports counts too: none of these may run long, and
  /// none says "no match".
  @Test(arguments: depth(quick: 100_000, full: 1_000_000))
  func patternsThatReadTheTextAgainAreErrors(depth count: Int) throws {
    let text = Value.string(String(repeating: "a", count: count))
    var limits = Limits.standard
    limits.steps = limits.steps / (1_000_000 / count)
    let literal = String(repeating: "a", count: 9_000)
    let patterns = [
      "(?:(?=.*)a)*", "(?:(?!.*b)a)*", "(?:(?<=a)a|(?<!b)a)*", "(a*)\\1b", "(?<q>a*)\\k<q>b",
      "(?:(?>.*)b|a)*", "(?:.*+b|a)*", "(?:.?+.*b|a)*", "(?:a{3}+.*b|a)*", "(?x)(?:( ?= .* )a)*",
      "(?:\(literal)b|a)*", "(?:){16000000}", "(?:(?:){16000000}){16000000}",
    ]
    for pattern in patterns {
      let condition = try Condition(
        format: "SELF MATCHES %@", arguments: [.string(pattern)], limits: limits)
      do {
        let holds = try condition.evaluate(text)
        Issue.record("\(pattern.prefix(40)): \(holds)")
      } catch {
        let known = [
          "the regular expression takes too long on this text",
          "the regular expression needs more memory than it may use",
        ]
        #expect(known.contains(error.diagnostic.message), "\(pattern.prefix(40)): \(error)")
      }
    }
  }

  /// What one match costs is not there any more for the next.
  @Test func longMatchesAreCountedTogether() throws {
    let text = Value.string(String(repeating: "a", count: 20) + "b")
    func isEnough(_ steps: Int, for count: Int) throws -> Bool {
      let texts = Value.array(Array(repeating: text, count: count))
      return try failure(of: "ANY w MATCHES '(a+)+$'", ["w": texts], steps: steps) == nil
    }
    var ofOne = 1_000
    while try ofOne < 1 << 40 && !isEnough(ofOne, for: 1) { ofOne *= 2 }
    // Reports have been counted, and of sixteen matches each costs half as much or more.
    #expect(ofOne > 50_000)
    #expect(try !isEnough(2 * ofOne, for: 16))
    #expect(try isEnough(17 * ofOne, for: 16))
  }

  /// Ten thousand short matches that each end before the first report are not free.
  @Test func shortMatchesAreCounted() throws {
    let texts = Value.array(
      Array(repeating: .string(String(repeating: "a", count: 13)), count: 500))
    let found = try failure(
      of: "SUBQUERY(w, $x, ANY w MATCHES '(b+)+$').@count == 0", ["w": texts], steps: 10_000_000)
    #expect(found?.message == "the evaluation takes more than 10000000 steps")
  }

  /// What is everyday, on texts of everyday, stays far below the limit.
  @Test func usualPatternsSuffice() throws {
    let password = "SELF MATCHES '(?=.*[0-9])(?=.*[a-z])(?=.*[A-Z])(?=.*[!?]).{8,64}'"
    #expect(try Condition(password).evaluate("Correct4Horse!"))
    let page = Value.string(String(repeating: "The quick brown fox. ", count: 2_000))
    #expect(try !Condition("SELF MATCHES '(?s)(?!.*lazy dog)(?:.*cat).*'").evaluate(page))
    let email = "'[A-Z0-9._%+-]+@[A-Z0-9.-]+\\\\.[A-Z]{2,}'"
    let addresses = Value.array((0..<10_000).map { .string("some.body\($0)@mail.example.org") })
    #expect(try Condition("ALL SELF MATCHES[c] \(email)").evaluate(addresses))
  }

  /// A pattern that is no constant is compiled once, as long as it stays the same.
  @Test func patternsOfValuesAreCompiledOnce() throws {
    let pattern = String(repeating: "[a-z]", count: 100)
    let texts = Value.array((0..<200).map { .string("no match \($0)") })
    let object: Value = ["w": texts, "p": .string(pattern)]
    // 500 000 steps for compiling it, 200 times what a match of it counts as.
    for text in [
      "ANY w MATCHES p", "SUBQUERY(w, $x, $x MATCHES p).@count > 0", "ANY w MATCHES[c] p",
    ] {
      #expect(try failure(of: text, object, steps: 500_000 + 200 * 10_000) == nil, "\(text)")
      let found = try failure(of: text, object, steps: 499_999)
      #expect(found?.message == "the evaluation takes more than 499999 steps", "\(text)")
    }
    let two = "SUBQUERY(w, $x, $x MATCHES p OR $x MATCHES[c] p).@count > 0"
    let found = try failure(of: two, object, steps: 500_000 + 200 * 10_000)
    #expect(found?.message == "the evaluation takes more than 2500000 steps")
  }

  @Test func patternsHaveALongestLength() throws {
    let longest = String(repeating: "a", count: RegularExpression.maximumLength)
    #expect(try Condition("SELF MATCHES '\(longest)'").evaluate(.string(longest)))
    #expect(RegularExpression.mistake(in: longest) == nil)
    let message = "the pattern is longer than 10000 bytes"
    #expect(RegularExpression.mistake(in: longest + "a")?.message == message)
    #expect(throws: BuildError.self) { try Condition("SELF MATCHES '\(longest)a'") }
    let found = try failure(
      of: "a MATCHES b", ["a": "x", "b": .string(longest + "a")], steps: .max)
    #expect(found?.message == message)
  }

  /// Patterns that are hard to compile: built or refused, and soon.
  @Test func hostilePatternsCompileOrAreRefused() {
    let deep = String(repeating: "(", count: 20_000) + "a" + String(repeating: ")", count: 20_000)
    let patterns = [
      deep, "((a{0,1000}){0,1000}){0,1000}", "a{1,2147483647}", "a{99999999999}", "(?<=a*)b",
      String(repeating: "[", count: 5_000), String(repeating: "(?:a|", count: 2_000),
      String(repeating: "a?", count: 2_000) + String(repeating: "a", count: 2_000), "\\p{L}{500}",
      "(?#", "(?", "[[:alpha:]", "\\", "\\Q", "a\u{0}b", "(?x)#",
    ]
    for pattern in patterns {
      guard
        let condition = try? Condition(format: "SELF MATCHES %@", .string(pattern))
      else { continue }
      _ = try? condition.evaluate(.string(String(repeating: "a", count: 200)))
    }
  }

  @Test func budgetIsDeterministic() throws {
    let text = Value.string(String(repeating: "a", count: 28) + "b")
    let first = try failure(of: "x MATCHES '(a+)+$'", ["x": text])
    for _ in 0..<3 { #expect(try failure(of: "x MATCHES '(a+)+$'", ["x": text]) == first) }
  }

  /// The fewest steps that an evaluation can do with.
  private func steps(_ text: String, _ object: Value) throws -> Int {
    var (enough, tooFew) = (1_000_000, -1)
    #expect(try failure(of: text, object, steps: enough) == nil)
    while tooFew + 1 < enough {
      let middle = (tooFew + enough) / 2
      if try failure(of: text, object, steps: middle) == nil {
        enough = middle
      } else {
        tooFew = middle
      }
    }
    return enough
  }

  /// What telling whether two values are equal counts as, and the same of each member for IN.
  @Test func equalityCountsWhatItGoesThrough() throws {
    func set(_ members: Value...) -> Value { .set(ValueSet(members)) }
    let parts = try steps("a == b", ["a": 1, "b": 1])
    let cases: [(a: Value, b: Value, count: Int)] = [
      ([1, 2, 3], [1, 2, 3], 2 * 4), ([1, 2, 3], [4], 4 + 2), ([1, 2, 3], 1, 0), (1, [1, 2, 3], 0),
      ([1, 2, 3], set(1, 2, 3), 0), (["text"], ["te"], 2 + 4 + 2 + 2),
      (set(1, 2, 3), set(1, 2, 3), 2 * (1 + 3 * 64)), (set(1), set(1, 2), 2 + 3 * 64),
      (set([1, 2]), set("text"), 1 + 3 * 64 + 1 + 64 + 4),
      ([set(1)], [set(1)], 2 * (1 + 1 + 64)), ([set(1), 1], [[1], 1], 1 + 1 + 64 + 1 + 1 + 3),
      (["key": 1], ["key": [2]], 1 + 3 + 1 + 1 + 3 + 2),
      (.data(Data([1, 2, 3])), .data(Data([1, 2])), 2), (.data(Data([1])), [1], 0),
    ]
    for (a, b, count) in cases {
      let object: Value = ["a": a, "b": b, "list": [b], "lists": [1, "text", b]]
      #expect(try steps("a == b", object) == parts + count, "\(a) == \(b)")
      #expect(try steps("a != b", object) == parts + count, "\(a) != \(b)")
      #expect(try steps("a IN list", object) == parts + 4 + count, "\(a) IN \([b])")
      #expect(try steps("list CONTAINS a", object) == parts + 4 + count, "\([b]) CONTAINS \(a)")
    }
    // Each member that is looked at, up to the first that is equal.
    #expect(try steps("a IN b", ["a": [1], "b": [2, [2], [1], [3]]]) == parts + 3 * 4 + 2 * 4)
    #expect(try steps("a IN b", ["a": "xy", "b": [1, "abc", "xy"]]) == parts + 2 + 3 * 4 + 5)
  }

  @Test func limitsMayBeLoweredAndRaised() throws {
    var limits = Limits.standard
    limits.textLength = 10
    #expect(throws: BuildError.self) { try Condition("1 == 1 AND 1 == 1", limits: limits) }
    limits = .standard
    limits.aggregateElements = 3
    #expect(throws: BuildError.self) { try Condition("1 IN {1, 2, 3, 4}", limits: limits) }
    #expect(try Condition("1 IN {1, 2, 3}", limits: limits).evaluate())
    limits.nesting = 1
    #expect(throws: BuildError.self) { try Condition("((1 == 1))", limits: limits) }
    limits = .standard
    limits.nodes = 3
    #expect(try Condition("1 == 1", limits: limits).evaluate())
    #expect(throws: BuildError.self) { try Condition("1 + 1 == 1", limits: limits) }
    // However full the tree, parsing goes on to the end without a trap.
    for text in ["{SELF, SELF.a, SELF.b / SELF.c} == 1", "-1 / 2 == 1", "CAST(1, 'NSDate') == 2"] {
      for nodes in 0..<6 {
        limits.nodes = nodes
        _ = try? SyntaxTree(predicate: text, limits: limits)
      }
    }
    limits = .standard
    limits.steps = 0
    #expect(throws: EvaluationError.self) { try Condition("1 == 1", limits: limits).evaluate() }
  }
}

@Test("Marks by the ten thousand are folded in time with their length, and long names refused")
func marks() throws {
  let marks = "e" + String(repeating: "\u{301}\u{316}", count: 50_000)
  let folded = try Condition("SELF ==[d] 'e'")
  #expect(try folded.evaluate(.string(marks)))
  #expect(try Condition("SELF LIKE[cd] '?'").evaluate(.string(marks)))
  do {
    _ = try Condition("$\(marks) == 1")
    Issue.record("a name of a hundred thousand marks was taken")
  } catch {
    #expect(error.diagnostic.message == "a name is longer than 1024 bytes")
  }
  let longest = String(repeating: "n", count: Limits.standard.nameLength)
  #expect(try Condition("\(longest) == nil").evaluate())
  #expect(throws: BuildError.self) { try Condition("\(longest)n == nil") }
}

@Test(
  "Hashing counts for what it costs: sets in a loop end in an error",
  arguments: depth(quick: 3_000_000, full: Limits.standard.steps))
func hashing(depth steps: Int) throws {
  var limits = Limits.standard
  limits.steps = steps
  let list = Value.array((0..<20_000).map { .int($0) })
  for text in [
    "SUBQUERY(SELF, $x, (SELF UNION SELF)[SIZE] == 1).@count == 0",
    "SUBQUERY(SELF, $x, mode(SELF)[SIZE] == 1).@count == 0",
  ] {
    let condition = try Condition(text, limits: limits)
    #expect(throws: EvaluationError.self) { try condition.evaluate(list) }
  }
}

private let longText = String(repeating: "x", count: 100_000)

/// Long texts, large sets and long lists.
private let heavy: Value = {
  let many: [Value] = (0..<1_000).map { .int($0) }
  return [
    "l": .array(many), "t": .string(longText), "d": ["k": 1],
    "s": .set(ValueSet([["k": .string(longText + "y")], ["k": .string(longText)]])),
    "m": .set(ValueSet([.string(longText)])), "sets": .array(many.map { .set(ValueSet([$0])) }),
    "a": .array([["k": .array(many + many)], ["k": .array((0..<400_000).map { .int($0) })]]),
  ]
}()

/// What is done to long texts within a loop, in few steps of their own.
@Test(
  "Reading, hashing and joining count for what they weigh",
  arguments: [
    "SUBQUERY(l, $x, s.k[SIZE] == 0)[SIZE] == 0", "SUBQUERY(l, $x, d[t] == 1)[SIZE] == 0",
    "SUBQUERY(l, $x, SELF.$name == 1)[SIZE] == 0", "m IN sets", "ANY {a, a, a, a, a}.k == 1",
  ], depth(quick: 200_000, full: 1_000_000))
func weights(text: String, depth steps: Int) throws {
  var limits = Limits.standard
  limits.steps = steps
  let condition = try Condition(text, limits: limits)
  #expect(throws: EvaluationError.self) {
    try condition.evaluate(heavy, variables: ["name": .string(longText)])
  }
}

@Test("Values that differ deep inside, or in how they are parted, hash apart")
func hashesOfDeepValues() {
  func nested(_ value: Value) -> Value { (0..<120).reduce(value) { inner, _ in .array([inner]) } }
  let deep = (0..<100).map { EqualValue(nested(.int($0))).hashValue }
  #expect(Set(deep).count > 90)
  #expect(EqualValue([[0], [0, 0]]).hashValue != EqualValue([[0, 0], [0]]).hashValue)
}

@Test("A pattern that looks for letters and words as Unicode has them may read back at each")
func readingBack() throws {
  var limits = Limits.standard
  limits.steps = 1_000_000
  let text = Value.string(String(repeating: "a", count: 10_000))
  #expect(try Condition("SELF MATCHES 'a*'", limits: limits).evaluate(text))
  for pattern in ["\\\\X*", "(?w)a*\\\\b", "(?i-w)a*", "(?iw:a*)"] {
    #expect(throws: EvaluationError.self, "\(pattern)") {
      try Condition("SELF MATCHES '\(pattern)'", limits: limits).evaluate(text)
    }
  }
}

@Test("Messages show the beginning of long texts")
func messagesOfLongTexts() throws {
  let long = Value.string(String(repeating: "1x", count: 100_000))
  for text in ["CAST(SELF, 'NSNumber') == 1", "CAST(SELF, 'NSDate') == now()"] {
    do {
      _ = try Condition(text).evaluate(long)
      Issue.record("\(text) has no answer")
    } catch {
      #expect("\(error)".utf8.count < 1_000)
    }
  }
}
