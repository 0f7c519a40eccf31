// Values as short text for people, on one line. JSON output gives the exact values. Text has no
// quotes where it cannot be mistaken for anything else.

import FormGraph
import Predicate

extension Value {
  /// The value as text for people.
  ///
  /// The title of an option follows its value. A day is shown without a time of day, and a time of
  /// day without its day. `kind` is the kind of the row, or of what it chooses from.
  func text(kind: ValueKind? = nil, options: [OptionDefinition] = []) -> String {
    var text = ""
    write(kind, options, to: &text)
    return text.printable.clipped
  }

  // Writes only a little more than is shown, because a few rows that double each other can make a
  // value that takes minutes to write. Each level writes a bracket, so deep nesting also reaches
  // the limit.

  private func write(_ kind: ValueKind?, _ options: [OptionDefinition], to text: inout String) {
    switch self {
    case .string(let string):
      let shown = string.prefixShown
      titled(Self.isClear(shown) ? shown : Value.string(shown).quoted, options, to: &text)
    case .int, .bool: titled(description, options, to: &text)
    case .double(let double):
      titled(Int64(exactly: double).map(String.init) ?? description, options, to: &text)
    case .date(let date) where kind == .time:
      titled(DateText.timeText(of: date), options, to: &text)
    case .date:
      let isDay = kind == .day || options.contains { $0.value == self }
      titled(
        isDay && description.hasSuffix(Self.midnight)
          ? String(description.dropLast(Self.midnight.count)) : description, options, to: &text)
    case .array(let members):
      text += "["
      for (index, member) in members.enumerated() {
        guard !text.isFull else { break }
        if index > 0 { text += ", " }
        member.write(kind, options, to: &text)
      }
      text += "]"
    case .null, .data: text += description
    case .dictionary:
      writeQuoted(to: &text)
      titled("", options, to: &text)
    case .set: writeQuoted(to: &text)
    }
  }

  /// Writes the value as JSON.
  private func writeQuoted(to text: inout String) {
    switch self {
    case .string(let string): text += Value.string(string.prefixShown).quoted
    case .dictionary(let dictionary):
      text += "{"
      for (index, (key, member)) in zip(dictionary.keys, dictionary.values).enumerated() {
        guard !text.isFull else { break }
        if index > 0 { text += "," }
        text += Value.string(key.prefixShown).quoted + ":"
        member.writeQuoted(to: &text)
      }
      text += "}"
    case .array(let members): Self.writeQuoted(members, to: &text)
    case .set(let set): Self.writeQuoted(set.elements, to: &text)
    case .null, .bool, .int, .double, .date, .data: text += quoted
    }
  }

  private static func writeQuoted(_ members: [Value], to text: inout String) {
    text += "["
    for (index, member) in members.enumerated() {
      guard !text.isFull else { break }
      if index > 0 { text += "," }
      member.writeQuoted(to: &text)
    }
    text += "]"
  }

  private static let midnight = "T00:00:00Z"

  private var quoted: String { JSONWriter.text(of: self) }

  private func titled(_ own: String, _ options: [OptionDefinition], to text: inout String) {
    text += own
    if let title = options.first(where: { $0.value == self })?.title {
      text += " (\(title.description))"
    }
  }

  /// Whether text without quotes cannot be mistaken for another value.
  private static func isClear(_ text: String) -> Bool {
    guard let first = text.first, let last = text.last else { return false }
    return !first.isWhitespace && !last.isWhitespace && text.printable == text
      && !["true", "false", "nil"].contains(text) && !"\"[{".contains(first)
      && !text.contains(", ") && !text.contains("→")
      && Double(text) == nil && DateText.date(from: text) == nil
  }
}

extension String {
  /// Whether the text is longer than what is shown.
  fileprivate var isFull: Bool { dropFirst(Self.clippedCount).first != nil }

  /// The part of the text that is shown, plus one character if there is more.
  fileprivate var prefixShown: String { String(prefix(Self.clippedCount + 1)) }
}

extension RowState {
  /// A value of the row, or a list of its options, as text for people.
  func text(of value: Value) -> String {
    value.text(kind: jsonKinds.value, options: options(in: value))
  }

  /// The options that a value names, for their titles: all of a row that lists its options.
  ///
  /// Options from a table or a list may be many, so only those that are needed are made.
  private func options(in value: Value) -> [OptionDefinition] {
    guard definition.options?.written == nil else { return allOptions }
    let members: [Value] = if case .array(let members) = value { members } else { [value] }
    return members.prefix(String.clippedCount).compactMap(option)
  }
}

extension ValueKind {
  /// The value for a typed text in a row of this kind; nil if there is none.
  ///
  /// Options from a table or a list are not given: their kind says how the text is read.
  func value(of text: String, options: [OptionDefinition], kind: ValueKind? = nil) -> Value? {
    switch self {
    case .choice where kind != nil: kind?.value(of: text, options: []) ?? .string(text)
    case .choices where kind != nil && !text.isEmpty:
      .array(
        Self.members(of: text).map { kind?.value(of: $0, options: []) ?? .string($0) })
    case .text, .any, .none: .string(text)
    case .int: number(text).flatMap(converted)
    case .decimal: number(text).flatMap(converted)
    case .bool: truth(text)
    case .date, .day, .time: givenFromJSON(.string(text))
    case .choice: option(text, options)
    case .choices where text.isEmpty: .array([])
    case .choices: .array(Self.members(of: text).map { option($0, options) })
    }
  }

  /// The members of a typed list, which commas separate.
  ///
  /// A member with a comma stands in quotes, and a quote in it is doubled, as in a line of CSV:
  /// `red,"blue, light"`. A text that cannot be read so is taken as it is, comma by comma.
  private static func members(of text: String) -> [String] {
    if text.contains("\""), let fields = try? CSVReader.fields(of: Array(text.utf8)) {
      return fields
    }
    return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  private func number(_ text: String) -> Value? {
    if let int = Int64(text) { return .int(int) }
    // Double also parses words and hexadecimal digits, which are not meant here.
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let double = Double(text),
      double.isFinite
    else { return .none }
    return .double(double)
  }

  private func truth(_ text: String) -> Value? {
    switch text.lowercased() {
    case "true", "yes", "1": .bool(true)
    case "false", "no", "0": .bool(false)
    default: .none
    }
  }

  /// The value of the option that matches the text, or else the text itself.
  ///
  /// If all options are numbers, a text that is a number becomes a number. The form checks whether
  /// it is an option.
  private func option(_ text: String, _ options: [OptionDefinition]) -> Value {
    let option = options.first { option in
      switch option.value {
      case .string(let value): ExactText(value) == ExactText(text)
      // Nobody types an object, so its title stands for it.
      case .dictionary: option.title.map { ExactText($0.description) == ExactText(text) } ?? false
      default: option.value.text() == text || option.value.description == text
      }
    }
    if let option { return option.value }
    let areNumbers = options.allSatisfy { ValueKind.decimal.converted($0.value) != nil }
    guard areNumbers, !options.isEmpty, let number = number(text) else { return .string(text) }
    return number
  }
}
