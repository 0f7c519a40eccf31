// The tree as a reviewer sees it, who decides whether a text from outside may run: every construct,
// with what it names. The model is Apple's NSPredicateValidating.

extension SyntaxTree {
  /// One construct of a text.
  public struct Part: Sendable {
    /// What the construct is.
    public let kind: Kind
    /// Where it stands, in UTF-8 offsets of the text.
    public let range: Range<Int>
    /// How many parts the construct is made of: who puts parts on a stack as they come finds so
    /// many of them on top, the last one uppermost, and puts the construct in their place.
    public let childCount: Int
    let text: String

    /// The construct as it is written; what an argument filled is written as its placeholder.
    public var source: Substring {
      let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
      return text[start..<text.utf8.index(start, offsetBy: range.count)]
    }
  }

  /// All parts, each behind the parts it is made of; the whole is the last.
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

  /// Shows every part to a check that may refuse it.
  ///
  /// An allow-list of keys looks at every key, whatever it is a key of, and refuses what could read
  /// a key without naming it:
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
  /// - Parameter check: Throws where it refuses a part; parts come before what they are parts of.
  /// - Throws: What `check` throws.
  /// - Complexity: O(n).
  public func validate<Failure: Error>(
    _ check: (Part) throws(Failure) -> Void
  ) throws(Failure) {
    for part in parts { try check(part) }
  }
}

extension SyntaxTree.Part {
  /// What a construct is.
  public enum Kind: Sendable, Hashable {
    /// `TRUEPREDICATE` or `FALSEPREDICATE`.
    case truth(Bool)
    /// `a AND b`, of two parts and more.
    case and
    /// `a OR b`, of two parts and more.
    case or
    /// `NOT a`; `NONE a == b` is the NOT of an ANY.
    case not
    /// Left and right side.
    case comparison(ComparisonOperator, ComparisonOptions, Quantifier)
    /// A literal, an argument, or the value of a variable that was substituted.
    case constant(Value)
    /// SELF, not as the start of a key path: the whole object.
    case selfObject
    /// A key, and what it is read of; each key of a path is a part, `b` in `a.b` too.
    case key(String, of: Scope)
    /// `a.$b`: the key that the second part gives.
    case keyByValue(of: Scope)
    /// `a.@name`; the name may be of no operator, and the keys behind it are parts of their own.
    case collectionOperator(String)
    /// `a[i]`: an element, or the value under a key.
    case index
    /// `a[FIRST]`.
    case first
    /// `a[LAST]`.
    case last
    /// `a[SIZE]`.
    case size
    /// `$name`, not bound by a SUBQUERY.
    case variable(String)
    /// `$name`, bound by a SUBQUERY around it.
    case iterator(String)
    /// `{a, b}`.
    case aggregate
    /// Left and right side.
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
    /// What no condition contains, as it is refused when one is built.
    case notRun(NotRun)
  }

  /// What a key is read of.
  public enum Scope: Sendable, Hashable {
    /// The evaluated object, or something reached from it by keys and indices alone.
    case object
    /// The value of a variable, or something reached from it.
    case variable(String)
    /// What a SUBQUERY binds, or something reached from it.
    case iterator(String)
    /// A constant, or anything else that is computed.
    case value
  }

  /// What is legal and not run here; a tree may have it, a condition never.
  public enum NotRun: Sendable, Hashable {
    /// `ANYKEY`.
    case anyKey
    /// A call of a function that does not exist, or with other arguments, by the name as written.
    case unknownFunction(String)
    /// `FUNCTION(…)`.
    case methodCall
    /// `a selector: b`, by the selector.
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
  /// What a node is for a reviewer; `base` is what its first child belongs to.
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
  /// What the value of a part belongs to; `base` is what its first child belongs to.
  fileprivate init(_ kind: SyntaxTree.Part.Kind, _ base: Self) {
    self =
      switch kind {
      case .selfObject: .object
      case .variable(let name): .variable(name)
      case .iterator(let name): .iterator(name)
      case .key, .keyByValue, .collectionOperator, .index, .first, .last, .size: base
      default: .value
      }
  }
}
