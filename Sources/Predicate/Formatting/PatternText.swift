// The characters of a pattern with its quotes resolved, as UTS #35 has them for numbers and dates:
// 'text' is printed as it stands, and '' is an apostrophe, in quotes and outside.

/// A character of a pattern.
struct PatternCharacter {
  let scalar: Unicode.Scalar
  /// Whether the character is printed as it stands.
  let isQuoted: Bool
  /// UTF-8 offsets.
  let range: Range<Int>

  /// Whether the character means something, and is this one.
  func isSign(_ sign: Unicode.Scalar) -> Bool { !isQuoted && scalar == sign }

  /// Whether the character is a letter that may name a field.
  var isLetter: Bool {
    !isQuoted && (("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar))
  }
}

enum PatternText {
  /// The longest pattern, in bytes of UTF-8.
  ///
  /// It bounds the digits and fields that a pattern prints.
  static let maximumLength = 200

  /// Reads the quotes of a pattern.
  ///
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
