// Reads numbers as people write them in a language: the other direction of printing. What is read
// is what `Formatting.number` prints, with or without groups, and what a keyboard has for it.

/// Reads a number that somebody has typed.
struct NumberReading {
  private let language: LanguageData
  private var rest: Substring.UnicodeScalarView

  fileprivate init(_ text: String, _ language: LanguageData) {
    self.language = language
    let shown = text.unicodeScalars.lazy.filter { !$0.isDirectionMark }
      .map { $0.ordinaryWidth.mark(in: language) }
    let ends = Substring(String(String.UnicodeScalarView(shown))).unicodeScalars
    rest = ends.drop { $0.properties.isWhitespace }
    while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
  }

  fileprivate mutating func value() -> Value? {
    let isNegative = sign()
    guard let whole = whole() else { return nil }
    var fraction = ""
    if let first = rest.first, String(first) == language.decimal {
      rest.removeFirst()
      fraction = digits()
    }
    guard rest.isEmpty, !(whole.isEmpty && fraction.isEmpty) else { return nil }
    let sign = isNegative ? "-" : ""
    if fraction.isEmpty, let integer = Int64(sign + whole) { return .int(integer) }
    return Double("\(sign)\(whole.isEmpty ? "0" : whole).\(fraction.isEmpty ? "0" : fraction)")
      .map(Value.double)
  }

  /// Takes a sign; returns whether it is a minus.
  private mutating func sign() -> Bool {
    guard let first = rest.first else { return false }
    // U+2212 is the minus sign of several languages, which no keyboard has.
    let isMinus = first == "-" || first == "\u{2212}"
    if isMinus || first == "+" { rest.removeFirst() }
    return isMinus
  }

  /// Takes the digits before the fraction; nil if they are in groups of other sizes than those of
  /// the language.
  private mutating func whole() -> String? {
    var groups = [digits()]
    while let first = rest.first, isGroupSeparator(first) {
      rest.removeFirst()
      groups.append(digits())
    }
    guard groups.count > 1 else { return groups[0] }
    let (sizes, counts) = (language.groups, groups.map(\.utf8.count))
    let middle = counts.dropFirst().dropLast()
    guard (1...sizes.others).contains(counts[0]), counts.last == sizes.last,
      middle.allSatisfy({ $0 == sizes.others })
    else { return nil }
    return groups.joined()
  }

  private func isGroupSeparator(_ scalar: Unicode.Scalar) -> Bool {
    guard let group = language.group.unicodeScalars.first else { return false }
    // A keyboard has neither the narrow spaces nor the apostrophe that are printed.
    return scalar == group
      || group.properties.isWhitespace && scalar.properties.isWhitespace
      || group == "\u{2019}" && scalar == "'"
  }

  /// Takes digits of any script, as 0 to 9.
  private mutating func digits() -> String {
    var digits = ""
    while let first = rest.first, let digit = first.digit {
      digits += "\(digit)"
      rest.removeFirst()
    }
    return digits
  }
}

extension Unicode.Scalar {
  /// The value of a decimal digit, whatever its script; nil if the scalar is none.
  ///
  /// People type those of their keyboard, whatever the language prints: `٣` and `３` are both 3.
  var digit: Int? {
    properties.numericType == .decimal ? properties.numericValue.map { Int($0) } : nil
  }

  /// The scalar of ASCII that an East Asian keyboard writes as wide as a character of its script,
  /// as `．` for `.`; another scalar is itself.
  fileprivate var ordinaryWidth: Unicode.Scalar {
    guard (0xFF01...0xFF5E).contains(value) else { return self }
    return Unicode.Scalar(value - 0xFEE0) ?? self
  }

  /// The mark of a language where this is that of Arabic digits, and that of Arabic digits where
  /// the language prints it and this is the one that other keyboards have.
  fileprivate func mark(in language: LanguageData) -> Unicode.Scalar {
    let isArabic = language.decimal == "\u{066B}"
    let mark: String? =
      switch self {
      case "\u{066B}": language.decimal
      case "\u{066C}": language.group
      case "." where isArabic: language.decimal
      case "," where isArabic: language.group
      default: nil
      }
    return mark?.unicodeScalars.first ?? self
  }
}

extension Formatting {
  /// The number that a text stands for in a language.
  ///
  /// - Returns: An integer, or a double if there is a fraction or too many digits for an integer;
  ///   nil if the text is not a number in this language: `1,234` is one in English, and `1,23,4` is
  ///   not.
  /// - Complexity: O(n) in the length of the text.
  package static func value(ofNumber text: String, in language: LanguageData) -> Value? {
    var reading = NumberReading(text, language)
    return reading.value()
  }
}
