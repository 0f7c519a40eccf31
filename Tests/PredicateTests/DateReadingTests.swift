import Foundation
import TestSupport
import Testing

@testable import Predicate

@Suite("Dates that people type")
struct DateReadingTests {
  @Test(
    "What a language prints is read back, in all languages", arguments: depth(quick: 5, full: 1))
  func readsBack(depth step: Int) throws {
    let zone = try #require(TimeZone(named: "Asia/Kathmandu"))
    for language in LanguageData.all {
      // Days of all months, and hours of the whole day.
      for number in stride(from: 0, to: 24, by: step) {
        let instant = Date(timeIntervalSinceReferenceDate: Double(number) * (16 * 86_400 + 3_660))
        for kind in [DateKind.day, .time, .instant] {
          let date =
            switch kind {
            case .day: Date(dayNumber: instant.dayNumberInUTC)
            case .time: Date(timeOfDay: instant.timeIntervalSinceReferenceDate)
            case .instant: instant
            }
          let text = Formatting.text(of: .date(date), as: kind, in: language, zone: zone)
          // Turkish has a capital of which Swift makes another letter.
          let capitals = text.uppercased()
          let typed = [
            text, " \(text.replacing(" ", with: "  ")) ", text.decomposedStringWithCanonicalMapping,
            capitals.lowercased() == text.lowercased() ? capitals : text,
          ]
          for typed in typed {
            let read = Formatting.value(ofDate: typed, as: kind, in: language, zone: zone)
            #expect(read == date, "\(language.tag): '\(typed)'")
          }
        }
      }
    }
  }

  @Test(
    "A date is read in the order of the language alone",
    arguments: [
      ("en", "May 1, 2024", true), ("en", "MAY 1 , 2024", true), ("en", "January 1, 2024", true),
      ("en", "May 1 2024", true), ("en", "May 12024", false), ("en", "May, 1, 2024", false),
      ("en", "5/1/2024", false), ("en", "1 May 2024", false), ("en", "May 1, 24", false),
      ("en", "May 32, 2024", false), ("en", "May 001, 2024", false), ("en", "May 1, 2024.", false),
      ("en", "", false), ("en", "2024", false), ("de", "1.5.2024", true),
      ("de", "1. 5. 2024", true), ("de", "1.5.", false), ("de", "1.13.2024", false),
      ("de", "5/1/2024", false),
      ("en-GB", "1 september 2024", true), ("en-GB", "1 sep 2024", false),
      ("af", "1 jan 2024", true), ("ru", "1 мая 2024", true), ("ja", "2024/5/1", true),
      ("ar-EG", "1/5/2024", true),
    ])
  func reads(tag: String, text: String, isRead: Bool) throws {
    let date = Formatting.value(
      ofDate: text, as: .day, in: LanguageData.of(try LanguageTag(tag)), zone: .gmt)
    #expect((date != nil) == isRead)
  }

  @Test("A year that the zone moves out of the calendar is no date")
  func ends() throws {
    let zone = try #require(TimeZone(named: "Asia/Kathmandu"))
    for (text, isRead) in [("Jan 1, 0001, 1:00 AM", false), ("Jan 1, 0001, 11:00 PM", true)] {
      let date = Formatting.value(ofDate: text, as: .instant, in: .english, zone: zone)
      #expect((date != nil) == isRead)
    }
  }
}
