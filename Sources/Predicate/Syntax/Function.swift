// The functions of the language, with their names and numbers of arguments. The list is closed: a
// text can call no other code. The folder `Operations` defines what each function returns.

/// A set of functions that a text may call.
public enum FunctionSet: String, Sendable, Hashable, CaseIterable {
  /// The functions of NSExpression.
  case apple
  /// The functions of NSExpression and those that Apple does not have: `concat`, `today`,
  /// `daysBetween`, ….
  case extended
}

/// What a result may depend on besides the values given to an evaluation.
public struct Surroundings: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The current time, which `now()` returns.
  public static let time = Surroundings(rawValue: 1)
  /// The current day in the time zone, which `today()` returns.
  public static let day = Surroundings(rawValue: 2)
  /// The time zone.
  public static let timeZone = Surroundings(rawValue: 4)
  /// The language.
  public static let language = Surroundings(rawValue: 8)
  /// Tables, which `lookup` and `table` read.
  public static let tables = Surroundings(rawValue: 16)
}

/// A built-in function.
package enum Function: UInt8, Sendable, CaseIterable {
  case sum, count, min, max, average, median, mode, stddev
  case modulus
  case squareRoot, exponential, naturalLogarithm, logarithm
  case floor, ceiling, truncate, absolute
  case uppercase, lowercase, length
  case now, random, randomBelow
  case onesComplement
  case noindex

  // All functions from here on are extensions that Apple does not have. `isBeyondApple` relies on
  // the order of the cases: `concat` is the first.
  case concat, join, split, substring, characters, replace, isMatch
  case coalesce, round, number, format, display
  case today, date, year, month, day, weekday, hour, minute
  case daysBetween, monthsBetween, yearsBetween
  case addMinutes, addHours, addDays, addMonths, addYears
  case dayOf, dayText, timeOf, timeText
  case lookup, table
  // Variants for days and for times of day, which replace a function whose argument is one; see
  // `DateKinds`.
  case formatOfDay, displayOfDay, addDaysToDay, addMonthsToDay, addYearsToDay
  case formatOfTime, displayOfTime, hourOfTime, minuteOfTime, addMinutesToTime, addHoursToTime

  /// The canonical name.
  ///
  /// The name of an Apple function with several arguments is a selector: `modulus:by:`.
  package var name: String {
    switch self {
    case .sum: "sum"
    case .count: "count"
    case .min: "min"
    case .max: "max"
    case .average: "average"
    case .median: "median"
    case .mode: "mode"
    case .stddev: "stddev"
    case .modulus: "modulus:by:"
    case .squareRoot: "sqrt"
    case .exponential: "exp"
    case .naturalLogarithm: "ln"
    case .logarithm: "log"
    case .floor: "floor"
    case .ceiling: "ceiling"
    case .truncate: "trunc"
    case .absolute: "abs"
    case .uppercase: "uppercase"
    case .lowercase: "lowercase"
    case .length: "length"
    case .now: "now"
    case .random: "random"
    case .randomBelow: "randomn"
    case .onesComplement: "onesComplement"
    case .noindex: "noindex"
    case .concat: "concat"
    case .join: "join"
    case .split: "split"
    case .substring: "substring"
    case .characters: "characters"
    case .replace: "replace"
    case .isMatch: "isMatch"
    case .coalesce: "coalesce"
    case .round: "round"
    case .number: "number"
    case .format, .formatOfDay, .formatOfTime: "format"
    case .display, .displayOfDay, .displayOfTime: "display"
    case .today: "today"
    case .date: "date"
    case .year: "year"
    case .month: "month"
    case .day: "day"
    case .weekday: "weekday"
    case .hour, .hourOfTime: "hour"
    case .minute, .minuteOfTime: "minute"
    case .daysBetween: "daysBetween"
    case .monthsBetween: "monthsBetween"
    case .yearsBetween: "yearsBetween"
    case .addMinutes, .addMinutesToTime: "addMinutes"
    case .addHours, .addHoursToTime: "addHours"
    case .addDays, .addDaysToDay: "addDays"
    case .addMonths, .addMonthsToDay: "addMonths"
    case .addYears, .addYearsToDay: "addYears"
    case .dayOf: "dayOf"
    case .dayText: "dayText"
    case .timeOf: "timeOf"
    case .timeText: "timeText"
    case .lookup: "lookup"
    case .table: "table"
    }
  }

  /// Whether the function folds a collection; it takes one collection, or several values.
  package var isAggregate: Bool { rawValue <= Function.stddev.rawValue }

  /// Whether the function is an extension that Apple does not have.
  package var isBeyondApple: Bool { rawValue >= Function.concat.rawValue }

  /// Whether a text can call the function directly; the variants for days cannot be called by name.
  fileprivate var isNamed: Bool { rawValue < Function.formatOfDay.rawValue }

  /// What the result depends on besides the arguments.
  var surroundings: Surroundings {
    switch self {
    case .now: .time
    case .today: [.day, .timeZone]
    case .dayOf, .timeOf, .hour, .minute, .addDays, .addMonths, .addYears: .timeZone
    case .format, .display: [.timeZone, .language]
    case .formatOfDay, .displayOfDay, .formatOfTime, .displayOfTime: .language
    case .lookup, .table: .tables
    default: []
    }
  }

  /// Whether the function converts instants to days or to times of day, also each in a list.
  package var convertsInstants: Bool { self == .dayOf || self == .timeOf }

  /// The variant of the function for days; nil if it has none.
  var ofDay: Function? {
    switch self {
    case .format: .formatOfDay
    case .display: .displayOfDay
    case .addDays: .addDaysToDay
    case .addMonths: .addMonthsToDay
    case .addYears: .addYearsToDay
    default: nil
    }
  }

  /// The variant of the function for times of day; nil if it has none.
  var ofTime: Function? {
    switch self {
    case .format: .formatOfTime
    case .display: .displayOfTime
    case .hour: .hourOfTime
    case .minute: .minuteOfTime
    case .addMinutes: .addMinutesToTime
    case .addHours: .addHoursToTime
    // A time of day is its own time of day.
    case .timeOf: .noindex
    default: nil
    }
  }

  /// The allowed numbers of arguments.
  var argumentCounts: ClosedRange<Int> {
    switch self {
    case .now, .random, .today: 0...0
    case .modulus, .join, .split, .isMatch, .format, .formatOfDay, .formatOfTime, .daysBetween,
      .monthsBetween, .yearsBetween, .addMinutes, .addHours, .addDays, .addMonths, .addYears,
      .addDaysToDay, .addMonthsToDay, .addYearsToDay, .addMinutesToTime, .addHoursToTime:
      2...2
    case .substring: 2...3
    case .replace, .date: 3...3
    case .lookup: 4...4
    case .round: 1...2
    case .concat, .coalesce: 1...Int.max
    case _ where isAggregate: 1...Int.max
    default: 1...1
    }
  }
}

/// What a function name refers to.
package enum Callee: Equatable {
  case function(Function)
  /// The long name of an infix operator, `from:subtract:`.
  case infix(ExpressionOperator)
  /// `objectFrom:withIndex:`, the long name of `a[i]`.
  case index
  /// `if`, another name of TERNARY.
  case choice

  /// All function names of Apple with their meanings; names of one argument are listed without a
  /// colon.
  private static let known: [(name: String, callee: Callee)] =
    Function.allCases.filter { !$0.isBeyondApple }.map { ($0.name, .function($0)) } + [
      ("add:to:", .infix(.add)), ("from:subtract:", .infix(.subtract)),
      ("multiply:by:", .infix(.multiply)), ("divide:by:", .infix(.divide)),
      ("raise:toPower:", .infix(.power)), ("bitwiseAnd:with:", .infix(.bitwiseAnd)),
      ("bitwiseOr:with:", .infix(.bitwiseOr)), ("bitwiseXor:with:", .infix(.bitwiseXor)),
      ("leftshift:by:", .infix(.shiftLeft)), ("rightshift:by:", .infix(.shiftRight)),
      ("objectFrom:withIndex:", .index),
    ]

  /// All function names that Apple does not have.
  private static let extended: [(name: String, callee: Callee)] =
    Function.allCases.filter { $0.isBeyondApple && $0.isNamed }.map { ($0.name, .function($0)) }
    + [("if", .choice)]

  private static let named = table(known)
  private static let namedBeyondApple = table(extended)

  private static func table(_ names: [(name: String, callee: Callee)]) -> [String: Callee] {
    Dictionary(names.map { ($0.name.lowercased(), $0.callee) }) { first, _ in first }
  }

  /// Looks up a name, ignoring case.
  ///
  /// After a function name of Apple with one argument, the colon may be written or left out.
  init?(named name: String, in functions: FunctionSet) {
    var key = name.lowercased()
    if functions == .extended, let callee = Self.namedBeyondApple[key] {
      self = callee
      return
    }
    if key.hasSuffix(":"), key.count(where: { $0 == ":" }) == 1 { key.removeLast() }
    guard let callee = Self.named[key] else { return nil }
    self = callee
  }

  /// The allowed numbers of arguments.
  var argumentCounts: ClosedRange<Int> {
    switch self {
    case .function(let function): function.argumentCounts
    case .infix, .index: 2...2
    case .choice: 3...3
    }
  }

  /// The allowed arguments in words, for messages.
  var wantedArguments: String {
    let counts = argumentCounts
    switch (self, counts.upperBound) {
    case (.function(let function), .max):
      return function.isAggregate ? "a list, or several values" : "one argument or more"
    case (_, counts.lowerBound):
      return "\(counts.lowerBound) \(counts.upperBound == 1 ? "argument" : "arguments")"
    default: return "\(counts.lowerBound) or \(counts.upperBound) arguments"
    }
  }

  /// All function names of Apple, in their canonical spelling.
  package static var names: [String] { known.map(\.name) }

  /// All function names that Apple does not have, in their canonical spelling.
  package static var namesBeyondApple: [String] { extended.map(\.name) }

  /// Whether a name, ignoring case, is a function that Apple does not have.
  package static func isBeyondApple(_ name: String) -> Bool {
    namedBeyondApple[name.lowercased()] != nil
  }

  /// Whether a name, ignoring case, is a function that takes no arguments, such as `today`.
  package static func takesNoArguments(_ name: String) -> Bool {
    Callee(named: name, in: .extended)?.argumentCounts == 0...0
  }

  /// The function that an unknown name probably means; nil if none is similar.
  ///
  /// A name that starts with the unknown name comes first: `modulus` means `modulus:by:`.
  static func nearest(to name: String, in functions: FunctionSet) -> String? {
    let start = name.lowercased()
    let names = functions == .extended ? names + namesBeyondApple : names
    return names.first { start.count >= 3 && $0.lowercased().hasPrefix(start) }
      ?? Spelling.nearest(to: name, among: names)
  }
}
