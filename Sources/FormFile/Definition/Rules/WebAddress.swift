// Recognizes web addresses, as a person types them to open a page. Written by hand, so that every
// text takes a single pass.

/// Recognizes web addresses.
enum WebAddress {
  /// Whether a text is a web address: `http` or `https`, a host, and optionally a port and a path,
  /// query or fragment without white space.
  ///
  /// A host is `localhost`, four numbers up to 255, or two or more labels joined by dots. The last
  /// label has two or more letters.
  static func isValid(_ text: String) -> Bool {
    guard let scheme = ["https://", "http://"].first(where: { hasPrefix($0, text) }) else {
      return false
    }
    let rest = text.utf8.dropFirst(scheme.utf8.count)
    let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
    let parts = rest[..<end].split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard let host = parts.first, parts.count <= 2, parts.dropFirst().allSatisfy(isPort) else {
      return false
    }
    let tail = text.unicodeScalars[end...]
    return isHost(host)
      && tail.allSatisfy {
        !$0.properties.isWhitespace && $0.properties.generalCategory != .control
      }
  }

  private static func hasPrefix(_ prefix: String, _ text: String) -> Bool {
    text.utf8.count >= prefix.utf8.count
      && zip(prefix.utf8, text.utf8).allSatisfy { $0 == lowercased($1) }
  }

  private static func isPort(_ digits: Substring.UTF8View) -> Bool {
    (1...5).contains(digits.count) && digits.allSatisfy(isDigit)
      && number(digits).map { $0 <= 65_535 } ?? false
  }

  private static func isHost(_ host: Substring.UTF8View) -> Bool {
    if host.elementsEqual("localhost".utf8, by: { lowercased($0) == $1 }) { return true }
    let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count >= 2, let last = labels.last else { return false }
    if last.allSatisfy(isDigit) {
      return labels.count == 4
        && labels.allSatisfy { label in
          (1...3).contains(label.count) && label.allSatisfy(isDigit)
            && number(label).map { $0 <= 255 } ?? false
        }
    }
    return labels.allSatisfy(isLabel) && last.count >= 2 && !last.contains(where: isDigit)
  }

  /// Whether the bytes are a label of a host.
  ///
  /// Letters of other alphabets are accepted as they are written.
  private static func isLabel(_ label: Substring.UTF8View) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return !label.isEmpty && label.first != hyphen && label.last != hyphen
      && label.allSatisfy { byte in
        byte >= 0x80 || byte == hyphen || byte == UInt8(ascii: "_") || isDigit(byte)
          || (0x61...0x7A).contains(lowercased(byte))
      }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func number(_ digits: Substring.UTF8View) -> Int? { Int(Substring(digits)) }
}
