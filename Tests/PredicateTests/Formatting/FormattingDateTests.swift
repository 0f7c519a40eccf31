// Days and times by pattern and as a language prints them: rows of a moment, a pattern and a
// language with what must be read.

import Foundation
import TestSupport
import Testing

@testable import Predicate

@Suite("Formatting: days and times")
struct FormattingDateTests {
  /// What the rows are about; 5 March is a Tuesday, as 31 December is.
  static let moments = [
    "t": (
      DayParts(year: 2024, month: 3, day: 5, weekday: 2), TimeParts(hour: 15, minute: 4, second: 9)
    ),
    "m": (
      DayParts(year: 2024, month: 12, day: 31, weekday: 2), TimeParts(hour: 0, minute: 5, second: 0)
    ),
    "noon": (
      DayParts(year: 7, month: 1, day: 1, weekday: 7), TimeParts(hour: 12, minute: 0, second: 59)
    ),
  ]

  /// Moment, pattern, language, text.
  static let printed = """
    t | yyyy-MM-dd | en | 2024-03-05
    t | d.M.yy | en | 5.3.24
    t | d MMM yyyy | en | 5 Mar 2024
    t | d. MMMM yyyy | de | 5. März 2024
    t | EEE | de | Di.
    t | EEEE | fr | mardi
    m | d MMMM | pl | 31 grudnia
    t | LLLL | pl | marzec
    t | d MMMM | ru | 5 марта
    t | LLLL | ru | март
    t | d MMM | ru | 5 мар.
    t | LLL | ru | март
    t | d. MMMM | cs | 5. března
    t | LLLL | cs | březen
    t | d 'de' MMMM 'de' y | es | 5 de marzo de 2024
    t | y年M月d日 | ja | 2024年3月5日
    t | MMM | nl | mrt
    t | HH:mm | en | 15:04
    m | H:mm | en | 0:05
    t | h:mm a | en | 3:04 PM
    m | h:mm a | en | 12:05 AM
    noon | hh:mm:ss a | en | 12:00:59 PM
    m | hh:mm | en | 12:05
    t | h 'o''clock' | en | 3 o'clock
    t | H'h'm'm's's' | en | 15h4m9s
    t | HHmmss | en | 150409
    t | yyyyMMdd | en | 20240305
    noon | y yy yyyy | en | 7 07 0007
    t | d/M/y H:mm | fa | ۵/۳/۲۰۲۴ ۱۵:۰۴
    t | dd/MM | ar-EG | ٠٥/٠٣
    t | dd/MM | ar | 05/03
    t | EEE, EEEE | fi | ti, tiistaina
    t | EEEE | zh-Hant | 星期二
    t | MMMM | sr-Latn | mart
    t | MMMM | sr | март
    t | MMMM | no | mars
    t | LLLL | el | Μάρτιος
    t | h:mm a | ko | 3:04 PM
    t | h:mm a | vi | 3:04 CH
    t | d 100% | en | 5 100%
    t | 'd' d | en | d 5
    t | ''d'' | en | '5'
    """

  @Test("A pattern prints days and times")
  func patterns() throws {
    for row in Rows.read(Self.printed) {
      let (day, time) = try #require(Self.moments[row[0]])
      let pattern = try DatePattern(row[1])
      let language = try Rows.language(row[2])
      #expect(Formatting.instant(day, time, pattern: pattern, in: language) == row[3], "\(row)")
      #expect(
        Formatting.day(day, pattern: pattern, in: language) == (pattern.needsTime ? nil : row[3]))
      #expect(
        Formatting.time(time, pattern: pattern, in: language) == (pattern.needsDay ? nil : row[3]))
    }
  }

  /// Language, day, time, both.
  static let plain = """
    en | Mar 5, 2024 | 3:04[202F]PM | Mar 5, 2024, 3:04[202F]PM
    en-GB | 5 Mar 2024 | 15:04 | 5 Mar 2024, 15:04
    xx | Mar 5, 2024 | 3:04[202F]PM | Mar 5, 2024, 3:04[202F]PM
    de | 05.03.2024 | 15:04 | 05.03.2024, 15:04
    de-AT | 05.03.2024 | 15:04 | 05.03.2024, 15:04
    da | 5. mar. 2024 | 15.04 | 5. mar. 2024 15.04
    pt | 5 de mar. de 2024 | 15:04 | 5 de mar. de 2024 15:04
    bg | 5.03.2024[202F]г. | 15:04 | 5.03.2024[202F]г., 15:04
    ja | 2024/03/05 | 15:04 | 2024/03/05 15:04
    ko | 2024. 3. 5. | PM 3:04 | 2024. 3. 5. PM 3:04
    lv | 2024. gada 5. marts | 15:04 | 2024. gada 5. marts 15:04
    vi | 5 thg 3, 2024 | 15:04 | 15:04 5 thg 3, 2024
    zh-Hant | 2024年3月5日 | 下午3:04 | 2024年3月5日 下午3:04
    fa | ۵ مارس ۲۰۲۴ | ۱۵:۰۴ | ۵ مارس ۲۰۲۴،[200F] ۱۵:۰۴
    he | 5 במרץ 2024 | 15:04 | 5 במרץ 2024, 15:04
    """

  @Test("Without a pattern a language prints days and times its way")
  func defaults() throws {
    let (day, time) = try #require(Self.moments["t"])
    for row in Rows.read(Self.plain) {
      let language = try Rows.language(row[0])
      #expect(Formatting.day(day, in: language) == row[1])
      #expect(Formatting.time(time, in: language) == row[2])
      #expect(Formatting.instant(day, time, in: language) == row[3])
    }
    let may = DayParts(year: 2024, month: 5, day: 1, weekday: 3)
    #expect(Formatting.day(may, in: .english) == "May 1, 2024")
    #expect(Formatting.day(may, in: try Rows.language("de")) == "01.05.2024")
  }

  /// Pattern, mistake.
  static let refused = """
    YYYY | error 0..<4: unknown field 'YYYY' (hint: write y, the year of the calendar)
    DD.MM.yyyy | error 0..<2: unknown field 'DD' (hint: write d, the day of the month)
    h o' | error 3..<4: this quote has no end (hint: an apostrophe is written '')
    h o | error 2..<3: unknown field 'o' (hint: to print letters, write them in quotes: 'o')
    h 'o | error 2..<4: this quote has no end (hint: an apostrophe is written '')
    h o'clock | error 3..<9: this quote has no end (hint: an apostrophe is written '')
    yyyy-MM-ddTHH:mm | error 10..<11: unknown field 'T' (hint: to print letters, write them in quotes: 'T')
    d de MMMM | error 3..<4: unknown field 'e' (hint: to print letters, write them in quotes: 'de')
    yyy | error 0..<3: unknown field 'yyy' (hint: write y, yy or yyyy)
    MMMMM | error 0..<5: unknown field 'MMMMM' (hint: write M, MM, MMM or MMMM)
    L | error 0..<1: unknown field 'L' (hint: write LLL or LLLL)
    E d | error 0..<1: unknown field 'E' (hint: write EEE or EEEE)
    cccc | error 0..<4: unknown field 'cccc' (hint: write EEE or EEEE)
    aa | error 0..<2: unknown field 'aa' (hint: write a)
    kk:mm | error 0..<2: unknown field 'kk' (hint: write H or HH)
    h:mm B | error 5..<6: unknown field 'B' (hint: write a)
    HH:mm:ss.SSS | error 9..<12: unknown field 'SSS' (hint: fractions of a second are not printed)
    HH:mm z | error 6..<7: unknown field 'z' (hint: a time is printed in the time zone of the form, without its name)
    dddddddddd | error 0..<10: unknown field 'dddddddd…' (hint: write d or dd)
    %Y-%m-%d | error 0..<1: fields are written without '%' (hint: write yyyy-MM-dd)
    %d %b %Y, %H:%M | error 0..<1: fields are written without '%' (hint: write dd MMM yyyy, HH:mm)
    %e of %B | error 0..<1: fields are written without '%' (hint: write a pattern such as d MMM y)
    %Q | error 0..<1: fields are written without '%' (hint: write a pattern such as d MMM y)
     | error 0..<0: a pattern needs a field (hint: write a pattern such as d MMM y or HH:mm)
    'date' | error 0..<6: a pattern needs a field (hint: write a pattern such as d MMM y or HH:mm)
    d é Q | error 5..<6: unknown field 'Q' (hint: to print letters, write them in quotes: 'Q')
    """

  @Test("A wrong pattern is an error with a place and a hint")
  func mistakes() {
    for row in Rows.read(Self.refused) {
      do throws(FormatError) {
        _ = try DatePattern(row[0])
        Issue.record("\(row) is read")
      } catch {
        #expect(Rows.line(error) == row[1])
      }
    }
  }

  @Test("What does not exist is printed as a number, and never traps")
  func outside() throws {
    let day = DayParts(year: -5, month: 13, day: 99, weekday: 0)
    let time = TimeParts(hour: 25, minute: -1, second: .max)
    let pattern = try DatePattern("y yyyy yy MMM LLLL d EEE H h m s a")
    #expect(
      Formatting.instant(day, time, pattern: pattern, in: .english)
        == "-5 -0005 -05 13 13 99 0 25 1 -1 9223372036854775807 PM")
    let least = DayParts(year: .min, month: .min, day: .min, weekday: .min)
    #expect(Formatting.day(least, in: .english) != nil)
  }

  @Test("Any text is a pattern or an error, and any pattern prints")
  func anyText() throws {
    var random = SplitMix64.forTest(3)
    let signs = Array("yMMMLLdEEHhmsa''  .:%YDé年")
    let (day, time) = try #require(Self.moments["t"])
    var read = 0
    for _ in 0..<5_000 {
      let count = Int.random(in: 0...8, using: &random)
      let text = String((0..<count).map { _ in signs.randomElement(using: &random) ?? "y" })
      do throws(FormatError) {
        let pattern = try DatePattern(text)
        read += 1
        #expect(!Formatting.instant(day, time, pattern: pattern, in: .english).isEmpty)
      } catch {
        let range = error.diagnostic.range
        #expect(
          range.lowerBound >= 0 && range.upperBound <= text.utf8.count,
          "\(text), TEST_SEED=\(random.seed)")
      }
    }
    #expect(read > 100)
  }
}
