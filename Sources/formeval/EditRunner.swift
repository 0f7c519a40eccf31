// Makes edits on a live form, one transaction after the other, and keeps the marks of the steps.
// The lines of `--edits` and the steps of a scenario run the same way.

import FormGraph

/// A live form with the marks of its steps.
struct EditRunner {
  private(set) var form: Form
  let editor: Editor
  /// The marked steps by their marks.
  private var marks: [String: UndoToken] = [:]

  init(_ form: Form, as editor: Editor) {
    self.form = form
    self.editor = editor
  }

  /// Makes the edits of one transaction.
  ///
  /// A refused transaction leaves the form as it was.
  mutating func run(_ transaction: Transaction) throws(LineError) -> ChangeSet {
    if let complaint = transaction.complaint(of: form) { throw LineError(message: complaint) }
    let token = try transaction.undoMark.map { mark throws(LineError) in try step(marked: mark) }
    do throws(EditError) {
      let changes =
        if let token { try form.undo(to: token) } else {
          try transaction.run(on: &form, as: editor)
        }
      if let mark = transaction.mark { marks[mark] = changes.token }
      return changes
    } catch {
      throw LineError(message: CommandError(error).sentence)
    }
  }

  private func step(marked mark: String) throws(LineError) -> UndoToken {
    guard let token = marks[mark] else {
      throw LineError(
        message: "no step has the mark '\(mark)'; a line that changes something can have a 'mark'")
    }
    return token
  }
}
