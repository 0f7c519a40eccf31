// Lists the parts of a tree for a reviewer, who decides whether a text from outside may run. Each
// part is one construct with the name that it uses. The model is Apple's NSPredicateValidating.

extension SyntaxTree {
  /// One construct of a text.
  public struct Part: Sendable {
    /// The kind of the construct.
    public let kind: Kind
    /// The place of the construct, in UTF-8 offsets of the text.
    public let range: Range<Int>
    /// The number of parts that the construct consists of.
    ///
    /// To rebuild the tree, push each part on a stack. The parts of a construct are then the top
    /// `childCount` elements, the last part uppermost. Replace them by the construct.
    public let childCount: Int
    let text: String

    /// The source text of the construct.
    ///
    /// An argument is shown as its placeholder.
    public var source: Substring {
      let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
      return text[start..<text.utf8.index(start, offsetBy: range.count)]
    }
  }

  /// All parts; each comes after the parts it consists of, and the whole text is the last part.
  ///
  /// - Complexity: O(n).
  public var parts: [Part] {
    var scopes: [Part.Scope] = []
    scopes.reserveCapacity(structure.nodes.count)
    return structure.nodes.map { node in
      let children = structure.children(of: node)
      let base = children.first.map { scopes[$0.index] } ?? .object
      let kind = kind(of: node, base)
      scopes.append(Part.Scope(kind, base))
      return Part(kind: kind, range: range(of: node), childCount: children.count, text: text)
    }
  }

  /// Passes every part to a check, which may refuse it.
  ///
  /// An allow-list of keys checks every key, whatever object it belongs to. It also refuses parts
  /// that could read a key without naming it:
  ///
  /// ```swift
  /// struct Forbidden: Error { let part: String }
  ///
  /// let allowed: Set = ["name", "age"]
  /// try condition.validate { part throws(Forbidden) in
  ///   switch part.kind {
  ///   case .key(let key, _) where allowed.contains(key): break
  ///   case .key, .keyByValue, .index, .selfObject: throw Forbidden(part: String(part.source))
  ///   default: break
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter check: Throws an error to refuse a part. Parts come before the parts that contain
  ///   them.
  /// - Throws: The error that `check` throws.
  /// - Complexity: O(n).
  public func validate<Failure: Error>(
    _ check: (Part) throws(Failure) -> Void
  ) throws(Failure) {
    for part in parts { try check(part) }
  }
}

extension SyntaxTree.Part {
  /// The kind of a construct.
  public enum Kind: Sendable, Hashable {
    /// `TRUEPREDICATE` or `FALSEPREDICATE`.
    case truth(Bool)
    /// `a AND b`, with two or more parts.
    case and
    /// `a OR b`, with two or more parts.
    case or
    /// `NOT a`. `NONE a == b` is also a NOT, of ANY.
    case not
    /// Two parts: left and right.
    case comparison(ComparisonOperator, ComparisonOptions, Quantifier)
    /// A literal, an argument, or the value of a variable that was substituted.
    case constant(Value)
    /// SELF as the whole object, not as the start of a key path.
    case selfObject
    /// A key and what it is read from. Each key of a path is a part, such as `b` in `a.b`.
    case key(String, of: Scope)
    /// `a.$b`: a key whose name is the value of the second part.
    case keyByValue(of: Scope)
    /// `a.@name`. The name may be unknown. The keys after it are parts of their own.
    case collectionOperator(String)
    /// `@status(name)` of device management: an item of the status. `a.@key(name)` is a key.
    case statusItem(String)
    /// `@property(name)` of device management.
    case managementProperty(String)
    /// `a[i]`: an element, or the value for a key.
    case index
    /// `a[FIRST]`.
    case first
    /// `a[LAST]`.
    case last
    /// `a[SIZE]`.
    case size
    /// A free variable, `$name`.
    case variable(String)
    /// The variable that a SUBQUERY binds, `$name`.
    case iterator(String)
    /// `{a, b}`.
    case aggregate
    /// Two parts: left and right.
    case infix(ExpressionOperator)
    /// `-a`.
    case negation
    /// A call of a built-in function, by its canonical name.
    case function(String)
    /// `CAST(a, 'type')`.
    case cast(String)
    /// `TERNARY(condition, then, else)`.
    case ternary
    /// `SUBQUERY(collection, $name, condition)`.
    case subquery(iterator: String)
    /// A construct that is refused when a condition is built.
    case notRun(NotRun)
  }

  /// What a key is read from.
  public enum Scope: Sendable, Hashable {
    /// The evaluated object, or a value reached from it by keys and indices alone.
    case object
    /// The value of a variable, or a value reached from it.
    case variable(String)
    /// The variable that a SUBQUERY binds, or a value reached from it.
    case iterator(String)
    /// A constant or a computed value.
    case value
  }

  /// A construct that parses but does not run; a tree may contain it, a condition cannot.
  public enum NotRun: Sendable, Hashable {
    /// `ANYKEY`.
    case anyKey
    /// A call of an unknown function, or with an invalid number of arguments, by the name as
    /// written.
    case unknownFunction(String)
    /// `FUNCTION(…)`.
    case methodCall
    /// `a selector: b`, by the name of the selector.
    case selectorOperator(String)
    /// `FETCH(…)`.
    case fetch
    /// `$a := b`.
    case assignment
    /// A placeholder without an argument.
    case placeholder(Placeholder)
  }
}

extension SyntaxTree {
  /// The kind of part that a node is; `base` is the scope of its first child.
  private func kind(of node: NodeIndex, _ base: Part.Scope) -> Part.Kind {
    func name(_ index: Int32) -> String { structure.name(index) }
    return switch structure.kind(of: node) {
    case .truth(let isTrue): .truth(isTrue)
    case .and: .and
    case .or: .or
    case .not: .not
    case .comparison(let symbol, let options, let quantifier):
      .comparison(symbol, options, quantifier)
    case .literal(let index): .constant(structure.value(index))
    case .selfObject: .selfObject
    case .key(let index), .member(let index): .key(name(index), of: base)
    case .memberVariable: .keyByValue(of: base)
    case .collectionOperator(let index): .collectionOperator(name(index))
    case .term(.status, let index): .statusItem(name(index))
    case .term(.property, let index): .managementProperty(name(index))
    case .term(.key, let index): .key(name(index), of: base)
    case .index: .index
    case .first: .first
    case .last: .last
    case .size: .size
    case .variable(let index): .variable(variable(index))
    case .iterator(_, let index): .iterator(name(index))
    case .aggregate: .aggregate
    case .infix(let symbol): .infix(symbol)
    case .negation: .negation
    case .call(let function): .function(function.name)
    case .cast(let index): .cast(name(index))
    case .ternary: .ternary
    case .subquery(_, let index): .subquery(iterator: name(index))
    case .anyKey: .notRun(.anyKey)
    case .unknownCall(let index): .notRun(.unknownFunction(name(index)))
    case .selectorComparison(_, let index): .notRun(.selectorOperator(name(index)))
    case .methodCall: .notRun(.methodCall)
    case .fetch: .notRun(.fetch)
    case .assignment: .notRun(.assignment)
    case .placeholder(let placeholder, _): .notRun(.placeholder(placeholder))
    case .memberPlaceholder: .notRun(.placeholder(.keyPath))
    }
  }
}

extension SyntaxTree.Part.Scope {
  /// The scope of the value of a part; `base` is the scope of its first child.
  fileprivate init(_ kind: SyntaxTree.Part.Kind, _ base: Self) {
    self =
      switch kind {
      case .selfObject, .statusItem, .managementProperty: .object
      case .variable(let name): .variable(name)
      case .iterator(let name): .iterator(name)
      case .key, .keyByValue, .collectionOperator, .index, .first, .last, .size: base
      default: .value
      }
  }
}
