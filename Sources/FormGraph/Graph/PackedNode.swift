// A node as its table stores it: 48 bytes without references. Settling reads a node from one page
// and changes no reference count. A million nodes take 48 MB. Only the table writes packed nodes.
//
//   kind, isInUse, runs, outcome                          1 byte each
//   code | rank | item | local | row | index | text       4 bytes each
//   operandCount | object | first | second

import Predicate

/// A slot in 32 bits.
///
/// The low two bits hold the kind, the other bits the index.
struct PackedSlot: Hashable, Sendable {
  let code: Int32

  init(_ slot: Slot) {
    // This cannot overflow: the records of 2^29 rows or nodes would take 20 GB.
    code =
      switch slot {
      case .value(let row): row.rawValue * 4
      case .input(let input): input.rawValue * 4 | 1
      case .fact(let node): node.rawValue * 4 | 2
      }
  }

  init(code: Int32) { self.code = code }

  static let none = PackedSlot(code: -1)

  @inline(__always)
  var slot: Slot {
    let index = Int(code >> 2)
    return switch code & 3 {
    case 0: .value(RowID(index))
    case 1: .input(InputID(index))
    default: .fact(NodeID(index))
    }
  }
}

/// A node as the table stores it.
struct PackedNode: Sendable {
  enum Kind: UInt8 {
    case condition, calculation, defaultValue, rule, verdict, clearing, options, fact, property
  }

  var kind: Kind
  var isInUse = false
  var runs = Runs.nothing
  /// What happens with the result.
  var outcome = Outcome.none
  /// The index of the program or the function.
  var code: Int32 = -1
  /// The rank; -1 if the node has no rank yet.
  var rank: Int32 = -1
  /// The innermost item that the node belongs to; -1 for a node of the form.
  ///
  /// In the table, always a prototype.
  var item: Int32 = -1
  /// The place among the nodes of its template.
  var local: Int32 = -1
  /// The row that the node belongs to.
  ///
  /// For a condition, the row it decides, or the index of its groups if it decides more.
  var row: Int32 = -1
  /// Of a rule its position, of a fact or a property its place among these.
  var index: Int32 = -1
  var text: Int32 = -1
  var operandCount: Int32 = 0
  /// The slot that SELF reads; -1 if the text does not use SELF.
  var object: Int32 = -1
  /// The first of at most two operands.
  ///
  /// If there are more, the index of the first operand in the table of slots.
  var first: Int32 = -1
  var second: Int32 = -1

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
  struct Outcome: Hashable {
    fileprivate var rawValue: UInt8

    /// A condition that decides nothing.
    static let none = Outcome(rawValue: 0)
    static let many = Outcome(rawValue: 0x80)

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
