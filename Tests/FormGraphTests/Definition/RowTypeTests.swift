// Which values each kind of row takes, and as what.

import Foundation
@testable import FormFile
@testable import FormGraph
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

  @Test(
    arguments: [
      ("14:30", "1970-01-01T14:30:00Z", false), ("14:30:00", "1970-01-01T14:30:00Z", false),
      ("00:00:59.5", "1970-01-01T00:00:59.500Z", false), ("24:00", nil, false),
      ("1:30", nil, false),
      ("14", nil, false), ("14:60", nil, false), ("14:30 Uhr", nil, false), ("", nil, false),
      ("2024-05-01", nil, false), ("2024-05-01T14:30:00Z", "1970-01-01T14:30:00Z", true),
      ("2024-05-01T23:30:00-05:00", "1970-01-01T23:30:00Z", true),
      ("2016-04-25 15:35:03 +0200", "1970-01-01T15:35:03Z", true),
      ("1970-01-01T14:30:00Z", "1970-01-01T14:30:00Z", false),
      ("14:30+02:00", "1970-01-01T14:30:00Z", false),
    ] as [(String, String?, Bool)])
  func readsTimesOfDay(text: String, expected: String?, dropsDay: Bool) {
    let value = ValueKind.time.convertedFromJSON(.string(text))
    #expect(value?.description == expected)
    #expect(ValueKind.time.dropsPart(of: text) == dropsDay)
    #expect(
      ValueKind.time.givenFromJSON(.string(text)).flatMap(ValueKind.time.converted) == value)
    if let value {
      #expect(ValueKind.time.convertedFromJSON(ValueKind.time.shownInJSON(value)) == value)
    }
  }

  @Test(
    arguments: [
      ("2024-05-01", "2024-05-01", false), ("2024-05-01T10:30Z", "2024-05-01", true),
      ("2024-05-01T23:00:00-05:00", "2024-05-01", true), ("10:30", nil, false),
    ] as [(String, String?, Bool)])
  func readsDays(text: String, expected: String?, dropsTime: Bool) {
    let value = ValueKind.day.convertedFromJSON(.string(text))
    #expect(value?.description == expected.map { $0 + "T00:00:00Z" })
    #expect(ValueKind.day.dropsPart(of: text) == dropsTime)
    #expect(ValueKind.day.givenFromJSON(.string(text)).flatMap(ValueKind.day.converted) == value)
    if let value { #expect(ValueKind.day.shownInJSON(value) == expected.map(Value.string)) }
  }

  @Test("JSON shows days and times without a time zone, also in lists and objects")
  func showsDaysAndTimes() throws {
    let day = Value.date(try #require(DateText.date(from: "2024-05-01")))
    let instant = Value.date(try #require(DateText.date(from: "2024-05-01T14:30:00Z")))
    #expect(ValueKind.day.shownInJSON(.array([day, .null])) == ["2024-05-01", nil])
    #expect(
      ValueKind.day.shownInJSON(["rules": [["value": day]]]) == ["rules": [["value": "2024-05-01"]]]
    )
    // A rule may have a point in time, which is kept.
    #expect(ValueKind.day.shownInJSON(instant) == "2024-05-01T14:30:00Z")
    #expect(ValueKind.time.shownInJSON(["minimum": instant]) == ["minimum": "14:30"])
    // A day may be an option.
    for kind in [ValueKind.choice, .choices] {
      #expect(kind.shownInJSON(day) == "2024-05-01" && kind.shownInJSON(instant) == instant)
    }
    for kind in ValueKind.allCases
    where ![.day, .time, .choice, .choices].contains(kind) {
      #expect(kind.shownInJSON(day) == day)
    }
    #expect(ValueKind.day.eachConvertedFromJSON(["2024-05-01", "x", 3]) == [day, "x", 3])
    #expect(ValueKind.choice.eachConvertedFromJSON("2024-05-01") == "2024-05-01")
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
