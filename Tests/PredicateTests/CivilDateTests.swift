// The calendar against the rule of leap years, day by day, and wall clocks against the rules for
// gaps and overlaps.

import Foundation
import TestSupport
import Testing

@testable import Predicate

@Suite struct CivilDateTests {
  /// Every day of the years 1 to 9999, counted by hand; or of every so many years, among which is
  /// one of each kind.
  @Test(arguments: depth(quick: 7, full: 1))
  func everyDay(depth step: Int) throws {
    var number = try #require(CivilDate(year: 1, month: 1, day: 1)).dayNumber
    var weekday = 1
    #expect(number == -730_485)
    for year in 1...9999 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      guard year % step == 0 else {
        let count = lengths.reduce(0, +)
        number += count
        weekday = (weekday - 1 + count) % 7 + 1
        continue
      }
      for (index, length) in lengths.enumerated() {
        for day in 1...length {
          let date = CivilDate(dayNumber: number)
          guard
            date == CivilDate(year: year, month: index + 1, day: day), date.dayNumber == number,
            date.weekday == weekday
          else {
            Issue.record("\(year)-\(index + 1)-\(day) is \(date)")
            return
          }
          number += 1
          weekday = weekday % 7 + 1
        }
        #expect(CivilDate(year: year, month: index + 1, day: length + 1) == nil)
      }
    }
  }

  @Test func monthsAreAntisymmetric() throws {
    var random = SplitMix64.forTest(0xCA1)
    for _ in 0..<5_000 {
      let first = CivilDate(dayNumber: Int.random(in: -730_485..<2_921_000, using: &random))
      let second = CivilDate(dayNumber: Int.random(in: -730_485..<2_921_000, using: &random))
      let months = first.months(until: second)
      #expect(months == -second.months(until: first))
      // So many months later it is no later than that day, and one more month later it is.
      guard first.dayNumber <= second.dayNumber, let before = first.adding(months: months) else {
        continue
      }
      #expect(before.dayNumber <= second.dayNumber)
      if let after = first.adding(months: months + 1), after.day == first.day {
        #expect(after.dayNumber > second.dayNumber)
      }
    }
  }

  @Test func extremes() {
    let first = CivilDate(dayNumber: .min)
    #expect(first == CivilDate(dayNumber: -1_000_000_000))
    #expect(CivilDate(dayNumber: .max) == CivilDate(dayNumber: 1_000_000_000))
    #expect(CivilDate(dayNumber: 0).adding(months: .max) == nil)
    #expect(CivilDate(dayNumber: 0).adding(months: .min) == nil)
    #expect(CivilDate(year: .min, month: .max, day: .min) == nil)
  }

  /// Each minute that a clock shows is found again; where two instants show it, the first one.
  @Test(arguments: [
    "UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe",
    "Pacific/Apia", "America/Sao_Paulo",
  ])
  func clocks(_ name: String) throws {
    let clock = LocalClock(try #require(TimeZone(named: name)))
    for day in ["2011-12-28", "2024-03-30", "2024-10-26", "2024-04-06", "2018-11-03"] {
      let start = try #require(DateText.date(from: day))
      for minute in 0..<(72 * 60) {
        let instant = start.addingTimeInterval(Double(minute) * 60)
        let found = clock.instant(of: clock.reading(at: instant))
        if found != instant {
          #expect(found < instant)
          #expect(clock.reading(at: found) == clock.reading(at: instant))
        }
      }
    }
  }

  @Test func namesOfZones() {
    for name in ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"] {
      #expect(TimeZone(named: name) != nil, "\(name)")
    }
    for name in ["", "EST", "GMT+5", "europe/berlin", "Europe/Nowhere", "/", "../etc/passwd"] {
      #expect(TimeZone(named: name) == nil, "\(name)")
    }
  }
}
