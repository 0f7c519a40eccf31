// Saves a form: its sources, that is what a user, the host or the definition gave, and the marks of
// rows. Results of formulas are left out, because the form computes them again when it opens.

import Predicate

extension Form {
  /// The contents of the form, for opening it again.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var savedState: SavedState {
    var saved = SavedState()
    saved.inputs = ValueDictionary(
      inputs.map { ($0.key, jsonKind(ofInput: $0.key).shownInJSON($0.value)) })
    saved.tokens = engine.issued.tokens
    saved.page = state.single.page.flatMap { topology.graph.pages[$0].sections.first }
    for section in outline.sectionsInOrder where topology.section(section).item == nil {
      if topology.section(section).templates != nil {
        if let tag = topology.tag(of: .section(section)) {
          saved.values[tag] = .array(
            save(itemsOf: section, tag, opening: topology.firstItems(of: section), in: &saved))
        }
      } else {
        for row in outline.rows(of: section, in: topology) {
          let content = topology.row(row).content
          guard let name = content.tag ?? content.name else { continue }
          if isSource(row) { saved.values[name] = save(row, name, opening: nil, in: &saved) }
          if content.tag != nil { saveMarks(of: row, name, in: &saved) }
        }
      }
    }
    return saved
  }

  private func isSource(_ row: RowIndex) -> Bool {
    let record = topology.row(row)
    return record.kind != .none && !record.content.isCalculated
      && !state.attributes.isSet(.cleared, row) && state.follows(record) != true
  }

  /// The value of a row, which is noted if it is nil and the row would start anew otherwise.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - name: Its tag or address.
  ///   - item: The value with which the item at this place opens; nil outside of items, and if the
  ///     item has only what its template says. It may have another value than the row's own item
  ///     has started with, because items come, go and move.
  ///   - saved: Where the row is noted.
  /// - Returns: The value as JSON has it.
  private func save(
    _ row: RowIndex, _ name: String, opening item: Value?, in saved: inout SavedState
  ) -> Value {
    let value = state.values[row.index]
    let record = topology.row(row)
    if value.isNull, record.hiddenValues == .clear || record.content.suggested != nil,
      record.content.isFilled || !record.initialValue.isNull
        || item.flatMap({ topology.given($0, to: row) })?.isNull == false
    {
      saved.erased.append(name)
    }
    return topology.jsonKind(of: row).shownInJSON(value)
  }

  /// Saves the items of a list, and gives their values.
  ///
  /// The recursion, through lists in items, is bounded by `SectionDefinition.maximumDepth`.
  ///
  /// - Parameters:
  ///   - section: The list.
  ///   - name: Its tag or address.
  ///   - values: The values of the items with which the list at this place opens.
  ///   - saved: Where the numbers and the rows of the items are noted.
  /// - Returns: The values of the items.
  private func save(
    itemsOf section: SectionIndex, _ name: String, opening values: [Value],
    in saved: inout SavedState
  ) -> [Value] {
    let templates = topology.section(section).templates?.value
    let isPlain = templates?.isPlain ?? false
    var list: [Value] = []
    var numbers: [Int] = []
    for (position, item) in outline.items(of: section, in: topology).enumerated() {
      numbers.append(item.index)
      // An item of another template takes the place of the one that the list opens with.
      let opening = values.indices.contains(position) ? Value?.some(values[position]) : nil
      let start = opening.flatMap { value in
        templates?.place(for: value) == topology.item(item).template ? value : Value?.none
      }
      let address = "\(name)[\(position)]"
      var object = ValueDictionary()
      if case let name = topology.templateName(of: item), !name.isNull {
        object[ItemsDefinition.templateKey] = name
      }
      for row in topology.rows(of: item) {
        let member = topology.row(row).content.tag
        saveMarks(of: row, address + (member.map { ".\($0)" } ?? ""), in: &saved)
        if isPlain {
          // The value of a calculated or cleared item is not saved, but the item counts.
          list.append(isSource(row) ? save(row, address, opening: start, in: &saved) : .null)
        } else if let member, isSource(row) {
          object[member] = save(row, "\(address).\(member)", opening: start, in: &saved)
        }
      }
      for inner in topology.lists(of: item) {
        guard let tag = topology.tag(of: .section(inner)) else { continue }
        object[tag] = .array(
          save(
            itemsOf: inner, "\(address).\(tag)", opening: topology.firstItems(of: inner, in: start),
            in: &saved))
      }
      if !isPlain { list.append(.dictionary(object)) }
    }
    saved.items[name] = numbers
    return list
  }

  private func saveMarks(of row: RowIndex, _ name: String, in saved: inout SavedState) {
    let kind = topology.jsonKind(of: row)
    let errors = state.errors[row.index].map { $0.convertingParameters(kind.shownInJSON) }
    if !errors.isEmpty { saved.errors.append(SavedState.Shown(row: name, errors: errors)) }
    if state.attributes.isSet(.blurred, row) { saved.blurred.append(name) }
    if state.attributes.isSet(.changed, row) { saved.changed.append(name) }
  }
}
