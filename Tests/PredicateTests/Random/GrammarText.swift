// Random texts of the language, written as Grammar.md's EBNF says, which is read from the page when
// it is needed: what the page allows must parse, and what it prints must print as itself.

import Foundation
import TestSupport

@testable import Predicate

/// Writes texts that a grammar allows.
struct GrammarText {
  /// How many texts are made of one seed.
  static let perSeed = 100

  private let grammar: Grammar
  private var random: SplitMix64
  private var text: [UInt8] = []
  /// How many tokens have been written, and after how many the text comes to its end.
  private var count = 0
  private var enough = 0
  private var isBehindNumber = false
  /// Which alternatives were taken, by the number of the part.
  private(set) var taken: Set<Int> = []

  init(_ grammar: Grammar, seed: UInt64) {
    self.grammar = grammar
    random = SplitMix64(seed: seed)
  }

  /// A text and what it is read as.
  struct Sample {
    let text: String
    let isPredicate: Bool

    /// Why it is no text of the language, or how it does not print as itself; nil where neither is
    /// so.
    var failure: String? { failure(.apple) ?? failure(.extended) }

    private func failure(_ functions: FunctionSet) -> String? {
      do throws(SyntaxError) {
        let printed = try tree(text, functions).description
        var limits = Limits.standard
        // Canonical text has the parentheses that precedence saves.
        limits.nesting *= 2
        let again = try tree(printed, functions, limits)
        guard again.description != printed else { return nil }
        return "\(text) prints as \(printed), and that as \(again)"
      } catch {
        return "\(text) is refused: \(error)"
      }
    }

    /// Whether it is a text of the language.
    var parses: Bool { (try? tree(text, .apple)) != nil }

    private func tree(
      _ text: String, _ functions: FunctionSet, _ limits: Limits = .standard
    ) throws(SyntaxError) -> SyntaxTree {
      isPredicate
        ? try SyntaxTree(predicate: text, limits: limits, functions: functions)
        : try SyntaxTree(expression: text, limits: limits, functions: functions)
    }
  }

  /// Tries the texts of a seed.
  ///
  /// - Returns: How many there were, up to the first failure, and that.
  static func outcome(seed: UInt64) -> (count: Int, failure: String?) {
    var writer = GrammarText(.ofLanguage, seed: seed)
    for number in 1...perSeed {
      if let failure = writer.next().failure { return (number, "seed \(seed): \(failure)") }
    }
    return (perSeed, nil)
  }

  /// The next text: four predicates of five.
  mutating func next() -> Sample {
    let isPredicate = below(5) > 0
    text.removeAll(keepingCapacity: true)
    count = 0
    enough = 1 << below(6)
    isBehindNumber = false
    write(isPredicate ? grammar.predicate : grammar.expression)
    return Sample(text: String(decoding: text, as: UTF8.self), isPredicate: isPredicate)
  }

  private mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: random.next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  // MARK: - Parts

  /// Writes a part of the grammar.
  ///
  /// It calls itself for parts of parts; past `enough` tokens it goes the shortest way, so it ends.
  private mutating func write(_ part: Int, isGlued: Bool = false) {
    switch grammar.parts[part] {
    case .terminal(let spelling): write(token: spelled(spelling), isGlued: isGlued)
    case .lexical(let kind):
      write(token: token(kind), isGlued: isGlued)
      isBehindNumber = kind == .number
    case .rule(let rule): write(grammar.rules[rule], isGlued: isGlued)
    case .sequence(let elements):
      for (index, element) in elements.enumerated() {
        write(element.part, isGlued: index == 0 ? isGlued : element.isGlued)
      }
    case .choice(let alternatives, let weights):
      var index = 0
      if count >= enough {
        index = grammar.shortest(alternatives)
      } else {
        var left = below(weights.reduce(0, +))
        while left >= weights[index] {
          left -= weights[index]
          index += 1
        }
      }
      taken.insert(alternatives[index])
      write(alternatives[index], isGlued: isGlued)
    case .optional(let inner):
      guard count < enough, below(3) == 0 else { return }
      taken.insert(inner)
      write(inner, isGlued: isGlued)
    case .repeated(let inner):
      while count < enough, below(6) == 0 {
        taken.insert(inner)
        write(inner, isGlued: isGlued)
      }
    }
  }

  // MARK: - Tokens

  private mutating func write(token: [UInt8], isGlued: Bool) {
    if !isGlued, let last = text.last, let first = token.first {
      let isNeeded =
        Self.isOfWord(first) && (Self.isOfWord(last) || isBehindNumber)
        || isBehindNumber && first == UInt8(ascii: ".")
        || last == UInt8(ascii: "=") && first == UInt8(ascii: "~")
      switch below(8) {
      case 0...3 where !isNeeded: break
      case 4: text += [0x09]
      case 5: text += [0x0D, 0x0A]
      case 6: text += [0x20, 0x20]
      default: text.append(0x20)
      }
    }
    text += token
    count += 1
    isBehindNumber = false
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || Identifier.canContinue(ascii: byte)
  }

  /// A terminal; keywords match in any case.
  private mutating func spelled(_ terminal: [UInt8]) -> [UInt8] {
    guard let first = terminal.first, Identifier.canStart(ascii: first), below(3) == 0 else {
      return terminal
    }
    let isMixed = below(2) == 0
    return terminal.map { byte in
      let isLetter = (0x41...0x5A).contains(byte)
      return isLetter && (!isMixed || below(2) == 0) ? byte | 0x20 : byte
    }
  }

  /// A token that the page describes in words.
  private mutating func token(_ kind: Grammar.Lexical) -> [UInt8] {
    switch kind {
    case .letter: return [pick(Array("cdnlCDNL".utf8))]
    case .number: return below(4) == 0 ? Array(String(below(1_000)).utf8) : pick(Self.numbers)
    case .string: return string()
    // A word of the language that stands behind `$` or `#` is one like every other.
    case .word: return below(4) == 0 ? pick(grammar.keywords) : pick(Self.names)
    case .name: return below(12) == 0 ? pick(grammar.names) : pick(Self.names)
    }
  }

  private mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

  private mutating func string() -> [UInt8] {
    let quote = UInt8(ascii: below(2) == 0 ? "'" : "\"")
    var token = [quote]
    if below(4) == 0 {
      token += pick(Self.words)
    } else {
      while below(3) > 0 {
        let piece = pick(Self.pieces)
        // The other quote is ordinary inside.
        if piece != [quote] { token += piece }
      }
    }
    return token + [quote]
  }

  private static func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  private static let names = bytes([
    "a", "b", "x", "name", "_", "_1", "a1", "é", "名前", "sum", "count", "max", "abs", "length",
    "now", "uppercase", "add", "to", "objectFrom", "withIndex", "self1", "NOTE", "e5", "nilly",
    "toPower", "raise", "noindex", "concat", "today", "coalesce", "addDays", "round", "date",
    "A\u{301}", "UTI", "avg", "allKeys", "first1",
  ])
  private static let numbers = bytes([
    "0", "1", "007", "1.", ".5", "2.50", "1e3", "1E-3", ".5e+1", "1.e2", "0x1F", "0o17", "0b11",
    "0xFFFFFFFFFFFFFFFFFF", "9223372036854775807", "9223372036854775808", "18446744073709551616",
    "1e400", "1e-400", "0.1", "123456789012345678", "1234567890123456789012345",
  ])
  private static let words = bytes([
    "NSNumber", "nsstring", "NSDate", "NSDecimalNumber", "Class", "2024-05-01", "12", "length",
    "(a+)+$", "%@", "valueForKey:",
  ])
  private static let pieces = bytes([
    "a", " ", "é", "\u{1F1FA}", "'", "\"", "%", "%@", "$x", "\n", "\\n", "\\t", "\\a", "\\b", "\\f",
    "\\v", "\\r", "\\d", "\\\\", "\\'", "\\\"", "\\0", "\\7", "\\101", "\\377", "\\x41", "\\XfF",
    "\\u00e9", "\\U0041", "\\ud83c\\uddfa", "\\u0000", "\u{0}", "\u{7f}", "\u{85}", "[", "*", "?",
  ])
}
