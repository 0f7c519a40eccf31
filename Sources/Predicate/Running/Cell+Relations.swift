// What two cells say of their values: the order and the equality of the language where cells
// decide them, and `unknown` where the values must be asked. Nothing here counts steps: what cells
// can decide is bounded, and a program reserves the steps of all of it.

extension Cell {
  /// Whether the cell is a truth value or an integer, whose payload is the integer.
  @inline(__always) var isIntegral: Bool { kind &- Kind.bool <= Kind.int - Kind.bool }

  @inline(__always) var isNumber: Bool { kind &- Kind.bool <= Kind.double - Kind.bool }
  @inline(__always) var isText: Bool { kind == Kind.text }
  /// Whether the cell is that of a text, which stands in it or not.
  var isOfText: Bool { kind == Kind.text || kind == Kind.longText }

  @inline(__always) var int: Int64 { Int64(bitPattern: payload) }
  @inline(__always) var double: Double { Double(bitPattern: payload) }

  /// The double nearest to a number.
  @inline(__always) var asDouble: Double { isDouble ? double : Double(int) }

  /// The number, for the kinds that are numbers.
  var number: Number? {
    switch kind {
    case Kind.bool, Kind.int: .int(int)
    case Kind.double: .double(double)
    default: nil
    }
  }
}

extension Instruction {
  /// The constant of a comparison with a number, as a cell.
  var bound: Cell {
    switch operation {
    case .compareInt, .computeAndCompareInt: Cell(payload: constant, tag: Cell.Kind.int)
    default: Cell(payload: constant, tag: Cell.Kind.double)
    }
  }
}

extension Relations {
  // Answers are bits, 1 for true, by which the machine finds where to go on: what cannot be
  // foreseen costs no branch.

  /// Whether one number stands to another as asked for.
  @inline(__always) func has<Number: Comparable>(_ left: Number, _ right: Number) -> Int {
    let place: UInt64 = (left <= right ? 1 : 0) &+ (left >= right ? 2 : 0)
    return Int(truncatingIfNeeded: UInt64(rawValue) &>> place) & 1
  }

  /// Whether a relation that was found is among these.
  @inline(__always) func has(_ found: Relations) -> Int { rawValue & found.rawValue != 0 ? 1 : 0 }

  /// The relation to the lower bound of a range, by its `detail`.
  @inline(__always) static func lower(_ detail: UInt16) -> Relations {
    Relations(rawValue: UInt8(truncatingIfNeeded: detail))
  }

  /// The relation to the upper bound of a range, by its `detail`.
  @inline(__always) static func upper(_ detail: UInt16) -> Relations {
    Relations(rawValue: UInt8(truncatingIfNeeded: detail &>> 8))
  }

  /// Kinds without an order are unequal, and an error where an order is asked for.
  private static func ofKinds(_ wanted: Relations) -> Relations {
    wanted.contains(.isEquality) ? .incomparable : .unknown
  }

  /// How one cell stands to another.
  static func between(_ left: Cell, _ right: Cell, _ wanted: Relations) -> Relations {
    // Whatever is not there or stands elsewhere is asked before nil decides anything.
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

  /// What an operator of arithmetic gives for two numbers; nil where one is none, or the values
  /// must be asked.
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

  /// What an operator of arithmetic gives for two cells; nil where the values must be asked.
  static func computed(
    _ symbol: UInt16, _ left: Cell, _ right: Cell
  ) -> Cell? {
    guard left.isInline, right.isInline else { return nil }
    if left.isNull || right.isNull { return .null }
    return computed(symbol, ofNumbers: left, right)
  }

  /// The operators that cells compute.
  enum Arithmetic {
    static let add = UInt16(ExpressionOperator.add.rawValue)
    static let subtract = UInt16(ExpressionOperator.subtract.rawValue)
    static let multiply = UInt16(ExpressionOperator.multiply.rawValue)
  }
}
