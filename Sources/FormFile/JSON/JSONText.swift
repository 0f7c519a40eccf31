// JSON text as it is written, member by member. What an edit changed is written so, without a tree
// of values in between: half of the time of an edit would go into making and freeing that tree.

import Foundation
package import Predicate

/// JSON text on one line, which its writer goes through from first to last.
///
/// Whoever writes an object gives each key once. Commas come by themselves. Copies write into the
/// same text.
package struct JSONText {
  private let buffer: Buffer

  /// Begins with nothing.
  package init() { buffer = Buffer() }

  /// What has been written, as UTF-8.
  package var bytes: [UInt8] { Array(buffer.written) }

  /// Appends a line to bytes.
  package static func line(to bytes: inout [UInt8], _ write: (inout JSONText) -> Void) {
    var text = JSONText()
    write(&text)
    text.put("\n")
    bytes.append(contentsOf: text.buffer.written)
  }

  /// Bytes of its own: an array asks at each character whether it is shared, and a line has
  /// thousands of them.
  private final class Buffer {
    // Only one writer has it, so no access is checked for overlaps.
    @exclusivity(unchecked) private var start: UnsafeMutablePointer<UInt8>
    @exclusivity(unchecked) private var capacity = 1_024
    @exclusivity(unchecked) private(set) var count = 0

    init() { start = .allocate(capacity: capacity) }

    deinit { start.deallocate() }

    var written: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }
    var last: UInt8? { count == 0 ? nil : start[count - 1] }

    @inline(__always)
    func append(_ byte: UInt8) {
      if count == capacity { grow(by: 1) }
      start[count] = byte
      count += 1
    }

    @inline(__always)
    func append(_ bytes: UnsafeBufferPointer<UInt8>) {
      guard let source = bytes.baseAddress else { return }
      if bytes.count > capacity - count { grow(by: bytes.count) }
      (start + count).update(from: source, count: bytes.count)
      count += bytes.count
    }

    /// Takes back what was written since there were so many bytes.
    func removeLast(to count: Int) { self.count = min(count, self.count) }

    @inline(never)
    private func grow(by more: Int) {
      let larger = max(2 * capacity, count + more)
      let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
      moved.update(from: start, count: count)
      start.deallocate()
      (start, capacity) = (moved, larger)
    }
  }

  /// The text of a key that is written on every line.
  package struct WrittenKey: Sendable {
    fileprivate let bytes: [UInt8]

    package init(_ key: String) {
      var text = JSONText()
      text.string(key)
      text.put(":")
      bytes = text.bytes
    }
  }

  // MARK: - Collections

  /// Writes an object, whose members a closure writes.
  package mutating func object(_ members: (inout JSONText) -> Void) {
    comma()
    put("{")
    members(&self)
    put("}")
  }

  /// Writes a list, whose elements a closure writes.
  package mutating func list(_ elements: (inout JSONText) -> Void) {
    comma()
    put("[")
    elements(&self)
    put("]")
  }

  // MARK: - Members

  // Keys are words of the product, in which nothing has to be escaped; `members` takes others.

  /// Writes the key of a member, whose value comes next.
  private mutating func key(_ key: String) {
    comma()
    put("\"")
    appendPlain(key)
    put("\"")
    put(":")
  }

  /// Writes a member with such a key.
  package mutating func member(_ key: WrittenKey, _ value: Value) {
    comma()
    append(key.bytes)
    if !scalar(value) { JSONWriter.write(value, to: &self) }
  }

  /// Writes a member whose value is in its cell.
  ///
  /// - Returns: False, with nothing written, if the cell does not hold the value or holds a date.
  package mutating func member(_ key: WrittenKey, _ cell: Cell) -> Bool {
    guard cell.isInline, !cell.holdsDate else { return false }
    comma()
    append(key.bytes)
    if cell.isInt {
      int(cell.int)
    } else if cell.isNull {
      append("null")
    } else if let truth = cell.truth {
      append(truth ? "true" : "false")
    } else if let value = cell.value {
      _ = scalar(value)
    }
    return true
  }

  /// Writes a member.
  package mutating func member(_ key: String, _ value: Value) {
    self.key(key)
    self.value(value)
  }

  /// Writes a member that is an object.
  package mutating func object(_ key: String, _ members: (inout JSONText) -> Void) {
    self.key(key)
    object(members)
  }

  /// Writes a member that is a list.
  package mutating func list(_ key: String, _ elements: (inout JSONText) -> Void) {
    self.key(key)
    list(elements)
  }

  /// Writes a member that is a list, or nothing if the closure writes no element.
  package mutating func list(ifAny key: String, _ elements: (inout JSONText) -> Void) {
    let start = buffer.count
    self.key(key)
    put("[")
    let empty = buffer.count
    elements(&self)
    if buffer.count == empty { buffer.removeLast(to: start) } else { put("]") }
  }

  /// Writes members.
  package mutating func members(_ members: [(String, Value)]) {
    for (key, value) in members {
      comma()
      string(key)
      put(":")
      self.value(value)
    }
  }

  /// Writes the members of an object that was written elsewhere.
  package mutating func members(of object: [UInt8]) {
    let members = object.dropFirst().dropLast()
    guard !members.isEmpty else { return }
    comma()
    members.withUnsafeBufferPointer(buffer.append)
  }

  // MARK: - Values

  /// Writes a value.
  package mutating func value(_ value: Value) {
    comma()
    if !scalar(value) { JSONWriter.write(value, to: &self) }
  }

  /// Writes a value unless it is a collection, and says whether it did.
  @inline(__always)
  mutating func scalar(_ value: Value) -> Bool {
    switch value {
    case .null: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .int(let int): self.int(int)
    case .double(let double): appendPlain(double.isFinite ? double.description : "null")
    case .string(let text): string(text)
    case .date(let date): string(DateText.text(of: date))
    case .data(let data): string(data.base64EncodedString())
    case .array, .set, .dictionary: return false
    }
    return true
  }

  private mutating func int(_ int: Int64) {
    if let digit = UInt8(exactly: int), digit < 10 {
      buffer.append(UInt8(ascii: "0") + digit)
    } else {
      appendPlain(String(int))
    }
  }

  /// Writes text in quotes.
  mutating func string(_ text: String) {
    put("\"")
    var text = text
    let isPlain = text.withUTF8 { utf8 in
      guard utf8.allSatisfy(Self.isPlain) else { return false }
      buffer.append(utf8)
      return true
    }
    if !isPlain {
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": append("\\\"")
        case "\\": append("\\\\")
        case "\n": append("\\n")
        case "\r": append("\\r")
        case "\t": append("\\t")
        case _ where scalar.isInvisible: appendPlain(scalar.escaped.lowercased())
        default: append(Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter))
        }
      }
    }
    put("\"")
  }

  /// Whether a byte is written in a JSON string as it is.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  // MARK: - Characters

  /// Separates a member or an element from the one before.
  ///
  /// No value ends with one of these characters, so none stands before its first member.
  private mutating func comma() {
    switch buffer.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "\n"): break
    default: put(",")
    }
  }

  /// Appends one ASCII character.
  @inline(__always)
  mutating func put(_ character: Unicode.Scalar) { buffer.append(UInt8(ascii: character)) }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer(buffer.append)
  }

  private mutating func appendPlain(_ text: String) {
    var text = text
    text.withUTF8(buffer.append)
  }

  private mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer(buffer.append) }
}
