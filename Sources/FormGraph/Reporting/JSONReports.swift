// States and change sets as JSON values. Programs in other languages rely on these shapes: keys may
// be added, but are never renamed or removed.

public import Predicate

/// What the JSON of a state needs beside the states of members.
struct StateJSON {
  let topology: Topology
  /// The rows that have another value than when the form opened.
  var dirty: Set<RowID> = []
  var written = WrittenOptions()

  init(_ topology: Topology, dirty: Set<RowID> = []) {
    self.topology = topology
    self.dirty = dirty
  }

  fileprivate func id(_ member: Member) -> Value { .string(topology.id(of: member)) }

  fileprivate func number(_ item: ItemID) -> Value { .int(topology.number(of: item)) }
}

extension SectionState {
  /// The section with its rows.
  func json(_ state: inout StateJSON) -> Value {
    var pairs: [(String, Value)] = [
      ("tag", optional(tag)), ("id", state.id(.section(id))), ("title", optional(texts.title)),
      ("hidden", .bool(isHidden)), ("disabled", .bool(isDisabled)),
    ]
    if let item {
      pairs += [("name", optional(name)), ("item", state.number(item))]
      if let name { pairs.append(("address", .string(name))) }
    }
    if depth > 0 { pairs.append(("depth", .int(Int64(depth)))) }
    if isHiddenItself != isHidden { pairs.append(("ownHidden", .bool(isHiddenItself))) }
    if isDisabledItself != isDisabled { pairs.append(("ownDisabled", .bool(isDisabledItself))) }
    pairs += jsonOfDefinition(&state.written)
    if let items {
      pairs.append(("canInsert", .bool(canInsert)))
      if !verdict.isEmpty {
        pairs.append(("verdict", .array(verdict.map { .string($0.message) })))
        pairs.append(("verdictDetails", .array(verdict.map { $0.jsonOfState(.any) })))
      }
      if case .multivalued(let items) = definition.kind, items.isNamed {
        let names = items.templates.compactMap(\.name)
        pairs.append(("templates", .array(names.map(Value.string))))
      }
      let list = items.map { Value.dictionary(ValueDictionary($0.json(&state))) }
      pairs.append(("items", .array(list)))
    } else {
      pairs.append(("rows", .array(rows.map { $0.json(&state) })))
    }
    return .dictionary(ValueDictionary(pairs))
  }
}

extension ItemState {
  fileprivate func json(_ state: inout StateJSON) -> [(String, Value)] {
    // The rows of an item with sections stand in them.
    let rows = sections.isEmpty ? rows.map { $0.json(&state) } : []
    var pairs = [("id", state.number(id))]
    if let template { pairs.append(("template", .string(template))) }
    return pairs + [
      ("rows", .array(rows)), ("canDelete", .bool(canDelete)), ("canMove", .bool(canMove)),
    ]
  }
}

extension RowState {
  /// The row.
  ///
  /// Some keys appear only if they say something. Examples are own attributes that differ from the
  /// effective attributes, options if some cannot be chosen, and `dirty`.
  fileprivate func json(_ state: inout StateJSON) -> Value {
    var pairs: [(String, Value)] = [
      ("tag", optional(tag)), ("id", state.id(.row(id))),
      ("type", .string(definition.type.rawValue)),
      ("title", optional(texts.title)), ("value", jsonKinds.value.shownInJSON(value)),
      ("hidden", .bool(isHidden)), ("disabled", .bool(isDisabled)), ("required", .bool(isRequired)),
      ("valid", .bool(isValid)),
      ("errors", .array(errors.map { .string($0.message) })),
    ]
    if let address = state.topology.address(of: id, named: name) {
      pairs.append(("address", .string(address)))
    }
    if !errors.isEmpty {
      let details = errors.map { $0.jsonOfState(jsonKinds.value) }
      pairs.append(("errorDetails", .array(details)))
    }
    if shownOptions.isFiltered, let options {
      pairs.append(("options", .array(options.map { jsonKinds.value.shownInJSON($0.value) })))
    }
    if let displayText { pairs.append(("display", .string(displayText))) }
    if state.dirty.contains(id) { pairs.append(("dirty", true)) }
    if !disabledOptions.isEmpty {
      let disabled = jsonKinds.value.shownInJSON(.array(disabledOptions))
      pairs.append(("disabledOptions", disabled))
    }
    if let optionGroups {
      let key = definition.groupedBy
      pairs.append(("optionGroups", OptionGroup.json(of: optionGroups, by: key, jsonKinds)))
    }
    if !actions.isEmpty { pairs.append(("actions", ActionState.json(of: actions))) }
    if isPending { pairs.append(("pending", true)) }
    if isHiddenItself != isHidden { pairs.append(("ownHidden", .bool(isHiddenItself))) }
    if isDisabledItself != isDisabled { pairs.append(("ownDisabled", .bool(isDisabledItself))) }
    pairs += jsonOfDefinition(&state.written)
    if let next = state.topology.namedNext(of: id) {
      pairs.append(("nextId", state.id(.row(next))))
    }
    return .dictionary(ValueDictionary(pairs))
  }
}

extension ActionState {
  /// Actions with the titles that they have, and whether they are disabled.
  static func json(of actions: [ActionState]) -> Value {
    .array(
      actions.map { action in
        var pairs = [("name", Value.string(action.name))]
        if let title = action.title { pairs.append(("title", .string(title))) }
        pairs.append(("disabled", .bool(action.isDisabled)))
        if let extra = action.extra { pairs.append(("extra", extra)) }
        return .dictionary(ValueDictionary(pairs))
      })
  }
}

extension OptionGroup {
  /// Groups by a key of the options, with the values of their options.
  static func json(of groups: [OptionGroup], by key: String?, _ kinds: JSONKinds) -> Value {
    let keyKind = key.flatMap { kinds.keys[$0] } ?? .any
    return .array(
      groups.map { group in
        var pairs = [("key", keyKind.shownInJSON(group.key)), ("title", optional(group.title))]
        if let footer = group.footer { pairs.append(("footer", .string(footer))) }
        pairs.append(("options", kinds.value.shownInJSON(.array(group.options.map(\.value)))))
        return .dictionary(ValueDictionary(pairs))
      })
  }
}

extension RowError {
  /// The error with the id of its standard message and what that is filled with, for a client that
  /// has words of its own.
  ///
  /// `kind` is the kind of the value that the error is about.
  func jsonOfState(_ kind: ValueKind) -> Value {
    var pairs: [(String, Value)] = [
      ("message", .string(message)), ("id", optional(messageID?.rawValue)),
      ("severity", .string(severity.rawValue)),
    ]
    if let id { pairs.append(("rule", .string(id))) }
    if parameters.count > 0 {
      pairs.append(("parameters", kind.shownInJSON(.dictionary(parameters))))
    }
    return .dictionary(ValueDictionary(pairs))
  }
}

extension FormProblem {
  /// The problem with its text and range.
  package var json: Value { json(hasIDs: true) }

  /// The same; ids mean nothing where no form lives on.
  func json(hasIDs: Bool) -> Value {
    var pairs: [(String, Value)] = [("tags", .array(tags.map(Value.string)))]
    if hasIDs { pairs.append(("ids", .array(ids.map(Value.string)))) }
    pairs += [
      ("message", .string(message)), ("hint", optional(hint)), ("text", .string(text)),
      ("range", [.int(Int64(range.lowerBound)), .int(Int64(range.upperBound))]),
    ]
    return .dictionary(ValueDictionary(pairs))
  }
}

extension ChangeSet {
  /// What the transaction did.
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

extension PendingValidation {
  /// The question, with its arguments by their names.
  package var json: Value { json(hasIDs: true) }

  /// The same; ids mean nothing where no form lives on.
  func json(hasIDs: Bool) -> Value {
    var pairs: [(String, Value)] = [("tag", optional(tag))]
    if hasIDs { pairs.append(("id", .string(rowID))) }
    pairs += [("token", .string(token.description)), ("function", .string(function))]
    if let ruleID { pairs.append(("rule", .string(ruleID))) }
    let arguments = zip(zip(arguments.names, arguments.values), kinds).map { argument, kind in
      (argument.0, kind.shownInJSON(argument.1))
    }
    pairs.append(("arguments", .dictionary(ValueDictionary(arguments))))
    return .dictionary(ValueDictionary(pairs))
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

extension Problem {
  /// Problems with their places in a file, as JSON.
  static func json(of problems: [Problem], in source: FormSource?) -> Value {
    let lines = source.map { SourceLines($0.bytes) }
    return .array(problems.map { $0.json(in: source, lines) })
  }

  private func json(in source: FormSource?, _ lines: SourceLines?) -> Value {
    var pairs: [(String, Value)] = [
      ("severity", .string(severity.rawValue)), ("message", .string(message)),
      ("path", .string(path.description)),
    ]
    if let range, let source, let lines {
      let place = lines.excerpt(of: range)
      pairs.append(("file", .string(source.name)))
      pairs.append(("line", .int(Int64(place.line))))
      pairs.append(("column", .int(Int64(place.column))))
      pairs.append(("range", Self.json(range)))
    }
    if let textRange { pairs.append(("textRange", Self.json(textRange))) }
    if let hint { pairs.append(("hint", .string(hint))) }
    return .dictionary(ValueDictionary(pairs))
  }

  private static func json(_ range: Range<Int>) -> Value {
    [.int(Int64(range.lowerBound)), .int(Int64(range.upperBound))]
  }
}

/// Text, or nil where there is none.
func optional(_ text: String?) -> Value {
  guard let text else { return .null }
  return .string(text)
}
