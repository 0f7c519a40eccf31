// A live form on a pipe: each input line is a transaction, and each output line is its change set.
// Every line that is not blank gets exactly one answer. An invalid line gets an error and changes
// nothing.

import FormGraph
import Predicate

/// Answers lines of edits.
struct EditsMode: LineAnswering {
  private var runner: EditRunner
  private let reader: EditLine
  /// The exit status: 1 after any line that failed or left a fault in the form.
  private(set) var status: Int32 = 0

  init(
    _ form: Form, as editor: Editor, maximumBytes: Int, limits: FormLimits = .standard
  ) {
    runner = EditRunner(form, as: editor)
    reader = EditLine(
      reader: EditReader(runner.form.definition), maximumBytes: maximumBytes, limits: limits)
  }

  mutating func answer(_ line: [UInt8], number: Int, to output: inout [UInt8]) -> Bool {
    guard !line.isBlankLine else { return true }
    do throws(LineError) {
      JSONWriter.write(try changes(line), to: &output)
    } catch {
      status = CommandError.refused
      let answer: Value = ["error": .string(error.message), "line": .int(Int64(number))]
      JSONWriter.write(answer, to: &output)
    }
    output.append(UInt8(ascii: "\n"))
    return true
  }

  private mutating func changes(_ bytes: [UInt8]) throws(LineError) -> Value {
    let transaction = try reader.transaction(bytes)
    let changes = try runner.run(transaction)
    if changes.isFaulty(in: runner.form) { status = CommandError.refused }
    guard let scope = transaction.validation else { return changes.json }
    do throws(EditError) {
      return changes.json(try Validation(of: runner.form, scope))
    } catch {
      throw LineError(message: CommandError(error).sentence)
    }
  }
}
