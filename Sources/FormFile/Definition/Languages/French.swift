// The standard messages in French. Not yet read by a native speaker. They say vous. A no-break
// space stands before each colon. Dates and times stand after a colon, because only dates have an
// article.

extension BuiltInTexts {
  static let french = BuiltInTexts("fr") { id in
    switch id {
    case .required: "Ce champ est obligatoire."
    case .notBlank: "Des espaces seuls ne suffisent pas."
    case .email: "Indiquez une adresse e-mail valide."
    case .url: "Indiquez une adresse web valide."
    case .phone: "Indiquez un numéro de téléphone valide."
    case .postcode: "Indiquez un code postal britannique valide."
    case .password: "Saisissez de 8 à 30 caractères."
    case .containsNumber: "Au moins un chiffre est nécessaire."
    case .containsCapital: "Au moins une majuscule est nécessaire."
    case .containsLowercase: "Au moins une minuscule est nécessaire."
    case .minLength:
      [
        "one": "Saisissez au moins {minimum} caractère.",
        "many": "Saisissez au moins {minimum} de caractères.",
        "other": "Saisissez au moins {minimum} caractères.",
      ]
    case .maxLength:
      [
        "one": "Saisissez au plus {maximum} caractère.",
        "many": "Saisissez au plus {maximum} de caractères.",
        "other": "Saisissez au plus {maximum} caractères.",
      ]
    case .exactLength:
      [
        "one": "Saisissez exactement {expected} caractère.",
        "many": "Saisissez exactement {expected} de caractères.",
        "other": "Saisissez exactement {expected} caractères.",
      ]
    case .greaterThan: "La valeur doit être supérieure à {minimum}."
    case .greaterOrEqualThan: "La valeur minimale est {minimum}."
    case .smallerThan: "La valeur doit être inférieure à {maximum}."
    case .smallerOrEqualThan: "La valeur maximale est {maximum}."
    case .after: "La valeur doit être postérieure à cette date ou heure\u{A0}: {minimum}."
    case .notBefore: "Au plus tôt\u{A0}: {minimum}."
    case .before: "La valeur doit être antérieure à cette date ou heure\u{A0}: {maximum}."
    case .notAfter: "Au plus tard\u{A0}: {maximum}."
    case .regex: "Cette valeur n’a pas le format attendu."
    case .equals: "Les champs ne correspondent pas."
    case .predicate, .function: "Cette valeur n’est pas acceptée."
    case .allOf: "{messages}"
    case .anyOf: "Au moins une de ces conditions doit être remplie\u{A0}: {messages}"
    case .minChoices: "Choisissez-en au moins {minimum}."
    case .maxChoices: "Choisissez-en au plus {maximum}."
    case .minItems:
      [
        "one": "Il faut au moins {minimum} élément.",
        "many": "Il faut au moins {minimum} d’éléments.",
        "other": "Il faut au moins {minimum} éléments.",
      ]
    case .maxItems: "Le nombre d’éléments est limité à {maximum}."
    case .step: "La valeur doit être un multiple de {step}."
    case .stepFrom: "Valeurs acceptées\u{A0}: à partir de {minimum}, par pas de {step}."
    case .minuteInterval:
      [
        "one": "Indiquez des minutes entières, sans secondes.",
        "many": "Les minutes doivent être un multiple de {minutes}, sans secondes.",
        "other": "Les minutes doivent être un multiple de {minutes}, sans secondes.",
      ]
    case .option: "Cette valeur ne figure pas parmi les choix proposés."
    case .exclusive: "L’un des choix sélectionnés exclut les autres."
    case .number: "Indiquez un nombre."
    case .wholeNumber: "Indiquez un nombre entier."
    case .date: "Indiquez une date."
    case .time: "Indiquez une heure."
    case .yes: "oui"
    case .no: "non"
    }
  }
}
