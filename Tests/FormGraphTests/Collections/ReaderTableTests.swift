// Tables of readers against dictionaries of sets: the same readers, and copies that keep what they
// had.

import TestSupport
import Testing

@testable import FormGraph

struct ReaderTableTests {
  @Test func isADictionaryOfSetsWithCopies() {
    var random = SplitMix64.forTest(0x2EAD)
    let seed = random.seed
    var table = ReaderTable()
    var model: [Int: Set<Int>] = [:]
    table.grow(to: 1_000)
    var kept: [(table: ReaderTable, model: [Int: Set<Int>])] = []
    for step in 0..<3_000 {
      let place = Int.random(in: 0..<1_000, using: &random)
      let node = Int.random(in: 0..<4, using: &random)
      table.insert(NodeID(node), at: place)
      model[place, default: []].insert(node)
      if step % 500 == 0 { kept.append((table, model)) }
    }
    for (table, model) in kept + [(table, model)] {
      for place in 0..<1_000 {
        let nodes = (model[place] ?? []).sorted()
        #expect(table[place].map(\.index) == nodes, "seed \(seed), \(place)")
      }
    }
  }
}
