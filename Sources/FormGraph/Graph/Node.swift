// What the graph computes. A transaction evaluates a node at most once, after everything the node
// reads. What a node reads changes only with the form's shape.

import Predicate

/// One computation of the graph.
///
/// What a template computes is in the graph once, with the rows and sections of its prototype.
enum Node: Equatable, Sendable {
  /// Whether a predicate holds. Equal predicates over equal slots share one node, wherever they are
  /// used.
  case condition(Run)
  /// The value of a calculated row.
  case calculation(RowIndex, Run)
  /// The first value of a row. Evaluated once, when the row comes; of a row that hiding clears,
  /// each time it shows.
  case filling(RowIndex, Run)
  /// Whether a value meets a rule that runs something. The number is the rule's position in its
  /// row.
  case rule(RowIndex, Int, Run)
  /// A text of an action that an edit of the row sets off. The number is the text's position among
  /// those of the row's actions. It runs when its action does, and nothing marks it.
  case trigger(RowIndex, Int, Run)
  /// The errors that the rules of a row find in its value.
  case verdict(RowIndex)
  /// Clears the value of a hidden row, or hidden options from a value; and gives a row that shows
  /// again the value it starts with.
  case clearing(RowIndex)
  /// The options of a row that can be chosen, according to its filter and the options' own
  /// conditions.
  case options(RowIndex, Run?)
  /// Something that conditions read and that more than one thing decides.
  case fact(Fact)
  /// A text, a bound or the display of a member.
  case property(Property)

  /// The program or function that the node runs, if it has one.
  var run: Run? {
    switch self {
    case .condition(let run), .calculation(_, let run), .filling(_, let run),
      .rule(_, _, let run), .trigger(_, _, let run):
      run
    case .options(_, let run): run
    case .verdict, .clearing, .fact, .property: nil
    }
  }

  /// How many programs the node has: of most nodes none or one.
  var runCount: Int {
    if case .property(let property) = self { return property.runs.count }
    return run == nil ? 0 : 1
  }

  /// The row that the node belongs to.
  ///
  /// A condition belongs to no row.
  var row: RowIndex? {
    switch self {
    case .calculation(let row, _), .filling(let row, _), .rule(let row, _, _),
      .trigger(let row, _, _), .verdict(let row), .clearing(let row), .options(let row, _),
      .fact(.attribute(_, .row(let row))),
      .fact(.visibleValue(let row)), .fact(.display(let row)):
      row
    case .property(let property): property.owner.row
    case .condition, .fact: nil
    }
  }
}

/// A program or a function with the slots it reads: a condition without the place where it is used.
struct Run: Hashable, Sendable {
  enum Code: Hashable, Sendable {
    case program(ProgramID)
    /// A function of the host.
    case function(FunctionID)
  }

  let code: Code
  /// The slot of each operand.
  let binding: [Slot]
  /// The slot that SELF reads; nil if the text does not use SELF.
  let object: Slot?
  /// The text to point at if the run fails.
  ///
  /// Of several equal texts, the first.
  let text: TextID

  static func == (left: Run, right: Run) -> Bool {
    left.code == right.code && left.binding == right.binding && left.object == right.object
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    for slot in binding { hasher.combine(PackedSlot(slot).code) }
    if let object { hasher.combine(PackedSlot(object).code) }
  }

  /// Every slot that the run reads.
  var slots: [Slot] { object.map { binding + [$0] } ?? binding }
}

/// An effective attribute, the value of a row as conditions read it, or what conditions read from
/// items.
enum Fact: Hashable, Sendable {
  case attribute(Attribute, Member)
  /// The stored value, or nil while the row is hidden.
  case visibleValue(RowIndex)
  /// The value of a row as people see it.
  case display(RowIndex)
  /// What a text reads from the items of a section.
  case items(SectionIndex, ItemsView)
}

/// What a text reads from the items of a section.
///
/// The text depends on no more than that.
enum ItemsView: Hashable, Sendable {
  /// The number of items.
  case count
  /// The values of one column of all items. The number is its position in `ItemTemplates.columns`.
  case column(Int)
  /// The values of one column, folded into one value.
  case fold(Operand.Fold, Int)
  /// The items as objects. Only these columns are read, in ascending order.
  case objects([Int])
  /// What the items offer as options, by column: the first column has the values of the options,
  /// the others are read with them.
  case options([Int])
  /// The position of one item, from 0.
  case index(ItemIndex)
  /// The name of the template of one item.
  case templateName(ItemIndex)
  /// These columns of the item before one item, as an object; nil for the first item.
  case previous(ItemIndex, [Int])

  /// The columns that are read.
  var columns: [Int] {
    switch self {
    case .count, .index, .templateName: []
    case .column(let column), .fold(_, let column): [column]
    case .objects(let columns), .options(let columns), .previous(_, let columns): columns
    }
  }

  /// The item that the text belongs to, if it reads something of its own item.
  var item: ItemIndex? {
    switch self {
    case .index(let item), .templateName(let item), .previous(let item, _): item
    case .count, .column, .fold, .objects, .options: nil
    }
  }
}

/// What decides an attribute of one member.
enum Decision: Hashable, Sendable {
  case constant(Bool)
  /// The result of a condition, or its negation if the definition states the opposite attribute.
  case condition(NodeID, text: TextID, isInverted: Bool)

  var node: NodeID? {
    if case .condition(let node, _, _) = self { return node }
    return nil
  }

  /// The decision of an item; `node` gives the item's node for a node of the prototype.
  func instance(_ node: (NodeID) -> NodeID) -> Decision {
    guard case .condition(let condition, let text, let isInverted) = self else { return self }
    return .condition(node(condition), text: text, isInverted: isInverted)
  }
}

/// An attribute that a decision writes: of one member, of an option, or of the form.
enum Target: Hashable, Sendable {
  case row(RowIndex, RowWord)
  case section(SectionIndex, SectionWord)
  case readOnly
  /// An attribute of an option or an action, by its position in its row.
  case option(RowIndex, Int, OptionWord)
}

/// The attributes of the options and the actions of a row.
enum OptionWord: Hashable, Sendable, CaseIterable {
  /// The option cannot be chosen and is not shown.
  case hidden
  /// The option is shown, but a user can neither select nor deselect it.
  case disabled
  /// A user cannot tap the action.
  case actionDisabled
}

/// What a condition decides other than attributes of rows.
struct Effect: Hashable, Sendable {
  let target: Target
  /// Whether the definition states the opposite, such as `visible` instead of `hidden`.
  let isInverted: Bool
}

/// Everything that a condition decides.
///
/// Rows are grouped into one set per attribute, so hiding a million rows with one switch writes
/// words of bits.
struct EffectGroups: Sendable {
  struct OfRows: Sendable {
    let bit: RowWord
    let isInverted: Bool
    var rows: IDSet<RowIndex>
  }

  /// Always one element.
  ///
  /// The array makes the groups a single reference that can still be changed in place.
  private var contents = [Contents()]

  private struct Contents: Sendable {
    var ofRows: [OfRows] = []
    var others: [Effect] = []
    var reachesTemplates = false
  }

  var ofRows: [OfRows] { contents[0].ofRows }
  var others: [Effect] { contents[0].others }
  /// Whether some members are those of a prototype, which stand for those of items.
  var reachesTemplates: Bool { contents[0].reachesTemplates }

  var isEmpty: Bool { ofRows.isEmpty && others.isEmpty }

  mutating func insert(_ target: Target, isInverted: Bool, isOfTemplate: Bool) {
    if isOfTemplate { contents[0].reachesTemplates = true }
    guard case .row(let row, let bit) = target else {
      contents[0].others.append(Effect(target: target, isInverted: isInverted))
      return
    }
    if let index = group(bit, isInverted) {
      contents[0].ofRows[index].rows.insert(row)
    } else {
      contents[0].ofRows.append(OfRows(bit: bit, isInverted: isInverted, rows: IDSet([row])))
    }
  }

  private func group(_ bit: RowWord, _ isInverted: Bool) -> Int? {
    ofRows.firstIndex { $0.bit == bit && $0.isInverted == isInverted }
  }

  /// Every attribute that is decided, one by one.
  var targets: [Target] {
    ofRows.flatMap { group in group.rows.map { Target.row($0, group.bit) } } + others.map(\.target)
  }
}

/// The attributes of a row itself, independent of its section.
struct RowWord: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let hidden = RowWord(rawValue: 1)
  static let disabled = RowWord(rawValue: 2)
  static let required = RowWord(rawValue: 4)
  /// The verdict contains an error.
  static let invalid = RowWord(rawValue: 8)
  /// The user has left the row at least once.
  static let blurred = RowWord(rawValue: 16)
  /// The value, or something that the rules read, has changed at least once.
  static let changed = RowWord(rawValue: 32)
  /// The row is hidden and holds nothing: it starts anew when it shows.
  static let cleared = RowWord(rawValue: 64)
  /// The row has started anew since the form opened, so it is compared with what it started with.
  static let restarted = RowWord(rawValue: 128)

  static let all: [RowWord] = [
    .hidden, .disabled, .required, .invalid, .blurred, .changed, .cleared, .restarted,
  ]
}

/// The attributes of a section itself.
struct SectionWord: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let hidden = SectionWord(rawValue: 1)
  static let disabled = SectionWord(rawValue: 2)
  /// The section has fewer items than its minimum or more than its maximum.
  static let outOfBounds = SectionWord(rawValue: 4)
  /// Its page is hidden.
  static let pageHidden = SectionWord(rawValue: 8)

  /// A section around it is hidden.
  static let groupHidden = SectionWord(rawValue: 16)
  /// A section around it is disabled.
  static let groupDisabled = SectionWord(rawValue: 32)
  /// A section around it is collapsed, so its header is not shown either.
  static let folded = SectionWord(rawValue: 64)
  /// Its rows, and the sections inside it, are folded away.
  static let collapsed = SectionWord(rawValue: 128)

  static let all: [SectionWord] = [
    .hidden, .disabled, .outOfBounds, .pageHidden, .groupHidden, .groupDisabled, .folded,
    .collapsed,
  ]

  /// What a section has because of the section around it.
  static let inherited: [SectionWord] = [.groupHidden, .groupDisabled, .folded]

  /// Whether it is hidden, by itself, with its page or with a section around it.
  @inline(__always)
  var isHidden: Bool {
    rawValue & (Self.hidden.rawValue | Self.pageHidden.rawValue | Self.groupHidden.rawValue) != 0
  }

  /// Whether it is disabled, by itself or with a section around it.
  @inline(__always)
  var isDisabled: Bool { rawValue & (Self.disabled.rawValue | Self.groupDisabled.rawValue) != 0 }

  /// Whether a list on a screen shows the section.
  var isShown: Bool { !isHidden && !contains(.folded) }

  /// Whether the section has too few or too many items and is neither hidden nor disabled, so that
  /// a user can change that.
  var isOutOfBounds: Bool { contains(.outOfBounds) && !isHidden && !isDisabled }
}
