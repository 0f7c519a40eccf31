// What a message can be filled with: `Must have at least {minimum} characters.`

import Predicate

/// Something that a message can say about the row, its value and its rule.
public enum MessageParameter: String, Sendable, Hashable, CaseIterable {
  /// The title of the row, or its tag.
  case title
  /// The value of the row.
  case value
  /// The placeholder and the help of the row; its title, if it has no such text.
  case placeholder, help
  /// The least or the greatest that is allowed.
  case minimum, maximum
  /// The length that is expected.
  case expected
  /// The length of the value.
  case length
  /// How many options are chosen, or how many items there are.
  case count
  /// The pattern.
  case pattern
  /// The title of the row whose value must be the same.
  case other
  /// The distance between two numbers, or between two times in minutes.
  case step, minutes
  /// The messages of the rules that this rule is made of.
  case messages
}

extension MessageParameter {
  /// What every message about a value can say.
  static let ofEveryMessage: [MessageParameter] = [.title, .value, .placeholder, .help]

  /// Whether the parameter stands for a number, or for a date in a message about dates.
  var isNumber: Bool {
    switch self {
    case .minimum, .maximum, .expected, .length, .count, .step, .minutes: true
    case .title, .value, .placeholder, .help, .pattern, .other, .messages: false
    }
  }

  /// The parameter that was probably meant by a word; nil if none is similar.
  ///
  /// `max` stands for `maximum`.
  package static func nearest(
    to word: String, among parameters: [MessageParameter]
  ) -> MessageParameter? {
    let names = parameters.map(\.rawValue)
    let name =
      names.first { word.count >= 3 && $0.hasPrefix(word.lowercased()) }
      ?? Spelling.nearest(to: word, among: names)
    return name.flatMap(MessageParameter.init)
  }
}

extension RuleDefinition {
  /// What a message of the rule can say.
  package var messageParameters: [MessageParameter] {
    standardMessage.id.allParameters
  }
}
