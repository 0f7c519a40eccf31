// Refuses parts of the language that are legal on Apple and not supported here. This file is the
// only gate: a construct that could reach outside the values of an evaluation must be refused here.

extension SyntaxTree {
  /// Checks every node and compiles the constant patterns.
  ///
  /// - Parameters:
  ///   - limits: The limits for the patterns.
  ///   - allowsLookups: Whether the text may read tables.
  ///   - hostFunctions: The names of the functions that the embedder supplies.
  /// - Returns: The patterns, by the comparison that each belongs to.
  /// - Throws: The first part that is legal on Apple and not supported here.
  /// - Complexity: O(n).
  func checkedPatterns(
    within limits: Limits, allowsLookups: Bool = false, calling hostFunctions: Set<String> = []
  ) throws(Refusal) -> [NodeIndex: Pattern] {
    guard structure.depth == .involved else { return [:] }
    var patterns: [NodeIndex: Pattern] = [:]
    var length = 0
    for node in structure.nodes where structure.kind(of: node).depth == .involved {
      switch structure.kind(of: node) {
      case let kind where kind.isMatch:
        let right = structure.child(1, of: node)
        guard case .literal(let value) = structure.kind(of: right),
          case .string(let pattern) = structure.value(value)
        else { continue }
        // A pattern above the maximum length is refused by itself, with its own message.
        length += min(pattern.utf8.count, Pattern.maximumLength)
        guard length <= limits.patternsLength else {
          throw refusal(
            "the patterns of the text are longer than \(limits.patternsLength) bytes together",
            at: right, hint: "shorten them, or make several conditions of the text")
        }
        do throws(Trouble) {
          patterns[node] = try Pattern(pattern, kind.matchOptions)
        } catch {
          throw refusal(error, inPatternAt: right)
        }
      case .call(let function) where function.surroundings == .tables && !allowsLookups:
        throw refusal(
          Calling.noTables(function), at: node,
          hint: "write it in a formula or a condition of a form that has tables")
      case .unknownCall(let name):
        guard isHostCall(structure.name(name), hostFunctions) else {
          throw unknownFunction(structure.name(name), node)
        }
      case .call(.format), .call(.formatOfDay), .call(.formatOfTime):
        let pattern = structure.child(1, of: node)
        if let mistake = structure.text(of: pattern).flatMap(Calling.mistake(inPattern:)) {
          throw refusal(mistake, inPatternAt: pattern)
        }
      case let kind:
        if let reason = kind.reasonNotRun(in: structure) {
          throw refusal(reason.message, at: node, hint: reason.hint)
        }
      }
    }
    return patterns
  }

  /// Whether a name is that of a function of the embedder, and not of the language.
  private func isHostCall(_ name: String, _ hostFunctions: Set<String>) -> Bool {
    hostFunctions.contains(name) && Callee(named: name, in: functions) == nil
  }

  private func refusal(_ message: String, at node: NodeIndex, hint: String?) -> Refusal {
    Refusal(diagnostic: Diagnostic(message, at: range(of: node), hint: hint), text: text)
  }

  private func unknownFunction(_ name: String, _ node: NodeIndex) -> Refusal {
    guard let callee = Callee(named: name, in: functions) else {
      if Callee.isBeyondApple(name) {
        return refusal(
          "\(name) is not a function of NSPredicate", at: node,
          hint: "the option functions: .extended allows it, --functions extended in the command")
      }
      // The names of extended functions do not help an author who may use Apple's functions only.
      let foreign =
        functions == .apple
        ? nil
        : ForeignFunctions.hint(for: foreignName(of: name, at: node))
          ?? ForeignFunctions.hint(for: name)
      let hint = foreign ?? Callee.nearest(to: name, in: functions).map { "did you mean \($0)?" }
      return refusal("unknown function '\(name)'", at: node, hint: hint)
    }
    let given = structure.children(of: node).count
    return refusal("\(name) takes \(callee.wantedArguments), not \(given)", at: node, hint: nil)
  }

  /// The name of a function, with the words that are joined to it by hyphens in the text.
  ///
  /// Here `date-diff(a, b)` subtracts `diff(a, b)` from the key `date`.
  private func foreignName(of name: String, at node: NodeIndex) -> String {
    let longest = 32
    let before = text.utf8.prefix(range(of: node).lowerBound).suffix(longest)
    let prefix = before.reversed().prefix {
      $0 == UInt8(ascii: "-") || Identifier.canContinue(ascii: $0)
    }
    return String(decoding: prefix.reversed(), as: UTF8.self) + name
  }

  /// The refusal of a malformed pattern.
  ///
  /// It points to the mistake if the pattern is written in the text, else to the whole operand.
  private func refusal(_ trouble: Trouble, inPatternAt node: NodeIndex) -> Refusal {
    let literal = range(of: node)
    let place = TextBytes.read(text) { bytes -> Range<Int>? in
      let isQuoted = [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(bytes[literal.lowerBound])
      guard isQuoted, let part = trouble.part else { return nil }
      let start = StringLiteral.source(of: part, in: bytes, literal)
      guard part.count > 1 else { return start }
      let end = StringLiteral.source(
        of: (part.upperBound - 1)..<part.upperBound, in: bytes, literal)
      return start.lowerBound..<max(start.upperBound, end.upperBound)
    }
    return Refusal(
      diagnostic: Diagnostic(trouble.message, at: place ?? literal, hint: trouble.hint), text: text)
  }
}

extension NodeKind {
  /// Whether the right child is a regular expression.
  fileprivate var isMatch: Bool {
    switch self {
    case .comparison(.matches, _, _), .call(.isMatch): true
    default: false
    }
  }

  /// The options of a match.
  fileprivate var matchOptions: ComparisonOptions {
    if case .comparison(_, let options, _) = self { options } else { [] }
  }

  /// Why the node is not supported here; nil if it is.
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
