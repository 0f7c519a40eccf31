// The table of what a form tells. A line gives the key of an aspect, who hears of its changes, the
// logs of a transaction that say when it may have changed, and how it is read. A state is the table
// read once. A change is an aspect that a log has touched and that reads differently.
//
//   Aspects+Rows        rows
//   Aspects+Sections    sections, and the items of lists
//   Aspects+Form        pages, and the form as a whole

import Predicate

/// The tables, one for each kind of member that a form tells of.
enum Aspects {}

/// One aspect of a row, a section, an item, a page or the form.
///
/// `Seen` is what it is read from, such as a row at one moment.
struct Aspect<Seen>: Sendable {
  let name: AspectName
  /// What says that the aspect may have changed; none of an aspect that a column has, or that
  /// changes with another one.
  let logs: AspectLogs
  /// The aspect as a change tells it.
  let told: @Sendable (Seen) -> Value
  /// The aspect as a state has it; nil leaves its key out.
  let stated: @Sendable (Seen) -> Value?
  /// Whether the aspect differs; nil if it does where it reads differently.
  var isOther: IsOther?

  typealias IsOther = @Sendable (_ old: Seen, _ new: Seen, inout ListComparisons) -> Bool?
}

extension Aspect {
  /// The key and what a change tells, as a member of an object.
  func member(of seen: Seen) -> (String, Value) { (name.key, told(seen)) }
}

/// The name of an aspect, and who hears of its changes.
enum AspectName: Hashable, Sendable {
  /// People and hosts, and with them clients.
  case people(Change.Property)
  /// Only programs that keep a copy of the state: a host in Swift reads it from the form.
  ///
  /// Pages are compared line by line, and so are the own attributes of rows and sections. For
  /// everything else, `Differences+Clients` or `ToldChanges` finds the members that may differ.
  case client(ToldKey)
  /// A part of states alone: it never changes, or a change of another aspect brings it.
  case state(ToldKey)
  /// The same, where the file may say it, too.
  case setting(FormKey)

  /// The key in the JSON.
  var key: String {
    switch self {
    case .people(let property): property.rawValue
    case .client(let key), .state(let key): key.rawValue
    case .setting(let key): key.text
    }
  }

  var property: Change.Property? { if case .people(let property) = self { property } else { nil } }
}

/// What says that an aspect may have changed.
struct AspectLogs: OptionSet, Sendable {
  let rawValue: UInt8

  /// An options node, a condition of an option, or options that were given anew.
  static let options = AspectLogs(rawValue: 1)
  /// The number of items of a list, its texts, its bounds or its attributes.
  static let items = AspectLogs(rawValue: 2)
  /// A node of a text or a bound, or a condition of an action.
  static let property = AspectLogs(rawValue: 4)
  /// What the display of a value reads, or the language or the time zone.
  static let display = AspectLogs(rawValue: 8)
  /// A replaced table, a list that offers something else, or options that were given anew.
  static let titles = AspectLogs(rawValue: 16)
  /// The node of a suggestion, whose result says whether its row follows.
  static let following = AspectLogs(rawValue: 32)
}

/// An attribute of a row or a section, as an aspect.
struct AttributeAspect: Sendable {
  let name: AspectName
  let attribute: ToldAttributes
  let words: Words
  /// Whether states have it.
  let isStated: Bool

  /// The values by which clients know an attribute.
  enum Words {
    /// True or false.
    case both
    /// False or null, of what a member says for itself.
    ///
    /// A client takes it away where the whole attribute becomes false, so that is not told.
    case falseOrNull(of: ToldAttributes)
    /// True or null.
    case trueOrNull
  }

  init(_ property: Change.Property, _ attribute: ToldAttributes, isStated: Bool = true) {
    self.init(.people(property), attribute, .both, isStated: isStated)
  }

  private init(
    _ name: AspectName, _ attribute: ToldAttributes, _ words: Words, isStated: Bool = true
  ) {
    self.name = name
    self.attribute = attribute
    self.words = words
    self.isStated = isStated
  }

  static let ownHidden = AttributeAspect(
    .client(.ownHidden), .hiddenAround, .falseOrNull(of: .hidden))
  static let ownDisabled = AttributeAspect(
    .client(.ownDisabled), .disabledAround, .falseOrNull(of: .disabled))
  /// States have it among the settings of a section.
  static let collapsed = AttributeAspect(
    .client(.collapsed), .collapsed, .trueOrNull, isStated: false)

  func value(in attributes: ToldAttributes) -> Value {
    let isSet = attributes.contains(attribute)
    return switch words {
    case .both: .bool(isSet)
    case .falseOrNull: isSet ? false : .null
    case .trueOrNull: isSet ? true : .null
    }
  }
}

/// A line of a table.
enum AspectLine<Seen>: Sendable {
  case aspect(Aspect<Seen>)
  case attribute(AttributeAspect)
  /// What the file says. It never changes, but that a section is collapsed has a line of its own.
  case settings(@Sendable (Seen) -> [(String, Value)])
  case group([AspectLine])

  /// Texts without the title, which every state has.
  static func texts(
    _ keys: [TextKey], _ logs: AspectLogs = [],
    _ text: @escaping @Sendable (Seen, TextKey) -> Value
  ) -> Self {
    .group(
      keys.filter { $0 != .title }.map { key in
        people(ifAny: key.property, logs) { text($0, key) }
      })
  }

  /// The line, or those of the group that it is.
  fileprivate var lines: [AspectLine] { if case .group(let lines) = self { lines } else { [self] } }

  /// An aspect of states alone: it never changes, or a change of another aspect brings it.
  static func state(_ key: ToldKey, _ stated: @escaping @Sendable (Seen) -> Value?) -> Self {
    state(.state(key), stated)
  }

  /// The same, under a key of form files.
  static func state(
    fileKey key: FormKey, _ stated: @escaping @Sendable (Seen) -> Value?
  ) -> Self {
    state(.setting(key), stated)
  }

  private static func state(
    _ name: AspectName, _ stated: @escaping @Sendable (Seen) -> Value?
  ) -> Self {
    .aspect(Aspect(name: name, logs: [], told: { stated($0) ?? .null }, stated: stated))
  }

  /// An aspect that every state has, and whose changes people hear of.
  static func people(
    _ property: Change.Property, _ logs: AspectLogs = [],
    _ told: @escaping @Sendable (Seen) -> Value, stated: (@Sendable (Seen) -> Value?)? = nil,
    isOther: Aspect<Seen>.IsOther? = nil
  ) -> Self {
    .aspect(
      Aspect(
        name: .people(property), logs: logs, told: told, stated: stated ?? { told($0) },
        isOther: isOther))
  }

  /// The same of an aspect that a state has only if it is not null.
  static func people(
    ifAny property: Change.Property, _ logs: AspectLogs = [],
    _ told: @escaping @Sendable (Seen) -> Value, isOther: Aspect<Seen>.IsOther? = nil
  ) -> Self {
    people(property, logs, told, stated: { told($0).unlessNull }, isOther: isOther)
  }

  /// The same of an aspect that a state has under other keys.
  static func changes(
    _ property: Change.Property, _ logs: AspectLogs,
    _ told: @escaping @Sendable (Seen) -> Value, isOther: Aspect<Seen>.IsOther? = nil
  ) -> Self {
    people(property, logs, told, stated: { _ in nil }, isOther: isOther)
  }
}

extension Aspect {
  /// An aspect whose changes only clients hear of; a state has it if it is not null.
  static func client(_ key: ToldKey, _ told: @escaping @Sendable (Seen) -> Value) -> Self {
    Self(name: .client(key), logs: [], told: told, stated: { told($0).unlessNull })
  }
}

/// All aspects of one kind of member, in the order in which a state lists them.
struct AspectTable<Seen>: Sendable {
  private let lines: [AspectLine<Seen>]
  /// The aspects whose changes are told, in the order in which they are listed: those of people
  /// first.
  let changing: [Aspect<Seen>]
  /// Those of them that a log touches.
  let ofLogs: [Aspect<Seen>]
  let attributes: [AttributeAspect]

  init(_ lines: [AspectLine<Seen>]) {
    let lines = lines.flatMap(\.lines)
    self.lines = lines
    let aspects = lines.compactMap { if case .aspect(let aspect) = $0 { aspect } else { nil } }
    attributes = lines.compactMap { if case .attribute(let line) = $0 { line } else { nil } }
    let ofPeople = Change.Property.allCases.flatMap { property in
      aspects.filter { $0.name == .people(property) }
    }
    changing =
      ofPeople + aspects.filter { if case .client = $0.name { true } else { false } }
    ofLogs = ofPeople.filter { !$0.logs.isEmpty }
  }

  /// The keys and values of a state.
  func state(of seen: Seen, _ attributes: ToldAttributes = []) -> [(String, Value)] {
    var pairs: [(String, Value)] = []
    for line in lines {
      switch line {
      case .aspect(let aspect):
        if let value = aspect.stated(seen) { pairs.append((aspect.name.key, value)) }
      case .attribute(let line):
        guard line.isStated else { continue }
        let value = line.value(in: attributes)
        if !value.isNull { pairs.append((line.name.key, value)) }
      case .settings(let settings): pairs += settings(seen)
      case .group: break
      }
    }
    return pairs
  }
}

extension Value {
  /// The value; nil instead of null.
  var unlessNull: Value? { isNull ? Value?.none : self }

  /// The value; nil instead of an empty list.
  var unlessEmpty: Value? { self == .array([]) ? Value?.none : self }
}

extension TextKey {
  /// The text as a property that changes.
  var property: Change.Property {
    switch self {
    case .title: .title
    case .subtitle: .subtitle
    case .footer: .footer
    case .placeholder: .placeholder
    case .selectorTitle: .selectorTitle
    case .help: .help
    case .unit: .unit
    }
  }
}

extension Change.Property {
  /// The key of the text that the property is; nil for everything else.
  package var text: TextKey? { TextKey(rawValue: rawValue) }

  /// Whether the property is about the options of a row, which are listed before its attributes.
  var precedesAttributes: Bool {
    self == .options || self == .optionGroups || self == .disabledOptions
  }
}

// MARK: - Nodes

extension Topology {
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
    case .text(let key): key.property
    case .optionTitle: .optionTitles
    case .groupTitle: .groupTitles
    case .groupFooter: .groupFooters
    case .actionTitle: .actions
    case .display: .display
    case .minimum, .maximum, .step: .bounds
    case .message, .requiredMessage, .count: nil
    }
  }
}
