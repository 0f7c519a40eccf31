// The yardstick for conditions: closures that a programmer would write by hand over plain cells of
// 16 bytes. Text is an id where it is compared whole and bytes where it is searched. The closures
// are called through an array, as a form would call them, and so never inlined into their loop.

/// A value without a reference: what it is, its bits, and the id of a text.
package struct PlainCell: Sendable {
  /// The bits of a number or a truth value; of a text where its bytes begin.
  package var bits: UInt64
  package var tag: Tag
  /// The id of a text.
  package var text: UInt32

  package enum Tag: UInt8, Sendable { case null, bool, int, double, text }

  @inline(__always) init(_ tag: Tag, _ bits: UInt64, text: UInt32 = 0) {
    self.tag = tag
    self.bits = bits
    self.text = text
  }

  @inline(__always) var int: Int64? { tag == .int ? Int64(bitPattern: bits) : nil }
  @inline(__always) var double: Double? { tag == .double ? Double(bitPattern: bits) : nil }
  @inline(__always) func isText(_ id: UInt32) -> Bool { tag == .text && text == id }
  @inline(__always) func isBool(_ value: Bool) -> Bool { tag == .bool && bits == (value ? 1 : 0) }
}

/// The environments as rows of cells, and the eight closures over a row.
package final class CellClosures {
  package typealias Closure = (UnsafePointer<PlainCell>) -> Bool

  private let cells: UnsafeMutablePointer<PlainCell>
  private let bytes: UnsafeMutablePointer<UInt8>
  private let count: Int
  private let width = Environment.columns.count
  private let closures: [Closure]

  package init(_ environments: [Environment]) {
    count = environments.count
    var texts = Texts()
    var rows: [PlainCell] = []
    for row in environments {
      rows += [
        PlainCell(.bool, row.switchTag ? 1 : 0), PlainCell(.int, UInt64(row.age)),
        texts.cell(row.name), texts.cell(row.country), PlainCell(.int, UInt64(row.a)),
        PlainCell(.int, UInt64(row.b)), PlainCell(.int, UInt64(row.c)),
        PlainCell(.double, row.price.bitPattern), PlainCell(.int, UInt64(row.quantity)),
        PlainCell(.int, UInt64(row.score)), texts.cell(row.plan),
        PlainCell(.int, UInt64(row.seats)), PlainCell(.bool, row.vip ? 1 : 0),
      ]
    }
    let (uy, ar, br, pro) = (
      texts.cell("UY").text, texts.cell("AR").text, texts.cell("BR").text, texts.cell("pro").text
    )
    cells = .allocate(capacity: rows.count)
    cells.initialize(from: rows, count: rows.count)
    bytes = .allocate(capacity: texts.bytes.count)
    bytes.initialize(from: texts.bytes, count: texts.bytes.count)
    closures = Self.closures(UnsafePointer(bytes), uy: uy, ar: ar, br: br, pro: pro)
  }

  deinit {
    cells.deallocate()
    bytes.deallocate()
  }

  @inline(never)
  private static func closures(
    _ bytes: UnsafePointer<UInt8>, uy: UInt32, ar: UInt32, br: UInt32, pro: UInt32
  ) -> [Closure] {
    [
      { $0[0].isBool(false) },
      { row in
        guard let age = row[1].int else { return false }
        return age >= 18 && age < 65
      },
      { row in
        guard row[2].tag == .text else { return false }
        // The length stands before the bytes.
        let text = bytes + Int(row[2].bits)
        return text[0] >= 2 && text[1] | 0x20 == UInt8(ascii: "j")
          && text[2] | 0x20 == UInt8(ascii: "o")
      },
      { $0[3].isText(uy) || $0[3].isText(ar) || $0[3].isText(br) },
      { row in
        if let a = row[4].int, let b = row[5].int, a > 1 && b < 2 { return true }
        return row[6].int != 3
      },
      { row in
        guard let price = row[7].double, let quantity = row[8].int else { return false }
        return price * Double(quantity) > 100
      },
      { row in
        guard let score = row[9].int else { return false }
        return score >= 1 && score <= 10
      },
      { row in
        guard row[10].isText(pro), let seats = row[11].int, seats > 5 else { return false }
        return row[3].isText(uy) || row[12].isBool(true)
      },
    ]
  }

  /// How often a closure is true, over all environments so many times.
  @inline(never)
  package func count(_ predicate: Int, rounds: Int) -> Int {
    let closure = closures[predicate]
    var count = 0
    for _ in 0..<rounds {
      for row in 0..<self.count where closure(cells + row * width) { count += 1 }
    }
    return count
  }

  private struct Texts {
    var bytes: [UInt8] = []
    var known: [String: PlainCell] = [:]

    mutating func cell(_ text: String) -> PlainCell {
      if let cell = known[text] { return cell }
      let cell = PlainCell(.text, UInt64(bytes.count), text: UInt32(known.count + 1))
      bytes.append(UInt8(text.utf8.count))
      bytes += text.utf8
      known[text] = cell
      return cell
    }
  }
}
