// Sets of ids against sets of the standard library: the same members in ascending order, whatever
// is done, copies that keep what they had, and values of one form however they came about.

import TestSupport
import Testing

@testable import FormGraph

struct IDSetTests {
  static let sizes = [0, 1, 2, 3, 4, 7, 8, 9, 10, 63, 64, 65, 4_095, 4_096, 4_097]

  /// All that a set answers, against the members it must have.
  private func check(
    _ set: IDSet<RowIndex>, _ members: Set<Int>, _ comment: Comment? = nil,
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(set.count == members.count, comment, sourceLocation: location)
    #expect(set.isEmpty == members.isEmpty, comment, sourceLocation: location)
    let ascending = members.sorted()
    #expect(set.map(\.index) == ascending, comment, sourceLocation: location)
    var words: [Int: UInt64] = [:]
    for member in members { words[member >> 6, default: 0] |= 1 << UInt64(member & 63) }
    let expected = words.sorted { $0.key < $1.key }.map { IDWord(index: $0.key, bits: $0.value) }
    var given: [IDWord] = []
    set.forEachWord { given.append($0) }
    #expect(given == expected, comment, sourceLocation: location)
    #expect(set.first?.index == ascending.first, comment, sourceLocation: location)
    var each: [Int] = []
    set.forEach { (member: RowIndex) in each.append(member.index) }
    #expect(each == ascending, comment, sourceLocation: location)
    #expect(set == IDSet(ascending.map { RowIndex($0) }), comment, sourceLocation: location)
  }

  @Test func isTwoWords() {
    #expect(MemoryLayout<IDSet<RowIndex>>.size <= 16)
  }

  @Test(arguments: sizes) func packsAnyOrder(size: Int) {
    for step in [1, 3, 64, 5_000] {
      let members = (0..<size).map { $0 * step }
      let ascending = IDSet(members.map { RowIndex($0) })
      check(ascending, Set(members))
      #expect(IDSet(members.reversed().map { RowIndex($0) }) == ascending)
      #expect(IDSet((members + members).map { RowIndex($0) }) == ascending)
      #expect(members.allSatisfy { ascending.contains(RowIndex($0)) })
      #expect(!ascending.contains(RowIndex(size * step)))
      guard step > 1 else { continue }
      #expect(!members.contains { ascending.contains(RowIndex($0 + 1)) })
    }
  }

  @Test(arguments: sizes) func emptiesAndFills(size: Int) {
    var set = IDSet<RowIndex>()
    for index in 0..<size {
      let isNew = set.insert(RowIndex(index * 7))
      #expect(isNew)
      let isNewAgain = set.insert(RowIndex(index * 7))
      #expect(!isNewAgain)
      #expect(set.count == index + 1)
      if size < 64 { check(set, Set((0...index).map { $0 * 7 })) }
    }
    check(set, Set((0..<size).map { $0 * 7 }))
    for index in 0..<size {
      let wasThere = set.remove(RowIndex(index * 7))
      #expect(wasThere)
      let wasThereStill = set.remove(RowIndex(index * 7))
      #expect(!wasThereStill)
      #expect(set.count == size - index - 1)
      if size < 64 { check(set, Set((index + 1..<size).map { $0 * 7 })) }
    }
    check(set, [])
    #expect(set == IDSet())
  }

  @Test func keepsTheLargestId() {
    let largest = Int(Int32.max)
    check(IDSet([largest, 0, 5_000, 63].map { RowIndex($0) }), [largest, 0, 63, 5_000])
    check(IDSet([RowIndex(largest)]), [largest])
  }

  @Test func takesAFewFromAnySide() {
    for order in [
      [9, 200, 5], [300, 9, 200, 9, 200, 5, 70, 6, 7, 8, 0], Array((60...70).reversed()),
    ] {
      var set = IDSet<RowIndex>()
      var model: Set<Int> = []
      for index in order {
        let isNew = set.insert(RowIndex(index))
        #expect(isNew == model.insert(index).inserted)
        check(set, model)
      }
      for index in order {
        let wasThere = set.remove(RowIndex(index))
        #expect(wasThere == (model.remove(index) != nil))
        check(set, model)
      }
    }
  }

  /// Ids of which some come close together and some stand alone, over few or many chunks.
  @Test(arguments: [10, 200, 10_000, 3_000_000])
  func isASetWithCopies(range: Int) {
    var random = SplitMix64.forTest(0x1D5E)
    let seed = random.seed
    var set = IDSet<RowIndex>()
    var model: Set<Int> = []
    var kept: [(set: IDSet<RowIndex>, model: Set<Int>)] = []
    for step in 0..<4_000 {
      let start = Int.random(in: 0..<range, using: &random)
      let run = Bool.random(using: &random) ? 1 : Int.random(in: 1..<100, using: &random)
      let inserts = Int.random(in: 0..<100, using: &random) < (step / 1_000 % 2 == 0 ? 70 : 25)
      for index in start..<min(start + run, range) {
        let changed = inserts ? set.insert(RowIndex(index)) : set.remove(RowIndex(index))
        let expected = inserts ? model.insert(index).inserted : model.remove(index) != nil
        if changed != expected {
          Issue.record("seed \(seed), step \(step): \(index)")
          return
        }
      }
      let asked = Int.random(in: 0..<range, using: &random)
      #expect(set.contains(RowIndex(asked)) == model.contains(asked), "seed \(seed), step \(step)")
      if step % 500 == 0 { kept.append((set, model)) }
    }
    check(set, model, "seed \(seed)")
    for pair in kept { check(pair.set, pair.model, "seed \(seed)") }
  }
}
