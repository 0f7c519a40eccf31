// Which texts, bounds and displays differ from before a transaction. Each is compared as a whole:
// the titles of all options are one property.

import Predicate

extension TouchedMembers {
  /// A text, the bounds or the display of a member that differs.
  struct PropertyChange {
    let property: Change.Property
    /// The nodes of the property.
    let nodes: [NodeID]
    let old: Value
    let new: Value
  }

  /// What differs of each owner, in the order of `Change.Property`.
  ///
  /// - Complexity: O(k) in the number of nodes that gave something else, and in the number of
  ///   properties of their owners. O(n) in the number of rows if the language or the time zone is
  ///   another one.
  static func properties(_ set: ChangeSet) -> [PropertyOwner: [PropertyChange]] {
    let retitled = rowsOfReplacedTables(set) + rowsOfChangedLists(set)
    // Asked first, because most transactions change none of these.
    guard
      set.shape.topology.value.hasProperties || set.hasOtherLocale || !retitled.isEmpty
        || !set.journal.reshaped.options.isEmpty
        || !set.shape.topology.value.rowsWithDisabledActions.isEmpty
    else { return [:] }
    let (new, old) = (set.shape.topology.value, set.oldTopology)
    var owners = Set(retitled.map(PropertyOwner.row))
    // The rows that may show the same value in another way.
    var displayed = Set(retitled).union(set.journal.reshaped.options)
    if set.hasOtherLocale { displayed.formUnion(set.rowsWithValues) }
    let facts =
      new.hasProperties ? set.state.facts.changedIndices(since: set.journal.state.facts) : []
    for node in facts.map({ NodeID($0) }) + Array(set.journal.reshaped.rewired) {
      for topology in [new, old] where topology.nodes.indices.contains(node.index) {
        if topology.nodes.packed(node).kind == .property,
          case .property(let property) = topology.nodes[node.index]
        {
          owners.insert(property.owner)
          if property.name.isReadByDisplay, let row = property.owner.row { displayed.insert(row) }
        }
      }
    }
    owners.formUnion(rowsWithOther(.actionDisabled, set).map(PropertyOwner.row))
    let past = set.pastState
    var changed: [PropertyOwner: [PropertyChange]] = [:]
    for owner in owners.union(displayed.map(PropertyOwner.row)) where set.hadAndHas(owner) {
      let isDisplayed =
        owner.row.map { displayed.contains($0) && set.tellsDisplay(of: $0) } ?? false
      let properties =
        owners.contains(owner)
        ? Change.Property.ofTexts.filter { $0 != .display || isDisplayed }
        : isDisplayed ? [.display] : []
      var changes = properties.compactMap { property -> PropertyChange? in
        let before = past.value(of: property, of: owner, in: old)
        let now = set.state.value(of: property, of: owner, in: new)
        guard before != now else { return nil }
        var nodes = Array(
          new.properties(of: owner).filter { $0.key.isPart(of: property) }.values)
        if property == .actions, let row = owner.row {
          nodes += new.row(row).actionDisablings.compactMap(\.node)
        }
        return PropertyChange(
          property: property, nodes: nodes.sorted(), old: before, new: now)
      }
      if let row = owner.row, let change = titlesChange(of: row, set, past) {
        changes.append(change)
      }
      if !changes.isEmpty { changed[owner] = changes }
    }
    for (owner, changes) in changed {
      guard let row = owner.row,
        let titles = changes.first(where: { $0.property == .optionTitles }),
        let matrix = set.matrix(headedBy: row)
      else { continue }
      changed[.section(matrix), default: []].append(titles)
    }
    return changed
  }
}

extension TouchedMembers {
  /// The rows whose options come from a table that was replaced.
  static func rowsOfReplacedTables(_ set: ChangeSet) -> [RowID] {
    guard let old = set.journal.state.tables else { return [] }
    let topology = set.shape.topology.value
    return topology.tableReaders.enumerated().flatMap { index, readers -> [RowID] in
      let id = TableID(index)
      guard old[id].contents !== set.state.tables[id].contents else { return [] }
      return readers.compactMap { node in
        if case .options(let row, _) = topology.nodes[node.index] { row } else { nil }
      }
    }
  }

  /// The rows whose options come from a list that offers something else now.
  private static func rowsOfChangedLists(_ set: ChangeSet) -> [RowID] {
    let topology = set.shape.topology.value
    guard !topology.templateSections.isEmpty else { return [] }
    return set.state.facts.changedIndices(since: set.journal.state.facts).flatMap { index in
      guard topology.nodes.indices.contains(index),
        case .fact(.items(_, .options)) = topology.nodes[index]
      else { return [RowID]() }
      return topology.nodeReaders[index].compactMap { reader in
        if case .options(let row, _) = topology.nodes[reader.index] { row } else { nil }
      }
    }
  }

  /// The titles of the options of a row, where a replaced table or a changed list has the same
  /// options with other titles.
  ///
  /// Other options are a change of their own.
  private static func titlesChange(
    of row: RowID, _ set: ChangeSet, _ past: PastState
  ) -> PropertyChange? {
    let record = set.shape.topology.value.row(row)
    let oldRecord = set.oldTopology.row(row)
    guard set.journal.state.tables != nil || record.optionList != nil,
      let values = set.state.choosable(of: record), past.choosable(of: oldRecord) == values,
      let now = set.state.choices(of: record), let before = past.choices(of: oldRecord)
    else { return nil }
    func titles(_ choices: TableChoices) -> Value {
      let places = choices.places(seeking: values.count)
      return .array(values.map { optional(places.place(of: $0).flatMap(choices.title)) })
    }
    let (old, new) = (titles(before), titles(now))
    return old == new
      ? nil : PropertyChange(property: .optionTitles, nodes: [], old: old, new: new)
  }
}

extension ChangeSet {
  /// Whether people have another language or time zone than before.
  var hasOtherLocale: Bool {
    // Both are inputs.
    guard !journal.state.inputs.isEmpty, let before = journal.state.single?.locale else {
      return false
    }
    return before != state.locale
  }

  /// The rows that have a value.
  fileprivate var rowsWithValues: [RowID] {
    outline.sectionsInOrder.flatMap { outline.rows(of: $0, in: topology) }
      .filter { !state.values[$0.index].isNull }
  }

  /// The matrix that shows the options of a row above all of its rows: those of its first row.
  fileprivate func matrix(headedBy row: RowID) -> SectionID? {
    let section = topology.rows[row.index].section
    guard topology.sections[section.index].matrix != nil,
      outline.rows(of: section, in: topology).first(where: oldOutline.rows.contains) == row
    else { return nil }
    return section
  }

  /// Whether another display of a row is a change of its own.
  ///
  /// Without a formula it is not, if the value is another one: the change of the value has the
  /// display.
  fileprivate func tellsDisplay(of row: RowID) -> Bool {
    topology.rows[row.index].properties[.display] != nil
      || state.values.change(at: row.index, since: journal.state.values) == nil
  }

  /// Whether a member was in the form before, and is in it now.
  fileprivate func hadAndHas(_ owner: PropertyOwner) -> Bool {
    switch owner {
    // The texts of pages are listed with the pages.
    case .page: false
    case .form: true
    case .section(let section):
      outline.sections.contains(section) && oldOutline.sections.contains(section)
    case .row(let row): outline.rows.contains(row) && oldOutline.rows.contains(row)
    }
  }
}

extension Topology {
  /// The properties of a member that are nodes.
  func properties(of owner: PropertyOwner) -> [PropertyName: NodeID] {
    switch owner {
    case .form: properties
    case .page(let page): pageProperties[page] ?? [:]
    case .section(let section): sections[section.index].properties
    case .row(let row): rows[row.index].properties
    }
  }
}

extension PropertyName {
  /// Whether a node with this name is part of a property of a change.
  fileprivate func isPart(of property: Change.Property) -> Bool {
    changed == property || property == .display && isReadByDisplay
  }

  /// The property of a change that a node is part of; nil of messages, which change errors.
  private var changed: Change.Property? {
    switch self {
    case .text(let key): Change.Property(rawValue: key.rawValue)
    case .optionTitle: .optionTitles
    case .groupTitle: .groupTitles
    case .groupFooter: .groupFooters
    case .actionTitle: .actions
    case .display: .display
    case .minimum, .maximum, .step: .bounds
    case .message, .count: nil
    }
  }
}

extension Change.Property {
  /// The key of the text that the property is; nil for everything else.
  package var text: TextKey? { TextKey(rawValue: rawValue) }

  /// The properties that follow answers, the language or the time through nodes of their own.
  static let ofTexts = allCases.filter(\.isOfText)

  /// Whether the property is one of these; asked of every change.
  var isOfText: Bool {
    switch self {
    case .value, .hidden, .disabled, .required, .valid, .errors, .options, .disabledOptions,
      .verdict, .optionGroups:
      false
    case .title, .subtitle, .footer, .placeholder, .help, .selectorTitle, .display, .bounds,
      .optionTitles, .groupTitles, .groupFooters, .actions:
      true
    }
  }
}

extension StateReading where Self: ~Copyable {
  /// A property of a member as a change lists it.
  fileprivate func value(
    of property: Change.Property, of owner: PropertyOwner, in topology: Topology
  ) -> Value {
    guard case .row(let id) = owner else {
      if property == .bounds, case .section(let section) = owner {
        let bounds = bounds(of: topology.sections[section.index])
        let all = [("minimum", bounds.minimum), ("maximum", bounds.maximum)]
        return .dictionary(
          ValueDictionary(all.compactMap { key, count in count.map { (key, .int(Int64($0))) } }))
      }
      guard let key = property.text else { return .null }
      let text = topology.texts(of: owner)[key]
      return optional(self.text(topology.properties(of: owner)[.text(key)], text))
    }
    let row = topology.rows[id.index]
    switch property {
    case .display: return optional(display(of: value(of: id), of: row))
    case .bounds: return bounds(of: row).json
    case .optionTitles:
      let options = row.content.options ?? []
      return .array(
        options.indices.map { index in
          optional(self.text(.optionTitle(index), of: row, options[index].title))
        })
    case .actions: return ActionState.json(of: actions(of: row))
    case .groupTitles:
      return texts(row.content.groupTitles) { self.text(.groupTitle($0), of: row, $1) }
    case .groupFooters:
      return texts(row.content.groupFooters) { self.text(.groupFooter($0), of: row, $1) }
    default:
      guard let key = property.text else { return .null }
      return optional(text(.text(key), of: row, row.content.texts[key]))
    }
  }

  private func texts(
    _ texts: [String: FormText], _ read: (String, FormText) -> String?
  ) -> Value {
    .dictionary(
      ValueDictionary(
        texts.sorted { $0.key < $1.key }.map { ($0.key, optional(read($0.key, $0.value))) }))
  }
}

extension Topology {
  /// The texts that the definition of a member gives.
  fileprivate func texts(of owner: PropertyOwner) -> Texts {
    switch owner {
    case .form: formTexts
    case .page(let page): pages[page].texts
    case .section(let section): sections[section.index].definition.value.texts
    case .row(let row): rows[row.index].content.texts
    }
  }
}

extension RowBounds {
  /// The bounds that are fixed or were computed, by their keys in a form file.
  var json: Value {
    let all: [(String, Value?)] = [
      ("minimum", minimum), ("maximum", maximum), ("step", step),
      ("minuteInterval", minuteInterval.map { .int(Int64($0)) }),
    ]
    return .dictionary(ValueDictionary(all.compactMap { key, value in value.map { (key, $0) } }))
  }
}
