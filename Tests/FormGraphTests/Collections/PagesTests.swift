// Pages against arrays: the same elements whatever is done, copies that keep what they had, and
// writes that copy one page.

import TestSupport
import Testing

@testable import FormGraph

struct PagesTests {
  static let sizes = [0, 1, 63, 64, 255, 256, 257, 511, 512, 513, 4_096, 12_345]

  // MARK: - Sizes

  @Test(arguments: sizes) func keepsElementsInOrder(size: Int) {
    let expected = Array(0..<size)
    let pages = Pages(expected)
    #expect(pages.count == size)
    #expect(pages.elementsEqual(expected))
    #expect(pages.indices.allSatisfy { pages[$0] == expected[$0] })
    #expect(pages.reversed().elementsEqual(expected.reversed()))
    var appended = Pages<Int>()
    for element in expected { appended.append(element) }
    #expect(appended.elementsEqual(pages))
  }

  @Test(arguments: sizes) func growsFromEverySize(size: Int) {
    for more in [0, 1, 255, 256, 257, 4_095, 4_096, 10_000] {
      var pages = Pages(0..<size)
      let before = pages
      pages.grow(to: size + more, with: -1)
      #expect(pages.count == size + more)
      #expect(pages.elementsEqual(Array(0..<size) + Array(repeating: -1, count: more)))
      #expect(before.elementsEqual(0..<size))
      pages.append(-2)
      #expect(pages.count == size + more + 1 && pages.last == -2)
      pages.grow(to: size, with: 7)
      #expect(pages.count == size + more + 1)
    }
  }

  @Test(arguments: [(0, 0), (64, 64), (100, 100), (100, -1)])
  func trapsOutOfRange(count: Int, index: Int) async {
    await #expect(processExitsWith: .failure) { [count, index] in
      _ = Pages(repeating: 0, count: count)[index]
    }
  }

  // MARK: - Any writes

  @Test func isAnArrayWithCopies() {
    var random = SplitMix64.forTest(0xFA6E)
    let seed = random.seed
    var pages = Pages<Int>()
    var model: [Int] = []
    var kept: [(pages: Pages<Int>, model: [Int])] = []
    for step in 0..<20_000 {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<60 where !model.isEmpty:
        let index = Int.random(in: model.indices, using: &random)
        pages[index] += step
        model[index] += step
      case 0..<98:
        pages.append(step)
        model.append(step)
      case 98:
        let count = model.count + Int.random(in: 0..<200, using: &random)
        pages.grow(to: count, with: step)
        model += Array(repeating: step, count: count - model.count)
      default:
        if kept.count < 60 { kept.append((pages, model)) }
      }
    }
    #expect(pages.elementsEqual(model), "seed \(seed)")
    for (position, pair) in kept.enumerated() {
      #expect(pair.pages.elementsEqual(pair.model), "seed \(seed), copy \(position)")
    }
  }

  // MARK: - What a write costs

  @Test func copiesOnePage() {
    let original = Pages(repeating: 0, count: 1_000_000)
    var copy = original
    #expect(copy.pagesNotShared(with: original) == 0)
    copy[777_777] = 1
    #expect(copy.pagesNotShared(with: original) == 1)
    copy[777_778] = 2
    #expect(copy.pagesNotShared(with: original) == 1)
    copy[0] = 3
    #expect(copy.pagesNotShared(with: original) == 2)
    #expect(original[777_777] == 0 && original[777_778] == 0 && original[0] == 0)
    copy.append(4)
    #expect(copy.pagesNotShared(with: original) == 3)
  }

  @Test func countsPagesThatTheOtherLacks() {
    let original = Pages(0..<100)
    var copy = original
    copy.grow(to: 10_000, with: 0)
    #expect(copy.pagesNotShared(with: original) == 40)
    #expect(Pages<Int>().pagesNotShared(with: original) == 0)
    #expect(original.pagesNotShared(with: Pages()) == 1)
  }

  @Test func writesInPlace() {
    var pages = Pages(0..<5_000)
    let places = (0..<5_000).map { place(of: $0, in: &pages) }
    for index in pages.indices { pages[index] += 1 }
    #expect(pages.elementsEqual(1...5_000))
    #expect((0..<5_000).allSatisfy { place(of: $0, in: &pages) == places[$0] })
    let copy = pages
    pages[100] = 0
    #expect(place(of: 100, in: &pages) != places[100])
    #expect(copy[100] == 101)
  }

  /// Where in memory a write to an element goes.
  private func place(of index: Int, in pages: inout Pages<Int>) -> UInt {
    withUnsafeMutablePointer(to: &pages[index]) { UInt(bitPattern: $0) }
  }
}
