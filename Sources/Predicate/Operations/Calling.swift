// Calls the built-in functions.

import Foundation

/// Calls functions.
package enum Calling {
  /// The result of a function.
  ///
  /// The number of arguments must be what the function takes.
  package static func call(
    _ function: Function, _ arguments: [Value], _ context: EvaluationContext, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    if function.isNilWithNil, arguments.contains(where: \.isNull) {
      return .null
    }
    switch function {
    case .sum, .count, .min, .max, .average, .median, .mode, .stddev:
      return try aggregate(function, arguments, &steps)

    case .modulus: return try Computing.modulus(arguments[0], arguments[1])
    case .squareRoot: return .double(try number(arguments, function).asDouble.squareRoot())
    case .exponential: return .double(exp(try number(arguments, function).asDouble))
    case .naturalLogarithm: return .double(log(try number(arguments, function).asDouble))
    case .logarithm: return .double(log10(try number(arguments, function).asDouble))
    case .floor: return try rounded(arguments, function, .down)
    case .ceiling: return try rounded(arguments, function, .up)
    case .truncate: return try rounded(arguments, function, .towardZero)
    case .absolute: return try absolute(try number(arguments, function))
    case .onesComplement:
      return .int(~(try Computing.bitPattern(arguments[0], function.name)))
    case .uppercase: return .string(try text(arguments[0], function, &steps).uppercased())
    case .lowercase: return .string(try text(arguments[0], function, &steps).lowercased())
    case .length: return .int(Int64(try text(arguments[0], function, &steps).utf16.count))
    case .noindex: return arguments[0]
    case .now: return .date(context.now)
    // A double in 0…1 has 53 bits of precision.
    case .random: return .double(Double(try randomBits(context) >> 11) * 0x1p-53)
    case .uuid: return .string(try uuid(context, &steps))
    case .randomBelow: return try random(below: arguments[0], context)

    case .concat: return .string(try joined(arguments, "", function, &steps))
    case .join: return .string(try join(arguments, &steps))
    case .split: return try split(arguments, &steps)
    case .substring: return try substring(arguments, &steps)
    case .characters: return .int(Int64(try text(arguments[0], function, &steps).count))
    case .replace: return try replace(arguments, &steps)
    case .trim: return .string(trimmed(try text(arguments[0], function, &steps)))
    // Evaluators handle `isMatch` themselves.
    case .isMatch: throw unknown(function)
    case .format: return try format(arguments, as: .instant, context, &steps)
    case .formatOfDay: return try format(arguments, as: .day, context, &steps)
    case .formatOfTime: return try format(arguments, as: .time, context, &steps)
    case .display: return try display(arguments[0], as: .instant, context, &steps)
    case .displayOfDay: return try display(arguments[0], as: .day, context, &steps)
    case .displayOfTime: return try display(arguments[0], as: .time, context, &steps)

    // The evaluators handle `coalesce` themselves and usually pass only the deciding argument.
    case .coalesce: return arguments.first { !$0.isNull } ?? .null
    case .round:
      let rounded = try number(arguments, function)
      let places = arguments.count > 1 ? try whole(arguments[1], function) : 0
      return try DecimalRounding.round(rounded, to: places)
    case .number: return try number(arguments[0], &steps)

    case .today: return try today(context)
    case .date: return try date(arguments)
    case .year: return .int(Int64(try day(arguments[0], function).year))
    case .month: return .int(Int64(try day(arguments[0], function).month))
    case .day: return .int(Int64(try day(arguments[0], function).day))
    case .weekday: return .int(Int64(try day(arguments[0], function).weekday))
    case .hour: return .int(Int64(try localTime(arguments[0], function, context, &steps).hour))
    case .minute: return .int(Int64(try localTime(arguments[0], function, context, &steps).minute))
    case .hourOfTime: return .int(Int64(try time(arguments[0], function).hour))
    case .minuteOfTime: return .int(Int64(try time(arguments[0], function).minute))
    case .daysBetween: return .int(Int64(try days(arguments, function)))
    case .monthsBetween: return .int(Int64(try months(arguments, function)))
    case .yearsBetween: return .int(Int64(try months(arguments, function) / 12))
    case .addMinutes:
      return try adding(.seconds(60), to: .instant, function, arguments, context, &steps)
    case .addHours:
      return try adding(.seconds(3600), to: .instant, function, arguments, context, &steps)
    case .addDays: return try adding(.days, to: .instant, function, arguments, context, &steps)
    case .addMonths:
      return try adding(.months(1), to: .instant, function, arguments, context, &steps)
    case .addYears:
      return try adding(.months(12), to: .instant, function, arguments, context, &steps)
    case .addMinutesToTime:
      return try adding(.seconds(60), to: .time, function, arguments, context, &steps)
    case .addHoursToTime:
      return try adding(.seconds(3600), to: .time, function, arguments, context, &steps)
    case .addDaysToDay: return try adding(.days, to: .day, function, arguments, context, &steps)
    case .addMonthsToDay:
      return try adding(.months(1), to: .day, function, arguments, context, &steps)
    case .addYearsToDay:
      return try adding(.months(12), to: .day, function, arguments, context, &steps)
    case .dayOf: return try dayOf(arguments[0], context, &steps)
    case .dayText: return try dayText(arguments[0], &steps)
    case .timeOf: return try timeOf(arguments[0], context, &steps)
    case .time: return try time(ofHourAndMinute: arguments)
    case .at: return try instant(arguments, context, &steps)
    case .timeText: return try timeText(arguments[0], &steps)

    case .lookup: return try lookup(arguments, context, &steps)
    case .table: return try rows(of: arguments[0], where: nil, context, &steps)
    }
  }

  /// The failure of a function that has no meaning in the place where it was looked for.
  static func unknown(_ function: Function) -> Trouble {
    Trouble("\(function.name) is not supported")
  }

  /// The message about a function that reads tables where there are no tables.
  static func noTables(_ function: Function) -> String {
    "\(function.name) reads tables, and only a form has tables"
  }

  /// `table(name)`, or only the rows of a table whose key equals a value.
  static func rows(
    of table: Value, where equality: (key: String, value: Value)?, _ context: EvaluationContext,
    _ steps: inout Steps
  ) throws(Trouble) -> Value {
    guard let tableRows = context.tableRows else { throw Trouble(noTables(.table)) }
    guard case .string(let name) = table else {
      throw Trouble("table names its table as text in quotes")
    }
    if let value = equality?.value { try steps.take(weightOf: [value], each: Steps.hashing) }
    guard let rows = tableRows(name, equality) else {
      throw Trouble("the form has no table '\(name)' with these columns")
    }
    try steps.take(rows.count)
    return .array(rows)
  }

  /// `lookup(table, key column, value, column)`.
  private static func lookup(
    _ arguments: [Value], _ context: EvaluationContext, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    guard let lookUp = context.lookUp else { throw Trouble(noTables(.lookup)) }
    guard case .string(let table) = arguments[0], case .string(let key) = arguments[1],
      case .string(let column) = arguments[3]
    else { throw Trouble("lookup names its table and columns as text in quotes") }
    try steps.take(weightOf: [arguments[2]], each: Steps.hashing)
    if arguments[2].isNull { return .null }
    guard let found = lookUp(table, key, arguments[2], column) else {
      throw Trouble("the form has no table '\(table)' with these columns")
    }
    return found
  }

  /// `display(x)`.
  private static func display(
    _ value: Value, as kind: DateKind, _ context: EvaluationContext, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    try steps.take(weightOf: [value], each: Steps.partEvaluated)
    return .string(
      Formatting.text(
        of: value, as: kind, in: context.languageData, zone: context.timeZone,
        truth: context.truth ?? .english))
  }

  /// `format(x, pattern)`.
  private static func format(
    _ arguments: [Value], as kind: DateKind, _ context: EvaluationContext, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    guard case .string(let pattern) = arguments[1] else {
      throw Trouble("the pattern of format is text, not \(arguments[1].named)")
    }
    try steps.take(pattern.utf8.count)
    guard case .date(let date) = arguments[0] else {
      let read = try parsed { () throws(FormatError) in try NumberPattern(pattern) }
      if let text = Formatting.number(arguments[0], pattern: read, in: context.languageData) {
        return .string(text)
      }
      throw Trouble("format takes a number or a date, not \(arguments[0].named)")
    }
    guard DateText.isInRange(date) else { throw Casting.dateOutOfRange }
    let read = try parsed { () throws(FormatError) in try DatePattern(pattern) }
    switch kind {
    case .time:
      let time = TimeParts(date.timeIntervalSinceReferenceDate)
      if let text = Formatting.time(time, pattern: read, in: context.languageData) {
        return .string(text)
      }
      throw Trouble(
        "a time of day has no day, which the pattern asks for",
        hint: "write H, h, m, s and a alone, such as 'HH:mm'")
    case .instant:
      let clock = LocalClock(context.timeZone)
      let day = DayParts(CivilDate(dayNumber: clock.dayNumber(at: date)))
      let time = TimeParts(clock.reading(at: date))
      return .string(Formatting.instant(day, time, pattern: read, in: context.languageData))
    case .day:
      let day = DayParts(CivilDate(dayNumber: date.dayNumberInUTC))
      if let text = Formatting.day(day, pattern: read, in: context.languageData) {
        return .string(text)
      }
      throw Trouble(
        "a day has no time of day, which the pattern asks for",
        hint: "format an instant, such as now(), or leave H, h, m, s and a out")
    }
  }

  /// What is wrong with a pattern of `format` that is written in the text; nil if it is a pattern
  /// for numbers or for dates.
  ///
  /// The kind of what is printed is not known before the evaluation.
  static func mistake(inPattern text: String) -> Trouble? {
    let number: FormatError
    let date: FormatError
    do throws(FormatError) {
      _ = try NumberPattern(text)
      return nil
    } catch { number = error }
    do throws(FormatError) {
      _ = try DatePattern(text)
      return nil
    } catch { date = error }
    // Every pattern for numbers has one of these signs.
    let error = text.contains { $0 == "0" || $0 == "#" } ? number : date
    return Trouble(
      "\(error.diagnostic.message) in the pattern of format", hint: error.diagnostic.hint,
      part: error.diagnostic.range)
  }

  private static func parsed<Pattern>(
    _ read: () throws(FormatError) -> Pattern
  ) throws(Trouble) -> Pattern {
    do throws(FormatError) { return try read() } catch {
      throw Trouble(
        "\(error.diagnostic.message) in the pattern of format", hint: error.diagnostic.hint)
    }
  }

  /// Applies an aggregate function to one collection, or to two or more single values.
  private static func aggregate(
    _ function: Function, _ arguments: [Value], _ steps: inout Steps
  ) throws(Trouble) -> Value {
    if arguments.count > 1 {
      if let list = arguments.first(where: { $0.members != nil }) {
        throw Trouble(
          "\(function.name) takes one list, or several single values, not \(list.named) among them")
      }
      return try Aggregating.fold(function, arguments, &steps)
    }
    guard let collection = arguments.first, !collection.isNull else { return .null }
    let elements = try Computing.members(collection, function.name)
    return try Aggregating.fold(function, elements, &steps)
  }

  /// The number that stands first.
  private static func number(
    _ arguments: [Value], _ function: Function
  ) throws(Trouble) -> Number { try Computing.number(arguments[0], function.name) }

  private static func rounded(
    _ arguments: [Value], _ function: Function, _ rule: FloatingPointRoundingRule
  ) throws(Trouble) -> Value {
    switch try number(arguments, function) {
    case .int(let int): .int(int)
    case .double(let double): .double(double.rounded(rule))
    }
  }

  private static func absolute(_ number: Number) throws(Trouble) -> Value {
    switch number {
    case .int(.min): throw Computing.overflow
    case .int(let int): .int(abs(int))
    case .double(let double): .double(abs(double))
    }
  }

  private static func randomBits(_ context: EvaluationContext) throws(Trouble) -> UInt64 {
    guard let randomBits = context.randomBits else {
      throw Trouble("this evaluation was given no random numbers")
    }
    return randomBits()
  }

  /// A UUID of version 8, as RFC 9562 has it: the beginning of the SHA-256 of what it names.
  private static func uuid(
    _ context: EvaluationContext, _ steps: inout Steps
  ) throws(Trouble) -> String {
    guard let identity = context.identity else {
      throw Trouble("this evaluation was given nothing that a UUID could name")
    }
    try steps.take(Steps.hashing + identity.utf8.count)
    var bytes = Array(SHA256.hash(identity.utf8).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
      .joined(separator: "-")
  }

  private static func random(
    below bound: Value, _ context: EvaluationContext
  ) throws(Trouble) -> Value {
    guard let bound = try Computing.number(bound, "randomn").asExactInt, bound > 0 else {
      throw Trouble("randomn takes a whole number above 0, not \(bound.named)")
    }
    return .int(Int64(try randomBits(context) % UInt64(bound)))
  }
}
