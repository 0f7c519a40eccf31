// The flat code of a program: a graph of decisions over cells. An instruction is one whole test
// with the two places where it goes on, or one step of a computation; there is no stack of truth
// values, and nothing runs twice, for every place to go on at lies further on.

/// One step of flat code, 32 bytes of plain data.
struct Instruction {
  var operation: Operation
  /// The relations with which a test holds.
  var relations = Relations()
  /// A number the operation knows: of a list its length, of a text its bytes, the relations to the
  /// bounds of a range, an arithmetic operator.
  var detail: UInt16 = 0
  /// The node this is the code of: what is asked where cells alone do not decide.
  var node: Int32
  var first = Source.none
  /// Another source, or the first of the constants.
  var second = Source.none
  /// Where a test that holds goes on, and what is no test.
  var ifTrue: Int32 = Instruction.yes
  /// Where a test that does not hold goes on; what a computation writes.
  var ifFalse: Int32 = Instruction.no
  /// The bits of a number.
  var constant: UInt64 = 0

  /// In the place of an instruction: the program gives true.
  static let yes: Int32 = -1
  /// In the place of an instruction: the program gives false.
  static let no: Int32 = -2

  enum Operation: UInt8 {
    // Tests.
    /// A cell against the integer of `constant`.
    case compareInt
    /// A cell against the double of `constant`.
    case compareDouble
    /// A cell against another.
    case compare
    /// A cell between two constants.
    case range
    /// What an operator of arithmetic gives for two cells, against the integer of `constant`.
    case computeAndCompareInt
    /// What an operator of arithmetic gives for two cells, against the double of `constant`.
    case computeAndCompareDouble
    /// A cell against a constant text, for equality.
    case equalText
    case equalFoldedText
    /// A cell among constant texts that all stand in their cells.
    case amongTexts
    case amongFoldedTexts
    /// A cell among constants that all stand in their cells.
    case among
    /// A part, the second constant being a mask of its bytes.
    case beginsWith
    case endsWith
    case contains
    case beginsWithFolded
    case endsWithFolded
    case containsFolded
    /// A test of any kind, by the evaluator of trees.
    case test

    // Computations: the cell goes to the temporary `ifFalse`.
    /// An operator of arithmetic on two cells.
    case compute
    case move
    /// What a node gives for the cells of its one or two children.
    case apply

    // Ends.
    /// The program gives a cell.
    case give
    /// The program gives what the evaluator of trees does for a node.
    case giveTree
  }
}

/// Where an instruction finds a cell.
struct Source: Equatable {
  let rawValue: UInt32

  private static let kindBits: UInt32 = 0xC000_0000
  static let temporaryBit: UInt32 = 0x4000_0000
  static let constantBit: UInt32 = 0x8000_0000
  /// The most sources of a kind.
  static let limit = 0x3FFF_FFFF

  static var none: Source { Source(rawValue: constantBit) }
  static func operand(_ index: Int) -> Source {
    Source(rawValue: UInt32(truncatingIfNeeded: index))
  }
  static func temporary(_ index: Int) -> Source {
    Source(rawValue: temporaryBit | UInt32(truncatingIfNeeded: index))
  }
  static func constant(_ index: Int) -> Source {
    Source(rawValue: constantBit | UInt32(truncatingIfNeeded: index))
  }

  @inline(__always) var isOperand: Bool { rawValue < Self.temporaryBit }
  @inline(__always) var isTemporary: Bool { rawValue & Self.kindBits == Self.temporaryBit }
  @inline(__always) var index: Int { Int(rawValue & ~Self.kindBits) }
}

/// How a value stands to another, as a set of what may be.
///
/// NOT swaps the places where a test goes on and never turns relations round: `NOT (x < 5)` holds
/// for a NaN and for nil, `x >= 5` does not.
struct Relations: OptionSet, Hashable {
  let rawValue: UInt8

  static let before = Relations(rawValue: 1)
  static let same = Relations(rawValue: 2)
  static let after = Relations(rawValue: 4)
  /// A NaN, or nil and something.
  static let unordered = Relations(rawValue: 8)
  /// Kinds that are never equal and have no order.
  static let incomparable = Relations(rawValue: 16)
  /// Not a relation: the test asks for equality, to which no kind is an error.
  static let isEquality = Relations(rawValue: 32)
  /// No relation: cells alone do not decide.
  static let unknown: Relations = []

  /// What a comparison asks for; nil for those that are not about order.
  init?(_ symbol: ComparisonOperator) {
    switch symbol {
    case .equal: self = [.same, .isEquality]
    case .notEqual: self = [.before, .after, .unordered, .incomparable, .isEquality]
    case .less: self = .before
    case .lessOrEqual: self = [.before, .same]
    case .greater: self = .after
    case .greaterOrEqual: self = [.after, .same]
    default: return nil
    }
  }

  init(_ order: Order) {
    switch order {
    case .before: self = .before
    case .same: self = .same
    case .after: self = .after
    case .unordered: self = .unordered
    }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The relation as seen from the other side.
  var mirrored: Relations {
    var mirrored = subtracting([.before, .after])
    if contains(.before) { mirrored.insert(.after) }
    if contains(.after) { mirrored.insert(.before) }
    return mirrored
  }
}
