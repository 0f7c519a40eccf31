// What the rules of a row say, in words: the message of the rule, or else the standard message,
// filled with its parameters.

import Predicate

extension FormState {
  /// The error of a rule that a value does not meet.
  ///
  /// - Parameters:
  ///   - rule: A rule of the row, or a part of one.
  ///   - index: The index of the rule among all rules of the row; nil of what the key `required`
  ///     says.
  ///   - told: What is said in place of the rule's message, such as why the rule could not run.
  ///   - value: The value of the row.
  ///   - row: The row.
  ///   - topology: What the row is part of.
  /// - Returns: The error. Recursion is bounded by `RuleDefinition.maximumDepth`.
  func error(
    of rule: RuleDefinition, at index: Int?, told: String? = nil, _ value: Value,
    of row: RowRecord, in topology: Topology
  ) -> RowError {
    let standard = standardMessage(of: rule, at: index, value, of: row, in: topology)
    let message =
      told ?? message(of: rule, standard, at: index, value, of: row, in: topology)
    return RowError(
      message, severity: rule.severity, id: rule.id, messageID: standard.id,
      parameters: standard.parameters)
  }

  /// The error of a value that breaks what no rule says, such as a bound.
  func error(
    _ standard: StandardMessage, id: String? = nil, _ value: Value, of row: RowRecord,
    in topology: Topology
  ) -> RowError {
    let message = text(of: standard, in: topology) { parameter in
      text(of: parameter, standard, value, of: row, in: topology)
    }
    return RowError(message, id: id, messageID: standard.id, parameters: standard.parameters)
  }

  /// A standard message about a value that somebody tried to give a row.
  func message(
    _ id: MessageID, _ value: Value, of row: RowRecord, in topology: Topology
  ) -> String { error(StandardMessage(id), value, of: row, in: topology).message }

  // MARK: - Standard messages

  /// The standard message of a rule, with everything that does not follow from the value.
  private func standardMessage(
    of rule: RuleDefinition, at index: Int?, _ value: Value, of row: RowRecord,
    in topology: Topology
  ) -> StandardMessage {
    var standard = rule.standardMessage
    func set(_ parameter: MessageParameter, _ text: String) {
      standard.parameters[parameter.rawValue] = .string(text)
    }
    if case .equals(let tag) = rule.kind {
      if let other = self.row(named: tag, beside: row, in: topology) {
        set(.other, title(of: topology.row(other), in: topology))
      }
    } else if let parts = rule.parts?.rules, let index {
      set(.messages, messages(of: parts, behind: index, value, of: row, in: topology))
    }
    return standard
  }

  /// The row that a rule of another row names: of the same item first; of a section to choose from,
  /// its choice.
  private func row(
    named tag: String, beside row: RowRecord, in topology: Topology
  ) -> RowIndex? {
    let own = row.item.flatMap { topology.member(named: tag, in: $0) }
    return switch own ?? topology.member(named: tag) {
    case .row(let row): row
    case .section(let section): topology.section(section).choice
    case nil: nil
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
      texts.append(error(of: part, at: next, value, of: row, in: topology).message)
      next += [part].allInOrder.count
    }
    return texts.joined(separator: " ")
  }

  // MARK: - Messages of rules

  private func message(
    of rule: RuleDefinition, _ standard: StandardMessage, at index: Int?, _ value: Value,
    of row: RowRecord, in topology: Topology
  ) -> String {
    func filled(_ parameter: MessageParameter) -> String {
      text(of: parameter, standard, value, of: row, in: topology)
    }
    guard let message = rule.message else { return text(of: standard, in: topology, filled) }
    if row.hasOthers,
      let node = row.properties[index.map { .message($0) } ?? .requiredMessage]
    {
      guard case .array(let parts) = facts[node.index],
        case .property(let property)? = topology.node(node)
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
    guard TextParts.hasBraces(written),
      let parts = try? TextParts(written, parameters: rule.messageParameters)
    else { return written }
    return parts.filled(filled)
  }

  // MARK: - Parameters

  private func text(
    of parameter: MessageParameter, _ standard: StandardMessage, _ value: Value,
    of row: RowRecord, in topology: Topology
  ) -> String {
    switch parameter {
    case .title: return title(of: row, in: topology)
    case .value: return display(of: value, of: row) ?? ""
    case .placeholder: return said(.placeholder, of: row, in: topology)
    case .help: return said(.help, of: row, in: topology)
    case .length:
      let length = if case .string(let text) = value { text.count } else { 0 }
      return printed(.int(Int64(length)))
    case .count:
      let count = if case .array(let members) = value { members.count } else { 0 }
      return printed(.int(Int64(count)))
    default:
      return printed(
        standard.parameters[parameter.rawValue] ?? .null, of: row.content, as: standard.dateKind)
    }
  }
}

// MARK: - Now or before

extension StateReading where Self: ~Copyable {
  /// What is wrong with the number of items of a list that is visible, enabled and out of bounds.
  func verdict(
    ofListOutOfBounds id: SectionIndex, in topology: Topology, _ outline: Outline
  ) -> [RowError] {
    let section = topology.section(id)
    let (minimum, maximum) = bounds(of: section)
    let count = outline.items.count(of: section.itemList)
    let standard: StandardMessage
    if let minimum, count < minimum {
      standard = StandardMessage(.minItems, [.minimum: .int(Int64(minimum))])
    } else if let maximum {
      standard = StandardMessage(.maxItems, [.maximum: .int(Int64(maximum))])
    } else {
      return []
    }
    return [error(standard, of: section, count: count, in: topology)]
  }

  /// The error of a section that has, or would have, too few or too many items.
  func error(
    _ standard: StandardMessage, of section: SectionRecord, count: Int, in topology: Topology
  ) -> RowError {
    let message = text(of: standard, in: topology) { parameter in
      switch parameter {
      case .title: title(of: section)
      case .placeholder: said(.placeholder, of: section)
      case .help: said(.help, of: section)
      case .count: printed(.int(Int64(count)))
      default: printed(standard.parameters[parameter.rawValue] ?? .null)
      }
    }
    return RowError(message, messageID: standard.id, parameters: standard.parameters)
  }

  /// A standard message in the language that people read.
  fileprivate func text(
    of standard: StandardMessage, in topology: Topology, _ filled: (MessageParameter) -> String
  ) -> String {
    let id = standard.id
    let text = topology.graph.standardTexts.text(of: id, in: locale.language)
    let count = id.counter.flatMap { standard.parameters[$0.rawValue] }
    return text?.parts(countedBy: count).filled(filled) ?? ""
  }

  /// A parameter as people read it: a number as their language writes it, a date as its row shows
  /// it.
  fileprivate func printed(
    _ value: Value, of row: RowDefinition? = nil, as kind: DateKind? = nil
  ) -> String {
    if let kind { return locale.text(of: value, as: kind) }
    if case .date = value, let row { return locale.text(of: value, in: row) }
    return locale.text(of: value)
  }
}

extension TextParts {
  /// The text with its parameters filled in; formulas print nothing.
  fileprivate func filled(_ text: (MessageParameter) -> String) -> String {
    parts.reduce(into: "") { whole, part in
      switch part {
      case .literal(let literal): whole += literal
      case .parameter(let parameter): whole += text(parameter)
      case .formula: break
      }
    }
  }
}
