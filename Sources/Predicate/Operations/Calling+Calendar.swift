// The calendar functions. A day is represented as its first moment in UTC, and a time of day as
// that time on 1970-01-01 in UTC. The tree marks which dates are days and times, so a function for
// days treats every date as a day, and a function for times every date as a time.

import Foundation

extension Calling {
  /// The result of a calendar function.
  static func calendarFunction(
    _ function: Function, _ arguments: [Value], _ context: EvaluationContext,
    _ steps: inout Steps
  ) throws(Trouble) -> Value {
    let clock = LocalClock(context.timeZone)
    switch function {
    case .today:
      guard DateText.isInRange(context.now) else { throw Casting.dateOutOfRange }
      return .date(Date(dayNumber: clock.dayNumber(at: context.now)))
    case .dayOf:
      return try mapped(arguments[0], &steps) { (date, steps) throws(Trouble) in
        try steps.take(Steps.zoneAsked)
        let day = Date(dayNumber: clock.dayNumber(at: date))
        // In another time zone, the first and the last supported day may fall outside the range.
        guard DateText.isInRange(day) else { throw Casting.dateOutOfRange }
        return .date(day)
      }
    case .dayText:
      return try mapped(arguments[0], &steps) { (date, _) throws(Trouble) in
        .string(DateText.text(of: CivilDate(dayNumber: date.dayNumberInUTC)))
      }
    case .timeOf:
      return try mapped(arguments[0], &steps) { (date, steps) throws(Trouble) in
        try steps.take(Steps.zoneAsked)
        return .date(Date(timeOfDay: clock.reading(at: date)))
      }
    case .timeText:
      return try mapped(arguments[0], &steps) { (date, _) throws(Trouble) in
        .string(DateText.timeText(of: date))
      }
    default: break
    }
    if arguments.contains(where: \.isNull) { return .null }
    switch function {
    case .date:
      let year = try whole(arguments[0], function)
      let month = try whole(arguments[1], function)
      let day = try whole(arguments[2], function)
      return CivilDate(
        year: Int(clamping: year), month: Int(clamping: month), day: Int(clamping: day)
      ).map { .date(Date(dayNumber: $0.dayNumber)) } ?? .null
    case .year: return .int(Int64(try day(arguments[0], function).year))
    case .month: return .int(Int64(try day(arguments[0], function).month))
    case .day: return .int(Int64(try day(arguments[0], function).day))
    case .weekday: return .int(Int64(try day(arguments[0], function).weekday))
    case .hour, .minute:
      try steps.take(Steps.zoneAsked)
      let time = TimeParts(clock.reading(at: try date(arguments[0], function)))
      return .int(Int64(function == .hour ? time.hour : time.minute))
    case .hourOfTime: return .int(Int64(try time(arguments[0], function).hour))
    case .minuteOfTime: return .int(Int64(try time(arguments[0], function).minute))
    case .daysBetween, .monthsBetween, .yearsBetween:
      return .int(
        Int64(
          between(try day(arguments[0], function), try day(arguments[1], function), function)))
    case .addMinutes, .addHours, .addDays, .addMonths, .addYears, .addDaysToDay, .addMonthsToDay,
      .addYearsToDay, .addMinutesToTime, .addHoursToTime:
      return try adding(function, arguments, clock, &steps)
    default: throw unknown(function)
    }
  }

  /// Converts a date, or each date of a list.
  ///
  /// Other values stay unchanged.
  private static func mapped(
    _ value: Value, _ steps: inout Steps,
    _ transform: (Date, inout Steps) throws(Trouble) -> Value
  ) throws(Trouble) -> Value {
    func one(_ value: Value, _ steps: inout Steps) throws(Trouble) -> Value {
      guard case .date(let date) = value else { return value }
      guard DateText.isInRange(date) else { throw Casting.dateOutOfRange }
      return try transform(date, &steps)
    }
    func all(_ values: [Value], each: Int, _ steps: inout Steps) throws(Trouble) -> [Value] {
      var results: [Value] = []
      results.reserveCapacity(values.count)
      for value in values {
        try steps.take(each)
        results.append(try one(value, &steps))
      }
      return results
    }
    switch value {
    case .array(let elements): return .array(try all(elements, each: 1, &steps))
    case .set(let set):
      try steps.take(weightOf: set.elements, each: Steps.hashing)
      return .set(ValueSet(try all(set.elements, each: 1, &steps)))
    default: return try one(value, &steps)
    }
  }

  private static func date(_ value: Value, _ function: Function) throws(Trouble) -> Date {
    guard case .date(let date) = value else {
      let hint: String? = if case .string = value { "convert it, CAST(…, 'NSDate')" } else { nil }
      throw Trouble("\(function.name) takes a date, not \(value.named)", hint: hint)
    }
    guard DateText.isInRange(date) else { throw Casting.dateOutOfRange }
    return date
  }

  private static func day(_ value: Value, _ function: Function) throws(Trouble) -> CivilDate {
    CivilDate(dayNumber: try date(value, function).dayNumberInUTC)
  }

  private static func time(_ value: Value, _ function: Function) throws(Trouble) -> TimeParts {
    TimeParts(try date(value, function).timeIntervalSinceReferenceDate)
  }

  private static func between(
    _ first: CivilDate, _ second: CivilDate, _ function: Function
  ) -> Int {
    switch function {
    case .daysBetween: second.dayNumber - first.dayNumber
    case .monthsBetween: first.months(until: second)
    default: first.months(until: second) / 12
    }
  }

  // MARK: - Adding

  /// The date some minutes, hours, days, months or years later, or earlier if the count is
  /// negative.
  private static func adding(
    _ function: Function, _ arguments: [Value], _ clock: LocalClock, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    let date = try date(arguments[0], function)
    let count = try whole(arguments[1], function)
    // Adding 0 must not change a date. At a time that occurs twice, the conversion below could.
    guard count != 0 else { return .date(date) }
    let sum: Date?
    switch function {
    case .addMinutes: sum = date.addingTimeInterval(Double(count) * 60)
    case .addHours: sum = date.addingTimeInterval(Double(count) * 3600)
    // Past midnight the clock goes on at 00:00.
    case .addMinutesToTime, .addHoursToTime:
      let seconds = Double(count) * (function == .addHoursToTime ? 3600 : 60)
      sum = Date(timeOfDay: date.timeIntervalSinceReferenceDate + seconds)
    case .addDaysToDay, .addMonthsToDay, .addYearsToDay:
      sum = moved(date.timeIntervalSinceReferenceDate, count, function).map {
        Date(timeIntervalSinceReferenceDate: $0)
      }
    default:
      // The result shows the same local time as before.
      try steps.take(2 * Steps.zoneAsked)
      sum = moved(clock.reading(at: date), count, function).map(clock.instant)
    }
    guard let sum, DateText.isInRange(sum) else { throw Casting.dateOutOfRange }
    return .date(sum)
  }

  /// A local time moved to another day at the same time of day; nil outside the supported years.
  private static func moved(_ reading: Double, _ count: Int64, _ function: Function) -> Double? {
    let midnight = (reading / 86_400).rounded(.down)
    let day = Int(midnight)
    // More days than the supported years have.
    guard count.magnitude < 10_000_000 else { return nil }
    let moved: Int?
    switch function {
    case .addDays, .addDaysToDay: moved = day + Int(count)
    case .addMonths, .addMonthsToDay:
      moved = CivilDate(dayNumber: day).adding(months: Int(count))?.dayNumber
    default: moved = CivilDate(dayNumber: day).adding(months: 12 * Int(count))?.dayNumber
    }
    return moved.map { Double($0) * 86_400 + (reading - midnight * 86_400) }
  }
}

extension Steps {
  /// The number of steps for asking a time zone for its offset from UTC.
  static let zoneAsked = 64
}
