// A transaction from its edits to its change set: check everything, apply together, settle once,
// show errors, and keep or take back.

import Foundation
import Predicate

extension Engine {
  /// An edit whose names have been found and whose value fits.
  private enum CheckedEdit {
    case value(RowID, Value)
    case input(InputID, Value)
    case blur(RowID)
    case validate
    case now(Date)
  }

  /// Applies the edits of a draft, all or none.
  mutating func commit(
    _ draft: Draft, as editor: Editor, isStrict: Bool
  ) throws(EditError) -> ChangeSet {
    var edits: [CheckedEdit] = []
    var reasons: [EditError.Reason] = []
    for edit in draft.edits {
      do throws(EditError.Reason) {
        edits.append(try check(edit))
      } catch {
        reasons.append(error)
      }
    }
    guard reasons.isEmpty else { throw EditError(reasons: reasons) }
    begin()
    // Edits are applied together: a row is out of reach only if it is so before and after them.
    var unseen: [RowID] = []
    for edit in lastOfEach(edits) {
      if case .value(let row, _) = edit, unseenState(row) != nil { unseen.append(row) }
      apply(edit)
    }
    settle()
    let notes = unseen.compactMap(note)
    if editor == .user, !notes.isEmpty {
      abort()
      throw EditError(
        reasons: notes.map {
          EditError.Reason(kind: .notEditable, tag: $0.tag, message: $0.reason, hint: nil)
        })
    }
    fireChangeTriggers()
    // Blur and validation look at the verdict after settling.
    for edit in edits {
      switch edit {
      case .blur(let row): blur(row)
      case .validate: validate()
      case .value, .input, .now: break
      }
    }
    let changes = ChangeSet(
      of: journal, in: topology, after: state, evaluations: evaluations,
      notes: notes.map {
        ChangeSet.Note(tag: $0.tag, message: "\($0.reason); it was set all the same")
      })
    if isStrict, !changes.problemsBegan.isEmpty {
      abort()
      throw EditError(reasons: changes.problemsBegan.map(Self.reason))
    }
    return changes
  }

  static func reason(_ problem: FormProblem) -> EditError.Reason {
    let members = problem.tags.prefix(3).joined(separator: ", ")
    let decided = members.isEmpty ? "" : ", which decides \(members)"
    return EditError.Reason(
      kind: .problem, tag: problem.tags.first ?? "",
      message: "\(problem.message), in \(problem.text)\(decided)", hint: problem.hint)
  }

  /// The inputs with values of their types; every one that does not fit is a reason.
  static func checked(
    _ inputs: [(name: String, value: Value)], in topology: Topology
  ) throws(EditError) -> [InputID: Value] {
    var checked: [InputID: Value] = [:]
    var reasons: [EditError.Reason] = []
    for (name, value) in inputs {
      guard case .input(let input)? = topology.names[ExactText(name)] else {
        let nearest = Spelling.nearest(to: name, among: topology.inputs.map(\.name))
        reasons.append(
          EditError.Reason(
            kind: .unknown, tag: name, message: "no input has the name '\(name)'",
            hint: nearest.map { "did you mean \($0)?" }))
        continue
      }
      do throws(EditError.Reason) {
        let kind = topology.inputs[input.index].type.valueKind
        checked[input] = try converted(value, to: kind, name)
      } catch {
        reasons.append(error)
      }
    }
    guard reasons.isEmpty else { throw EditError(reasons: reasons) }
    return checked
  }

  /// Of several values for one name the last counts, so that the order of edits cannot matter
  /// further.
  private func lastOfEach(_ edits: [CheckedEdit]) -> [CheckedEdit] {
    var lastValue: [RowID: Int] = [:]
    var lastInput: [InputID: Int] = [:]
    for (index, edit) in edits.enumerated() {
      switch edit {
      case .value(let row, _): lastValue[row] = index
      case .input(let input, _): lastInput[input] = index
      case .blur, .validate, .now: break
      }
    }
    return edits.enumerated().filter { index, edit in
      switch edit {
      case .value(let row, _): lastValue[row] == index
      case .input(let input, _): lastInput[input] == index
      case .blur, .validate, .now: true
      }
    }.map(\.element)
  }

  private mutating func apply(_ edit: CheckedEdit) {
    switch edit {
    case .value(let row, let value):
      guard value != state.values[row.index] else { return }
      setValue(value, of: row, cause: .set)
    case .input(let input, let value): setInput(value, of: input)
    case .now(let now): setNow(now)
    case .blur, .validate: break
    }
  }

  // MARK: - Checking

  private func check(_ edit: Draft.Edit) throws(EditError.Reason) -> CheckedEdit {
    switch edit {
    case .validate: return .validate
    case .setNow(let now): return .now(now)
    case .blur(let tag):
      if let row = topology.row(named: tag) { return .blur(row) }
      guard topology.names[ExactText(tag)] == nil else {
        throw EditError.Reason(
          kind: .noEdits, tag: tag, message: "'\(tag)' is no row and cannot be left", hint: nil)
      }
      throw unknown(tag)
    case .set(let tag, let value):
      switch topology.names[ExactText(tag)] {
      case .input(let input):
        let kind = topology.inputs[input.index].type.valueKind
        return .input(input, try Self.converted(value, to: kind, tag))
      case .member(.row(let row)):
        try checkTakesEdits(row, tag)
        return .value(row, try Self.converted(value, to: topology.row(row).kind, tag))
      case .member(.section):
        throw EditError.Reason(
          kind: .noEdits, tag: tag, message: "'\(tag)' is a section and has no value", hint: nil)
      case nil: throw unknown(tag)
      }
    }
  }

  private static func converted(
    _ value: Value, to kind: ValueKind, _ tag: String
  ) throws(EditError.Reason) -> Value {
    if let converted = kind.converted(value) { return converted }
    throw EditError.Reason(
      kind: .wrongType, tag: tag,
      message: "'\(tag)' holds \(kind.description), not \(shown(value))", hint: nil)
  }

  private func checkTakesEdits(_ row: RowID, _ tag: String) throws(EditError.Reason) {
    let record = topology.row(row)
    if record.kind == .none {
      throw EditError.Reason(
        kind: .noEdits, tag: tag,
        message: "'\(tag)' is a \(record.definition.type) and has no value",
        hint: nil)
    }
    if let formula = record.definition.calculated {
      throw EditError.Reason(
        kind: .noEdits, tag: tag, message: "'\(tag)' is calculated: \(formula)",
        hint: "set what the formula reads")
    }
  }

  private func unseenState(_ row: RowID) -> String? {
    if state.attributes.isHidden(row, in: topology) { return "hidden" }
    return state.attributes.isDisabled(row, in: topology) ? "disabled" : nil
  }

  /// Why a row is out of a user's reach, in words; nil where it is not.
  private func note(_ row: RowID) -> (tag: String, reason: String)? {
    guard let state = unseenState(row), let tag = topology.row(row).definition.tag else {
      return nil
    }
    return (tag, "'\(tag)' is \(state)")
  }

  /// A value in a message, shortened.
  private static func shown(_ value: Value) -> String {
    let text = value.description
    return text.count > 40 ? text.prefix(39) + "…" : text
  }

  private func unknown(_ tag: String) -> EditError.Reason {
    let nearest = Spelling.nearest(to: tag, among: topology.suggestions)
    return EditError.Reason(
      kind: .unknown, tag: tag, message: "no row has the tag '\(tag)'",
      hint: nearest.map { "did you mean \($0)?" })
  }
}

extension EditError.Reason: Error {}
