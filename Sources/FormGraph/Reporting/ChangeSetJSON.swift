// Change sets as JSON, under the keys of `ToldKey`. They are written straight from the differences
// between two moments, without a tree of values.

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
    let differences = Differences(self, touched, .clients)
    let reasons = reasons(of: differences)
    var changed = IDSet<RowIndex>()
    var ofClients: [Difference] = []
    json.list(.changes) { json in
      differences.forEach { difference in
        guard let property = difference.name.property else { return ofClients.append(difference) }
        if case .row(let row) = difference.subject { changed.insert(row) }
        guard let told = differences.toldToClients(difference) else { return }
        write(told, property, reasons.why(difference, property), to: &json)
      }
    }
    differences.forEachOfClients { ofClients.append($0) }
    ofClients += told?.differences ?? []
    json.list(ifAny: .stateChanges) { json in
      for difference in ofClients { write(difference, to: &json) }
    }
    json.object(.structure) { listUpdate(of: touched, isChanged: changed.contains).write(to: &$0) }
    writeSources(touched, differences, to: &json)
    writeItems(to: &json)
    json.member(ifOther: Aspects.canSubmit, differences.before, differences.now)
    told?.writeWhole(self, to: &json)
    if let focus {
      json.object(.focus) { json in
        json.member(.old, optional(focus.oldTag))
        json.member(.new, optional(focus.newTag))
        json.member(.oldId, id(focus.old))
        json.member(.newId, id(focus.new))
      }
    }
    if !actions.isEmpty {
      json.list(.actions) { json in
        for action in actions { action.write(topology, to: &json) }
      }
    }
    if let refusedSubmit { json.member(.refusedSubmit, refusedSubmit.json(topology)) }
    if let waitingSubmit { json.member(.waitingSubmit, waitingSubmit.json(topology)) }
    json.member(ifOther: Aspects.language, differences.before, differences.now)
    json.member(ifOther: Aspects.direction, differences.before, differences.now)
    json.member(ifOther: Aspects.timeZone, differences.before, differences.now)
    let (began, ended) = (pendingBegan, pendingEnded)
    if !began.isEmpty || !ended.isEmpty {
      json.member(.pending, began: began.map(\.json), ended: ended.map(\.json))
    }
    if !topology.graph.pages.isEmpty { writePages(touched, to: &json) }
    let problems = problemsOfClients
    json.member(.problems, began: problems.began.map(\.json), ended: problems.ended.map(\.json))
    if !notes.isEmpty {
      json.list(.notes) { json in
        for note in notes {
          json.object { json in
            json.member(.tag, .string(note.tag))
            json.member(.message, .string(note.message))
          }
        }
      }
    }
    json.object(.counts) { json in
      json.member(.evaluated, .int(Int64(evaluatedCount)))
      json.member(.conditions, .int(Int64(conditionCount)))
    }
  }
}

extension JSONText {
  /// Writes a member that tells what has begun and what has ended.
  fileprivate mutating func member(_ key: ToldKey, began: [Value], ended: [Value]) {
    object(key) { json in
      json.member(.began, .array(began))
      json.member(.ended, .array(ended))
    }
  }

  /// Writes an aspect as a member, if it is different now.
  mutating func member<Seen>(ifOther aspect: Aspect<Seen>, _ old: Seen, _ new: Seen) {
    let (old, new) = (aspect.told(old), aspect.told(new))
    guard old != new else { return }
    object(aspect.name.key) { json in
      json.member(.old, old)
      json.member(.new, new)
    }
  }

  /// Writes a member that is different now.
  mutating func member(_ key: ToldKey, old: Value, new: Value) {
    object(key) { json in
      json.member(.old, old)
      json.member(.new, new)
    }
  }
}

extension ChangeSet {
  /// What the subject of a difference is called, and what it is part of.
  struct Named {
    var tag: String?
    var input: InputID?
    var row: RowIndex?
    var section: SectionIndex?
    var item: ItemIndex?
    /// A row that has the options, where a difference is of their source.
    var sourceOf: RowIndex?

    var member: Member? { row.map { .row($0) } ?? section.map { .section($0) } }
  }

  func named(_ subject: Difference.Subject) -> Named {
    func named(_ row: RowIndex, _ topology: Topology, _ outline: Outline) -> Named {
      Named(
        tag: outline.name(of: row, in: topology), row: row,
        section: topology.rows[row.index].section, item: topology.rows[row.index].item)
    }
    return switch subject {
    case .input(let input): Named(tag: topology.graph.inputs[input.index].name, input: input)
    case .form: Named()
    case .section(let section):
      Named(
        tag: outline.name(of: section, in: topology), section: section,
        item: topology.sections[section.index].item)
    case .row(let row): named(row, topology, outline)
    case .removedRow(let row): named(row, oldTopology, oldOutline)
    case .item(let item): Named(tag: outline.name(of: item, in: topology), item: item)
    case .source(let row): Named(sourceOf: row)
    }
  }

  /// The kind of the values that a change is about; `any` if it is not about values.
  private func kind(of property: Change.Property, _ named: Named) -> ValueKind {
    switch property {
    case .value, .bounds, .options, .disabledOptions: break
    default: return .any
    }
    if let row = named.row {
      // The row of a removed item is known to the old topology alone.
      return outline.rows.contains(row)
        ? topology.jsonKind(of: row) : oldTopology.jsonKind(of: row)
    }
    return named.input.map { topology.graph.inputs[$0.index].type.valueKind } ?? .any
  }

  /// A value of a row as people see it now; nil of anything else.
  ///
  /// It is made here, so that only a client that reads JSON pays for it.
  func display(of value: Value, _ row: RowIndex?) -> String? {
    guard let row, outline.rows.contains(row) else { return nil }
    return state.display(of: value, of: topology.row(row))
  }

  /// What a change is of: the id of a row or a section, or the name of an input; nil for the form.
  package func subject(of change: Change) -> String? {
    let member =
      change.row.map { Member.row($0.index) } ?? change.section.map { .section($0.index) }
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
  private func number(of item: ItemIndex) -> Value {
    .int((outline.items.contains(item) ? topology : oldTopology).number(of: item))
  }

  private func id(_ row: RowID?) -> Value { optional(row.map { id(of: .row($0.index)) }) }

  /// Writes a difference that only clients are told.
  private func write(_ difference: Difference, to json: inout JSONText) {
    let isDirty = difference.name == Aspects.dirty.name
    let cause = isDirty ? Change.Cause.set : hasNewShape ? .structure : .condition
    json.object { json in
      var named = named(difference.subject)
      if named.member != nil { named.item = nil }
      writeNames(named, to: &json)
      json.member(.attribute, .string(difference.name.key))
      json.member(.old, difference.old)
      json.member(.new, difference.new)
      json.member(.cause, .string((wholeCause ?? cause).rawValue))
      json.member(.because, [])
    }
  }

  /// Writes a change that people are told, with the details of errors.
  private func write(
    _ difference: Difference, _ property: Change.Property, _ why: Why, to json: inout JSONText
  ) {
    json.object { json in
      let named = named(difference.subject)
      writeNames(named, to: &json)
      let kind = kind(of: property, named)
      json.member(.attribute, .string(property.rawValue))
      json.member(.old, kind.shownInJSON(difference.old))
      json.member(.new, kind.shownInJSON(difference.new))
      if property == .value, let display = display(of: difference.new, named.row) {
        json.member(.display, .string(display))
      }
      if let errors = errorDetails(of: property, named), !errors.isEmpty {
        json.member(.errorDetails, .array(errors))
      }
      json.member(.cause, .string(why.cause.rawValue))
      json.list(.because) { json in
        for name in why.because.names { json.value(.string(name)) }
      }
      json.list(ifAny: .becauseIds) { json in
        for member in why.because.members { json.value(.string(id(of: member))) }
      }
    }
  }

  /// Writes the members that name what a change is of.
  private func writeNames(_ named: Named, to json: inout JSONText) {
    json.member(.tag, optional(named.tag))
    if let member = named.member { json.member(.id, .string(id(of: member))) }
    if let item = named.item { json.member(.item, number(of: item)) }
    if let row = named.sourceOf {
      let source = momentNow.source(of: topology.row(row))
      json.member(.optionSource, optional(source.map(topology.id)))
    }
  }

  /// The errors that a row shows now, or what is wrong with the number of items of a list, for a
  /// change of that; nil for other changes.
  private func errorDetails(of property: Change.Property, _ named: Named) -> [Value]? {
    switch (property, named.member) {
    case (.errors, .row(let row)?):
      momentNow.shownErrors(of: row).map { $0.jsonOfState(topology.jsonKind(of: row)) }
    case (.verdict, .section(let list)?):
      momentNow.verdict(of: list).map { $0.jsonOfState(.any) }
    default: nil
    }
  }

  /// The items that were inserted, removed and moved, if there are any.
  ///
  /// New items contain their rows, because `changes` lists only comparisons and new items have
  /// nothing to be compared with.
  private func writeItems(to json: inout JSONText) {
    guard hasNewShape else { return }
    let items = shapeChanges.compactMap { change -> (change: ShapeChange, item: ItemIndex)? in
      if case .item(let item) = change.member { (change, item.index) } else { nil }
    }
    guard !items.isEmpty else { return }
    let now = momentNow
    json.object(.items) { json in
      for (key, kind) in Self.kindsOfItemChanges {
        json.list(key) { json in
          for (change, item) in items where change.kind == kind {
            write(change, of: item, now, to: &json)
          }
        }
      }
    }
  }

  private static let kindsOfItemChanges: [(ToldKey, ShapeChange.Kind)] = [
    (.removed, .removed), (.inserted, .inserted), (.moved, .moved),
  ]

  private func write(
    _ change: ShapeChange, of item: ItemIndex, _ now: Moment, to json: inout JSONText
  ) {
    json.object { json in
      let list = change.to ?? change.from
      json.member(.section, optional(list?.tag))
      json.member(.sectionId, optional(list?.section.map { id(of: .section($0.index)) }))
      func place(_ key: ToldKey, _ place: ShapeChange.Place?) {
        if let place { json.member(key, .int(Int64(place.position))) }
      }
      switch change.kind {
      case .inserted:
        place(.at, change.to)
        json.members(now.json(of: item))
        if let body = topology.sections(of: item).first {
          json.list(.sections) { json in
            for section in outline.subtree(of: body, in: topology) {
              json.value(now.json(of: section))
            }
          }
        }
      case .removed:
        place(.at, change.from)
        json.member(.id, number(of: item))
      case .moved:
        place(.from, change.from)
        place(.to, change.to)
        json.member(.id, number(of: item))
      }
    }
  }
}

extension FormAction {
  fileprivate func write(_ topology: Topology, to json: inout JSONText) {
    json.object { json in
      json.member(.tag, optional(tag))
      json.member(.id, .string(topology.id(of: .row(row.index))))
      json.member(.action, .string(kind.rawValue))
      if let name { json.member(.name, .string(name)) }
      if let option { json.member(.option, topology.jsonKind(of: row.index).shownInJSON(option)) }
    }
  }
}

extension RefusedSubmit {
  fileprivate func json(_ topology: Topology) -> Value {
    .object([
      (.tag, optional(tag)), (.id, .string(topology.id(of: .row(row.index)))),
      (.firstInvalid, optional(firstInvalidTag)),
      (.firstInvalidId, .string(topology.id(of: invalid))),
    ])
  }
}

extension WaitingSubmit {
  fileprivate func json(_ topology: Topology) -> Value {
    .object([
      (.tag, optional(tag)), (.id, .string(topology.id(of: .row(row.index)))),
      (.withdrawn, .bool(isWithdrawn)),
    ])
  }
}

extension ListUpdate {
  /// Writes the members of its object.
  fileprivate func write(to json: inout JSONText) {
    json.list(.deletes) { json in for place in deletes { place.write(to: &json) } }
    json.list(.inserts) { json in for place in inserts { place.write(to: &json) } }
    json.list(.moves) { json in
      for move in moves {
        json.list { json in
          move.from.write(to: &json)
          move.to.write(to: &json)
        }
      }
    }
    json.list(.reloads) { json in for place in reloads { place.write(to: &json) } }
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
