// What a live form can be asked.

public import Foundation
public import Predicate

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

  /// What the host wanted to keep with the form.
  public var extra: Value? { given.value.extra }

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
