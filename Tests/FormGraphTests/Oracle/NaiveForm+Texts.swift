// Texts of the naive form: each formula is evaluated where it stands, and what it yields is put in
// its place.

import Predicate

@testable import FormGraph

extension NaiveForm {
  /// Computes the texts, the display and the least value of a row.
  mutating func computeTexts(of row: Row, _ scope: Scope) {
    let definition = row.definition
    facts.texts[row.id] = readTexts(definition.texts, scope)
    facts.optionTitles[row.id] =
      definition.tableOptions == nil
      ? definition.options?.map { text($0.title, scope) }
      : allOptions(of: definition)?.map { $0.option.title?.single }
    facts.displays[row.id] = display(of: row, scope)
    facts.minimums[row.id] = definition.bounds.formulas.minimum.flatMap { formula in
      let value = self.value(formula, isPredicate: false, scope) ?? .null
      let least = definition.type.valueKind.converted(value) ?? .null
      return least.isNull ? Value?.none : least
    }
  }

  func readTexts(_ texts: Texts, _ scope: Scope) -> [String: String] {
    let all = [("title", text(texts.title, scope)), ("help", text(texts.help, scope))]
    return Dictionary(uniqueKeysWithValues: all).compactMapValues { $0 }
  }

  // MARK: - One text

  private var language: String {
    if case .string(let tag)? = inputs["language"] { tag } else { languages.first ?? "" }
  }

  private func shown(_ value: Value) -> String {
    FormLocale(language: language, timeZone: nil).text(of: value)
  }

  /// A text as people read it; a message keeps its parameters and double braces.
  func text(_ text: FormText?, _ scope: Scope, isMessage: Bool = false) -> String? {
    guard let text else { return nil }
    func translation(_ language: String?) -> String? {
      text.translations.first { $0.language == language }?.text
    }
    let short = language.split(separator: "-").first.map(String.init)
    guard
      let written = text.single ?? translation(language) ?? translation(short)
        ?? translation(languages.first),
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
    return value(formula, isPredicate: false, scope).map(shown) ?? ""
  }

  // MARK: - Values

  private func display(of row: Row, _ scope: Scope) -> String? {
    let value = facts.values[row.id] ?? .null
    if case .formula(let formula)? = row.definition.display {
      guard let value = self.value(formula, isPredicate: false, scope), !value.isNull else {
        return nil
      }
      return shown(value)
    }
    guard value != .null, value != "", value != [] else { return nil }
    let members = if case .array(let members) = value { members } else { [value] }
    let options = (allOptions(of: row.definition) ?? []).map(\.option)
    let isOfTable = row.definition.tableOptions != nil
    return members.map { member in
      let place = options.firstIndex { $0.value.equals(member) }
      return place.flatMap { place in
        isOfTable ? options[place].title?.single : text(options[place].title, scope)
      } ?? shown(member)
    }.joined(separator: ", ")
  }
}
