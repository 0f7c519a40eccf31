// Converts between instants and the day and time that clocks show in a time zone. Foundation is
// only asked for the offset of a zone from UTC.

package import Foundation

/// The clock of a time zone.
package struct LocalClock {
  private let zone: TimeZone

  private static let secondsPerDay = 86_400

  /// Makes the clock of a zone.
  package init(_ zone: TimeZone) { self.zone = zone }

  /// The reading of the clock at an instant, in seconds since its own 2001-01-01T00:00.
  package func reading(at instant: Date) -> Double {
    instant.timeIntervalSinceReferenceDate + Double(zone.secondsFromGMT(for: instant))
  }

  /// The day that the clock shows at an instant, as the number of days since 2001-01-01.
  ///
  /// - Parameter instant: An instant in the years 1 to 9999.
  /// - Returns: The number of the day.
  package func dayNumber(at instant: Date) -> Int {
    Int((reading(at: instant) / Double(Self.secondsPerDay)).rounded(.down))
  }

  /// The instant at which the clock shows a reading.
  ///
  /// If the clock is put back, some readings occur twice; such a reading means the first time. If
  /// the clock is put forward, some readings never occur; such a reading means a time that is later
  /// by as much as the clock is put forward.
  package func instant(of reading: Double) -> Date {
    // In both cases, the offset before the change gives the instant. The offset of a zone is always
    // less than a day.
    func distance(_ seconds: Double) -> Double {
      Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: seconds)))
    }
    let before = distance(reading - Double(Self.secondsPerDay))
    let first = reading - before
    if distance(first) == before { return Date(timeIntervalSinceReferenceDate: first) }
    let after = distance(reading + Double(Self.secondsPerDay))
    let second = reading - after
    let isShown = distance(second) == after
    return Date(timeIntervalSinceReferenceDate: isShown ? second : first)
  }
}

extension TimeZone {
  /// Makes the zone with an IANA name, such as `Europe/Berlin` or `UTC`; nil if the name is
  /// unknown.
  ///
  /// Abbreviations such as `EST` are rejected, because they are ambiguous.
  package init?(named name: String) {
    guard name == "UTC" || name.contains("/"), let zone = TimeZone(identifier: name) else {
      return nil
    }
    // Names are case-sensitive here, even if the file system is not.
    let isMiscased = zone.identifier.lowercased() == name.lowercased() && zone.identifier != name
    if isMiscased { return nil }
    self = zone
  }
}

/// What a date stands for.
package enum DateKind: Sendable, Hashable {
  /// A day, which is not a moment in time.
  case day
  /// A time of day, the same on every day and in every time zone.
  case time
  /// A point in time.
  case instant
}

extension Date {
  /// Makes the date that stands for a day: the start of the day in UTC.
  package init(dayNumber: Int) {
    self.init(timeIntervalSinceReferenceDate: Double(dayNumber) * 86_400)
  }

  /// A time of day, which stands on 1970-01-01 in UTC.
  ///
  /// - Parameter reading: Seconds since a midnight; whole days do not count.
  package init(timeOfDay reading: Double) {
    let seconds = reading - (reading / 86_400).rounded(.down) * 86_400
    // A fraction that is too small for a double may round up to a whole day.
    self.init(timeIntervalSince1970: seconds < 86_400 ? seconds : 0)
  }

  /// Whether the date is one that stands for a time of day.
  package var isTimeOfDay: Bool { (0..<86_400).contains(timeIntervalSince1970) }

  /// The number of the day in UTC.
  ///
  /// - Precondition: The year of the date is from 1 to 9999.
  package var dayNumberInUTC: Int {
    Int((timeIntervalSinceReferenceDate / 86_400).rounded(.down))
  }
}
