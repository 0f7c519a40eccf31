// The standard messages in Spanish. Not yet read by a native speaker. They say what the value must
// be, so that they serve people who say tú and people who say usted. Dates and times stand after a
// colon, because their articles differ.

extension BuiltInTexts {
  static let spanish = BuiltInTexts("es") { id in
    switch id {
    case .required: "Este campo es obligatorio."
    case .notBlank: "No puede contener solo espacios."
    case .email: "Debe ser una dirección de correo electrónico válida."
    case .url: "Debe ser una dirección web válida."
    case .phone: "Debe ser un número de teléfono válido."
    case .postcode: "Debe ser un código postal británico válido."
    case .password: "Debe tener de 8 a 30 caracteres."
    case .containsNumber: "Debe contener al menos un dígito."
    case .containsCapital: "Debe contener al menos una letra mayúscula."
    case .containsLowercase: "Debe contener al menos una letra minúscula."
    case .minLength:
      [
        "one": "Debe tener al menos {minimum} carácter.",
        "many": "Debe tener al menos {minimum} de caracteres.",
        "other": "Debe tener al menos {minimum} caracteres.",
      ]
    case .maxLength:
      [
        "one": "Debe tener como máximo {maximum} carácter.",
        "many": "Debe tener como máximo {maximum} de caracteres.",
        "other": "Debe tener como máximo {maximum} caracteres.",
      ]
    case .exactLength:
      [
        "one": "Debe tener exactamente {expected} carácter.",
        "many": "Debe tener exactamente {expected} de caracteres.",
        "other": "Debe tener exactamente {expected} caracteres.",
      ]
    case .greaterThan: "Debe ser mayor que {minimum}."
    case .greaterOrEqualThan: "Debe ser {minimum} o mayor."
    case .smallerThan: "Debe ser menor que {maximum}."
    case .smallerOrEqualThan: "Debe ser {maximum} o menor."
    case .after: "Debe ser posterior a esta fecha u hora: {minimum}."
    case .notBefore: "No puede ser anterior a esta fecha u hora: {minimum}."
    case .before: "Debe ser anterior a esta fecha u hora: {maximum}."
    case .notAfter: "No puede ser posterior a esta fecha u hora: {maximum}."
    case .regex: "Este valor no tiene el formato esperado."
    case .equals: "Los campos no coinciden."
    case .predicate, .function: "No se acepta este valor."
    case .allOf: "{messages}"
    case .anyOf: "Debe cumplirse al menos una de estas condiciones: {messages}"
    case .minChoices: "Hay que elegir al menos {minimum}."
    case .maxChoices:
      [
        "one": "Se puede elegir {maximum} como máximo.",
        "many": "Se pueden elegir {maximum} como máximo.",
        "other": "Se pueden elegir {maximum} como máximo.",
      ]
    case .minItems:
      [
        "one": "Debe haber al menos {minimum} elemento.",
        "many": "Debe haber al menos {minimum} de elementos.",
        "other": "Debe haber al menos {minimum} elementos.",
      ]
    case .maxItems:
      [
        "one": "Puede haber como máximo {maximum} elemento.",
        "many": "Puede haber como máximo {maximum} de elementos.",
        "other": "Puede haber como máximo {maximum} elementos.",
      ]
    case .step: "Debe ser un múltiplo de {step}."
    case .stepFrom: "Se aceptan valores a partir de {minimum}, en pasos de {step}."
    case .minuteInterval:
      [
        "one": "Debe indicarse en minutos enteros, sin segundos.",
        "many": "Los minutos deben ser múltiplos de {minutes}, sin segundos.",
        "other": "Los minutos deben ser múltiplos de {minutes}, sin segundos.",
      ]
    case .option: "Este valor no figura entre las opciones."
    case .exclusive: "Una de las opciones elegidas excluye a las demás."
    case .number: "Debe ser un número."
    case .wholeNumber: "Debe ser un número entero."
    case .date: "Debe ser una fecha."
    case .time: "Debe ser una hora del día."
    case .yes: "sí"
    case .no: "no"
    }
  }
}
