// A live form on a pipe: a transaction a line in, a change set a line out, always one answer for a
// line that is not blank. A bad line is answered with its error and changes nothing.

import FormGraph
import Predicate

/// Answers lines of edits.
struct EditsMode {
  private var form: Form
  private let editor: Editor
  private let reader: EditReader
  private var line = 0
  /// 1 once a line has failed.
  private(set) var status: Int32 = 0

  /// Why a line was not carried out.
  private struct LineError: Error {
    let message: String
  }

  init(_ form: Form, as editor: Editor) {
    self.form = form
    self.editor = editor
    reader = EditReader(form.definition)
  }

  /// The answer to the next line, with a line break at its end; nil for a blank line.
  mutating func answer(_ bytes: [UInt8]) -> String? {
    line += 1
    let isBlank = bytes.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
    guard !isBlank else { return nil }
    do throws(LineError) {
      return JSONWriter.text(of: try changes(bytes).json) + "\n"
    } catch {
      status = CommandError.refused
      let answer: Value = ["error": .string(error.message), "line": .int(Int64(line))]
      return JSONWriter.text(of: answer) + "\n"
    }
  }

  private mutating func changes(_ bytes: [UInt8]) throws(LineError) -> ChangeSet {
    let transaction = try transaction(bytes)
    do throws(EditError) {
      return try transaction.run(on: &form, as: editor)
    } catch {
      throw LineError(message: CommandError(error).sentence)
    }
  }

  // MARK: - Reading

  private static let keys = ["set", "blur", "validate", "now"]

  private func transaction(_ bytes: [UInt8]) throws(LineError) -> Transaction {
    let element: JSONElement
    do throws(Problem) { element = try JSONReader.read(bytes) } catch {
      let column = error.range.map { " at byte \($0.lowerBound + 1)" } ?? ""
      throw LineError(message: "\(error.message)\(column)" + (error.hint.map { "; \($0)" } ?? ""))
    }
    guard case .object(let members) = element.content else {
      throw LineError(message: #"a line is an object like {"set": {"tag": true}}"#)
    }
    var transaction = Transaction()
    for member in members { try take(member, into: &transaction) }
    return transaction
  }

  private func take(
    _ member: JSONMember, into transaction: inout Transaction
  ) throws(LineError) {
    switch (member.key, member.element.content) {
    case ("set", _):
      do throws(EditReader.MisplacedError) {
        transaction.values += try reader.values(of: member.element)
      } catch {
        throw LineError(message: error.error.sentence)
      }
    case ("blur", .array(let tags)):
      for tag in tags {
        guard case .string(let text) = tag.content else {
          throw LineError(message: "'blur' must be a list of tags")
        }
        transaction.blurred.append(text)
      }
    case ("validate", .bool(let validates)): transaction.validates = validates
    case ("now", .string(let text)):
      guard let now = DateText.date(from: text) else {
        throw LineError(message: "'\(text)' is not a date; \(Arguments.dateHint)")
      }
      transaction.now = now
    case ("blur", _): throw LineError(message: "'blur' must be a list of tags")
    case ("validate", _): throw LineError(message: "'validate' must be true or false")
    case ("now", _): throw LineError(message: "'now' must be a date; \(Arguments.dateHint)")
    default:
      let nearest = Spelling.nearest(to: member.key, among: Self.keys)
      throw LineError(
        message: "there is no edit '\(member.key)'; "
          + (nearest.map { "did you mean \($0)?" }
            ?? "the edits are \(Self.keys.joined(separator: ", "))"))
    }
  }
}
