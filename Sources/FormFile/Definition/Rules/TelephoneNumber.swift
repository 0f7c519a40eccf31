// Recognizes telephone numbers and postcodes of the United Kingdom. Written by hand, in a single
// pass.

/// Recognizes telephone numbers.
enum TelephoneNumber {
  /// Whether a text is a telephone number.
  ///
  /// A number has at least three digits, with blanks, dots, dashes and parentheses between them,
  /// and an optional plus at the start.
  static func isValid(_ text: String) -> Bool {
    let rest = text.utf8.first == UInt8(ascii: "+") ? text.utf8.dropFirst() : text.utf8[...]
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    guard let first = rest.first, isDigit(first) || first == UInt8(ascii: "("),
      rest.last.map(isDigit) == true
    else { return false }
    return rest.count(where: isDigit) >= 3
      && rest.allSatisfy { isDigit($0) || " .-()".utf8.contains($0) }
  }
}

/// Recognizes postcodes of the United Kingdom.
enum Postcode {
  /// Whether a text is a postcode: the outward code, one blank, and the inward code, in capital or
  /// small letters.
  ///
  /// `GIR 0AA` is also valid.
  static func isValid(_ text: String) -> Bool {
    guard text.utf8.count <= 8 else { return false }
    let bytes = text.utf8.map { (0x61...0x7A).contains($0) ? $0 & ~0x20 : $0 }
    if bytes.elementsEqual("GIR 0AA".utf8) { return true }
    let halves = bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard halves.count == 2 else { return false }
    let inward = Array(halves[1])
    return isOutward(Array(halves[0])) && inward.count == 3 && isDigit(inward[0])
      && inward[1...].allSatisfy { isLetter($0, but: "CIKMOV") }
  }

  /// Whether the bytes are an outward code: one or two letters, a digit, and optionally one more
  /// digit or letter.
  private static func isOutward(_ bytes: [UInt8]) -> Bool {
    guard (2...4).contains(bytes.count), isLetter(bytes[0], but: "QVX") else { return false }
    let hasTwo = isLetter(bytes[1], but: "IJZ")
    let rest = bytes[(hasTwo ? 2 : 1)...]
    guard let digit = rest.first, isDigit(digit), rest.count <= 2, let last = rest.last else {
      return false
    }
    let letters = hasTwo ? "ABEHMNPRVWXY" : "ABCDEFGHJKPSTUW"
    return isDigit(last) || letters.utf8.contains(last)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetter(_ byte: UInt8, but others: String) -> Bool {
    (0x41...0x5A).contains(byte) && !others.utf8.contains(byte)
  }
}
