// Indices of hashes against dictionaries: the same ids found whatever is done and however bad the
// hashes are, copies that keep what they had, and writes that copy one page.

import TestSupport
import Testing

@testable import FormGraph

struct HashIndexTests {
  /// Hashes as they may come: spread, numbers in a row, few that differ, in the upper half only.
  enum Hashing: CaseIterable {
    case spread, inARow, few, upperHalf

    func callAsFunction(_ thing: Int) -> Int {
      switch self {
      case .spread: thing.hashValue
      case .inARow: thing
      case .few: thing % 50
      case .upperHalf: thing << 48
      }
    }
  }

  /// Things that ids stand for come, go and are looked up.
  @Test(arguments: Hashing.allCases) func isADictionaryWithCopies(hashing: Hashing) {
    var random = SplitMix64.forTest(0x4A54)
    let seed = random.seed
    var index = HashIndex()
    /// The things by id, and the ids by thing.
    var things: [Int32: Int] = [:]
    var ids: [Int: Int32] = [:]
    var next: Int32 = 0
    var kept: [(index: HashIndex, things: [Int32: Int], ids: [Int: Int32])] = []
    for step in 0..<8_000 {
      let thing = Int.random(in: 0..<1_500, using: &random)
      let found = index.first(hash: hashing(thing)) { things[$0] == thing }
      #expect(found == ids[thing], "seed \(seed), step \(step)")
      if let id = found {
        let isSlow = step % 4_000 < 2_000 && Int.random(in: 0..<4, using: &random) > 0
        guard !isSlow else { continue }
        let wasThere = index.remove(id, hash: hashing(thing))
        let wasThereStill = index.remove(id, hash: hashing(thing))
        #expect(wasThere && !wasThereStill, "seed \(seed), step \(step)")
        things[id] = nil
        ids[thing] = nil
      } else {
        index.insert(next, hash: hashing(thing))
        things[next] = thing
        ids[thing] = next
        next += 1
      }
      #expect(index.count == ids.count, "seed \(seed), step \(step)")
      if step % 1_000 == 0 { kept.append((index, things, ids)) }
    }
    for (index, things, ids) in kept + [(index, things, ids)] {
      for thing in 0..<1_500 {
        let found = index.first(hash: hashing(thing)) { things[$0] == thing }
        #expect(found == ids[thing], "seed \(seed)")
      }
    }
  }

  @Test func findsNothingWhereNothingIs() {
    var index = HashIndex()
    #expect(index.first(hash: 1) { _ in true } == nil)
    let wasThere = index.remove(0, hash: 1)
    #expect(!wasThere)
    index.insert(0, hash: 1)
    let wasThereOtherwise = index.remove(0, hash: 2)
    #expect(!wasThereOtherwise && index.count == 1)
    #expect(index.first(hash: 1) { $0 == 0 } == 0)
    #expect(index.first(hash: 1) { _ in false } == nil)
  }

  /// Ids of one hash are all asked, and only they.
  @Test func asksEachCandidate() {
    var index = HashIndex()
    for id in 0..<300 { index.insert(Int32(id), hash: id % 3) }
    var asked: [Int32] = []
    let found = index.first(hash: 1) { id in
      asked.append(id)
      return false
    }
    #expect(found == nil)
    #expect(asked.sorted() == stride(from: Int32(1), to: 300, by: 3).map { $0 })
  }

  /// However many come and go, the table is no larger than its ids need, and the search ends.
  @Test func forgetsThoseThatLeft() {
    var index = HashIndex()
    for id in 0..<20_000 {
      index.insert(Int32(id), hash: id)
      if id >= 10 { index.remove(Int32(id - 10), hash: id - 10) }
    }
    #expect(index.count == 10)
    #expect(index.pagesNotShared(with: HashIndex()) <= 1)
    for id in 19_990..<20_000 { #expect(index.first(hash: id) { $0 == id } == Int32(id)) }
  }

  /// Who says how many will come has the room for just so many.
  @Test func reservesWhatIsNeeded() {
    for count in 1..<200 {
      var index = HashIndex()
      index.reserve(count)
      let reserved = index.pagesNotShared(with: HashIndex())
      for id in 0..<count { index.insert(Int32(id), hash: id.hashValue) }
      #expect(index.pagesNotShared(with: HashIndex()) == reserved, "\(count)")
      #expect(reserved <= max(1, (count * 4 / 3 + 64) / 64), "\(count)")
    }
  }

  @Test func copiesOnePage() {
    var index = HashIndex()
    for id in 0..<50_000 { index.insert(Int32(id), hash: id) }
    let original = index
    index.remove(777, hash: 777)
    #expect(index.pagesNotShared(with: original) == 1)
    index.insert(777, hash: 777)
    #expect(index.pagesNotShared(with: original) == 1)
    index.insert(50_000, hash: 50_000)
    #expect(index.pagesNotShared(with: original) <= 2)
    #expect(original.first(hash: 50_000) { _ in true } == nil)
  }
}
