// Folds a collection into one value. The functions (sum, count, …) and the operators (@sum, @count,
// …) share this code.

import Foundation

/// Folds collections.
enum Aggregating {
  /// The result of an aggregate function.
  ///
  /// Nil elements do not count.
  static func fold(
    _ function: Function, _ elements: [Value], _ steps: inout Steps
  ) throws(Trouble) -> Value {
    try steps.take(weightOf: elements, each: function == .mode ? Steps.hashing : 1)
    let present = elements.filter { !$0.isNull }
    func numbers() throws(Trouble) -> [Number] {
      try present.map { (element) throws(Trouble) in
        try Computing.number(element, function.name)
      }
    }
    switch function {
    case .count: return .int(Int64(present.count))
    case .min: return try extreme(present, .before, function.name)
    case .max: return try extreme(present, .after, function.name)
    case .mode: return .array(mode(present))
    case .sum: return try sum(numbers())
    case .median: return median(try numbers())
    case .average: return average(try numbers().map(\.asDouble))
    case .stddev:
      return scaled(try numbers().map(\.asDouble)) { doubles in
        let average = mean(doubles)
        return mean(doubles.map { ($0 - average) * ($0 - average) }).squareRoot()
      }
    // A call of no other function comes here.
    default: throw Calling.unknown(function)
    }
  }

  fileprivate static func average(_ numbers: [Double]) -> Value { scaled(numbers, mean) }

  private static func mean(_ doubles: [Double]) -> Double {
    doubles.reduce(0, +) / Double(doubles.count)
  }

  /// Computes over numbers that are scaled by a power of two, so that the largest is about 1; nil
  /// without numbers.
  ///
  /// So no sum or square overflows, and squares of small numbers do not become zero. Scaling by a
  /// power of two is exact, so it does not change the result.
  private static func scaled(_ doubles: [Double], _ compute: ([Double]) -> Double) -> Value {
    guard !doubles.isEmpty else { return .null }
    let largest = doubles.reduce(0) { max($0, abs($1)) }
    guard largest > 0, doubles.allSatisfy(\.isFinite) else { return .double(compute(doubles)) }
    let exponent = Int(largest.exponent)
    return .double(scalbn(compute(doubles.map { scalbn($0, -exponent) }), exponent))
  }

  /// The sum.
  ///
  /// Integers give an integer, which must fit in 64 bits; one double gives a double.
  private static func sum(_ numbers: [Number]) throws(Trouble) -> Value {
    var whole = WholeSum()
    for number in numbers {
      guard case .int(let int) = number else {
        return .double(numbers.reduce(0) { $0 + $1.asDouble })
      }
      whole.add(int)
    }
    guard let int = whole.int else { throw Computing.overflow }
    return .int(int)
  }

  /// The first smallest (or largest) element; nil if there are no elements.
  private static func extreme(
    _ elements: [Value], _ wanted: Order, _ name: String
  ) throws(Trouble) -> Value {
    guard var best = elements.first else { return .null }
    for element in elements {
      guard let order = element.order(to: best) else {
        throw Trouble("\(name) cannot order \(element.named) and \(best.named)")
      }
      if order == wanted { best = element }
    }
    return best
  }

  private static func median(_ numbers: [Number]) -> Value {
    guard !numbers.isEmpty else { return .null }
    let sorted = numbers.sorted { $0.order(to: $1) == .before }
    let middle = sorted.count / 2
    guard sorted.count % 2 == 0 else { return sorted[middle].value }
    let (low, high) = (sorted[middle - 1].asDouble, sorted[middle].asDouble)
    let sum = low + high
    return .double(sum.isInfinite ? low / 2 + high / 2 : sum / 2)
  }

  /// All values that occur most often, in order of first appearance.
  private static func mode(_ elements: [Value]) -> [Value] {
    var counts: [EqualValue: Int] = [:]
    // A value that does not equal itself (NaN) never occurs twice.
    for element in elements where element.equalsItself {
      counts[EqualValue(element), default: 0] += 1
    }
    let most = counts.values.max() ?? 0
    return ValueSet(elements.filter { counts[EqualValue($0)] == most }).elements
  }
}

extension Aggregating {
  /// The result of `.@operator`.
  ///
  /// `keys` stand after the operator and are read of each element.
  static func apply(
    _ collectionOperator: CollectionOperator, to value: Value, keys: [String],
    _ steps: inout Steps
  ) throws(Trouble) -> Value {
    let name = "@" + collectionOperator.rawValue
    if value.isNull { return .null }
    switch (collectionOperator, value) {
    case (.allKeys, .dictionary(let dictionary)):
      try steps.take(dictionary.count)
      return .array(dictionary.keys.map(Value.string))
    case (.allValues, .dictionary(let dictionary)):
      try steps.take(dictionary.count)
      return .array(dictionary.values)
    case (.allKeys, _), (.allValues, _):
      throw Trouble("\(name) needs a dictionary, not \(value.named)")
    case (.count, .dictionary(let dictionary)): return .int(Int64(dictionary.count))
    case (.count, _): return .int(Int64(try Computing.members(value, name).count))
    case (_, .dictionary):
      throw Trouble("\(name) needs a list, not \(value.named)", hint: "dictionary.@allValues")
    default: break
    }
    var elements: [Value] = []
    for element in try Computing.members(value, name) {
      try steps.take(1 + keys.count)
      elements.append(try read(keys, of: element, &steps))
    }
    switch collectionOperator {
    case .sum: return try fold(.sum, elements, &steps)
    case .avg: return try fold(.average, elements, &steps)
    case .min: return try fold(.min, elements, &steps)
    case .max: return try fold(.max, elements, &steps)
    default: break
    }
    if elements.contains(where: \.isNull) { throw Trouble("\(name) does not accept nil") }
    try steps.take(weightOf: elements, each: Steps.hashing)
    switch collectionOperator {
    case .unionOfObjects: return .array(elements)
    case .distinctUnionOfObjects: return .array(ValueSet(elements).elements)
    default: break
    }
    var joined: [Value] = []
    for element in elements { joined += try Computing.members(element, name) }
    try steps.take(weightOf: joined, each: Steps.hashing)
    return switch collectionOperator {
    case .unionOfArrays: .array(joined)
    case .distinctUnionOfArrays: .array(ValueSet(joined).elements)
    default: .set(ValueSet(joined))
    }
  }
  /// The value at a path of keys.
  ///
  /// `self` means the element itself.
  private static func read(
    _ keys: [String], of element: Value, _ steps: inout Steps
  ) throws(Trouble) -> Value {
    var found = element
    for key in keys where key != "self" {
      found = try Reading.key(key, of: found, flattening: false, &steps)
    }
    return found
  }
}

extension Operand.Fold {
  /// The fold of several values, as the collection operator computes it.
  ///
  /// - Parameters:
  ///   - values: The value of the key in each item, including nil.
  ///   - limits: The limits for the work, as in an evaluation.
  /// - Returns: A value that can replace the whole list. Nil if there is no such value, for example
  ///   if the values cannot be folded.
  public func result(of values: [Value], limits: Limits = .standard) -> Value? {
    var steps = Steps(limit: limits.steps)
    func fold(_ values: [Value]) -> Value? {
      CollectionOperator(rawValue: rawValue).flatMap {
        try? Aggregating.apply($0, to: .array(values), keys: [], &steps)
      }
    }
    // This check fails if the mean underflows, because its sign would be lost.
    guard let result = fold(values), fold([result]) == result else { return nil }
    return result
  }

  /// The same of cells that are all integers, or all doubles that are neither infinite nor NaN, or
  /// nil; nil for other cells.
  ///
  /// A list has many, and each would be a value.
  package func result(ofCells cells: [Cell]) -> Value? {
    var (integers, doubles): ([Int64], [Double]) = ([], [])
    for cell in cells where !cell.isNull {
      if cell.isInt {
        integers.append(cell.int)
      } else if cell.isFiniteDouble {
        doubles.append(cell.double)
      } else {
        return nil
      }
    }
    guard integers.isEmpty || doubles.isEmpty else { return nil }
    return integers.isEmpty ? result(ofDoubles: doubles) : result(ofIntegers: integers)
  }

  /// The same of doubles that are neither infinite nor NaN.
  private func result(ofDoubles numbers: [Double]) -> Value? {
    guard let first = numbers.first else { return result(of: []) }
    switch self {
    case .sum: return .double(numbers.reduce(0, +))
    case .min: return .double(numbers.min() ?? first)
    case .max: return .double(numbers.max() ?? first)
    case .avg:
      let average = Aggregating.average(numbers)
      guard result(of: [average]) == average else { return nil }
      return average
    }
  }

  private func result(ofIntegers numbers: [Int64]) -> Value? {
    guard let first = numbers.first else { return result(of: []) }
    switch self {
    case .sum:
      var sum = WholeSum()
      for number in numbers { sum.add(number) }
      return sum.int.map(Value.int)
    case .min: return .int(numbers.min() ?? first)
    case .max: return .int(numbers.max() ?? first)
    case .avg: return result(ofDoubles: numbers.map(Double.init))
    }
  }
}
