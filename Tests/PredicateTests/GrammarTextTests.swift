// Random texts of Grammar.md's EBNF through the parser and the printer, each hundred of them from a
// seed of its own; `TEST_SEED=n` begins at another one. `Scripts/grammar-texts` tries them by the
// hundred million. Beside them the texts that a fuzzer has kept, `Fuzz/Corpus/parse.jsonl`, which
// reach what it has ever reached in the parser and the printer.

import Foundation
import TestSupport
import Testing

@testable import Predicate

@Suite struct GrammarTextTests {
  @Test(arguments: depth(quick: 20, full: 200))
  func textsOfTheGrammarParseAndPrintAsThemselves(depth hundreds: Int) {
    let first = SplitMix64.forTest(0x6EB4F).seed
    for seed in 0..<hundreds {
      if let failure = GrammarText.outcome(seed: first &+ UInt64(seed)).failure {
        Issue.record("\(failure)")
        break
      }
    }
  }

  /// Every alternative, and everything in brackets and braces, is taken by some text.
  @Test func nothingOfTheGrammarIsLeftOut() {
    let grammar = Grammar.ofLanguage
    var writer = GrammarText(grammar, seed: 1)
    for _ in 0..<10_000 { _ = writer.next() }
    for part in grammar.decisions.subtracting(writer.taken).sorted() {
      Issue.record("no text has \(grammar.spelling(part))")
    }
  }

  @Test(arguments: depth(quick: 8, full: 1))
  func textsOfTheFuzzerPrintAsThemselves(depth step: Int) throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let corpus = try String(
      contentsOf: root.appendingPathComponent("Fuzz/Corpus/parse.jsonl"), encoding: .utf8)
    var parsed = 0
    for (number, line) in corpus.split(separator: "\n").enumerated() where number % step == 0 {
      guard case .string(let text) = try Subject.value(String(line)) else {
        Issue.record("\(line) is not a text")
        continue
      }
      for isPredicate in [true, false] {
        let sample = GrammarText.Sample(text: text, isPredicate: isPredicate)
        guard sample.parses else { continue }
        parsed += 1
        if let failure = sample.failure { Issue.record("\(failure)") }
      }
    }
    #expect(parsed > 500 / step)
  }

  @Test func mistakesOfThePageAreTold() {
    let mistakes = [
      "predicate = a ;": "there is no rule 'a'",
      "predicate = \"a\" , ;": "unexpected ';'",
      "predicate = [ \"a\" ;": "expected ']'",
      "predicate = \"a\"": "a rule does not end",
      "predicate = \"a\" ; predicate = \"b\" ;": "predicate stands twice",
      "predicate = \"a\" , predicate ; expression = \"b\" ;": "predicate has no end",
      "predicate = \"a\" ; other = \"b\" ;": "there is no predicate or no expression",
      "predicate = ? ;": "unknown sign ?",
    ]
    for (ebnf, expected) in mistakes {
      do {
        _ = try Grammar(page: "# Page\n\n```ebnf\n\(ebnf)\n```\n")
        Issue.record("\(ebnf) is read")
      } catch {
        #expect("\(error)".hasPrefix(expected), "\(ebnf): \(error)")
      }
    }
  }
}
