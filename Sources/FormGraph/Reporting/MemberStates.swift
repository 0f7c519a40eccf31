// The states of members now, put together from shape and state. Used for live forms and for change
// sets.

import Predicate

extension Moment {
  func row(_ id: RowIndex) -> RowState {
    let record = topology.row(id)
    return RowState(
      id: id.id(in: form), name: outline.name(of: id, in: topology),
      title: title(of: record, in: topology),
      item: record.item?.id(in: form),
      definition: record.content, jsonKinds: topology.jsonKinds(of: id),
      texts: record.content.texts.shown { text($0, of: record, $1) },
      shownOptions: options(of: record), groupTexts: groupTexts(of: record),
      bounds: bounds(of: record), value: value(of: id),
      follows: follows(record),
      displayText: display(of: value(of: id), of: record),
      disabledOptions: disabledOptions(of: record),
      actions: actions(of: record),
      isHidden: value(.hidden, of: id),
      isHiddenItself: isSet(.hidden, id),
      isDisabled: value(.disabled, of: id),
      isDisabledItself: isSet(.disabled, id),
      isRequired: value(.required, of: id),
      wasBlurred: isSet(.blurred, id),
      isValid: value(.valid, of: id),
      isPending: isPending(record),
      verdict: verdict(of: id),
      errors: shownErrors(of: id))
  }

  func section(_ id: SectionIndex) -> SectionState {
    let section = topology.section(id)
    let items = outline.items(of: id, in: topology).map(item)
    // Items with sections have their rows there; the rows of all others stand in the list.
    let rows =
      section.templates == nil
      ? outline.rows(of: id, in: topology).map(row)
      : items.lazy.filter(\.sections.isEmpty).flatMap(\.rows)
    let bounds = bounds(of: section)
    var definition = section.definition.value
    definition.isCollapsed = word(of: id).contains(.collapsed)
    return SectionState(
      id: id.id(in: form), name: outline.name(of: id, in: topology),
      item: section.item?.id(in: form),
      definition: definition,
      texts: definition.texts.shown { text($0, of: section, $1) },
      minimum: bounds.minimum, maximum: bounds.maximum,
      parent: section.parent?.id(in: form),
      depth: section.parent == nil ? 0 : topology.lineage(of: id).count - 1,
      isHidden: isHidden(id),
      isHiddenItself: word(of: id).contains(.hidden),
      isDisabled: isDisabled(id),
      isDisabledItself: word(of: id).contains(.disabled),
      isShown: word(of: id).isShown,
      isValid: isValid(id),
      verdict: verdict(of: id),
      rows: rows,
      items: section.templates == nil ? nil : items, canInsert: allows(.insert, in: id))
  }

  func item(_ id: ItemIndex) -> ItemState {
    let section = topology.item(id).section
    return ItemState(
      id: id.id(in: form), template: topology.template(of: id)?.name,
      sections: topology.sections(of: id).map { $0.id(in: form) },
      rows: topology.rows(of: id).map(row),
      value: value(of: id, includingHidden: true),
      canDelete: canDelete(id),
      canMove: allows(.reorder, in: section))
  }

  /// The value of an item: an object by the template's tags, or a plain value.
  ///
  /// The recursion, through lists in the item, is bounded by `SectionDefinition.maximumDepth`.
  func value(of item: ItemIndex, includingHidden: Bool, inJSON: Bool = false) -> Value {
    func value(of row: RowIndex) -> Value {
      let value = self.value(of: row)
      return inJSON ? topology.jsonKind(of: row).shownInJSON(value) : value
    }
    let template = topology.template(of: item)
    let rows = topology.rows(of: item)
    if template?.isPlain == true { return rows.first.map(value) ?? .null }
    var object = ValueDictionary()
    if let name = template?.name { object[ItemsDefinition.templateKey] = .string(name) }
    for row in rows where topology.row(row).kind != .none {
      guard let tag = topology.row(row).content.tag,
        includingHidden || !isHidden(row, in: topology)
      else { continue }
      object[tag] = value(of: row)
    }
    for list in topology.lists(of: item) {
      guard let tag = topology.tag(of: .section(list)),
        includingHidden || !isHidden(list)
      else { continue }
      object[tag] = .array(
        outline.items(of: list, in: topology).map {
          self.value(of: $0, includingHidden: includingHidden, inJSON: inJSON)
        })
    }
    return .dictionary(object)
  }

  // MARK: - Nested answers

  /// The value of a row or a list as nested answers have it; nil if it is left out.
  ///
  /// The recursion, through lists in items, is bounded by `SectionDefinition.maximumDepth`.
  func answer(of member: Member, includingHidden: Bool, inJSON: Bool) -> Value? {
    switch member {
    case .row(let row):
      guard includingHidden || !isHidden(row, in: topology) else { return nil }
      let value = value(of: row)
      return inJSON ? topology.jsonKind(of: row).shownInJSON(value) : value
    case .section(let list):
      guard includingHidden || !isHidden(list) else { return nil }
      return .array(
        outline.items(of: list, in: topology).map {
          answer(of: $0, includingHidden: includingHidden, inJSON: inJSON)
        })
    }
  }

  /// The value of an item as nested answers have it: an object by names, or a plain value.
  private func answer(of item: ItemIndex, includingHidden: Bool, inJSON: Bool) -> Value {
    guard let template = topology.template(of: item), !template.isPlain,
      let objects = template.answers
    else { return value(of: item, includingHidden: includingHidden, inJSON: inJSON) }
    let record = topology.item(item)
    let members = objects.answers { part in
      part.member(of: record).flatMap {
        answer(of: $0, includingHidden: includingHidden, inJSON: inJSON)
      }
    }
    guard let name = template.name else { return .dictionary(members) }
    var object = ValueDictionary([(ItemsDefinition.templateKey, .string(name))])
    for (name, value) in zip(members.keys, members.values) { object[name] = value }
    return .dictionary(object)
  }

  /// The options of a row, and those that can be chosen.
  func options(of row: RowRecord) -> ShownOptions {
    if let choices = choices(of: row) {
      return .table(choices, choosable: choosable(of: row) ?? [])
    }
    guard let all = titledOptions(of: row) else { return .none }
    return .listed(all, choosable: options(of: row, among: all))
  }

  /// The options of a row that can be chosen.
  private func options(
    of row: RowRecord, among options: [OptionDefinition]
  ) -> [OptionDefinition] {
    guard let choosable = choosable(of: row), choosable.count < options.count
    else { return options }
    let places = OptionPlaces(choosable, seeking: options.count)
    return options.filter { places.contains($0.value) }
  }
}
