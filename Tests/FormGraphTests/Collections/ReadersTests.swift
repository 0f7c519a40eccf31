// Readers against dictionaries of sets: the same readers of each thing, each once.

import TestSupport
import Testing

@testable import FormGraph

struct ReadersTests {
  @Test func areADictionaryOfSets() {
    var random = SplitMix64.forTest(0x2EAD)
    let seed = random.seed
    for count in [0, 1, 5, 300] {
      var pairs: [(position: Int32, reader: Reader)] = []
      var model: [Int: Set<Reader>] = [:]
      for rank in 0..<count {
        let reader = Reader(rank, isOfTemplate: Bool.random(using: &random))
        for _ in 0..<Int.random(in: 0..<5, using: &random) {
          let position = Int.random(in: 0..<max(1, count / 2), using: &random)
          pairs.append((Int32(position), reader))
          model[position, default: []].insert(reader)
        }
      }
      // What one node reads twice stands side by side.
      pairs.sort { ($0.reader.rank, $0.position) < ($1.reader.rank, $1.position) }
      let readers = Readers(pairs, count: count)
      for position in 0..<count {
        let found = readers.all(of: position)
        #expect(found.count == Set(found).count, "seed \(seed), \(position)")
        #expect(Set(found) == model[position] ?? [], "seed \(seed), \(position)")
      }
      #expect(readers.all(of: count).isEmpty)
    }
  }

  @Test func keepsItsRank() {
    for rank in [0, 1, 63, 1 << 29] {
      for isOfTemplate in [false, true] {
        let reader = Reader(rank, isOfTemplate: isOfTemplate)
        #expect(reader.rank == rank && reader.isOfTemplate == isOfTemplate)
      }
    }
  }
}
