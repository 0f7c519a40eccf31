import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormGraph

@Suite("Ids by which clients know rows, sections and items")
struct MemberNumbersTests {
  private static let start = Date(timeIntervalSinceReferenceDate: 0)

  private func list() throws -> Form {
    try CompiledForm(
      FormDefinition(sections: [
        SectionDefinition(rows: [RowDefinition(type: .text, required: true)]),
        SectionDefinition(
          tag: "l",
          kind: .multivalued(
            ItemsDefinition(
              template: .rows([RowDefinition(tag: "a", type: .int)]),
              allows: [.insert, .delete, .reorder]))),
      ])
    ).open(now: Self.start)
  }

  /// The ids of the rows of items, in order.
  private func ids(_ form: Form) -> [String] {
    (form.section("l")?.items ?? []).flatMap(\.rows).map { form.id(of: $0.id) }
  }

  @Test("A row without a tag is edited by its id")
  func editsByID() throws {
    var form = try list()
    let row = try #require(form.firstInvalid)
    let id = form.id(of: row.id)
    try form.set(id, to: "x")
    #expect(form.firstInvalid == nil && form[id]?.value == "x")
    let error = #expect(throws: EditError.self) { try form.set("#r99", to: 1) }
    #expect(error?.reasons.map(\.tag) == ["#r99"] && error?.reasons.map(\.kind) == [.unknown])
    #expect(throws: EditError.self) { try form.set("#r", to: 1) }
    #expect(throws: EditError.self) { try form.set("#r99999999999999999999", to: 1) }
  }

  @Test("An id that an undo has freed is not given again, and a redo brings it back")
  func givesNoneAgain() throws {
    var form = try list()
    try form.update { $0.insertItem(in: "l", at: 0) }
    let first = ids(form)
    try form.undo()
    #expect(form[first[0]] == nil)
    try form.redo()
    #expect(ids(form) == first)
    try form.undo()
    try form.update { $0.insertItem(in: "l", at: 0) }
    let second = ids(form)
    #expect(first != second && form[first[0]] == nil && form[second[0]] != nil)
    try form.undo()
    try form.undo()
    try form.update { $0.insertItem(in: "l", at: 0) }
    #expect(Set(first + second).isDisjoint(with: ids(form)))
  }

  @Test("An id stays with its row while items come, go and move")
  func stays() throws {
    var form = try list()
    try form.update { draft in
      for position in 0..<3 {
        draft.insertItem(in: "l", at: position, value: ["a": .int(Int64(position))])
      }
    }
    let names = ids(form)
    try form.update { $0.moveItem(in: "l", from: 2, to: 0) }
    #expect(form[names[2]]?.name == "l[0].a" && form[names[2]]?.value == 2)
    try form.update { $0.removeItem(in: "l", at: 1) }
    #expect(form[names[0]] == nil && ids(form) == [names[2], names[1]])
  }

  @Test(
    "Numbers of random edits, undos and redos name one row each",
    arguments: depth(quick: 150, full: 400))
  func random(depth edits: Int) throws {
    var generator = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0...UInt64.max, using: &generator)
    print("member numbers: TEST_SEED=\(seed)")
    var state = ProcessInfo.processInfo.environment["TEST_SEED"].flatMap(UInt64.init) ?? seed
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    var form = try list()
    // By id, a value that only its row has had.
    var values: [String: Value] = [:]
    var count = 0
    for _ in 0..<edits {
      let items = form.section("l")?.items?.count ?? 0
      switch next(5) {
      case 0, 1:
        count += 1
        let value = count
        try form.update {
          $0.insertItem(in: "l", at: next(items + 1), value: ["a": .int(Int64(value))])
        }
      case 2 where items > 0: try form.update { $0.removeItem(in: "l", at: next(items)) }
      case 3: try form.undo()
      default: try form.redo()
      }
      for item in form.section("l")?.items ?? [] {
        for row in item.rows {
          let id = form.id(of: row.id)
          #expect(values[id] == nil || values[id] == row.value, "\(id)")
          values[id] = row.value
          #expect(form[id]?.id == row.id)
        }
      }
    }
    #expect(values.count == count)
  }
}
