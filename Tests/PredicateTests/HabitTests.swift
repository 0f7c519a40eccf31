// What is proposed for the habits of other languages. Every text that a hint proposes must parse in
// its place.

import Foundation
import TestSupport
import Testing

@testable import Predicate

@Suite struct HabitTests {
  private struct Row {
    var text: String
    var wanted: String
    var isWhole: Bool
  }

  private static func rows() throws -> [Row] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Corpus/habits.txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
      for (arrow, isWhole) in [(" --> ", true), (" ~~> ", false)] {
        guard !line.hasPrefix("#"), let range = line.range(of: arrow) else { continue }
        return Row(
          text: String(line[..<range.lowerBound]), wanted: String(line[range.upperBound...]),
          isWhole: isWhole)
      }
      return nil
    }
  }

  /// What is said first of a text.
  private func diagnostic(_ text: String) -> Diagnostic? {
    do throws(SyntaxError) {
      let tree = try SyntaxTree(predicate: text)
      if let warning = tree.warnings.first { return warning }
    } catch {
      return error.diagnostic
    }
    return TextMistakes(of: text, isPredicate: true).errors.first
  }

  /// The syntax error of a text.
  private func error(_ text: String) -> Diagnostic? {
    do throws(SyntaxError) {
      _ = try SyntaxTree(predicate: text)
      return nil
    } catch {
      return error.diagnostic
    }
  }

  private func parses(_ text: String) -> Bool { error(text) == nil }

  @Test func eachHabit() throws {
    let rows = try Self.rows()
    #expect(rows.count > 100)
    for row in rows {
      guard let diagnostic = diagnostic(row.text) else {
        Issue.record("\(row.text): nothing is said")
        continue
      }
      let hint = diagnostic.hint ?? ""
      guard row.isWhole else {
        #expect(hint.contains(row.wanted), "\(row.text): \(hint)")
        continue
      }
      let mended = mended(row.text, diagnostic)
      #expect(mended.contains(row.wanted), "\(row.text): \(diagnostic.message): \(hint)")
      #expect(parses(row.wanted), "\(row.wanted)")
    }
  }

  /// The texts that a hint may mean: what it proposes, put in the place of some tokens around the
  /// error.
  private func mended(_ text: String, _ diagnostic: Diagnostic) -> [String] {
    if let replacement = diagnostic.replacement {
      return [replaced(text, replacement.range, replacement.text)]
    }
    guard let hint = diagnostic.hint, hint.hasPrefix("write ") else { return [] }
    let written = String(hint.dropFirst(6))
    let ranges = TextBytes.read(text) { bytes -> [Range<Int>] in
      var lexer = Lexer(bytes)
      var ranges: [Range<Int>] = []
      while case let token = lexer.next(), token.kind != .end { ranges.append(token.range) }
      return ranges
    }
    var found: [String] = []
    for first in ranges {
      for last in ranges where first.lowerBound <= last.lowerBound {
        let changed = replaced(text, first.lowerBound..<last.upperBound, written)
        if parses(changed) { found.append(changed) }
      }
    }
    return found
  }

  private func replaced(_ text: String, _ range: Range<Int>, _ written: String) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[..<range.lowerBound], as: UTF8.self) + written
      + String(decoding: bytes[range.upperBound...], as: UTF8.self)
  }

  /// All that is said of a text: its warnings, or its mistakes.
  private func diagnostics(_ text: String, _ functions: FunctionSet) -> [Diagnostic] {
    let mistakes = TextMistakes(of: text, isPredicate: true, functions: functions).errors
    let tree = try? SyntaxTree(predicate: text, functions: functions)
    return mistakes + (tree?.warnings ?? [])
  }

  /// The texts of the corpora, each with what it may call.
  private static func corpora() throws -> [(text: String, functions: FunctionSet)] {
    var texts = try RenderedTable("diagnostics.txt", beside: #filePath).entries.map(\.text)
    texts += try rows().map(\.text)
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Corpus")
    for name in ["invalid.jsonl", "valid.jsonl", "evaluation.jsonl", "conditions.jsonl"] {
      let file = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      for line in file.split(separator: "\n") {
        let row = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        if let text = row?["text"] as? String { texts.append(text) }
      }
    }
    return texts.flatMap { [($0, .apple), ($0, .extended)] }
  }

  /// A text that a hint of the corpora proposes is put back: the mistake is gone, what follows can
  /// be read, and the hints of further mistakes lead on, until the text parses or a mistake has no
  /// proposal.
  @Test func eachProposal() throws {
    var count = 0
    var unfinished: [String] = []
    for (text, functions) in try Self.corpora() {
      for diagnostic in diagnostics(text, functions) {
        guard let replacement = diagnostic.replacement else {
          #expect(!(diagnostic.hint?.hasPrefix("write ") ?? false), "\(text): \(diagnostic)")
          #expect(!(diagnostic.hint?.hasPrefix("did you") ?? false), "\(text): \(diagnostic)")
          continue
        }
        count += 1
        let changed = replacement.applied(to: text)
        let moved = replacement.text.utf8.count - replacement.range.count
        let place = diagnostic.range.lowerBound
        for other in diagnostics(changed, functions) {
          let isSame =
            other.message == diagnostic.message
            && [place, place + moved].contains(other.range.lowerBound)
          #expect(!isSame, "\(text) --> \(changed): \(other.message)")
        }
        if !parses(changed), parses(text) || !isHealing(changed, functions) {
          unfinished.append("\(text) --> \(changed)")
        }
      }
    }
    #expect(count > 200)
    // A mistake whose hint is words alone stands beside the one that is mended.
    #expect(
      Set(unfinished) == ["(age === 3 AND name == 'x' --> (age == 3 AND name == 'x'"],
      "\(unfinished.joined(separator: "\n"))")
  }

  /// Whether the hints of a text lead to one that parses, or to a mistake that has another place
  /// with each step.
  private func isHealing(_ text: String, _ functions: FunctionSet) -> Bool {
    var text = text
    for _ in 0..<5 {
      do throws(SyntaxError) {
        _ = try SyntaxTree(predicate: text, functions: functions)
        return true
      } catch {
        guard let next = error.diagnostic.replacement else { return false }
        text = next.applied(to: text)
      }
    }
    return false
  }

  /// Texts with pieces of habits in any order: what is proposed never leaves an error before its
  /// end, and finding it ends.
  @Test func mixedPieces() throws {
    var random = SplitMix64.forTest(17)
    let pieces = try Self.rows().flatMap { $0.text.split(separator: " ") }
    for _ in 0..<1_500 {
      let text = (0..<Int.random(in: 1...9, using: &random)).compactMap { _ in
        pieces.randomElement(using: &random)
      }.joined(separator: " ")
      guard let replacement = error(text)?.replacement else { continue }
      let end = replacement.range.lowerBound + replacement.text.utf8.count
      let changed = replaced(text, replacement.range, replacement.text)
      guard let place = error(changed)?.range.lowerBound else { continue }
      #expect(place >= end, "\(text) --> \(changed), seed \(random.seed)")
    }
  }
}
