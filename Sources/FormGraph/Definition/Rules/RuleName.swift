// The names of rules, for reading, writing and messages. A rule with a key of its own in place of a
// `type` is named after the key.

import Predicate

/// The types of rules in a form file.
enum RuleName: String, CaseIterable {
  case required, notBlank
  case email, url, phone, postcode, password, containsNumber, containsCapital, containsLowercase
  case minLength, maxLength, exactLength
  case greaterThan, greaterOrEqualThan, smallerThan, smallerOrEqualThan
  case regex, equals, predicate

  /// Whether the name alone makes a complete rule.
  var isWhole: Bool { kindAlone != nil }

  /// The kind that the name alone makes; nil if the rule needs more.
  var kindAlone: RuleDefinition.Kind? {
    switch self {
    case .required: .required
    case .notBlank: .notBlank
    default: RuleDefinition.TextShape(rawValue: rawValue).map { .text($0) }
    }
  }

  /// The keys of the rule, besides the keys of every rule.
  var keys: [FormKey] {
    switch self {
    case .required, .notBlank: []
    case .email, .url, .phone, .postcode, .password, .containsNumber, .containsCapital,
      .containsLowercase:
      [.trims]
    case .minLength, .maxLength, .exactLength, .greaterThan, .greaterOrEqualThan, .smallerThan,
      .smallerOrEqualThan:
      [.value]
    case .regex: [.pattern, .trims]
    case .equals: [.tag, .value]
    case .predicate: [.predicate]
    }
  }

  /// A hint that shows how to write the rule.
  var shape: String {
    switch self {
    case .minLength, .maxLength, .exactLength:
      "write {\"type\": \"\(rawValue)\", \"value\": 8}"
    case .greaterThan, .greaterOrEqualThan, .smallerThan, .smallerOrEqualThan:
      "write {\"type\": \"\(rawValue)\", \"value\": 18}"
    case .regex: #"write {"type": "regex", "pattern": "[A-Z]{2}[0-9]+"}"#
    case .equals: #"write {"type": "equals", "tag": "password"}"#
    case .predicate: #"write {"predicate": "SELF > 0", "message": "…"}"#
    default: "write \"\(rawValue)\""
    }
  }
}

extension RuleDefinition.Kind {
  /// The name of a kind of rule in a form file.
  enum Name {
    /// The name is under `type`.
    case type(RuleName)
    /// The name is the key that makes the object a rule.
    case key(FormKey)

    var text: String {
      switch self {
      case .type(let name): name.rawValue
      case .key(let key): key.text
      }
    }
  }

  /// The name of the rule in a form file.
  var name: Name {
    switch self {
    case .required: .type(.required)
    case .notBlank: .type(.notBlank)
    case .minLength: .type(.minLength)
    case .maxLength: .type(.maxLength)
    case .exactLength: .type(.exactLength)
    case .text(let shape): .type(shape.name)
    case .regex: .type(.regex)
    case .comparison(let comparison, _): .type(comparison.name)
    case .equals: .type(.equals)
    case .predicate: .key(.predicate)
    case .function: .key(.function)
    case .asyncFunction: .key(.asyncFunction)
    case .allOf: .key(.allOf)
    case .anyOf: .key(.anyOf)
    }
  }
}

extension RuleDefinition.TextShape {
  fileprivate var name: RuleName {
    switch self {
    case .email: .email
    case .url: .url
    case .phone: .phone
    case .postcode: .postcode
    case .password: .password
    case .containsNumber: .containsNumber
    case .containsCapital: .containsCapital
    case .containsLowercase: .containsLowercase
    }
  }
}

extension RuleDefinition.Comparison {
  fileprivate var name: RuleName {
    switch self {
    case .greaterThan: .greaterThan
    case .greaterOrEqualThan: .greaterOrEqualThan
    case .smallerThan: .smallerThan
    case .smallerOrEqualThan: .smallerOrEqualThan
    }
  }
}
