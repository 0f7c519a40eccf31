// The standard messages in Polish. Not yet read by a native speaker. They say what is needed and
// address nobody. Numbers stand after a colon or after words that need no case, except where
// options are counted.

extension BuiltInTexts {
  static let polish = BuiltInTexts("pl") { id in
    switch id {
    case .required: "To pole jest wymagane."
    case .notBlank: "Same spacje nie wystarczą."
    case .email: "Należy podać prawidłowy adres e-mail."
    case .url: "Należy podać prawidłowy adres internetowy."
    case .phone: "Należy podać prawidłowy numer telefonu."
    case .postcode: "Należy podać prawidłowy brytyjski kod pocztowy."
    case .password: "Należy wpisać od 8 do 30 znaków."
    case .containsNumber: "Wymagana jest co najmniej jedna cyfra."
    case .containsCapital: "Wymagana jest co najmniej jedna wielka litera."
    case .containsLowercase: "Wymagana jest co najmniej jedna mała litera."
    case .minLength: "Minimalna liczba znaków: {minimum}."
    case .maxLength: "Maksymalna liczba znaków: {maximum}."
    case .exactLength: "Liczba znaków musi wynosić dokładnie {expected}."
    case .greaterThan: "Wartość musi być większa niż {minimum}."
    case .greaterOrEqualThan: "Wartość musi wynosić co najmniej {minimum}."
    case .smallerThan: "Wartość musi być mniejsza niż {maximum}."
    case .smallerOrEqualThan: "Wartość może wynosić co najwyżej {maximum}."
    case .after: "Wartość musi być późniejsza niż {minimum}."
    case .notBefore: "Wartość nie może być wcześniejsza niż {minimum}."
    case .before: "Wartość musi być wcześniejsza niż {maximum}."
    case .notAfter: "Wartość nie może być późniejsza niż {maximum}."
    case .regex: "Ta wartość nie ma oczekiwanego formatu."
    case .equals: "Wartości w obu polach nie są takie same."
    case .predicate, .function: "Ta wartość nie jest akceptowana."
    case .allOf: "{messages}"
    case .anyOf: "Musi być spełniony co najmniej jeden z warunków: {messages}"
    case .minChoices:
      [
        "one": "Należy wybrać co najmniej {minimum} opcję.",
        "few": "Należy wybrać co najmniej {minimum} opcje.",
        "many": "Należy wybrać co najmniej {minimum} opcji.",
        "other": "Należy wybrać co najmniej {minimum} opcji.",
      ]
    case .maxChoices:
      [
        "one": "Można wybrać co najwyżej {maximum} opcję.",
        "few": "Można wybrać co najwyżej {maximum} opcje.",
        "many": "Można wybrać co najwyżej {maximum} opcji.",
        "other": "Można wybrać co najwyżej {maximum} opcji.",
      ]
    case .minItems: "Minimalna liczba elementów: {minimum}."
    case .maxItems: "Maksymalna liczba elementów: {maximum}."
    case .step: "Wartość musi być wielokrotnością liczby {step}."
    case .stepFrom: "Dozwolone są wartości od {minimum} w odstępach co {step}."
    case .minuteInterval:
      [
        "one": "Należy podać pełne minuty, bez sekund.",
        "few": "Minuty muszą być wielokrotnością liczby {minutes}, bez sekund.",
        "many": "Minuty muszą być wielokrotnością liczby {minutes}, bez sekund.",
        "other": "Minuty muszą być wielokrotnością liczby {minutes}, bez sekund.",
      ]
    case .option: "Ta wartość nie jest jedną z dostępnych opcji."
    case .exclusive: "Jedna z wybranych opcji wyklucza pozostałe."
    case .number: "Należy podać liczbę."
    case .wholeNumber: "Należy podać liczbę całkowitą."
    case .date: "Należy podać datę."
    case .time: "Należy podać godzinę."
    case .yes: "tak"
    case .no: "nie"
    }
  }
}
