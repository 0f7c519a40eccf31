// Why something cannot be evaluated, and what bounds an evaluation. The meaning of the language
// (comparing, computing, matching) throws `Trouble`; the evaluator says at which node.

public import Foundation

/// What an operation of the language cannot answer.
package struct Trouble: Error, Hashable {
  var message: String
  var hint: String?
  /// UTF-8 offsets of the mistake in the pattern, where the trouble is one.
  var part: Range<Int>?

  init(_ message: String, hint: String? = nil, part: Range<Int>? = nil) {
    self.message = message
    self.hint = hint
    self.part = part
  }
}

/// An evaluation that could not be completed, at a node of its program.
///
/// `Resolution.error(for:)` turns it into an `EvaluationError` with a range of the text.
public struct EvaluationFailure: Error, Sendable, Hashable {
  let node: NodeIndex
  let cause: Cause

  enum Cause: Hashable, Sendable {
    /// Nothing was bound to the operand of this index.
    case unbound(Int)
    case trouble(message: ExactText, hint: ExactText?)
  }

  init(_ node: NodeIndex, _ trouble: Trouble) {
    self.node = node
    cause = .trouble(
      message: ExactText(trouble.message), hint: trouble.hint.map { ExactText($0) })
  }

  init(_ node: NodeIndex, unbound operand: Int) {
    self.node = node
    cause = .unbound(operand)
  }
}

/// The steps an evaluation may still take, or several that share them: see `Limits.steps`.
package struct Steps: Sendable {
  /// How many are left.
  var remaining: Int
  private let limit: Int

  /// Starts with so many steps.
  package init(limit: Int) {
    remaining = limit
    self.limit = limit
  }

  /// Counts steps before they are taken.
  mutating func take(_ count: Int = 1) throws(Trouble) {
    let (left, overflow) = remaining.subtractingReportingOverflow(count)
    guard left >= 0, !overflow else {
      remaining = 0
      throw Trouble(
        "the evaluation takes more than \(limit) steps",
        hint: "shorten the text or the lists it reads")
    }
    remaining = left
  }

  /// Counts what telling whether two values are equal costs, apart from text, which has options.
  ///
  /// Only collections of one kind are gone through: each value of both counts, those of sets as
  /// hashed, which is how sets are compared.
  mutating func take(comparing left: Value, _ right: Value) throws(Trouble) {
    switch (left, right) {
    case (.data(let a), .data(let b)): try take(min(a.count, b.count))
    case (.array, .array), (.set, .set), (.dictionary, .dictionary):
      try take(weightOf: [left, right], ofSets: Steps.hashing)
    default: break
    }
  }

  /// Counts what going through values costs: each value a step, text, data and keys their bytes.
  ///
  /// A list that stands in another a thousand times counts a thousand times, as it is visited; the
  /// count stops where the steps end.
  ///
  /// What is done to each value counts as `each` steps, and to each in a set as `ofSets` where that
  /// is given: hashing it costs many times a comparison.
  mutating func take(
    weightOf values: [Value], each: Int = 1, ofSets: Int? = nil
  ) throws(Trouble) {
    var pending = [(values: values[...], each: each)]
    while var (rest, each) = pending.popLast() {
      guard let value = rest.popFirst() else { continue }
      pending.append((rest, each))
      try take(each)
      switch value {
      case .string(let text): try take(text.utf8.count)
      case .data(let data): try take(data.count)
      case .dictionary(let dictionary):
        for (key, _) in dictionary.pairs { try take(key.utf8.count) }
      case .set: each = ofSets ?? each
      default: break
      }
      if let members = value.members { pending.append((members[...], each)) }
    }
  }
}

extension Steps {
  /// What evaluating a part of a text counts as.
  static let partEvaluated = 4
  /// What hashing a value counts as.
  static let hashing = 64
  /// What looking at a member of a collection for IN counts as, beside comparing it.
  static let memberLookedAt = 4
}

/// What an evaluation may know beyond its values: handed in, never looked up.
public struct EvaluationContext: Sendable {
  /// What `now()` gives, the same throughout an evaluation.
  public var now: Date
  /// Where `random()` and `randomn:` get their bits; nil refuses them.
  public var randomBits: (@Sendable () -> UInt64)?
  /// Whose order `[l]` follows; one that is not given is made when it is asked for.
  public var locale: Locale {
    get { givenLocale ?? Locale(identifier: "en_US_POSIX") }
    set { givenLocale = newValue }
  }
  private var givenLocale: Locale?
  /// Where `today()`, `dayOf`, `hour` and the like read the clock; UTC, if not given.
  public var timeZone: TimeZone {
    get { givenTimeZone ?? .gmt }
    set { givenTimeZone = newValue }
  }
  // What is not given costs nothing to copy.
  private var givenTimeZone: TimeZone?
  /// The language of `format`, as a tag of BCP 47.
  public var language: String
  /// What bounds the evaluation of a program; a condition and a formula bring their own.
  public var limits: Limits

  /// Makes a context of the time given, without randomness, with the order of `en_US_POSIX`, in UTC
  /// and English.
  public init(
    now: Date, randomBits: (@Sendable () -> UInt64)? = nil, locale: Locale? = nil,
    limits: Limits = .standard, timeZone: TimeZone? = nil, language: String = "en"
  ) {
    self.now = now
    self.randomBits = randomBits
    givenLocale = locale
    self.limits = limits
    givenTimeZone = timeZone
    self.language = language
  }

  /// A context for what reads neither time nor chance, which costs nothing to make.
  static var unread: EvaluationContext { EvaluationContext(now: .distantPast) }

  /// The time it is, and the system's random numbers.
  public static var current: EvaluationContext {
    EvaluationContext(now: Date(), randomBits: { .random(in: .min ... .max) })
  }
}
