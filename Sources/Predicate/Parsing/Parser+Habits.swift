// Decides which hint an error gets. If the author wrote what another language has, the table of
// `Habit` says what to write. Otherwise the hint of the parser stands. A hint that proposes a text
// is only given if the text is sound: `isSound` puts it in its place and reads the result again.

extension Parser {
  /// The largest number of bytes of a text that a hint proposes.
  ///
  /// A longer hint fills more than two lines of a terminal.
  static let maximumProposal = 160

  /// How many texts the warnings of one text propose.
  static let maximumProposals = 20

  /// How many texts are put in place of one mistake before the parser's own hint is taken.
  ///
  /// Each try reads the whole text again.
  static let maximumTries = 12

  /// The error with the best hint that is sound.
  ///
  /// `start` is where the part of the text begins whose error it is. `firstError` gives the place
  /// of the first error in a changed text, read from there; nil if the text parses.
  ///
  /// - Complexity: O(n) in the length of the text, for each of at most `maximumTries` proposals.
  static func explained(
    _ error: SyntaxError, _ bytes: TextBytes, from start: Int, limits: Limits,
    functions: FunctionSet, firstError: (String) -> Int?
  ) -> SyntaxError {
    // A text that is too large is not a habit.
    guard error.diagnostic.kind != .limit else { return error }
    let site = TokenSite(
      bytes, from: start, around: error.diagnostic.range.lowerBound,
      maximumName: limits.nameLength, readsTerms: functions == .deviceManagement)
    let language = functions == .deviceManagement ? .apple : functions
    let spellings = Set(site.spellings)
    func isSound(_ replacement: Diagnostic.Replacement) -> Bool {
      Self.isSound(
        replacement, bytes, mending: error.diagnostic.range.lowerBound,
        maximumName: limits.nameLength, firstError)
    }
    var tries = 0
    let isKey = error.diagnostic.replacement?.text.hasPrefix("#") ?? false
    let own = error.diagnostic.replacement.map(isSound)
    for habit in Habit.all where habit.functions == nil || habit.functions == language {
      // What the parser proposes says more than the name of a notation, unless it takes a keyword
      // for a key.
      if habit.isShape, own == true, !isKey { continue }
      guard let found = habit.find(in: site, spellings), let place = site.place(found.tokens) else {
        continue
      }
      let note = habit.hint(found.parts)
      var hint = note.map(Hint.init(stringLiteral:))
      if let written = habit.text(found.parts) {
        let kept = found.kept.compactMap { site.place($0) }
        hint = .write(written, at: place, keeping: kept, note ?? "")
        tries += 1
        guard tries <= maximumTries, hint?.replacement.map(isSound) ?? false else { continue }
      }
      return error.with(hint, message: habit.message(found.parts))
    }
    return own == false ? error.with(nil) : error
  }

  /// Whether a text may be proposed: it keeps what the author wrote in his order, and with it in
  /// its place the text can be read past the mistake and past the token behind the proposal.
  private static func isSound(
    _ proposal: Diagnostic.Replacement, _ bytes: TextBytes, mending mistake: Int, maximumName: Int,
    _ firstError: (String) -> Int?
  ) -> Bool {
    let (place, written) = (proposal.range, proposal.text)
    guard isPresentable(proposal, of: bytes[0..<bytes.count]) else { return false }
    let changed =
      bytes.text(0..<place.lowerBound) + written + bytes.text(place.upperBound..<bytes.count)
    guard let next = firstError(changed) else { return true }
    let moved = place.lowerBound + written.utf8.count - place.upperBound
    var behind = Lexer(bytes, from: place.upperBound, maximumName: maximumName)
    return next > mistake + moved && next > behind.next().range.lowerBound + moved
  }

  /// Diagnostics of a text without the hints that propose a text with an error of its own.
  ///
  /// - Complexity: O(n) in the length of the text, for each of the first proposals. Later ones are
  ///   left out.
  static func checked(
    _ diagnostics: [Diagnostic], of text: String, limits: Limits = .standard,
    functions: FunctionSet
  ) -> [Diagnostic] {
    let mistake = firstError(of: text, limits: limits, functions: functions)
    var count = 0
    return diagnostics.map { diagnostic in
      guard let proposal = diagnostic.replacement else { return diagnostic }
      count += 1
      guard count <= maximumProposals, isPresentable(proposal, of: text.utf8) else {
        return diagnostic.with(nil)
      }
      let next = firstError(of: proposal.applied(to: text), limits: limits, functions: functions)
      let moved = proposal.text.utf8.count - proposal.range.count
      let isSame = next == mistake.map { $0 < proposal.range.upperBound ? $0 : $0 + moved }
      return next == nil || isSame ? diagnostic : diagnostic.with(nil)
    }
  }

  /// Whether a proposed text is short enough to show whole, and keeps what the author wrote.
  private static func isPresentable(
    _ proposal: Diagnostic.Replacement, of bytes: some Collection<UInt8>
  ) -> Bool {
    proposal.text.utf8.count <= maximumProposal && !proposal.text.contains("…")
      && keepsWords(
        of: proposal.kept.map { range in
          bytes.dropFirst(range.lowerBound).prefix(range.count)
        }, proposal.text)
  }

  /// Whether a text has each name, number and word of some parts, in their order.
  private static func keepsWords(of parts: [some Collection<UInt8>], _ written: String) -> Bool {
    func words(_ bytes: some Collection<UInt8>) -> [[UInt8]] {
      bytes.split { byte in !Identifier.canContinue(ascii: byte) && byte < 0x80 }
        .map { Array($0) }
    }
    var rest = words(written.utf8)[...]
    for part in parts {
      for word in words(part) {
        guard let place = rest.firstIndex(of: word) else { return false }
        rest = rest[(place + 1)...]
      }
    }
    return true
  }
}

extension SyntaxError {
  /// The error with another hint and, unless it is nil, with another message.
  fileprivate func with(_ hint: Hint?, message: String? = nil) -> SyntaxError {
    SyntaxError(
      diagnostic: diagnostic.with(hint, message: message), expected: expected, text: text)
  }
}

extension Diagnostic {
  /// Makes a diagnostic whose hint may propose a text.
  init(
    _ kind: Kind, _ message: String, severity: Severity = .error, at range: Range<Int>,
    proposing hint: Hint?, labels: [Label] = []
  ) {
    self.init(message, severity: severity, at: range, hint: hint?.words, labels: labels)
    self.kind = kind
    replacement = hint?.replacement
  }

  /// The diagnostic with another hint and, unless it is nil, with another message.
  fileprivate func with(_ hint: Hint?, message: String? = nil) -> Diagnostic {
    Diagnostic(
      kind, message ?? self.message, severity: severity, at: range, proposing: hint,
      labels: labels)
  }
}
