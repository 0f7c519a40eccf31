// Sums that leave 64 bits on the way and come back.

import TestSupport
import Testing

@testable import Predicate

@Suite struct WholeSumTests {
  /// Whatever is added and taken out again in any order leaves what was there.
  @Test func leavesWhatWasThere() {
    var random = SplitMix64.forTest(11)
    let extremes: [Int64] = [.max, .max - 1, .min, .min + 1, 0, 1, -1, 1 << 32, -(1 << 32)]
    for _ in 0..<200 {
      let given = (0..<40).map { _ in
        Bool.random(using: &random)
          ? extremes.randomElement(using: &random) ?? 0
          : Int64.random(in: .min ... .max, using: &random)
      }
      var sum = WholeSum(17)
      for int in given { sum.add(int) }
      for int in given.shuffled(using: &random) { sum.subtract(int) }
      #expect(sum.int == 17, "seed \(random.seed)")
    }
  }

  @Test func hasNoIntegerBeyond64Bits() {
    var sum = WholeSum(.max)
    sum.add(1)
    #expect(sum.int == nil)
    sum.add(-1)
    #expect(sum.int == .max)
    sum.subtract(.max)
    sum.add(.min)
    #expect(sum.int == .min)
    sum.subtract(1)
    #expect(sum.int == nil)
    sum.add(1)
    #expect(sum.int == .min)
  }
}
