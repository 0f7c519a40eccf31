// Which values each kind of row takes, and as what.

import Foundation
import FormGraph
import Predicate
import Testing

@Suite struct RowTypeTests {
  private static let day = Value.date(Date(timeIntervalSinceReferenceDate: 0))

  @Test(
    arguments: [
      (.text, "a", "a"), (.text, 1, nil), (.int, 3, 3), (.int, 3.0, .int(3)), (.int, 3.5, nil),
      (.int, .double(.infinity), nil), (.int, .double(1e300), nil), (.int, true, nil),
      (.int, "3", nil), (.decimal, 3, .double(3)), (.decimal, 2.5, 2.5), (.decimal, true, nil),
      (.bool, true, true), (.bool, 1, nil), (.date, day, day), (.date, "2001-01-01", nil),
      (.choice, 1, 1), (.choice, "a", "a"), (.choice, [1], nil), (.choices, [1, "a"], [1, "a"]),
      (.choices, 1, nil), (.choices, [[1]], nil), (.choices, [nil], nil),
      (.any, ["a": 1], ["a": 1]),
      (.none, 1, nil),
    ] as [(ValueKind, Value, Value?)])
  func converts(kind: ValueKind, value: Value, expected: Value?) {
    #expect(kind.converted(value) == expected)
  }

  @Test func takesDatesAsTextFromJSONOnly() {
    #expect(ValueKind.date.convertedFromJSON("2001-01-01") == Self.day)
    #expect(ValueKind.date.convertedFromJSON("2001-02-30") == nil)
    #expect(ValueKind.text.convertedFromJSON("2001-01-01") == "2001-01-01")
  }

  @Test("Dates of years that no text can say are stored by no row, wherever they stand")
  func keepsTheYears() throws {
    let first = try #require(DateText.date(from: "0001-01-01"))
    let last = try #require(DateText.date(from: "9999-12-31T23:59:59"))
    for date in [first, last] {
      #expect(ValueKind.date.converted(.date(date)) == .date(date))
      #expect(DateText.date(from: DateText.text(of: date)) == date)
    }
    for date in [
      Date.distantPast, first.addingTimeInterval(-1), last.addingTimeInterval(1),
      Date(timeIntervalSinceReferenceDate: 1e15),
    ] {
      #expect(ValueKind.date.converted(.date(date)) == nil)
      #expect(ValueKind.choice.converted(.date(date)) == nil)
      #expect(ValueKind.any.converted(["a": [.date(date)]]) == nil)
    }
  }

  @Test(arguments: ValueKind.allCases)
  func takesNil(kind: ValueKind) {
    #expect(kind.converted(nil as Value) == Value.null)
  }

  @Test func knowsWhatCanTakeFocus() {
    let focusable = RowType.allCases.filter(\.canTakeFocus)
    #expect(
      focusable == [
        .text, .textArea, .name, .email, .phone, .password, .account, .twitter, .zipCode, .url,
        .int, .decimal, .stepper, .slider,
      ])
  }
}
