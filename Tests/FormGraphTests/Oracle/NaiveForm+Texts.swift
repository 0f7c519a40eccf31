// Texts of the naive form: each formula is evaluated where it stands, and what it yields is put in
// its place.

import Predicate

@testable import FormFile
@testable import FormGraph

extension NaiveForm {
  /// Computes the texts, the display and the bounds of a row.
  mutating func computeTexts(of row: Row, _ scope: Scope) {
    let definition = row.definition
    facts.texts[row.id] = readTexts(definition.texts, scope)
    facts.optionTitles[row.id] =
      definition.options?.written?.map { text($0.title, scope) }
      ?? allOptions(of: row)?.map { $0.option.title?.single }
    facts.displays[row.id] = display(of: row, scope)
    func bound(_ bound: Bound<Value>?) -> Value? {
      guard let formula = bound?.formula else { return bound?.fixed }
      let value = self.value(formula, isPredicate: false, scope) ?? .null
      let bound = definition.type.valueKind.converted(value) ?? .null
      return bound.isNull ? Value?.none : bound
    }
    let bounds = definition.bounds
    let step = bound(bounds.step)
    facts.bounds[row.id] = RowBounds(
      minimum: bound(bounds.minimum),
      maximum: bound(bounds.maximum),
      // Steps that lead nowhere are none.
      step: step.flatMap { Value.int(0).precedes($0) ? $0 : Value?.none })
  }

  func readTexts(_ texts: Texts, _ scope: Scope) -> [String: String] {
    let all = [("title", text(texts.title, scope)), ("help", text(texts.help, scope))]
    return Dictionary(uniqueKeysWithValues: all).compactMapValues { $0 }
  }

  // MARK: - One text

  /// The language that people read, without its region, and the first one of the form.
  var languagesRead: [String] {
    let short = language.split(separator: "-").first.map(String.init)
    return [language, short, languages.first].compactMap { $0 }
  }

  private var language: String {
    guard case .string(let tag)? = inputs["language"], tag != "" else {
      return languages.first ?? ""
    }
    let short = tag.split(separator: "-").first.map(String.init) ?? ""
    let isSpoken = languages.isEmpty || languages.contains(tag) || languages.contains(short)
    return isSpoken ? tag : languages.first ?? ""
  }

  /// The digits of a number are in groups where a row's own display gives it.
  private func shown(_ value: Value, isGrouped: Bool = false) -> String {
    FormLocale(language: language, among: [], timeZone: nil)
      .text(of: value, isGrouped: isGrouped)
  }

  /// A value of a row as the language prints it: a time without its day.
  private func shown(_ value: Value, of row: Row) -> String {
    guard case .date = value else { return shown(value) }
    return FormLocale(language: language, among: [], timeZone: nil)
      .text(of: value, in: row.definition)
  }

  /// A parameter of a message, as texts print it.
  func printed(_ value: Value, of row: Row) -> String { shown(value, of: row) }

  /// A standard message: of the form in the language, built in, of the form in its first language.
  func standardText(_ id: String) -> String {
    let short = language.split(separator: "-").first.map(String.init) ?? ""
    let spoken = languages.contains(short) ? short : languages.first ?? ""
    let text =
      messages.texts[spoken]?[id]
      ?? MessageID(rawValue: id).map { id in
        (try? LanguageTag(spoken)).flatMap(BuiltInTexts.of)?.written(id) ?? id.english
      }
    switch text {
    case .single(let text): return text
    // The random forms count to 3, which no language they speak says in another way.
    case .plural(let forms): return forms["other"] ?? ""
    case nil: return ""
    }
  }

  /// A text as people read it; a message keeps its parameters and double braces.
  func text(_ text: FormText?, _ scope: Scope, isMessage: Bool = false) -> String? {
    guard let text else { return nil }
    func translation(_ language: String) -> String? {
      text.translations.first { $0.language == language }?.text
    }
    guard
      let written = text.single ?? languagesRead.lazy.compactMap(translation).first,
      let parts = try? TextParts(written, parameters: isMessage ? MessageParameter.allCases : nil)
    else { return nil }
    return parts.parts.map { part in
      switch part {
      case .literal(let literal): isMessage ? TextParts.escaping(literal) : literal
      case .parameter(let parameter): "{\(parameter.rawValue)}"
      case .formula(let formula, _): print(of: formula, scope)
      }
    }.joined()
  }

  /// What a formula prints: one row alone is printed as people see it.
  private func print(of formula: String, _ scope: Scope) -> String {
    let name = formula.dropFirst()
    let isName = formula.hasPrefix("$") && name.allSatisfy { $0.isLetter || $0.isNumber }
    if isName, case .row(let id)? = meaning(of: String(name), scope) {
      let isRead = policies[id] != .nil || facts.hidden[id] != true
      return isRead ? facts.displays[id] ?? "" : ""
    }
    return value(formula, isPredicate: false, scope).map { shown($0) } ?? ""
  }

  // MARK: - Values

  private func display(of row: Row, _ scope: Scope) -> String? {
    let value = facts.values[row.id] ?? .null
    if case .formula(let formula)? = row.definition.display {
      guard let value = self.value(formula, isPredicate: false, scope), !value.isNull else {
        return nil
      }
      return shown(value, isGrouped: true)
    }
    guard value != .null, value != "", value != [] else { return nil }
    let members = if case .array(let members) = value { members } else { [value] }
    let options = (allOptions(of: row) ?? []).map(\.option)
    let isOfSource = row.definition.takesOptions
    return members.map { member in
      guard let option = options.first(where: { $0.value.equals(member) }) else {
        return shown(member, of: row)
      }
      // An option without a title is shown by its own value, which may be written in another way.
      return (isOfSource ? option.title?.single : text(option.title, scope))
        ?? shown(option.value, of: row)
    }.joined(separator: ", ")
  }
}
