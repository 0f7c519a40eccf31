// What two cells say of their values: the order and the equality of the language where cells
// decide them, and `unknown` where the values must be asked. Nothing here counts steps: what cells
// can decide is bounded, and a program reserves the steps of all of it.

extension Cell {
  /// The value is not loaded yet.
  static var unloaded: Cell { Cell(payload: 0, tag: Kind.unloaded) }
  /// No value was given.
  static var missing: Cell { Cell(payload: 0, tag: Kind.missing) }

  /// Whether the cell is a truth value or an integer, whose payload is the integer.
  @inline(__always) var isIntegral: Bool { kind &- Kind.bool <= Kind.int - Kind.bool }

  @inline(__always) var int: Int64 { Int64(bitPattern: payload) }
  @inline(__always) var double: Double { Double(bitPattern: payload) }

  /// The number, for the kinds that are numbers.
  var number: Number? {
    switch kind {
    case Kind.bool, Kind.int: .int(int)
    case Kind.double: .double(double)
    default: nil
    }
  }
}

extension Relations {
  @inline(__always) static func between(_ left: Int64, _ right: Int64) -> Relations {
    // One bit, shifted by 0, 1 or 2: results that cannot be foreseen cost no branch.
    let place = (left > right ? 1 : 0) &- (left < right ? 1 : 0) &+ 1
    return Relations(rawValue: 1 &<< UInt8(truncatingIfNeeded: place))
  }

  @inline(__always) static func between(_ left: Double, _ right: Double) -> Relations {
    left < right ? .before : left == right ? .same : left > right ? .after : .unordered
  }

  /// How a cell stands to an integer.
  @inline(__always) static func between(
    _ cell: Cell, _ int: Int64, _ wanted: Relations
  ) -> Relations {
    cell.isIntegral ? between(cell.int, int) : of(cell, number: .int(int), wanted)
  }

  /// How a cell stands to a double.
  @inline(__always) static func between(
    _ cell: Cell, _ double: Double, _ wanted: Relations
  ) -> Relations {
    cell.kind == Cell.Kind.double
      ? between(cell.double, double) : of(cell, number: .double(double), wanted)
  }

  /// How one cell stands to another.
  @inline(__always) static func between(
    _ left: Cell, _ right: Cell, _ wanted: Relations
  ) -> Relations {
    if left.isIntegral && right.isIntegral { return between(left.int, right.int) }
    return ofAny(left, right, wanted)
  }

  @inline(never) private static func of(
    _ cell: Cell, number: Number, _ wanted: Relations
  ) -> Relations {
    switch cell.kind {
    case Cell.Kind.null: .unordered
    case Cell.Kind.bool, Cell.Kind.int, Cell.Kind.double:
      cell.number.map { Relations($0.order(to: number)) } ?? .unknown
    case Cell.Kind.date, Cell.Kind.text, Cell.Kind.longText: ofKinds(wanted)
    default: .unknown
    }
  }

  /// Kinds without an order are unequal, and an error where an order is asked for.
  private static func ofKinds(_ wanted: Relations) -> Relations {
    wanted.contains(.isEquality) ? .incomparable : .unknown
  }

  @inline(never) private static func ofAny(
    _ left: Cell, _ right: Cell, _ wanted: Relations
  ) -> Relations {
    // Whatever is not there or stands elsewhere is asked before nil decides anything.
    guard left.kind <= Cell.Kind.longText, right.kind <= Cell.Kind.longText else {
      return .unknown
    }
    if left.isNull || right.isNull { return left.isNull && right.isNull ? .same : .unordered }
    if let a = left.number, let b = right.number { return Relations(a.order(to: b)) }
    if left.kind == Cell.Kind.date, right.kind == Cell.Kind.date {
      return between(left.double, right.double)
    }
    guard left.kind >= Cell.Kind.text, right.kind >= Cell.Kind.text else { return ofKinds(wanted) }
    return ofTexts(left, right, wanted)
  }

  private static func ofTexts(_ left: Cell, _ right: Cell, _ wanted: Relations) -> Relations {
    let isShort = (left.kind == Cell.Kind.text, right.kind == Cell.Kind.text)
    // What comparing two long texts costs is not known here.
    guard isShort.0 || isShort.1 else { return .unknown }
    // The order of UTF-8 is the order of scalars; the first byte is the lowest of its word.
    if left.payload != right.payload {
      return left.payload.byteSwapped < right.payload.byteSwapped ? .before : .after
    }
    guard isShort.0 && isShort.1 else {
      return wanted.contains(.isEquality) ? .incomparable : .unknown
    }
    let tails = (left.textTail.byteSwapped, right.textTail.byteSwapped)
    if tails.0 != tails.1 { return tails.0 < tails.1 ? .before : .after }
    return between(Int64(left.textCount), Int64(right.textCount))
  }
}

// MARK: - Arithmetic

extension Cell {
  /// What an operator of arithmetic gives for two cells; nil where the values must be asked.
  @inline(__always) static func computed(
    _ symbol: UInt16, _ left: Cell, _ right: Cell
  ) -> Cell? {
    if left.kind == Kind.int && right.kind == Kind.int {
      return computed(symbol, left.int, right.int).map { Cell($0) }
    }
    if left.kind == Kind.double && right.kind == Kind.double {
      return Cell(computed(symbol, left.double, right.double))
    }
    return computedOther(symbol, left, right)
  }

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

  @inline(never) private static func computedOther(
    _ symbol: UInt16, _ left: Cell, _ right: Cell
  ) -> Cell? {
    guard left.isInline, right.isInline else { return nil }
    if left.isNull || right.isNull { return .null }
    guard let a = left.number, let b = right.number else { return nil }
    if case .int(let i) = a, case .int(let j) = b { return computed(symbol, i, j).map { Cell($0) } }
    return Cell(computed(symbol, a.asDouble, b.asDouble))
  }

  /// The operators that cells compute.
  enum Arithmetic {
    static let add = UInt16(ExpressionOperator.add.rawValue)
    static let subtract = UInt16(ExpressionOperator.subtract.rawValue)
    static let multiply = UInt16(ExpressionOperator.multiply.rawValue)
  }
}
