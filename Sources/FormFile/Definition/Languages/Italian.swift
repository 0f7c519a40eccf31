// The standard messages in Italian. Not yet read by a native speaker. They say what the value must
// be, so that they serve people who say tu and people who say Lei. Dates and times stand after a
// colon, because their articles differ.

extension BuiltInTexts {
  static let italian = BuiltInTexts("it") { id in
    switch id {
    case .required: "Questo campo è obbligatorio."
    case .notBlank: "Non può contenere solo spazi."
    case .email: "Deve essere un indirizzo e-mail valido."
    case .url: "Deve essere un indirizzo web valido."
    case .phone: "Deve essere un numero di telefono valido."
    case .postcode: "Deve essere un codice postale britannico valido."
    case .password: "Deve avere da 8 a 30 caratteri."
    case .containsNumber: "Deve contenere almeno una cifra."
    case .containsCapital: "Deve contenere almeno una lettera maiuscola."
    case .containsLowercase: "Deve contenere almeno una lettera minuscola."
    case .minLength:
      [
        "one": "Deve avere almeno {minimum} carattere.",
        "many": "Deve avere almeno {minimum} di caratteri.",
        "other": "Deve avere almeno {minimum} caratteri.",
      ]
    case .maxLength:
      [
        "one": "Può avere al massimo {maximum} carattere.",
        "many": "Può avere al massimo {maximum} di caratteri.",
        "other": "Può avere al massimo {maximum} caratteri.",
      ]
    case .exactLength:
      [
        "one": "Deve avere esattamente {expected} carattere.",
        "many": "Deve avere esattamente {expected} di caratteri.",
        "other": "Deve avere esattamente {expected} caratteri.",
      ]
    case .greaterThan: "Deve essere maggiore di {minimum}."
    case .greaterOrEqualThan: "Deve essere almeno {minimum}."
    case .smallerThan: "Deve essere minore di {maximum}."
    case .smallerOrEqualThan: "Può essere al massimo {maximum}."
    case .after: "Deve essere dopo questa data o ora: {minimum}."
    case .notBefore: "Non può essere prima di questa data o ora: {minimum}."
    case .before: "Deve essere prima di questa data o ora: {maximum}."
    case .notAfter: "Non può essere dopo questa data o ora: {maximum}."
    case .regex: "Questo valore non ha il formato previsto."
    case .equals: "I campi non corrispondono."
    case .predicate, .function: "Questo valore non è accettato."
    case .allOf: "{messages}"
    case .anyOf: "Deve essere soddisfatta almeno una di queste condizioni: {messages}"
    case .minChoices: "È necessario sceglierne almeno {minimum}."
    case .maxChoices: "È possibile sceglierne al massimo {maximum}."
    case .minItems:
      [
        "one": "È necessario almeno {minimum} elemento.",
        "many": "Sono necessari almeno {minimum} di elementi.",
        "other": "Sono necessari almeno {minimum} elementi.",
      ]
    case .maxItems:
      [
        "one": "È ammesso al massimo {maximum} elemento.",
        "many": "Sono ammessi al massimo {maximum} di elementi.",
        "other": "Sono ammessi al massimo {maximum} elementi.",
      ]
    case .step: "Deve essere un multiplo di {step}."
    case .stepFrom: "Sono ammessi valori a partire da {minimum}, con incrementi di {step}."
    case .minuteInterval:
      [
        "one": "Deve essere in minuti interi, senza secondi.",
        "many": "I minuti devono essere un multiplo di {minutes}, senza secondi.",
        "other": "I minuti devono essere un multiplo di {minutes}, senza secondi.",
      ]
    case .option: "Non è una delle opzioni disponibili."
    case .exclusive: "Una delle opzioni scelte esclude le altre."
    case .number: "Deve essere un numero."
    case .wholeNumber: "Deve essere un numero intero."
    case .date: "Deve essere una data."
    case .time: "Deve essere un orario."
    case .yes: "sì"
    case .no: "no"
    }
  }
}
