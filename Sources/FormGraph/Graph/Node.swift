// What the graph computes. A node is evaluated at most once in a transaction, after everything it
// reads; what it reads changes only with the form's shape.

import Predicate

/// A thing the graph computes.
enum Node: Sendable {
  /// Whether a predicate holds. Equal predicates over equal slots are one node, wherever they
  /// stand.
  case condition(Run)
  /// The value of a calculated row.
  case calculation(RowID, Run)
  /// The value a row has at the start; evaluated when the row appears and not again.
  case defaultValue(RowID, Run)
  /// Whether a value meets a predicate rule, by the rule's position in its row.
  case rule(RowID, Int, Run)
  /// What the rules of a row say of its value.
  case verdict(RowID)
  /// That a row whose hidden value is cleared holds none while it is hidden.
  case clearing(RowID)
  /// Which options of a row can be chosen, by its filter and by their own conditions.
  case options(RowID, Run?)
  /// Something conditions read of a member that more than one thing decides.
  case fact(Fact)

  /// What the node runs, if it runs a program.
  var run: Run? {
    switch self {
    case .condition(let run), .calculation(_, let run), .defaultValue(_, let run),
      .rule(_, _, let run):
      run
    case .options(_, let run): run
    case .verdict, .clearing, .fact: nil
    }
  }

  /// The row the node belongs to; conditions belong to everything they decide.
  var row: RowID? {
    switch self {
    case .calculation(let row, _), .defaultValue(let row, _), .rule(let row, _, _),
      .verdict(let row), .clearing(let row), .options(let row, _),
      .fact(.attribute(_, .row(let row))),
      .fact(.visibleValue(let row)):
      row
    case .condition, .fact: nil
    }
  }

  /// The row whose stored value the node gives; who reads a row that is cleared reads the node that
  /// clears it.
  var writtenRow: RowID? {
    switch self {
    case .calculation(let row, _), .defaultValue(let row, _): row
    case .condition, .rule, .verdict, .clearing, .options, .fact: nil
    }
  }
}

/// A program or a function over slots: what a condition is, apart from its place.
struct Run: Hashable, Sendable {
  enum Code: Hashable, Sendable {
    case program(ProgramID)
    /// A function of the host's.
    case function(FunctionID)
  }

  let code: Code
  /// The slot of each operand.
  let binding: [Slot]
  /// The slot SELF reads; nil where the text does not speak of SELF.
  let object: Slot?
  /// A text of the program, the first of equal ones, to point at where it fails.
  let text: TextID

  static func == (left: Run, right: Run) -> Bool {
    left.code == right.code && left.binding == right.binding && left.object == right.object
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    for slot in binding { hasher.combine(PackedSlot(slot).code) }
    if let object { hasher.combine(PackedSlot(object).code) }
  }

  /// Every slot that is read.
  var slots: [Slot] { object.map { binding + [$0] } ?? binding }
}

/// An effective attribute, the value of a row as conditions read it, or what they read of items.
enum Fact: Hashable, Sendable {
  case attribute(Attribute, Member)
  /// The stored value, nil while the row is hidden.
  case visibleValue(RowID)
  /// What is read of the items of a section.
  case items(SectionID, ItemsView)
}

/// What a text reads of the items of a section, and so what it depends on.
enum ItemsView: Hashable, Sendable {
  /// How many there are.
  case count
  /// The value of one row of each, by its position in the template.
  case column(Int)
  /// The values of one row folded into one.
  case fold(Operand.Fold, Int)
  /// The items as objects, of which only these rows are read, in ascending order.
  case objects([Int])
  /// The position of one item, from 0.
  case index(ItemID)

  /// The rows of the template that are read.
  var columns: [Int] {
    switch self {
    case .count, .index: []
    case .column(let column), .fold(_, let column): [column]
    case .objects(let columns): columns
    }
  }
}

/// What decides an attribute of one member.
enum Decision: Hashable, Sendable {
  case constant(Bool)
  /// A condition or, where the opposite was written, its negation.
  case condition(NodeID, text: TextID, isInverted: Bool)

  var node: NodeID? {
    if case .condition(let node, _, _) = self { return node }
    return nil
  }
}

/// An attribute that a decision makes: of one member, or of the form.
enum Target: Hashable, Sendable {
  case row(RowID, RowWord)
  case section(SectionID, SectionWord)
  case readOnly
  /// An attribute of an option, by its position in its row.
  case option(RowID, Int, OptionWord)
}

/// What is so of an option.
enum OptionWord: Hashable, Sendable {
  /// It is not there to be chosen.
  case hidden
  /// It is there, and a user can neither choose it nor give it up.
  case disabled
}

/// What a condition's result changes beside rows.
struct Effect: Hashable, Sendable {
  let target: Target
  /// Whether the opposite was written, `visible` for `hidden`.
  let isInverted: Bool
}

/// What a condition's result changes: of rows a set for each attribute, so that a million rows
/// hidden by one switch are words of bits.
struct EffectGroups: Sendable {
  struct OfRows: Sendable {
    let bit: RowWord
    let isInverted: Bool
    var rows: IDSet<RowID>
  }

  /// One, so that the groups are one reference and yet changed in their place.
  private var contents = [Contents()]

  private struct Contents: Sendable {
    var ofRows: [OfRows] = []
    var others: [Effect] = []
  }

  var ofRows: [OfRows] { contents[0].ofRows }
  var others: [Effect] { contents[0].others }

  var isEmpty: Bool { ofRows.isEmpty && others.isEmpty }

  mutating func insert(_ target: Target, isInverted: Bool) {
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

  mutating func remove(_ target: Target, isInverted: Bool) {
    guard case .row(let row, let bit) = target else {
      contents[0].others.removeAll { $0.target == target && $0.isInverted == isInverted }
      return
    }
    guard let index = group(bit, isInverted) else { return }
    contents[0].ofRows[index].rows.remove(row)
    if ofRows[index].rows.isEmpty { contents[0].ofRows.remove(at: index) }
  }

  private func group(_ bit: RowWord, _ isInverted: Bool) -> Int? {
    ofRows.firstIndex { $0.bit == bit && $0.isInverted == isInverted }
  }

  /// Everything that is decided, one by one.
  var targets: [Target] {
    ofRows.flatMap { group in group.rows.map { Target.row($0, group.bit) } } + others.map(\.target)
  }
}

/// What is so of a row by itself, whatever its section says.
struct RowWord: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let hidden = RowWord(rawValue: 1)
  static let disabled = RowWord(rawValue: 2)
  static let required = RowWord(rawValue: 4)
  /// The verdict holds an error.
  static let invalid = RowWord(rawValue: 8)
  /// The user has left the row at least once.
  static let blurred = RowWord(rawValue: 16)
  /// The value, or something its rules read, has changed at least once.
  static let changed = RowWord(rawValue: 32)
}

/// What is so of a section by itself.
struct SectionWord: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let hidden = SectionWord(rawValue: 1)
  static let disabled = SectionWord(rawValue: 2)
  /// It has fewer items than it must have.
  static let short = SectionWord(rawValue: 4)
  /// Its page is hidden.
  static let pageHidden = SectionWord(rawValue: 8)

  /// Whether it is hidden, by itself or with its page.
  @inline(__always)
  var isHidden: Bool { rawValue & (Self.hidden.rawValue | Self.pageHidden.rawValue) != 0 }

  /// Whether it has too few items and a user can see and change that.
  var isShort: Bool { self == .short }
}
