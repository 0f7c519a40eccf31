// The standard messages in the Portuguese of Portugal. Not yet read by a native speaker. Other
// words than in Brazil, and the plural rules of Portugal. Dates and times stand after a colon,
// because their articles differ.

extension BuiltInTexts {
  static let portugueseOfPortugal = BuiltInTexts("pt-PT") { id in
    switch id {
    case .required: "Este campo é obrigatório."
    case .notBlank: "Não pode conter apenas espaços."
    case .email: "Indique um endereço de e-mail válido."
    case .url: "Indique um endereço web válido."
    case .phone: "Indique um número de telefone válido."
    case .postcode: "Indique um código postal britânico válido."
    case .password: "Introduza de 8 a 30 caracteres."
    case .containsNumber: "Inclua pelo menos um algarismo."
    case .containsCapital: "Inclua pelo menos uma letra maiúscula."
    case .containsLowercase: "Inclua pelo menos uma letra minúscula."
    case .minLength:
      [
        "one": "Introduza pelo menos {minimum} carácter.",
        "many": "Introduza pelo menos {minimum} de caracteres.",
        "other": "Introduza pelo menos {minimum} caracteres.",
      ]
    case .maxLength:
      [
        "one": "Introduza no máximo {maximum} carácter.",
        "many": "Introduza no máximo {maximum} de caracteres.",
        "other": "Introduza no máximo {maximum} caracteres.",
      ]
    case .exactLength:
      [
        "one": "Introduza exatamente {expected} carácter.",
        "many": "Introduza exatamente {expected} de caracteres.",
        "other": "Introduza exatamente {expected} caracteres.",
      ]
    case .greaterThan: "O valor deve ser superior a {minimum}."
    case .greaterOrEqualThan: "O valor mínimo é {minimum}."
    case .smallerThan: "O valor deve ser inferior a {maximum}."
    case .smallerOrEqualThan: "O valor máximo é {maximum}."
    case .after: "Tem de ser posterior a esta data ou hora: {minimum}."
    case .notBefore: "Não pode ser anterior a esta data ou hora: {minimum}."
    case .before: "Tem de ser anterior a esta data ou hora: {maximum}."
    case .notAfter: "Não pode ser posterior a esta data ou hora: {maximum}."
    case .regex: "Este valor não tem o formato esperado."
    case .equals: "Os campos não coincidem."
    case .predicate, .function: "Este valor não é aceite."
    case .allOf: "{messages}"
    case .anyOf: "Pelo menos uma destas condições tem de ser cumprida: {messages}"
    case .minChoices: "Escolha pelo menos {minimum}."
    case .maxChoices: "Escolha no máximo {maximum}."
    case .minItems:
      [
        "one": "É necessário pelo menos {minimum} elemento.",
        "many": "São necessários pelo menos {minimum} de elementos.",
        "other": "São necessários pelo menos {minimum} elementos.",
      ]
    case .maxItems:
      [
        "one": "É permitido no máximo {maximum} elemento.",
        "many": "São permitidos no máximo {maximum} de elementos.",
        "other": "São permitidos no máximo {maximum} elementos.",
      ]
    case .step: "O valor deve ser um múltiplo de {step}."
    case .stepFrom: "São aceites valores a partir de {minimum}, em intervalos de {step}."
    case .minuteInterval:
      [
        "one": "Indique minutos inteiros, sem segundos.",
        "many": "Os minutos devem ser múltiplos de {minutes}, sem segundos.",
        "other": "Os minutos devem ser múltiplos de {minutes}, sem segundos.",
      ]
    case .option: "Este valor não é uma das opções."
    case .exclusive: "Uma das opções escolhidas exclui as restantes."
    case .number: "Indique um número."
    case .wholeNumber: "Indique um número inteiro."
    case .date: "Indique uma data."
    case .time: "Indique uma hora."
    case .yes: "sim"
    case .no: "não"
    }
  }
}
