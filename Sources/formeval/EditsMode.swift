// A live form on a pipe: each input line is a transaction, and each output line is its change set.
// Every line that is not blank gets exactly one answer. An invalid line gets an error and changes
// nothing.

import FormGraph
import FormProtocol
import Predicate

/// Answers lines of edits.
struct EditsMode: LineAnswering {
  private var session: FormSession
  private let editor: Editor
  private let limits: FormLimits
  /// The exit status: 1 after any line that failed or left a fault in the form.
  private(set) var status: Int32 = 0

  init(_ form: Form, as editor: Editor, limits: FormLimits = .standard) {
    session = FormSession(form)
    self.editor = editor
    self.limits = limits
  }

  mutating func answer(_ line: [UInt8], number: Int, to output: inout [UInt8]) -> Bool {
    guard !line.isBlankLine else { return true }
    do throws(EditRefusal) {
      let changes = try session.apply(try FormEdits(json: line, within: limits), as: editor)
      if changes.changeSet?.isFaulty == true { status = CommandError.refused }
      JSONWriter.write(changes.json, to: &output)
    } catch {
      status = CommandError.refused
      var error = error
      // A list of edits is a line of its own.
      if (try? JSONReader.read(line)) == nil, let hint = JSONLines.hint(for: line) {
        error = EditRefusal(error.message, hint: hint, range: error.range)
      }
      JSONWriter.write(error.json(line: number), to: &output)
    }
    output.append(UInt8(ascii: "\n"))
    return true
  }
}
