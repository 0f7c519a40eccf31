// Finds the mistake in a malformed pattern. NSRegularExpression reports only that a pattern is
// invalid. After such a report, this file looks for common mistakes to improve the message. It
// never decides whether a pattern is valid.

/// The mistake in a pattern that does not compile.
struct PatternMistake {
  /// The end of the sentence "the pattern …", without a period.
  var sentence: String
  /// UTF-8 offsets in the pattern.
  var range: Range<Int>

  /// Finds the first known mistake; nil if there is none.
  init?(in pattern: String) {
    var scanner = Scanner(bytes: Array(pattern.utf8))
    guard let found = scanner.scan() else { return nil }
    self = found
  }

  private init(_ sentence: String, at offset: Int) {
    self.sentence = sentence
    range = offset..<offset + 1
  }

  private struct Scanner {
    let bytes: [UInt8]
    var position = 0
    /// The positions of the open parentheses.
    var open: [Int] = []
    /// Whether a `*` here would have something to repeat.
    var canRepeat = false

    mutating func scan() -> PatternMistake? {
      while position < bytes.count {
        let start = position
        position += 1
        switch bytes[start] {
        case UInt8(ascii: "\\"):
          if let mistake = escape(start) { return mistake }
        case UInt8(ascii: "["):
          if let mistake = characterClass(start) { return mistake }
        case UInt8(ascii: "("):
          open.append(start)
          skipGroupKind()
          canRepeat = false
        case UInt8(ascii: ")"):
          if open.popLast() == nil { return PatternMistake("has a ) without its (", at: start) }
          canRepeat = true
        case UInt8(ascii: "|"): canRepeat = false
        case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
          let sign = Unicode.Scalar(bytes[start])
          guard canRepeat else {
            return PatternMistake("has nothing to repeat before \(sign)", at: start)
          }
          endRepetition()
        case UInt8(ascii: "{"):
          guard canRepeat, skipInterval() else {
            return PatternMistake("has a { without a number of repetitions", at: start)
          }
          endRepetition()
        default: canRepeat = true
        }
      }
      return open.last.map { PatternMistake("has a ( that is not closed", at: $0) }
    }

    private func byte(at offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func escape(_ start: Int) -> PatternMistake? {
      guard let byte = byte(at: position) else {
        return PatternMistake("ends in a backslash", at: start)
      }
      position += 1
      canRepeat = true
      if byte == UInt8(ascii: "Q") {
        while position < bytes.count, !bytes[position...].starts(with: "\\E".utf8) { position += 1 }
        position = min(position + 2, bytes.count)
      } else if byte | 0x20 == UInt8(ascii: "p"), self.byte(at: position) == UInt8(ascii: "{") {
        while position < bytes.count, bytes[position] != UInt8(ascii: "}") { position += 1 }
        position = min(position + 1, bytes.count)
      }
      return nil
    }

    private mutating func characterClass(_ start: Int) -> PatternMistake? {
      var depth = 1
      while depth > 0 {
        guard let byte = byte(at: position) else {
          return PatternMistake("has a [ that is not closed", at: start)
        }
        position += 1
        switch byte {
        case UInt8(ascii: "\\"): position += 1
        case UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "]"): depth -= 1
        default: break
        }
      }
      canRepeat = true
      return nil
    }

    /// Skips the characters after `(?`, up to the start of the inner pattern.
    private mutating func skipGroupKind() {
      guard byte(at: position) == UInt8(ascii: "?") else { return }
      while let byte = byte(at: position), !":=!>#()".utf8.contains(byte) { position += 1 }
      if let byte = byte(at: position), byte != UInt8(ascii: "("), byte != UInt8(ascii: ")") {
        position += 1
      }
    }

    /// Skips `{2}`, `{2,}` or `{2,3}`.
    private mutating func skipInterval() -> Bool {
      let bounds = bytes[position...].prefix { $0 != UInt8(ascii: "}") }
      guard bounds.endIndex < bytes.count else { return false }
      let parts = bounds.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        .map { Int(String(decoding: $0, as: UTF8.self)) }
      guard (1...2).contains(parts.count), let least = parts[0] else { return false }
      if parts.count == 2, let most = parts[1], most < least { return false }
      position = bounds.endIndex + 1
      return true
    }

    /// Skips a sign that makes a repetition lazy or possessive.
    ///
    /// A repetition cannot be repeated itself.
    private mutating func endRepetition() {
      if let byte = byte(at: position), "?+".utf8.contains(byte) { position += 1 }
      canRepeat = false
    }
  }
}
