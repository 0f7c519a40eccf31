// Reports all that is wrong with a text that cannot be read: every error, and the tags in its
// readable parts that the form does not have. So a syntax error does not hide a wrong tag.

import Predicate

/// What is wrong with a text that cannot be read.
struct TextFailure: Sendable {
  /// The error that ended the reading.
  let first: Diagnostic
  /// All errors that do not depend on the meaning of the names in the text.
  ///
  /// Nil if they are not reported.
  let mistakes: TextMistakes?
}

extension GraphBuilder {
  /// What is wrong with a text, beside the error that ended its reading.
  func failure(_ error: TextReading.Unreadable, _ key: TextIdentity, _ site: Site) -> TextFailure {
    guard !site.isQuiet, !list.isFull(of: .error) else {
      return TextFailure(first: error.diagnostic, mistakes: nil)
    }
    let mistakes = TextMistakes(
      of: key.text.text, isPredicate: key.isPredicate, limits: topology.graph.limits.texts,
      functions: .extended, allowsLookups: true, calling: Set(topology.graph.functions.map(\.name)))
    return TextFailure(first: error.diagnostic, mistakes: mistakes)
  }

  /// Reports all that is wrong with a text.
  mutating func report(_ failure: TextFailure, of text: String, _ site: Site) {
    report(
      named(failure.first), .error, site, kind: isPlain(text, site) ? .plainText : nil)
    guard !site.isQuiet, !list.isFull(of: .error), let mistakes = failure.mistakes else { return }
    enum Mistake {
      case error(Diagnostic), tag(String), key(String, isInBraces: Bool)
    }
    var others: [(range: Range<Int>, mistake: Mistake)] = []
    for error in mistakes.errors where error.range != failure.first.range {
      others.append((error.range, .error(error)))
    }
    for (name, range) in mistakes.variables where isUnknown(name, at: site) {
      others.append((range, .tag(name)))
    }
    // Other words may be anything in a text that does not parse.
    for key in mistakes.bareKeys where meaning(of: key.name, for: site.owner) != nil {
      others.append((key.range, .key(key.name, isInBraces: key.isInBraces)))
    }
    others.sort {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    for (range, mistake) in others.prefix(TextMistakes.maximum) {
      switch mistake {
      case .error(let error): report(named(error), .error, site)
      case .tag(let name): reportUnknown(name, sign: "$", at: site, range)
      case .key(let name, true): reportBracedKey(name, range, site, hint: "write $\(name)")
      case .key(let name, false): reportBareKey(name, range, nil, site, in: text)
      }
    }
  }

  private func isUnknown(_ name: String, at site: Site) -> Bool {
    meaning(of: name, for: site.owner) == nil
      && (name != ItemsDefinition.itemName || item(of: site.owner) == nil)
  }

  /// Reports a key without `$`, which a form does not have.
  ///
  /// `braced` is the comparison in which the key stands alone in braces, `text` the whole text, and
  /// `hint` what the parser knows of the key.
  mutating func reportBareKey(
    _ name: String, _ range: Range<Int>, _ braced: SyntaxTree.BracedKey?, _ site: Site,
    in text: String, hint: String? = nil
  ) {
    let isKnown = meaning(of: name, for: site.owner) != nil
    let meant = isKnown ? name : nearestName(to: name)
    if let braced, let meant {
      let hint = "write \(braced.comparison(of: meant))"
      return reportBracedKey(name, range, site, hint: hint)
    }
    let other =
      !isKnown && Self.nilWords.contains(name.lowercased())
      ? "write nil"
      : Callee.takesNoArguments(name) && !isKnown
        ? "write \(name)()"
        : optionsHave(name, at: site)
          ? "write SELF.\(name)" : meant.map { "write $\($0)" } ?? "put text in quotes: '\(name)'"
    report(
      isPlain(text, site) ? .plainText : .use,
      "'\(name)' is not a variable: a condition reads the value of a row as $tag", at: site,
      textRange: range,
      hint: ForeignFunctions.hint(forHyphenatedAt: range.lowerBound, in: text) ?? hint ?? other)
  }

  /// What other languages call nil.
  private static let nilWords: Set<String> = ["undefined", "empty", "none", "missing", "blank"]

  /// Whether a text is a filter of options, and an option has a key.
  func optionsHave(_ key: String, at site: Site) -> Bool {
    guard site.isOfOptions else { return false }
    if let list = optionsList(at: site) {
      return topology.section(list).templates?.value.column(ExactText(key)) != nil
    }
    if let table = optionsTable(at: site) { return table.column(named: key) != nil }
    let options = site.owner?.row.flatMap { topology.rows[$0.index].content.options?.written } ?? []
    return options.contains { $0.members[key] != nil }
  }

  /// Whether the formula for a value is probably meant as the value itself, such as `New York`.
  private func isPlain(_ text: String, _ site: Site) -> Bool {
    guard case .key(let key)? = site.steps.first,
      Self.storing.contains(where: { $0.text == key })
    else { return false }
    return text.allSatisfy { $0.isLetter || $0.isWhitespace || ".,!?".contains($0) }
  }

  private mutating func reportBracedKey(
    _ name: String, _ range: Range<Int>, _ site: Site, hint: String
  ) {
    report(
      .use, "{\(name)} is a list here: a condition reads the value of a row as $tag", at: site,
      textRange: range, hint: hint)
  }

  /// An error with a hint, if it is about a function that the host may supply.
  private func named(_ error: Diagnostic) -> Diagnostic {
    let prefix = FunctionRecord.unknownPrefix
    guard error.hint == nil, error.message.hasPrefix(prefix), error.message.hasSuffix("'") else {
      return error
    }
    let name = String(error.message.dropFirst(prefix.count).dropLast())
    let nearest = Spelling.nearest(to: name, among: topology.graph.functions.map(\.name))
    return Diagnostic(
      .unknownName, error.message, at: error.range,
      hint: nearest.map { "did you mean \($0)?" } ?? FunctionRecord.supplyHint)
  }
}
