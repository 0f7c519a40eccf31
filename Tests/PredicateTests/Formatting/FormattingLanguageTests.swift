// The table of languages: that it is whole, how a language is found in it, and that
// Docs/Patterns.md shows what it gives.

import Foundation
import Testing

@testable import Predicate

@Suite("Formatting: languages")
struct FormattingLanguageTests {
  @Test("Each language is whole")
  func isWhole() throws {
    #expect(LanguageData.all.count == 53)
    #expect(LanguageData.english.tag == "en")
    #expect(LanguageData.all.first?.weekdays == LanguageData.english.weekdays)
    for language in LanguageData.all {
      let tag: Comment = "\(language.tag)"
      for names in [
        language.months, language.monthsAlone, language.abbreviatedMonths,
        language.abbreviatedMonthsAlone,
      ] {
        #expect(names.count == 12 && names.allSatisfy { !$0.isEmpty }, tag)
      }
      #expect(language.weekdays.count == 7 && language.abbreviatedWeekdays.count == 7, tag)
      #expect(Set(language.weekdays).count == 7 && Set(language.months).count == 12, tag)
      for text in [
        language.decimal, language.group, language.minus, language.percent, language.am,
        language.pm,
      ] {
        #expect(!text.isEmpty, tag)
      }
      #expect((1...2).contains(language.minimumGrouping) && language.groups.last == 3, tag)
      #expect(language.plus.hasSuffix("+"), tag)
      #expect(language.date.needsDay && !language.date.needsTime, tag)
      #expect(language.time.needsTime && !language.time.needsDay, tag)
      #expect(language.dateAndTime.needsTime && language.dateAndTime.needsDay, tag)
      #expect(![language.date, language.time, language.dateAndTime].contains(.plain), tag)
      #expect(try NumberPattern(language.percentPattern).isPercent, tag)
    }
  }

  /// Language, a quarter as a percentage.
  static let percents = """
    en | 26%
    de | 26[A0]%
    tr | %26
    ar | 26[200E]%[200E]
    ar-EG | ٢٦٪[61C]
    fa | ۲۶٪
    """

  @Test("Each language writes percentages its way")
  func percent() throws {
    for row in Rows.read(Self.percents) {
      let language = try Rows.language(row[0])
      let pattern = try NumberPattern(language.percentPattern)
      #expect(Formatting.number(0.256, pattern: pattern, in: language) == row[1])
    }
  }

  @Test("A language is found under its tags, by lookup, or else English stands in")
  func finding() throws {
    for tag in LanguageTag.supported {
      #expect(LanguageData.of(tag).tags.contains(tag.text))
    }
    #expect(Set(LanguageTag.supported).count == LanguageTag.supported.count)
    for (wanted, found) in [
      ("de-AT", "de"), ("DE-ch", "de-CH"), ("no", "nb"), ("nb-NO", "nb"), ("pt-BR", "pt"),
      ("zh-Hant-TW", "zh-Hant"), ("zh-TW", "zh-Hant"), ("sr-Cyrl", "sr"), ("en-AU", "en"),
      ("tlh", "en"), ("x-de", "en"),
    ] {
      #expect(try Rows.language(wanted).tag == found)
    }
  }

  @Test("Docs/Patterns.md lists each language as it prints")
  func page() throws {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Docs/Patterns.md")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    let day = DayParts(year: 2024, month: 3, day: 5, weekday: 2)
    let time = TimeParts(hour: 15, minute: 4)
    let samples: [Value] = (0...200).map { .int($0) } + [1_000_000, 0.5, 1.5]
    for language in LanguageData.all {
      let number = Formatting.number(-1234.5, isGrouped: true, in: language) ?? ""
      let found = Set(samples.compactMap { Formatting.plural(of: $0, in: language) })
      let categories = PluralCategory.allCases.filter(found.contains).map(\.rawValue)
      let tags = language.tags.map { "`\($0)`" }.joined(separator: ", ")
      let cells = [
        number, Formatting.instant(day, time, in: language), categories.joined(separator: ", "),
      ]
      let end = cells.map { " | \($0)" }.joined() + " |"
      #expect(
        lines.contains { $0.hasPrefix("| \(tags) | ") && $0.hasSuffix(end) },
        "| \(tags) | …\(end)")
    }
    let fields = DatePattern.Field.allCases.map(\.rawValue).filter { field in
      !lines.contains { $0.hasPrefix("|") && $0.contains("`\(field)`") }
    }
    #expect(fields.isEmpty)
  }
}
