// A node as its table keeps it: 40 bytes without a reference count, so that settling reads a node
// from one page and a million of them are 40 megabytes. Only the table writes them.

import Predicate

/// Where an operand finds its value, in 32 bits: two say of what kind it is.
struct PackedSlot: Hashable, Sendable {
  let code: Int32

  init(_ slot: Slot) {
    // None overflows: of 2^29 rows or nodes the records alone would take 20 GB.
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

/// A node as the table keeps it.
struct PackedNode: Sendable {
  enum Kind: UInt8 {
    case condition, calculation, defaultValue, rule, verdict, clearing, options, fact, property
  }

  enum Standing: UInt8 { case own, like, prototype, none }

  var kind: Kind
  var standing = Standing.none
  var runs = Runs.nothing
  /// What is done with what it gives.
  var outcome = Outcome.none
  /// The program or the function.
  var code: Int32 = -1
  /// The rank, -1 before there is one; of a node of an item, the node it is ranked as.
  var place: Int32 = -1
  /// The row the node belongs to; of a condition the row it decides for, or the place of its
  /// groups.
  var row: Int32 = -1
  /// Of a rule its position, of a fact or a property its place among these.
  var index: Int32 = -1
  var text: Int32 = -1
  var operandCount: Int32 = 0
  /// What SELF reads; -1 where the text does not speak of SELF.
  var object: Int32 = -1
  /// The first operands, where there are no more than two; otherwise where all begin.
  var first: Int32 = -1
  var second: Int32 = -1

  /// Where the operands find their values, of which there are no more than two.
  @inline(__always)
  var pair: (PackedSlot, PackedSlot) { (PackedSlot(code: first), PackedSlot(code: second)) }

  /// What a node has to run: `options` may have no filter.
  enum Runs: UInt8 { case nothing, program, function }

  var hasRun: Bool { runs != .nothing }

  /// The program it runs, if it runs one.
  @inline(__always)
  var program: ProgramID? { runs == .program ? ProgramID(Int(code)) : nil }

  /// What is done with what a node gives: of a condition what it decides, of a calculation what its
  /// row can hold and whether it matters to somebody that it has changed.
  struct Outcome: Hashable {
    fileprivate var rawValue: UInt8

    /// A condition that decides nothing, or many things.
    static let none = Outcome(rawValue: 0)
    static let many = Outcome(rawValue: 0x80)

    /// One attribute of one row.
    init(_ bit: RowWord, isInverted: Bool) {
      rawValue = bit.rawValue | (isInverted ? 0x40 : 0)
    }

    fileprivate init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Whether a condition decides one attribute of one row.
    @inline(__always) var isOne: Bool { rawValue & 0x3F != 0 }
    /// Which one it is.
    @inline(__always) var bit: RowWord { RowWord(rawValue: rawValue & 0x3F) }
    @inline(__always) var isInverted: Bool { rawValue & 0x40 != 0 }

    init(_ kind: ValueKind) {
      rawValue =
        switch kind {
        case .int: 1
        case .decimal: 2
        case .bool: 3
        default: 4
        }
    }

    /// Of a calculation: whether rules, or the user, are to learn that its row has another value.
    @inline(__always) var isWatched: Bool {
      get { rawValue & 0x80 != 0 }
      set { rawValue = newValue ? rawValue | 0x80 : rawValue & 0x7F }
    }

    /// Of a calculation: whether its row holds integers, or decimal numbers.
    @inline(__always) var isInt: Bool { rawValue & 0x7F == 1 }
    @inline(__always) var isDecimal: Bool { rawValue & 0x7F == 2 }

    /// What the row of a calculation stores of the value that stands in a cell, which is what
    /// `ValueKind.converted` says; nil where that must be asked.
    @inline(__always) func stored(_ cell: Cell) -> Cell? {
      if cell.isNull { return cell }
      switch rawValue & 0x7F {
      case 1: return cell.isInt ? cell : nil
      case 2:
        let decimal = cell.isInt ? cell.nearestDouble : cell
        return decimal.isFiniteDouble ? decimal : nil
      case 3: return cell.truth != nil ? cell : nil
      default: return nil
      }
    }
  }
}
