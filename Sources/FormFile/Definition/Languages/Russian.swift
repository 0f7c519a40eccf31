// The standard messages in Russian. Not yet read by a native speaker. Numbers stand after a colon
// or after words that need no case. No date ends a sentence, because dates end with a full stop of
// their own.

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
    case .exactLength: "Требуемое число символов: {expected}."
    case .greaterThan: "Значение должно быть больше {minimum}."
    case .greaterOrEqualThan: "Значение должно быть не меньше {minimum}."
    case .smallerThan: "Значение должно быть меньше {maximum}."
    case .smallerOrEqualThan: "Значение должно быть не больше {maximum}."
    case .after: "Значение {minimum} и более ранние не допускаются."
    case .notBefore: "Значения раньше {minimum} не допускаются."
    case .before: "Значение {maximum} и более поздние не допускаются."
    case .notAfter: "Значения позже {maximum} не допускаются."
    case .regex: "Значение не соответствует ожидаемому формату."
    case .equals: "Значения полей не совпадают."
    case .predicate, .function: "Это значение не принимается."
    case .allOf: "{messages}"
    case .anyOf: "Должно выполняться хотя бы одно из условий: {messages}"
    case .minChoices: "Выберите не менее {minimum}."
    case .maxChoices: "Выберите не более {maximum}."
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
