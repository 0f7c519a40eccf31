// Converts between a day as year, month and day and a day as a number. The calendar is Gregorian
// for all years, also before 1582 (Hinnant, "chrono-Compatible Low-Level Date Algorithms").
// Foundation's calendar is not used, because it is Julian before 1582 and may differ between
// systems. Days out of range give nil or are clamped.

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

  /// Makes a day; nil if it does not exist or its year is not from 1 to 9999.
  package init?(year: Int, month: Int, day: Int) {
    guard DateText.years.contains(year), (1...12).contains(month),
      (1...Self.dayCount(month: month, year: year)).contains(day)
    else { return nil }
    self.init(year, month, day)
  }

  /// Makes the day that is a number of days after 2001-01-01.
  ///
  /// The number is clamped to plus or minus a billion, which no date in this package reaches.
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

  /// The number of days since 2001-01-01; negative before that day.
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

  /// The same day a number of months later.
  ///
  /// If that month is too short, the result is its last day.
  ///
  /// - Parameter months: The number of months; negative for an earlier month.
  /// - Returns: The day; nil if its year is not from 1 to 9999.
  package func adding(months: Int) -> CivilDate? {
    let (sum, overflow) = months.addingReportingOverflow(monthNumber)
    guard !overflow else { return nil }
    let (year, month) = Self.floorDivide(sum, 12)
    guard DateText.years.contains(year) else { return nil }
    return CivilDate(year, month + 1, min(day, Self.dayCount(month: month + 1, year: year)))
  }

  /// The number of whole months from this day to another one; negative if the other day is earlier.
  ///
  /// A month is complete on the same day of the next month. From January 31 to February 29 there
  /// are no whole months, and to March 1 there is one.
  package func months(until other: CivilDate) -> Int {
    ((other.monthNumber * 32 + other.day) - (monthNumber * 32 + day)) / 32
  }

  /// The number of months from January of the year 0 to the month of this day.
  private var monthNumber: Int { year * 12 + month - 1 }

  private static func dayCount(month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The number of days from 0000-03-01, the start of the first era of 400 years, to 2001-01-01.
  private static let epoch = 719_468 + 11_323

  /// Divides and rounds the quotient down, so that the remainder is never negative.
  ///
  /// `divisor` must be positive.
  package static func floorDivide(
    _ number: Int, _ divisor: Int
  ) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
