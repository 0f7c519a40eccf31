// Reads sections of a form file: their kind, and the keys that belong to the kind.

import Predicate

extension DefinitionReader {
  /// The kinds of section.
  enum KindName: String, CaseIterable { case plain, multivalued, selectable, matrix }

  mutating func section(_ place: Place) -> SectionDefinition {
    guard let object = object(place, called: "a section") else { return SectionDefinition() }
    let kind = kind(of: object)
    switch kind {
    case .plain?:
      refuse(.items, in: object, asOf: .multivalued)
      refuse(.selectionAlone, in: object, asOf: .selectable)
      checkKeys(of: object, known: .plainSection, others: .ofOneKind, in: "a section")
    case .multivalued?:
      refuse(.selectionAlone, in: object, asOf: .selectable)
      refuseNoRows(
        in: object, beside: [.item, .template, .templates], ItemsDefinition.refusalOfRows)
      checkKeys(of: object, known: .sectionWithItems, others: .notOfItems, in: "a section")
    case .selectable?:
      refuseNoRows(in: object, beside: [.options], SelectionDefinition.refusalOfRows)
      checkKeys(
        of: object, known: .sectionToChooseFrom, others: .onlyPlain,
        in: "a section to choose from")
    case .matrix?:
      refuse(.items, in: object, asOf: .multivalued)
      checkKeys(of: object, known: .matrix, others: .notOfMatrix, in: "a matrix")
    case nil:
      // Keys of any kind are accepted here, because the intended kind is unknown.
      checkKeys(of: object, known: .section, others: .ofSomeKind, in: "a section")
    }
    // A section with an item, a template or options needs no rows, whatever its kind says.
    let others: [FormKey] = [.item, .template, .templates, .options, .sections]
    let needsRows =
      kind == .matrix || (kind == .plain || kind == nil) && !others.contains { has($0, in: object) }
    let content = content(of: object, kind)
    let rowType: RowType? = if case .matrix(let matrix) = content { matrix.rowType } else { nil }
    var section = SectionDefinition(
      tag: text(.tag, in: object),
      kind: content,
      texts: texts(in: object),
      hidden: condition(.hidden, opposite: .visible, in: object),
      disabled: condition(.disabled, opposite: .enabled, in: object),
      whenHidden: hiddenValues(.whenHidden, in: object),
      isCollapsed: flag(.collapsed, in: object) ?? false,
      rows: rows(in: object, isRequired: needsRows, defaultType: rowType),
      sections: sections(inside: object, of: kind),
      extra: anything(.extra, in: object))
    section.suppress = suppressions(in: object)
    return section
  }

  private mutating func content(
    of object: ObjectPlace, _ kind: KindName?
  ) -> SectionDefinition.Kind {
    switch kind {
    case .plain, nil: .plain
    case .multivalued: .multivalued(items(in: object))
    case .selectable: .selectable(selection(in: object))
    case .matrix: .matrix(matrix(in: object))
    }
  }

  private mutating func rows(
    in object: ObjectPlace, isRequired: Bool, defaultType: RowType?
  ) -> [RowDefinition] {
    let places = list(.rows, in: object, isRequired: isRequired)
    return places.map { place in apart { $0.row(place, defaultType: defaultType) } }
  }

  /// The sections inside a section, which must be a plain one.
  private mutating func sections(
    inside object: ObjectPlace, of kind: KindName?
  ) -> [SectionDefinition] {
    guard let kind, kind != .plain, let place = place(.sections, in: object) else {
      return sections(in: object, isRequired: false)
    }
    report(
      .place, SectionDefinition.refusalOfSections.message, place, focus: .key,
      hint: SectionDefinition.refusalOfSections.hint)
    return []
  }

  /// The kind of a section; nil if it is unknown, which has been reported.
  private mutating func kind(of object: ObjectPlace) -> KindName? {
    guard place(.kind, in: object) != nil else { return .plain }
    return choice(.kind, in: object, called: "section kind")
  }

  /// Reports the keys of one kind of section in a section of another kind.
  private mutating func refuse(_ keys: FormKeys, in object: ObjectPlace, asOf kind: KindName) {
    let owner = kind == .multivalued ? "a section with items" : "a section to choose from"
    for key in keys.list {
      guard let place = place(key, in: object) else { continue }
      // Rows beside options are those of a matrix.
      let isOfMatrix = FormKeys.matrixAlone.contains(key) && has(.rows, in: object)
      let meant = isOfMatrix ? KindName.matrix : kind
      report(
        .place, "'\(key.text)' belongs to \(isOfMatrix ? "a matrix" : owner)", place, focus: .key,
        hint: "write \"kind\": \"\(meant.rawValue)\"")
    }
  }

  /// Reports an empty list of rows in a section that cannot have rows.
  ///
  /// The checker reports nonempty lists.
  private mutating func refuseNoRows(
    in object: ObjectPlace, beside keys: [FormKey], _ refusal: (message: String, hint: String)
  ) {
    guard let place = place(.rows, in: object), keys.contains(where: { has($0, in: object) }),
      kind(of: place) == .array, document.elements(of: place.index).underestimatedCount == 0
    else { return }
    report(.place, refusal.message, place, focus: .key, hint: refusal.hint)
  }

  // MARK: - Options to choose from

  /// The options that the rows of a matrix share.
  private mutating func matrix(in object: ObjectPlace) -> MatrixDefinition {
    if !has(.options, in: object) {
      report(
        .missing, "'options' is missing", object.place, focus: .start,
        hint: "write what can be chosen in each row: \"options\": […]")
    }
    let source = optionSource(in: object)
    var matrix = MatrixDefinition(
      options: source == nil ? options(in: object) ?? [] : [],
      selection: choice(.selection, in: object, called: "selection") ?? .single)
    matrix.optionSource = source
    return matrix
  }

  private mutating func selection(in object: ObjectPlace) -> SelectionDefinition {
    let selection: SelectionDefinition.Selection? = choice(
      .selection, in: object, called: "selection")
    let type = SelectionDefinition.type(of: selection ?? .single)
    let optionSource = optionSource(in: object)
    var row = RowDefinition(
      type: type, name: text(.name, in: object), value: value(in: object, of: type),
      defaultFormula: formula(.default, in: object),
      calculated: formula(.calculated, in: object), required: condition(.required, in: object),
      rules: rules(in: object, of: type), validates: triggers(in: object),
      options: optionSource == nil ? options(in: object) : nil,
      optionsFilter: sharedText(.optionsFilter, in: object),
      whenOptionHidden: choice(
        .whenOptionHidden, in: object, called: "policy for hidden options") ?? .keep)
    if let optionSource { row.optionSource = optionSource }
    row.grouping = grouping(in: object)
    row.allowsOther = flag(.other, in: object) ?? false
    row.tapsWhenDisabled = flag(.tapsWhenDisabled, in: object) ?? false
    row.bounds = bounds(in: object, of: type)
    if let value = row.value { row.value = row.meaning(of: value) }
    return SelectionDefinition(
      choice: row, allowsDeselection: flag(.deselection, in: object) ?? true)
  }
}
