// The flat code of a program is a decision graph over cells. An instruction is one whole test with
// two jump targets, or one step of a computation. There is no stack of truth values. Every jump
// goes forward, so no instruction runs twice.
//
// The layout of an instruction, 32 bytes:
//
//   byte 0          1          2        4       8        12        16        20       24         32
//   ┌───────────┬───────────┬────────┬──────┬────────┬─────────┬─────────┬────────┬──────────┐
//   │ operation │ relations │ detail │ node │ first  │ second  │ ifFalse │ ifTrue │ constant │
//   └───────────┴───────────┴────────┴──────┴────────┴─────────┴─────────┴────────┴──────────┘

/// One instruction of flat code: 32 bytes of plain data.
struct Instruction {
  var operation: Operation
  /// A test holds if the relation of its two cells is in this set.
  var relations = Relations()
  /// A number whose meaning depends on the operation.
  ///
  /// - a list: the number of its members
  /// - a part of a text: its length in bytes
  /// - a range: the relations to the lower bound (low byte) and to the upper bound (high byte)
  /// - arithmetic: the operator (low byte), and `isAlsoDouble`
  /// - an aggregate: its `CellFold`
  var detail: UInt16 = 0
  /// The node that this instruction implements.
  ///
  /// The tree evaluates it if cells do not decide.
  var node: Int32
  var first = Source.none
  /// The second source, or the first constant of several.
  var second = Source.none
  /// The jump target if a test is false.
  ///
  /// For a computation, the temporary that it writes.
  var ifFalse: Int32
  /// The jump target if a test is true, and after a computation.
  var ifTrue: Int32
  /// The bits of an integer or a double.
  var constant: UInt64 = 0

  /// A flag in `detail`: a double can represent the integer in `constant` exactly.
  static let isAlsoDouble: UInt16 = 0x100

  /// A jump target: the program ends with true.
  static let yes: Int32 = -1
  /// A jump target: the program ends with false.
  static let no: Int32 = -2
  /// A jump target: cells do not decide how to continue.
  static let unknown: Int32 = -3

  init(
    operation: Operation, relations: Relations = [], node: Int32, first: Source = .none,
    ifFalse: Int32 = Instruction.no, ifTrue: Int32 = Instruction.yes
  ) {
    self.operation = operation
    self.relations = relations
    self.node = node
    self.first = first
    self.ifFalse = ifFalse
    self.ifTrue = ifTrue
  }

  /// What the instruction needs beside operands and constants.
  var needs: Code.Needs {
    if first.isLoaded || second.isLoaded || operation == .apply { return .more }
    let usesRegisters =
      first.isTemporary || second.isTemporary || operation == .compute || operation == .move
      || operation == .fold
    return usesRegisters ? .registers : .nothing
  }

  enum Operation: UInt8 {
    // Tests.
    /// Compares a cell with the integer in `constant`.
    case compareInt
    /// Compares a cell with the double in `constant`.
    case compareDouble
    /// Compares two cells.
    case compare
    /// Tests whether a cell is between two constants.
    case range
    /// Tests whether a cell is between two constant integers.
    case rangeOfInts
    /// Applies an arithmetic operator to two cells and compares the result with the integer in
    /// `constant`.
    case computeAndCompareInt
    /// Applies an arithmetic operator to two cells and compares the result with the double in
    /// `constant`.
    case computeAndCompareDouble
    /// Tests whether a cell equals a constant text.
    case equalText
    case equalFoldedText
    /// Tests whether a cell is one of several constant texts.
    case amongTexts
    case amongFoldedTexts
    /// Tests whether a cell is one of several inline constants.
    case among
    /// Tests for a part of a text. The first constant is the part, the second a mask of its bytes.
    case beginsWith
    case endsWith
    case contains
    case beginsWithFolded
    case endsWithFolded
    case containsFolded
    /// Any other test: the tree evaluates the node.
    case test

    // Computations. The result goes to the temporary `ifFalse`.
    /// Applies an arithmetic operator to two cells.
    case compute
    case move
    /// Adds an element to what an aggregate has of the elements before it, as `detail` says.
    case fold
    /// Evaluates a node with one or two children over their cells.
    case apply

    // Ends.
    /// The result of the program is a cell.
    case give
    /// The result of the program is an arithmetic operator applied to two cells.
    case giveComputed
    /// The result of the program is a node that the tree evaluates.
    case giveTree
  }
}

/// Where an instruction finds a cell: a base in the low bits, and an index above.
///
///   bit 31                     4 3    2 1    0
///   ┌───────────────────────────┬──────┬──────┐
///   │           index           │  0   │ base │
///   └───────────────────────────┴──────┴──────┘
struct Source: Equatable {
  let rawValue: UInt32

  /// How many sources one base can have.
  static let limit = 1 << 28

  enum Base {
    static let operands: UInt32 = 0
    static let temporaries: UInt32 = 1
    /// Constants follow the code.
    ///
    /// Their index counts cells from the start of the code.
    static let code: UInt32 = 2
    /// No source.
    ///
    /// The base is that of the code, so that a read is harmless.
    static let none: UInt32 = 3
  }

  private init(_ base: UInt32, _ index: Int) {
    rawValue = UInt32(truncatingIfNeeded: index) << 4 | base
  }

  static var none: Source { Source(Base.none, 0) }
  static func operand(_ index: Int) -> Source { Source(Base.operands, index) }
  static func temporary(_ index: Int) -> Source { Source(Base.temporaries, index) }
  static func constant(_ index: Int) -> Source { Source(Base.code, index) }

  @inline(__always) var base: UInt32 { rawValue & 3 }
  @inline(__always) var index: Int { Int(rawValue >> 4) }
  var isTemporary: Bool { base == Base.temporaries }
  /// Whether the cell is loaded from outside (the object, a key, the time) when it is first read.
  var isLoaded: Bool { isTemporary && index >= Machine.firstLoad }

  /// The source after operands moved to `places` and constants moved by `offset` cells.
  func moved(to places: [Int]? = nil, constantsBy offset: Int = 0) -> Source {
    switch base {
    case Base.operands: .operand(places.map { $0[index] } ?? index)
    case Base.code: .constant(index + offset)
    default: self
    }
  }
}

/// The possible relations of one value to another, as a set.
///
/// NOT swaps the jump targets of a test and never inverts the relations. For NaN and nil, `NOT (x <
/// 5)` is true but `x >= 5` is false.
struct Relations: OptionSet, Hashable {
  let rawValue: UInt8

  // A bit's index is the sum of 1 if left <= right and 2 if left >= right; see `has`.
  /// One value is NaN, or exactly one is nil.
  static let unordered = Relations(rawValue: 1)
  static let before = Relations(rawValue: 2)
  static let after = Relations(rawValue: 4)
  static let same = Relations(rawValue: 8)
  /// Values of kinds that are never equal and have no order.
  static let incomparable = Relations(rawValue: 16)
  /// A flag, not a relation: the test asks for equality, which is defined for all kinds.
  static let isEquality = Relations(rawValue: 32)
  /// The empty set: cells do not decide the relation.
  static let unknown: Relations = []

  /// The relations with which a comparison holds; nil if the operator is not about order or
  /// equality.
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

  /// The relations with left and right exchanged.
  var mirrored: Relations {
    var mirrored = subtracting([.before, .after])
    if contains(.before) { mirrored.insert(.after) }
    if contains(.after) { mirrored.insert(.before) }
    return mirrored
  }
}
