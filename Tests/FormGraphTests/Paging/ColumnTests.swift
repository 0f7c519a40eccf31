// Columns against arrays: what a transaction has overwritten gives back what stood there, alone and
// merged with a later one, whichever way elements were written; and what is written alone copies
// nothing.

import TestSupport
import Testing

@testable import FormGraph

/// A column, what it holds, and what it held when its transaction began.
private struct Model: ~Copyable {
  var column = Column<Int>(filledWith: -1)
  var now: [Int] = []
  var before: [Int] = []

  /// Makes some edits, the way a random number says.
  mutating func edit(_ random: inout SplitMix64) {
    if now.isEmpty || now.count < 300 && Int.random(in: 0..<20, using: &random) == 0 {
      let count = now.count + Int.random(in: 1..<70, using: &random)
      column.grow(to: count)
      now += Array(repeating: -1, count: count - now.count)
    }
    let index = Int.random(in: now.indices, using: &random)
    let value = Int.random(in: -2..<3, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: column[index] = value
    case 1:
      #expect(column.replace(value, at: index) == (now[index] != value))
    case 2: column.address(toWrite: index).pointee = value
    case 3:
      column.withPage(index >> 6) { $0[index & 63] = value }
    case 4:
      column.keep(at: index)
      #expect(column[index] == now[index])
      return
    default:
      #expect(column.near(index) == now[index])
      column[index] = value
    }
    now[index] = value
  }

  /// Holds the column against its model, within a transaction.
  func check(_ comment: Comment) {
    #expect(column.pages.elementsEqual(now), comment)
    for index in now.indices {
      let old = index < before.count ? before[index] : -1
      #expect(column.old(at: index) == old, comment)
      #expect(column.isOther(at: index) == (old != now[index]), comment)
    }
    var kept = column.kept
    kept.putInOrder()
    check(kept, since: before, comment)
    #expect(
      Set(column.changes(since: column.kept).map(\.index))
        == Set(column.changes(since: kept).map(\.index)))
  }

  /// Holds what was kept, in order, against what stood there.
  func check(_ kept: KeptList<Int>, since before: [Int], _ comment: Comment) {
    let changes = column.changes(since: kept)
    let expected = now.indices.filter { now[$0] != ($0 < before.count ? before[$0] : -1) }
    #expect(changes.map(\.index) == expected, comment)
    #expect(changes.allSatisfy { $0.new == now[$0.index] }, comment)
    #expect(changes.allSatisfy { $0.old == ($0.index < before.count ? before[$0.index] : -1) })
    #expect(column.countOfChanges(since: kept) == expected.count, comment)
    for index in now.indices {
      #expect(column.old(at: index, kept) == (index < before.count ? before[index] : -1), comment)
    }
    let pages = Set(expected.map { $0 >> 6 }.filter { $0 % 2 == 0 })
    #expect(
      column.changes(since: kept, on: pages).map(\.index)
        == expected.filter { pages.contains($0 >> 6) }, comment)
  }

  /// Ends the transaction.
  mutating func end() -> KeptList<Int> {
    var kept = KeptList<Int>()
    column.moveKept(to: &kept)
    #expect(column.kept.isEmpty && !column.isWritten)
    before = now
    return kept
  }

  /// Puts back what was kept: what has come since holds nothing.
  mutating func put(_ kept: KeptList<Int>, asIn old: [Int], _ comment: Comment) {
    column.put(kept)
    now = old + Array(repeating: -1, count: now.count - old.count)
    check(comment)
  }
}

struct ColumnTests {
  @Test func givesBackWhatItKept() {
    var random = SplitMix64.forTest(0xC01)
    let seed = random.seed
    var model = Model()
    for round in 0..<100 {
      let comment: Comment = "seed \(seed), round \(round)"
      let before = model.now
      let first = kept(Int.random(in: 0..<12, using: &random), of: &model, &random, comment)
      let between = model.now
      let second = kept(Int.random(in: 0..<12, using: &random), of: &model, &random, comment)
      model.check(second, since: between, comment)
      let after = model.now
      var both = first
      both.merge(second)
      model.check(both, since: before, comment)
      if round % 3 == 0 {
        // Back in one step, forth in one, and back in two.
        model.put(both, asIn: before, comment)
        let forth = model.end()
        model.put(forth, asIn: after, comment)
        _ = model.end()
        model.put(second, asIn: between, comment)
        _ = model.end()
        model.put(first, asIn: before, comment)
        _ = model.end()
      }
    }
  }

  private func kept(
    _ edits: Int, of model: inout Model, _ random: inout SplitMix64, _ comment: Comment
  ) -> KeptList<Int> {
    for _ in 0..<edits {
      model.edit(&random)
      model.check(comment)
    }
    return model.end()
  }

  @Test func copiesNothingForOneElement() {
    var column = filled()
    let places = (0..<1_000).map { place(of: $0, in: column) }
    column[100] = 1
    column[100] = 2
    #expect(column.kept.elementCount() == 1)
    column[500] = 1
    #expect(column.kept.elementCount() == 2)
    #expect((0..<1_000).allSatisfy { place(of: $0, in: column) == places[$0] })
    // The second element of a page keeps the page.
    column[101] = 1
    #expect(column.kept.elementCount() == 65 && column.kept.count == 2)
    #expect(column.old(at: 100) == 100 && column.old(at: 101) == 101 && column.old(at: 102) == 102)
  }

  @Test func keepsWholePagesThatOthersHave() {
    var column = filled()
    let copy = column.copy()
    let place = place(of: 0, in: copy)
    column[1] = -5
    #expect(column.kept.elementCount() == 64)
    #expect(column.pages.pagesNotShared(with: copy.pages) == 1)
    // The page that is kept is the very one that the copy has.
    var kept = KeptList<Int>()
    column.moveKept(to: &kept)
    guard case .page(let page, index: 0) = kept[0] else {
      Issue.record("no page is kept")
      return
    }
    #expect(page.elements == place)
    column.put(kept)
    #expect(column.pages == copy.pages)
  }

  /// Pages that are written where they are are kept side by side, however many there are, and hold
  /// what they are part of when the column is gone.
  @Test func keepsPagesThatAreItsOwn() {
    var (first, kept) = (KeptList<Int>(), KeptList<Int>())
    do {
      var column = Column<Int>(filledWith: 0)
      column.grow(to: 20_000)
      for index in 0..<20_000 { column[index] = index }
      column.moveKept(to: &first)
      let places = (0..<20_000).map { place(of: $0, in: column) }
      for index in 0..<20_000 { column[index] += 1 }
      #expect((0..<20_000).allSatisfy { place(of: $0, in: column) == places[$0] })
      column.moveKept(to: &kept)
    }
    #expect(kept.count == (20_000 + 63) / 64 && kept.elementCount() == kept.count * 64)
    for (index, old) in kept.enumerated() {
      guard case .page(let page, _) = old else {
        Issue.record("no page is kept")
        return
      }
      #expect((0..<page.count).allSatisfy { page[$0] == index * 64 + $0 })
    }
  }

  private func filled() -> Column<Int> {
    var column = Column<Int>(filledWith: 0)
    column.grow(to: 1_000)
    for index in 0..<1_000 { column[index] = index }
    var kept = KeptList<Int>()
    column.moveKept(to: &kept)
    return column
  }

  /// Where an element stands in memory.
  private func place(of index: Int, in column: borrowing Column<Int>) -> UnsafePointer<Int> {
    var cursor = PageCursor<Int>()
    return column.pages.address(of: index, near: &cursor)
  }

  @Test(arguments: [0, 1, 2, 5]) func fewAreAList(count: Int) {
    var few = Few<String>()
    for index in 0..<count { few.append("\(index)") }
    let expected = (0..<count).map { "\($0)" }
    #expect(Array(few) == expected && few.count == count && few.isEmpty == (count == 0))
    var seen: [String] = []
    few.forEach { seen.append($0) }
    #expect(seen == expected)
    #expect(few.indices.map { few[$0] } == expected)
  }

  @Test(arguments: [0, 1, 2]) func trapsBeyondTheFew(count: Int) async {
    await #expect(processExitsWith: .failure) { [count] in
      var few = Few<Int>()
      for element in 0..<count { few.append(element) }
      _ = few[count]
    }
  }
}
