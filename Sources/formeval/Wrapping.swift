// Text for the width of a terminal: how many columns a text takes, and its lines wrapped between
// words or wide characters. Nothing is cut: a word that is longer than a line stays whole.

import Predicate

extension Character {
  /// The columns that a terminal gives the character: 0, 1 or 2.
  ///
  /// A cluster is as wide as its widest scalar, so that marks and joiners add nothing.
  fileprivate var columns: Int {
    unicodeScalars.reduce(0) { max($0, $1.columns) }
  }

  /// Whether the character is punctuation that no line begins with, such as a full stop.
  fileprivate var isClosing: Bool {
    switch unicodeScalars.first?.properties.generalCategory {
    case .closePunctuation, .finalPunctuation, .otherPunctuation: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// The blocks whose characters are wide, apart from emoji.
  ///
  /// These are the values W and F of EastAsianWidth.txt, Unicode 16. Small gaps are not left out.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4C6,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB,
    0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]

  fileprivate var columns: Int {
    if isASCII { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
  }
}

extension StringProtocol {
  /// The columns that a terminal gives the text on one line, without those of colours.
  var columns: Int {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
    var columns = 0
    var isColor = false
    for character in self {
      if character == "\u{1B}" { isColor = true }
      if !isColor { columns += character.columns }
      // A mark behind the sequence of a colour makes one character with its last letter.
      if isColor, character.unicodeScalars.first == "m" { isColor = false }
    }
    return columns
  }

  /// The text without colours.
  fileprivate var withoutColors: String {
    var isColor = false
    return String(
      String.UnicodeScalarView(
        unicodeScalars.filter { scalar in
          if scalar == "\u{1B}" { isColor = true }
          defer { if scalar == "m" { isColor = false } }
          return !isColor
        }))
  }
}

extension Style {
  /// The text with its lines wrapped to the width of the terminal; as it is in a pipe.
  ///
  /// The lines keep their indent. A source line and the marker below it are broken at the same
  /// places.
  func wrapped(_ text: String) -> String {
    guard let width else { return text }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var wrapped: [String] = []
    while let line = lines.popFirst() {
      if line.hasPrefix("  "), let marker = lines.first, Self.isMarker(marker) {
        wrapped += excerpt(line, lines.removeFirst(), width)
      } else {
        let indent = line.prefix { $0 == " " }.count
        wrapped.append(String(indent: indent, line.dropFirst(indent), width: width))
      }
    }
    return wrapped.joined(separator: "\n")
  }

  /// Whether a line has the marker of a diagnostic.
  static func isMarker(_ line: Substring) -> Bool {
    guard line.hasPrefix("  ") else { return false }
    let marker = line.withoutColors.drop { $0 == " " }
    return marker.first == "^" && marker.dropFirst().allSatisfy { $0 == "~" }
  }

  /// A source line and its marker, in as many pieces as the width needs.
  ///
  /// The marker comes with a sign for each character, and leaves with one for each column.
  private func excerpt(_ line: Substring, _ marker: Substring, _ width: Int) -> [String] {
    let signs = Array(marker.withoutColors.dropFirst(2))
    let source = Array(line.dropFirst(2))
    let ink = marker.prefix { $0 == " " }.endIndex
    let color = marker[ink...].hasPrefix("\u{1B}") ? marker[ink...].prefix { $0 != "^" } : ""
    /// A character with its signs, one for each of its columns.
    let cells = (0..<max(source.count, signs.count)).map { index -> (Character, String) in
      let character = index < source.count ? source[index] : " "
      let sign = index < signs.count ? signs[index] : " "
      let count = max(character.columns, sign == "^" ? 1 : 0)
      let rest = String(repeating: sign == "^" ? "~" : sign, count: max(count - 1, 0))
      return (character, count > 0 ? "\(sign)\(rest)" : "")
    }
    var pieces: [(text: String, signs: String)] = []
    var start = 0
    while start < cells.count {
      var end = start
      var columns = 0
      while end < cells.count, end == start || columns + cells[end].1.count <= width - 2 {
        columns += cells[end].1.count
        end += 1
      }
      // Between words, if there is one that ends in this piece.
      if end < cells.count, let blank = cells[start..<end].lastIndex(where: { $0.0 == " " }),
        cells[start..<blank].contains(where: { $0.0 != " " })
      {
        end = blank + 1
      }
      pieces.append(
        (String(cells[start..<end].map(\.0)), cells[start..<end].map(\.1).joined()))
      start = end
    }
    return pieces.flatMap { piece in
      let blanks = piece.signs.prefix { $0 == " " }
      let marks = piece.signs.dropFirst(blanks.count).prefix { $0 != " " }
      let text = "  \(piece.text)"
      guard !marks.isEmpty else { return [text] }
      return [text, "  \(blanks)" + (color.isEmpty ? "\(marks)" : "\(color)\(marks)\u{1B}[0m")]
    }
  }
}

extension String {
  /// A text behind an indent, wrapped between words; each line has the indent.
  ///
  /// Indents take half of the width at most, so that there is room for words.
  init(indent: Int, _ text: some StringProtocol, width: Int) {
    self = String(repeating: " ", count: indent)
    let hang = String(repeating: " ", count: Swift.min(indent, width / 2))
    guard indent + text.columns > width else {
      self += text
      return
    }
    var column = indent
    var isStart = true
    var rest = Substring(text)
    while !rest.isEmpty {
      let blanks = rest.prefix { $0 == " " }
      let word = Self.word(of: rest[blanks.endIndex...])
      rest = rest[word.endIndex...]
      let count = word.columns
      if !isStart, column + blanks.count + count > width {
        self += "\n\(hang)\(word)"
        column = hang.count + count
      } else {
        self += "\(blanks)\(word)"
        column += blanks.count + count
      }
      isStart = false
    }
  }
  /// What stands together at the start of a text without blanks there: a word, or a wide character
  /// with the punctuation behind it, since Chinese and Japanese have no blanks.
  private static func word(of text: Substring) -> Substring {
    guard let first = text.first else { return text }
    let rest = text.dropFirst()
    let more = rest.prefix { character in
      first.columns == 2 ? character.isClosing : character != " " && character.columns < 2
    }
    return text[..<more.endIndex]
  }
}
