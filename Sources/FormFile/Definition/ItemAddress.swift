// The names of items and their rows. An address contains the current position of an item, so it may
// mean another item after items are inserted, removed or moved. Ids are stable.

/// The address of an item or of a member of an item: `phones[2]` or `phones[2].number`.
public struct ItemAddress: Hashable, Sendable, CustomStringConvertible {
  /// The tag of the list or, of a list in an item, its address, such as `visits[1].drugs`.
  public let section: String
  /// The position of the item in the section, from 0.
  public let position: Int
  /// The tag of the row or the section; nil if the address means the item itself, or the row of a
  /// plain item.
  public let tag: String?

  /// Reads an address; nil if the text is not an address.
  public init?(_ text: String) {
    guard let open = text.lastIndex(of: "["), let close = text[open...].firstIndex(of: "]"),
      open > text.startIndex
    else { return nil }
    let digits = text[text.index(after: open)..<close]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      digits == "0" || digits.first != "0", let position = Int(digits)
    else { return nil }
    let rest = text[text.index(after: close)...]
    guard rest.isEmpty || (rest.first == "." && rest.count > 1) else { return nil }
    section = String(text[..<open])
    self.position = position
    tag = rest.isEmpty ? nil : String(rest.dropFirst())
  }

  /// The address as text.
  public var description: String { "\(section)[\(position)]\(tag.map { ".\($0)" } ?? "")" }
}
