// Texts that are nearly right: every token of every corpus text left out, said twice and swapped
// with the next. Nothing traps, every place lies in the text, and what still parses prints stably.

import TestSupport
import Testing

@testable import Predicate

@Suite struct MutationTests {
  private static func tokens(of text: String) -> [Range<Int>] {
    TextBytes.read(text) { bytes in
      var lexer = Lexer(bytes)
      var ranges: [Range<Int>] = []
      while true {
        let token = lexer.next()
        if token.kind == .end { return ranges }
        #expect(!token.range.isEmpty, "\(text)")
        ranges.append(token.range)
      }
    }
  }

  private static func texts() throws -> [String] {
    var seen: Set<String> = []
    var texts: [String] = []
    for file in ["evaluation", "valid", "invalid", "canonical", "conditions"] {
      texts += try CorpusRow.rows(of: "\(file).jsonl", beside: #filePath).map(\.text)
    }
    for table in SemanticsTests.tables {
      texts += try ResultTable("semantics/\(table).txt", beside: #filePath).rows.map(\.text)
    }
    return texts.filter { seen.insert($0).inserted }
  }

  private func check(_ text: String) {
    let length = text.utf8.count
    func lies(_ range: Range<Int>) -> Bool { range.upperBound <= length }
    let tree: SyntaxTree
    do throws(SyntaxError) {
      tree = try SyntaxTree(predicate: text, functions: .extended)
    } catch {
      #expect(lies(error.diagnostic.range), "\(text)")
      #expect(error.diagnostic.labels.allSatisfy { lies($0.range) }, "\(text)")
      #expect(!error.description.isEmpty)
      let all = Condition.errors(in: text, functions: .extended)
      #expect(all.first == error.diagnostic, "\(text)")
      #expect(all.allSatisfy { lies($0.range) }, "\(text)")
      #expect(all.count <= 20, "\(text)")
      let places = all.dropFirst().map(\.range.lowerBound)
      #expect(places == places.sorted(), "\(text)")
      #expect(Set(all.map(\.range.lowerBound)).count == all.count, "\(text)")
      return
    }
    #expect(tree.warnings.allSatisfy { lies($0.range) }, "\(text)")
    #expect(tree.structure.nodes.allSatisfy { lies(tree.range(of: $0)) }, "\(text)")
    #expect(isInOrder(tree.structure), "\(text)")
    let printed = tree.description
    let again = try? SyntaxTree(predicate: printed, functions: .extended)
    #expect(again?.description == printed, "\(text)")
    let errors = Condition.errors(in: text, functions: .extended)
    do throws(BuildError) {
      _ = try Condition(text, functions: .extended)
      #expect(errors.isEmpty, "\(text)")
    } catch {
      #expect(errors.first == error.diagnostic, "\(text)")
    }
    do throws(Refusal) {
      let resolution = try tree.settingDates().resolved()
      _ = try? resolution.program.evaluate(context: Subject().context) { _ in .int(1) }
    } catch {
      #expect(lies(error.diagnostic.range), "\(text)")
    }
  }

  /// Whether every subtree is one run of nodes with its root last, on which evaluating stands.
  private func isInOrder(_ structure: Structure) -> Bool {
    var waiting: [NodeIndex] = []
    for node in structure.nodes {
      let children = Array(structure.children(of: node))
      guard Array(waiting.suffix(children.count)) == children else { return false }
      waiting.removeLast(children.count)
      waiting.append(node)
    }
    return waiting == [structure.root]
  }

  @Test(arguments: depth(quick: 100, full: 1))
  func everyToken(depth step: Int) throws {
    for (number, text) in try Self.texts().enumerated() where number % step == 0 {
      let bytes = Array(text.utf8)
      let tokens = Self.tokens(of: text)
      for (index, range) in tokens.enumerated() {
        let before = bytes[..<range.lowerBound]
        let after = bytes[range.upperBound...]
        check(String(decoding: before + after, as: UTF8.self))
        check(String(decoding: before + bytes[range] + bytes[range] + after, as: UTF8.self))
        guard index + 1 < tokens.count else { continue }
        let next = tokens[index + 1]
        let swapped =
          before + bytes[next] + bytes[range.upperBound..<next.lowerBound] + bytes[range]
          + bytes[next.upperBound...]
        check(String(decoding: swapped, as: UTF8.self))
      }
    }
  }

  @Test(arguments: depth(quick: 20, full: 1))
  func everyPrefix(depth step: Int) throws {
    let texts = try Self.texts().filter { $0.utf8.count < 60 }
    for (number, text) in texts.enumerated() where number % step == 0 {
      let end = text.index(text.startIndex, offsetBy: text.count / 2)
      check(String(text[..<end]))
      check(String(text.dropLast()))
      check(String(text.dropFirst()))
    }
  }

  /// Bytes that are no words: the lexer never stands still, whatever it reads.
  @Test(arguments: depth(quick: 500, full: 3_000))
  func randomCharacters(depth texts: Int) {
    var random = SplitMix64.forTest(11)
    let alphabet = Array("aA1.0x$#@%'\"\\()[]{},:=<>!&|*/+-^~ \n\tñ名é\u{301}🇺🇾KdANDOR").map(
      String.init)
    for _ in 0..<texts {
      let count = Int.random(in: 0...14, using: &random)
      let text = (0..<count).map { _ in
        alphabet[Int.random(in: alphabet.indices, using: &random)]
      }.joined()
      _ = Self.tokens(of: text)
      check(text)
    }
  }
}
