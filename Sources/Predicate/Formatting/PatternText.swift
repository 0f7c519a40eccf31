// Resolves the quotes in a pattern for numbers or dates, as UTS #35 defines them. Text in quotes,
// `'text'`, is printed unchanged. Two quotes, `''`, are an apostrophe, both inside and outside of
// quoted text.

/// A character of a pattern.
struct PatternCharacter {
  let scalar: Unicode.Scalar
  /// Whether the character was quoted, so that it is printed unchanged.
  let isQuoted: Bool
  /// The place, in UTF-8 offsets of the pattern.
  let range: Range<Int>

  /// Whether the character is a given sign and not quoted.
  func isSign(_ sign: Unicode.Scalar) -> Bool { !isQuoted && scalar == sign }

  /// Whether the character is a letter from A to Z and not quoted, so that it belongs to a field.
  var isLetter: Bool {
    !isQuoted && (("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar))
  }
}

enum PatternText {
  /// The longest pattern, in bytes of UTF-8.
  ///
  /// This limits the number of digits and fields that a pattern prints.
  static let maximumLength = 200

  /// The characters of a pattern, with quotes resolved.
  ///
  /// - Throws: `FormatError` if the pattern is too long or a quote has no end.
  /// - Complexity: O(n).
  static func characters(of text: String) throws(FormatError) -> [PatternCharacter] {
    let length = text.utf8.count
    guard length <= maximumLength else {
      throw FormatError(
        "a pattern has \(maximumLength) bytes at most", at: maximumLength..<length, in: text)
    }
    var characters: [PatternCharacter] = []
    var quote: Int?
    var offset = 0
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      let range = offset..<(offset + UTF8.width(scalar))
      index += 1
      offset = range.upperBound
      if scalar != "'" {
        let character = PatternCharacter(scalar: scalar, isQuoted: quote != nil, range: range)
        characters.append(character)
      } else if index < scalars.count, scalars[index] == "'" {
        index += 1
        offset += 1
        let range = range.lowerBound..<offset
        characters.append(PatternCharacter(scalar: "'", isQuoted: true, range: range))
      } else {
        quote = quote == nil ? range.lowerBound : nil
      }
    }
    if let quote {
      throw FormatError(
        "this quote has no end", at: quote..<length, in: text,
        hint: "an apostrophe is written ''")
    }
    return characters
  }
}
