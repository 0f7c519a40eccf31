// Columns of bits against arrays of them: the same bits, words and counts whatever is done, and copies
// that keep what they had.

import TestSupport
import Testing

@testable import FormGraph

struct BitColumnTests {
  @Test(arguments: [0, 1, 63, 64, 65, 4_095, 4_096, 4_097, 262_145])
  func growsWithBitsOff(count: Int) {
    var column = BitColumn(count: count)
    #expect(column.count == count && column.count(in: 0..<count) == 0)
    guard count > 0 else { return }
    column[count - 1] = true
    column.grow(to: count + 100)
    column.grow(to: 1)
    #expect(column.count == count + 100 && column.count(in: 0..<count + 100) == 1)
    #expect(column[count - 1] && !column[count])
    column[count + 99] = true
    #expect(column.count(in: count..<count + 100) == 1)
    column[count - 1] = false
    #expect(column.count(in: 0..<count) == 0)
  }

  @Test func isAnArrayWithCopies() {
    var random = SplitMix64.forTest(0xB175)
    let seed = random.seed
    var column = BitColumn()
    var model: [Bool] = []
    var kept: [(column: BitColumn, model: [Bool])] = []
    for step in 0..<4_000 {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<60 where !model.isEmpty:
        let index = Int.random(in: model.indices, using: &random)
        model[index] = Bool.random(using: &random)
        column[index] = model[index]
      case 60..<80 where model.count >= 64:
        let index = Int.random(in: 0..<model.count / 64, using: &random)
        let word = UInt64.random(in: 0...UInt64.max, using: &random)
        column.setWord(word, at: index)
        for place in 0..<64 { model[index * 64 + place] = word >> UInt64(place) & 1 == 1 }
      case 80..<90:
        let more = Int.random(in: 0..<20, using: &random)
        column.grow(to: model.count + more)
        model += Array(repeating: false, count: more)
      case 90..<99:
        let start = Int.random(in: 0...model.count, using: &random)
        let end = Int.random(in: start...model.count, using: &random)
        let expected = model[start..<end].count { $0 }
        #expect(column.count(in: start..<end) == expected, "seed \(seed), step \(step)")
      default:
        if kept.count < 20 { kept.append((column, model)) }
      }
    }
    for (column, model) in kept + [(column, model)] {
      #expect(column.count == model.count, "seed \(seed)")
      #expect(model.indices.allSatisfy { column[$0] == model[$0] }, "seed \(seed)")
      for index in 0..<(model.count + 63) / 64 {
        var word: UInt64 = 0
        for place in index * 64..<min(index * 64 + 64, model.count) where model[place] {
          word |= 1 << UInt64(place % 64)
        }
        #expect(column.word(at: index) == word, "seed \(seed)")
      }
    }
  }

  /// A set of ids is or-ed into a column a word at a time.
  @Test func takesSetsOfIds() {
    let ids = stride(from: 5, to: 70_000, by: 3).map { RowID($0) }
    var column = BitColumn(count: 70_000)
    IDSet(ids).forEachWord { index, bits in
      column.setWord(column.word(at: index) | bits, at: index)
    }
    #expect(column.count(in: 0..<70_000) == ids.count)
    #expect(ids.allSatisfy { column[$0.index] })
  }

  @Test func copiesOnePageAndNoneForNothing() {
    var column = BitColumn(count: 1_000_000)
    column[500_000] = true
    let copy = column
    column[500_000] = true
    column[3] = false
    column.setWord(0, at: 0)
    #expect(column.pagesNotShared(with: copy) == 0)
    column[500_001] = true
    #expect(column.pagesNotShared(with: copy) == 1)
    #expect(!copy[500_001])
  }

  @Test(arguments: [-1, 70, 64 * 64]) func trapsOutOfRange(index: Int) async {
    await #expect(processExitsWith: .failure) { [index] in
      var column = BitColumn(count: 70)
      column[index] = true
    }
  }
}
