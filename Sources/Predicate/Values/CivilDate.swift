// The calendar: a day as year, month and day, and as a number of days. It is the Gregorian calendar
// for all years, also for those before 1582 (Hinnant, "chrono-Compatible Low-Level Date
// Algorithms"). Foundation's calendar is not used: it is Julian before 1582 and may differ between
// systems. Every function here is total.

/// A day of the proleptic Gregorian calendar.
package struct CivilDate: Hashable, Sendable {
  package let year: Int
  /// From 1 to 12.
  package let month: Int
  /// From 1 to the number of days in the month.
  package let day: Int

  private init(_ year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day, or nil if there is no such day in the years 1 to 9999.
  package init?(year: Int, month: Int, day: Int) {
    guard DateText.years.contains(year), (1...12).contains(month),
      (1...Self.dayCount(month: month, year: year)).contains(day)
    else { return nil }
    self.init(year, month, day)
  }

  /// The day some days after 2001-01-01, or before it.
  ///
  /// Numbers of days beyond a billion, which no date here has, count as a billion.
  package init(dayNumber: Int) {
    let days = min(max(dayNumber, -1_000_000_000), 1_000_000_000) + Self.epoch
    let (era, dayOfEra) = Self.floorDivide(days, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
    self.init(
      era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// How many days after 2001-01-01 the day is.
  package var dayNumber: Int {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = Self.floorDivide(shifted, 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - Self.epoch
  }

  /// The day of the week: 1 is Monday, 7 is Sunday, as in ISO 8601.
  package var weekday: Int {
    // 2001-01-01 was a Monday.
    Self.floorDivide(dayNumber, 7).remainder + 1
  }

  /// The same day of another month, or the last day of a month that has no such day.
  ///
  /// - Returns: The day; nil outside the years 1 to 9999.
  package func adding(months: Int) -> CivilDate? {
    let (sum, overflow) = months.addingReportingOverflow(monthNumber)
    guard !overflow else { return nil }
    let (year, month) = Self.floorDivide(sum, 12)
    guard DateText.years.contains(year) else { return nil }
    return CivilDate(year, month + 1, min(day, Self.dayCount(month: month + 1, year: year)))
  }

  /// How many whole months lie between this day and another one; negative if the other one is
  /// earlier.
  ///
  /// A month is whole on the same day of a later month. So from January 31 to February 29 it is no
  /// month, and to March 1 it is one.
  package func months(until other: CivilDate) -> Int {
    ((other.monthNumber * 32 + other.day) - (monthNumber * 32 + day)) / 32
  }

  /// How many months the day's month is after the first month of the year 0.
  private var monthNumber: Int { year * 12 + month - 1 }

  private static func dayCount(month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days from 0000-03-01, where eras of 400 years start, to 2001-01-01.
  private static let epoch = 719_468 + 11_323

  /// The quotient rounded down, and what remains, which is never negative.
  package static func floorDivide(
    _ number: Int, _ divisor: Int
  ) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
