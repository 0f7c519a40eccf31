// Arithmetic. Integers stay integers and are checked for overflow. Doubles follow IEEE 754. If an
// operand is nil, the result is nil.

import Foundation

/// Computes with values.
package enum Computing {
  /// The result of an infix operator.
  package static func infix(
    _ symbol: ExpressionOperator, _ left: Value, _ right: Value, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    if left.isNull || right.isNull { return .null }
    switch symbol {
    case .union, .intersect, .minus: return try sets(symbol, left, right, &steps)
    case .bitwiseOr, .bitwiseXor, .bitwiseAnd, .shiftLeft, .shiftRight:
      return .int(try bits(symbol, try bitPattern(left, symbol.symbol), right))
    case .add, .subtract, .multiply, .divide, .power: break
    }
    if case .date(let date) = left { return try dates(symbol, date, right) }
    if case .date(let date) = right, symbol == .add { return try dates(symbol, date, left) }
    let a = try number(left, symbol.symbol)
    let b = try number(right, symbol.symbol)
    if symbol == .power { return .double(pow(a.asDouble, b.asDouble)) }
    guard case .int(let i) = a, case .int(let j) = b else {
      return .double(
        symbol == .add
          ? a.asDouble + b.asDouble
          : symbol == .subtract
            ? a.asDouble - b.asDouble
            : symbol == .multiply ? a.asDouble * b.asDouble : a.asDouble / b.asDouble)
    }
    return .int(try integers(symbol, i, j))
  }

  private static func integers(
    _ symbol: ExpressionOperator, _ left: Int64, _ right: Int64
  ) throws(Trouble) -> Int64 {
    let result =
      switch symbol {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      default: left.dividedReportingOverflow(by: right)
      }
    if symbol == .divide, right == 0 { throw Trouble("an integer is divided by zero") }
    guard !result.overflow else { throw overflow }
    return result.partialValue
  }

  package static var overflow: Trouble {
    Trouble("the result does not fit in a 64-bit integer", hint: "compute with a double, 1.0 * …")
  }

  /// The value as a number; any other kind is an error.
  ///
  /// The caller must handle nil before.
  static func number(_ value: Value, _ name: String) throws(Trouble) -> Number {
    guard let number = Number(value) else {
      let hint: String? = if case .string = value { "convert it, CAST(…, 'NSNumber')" } else { nil }
      throw Trouble("\(name) needs numbers, not \(value.named)", hint: hint)
    }
    return number
  }

  /// date − date is a number of seconds; date ± number is a date.
  private static func dates(
    _ symbol: ExpressionOperator, _ date: Date, _ other: Value
  ) throws(Trouble) -> Value {
    if symbol == .subtract, case .date(let earlier) = other {
      return .double(date.timeIntervalSince(earlier))
    }
    guard symbol == .add || symbol == .subtract, let seconds = Number(other) else {
      throw Trouble("\(symbol.symbol) cannot combine a date and \(other.named)")
    }
    let offset = symbol == .add ? seconds.asDouble : -seconds.asDouble
    let result = date.addingTimeInterval(offset)
    guard DateText.isInRange(result) else { throw Casting.dateOutOfRange }
    return .date(result)
  }

  package static func negation(_ value: Value) throws(Trouble) -> Value {
    if value.isNull { return .null }
    switch try number(value, "-") {
    case .int(let int):
      guard int != .min else { throw overflow }
      return .int(-int)
    case .double(let double): return .double(-double)
    }
  }

  static func modulus(_ left: Value, _ right: Value) throws(Trouble) -> Value {
    if left.isNull || right.isNull { return .null }
    let a = try number(left, "modulus:by:")
    let b = try number(right, "modulus:by:")
    guard case .int(let i) = a, case .int(let j) = b else {
      return .double(fmod(a.asDouble, b.asDouble))
    }
    guard j != 0 else { throw Trouble("an integer is divided by zero") }
    return .int(j == -1 ? 0 : i % j)
  }
}

// MARK: - Bits

extension Computing {
  static func bitPattern(_ value: Value, _ name: String) throws(Trouble) -> Int64 {
    guard let bits = try number(value, name).asExactInt else {
      throw Trouble("\(name) needs integers, not \(value.named)")
    }
    return bits
  }

  private static func bits(
    _ symbol: ExpressionOperator, _ left: Int64, _ right: Value
  ) throws(Trouble) -> Int64 {
    let right = try bitPattern(right, symbol.symbol)
    switch symbol {
    case .bitwiseOr: return left | right
    case .bitwiseXor: return left ^ right
    case .bitwiseAnd: return left & right
    default:
      guard (0...63).contains(right) else {
        throw Trouble("a shift must be by 0 to 63 bits, not \(right)")
      }
      return symbol == .shiftLeft ? left << right : left >> right
    }
  }
}

// MARK: - Sets

extension Computing {
  private static func sets(
    _ symbol: ExpressionOperator, _ left: Value, _ right: Value, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    let a = try members(left, symbol.symbol)
    let b = try members(right, symbol.symbol)
    try steps.take(weightOf: [left, right], each: Steps.hashing)
    let second = EqualValues(b)
    return switch symbol {
    case .union: .set(ValueSet(a + b))
    case .intersect: .set(ValueSet(a.filter(second.contains)))
    default: .set(ValueSet(a.filter { !second.contains($0) }))
    }
  }

  /// The members of a collection; any other value is an error.
  static func members(_ value: Value, _ name: String) throws(Trouble) -> [Value] {
    guard let members = value.members else {
      throw Trouble("\(name) needs a list, not \(value.named)")
    }
    return members
  }
}
