// Values as people read them, on one line and not too long; JSON is there for the exact ones. Text
// stands without quotes wherever nobody could take it for anything else.

import FormGraph
import Predicate

extension Value {
  /// The value as people read it; an option's title stands behind its value, and a row of days
  /// shows no time of day.
  func text(type: RowType? = nil, options: [OptionDefinition] = []) -> String {
    unclipped(type, options).printable.clipped
  }

  private func unclipped(_ type: RowType?, _ options: [OptionDefinition]) -> String {
    switch self {
    case .string(let text): titled(Self.isClear(text) ? text : quoted, options)
    case .int, .bool: titled(description, options)
    case .double(let double):
      titled(Int64(exactly: double).map(String.init) ?? description, options)
    case .date:
      type == .date && description.hasSuffix(Self.midnight)
        ? String(description.dropLast(Self.midnight.count)) : description
    case .array(let members):
      // More than will be shown, and no more: each is looked for among the options.
      "[\(members.prefix(String.clippedCount).map { $0.unclipped(type, options) }.joined(separator: ", "))]"
    case .null, .data: description
    case .set, .dictionary: quoted
    }
  }

  private static let midnight = "T00:00:00Z"

  private var quoted: String { JSONWriter.text(of: self) }

  private func titled(_ text: String, _ options: [OptionDefinition]) -> String {
    let title = options.first { $0.value == self }?.title
    return title.map { "\(text) (\($0))" } ?? text
  }

  /// Whether text without quotes can only be text.
  private static func isClear(_ text: String) -> Bool {
    guard let first = text.first, let last = text.last else { return false }
    return !first.isWhitespace && !last.isWhitespace && text.printable == text
      && !["true", "false", "nil"].contains(text) && !"\"[{".contains(first)
      && !text.contains(", ") && !text.contains("→")
      && Double(text) == nil && DateText.date(from: text) == nil
  }
}

extension ValueKind {
  /// The value that typed text stands for in a row of this kind; nil where it stands for none.
  func value(of text: String, options: [OptionDefinition]) -> Value? {
    switch self {
    case .text, .any, .none: .string(text)
    case .int: number(text).flatMap(converted)
    case .decimal: number(text).flatMap(converted)
    case .bool: truth(text)
    case .date: DateText.date(from: text).map(Value.date)
    case .choice: option(text, options)
    case .choices where text.isEmpty: .array([])
    case .choices:
      .array(
        text.split(separator: ",", omittingEmptySubsequences: false)
          .map { option(String($0), options) })
    }
  }

  private func number(_ text: String) -> Value? {
    if let int = Int64(text) { return .int(int) }
    // Double also reads words and hexadecimal digits, which nobody means.
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

  /// The value of the option that reads like the text, else the text itself, as a number where all
  /// options are numbers; whether it is an option at all is for the form to say.
  private func option(_ text: String, _ options: [OptionDefinition]) -> Value {
    let option = options.first { option in
      switch option.value {
      case .string(let value): ExactText(value) == ExactText(text)
      default: option.value.text() == text || option.value.description == text
      }
    }
    if let option { return option.value }
    let areNumbers = options.allSatisfy { ValueKind.decimal.converted($0.value) != nil }
    guard areNumbers, !options.isEmpty, let number = number(text) else { return .string(text) }
    return number
  }
}
