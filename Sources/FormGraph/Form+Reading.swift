// Reading a live form.

public import Foundation
public import Predicate

extension Form {
  /// The row with a tag or an id, or the row of an item at an address such as `phones[2].number`;
  /// nil if the form has no such row.
  ///
  /// The tag of a section to choose from gives the row that holds its choice. An id of another form
  /// gives nil.
  public subscript(row: some RowNaming) -> RowState? { self.row(row).map(moment.row) }

  subscript(row: RowIndex) -> RowState? { outline.rows.contains(row) ? moment.row(row) : nil }

  subscript(section: SectionIndex) -> SectionState? {
    outline.sections.contains(section) ? moment.section(section) : nil
  }

  /// The section with an id from this form; nil if the section has been removed.
  public subscript(section: SectionID) -> SectionState? {
    section.form == number ? self[section.index] : nil
  }

  /// The item with an id from this form; nil if the item has been removed.
  public subscript(item: ItemID) -> ItemState? {
    item.form == number && outline.items.contains(item.index) ? moment.item(item.index) : nil
  }

  /// The section with a tag or an id, or the section at an address in an item, such as
  /// `visits[1].drugs`.
  ///
  /// - Returns: nil if the form has no such section now.
  public func section(_ name: some SectionNaming) -> SectionState? {
    switch name.sectionName {
    case .id(let id): return self[id]
    case .tag(let tag):
      guard case .section(let section)? = engine.member(named: tag) else { return nil }
      return moment.section(section)
    }
  }

  /// The name of a row that every row has, also without a tag: `#r5`.
  ///
  /// It stays as long as the form lives, and no other row gets it. Edits and questions take it in
  /// place of a tag.
  package func id(of row: RowID) -> String { topology.id(of: .row(row.index)) }

  /// The definition of the row with a tag, at an address or with an id.
  package func rowDefinition(_ name: String) -> RowDefinition? {
    row(name).map { topology.row($0).content }
  }

  /// The definition of the section with a tag, at an address or with an id, without its rows.
  package func sectionDefinition(_ name: String) -> SectionDefinition? {
    guard case .section(let section)? = engine.member(named: name) else { return nil }
    return topology.section(section).definition.value
  }

  /// The row that has a name; nil if no row has it.
  func row(_ name: some RowNaming) -> RowIndex? {
    if case .row(let row)? = found(name.rowName) { return row }
    return nil
  }

  /// The reason why a name is not found.
  func missing(_ name: RowName) -> EditError.Reason {
    // The engine may be shared with other forms, so it does not know whose ids these are.
    if case .id(let id) = name { return .missing(id, in: number) }
    return engine.missing(name)
  }

  /// The row or the input that has a name, or nil.
  func found(_ name: RowName) -> Engine.Named? { outline.found(name, of: number, in: topology) }

  /// All sections, including hidden sections, in declaration order.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var sections: [SectionState] { outline.sectionsInOrder.map(moment.section) }

  /// The sections that a list shows, in declaration order: neither hidden nor inside a collapsed
  /// section.
  public var visibleSections: [SectionState] { sections.filter(\.isShown) }

  /// The inputs with their values, in declaration order.
  ///
  /// `language` and `timeZone` are among them if the definition names them or the host has set
  /// them.
  public var inputs: ValueDictionary {
    let declared = given.value.inputs.count
    let shown = topology.graph.inputs.indices.filter { $0 < declared || !state.inputs[$0].isNull }
    return ValueDictionary(shown.map { (topology.graph.inputs[$0].name, state.inputs[$0]) })
  }

  /// The form's own texts as people read them now.
  public var texts: ShownTexts {
    given.value.texts.shown { state.text($0, in: topology, $1) }
  }

  /// The `extra` of the form file, for the host.
  public var extra: Value? { given.value.extra }

  /// The time that `now()` returns in conditions.
  public var now: Date { state.now }

  /// How many conditions, rules and formulas the form has.
  ///
  /// Equal conditions count once.
  public var conditionCount: Int { topology.directory.conditionCount }

  /// Whether the form can be submitted: every visible row is valid, and every visible and enabled
  /// section has enough items.
  ///
  /// False while a validation is pending, unless its rule is a warning; `pendingValidations` tells.
  public var canSubmit: Bool { state.canSubmit }

  /// The first invalid visible row; nil if all are valid.
  ///
  /// A section with too few or too many items does not count.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var firstInvalid: RowState? {
    guard case .row(let row)? = state.firstInvalid(outline, in: topology, amongRows: true) else {
      return nil
    }
    return moment.row(row)
  }

  /// The name of the first member that prevents submitting: a row, or a section with too few or too
  /// many items.
  var firstInvalidName: String? {
    firstInvalidMember.flatMap { outline.name(of: $0, in: topology) }
  }

  var firstInvalidMember: Member? { state.firstInvalid(outline, in: topology) }

  /// The values of all rows that hold a value and have a name or a tag, by that name, including
  /// nil.
  ///
  /// The tag of a section with items has the list of the items' values.
  ///
  /// If the form says so (`FormDefinition.answers`), the values of a section stand in an object
  /// under its name, inside the object of the section around it. An object without values is left
  /// out.
  ///
  /// - Parameter includingHidden: Whether to include the values of hidden rows.
  /// - Returns: The values in declaration order.
  /// - Complexity: O(n) in the number of rows.
  public func values(includingHidden: Bool = false) -> ValueDictionary {
    values(includingHidden: includingHidden, inJSON: false)
  }

  /// The same; in JSON days and times of day are text, such as `2024-05-01` and `14:30`.
  package func values(includingHidden: Bool, inJSON: Bool) -> ValueDictionary {
    if topology.graph.answers == .nested {
      let moment = moment
      return outline.answerObjects(in: topology).answers {
        moment.answer(of: $0, includingHidden: includingHidden, inJSON: inJSON)
      }
    }
    var values = ValueDictionary()
    for section in outline.sectionsInOrder where topology.sections[section.index].item == nil {
      guard includingHidden || !state.attributes.isHidden(section) else { continue }
      let record = topology.section(section)
      if record.templates != nil {
        guard let tag = record.definition.value.tag else { continue }
        values[tag] = .array(
          outline.items(of: section, in: topology).map {
            moment.value(of: $0, includingHidden: includingHidden, inJSON: inJSON)
          })
        continue
      }
      for id in outline.rows(of: section, in: topology) {
        let row = topology.row(id)
        guard let name = row.content.name ?? row.content.tag, row.kind != .none,
          includingHidden || !state.attributes.isHidden(id, in: topology)
        else { continue }
        let value = state.values[id.index]
        values[name] = inJSON ? topology.jsonKind(of: id).shownInJSON(value) : value
      }
    }
    return values
  }

  /// The value of an item as JSON has it.
  package func valueInJSON(of item: ItemID) -> Value {
    moment.value(of: item.index, includingHidden: true, inJSON: true)
  }

  /// The kind by which the values of an input are written as JSON; `any` if there is no such input.
  package func jsonKind(ofInput name: String) -> ValueKind {
    topology.input(named: name).map { topology.graph.inputs[$0.index].type.valueKind } ?? .any
  }

  /// The kind by which JSON has the values of a name in a text of a member.
  ///
  /// `any` if the name is not that of a row or an input. A row may name itself by its address.
  package func jsonKind(named name: String, inTextOf member: String) -> ValueKind {
    if let row = row(member) {
      return name == member
        ? topology.jsonKind(of: row) : topology.jsonKind(named: name, beside: row)
    }
    return row(name).map(topology.jsonKind) ?? jsonKind(ofInput: name)
  }

  /// The values as a JSON object.
  ///
  /// Nil is written as null, days as text such as `2024-05-01`, times of day as text such as
  /// `14:30`, and points in time as ISO 8601 text.
  ///
  /// - Parameter includingHidden: Whether to include the values of hidden rows.
  /// - Returns: The text, on one line.
  /// - Complexity: O(n) in the number of rows.
  public func answersJSON(includingHidden: Bool = false) -> String {
    JSONWriter.text(of: .dictionary(values(includingHidden: includingHidden, inJSON: true)))
  }

  /// The conditions, rules and formulas whose evaluation fails now, in declaration order.
  public var problems: [FormProblem] {
    ProblemSource(topology: topology, outline: outline).problems(
      state.single.failing.compactMap { node in state.problems[node.index].map { (node, $0) } })
  }

  var moment: Moment { Moment(engine.shape, engine.held, of: number) }
}

extension GivenValues {
  /// Reads answers from JSON.
  init(answers json: [UInt8], within maximumBytes: Int) throws(EditError) {
    func unreadable(_ message: String, hint: String? = nil) -> EditError {
      EditError(reasons: [
        EditError.Reason(kind: .unreadable, tag: "", message: message, hint: hint)
      ])
    }
    let root: JSONElement
    do throws(Problem) {
      root = try JSONReader.readDistinct(json, maximumBytes: maximumBytes)
    } catch {
      let place = error.range.map { " at byte \($0.lowerBound + 1)" } ?? ""
      throw unreadable("the answers cannot be read: \(error.message)\(place)", hint: error.hint)
    }
    guard let values = GivenValues(root.document) else {
      throw unreadable("answers are an object of tags and values, not \(root.value.kindName)")
    }
    self = values
  }
}
