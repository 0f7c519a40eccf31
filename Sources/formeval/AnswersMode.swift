// Validates answers from a pipe: each input line is an object of values, and each output line is
// the result. Every line is applied to the form as it opened.

import FormGraph
import Predicate

/// Validates answers against a form.
struct AnswersMode {
  private let form: Form
  private let editor: Editor
  private let includesHidden: Bool
  private var line = 0
  /// The exit status: 1 after any line that was not valid.
  private(set) var status: Int32 = 0

  init(_ form: Form, as editor: Editor, includesHidden: Bool) {
    self.form = form
    self.editor = editor
    self.includesHidden = includesHidden
  }

  /// The result for the next line, with a line break at its end; nil for a blank line.
  ///
  /// - `valid`: whether every row that counts is valid and every section has enough items.
  /// - `errors` and `values` for answers that the form accepts. Each error has `tag`, `message` and
  ///   possibly `severity` and `id`; `values` are all values of the form. Also `problems`, if the
  ///   evaluation of a condition or formula fails with these answers and did not fail before. Also
  ///   `pending`, if the host has to answer before the answers are valid.
  /// - `refused` for other answers, each with `tag` and `message`, and the number of the `line`.
  /// - `missing` in both cases, if the line leaves out rows or lists that a mistake depends on.
  mutating func answer(_ bytes: [UInt8]) -> String? {
    line += 1
    let isBlank = bytes.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
    guard !isBlank else { return nil }
    let answer: Value
    do throws(EditError) {
      var filled = form
      let changes = try filled.setAnswers(json: bytes, as: editor)
      answer = try report(on: filled, changes)
    } catch {
      status = CommandError.refused
      let reasons = error.reasons.map { reason -> Value in
        ["tag": .string(reason.tag), "message": .string(reason.description)]
      }
      answer = .dictionary(
        ValueDictionary(
          [("valid", false), ("refused", .array(reasons))] + Self.members(of: error.missing)
            + [("line", .int(Int64(line)))]))
    }
    return JSONWriter.text(of: answer) + "\n"
  }

  /// The JSON member with the missing names; empty if nothing is missing.
  private static func members(of missing: [String]) -> [(String, Value)] {
    missing.isEmpty ? [] : [("missing", .array(missing.map(Value.string)))]
  }

  private mutating func report(
    on form: Form, _ changes: ChangeSet
  ) throws(EditError) -> Value {
    let verdicts = try form.verdicts(of: .form(includingHidden: includesHidden))
    let short = try form.shortSections()
    let errors =
      verdicts.flatMap { verdict in verdict.errors.map { $0.json(verdict.row.name) } }
      + short.flatMap { section in section.verdict.map { $0.json(section.tag) } }
    let pending = form.pendingValidations
    let isValid =
      short.isEmpty && (pending.isEmpty || form.canSubmit)
      && verdicts.allSatisfy { $0.errors.allSatisfy { $0.severity != .error } }
    let began = changes.problemsBegan.map(\.json)
    if !isValid || !began.isEmpty { status = CommandError.refused }
    let values = form.values(includingHidden: includesHidden)
    return .dictionary(
      ValueDictionary(
        [("valid", .bool(isValid)), ("errors", .array(errors))] + Self.members(of: changes.missing)
          + (began.isEmpty ? [] : [("problems", .array(began))])
          + (pending.isEmpty ? [] : [("pending", .array(pending.map(\.json)))])
          + [("values", .dictionary(values))]))
  }
}

extension RowError {
  /// The error as JSON, with the name of its row or section.
  func json(_ name: String?) -> Value {
    var pairs: [(String, Value)] = [
      ("tag", name.map(Value.string) ?? .null), ("message", .string(message)),
    ]
    if severity != .error { pairs.append(("severity", .string(severity.rawValue))) }
    if let id { pairs.append(("id", .string(id))) }
    return .dictionary(ValueDictionary(pairs))
  }
}
