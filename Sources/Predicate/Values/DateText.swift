// Prints dates as ISO 8601 text in UTC and parses the common forms of ISO 8601. Foundation's parser
// is not used, because it accepts February 30 and ignores trailing text. A form's date could then
// mean something else than it says.

public import Foundation

/// Converts between dates and ISO 8601 text.
public enum DateText {
  /// The years that a date in text may have.
  public static let years = 1...9999

  /// Parses a date.
  ///
  /// The text may be `2024-05-01` or `2024-05-01T10:30`. Seconds, a fraction of a second, and `Z`
  /// or an offset such as `+02:00` may follow. Without an offset the time is UTC.
  ///
  /// - Returns: The date; nil if the text is not a valid date as a whole, or its year is not in
  ///   `years`.
  public static func date(from text: String) -> Date? {
    var reader = Reader(bytes: Array(text.utf8))
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2),
      reader.take("-"), let dayOfMonth = reader.number(2),
      let day = CivilDate(year: year, month: month, day: dayOfMonth)
    else { return nil }
    var seconds = Double(day.dayNumber) * 86_400
    if reader.isAtEnd { return Date(timeIntervalSinceReferenceDate: seconds) }

    guard reader.take("T") || reader.take("t") || reader.take(" "), let hour = reader.number(2),
      reader.take(":"), let minute = reader.number(2), hour < 24, minute < 60
    else { return nil }
    seconds += Double(hour * 3600 + minute * 60)
    if reader.take(":") {
      guard let second = reader.number(2), second < 60 else { return nil }
      seconds += Double(second)
      if reader.take(".") {
        guard let fraction = reader.fraction() else { return nil }
        seconds += fraction
      }
    }
    if !reader.isAtEnd && !reader.take("Z") && !reader.take("z") {
      let sign = reader.take("+") ? 1 : reader.take("-") ? -1 : 0
      guard sign != 0, let hours = reader.number(2) else { return nil }
      _ = reader.take(":")
      guard let minutes = reader.number(2), hours < 24, minutes < 60 else { return nil }
      seconds -= Double(sign * (hours * 3600 + minutes * 60))
    }
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    return reader.isAtEnd && isInRange(date) ? date : nil
  }

  /// Prints a date as `2024-05-01T10:30:00Z`.
  ///
  /// A fraction of a second has three digits, or as many as are needed to parse the same date
  /// again. Within a day of 2001-01-01T00:00:00Z, a date may need more digits than are parsed. Such
  /// a date is rounded to milliseconds.
  public static func text(of date: Date) -> String {
    let instant = date.timeIntervalSinceReferenceDate
    guard instant.isFinite, abs(instant) < 1e12 else { return "\(instant)" }
    let second = instant.rounded(.down)
    let fraction = instant - second
    if fraction == 0 { return text(ofSecond: Int(second), "") }
    var scale = 1000.0
    for width in 3...maximumDigits {
      let digits = (fraction * scale).rounded()
      if digits > 0, digits < scale {
        let text = text(ofSecond: Int(second), ".\(pad(Int(digits), width))")
        if self.date(from: text) == date { return text }
      }
      scale *= 10
    }
    let (whole, thousandths) = CivilDate.floorDivide(Int((instant * 1000).rounded()), 1000)
    return text(ofSecond: whole, thousandths == 0 ? "" : ".\(pad(thousandths, 3))")
  }

  /// The most digits of a fraction that are parsed.
  ///
  /// More digits only matter close to 2001-01-01T00:00:00Z.
  private static let maximumDigits = 15

  /// Prints a second since 2001, with a text for its fraction.
  private static func text(ofSecond second: Int, _ fraction: String) -> String {
    let (day, clock) = CivilDate.floorDivide(second, 86_400)
    return text(of: CivilDate(dayNumber: day))
      + "T\(pad(clock / 3600, 2)):\(pad(clock / 60 % 60, 2)):\(pad(clock % 60, 2))\(fraction)Z"
  }

  /// Prints a day as `2024-05-01`.
  package static func text(of day: CivilDate) -> String {
    "\(pad(day.year, 4))-\(pad(day.month, 2))-\(pad(day.day, 2))"
  }

  /// Whether the year of a date is in `years`.
  package static func isInRange(_ date: Date) -> Bool {
    let seconds = date.timeIntervalSinceReferenceDate
    return seconds >= firstSecond && seconds < endSecond
  }

  // MARK: - Times of day

  /// The time of day in a text, on 1970-01-01 in UTC; nil if the text has none.
  ///
  /// Takes `14:30`, `14:30:00` with or without a fraction, and every text of a date that has a
  /// time. The written time counts, whatever the day and the distance from UTC are.
  public static func time(from text: String) -> Date? {
    let isAlone = text.utf8.dropFirst(2).first == UInt8(ascii: ":")
    let written = isAlone ? "1970-01-01T" + text : text
    guard !isDay(written), date(from: written) != nil else { return nil }
    let bytes = written.utf8.dropFirst("1970-01-01T".utf8.count)
    let time = bytes.prefix { !"Zz+-".utf8.contains($0) }
    return date(from: "1970-01-01T\(String(decoding: time, as: UTF8.self))Z")
  }

  /// A day as `2024-05-01`; a date with a time of day as `text(of:)` prints it.
  package static func dayText(of date: Date) -> String {
    guard isInRange(date), Date(dayNumber: date.dayNumberInUTC) == date else {
      return text(of: date)
    }
    return text(of: CivilDate(dayNumber: date.dayNumberInUTC))
  }

  /// A time of day as `14:30`, with seconds and their fraction only where it has some.
  package static func timeText(of date: Date) -> String {
    let text = text(of: Date(timeOfDay: date.timeIntervalSinceReferenceDate))
    let time = text.dropFirst("1970-01-01T".utf8.count).dropLast()
    return String(time.hasSuffix(":00") && time.utf8.count == 8 ? time.dropLast(3) : time)
  }

  /// Whether a text is a valid day without a time.
  package static func isDay(_ text: String) -> Bool {
    text.utf8.count == "0001-01-01".utf8.count && date(from: text) != nil
  }

  private static let firstSecond = -63_113_904_000.0
  private static let endSecond = 252_423_993_600.0

  private static func pad(_ number: Int, _ width: Int) -> String {
    let digits = String(abs(number))
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }

  /// Reads digits and single characters from the front of a text.
  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ byte: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: byte) else { return false }
      position += 1
      return true
    }

    mutating func digit() -> Int? {
      guard position < bytes.count, (0x30...0x39).contains(bytes[position]) else { return nil }
      position += 1
      return Int(bytes[position - 1] - 0x30)
    }

    mutating func number(_ width: Int) -> Int? {
      var number = 0
      for _ in 0..<width {
        guard let digit = digit() else { return nil }
        number = number * 10 + digit
      }
      return number
    }

    /// Reads one or more digits as a fraction, a number below one.
    mutating func fraction() -> Double? {
      var scale = 1.0
      var sum = 0.0
      let start = position
      while let digit = digit() {
        guard position - start <= maximumDigits else { continue }
        scale /= 10
        sum += Double(digit) * scale
      }
      return position > start ? sum : nil
    }
  }
}
