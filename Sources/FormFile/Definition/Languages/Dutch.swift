// The standard messages in Dutch. Not yet read by a native speaker. They are imperatives, which
// serve people who say je and people who say u.

extension BuiltInTexts {
  static let dutch = BuiltInTexts("nl") { id in
    switch id {
    case .required: "Dit veld is verplicht."
    case .notBlank: "Alleen spaties invullen is niet genoeg."
    case .email: "Vul een geldig e-mailadres in."
    case .url: "Vul een geldig webadres in."
    case .phone: "Vul een geldig telefoonnummer in."
    case .postcode: "Vul een geldige Britse postcode in."
    case .password: "Vul 8 tot en met 30 tekens in."
    case .containsNumber: "Gebruik minstens één cijfer."
    case .containsCapital: "Gebruik minstens één hoofdletter."
    case .containsLowercase: "Gebruik minstens één kleine letter."
    case .minLength:
      [
        "one": "Vul minstens {minimum} teken in.",
        "other": "Vul minstens {minimum} tekens in.",
      ]
    case .maxLength:
      [
        "one": "Vul hoogstens {maximum} teken in.",
        "other": "Vul hoogstens {maximum} tekens in.",
      ]
    case .exactLength:
      [
        "one": "Vul precies {expected} teken in.",
        "other": "Vul precies {expected} tekens in.",
      ]
    case .greaterThan: "De waarde moet groter zijn dan {minimum}."
    case .greaterOrEqualThan: "De waarde moet minstens {minimum} zijn."
    case .smallerThan: "De waarde moet kleiner zijn dan {maximum}."
    case .smallerOrEqualThan: "De waarde mag hoogstens {maximum} zijn."
    case .after: "Dit moet later zijn dan {minimum}."
    case .notBefore: "Dit mag niet eerder zijn dan {minimum}."
    case .before: "Dit moet eerder zijn dan {maximum}."
    case .notAfter: "Dit mag niet later zijn dan {maximum}."
    case .regex: "Deze waarde heeft niet de verwachte notatie."
    case .equals: "De velden komen niet overeen."
    case .predicate, .function: "Deze waarde wordt niet geaccepteerd."
    case .allOf: "{messages}"
    case .anyOf: "Er moet aan minstens één van deze voorwaarden worden voldaan: {messages}"
    case .minChoices: "Kies er minstens {minimum}."
    case .maxChoices: "Kies er hoogstens {maximum}."
    case .minItems:
      [
        "one": "Er is minstens {minimum} item nodig.",
        "other": "Er zijn minstens {minimum} items nodig.",
      ]
    case .maxItems:
      [
        "one": "Er is hoogstens {maximum} item mogelijk.",
        "other": "Er zijn hoogstens {maximum} items mogelijk.",
      ]
    case .step: "De waarde moet een veelvoud van {step} zijn."
    case .stepFrom: "Mogelijk zijn waarden vanaf {minimum} in stappen van {step}."
    case .minuteInterval:
      [
        "one": "Vul hele minuten in, zonder seconden.",
        "other": "De minuten moeten een veelvoud van {minutes} zijn, zonder seconden.",
      ]
    case .option: "Dit is geen van de beschikbare opties."
    case .exclusive: "Een van de gekozen opties sluit de andere uit."
    case .number: "Vul een getal in."
    case .wholeNumber: "Vul een geheel getal in."
    case .date: "Vul een datum in."
    case .time: "Vul een tijd in."
    case .yes: "ja"
    case .no: "nee"
    }
  }
}
