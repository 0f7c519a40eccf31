// Relations between two cells: order and equality, as the language defines them. The result is
// `unknown` if the cells do not decide it and the values must be compared. These functions count no
// steps: their cost is bounded, and the program reserves all of these steps before it starts.

extension Cell {
  /// Whether the cell holds a truth value or an integer.
  ///
  /// Its payload is then the integer.
  @inline(__always) var isIntegral: Bool { kind &- Kind.bool <= Kind.int - Kind.bool }

  @inline(__always) var isNumber: Bool { kind &- Kind.bool <= Kind.double - Kind.bool }
  @inline(__always) var isText: Bool { kind == Kind.text }
  /// Whether the value is a text, short (in the cell) or long (outside it).
  var isOfText: Bool { kind == Kind.text || kind == Kind.longText }

  @inline(__always) package var int: Int64 { Int64(bitPattern: payload) }
  @inline(__always) var double: Double { Double(bitPattern: payload) }

  /// The number as a double, rounded to the nearest one.
  @inline(__always) var asDouble: Double { isDouble ? double : Double(int) }

  /// The number, or nil if the value is not a number.
  var number: Number? {
    switch kind {
    case Kind.bool, Kind.int: .int(int)
    case Kind.double: .double(double)
    default: nil
    }
  }
}

extension Instruction {
  /// The constant that a number is compared with, as a cell.
  var bound: Cell {
    switch operation {
    case .compareInt, .computeAndCompareInt: Cell(payload: constant, tag: Cell.Kind.int)
    default: Cell(payload: constant, tag: Cell.Kind.double)
    }
  }
}

extension Relations {
  // An answer is a bit, 1 for true. The functions compute it without a branch, because a branch
  // that the processor cannot predict is expensive.

  /// 1 if the relation of `left` to `right` is in this set, else 0.
  @inline(__always) func has<Number: Comparable>(_ left: Number, _ right: Number) -> Int {
    let place: UInt64 = (left <= right ? 1 : 0) &+ (left >= right ? 2 : 0)
    return Int(truncatingIfNeeded: UInt64(rawValue) &>> place) & 1
  }

  /// 1 if the relation `found` is in this set, else 0.
  @inline(__always) func has(_ found: Relations) -> Int { rawValue & found.rawValue != 0 ? 1 : 0 }

  /// The relation to the lower bound of a range, by its `detail`.
  @inline(__always) static func lower(_ detail: UInt16) -> Relations {
    Relations(rawValue: UInt8(truncatingIfNeeded: detail))
  }

  /// The relation to the upper bound of a range, by its `detail`.
  @inline(__always) static func upper(_ detail: UInt16) -> Relations {
    Relations(rawValue: UInt8(truncatingIfNeeded: detail &>> 8))
  }

  /// The relation of two kinds that have no order.
  ///
  /// They are unequal; if the comparison asks for an order, the evaluation fails, so the result is
  /// `unknown`.
  private static func ofKinds(_ wanted: Relations) -> Relations {
    wanted.contains(.isEquality) ? .incomparable : .unknown
  }

  /// The relation of one cell to another.
  static func between(_ left: Cell, _ right: Cell, _ wanted: Relations) -> Relations {
    // This check comes before the check for nil: a missing or unloaded value may turn out to be
    // nil.
    guard left.kind <= Cell.Kind.longText, right.kind <= Cell.Kind.longText else {
      return .unknown
    }
    if left.isNull || right.isNull { return left.isNull && right.isNull ? .same : .unordered }
    if let a = left.number, let b = right.number { return Relations(a.order(to: b)) }
    if left.kind == Cell.Kind.date, right.kind == Cell.Kind.date {
      return left.double < right.double ? .before : left.double == right.double ? .same : .after
    }
    guard left.kind >= Cell.Kind.text, right.kind >= Cell.Kind.text else { return ofKinds(wanted) }
    return ofTexts(left, right, wanted)
  }

  private static func ofTexts(_ left: Cell, _ right: Cell, _ wanted: Relations) -> Relations {
    let isShort = (left.kind == Cell.Kind.text, right.kind == Cell.Kind.text)
    // The cells do not say how many steps the comparison of two long texts takes.
    guard isShort.0 || isShort.1 else { return .unknown }
    // The order of UTF-8 is the order of scalars. The first byte is the lowest byte of its word.
    if left.payload != right.payload {
      return left.payload.byteSwapped < right.payload.byteSwapped ? .before : .after
    }
    guard isShort.0 && isShort.1 else {
      return wanted.contains(.isEquality) ? .incomparable : .unknown
    }
    let tails = (left.textTail.byteSwapped, right.textTail.byteSwapped)
    if tails.0 != tails.1 { return tails.0 < tails.1 ? .before : .after }
    return left.textCount < right.textCount
      ? .before : left.textCount == right.textCount ? .same : .after
  }
}

// MARK: - Arithmetic

extension Cell {
  @inline(__always) static func computed(
    _ symbol: UInt16, _ left: Int64, _ right: Int64
  ) -> Int64? {
    let result =
      switch symbol {
      case Arithmetic.add: left.addingReportingOverflow(right)
      case Arithmetic.subtract: left.subtractingReportingOverflow(right)
      case Arithmetic.multiply: left.multipliedReportingOverflow(by: right)
      default: left.dividedReportingOverflow(by: right)
      }
    return result.overflow ? nil : result.partialValue
  }

  @inline(__always) static func computed(
    _ symbol: UInt16, _ left: Double, _ right: Double
  ) -> Double {
    switch symbol {
    case Arithmetic.add: left + right
    case Arithmetic.subtract: left - right
    case Arithmetic.multiply: left * right
    default: left / right
    }
  }

  /// Applies an arithmetic operator to two numbers.
  ///
  /// Returns nil if a cell is not a number, or if the integer operation overflows.
  @inline(__always) static func computed(
    _ symbol: UInt16, ofNumbers left: Cell, _ right: Cell
  ) -> Cell? {
    if left.isIntegral && right.isIntegral {
      guard let int = computed(symbol, left.int, right.int) else { return nil }
      return Cell(int)
    }
    guard left.isNumber, right.isNumber else { return nil }
    return Cell(computed(symbol, left.asDouble, right.asDouble))
  }

  /// Applies an arithmetic operator to two cells, of any kinds.
  ///
  /// Returns nil if the cells do not decide the result.
  static func computed(
    _ symbol: UInt16, _ left: Cell, _ right: Cell
  ) -> Cell? {
    guard left.isInline, right.isInline else { return nil }
    if left.isNull || right.isNull { return .null }
    return computed(symbol, ofNumbers: left, right)
  }

  /// The operators that this file computes from cells.
  enum Arithmetic {
    static let add = UInt16(ExpressionOperator.add.rawValue)
    static let subtract = UInt16(ExpressionOperator.subtract.rawValue)
    static let multiply = UInt16(ExpressionOperator.multiply.rawValue)
  }
}
