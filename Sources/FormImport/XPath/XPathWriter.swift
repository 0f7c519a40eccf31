// Writes the syntax tree of one XPath in our language. Each part becomes a term, whose kind decides
// how the parts around it are said. The files beside this one have the paths, the operators, the
// conversions and the functions.

/// Translates one XPath.
struct XPathWriter {
  /// Where relative paths begin.
  struct Scope {
    /// What stands there.
    enum Place {
      case node(XFormNodes.Index)
      /// An item of a secondary instance.
      case item(String)
    }

    var place: Place
    /// The name of the item that a condition in brackets looks at; nil for the node of the XPath.
    var variable: String?
    /// The list that the item belongs to.
    var list: XFormNodes.Index?
    /// Whether `position()` can be said.
    var hasPosition = false
    /// Whether what is around the list is around the node of the XPath, too.
    var isInside = true
  }

  /// How many bytes a translation may have.
  static let maximumLength = 100_000
  /// How many values may be computed in a row, such as added.
  static let maximumOperands = 1000
  /// How many parts may be translated; some are translated twice.
  static let maximumParts = 200_000

  let nodes: XFormNodes
  let names: XPathNames
  /// The types of the calculated nodes, as far as they are known.
  let types: [XFormNodes.Index: XFormNodes.ValueType]
  /// The nodes that may be hidden.
  let hideable: Set<XFormNodes.Index>
  /// The node of the XPath.
  let current: XFormNodes.Index

  var scope: Scope
  var changes: [XPathTranslation.Note] = []
  var reads: Set<XFormNodes.Index> = []
  var readsItself = false
  /// The calculated nodes that are read, and whose types are not known.
  var unknownTypes: Set<XFormNodes.Index> = []
  /// How many times an item of a list or table was read, by its variable.
  var itemReads = 0
  /// Whether a `uuid()` stands in it.
  var makesUUID = false
  /// How many conditions in brackets nest around the part that is written.
  var brackets = 0
  private var parts = 0

  init(
    _ translator: XPathTranslator, types: [XFormNodes.Index: XFormNodes.ValueType],
    of node: XFormNodes.Index
  ) {
    nodes = translator.nodes
    names = translator.names
    hideable = translator.hideable
    self.types = types
    current = node
    scope = Scope(place: .node(node))
  }

  mutating func note(_ reason: String, _ range: Range<Int>?) {
    let note = XPathTranslation.Note(reason, range)
    if !changes.contains(note) { changes.append(note) }
  }

  /// The term of a part.
  ///
  /// The recursion is as deep as the brackets of the XPath nest, which the parser bounds.
  mutating func term(_ node: XPathNode) throws(XPathError) -> XPathTerm {
    parts += 1
    guard parts <= Self.maximumParts else {
      throw XPathError("the expression is too complicated", node.range)
    }
    let term: XPathTerm
    switch node.content {
    case .number(let digits): term = .number(Double(digits) ?? .nan)
    case .text(let text): term = .quoted(text)
    case .negative(let value): term = try negative(value)
    case .operation(let operands, let operators): term = try operation(operands, operators)
    case .path(let path): term = try value(of: path, node.range)
    case .call(let name, let arguments):
      term = try call(XPathCall(name: name, arguments: arguments, range: node.range))
    }
    guard term.text.utf8.count <= Self.maximumLength else {
      throw XPathError("the expression becomes too long", node.range)
    }
    return term
  }

  mutating func condition(_ node: XPathNode) throws(XPathError) -> XPathTerm {
    let term = try term(node)
    guard term.mix == .none else {
      throw XPathError("this is a text or a number, and '0' counts as another one then", node.range)
    }
    return Self.condition(term)
  }

  mutating func number(_ node: XPathNode) throws(XPathError) -> XPathTerm {
    try number(term(node), node.range)
  }

  mutating func text(_ node: XPathNode) throws(XPathError) -> XPathTerm {
    try text(term(node), node.range)
  }

  /// The text of a part, nil where JavaRosa has ''.
  mutating func tightText(_ node: XPathNode) throws(XPathError) -> XPathTerm {
    try tightText(term(node), node.range)
  }
}

// MARK: - Brackets

extension XPathWriter {
  /// A name that no row has, for the item that a condition looks at.
  private var variable: String {
    var name = brackets == 0 ? "it" : "it\(brackets + 1)"
    while names.tags.contains(name) { name += "_" }
    return name
  }

  /// The items of a list that meet the conditions in brackets.
  mutating func filtered(
    _ items: String, by predicates: [XPathNode], in place: Scope.Place,
    list: XFormNodes.Index? = nil, hasPosition: Bool, isInside: Bool
  ) throws(XPathError) -> String {
    guard !predicates.isEmpty else { return items }
    let name = "$" + variable
    let outer = scope
    brackets += 1
    defer {
      scope = outer
      brackets -= 1
    }
    var conditions: [XPathTerm] = []
    for predicate in predicates {
      scope = Scope(
        place: place, variable: name, list: list,
        hasPosition: hasPosition && conditions.isEmpty, isInside: isInside)
      conditions.append(try bracket(predicate))
    }
    return "SUBQUERY(\(items), \(name), \(Self.all(conditions).text))"
  }

  /// What stands in brackets, which has to be a condition: to JavaRosa no item meets a number.
  mutating func bracket(_ node: XPathNode) throws(XPathError) -> XPathTerm {
    let term = try term(node)
    guard term.kind == .truth else {
      throw XPathError(
        "JavaRosa finds nothing by a value in brackets; a position is written position() = 1",
        node.range)
    }
    return Self.condition(term)
  }

  /// All predicates of a list, which is not empty.
  static func all(_ conditions: [XPathTerm]) -> XPathTerm {
    joined(conditions, "AND", .and)
  }

  static func joined(
    _ conditions: [XPathTerm], _ word: String, _ binding: XPathTerm.Binding
  ) -> XPathTerm {
    guard conditions.count != 1 else { return conditions[0] }
    return XPathTerm(conditions.map(\.part).joined(separator: " \(word) "), .truth, binding)
  }
}
