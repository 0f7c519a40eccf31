// A translated part of an XPath: its text in our language, how tightly that text binds, and what is
// known of its value. Texts are put together here alone, so parentheses and quotes stand where they
// have to. The builders of syntax trees are private to Predicate, which prints TERNARY for `if` and
// 1 for YES; a form author reads this text.

import Predicate

/// A part of an XPath in our language.
struct XPathTerm {
  /// What kind of value a term has.
  enum Kind {
    /// Always nil: '' or a node that does not exist.
    case nothing
    case text, choice, choices, whole, decimal, truth, day, time, instant

    var isNumber: Bool { self == .whole || self == .decimal }
    var isText: Bool { self == .text || self == .choice }
    var isDate: Bool { self == .day || self == .instant }
  }

  /// How tightly a text binds, from the loosest to the tightest.
  enum Binding: Int {
    case or, and, not, comparison, sum, product, power, sign, primary
  }

  /// How a value can be empty.
  struct Emptiness: OptionSet {
    let rawValue: UInt8
    /// It is nil where JavaRosa has ''.
    static let blank = Emptiness(rawValue: 1)
    /// It is nil where JavaRosa has NaN.
    static let unknown = Emptiness(rawValue: 2)
    /// It is the text '' where JavaRosa has '', not nil.
    static let loose = Emptiness(rawValue: 4)

    /// It is nil.
    static let null: Emptiness = [.blank, .unknown]
  }

  /// What a text stands for, that can be a value of another kind in some cases.
  enum Mix: Int {
    case none, numbers, others
  }

  /// A value that is known.
  enum Constant: Equatable {
    case text(String)
    case number(Double)
    case truth(Bool)
  }

  var text: String
  var kind: Kind
  var binding = Binding.primary
  var empty: Emptiness = []
  var constant: Constant?
  /// The row or the list that the term is, and nothing else.
  var row: XFormNodes.Index?
  /// What a text is to JavaRosa in some cases.
  var mix = Mix.none
  /// Whether it is a cell of a table.
  var isCell = false
  /// The two values that the term compares with `==`.
  var equated: [XPathTerm] = []
  /// Whether it was computed with fractions, so that its last digits may be off.
  var isInexact = false
  /// The day whose number the term is, if it was computed from a day.
  var day: String?

  /// Whether it is a predicate, not a value.
  var isPredicate: Bool { kind == .truth && binding.rawValue <= Binding.comparison.rawValue }

  /// Whether the value may be nil.
  var mayBeNull: Bool { !empty.isDisjoint(with: .null) }

  init(
    _ text: String, _ kind: Kind, _ binding: Binding = .primary, empty: Emptiness = [],
    constant: Constant? = nil
  ) {
    self.text = text
    self.kind = kind
    self.binding = binding
    self.empty = empty
    self.constant = constant
  }

  /// The value as the result of a computation, which is NaN where a node is ''.
  var computed: XPathTerm {
    var computed = self
    computed.row = nil
    if mayBeNull { computed.empty = .unknown }
    return computed
  }

  static let null = XPathTerm("nil", .nothing, empty: .blank, constant: .text(""))

  static func truth(_ isTrue: Bool) -> XPathTerm {
    XPathTerm(
      isTrue ? "TRUEPREDICATE" : "FALSEPREDICATE", .truth, .comparison, constant: .truth(isTrue))
  }

  /// A text in quotes.
  static func quoted(_ text: String) -> XPathTerm {
    text.isEmpty ? .null : XPathTerm(literal(text), .text, constant: .text(text))
  }

  /// A number; nil for NaN.
  static func number(_ value: Double) -> XPathTerm {
    guard !value.isNaN else {
      return XPathTerm("nil", .decimal, empty: .unknown, constant: .number(value))
    }
    guard let whole = Int64(exactly: value) else {
      let text = value.isInfinite ? (value < 0 ? "-1e999" : "1e999") : value.description
      return XPathTerm(
        text, .decimal, value < 0 ? .sign : .primary, constant: .number(value))
    }
    return XPathTerm(
      String(whole), .whole, whole < 0 ? .sign : .primary, constant: .number(value))
  }
}

// MARK: - Texts

extension XPathTerm {
  /// The text, in parentheses if it binds less tightly.
  func text(in least: Binding) -> String {
    binding.rawValue >= least.rawValue ? text : "(\(text))"
  }

  /// The text as an operand of AND and OR.
  var part: String { text(in: .not) }

  /// Two operands with an operator between them that groups to the left.
  static func infix(_ left: XPathTerm, _ symbol: String, _ right: XPathTerm, _ binding: Binding)
    -> String
  {
    let tighter = Binding(rawValue: binding.rawValue + 1) ?? .primary
    return left.text(in: binding) + " " + symbol + " " + right.text(in: tighter)
  }

  /// A comparison of two values.
  static func comparison(_ left: XPathTerm, _ symbol: String, _ right: XPathTerm) -> XPathTerm {
    var comparison = XPathTerm(
      left.text(in: .sum) + " " + symbol + " " + right.text(in: .sum), .truth, .comparison)
    if symbol == "==" { comparison.equated = [left, right] }
    return comparison
  }

  /// A call of a function.
  static func call(
    _ name: String, _ arguments: [String], _ kind: Kind, empty: Emptiness = []
  ) -> XPathTerm {
    XPathTerm(name + "(" + arguments.joined(separator: ", ") + ")", kind, empty: empty)
  }

  /// Both predicates.
  func and(_ other: XPathTerm) -> XPathTerm {
    XPathTerm(part + " AND " + other.part, .truth, .and)
  }

  /// One of two predicates.
  func or(_ other: XPathTerm) -> XPathTerm {
    XPathTerm(part + " OR " + other.part, .truth, .or)
  }

  /// The opposite of a predicate.
  var not: XPathTerm {
    if case .truth(let isTrue) = constant { return .truth(!isTrue) }
    // A plain `a == b` becomes `a != b`.
    if equated.count == 2 { return .comparison(equated[0], "!=", equated[1]) }
    return XPathTerm("NOT (\(text))", .truth, .not)
  }

  /// The predicate that a value is nil.
  var isNull: XPathTerm { .comparison(self, "==", .null) }

  /// The predicate that a value is not nil.
  var isPresent: XPathTerm { .comparison(self, "!=", .null) }

  /// One of two values of the same kind.
  static func either(_ condition: XPathTerm, _ first: XPathTerm, _ second: XPathTerm) -> XPathTerm {
    call(
      "if", [condition.text, first.text, second.text],
      first.kind == .nothing ? second.kind : first.kind, empty: first.empty.union(second.empty))
  }

  /// A text in quotes, as our language writes it.
  static func literal(_ text: String) -> String {
    var literal = "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "'"
  }

  /// A key behind a period.
  static func key(_ name: String) -> String {
    Identifier.isValid(name) && Keyword(rawValue: name.uppercased()) == nil
      ? "." + name : "." + literal(name)
  }
}
