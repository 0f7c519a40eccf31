import Foundation
import FormGraph
import Predicate
import Testing

@testable import formeval

@Suite("Values as text")
struct ValueTextTests {
  private static let options: [OptionDefinition] = [
    OptionDefinition("S"), OptionDefinition(3, title: "large"), OptionDefinition(true),
    OptionDefinition(2.5),
  ]

  private static let day = Date(timeIntervalSince1970: 1_714_521_600)

  @Test(
    "Typed text is read by the kind of the row",
    arguments: [
      (ValueKind.text, "12", "12"), (.text, "", ""), (.text, " a ", " a "),
      (.int, "12", 12), (.int, "-3", -3), (.int, "3.0", 3),
      (.decimal, "12", 12.0), (.decimal, "2.5", 2.5), (.decimal, "1e3", 1000.0),
      (.bool, "true", true), (.bool, "YES", true), (.bool, "1", true),
      (.bool, "false", false), (.bool, "no", false), (.bool, "0", false),
      (.date, "2024-05-01", .date(day)), (.date, "2024-05-01T02:00+02:00", .date(day)),
      (.choice, "S", "S"), (.choice, "3", 3), (.choice, "true", true), (.choice, "2.5", 2.5),
      (.choice, "XL", "XL"), (.choices, "S,3", ["S", 3]), (.choices, "", []),
      (.choices, "S,", ["S", ""]), (.choices, #"S,"blue, light""#, ["S", "blue, light"]),
      (.choices, #""a ""b"", c""#, [#"a "b", c"#]), (.choices, #"5" pipe,S"#, [#"5" pipe"#, "S"]),
      (.any, "x", "x"),
    ] as [(ValueKind, String, Value)])
  func reads(_ kind: ValueKind, _ text: String, _ value: Value) {
    #expect(kind.value(of: text, options: Self.options) == value)
  }

  @Test(
    "Text that says no value of the kind",
    arguments: [
      (ValueKind.int, ""), (.int, "3.5"), (.int, "abc"), (.int, " 3"),
      (.int, "9223372036854775808"),
      (.decimal, ""), (.decimal, "nan"), (.decimal, "inf"), (.decimal, "0x10"), (.decimal, "1e999"),
      (.bool, ""), (.bool, "2"), (.bool, "on"), (.date, "tomorrow"), (.date, "2024-02-30"),
    ])
  func refuses(_ kind: ValueKind, _ text: String) {
    // `nil` on its own would be read as a value here.
    #expect(kind.value(of: text, options: []) == Value?.none)
  }

  @Test(
    "People read text without quotes where it can only be text",
    arguments: [
      (nil, "nil"), (true, "true"), (3, "3"), (3.0, "3"), (2.5, "2.5"), ("abc", "abc"),
      ("two words", "two words"), ("", "\"\""), (" a", "\" a\""), ("nil", "\"nil\""),
      ("12", "\"12\""), ("2024-05-01", "\"2024-05-01\""), ("a, b", "\"a, b\""),
      ("a\nb", "\"a\\nb\""), ("\u{1B}[31m", "\"\\u001b[31m\""), ("\u{9B}", "\"\\u009b\""),
      (["a", 1, nil], "[a, 1, nil]"), ([], "[]"), (["a": 1], "{\"a\":1}"),
      (.date(day), "2024-05-01T00:00:00Z"),
    ] as [(Value, String)])
  func shows(_ value: Value, _ text: String) {
    #expect(value.text() == text)
  }

  @Test("A row's type and options show in its values")
  func showsByRow() {
    #expect(Value.date(Self.day).text(kind: .day) == "2024-05-01")
    #expect(Value.date(Self.day + 60).text(kind: .day) == "2024-05-01T00:01:00Z")
    #expect(Value.date(Date(timeIntervalSince1970: 34_200)).text(kind: .time) == "09:30")
    #expect(Value.int(3).text(options: Self.options) == "3 (large)")
    #expect(Value.array([3, "S"]).text(options: Self.options) == "[3 (large), S]")
  }

  @Test("Long values are cut")
  func cuts() {
    let text = Value.string(String(repeating: "x", count: 100)).text()
    #expect(text == String(repeating: "x", count: 60) + "…")
    let spaced = Value.string(" " + String(repeating: "x", count: 100)).text()
    #expect(spaced == "\" " + String(repeating: "x", count: 58) + "…")
  }

  @Test("Of a value that holds another a million million times no more is read than is shown")
  func cutsWhatDoubles() {
    var (list, object) = (Value.string("x"), Value.string("x"))
    for _ in 0..<40 {
      list = .array([list, list])
      object = .dictionary(ValueDictionary([("a", object), ("b", .array([object, object]))]))
    }
    #expect(list.text() == String(repeating: "[", count: 40) + "x, x], [x, x]], [[x,…")
    #expect(object.text().hasPrefix(#"{"a":{"a":{"a":"#))
    #expect(object.text().count == 61)
  }
}
