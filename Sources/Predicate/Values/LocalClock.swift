// What clocks on a wall show: instants as days and times of a time zone, and back. Only the
// distance of a zone from UTC is asked of Foundation.

package import Foundation

/// The clocks of a time zone.
package struct LocalClock {
  private let zone: TimeZone

  private static let secondsPerDay = 86_400

  /// The clocks of a zone.
  package init(_ zone: TimeZone) { self.zone = zone }

  /// What the clock shows at an instant, in seconds since its own 2001-01-01T00:00.
  package func reading(at instant: Date) -> Double {
    instant.timeIntervalSinceReferenceDate + Double(zone.secondsFromGMT(for: instant))
  }

  /// The day at an instant, as a number of days since 2001-01-01.
  ///
  /// - Parameter instant: An instant of the years 1 to 9999.
  /// - Returns: The number of the day.
  package func dayNumber(at instant: Date) -> Int {
    Int((reading(at: instant) / Double(Self.secondsPerDay)).rounded(.down))
  }

  /// The instant at which the clock shows a reading.
  ///
  /// A reading that is shown twice, because the clock is put back, means the first time. A reading
  /// that is never shown, because the clock is put forward, means a time as much later as the clock
  /// is put forward.
  package func instant(of reading: Double) -> Date {
    // In both cases the distance from UTC that holds before the clock is put gives the instant. No
    // zone is a day or more away from UTC.
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
  /// The zone of a name of the IANA database, such as `Europe/Berlin`, or `UTC`; nil if the name is
  /// unknown.
  ///
  /// Abbreviations such as `EST` are unknown here: they have no clear meaning.
  package init?(named name: String) {
    guard name == "UTC" || name.contains("/"), let zone = TimeZone(identifier: name) else {
      return nil
    }
    // Names are case-sensitive here, whatever the system's files are.
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
  /// The first moment of a day in UTC, which is what stands for a day.
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
  /// - Precondition: The date is one of the years 1 to 9999.
  package var dayNumberInUTC: Int {
    Int((timeIntervalSinceReferenceDate / 86_400).rounded(.down))
  }
}
