// Cells against the values they are of: what stands in a cell is equal exactly when the values are
// identical, and comes back as it was.

import Foundation
import Predicate
import TestSupport
import Testing

@Suite struct CellTests {
  /// Values at every border of a cell.
  private static let values: [Value] = {
    var values: [Value] = [
      nil, true, false, 0, 1, -1, 2, .int(.min), .int(.max), 0.0, -0.0, 1.0, 2.5, .double(.nan),
      .double(-.nan), .double(.signalingNaN), .double(Double(nan: 0x1234, signaling: false)),
      .double(.infinity), .double(-.infinity), .double(.leastNonzeroMagnitude),
      .double(Double(bitPattern: 1)), .double(Double(Int64.max)),
      .date(Date(timeIntervalSinceReferenceDate: 0)),
      .date(Date(timeIntervalSinceReferenceDate: -0.0)),
      .date(Date(timeIntervalSinceReferenceDate: .nan)),
      .date(Date(timeIntervalSinceReferenceDate: 1)), .date(.distantPast), .date(.distantFuture),
      "é", "e\u{301}", "\u{212B}", "\u{C5}", "a\u{323}\u{307}", "a\u{307}\u{323}", "\0", "\0\0",
      "a\0", "\0a", "ends with NUL\0", "long text that ends with NUL\0", "🏳️‍🌈", "0", "1", "true",
      .data(Data()), .data(Data([1])), [], [1], [1.0], .set(ValueSet([1])), [:], ["a": 1],
    ]
    for count in 0...40 {
      values.append(.string(String(repeating: "x", count: count)))
      values.append(.string(String(repeating: "x", count: count) + "y"))
      values.append(.string("y" + String(repeating: "x", count: count)))
      values.append(.string(String(repeating: "é", count: count)))
    }
    return values
  }()

  private func check(_ left: Value, _ right: Value) {
    let (a, b) = (Cell(left), Cell(right))
    if a.isInline && b.isInline {
      #expect((a == b) == (left == right), "\(left) and \(right)")
    } else if a != b {
      #expect(left != right, "\(left) and \(right)")
    }
    if a == b { #expect(a.hashValue == b.hashValue) }
  }

  @Test func identity() {
    for left in Self.values { for right in Self.values { check(left, right) } }
  }

  /// Sets are identical where their members are, in their order, and hold what equals a member.
  @Test func sets() {
    let set = ValueSet([1, 2.5, "a", 1.0])
    #expect(set.elements == [1, 2.5, "a"])
    for member in [1, 1.0, true, 2.5, "a"] as [Value] { #expect(set.contains(member), "\(member)") }
    for other in [2, "A", nil, [1]] as [Value] { #expect(!set.contains(other), "\(other)") }
    let values: [Value] = [
      .set(set), .set(ValueSet([1, 2.5, "a"])), .set(ValueSet([2.5, 1, "a"])), .set(ValueSet([])),
      .array(set.elements),
    ]
    #expect(values[0] == values[1] && values[0].hashValue == values[1].hashValue)
    #expect(Set(values).count == 4)
  }

  /// Dictionaries of one shape are common: those with other values must not all fall into one
  /// place.
  @Test func dictionariesOfOneShapeHashApart() {
    let dictionaries = (0..<100).map { ["a": .int(Int64($0)), "b": "x"] as Value }
    #expect(Set(dictionaries.map(\.hashValue)).count > 90)
    #expect((["b": "x", "a": 1] as Value).hashValue == dictionaries[1].hashValue)
  }

  /// Of long text the cell has a hash: texts that differ in one byte are told apart by it.
  @Test func longTextsHashByEachByte() {
    for count in 15...40 {
      let letters = [Character](repeating: "x", count: count)
      for place in letters.indices {
        var other = letters
        other[place] = "y"
        #expect(Cell(.string(String(letters))) != Cell(.string(String(other))), "\(place)")
      }
    }
  }

  /// As the language has it, NaN equals nothing; as a value, every NaN of a kind is one.
  @Test func noNumberIsItself() {
    let (none, other) = (Double.nan, -Double.signalingNaN)
    for (a, b) in [
      (Value.double(none), Value.double(other)),
      (
        .date(Date(timeIntervalSinceReferenceDate: none)),
        .date(Date(timeIntervalSinceReferenceDate: other))
      ),
    ] {
      #expect(a == b && a.hashValue == b.hashValue && !a.equals(b))
    }
  }

  @Test func comesBack() {
    for value in Self.values {
      let cell = Cell(value)
      #expect((cell.value != nil) == cell.isInline)
      if let back = cell.value {
        #expect(back == value, "\(value)")
        #expect(Cell(back) == cell)
      }
      switch value {
      case .data, .array, .set, .dictionary: #expect(!cell.isInline)
      case .string(let text): #expect(cell.isInline == (text.utf8.count <= 14), "\(text)")
      case .date(let date):
        let seconds = date.timeIntervalSinceReferenceDate
        #expect(cell.isInline == (!seconds.isNaN && seconds != 0))
      default: #expect(cell.isInline)
      }
    }
    #expect(MemoryLayout<Cell>.size == 16)
    #expect(Cell.null.isNull && Cell(Value.null).isNull && !Cell(Int64(0)).isNull)
    #expect(Cell(true).truth == true && Cell(false).truth == false && Cell(Int64(1)).truth == nil)
    #expect(Cell(Int64(7)) == Cell(Value.int(7)) && Cell(Double(7.5)) == Cell(Value.double(7.5)))
  }

  @Test func randomTexts() {
    var random = SplitMix64.forTest(0xCE11)
    let letters = ["a", "b", "\0", "é", "e\u{301}", "A", " ", "漢", "🙂"]
    func text() -> Value {
      let count = Int.random(in: 0...20, using: &random)
      return .string(
        (0..<count).map { _ in letters[Int.random(in: letters.indices, using: &random)] }.joined())
    }
    for _ in 0..<20_000 {
      let (left, right) = (text(), text())
      check(left, right)
      check(left, left)
      if let back = Cell(left).value { #expect(back == left, "seed \(random.seed)") }
    }
  }
}
