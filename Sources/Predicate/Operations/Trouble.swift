// Errors and limits of an evaluation. The operations of the language (comparing, computing,
// matching) throw `Trouble`; the evaluator adds the node.

public import Foundation

/// The reason why an operation failed.
package struct Trouble: Error, Hashable {
  var message: String
  var hint: String?
  /// The range of the mistake in the pattern, in UTF-8 offsets; nil if it is not about a pattern.
  var part: Range<Int>?

  init(_ message: String, hint: String? = nil, part: Range<Int>? = nil) {
    self.message = message
    self.hint = hint
    self.part = part
  }
}

/// A failed evaluation, with the node at which it failed.
///
/// `Resolution.error(for:)` turns it into an `EvaluationError` with a range of the text.
public struct EvaluationFailure: Error, Sendable, Hashable {
  let node: NodeIndex
  let cause: Cause

  enum Cause: Hashable, Sendable {
    /// The operand of this index has no value.
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

/// The remaining steps of one evaluation, or of several that share them; see `Limits.steps`.
package struct Steps: Sendable {
  /// The number of remaining steps.
  var remaining: Int
  private let limit: Int

  /// Starts with `limit` steps.
  package init(limit: Int) {
    remaining = limit
    self.limit = limit
  }

  /// Counts steps.
  ///
  /// Call this before the work is done.
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

  /// Counts the cost of testing two values for equality.
  ///
  /// Text is counted elsewhere, because its cost depends on the options.
  ///
  /// Only two collections of the same kind are compared element by element. The elements of both
  /// count. Elements of sets cost the price of hashing, because sets are compared by hash.
  mutating func take(comparing left: Value, _ right: Value) throws(Trouble) {
    switch (left, right) {
    case (.data(let a), .data(let b)): try take(min(a.count, b.count))
    case (.array, .array), (.set, .set), (.dictionary, .dictionary):
      try take(weightOf: [left, right], ofSets: Steps.hashing)
    default: break
    }
  }

  /// Counts the cost of visiting values: one step for each value, and the bytes of text, data and
  /// keys.
  ///
  /// A list that occurs a thousand times inside another counts a thousand times, because it is
  /// visited that often. The count stops when the steps end.
  ///
  /// `each` is the cost of the work on one value. `ofSets`, if given, is the cost for an element of
  /// a set: hashing costs many times as much as a comparison.
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
  /// The steps for evaluating one part of a text.
  static let partEvaluated = 4
  /// The steps for hashing a value.
  static let hashing = 64
  /// The steps for visiting a member of a collection for IN, without the comparison itself.
  static let memberLookedAt = 4
}

/// The surroundings of an evaluation.
///
/// They are passed in and never looked up.
public struct EvaluationContext: Sendable {
  /// The result of `now()`.
  ///
  /// It is the same throughout an evaluation.
  public var now: Date
  /// The source of random bits for `random()` and `randomn:`.
  ///
  /// If it is nil, these functions fail.
  public var randomBits: (@Sendable () -> UInt64)?
  /// What `uuid()` names: equal texts give equal UUIDs.
  ///
  /// If it is nil, the function fails.
  package var identity: String?
  /// The locale whose order `[l]` uses.
  ///
  /// If none is given, `en_US_POSIX` is made when it is needed.
  public var locale: Locale {
    get { givenLocale ?? Locale(identifier: "en_US_POSIX") }
    set { givenLocale = newValue }
  }
  private var givenLocale: Locale?
  /// The time zone for `today()`, `dayOf`, `hour` and similar functions; UTC by default.
  public var timeZone: TimeZone {
    get { givenTimeZone ?? .gmt }
    set { givenTimeZone = newValue }
  }
  // These are optional, because copying nil costs nothing.
  private var givenTimeZone: TimeZone?
  /// The language of `format`, as a BCP 47 tag.
  public var language: String
  /// How the language writes numbers and dates.
  var languageData: LanguageData {
    (try? LanguageTag(language)).map(LanguageData.of) ?? .english
  }
  /// What `display` prints of true and false; nil for English words.
  package var truth: TruthWords?
  /// Finds what `lookup` gives: the value of a column in the first row of a table whose key equals
  /// a value.
  ///
  /// The function returns nil if there is no such table or column. If it is nil itself, `lookup`
  /// fails.
  public var lookUp: LookUp?
  /// Looks up a value in a table.
  public typealias LookUp =
    @Sendable (_ table: String, _ key: String, _ value: Value, _ column: String) -> Value?
  /// Finds rows of a table as objects: all rows, or those whose key equals a value.
  ///
  /// The function returns nil if there is no such table or column.
  public var tableRows: TableRows?
  /// Finds rows of a table.
  public typealias TableRows =
    @Sendable (_ table: String, _ equality: (key: String, value: Value)?) -> [Value]?
  /// Calls the functions of the embedder.
  ///
  /// A program calls only the functions that `SyntaxTree.resolved` was told of. If this is nil,
  /// each call fails.
  public var hostCall: HostCall?
  /// Calls a function of the embedder with the names and values of its arguments.
  public typealias HostCall =
    @Sendable (_ function: String, _ names: [String], _ values: [Value]) throws -> Value
  /// Whether the index of a list may be a whole number that names no element, which then gives nil.
  ///
  /// So it is in forms, whose lists grow and shrink as people answer. Elsewhere it is an error, as
  /// on Apple devices.
  public var missingElementsAreNil = false
  /// Whether `$x.index` in `SUBQUERY(list, $x, …)` is the position of the element in the list, from
  /// 0.
  ///
  /// So it is in forms. An element that has a key `index` gives the value of the key.
  public var elementsHaveIndex = false
  /// The key under which an element has its position.
  package static let indexKey = "index"
  /// The limits for evaluating a program.
  ///
  /// A condition or a formula brings its own limits.
  public var limits: Limits

  /// Makes a context for a given time.
  ///
  /// By default there are no random numbers, the order is that of `en_US_POSIX`, the time zone is
  /// UTC and the language is English.
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

  /// A context for texts that read neither the time nor random numbers.
  ///
  /// It costs nothing to make.
  static var unread: EvaluationContext { EvaluationContext(now: .distantPast) }

  /// A context with the current time and the system's random numbers.
  public static var current: EvaluationContext {
    EvaluationContext(now: Date(), randomBits: { .random(in: .min ... .max) })
  }
}
