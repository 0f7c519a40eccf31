// A node as its table stores it: 32 bytes without references that settling reads, and 16 beside
// them that it mostly does not. Only the table writes packed nodes.
//
//   kind, runs, outcome, few        1 byte each, and id
//   rank | item, code | row, first | second   4 bytes each

import Predicate

/// A slot in 32 bits.
///
/// The low two bits hold the kind, the other bits the index.
struct PackedSlot: Hashable, Sendable {
  let code: Int32

  init(_ slot: Slot) {
    // This cannot overflow: the records of 2^29 rows would take 60 GB, and the builder refuses more
    // nodes than `maximumIndex`.
    code =
      switch slot {
      case .value(let row): row.rawValue * 4
      case .input(let input): input.rawValue * 4 | 1
      case .fact(let node): node.rawValue * 4 | 2
      }
  }

  init(code: Int32) { self.code = code }

  static let none = PackedSlot(code: -1)

  /// The largest index of a row or a node that fits.
  static let maximumIndex = 1 << 29 - 1

  @inline(__always)
  var slot: Slot {
    let index = Int(code >> 2)
    return switch code & 3 {
    case 0: .value(RowIndex(index))
    case 1: .input(InputID(index))
    default: .fact(NodeID(index))
    }
  }
}

/// A node as the table stores it.
///
/// Four words, which are handed on in registers: a structure of eleven fields is taken apart and
/// put together again at each call.
struct PackedNode: Sendable {
  enum Kind: UInt8 {
    case condition, calculation, filling, rule, verdict, clearing, options, fact, property, trigger
  }

  private var whatAndID: UInt64
  private var rankAndItem: UInt64 = .max
  private var codeAndRow: UInt64 = .max
  private var operands: UInt64 = .max

  init(kind: Kind, id: NodeID) {
    whatAndID = UInt64(kind.rawValue)
    whatAndID.setHigh(id.rawValue)
  }

  @inline(__always)
  private func byte(_ place: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: whatAndID >> (8 * place))
  }

  private mutating func setByte(_ place: UInt64, _ byte: UInt8) {
    whatAndID = whatAndID & ~(0xFF << (8 * place)) | UInt64(byte) << (8 * place)
  }

  // Only `init` writes the first byte and only the setter of `runs` the second, so each is the raw
  // value of a case, which is its bits. Asking for the case by its raw value is a call for each
  // node.
  @inline(__always)
  var kind: Kind { unsafeBitCast(byte(0), to: Kind.self) }

  var runs: Runs {
    @inline(__always) get { unsafeBitCast(byte(1), to: Runs.self) }
    set { setByte(1, newValue.rawValue) }
  }

  /// What happens with the result.
  var outcome: Outcome {
    @inline(__always) get { Outcome(rawValue: byte(2)) }
    set { setByte(2, newValue.rawValue) }
  }

  /// The number of operands, if there are at most two; otherwise 3.
  var few: UInt8 {
    @inline(__always) get { byte(3) }
    set { setByte(3, newValue) }
  }

  var id: NodeID {
    @inline(__always) get { NodeID(Int(whatAndID.high)) }
    set { whatAndID.setHigh(newValue.rawValue) }
  }

  /// The rank; before the nodes are ranked, the place in the table.
  var rank: Int32 {
    @inline(__always) get { rankAndItem.low }
    set { rankAndItem.setLow(newValue) }
  }

  /// The innermost item that the node belongs to; -1 for a node of the form.
  ///
  /// In the table, always a prototype.
  var item: Int32 {
    @inline(__always) get { rankAndItem.high }
    set { rankAndItem.setHigh(newValue) }
  }

  /// The index of the program or the function; of a fact or a property its place among these.
  var code: Int32 {
    @inline(__always) get { codeAndRow.low }
    set { codeAndRow.setLow(newValue) }
  }

  /// The row that the node belongs to.
  ///
  /// For a condition, the row it decides, or the index of its groups if it decides more.
  var row: Int32 {
    @inline(__always) get { codeAndRow.high }
    set { codeAndRow.setHigh(newValue) }
  }

  /// The first of at most two operands.
  ///
  /// If there are more, the index of the first operand in the table of slots, and their number.
  var first: Int32 {
    @inline(__always) get { operands.low }
    set { operands.setLow(newValue) }
  }

  var second: Int32 {
    @inline(__always) get { operands.high }
    set { operands.setHigh(newValue) }
  }

  /// The number of operands.
  @inline(__always)
  var operandCount: Int { few < 3 ? Int(few) : Int(second) }

  /// The slots of the operands.
  ///
  /// Valid if there are at most two.
  @inline(__always)
  var pair: (PackedSlot, PackedSlot) { (PackedSlot(code: first), PackedSlot(code: second)) }

  /// What a node runs.
  ///
  /// An `options` node may have no filter and run nothing.
  enum Runs: UInt8 { case nothing, program, function }

  var hasRun: Bool { runs != .nothing }

  /// The program that the node runs, if it runs a program.
  @inline(__always)
  var program: ProgramID? { runs == .program ? ProgramID(Int(code)) : nil }

  /// What happens with a result.
  ///
  /// For a condition, what it decides. For a calculation, what its row can hold and whether the row
  /// is watched.
  ///
  ///   condition    0x80 many | 0x40 inverted | 0x3F the bit of a `RowWord`
  ///   calculation  0x80 watched | 0x7F the kind: 1 int, 2 decimal, 3 bool, 4 any other, 5 text
  ///   fact         1 reads the item before
  struct Outcome: Hashable {
    fileprivate var rawValue: UInt8

    /// A condition that decides nothing.
    static let none = Outcome(rawValue: 0)
    static let many = Outcome(rawValue: 0x80)
    /// A fact about the item before.
    static let readsItemBefore = Outcome(rawValue: 1)

    /// A condition that decides one attribute of one row.
    init(_ bit: RowWord, isInverted: Bool) {
      rawValue = bit.rawValue | (isInverted ? 0x40 : 0)
    }

    fileprivate init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Whether a condition decides one attribute of one row.
    @inline(__always) var isOne: Bool { rawValue & 0x3F != 0 }
    /// The attribute that the condition decides.
    @inline(__always) var bit: RowWord { RowWord(rawValue: rawValue & 0x3F) }
    @inline(__always) var isInverted: Bool { rawValue & 0x40 != 0 }

    init(_ kind: ValueKind) {
      rawValue =
        switch kind {
        case .int: 1
        case .decimal: 2
        case .bool: 3
        case .text: 5
        default: 4
        }
    }

    /// For a calculation: whether a changed value matters to rules or to errors that are shown.
    @inline(__always) var isWatched: Bool {
      get { rawValue & 0x80 != 0 }
      set { rawValue = newValue ? rawValue | 0x80 : rawValue & 0x7F }
    }

    /// For a calculation: whether its row holds integers.
    @inline(__always) var isInt: Bool { rawValue & 0x7F == 1 }
    @inline(__always) var isDecimal: Bool { rawValue & 0x7F == 2 }

    /// The cell that the row of a calculation stores for a result.
    ///
    /// It must agree with `ValueKind.converted`. Nil means that `ValueKind.converted` has to be
    /// asked.
    @inline(__always) func stored(_ cell: Cell) -> Cell? {
      if cell.isNull { return cell }
      switch rawValue & 0x7F {
      case 1: return cell.isInt ? cell : nil
      case 2:
        let decimal = cell.isInt ? cell.nearestDouble : cell
        return decimal.isFiniteDouble ? decimal : nil
      case 3: return cell.truth != nil ? cell : nil
      case 5: return cell.holdsText ? cell : nil
      default: return nil
      }
    }
  }
}

/// What the table stores of a node beside it.
struct NodeRest: Sendable {
  /// The place among the nodes of its template.
  var local: Int32 = -1
  /// The position of a rule in its row.
  var rule: Int32 = -1
  var text: Int32 = -1
  /// The slot that SELF reads; -1 if the text does not use SELF.
  var object: Int32 = -1
}

extension UInt64 {
  @inline(__always) fileprivate var low: Int32 { Int32(truncatingIfNeeded: self) }
  @inline(__always) fileprivate var high: Int32 { Int32(truncatingIfNeeded: self >> 32) }

  fileprivate mutating func setLow(_ half: Int32) {
    self = self & ~0xFFFF_FFFF | UInt64(UInt32(bitPattern: half))
  }

  fileprivate mutating func setHigh(_ half: Int32) {
    self = self & 0xFFFF_FFFF | UInt64(UInt32(bitPattern: half)) << 32
  }
}
