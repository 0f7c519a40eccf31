// The table of what people see of a form: each aspect, which logs of a transaction say that it may
// have changed, how it is read from a moment, and which nodes give it. A change is an aspect that a
// log has touched and that reads differently.

import Predicate

/// A line of the table.
struct Aspect: Sendable {
  let property: Change.Property
  let log: Logs
  /// The key of the text that the aspect is; nil for everything else.
  let text: TextKey?

  /// What says that an aspect may have changed.
  struct Logs: OptionSet {
    let rawValue: UInt8

    /// The column that has the aspect of every row; `Differences` compares what it overwrote.
    static let column = Logs(rawValue: 1)
    /// An options node, a condition of an option, or options that were given anew.
    static let options = Logs(rawValue: 2)
    /// The number of items of a list, its texts, its bounds or its attributes.
    static let items = Logs(rawValue: 4)
    /// A node of a text or a bound, a condition of an action, or a replaced table.
    static let property = Logs(rawValue: 8)
    /// What the display of a value reads, or the language or the time zone.
    static let display = Logs(rawValue: 16)
  }

  private init(_ property: Change.Property) {
    self.property = property
    text = property.text
    log =
      switch property {
      case .value, .hidden, .disabled, .required, .valid, .errors: .column
      case .options, .optionGroups, .disabledOptions: .options
      case .verdict: .items
      case .display: .display
      case .title, .subtitle, .footer, .placeholder, .help, .selectorTitle, .bounds, .optionTitles,
        .groupTitles, .groupFooters, .actions:
        .property
      }
  }

  /// The aspects that no column has, in order.
  static let ofNodes = Change.Property.allCases.map(Aspect.init).filter { $0.log != .column }
}

extension Change.Property {
  /// The key of the text that the property is; nil for everything else.
  package var text: TextKey? { TextKey(rawValue: rawValue) }

  /// Whether the property is about the options of a row, which are listed before its attributes.
  var precedesAttributes: Bool {
    self == .options || self == .optionGroups || self == .disabledOptions
  }
}

extension Attribute {
  /// The attribute as a property that changes.
  var property: Change.Property {
    switch self {
    case .hidden: .hidden
    case .disabled: .disabled
    case .required: .required
    case .valid: .valid
    }
  }
}

// MARK: - Reading

extension Moment {
  /// An aspect of a member as a change tells it.
  func read(_ aspect: Aspect, of owner: PropertyOwner) -> Value {
    if let key = aspect.text {
      let node = topology.properties(of: owner)[.text(key)]
      return optional(text(node, topology.texts(of: owner)[key]))
    }
    switch owner {
    case .row(let row): return read(aspect.property, of: row)
    case .section(let section): return read(aspect.property, of: section)
    case .form, .page: return .null
    }
  }

  private func read(_ property: Change.Property, of id: SectionID) -> Value {
    switch property {
    case .verdict: return .messages(of: verdict(of: id))
    case .bounds:
      let bounds = bounds(of: topology.sections[id.index])
      let all = [("minimum", bounds.minimum), ("maximum", bounds.maximum)]
      return .dictionary(
        ValueDictionary(all.compactMap { key, count in count.map { (key, .int(Int64($0))) } }))
    default: return .null
    }
  }

  private func read(_ property: Change.Property, of id: RowID) -> Value {
    let row = topology.rows[id.index]
    switch property {
    case .options: return choosable(of: row).map(Value.array) ?? .null
    case .disabledOptions: return .array(disabledOptions(of: row))
    case .optionGroups:
      return groupedValues(of: row).map { groups in
        OptionGroup.json(
          of: groups, groupTexts(of: row), by: row.content.groupedBy, topology.jsonKinds(of: id))
      } ?? .null
    case .display: return optional(display(of: value(of: id), of: row))
    case .bounds: return bounds(of: row).json
    case .optionTitles: return optionTitles(of: row)
    case .groupTitles:
      return texts(row.content.groupTitles) { text(.groupTitle($0), of: row, $1) }
    case .groupFooters:
      return texts(row.content.groupFooters) { text(.groupFooter($0), of: row, $1) }
    case .actions: return ActionState.json(of: actions(of: row))
    default: return .null
    }
  }

  /// The titles of all options; of a table or a list, those of the options that can be chosen.
  private func optionTitles(of row: RowRecord) -> Value {
    guard let choices = choices(of: row) else {
      let options = row.content.options?.written ?? []
      return .array(
        options.indices.map { optional(text(.optionTitle($0), of: row, options[$0].title)) })
    }
    if row.choosesAll(of: choices) {
      return .array(choices.table.contents.titles(in: choices.title, ofChoicesIn: choices.value))
    }
    let values = choosable(of: row) ?? []
    let places = choices.places(seeking: values.count)
    return .array(values.map { optional(places.place(of: $0).flatMap(choices.title)) })
  }

  private func texts(
    _ texts: [String: FormText], _ read: (String, FormText) -> String?
  ) -> Value {
    .dictionary(
      ValueDictionary(
        texts.sorted { $0.key < $1.key }.map { ($0.key, optional(read($0.key, $0.value))) }))
  }
}

extension Value {
  /// What errors say, as a list.
  static func messages(of errors: [RowError]) -> Value {
    .array(errors.map { .string($0.message) })
  }
}

extension RowBounds<Value> {
  /// The bounds that are fixed or were computed, by their keys in a form file.
  fileprivate var json: Value {
    let all: [(String, Value?)] = [
      ("minimum", minimum), ("maximum", maximum), ("step", step),
      ("minuteInterval", minuteInterval.map { .int(Int64($0)) }),
    ]
    return .dictionary(ValueDictionary(all.compactMap { key, value in value.map { (key, $0) } }))
  }
}

// MARK: - Nodes

extension Topology {
  /// The texts that the definition of a member gives.
  fileprivate func texts(of owner: PropertyOwner) -> Texts {
    switch owner {
    case .form: graph.formTexts
    case .page(let page): graph.pages[page].texts
    case .section(let section): sections[section.index].definition.value.texts
    case .row(let row): rows[row.index].content.texts
    }
  }

  /// The nodes that give a text, the bounds, the display or the actions of a member.
  func nodes(of property: Change.Property, _ owner: PropertyOwner) -> [NodeID] {
    var nodes = Array(properties(of: owner).filter { $0.key.isPart(of: property) }.values)
    if property == .actions, let row = owner.row {
      nodes += rows[row.index].actionDisablings.compactMap(\.node)
    }
    return nodes.sorted()
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
