// One edit of a transaction as it is applied to what is stored, without settling: what it is
// refused for, and what is worth knowing where it was taken of something that no user reaches.

import Predicate

extension Engine {
  /// Applies one edit to what is stored, without settling; gives the row whose value it sets, or
  /// which the user has left.
  mutating func apply(
    _ edit: Draft.Edit, as editor: Editor, cause: Change.Cause
  ) throws(Reason) -> RowID? {
    switch edit {
    case .validate, .clearErrors, .select, .reset(.form), .values: break
    case .reset(.row(let name)):
      let row = try self.row(name)
      try checkTakesEdits(row, self.name(of: row))
      reset(row, cause: cause)
      return row
    case .setNow(let now):
      guard editor == .host || FormState.Time(date: now) == FormState.Time(date: state.now) else {
        throw Reason(
          kind: .notEditable, tag: "", message: "only the host sets the time", hint: nil)
      }
      writeNow(now)
    case .focus(let name): return try rowToEnter(name)
    case .tap(let name): return try row(name)
    case .blur(let name): return try rowToLeave(name)
    case .shape(let edit): try apply(edit, as: editor)
    case .set(let name, let value):
      guard let (row, stored) = plainSetting(of: name, to: value) else {
        return try set(name, to: value, as: editor, cause: cause)
      }
      give(erased(stored, in: row, by: editor), to: row, cause: cause)
      return row
    }
    return nil
  }

  /// What a row is to hold where an editor gives it a value: a user who erases text has given
  /// nothing, unless the row keeps empty text, holds it already or starts with it.
  @inline(__always)
  func erased(_ value: Value, in row: RowID, by editor: Editor) -> Value {
    guard editor == .user, value == "" else { return value }
    return erased(row)
  }

  @inline(never)
  private func erased(_ row: RowID) -> Value {
    let record = topology.row(row)
    let isKept =
      record.kind != .text || record.content.keepsEmpty || state.values[row.index] == ""
      // The default of a row that has just come cannot be asked yet.
      || startsByDefault(row) && !given.contains(row)
        && (record.defaultValue == nil || valueOfDefault(of: row) == "")
    return isKept ? "" : .null
  }

  /// Makes empty text nil that a user gave to rows which have just come, unless they start with it.
  mutating func eraseGivenToNewRows() {
    for row in journal.reshaped.inserted where given.contains(row) && state.values[row.index] == ""
    {
      let record = topology.row(row)
      guard record.kind == .text, !record.content.keepsEmpty, valueOfDefault(of: row) != "" else {
        continue
      }
      give(.null, to: row, cause: .set)
    }
  }

  /// The row and what it is to hold, where a value is given to a row that takes it; nil where there
  /// is more to ask.
  ///
  /// Put in the place of its call, and asks nothing else of the engine: where one method changes it
  /// and calls another that does not, that one is given a copy.
  @inline(__always)
  func plainSetting(of name: RowName, to value: Value) -> (row: RowID, value: Value)? {
    guard case .tag(let tag) = name, case .member(.row(let row))? = graph.topology.meaning(of: tag),
      case let kind = graph.topology.rows[row.index].kind, kind != .none, kind != .choices,
      !graph.topology.rows[row.index].content.isCalculated,
      let stored = kind.converted(value, within: graph.topology.limits.valueBytes)
    else { return nil }
    return (row, stored)
  }

  /// Sets a value of a row or an input; gives the row.
  @inline(never)
  private mutating func set(
    _ name: RowName, to value: Value, as editor: Editor, cause: Change.Cause
  ) throws(Reason) -> RowID? {
    switch try find(name) {
    case .input(let input):
      try set(input, to: value, as: editor)
      return nil
    case .row(let row):
      let tag = self.name(of: row)
      try checkTakesEdits(row, tag)
      give(erased(try stored(value, in: row, tag), in: row, by: editor), to: row, cause: cause)
      return row
    }
  }

  /// Sets the value of an input, which is the host's: a user may only say again what it is.
  mutating func set(_ input: InputID, to value: Value, as editor: Editor) throws(Reason) {
    let definition = topology.inputs[input.index]
    let value = try Self.converted(
      value, to: definition.type.valueKind, definition.name, in: topology)
    guard editor == .host || value.isSame(as: state.inputs[input.index]) else {
      throw Reason(
        kind: .notEditable, tag: definition.name,
        message: "'\(definition.name)' is an input, which only the host sets", hint: nil)
    }
    write(value, of: input)
  }

  private func rowToEnter(_ name: RowName) throws(Reason) -> RowID {
    let row = try self.row(name)
    let content = topology.row(row).content
    guard content.type.canTakeFocus, !content.isCalculated else {
      let tag = self.name(of: row)
      let what =
        content.type.canTakeFocus
        ? "calculated and takes" : "a \(content.type.rawValue), which takes"
      throw Reason(
        kind: .notEditable, tag: tag, message: "'\(tag)' is \(what) no focus", hint: nil)
    }
    return row
  }

  private func rowToLeave(_ name: RowName) throws(Reason) -> RowID {
    if case .tag(let tag) = name {
      switch topology.meaning(of: tag) {
      case .input, .member(.section):
        throw Reason(
          kind: .noEdits, tag: tag, message: "'\(tag)' is not a row, so it cannot be left",
          hint: nil)
      case .member(.row), nil: break
      }
    }
    return try row(name)
  }

  static func converted(
    _ value: Value, to kind: ValueKind, _ tag: String, in topology: Topology
  ) throws(Reason) -> Value {
    if let converted = kind.converted(value, within: topology.limits.valueBytes) {
      return converted
    }
    throw wrongType(value, for: kind, tag, in: topology)
  }

  func stored(_ value: Value, in row: RowID, _ tag: String) throws(Reason) -> Value {
    let content = topology.rows[row.index].content
    if let stored = content.stored(value, within: topology.limits.valueBytes) { return stored }
    throw Self.wrongType(value, for: topology.rows[row.index].kind, tag, in: topology)
  }

  private static func wrongType(
    _ value: Value, for kind: ValueKind, _ tag: String, in topology: Topology
  ) -> Reason {
    var message = "'\(tag)' holds \(kind.description), not \(value.short)"
    if let obstacle = kind.obstacle(to: value, within: topology.limits.valueBytes) {
      // What is wrong may stand somewhere in it, where it would not be seen.
      let given =
        switch value {
        case .array, .set, .dictionary:
          obstacle.isOfSize
            ? ", not \(value.kindName)" : ", and \(value.kindName) has another in it"
        default: ", not \(value.short)"
        }
      message = "'\(tag)' holds \(obstacle.stored)\(given)"
    }
    return Reason(kind: .wrongType, tag: tag, message: message, hint: nil)
  }

  func checkTakesEdits(_ row: RowID, _ tag: String) throws(Reason) {
    let record = topology.row(row)
    if record.kind == .none {
      throw Reason(
        kind: .noEdits, tag: tag,
        message: "'\(tag)' is a \(record.content.type) and has no value",
        hint: nil)
    }
    if let formula = record.content.calculated {
      throw Reason(
        kind: .noEdits, tag: tag, message: "'\(tag)' is calculated: \(formula)",
        hint: "set what the formula reads")
    }
  }
}
