// Texts, bounds and the display of a member that follow answers, the language or the time. Each is
// a node: it is evaluated when something it reads has changed, and its value stands among the
// facts. A text without formulas in one language has no node.

import Predicate

/// Whose a property is.
enum PropertyOwner: Hashable, Sendable {
  case form
  /// A page, by its position.
  case page(Int)
  case section(SectionIndex)
  case row(RowIndex)

  var row: RowIndex? { if case .row(let row) = self { row } else { nil } }

  /// The member; nil for the form and for pages.
  var member: Member? {
    switch self {
    case .form, .page: nil
    case .section(let section): .section(section)
    case .row(let row): .row(row)
    }
  }
}

/// What of its owner a property is.
enum PropertyName: Hashable, Sendable {
  case text(TextKey)
  /// The title of an option, by its position.
  case optionTitle(Int)
  /// The title of an action, by its position.
  case actionTitle(Int)
  /// What stands above and below a group of options, by the text of its key.
  case groupTitle(String), groupFooter(String)
  /// The message of a rule, by the rule's position among all rules of the row, parts included.
  case message(Int)
  /// The message while the row is required and has no value.
  case requiredMessage
  /// The value as people see it.
  case display
  case minimum, maximum, step
  /// The number of items that a list has.
  case count

  /// The key of a form file under which the property stands, or in which it is nested.
  var key: String {
    switch self {
    case .text(let key): key.rawValue
    case .optionTitle: "options"
    case .actionTitle: "actions"
    case .groupTitle: "groupTitles"
    case .groupFooter: "groupFooters"
    case .message: "rules"
    case .requiredMessage: "requiredMessage"
    case .display: "display"
    case .minimum: "minimum"
    case .maximum: "maximum"
    case .step: "step"
    case .count: "count"
    }
  }

  /// Whether the verdict on the row reads the property, whatever its messages say.
  var isReadByVerdict: Bool {
    switch self {
    case .minimum, .maximum, .step, .message, .requiredMessage, .text(.title), .text(.unit),
      .display, .optionTitle:
      true
    default: false
    }
  }

  /// Whether the display of the row's value reads the property.
  var isReadByDisplay: Bool {
    switch self {
    case .display, .optionTitle, .text(.unit): true
    default: false
    }
  }

  /// Whether the property is what an error says.
  var isMessage: Bool {
    switch self {
    case .message, .requiredMessage: true
    default: false
    }
  }

  var isOptionTitle: Bool { if case .optionTitle = self { true } else { false } }

  /// Whether the property is a number or a date, not a text: a bound of a value, or the bounds or
  /// the number of the items of a list.
  var isBound: Bool {
    switch self {
    case .minimum, .maximum, .step, .count: true
    default: false
    }
  }
}

/// A property that is a node.
struct Property: Equatable, Sendable {
  let owner: PropertyOwner
  let name: PropertyName
  /// The texts, one for each language; one without a language is for all.
  let variants: [Variant]

  /// The property in one language.
  struct Variant: Equatable, Sendable {
    let language: LanguageTag?
    let parts: [Part]
  }

  /// A piece of a text, or the formula of a bound.
  enum Part: Equatable, Sendable {
    case literal(String)
    case formula(Run)
    case parameter(MessageParameter)
  }

  /// Everything that the property may run.
  var runs: [Run] {
    variants.flatMap(\.parts).compactMap { if case .formula(let run) = $0 { run } else { nil } }
  }
}

extension Texts {
  /// The texts as `read` says that people read them.
  func shown(_ read: (PropertyName, FormText?) -> String?) -> ShownTexts {
    var shown = ShownTexts()
    for key in TextKey.allCases { shown[key] = read(.text(key), self[key]) }
    return shown
  }
}

extension Topology {
  /// The properties of a member that are nodes.
  func properties(of owner: PropertyOwner) -> [PropertyName: NodeID] {
    switch owner {
    case .form: graph.properties
    case .page(let page): graph.pageProperties[page] ?? [:]
    case .section(let section): sections[section.index].properties
    case .row(let row): rows[row.index].properties
    }
  }

  /// Whether the verdict on a row reads a property of the row or of its section.
  ///
  /// It reads the placeholder and the help only if a message says them: a help that says whether
  /// its row is valid would be a cycle.
  func isReadByVerdict(_ name: PropertyName, of row: RowRecord) -> Bool {
    let parameter: MessageParameter
    switch name {
    case .text(.placeholder): parameter = .placeholder
    case .text(.help): parameter = .help
    default: return name.isReadByVerdict
    }
    return graph.standardTexts.says(parameter, in: row.content.standardMessages)
      || row.content.rules.allInOrder.contains { $0.rule.message?.says(parameter) ?? false }
      || row.content.requiredMessage?.says(parameter) ?? false
  }
}
