// Reads what a user has typed into a row, as the row's type and the language of the form do. A
// client that parses numbers itself would read `1,234` in one way for all languages.

import FormFile
import Foundation
import Predicate

extension Engine {
  /// Sets a row or an input to the value that a typed text stands for.
  mutating func enter(
    _ text: String, in name: RowName, as editor: Editor, cause: Change.Cause, _ work: inout Work
  ) throws(Reason) {
    let named = try find(name)
    let value: Value
    switch named {
    case .input(let input): value = try read(text, ofInput: input)
    case .row(let row): value = try read(text, in: row)
    }
    try set(named, to: value, as: editor, cause: cause, &work)
  }

  /// The text that a row's value is entered by: as people see it, without a unit; empty for nil.
  ///
  /// What people see of a date may leave out its seconds, and of a number its last digits. Then it
  /// is the text of a file. A row of several choices has no such text, and what people see stands
  /// for it.
  func typedText(of row: RowIndex) -> String {
    let record = topology.row(row)
    let value = state.values[row.index]
    switch record.kind {
    case .text, .any: if case .string(let text) = value { return text }
    default: break
    }
    guard !value.isNull, record.kind != .none else { return "" }
    let shown: String
    switch record.kind {
    case .int, .decimal, .bool: shown = state.locale.text(of: value)
    case .day, .time, .date: shown = state.locale.text(of: value, in: record.content)
    case .choice, .choices, .text, .any, .none:
      return state.display(of: value, of: record) ?? state.locale.text(of: value)
    }
    // A decimal is read as a whole number where it is one.
    if let read = try? read(shown, in: row), record.kind.converted(read) == value { return shown }
    let written = record.kind.shownInJSON(value)
    return if case .string(let text) = written { text } else { written.description }
  }

  func read(_ text: String, ofInput input: InputID) throws(Reason) -> Value {
    let definition = topology.graph.inputs[input.index]
    return try read(text, as: definition.type.valueKind, in: state.locale.zone, definition.name)
  }

  /// The value that a typed text stands for in a row.
  ///
  /// Several choices have a separator between them, and those whose titles have it in them stand in
  /// double quotes. Without one, no text stands for them, because a user taps them.
  func read(
    _ text: String, in row: RowIndex, between separator: CSVSeparator? = nil
  ) throws(Reason) -> Value {
    let record = topology.row(row)
    let tag = name(of: row)
    switch record.kind {
    case .none, .text, .any: return .string(text)
    case .choice:
      return text.trimmed.isEmpty ? .null : try choice(called: text, of: record, tag)
    case .choices:
      if let separator {
        // A title may have the separator in it.
        if let option = option(called: text.trimmed, of: record) { return .array([option]) }
        let titles =
          (try? CSVReader.fields(of: Array(text.utf8), separator: separator))
          ?? text.split(separator: Character(separator.rawValue)).map(String.init)
        var chosen: [Value] = []
        for title in titles.map(\.trimmed) where !title.isEmpty {
          chosen.append(try choice(called: title, of: record, tag))
        }
        return .array(chosen)
      }
      guard text.trimmed.isEmpty else {
        throw Reason(
          kind: .wrongType, tag: tag, message: "'\(tag)' takes several options, not a text",
          hint: "select each of them"
        ).shown(state.message(.option, .string(text), of: record, in: topology))
      }
      return .array([])
    default:
      var typed = text.trimmed
      // A display has the unit after the number.
      if let unit = state.unit(of: record), typed.hasSuffix(unit), typed != unit {
        typed = String(typed.dropLast(unit.count))
      }
      // A countdown is shown in UTC.
      let zone = record.content.type == .countDown ? .gmt : state.locale.zone
      do throws(Reason) { return try read(typed, as: record.kind, in: zone, tag) } catch {
        throw error.shown(
          record.kind.messageOfTyped.map {
            state.message($0, .string(text), of: record, in: topology)
          })
      }
    }
  }

  /// The option that people know by a text, or the text where other answers are allowed.
  private func choice(
    called text: String, of row: RowRecord, _ tag: String
  ) throws(Reason) -> Value {
    if let option = option(called: text.trimmed, of: row) { return option }
    guard row.content.hasOptions, !row.content.allowsOther else { return .string(text) }
    throw Reason(
      kind: .noOption, tag: tag,
      message: "'\(tag)' has no option called \(Problem.quoted(text))",
      hint: optionHint(for: .string(text.trimmed), of: row)
    ).shown(state.message(.option, .string(text), of: row, in: topology))
  }

  private func read(
    _ text: String, as kind: ValueKind, in zone: TimeZone, _ tag: String
  ) throws(Reason) -> Value {
    let typed = text.trimmed
    let read: Value?
    let hint: String?
    switch kind {
    case .text, .any, .none, .choice, .choices: return .string(text)
    case _ where typed.isEmpty: return .null
    case .int, .decimal:
      read = state.locale.number(typed)
      let example: Value = kind == .int ? 1234 : 1234.5
      hint = "numbers are written like \(state.locale.text(of: example, isGrouped: true))"
    case .bool:
      read = state.locale.truth(typed)
      hint = "write \(state.locale.text(of: true)) or \(state.locale.text(of: false))"
    case .date, .day, .time:
      read = date(typed, as: kind, in: zone)
      hint = hintForDates(kind)
    }
    if let read { return read }
    throw Reason(
      kind: .wrongType, tag: tag,
      message: "'\(tag)' holds \(kind.description), not \(Problem.quoted(text))", hint: hint)
  }

  /// The date that a text stands for: one in ISO 8601, or as the language writes it.
  private func date(_ typed: String, as kind: ValueKind, in zone: TimeZone) -> Value? {
    // A point in time without a zone is what the clocks of the row's zone show.
    if kind.readsInUTC(.string(typed)), let shown = DateText.date(from: typed) {
      return .date(LocalClock(zone).instant(of: shown.timeIntervalSinceReferenceDate))
    }
    return kind.givenFromJSON(.string(typed))
      ?? kind.dateKind.flatMap { state.locale.date(typed, as: $0, in: zone) }
  }

  /// How dates are typed: as the form shows them, and in ISO 8601.
  private func hintForDates(_ kind: ValueKind) -> String? {
    let iso = kind == .time ? "14:30" : kind == .day ? "2024-05-01" : "2024-05-01T14:30"
    guard let example = kind.convertedFromJSON(.string(iso)), case .date(var date) = example,
      let dateKind = kind.dateKind
    else { return nil }
    if kind == .date {
      date = LocalClock(state.locale.zone).instant(of: date.timeIntervalSinceReferenceDate)
    }
    let shown = state.locale.text(of: .date(date), as: dateKind)
    return "write it like \(shown == iso ? iso : "\(shown) or \(iso)")"
  }

  /// The value of the option that people know by a text; nil if there is none.
  ///
  /// - Complexity: O(n) in the number of options.
  private func option(called text: String, of row: RowRecord) -> Value? {
    if let choices = state.choices(of: row) {
      let values = choices.values
      let places = choices.places(seeking: values.count)
      return values.first { value in
        places.place(of: value).flatMap(choices.title)?.trimmed == text
          || state.locale.text(of: value) == text
      }
    }
    let options = row.content.options?.written ?? []
    let place =
      options.indices.first { state.title(ofOption: $0, of: row)?.trimmed == text }
      ?? options.indices.first { state.locale.text(of: options[$0].value) == text }
    return place.map { options[$0].value }
  }
}

extension FormLocale {
  /// The number that a text stands for in the language; nil if it is none.
  func number(_ text: String) -> Value? { Formatting.value(ofNumber: text, in: data) }

  /// The date that a text stands for in the language; nil if it is none.
  func date(_ text: String, as kind: DateKind, in zone: TimeZone) -> Value? {
    Formatting.value(ofDate: text, as: kind, in: data, zone: zone).map(Value.date)
  }

  /// What a text says where people read `yes` or `no` in the language; nil if it is neither.
  func truth(_ text: String) -> Value? {
    if says(text, self.text(of: true)) || says(text, "true") { return true }
    return says(text, self.text(of: false)) || says(text, "false") ? false : nil
  }

  /// Whether a text is a word, whatever their case.
  ///
  /// Both ways: `HAYIR` is the Turkish `hayır` in capitals, and `I` in small letters is `i`.
  private func says(_ text: String, _ word: String) -> Bool {
    text.lowercased() == word.lowercased() || text.uppercased() == word.uppercased()
  }
}

extension String {
  /// The text without the white space around it.
  fileprivate var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}
