// Which standard messages a row can show: those of rules, bounds and options that have no message
// of their own.

import Predicate

extension RowDefinition {
  /// The standard messages that the row can show.
  package var standardMessages: Set<MessageID> {
    var ids: Set<MessageID> = []
    addStandardMessages(to: &ids)
    return ids
  }

  func addStandardMessages(to ids: inout Set<MessageID>) {
    if let required, required.source != .constant(false), requiredMessage == nil {
      ids.insert(.required)
    }
    for rule in rules { ids.formUnion(rule.messagesShown) }
    let kind = type.valueKind
    if kind == .bool { ids.formUnion([.yes, .no]) }
    func add(_ isThere: Bool, _ number: MessageID, _ date: MessageID, _ choices: MessageID) {
      guard isThere else { return }
      ids.insert(kind.holdsDates ? date : kind == .choices ? choices : number)
    }
    add(bounds.minimum != nil, .greaterOrEqualThan, .notBefore, .minChoices)
    add(bounds.maximum != nil, .smallerOrEqualThan, .notAfter, .maxChoices)
    if bounds.step != nil {
      // A formula that yields nil sets no minimum.
      if bounds.minimum?.fixed == nil { ids.insert(.step) }
      if bounds.minimum != nil { ids.insert(.stepFrom) }
    }
    if bounds.minuteInterval != nil { ids.insert(.minuteInterval) }
    guard hasOptions else { return }
    ids.insert(.option)
    if kind == .choices, options?.written?.contains(where: \.isExclusive) ?? false {
      ids.insert(.exclusive)
    }
  }
}

extension RuleDefinition {
  /// The standard messages that the rule and its parts can show.
  ///
  /// Rules are at most `maximumDepth` deep here: the checker has refused deeper ones.
  fileprivate var messagesShown: Set<MessageID> { messagesShown(depth: 0) }

  private func messagesShown(depth: Int) -> Set<MessageID> {
    guard depth <= RuleDefinition.maximumDepth else { return [] }
    var ids: Set<MessageID> = message == nil ? [standardMessage.id] : []
    guard let parts = parts?.rules, message?.says(.messages) ?? true else { return ids }
    for part in parts { ids.formUnion(part.messagesShown(depth: depth + 1)) }
    return ids
  }
}

extension ValueKind {
  /// The message about a typed text that is not a value of the kind; nil if every text is a value.
  ///
  /// No row shows those about numbers and dates, so a form in several languages need not translate
  /// them.
  package var messageOfTyped: MessageID? {
    switch self {
    case .int: .wholeNumber
    case .decimal: .number
    case .date, .day: .date
    case .time: .time
    case .bool, .choices: .option
    case .none, .any, .text, .choice: nil
    }
  }
}
