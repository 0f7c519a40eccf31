// Which kinds of values each function takes and gives: the one table of all checks. The evaluation
// does not read it, because there the values say what they are.

/// What a function takes and gives.
package struct Signature: Sendable {
  /// The kinds of the arguments, in order; the last counts for all after it.
  package let arguments: [Kinds]
  /// The kinds of the elements of a list among the arguments.
  package let elements: Kinds
  /// What the function gives if it does not give nil.
  package let result: Result
  /// When the function gives nil.
  package let whenNil: WhenNil

  /// What a function gives.
  package enum Result: Sendable {
    case kinds(Kinds)
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
  }

  fileprivate init(
    _ arguments: [Kinds], _ result: Result, elements: Kinds = .any,
    _ whenNil: WhenNil = .withArgument
  ) {
    self.arguments = arguments
    self.result = result
    self.elements = elements
    self.whenNil = whenNil
  }

  /// The kinds that an argument may have.
  package func argument(_ position: Int) -> Kinds {
    arguments.indices.contains(position) ? arguments[position] : arguments.last ?? .any
  }
}

extension Kinds {
  /// What CAST can make text of.
  fileprivate static let written: Kinds = [.int, .double, .bool, .text, .date]
}

extension Function {
  /// The kinds of values that the function takes and gives.
  ///
  /// A function that folds a list takes several values in its place, each as an element.
  package var signature: Signature {
    switch self {
    case .sum: Signature([.collection], .number, elements: .number)
    case .count: Signature([.collection], .kinds(.int))
    case .min, .max: Signature([.collection], .element, elements: .ordered, .maybe)
    case .average, .stddev: Signature([.collection], .kinds(.double), elements: .number, .maybe)
    case .median: Signature([.collection], .kinds([.int, .double]), elements: .number, .maybe)
    case .mode: Signature([.collection], .list(of: .any))
    case .modulus, .floor, .ceiling, .truncate, .absolute, .round: Signature([.number], .number)
    case .squareRoot, .exponential, .naturalLogarithm, .logarithm:
      Signature([.number], .kinds(.double))
    case .random: Signature([], .kinds(.double), .never)
    case .randomBelow, .onesComplement: Signature([.number], .kinds(.int))
    case .uppercase, .lowercase, .replace: Signature([.text], .kinds(.text))
    case .length, .characters: Signature([.text], .kinds(.int))
    case .isMatch: Signature([.text], .kinds(.bool))
    case .split: Signature([.text], .list(of: .text))
    case .substring: Signature([.text, .number], .kinds(.text))
    case .concat: Signature([.written], .kinds(.text), .never)
    case .join: Signature([.collection, .text], .kinds(.text), elements: .written, .never)
    case .number: Signature([.number.union(.text)], .kinds([.int, .double]), .maybe)
    case .format, .formatOfDay, .formatOfTime:
      Signature([.number.union(.date), .text], .kinds(.text))
    case .display, .displayOfDay, .displayOfTime: Signature([.any], .kinds(.text))
    case .noindex, .dayOf, .timeOf: Signature([.any], .first)
    case .dayText, .timeText: Signature([.any], .dateText)
    case .coalesce: Signature([.any], .one)
    case .now, .today: Signature([], .kinds(.date), .never)
    case .date: Signature([.number], .kinds(.date), .maybe)
    case .year, .month, .day, .weekday, .hour, .minute, .hourOfTime, .minuteOfTime, .daysBetween,
      .monthsBetween, .yearsBetween:
      Signature([.date], .kinds(.int))
    case .addMinutes, .addHours, .addDays, .addMonths, .addYears, .addDaysToDay, .addMonthsToDay,
      .addYearsToDay, .addMinutesToTime, .addHoursToTime:
      Signature([.date, .number], .kinds(.date))
    case .lookup: Signature([.text, .text, .any, .text], .unknown, .maybe)
    case .table: Signature([.text], .list(of: .object), .never)
    }
  }
}
