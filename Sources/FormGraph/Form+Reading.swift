// What a live form can be asked.

public import Foundation
public import Predicate

/// A row of a live form at one moment.
public struct RowState: Hashable, Sendable {
  /// The row's name for its life, with or without a tag.
  public let id: RowID
  /// What the row is called: its tag or, in an item, its address, `phones[2].number`.
  public let name: String?
  /// What messages call the row: its title, else its tag.
  ///
  /// A section to choose from and a section of plain values lend their title, else their tag.
  public let title: String
  /// The item it is part of, in a section with items.
  public let item: ItemID?
  /// The row as it was defined: texts, type, options.
  public let definition: RowDefinition
  /// The stored value.
  public let value: Value
  /// What can be chosen now; nil where there are no options.
  public let options: [OptionDefinition]?
  /// The values of the options that a user can neither choose nor give up now.
  public let disabledOptions: [Value]
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
  /// Whether the user has left the row at least once.
  public let wasBlurred: Bool
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
  /// Whether all visible rows are valid, and there are as many items as there must be.
  public let isValid: Bool
  /// What is wrong with the section itself: that it has too few items, while it is shown and
  /// enabled.
  public let verdict: [RowError]
  /// All rows, hidden ones too, in declaration order; of a section with items, those of all items.
  public let rows: [RowState]
  /// The items, in order; nil for a section that has none to have.
  public let items: [ItemState]?
  /// Whether a user can add an item: the section is shown and enabled, allows it, and is not full.
  public let canInsert: Bool

  /// The section's tag.
  public var tag: String? { definition.tag }

  /// The rows a list would show, in order: none of a hidden or collapsed section.
  public var visibleRows: [RowState] {
    isHidden || definition.isCollapsed ? [] : rows.filter { !$0.isHidden }
  }
}

/// An item of a section at one moment.
public struct ItemState: Hashable, Sendable {
  /// The item's name for its life.
  public let id: ItemID
  /// Its rows, in the order of the template.
  public let rows: [RowState]
  /// The item as conditions see it: an object by the template's tags, or the value itself.
  public let value: Value
  /// Whether a user can take the item away: its section is shown and enabled, allows it and has
  /// more items than it must have, and not every row of the item is disabled.
  public let canDelete: Bool
  /// Whether a user can move the item: its section is shown and enabled, allows it, and has
  /// another.
  public let canMove: Bool
}

extension Form {
  /// The row with a tag, or of an item at an address like `phones[2].number`; under the tag of a
  /// section to choose from the row that holds what is chosen; nil where there is none.
  public subscript(tag: String) -> RowState? { row(tag).map(members.row) }

  /// The row of an id that this form gave; nil where the row is no longer there.
  public subscript(row: RowID) -> RowState? { outline.rows.contains(row) ? members.row(row) : nil }

  /// The section of an id that this form gave; nil where the section is no longer there.
  public subscript(section: SectionID) -> SectionState? {
    outline.sections.contains(section) ? members.section(section) : nil
  }

  /// The item of an id that this form gave; nil where the item is no longer there.
  public subscript(item: ItemID) -> ItemState? {
    outline.items.contains(item) ? members.item(item) : nil
  }

  /// The section with a tag; nil where there is none.
  public func section(_ tag: String) -> SectionState? {
    guard case .section(let section)? = topology.member(named: tag) else { return nil }
    return members.section(section)
  }

  func row(_ name: String) -> RowID? {
    if case .row(let row)? = engine.found(.tag(name)) { return row }
    return nil
  }

  /// All sections, hidden ones too, in declaration order.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var sections: [SectionState] { outline.sectionsInOrder.map(members.section) }

  /// The sections a list would show.
  public var visibleSections: [SectionState] { sections.filter { !$0.isHidden } }

  /// The inputs with their values, in declaration order.
  public var inputs: ValueDictionary {
    ValueDictionary(topology.inputs.enumerated().map { ($1.name, state.inputs[$0]) })
  }

  /// The form's own texts.
  public var texts: Texts { given.value.texts }

  /// What `now()` gives.
  public var now: Date { state.now }

  /// How many conditions, rules and formulas the form has; equal conditions are one.
  public var conditionCount: Int { topology.conditionCount }

  /// Whether no visible row is invalid, and no section that is shown and enabled has fewer items
  /// than it must have.
  public var canSubmit: Bool { state.canSubmit }

  /// The first visible row that is invalid; nil too where only sections have too few items.
  ///
  /// - Complexity: O(n).
  public var firstInvalid: RowState? {
    guard case .row(let row)? = state.firstInvalid(outline, in: topology, amongRows: true) else {
      return nil
    }
    return members.row(row)
  }

  /// What the first is called that stands against submitting: a row, or a section with too few
  /// items.
  var firstInvalidName: String? {
    state.firstInvalid(outline, in: topology).flatMap { outline.name(of: $0, in: topology) }
  }

  /// The values of all rows that hold one and have a name or a tag, under it, nil included; under
  /// the tag of a section with items the list of these.
  ///
  /// - Parameter includingHidden: Whether hidden rows are among them.
  /// - Returns: The values in declaration order.
  /// - Complexity: O(n).
  public func values(includingHidden: Bool = false) -> ValueDictionary {
    var values = ValueDictionary()
    for section in outline.sectionsInOrder {
      guard includingHidden || !state.attributes.isHidden(section) else { continue }
      let record = topology.section(section)
      if record.template != nil {
        guard let tag = record.definition.value.tag else { continue }
        values[tag] = .array(
          outline.items(of: section, in: topology).map {
            members.value(of: $0, includingHidden: includingHidden)
          })
        continue
      }
      for id in outline.rows(of: section, in: topology) {
        let row = topology.row(id)
        guard let name = row.content.name ?? row.content.tag, row.kind != .none,
          includingHidden || !state.attributes.isHidden(id, in: topology)
        else { continue }
        values[name] = state.values[id.index]
      }
    }
    return values
  }

  /// The values as an object of JSON: nil is null, dates are ISO 8601 text.
  ///
  /// - Parameter includingHidden: Whether those of hidden rows are among them.
  /// - Returns: The text, on one line.
  /// - Complexity: O(n).
  public func answersJSON(includingHidden: Bool = false) -> String {
    JSONWriter.text(of: .dictionary(values(includingHidden: includingHidden)))
  }

  /// The conditions, rules and formulas that cannot be evaluated now, in declaration order.
  public var problems: [FormProblem] {
    ProblemSource(topology: topology, outline: outline).problems(
      state.single.failing.compactMap { node in state.problems[node.index].map { (node, $0) } })
  }

  private var members: MemberStates {
    MemberStates(topology: topology, outline: outline, engine.held)
  }
}

extension ValueDictionary {
  /// Reads answers.
  init(answers json: [UInt8], within maximumBytes: Int) throws(EditError) {
    func unreadable(_ message: String, hint: String? = nil) -> EditError {
      EditError(reasons: [
        EditError.Reason(kind: .wrongType, tag: "", message: message, hint: hint)
      ])
    }
    let root: JSONElement
    do throws(Problem) {
      root = try JSONReader.readDistinct(json, maximumBytes: maximumBytes)
    } catch {
      let place = error.range.map { " at byte \($0.lowerBound + 1)" } ?? ""
      throw unreadable("the answers cannot be read: \(error.message)\(place)", hint: error.hint)
    }
    guard case .dictionary(let answers) = root.value else {
      throw unreadable("answers are an object of tags and values, not \(root.value.kindName)")
    }
    self = answers
  }
}
