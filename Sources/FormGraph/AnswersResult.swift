// What a form says of one set of answers, as data and as JSON.

public import Predicate

/// What a form says of one set of answers.
public struct AnswersResult: Sendable {
  /// An error or a warning, with the name of its row or section.
  public struct NamedError: Hashable, Sendable {
    /// The tag, the address or the name of the value; nil if the member has none.
    public let name: String?
    /// What is wrong.
    public let error: RowError
  }

  /// Whether every row that counts is valid, every section has enough items, and nothing that the
  /// host has to decide is open.
  public internal(set) var isValid = true
  /// The errors and warnings of rows in declaration order, then those of sections with too few
  /// or too many items.
  public internal(set) var errors: [NamedError] = []
  /// The evaluations that fail with these answers and did not fail before.
  public internal(set) var problems: [FormProblem] = []
  /// The questions that the host has to answer.
  public internal(set) var pending: [PendingValidation] = []
  /// The rows and lists that the answers leave out although a mistake depends on them.
  ///
  /// See `ChangeSet.missing`.
  public internal(set) var missing: [String] = []
  /// The choices in the answers that were cleared, because they are not options and the row says
  /// `"whenOptionHidden": "clear"`.
  public internal(set) var cleared: [ClearedChoice] = []
  /// The values of the form with the answers in it; nil if the answers are refused.
  public internal(set) var values: ValueDictionary?
  /// Why the form does not take the answers; empty if it takes them.
  public internal(set) var refused: [EditError.Reason] = []

  /// Whether the answers are valid and every evaluation succeeds.
  public var isGood: Bool { isValid && problems.isEmpty }

  /// Makes the result of answers that the form takes, with nothing found so far.
  init() {}

  /// Makes the result of answers that the form does not take, or whose reader refused parts.
  init(_ error: EditError, _ others: [EditError.Reason] = []) {
    isValid = false
    missing = error.missing
    refused = others + error.reasons
  }

  /// Makes the result of answers that cannot be read.
  package init(unreadable message: String, hint: String? = nil) {
    let reason = EditError.Reason(kind: .unreadable, tag: "", message: message, hint: hint)
    self.init(EditError(reasons: [reason]))
  }

  /// Gives the reasons another hint.
  package mutating func hint(_ hint: String) {
    refused = refused.map {
      EditError.Reason(kind: $0.kind, tag: $0.tag, message: $0.message, hint: hint)
    }
  }

  /// Makes the result of answers that are refused before the form sees them.
  package init(refusing name: String, _ message: String) {
    let reason = EditError.Reason(kind: .notAllowed, tag: name, message: message, hint: nil)
    self.init(EditError(reasons: [reason]))
  }
}

/// Which parts of a result are written.
public struct AnswerParts: OptionSet, Hashable, Sendable {
  /// The bits of the parts.
  public let rawValue: UInt8

  /// Makes parts of their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether the answers are valid.
  public static let valid = AnswerParts(rawValue: 1)
  /// The errors and warnings.
  public static let errors = AnswerParts(rawValue: 2)
  /// What the answers leave out, if anything.
  public static let missing = AnswerParts(rawValue: 4)
  /// What could not be evaluated, if anything.
  public static let problems = AnswerParts(rawValue: 8)
  /// What the host has to decide, if anything.
  public static let pending = AnswerParts(rawValue: 16)
  /// The values.
  public static let values = AnswerParts(rawValue: 32)
  /// The choices that were cleared, if any.
  public static let cleared = AnswerParts(rawValue: 64)
  /// All parts.
  public static let all = AnswerParts(rawValue: 127)
}

extension RowError {
  /// The error as JSON, with the name of its row or section.
  package func json(_ name: String?) -> Value {
    var pairs: [(ToldKey, Value)] = [(.tag, optional(name)), (.message, .string(message))]
    if severity != .error { pairs.append((.severity, .string(severity.rawValue))) }
    if let id { pairs.append((.id, .string(id))) }
    return .object(pairs)
  }
}
