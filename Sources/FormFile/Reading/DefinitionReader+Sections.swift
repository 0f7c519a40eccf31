// Reads sections of a form file: their kind, and the keys that belong to the kind.

import Predicate

extension DefinitionReader {
  private typealias KindName = SectionDefinition.KindName

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
    var section = SectionDefinition(kind: content(of: object, kind))
    read(SectionDefinition.fields, of: object, into: &section)
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

  /// The rows of a section of a kind.
  mutating func rows(
    in object: ObjectPlace, of kind: SectionDefinition.Kind
  ) -> [RowDefinition] {
    // A section with an item, a template or options needs no rows, whatever its kind says.
    let others: [FormKey] = [.item, .template, .templates, .options, .sections]
    var isRequired = false
    var defaultType: RowType?
    switch kind {
    case .plain: isRequired = !others.contains { has($0, in: object) }
    case .multivalued, .selectable: break
    case .matrix(let matrix): (isRequired, defaultType) = (true, matrix.rowType)
    }
    let places = list(.rows, in: object, isRequired: isRequired)
    return places.map { place in apart { $0.row(place, defaultType: defaultType) } }
  }

  /// The sections inside a section, which must be a plain one.
  mutating func sections(
    inside object: ObjectPlace, of kind: SectionDefinition.Kind
  ) -> [SectionDefinition] {
    guard kind != .plain, let place = place(.sections, in: object) else {
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
    var matrix = MatrixDefinition(options: [])
    read(MatrixDefinition.fields, of: object, into: &matrix)
    return matrix
  }

  /// The options of a matrix, which must have some.
  mutating func optionsOfMatrix(in object: ObjectPlace) -> OptionSource {
    if !has(.options, in: object) {
      report(
        .missing, "'options' is missing", object.place, focus: .start,
        hint: "write what can be chosen in each row: \"options\": […]")
    }
    return options(in: object) ?? []
  }

  private mutating func selection(in object: ObjectPlace) -> SelectionDefinition {
    let selection: SelectionDefinition.Selection? = choice(
      .selection, in: object, called: "selection")
    var choice = RowDraft(type: SelectionDefinition.type(of: selection ?? .single))
    read(SelectionDefinition.choiceFields, of: object, into: &choice)
    var definition = SelectionDefinition(choice: RowDefinition(choice))
    read(SelectionDefinition.fields, of: object, into: &definition)
    return definition
  }
}
