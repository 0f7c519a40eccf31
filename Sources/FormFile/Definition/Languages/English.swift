// The standard messages in English. They say what must be, in few words; other languages say the
// same in their own way.

extension BuiltInTexts {
  static let english = BuiltInTexts("en") { id in
    switch id {
    case .required: "This field is required."
    case .notBlank: "Must not be blank."
    case .email: "Must be a valid e-mail address."
    case .url: "Must be a valid URL."
    case .phone: "Must be a valid telephone number."
    case .postcode: "Must be a valid UK postcode."
    case .password: "Must have 8 to 30 characters."
    case .containsNumber: "Must contain a digit."
    case .containsCapital: "Must contain a capital letter."
    case .containsLowercase: "Must contain a lower-case letter."
    case .minLength:
      [
        "one": "Must have at least {minimum} character.",
        "other": "Must have at least {minimum} characters.",
      ]
    case .maxLength:
      [
        "one": "Must have at most {maximum} character.",
        "other": "Must have at most {maximum} characters.",
      ]
    case .exactLength:
      [
        "one": "Must have exactly {expected} character.",
        "other": "Must have exactly {expected} characters.",
      ]
    case .greaterThan: "Must be greater than {minimum}."
    case .greaterOrEqualThan: "Must be {minimum} or greater."
    case .smallerThan: "Must be less than {maximum}."
    case .smallerOrEqualThan: "Must be {maximum} or less."
    case .after: "Must be after {minimum}."
    case .notBefore: "Must be {minimum} or later."
    case .before: "Must be before {maximum}."
    case .notAfter: "Must be {maximum} or earlier."
    case .regex: "This value does not have the expected form."
    case .equals: "The fields do not match."
    case .predicate, .function: "This value is not accepted."
    case .allOf: "{messages}"
    case .anyOf: "One of these must hold: {messages}"
    case .minChoices: "Choose at least {minimum}."
    case .maxChoices: "Choose at most {maximum}."
    case .minItems:
      [
        "one": "Needs at least {minimum} item.",
        "other": "Needs at least {minimum} items.",
      ]
    case .maxItems:
      [
        "one": "Takes at most {maximum} item.",
        "other": "Takes at most {maximum} items.",
      ]
    case .step: "Must be in steps of {step}."
    case .stepFrom: "Must be in steps of {step} from {minimum}."
    case .minuteInterval:
      [
        "one": "Must be at a full minute.",
        "other": "Must be at a multiple of {minutes} minutes.",
      ]
    case .option: "This is not one of the options."
    case .exclusive: "One of the chosen options excludes the others."
    case .number: "Must be a number."
    case .wholeNumber: "Must be a whole number."
    case .date: "Must be a date."
    case .time: "Must be a time of day."
    case .yes: "yes"
    case .no: "no"
    }
  }
}
