// Plain patterns are matched by an automaton, all others by ICU: the two must give the same
// answers, and what ICU finds dear must not be plain. LIKE is held against the regular expression
// that means the same.

import Foundation
import TestSupport
import Testing

@testable import Predicate

@Suite struct PatternAutomatonTests {
  private static let atoms = [
    "a", "b", "c", "A", "k", "s", "1", "_", " ", "-", "/", "é", "\\.", "\\-", "\\d", "\\w", "\\s",
    "\\D", "\\W", "\\S", "\\t", "\\n", "\\r", "\\[", ".", "[abc]", "[^ab]", "[a-c]", "[A-C1-3]",
    "[^a-z]", "[-a]", "[a-]", "[\\d.]", "[^\\W]", "[\\D]", "[a$]", "[.*+?]", "[ -~]", "[{}]",
    "[\\]]", "[a|b]", "[^-]", "[(]", "#", ",", "\\#", "\\&", "@", "]", "\\{", "[]a]", "[&]",
    "[a&b]", "[\\--a]", "[!-/]", "[Z-a]", "[a\\-c]", "[[:alpha:]]", "\\p{L}", "\\b", "(?=a)",
    "[:alpha:]", "[:a:]", "[^:a:]", "[--]", "[a--]", "[--a]", "[:]", "[-:]", "[a-b-c]", "()",
    "(?:)",
  ]
  private static let quantifiers = [
    "*", "+", "?", "{2}", "{1,3}", "{2,}", "{0,2}", "*?", "+?", "??", "{1,2}?", "*+", "{0}", "**",
    "{,2}", "{02}", "{3,2}", "{}", "{2", "{2,3,4}", "{ 2}", "{99999999999999999999}",
  ]
  private static let characters = Array(
    "aaabbbccABCkKsS123_  -/.,*+?[](){}|$^#&@<=\\zZ0\t\n\r\u{b}\u{c}\u{1}\u{1c}\u{7f}\0é")

  private static func pattern(_ random: inout SplitMix64, depth: Int = 0) -> String {
    var pattern = ""
    func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
    for part in 0..<(chance(4) ? 2 : 1) {
      if part > 0 { pattern += "|" }
      if depth == 0, chance(8) { pattern += "^" }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        if depth < 3, chance(4) {
          pattern += chance(2) ? "(" : "(?:"
          pattern += Self.pattern(&random, depth: depth + 1) + ")"
        } else {
          pattern += atoms.randomElement(using: &random) ?? ""
        }
        if chance(3) { pattern += quantifiers.randomElement(using: &random) ?? "" }
      }
      if depth == 0, chance(8) { pattern += "$" }
    }
    return pattern
  }

  private static func text(_ random: inout SplitMix64) -> String {
    String(
      (0..<Int.random(in: 0...7, using: &random)).compactMap { _ in
        characters.randomElement(using: &random)
      })
  }

  /// Texts that have much of a pattern in them, which random ones seldom do.
  private static func text(like pattern: String, _ random: inout SplitMix64) -> String {
    var text = ""
    for character in pattern where !"()|[]\\^$?*+{}".contains(character) {
      for _ in 0..<Int.random(in: 0...2, using: &random) { text.append(character) }
    }
    return text
  }

  @Test(arguments: depth(quick: 1_000, full: 4_000))
  func answersAsICUDoes(depth patterns: Int) throws {
    var random = SplitMix64.forTest(0xA07)
    var (plain, matched) = (0, 0)
    for _ in 0..<patterns {
      let pattern = Self.pattern(&random)
      for options: NSRegularExpression.Options in [[], .caseInsensitive] {
        guard !pattern.isEmpty,
          let automaton = PatternAutomaton(pattern, ignoresCase: options == .caseInsensitive)
        else { continue }
        // ICU does not check a plain pattern when a condition is built.
        let isValid = (try? NSRegularExpression(pattern: pattern, options: options)) != nil
        #expect(isValid, "seed \(random.seed): \(pattern.debugDescription)")
        guard isValid else { continue }
        let whole = try NSRegularExpression(pattern: "\\A(?:\(pattern))\\z", options: options)
        plain += 1
        let texts =
          (0..<8).map { _ in Self.text(&random) }
          + (0..<4).map { _ in Self.text(like: pattern, &random) }
        for text in texts {
          guard let found = automaton.matches(text) else { continue }
          let expected =
            whole.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
          #expect(
            found == expected,
            "seed \(random.seed): \(pattern.debugDescription) over \(text.debugDescription)")
          if found { matched += 1 }
        }
      }
    }
    #expect(plain > patterns / 4 && matched > patterns / 4)
  }

  @Test func everyASCIICharacter() throws {
    for pattern in [".", "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "[a-k]", "[^a-k]", "[^\\w]"] {
      for options: NSRegularExpression.Options in [[], .caseInsensitive] {
        let automaton = try #require(
          PatternAutomaton(pattern, ignoresCase: options == .caseInsensitive))
        let whole = try NSRegularExpression(pattern: "\\A(?:\(pattern))\\z", options: options)
        for byte in UInt8(0)..<0x80 {
          let text = String(UnicodeScalar(byte))
          let expected =
            whole.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
          #expect(automaton.matches(text) == expected, "\(pattern) over \(byte)")
        }
      }
    }
  }

  @Test(arguments: [
    "[a-z]+[0-9]{4}", "([\\w-]+\\.)+[A-Za-z]{2,}", ".*fox.*", "(red|green)[ -]?\\d*", "^a+$",
    "(\\d{1,3}\\.){3}\\d{1,3}", "(a|b)*c", "a*a*b", "",
  ])
  func isPlain(pattern: String) { #expect(PatternAutomaton(pattern, ignoresCase: false) != nil) }

  /// What may be read in exponentially many ways, and what is no regular language or no ASCII.
  @Test(arguments: [
    "(a+)+b", "(a|aa)+", "(a*)*c", "(.*)*x", "(a?a)+", "(x+x+)+y", "(a+){1,30}", "(a|b|ab)*c",
    "(|a)+", "a{0}", "(a)\\1", "a++", "(?=a)b", "\\ba", "é", "\\p{L}", "[[a]b]", "[a&&b]",
    "a{65}", "(?i)a", "\\Qa\\E", "a$b", "a^b", "\\x41",
  ])
  func isLeftToICU(pattern: String) {
    #expect(PatternAutomaton(pattern, ignoresCase: false) == nil)
  }

  /// The automaton takes no pattern of few signs that ICU refuses.
  @Test func plainIsValid() {
    let signs = Array("a-[]^{},:|()?*+\\$.&1")
    var patterns = [""]
    var plain = 0
    for _ in 0..<3 {
      patterns = patterns.flatMap { pattern in signs.map { pattern + String($0) } }
      for pattern in patterns.flatMap({ [$0, "[\($0)]", "(\($0))", "a{\($0)}"] })
      where PatternAutomaton(pattern, ignoresCase: false) != nil {
        plain += 1
        let isValid = (try? NSRegularExpression(pattern: pattern)) != nil
        #expect(isValid, "\(pattern.debugDescription)")
      }
    }
    #expect(plain > 1_000)
  }

  /// A condition is not built with a pattern that ICU refuses, alone or in parentheses.
  @Test(arguments: [
    "a)(b", "(a", "[a", "[--]", "[:a:]", "a{2", "a{3,2}", "*", "a**", "\\", "(?<n", "(?#a",
    "\\p{Nix}", "é)(é", "(?i", "\\1", "[b-a]", "(?<=a*)b", "a{2}{2}",
  ])
  func isRefused(pattern: String) {
    for symbol in ["MATCHES", "MATCHES[cd]"] {
      #expect(throws: BuildError.self, "\(symbol)") {
        try Condition(format: "SELF \(symbol) %@", .string(pattern))
      }
    }
  }

  /// ICU compiles a plain pattern for texts that the automaton does not read.
  ///
  /// These are long texts and texts with other than ASCII. Threads may ask at the same time.
  @Test func textsThatAreLeftToICU() async throws {
    let condition = try Condition("SELF MATCHES[c] '[a-z]+.*x'")
    let long = String(repeating: "a", count: 600)
    await withTaskGroup(of: [Bool?].self) { group in
      for _ in 0..<8 {
        group.addTask {
          ["ax", "aéx", "aé", long + "x", long, "AÉX"].map {
            try? condition.evaluate(.string($0))
          }
        }
      }
      for await found in group { #expect(found == [true, true, false, true, false, true]) }
    }
  }

  @Test func positionsHaveALimit() {
    #expect(PatternAutomaton("a{64}", ignoresCase: false) != nil)
    let nested = String(repeating: "(", count: 5_000) + String(repeating: ")", count: 5_000)
    #expect(PatternAutomaton(nested, ignoresCase: false) == nil)
  }

  @Test(arguments: depth(quick: 500, full: 2_000))
  func likeAnswersAsItsRegularExpression(depth patterns: Int) throws {
    var random = SplitMix64.forTest(0x11CE)
    let units = ["a", "A", "b", "é", "e\u{301}", "ß", "한", "\n", "*", "?", "\\", "👍"]
    func text() -> String {
      (0..<Int.random(in: 0...6, using: &random))
        .compactMap { _ in units.randomElement(using: &random) }.joined()
    }
    for options: ComparisonOptions in [[], .caseInsensitive, .diacriticInsensitive] {
      for _ in 0..<patterns {
        let (pattern, subject) = (text(), text())
        var expression = "(?s)\\A"
        for part in TextSearch.parts(ofLike: pattern) {
          let written =
            switch part {
            case .anyOne: "."
            case .anyRun: ".*"
            case .scalar(let scalar):
              NSRegularExpression.escapedPattern(for: String(scalar).folded(options))
            }
          expression += written
        }
        let whole = try NSRegularExpression(pattern: expression + "\\z")
        let folded = subject.folded(options)
        let expected =
          whole.firstMatch(in: folded, range: NSRange(folded.startIndex..., in: folded)) != nil
        var steps = Steps(limit: 100_000)
        let found = try TextSearch.isLike(subject, pattern: pattern, options, &steps)
        #expect(
          found == expected,
          "\(options) \(pattern.debugDescription) over \(subject.debugDescription)")
      }
    }
  }
}
