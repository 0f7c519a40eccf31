// Change sets as JSON values. Programs in other languages rely on these shapes: keys may be added,
// but are never renamed or removed.

public import Predicate

extension ChangeSet {
  /// What the transaction did.
  ///
  /// What differs of the form as a whole, such as `dirty` and `canUndo`, `FormSession` of
  /// FormProtocol tells beside it.
  ///
  /// - Complexity: O(n) in the size of the form, because of the positions in `structure`.
  public var json: Value { json(TouchedMembers(self)) }

  /// The same, with further changes and keys.
  func json(
    _ touched: TouchedMembers, further: [Value] = [], _ ofForm: [(String, Value)] = []
  ) -> Value {
    var pairs: [(String, Value)] = [
      ("changes", .array(changes(of: touched).map(json(of:))))
    ]
    let ofState = ClientChanges.json(self, touched) + further
    if !ofState.isEmpty { pairs.append(("stateChanges", .array(ofState))) }
    pairs.append(("structure", listUpdate(of: touched).json))
    if let itemsJSON { pairs.append(("items", itemsJSON)) }
    if canSubmit.old != canSubmit.new {
      pairs.append(("canSubmit", ["old": .bool(canSubmit.old), "new": .bool(canSubmit.new)]))
    }
    pairs += ofForm
    if let focus {
      pairs.append(
        (
          "focus",
          [
            "old": optional(focus.oldTag), "new": optional(focus.newTag),
            "oldId": id(focus.old), "newId": id(focus.new),
          ]
        ))
    }
    if !actions.isEmpty {
      pairs.append(("actions", .array(actions.map { $0.json(topology) })))
    }
    if let refusedSubmit { pairs.append(("refusedSubmit", refusedSubmit.json(topology))) }
    if let waitingSubmit { pairs.append(("waitingSubmit", waitingSubmit.json(topology))) }
    pairs += localePairs
    let (began, ended) = (pendingBegan, pendingEnded)
    if !began.isEmpty || !ended.isEmpty {
      pairs.append(
        ("pending", ["began": .array(began.map(\.json)), "ended": .array(ended.map(\.json))]))
    }
    if !topology.pages.isEmpty { pairs += pagePairs }
    pairs.append(
      (
        "problems",
        [
          "began": .array(problemsBegan.map(\.json)), "ended": .array(problemsEnded.map(\.json)),
        ]
      ))
    if !notes.isEmpty {
      pairs.append(
        ("notes", .array(notes.map { ["tag": .string($0.tag), "message": .string($0.message)] })))
    }
    pairs.append(
      (
        "counts",
        ["evaluated": .int(Int64(evaluatedCount)), "conditions": .int(Int64(conditionCount))]
      ))
    return .dictionary(ValueDictionary(pairs))
  }
}

extension ChangeSet {
  /// The kind of the values that a change is about; `any` if it is not about values.
  private func kind(of change: Change) -> ValueKind {
    switch change.property {
    case .value, .bounds, .options, .disabledOptions: break
    default: return .any
    }
    if let row = change.row {
      // The row of a removed item is known to the old topology alone.
      return outline.rows.contains(row)
        ? topology.jsonKind(of: row) : oldTopology.jsonKind(of: row)
    }
    return topology.inputs.first { $0.name == change.tag }?.type.valueKind ?? .any
  }

  /// The value of a row as people see it now, for a change of that value; nil for other changes.
  ///
  /// It is made here, so that only a client that reads JSON pays for it.
  func display(of change: Change) -> String? {
    guard change.property == .value, let row = change.row, outline.rows.contains(row) else {
      return nil
    }
    return state.display(of: change.new, of: topology.row(row))
  }

  /// What a change is of: the id of a row or a section, or the name of an input; nil for the form.
  package func subject(of change: Change) -> String? {
    let member = change.row.map(Member.row) ?? change.section.map(Member.section)
    return member.map(id) ?? change.tag
  }

  /// What decides a change and has changed, too: ids of rows and sections, and names of inputs.
  package func sources(of change: Change) -> [String] {
    let members = change.becauseMembers
    let names = Set(members.compactMap { outline.name(of: $0, in: topology) })
    return members.map(id) + change.because.filter { !names.contains($0) }
  }

  /// The id of a member that is in the form, or was before.
  func id(of member: Member) -> String {
    let isThere =
      switch member {
      case .row(let row): outline.rows.contains(row)
      case .section(let section): outline.sections.contains(section)
      }
    return isThere ? topology.id(of: member) : oldTopology.id(of: member)
  }

  /// The number of an item that is in the form, or was before.
  private func number(of item: ItemID) -> Value {
    .int((outline.items.contains(item) ? topology : oldTopology).number(of: item))
  }

  private func id(_ row: RowID?) -> Value { optional(row.map { id(of: .row($0)) }) }

  /// The language and the time zone, as far as they have changed.
  private var localePairs: [(String, Value)] {
    guard let old = journal.state.single?.locale else { return [] }
    return [
      ("language", old.language?.text, state.locale.language?.text),
      ("timeZone", old.zoneName, state.locale.zoneName),
    ]
    .compactMap { key, old, new in
      old == new ? nil : (key, ["old": optional(old), "new": optional(new)])
    }
  }

  /// A change, with the details of errors.
  private func json(of change: Change) -> Value {
    var pairs: [(String, Value)] = [("tag", optional(change.tag))]
    if let member = change.row.map({ .row($0) }) ?? change.section.map({ Member.section($0) }) {
      pairs.append(("id", .string(id(of: member))))
    }
    if let item = change.item { pairs.append(("item", number(of: item))) }
    let kind = kind(of: change)
    pairs += [
      ("attribute", .string(change.property.rawValue)), ("old", kind.shownInJSON(change.old)),
      ("new", kind.shownInJSON(change.new)),
    ]
    if let display = display(of: change) { pairs.append(("display", .string(display))) }
    if let errors = errorDetails(of: change), !errors.isEmpty {
      pairs.append(("errorDetails", .array(errors)))
    }
    pairs += [
      ("cause", .string(change.cause.rawValue)),
      ("because", .array(change.because.map(Value.string))),
    ]
    if !change.becauseMembers.isEmpty {
      let ids = change.becauseMembers.map { Value.string(id(of: $0)) }
      pairs.append(("becauseIds", .array(ids)))
    }
    return .dictionary(ValueDictionary(pairs))
  }

  /// The errors that a row shows now, or what is wrong with the number of items of a list, for a
  /// change of that; nil for other changes.
  private func errorDetails(of change: Change) -> [Value]? {
    switch change.property {
    case .errors:
      change.row.map { row in
        momentNow.shownErrors(of: row).map { $0.jsonOfState(topology.jsonKind(of: row)) }
      }
    case .verdict:
      change.section.map { list in momentNow.verdict(of: list).map { $0.jsonOfState(.any) } }
    default: nil
    }
  }

  /// The items that were inserted, removed and moved; nil if there are none.
  ///
  /// New items contain their rows, because `changes` lists only comparisons and new items have
  /// nothing to be compared with.
  private var itemsJSON: Value? {
    guard hasNewShape else { return nil }
    var inserted: [Value] = []
    var removed: [Value] = []
    var moved: [Value] = []
    let now = momentNow
    var json = StateJSON(topology)
    for change in shapeChanges {
      guard case .item(let item) = change.member else { continue }
      let list = change.to ?? change.from
      var pairs = [
        ("section", optional(list?.tag)),
        ("sectionId", optional(list?.section.map { id(of: .section($0)) })),
      ]
      func place(_ key: String, _ place: ShapeChange.Place?) {
        if let place { pairs.append((key, .int(Int64(place.position)))) }
      }
      switch change.kind {
      case .inserted:
        place("at", change.to)
        let state = now.item(item)
        pairs += state.json(&json)
        if let body = state.sections.first {
          let inside = topology.subtree(of: body).map { now.section($0).json(&json) }
          pairs.append(("sections", .array(inside)))
        }
        inserted.append(.dictionary(ValueDictionary(pairs)))
      case .removed:
        place("at", change.from)
        pairs.append(("id", number(of: item)))
        removed.append(.dictionary(ValueDictionary(pairs)))
      case .moved:
        place("from", change.from)
        place("to", change.to)
        pairs.append(("id", number(of: item)))
        moved.append(.dictionary(ValueDictionary(pairs)))
      }
    }
    guard !(inserted.isEmpty && removed.isEmpty && moved.isEmpty) else { return nil }
    return ["removed": .array(removed), "inserted": .array(inserted), "moved": .array(moved)]
  }
}

extension FormAction {
  fileprivate func json(_ topology: Topology) -> Value {
    var pairs = [
      ("tag", optional(tag)), ("id", .string(topology.id(of: .row(row)))),
      ("action", .string(kind.rawValue)),
    ]
    if let name { pairs.append(("name", .string(name))) }
    if let option { pairs.append(("option", topology.jsonKind(of: row).shownInJSON(option))) }
    return .dictionary(ValueDictionary(pairs))
  }
}

extension RefusedSubmit {
  fileprivate func json(_ topology: Topology) -> Value {
    [
      "tag": optional(tag), "id": .string(topology.id(of: .row(row))),
      "firstInvalid": optional(firstInvalidTag),
      "firstInvalidId": .string(topology.id(of: invalid)),
    ]
  }
}

extension WaitingSubmit {
  fileprivate func json(_ topology: Topology) -> Value {
    [
      "tag": optional(tag), "id": .string(topology.id(of: .row(row))),
      "withdrawn": .bool(isWithdrawn),
    ]
  }
}

extension ListUpdate {
  fileprivate var json: Value {
    [
      "deletes": .array(deletes.map(\.json)), "inserts": .array(inserts.map(\.json)),
      "moves": .array(moves.map { [$0.from.json, $0.to.json] }),
      "reloads": .array(reloads.map(\.json)),
    ]
  }
}

extension ListPlace {
  /// The JSON of a place: `[section, row]`, or `[section]` for a section.
  fileprivate var json: Value {
    .array([section, row].compactMap { $0 }.map { .int(Int64($0)) })
  }
}
