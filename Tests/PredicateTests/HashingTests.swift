// What hashes differently: sets and dictionaries of values and conditions take as many steps as
// they have members, and not the square of it, only where what differs mostly hashes otherwise.

import Foundation
import Predicate
import TestSupport
import Testing

@Suite struct HashingTests {
  /// Two values of each kind, and pairs that differ in one place deep inside.
  static let values: [Value] = [
    .null, false, true, 0, 1, 0.5, 1.5, .double(.nan), .double(.infinity), "", "a", "b",
    .date(Date(timeIntervalSinceReferenceDate: 1)), .date(Date(timeIntervalSinceReferenceDate: 2)),
    .data(Data([1])), .data(Data([2])), [1], [2], [[1]], [[2]], [1, 2], [2, 1],
    .set(ValueSet([1])), .set(ValueSet([2])), .set(ValueSet([1, 2])),
    ["a": 1], ["a": 2], ["b": 1], ["a": 1, "b": 2], ["a": 2, "b": 1], ["a": ["b": 1]],
    ["a": ["b": 2]], ["a": ["c": 1]],
  ]

  @Test func valuesHashByAllTheyHold() {
    for (place, value) in Self.values.enumerated() {
      for other in Self.values[..<place] {
        #expect(value.hashValue != other.hashValue, "\(value) and \(other)")
      }
    }
  }

  /// Numbers that the language takes for equal hash alike, and nothing else among these does.
  @Test func valuesHashByTheLanguage() {
    // Nil and zero hash alike by chance, and truth values are numbers.
    let distinct = Self.values.filter { ![.null, false, true].contains($0) }
    for (place, value) in distinct.enumerated() {
      for other in distinct[..<place] {
        let (left, right) = (EqualValue(value).hashValue, EqualValue(other).hashValue)
        #expect((left == right) == value.equals(other), "\(value) and \(other)")
      }
    }
    for (value, equal) in [(1, 1.0), (1, true), ([2], [2.0]), (["a": 0], ["a": false])]
      as [(Value, Value)]
    {
      #expect(EqualValue(value).hashValue == EqualValue(equal).hashValue, "\(value)")
    }
  }

  /// Lists hash by what lies as deep as files nest, and no deeper.
  @Test func valuesHashAsDeepAsFilesNest() {
    func list(_ depth: Int, _ value: Value) -> EqualValue {
      EqualValue((0..<depth).reduce(value) { value, _ in .array([value]) })
    }
    for depth in 0..<170 {
      let isTold = list(depth, 1).hashValue != list(depth, 2).hashValue
      #expect(isTold == (depth < 160), "\(depth)")
    }
  }

  /// Data that begin alike, as whoever wants them to be told apart one by one would have them.
  @Test func dataHashByAllTheirBytes() {
    let hashes = (0..<1_000).map { number in
      Value.data(Data(repeating: 0, count: 200) + Data("\(number)".utf8)).hashValue
    }
    #expect(Set(hashes).count > 990)
  }

  /// Texts, data and numbers that are the same bytes one after the other, so that each could be
  /// told from the next by where it ends alone.
  @Test func valuesHashByWhereTheyEnd() {
    let number = Int64(bitPattern: 0xFF61_6161_6161_6161)
    let same: [[Value]] = [
      [["ab", "c"], ["a", "bc"], ["abc", ""], ["", "abc"]],
      // The second text as what comes before a text, written out.
      [["a", "b"], ["a\u{4}b", ""], ["a\u{4}\0\0\0\0\0\0\0b", ""]],
      [[.data(Data([1, 2])), .data(Data([3]))], [.data(Data([1])), .data(Data([2, 3]))]],
      [[4, .int(number), "aaaaaaa"], ["aaaaaaa", 4, .int(number)]],
      [[[1, 2], 3], [[1], 2, 3]], [["a": "bc"], ["ab": "c"]],
    ]
    for values in same {
      for (place, value) in values.enumerated() {
        for other in values[..<place] {
          #expect(value.hashValue != other.hashValue, "\(value) and \(other)")
          let (left, right) = (EqualValue(value).hashValue, EqualValue(other).hashValue)
          #expect(left != right, "\(value) and \(other)")
        }
      }
    }
  }

  /// Keys that are the same letters one after the other: thousands of such conditions would be told
  /// apart one by one.
  @Test func programsHashByWhereNamesEnd() throws {
    let names = (1...40).flatMap { first in
      (1...40).map { (first, $0, 100 - first - $0) }
    }
    let hashes = try names.map { lengths in
      let keys = [lengths.0, lengths.1, lengths.2].map { String(repeating: "a", count: $0) }
      return try Condition("$o.\(keys.joined(separator: ".")) == 1").resolution.program.contentHash
    }
    #expect(Set(hashes).count > 1_590)
  }

  /// Every NaN hashes alike and equals none: so many of them, each held against all before it,
  /// would not come to an end.
  @Test(arguments: depth(quick: 20_000, full: 100_000))
  func whatEqualsNothingIsHeldAgainstNothing(depth size: Int) throws {
    let none = Value.double(.nan)
    for one: Value in [none, [1, none], ["a": none], .set(ValueSet([none, 1]))] {
      let many = Array(repeating: one, count: size)
      #expect(ValueSet(many).elements.count == many.count)
    }
    let date = Value.date(Date(timeIntervalSinceReferenceDate: .nan))
    for value in Self.values + [date, [[none]], [["a": [1, date]]], .set(ValueSet([[none]]))] {
      #expect(value.equalsItself == value.equals(value), "\(value)")
    }
    let object: Value = ["a": .array(Array(repeating: none, count: size) + [1])]
    for (text, count) in [
      ("mode(a)", 1), ("a UNION a", 2 * size + 1), ("a INTERSECT a", 1), ("a MINUS a", size),
      ("a.@distinctUnionOfObjects", size + 1),
    ] {
      #expect(try Formula("(\(text)).@count").evaluate(object) == .int(Int64(count)), "\(text)")
    }
  }

  /// Sets in sets, to each of which the members of the next are compared once: twice would be a
  /// million million times here.
  @Test func setsInSetsAreComparedOnce() throws {
    func set(_ depth: Int, _ value: Value) -> Value {
      var nested = value
      for depth in 0..<depth {
        let member = depth % 3 == 0 ? Value.array([nested]) : nested
        nested = .set(ValueSet([member, .int(Int64(depth))]))
      }
      return nested
    }
    #expect(set(40, 1).equals(set(40, 1.0)) && !set(40, 1).equals(set(40, 2)))
    #expect(ValueSet([set(40, 1), set(40, 1), set(39, 1)]).elements.count == 2)
    let text = (0..<40).reduce("1") { text, _ in "({\(text)} UNION {})" }
    #expect(try Condition("\(text) == a").evaluate(["a": 1]) == false)
    #expect(try Condition("\(text) IN {\(text)}").evaluate() == true)
  }

  /// Conditions that differ in one operator, name, constant, variable or in how they nest.
  @Test func conditionsHashByAllTheySay() throws {
    let texts = [
      "a == 1", "a == 2", "a != 1", "b == 1", "a.b == 1", "$a == 1", "$b == 1",
      "a IN {$a, $b, {$c}}", "a IN {$a, {$b, $c}}", "a == 1 AND b == 2", "a == 1 OR b == 2",
    ]
    let conditions = try texts.map { try Condition($0) }
    for (place, condition) in conditions.enumerated() {
      for other in conditions[..<place] {
        #expect(condition.hashValue != other.hashValue, "\(condition) and \(other)")
      }
    }
  }
}
