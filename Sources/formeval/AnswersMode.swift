// Answers on a pipe: an object of values a line in, what the form says of them a line out. Each
// line is for the form as it opened, and none leaves anything behind.

import FormGraph
import Predicate

/// Says of answers whether the form is valid with them.
struct AnswersMode {
  private let form: Form
  private let editor: Editor
  private let includesHidden: Bool
  private var line = 0
  /// 1 once a line was not valid.
  private(set) var status: Int32 = 0

  init(_ form: Form, as editor: Editor, includesHidden: Bool) {
    self.form = form
    self.editor = editor
    self.includesHidden = includesHidden
  }

  /// What there is to say of the next line, with a line break at its end; nil for a blank line.
  ///
  /// - `valid`, whether every row is that counts, and no section has too few items.
  /// - Of answers that the form takes `errors`, each with `tag`, `message` and perhaps `severity`
  ///   and `id`, and `values`, all that the form then has; `problems` if conditions or formulas
  ///   cannot be evaluated with these answers and could before.
  /// - Of others `refused`, each with `tag` and `message`, and the `line`.
  /// - Of both `missing` if a line leaves out rows or lists on which a mistake depends.
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

  /// The member that names what is missing, where something is.
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
    let isValid =
      short.isEmpty && verdicts.allSatisfy { $0.errors.allSatisfy { $0.severity != .error } }
    let began = changes.problemsBegan.map(\.json)
    if !isValid || !began.isEmpty { status = CommandError.refused }
    let values = form.values(includingHidden: includesHidden)
    return .dictionary(
      ValueDictionary(
        [("valid", .bool(isValid)), ("errors", .array(errors))] + Self.members(of: changes.missing)
          + (began.isEmpty ? [] : [("problems", .array(began))])
          + [("values", .dictionary(values))]))
  }
}

extension RowError {
  /// The error under what its row or section is called.
  func json(_ name: String?) -> Value {
    var pairs: [(String, Value)] = [
      ("tag", name.map(Value.string) ?? .null), ("message", .string(message)),
    ]
    if severity != .error { pairs.append(("severity", .string(severity.rawValue))) }
    if let id { pairs.append(("id", .string(id))) }
    return .dictionary(ValueDictionary(pairs))
  }
}
