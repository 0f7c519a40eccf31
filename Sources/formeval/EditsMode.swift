// A live form on a pipe: each input line is a transaction, and each output line is its change set.
// Every line that is not blank gets exactly one answer. An invalid line gets an error and changes
// nothing.

import FormGraph
import Predicate

/// Answers lines of edits.
struct EditsMode {
  private var form: Form
  private let editor: Editor
  private let reader: EditLine
  private var line = 0
  /// The marked steps by their marks.
  private var marks: [String: UndoToken] = [:]
  /// The exit status: 1 after any line that failed or left a fault in the form.
  private(set) var status: Int32 = 0

  init(
    _ form: Form, as editor: Editor, maximumBytes: Int, limits: FormLimits = .standard
  ) {
    self.form = form
    self.editor = editor
    reader = EditLine(
      reader: EditReader(form.definition), maximumBytes: maximumBytes, limits: limits)
  }

  /// The answer to the next line, with a line break at its end; nil for a blank line.
  mutating func answer(_ bytes: [UInt8]) -> String? {
    line += 1
    let isBlank = bytes.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
    guard !isBlank else { return nil }
    do throws(LineError) {
      return JSONWriter.text(of: try changes(bytes)) + "\n"
    } catch {
      status = CommandError.refused
      let answer: Value = ["error": .string(error.message), "line": .int(Int64(line))]
      return JSONWriter.text(of: answer) + "\n"
    }
  }

  private func step(marked mark: String) throws(LineError) -> UndoToken {
    guard let token = marks[mark] else {
      throw LineError(
        message: "no step has the mark '\(mark)'; a line that changes something can have a 'mark'")
    }
    return token
  }

  private mutating func changes(_ bytes: [UInt8]) throws(LineError) -> Value {
    let transaction = try reader.transaction(bytes)
    if let complaint = transaction.complaint(of: form) { throw LineError(message: complaint) }
    let token = try transaction.undoMark.map { mark throws(LineError) in try step(marked: mark) }
    do throws(EditError) {
      let changes =
        if let token { try form.undo(to: token) } else {
          try transaction.run(on: &form, as: editor)
        }
      if let mark = transaction.mark { marks[mark] = changes.token }
      if changes.isFaulty(in: form) { status = CommandError.refused }
      return changes.json(
        try transaction.validation.map { scope throws(EditError) in
          try Validation(of: form, scope)
        })
    } catch {
      throw LineError(message: CommandError(error).sentence)
    }
  }
}
