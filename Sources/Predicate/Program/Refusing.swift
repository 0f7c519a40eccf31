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
      let pattern = try pattern(
        of: node, &length, within: limits, allowsLookups: allowsLookups, calling: hostFunctions)
      if let pattern { patterns[node] = pattern }
    }
    return patterns
  }

  /// Finds the parts that are legal on Apple and not supported here.
  ///
  /// A placeholder is not one of them, because an argument may fill it.
  ///
  /// - Parameters:
  ///   - limits: The limits for the patterns.
  ///   - length: The length of the patterns before this tree. Past the limit, no pattern is tried.
  ///   - maximum: The largest number of refusals to find.
  ///   - allowsLookups: Whether the text may read tables.
  ///   - hostFunctions: The names of the functions that the embedder supplies.
  ///   - isBroken: Whether the text does not parse. The nodes are then not connected, and the
  ///     syntax errors say what is wrong with an assignment and with `IF (a == 1) THEN`.
  /// - Returns: The refusals in the order of the nodes.
  /// - Complexity: O(n) and one scan of the text for each refusal.
  func refusals(
    within limits: Limits, _ length: inout Int, maximum: Int, allowsLookups: Bool,
    calling hostFunctions: Set<String>, isBroken: Bool
  ) -> [Refusal] {
    var found: [Refusal] = []
    for node in structure.nodes where structure.kind(of: node).depth == .involved {
      guard found.count < maximum else { break }
      switch structure.kind(of: node) {
      case .placeholder, .memberPlaceholder: continue
      case .assignment where isBroken: continue
      case .unknownCall(let name) where isBroken && structure.name(name).lowercased() == "if":
        continue
      case let kind where kind.isMatch && length > limits.patternsLength: continue
      default: break
      }
      do throws(Refusal) {
        _ = try pattern(
          of: node, &length, within: limits, allowsLookups: allowsLookups, calling: hostFunctions)
      } catch {
        found.append(error)
      }
    }
    return found
  }

  /// The compiled pattern of a match with a constant pattern; nil for every other node that runs.
  ///
  /// Adds to the length of the constant patterns.
  @inline(__always)
  private func pattern(
    of node: NodeIndex, _ length: inout Int, within limits: Limits, allowsLookups: Bool,
    calling hostFunctions: Set<String>
  ) throws(Refusal) -> Pattern? {
    switch structure.kind(of: node) {
    case let kind where kind.isMatch:
      let right = structure.child(1, of: node)
      guard case .literal(let value) = structure.kind(of: right),
        case .string(let pattern) = structure.value(value)
      else { return nil }
      // A pattern above the maximum length is refused by itself, with its own message.
      length += min(pattern.utf8.count, Pattern.maximumLength)
      guard length <= limits.patternsLength else {
        throw refusal(
          "the patterns of the text are longer than \(limits.patternsLength) bytes together",
          at: right, hint: "shorten them, or make several conditions of the text")
      }
      do throws(Trouble) {
        return try Pattern(pattern, kind.matchOptions)
      } catch {
        throw refusal(error, inPatternAt: right)
      }
    case .call(let function) where function.readsTables && !allowsLookups:
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
        throw refusal(proposingCall(mistake, pattern, in: node), inPatternAt: pattern)
      }
    case let kind:
      if let reason = kind.reasonNotRun(in: structure) {
        var found = Diagnostic(reason.message, at: range(of: node), hint: reason.hint)
        if kind.isValidOnApple { found.kind = .notRun }
        throw Refusal(diagnostic: found, text: text)
      }
    }
    return nil
  }

  /// Whether a name belongs to a function of the embedder, not to one of the language.
  private func isHostCall(_ name: String, _ hostFunctions: Set<String>) -> Bool {
    hostFunctions.contains(name) && Callee(named: name, in: functions) == nil
  }

  private func refusal(_ message: String, at node: NodeIndex, hint: String?) -> Refusal {
    Refusal(diagnostic: Diagnostic(message, at: range(of: node), hint: hint), text: text)
  }

  private func unknownFunction(_ name: String, _ node: NodeIndex) -> Refusal {
    let bytes = Array(text.utf8)
    let longest = 40
    // Long arguments are not repeated: where calls nest, each would be repeated at each level.
    let arguments = structure.children(of: node).map { argument in
      let range = range(of: argument)
      return range.count > longest ? "…" : String(decoding: bytes[range], as: UTF8.self)
    }
    return Refusal(
      diagnostic: Callee.diagnostic(
        ofUnknown: name, at: range(of: node), in: text, arguments, functions), text: text)
  }

  /// A mistake in a pattern whose hint, if it is a whole pattern, repeats the call around it.
  private func proposingCall(
    _ mistake: Trouble, _ pattern: NodeIndex, in call: NodeIndex
  ) -> Trouble {
    let (whole, part) = (range(of: call), range(of: pattern))
    guard let hint = mistake.hint, hint.hasPrefix("write \""), whole.count <= 120,
      case let bytes = Array(text.utf8)
    else { return mistake }
    var trouble = mistake
    trouble.hint =
      "write " + String(decoding: bytes[whole.lowerBound..<part.lowerBound], as: UTF8.self)
      + hint.dropFirst("write ".count)
      + String(decoding: bytes[part.upperBound..<whole.upperBound], as: UTF8.self)
    return trouble
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
      diagnostic: Diagnostic(.pattern, trouble.message, at: place ?? literal, hint: trouble.hint),
      text: text)
  }
}

extension Callee {
  /// What is wrong with a call of a function that does not exist, or that takes another number of
  /// arguments.
  ///
  /// The arguments are given as they are written, and `text` is the whole text.
  static func diagnostic(
    ofUnknown name: String, at range: Range<Int>, in text: String, _ arguments: [String],
    _ functions: FunctionSet
  ) -> Diagnostic {
    if let callee = Callee(named: name, in: functions) {
      return Diagnostic(
        "\(name) takes \(callee.wantedArguments), not \(arguments.count)", at: range)
    }
    if Callee.isBeyondApple(name) {
      return Diagnostic(
        "\(name) is not a function of NSPredicate", at: range,
        hint: "the option functions: .extended allows it, --functions extended in the command")
    }
    let hyphenated = foreignName(of: name, at: range, text)
    let whole = range.lowerBound + name.utf8.count - hyphenated.utf8.count..<range.upperBound
    let place = range.lowerBound..<range.lowerBound + name.utf8.count
    let hint =
      ForeignFunctions.hint(for: hyphenated, arguments, at: whole, in: functions)
      ?? ForeignFunctions.hint(for: name, arguments, at: range, in: functions)
      ?? (Habit.isXPath(hyphenated)
        ? Habit.xpath : nearest(to: name, in: functions).map { .meant($0, at: place) })
    let diagnostic = Diagnostic(
      .unknownName, "unknown function '\(name)'", at: range, proposing: hint)
    let checked = Parser.checked([diagnostic], of: text, functions: functions)[0]
    // Where a proposal does not fit, it still says what the function is here.
    guard checked.hint == nil, hint?.words.hasPrefix("write ") ?? false,
      let proposal = hint?.replacement?.text, proposal.utf8.count <= Parser.maximumProposal
    else { return checked }
    return Diagnostic(
      .unknownName, "unknown function '\(name)'", at: range,
      proposing: "the counterpart is \(proposal)")
  }

  /// The name of a function, with the words that are joined to it by hyphens in the text.
  ///
  /// Here `date-diff(a, b)` subtracts `diff(a, b)` from the key `date`.
  private static func foreignName(of name: String, at range: Range<Int>, _ text: String) -> String {
    let longest = 32
    let before = text.utf8.prefix(range.lowerBound).suffix(longest)
    let prefix = before.reversed().prefix {
      $0 == UInt8(ascii: "-") || Identifier.canContinue(ascii: $0)
    }
    return String(decoding: prefix.reversed(), as: UTF8.self) + name
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

  /// Whether the node is valid on Apple's systems, though it is not supported here.
  fileprivate var isValidOnApple: Bool {
    switch self {
    case .methodCall, .fetch, .assignment, .anyKey, .selectorComparison,
      .comparison(.tokenMatches, _, _), .comparison(.conformsToUTI, _, _),
      .comparison(.equalsUTI, _, _):
      true
    default: false
    }
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
