// The bytes of a text where it stores them. Whoever has them is inside `read`, which keeps the text
// alive; every access is checked, for what is read comes from strangers.

/// The UTF-8 of a text, without a copy of it.
struct TextBytes {
  private let bytes: UnsafeBufferPointer<UInt8>

  /// Reads the bytes of a text; they must not leave the closure.
  static func read<Result>(_ text: String, _ body: (TextBytes) -> Result) -> Result {
    var text = text
    return text.withUTF8 { body(TextBytes(bytes: $0)) }
  }

  var count: Int { bytes.count }

  subscript(index: Int) -> UInt8 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: bytes.count))
    return bytes[index]
  }

  /// The first index, from one on, whose byte is not as asked; the end of the text, if all are.
  @inline(__always)
  func end(of isWanted: (UInt8) -> Bool, from start: Int) -> Int {
    precondition(start >= 0)
    var index = start
    while index < bytes.count, isWanted(bytes[index]) { index &+= 1 }
    return index
  }

  subscript(range: Range<Int>) -> Slice<UnsafeBufferPointer<UInt8>> {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    return bytes[range]
  }

  /// The text of a range.
  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: self[range]), as: UTF8.self)
  }
}
