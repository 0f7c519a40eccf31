// Tables of readers against dictionaries of sets: the same readers whatever comes and goes, copies
// that keep what they had, and no more room than what is in use takes.

import TestSupport
import Testing

@testable import FormGraph

struct ReaderTableTests {
  @Test func isADictionaryOfSetsWithCopies() {
    var random = SplitMix64.forTest(0x2EAD)
    let seed = random.seed
    var table = ReaderTable()
    var model: [Int: Set<Int>] = [:]
    table.grow(to: 100)
    var kept: [(table: ReaderTable, model: [Int: Set<Int>])] = []
    for step in 0..<6_000 {
      let place = Int.random(in: 0..<100, using: &random)
      let node = Int.random(in: 0..<4, using: &random)
      // They come and go by turns.
      if Int.random(in: 0..<100, using: &random) < (step / 1_000 % 2 == 0 ? 70 : 30) {
        table.insert(NodeID(node), at: place)
        model[place, default: []].insert(node)
      } else {
        table.remove(NodeID(node), at: place)
        model[place]?.remove(node)
      }
      if step % 500 == 0 { kept.append((table, model)) }
    }
    for (table, model) in kept + [(table, model)] {
      for place in 0..<100 {
        let nodes = (model[place] ?? []).sorted()
        #expect(table[place].map(\.index) == nodes, "seed \(seed), \(place)")
      }
    }
  }

  /// Where one of two readers goes again and again, the set that they were is used again.
  @Test func usesSetsAgain() {
    var table = ReaderTable()
    table.grow(to: 64)
    for round in 0..<1_000 {
      for node in [1, 2] { table.insert(NodeID(node), at: round & 63) }
      table.remove(NodeID(2), at: round & 63)
    }
    #expect(table.pagesNotShared(with: ReaderTable()) == 2)
  }
}
