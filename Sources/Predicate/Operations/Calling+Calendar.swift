// The bodies of the calendar functions. A day is represented as its first moment in UTC, and a time
// of day as that time on 1970-01-01 in UTC. The tree marks which dates are days and times, so a
// function for days treats every date as a day, and a function for times every date as a time.

import Foundation

extension Calling {
  static func today(_ context: EvaluationContext) throws(Trouble) -> Value {
    guard DateText.isInRange(context.now) else { throw Casting.dateOutOfRange }
    return .date(Date(dayNumber: LocalClock(context.timeZone).dayNumber(at: context.now)))
  }

  static func date(_ arguments: [Value]) throws(Trouble) -> Value {
    let year = try whole(arguments[0], .date)
    let month = try whole(arguments[1], .date)
    let day = try whole(arguments[2], .date)
    return CivilDate(
      year: Int(clamping: year), month: Int(clamping: month), day: Int(clamping: day)
    ).map { .date(Date(dayNumber: $0.dayNumber)) } ?? .null
  }

  /// A time of day; nil if the clock has no such hour or minute.
  static func time(ofHourAndMinute arguments: [Value]) throws(Trouble) -> Value {
    let hour = try whole(arguments[0], .time)
    let minute = try whole(arguments[1], .time)
    guard 0..<24 ~= hour, 0..<60 ~= minute else { return .null }
    return .date(Date(timeOfDay: Double(hour * 3600 + minute * 60)))
  }

  /// The instant at which the clock shows a time of day on a day.
  static func instant(
    _ arguments: [Value], _ context: EvaluationContext, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    var dates: [Date] = []
    for argument in arguments {
      guard case .date(let date) = argument else {
        throw Trouble("\(Function.at.name) takes dates, not \(argument.named)")
      }
      guard DateText.isInRange(date) else { throw Casting.dateOutOfRange }
      dates.append(date)
    }
    try steps.take(Steps.zoneAsked)
    let day = Date(dayNumber: dates[0].dayNumberInUTC).timeIntervalSinceReferenceDate
    let time = Date(timeOfDay: dates[1].timeIntervalSinceReferenceDate).timeIntervalSince1970
    let instant = LocalClock(context.timeZone).instant(of: day + time)
    guard DateText.isInRange(instant) else { throw Casting.dateOutOfRange }
    return .date(instant)
  }

  // MARK: - Days and times

  static func dayOf(
    _ value: Value, _ context: EvaluationContext, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    let clock = LocalClock(context.timeZone)
    return try mapped(value, &steps) { (date, steps) throws(Trouble) in
      try steps.take(Steps.zoneAsked)
      let day = Date(dayNumber: clock.dayNumber(at: date))
      // In another time zone, the first and the last supported day may fall outside the range.
      guard DateText.isInRange(day) else { throw Casting.dateOutOfRange }
      return .date(day)
    }
  }

  static func dayText(_ value: Value, _ steps: inout Steps) throws(Trouble) -> Value {
    try mapped(value, &steps) { (date, _) throws(Trouble) in
      .string(DateText.text(of: CivilDate(dayNumber: date.dayNumberInUTC)))
    }
  }

  static func timeOf(
    _ value: Value, _ context: EvaluationContext, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    let clock = LocalClock(context.timeZone)
    return try mapped(value, &steps) { (date, steps) throws(Trouble) in
      try steps.take(Steps.zoneAsked)
      return .date(Date(timeOfDay: clock.reading(at: date)))
    }
  }

  static func timeText(_ value: Value, _ steps: inout Steps) throws(Trouble) -> Value {
    try mapped(value, &steps) { (date, _) throws(Trouble) in .string(DateText.timeText(of: date)) }
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

  static func day(_ value: Value, _ function: Function) throws(Trouble) -> CivilDate {
    CivilDate(dayNumber: try date(value, function).dayNumberInUTC)
  }

  static func time(_ value: Value, _ function: Function) throws(Trouble) -> TimeParts {
    TimeParts(try date(value, function).timeIntervalSinceReferenceDate)
  }

  /// The time of day of an instant in the time zone.
  static func localTime(
    _ value: Value, _ function: Function, _ context: EvaluationContext, _ steps: inout Steps
  ) throws(Trouble) -> TimeParts {
    try steps.take(Steps.zoneAsked)
    return TimeParts(LocalClock(context.timeZone).reading(at: try date(value, function)))
  }

  static func days(_ arguments: [Value], _ function: Function) throws(Trouble) -> Int {
    let first = try day(arguments[0], function)
    return try day(arguments[1], function).dayNumber - first.dayNumber
  }

  static func months(_ arguments: [Value], _ function: Function) throws(Trouble) -> Int {
    let first = try day(arguments[0], function)
    return first.months(until: try day(arguments[1], function))
  }

  // MARK: - Adding

  /// What is added to a date.
  enum Unit {
    case seconds(Double)
    case days
    case months(Int)
  }

  /// The date some units later, or earlier if the count is negative.
  static func adding(
    _ unit: Unit, to kind: DateKind, _ function: Function, _ arguments: [Value],
    _ context: EvaluationContext, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    let date = try date(arguments[0], function)
    let count = try whole(arguments[1], function)
    // Adding 0 must not change a date. At a time that occurs twice, the conversion below could.
    guard count != 0 else { return .date(date) }
    let sum: Date?
    switch (unit, kind) {
    // Past midnight the clock goes on at 00:00.
    case (.seconds(let each), .time):
      sum = Date(timeOfDay: date.timeIntervalSinceReferenceDate + Double(count) * each)
    case (.seconds(let each), _): sum = date.addingTimeInterval(Double(count) * each)
    case (_, .day):
      sum = moved(date.timeIntervalSinceReferenceDate, count, unit).map {
        Date(timeIntervalSinceReferenceDate: $0)
      }
    default:
      // The result shows the same local time as before.
      try steps.take(2 * Steps.zoneAsked)
      let clock = LocalClock(context.timeZone)
      sum = moved(clock.reading(at: date), count, unit).map(clock.instant)
    }
    guard let sum, DateText.isInRange(sum) else { throw Casting.dateOutOfRange }
    return .date(sum)
  }

  /// A local time moved to another day at the same time of day; nil outside the supported years.
  private static func moved(_ reading: Double, _ count: Int64, _ unit: Unit) -> Double? {
    let midnight = (reading / 86_400).rounded(.down)
    let day = Int(midnight)
    // More days than the supported years have.
    guard count.magnitude < 10_000_000 else { return nil }
    var moved: Int? = day + Int(count)
    if case .months(let each) = unit {
      moved = CivilDate(dayNumber: day).adding(months: each * Int(count))?.dayNumber
    }
    return moved.map { Double($0) * 86_400 + (reading - midnight * 86_400) }
  }
}

extension Steps {
  /// The number of steps for asking a time zone for its offset from UTC.
  static let zoneAsked = 64
}
