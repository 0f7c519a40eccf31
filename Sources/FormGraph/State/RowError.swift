// What is wrong with the value of a row, as people read it and as programs do.

public import Predicate

/// An error or a warning about the value of a row.
public struct RowError: Hashable, Sendable {
  /// The message for the user.
  public let message: String
  /// The severity: only an error makes the row invalid.
  public internal(set) var severity: Severity
  /// The name of the rule, if it has one.
  public internal(set) var id: String?
  /// The standard message about what is wrong, also if the rule has a message of its own.
  ///
  /// Nil if there is none.
  public let messageID: MessageID?
  /// What the rule says, by the names of ``MessageParameter``: `minimum`, `pattern`.
  ///
  /// What follows from the row and its value is left out: `title`, `value`, `length`, `count`.
  public let parameters: ValueDictionary

  /// Makes an error.
  public init(
    _ message: String, severity: Severity = .error, id: String? = nil,
    messageID: MessageID? = nil, parameters: ValueDictionary = ValueDictionary()
  ) {
    self.message = message
    self.severity = severity
    self.id = id
    self.messageID = messageID
    self.parameters = parameters
  }

  /// Whether both are equal.
  ///
  /// Texts are compared scalar by scalar.
  public static func == (left: RowError, right: RowError) -> Bool {
    isExactly(left.message, right.message) && left.parameters == right.parameters
      && left.saysTheSame(as: right)
  }

  /// Whether another error says the same, in the same or in other words.
  ///
  /// Parameters that are texts of the form are words: the messages of the parts of a rule, and the
  /// title of another row.
  func saysTheSame(as other: RowError) -> Bool {
    severity == other.severity && messageID == other.messageID
      && id.map { ExactText($0) } == other.id.map { ExactText($0) }
      && fixedParameters == other.fixedParameters
  }

  /// The parameters without the texts of the form.
  var fixedParameters: ValueDictionary {
    let texts: [MessageParameter] = [.other, .messages]
    guard texts.contains(where: { parameters[$0.rawValue] != nil }) else { return parameters }
    return ValueDictionary(
      zip(parameters.keys, parameters.values).filter { name, _ in
        !texts.contains { $0.rawValue == name }
      }.map { ($0, $1) })
  }

  /// The error with other parameters.
  func convertingParameters(_ convert: (Value) -> Value) -> RowError {
    guard parameters.count > 0 else { return self }
    let converted = zip(parameters.keys, parameters.values).map { ($0, convert($1)) }
    return RowError(
      message, severity: severity, id: id, messageID: messageID,
      parameters: ValueDictionary(converted))
  }

  /// Hashes the properties that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(message))
    hasher.combine(severity)
    hasher.combine(id.map { ExactText($0) })
    hasher.combine(messageID)
    hasher.combine(parameters)
  }
}

extension [RowError] {
  /// Whether both lists have the same errors, in the same or in other words.
  func saysTheSame(as other: [RowError]) -> Bool {
    elementsEqual(other) { $0.saysTheSame(as: $1) }
  }
}
