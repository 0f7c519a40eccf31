// The flat code of a program: a graph of decisions over cells. An instruction is one whole test
// with the two places where it goes on, or one step of a computation; there is no stack of truth
// values, and nothing runs twice, for every place to go on at lies further on.

/// One step of flat code, 32 bytes of plain data.
struct Instruction {
  var operation: Operation
  /// The relations with which a test holds.
  var relations = Relations()
  /// A number the operation knows: of a list its length, of a text its bytes, the relations to the
  /// bounds of a range; an operator of arithmetic, and above it whether the integer of `constant`
  /// is also a double.
  var detail: UInt16 = 0
  /// The node this is the code of: what is asked where cells alone do not decide.
  var node: Int32
  var first = Source.none
  /// Another source, or the first of the constants.
  var second = Source.none
  /// Where a test that does not hold goes on; what a computation writes.
  var ifFalse: Int32
  /// Where a test that holds goes on, and what is no test.
  var ifTrue: Int32
  /// The bits of a number.
  var constant: UInt64 = 0

  /// In `detail`: the integer of `constant` is also a double.
  static let isAlsoDouble: UInt16 = 0x100

  /// In the place of an instruction: the program gives true.
  static let yes: Int32 = -1
  /// In the place of an instruction: the program gives false.
  static let no: Int32 = -2
  /// In the place of an instruction: cells do not decide where to go on.
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

  /// What there must be beside operands and constants.
  var needs: Code.Needs {
    if first.isLoaded || second.isLoaded || operation == .apply { return .more }
    let usesRegisters =
      first.isTemporary || second.isTemporary || operation == .compute || operation == .move
    return usesRegisters ? .registers : .nothing
  }

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
    /// A cell between two constants, which are integers.
    case rangeOfInts
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
    /// The program gives what an operator of arithmetic does for two cells.
    case giveComputed
    /// The program gives what the evaluator of trees does for a node.
    case giveTree
  }
}

/// Where an instruction finds a cell: a base in the low bits, and how many cells from there.
struct Source: Equatable {
  let rawValue: UInt32

  /// How many sources there may be of a base.
  static let limit = 1 << 28

  enum Base {
    static let operands: UInt32 = 0
    static let temporaries: UInt32 = 1
    /// Constants stand behind the code, and are counted from its start.
    static let code: UInt32 = 2
    /// Nothing is read there; it is the code as well, so that reading it is harmless.
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
  /// Whether the cell comes from the object or from elsewhere outside, when it is first read.
  var isLoaded: Bool { isTemporary && index >= Machine.firstLoad }

  /// The source where operands stand elsewhere, and constants so many cells further on.
  func moved(to places: [Int]? = nil, constantsBy offset: Int = 0) -> Source {
    switch base {
    case Base.operands: .operand(places.map { $0[index] } ?? index)
    case Base.code: .constant(index + offset)
    default: self
    }
  }
}

/// How a value stands to another, as a set of what may be.
///
/// NOT swaps the places where a test goes on and never turns relations round: `NOT (x < 5)` holds
/// for a NaN and for nil, `x >= 5` does not.
struct Relations: OptionSet, Hashable {
  let rawValue: UInt8

  // A bit stands at 1 where the left is not greater, and 2 more where it is not less.
  /// A NaN, or nil and something.
  static let unordered = Relations(rawValue: 1)
  static let before = Relations(rawValue: 2)
  static let after = Relations(rawValue: 4)
  static let same = Relations(rawValue: 8)
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
