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

  /// Every text that a hint of the corpora proposes parses where it is put.
  @Test func eachProposal() throws {
    let table = try RenderedTable("diagnostics.txt", beside: #filePath)
    let texts = try table.entries.map(\.text) + Self.rows().map(\.text)
    var count = 0
    for text in texts {
      guard let diagnostic = error(text), let hint = diagnostic.hint, hint.hasPrefix("write "),
        !hint.contains("…")
      else { continue }
      count += 1
      guard let replacement = diagnostic.replacement else {
        #expect(!mended(text, diagnostic).isEmpty, "\(text): \(diagnostic.message): \(hint)")
        continue
      }
      // A second mistake may stand behind the text that is proposed.
      let changed = replaced(text, replacement.range, replacement.text)
      let end = replacement.range.lowerBound + replacement.text.utf8.count
      #expect(error(changed).map { $0.range.lowerBound >= end } ?? true, "\(text): \(hint)")
    }
    #expect(count > 80)
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
