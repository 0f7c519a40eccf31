// Reads typed edits: looks up names, parses values, and combines adjacent values. All of this
// happens before the first edit, so that a mistake stops the command before anything is shown. A
// valid value that does not fit is refused by the form when the edit is applied.

import FormGraph
import Predicate

/// Reads edits, using the names of a form.
struct EditReader {
  let definition: FormDefinition
  /// Whether validation includes hidden rows.
  let includesHidden: Bool
  private let names: EditNames

  init(_ definition: FormDefinition, includesHidden: Bool = false) {
    self.definition = definition
    self.includesHidden = includesHidden
    names = EditNames(definition)
  }

  // MARK: - Actions

  /// The transactions for some actions.
  ///
  /// Adjacent values make one transaction; every other action is its own transaction.
  func transactions(
    _ actions: [Action], read: (String) throws(CommandError) -> [UInt8]
  ) throws(CommandError) -> [Transaction] {
    var transactions: [Transaction] = []
    var isOpen = false
    for action in actions {
      let isValue = action.setsValues
      if !isOpen || !isValue { transactions.append(Transaction()) }
      isOpen = isValue
      let last = transactions.count - 1
      transactions[last].text += (transactions[last].text.isEmpty ? "" : " ") + action.text
      switch action {
      case .undo: transactions[last].step = .undo
      case .redo: transactions[last].step = .redo
      default: transactions[last].edits += try edits(action, read: read)
      }
    }
    return transactions
  }

  private func edits(
    _ action: Action, read: (String) throws(CommandError) -> [UInt8]
  ) throws(CommandError) -> [Transaction.Edit] {
    switch action {
    case .set(let assignment): [try edit(assignment)]
    case .setAll(let path): try edits(inObject: try read(path), named: Files.name(of: path))
    case .insert(let item, let assignment, let template):
      try insertion(item, assignment, template)
    case .remove(let item):
      [.remove(section: try names.itemSection(item.section), at: item.position)]
    case .move(let item, let position):
      [.move(section: try names.itemSection(item.section), at: item.position, to: position)]
    case .focus(let tag): [.focus(try names.row(tag))]
    case .blur(let tag): [.blur(try names.row(tag))]
    case .tap(let tag): [.tap(try names.row(tag))]
    case .select(let assignment): [.select(assignment.name, try option(assignment))]
    case .validate(let tag): [.validate(try scope(tag))]
    case .reset(nil): [.reset(nil)]
    case .reset(let tag?): [.reset(try names.row(tag))]
    case .undo, .redo: []
    }
  }

  func inputs(_ assignments: [Assignment]) throws(CommandError) -> [String: Value] {
    var values: [String: Value] = [:]
    for assignment in assignments {
      values[try names.input(assignment.name)] = try value(assignment)
    }
    return values
  }

  // MARK: - Values

  private func edit(_ assignment: Assignment) throws(CommandError) -> Transaction.Edit {
    let name = assignment.name
    guard assignment.isJSON, names.items(of: name) != nil,
      case .array(let list) = try json(assignment)
    else { return .set(name, try value(assignment)) }
    // A whole list of items is set like the values in a file.
    return .values(ValueDictionary([(name, .array(try itemValues(list, in: name)))]))
  }

  private func value(_ assignment: Assignment) throws(CommandError) -> Value {
    if assignment.isJSON { return try value(try json(assignment), for: assignment.name) }
    return try value(assignment, try names.holder(assignment.name))
  }

  /// The value for a typed text, according to the row or input.
  private func value(
    _ assignment: Assignment, _ holder: EditNames.Holder
  ) throws(CommandError) -> Value {
    let kind = holder.kind
    if assignment.value.isEmpty, !holder.keepsEmpty { return .null }
    guard
      let value = kind.value(of: assignment.value, options: holder.options, kind: holder.optionKind)
    else {
      throw .refused(
        "'\(assignment.name)' holds \(kind.description), not '\(assignment.value)'",
        hint: assignment.value.isEmpty
          ? "write \(assignment.name):=null for no value" : kind.spellingHint)
    }
    return value
  }

  /// The option for a typed text.
  ///
  /// The form checks whether the row has it.
  private func option(_ assignment: Assignment) throws(CommandError) -> Value {
    let holder = try names.holder(try names.row(assignment.name))
    guard !assignment.isJSON else { return try json(assignment) }
    return ValueKind.choice.value(
      of: assignment.value, options: holder.options, kind: holder.optionKind) ?? .null
  }

  private func json(_ assignment: Assignment) throws(CommandError) -> Value {
    let bytes = Array(assignment.value.utf8)
    do throws(Problem) { return try JSONReader.readDistinct(bytes).value } catch {
      let name = "the JSON for \(assignment.name.printable)"
      throw .refused(error, in: FormSource(name: name, bytes: bytes))
    }
  }

  /// A value from JSON, converted to the type of its row.
  ///
  /// If it does not fit, the form refuses it later.
  private func value(_ json: Value, for name: String) throws(CommandError) -> Value {
    try value(json, for: name, try names.holder(name))
  }

  private func value(
    _ json: Value, for name: String, _ holder: EditNames.Holder
  ) throws(CommandError) -> Value {
    guard let value = holder.kind.givenFromJSON(json) else {
      if let hint = holder.kind.hintForDates, case .string(let text) = json {
        throw .refused("'\(name)' holds \(holder.kind.description), not '\(text)'", hint: hint)
      }
      return json
    }
    return value
  }

  /// The edits in a file of values.
  ///
  /// Mistakes are reported with their places.
  private func edits(
    inObject bytes: [UInt8], named name: String
  ) throws(CommandError) -> [Transaction.Edit] {
    let element: JSONElement
    let source = FormSource(name: name, bytes: bytes)
    do throws(Problem) { element = try JSONReader.readDistinct(bytes) } catch {
      throw .refused(error, in: source)
    }
    do throws(MisplacedError) { return try edits(of: element) } catch {
      let problem = Problem(error.error.message, range: error.range, hint: error.error.hint)
      throw CommandError(problem, in: source, status: error.error.status)
    }
  }

  /// A mistake in edits in JSON, with its place.
  struct MisplacedError: Error {
    let error: CommandError
    let range: Range<Int>
  }

  /// The values of an object of tags and values, in order.
  func edits(of element: JSONElement) throws(MisplacedError) -> [Transaction.Edit] {
    guard case .object(let members) = element.content else {
      throw MisplacedError(
        error: .refused("the values must be an object, like {\"tag\": true}"), range: element.range)
    }
    var values = ValueDictionary()
    for member in members {
      values[member.key] = try named(member)
    }
    return [.values(values)]
  }

  /// The values of an object of inputs.
  func inputs(of members: [JSONMember]) throws(MisplacedError) -> [String: Value] {
    var values: [String: Value] = [:]
    for member in members {
      values[member.key] = try placed(member.keyRange) { () throws(CommandError) in
        try value(member.element.value, for: names.input(member.key))
      }
    }
    return values
  }

  /// The value for a name among the form's values.
  func named(_ member: JSONMember) throws(MisplacedError) -> Value {
    if names.ownHolder(member.key) == nil, names.items(of: member.key) != nil,
      case .array(let list) = member.element.content
    {
      var items: [Value] = []
      for (position, item) in list.enumerated() {
        items.append(
          try placed(item.range) { () throws(CommandError) in
            try itemValue(item.value, in: member.key, at: position)
          })
      }
      return .array(items)
    }
    return try placed(member.keyRange) { () throws(CommandError) in
      if let holder = names.ownHolder(member.key) {
        return try value(member.element.value, for: member.key, holder)
      }
      return try value(member.element.value, for: member.key)
    }
  }

  private func placed(
    _ range: Range<Int>, _ read: () throws(CommandError) -> Value
  ) throws(MisplacedError) -> Value {
    do throws(CommandError) { return try read() } catch {
      throw MisplacedError(error: error, range: range)
    }
  }

  // MARK: - Items

  /// The edits that insert an item.
  private func insertion(
    _ item: ItemAddress, _ assignment: Assignment?, _ template: String?
  ) throws(CommandError) -> [Transaction.Edit] {
    let value = try itemValue(item, assignment)
    let edit = Transaction.Edit.insert(
      section: item.section, at: item.position, value, template: template)
    // Empty text means nil, but inserting nil would use the template's value. So the item is set to
    // nil afterwards.
    let isErased = value.isNull && assignment?.value.isEmpty == true
    return isErased ? [edit, .set(item.description, .null)] : [edit]
  }

  /// The typed value of a new item: text for the only row, or JSON for several rows.
  private func itemValue(
    _ item: ItemAddress, _ assignment: Assignment?
  ) throws(CommandError) -> Value {
    let section = try names.itemSection(item.section)
    guard let assignment else { return .null }
    switch names.items(of: section)?.template {
    case .item(let row) where !assignment.isJSON:
      return try value(assignment, names.holder(of: row))
    case nil where !assignment.isJSON: return .string(assignment.value)
    default: return try itemValue(try json(assignment), in: section, at: item.position)
    }
  }

  /// The value of a new item from JSON.
  ///
  /// Its members are converted to the types of their rows.
  func itemValue(
    _ json: Value, in section: String, at position: Int
  ) throws(CommandError) -> Value {
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
  private func itemValues(
    _ list: [Value], in section: String
  ) throws(CommandError) -> [Value] {
    var items: [Value] = []
    for (position, item) in list.enumerated() {
      items.append(try itemValue(item, in: section, at: position))
    }
    return items
  }

  // MARK: - Names

  /// The validation scope for a tag.
  private func scope(_ tag: String?) throws(CommandError) -> ValidationScope {
    guard let tag else { return .form(includingHidden: includesHidden) }
    try names.checkMember(tag)
    return names.isSection(tag)
      ? .section(.tag(tag), includingHidden: includesHidden)
      : .row(.tag(tag), includingHidden: includesHidden)
  }

  func checkItemSection(_ tag: String) throws(CommandError) { _ = try names.itemSection(tag) }

  /// Checks that a row with a tag exists, or that items can have such a row.
  func checkRow(_ tag: String) throws(CommandError) { _ = try names.row(tag) }

  /// Checks that a row or a section with a tag exists, or that items can have such a row.
  func checkMember(_ tag: String) throws(CommandError) { try names.checkMember(tag) }
}

extension ValueKind {
  /// How dates of this kind are written; nil if values are not dates.
  fileprivate var hintForDates: String? {
    switch self {
    case .date, .day: Arguments.dateHint
    case .time: "times are written like 14:30 or 14:30:00"
    default: nil
    }
  }

  /// A hint for typing values of this kind; nil if none is needed.
  fileprivate var spellingHint: String? {
    switch self {
    case .bool: "write true, false, yes, no, 1 or 0"
    case .date, .day, .time: hintForDates
    case .int: "write a number from \(Int64.min) to \(Int64.max)"
    default: nil
    }
  }
}
