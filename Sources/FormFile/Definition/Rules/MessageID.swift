// The standard messages: what the engine says of a value if the rule has no message of its own.
// Here are their ids and parameters; `Languages/` has their texts.

package import Predicate

/// What is wrong with a value, as a word that no language changes.
public enum MessageID: String, Sendable, Hashable, CaseIterable {
  case required, notBlank
  case email, url, phone, postcode, password, containsNumber, containsCapital, containsLowercase
  case minLength, maxLength, exactLength
  case greaterThan, greaterOrEqualThan, smallerThan, smallerOrEqualThan
  /// The same comparisons of dates, in other words.
  case after, notBefore, before, notAfter
  case regex, equals, predicate, function
  case allOf, anyOf
  /// How many options are chosen.
  case minChoices, maxChoices
  /// How many items a section has.
  case minItems, maxItems
  /// The steps from 0, or from the minimum.
  case step, stepFrom
  case minuteInterval
  /// Whether what is chosen is an option, and fits the rest of what is chosen.
  case option, exclusive
  /// What a typed text should have been. Only refusals have these.
  case number, wholeNumber, date, time
  /// What people read for true and false. No error has these.
  case yes, no
}

extension MessageID {
  /// What a message with this id can say.
  ///
  /// Each but `yes` and `no` can also say the `title`, the `value`, the `placeholder` and the
  /// `help` of its row.
  public var parameters: [MessageParameter] {
    switch self {
    case .minLength: [.minimum, .length]
    case .maxLength: [.maximum, .length]
    case .exactLength: [.expected, .length]
    case .greaterThan, .greaterOrEqualThan, .after, .notBefore: [.minimum]
    case .smallerThan, .smallerOrEqualThan, .before, .notAfter: [.maximum]
    case .regex: [.pattern]
    case .equals: [.other]
    case .allOf, .anyOf: [.messages]
    case .minChoices, .minItems: [.minimum, .count]
    case .maxChoices, .maxItems: [.maximum, .count]
    case .step: [.step]
    case .stepFrom: [.step, .minimum]
    case .minuteInterval: [.minutes]
    default: []
    }
  }

  /// Everything that a text of the message can say.
  var allParameters: [MessageParameter] {
    self == .yes || self == .no ? [] : MessageParameter.ofEveryMessage + parameters
  }

  /// The text in English.
  public var english: MessageText { BuiltInTexts.english.written(self) }

  /// The parameter whose number decides which plural form is shown; nil if there are no forms.
  package var counter: MessageParameter? {
    parameters.first.flatMap { $0.isNumber && !isAboutDates ? $0 : nil }
  }

  /// The same message about dates.
  fileprivate var ofDates: MessageID {
    switch self {
    case .greaterThan: .after
    case .greaterOrEqualThan: .notBefore
    case .smallerThan: .before
    case .smallerOrEqualThan: .notAfter
    default: self
    }
  }

  /// Whether the parameters are dates.
  package var isAboutDates: Bool {
    switch self {
    case .after, .notBefore, .before, .notAfter: true
    default: false
    }
  }
}

/// A standard message before it is said: its id, and what the rule says.
package struct StandardMessage {
  package let id: MessageID
  /// By the names of parameters.
  ///
  /// What the value of the row says, such as its length, is not among them: an error would be
  /// another one with each letter that is typed.
  package var parameters = ValueDictionary()
  /// What the dates among the parameters are; nil if they are what the row holds.
  package var dateKind: DateKind?

  package init(_ id: MessageID, _ parameters: KeyValuePairs<MessageParameter, Value> = [:]) {
    self.id = id
    for (parameter, value) in parameters { self.parameters[parameter.rawValue] = value }
  }
}

extension RuleDefinition {
  /// The standard message of the rule.
  ///
  /// The verdict adds the title of another row, and the messages of parts.
  package var standardMessage: StandardMessage {
    let (id, parameter) = kind.written
    let value: Value
    switch parameter {
    case .length(let length): value = .int(Int64(length.count))
    case .pattern(let pattern): value = .string(pattern)
    case .bound(let bound): value = bound
    case .nothing, .tag, .predicate, .function, .rules: return StandardMessage(id)
    }
    let isDate = if case .date = value { true } else { false }
    var message = StandardMessage(isDate ? id.ofDates : id)
    if let name = id.parameters.first { message.parameters[name.rawValue] = value }
    return message
  }
}
