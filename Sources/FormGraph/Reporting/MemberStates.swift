// The states of members at one moment, put together from topology, outline and state. Used for live
// forms and for change sets.

import Predicate

/// Reads the states of members.
struct MemberStates {
  let topology: Topology
  let outline: Outline
  private let held: Held<FormState>

  private var state: FormState { unsafeAddress { UnsafePointer(held.pointer) } }

  init(topology: Topology, outline: Outline, _ held: Held<FormState>) {
    self.topology = topology
    self.outline = outline
    self.held = held
  }

  func row(_ id: RowID) -> RowState {
    let record = topology.row(id)
    let isHidden = state.attributes.isHidden(id, in: topology)
    return RowState(
      id: id, name: outline.name(of: id, in: topology),
      title: state.title(of: record, in: topology),
      item: record.item,
      definition: record.content, jsonKinds: topology.jsonKinds(of: id),
      texts: record.content.texts.shown { state.text($0, of: record, $1) },
      shownOptions: options(of: record), groupTexts: state.groupTexts(of: record),
      bounds: state.bounds(of: record), value: state.values[id.index],
      displayText: state.display(of: state.values[id.index], of: record),
      disabledOptions: state.disabledOptions(of: record),
      actions: state.actions(of: record),
      isHidden: isHidden,
      isHiddenItself: state.attributes.isSet(.hidden, id),
      isDisabled: state.isDisabled(id, in: topology),
      isDisabledItself: state.attributes.isSet(.disabled, id),
      isRequired: state.attributes.isSet(.required, id),
      wasBlurred: state.attributes.isSet(.blurred, id),
      isValid: state.attributes.isValid(id, in: topology),
      isPending: state.isPending(record),
      verdict: isHidden ? [] : state.verdicts[id.index],
      errors: isHidden ? [] : state.errors[id.index])
  }

  /// The options of a row, and those that can be chosen.
  private func options(of row: RowRecord) -> ShownOptions {
    if let choices = state.choices(of: row) {
      return .table(choices, choosable: state.choosable(of: row) ?? [])
    }
    guard let all = shownOptions(of: row) else { return .none }
    return .listed(all, choosable: options(of: row, among: all))
  }

  /// All options, with their titles as people read them.
  private func shownOptions(of row: RowRecord) -> [OptionDefinition]? {
    guard row.hasOthers, row.properties.keys.contains(where: \.isOptionTitle) else {
      return row.content.options
    }
    return row.content.options.map { options in
      options.enumerated().map { index, option in
        var shown = option
        if option.title != nil {
          shown.title = state.title(ofOption: index, of: row).map { FormText($0) }
        }
        return shown
      }
    }
  }

  /// The options of a row that can be chosen.
  private func options(
    of row: RowRecord, among options: [OptionDefinition]
  ) -> [OptionDefinition] {
    guard let choosable = state.choosable(of: row), choosable.count < options.count
    else { return options }
    let places = OptionPlaces(choosable, seeking: options.count)
    return options.filter { places.contains($0.value) }
  }

  func section(_ id: SectionID) -> SectionState {
    let section = topology.section(id)
    let items = outline.items(of: id, in: topology).map(item)
    // Items with sections have their rows there; the rows of all others stand in the list.
    let rows =
      section.templates == nil
      ? outline.rows(of: id, in: topology).map(row)
      : items.lazy.filter(\.sections.isEmpty).flatMap(\.rows)
    let bounds = state.bounds(of: section)
    return SectionState(
      id: id, name: outline.name(of: id, in: topology), item: section.item,
      definition: section.definition.value,
      texts: section.definition.value.texts.shown { state.text($0, of: section, $1) },
      minimum: bounds.minimum, maximum: bounds.maximum,
      parent: section.parent,
      depth: section.parent == nil ? 0 : topology.lineage(of: id).count - 1,
      isHidden: state.attributes.isHidden(id),
      isHiddenItself: state.attributes.sections[id.index].contains(.hidden),
      isDisabled: state.attributes.isDisabled(id),
      isDisabledItself: state.attributes.sections[id.index].contains(.disabled),
      isShown: state.attributes.sections[id.index].isShown,
      isValid: state.value(.valid, of: .section(id), in: topology),
      verdict: state.verdict(
        of: id, isOutOfBounds: state.attributes.isOutOfBounds(id), in: topology, outline),
      rows: rows,
      items: section.templates == nil ? nil : items, canInsert: allows(.insert, in: id))
  }

  func item(_ id: ItemID) -> ItemState {
    let section = topology.item(id).section
    return ItemState(
      id: id, template: topology.template(of: id)?.name, sections: topology.sections(of: id),
      rows: topology.rows(of: id).map(row),
      value: value(of: id, includingHidden: true),
      canDelete: allows(.delete, in: section) && !state.isDisabled(id, in: topology),
      canMove: allows(.reorder, in: section))
  }

  /// Whether a user may make this kind of edit to the items of a section now.
  private func allows(_ edit: ItemEdits, in id: SectionID) -> Bool {
    state.attributes.allows(
      edit, in: id, topology, outline, bounds: state.bounds(of: topology.section(id)))
  }

  /// The value of an item: an object by the template's tags, or a plain value.
  ///
  /// The recursion, through lists in the item, is bounded by `SectionDefinition.maximumDepth`.
  func value(of item: ItemID, includingHidden: Bool, inJSON: Bool = false) -> Value {
    func value(of row: RowID) -> Value {
      let value = state.values[row.index]
      return inJSON ? topology.jsonKind(of: row).shownInJSON(value) : value
    }
    let template = topology.template(of: item)
    let rows = topology.rows(of: item)
    if template?.isPlain == true { return rows.first.map(value) ?? .null }
    var object = ValueDictionary()
    if let name = template?.name { object[ItemsDefinition.templateKey] = .string(name) }
    for row in rows where topology.row(row).kind != .none {
      guard let tag = topology.row(row).content.tag,
        includingHidden || !state.attributes.isHidden(row, in: topology)
      else { continue }
      object[tag] = value(of: row)
    }
    for list in topology.lists(of: item) {
      guard let tag = topology.tag(of: .section(list)),
        includingHidden || !state.attributes.isHidden(list)
      else { continue }
      object[tag] = .array(
        outline.items(of: list, in: topology).map {
          self.value(of: $0, includingHidden: includingHidden, inJSON: inJSON)
        })
    }
    return .dictionary(object)
  }
}
