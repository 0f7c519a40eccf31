// What the name of a function in a text refers to, which functions a text may call, and what
// results depend on.

/// A set of functions that a text may call.
public enum FunctionSet: String, Sendable, Hashable, CaseIterable {
  /// The functions of NSExpression.
  case apple
  /// The functions of NSExpression and those that Apple does not have: `concat`, `today`,
  /// `daysBetween`, ….
  case extended
  /// The functions of NSExpression, and the terms of Apple's declarative device management:
  /// `@status(device.model.family)`, `$app.@key(identifier)`, `@property(plan)`.
  ///
  /// Such a text is evaluated over the items of a status report: an object with `StatusItems` and
  /// `Properties`, or the status items themselves, nested by the parts of their names or under
  /// their whole names. An item that is missing is nil.
  case deviceManagement = "ddm"
}

/// What a result may depend on besides the values given to an evaluation.
public struct Surroundings: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The current time, which `now()` returns.
  public static let time = Surroundings(rawValue: 1)
  /// The current day in the time zone, which `today()` returns.
  public static let day = Surroundings(rawValue: 2)
  /// What changes as time passes.
  static let clock: Surroundings = [.time, .day]
  /// The time zone.
  public static let timeZone = Surroundings(rawValue: 4)
  /// The language.
  public static let language = Surroundings(rawValue: 8)
  /// Tables, which `lookup` and `table` read.
  public static let tables = Surroundings(rawValue: 16)
}

/// What a function name refers to.
package enum Callee: Equatable {
  case function(Function)
  /// The long name of an infix operator, `from:subtract:`.
  case infix(ExpressionOperator)
  /// `objectFrom:withIndex:`, the long name of `a[i]`.
  case index
  /// `if`, another name of TERNARY.
  case choice

  /// All function names of Apple with their meanings; names of one argument are listed without a
  /// colon.
  private static let known: [(name: String, callee: Callee)] =
    Function.allCases.filter { !$0.isBeyondApple }.map { ($0.name, .function($0)) } + [
      ("add:to:", .infix(.add)), ("from:subtract:", .infix(.subtract)),
      ("multiply:by:", .infix(.multiply)), ("divide:by:", .infix(.divide)),
      ("raise:toPower:", .infix(.power)), ("bitwiseAnd:with:", .infix(.bitwiseAnd)),
      ("bitwiseOr:with:", .infix(.bitwiseOr)), ("bitwiseXor:with:", .infix(.bitwiseXor)),
      ("leftshift:by:", .infix(.shiftLeft)), ("rightshift:by:", .infix(.shiftRight)),
      ("objectFrom:withIndex:", .index),
    ]

  /// All function names that Apple does not have.
  private static let extended: [(name: String, callee: Callee)] =
    Function.allCases.filter { $0.entry.group == .own }.map { ($0.name, .function($0)) }
    + [("if", .choice)]

  private static let named = table(known)
  private static let namedBeyondApple = table(extended)

  private static func table(_ names: [(name: String, callee: Callee)]) -> [String: Callee] {
    Dictionary(names.map { ($0.name.lowercased(), $0.callee) }) { first, _ in first }
  }

  /// Looks up a name, ignoring case.
  ///
  /// After a function name of Apple with one argument, the colon may be written or left out.
  init?(named name: String, in functions: FunctionSet) {
    var key = name.lowercased()
    if functions == .extended, let callee = Self.namedBeyondApple[key] {
      self = callee
      return
    }
    if key.hasSuffix(":"), key.count(where: { $0 == ":" }) == 1 { key.removeLast() }
    guard let callee = Self.named[key] else { return nil }
    self = callee
  }

  /// The allowed numbers of arguments.
  var argumentCounts: ClosedRange<Int> {
    switch self {
    case .function(let function): function.argumentCounts
    case .infix, .index: 2...2
    case .choice: 3...3
    }
  }

  /// The allowed arguments in words, for messages.
  var wantedArguments: String {
    let counts = argumentCounts
    switch (self, counts.upperBound) {
    case (.function(let function), .max):
      return function.isAggregate ? "a list, or several values" : "one argument or more"
    case (_, counts.lowerBound):
      return "\(counts.lowerBound) \(counts.upperBound == 1 ? "argument" : "arguments")"
    default: return "\(counts.lowerBound) or \(counts.upperBound) arguments"
    }
  }

  /// All function names of Apple, in their canonical spelling.
  package static var names: [String] { known.map(\.name) }

  /// All function names that Apple does not have, in their canonical spelling.
  package static var namesBeyondApple: [String] { extended.map(\.name) }

  /// Whether a name, ignoring case, is a function that Apple does not have.
  package static func isBeyondApple(_ name: String) -> Bool {
    namedBeyondApple[name.lowercased()] != nil
  }

  /// Whether a name, ignoring case, is a function that takes no arguments, such as `today`.
  package static func takesNoArguments(_ name: String) -> Bool {
    Callee(named: name, in: .extended)?.argumentCounts == 0...0
  }

  /// The function that an unknown name probably means; nil if none is similar.
  ///
  /// A name that starts with the unknown name comes first: `modulus` means `modulus:by:`.
  static func nearest(to name: String, in functions: FunctionSet) -> String? {
    let start = name.lowercased()
    let names = functions == .extended ? names + namesBeyondApple : names
    return names.first { start.count >= 3 && $0.lowercased().hasPrefix(start) }
      ?? Spelling.nearest(to: name, among: names)
  }
}
