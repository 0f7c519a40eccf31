// The functions of the language: a closed list, so that a text can call nothing else. Names and
// argument counts stand here; what each function gives stands with the evaluator.

/// A built-in function.
package enum Function: UInt8, Sendable, CaseIterable {
  case sum, count, min, max, average, median, mode, stddev
  case modulus
  case squareRoot, exponential, naturalLogarithm, logarithm
  case floor, ceiling, truncate, absolute
  case uppercase, lowercase, length
  case now, random, randomBelow
  case onesComplement
  case noindex

  /// The canonical name, with the colons of a selector where it takes more than one argument.
  package var name: String {
    switch self {
    case .sum: "sum"
    case .count: "count"
    case .min: "min"
    case .max: "max"
    case .average: "average"
    case .median: "median"
    case .mode: "mode"
    case .stddev: "stddev"
    case .modulus: "modulus:by:"
    case .squareRoot: "sqrt"
    case .exponential: "exp"
    case .naturalLogarithm: "ln"
    case .logarithm: "log"
    case .floor: "floor"
    case .ceiling: "ceiling"
    case .truncate: "trunc"
    case .absolute: "abs"
    case .uppercase: "uppercase"
    case .lowercase: "lowercase"
    case .length: "length"
    case .now: "now"
    case .random: "random"
    case .randomBelow: "randomn"
    case .onesComplement: "onesComplement"
    case .noindex: "noindex"
    }
  }

  /// Whether the function folds a collection: one collection, or two scalars and more.
  package var isAggregate: Bool { rawValue <= Function.stddev.rawValue }

  /// How many arguments the function takes.
  var argumentCounts: ClosedRange<Int> {
    switch self {
    case .now, .random: 0...0
    case .modulus: 2...2
    case _ where isAggregate: 1...Int.max
    default: 1...1
    }
  }
}

/// What a function's name stands for, once looked up.
package enum Callee: Equatable {
  case function(Function)
  /// The long name of an infix operator, `from:subtract:`.
  case infix(ExpressionOperator)
  /// `objectFrom:withIndex:`, the long name of `a[i]`.
  case index

  /// Every name with its meaning; one-argument names stand without their colon.
  private static let known: [(name: String, callee: Callee)] =
    Function.allCases.map { ($0.name, .function($0)) } + [
      ("add:to:", .infix(.add)), ("from:subtract:", .infix(.subtract)),
      ("multiply:by:", .infix(.multiply)), ("divide:by:", .infix(.divide)),
      ("raise:toPower:", .infix(.power)), ("bitwiseAnd:with:", .infix(.bitwiseAnd)),
      ("bitwiseOr:with:", .infix(.bitwiseOr)), ("bitwiseXor:with:", .infix(.bitwiseXor)),
      ("leftshift:by:", .infix(.shiftLeft)), ("rightshift:by:", .infix(.shiftRight)),
      ("objectFrom:withIndex:", .index),
    ]

  private static let named = Dictionary(
    uniqueKeysWithValues: known.map { ($0.name.lowercased(), $0.callee) })

  /// Looks a name up, in any case; a single trailing colon may be left out or written.
  init?(named name: String) {
    var key = name.lowercased()
    if key.hasSuffix(":"), key.count(where: { $0 == ":" }) == 1 { key.removeLast() }
    guard let callee = Self.named[key] else { return nil }
    self = callee
  }

  /// How many arguments the callee takes.
  var argumentCounts: ClosedRange<Int> {
    switch self {
    case .function(let function): function.argumentCounts
    case .infix, .index: 2...2
    }
  }

  /// Every name as it is spelled.
  package static var names: [String] { known.map(\.name) }

  /// The known name that a wrong one probably stands for: one that it starts, as `modulus` does
  /// `modulus:by:`, or the nearest.
  static func nearest(to name: String) -> String? {
    let start = name.lowercased()
    return known.map(\.name).first { start.count >= 3 && $0.lowercased().hasPrefix(start) }
      ?? Spelling.nearest(to: name, among: known.map(\.name))
  }
}
