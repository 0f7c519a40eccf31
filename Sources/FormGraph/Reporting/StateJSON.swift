// The states of members as JSON values, and what is wrong with them. Programs in other languages
// rely on these shapes: keys may be added, but are never renamed or removed.

package import Predicate

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
  func json(_ state: inout StateJSON) -> [(String, Value)] {
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
    .array(
      groups.map { group in
        json(
          ofGroup: group.key, (group.title, group.footer), .array(group.options.map(\.value)),
          by: key, kinds)
      })
  }

  /// The same of groups whose keys and lists of values take turns.
  static func json(
    of groups: [Value], _ texts: GroupTexts, by key: String?, _ kinds: JSONKinds
  ) -> Value {
    .array(
      stride(from: 0, to: groups.count - 1, by: 2).map { index in
        json(
          ofGroup: groups[index], texts.texts(ofGroup: groups[index]), groups[index + 1], by: key,
          kinds)
      })
  }

  private static func json(
    ofGroup group: Value, _ texts: (title: String?, footer: String?), _ values: Value,
    by key: String?, _ kinds: JSONKinds
  ) -> Value {
    let keyKind = key.flatMap { kinds.keys[$0] } ?? .any
    var pairs = [("key", keyKind.shownInJSON(group)), ("title", optional(texts.title))]
    if let footer = texts.footer { pairs.append(("footer", .string(footer))) }
    pairs.append(("options", kinds.value.shownInJSON(values)))
    return .dictionary(ValueDictionary(pairs))
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

/// Text, or nil where there is none.
func optional(_ text: String?) -> Value {
  guard let text else { return .null }
  return .string(text)
}
