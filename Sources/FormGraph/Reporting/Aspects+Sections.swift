// What a form tells of its sections, and of the items of its lists.

import Predicate

/// A section at one moment.
struct SeenSection {
  let moment: Moment
  let id: SectionIndex
  let record: SectionRecord

  init(_ moment: Moment, _ id: SectionIndex) {
    self.moment = moment
    self.id = id
    record = moment.topology.section(id)
  }

  fileprivate var definition: SectionDefinition { record.definition.value }
  fileprivate var name: String? { moment.outline.name(of: id, in: moment.topology) }
  fileprivate var isList: Bool { record.templates != nil }

  fileprivate func text(_ key: TextKey) -> Value {
    optional(moment.text(.text(key), of: record, definition.texts[key]))
  }
}

/// An item at one moment.
struct SeenItem {
  let moment: Moment
  let id: ItemIndex

  fileprivate var list: SectionIndex { moment.topology.item(id).section }
}

extension Aspects {
  static let ofSections = AspectTable<SeenSection>([
    .state(.tag) { optional($0.definition.tag) },
    .state(.id) { .string($0.moment.topology.id(of: .section($0.id))) },
    .people(.title, .property) { $0.text(.title) },
    .attribute(AttributeAspect(.hidden, .hidden)),
    .attribute(AttributeAspect(.disabled, .disabled)),
    .attribute(AttributeAspect(.valid, .valid, isStated: false)),
    .attribute(.collapsed),
    .state(.name) { $0.record.item == nil ? Value?.none : optional($0.name) },
    .state(.item) { section in
      section.record.item.map { .int(section.moment.topology.number(of: $0)) }
    },
    .state(.address) { $0.record.item == nil ? Value?.none : $0.name.map(Value.string) },
    .state(.depth) { section in
      section.record.parent == nil
        ? Value?.none : .int(Int64(section.moment.topology.lineage(of: section.id).count - 1))
    },
    .attribute(.ownHidden),
    .attribute(.ownDisabled),
    .texts(TextKey.ofAll, .property) { $0.text($1) },
    .settings { section in
      var definition = section.definition
      definition.isCollapsed = section.moment.word(of: section.id).contains(.collapsed)
      return SectionDefinition.told.pairs(of: definition)
    },
    .state(fileKey: .minimum) { $0.bounds.minimum },
    .state(fileKey: .maximum) { $0.bounds.maximum },
    .changes(.bounds, .property) { $0.bounds.json },
    .state(.counted) { $0.items?.countFormula == nil ? Value?.none : true },
    .settings { section in
      switch section.definition.kind {
      case .plain: []
      case .multivalued(let items): ItemsDefinition.told.pairs(of: items)
      case .selectable(let selection): SelectionDefinition.told.pairs(of: selection)
      case .matrix(let matrix): MatrixDefinition.told.pairs(of: matrix)
      }
    },
    .aspect(.client(.optionSource) { $0.firstRow.map(Aspects.optionSource.told) ?? .null }),
    .aspect(.client(.allOptions) { $0.allOptions }),
    .aspect(canInsert),
    .people(.verdict, .items) {
      .messages(of: $0.moment.verdict(of: $0.id))
    } stated: {
      Value.messages(of: $0.moment.verdict(of: $0.id)).unlessEmpty
    } isOther: { old, new, _ in
      // The same words may be those of another rule.
      old.moment.verdict(of: old.id) != new.moment.verdict(of: new.id)
    },
    .state(.verdictDetails) { Value.details(of: $0.moment.verdict(of: $0.id), .any).unlessEmpty },
    .state(.templates) { section in
      guard let items = section.items, items.isNamed else { return nil }
      return .array(items.templates.compactMap(\.name).map(Value.string))
    },
    .state(.items) { section in
      section.isList ? .array(section.moment.jsonOfItems(in: section.id)) : Value?.none
    },
    .state(.rows) { section in
      section.isList ? Value?.none : .array(section.rows.map(section.moment.json))
    },
  ])

  static let canInsert = Aspect<SeenSection>.client(.canInsert) {
    $0.isList ? .bool($0.moment.allows(.insert, in: $0.id)) : .null
  }

  static let ofItems = AspectTable<SeenItem>([
    .state(.id) { .int($0.moment.topology.number(of: $0.id)) },
    .state(.template) { $0.moment.topology.templateName(of: $0.id).unlessNull },
    .state(.rows) { item in
      // The rows of an item with sections stand in them.
      let topology = item.moment.topology
      return .array(
        topology.sections(of: item.id).isEmpty
          ? topology.rows(of: item.id).map(item.moment.json) : [])
    },
    .aspect(canDelete),
    .aspect(.client(.canMove) { .bool($0.moment.allows(.reorder, in: $0.list)) }),
  ])

  static let canDelete = Aspect<SeenItem>.client(.canDelete) { .bool($0.moment.canDelete($0.id)) }
}

extension SeenSection {
  fileprivate var items: ItemsDefinition? {
    if case .multivalued(let items) = definition.kind { items } else { nil }
  }

  fileprivate var rows: some Sequence<RowIndex> { moment.outline.rows(of: id, in: moment.topology) }

  /// The least and the greatest number of items.
  fileprivate var bounds: RowBounds<Value> {
    let bounds = moment.bounds(of: record)
    return RowBounds(
      minimum: bounds.minimum.map { .int(Int64($0)) },
      maximum: bounds.maximum.map { .int(Int64($0)) })
  }

  /// The first row of a matrix, which stands for all of them: each has the same options.
  fileprivate var firstRow: SeenRow? {
    guard case .matrix = definition.kind else { return nil }
    return rows.first { _ in true }.map { SeenRow(moment, $0) }
  }

  /// The options of a matrix, unless they have a source.
  fileprivate var allOptions: Value {
    guard case .matrix(let matrix) = definition.kind else { return .null }
    if let firstRow { return Aspects.allOptions.told(firstRow) }
    return moment.written.json(of: matrix.options.written ?? [], JSONKinds(.any))
  }
}
