// Recognizes e-mail addresses: the same shape that Eureka's rule accepts. Written by hand, so that
// every text takes a single pass.

/// Recognizes e-mail addresses.
enum EmailAddress {
  /// Whether a text is an e-mail address.
  ///
  /// An address has parts joined by dots, an at sign, and two or more labels joined by dots. The
  /// last label has two or more letters.
  static func isValid(_ text: String) -> Bool {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return false }
    let parts = halves[0].split(separator: ".", omittingEmptySubsequences: false)
    let labels = halves[1].split(separator: ".", omittingEmptySubsequences: false)
    guard let last = labels.last, labels.count >= 2 else { return false }
    return parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isLocal) }
      && labels.dropLast().allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isLabel) }
      && last.utf8.count >= 2 && last.utf8.allSatisfy(isLetter)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func isLabel(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
  }

  private static func isLocal(_ byte: UInt8) -> Bool {
    isLabel(byte) || "_+!?#$%'`*/=~^{}|".utf8.contains(byte)
  }
}
