// Writes a session of edits as a scenario for `--test`. Each edit is a step, followed by what it
// changed. What is expected is read from the form after the edit, so the scenario passes at once.

import Foundation
import FormGraph
import FormProtocol
import Predicate

/// Records lines of edits.
struct RecordMode: LineAnswering {
  private var session: FormSession
  private let editor: Editor
  private let limits: FormLimits
  private var stepCount = 0
  /// The exit status: 1 after any line that failed.
  private(set) var status: Int32 = 0
  /// The beginning of the scenario.
  let header: String
  /// The end of the scenario.
  var footer: String { (stepCount > 0 ? "\n" : "") + "  ]\n}\n" }

  /// Makes a recorder.
  ///
  /// - Parameters:
  ///   - form: The opened form.
  ///   - editor: Who makes the edits.
  ///   - state: The saved state that the form was opened with.
  ///   - inputs: The inputs that the form was opened with.
  ///   - limits: The limits of lines and tables.
  init(
    _ form: Form, as editor: Editor, state: SavedState?, inputs: [String: Value],
    limits: FormLimits
  ) {
    session = FormSession(form)
    self.editor = editor
    self.limits = limits
    var members: [(String, Value)] = [("name", "recorded"), ("now", .date(form.now))]
    if editor == .user { members.append(("as", "user")) }
    if !inputs.isEmpty {
      let sorted = inputs.sorted { $0.key < $1.key }
      members.append(
        (
          "inputs",
          .dictionary(
            ValueDictionary(
              sorted.map { ($0.key, form.jsonKind(ofInput: $0.key).shownInJSON($0.value)) }))
        ))
    }
    if let seed = form.seed { members.append(("seed", .string(seed))) }
    if let state { members.append(("state", state.json)) }
    header =
      "{\n"
      + members.map { "  \(JSONWriter.text(of: .string($0))): \(JSONWriter.text(of: $1)),\n" }
      .joined() + "  \"steps\": [\n"
  }

  /// Appends the steps for a line; an error is shown at once.
  mutating func answer(_ line: [UInt8], number: Int, to output: inout [UInt8]) -> Bool {
    guard !line.isBlankLine else { return true }
    do throws(EditRefusal) {
      let edits = try FormEdits(json: line, within: limits)
      let changes = try session.run(try session.transaction(edits), as: editor)
      let edit = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
      let expected = JSONWriter.text(of: ["expect": expectation(changes)])
      let separator = stepCount > 0 ? ",\n" : ""
      stepCount += 1
      output += "\(separator)    \(edit),\n    \(expected)".utf8
    } catch {
      status = CommandError.refused
      Streams.writeMessage("error: line \(number): \(error.description.printable)\n")
    }
    return true
  }

  /// What has changed, as it is now.
  private func expectation(_ changes: ChangeSet) -> Value {
    let form = session.form
    var lists: [String: [Value]] = [:]
    var objects: [String: ValueDictionary] = [:]
    for change in changes.changes {
      guard let tag = change.tag else { continue }
      let row = form[tag]
      let section = row == nil ? form.section(tag) : nil
      switch change.property {
      case .hidden:
        guard let isHidden = row?.isHidden ?? section?.isHidden else { continue }
        lists[isHidden ? "hidden" : "shown", default: []].append(.string(tag))
      case .disabled:
        guard let isDisabled = row?.isDisabled ?? section?.isDisabled else { continue }
        lists[isDisabled ? "disabled" : "enabled", default: []].append(.string(tag))
      case .required:
        guard let row else { continue }
        lists[row.isRequired ? "required" : "optional", default: []].append(.string(tag))
      case .value:
        guard section == nil, let value = Expectation.value(of: tag, in: form) else { continue }
        objects["values", default: ValueDictionary()][tag] = value.json
      case .errors:
        guard let row else { continue }
        objects["errors", default: ValueDictionary()][tag] = .array(
          row.errors.map { .string($0.message) })
      case .options:
        guard let row else { continue }
        let kind = row.jsonKinds.value
        objects["options", default: ValueDictionary()][tag] = .array(
          (row.options ?? []).map { kind.shownInJSON($0.value) })
      case let key where Expectation.texts.contains(key):
        guard row != nil || section != nil else { continue }
        var texts = ValueDictionary()
        if case .dictionary(let known)? = objects["texts"]?[tag] { texts = known }
        texts[key.rawValue] =
          Expectation.shownText(key, of: tag, in: form).map(Value.string) ?? .null
        objects["texts", default: ValueDictionary()][tag] = .dictionary(texts)
      default: continue
      }
    }
    // What is new has no change of its attributes.
    for change in changes.shapeChanges where change.kind == .inserted {
      guard case .item(let item) = change.member else { continue }
      for row in form[item]?.rows ?? [] {
        guard let name = row.name else { continue }
        lists[row.isHidden ? "hidden" : "shown", default: []].append(.string(name))
      }
    }
    var members: [(String, Value)] = []
    for key in ["hidden", "shown", "disabled", "enabled", "required", "optional"] {
      if let tags = lists[key] { members.append((key, .array(tags))) }
    }
    for key in ["values", "errors", "options", "texts"] {
      if let object = objects[key] { members.append((key, .dictionary(object))) }
    }
    if changes.page != nil, let page = form.currentPage {
      members.append(("page", .string(form.pages[page].nameInTests)))
    }
    members.append(("canSubmit", .bool(form.canSubmit)))
    return .dictionary(ValueDictionary(members))
  }
}
