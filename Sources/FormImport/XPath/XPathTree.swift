// The syntax tree of an XPath, as the parser makes it and the translation reads it. Operators of
// one precedence that follow each other are one node, so that a tree nests only as deep as the
// XPath has brackets. Every node knows its place in the XPath.

/// A part of an XPath.
struct XPathNode: Sendable, Hashable {
  /// What stands there.
  var content: Content
  /// Its place, in UTF-8 offsets of the XPath.
  var range: Range<Int>

  /// What a part of an XPath is.
  enum Content: Sendable, Hashable {
    /// A number, with its digits as they are written.
    case number(String)
    case text(String)
    case path(XPathPath)
    /// A call of a function, which has its prefix.
    case call(String, [XPathNode])
    /// Operands of one precedence; an operator stands before each of them but the first.
    case operation([XPathNode], [XPathOperator])
    /// The negative of a number.
    indirect case negative(XPathNode)
  }
}

/// An operator between two values.
enum XPathOperator: String, Sendable, Hashable {
  case or, and
  case equal = "="
  case unequal = "!="
  case less = "<"
  case greater = ">"
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "div"
  case remainder = "mod"

  /// How tightly it binds: what binds more tightly is computed first.
  var precedence: Int {
    switch self {
    case .or: 0
    case .and: 1
    case .equal, .unequal: 2
    case .less, .greater, .lessOrEqual, .greaterOrEqual: 3
    case .plus, .minus: 4
    case .times, .divided, .remainder: 5
    }
  }

  /// The precedences, from the tightest to the loosest.
  static let precedences = (0...5).reversed()
}

/// A path to nodes.
struct XPathPath: Sendable, Hashable {
  /// Where a path begins.
  enum Start: Sendable, Hashable {
    /// At the root, `/`.
    case root
    /// At the node around, `name` or `.`.
    case here
    /// At the node that the XPath belongs to, `current()`.
    case current
    /// At the root of an instance, `instance('id')`.
    case instance(String)
  }

  /// A step of a path.
  struct Step: Sendable, Hashable {
    /// The name without its prefix; `.` and `..` for the node itself and the node around it.
    var name: String
    /// What stands in brackets behind the name.
    var predicates: [XPathNode] = []
    /// The place of the name.
    var range: Range<Int>
  }

  var start: Start
  var steps: [Step]
}

/// Why an XPath is lost.
struct XPathError: Error, Hashable {
  /// The place, in UTF-8 offsets of the XPath.
  var range: Range<Int>
  /// The reason, a sentence without its period.
  var reason: String

  init(_ reason: String, _ range: Range<Int>) {
    self.range = range
    self.reason = reason
  }
}
