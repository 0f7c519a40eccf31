// The standard messages: what the engine says of a value if the rule has no message of its own. One
// table of ids, parameters and English texts. A form or a host says them in other languages.

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
  /// What a message can say beside what every message can, and the English text.
  private struct Entry {
    let parameters: [MessageParameter]
    let english: MessageText
    /// The same message about dates.
    var ofDates: MessageID?
  }

  private static let entries: [MessageID: Entry] = [
    .required: Entry(parameters: [], english: "This field is required."),
    .notBlank: Entry(parameters: [], english: "Must not be blank."),
    .email: Entry(parameters: [], english: "Must be a valid e-mail address."),
    .url: Entry(parameters: [], english: "Must be a valid URL."),
    .phone: Entry(parameters: [], english: "Must be a valid telephone number."),
    .postcode: Entry(parameters: [], english: "Must be a valid UK postcode."),
    .password: Entry(parameters: [], english: "Must have 8 to 30 characters."),
    .containsNumber: Entry(parameters: [], english: "Must contain a digit."),
    .containsCapital: Entry(parameters: [], english: "Must contain a capital letter."),
    .containsLowercase: Entry(parameters: [], english: "Must contain a lower-case letter."),
    .minLength: Entry(
      parameters: [.minimum, .length],
      english: [
        "one": "Must have at least {minimum} character.",
        "other": "Must have at least {minimum} characters.",
      ]),
    .maxLength: Entry(
      parameters: [.maximum, .length],
      english: [
        "one": "Must have at most {maximum} character.",
        "other": "Must have at most {maximum} characters.",
      ]),
    .exactLength: Entry(
      parameters: [.expected, .length],
      english: [
        "one": "Must have exactly {expected} character.",
        "other": "Must have exactly {expected} characters.",
      ]),
    .greaterThan: Entry(
      parameters: [.minimum], english: "Must be greater than {minimum}.", ofDates: .after),
    .greaterOrEqualThan: Entry(
      parameters: [.minimum], english: "Must be {minimum} or greater.", ofDates: .notBefore),
    .smallerThan: Entry(
      parameters: [.maximum], english: "Must be less than {maximum}.", ofDates: .before),
    .smallerOrEqualThan: Entry(
      parameters: [.maximum], english: "Must be {maximum} or less.", ofDates: .notAfter),
    .after: Entry(parameters: [.minimum], english: "Must be after {minimum}."),
    .notBefore: Entry(parameters: [.minimum], english: "Must be {minimum} or later."),
    .before: Entry(parameters: [.maximum], english: "Must be before {maximum}."),
    .notAfter: Entry(parameters: [.maximum], english: "Must be {maximum} or earlier."),
    .regex: Entry(
      parameters: [.pattern], english: "This value does not have the expected form."),
    .equals: Entry(parameters: [.other], english: "The fields do not match."),
    .predicate: Entry(parameters: [], english: "This value is not accepted."),
    .function: Entry(parameters: [], english: "This value is not accepted."),
    .allOf: Entry(parameters: [.messages], english: "{messages}"),
    .anyOf: Entry(parameters: [.messages], english: "One of these must hold: {messages}"),
    .minChoices: Entry(parameters: [.minimum, .count], english: "Choose at least {minimum}."),
    .maxChoices: Entry(parameters: [.maximum, .count], english: "Choose at most {maximum}."),
    .minItems: Entry(
      parameters: [.minimum, .count],
      english: [
        "one": "Needs at least {minimum} item.", "other": "Needs at least {minimum} items.",
      ]),
    .maxItems: Entry(
      parameters: [.maximum, .count],
      english: [
        "one": "Takes at most {maximum} item.", "other": "Takes at most {maximum} items.",
      ]),
    .step: Entry(parameters: [.step], english: "Must be in steps of {step}."),
    .stepFrom: Entry(
      parameters: [.step, .minimum], english: "Must be in steps of {step} from {minimum}."),
    .minuteInterval: Entry(
      parameters: [.minutes],
      english: [
        "one": "Must be at a full minute.",
        "other": "Must be at a multiple of {minutes} minutes.",
      ]),
    .option: Entry(parameters: [], english: "This is not one of the options."),
    .exclusive: Entry(
      parameters: [], english: "One of the chosen options excludes the others."),
    .number: Entry(parameters: [], english: "Must be a number."),
    .wholeNumber: Entry(parameters: [], english: "Must be a whole number."),
    .date: Entry(parameters: [], english: "Must be a date."),
    .time: Entry(parameters: [], english: "Must be a time of day."),
    .yes: Entry(parameters: [], english: "yes"),
    .no: Entry(parameters: [], english: "no"),
  ]

  /// What a message with this id can say.
  ///
  /// Each but `yes` and `no` can also say the `title`, the `value`, the `placeholder` and the
  /// `help` of its row.
  public var parameters: [MessageParameter] { Self.entries[self]?.parameters ?? [] }

  /// Everything that a text of the message can say.
  var allParameters: [MessageParameter] {
    self == .yes || self == .no ? [] : MessageParameter.ofEveryMessage + parameters
  }

  /// The text in English.
  public var english: MessageText { Self.entries[self]?.english ?? "" }

  /// The parameter whose number decides which plural form is shown; nil if there are no forms.
  package var counter: MessageParameter? {
    parameters.first.flatMap { $0.isNumber && !isAboutDates ? $0 : nil }
  }

  /// The same message about dates.
  fileprivate var ofDates: MessageID { Self.entries[self]?.ofDates ?? self }

  private static let aboutDates = Set(entries.values.compactMap(\.ofDates))

  /// Whether the parameters are dates.
  package var isAboutDates: Bool { Self.aboutDates.contains(self) }
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
