// Checks the standard messages of a form and of its host: their languages, ids, parameters and
// plural forms. Mistakes of the host have no place in the form, so their sentences say where they
// are.

import Predicate

extension DefinitionChecker {
  mutating func checkMessages(of definition: FormDefinition, host: MessageCatalogue) {
    check(definition.messages, MessageChecks(languages: definition.languages))
    check(host, MessageChecks(languages: nil))
  }

  private mutating func check(_ catalogue: MessageCatalogue, _ checks: MessageChecks) {
    for (language, texts) in catalogue.texts.sorted(by: { $0.key < $1.key }) {
      for finding in checks.findings(ofLanguage: language) { report(finding, [], checks) }
      for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
        for finding in checks.findings(in: text, of: name, language) {
          report(finding, [.key(name)], checks)
        }
      }
    }
  }

  private mutating func report(
    _ finding: MessageChecks.Finding, _ steps: [JSONPath.Step], _ checks: MessageChecks
  ) {
    let steps = [.key("messages"), .key(finding.language)] + steps + finding.steps
    guard checks.languages == nil else {
      return report(
        finding.kind, finding.message, of: .form, steps, focus: finding.isOfKey ? .key : .element,
        severity: finding.severity, textRange: finding.textRange, hint: finding.hint)
    }
    let place = JSONPath(steps).description
    report(
      .host, "\(place) of the host: \(finding.message)", of: .form, [], severity: finding.severity,
      hint: finding.hint)
  }
}

/// What can be wrong with messages.
private struct MessageChecks {
  struct Finding {
    let language: String
    /// The way from the id of the message.
    var steps: [JSONPath.Step] = []
    let kind: Problem.Kind
    let message: String
    var severity = Severity.error
    var isOfKey = false
    var textRange: Range<Int>?
    var hint: String?
  }

  /// The languages that the form declares; nil if the host may bring any.
  let languages: [String]?

  func findings(ofLanguage language: String) -> [Finding] {
    if (try? LanguageTag(language)) == nil {
      return [
        Finding(
          language: language, kind: .language,
          message: "\(Problem.quoted(language)) is not the tag of a language", isOfKey: true,
          hint: #"write a tag such as "de" or "pt-BR""#)
      ]
    }
    guard let languages, !languages.contains(where: { isExactly($0, language) }) else { return [] }
    return [
      Finding(
        language: language, kind: .language,
        message: "the form does not declare the language \(Problem.quoted(language))",
        isOfKey: true,
        hint: Problem.hint(ofUndeclared: language, among: languages))
    ]
  }

  func findings(in text: MessageText, of name: String, _ language: String) -> [Finding] {
    guard let id = MessageID(rawValue: name) else {
      let known = MessageID.allCases.map(\.rawValue)
      return [
        Finding(
          language: language, kind: .word, message: "unknown message \(Problem.quoted(name))",
          isOfKey: true,
          hint: Spelling.nearest(to: name, among: known).map { "did you mean \($0)?" }
            ?? "write one of \(known.joined(separator: ", "))")
      ]
    }
    switch text {
    case .single(let text): return findings(in: text, of: id, [], language)
    case .plural(let forms):
      let texts = forms.sorted { $0.key < $1.key }.flatMap { name, text in
        findings(ofCategory: name, id, language)
          + findings(in: text, of: id, [.key(name)], language)
      }
      return findings(in: forms, of: id, language) + texts
    }
  }

  /// What is wrong with one text.
  private func findings(
    in text: String, of id: MessageID, _ steps: [JSONPath.Step], _ language: String
  ) -> [Finding] {
    do throws(TextParts.Mistake) {
      _ = try TextParts(text, messageParameters: id)
      return []
    } catch {
      return [
        Finding(
          language: language, steps: steps, kind: .text(.syntax), message: error.message,
          textRange: error.range,
          hint: error.hint)
      ]
    }
  }

  /// What is wrong with plural forms as a whole.
  private func findings(
    in forms: [String: String], of id: MessageID, _ language: String
  ) -> [Finding] {
    guard let counter = id.counter else {
      return [
        Finding(
          language: language, kind: .language,
          message: "'\(id.rawValue)' has no number to choose a form by",
          hint: "write one text")
      ]
    }
    guard forms["other"] != nil else {
      return [
        Finding(
          language: language, kind: .language, message: "the plural forms have no 'other'",
          hint: "add \"other\", the form for every other number")
      ]
    }
    guard let tag = try? LanguageTag(language) else { return [] }
    let missing = PluralCategory.wholeNumbers(in: .of(tag)).filter { forms[$0.rawValue] == nil }
    guard !missing.isEmpty else { return [] }
    let names = missing.map(\.rawValue).joined(separator: ", ")
    return [
      Finding(
        language: language, kind: .language, message: "the plural forms lack \(names)",
        severity: .warning,
        hint: "'other' is used for each {\(counter.rawValue)} of these")
    ]
  }

  private func findings(
    ofCategory name: String, _ id: MessageID, _ language: String
  ) -> [Finding] {
    guard PluralCategory(rawValue: name) == nil else { return [] }
    let known = PluralCategory.allCases.map(\.rawValue)
    return [
      Finding(
        language: language, steps: [.key(name)], kind: .word,
        message: "unknown plural category \(Problem.quoted(name))", isOfKey: true,
        hint: Spelling.nearest(to: name, among: known).map { "did you mean \($0)?" }
          ?? "write one of \(known.joined(separator: ", "))")
    ]
  }
}

extension PluralCategory {
  /// The categories that whole numbers up to 200 have in a language.
  ///
  /// Millions and fractions are left out: few messages count them, and `other` suits them.
  fileprivate static func wholeNumbers(in language: LanguageData) -> [PluralCategory] {
    let found = Set((0...200).compactMap { Formatting.plural(of: .int($0), in: language) })
    return allCases.filter(found.contains)
  }
}

extension Problem {
  /// What to do about a language that a text is in and the form does not declare.
  ///
  /// Two letters are a language of their own, however similar another one is.
  package static func hint(ofUndeclared language: String, among languages: [String]) -> String {
    if let nearest = Spelling.nearest(to: language, among: languages),
      language.utf8.count > 2 || nearest.lowercased() == language.lowercased()
    {
      return "did you mean \(nearest)?"
    }
    return #"declare it in "languages": ["# + "\"\(language)\"]"
  }
}
