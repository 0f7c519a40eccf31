// The actions on a form, as they were typed. Code that knows the form checks names and values.

import FormGraph

/// An action on the form after it has opened.
enum Action: Equatable {
  case set(Assignment)
  /// Sets the values in a file. The text is the path of a file with an object of tags and values.
  case setAll(String)
  /// Inserts an item. The assignment has the item's value; nil means what the template says. The
  /// template may be named.
  case insert(ItemAddress, Assignment?, template: String? = nil)
  case remove(ItemAddress)
  case move(ItemAddress, to: Int)
  case focus(String)
  case blur(String)
  /// Taps a row, or an action of it, given by its name.
  case tap(String, action: String? = nil)
  /// Taps an option. The assignment has the row and the option.
  case select(Assignment)
  /// Shows errors. The tag is that of a row or section; nil means the whole form.
  case validate(String?)
  /// Resets a row. The text is its tag; nil means the whole form.
  case reset(String?)
  case undo
  case redo

  /// The action as it was typed.
  var text: String {
    switch self {
    case .set(let assignment): "\(spelling(.set)) \(assignment.text)"
    case .setAll(let path): "\(spelling(.set)) @\(path)"
    case .insert(let item, let assignment, let template):
      "\(spelling(.insert)) "
        + (assignment?.text ?? item.description + (template.map { ":\($0)" } ?? ""))
    case .remove(let item): "\(spelling(.remove)) \(item)"
    case .move(let item, let position): "\(spelling(.move)) \(item)=\(position)"
    case .focus(let tag): "\(spelling(.focus)) \(tag)"
    case .blur(let tag): "\(spelling(.blur)) \(tag)"
    case .tap(let tag, let action): "\(spelling(.tap)) \(tag)" + (action.map { "=\($0)" } ?? "")
    case .select(let assignment): "\(spelling(.select)) \(assignment.text)"
    case .validate(let tag): spelling(.validate) + (tag.map { "=\($0)" } ?? "")
    case .reset(let tag): spelling(.reset) + (tag.map { "=\($0)" } ?? "")
    case .undo: spelling(.undo)
    case .redo: spelling(.redo)
    }
  }

  /// Whether the action sets values.
  ///
  /// Adjacent actions that set values are one transaction.
  var setsValues: Bool {
    switch self {
    case .set, .setAll: true
    default: false
    }
  }

  private func spelling(_ name: Flag.Name) -> String { "--\(name.rawValue)" }
}

/// A name and its value, as they were typed.
struct Assignment: Equatable {
  let name: String
  let value: String
  /// Whether the value is JSON, not text.
  let isJSON: Bool

  var text: String { "\(name)\(isJSON ? ":=" : "=")\(value)" }

  /// Splits `name=text` and `name:=json`; nil if the name or the equals sign is missing.
  init?(_ text: String) {
    guard let sign = text.firstIndex(of: "=") else { return nil }
    let left = text[..<sign]
    isJSON = left.last == ":"
    name = String(isJSON ? left.dropLast() : left)
    value = String(text[text.index(after: sign)...])
    guard !name.isEmpty else { return nil }
  }
}
