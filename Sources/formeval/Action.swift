// What is done to a form, as it was typed. Whether the names exist and the values fit is for
// whoever knows the form.

import FormGraph

/// Something done to the form after it has opened.
enum Action: Equatable {
  case set(Assignment)
  /// The path of a file with an object of tags and values.
  case setAll(String)
  /// The assignment is of the item's value; nil for what the template says.
  case insert(ItemAddress, Assignment?)
  case remove(ItemAddress)
  case move(ItemAddress, to: Int)
  case focus(String)
  case blur(String)
  case tap(String)
  /// The assignment is of the option to a row that has it.
  case select(Assignment)
  /// The tag of the row or section whose errors are asked for; nil for the whole form.
  case validate(String?)
  /// The tag of the row that is reset; nil for the whole form.
  case reset(String?)
  case undo
  case redo

  /// The action as it was typed.
  var text: String {
    switch self {
    case .set(let assignment): "\(spelling(.set)) \(assignment.text)"
    case .setAll(let path): "\(spelling(.set)) @\(path)"
    case .insert(let item, let assignment):
      "\(spelling(.insert)) \(assignment?.text ?? item.description)"
    case .remove(let item): "\(spelling(.remove)) \(item)"
    case .move(let item, let position): "\(spelling(.move)) \(item)=\(position)"
    case .focus(let tag): "\(spelling(.focus)) \(tag)"
    case .blur(let tag): "\(spelling(.blur)) \(tag)"
    case .tap(let tag): "\(spelling(.tap)) \(tag)"
    case .select(let assignment): "\(spelling(.select)) \(assignment.text)"
    case .validate(let tag): spelling(.validate) + (tag.map { "=\($0)" } ?? "")
    case .reset(let tag): spelling(.reset) + (tag.map { "=\($0)" } ?? "")
    case .undo: spelling(.undo)
    case .redo: spelling(.redo)
    }
  }

  /// Whether it sets values, so that the next one like it belongs to the same transaction.
  var setsValues: Bool {
    switch self {
    case .set, .setAll: true
    default: false
    }
  }

  private func spelling(_ name: Flag.Name) -> String { "--\(name.rawValue)" }
}

/// A value for a name, as it was typed.
struct Assignment: Equatable {
  let name: String
  let value: String
  /// Whether the value is JSON and not text.
  let isJSON: Bool

  var text: String { "\(name)\(isJSON ? ":=" : "=")\(value)" }

  /// Splits `name=text` and `name:=json`; nil where there is no name or no equals sign.
  init?(_ text: String) {
    guard let sign = text.firstIndex(of: "=") else { return nil }
    let left = text[..<sign]
    isJSON = left.last == ":"
    name = String(isJSON ? left.dropLast() : left)
    value = String(text[text.index(after: sign)...])
    guard !name.isEmpty else { return nil }
  }
}
