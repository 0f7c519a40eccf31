// The functions of the language, with one entry for each: all that the language knows of a function
// besides its body, which `Calling` has. The parser, the checks, the hints and the evaluation read
// the entries. The list is closed: a text can call no other code.

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
  // Extensions that Apple does not have.
  case concat, join, split, substring, characters, replace, isMatch
  case coalesce, round, number, format, display
  case today, date, year, month, day, weekday, hour, minute
  case daysBetween, monthsBetween, yearsBetween
  case addMinutes, addHours, addDays, addMonths, addYears
  case dayOf, dayText, timeOf, timeText
  case trim, time, at
  case uuid
  case lookup, table
  // Variants for days and for times of day, which replace a function whose argument is one; see
  // `DateKinds`.
  case formatOfDay, displayOfDay, addDaysToDay, addMonthsToDay, addYearsToDay
  case formatOfTime, displayOfTime, hourOfTime, minuteOfTime, addMinutesToTime, addHoursToTime

  /// What the language knows of the function.
  package var entry: Entry { Self.entries[Int(rawValue)] }

  /// By raw value.
  private static let entries = allCases.map(\.made)

  /// Whether one argument that is nil decides that the function gives nil.
  ///
  /// Each call asks this. A table of its own saves about 8 instructions.
  var isNilWithNil: Bool { Self.nilDeciders[Int(rawValue)] }
  private static let nilDeciders = entries.map(\.isNilWithNil)

  package var name: String { entry.name }
  package var argumentCounts: ClosedRange<Int> { entry.argumentCounts }
  package var isRandom: Bool { entry.isRandom }
  /// Whether the function folds a collection; it takes one collection, or several values.
  package var isAggregate: Bool { entry.group == .aggregate }
  /// Whether the function is an extension that Apple does not have.
  package var isBeyondApple: Bool { entry.group == .own || entry.group == .variant }
  /// Whether the function reads tables, which only a form has.
  package var readsTables: Bool { entry.reads == .tables }
  /// Whether the function converts instants to days or to times of day, also each in a list.
  package var convertsInstants: Bool { self == .dayOf || self == .timeOf }

  /// What the language knows of a function.
  package struct Entry: Sendable {
    /// Where a function comes from, and who calls it.
    enum Group: Sendable {
      /// A function of Apple that folds a list, or several values in its place.
      case aggregate
      case apple
      case own
      /// Stands for a function whose argument is a day or a time of day. No text can call it.
      case variant
    }

    /// What a function gives.
    package enum Result: Sendable {
      case kinds(Kinds)
      /// A whole number in a range.
      case whole(from: Int, through: Int? = nil)
      case list(of: Kinds)
      /// A number: a whole one if the arguments, or the elements of the list, are whole.
      case number
      /// A value of the kind of the first argument.
      case first
      /// One of the arguments.
      case one
      /// One element of the list, or one of the arguments.
      case element
      /// Text of a date.
      case dateText
      case unknown
    }

    /// When a function gives nil.
    package enum WhenNil: Sendable {
      case never
      /// If an argument is nil.
      case withArgument
      /// Also if no argument is.
      case maybe
      /// If the function finds nothing, whichever arguments are nil.
      case unfound
    }

    /// Which dates a function gives.
    package enum Dates: Sendable {
      case none, day, time, instant
      /// The kind of the first argument.
      case first
      /// The kind of all arguments together.
      case joined
    }

    /// Which dates a function takes.
    enum Arguments: Sendable {
      case all
      /// Dates of one kind: if one argument is a day or a time of day, the others become one.
      case alike
      /// Days, which instants become.
      case days
      /// First a day or an instant.
      case dayOrInstant
      /// First a time of day or an instant.
      case timeOrInstant
      /// A day and a time of day, which instants become.
      case dayAndTime
      /// Values that the function writes: the first so many.
      case written(Int)
    }

    /// The canonical name.
    ///
    /// The name of an Apple function with several arguments is a selector: `modulus:by:`.
    let name: String
    var group: Group
    /// The kinds of the arguments, in order; the last counts for all after it.
    ///
    /// A function that folds a list takes several values in its place, each as an element.
    package let arguments: [Kinds]
    /// The allowed numbers of arguments.
    package let argumentCounts: ClosedRange<Int>
    /// The kinds of the elements of a list among the arguments.
    package let elements: Kinds
    /// What the function gives if it does not give nil.
    package let result: Result
    package let whenNil: WhenNil
    /// What the result depends on besides the arguments.
    var reads: Surroundings
    /// Whether each call may give another result.
    let isRandom: Bool
    package var gives: Dates
    var takes: Arguments
    /// The variants for days and for times of day, which replace the function; see `DateKinds`.
    var ofDay, ofTime: Function?
    /// The arguments as a hint writes them.
    let example: String
    /// What other systems call the function, with blanks between the names.
    let elsewhere: String

    /// Makes an entry; `more` says how many arguments may follow those that are listed.
    fileprivate init(
      _ name: String, of group: Group = .own, _ arguments: [Kinds], more: Int = 0,
      elements: Kinds = .any, _ result: Result,
      _ whenNil: WhenNil = .withArgument, reads: Surroundings = [],
      isRandom: Bool = false, gives: Dates = .none, takes: Arguments = .all,
      ofDay: Function? = nil, ofTime: Function? = nil, example: String = "",
      elsewhere: String = ""
    ) {
      self.name = name
      self.group = group
      self.arguments = arguments
      self.elements = elements
      self.result = result
      self.whenNil = whenNil
      argumentCounts = arguments.count...(more == .max ? .max : arguments.count + more)
      self.reads = reads
      self.isRandom = isRandom
      self.gives = gives
      self.takes = takes
      self.ofDay = ofDay
      self.ofTime = ofTime
      self.example = example
      self.elsewhere = elsewhere
    }

    fileprivate var isNilWithNil: Bool {
      group != .aggregate && (whenNil == .withArgument || whenNil == .maybe)
    }

    /// The kinds that an argument may have.
    package func argument(_ position: Int) -> Kinds {
      arguments.indices.contains(position) ? arguments[position] : arguments.last ?? .any
    }

    /// The same function for days or for times of day, which are the same in all time zones.
    fileprivate func variant(giving dates: Dates = .none) -> Entry {
      var entry = self
      entry.group = .variant
      entry.reads.remove(.timeZone)
      (entry.gives, entry.takes, entry.ofDay, entry.ofTime) = (dates, .all, nil, nil)
      return entry
    }
  }
}

extension Kinds {
  /// What CAST can make text of.
  fileprivate static let written: Kinds = [.int, .double, .bool, .text, .date]
}

extension Function {
  /// The entry of the function, made anew.
  private var made: Entry {
    switch self {
    // Folds.
    case .sum: Entry("sum", of: .aggregate, [.collection], more: .max, elements: .number, .number)
    case .count:
      Entry(
        "count", of: .aggregate, [.collection], more: .max, .kinds(.int), example: "list",
        elsewhere: "counta")
    case .min, .max:
      Entry(
        self == .min ? "min" : "max", of: .aggregate, [.collection], more: .max, elements: .ordered,
        .element, .maybe, gives: .joined, takes: .alike)
    case .average:
      Entry(
        "average", of: .aggregate, [.collection], more: .max, elements: .number, .kinds(.double),
        .maybe, example: "list", elsewhere: "avg")
    case .median:
      Entry(
        "median", of: .aggregate, [.collection], more: .max, elements: .number,
        .kinds([.int, .double]), .maybe)
    case .mode:
      Entry("mode", of: .aggregate, [.collection], more: .max, .list(of: .any), gives: .joined)
    case .stddev:
      Entry(
        "stddev", of: .aggregate, [.collection], more: .max, elements: .number, .kinds(.double),
        .maybe)

    // Numbers and text of Apple.
    case .modulus:
      Entry(
        "modulus:by:", of: .apple, [.number, .number], .number, example: "a, b", elsewhere: "mod")
    case .squareRoot: Entry("sqrt", of: .apple, [.number], .kinds(.double))
    case .exponential: Entry("exp", of: .apple, [.number], .kinds(.double))
    case .naturalLogarithm: Entry("ln", of: .apple, [.number], .kinds(.double))
    case .logarithm: Entry("log", of: .apple, [.number], .kinds(.double))
    case .floor: Entry("floor", of: .apple, [.number], .number)
    case .ceiling: Entry("ceiling", of: .apple, [.number], .number, example: "x", elsewhere: "ceil")
    case .truncate: Entry("trunc", of: .apple, [.number], .number, example: "x", elsewhere: "int")
    case .absolute: Entry("abs", of: .apple, [.number], .number)
    case .onesComplement: Entry("onesComplement", of: .apple, [.number], .kinds(.int))
    case .uppercase:
      Entry(
        "uppercase", of: .apple, [.text], .kinds(.text), example: "text",
        elsewhere: "upper upper-case")
    case .lowercase:
      Entry(
        "lowercase", of: .apple, [.text], .kinds(.text), example: "text",
        elsewhere: "lower lower-case")
    case .length: Entry("length", of: .apple, [.text], .whole(from: 0))
    case .noindex: Entry("noindex", of: .apple, [.any], .first, gives: .joined)
    case .now: Entry("now", of: .apple, [], .kinds(.date), .never, reads: .time, gives: .instant)
    case .random: Entry("random", of: .apple, [], .kinds(.double), .never, isRandom: true)
    case .randomBelow: Entry("randomn", of: .apple, [.number], .kinds(.int), isRandom: true)

    case .uuid:
      Entry("uuid", [], .kinds(.text), .never, isRandom: true, elsewhere: "newid newguid guid")

    // Text.
    case .concat:
      Entry(
        "concat", [.written], more: .max, .kinds(.text), .never, takes: .written(.max),
        example: "a, b",
        elsewhere: "concatenate")
    case .join:
      Entry(
        "join", [.collection, .text], elements: .written, .kinds(.text), .never,
        takes: .written(1), example: "list, separator", elsewhere: "textjoin")
    case .split: Entry("split", [.text, .text], .list(of: .text))
    case .substring: Entry("substring", [.text, .number], more: 1, .kinds(.text))
    case .characters:
      Entry(
        "characters", [.text], .whole(from: 0), example: "text",
        elsewhere: "len strlen string-length")
    case .replace:
      Entry(
        "replace", [.text, .text, .text], .kinds(.text), example: "text, old, new",
        elsewhere: "substitute translate")
    case .trim:
      Entry(
        "trim", [.text], .kinds(.text), example: "text", elsewhere: "normalize-space strip")
    case .isMatch:
      Entry(
        "isMatch", [.text, .text], .kinds(.bool), example: "text, pattern",
        elsewhere: "regex regexmatch matches")
    case .format:
      Entry(
        "format", [.number.union(.date), .text], .kinds(.text), reads: [.timeZone, .language],
        ofDay: .formatOfDay, ofTime: .formatOfTime, example: "x, pattern",
        elsewhere: "text format-number format-date format-date-time formatdate")
    case .formatOfDay, .formatOfTime: Function.format.made.variant()
    case .display:
      Entry(
        "display", [.any], .kinds(.text), reads: [.timeZone, .language], ofDay: .displayOfDay,
        ofTime: .displayOfTime, example: "$choice", elsewhere: "choice-name displayvalue")
    case .displayOfDay, .displayOfTime: Function.display.made.variant()

    // Values and numbers.
    case .coalesce:
      Entry("coalesce", [.any], more: .max, .one, .unfound, gives: .joined, takes: .alike)
    case .round: Entry("round", [.number], more: 1, .number)
    case .number:
      Entry(
        "number", [.number.union(.text)], .kinds([.int, .double]), .maybe, example: "text",
        elsewhere: "value tonumber parseint parsefloat")

    // Days and times.
    case .today:
      Entry(
        "today", [], .kinds(.date), .never, reads: [.day, .timeZone], gives: .day,
        elsewhere: "currentdate getdate")
    case .date: Entry("date", [.number, .number, .number], .kinds(.date), .maybe, gives: .day)
    case .time:
      Entry(
        "time", [.number, .number], .kinds(.date), .maybe, gives: .time, example: "hour, minute")
    case .at:
      Entry(
        "at", [.date, .date], .kinds(.date), reads: .timeZone, gives: .instant,
        takes: .dayAndTime, example: "day, time", elsewhere: "datetime combine")
    case .year: Entry("year", [.date], .whole(from: 1, through: 9999), takes: .days)
    case .month: Entry("month", [.date], .whole(from: 1, through: 12), takes: .days)
    case .day: Entry("day", [.date], .whole(from: 1, through: 31), takes: .days)
    case .weekday:
      Entry(
        "weekday", [.date], .whole(from: 1, through: 7), takes: .days, example: "x",
        elsewhere: "dayofweek")
    case .hour:
      Entry(
        "hour", [.date], .whole(from: 0, through: 23), reads: .timeZone, takes: .timeOrInstant,
        ofTime: .hourOfTime, example: "x", elsewhere: "hours")
    case .minute:
      Entry(
        "minute", [.date], .whole(from: 0, through: 59), reads: .timeZone, takes: .timeOrInstant,
        ofTime: .minuteOfTime, example: "x", elsewhere: "minutes")
    case .hourOfTime: Function.hour.made.variant()
    case .minuteOfTime: Function.minute.made.variant()
    case .daysBetween:
      Entry(
        "daysBetween", [.date, .date], .kinds(.int), takes: .days, example: "a, b",
        elsewhere: "diffdays")
    case .monthsBetween: Entry("monthsBetween", [.date, .date], .kinds(.int), takes: .days)
    case .yearsBetween: Entry("yearsBetween", [.date, .date], .kinds(.int), takes: .days)
    case .addMinutes:
      Entry(
        "addMinutes", [.date, .number], .kinds(.date), gives: .instant, takes: .timeOrInstant,
        ofTime: .addMinutesToTime)
    case .addHours:
      Entry(
        "addHours", [.date, .number], .kinds(.date), gives: .instant, takes: .timeOrInstant,
        ofTime: .addHoursToTime)
    case .addDays:
      Entry(
        "addDays", [.date, .number], .kinds(.date), reads: .timeZone, gives: .first,
        takes: .dayOrInstant, ofDay: .addDaysToDay)
    case .addMonths:
      Entry(
        "addMonths", [.date, .number], .kinds(.date), reads: .timeZone, gives: .first,
        takes: .dayOrInstant, ofDay: .addMonthsToDay, example: "x, n", elsewhere: "edate")
    case .addYears:
      Entry(
        "addYears", [.date, .number], .kinds(.date), reads: .timeZone, gives: .first,
        takes: .dayOrInstant, ofDay: .addYearsToDay)
    case .addMinutesToTime: Function.addMinutes.made.variant(giving: .time)
    case .addHoursToTime: Function.addHours.made.variant(giving: .time)
    case .addDaysToDay: Function.addDays.made.variant(giving: .day)
    case .addMonthsToDay: Function.addMonths.made.variant(giving: .day)
    case .addYearsToDay: Function.addYears.made.variant(giving: .day)
    case .dayOf:
      Entry("dayOf", [.any], .first, reads: .timeZone, gives: .day, takes: .dayOrInstant)
    case .dayText: Entry("dayText", [.any], .dateText)
    // A time of day is its own time of day.
    case .timeOf:
      Entry(
        "timeOf", [.any], .first, reads: .timeZone, gives: .time, takes: .timeOrInstant,
        ofTime: .noindex)
    case .timeText: Entry("timeText", [.any], .dateText)

    // Tables.
    case .lookup:
      Entry(
        "lookup", [.text, .text, .any, .text], .unknown, .unfound, reads: .tables,
        example: "'table', 'key column', value, 'column'", elsewhere: "pulldata vlookup xlookup")
    case .table: Entry("table", [.text], .list(of: .object), .never, reads: .tables)
    }
  }
}
