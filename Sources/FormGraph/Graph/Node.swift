// What the graph computes. A node is evaluated at most once in a transaction, after everything it
// reads; what it reads is fixed when the form is compiled.

import Predicate

/// A thing the graph computes.
enum Node: Sendable {
  /// Whether a predicate holds. Equal predicates over equal slots are one node, wherever they stand.
  case condition(Run)
  /// The value of a calculated row.
  case calculation(RowID, Run)
  /// The value a row has at the start; evaluated when the form opens and not again.
  case defaultValue(RowID, Run)
  /// Whether a value meets a predicate rule, by the rule's position in its row.
  case rule(RowID, Int, Run)
  /// What the rules of a row say of its value.
  case verdict(RowID)
  /// Something conditions read of a member that more than one node decides.
  case fact(Fact)

  /// What the node runs, if it runs a program.
  var run: Run? {
    switch self {
    case .condition(let run), .calculation(_, let run), .defaultValue(_, let run),
      .rule(_, _, let run):
      run
    case .verdict, .fact: nil
    }
  }
}

/// A program over slots: what a condition is, apart from its place.
struct Run: Hashable, Sendable {
  let program: ProgramID
  /// The slot of each operand.
  let binding: [Slot]
  /// The slot SELF reads; nil where the text does not speak of SELF.
  let object: Slot?
  /// A text of the program, the first of equal ones, to point at where it fails.
  let text: TextID

  static func == (left: Run, right: Run) -> Bool {
    left.program == right.program && left.binding == right.binding && left.object == right.object
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(program)
    hasher.combine(binding)
    hasher.combine(object)
  }

  /// Every slot the program reads.
  var slots: [Slot] { object.map { binding + [$0] } ?? binding }
}

/// An effective attribute, or the value of a row as conditions read it.
enum Fact: Hashable, Sendable {
  case attribute(Attribute, Member)
  /// The stored value, nil while the row is hidden.
  case visibleValue(RowID)
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

/// What a condition's result changes: one attribute of one member.
struct Effect: Hashable, Sendable {
  enum Target: Hashable, Sendable {
    case row(RowID, RowWord)
    case section(SectionID, SectionWord)
    case readOnly
  }

  let target: Target
  /// Whether the opposite was written, `visible` for `hidden`.
  let isInverted: Bool
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
}
