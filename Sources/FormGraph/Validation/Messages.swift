// What the rules of a row say, in words: the message of the rule, filled with its parameters, or
// the standard text.

import Predicate

extension FormState {
  /// What a rule says of a value.
  ///
  /// - Parameters:
  ///   - rule: A rule of the row, or a part of one.
  ///   - index: The index of the rule among all rules of the row; nil if the row has no such rule.
  ///   - value: The value of the row.
  ///   - row: The row.
  ///   - topology: What the row is part of.
  /// - Returns: The text. Recursion is bounded by `RuleDefinition.maximumDepth`.
  func message(
    of rule: RuleDefinition, at index: Int?, _ value: Value, of row: RowRecord,
    in topology: Topology
  ) -> String {
    guard let message = rule.message else {
      return standardMessage(of: rule, at: index, value, of: row, in: topology)
    }
    func filled(_ parameter: MessageParameter) -> String {
      self.text(of: parameter, rule, at: index, value, of: row, in: topology)
    }
    let parameters = rule.messageParameters
    if let index, row.hasOthers, let node = row.properties[.message(index)] {
      guard case .array(let parts) = facts[node.index],
        case .property(let property) = topology.nodes[node.index]
      else { return "" }
      let variant = property.variants[variant(of: property, in: topology)]
      return zip(variant.parts, parts).reduce(into: "") { text, part in
        if case .parameter(let parameter) = part.0 {
          text += filled(parameter)
        } else if case .string(let literal) = part.1 {
          text += literal
        }
      }
    }
    let written = message.description
    guard TextParts.hasBraces(written), let parts = try? TextParts(written, parameters: parameters)
    else { return written }
    return parts.parts.reduce(into: "") { text, part in
      switch part {
      case .literal(let literal): text += literal
      case .parameter(let parameter): text += filled(parameter)
      case .formula: break
      }
    }
  }

  private func standardMessage(
    of rule: RuleDefinition, at index: Int?, _ value: Value, of row: RowRecord,
    in topology: Topology
  ) -> String {
    switch rule.kind {
    case .allOf, .anyOf:
      let isAll = if case .allOf = rule.kind { true } else { false }
      guard let index, let parts = rule.parts?.rules, !parts.isEmpty else {
        return "This value is not accepted."
      }
      let texts = messages(of: parts, behind: index, value, of: row, in: topology)
      return (isAll ? "" : "One of these must hold: ") + texts
    default: return rule.standardText
    }
  }

  /// What the parts of a rule say.
  private func messages(
    of parts: [RuleDefinition], behind index: Int, _ value: Value, of row: RowRecord,
    in topology: Topology
  ) -> String {
    var next = index + 1
    var texts: [String] = []
    for part in parts {
      texts.append(message(of: part, at: next, value, of: row, in: topology))
      next += [part].allInOrder.count
    }
    return texts.joined(separator: " ")
  }

  private func text(
    of parameter: MessageParameter, _ rule: RuleDefinition, at index: Int?, _ value: Value,
    of row: RowRecord, in topology: Topology
  ) -> String {
    switch parameter {
    case .title: title(of: row, in: topology)
    case .value: display(of: value, of: row) ?? ""
    case .other:
      if case .equals(let tag) = rule.kind, case .row(let other)? = topology.member(named: tag) {
        title(of: topology.row(other), in: topology)
      } else {
        ""
      }
    case .messages:
      if let parts = rule.parts?.rules, let index {
        messages(of: parts, behind: index, value, of: row, in: topology)
      } else {
        ""
      }
    case .length:
      if case .string(let text) = value { shown(.int(Int64(text.count))) } else { "0" }
    case .minimum, .maximum, .expected, .count, .pattern, .step, .minutes:
      shown(rule.parameterValue)
    }
  }
}

extension RuleDefinition {
  /// The value that the rule compares with, and that its message can name.
  fileprivate var parameterValue: Value {
    switch kind {
    case .minLength(let count), .maxLength(let count), .exactLength(let count): .int(Int64(count))
    case .comparison(_, let bound): bound
    case .regex(let pattern): .string(pattern)
    default: .null
    }
  }
}
