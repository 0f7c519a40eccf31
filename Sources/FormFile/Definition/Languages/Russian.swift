// The standard messages in Russian. Not yet read by a native speaker. Numbers stand after a colon
// or after words that need no case, except where options are counted. No date ends a sentence,
// because dates end with a full stop of their own.

extension BuiltInTexts {
  static let russian = BuiltInTexts("ru") { id in
    switch id {
    case .required: "Это поле обязательно для заполнения."
    case .notBlank: "Одних пробелов недостаточно."
    case .email: "Укажите правильный адрес электронной почты."
    case .url: "Укажите правильный веб-адрес."
    case .phone: "Укажите правильный номер телефона."
    case .postcode: "Укажите правильный почтовый индекс Великобритании."
    case .password: "Введите от 8 до 30 символов."
    case .containsNumber: "Нужна хотя бы одна цифра."
    case .containsCapital: "Нужна хотя бы одна заглавная буква."
    case .containsLowercase: "Нужна хотя бы одна строчная буква."
    case .minLength: "Минимальное число символов: {minimum}."
    case .maxLength: "Максимальное число символов: {maximum}."
    case .exactLength: "Число символов должно быть равно {expected}."
    case .greaterThan: "Значение должно быть больше {minimum}."
    case .greaterOrEqualThan: "Значение должно быть не меньше {minimum}."
    case .smallerThan: "Значение должно быть меньше {maximum}."
    case .smallerOrEqualThan: "Значение должно быть не больше {maximum}."
    case .after: "Значения до {minimum} включительно не допускаются."
    case .notBefore: "Допустимы значения начиная с {minimum} включительно."
    case .before: "Значения начиная с {maximum} не допускаются."
    case .notAfter: "Допустимы значения до {maximum} включительно."
    case .regex: "Значение не соответствует ожидаемому формату."
    case .equals: "Значения полей не совпадают."
    case .predicate, .function: "Это значение не принимается."
    case .allOf: "{messages}"
    case .anyOf: "Должно выполняться хотя бы одно из условий: {messages}"
    case .minChoices:
      [
        "one": "Выберите не менее {minimum} варианта.",
        "few": "Выберите не менее {minimum} вариантов.",
        "many": "Выберите не менее {minimum} вариантов.",
        "other": "Выберите не менее {minimum} варианта.",
      ]
    case .maxChoices:
      [
        "one": "Выберите не более {maximum} варианта.",
        "few": "Выберите не более {maximum} вариантов.",
        "many": "Выберите не более {maximum} вариантов.",
        "other": "Выберите не более {maximum} варианта.",
      ]
    case .minItems: "Минимальное число элементов: {minimum}."
    case .maxItems: "Максимальное число элементов: {maximum}."
    case .step: "Значение должно быть кратно {step}."
    case .stepFrom: "Допустимые значения: от {minimum} с шагом {step}."
    case .minuteInterval: "Время должно быть кратно {minutes} мин."
    case .option: "Такого варианта нет в списке."
    case .exclusive: "Один из выбранных вариантов исключает остальные."
    case .number: "Введите число."
    case .wholeNumber: "Введите целое число."
    case .date: "Введите дату."
    case .time: "Введите время."
    case .yes: "да"
    case .no: "нет"
    }
  }
}
