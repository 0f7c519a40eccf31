// What is legal on Apple and not run here, by name: the language's closed door. Nothing that could
// reach outside the values of an evaluation gets past this file.

extension SyntaxTree {
  /// Checks every node and compiles the constant patterns.
  ///
  /// - Parameter limits: What bounds the patterns.
  /// - Returns: The patterns, each by the comparison that it belongs to.
  /// - Throws: The first part that is legal and not run here.
  /// - Complexity: O(n).
  func checkedPatterns(within limits: Limits) throws(Refusal) -> [NodeIndex: Pattern] {
    guard structure.depth == .involved else { return [:] }
    var patterns: [NodeIndex: Pattern] = [:]
    var length = 0
    for node in structure.nodes where structure.kind(of: node).depth == .involved {
      switch structure.kind(of: node) {
      case .comparison(.matches, let options, _):
        let right = structure.child(1, of: node)
        guard case .literal(let value) = structure.kind(of: right),
          case .string(let pattern) = structure.value(value)
        else { continue }
        // What is longer than any pattern is refused as such.
        length += min(pattern.utf8.count, Pattern.maximumLength)
        guard length <= limits.patternsLength else {
          throw refusal(
            "the patterns of the text are longer than \(limits.patternsLength) bytes together",
            at: right, hint: "shorten them, or make several conditions of the text")
        }
        do throws(Trouble) {
          patterns[node] = try Pattern(pattern, options)
        } catch {
          throw refusal(error, inPatternAt: right)
        }
      case .unknownCall(let name): throw unknownFunction(structure.name(name), node)
      case let kind:
        if let reason = kind.reasonNotRun(in: structure) {
          throw refusal(reason.message, at: node, hint: reason.hint)
        }
      }
    }
    return patterns
  }

  private func refusal(_ message: String, at node: NodeIndex, hint: String?) -> Refusal {
    Refusal(diagnostic: Diagnostic(message, at: range(of: node), hint: hint), text: text)
  }

  private func unknownFunction(_ name: String, _ node: NodeIndex) -> Refusal {
    guard let callee = Callee(named: name) else {
      return refusal(
        "unknown function '\(name)'", at: node,
        hint: Callee.nearest(to: name).map { "did you mean \($0)?" })
    }
    let counts = callee.argumentCounts
    let wanted =
      counts.upperBound == .max
      ? "a list, or several values"
      : "\(counts.lowerBound) \(counts.upperBound == 1 ? "argument" : "arguments")"
    let given = structure.children(of: node).count
    return refusal("\(name) takes \(wanted), not \(given)", at: node, hint: nil)
  }

  /// A malformed pattern, at the place of its mistake where the pattern is written in the text.
  private func refusal(_ trouble: Trouble, inPatternAt node: NodeIndex) -> Refusal {
    let literal = range(of: node)
    let place = TextBytes.read(text) { bytes in
      let isQuoted = [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(bytes[literal.lowerBound])
      return isQuoted ? trouble.part.map { StringLiteral.source(of: $0, in: bytes, literal) } : nil
    }
    return Refusal(
      diagnostic: Diagnostic(trouble.message, at: place ?? literal, hint: trouble.hint), text: text)
  }
}

extension NodeKind {
  /// Why the node is not run here; nil where it is.
  fileprivate func reasonNotRun(in structure: Structure) -> Trouble? {
    switch self {
    case .methodCall:
      Trouble("FUNCTION is not supported: it calls methods of objects")
    case .fetch: Trouble("FETCH is not supported: it needs a database")
    case .assignment: Trouble("a condition cannot assign to a variable")
    case .anyKey:
      Trouble("ANYKEY is not supported: it works in Spotlight only", hint: "name the key")
    case .selectorComparison(_, let name):
      Trouble("the operator '\(structure.name(name))' is not supported: it calls a method")
    case .comparison(.tokenMatches, _, _): Trouble("TOKENMATCHES is not supported")
    case .comparison(.conformsToUTI, _, _), .comparison(.equalsUTI, _, _):
      Trouble("comparing type identifiers is not supported", hint: "compare them as text, with ==")
    case .cast(let name):
      CastTarget(named: structure.name(name)) == nil
        ? Trouble(
          "unknown CAST type '\(structure.name(name))'",
          hint: "the types are \(CastTarget.allCases.map(\.rawValue).joined(separator: ", "))")
        : nil
    case .placeholder(let placeholder, _):
      Trouble(
        "no argument is given for \(placeholder.spelling)", hint: "use Condition(format:)")
    case .memberPlaceholder:
      Trouble("no argument is given for %K", hint: "use Condition(format:)")
    default: nil
    }
  }
}
