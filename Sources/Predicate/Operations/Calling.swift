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
    if function.isAggregate { return try aggregate(function, arguments, &steps) }
    if function.isBeyondApple { return try beyondApple(function, arguments, context, &steps) }
    switch function {
    case .now: return .date(context.now)
    case .random:
      // A double in 0…1 has 53 bits of precision.
      return .double(Double(try randomBits(context) >> 11) * 0x1p-53)
    default: break
    }
    guard let first = arguments.first, !first.isNull else { return .null }
    switch function {
    case .modulus: return try Computing.modulus(first, arguments[1])
    case .noindex: return first
    case .uppercase, .lowercase, .length: return try text(function, first, &steps)
    case .onesComplement: return .int(~(try Computing.bitPattern(first, function.name)))
    case .randomBelow: return try random(below: first, context)
    default: return try number(function, Computing.number(first, function.name))
    }
  }

  private static func beyondApple(
    _ function: Function, _ arguments: [Value], _ context: EvaluationContext, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    switch function {
    case .concat, .join, .split, .substring, .characters, .replace, .round, .number:
      try textFunction(function, arguments, &steps)
    // The evaluators handle `coalesce` themselves and usually pass only the deciding argument.
    case .coalesce: arguments.first { !$0.isNull } ?? .null
    case .format, .formatOfDay, .formatOfTime: try format(function, arguments, context, &steps)
    case .display, .displayOfDay, .displayOfTime:
      try display(function, arguments[0], context, &steps)
    case .lookup: try lookup(arguments, context, &steps)
    case .table: try rows(of: arguments[0], where: nil, context, &steps)
    case .today, .date, .year, .month, .day, .weekday, .hour, .minute, .daysBetween,
      .monthsBetween, .yearsBetween, .addMinutes, .addHours, .addDays, .addMonths, .addYears,
      .dayOf, .dayText, .timeOf, .timeText, .addDaysToDay, .addMonthsToDay, .addYearsToDay,
      .hourOfTime, .minuteOfTime, .addMinutesToTime, .addHoursToTime:
      try calendarFunction(function, arguments, context, &steps)
    // Apple's functions do not come here, and evaluators handle `isMatch` themselves. There is no
    // default, so that a new function cannot be forgotten.
    case .sum, .count, .min, .max, .average, .median, .mode, .stddev, .modulus, .squareRoot,
      .exponential, .naturalLogarithm, .logarithm, .floor, .ceiling, .truncate, .absolute,
      .uppercase, .lowercase, .length, .now, .random, .randomBelow, .onesComplement, .noindex,
      .isMatch:
      throw unknown(function)
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
    _ function: Function, _ value: Value, _ context: EvaluationContext, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    if value.isNull { return .null }
    try steps.take(weightOf: [value], each: Steps.partEvaluated)
    let kind: DateKind =
      switch function {
      case .displayOfDay: .day
      case .displayOfTime: .time
      default: .instant
      }
    return .string(
      Formatting.text(
        of: value, as: kind, in: context.languageData, zone: context.timeZone,
        truth: context.truth ?? .english))
  }

  /// `format(x, pattern)`.
  private static func format(
    _ function: Function, _ arguments: [Value], _ context: EvaluationContext, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    if arguments.contains(where: \.isNull) { return .null }
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
    let read = try parsed { () throws(FormatError) in try DatePattern(pattern) }
    if function == .formatOfTime {
      let time = TimeParts(date.timeIntervalSinceReferenceDate)
      if let text = Formatting.time(time, pattern: read, in: context.languageData) {
        return .string(text)
      }
      throw Trouble(
        "a time of day has no day, which the pattern asks for",
        hint: "write H, h, m, s and a alone, such as 'HH:mm'")
    }
    guard function == .formatOfDay else {
      let clock = LocalClock(context.timeZone)
      let day = DayParts(CivilDate(dayNumber: clock.dayNumber(at: date)))
      let time = TimeParts(clock.reading(at: date))
      return .string(Formatting.instant(day, time, pattern: read, in: context.languageData))
    }
    let day = DayParts(CivilDate(dayNumber: date.dayNumberInUTC))
    if let text = Formatting.day(day, pattern: read, in: context.languageData) {
      return .string(text)
    }
    throw Trouble(
      "a day has no time of day, which the pattern asks for",
      hint: "format an instant, such as now(), or leave H, h, m, s and a out")
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

  private static func text(
    _ function: Function, _ value: Value, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    guard case .string(let text) = value else {
      throw Trouble("\(function.name) takes text, not \(value.named)")
    }
    try steps.take(text.utf8.count)
    return switch function {
    case .uppercase: .string(text.uppercased())
    case .lowercase: .string(text.lowercased())
    default: .int(Int64(text.utf16.count))
    }
  }

  private static func number(_ function: Function, _ number: Number) throws(Trouble) -> Value {
    let double = number.asDouble
    switch function {
    case .squareRoot: return .double(double.squareRoot())
    case .exponential: return .double(exp(double))
    case .naturalLogarithm: return .double(log(double))
    case .logarithm: return .double(log10(double))
    default: break
    }
    switch number {
    case .int(let int):
      guard function == .absolute else { return .int(int) }
      guard int != .min else { throw Computing.overflow }
      return .int(abs(int))
    case .double:
      return switch function {
      case .floor: .double(double.rounded(.down))
      case .ceiling: .double(double.rounded(.up))
      case .truncate: .double(double.rounded(.towardZero))
      default: .double(abs(double))
      }
    }
  }

  private static func randomBits(_ context: EvaluationContext) throws(Trouble) -> UInt64 {
    guard let randomBits = context.randomBits else {
      throw Trouble("this evaluation was given no random numbers")
    }
    return randomBits()
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
