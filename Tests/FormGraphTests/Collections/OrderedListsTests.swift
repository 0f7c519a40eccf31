// Ordered lists against arrays of arrays: the same members at the same positions whatever is done,
// copies that keep what they had, trees of the shape they promise, and writes that copy few pages.

import TestSupport
import Testing

@testable import FormGraph

struct OrderedListsTests {
  // MARK: - Sizes

  @Test(arguments: [0, 1, 63, 64, 65, 4_095, 4_096, 4_097, 12_000])
  func makesListsOfAnySize(size: Int) {
    var lists = OrderedLists<RowIndex>()
    // Members that do not ascend, between those of other lists.
    let first = lists.makeList([RowIndex(size)])
    let list = lists.makeList((0..<size).reversed().map { RowIndex($0) })
    let last = lists.makeList([RowIndex]())
    var model = ListsModel()
    model.lists = [[size], (0..<size).reversed(), []]
    #expect([first, list, last] == [0, 1, 2].map { ListID($0) })
    checkLists(lists, model)
    #expect(lists.height(of: list) == (size <= 64 ? 1 : size <= 4_096 ? 2 : 3))
    for member in 0..<size { lists.remove(RowIndex(member)) }
    model.lists[1] = []
    checkLists(lists, model)
    #expect(lists.height(of: list) == 1)
    lists.insert(RowIndex(size + 1), at: 0, in: list)
    lists.insert(RowIndex(size + 2), at: 0, in: list)
    model.lists[1] = [size + 2, size + 1]
    checkLists(lists, model)
  }

  @Test func answersNilPastTheEnds() {
    var lists = OrderedLists<RowIndex>()
    let list = lists.makeList((0..<100).map { RowIndex($0) })
    #expect(lists.member(at: -1, in: list) == nil && lists.member(at: 100, in: list) == nil)
    #expect(lists.member(at: 99, in: list) == RowIndex(99))
    #expect(lists.position(of: RowIndex(100)) == nil && !lists.contains(RowIndex(1_000_000)))
    let wasThere = lists.remove(RowIndex(100))
    #expect(!wasThere)
  }

  @Test func trapsWhereAMemberIsTwice() async {
    await #expect(processExitsWith: .failure) {
      var lists = OrderedLists<RowIndex>()
      _ = lists.makeList([RowIndex(1), RowIndex(1)])
    }
    await #expect(processExitsWith: .failure) {
      var lists = OrderedLists<RowIndex>()
      let list = lists.makeList([RowIndex(1)])
      lists.insert(RowIndex(1), at: 0, in: list)
    }
    await #expect(processExitsWith: .failure) {
      var lists = OrderedLists<RowIndex>()
      let list = lists.makeList([RowIndex(1)])
      lists.insert(RowIndex(2), at: 2, in: list)
    }
  }

  // MARK: - Orders of writing

  /// Where the next member goes, by how many there are.
  enum Place: CaseIterable {
    case first, last, middle, second, beforeLast, scattered

    func callAsFunction(_ count: Int) -> Int {
      switch self {
      case .first: 0
      case .last: count
      case .middle: count / 2
      case .second: min(1, count)
      case .beforeLast: max(count - 1, 0)
      case .scattered: ((count * 0x9E37_79B9) >> 16) % (count + 1)
      }
    }
  }

  @Test(arguments: Place.allCases) func growsAndShrinksInAnyPlace(place: Place) {
    var lists = OrderedLists<RowIndex>()
    let list = lists.makeList([RowIndex]())
    var model = ListsModel()
    model.lists = [[]]
    for member in 0..<5_000 {
      let position = place(member)
      lists.insert(RowIndex(member), at: position, in: list)
      model.lists[0].insert(member, at: position)
    }
    checkLists(lists, model)
    while model.lists[0].count > 100 {
      let position = min(place(model.lists[0].count), model.lists[0].count - 1)
      let member = model.lists[0].remove(at: position)
      lists.remove(RowIndex(member))
      guard model.lists[0].count % 250 == 0 else { continue }
      #expect(shapeProblems(of: lists).first == nil)
    }
    checkLists(lists, model)
  }

  /// Who appends fills nodes; nodes that are appended to stay full.
  @Test func appendsFillNodes() {
    var lists = OrderedLists<RowIndex>()
    let list = lists.makeList([RowIndex]())
    for member in 0..<20_000 {
      lists.insert(RowIndex(member), at: member, in: list)
    }
    #expect(lists.nodes.count < 20_000 / 60)
  }

  /// Two leaves become one as soon as one has room for both, whichever has lost a member.
  @Test(arguments: [[0, 1], [1, 0]]) func mergesWithEitherNeighbour(order: [Int]) {
    var lists = OrderedLists<RowIndex>()
    let list = lists.makeList((0..<128).map { RowIndex($0) })
    for leaf in order {
      for member in leaf * 64..<leaf * 64 + 44 {
        lists.remove(RowIndex(member))
        #expect(lists.height(of: list) == (lists.count(of: list) <= 64 ? 1 : 2))
      }
    }
    #expect(shapeProblems(of: lists).first == nil)
    #expect(lists.members(of: list).map(\.index) == Array(44..<64) + Array(108..<128))
  }

  /// Where two inner nodes become one, the leaves that meet are merged too.
  @Test func mergesWhereInnerNodesMeet() {
    var lists = OrderedLists<RowIndex>()
    let list = lists.makeList((0..<8_192).map { RowIndex($0) })
    #expect(lists.height(of: list) == 3)
    func remove(_ members: Range<Int>) { for member in members { lists.remove(RowIndex(member)) } }
    remove(63 * 64..<63 * 64 + 63)
    remove(64 * 64..<64 * 64 + 63)
    remove(0..<32 * 64)
    remove(96 * 64 + 1..<128 * 64)
    #expect(lists.height(of: list) == 3)
    remove(96 * 64..<96 * 64 + 1)
    #expect(lists.height(of: list) == 2)
    #expect(lists.nodes[Int(lists.roots[0])].size == 63)
    #expect(shapeProblems(of: lists).first == nil)
  }

  /// Which number a node has says nothing of what it is: the first one, once it is out of use, may
  /// come to stand above others.
  @Test func theFirstNodeCanBeARoot() {
    var lists = OrderedLists<RowIndex>()
    let list = lists.makeList((0..<128).map { RowIndex($0) })
    for member in 0..<64 { lists.remove(RowIndex(member)) }
    _ = lists.makeList([RowIndex(128)])
    lists.insert(RowIndex(129), at: 64, in: list)
    #expect(lists.roots[list.index] == 0 && !lists.nodes[0].isLeaf)
    var model = ListsModel()
    model.lists = [Array(64..<128) + [129], [128]]
    checkLists(lists, model)
  }

  // MARK: - Any writes

  @Test(arguments: 0..<4) func isArraysWithCopies(round: UInt64) {
    var random = SplitMix64.forTest(0x1157 + round)
    let seed = random.seed
    var lists = OrderedLists<RowIndex>()
    var model = ListsModel()
    var free = Array(0..<3_000)
    free.shuffle(using: &random)
    for count in [0, 1, 700, 200, 64] {
      let members = Array(free.suffix(count))
      free.removeLast(count)
      _ = lists.makeList(members.map { RowIndex($0) })
      model.lists.append(members)
    }
    var kept: [(lists: OrderedLists<RowIndex>, model: ListsModel)] = []
    for step in 0..<6_000 {
      // Lists grow and shrink by turns, to nothing at times.
      let inserts = Int.random(in: 0..<100, using: &random) < (step / 1_500 % 2 == 0 ? 80 : 15)
      let list = Int.random(in: model.lists.indices, using: &random)
      if inserts {
        guard let member = free.popLast() else { continue }
        let position = Int.random(in: 0...model.lists[list].count, using: &random)
        lists.insert(RowIndex(member), at: position, in: ListID(list))
        model.lists[list].insert(member, at: position)
      } else {
        guard let position = model.lists[list].indices.randomElement(using: &random) else {
          continue
        }
        let member = model.lists[list].remove(at: position)
        let wasThere = lists.remove(RowIndex(member))
        #expect(wasThere, "seed \(seed), step \(step)")
        free.insert(member, at: Int.random(in: 0...free.count, using: &random))
      }
      if step % 600 == 0 { kept.append((lists, model)) }
    }
    checkLists(lists, model, "seed \(seed)")
    for pair in kept { checkLists(pair.lists, pair.model, "seed \(seed)") }
  }

  /// The first node of all, which has been given back, becomes the root of another list.
  @Test func firstNodeCanBeARoot() {
    var lists = OrderedLists<RowIndex>()
    let list = lists.makeList((0..<192).map { RowIndex($0) })
    let other = lists.makeList((200..<264).map { RowIndex($0) })
    for member in 0..<64 { lists.remove(RowIndex(member)) }
    #expect(lists.unused == 0)
    var model = ListsModel()
    model.lists = [Array(64..<192), Array(200..<264)]
    func insert(_ member: Int, at position: Int) {
      lists.insert(RowIndex(member), at: position, in: other)
      model.lists[1].insert(member, at: position)
    }
    insert(300, at: 10)
    #expect(lists.roots[other.index] == 0 && lists.height(of: other) == 2)
    checkLists(lists, model)
    // Leaves of it are split and merged, up to it.
    for member in 301..<400 { insert(member, at: member % 50) }
    checkLists(lists, model)
    for member in Array(model.lists[1].dropFirst()) {
      lists.remove(RowIndex(member))
      model.lists[1].removeAll { $0 == member }
      checkLists(lists, model, "\(member)")
    }
    #expect(lists.height(of: other) == 1 && lists.count(of: list) == 128)
  }

  // MARK: - What a write costs

  @Test func copiesThePagesAboveALeaf() {
    var random = SplitMix64.forTest(0xC057)
    var lists = OrderedLists<RowIndex>()
    let list = lists.makeList((0..<100_000).map { RowIndex($0) })
    // A page of nodes and one of counts on each level.
    let most = 2 * (lists.height(of: list) + 1)
    for step in 0..<200 {
      let original = lists
      let position = Int.random(in: 0...lists.count(of: list), using: &random)
      if step.isMultiple(of: 2) {
        lists.insert(RowIndex(100_000 + step), at: position, in: list)
      } else if let member = lists.member(at: position, in: list) {
        lists.remove(member)
      }
      #expect(lists.nodePagesNotShared(with: original) <= most, "seed \(random.seed), step \(step)")
      guard step == 0 else { continue }
      #expect(original.count(of: list) == 100_000 && !original.contains(RowIndex(100_000)))
    }
  }

  /// A list of one member is one node, and nodes that are no longer needed are used again.
  @Test func smallListsAreSmall() {
    #expect(MemoryLayout<ListNode>.stride <= 32)
    var lists = OrderedLists<RowIndex>()
    for member in 0..<5_000 { _ = lists.makeList([RowIndex(member)]) }
    #expect(lists.nodes.count == 5_000)
    let list = lists.makeList([RowIndex]())
    var count = 0
    for round in 0..<3 {
      for member in 0..<5_000 {
        lists.insert(RowIndex(5_000 + member), at: member, in: list)
      }
      if round == 0 { count = lists.nodes.count }
      for member in 0..<5_000 { lists.remove(RowIndex(5_000 + member)) }
    }
    #expect(lists.nodes.count == count)
  }
}
