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
        edits.append(try check(edit, editor))
      } catch {
        reasons.append(error)
      }
    }
    guard reasons.isEmpty else { throw EditError(reasons: reasons) }
    begin()
    var notes: [ChangeSet.Note] = []
    for edit in lastOfEach(edits) {
      if case .value(let row, _) = edit { notes += unseen(row) }
      apply(edit)
    }
    settle()
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
      of: journal, in: topology, after: state, evaluations: evaluations, notes: notes)
    if isStrict, !changes.problemsBegan.isEmpty {
      abort()
      throw EditError(reasons: changes.problemsBegan.map(Self.reason))
    }
    return changes
  }

  static func reason(_ problem: FormProblem) -> EditError.Reason {
    EditError.Reason(
      kind: .problem, tag: problem.tags.first ?? "",
      message: "\(problem.message), in \(problem.text)", hint: problem.hint)
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
      setBits(.changed, true, of: row)
      setValue(value, of: row, cause: .set)
    case .input(let input, let value): setInput(value, of: input)
    case .now(let now): setNow(now)
    case .blur, .validate: break
    }
  }

  // MARK: - Checking

  private func check(
    _ edit: Draft.Edit, _ editor: Editor
  ) throws(EditError.Reason) -> CheckedEdit {
    switch edit {
    case .validate: return .validate
    case .setNow(let now): return .now(now)
    case .blur(let tag):
      guard let row = topology.row(named: tag) else { throw unknown(tag) }
      return .blur(row)
    case .set(let tag, let value):
      switch topology.names[ExactText(tag)] {
      case .input(let input):
        let kind = topology.inputs[input.index].type.valueKind
        return .input(input, try converted(value, to: kind, tag))
      case .member(.row(let row)):
        try checkEditable(row, tag, editor)
        return .value(row, try converted(value, to: topology.row(row).kind, tag))
      case .member(.section):
        throw EditError.Reason(
          kind: .noEdits, tag: tag, message: "'\(tag)' is a section and has no value", hint: nil)
      case nil: throw unknown(tag)
      }
    }
  }

  private func converted(
    _ value: Value, to kind: ValueKind, _ tag: String
  ) throws(EditError.Reason) -> Value {
    if let converted = kind.converted(value) { return converted }
    throw EditError.Reason(
      kind: .wrongType, tag: tag,
      message: "'\(tag)' holds \(kind.description), not \(value.kindName)", hint: nil)
  }

  private func checkEditable(
    _ row: RowID, _ tag: String, _ editor: Editor
  ) throws(EditError.Reason) {
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
    guard editor == .user, let state = unseenState(row) else { return }
    throw EditError.Reason(kind: .notEditable, tag: tag, message: "'\(tag)' is \(state)", hint: nil)
  }

  private func unseenState(_ row: RowID) -> String? {
    if state.attributes.isHidden(row, in: topology) { return "hidden" }
    return state.attributes.isDisabled(row, in: topology) ? "disabled" : nil
  }

  private func unseen(_ row: RowID) -> [ChangeSet.Note] {
    guard let state = unseenState(row), let tag = topology.row(row).definition.tag else {
      return []
    }
    return [
      ChangeSet.Note(tag: tag, message: "'\(tag)' is \(state); its value was set all the same")
    ]
  }

  private func unknown(_ tag: String) -> EditError.Reason {
    let nearest = topology.nearestName(to: tag)
    return EditError.Reason(
      kind: .unknown, tag: tag, message: "no row has the tag '\(tag)'",
      hint: nearest.map { "did you mean \($0)?" })
  }
}

extension EditError.Reason: Error {}
