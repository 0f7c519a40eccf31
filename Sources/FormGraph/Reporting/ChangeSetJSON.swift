// Change sets as JSON. Programs in other languages rely on these shapes: keys may be added, but are
// never renamed or removed.

public import Predicate

extension ChangeSet {
  /// What the transaction did.
  ///
  /// What differs of the form as a whole, such as `dirty` and `canUndo`, `FormSession` of
  /// FormProtocol tells beside it. It is read back from the text that clients are sent, and null if
  /// that is longer than `JSONReader.maximumBytes`, or nests deeper than `JSONReader.maximumDepth`
  /// as what a host has put into a form may.
  ///
  /// - Complexity: O(n) in the size of the form, because of the positions in `structure`.
  public var json: Value {
    var json = JSONText()
    json.object { write(TouchedMembers(self), nil, to: &$0) }
    return (try? JSONReader.read(json.bytes))?.value ?? .null
  }

  /// Writes the members of the object that says what the transaction did, with what has become
  /// different of the form as a whole.
  func write(_ touched: TouchedMembers, _ told: ToldChanges?, to json: inout JSONText) {
    let sections = touched.inOrder(self)
    let changes = changes(of: touched, sections)
    json.list("changes") { json in
      for change in changes { write(change, to: &json) }
    }
    json.list(ifAny: "stateChanges") { json in
      ClientChanges.write(self, touched, sections, to: &json)
      told?.writeRows(self, to: &json)
    }
    let changed = IDSet(changes.compactMap(\.row))
    json.object("structure") { listUpdate(of: touched, isChanged: changed.contains).write(to: &$0) }
    writeItems(to: &json)
    if canSubmit.old != canSubmit.new {
      json.member("canSubmit", old: .bool(canSubmit.old), new: .bool(canSubmit.new))
    }
    told?.writeWhole(topology, to: &json)
    if let focus {
      json.object("focus") { json in
        json.member("old", optional(focus.oldTag))
        json.member("new", optional(focus.newTag))
        json.member("oldId", id(focus.old))
        json.member("newId", id(focus.new))
      }
    }
    if !actions.isEmpty {
      json.list("actions") { json in
        for action in actions { action.write(topology, to: &json) }
      }
    }
    if let refusedSubmit { json.member("refusedSubmit", refusedSubmit.json(topology)) }
    if let waitingSubmit { json.member("waitingSubmit", waitingSubmit.json(topology)) }
    writeLocale(to: &json)
    let (began, ended) = (pendingBegan, pendingEnded)
    if !began.isEmpty || !ended.isEmpty {
      json.member("pending", began: began.map(\.json), ended: ended.map(\.json))
    }
    if !topology.graph.pages.isEmpty { writePages(touched, to: &json) }
    json.member("problems", began: problemsBegan.map(\.json), ended: problemsEnded.map(\.json))
    if !notes.isEmpty {
      json.list("notes") { json in
        for note in notes {
          json.object { json in
            json.member("tag", .string(note.tag))
            json.member("message", .string(note.message))
          }
        }
      }
    }
    json.object("counts") { json in
      json.member("evaluated", .int(Int64(evaluatedCount)))
      json.member("conditions", .int(Int64(conditionCount)))
    }
  }
}

extension JSONText {
  /// Writes a member that tells what has begun and what has ended.
  fileprivate mutating func member(_ key: StaticString, began: [Value], ended: [Value]) {
    object(key) { json in
      json.member("began", .array(began))
      json.member("ended", .array(ended))
    }
  }

  /// Writes a member that is different now.
  mutating func member(_ key: StaticString, old: Value, new: Value) {
    object(key) { json in
      json.member("old", old)
      json.member("new", new)
    }
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
    return topology.graph.inputs.first { $0.name == change.tag }?.type.valueKind ?? .any
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
  private func writeLocale(to json: inout JSONText) {
    guard let old = journal.state.single?.locale else { return }
    let (language, zone) = (state.locale.language?.text, state.locale.zoneName)
    if old.language?.text != language {
      json.member("language", old: optional(old.language?.text), new: optional(language))
    }
    if old.zoneName != zone {
      json.member("timeZone", old: optional(old.zoneName), new: optional(zone))
    }
  }

  /// A change, with the details of errors.
  private func write(_ change: Change, to json: inout JSONText) {
    json.object { json in
      json.member("tag", optional(change.tag))
      if let member = change.row.map({ .row($0) }) ?? change.section.map({ Member.section($0) }) {
        json.member("id", .string(id(of: member)))
      }
      if let item = change.item { json.member("item", number(of: item)) }
      let kind = kind(of: change)
      json.member("attribute", .string(change.property.rawValue))
      json.member("old", kind.shownInJSON(change.old))
      json.member("new", kind.shownInJSON(change.new))
      if let display = display(of: change) { json.member("display", .string(display)) }
      if let errors = errorDetails(of: change), !errors.isEmpty {
        json.member("errorDetails", .array(errors))
      }
      json.member("cause", .string(change.cause.rawValue))
      json.list("because") { json in
        for name in change.because { json.value(.string(name)) }
      }
      json.list(ifAny: "becauseIds") { json in
        for member in change.becauseMembers { json.value(.string(id(of: member))) }
      }
    }
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

  /// The items that were inserted, removed and moved, if there are any.
  ///
  /// New items contain their rows, because `changes` lists only comparisons and new items have
  /// nothing to be compared with.
  private func writeItems(to json: inout JSONText) {
    guard hasNewShape else { return }
    let items = shapeChanges.compactMap { change -> (change: ShapeChange, item: ItemID)? in
      if case .item(let item) = change.member { (change, item) } else { nil }
    }
    guard !items.isEmpty else { return }
    var states = StateJSON(topology)
    json.object("items") { json in
      for (key, kind) in Self.kindsOfItemChanges {
        json.list(key) { json in
          for (change, item) in items where change.kind == kind {
            write(change, of: item, &states, to: &json)
          }
        }
      }
    }
  }

  private static let kindsOfItemChanges: [(StaticString, ShapeChange.Kind)] = [
    ("removed", .removed), ("inserted", .inserted), ("moved", .moved),
  ]

  private func write(
    _ change: ShapeChange, of item: ItemID, _ states: inout StateJSON, to json: inout JSONText
  ) {
    json.object { json in
      let list = change.to ?? change.from
      json.member("section", optional(list?.tag))
      json.member("sectionId", optional(list?.section.map { id(of: .section($0)) }))
      func place(_ key: StaticString, _ place: ShapeChange.Place?) {
        if let place { json.member(key, .int(Int64(place.position))) }
      }
      switch change.kind {
      case .inserted:
        place("at", change.to)
        let state = momentNow.item(item)
        json.members(state.json(&states))
        if let body = state.sections.first {
          json.list("sections") { json in
            for section in outline.subtree(of: body, in: topology) {
              json.value(momentNow.section(section).json(&states))
            }
          }
        }
      case .removed:
        place("at", change.from)
        json.member("id", number(of: item))
      case .moved:
        place("from", change.from)
        place("to", change.to)
        json.member("id", number(of: item))
      }
    }
  }
}

extension FormAction {
  fileprivate func write(_ topology: Topology, to json: inout JSONText) {
    json.object { json in
      json.member("tag", optional(tag))
      json.member("id", .string(topology.id(of: .row(row))))
      json.member("action", .string(kind.rawValue))
      if let name { json.member("name", .string(name)) }
      if let option { json.member("option", topology.jsonKind(of: row).shownInJSON(option)) }
    }
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
  /// Writes the members of its object.
  fileprivate func write(to json: inout JSONText) {
    json.list("deletes") { json in for place in deletes { place.write(to: &json) } }
    json.list("inserts") { json in for place in inserts { place.write(to: &json) } }
    json.list("moves") { json in
      for move in moves {
        json.list { json in
          move.from.write(to: &json)
          move.to.write(to: &json)
        }
      }
    }
    json.list("reloads") { json in for place in reloads { place.write(to: &json) } }
  }
}

extension ListPlace {
  /// Writes a place: `[section, row]`, or `[section]` for a section.
  fileprivate func write(to json: inout JSONText) {
    json.list { json in
      json.value(.int(Int64(section)))
      if let row { json.value(.int(Int64(row))) }
    }
  }
}
