// The standard messages in German. Not yet read by a native speaker. They say `angeben` and
// `eingeben`, so that they serve people who say du and people who say Sie.

extension BuiltInTexts {
  static let german = BuiltInTexts("de") { id in
    switch id {
    case .required: "Dieses Feld ist erforderlich."
    case .notBlank: "Leerzeichen allein genügen nicht."
    case .email: "Bitte eine gültige E-Mail-Adresse angeben."
    case .url: "Bitte eine gültige Webadresse angeben."
    case .phone: "Bitte eine gültige Telefonnummer angeben."
    case .postcode: "Bitte eine gültige britische Postleitzahl angeben."
    case .password: "Bitte 8 bis 30 Zeichen eingeben."
    case .containsNumber: "Mindestens eine Ziffer ist erforderlich."
    case .containsCapital: "Mindestens ein Großbuchstabe ist erforderlich."
    case .containsLowercase: "Mindestens ein Kleinbuchstabe ist erforderlich."
    case .minLength: "Bitte mindestens {minimum} Zeichen eingeben."
    case .maxLength: "Bitte höchstens {maximum} Zeichen eingeben."
    case .exactLength: "Bitte genau {expected} Zeichen eingeben."
    case .greaterThan: "Der Wert muss größer als {minimum} sein."
    case .greaterOrEqualThan: "Der Wert muss mindestens {minimum} betragen."
    case .smallerThan: "Der Wert muss kleiner als {maximum} sein."
    case .smallerOrEqualThan: "Der Wert darf höchstens {maximum} betragen."
    case .after: "Der Zeitpunkt muss später als {minimum} sein."
    case .notBefore: "Der Zeitpunkt darf nicht früher als {minimum} sein."
    case .before: "Der Zeitpunkt muss früher als {maximum} sein."
    case .notAfter: "Der Zeitpunkt darf nicht später als {maximum} sein."
    case .regex: "Dieser Wert hat nicht das erwartete Format."
    case .equals: "Die beiden Felder stimmen nicht überein."
    case .predicate, .function: "Dieser Wert wird nicht akzeptiert."
    case .allOf: "{messages}"
    case .anyOf: "Mindestens eine dieser Bedingungen muss erfüllt sein: {messages}"
    case .minChoices: "Bitte mindestens {minimum} auswählen."
    case .maxChoices: "Bitte höchstens {maximum} auswählen."
    case .minItems:
      [
        "one": "Mindestens {minimum} Eintrag ist erforderlich.",
        "other": "Mindestens {minimum} Einträge sind erforderlich.",
      ]
    case .maxItems:
      [
        "one": "Höchstens {maximum} Eintrag ist möglich.",
        "other": "Höchstens {maximum} Einträge sind möglich.",
      ]
    case .step: "Der Wert muss ein Vielfaches von {step} sein."
    case .stepFrom: "Möglich sind Werte ab {minimum} in Schritten von {step}."
    case .minuteInterval:
      [
        "one": "Bitte eine Uhrzeit in vollen Minuten angeben.",
        "other": "Die Uhrzeit muss im {minutes}-Minuten-Raster liegen.",
      ]
    case .option: "Dies ist keine der angebotenen Optionen."
    case .exclusive: "Eine der gewählten Optionen schließt die anderen aus."
    case .number: "Bitte eine Zahl angeben."
    case .wholeNumber: "Bitte eine ganze Zahl angeben."
    case .date: "Bitte ein Datum angeben."
    case .time: "Bitte eine Uhrzeit angeben."
    case .yes: "ja"
    case .no: "nein"
    }
  }
}
