// Reads values of edits from JSON: looks up names, and converts each value to the kind of its row
// or input. A valid value that does not fit is refused by the form when the edit is applied.

package import FormGraph
package import Predicate

/// Reads values from JSON, using the names of a form.
package struct EditValues: Sendable {
  package private(set) var names: EditNames

  package init(_ definition: FormDefinition) { names = EditNames(of: definition) }

  /// The same for a live form, whose ids are names.
  func naming(membersOf form: Form) -> EditValues {
    var values = self
    values.names.form = form
    return values
  }

  /// A value from JSON, converted to the type of its row.
  ///
  /// If it does not fit, the form refuses it later.
  package func value(_ json: Value, for name: String) throws(EditRefusal) -> Value {
    try value(json, for: name, try names.holder(name))
  }

  private func value(
    _ json: Value, for name: String, _ holder: EditNames.Holder
  ) throws(EditRefusal) -> Value {
    if let kind = holder.optionKind, kind.hintForDates != nil {
      return kind.eachConvertedFromJSON(json)
    }
    guard let value = holder.kind.givenFromJSON(json) else {
      if let hint = holder.kind.hintForDates, case .string(let text) = json {
        throw EditRefusal(
          "'\(name)' holds \(holder.kind.description), not \(Problem.quoted(text))",
          hint: hint)
      }
      return json
    }
    return value
  }

  /// The values of an object of tags and values, in order.
  package func edits(of element: JSONElement) throws(EditRefusal) -> [Transaction.Edit] {
    guard case .object(let members) = element.content else {
      throw EditRefusal(
        "the values must be an object, like {\"tag\": true}", range: element.range)
    }
    var values = ValueDictionary()
    var notes: [Transaction.Edit] = []
    for member in members {
      values[member.key] = try named(member)
      notes += notesOfUTC(member.element.value, for: member.key)
    }
    return [.values(values)] + notes
  }

  /// The edits for answers, an object as `--values` prints it.
  ///
  /// They set off no actions. Nested answers are looked up by the form, which says where a name
  /// belongs.
  package func answers(of element: JSONElement) throws(EditRefusal) -> [Transaction.Edit] {
    guard names.answers != nil, case .object(let members) = element.content else {
      return try edits(of: element).map { edit in
        if case .values(let values) = edit { .answers(values) } else { edit }
      }
    }
    return [.answers(ValueDictionary(members.map { ($0.key, $0.element.value) }))]
  }

  /// The edits that note which texts among the values for a name were read in UTC.
  ///
  /// The recursion goes through lists in items as deep as the names of lists do.
  package func notesOfUTC(_ json: Value, for name: String) -> [Transaction.Edit] {
    switch json {
    case .string(let text):
      // Most texts are no dates, so this is asked before the name is looked up.
      guard ValueKind.date.readsInUTC(json) else { return [] }
      let holder = names.ownHolder(name) ?? (try? names.holder(name))
      return holder?.kind.readsInUTC(.string(text)) == true ? [.noteUTC(of: name)] : []
    case .array(let items) where names.items(of: name) != nil:
      return items.indices.flatMap { position -> [Transaction.Edit] in
        let item = "\(name)[\(position)]"
        guard case .dictionary(let members) = items[position] else {
          return notesOfUTC(items[position], for: item)
        }
        return zip(members.keys, members.values).flatMap {
          notesOfUTC($0.1, for: "\(item).\($0.0)")
        }
      }
    default: return []
    }
  }

  /// The values of an object of inputs.
  package func inputs(of members: [JSONMember]) throws(EditRefusal) -> [String: Value] {
    var values: [String: Value] = [:]
    for member in members {
      values[member.key] = try placed(member.keyRange) { () throws(EditRefusal) in
        try value(member.element.value, for: names.input(member.key))
      }
    }
    return values
  }

  /// The value for a name among the form's values.
  package func named(_ member: JSONMember) throws(EditRefusal) -> Value {
    if names.ownHolder(member.key) == nil, names.items(of: member.key) != nil,
      case .array(let list) = member.element.content
    {
      var items: [Value] = []
      for (position, item) in list.enumerated() {
        items.append(
          try placed(item.range) { () throws(EditRefusal) in
            try itemValue(item.value, in: member.key, at: position)
          })
      }
      return .array(items)
    }
    return try placed(member.keyRange) { () throws(EditRefusal) in
      if let holder = names.ownHolder(member.key) {
        return try value(member.element.value, for: member.key, holder)
      }
      return try value(member.element.value, for: member.key)
    }
  }

  private func placed(
    _ range: Range<Int>, _ read: () throws(EditRefusal) -> Value
  ) throws(EditRefusal) -> Value {
    do throws(EditRefusal) { return try read() } catch {
      var error = error
      error.range = range
      throw error
    }
  }

  // MARK: - Items

  /// The value of a new item from JSON.
  ///
  /// Its members are converted to the types of their rows.
  package func itemValue(
    _ json: Value, in section: String, at position: Int
  ) throws(EditRefusal) -> Value {
    let name = "\(section)[\(position)]"
    let items = names.items(of: section)
    switch (items?.template, json) {
    case (.item(let row), _): return try value(json, for: name, names.holder(of: row))
    case (.rows, .dictionary(let members)):
      var item = ValueDictionary()
      for (key, member) in zip(members.keys, members.values) {
        let name = "\(name).\(key)"
        if items?.isNamed == true, key == ItemsDefinition.templateKey {
          item[key] = member
        } else if names.items(of: name) != nil, case .array(let list) = member {
          item[key] = .array(try itemValues(list, in: name))
        } else {
          item[key] = try value(member, for: name, try names.holder(name))
        }
      }
      return .dictionary(item)
    default: return json
    }
  }

  /// The values of the items of a list in an item.
  package func itemValues(
    _ list: [Value], in section: String
  ) throws(EditRefusal) -> [Value] {
    var items: [Value] = []
    for (position, item) in list.enumerated() {
      items.append(try itemValue(item, in: section, at: position))
    }
    return items
  }
}
