// Columns against arrays: what a transaction logs gives back what stood there, alone and merged
// with a later transaction, and tells what changed.

import Predicate
import TestSupport
import Testing

@testable import FormGraph

/// A column, what it holds, and what it held when its transaction began.
private struct Model<Column: StateColumn & ~Copyable>: ~Copyable where Column.Element == Int {
  var column: Column
  var now = [Int](repeating: -1, count: 100)
  var before = [Int](repeating: -1, count: 100)

  /// Makes one edit at random.
  mutating func edit(_ random: inout SplitMix64) {
    let index = Int.random(in: now.indices, using: &random)
    let value = Int.random(in: -2..<3, using: &random)
    if Bool.random(using: &random) {
      column[index] = value
    } else {
      #expect(column.replace(value, at: index) == (now[index] != value))
    }
    now[index] = value
  }

  /// Makes some edits and ends the transaction; checks its log.
  mutating func transaction(_ random: inout SplitMix64, _ comment: Comment) -> UndoLog<Int> {
    before = now
    for _ in 0..<Int.random(in: 0..<12, using: &random) { edit(&random) }
    let log = column.takeLog()
    check(log, since: before, comment)
    #expect(column.takeLog().isEmpty, comment)
    return log
  }

  func check(_ log: UndoLog<Int>, since before: [Int], _ comment: Comment) {
    for index in now.indices {
      #expect(column[index] == now[index] && column.old(at: index, log) == before[index], comment)
    }
    let changes = column.changes(since: log)
    let expected = now.indices.filter { now[$0] != before[$0] }
    #expect(changes.map(\.index) == expected, comment)
    #expect(changes.allSatisfy { $0.old == before[$0.index] && $0.new == now[$0.index] }, comment)
    let indices = log.entries.map(\.index)
    #expect(indices == Set(indices).sorted(), comment)
  }

  mutating func put(_ log: UndoLog<Int>, asIn old: [Int], _ comment: Comment) -> UndoLog<Int> {
    column.put(log)
    let left = now
    now = old
    let forth = column.takeLog()
    check(forth, since: left, comment)
    return forth
  }
}

/// Takes two transactions back in one step, makes both again, and takes them back one by one.
private func check<Column: StateColumn & ~Copyable>(_ column: consuming Column, seed: UInt64)
where Column.Element == Int {
  var random = SplitMix64.forTest(seed)
  var model = Model(column: column)
  for round in 0..<100 {
    let comment: Comment = "seed \(random.seed), round \(round)"
    let before = model.now
    let first = model.transaction(&random, comment)
    let between = model.now
    let second = model.transaction(&random, comment)
    let after = model.now
    var both = first
    both.merge(second)
    model.check(both, since: before, comment)
    guard round % 3 == 0 else { continue }
    let forth = model.put(both, asIn: before, comment)
    _ = model.put(forth, asIn: after, comment)
    _ = model.put(second, asIn: between, comment)
    _ = model.put(first, asIn: before, comment)
  }
}

struct ColumnTests {
  @Test("A dense column gives back what it logged")
  func dense() {
    var column = Column(filledWith: -1)
    column.grow(to: 100)
    check(column, seed: 0xC01)
  }

  @Test("A sparse column gives back what it logged")
  func sparse() { check(SparseColumn(filledWith: -1), seed: 0xC02) }

  @Test("Within a transaction a column tells what stood there before it")
  func oldWithin() {
    var column = Column(filledWith: 0)
    column.grow(to: 3)
    column[1] = 5
    column[1] = 6
    column.keep(at: 2)
    for index in 0..<3 { #expect(column.old(at: index) == 0) }
    let count = column.overwritten.count
    #expect(count == 2)
    _ = column.takeLog()
    for index in 0..<3 { #expect(column.old(at: index) == (index == 1 ? 6 : 0)) }
  }

  @Test("What is written to a copy is not seen by the column, nor the other way round")
  func copies() {
    var column = Column(filledWith: 0)
    column.grow(to: 1_000)
    var copy = column.copy()
    copy[7] = 1
    column[8] = 2
    #expect(column[7] == 0 && copy[7] == 1 && column[8] == 2 && copy[8] == 0)
  }

  @Test("Values come back whether they fit in a cell or not")
  func values() {
    let long = Value.string(String(repeating: "x", count: 40))
    let values: [Value] = [nil, 1, "short", long, .array([1, long])]
    for old in values {
      for new in values {
        var column = ValueColumn()
        column.grow(to: 1)
        _ = column.replace(old, at: 0)
        _ = column.takeLog()
        #expect(column.replace(new, at: 0) == (old != new))
        #expect(column[0] == new && column.old(at: 0) == old)
        #expect(column.isOther(at: 0) == (old != new))
        var log = column.takeLog()
        #expect(column.old(at: 0, log) == old)
        #expect(column.changeCount(since: log) == (old == new ? 0 : 1))
        // A later transaction, made part of the same step.
        _ = column.replace(2.5, at: 0)
        log.merge(column.takeLog())
        #expect(column.old(at: 0, log) == old)
        column.put(log)
        #expect(column[0] == old)
      }
    }
  }
}

@Suite("Bits of rows")
struct RowBitTests {
  private static let bits: [RowWord] = [
    .hidden, .disabled, .required, .invalid, .blurred, .changed,
  ]

  @Test("Each attribute has a word of its own")
  func words() {
    for bit in Self.bits {
      var attributes = Attributes()
      attributes.grow(toRows: 130, sections: 0)
      let isOther = attributes.set(bit, true, RowIndex(64))
      #expect(isOther)
      for other in Self.bits {
        for row in [63, 64, 65, 129] {
          let isSet = attributes.isSet(other, RowIndex(row))
          #expect(isSet == (other == bit && row == 64))
        }
      }
    }
  }

  @Test("What a condition decides has room for each attribute, and tells it from all others")
  func outcomes() {
    for bit in Self.bits {
      for isInverted in [false, true] {
        let outcome = PackedNode.Outcome(bit, isInverted: isInverted)
        #expect(outcome.isOne && outcome.bit == bit && outcome.isInverted == isInverted)
        #expect(outcome != .many && outcome != .none)
      }
    }
  }
}

@Suite("Lists that mostly have one element")
struct FewTests {
  @Test(arguments: [0, 1, 2, 5]) func fewAreAList(count: Int) {
    var few = Few<Int>()
    for element in 0..<count { few.append(element) }
    #expect(few.count == count && few.isEmpty == (count == 0))
    #expect(Array(few) == Array(0..<count))
  }
}
