// The texts of a form, 64 to a page and their bytes next to each other: a million conditions that
// all differ cost little more than their letters. A text is made of its bytes when somebody asks
// for it, which only problems, explanations and definitions do.

import Predicate

/// Texts that have been read, by id.
struct TextTable: Sendable {
  /// All pages but the last, with 64 texts each.
  private var full = Pages<TextPage>()
  private var last = TextPage()

  var count: Int { full.count << 6 + last.count }

  subscript(index: Int) -> TextRecord {
    page(of: index).withText(at: index & 63) { bytes, others in
      TextRecord(
        text: String(decoding: bytes, as: UTF8.self),
        isPredicate: page(of: index).isPredicate(index & 63), others: others)
    }
  }

  /// Whether a text consists of the same scalars as another.
  func isText(at index: Int, _ text: String, isPredicate: Bool) -> Bool {
    guard page(of: index).isPredicate(index & 63) == isPredicate else { return false }
    return page(of: index).withText(at: index & 63) { bytes, _ in
      guard bytes.count == text.utf8.count else { return false }
      return text.utf8.withContiguousStorageIfAvailable { haveEqualBytes(bytes, $0) }
        ?? bytes.elementsEqual(text.utf8)
    }
  }

  func isFunction(_ index: Int) -> Bool {
    page(of: index).others(at: index & 63)?.value.dependencies != nil
  }

  mutating func append(_ record: TextRecord) {
    last.append(record)
    guard last.count == 64 else { return }
    full.append(last.packed)
    last = TextPage()
  }

  /// How many pages are not those of another table, as ``Pages`` counts them.
  func pagesNotShared(with other: TextTable) -> Int {
    full.pagesNotShared(with: other.full) + (last.count == other.last.count ? 0 : 1)
  }

  private func page(of index: Int) -> TextPage {
    index >> 6 < full.count ? full[index >> 6] : last
  }
}

/// Up to 64 texts.
private struct TextPage: Sendable {
  /// The bytes of all that are not long, one after the other.
  private var bytes: [UInt8] = []
  /// Where each ends.
  private var ends: [UInt16] = []
  /// A bit for each that is a predicate.
  private var predicates: UInt64 = 0
  /// What few texts have; a text that is too long to stand among others among it.
  private var others: [Int: Shared<TextRecord.Others>] = [:]

  /// Sixty-four of them end where 16 bits reach, and a copy of a page is soon made.
  private static let longest = 255

  var count: Int { ends.count }

  func isPredicate(_ place: Int) -> Bool { predicates & 1 << UInt64(place) != 0 }

  @inline(__always)
  func others(at place: Int) -> Shared<TextRecord.Others>? {
    others.isEmpty ? nil : others[place]
  }

  /// Calls a function with the bytes of a text and what it has beside them.
  @inline(__always)
  func withText<Result>(
    at place: Int, _ body: (UnsafeBufferPointer<UInt8>, Shared<TextRecord.Others>?) -> Result
  ) -> Result {
    let others = others(at: place)
    if var text = others?.value.longText { return text.withUTF8 { body($0, others) } }
    let start = place == 0 ? 0 : Int(ends[place - 1])
    let end = Int(ends[place])
    return bytes.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[start..<end]), others)
    }
  }

  mutating func append(_ record: TextRecord) {
    if record.isPredicate { predicates |= 1 << UInt64(count) }
    var more = record.others?.value ?? TextRecord.Others()
    if record.text.utf8.count > Self.longest {
      more.longText = record.text
    } else {
      bytes.append(contentsOf: record.text.utf8)
    }
    if record.others != nil || more.longText != nil { others[count] = Shared(more) }
    ends.append(UInt16(truncatingIfNeeded: bytes.count))
  }

  /// The same without room for more.
  var packed: TextPage {
    var page = self
    page.bytes = bytes.withUnsafeBufferPointer { Array($0) }
    page.ends = ends.withUnsafeBufferPointer { Array($0) }
    return page
  }
}
