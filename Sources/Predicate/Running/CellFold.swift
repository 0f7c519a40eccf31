// Aggregates whose elements a text writes out, such as `sum({$a, $b})`, over cells. What cells do
// not decide (a text among the numbers, a list, a huge sum) is left to the tree, which has the
// meaning: `Aggregating`.

/// How an aggregate takes one more element.
enum CellFold: UInt16 {
  case count, sum, min, max

  /// The fold of a function; nil if the tree alone computes it.
  init?(_ function: Function) {
    switch function {
    case .count: self = .count
    case .sum: self = .sum
    case .min: self = .min
    case .max: self = .max
    default: return nil
    }
  }

  /// The result without elements.
  var ofNothing: Cell {
    switch self {
    case .count, .sum: Cell(Int64(0))
    case .min, .max: .null
    }
  }

  /// The result once an element is added to the result so far; nil if cells do not decide it.
  func result(adding element: Cell, to result: Cell) -> Cell? {
    // Nil elements do not count. An operand without a value is an error.
    if element.isNull { return result }
    switch self {
    case .count: return element.kind <= Cell.Kind.longText ? Cell(result.int &+ 1) : nil
    case .sum: return Self.sum(result, element)
    case .min, .max:
      if result.isNull { return element.isInt || element.isDouble ? element : nil }
      let isBetter =
        self == .min ? Self.isBefore(element, result) : Self.isBefore(result, element)
      return isBetter.map { $0 ? element : result }
    }
  }

  /// The largest integer up to which every integer is a double, too.
  ///
  /// So a sum of integers is the same whether or not a double follows, with which all of them are
  /// added as doubles.
  private static let exactLimit = UInt64(1) << 53

  private static func sum(_ result: Cell, _ element: Cell) -> Cell? {
    if element.isInt, result.isInt {
      let (sum, overflows) = result.int.addingReportingOverflow(element.int)
      return overflows || sum.magnitude > exactLimit ? nil : Cell(sum)
    }
    guard element.isInt || element.isDouble else { return nil }
    return Cell(result.asDouble + element.asDouble)
  }

  /// Whether a number stands before another of the same kind; nil for cells of other kinds.
  private static func isBefore(_ left: Cell, _ right: Cell) -> Bool? {
    if left.isInt, right.isInt { return left.int < right.int }
    guard left.isDouble, right.isDouble else { return nil }
    return left.double < right.double
  }
}
