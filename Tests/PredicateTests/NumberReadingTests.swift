import Testing

@testable import Predicate

@Suite("Numbers that people type")
struct NumberReadingTests {
  private static func language(_ tag: String) throws -> LanguageData {
    LanguageData.of(try LanguageTag(tag))
  }

  @Test(
    "A number is read as the language writes it",
    arguments: [
      ("en", "1234", 1234), ("en", "1,234", 1234), ("en", "1,234,567", 1_234_567),
      ("en", "1.5", 1.5), ("en", ".5", 0.5), ("en", "5.", 5), ("en", "-7", -7), ("en", "+7", 7),
      ("en", "\u{2212}7", -7), ("en", " 12\u{A0}", 12), ("en", "1,234.5", 1234.5),
      ("en", "007", 7), ("en", "9223372036854775807", .int(.max)),
      ("en", "9223372036854775808", 9.223372036854775807e18),
      ("de", "1.234,5", 1234.5), ("de", "1,234", 1.234), ("de", "1234,5", 1234.5),
      ("fr", "1\u{202F}234,5", 1234.5), ("fr", "1 234,5", 1234.5), ("fr", "1\u{A0}234", 1234),
      ("de-CH", "1\u{2019}234.5", 1234.5), ("de-CH", "1'234.5", 1234.5),
      ("hi", "12,34,567", 1_234_567), ("ar-EG", "\u{0661}\u{0662}\u{066B}\u{0665}", 12.5),
      ("he", "\u{200E}-5", -5),
      // Digits and marks of any keyboard.
      ("ja", "１２．５", 12.5), ("ja", "－１，２３４", -1234), ("ar", "٣٫٥", 3.5), ("fa", "۱٬۲۳۴٫۵", 1234.5),
      ("fa", "1,234.5", 1234.5), ("de", "٣٫٥", 3.5), ("hi", "१२", 12), ("en", "1٢3", 123),
    ] as [(String, String, Value)])
  func reads(tag: String, text: String, number: Value) throws {
    let read = Formatting.value(ofNumber: text, in: try Self.language(tag))
    #expect(read == number)
    if case .int = number { if case .int? = read {} else { Issue.record("\(text) is no integer") } }
  }

  @Test(
    "What the language writes otherwise is no number",
    arguments: [
      ("en", "1,23,4"), ("en", "12,34"), ("en", "1234,567"), ("en", ",234"), ("en", "1,234,"),
      ("en", "1.234,5"), ("en", "1.2.3"), ("en", "1e3"), ("en", "abc"), ("en", ""), ("en", "-"),
      ("en", "."), ("en", "1 2"), ("en", "0x10"), ("en", "--1"), ("en", "1-"), ("en", "inf"),
      ("en", "1.2,345"), ("de", "1.5"), ("de", "1.23,4"), ("fr", "1,234,567"), ("hi", "1,234,567"),
      ("en", "²"), ("en", "½"), ("en", "Ⅷ"), ("ja", "三"), ("fa", "1.2.3"),
    ])
  func refuses(tag: String, text: String) throws {
    #expect(Formatting.value(ofNumber: text, in: try Self.language(tag)) == nil)
  }

  @Test("Each number is read back from what each language prints of it")
  func readsBack() {
    let numbers: [Value] = [0, 7, -7, 1234, -1_234_567, .int(.max), 0.5, -1234.5, 1_234_567.25]
    for language in LanguageData.all {
      for number in numbers {
        for isGrouped in [false, true] {
          let text = Formatting.number(number, isGrouped: isGrouped, in: language)
          let read = text.flatMap { Formatting.value(ofNumber: $0, in: language) }
          #expect(read == number, "\(language.tag): \(text ?? "nothing")")
        }
      }
    }
  }
}
