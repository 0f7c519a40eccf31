// The standard messages in Portuguese. Not yet read by a native speaker. The Portuguese of Brazil,
// as CLDR has it under this tag. Dates and times stand after a colon, because their articles
// differ.

extension BuiltInTexts {
  static let portuguese = BuiltInTexts("pt") { id in
    switch id {
    case .required: "Este campo é obrigatório."
    case .notBlank: "Não pode conter apenas espaços."
    case .email: "Informe um endereço de e-mail válido."
    case .url: "Informe um endereço da web válido."
    case .phone: "Informe um número de telefone válido."
    case .postcode: "Informe um código postal britânico válido."
    case .password: "Digite de 8 a 30 caracteres."
    case .containsNumber: "Inclua pelo menos um dígito."
    case .containsCapital: "Inclua pelo menos uma letra maiúscula."
    case .containsLowercase: "Inclua pelo menos uma letra minúscula."
    case .minLength:
      [
        "one": "Digite pelo menos {minimum} caractere.",
        "many": "Digite pelo menos {minimum} de caracteres.",
        "other": "Digite pelo menos {minimum} caracteres.",
      ]
    case .maxLength:
      [
        "one": "Digite no máximo {maximum} caractere.",
        "many": "Digite no máximo {maximum} de caracteres.",
        "other": "Digite no máximo {maximum} caracteres.",
      ]
    case .exactLength:
      [
        "one": "Digite exatamente {expected} caractere.",
        "many": "Digite exatamente {expected} de caracteres.",
        "other": "Digite exatamente {expected} caracteres.",
      ]
    case .greaterThan: "O valor deve ser maior que {minimum}."
    case .greaterOrEqualThan: "O valor mínimo é {minimum}."
    case .smallerThan: "O valor deve ser menor que {maximum}."
    case .smallerOrEqualThan: "O valor máximo é {maximum}."
    case .after: "Deve ser depois desta data ou hora: {minimum}."
    case .notBefore: "Não pode ser antes desta data ou hora: {minimum}."
    case .before: "Deve ser antes desta data ou hora: {maximum}."
    case .notAfter: "Não pode ser depois desta data ou hora: {maximum}."
    case .regex: "Este valor não tem o formato esperado."
    case .equals: "Os campos não coincidem."
    case .predicate, .function: "Este valor não é aceito."
    case .allOf: "{messages}"
    case .anyOf: "Pelo menos uma destas condições deve ser atendida: {messages}"
    case .minChoices: "Escolha pelo menos {minimum}."
    case .maxChoices: "Escolha no máximo {maximum}."
    case .minItems:
      [
        "one": "É necessário pelo menos {minimum} item.",
        "many": "São necessários pelo menos {minimum} de itens.",
        "other": "São necessários pelo menos {minimum} itens.",
      ]
    case .maxItems:
      [
        "one": "É permitido no máximo {maximum} item.",
        "many": "São permitidos no máximo {maximum} de itens.",
        "other": "São permitidos no máximo {maximum} itens.",
      ]
    case .step: "O valor deve ser um múltiplo de {step}."
    case .stepFrom: "São aceitos valores a partir de {minimum}, em intervalos de {step}."
    case .minuteInterval:
      [
        "one": "Informe minutos inteiros, sem segundos.",
        "many": "Os minutos devem ser múltiplos de {minutes}, sem segundos.",
        "other": "Os minutos devem ser múltiplos de {minutes}, sem segundos.",
      ]
    case .option: "Este valor não é uma das opções."
    case .exclusive: "Uma das opções escolhidas exclui as outras."
    case .number: "Informe um número."
    case .wholeNumber: "Informe um número inteiro."
    case .date: "Informe uma data."
    case .time: "Informe um horário."
    case .yes: "sim"
    case .no: "não"
    }
  }
}
