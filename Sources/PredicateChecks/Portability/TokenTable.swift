// The tokens of a parsed text, and the tokens of each node. Everything that only the spelling shows
// is read from the tokens, never from the bytes.

import Predicate

/// The tokens of a text, with the partners of brackets.
struct TokenTable {
  let bytes: [UInt8]
  let tokens: [Token]
  /// By token: for an opening bracket, the index of its closing bracket; -1 for all other tokens.
  private let partners: [Int]

  /// Reads the tokens of a text that has been parsed.
  init(_ text: String) {
    bytes = Array(text.utf8)
    tokens = TextBytes.read(text) { bytes in
      var lexer = Lexer(bytes)
      return Array(
        sequence(state: ()) { _ in
          let token = lexer.next()
          return token.kind == .end ? nil : token
        })
    }
    var partners = Array(repeating: -1, count: tokens.count)
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .symbol(.leftParenthesis), .symbol(.leftBrace), .symbol(.leftBracket):
        open.append(index)
      case .symbol(.rightParenthesis), .symbol(.rightBrace), .symbol(.rightBracket):
        if let start = open.popLast() { partners[start] = index }
      default: break
      }
    }
    self.partners = partners
  }

  func spelling(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func spelling(_ token: Token) -> String { spelling(token.range) }

  subscript(index: Int) -> Token? { tokens.indices.contains(index) ? tokens[index] : nil }

  /// The index of the first token that starts at an offset or after it.
  func index(from offset: Int) -> Int {
    var low = 0
    var high = tokens.count
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The tokens in a range, without the parentheses around the whole range.
  func core(of range: Range<Int>) -> Range<Int> {
    var start = index(from: range.lowerBound)
    var end = max(start, index(from: range.upperBound))
    while end - start > 2, tokens[start].kind == .symbol(.leftParenthesis),
      partners[start] == end - 1
    {
      start += 1
      end -= 1
    }
    return start..<end
  }

  /// The index of the closing bracket for an opening bracket; nil for other tokens.
  func partner(of index: Int) -> Int? {
    tokens.indices.contains(index) && partners[index] >= 0 ? partners[index] : nil
  }

  /// The bytes of a range of tokens.
  func bytes(of span: Range<Int>) -> Range<Int> {
    guard let first = self[span.lowerBound], let last = self[span.upperBound - 1], !span.isEmpty
    else { return 0..<0 }
    return first.range.lowerBound..<last.range.upperBound
  }

  /// A replacement for a range of tokens, with a blank where it would join the word next to it.
  ///
  /// A replacement inside a token, such as a text in quotes, is returned unchanged.
  func separated(_ spelling: String, at range: Range<Int>) -> String {
    guard self[index(from: range.lowerBound)]?.range.lowerBound == range.lowerBound else {
      return spelling
    }
    func isOfWord(_ byte: UInt8?) -> Bool {
      byte.map { $0 >= 0x80 || Identifier.canContinue(ascii: $0) } ?? false
    }
    let before = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : nil
    let after = range.upperBound < bytes.count ? bytes[range.upperBound] : nil
    let start = isOfWord(before) && isOfWord(spelling.utf8.first) ? " " : ""
    let end = isOfWord(after) && isOfWord(spelling.utf8.last) ? " " : ""
    return start + spelling + end
  }

  func hasBlank(before index: Int) -> Bool {
    guard let token = self[index], let previous = self[index - 1] else { return false }
    return previous.range.upperBound < token.range.lowerBound
  }
}
