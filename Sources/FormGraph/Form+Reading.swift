// Reading a live form.

public import Foundation
public import Predicate

/// A row of a live form at one moment.
public struct RowState: Hashable, Sendable {
  /// The id of the row.
  ///
  /// It stays the same as long as the row exists.
  public let id: RowID
  /// The name of the row: its tag or, in an item, its address such as `phones[2].number`.
  public let name: String?
  /// The title of the row in messages: its title, or else its tag.
  ///
  /// For the choice of a section and for plain items, the title or the tag of the section is used.
  public let title: String
  /// The item that the row is part of; nil outside of items.
  public let item: ItemID?
  /// The definition of the row: texts, type, options.
  public let definition: RowDefinition
  /// The stored value.
  public let value: Value
  /// The options that can be chosen now; nil if the row has no options.
  public let options: [OptionDefinition]?
  /// The values of the options that a user can neither select nor deselect now.
  public let disabledOptions: [Value]
  /// Whether the row or its section is hidden.
  public let isHidden: Bool
  /// Whether the row is hidden by a condition of its own, whatever its section says.
  public let isHiddenItself: Bool
  /// Whether the row, its section or the form is disabled.
  ///
  /// A submit button is also disabled while the form cannot be submitted.
  public let isDisabled: Bool
  /// Whether the row is disabled by a condition of its own.
  public let isDisabledItself: Bool
  /// Whether the row must have a value.
  public let isRequired: Bool
  /// Whether the user has left the row at least once.
  public let wasBlurred: Bool
  /// Whether the value meets the rules, or the row is hidden.
  public let isValid: Bool
  /// The errors and warnings of the value, whether they are shown or not; empty for a hidden row.
  public let verdict: [RowError]
  /// The errors that are shown; empty while the row is hidden.
  public let errors: [RowError]

  /// The row's tag.
  public var tag: String? { definition.tag }
}

/// A section of a live form at one moment.
public struct SectionState: Hashable, Sendable {
  /// The id of the section.
  ///
  /// It stays the same as long as the section exists.
  public let id: SectionID
  /// The definition of the section, without its rows.
  public let definition: SectionDefinition
  /// Whether the section is hidden.
  public let isHidden: Bool
  /// Whether the section or the form is disabled.
  public let isDisabled: Bool
  /// Whether the section is disabled by a condition of its own.
  public let isDisabledItself: Bool
  /// Whether all visible rows are valid and there are enough items.
  ///
  /// A hidden section is valid.
  public let isValid: Bool
  /// The errors of the section itself.
  ///
  /// A visible and enabled section with too few items has one.
  public let verdict: [RowError]
  /// All rows, including hidden rows, in declaration order.
  ///
  /// In a section with items, the rows of all items.
  public let rows: [RowState]
  /// The items, in order; nil if the section does not hold items.
  public let items: [ItemState]?
  /// Whether a user can add an item: the section is visible and enabled, allows it, and is not
  /// full.
  public let canInsert: Bool

  /// The section's tag.
  public var tag: String? { definition.tag }

  /// The rows that a list shows, in order; empty for a hidden or collapsed section.
  public var visibleRows: [RowState] {
    isHidden || definition.isCollapsed ? [] : rows.filter { !$0.isHidden }
  }
}

/// An item of a section at one moment.
public struct ItemState: Hashable, Sendable {
  /// The id of the item.
  ///
  /// It stays the same as long as the item exists.
  public let id: ItemID
  /// Its rows, in the order of the template.
  public let rows: [RowState]
  /// The value of the item: a dictionary by the template's tags, or a plain value.
  public let value: Value
  /// Whether a user can delete the item.
  ///
  /// The section must be visible and enabled, allow it, and have more items than its minimum. At
  /// least one row of the item must be enabled.
  public let canDelete: Bool
  /// Whether a user can move the item: the section is visible and enabled, allows it, and has
  /// another item.
  public let canMove: Bool
}

extension Form {
  /// The row with a tag, or the row of an item at an address such as `phones[2].number`; nil if
  /// there is no such row.
  ///
  /// The tag of a section to choose from gives the row that holds its choice.
  public subscript(tag: String) -> RowState? { row(tag).map(members.row) }

  /// The row with an id from this form; nil if the row has been removed.
  public subscript(row: RowID) -> RowState? { outline.rows.contains(row) ? members.row(row) : nil }

  /// The section with an id from this form; nil if the section has been removed.
  public subscript(section: SectionID) -> SectionState? {
    outline.sections.contains(section) ? members.section(section) : nil
  }

  /// The item with an id from this form; nil if the item has been removed.
  public subscript(item: ItemID) -> ItemState? {
    outline.items.contains(item) ? members.item(item) : nil
  }

  /// The section with a tag; nil if there is no such section.
  public func section(_ tag: String) -> SectionState? {
    guard case .section(let section)? = topology.member(named: tag) else { return nil }
    return members.section(section)
  }

  func row(_ name: String) -> RowID? {
    if case .row(let row)? = engine.found(.tag(name)) { return row }
    return nil
  }

  /// All sections, including hidden sections, in declaration order.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var sections: [SectionState] { outline.sectionsInOrder.map(members.section) }

  /// The sections that are not hidden, in declaration order.
  public var visibleSections: [SectionState] { sections.filter { !$0.isHidden } }

  /// The inputs with their values, in declaration order.
  public var inputs: ValueDictionary {
    ValueDictionary(topology.inputs.enumerated().map { ($1.name, state.inputs[$0]) })
  }

  /// The form's own texts.
  public var texts: Texts { given.value.texts }

  /// The time that `now()` returns in conditions.
  public var now: Date { state.now }

  /// How many conditions, rules and formulas the form has.
  ///
  /// Equal conditions count once.
  public var conditionCount: Int { topology.conditionCount }

  /// Whether the form can be submitted: every visible row is valid, and every visible and enabled
  /// section has enough items.
  public var canSubmit: Bool { state.canSubmit }

  /// The first invalid visible row; nil if all are valid.
  ///
  /// A section with too few items does not count.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var firstInvalid: RowState? {
    guard case .row(let row)? = state.firstInvalid(outline, in: topology, amongRows: true) else {
      return nil
    }
    return members.row(row)
  }

  /// The name of the first member that prevents submitting: a row, or a section with too few items.
  var firstInvalidName: String? {
    state.firstInvalid(outline, in: topology).flatMap { outline.name(of: $0, in: topology) }
  }

  /// The values of all rows that hold a value and have a name or a tag, by that name, including
  /// nil.
  ///
  /// The tag of a section with items has the list of the items' values.
  ///
  /// - Parameter includingHidden: Whether to include the values of hidden rows.
  /// - Returns: The values in declaration order.
  /// - Complexity: O(n) in the number of rows.
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

  /// The values as a JSON object.
  ///
  /// Nil is written as null, and dates as ISO 8601 text.
  ///
  /// - Parameter includingHidden: Whether to include the values of hidden rows.
  /// - Returns: The text, on one line.
  /// - Complexity: O(n) in the number of rows.
  public func answersJSON(includingHidden: Bool = false) -> String {
    JSONWriter.text(of: .dictionary(values(includingHidden: includingHidden)))
  }

  /// The conditions, rules and formulas whose evaluation fails now, in declaration order.
  public var problems: [FormProblem] {
    ProblemSource(topology: topology, outline: outline).problems(
      state.single.failing.compactMap { node in state.problems[node.index].map { (node, $0) } })
  }

  private var members: MemberStates {
    MemberStates(topology: topology, outline: outline, engine.held)
  }
}

extension ValueDictionary {
  /// Reads answers from JSON.
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
