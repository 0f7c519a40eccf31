// Lists everything that keeps a form from being submitted: a line for each row, pending answer and
// list, with what is wrong.

import FormGraph
import Predicate

/// What keeps a form from being submitted.
struct BlockersReport {
  let form: Form
  let style: Style

  private var blockers: [Blocker] { form.blockers }

  /// The list, with a line break at its end.
  var text: String {
    guard !blockers.isEmpty else { return "nothing: the form can be submitted\n" }
    var columns = Columns()
    for blocker in blockers {
      let (name, messages) = blocker.line
      let shown = name.printable + (isDisabled(blocker) ? " (disabled)" : "")
      for (index, message) in messages.enumerated() {
        columns.append(Cell(index == 0 ? shown : ""), Cell(message.printable))
      }
    }
    return columns.lines(style, indent: "").joined(separator: "\n") + "\n"
  }

  var json: Value {
    .array(
      blockers.map { blocker in
        let (name, messages) = blocker.line
        let disabled: [(String, Value)] = isDisabled(blocker) ? [("disabled", true)] : []
        return .dictionary(
          ValueDictionary(
            [
              ("kind", .string(blocker.kind)), ("name", .string(name)),
              ("messages", .array(messages.map(Value.string))),
            ] + disabled))
      })
  }

  /// Whether a user cannot change what blocks.
  private func isDisabled(_ blocker: Blocker) -> Bool {
    switch blocker {
    case .row(let row, _): row.isDisabled
    case .pending(let pending): form[pending.row]?.isDisabled == true
    // A disabled list does not block.
    case .section: false
    }
  }
}

extension Blocker {
  /// What is wrong, in one line.
  var sentence: String { "\(line.name): \(line.messages.first ?? "")" }

  fileprivate var kind: String {
    switch self {
    case .row: "row"
    case .pending: "pending"
    case .section: "section"
    }
  }

  /// The name of the member, and what is wrong with it.
  fileprivate var line: (name: String, messages: [String]) {
    switch self {
    case .row(let row, let errors):
      (row.name ?? row.texts.title ?? "a row without a tag or title", errors.map(\.message))
    case .pending(let pending):
      (pending.tag ?? "a row without a tag", ["waits for the answer of \(pending.function)"])
    case .section(let section):
      (
        section.name ?? section.texts.title ?? "a section without a tag or title",
        section.verdict.map(\.message)
      )
    }
  }
}
