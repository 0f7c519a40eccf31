// What an item and its rows are called from outside. An address says where an item stands now, so
// that it means another one as soon as items come, go or move; ids are what lasts.

/// What an item's row is called: `phones[2].number`, of a plain item `phones[2]`.
public struct ItemAddress: Hashable, Sendable, CustomStringConvertible {
  /// The tag of the section.
  public let section: String
  /// Where the item stands in it, from 0.
  public let position: Int
  /// The tag of the row; nil where the item as a whole is meant.
  public let tag: String?

  /// Reads an address; nil where the text is none.
  public init?(_ text: String) {
    guard let open = text.firstIndex(of: "["), let close = text[open...].firstIndex(of: "]"),
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

  /// The address as it is written.
  public var description: String { "\(section)[\(position)]\(tag.map { ".\($0)" } ?? "")" }
}
