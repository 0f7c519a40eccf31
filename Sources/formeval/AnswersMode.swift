// Validates answers from a pipe: each input line is an object of values, and each output line is
// the result. Every line is applied to the form as it opened.

import FormAnalysis
import FormGraph
import Predicate

/// Validates answers against a form.
struct AnswersMode {
  private let form: Form
  private let editor: Editor
  private let includesHidden: Bool
  /// What is done to each line before the form reads it; nil: nothing.
  private let migrator: Migrator?
  private var line = 0
  /// The exit status: 1 after any line that was not valid.
  private(set) var status: Int32 = 0

  init(_ form: Form, as editor: Editor, includesHidden: Bool, migrator: Migrator? = nil) {
    self.form = form
    self.editor = editor
    self.includesHidden = includesHidden
    self.migrator = migrator
  }

  /// What the form says of one line of answers.
  struct Outcome {
    var isValid = false
    /// Whether the answers are valid and no evaluation fails.
    var isGood = false
    /// The values of the form; nil if the answers were refused.
    var values: ValueDictionary?
    /// Why the answers are not valid: a tag and a message.
    var complaints: [(tag: String?, message: String)] = []
    /// The result as JSON.
    var json: Value = .null
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
    guard let outcome = outcome(of: bytes) else { return nil }
    return JSONWriter.text(of: outcome.json) + "\n"
  }

  /// The result for the next line as data; nil for a blank line.
  mutating func outcome(of bytes: [UInt8]) -> Outcome? {
    line += 1
    let isBlank = bytes.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
    guard !isBlank else { return nil }
    let outcome: Outcome
    do throws(Migration.Collision) {
      let bytes = try migrated(bytes)
      do throws(EditError) {
        var filled = form
        let changes = try filled.setAnswers(json: bytes, as: editor)
        outcome = try report(on: filled, changes)
      } catch {
        outcome = refusal(
          error.reasons.map { ($0.tag, $0.description) }, Self.members(of: error.missing))
      }
    } catch {
      outcome = refusal([(error.name, error.description)], [])
    }
    if !outcome.isGood { status = CommandError.refused }
    return outcome
  }

  /// A line for the form; a line that is not an object is refused as it is.
  private func migrated(_ bytes: [UInt8]) throws(Migration.Collision) -> [UInt8] {
    guard let migrator, let root = try? JSONReader.readDistinct(bytes),
      case .dictionary(let answers) = root.value
    else { return bytes }
    return Array(JSONWriter.text(of: .dictionary(try migrator.migrated(answers))).utf8)
  }

  private func refusal(
    _ reasons: [(tag: String, message: String)], _ missing: [(String, Value)]
  ) -> Outcome {
    let refused = reasons.map { reason -> Value in
      ["tag": .string(reason.tag), "message": .string(reason.message)]
    }
    var outcome = Outcome()
    outcome.complaints = reasons.map { ($0.tag, $0.message) }
    outcome.json = .dictionary(
      ValueDictionary(
        [("valid", false), ("refused", .array(refused))] + missing + [("line", .int(Int64(line)))]))
    return outcome
  }

  /// The JSON member with the missing names; empty if nothing is missing.
  private static func members(of missing: [String]) -> [(String, Value)] {
    missing.isEmpty ? [] : [("missing", .array(missing.map(Value.string)))]
  }

  private func report(on form: Form, _ changes: ChangeSet) throws(EditError) -> Outcome {
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
    let values = form.values(includingHidden: includesHidden)
    var outcome = Outcome(isValid: isValid, isGood: isValid && began.isEmpty, values: values)
    outcome.complaints =
      verdicts.flatMap { verdict in
        verdict.errors.filter { $0.severity == .error }.map { (verdict.row.name, $0.message) }
      }
      + short.flatMap { section in section.verdict.map { (section.tag, $0.message) } }
    outcome.json = .dictionary(
      ValueDictionary(
        [("valid", .bool(isValid)), ("errors", .array(errors))] + Self.members(of: changes.missing)
          + (began.isEmpty ? [] : [("problems", .array(began))])
          + (pending.isEmpty ? [] : [("pending", .array(pending.map(\.json)))])
          + [("values", .dictionary(values))]))
    return outcome
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
