// Values of the app's own types: what each kind of Swift value becomes.

import Foundation
import Predicate
import Testing

@Suite struct ValueEncodingTests {
  private struct Order: Encodable {
    struct Line: Encodable {
      var name: String
      var price: Double
    }
    enum State: String, Encodable { case open, done }

    var id = 7
    var due = Date(timeIntervalSinceReferenceDate: 1.5)
    var day = DateComponents(year: 2024, month: 2, day: 29)
    var lines = [Line(name: "tea", price: 2), Line(name: "bun", price: 1.5)]
    var state = State.done
    var note: String?
    var blob = Data([1, 2])
    var url = URL(string: "https://a.example/b")
    var tags: Set<String> = ["x"]
    var prices = ["a": Decimal(3), "b": Decimal(string: "0.5") ?? 0]
    var isPaid = true
  }

  @Test func keepsKinds() throws {
    let order = try Value(encoding: Order())
    #expect(
      order == [
        "id": 7, "due": .date(Date(timeIntervalSinceReferenceDate: 1.5)),
        "day": .date(Date(timeIntervalSince1970: 1_709_164_800)),
        "lines": [["name": "tea", "price": 2.0], ["name": "bun", "price": 1.5]], "state": "done",
        "blob": .data(Data([1, 2])), "url": "https://a.example/b", "tags": ["x"],
        "prices": ["a": 3, "b": 0.5], "isPaid": true,
      ])
    #expect(try Condition("SUM(lines.price) == 3.5 AND note == nil").evaluate(order))
    #expect(try Formula("dayText(day)", functions: .extended).evaluate(order) == "2024-02-29")
  }

  @Test func readsNumbersAndNothing() throws {
    #expect(try Value(encoding: 5) == 5)
    #expect(try Value(encoding: UInt64.max) == .double(Double(UInt64.max)))
    #expect(try Value(encoding: Float(0.5)) == 0.5)
    #expect(try Value(encoding: Int8(-3)) == -3)
    #expect(try Value(encoding: Int?.none) == nil)
    #expect(try Value(encoding: [Int?.none, 1]) == [nil, 1])
    #expect(try Value(encoding: Double.nan) == .double(.nan))
    #expect(try Value(encoding: [Int]()) == [])
    #expect(try Value(encoding: [String: Int]()) == .dictionary(ValueDictionary()))
    #expect(try Value(encoding: Value.set(ValueSet([1]))) == .set(ValueSet([1])))
    let id = UUID()
    #expect(try Value(encoding: id) == .string(id.uuidString))
    // A day without a year is no day of the language, and stays what it encodes.
    guard case .dictionary = try Value(encoding: DateComponents(month: 2)) else {
      Issue.record("not an object")
      return
    }
  }

  private final class Base: Encodable {
    var a = 1
  }

  private struct Derived: Encodable {
    enum Key: String, CodingKey { case own, list }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(1)
      try list.encodeNil()
      var inner = list.nestedContainer(keyedBy: Key.self)
      try inner.encode("x", forKey: .own)
      try Base().encode(to: container.superEncoder())
      try container.encodeNil(forKey: .own)
    }
  }

  @Test func nestedContainers() throws {
    #expect(
      try Value(encoding: Derived()) == [
        "list": [1, nil, ["own": "x"]], "super": ["a": 1], "own": nil,
      ])
  }

  private struct Deep: Encodable {
    let depth: Int
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      if depth > 0 { try container.encode(Deep(depth: depth - 1)) }
    }
  }

  @Test func nestingIsBounded() throws {
    _ = try Value(encoding: Deep(depth: 60))
    #expect(throws: EncodingError.self) { try Value(encoding: Deep(depth: 100_000)) }
  }
}
