// Follows causes from row to row: `bmi` is nil, because `height` is nil. Each cause is one
// statement about a member, with the texts that decide it and what they read.

public import Predicate

/// Something that holds of a form now, such as "switchTag is false" or "message is hidden".
public struct Statement: Hashable, Sendable {
  /// What the statement is about.
  public enum Aspect: Hashable, Sendable {
    /// The value of a row, an input or a column of a list.
    case value
    /// An attribute of a row or a section.
    case attribute(Attribute)
    /// The number of items of a list.
    case count
  }

  /// The tag or the address of the member, or the name of the input.
  public let name: String
  /// What the statement is about.
  public let aspect: Aspect
  /// The value; of an attribute, true or false.
  public let value: Value
  /// The member, if the statement is about one.
  let member: Member?
}

/// A statement with the texts that decide it.
public struct Cause: Hashable, Sendable {
  /// What holds.
  public let statement: Statement
  /// The texts that decide it now.
  public let reasons: [Reason]

  /// What the statement comes from, without repetitions.
  public var sources: [Statement] {
    var known: Set<Statement> = []
    return reasons.flatMap(\.sources).filter { $0 != statement && known.insert($0).inserted }
  }
}

extension Form {
  /// The largest number of causes that are followed.
  static let maximumCauses = 100

  /// Why a row or a section has its state, followed from member to member.
  ///
  /// The first causes are about the member itself: each attribute that a text decides, its value
  /// if a formula gives it or hiding takes it, and the number of items if a formula counts them.
  /// The causes of what these read follow, the nearest first. What a user has entered has no cause.
  ///
  /// - Parameter tag: The tag or the address of a row or a section.
  /// - Returns: The causes, at most 100, each once; nil if the tag is unknown.
  /// - Complexity: The evaluation of each text that is listed.
  public func causes(of tag: String) -> [Cause]? {
    guard let member = explained(tag) else { return nil }
    var causes = Attribute.allCases.compactMap { cause(of: statement(.attribute($0), of: member)) }
    let other: Statement =
      switch member {
      case .row(let row): statement(valueOf: row)
      case .section: statement(.count, of: member)
      }
    if let cause = cause(of: other) { causes.append(cause) }
    var known = Set(causes.map(\.statement))
    var next = 0
    while next < causes.count, causes.count < Self.maximumCauses {
      for source in causes[next].sources where known.insert(source).inserted {
        if let cause = cause(of: source) { causes.append(cause) }
      }
      next += 1
    }
    return causes
  }

  /// What decides a statement; nil if no text does.
  private func cause(of statement: Statement) -> Cause? {
    guard let member = statement.member else { return nil }
    let all = explain(member)
    let reasons: [Reason]
    switch statement.aspect {
    case .count: reasons = all.filter { $0.subject == .count }
    case .value:
      let isTaken = statement.value == .null && isValueTaken(from: member)
      reasons = all.filter { reason in
        isTaken
          ? reason.subject == .attribute(.hidden) && reason.result == true
          : reason.subject == .value || reason.subject == .suggestion(follows: true)
      }
    case .attribute(.valid):
      guard statement.value == false else { return nil }
      reasons = all.filter { reason in
        if case .rule(let rule) = reason.subject {
          rule.severity == .error && reason.result == false
        } else {
          reason.subject == .attribute(.required) && reason.result == true
            && lacksValue(member)
        }
      }
    case .attribute(let attribute):
      let deciding = all.filter { $0.subject == .attribute(attribute) }
      let holding = deciding.filter { $0.result == true }
      reasons = holding.isEmpty ? deciding : holding
    }
    return reasons.isEmpty ? nil : Cause(statement: statement, reasons: reasons)
  }

  /// Whether a row has no value, and a user can give it one.
  private func lacksValue(_ member: Member) -> Bool {
    guard case .row(let row) = member else { return false }
    return state.values[row.index].isEmpty
      && !state.attributes.isDisabledBySaying(row, in: topology)
  }

  /// Whether conditions read nil because the row is hidden.
  private func isValueTaken(from member: Member) -> Bool {
    guard case .row(let row) = member else { return false }
    return topology.row(row).hiddenValues != .keep && state.attributes.isHidden(row, in: topology)
  }

  // MARK: - Statements

  private func statement(valueOf row: RowIndex) -> Statement {
    statement(.value, of: .row(row))
  }

  private func statement(_ aspect: Statement.Aspect, of member: Member) -> Statement {
    let value: Value =
      switch (aspect, member) {
      case (.attribute(let attribute), _):
        .bool(state.value(attribute, of: member, topology, outline))
      case (.count, .section(let list)): state.value(of: .count, in: list, topology, outline)
      case (_, .row(let row)): state.readValue(of: row, in: topology)
      case (_, .section): .null
      }
    return Statement(
      name: outline.name(of: member, in: topology) ?? "a row without a tag", aspect: aspect,
      value: value, member: member)
  }

  /// What a slot holds, as a statement; nil for a row that is no part of the form.
  func statement(about slot: Slot) -> Statement? {
    switch slot {
    case .input(let input):
      return Statement(
        name: topology.graph.inputs[input.index].name, aspect: .value, value: state.value(of: slot),
        member: nil)
    case .value(let row): return statement(valueOf: row)
    case .fact(let node):
      guard case .fact(let fact)? = topology.node(node) else { return nil }
      switch fact {
      case .attribute(let attribute, let member):
        return statement(.attribute(attribute), of: member)
      case .visibleValue(let row), .display(let row): return statement(valueOf: row)
      case .items(let section, let view): return statement(about: view, of: section, slot)
      }
    }
  }

  private func statement(
    about view: ItemsView, of section: SectionIndex, _ slot: Slot
  ) -> Statement? {
    guard let list = outline.name(of: section, in: topology) else { return nil }
    switch view {
    case .index(let item), .previous(let item, _), .templateName(let item):
      guard let name = outline.name(of: item, in: topology) else { return nil }
      let key =
        switch view {
        case .index: "index"
        case .templateName: ItemsDefinition.templateKey
        default: "previous"
        }
      return Statement(
        name: "\(name).\(key)", aspect: .value, value: state.value(of: slot), member: nil)
    case .column(let column), .fold(_, let column):
      let tag = topology.section(section).templates?.value.tag(column)
      return Statement(
        name: list + (tag.map { ".\($0)" } ?? ""), aspect: .value,
        value: state.value(of: .column(column), in: section, topology, outline), member: nil)
    case .count, .objects, .options:
      return Statement(
        name: list, aspect: .count,
        value: state.value(of: .count, in: section, topology, outline), member: .section(section))
    }
  }
}
