// Finds all mistakes of a text that cannot be built, not only the first. This is a second pass, so
// that a valid text pays nothing for it. After an error, reading goes on behind the next AND, OR or
// comma at the same depth of brackets. What stands between is not judged, so that one mistake is
// not reported twice.

/// The mistakes of a text, and the names that its readable parts use.
package struct TextMistakes: Sendable {
  /// The largest number of errors that are reported about one text.
  package static let maximum = 20
  /// The largest number of places at which reading goes on.
  private static let maximumFragments = 1_000

  /// The errors; empty if the text can be built.
  ///
  /// The first one is the error that building the text throws. The others follow in the order of
  /// the text. No two start at the same place.
  package private(set) var errors: [Diagnostic] = []
  /// The free variables of a text with errors, each with its first use, as far as they are known.
  package private(set) var variables: [(name: String, range: Range<Int>)] = []
  /// The keys of a text with errors that are read without SELF before them, and whether one stands
  /// alone in braces.
  package private(set) var bareKeys: [(name: String, range: Range<Int>, isInBraces: Bool)] = []

  private let text: String
  private let limits: Limits
  private let functions: FunctionSet
  private let allowsLookups: Bool
  private let hostFunctions: Set<String>
  private var refusals: [Diagnostic] = []
  private var patternsLength = 0
  private var seen: Set<ExactText> = []
  /// The brackets that are open where reading stands.
  private var brackets: [Bracket] = []
  /// How many of them are those of a SUBQUERY.
  private var openSubqueries = 0

  private enum Bracket {
    /// A parenthesis or a bracket around one operand.
    case single(closing: Token.Symbol)
    /// A list or the arguments of a call.
    case list(closing: Token.Symbol)
    /// The arguments of a SUBQUERY, which bind a variable.
    case subquery

    var closing: Token.Symbol {
      switch self {
      case .single(let closing), .list(let closing): closing
      case .subquery: .rightParenthesis
      }
    }

    var takesComma: Bool { if case .single = self { false } else { true } }
  }

  /// Finds the mistakes of a text.
  ///
  /// - Parameters:
  ///   - text: The text. Ranges are UTF-8 offsets in it.
  ///   - isPredicate: Whether the text should be a predicate, not an expression.
  ///   - limits: The limits of the text.
  ///   - functions: The functions that the text may call.
  ///   - allowsLookups: Whether the text may read tables.
  ///   - hostFunctions: The names of the functions that the embedder supplies.
  /// - Complexity: O(n) in the length of the text, for each error.
  package init(
    of text: String, isPredicate: Bool, limits: Limits = .standard,
    functions: FunctionSet = .apple, allowsLookups: Bool = false,
    calling hostFunctions: Set<String> = []
  ) {
    self.text = text
    self.limits = limits
    self.functions = functions
    self.allowsLookups = allowsLookups
    self.hostFunctions = hostFunctions
    let wanted = isPredicate ? Parser.Wanted.predicate : .expression
    do throws(SyntaxError) {
      let tree = try Parser.parse(text, as: wanted, limits: limits, functions: functions)
      errors = refusals(of: tree)
    } catch {
      errors = [error.diagnostic]
      guard text.utf8.count <= min(limits.textLength, Int(Int32.max)) else { return }
      var found: [Diagnostic] = []
      TextBytes.read(text) { bytes in found = syntaxErrors(bytes, as: wanted) }
      // One mistake may be an error of the syntax and of a call.
      let hints = Set(found.compactMap(\.hint))
      let mended = found.compactMap(\.replacement?.range)
      let others = refusals.filter { refusal in
        refusal.hint.map { !hints.contains($0) } ?? true
          && !mended.contains { $0.contains(refusal.range.lowerBound) }
      }
      // What follows in a part that a proposal replaces is the same mistake.
      var end = found.first?.replacement?.range.upperBound ?? 0
      let later = found.dropFirst().filter { mistake in
        defer { end = max(end, mistake.replacement?.range.upperBound ?? 0) }
        return mistake.range.lowerBound >= end
      }
      errors += ordered(later + others)
    }
  }

  /// The refusals of a text that parses.
  private mutating func refusals(of tree: SyntaxTree) -> [Diagnostic] {
    var tree = tree
    var first: Diagnostic?
    do throws(Refusal) {
      if functions == .extended { tree = try tree.settingDates() }
      _ = try tree.checkedPatterns(
        within: limits, allowsLookups: allowsLookups, calling: hostFunctions)
    } catch {
      first = error.diagnostic
    }
    guard let first else { return [] }
    errors = [first]
    note(namesOf: tree)
    note(refusalsOf: tree)
    return [first] + ordered(refusals)
  }

  /// Errors in the order of the text, without those that start where another one does.
  private func ordered(_ found: [Diagnostic]) -> [Diagnostic] {
    var places = Set(errors.map(\.range.lowerBound))
    let sorted = found.enumerated().sorted { left, right in
      (left.element.range.lowerBound, left.offset) < (right.element.range.lowerBound, right.offset)
    }
    let distinct = sorted.map(\.element).filter { places.insert($0.range.lowerBound).inserted }
    return Array(distinct.prefix(Self.maximum - errors.count))
  }
}

// MARK: - Reading on after an error

extension TextMistakes {
  private mutating func syntaxErrors(
    _ bytes: TextBytes, as wanted: Parser.Wanted
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var next: (start: Int, wanted: Parser.Wanted)? = (0, wanted)
    var isAtError = false
    for _ in 0..<Self.maximumFragments {
      guard let (start, wanted) = next, found.count < Self.maximum else { break }
      let bracket = brackets.last
      let fragment = Parser.fragment(
        bytes, of: text, from: start, as: wanted, limits: limits, functions: functions,
        closing: bracket?.closing
      ) { token in Self.ends(token, in: bracket) }
      note(fragment)
      let depth = brackets.count
      open(bytes, from: start, to: fragment.end.range.lowerBound)
      if let error = fragment.error {
        // Behind a connective that did not fit, nothing needs to follow.
        let isEmpty = fragment.tree == nil && fragment.openCalls.isEmpty
        if !isAtError || !isEmpty { found.append(error.diagnostic) }
        if fragment.isTooLarge { break }
      }
      let resumption = resume(
        bytes, at: fragment.end, after: fragment.error,
        as: brackets.count == depth ? wanted : .either)
      if let error = resumption.error { found.append(error) }
      next = resumption.next
      isAtError = resumption.isAtError
    }
    return found
  }

  /// Whether a token ends a part inside a bracket.
  private static func ends(_ token: Token, in bracket: Bracket?) -> Bool {
    switch (token.kind, bracket) {
    case (.end, nil): true
    case (.symbol(let symbol), let bracket?):
      symbol == bracket.closing || (symbol == .comma && bracket.takesComma)
    default: false
    }
  }

  private struct Resumption {
    var next: (start: Int, wanted: Parser.Wanted)?
    /// Whether reading goes on right behind the token that did not fit.
    var isAtError = false
    /// A text in quotes that does not end, among the tokens that are skipped.
    var error: Diagnostic?
  }

  /// Skips tokens up to the next place from which reading can go on.
  ///
  /// `wanted` is what should have stood before the token that did not fit. AND and OR connect
  /// predicates, but where a value was wanted, they may stand between values.
  private mutating func resume(
    _ bytes: TextBytes, at end: Token, after error: SyntaxError?, as wanted: Parser.Wanted
  ) -> Resumption {
    var lexer = Lexer(bytes, from: end.range.lowerBound, maximumName: limits.nameLength)
    var depth = brackets.count
    // The parts of a choice of another language are not conditions by themselves, and the hint
    // about `AND(a, b)` shows its parts.
    let isChoice =
      error.map {
        $0.diagnostic.message.hasPrefix(Parser.choiceMessage)
          || $0.diagnostic.message == Parser.connectiveMessage
          || $0.diagnostic.hint?.hasPrefix("write TERNARY(") ?? false
      } ?? false
    var leftDepth = isChoice ? depth : -1
    // The AND of `BETWEEN 1 AND 9` connects no conditions.
    var isBetweenBounds = false
    var beforePrevious: Token?
    var previous: Token?
    while true {
      let token = lexer.next()
      let isFirst = previous == nil
      if previous?.kind == .word(.between) { isBetweenBounds = token.kind != .symbol(.leftBrace) }
      switch token.kind {
      case .end: return Resumption()
      case .invalid(.unterminatedString):
        // Behind a quote inside quotes, the last quote has no partner.
        let isKnown = isFirst || Self.isBehindQuote(bytes, end)
        return Resumption(
          error: isKnown ? nil : Diagnostic("the text in quotes does not end", at: token.range))
      case .invalid(.unknownCharacter) where Self.isQuote(bytes, token):
        skipQuoted(&lexer, bytes)
      case .variable: note(variable: token, bytes)
      case .word(nil)
      where previous?.kind == .symbol(.leftBrace)
        && beforePrevious?.kind == .invalid(.variableWithoutName):
        // `${name}` means `$name`.
        note(variable: token, bytes)
      case .word(.and), .word(.or), .symbol(.ampersandAmpersand), .symbol(.barBar):
        guard brackets.count == depth, depth != leftDepth else { break }
        if isBetweenBounds {
          isBetweenBounds = false
          break
        }
        return Resumption(
          next: (
            token.range.upperBound, isFirst && wanted != .predicate ? .either : .predicate
          ), isAtError: isFirst && error != nil)
      case .symbol(.comma):
        guard brackets.count == depth, brackets.last?.takesComma ?? false else { break }
        return Resumption(
          next: (token.range.upperBound, .either), isAtError: isFirst && error != nil)
      default:
        track(token, after: previous)
        if brackets.count < depth {
          depth = brackets.count
          leftDepth = -1
        }
      }
      (beforePrevious, previous) = (previous, token)
    }
  }

  /// Tracks the brackets of a part of the text.
  private mutating func open(_ bytes: TextBytes, from start: Int, to end: Int) {
    var lexer = Lexer(bytes, from: start, maximumName: limits.nameLength)
    var previous: Token?
    while true {
      let token = lexer.next()
      guard token.kind != .end, token.range.lowerBound < end else { return }
      track(token, after: previous)
      previous = token
    }
  }

  private mutating func track(_ token: Token, after previous: Token?) {
    guard case .symbol(let symbol) = token.kind else { return }
    switch symbol {
    case .leftParenthesis:
      switch previous?.kind {
      case .word(.subquery):
        brackets.append(.subquery)
        openSubqueries += 1
      case .word(.ternary), .word(.function), .word(.cast), .word(nil), .word(.fetch), .selector,
        .escapedWord:
        brackets.append(.list(closing: .rightParenthesis))
      default: brackets.append(.single(closing: .rightParenthesis))
      }
    case .leftBrace: brackets.append(.list(closing: .rightBrace))
    case .leftBracket: brackets.append(.single(closing: .rightBracket))
    case .rightParenthesis, .rightBrace, .rightBracket:
      // A bracket that does not fit was probably meant to fit.
      if case .subquery? = brackets.popLast() { openSubqueries -= 1 }
    default: break
    }
  }

  /// Whether a token stands right behind a text in quotes.
  private static func isBehindQuote(_ bytes: TextBytes, _ token: Token) -> Bool {
    let start = token.range.lowerBound
    return start > 0
      && (bytes[start - 1] == UInt8(ascii: "'") || bytes[start - 1] == UInt8(ascii: "\""))
  }

  private static let quotes: Set<String> = ["“", "”", "‘", "’", "«", "»", "`"]

  private static func isQuote(_ bytes: TextBytes, _ token: Token) -> Bool {
    quotes.contains(bytes.text(token.range))
  }

  /// Skips a text in quotes that are not straight.
  ///
  /// Without a closing quote, nothing is skipped.
  private func skipQuoted(_ lexer: inout Lexer, _ bytes: TextBytes) {
    var ahead = lexer
    while true {
      let token = ahead.next()
      switch token.kind {
      case .end: return
      case .invalid(.unknownCharacter) where Self.isQuote(bytes, token):
        lexer = ahead
        return
      default: break
      }
    }
  }
}

// MARK: - What the readable parts say

extension TextMistakes {
  /// Notes what a part says; `brackets` are those around it.
  private mutating func note(_ fragment: Parser.Fragment) {
    for callee in fragment.openCalls {
      let name = TextBytes.read(text) { $0.text(callee.range) }
      guard callee.kind != .escapedWord, Callee(named: name, in: functions) == nil,
        !hostFunctions.contains(name), refusals.count < Self.maximum, name.lowercased() != "if"
      else { continue }
      // Without a hint of its own, the mistake inside the call says more.
      let refusal = Callee.diagnostic(ofUnknown: name, at: callee.range, in: text, [], functions)
      if refusal.hint != nil { refusals.append(refusal) }
    }
    guard let tree = fragment.tree else { return }
    note(refusalsOf: tree, isBroken: true)
    note(namesOf: tree)
  }

  private mutating func note(namesOf tree: SyntaxTree) {
    // Inside a SUBQUERY that does not parse, a variable may be the one that it binds.
    if openSubqueries == 0 {
      for operand in tree.wording.operands { note(operand.variable, operand.range) }
    }
    for node in tree.structure.nodes {
      guard case .key(let key) = tree.structure.kind(of: node) else { continue }
      let (name, range) = (tree.structure.name(key), tree.range(of: node))
      // `SELF.key` is a key, too.
      guard range.count <= name.utf8.count + 1 else { continue }
      bareKeys.append((name, range, isInBraces(node, tree.structure)))
    }
  }

  /// Whether a node is the only element of a list, whose node comes right after it.
  private func isInBraces(_ node: NodeIndex, _ structure: Structure) -> Bool {
    guard node < structure.root, case let next = NodeIndex(node.index + 1),
      case .aggregate = structure.kind(of: next)
    else { return false }
    return structure.children(of: next).count == 1
  }

  private mutating func note(refusalsOf tree: SyntaxTree, isBroken: Bool = false) {
    let found = tree.refusals(
      within: limits, &patternsLength, maximum: Self.maximum - refusals.count,
      allowsLookups: allowsLookups, calling: hostFunctions, isBroken: isBroken)
    refusals += found.map(\.diagnostic)
  }

  /// Notes a variable among the tokens that are skipped.
  private mutating func note(variable token: Token, _ bytes: TextBytes) {
    guard openSubqueries == 0 else { return }
    let start = bytes.end(
      of: { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "#") }, from: token.range.lowerBound)
    note(bytes.text(start..<token.range.upperBound), token.range)
  }

  private mutating func note(_ name: String, _ range: Range<Int>) {
    if seen.insert(ExactText(name)).inserted { variables.append((name, range)) }
  }
}
