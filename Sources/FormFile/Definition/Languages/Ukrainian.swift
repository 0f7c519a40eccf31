// The standard messages in Ukrainian. Not yet read by a native speaker. Numbers stand after a colon
// or after words that need no case, except where options are counted. No date ends a sentence,
// because dates end with a full stop of their own.

extension BuiltInTexts {
  static let ukrainian = BuiltInTexts("uk") { id in
    switch id {
    case .required: "Це поле обов’язкове."
    case .notBlank: "Самих пробілів недостатньо."
    case .email: "Укажіть правильну адресу електронної пошти."
    case .url: "Укажіть правильну вебадресу."
    case .phone: "Укажіть правильний номер телефону."
    case .postcode: "Укажіть правильний поштовий індекс Великої Британії."
    case .password: "Введіть від 8 до 30 символів."
    case .containsNumber: "Потрібна принаймні одна цифра."
    case .containsCapital: "Потрібна принаймні одна велика літера."
    case .containsLowercase: "Потрібна принаймні одна мала літера."
    case .minLength: "Мінімальна кількість символів: {minimum}."
    case .maxLength: "Максимальна кількість символів: {maximum}."
    case .exactLength: "Кількість символів має дорівнювати {expected}."
    case .greaterThan: "Значення має бути більшим за {minimum}."
    case .greaterOrEqualThan: "Значення має бути не меншим за {minimum}."
    case .smallerThan: "Значення має бути меншим за {maximum}."
    case .smallerOrEqualThan: "Значення має бути не більшим за {maximum}."
    case .after: "Значення {minimum} та раніші не допускаються."
    case .notBefore: "Значення, раніші за {minimum}, не допускаються."
    case .before: "Значення {maximum} та пізніші не допускаються."
    case .notAfter: "Значення, пізніші за {maximum}, не допускаються."
    case .regex: "Значення не відповідає очікуваному формату."
    case .equals: "Значення полів не збігаються."
    case .predicate, .function: "Це значення не приймається."
    case .allOf: "{messages}"
    case .anyOf: "Має виконуватися принаймні одна з умов: {messages}"
    case .minChoices:
      [
        "one": "Виберіть щонайменше {minimum} варіант.",
        "few": "Виберіть щонайменше {minimum} варіанти.",
        "many": "Виберіть щонайменше {minimum} варіантів.",
        "other": "Виберіть щонайменше {minimum} варіанта.",
      ]
    case .maxChoices:
      [
        "one": "Виберіть не більше ніж {maximum} варіант.",
        "few": "Виберіть не більше ніж {maximum} варіанти.",
        "many": "Виберіть не більше ніж {maximum} варіантів.",
        "other": "Виберіть не більше ніж {maximum} варіанта.",
      ]
    case .minItems: "Мінімальна кількість елементів: {minimum}."
    case .maxItems: "Максимальна кількість елементів: {maximum}."
    case .step: "Значення має бути кратним {step}."
    case .stepFrom: "Допустимі значення: від {minimum} з кроком {step}."
    case .minuteInterval: "Час має бути кратним {minutes} хв."
    case .option: "Такого варіанта немає в списку."
    case .exclusive: "Один із вибраних варіантів виключає інші."
    case .number: "Введіть число."
    case .wholeNumber: "Введіть ціле число."
    case .date: "Введіть дату."
    case .time: "Введіть час."
    case .yes: "так"
    case .no: "ні"
    }
  }
}
