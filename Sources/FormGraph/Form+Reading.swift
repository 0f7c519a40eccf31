// What a live form can be asked.

public import Foundation
public import Predicate

/// A row of a live form at one moment.
public struct RowState: Hashable, Sendable {
  /// The row's name for its life, with or without a tag.
  public let id: RowID
  /// The row as it was defined: texts, type, options.
  public let definition: RowDefinition
  /// The stored value.
  public let value: Value
  /// Whether the row or its section is hidden.
  public let isHidden: Bool
  /// Whether the row is hidden by itself, whatever its section says.
  public let isHiddenItself: Bool
  /// Whether the row, its section or the form is disabled.
  public let isDisabled: Bool
  /// Whether the row is disabled by itself.
  public let isDisabledItself: Bool
  /// Whether there must be a value.
  public let isRequired: Bool
  /// Whether the value meets the rules, or the row is hidden.
  public let isValid: Bool
  /// What the rules say of the value, shown or not; nothing of a hidden row.
  public let verdict: [RowError]
  /// The errors that are shown; none while the row is hidden.
  public let errors: [RowError]

  /// The row's tag.
  public var tag: String? { definition.tag }
}

/// A section of a live form at one moment.
public struct SectionState: Hashable, Sendable {
  /// The section's name for its life, with or without a tag.
  public let id: SectionID
  /// The section as it was defined, without its rows.
  public let definition: SectionDefinition
  /// Whether the section is hidden.
  public let isHidden: Bool
  /// Whether the section or the form is disabled.
  public let isDisabled: Bool
  /// Whether the section is disabled by itself.
  public let isDisabledItself: Bool
  /// Whether all visible rows are valid.
  public let isValid: Bool
  /// All rows, hidden ones too, in declaration order.
  public let rows: [RowState]

  /// The section's tag.
  public var tag: String? { definition.tag }

  /// The rows a list would show, in order: none of a hidden or collapsed section.
  public var visibleRows: [RowState] {
    isHidden || definition.isCollapsed ? [] : rows.filter { !$0.isHidden }
  }
}

extension Form {
  /// The row with a tag; nil where there is none.
  public subscript(tag: String) -> RowState? {
    topology.row(named: tag).map(rowState)
  }

  /// The row of an id that this form gave.
  public subscript(row: RowID) -> RowState? {
    topology.rows.indices.contains(row.index) ? rowState(row) : nil
  }

  /// The section of an id that this form gave.
  public subscript(section: SectionID) -> SectionState? {
    topology.sections.indices.contains(section.index) ? sectionState(section) : nil
  }

  /// The section with a tag; nil where there is none.
  public func section(_ tag: String) -> SectionState? {
    guard case .section(let section)? = topology.member(named: tag) else { return nil }
    return sectionState(section)
  }

  /// All sections, hidden ones too, in declaration order.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var sections: [SectionState] { topology.order.map(sectionState) }

  /// The sections a list would show.
  public var visibleSections: [SectionState] { sections.filter { !$0.isHidden } }

  /// The inputs with their values, in declaration order.
  public var inputs: ValueDictionary {
    ValueDictionary(zip(topology.inputs.map(\.name), state.inputs))
  }

  /// The form's own texts.
  public var texts: Texts { definition.texts }

  /// What `now()` gives.
  public var now: Date { state.now }

  /// How many conditions, rules and formulas the form has; equal conditions are one.
  public var conditionCount: Int { topology.conditionCount }

  /// Whether no visible row is invalid.
  public var canSubmit: Bool { state.invalidVisibleRows == 0 }

  /// The first visible row that is invalid.
  ///
  /// - Complexity: O(n).
  public var firstInvalid: RowState? {
    topology.rowsInOrder.first { !state.attributes.isValid($0, in: topology) }.map(rowState)
  }

  /// The values of all rows that hold one and have a name or a tag, under it, nil included.
  ///
  /// - Parameter includingHidden: Whether hidden rows are among them.
  /// - Returns: The values in declaration order.
  /// - Complexity: O(n).
  public func values(includingHidden: Bool = false) -> ValueDictionary {
    var values = ValueDictionary()
    for id in topology.rowsInOrder {
      let row = topology.row(id)
      guard let name = row.definition.name ?? row.definition.tag, row.kind != .none,
        includingHidden || !state.attributes.isHidden(id, in: topology)
      else { continue }
      values[name] = state.values[id.index]
    }
    return values
  }

  /// The conditions, rules and formulas that cannot be evaluated now, in declaration order.
  public var problems: [FormProblem] {
    state.problems.keys.sorted(by: topology.isListed).compactMap {
      topology.problem(of: $0, in: state)
    }
  }

  private func rowState(_ id: RowID) -> RowState {
    let attributes = state.attributes
    let word = attributes.rows[id.index]
    let isHidden = attributes.isHidden(id, in: topology)
    return RowState(
      id: id, definition: topology.row(id).definition, value: state.values[id.index],
      isHidden: isHidden, isHiddenItself: word.contains(.hidden),
      isDisabled: attributes.isDisabled(id, in: topology),
      isDisabledItself: word.contains(.disabled), isRequired: word.contains(.required),
      isValid: attributes.isValid(id, in: topology),
      verdict: isHidden ? [] : state.verdicts[id] ?? [],
      errors: isHidden ? [] : state.errors[id] ?? [])
  }

  private func sectionState(_ id: SectionID) -> SectionState {
    let section = topology.section(id)
    return SectionState(
      id: id, definition: section.definition, isHidden: state.attributes.isHidden(id),
      isDisabled: state.attributes.isDisabled(id),
      isDisabledItself: state.attributes.word(of: id).contains(.disabled),
      isValid: state.value(.valid, of: .section(id), in: topology),
      rows: section.rows.map(rowState))
  }
}
