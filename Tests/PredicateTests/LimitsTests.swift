// Every limit of texts and evaluations, at the limit and one past it: the last that is taken, and
// the error of the first that is not. Docs/Limits.md lists them; a test reads its table.

import Foundation
import TestSupport
import Testing

@testable import Predicate

@Suite struct LimitsTests {
  /// What is wrong with a text under limits, in building it or evaluating it; nil where nothing is.
  private func mistake(
    _ text: String, _ object: Value = .null, _ change: (inout Limits) -> Void = { _ in }
  ) -> String? {
    var limits = Limits.standard
    change(&limits)
    do throws(BuildError) {
      let condition = try Condition(text, limits: limits)
      do throws(EvaluationError) {
        _ = try condition.evaluate(object)
        return nil
      } catch {
        return error.diagnostic.message
      }
    } catch {
      return error.diagnostic.message
    }
  }

  @Test func textLength() {
    let comparison = "1 == 1"
    let longest = comparison + String(repeating: " ", count: (1 << 20) - comparison.utf8.count)
    #expect(mistake(longest) == nil)
    #expect(mistake(longest + " ") == "the text is longer than 1048576 bytes")
    #expect(mistake("1 == 12", .null) { $0.textLength = 7 } == nil)
    #expect(
      mistake("1 == 123", .null) { $0.textLength = 7 } == "the text is longer than 7 bytes")
    #expect(mistake(longest + " ", .null) { $0.textLength += 1 } == nil)
  }

  @Test func nameLength() {
    let longest = String(repeating: "n", count: 1_024)
    #expect(mistake("\(longest) == nil") == nil)
    #expect(mistake("\(longest)n == nil") == "a name is longer than 1024 bytes")
    #expect(mistake("\(longest)n == nil", .null) { $0.nameLength += 1 } == nil)
    #expect(mistake("abc == nil", .null) { $0.nameLength = 2 } == "a name is longer than 2 bytes")
  }

  @Test func nesting() {
    func nested(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "1 == 1" + String(repeating: ")", count: depth)
    }
    #expect(mistake(nested(200)) == nil)
    #expect(mistake(nested(201)) == "the text nests deeper than 200 levels")
    #expect(mistake(nested(201), .null) { $0.nesting += 1 } == nil)
    #expect(mistake(nested(3), .null) { $0.nesting = 2 } == "the text nests deeper than 2 levels")
  }

  @Test func nodes() {
    // Three nodes for each comparison, and one for OR.
    func many(_ count: Int) -> String {
      Array(repeating: "1 == 2", count: count).joined(separator: " OR ")
    }
    #expect(mistake(many(33_333)) == nil)
    #expect(mistake("NOT " + many(33_333)) == "the text has more than 100000 parts")
    #expect(mistake("NOT " + many(33_333), .null) { $0.nodes += 1 } == nil)
    #expect(mistake(many(2), .null) { $0.nodes = 7 } == nil)
    #expect(mistake(many(2), .null) { $0.nodes = 6 } == "the text has more than 6 parts")
  }

  /// A key path that is handed over counts as the parts that it has.
  @Test func nodesOfArguments() throws {
    // Three keys, a number and the comparison.
    var limits = Limits.standard
    limits.nodes = 5
    let condition = try Condition(format: "%K == 1", arguments: ["a.b.c"], limits: limits)
    #expect(try condition.evaluate(["a": ["b": ["c": 1]]]))
    let error = #expect(throws: BuildError.self) {
      try Condition(format: "%K == 1", arguments: ["a.b.c.d"], limits: limits)
    }
    #expect(error?.diagnostic.message == "the text with its arguments is too large")
    #expect(error?.diagnostic.range == 0..<7)
  }

  @Test func aggregateElements() {
    func list(_ count: Int) -> String {
      "1 IN {\(Array(repeating: "1", count: count).joined(separator: ","))}"
    }
    func more(_ limits: inout Limits) { limits.nodes = 1_000_000 }
    #expect(mistake(list(100_000), .null, more) == nil)
    #expect(mistake(list(100_001), .null, more) == "the list has more than 100000 elements")
    #expect(
      mistake(list(100_001), .null) {
        more(&$0)
        $0.aggregateElements += 1
      } == nil)
    #expect(
      mistake(list(4), .null) { $0.aggregateElements = 3 } == "the list has more than 3 elements")
  }

  @Test func patternsLength() throws {
    func matches(_ lengths: [Int]) -> String {
      lengths.map { "SELF MATCHES '\(String(repeating: "a", count: $0))'" }
        .joined(separator: " OR ")
    }
    let most = Array(repeating: RegularExpression.maximumLength, count: 10)
    let message = "the patterns of the text are longer than 100000 bytes together"
    #expect(mistake(matches(most), "b") == nil)
    #expect(mistake(matches(most + [1]), "b") == message)
    #expect(mistake(matches(most + [1]), "b") { $0.patternsLength += 1 } == nil)
    #expect(mistake(matches([2, 1]), "b") { $0.patternsLength = 3 } == nil)
    var limits = Limits.standard
    limits.patternsLength = 3
    for (text, arguments) in [
      ("SELF MATCHES 'aa' OR SELF MATCHES[c] 'aa'", []),
      ("SELF MATCHES %@ OR SELF MATCHES[c] %@", ["aa", "aa"]),
    ] as [(String, [Value])] {
      let error = #expect(throws: BuildError.self) {
        try Condition(format: text, arguments: arguments, limits: limits)
      }
      #expect(
        error?.diagnostic.message == "the patterns of the text are longer than 3 bytes together")
      #expect(error?.diagnostic.hint == "shorten them, or make several conditions of the text")
      let place = try #require(text.utf8.lastIndex(of: UInt8(ascii: " ")))
      let start = text.utf8.distance(from: text.startIndex, to: place) + 1
      #expect(error?.diagnostic.range == start..<text.utf8.count)
    }
    // What is no constant is compiled when it is met, and counts as steps.
    #expect(mistake("'a' MATCHES SELF", "aaaa") { $0.patternsLength = 3 } == nil)
    // A pattern that is longer than any may be is told as that.
    #expect(mistake(matches([10_001])) == "the pattern is longer than 10000 bytes")
  }

  /// How deep a pattern may nest is for the regular expressions of the system to say: at the last
  /// depth they take, there is no room for the parentheses that bind a match to both ends.
  @Test func patternsNesting() throws {
    func pattern(_ depth: Int) -> String {
      String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
    }
    func mistake(_ depth: Int) -> String? { self.mistake("'a' MATCHES '\(pattern(depth))'") }
    let last = try #require((1...5_000).first { mistake($0) != nil })
    #expect(mistake(last)?.hasSuffix(" cannot be matched against a whole text") == true)
    #expect(mistake(last + 1)?.hasSuffix(" is not a regular expression") == true)
    #expect(try Condition("'a' MATCHES '\(pattern(last - 1))'").evaluate())
  }

  @Test func steps() throws {
    // What an evaluation takes is found by lowering the limit; one step less is an error, and says
    // the limit. The flat code and the tree have the same limit.
    let list = Value.array((0..<50).map { .int($0) })
    for text in ["SUBQUERY(a, $x, $x > 60).@count == 0", "a.@sum == 1225", "a[0] + 1 == 1"] {
      var (tooFew, least) = (0, 10_000)
      while least - tooFew > 1 {
        let middle = (tooFew + least) / 2
        let suffices = mistake(text, ["a": list]) { $0.steps = middle } == nil
        if suffices { least = middle } else { tooFew = middle }
      }
      #expect(least < 10_000)
      #expect(
        mistake(text, ["a": list]) { $0.steps = least - 1 }
          == "the evaluation takes more than \(least - 1) steps")
      #expect(mistake(text, ["a": list]) { $0.steps = least + 1 } == nil)
    }
    let million = Value.array(Array(repeating: 1, count: 1_000_000))
    #expect(mistake("a.@sum == 1000000", ["a": million]) == nil)
  }

  @Test func listsInListsOfWhichAKeyIsRead() {
    func nested(_ depth: Int) -> Value {
      (0..<depth).reduce(["k": 1]) { value, _ in .array([value]) }
    }
    #expect(mistake("a.k == 1", ["a": nested(64)]) == nil)
    #expect(
      mistake("a.k == 1", ["a": nested(65)])
        == "a key is read from lists that nest deeper than 64 levels")
  }

  @Test func textsThatHintsPropose() throws {
    func hints(_ text: String) throws -> Int {
      try SyntaxTree(predicate: text).warnings.count { $0.hint != nil }
    }
    // A list of one text in quotes, `{'…', 'b'}`, has eight bytes more.
    let longest = Parser.maximumProposal - 9
    #expect(try hints("a IN '\(String(repeating: "x", count: longest)),b'") == 1)
    #expect(try hints("a IN '\(String(repeating: "x", count: longest + 1)),b'") == 0)
    func many(_ count: Int) -> String {
      Array(repeating: "a IN 'b,c'", count: count).joined(separator: " AND ")
    }
    #expect(try hints(many(Parser.maximumProposals)) == 20)
    #expect(try hints(many(Parser.maximumProposals + 1)) == 20)
  }

  @Test func standardLimitsAreThoseOfThePage() throws {
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../Docs/Limits.md"), encoding: .utf8)
    let standard = Limits.standard
    for (name, value) in [
      "textLength": standard.textLength, "nameLength": standard.nameLength,
      "nesting": standard.nesting, "nodes": standard.nodes,
      "aggregateElements": standard.aggregateElements,
      "patternsLength": standard.patternsLength, "steps": standard.steps,
    ] {
      #expect(page.contains("| `Limits.\(name)` | \(spaced(value)) |"), "\(name)")
    }
    #expect(
      page.contains("| texts that hints propose | \(Parser.maximumProposal) bytes, 20 texts |"))
    #expect(
      page.contains(
        "| `RegularExpression.maximumLength` | \(spaced(RegularExpression.maximumLength)) |"))
  }

  private func spaced(_ number: Int) -> String {
    var digits = String(number)
    var parts: [Substring] = []
    while digits.count > 3 {
      parts.insert(digits.suffix(3), at: 0)
      digits.removeLast(3)
    }
    return ([Substring(digits)] + parts).joined(separator: " ")
  }
}
