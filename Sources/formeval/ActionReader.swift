// Reads typed actions: looks up names, parses values, and combines adjacent values. All of this
// happens before the first edit, so that a mistake stops the command before anything is shown. A
// valid value that does not fit is refused by the form when the edit is applied.

import FormGraph
import FormProtocol
import Predicate

/// Reads typed actions, using the names of a form.
struct ActionReader {
  /// Whether validation includes hidden rows.
  let includesHidden: Bool
  private let values: EditValues
  private var names: EditNames { values.names }

  init(_ definition: FormDefinition, includesHidden: Bool = false) {
    self.includesHidden = includesHidden
    values = EditValues(definition)
  }

  // MARK: - Actions

  /// The transactions for some actions.
  ///
  /// Adjacent values make one transaction; every other action is its own transaction.
  func transactions(
    _ actions: [Action], read: (String) throws(CommandError) -> [UInt8]
  ) throws(CommandError) -> [(transaction: Transaction, text: String)] {
    var transactions: [(transaction: Transaction, text: String)] = []
    var isOpen = false
    for action in actions {
      let isValue = action.setsValues
      if !isOpen || !isValue { transactions.append((Transaction(), "")) }
      isOpen = isValue
      let last = transactions.count - 1
      transactions[last].text += (transactions[last].text.isEmpty ? "" : " ") + action.text
      switch action {
      case .undo: transactions[last].transaction.step = .undo
      case .redo: transactions[last].transaction.step = .redo
      default: transactions[last].transaction.edits += try edits(action, read: read)
      }
    }
    return transactions
  }

  private func edits(
    _ action: Action, read: (String) throws(CommandError) -> [UInt8]
  ) throws(CommandError) -> [Transaction.Edit] {
    switch action {
    case .set(let assignment): [try edit(assignment)] + notesOfUTC(assignment)
    case .setAll(let path): try edits(inObject: try read(path), named: Files.name(of: path))
    case .insert(let item, let assignment, let template):
      try insertion(item, assignment, template)
    case .remove(let item): [.remove(section: try itemSection(item), at: item.position)]
    case .move(let item, let position):
      [.move(section: try itemSection(item), at: item.position, to: position)]
    case .focus(let tag): [.focus(try row(tag))]
    case .blur(let tag): [.blur(try row(tag))]
    case .tap(let tag, let action): [.tap(try row(tag), action: action)]
    case .select(let assignment): [.select(assignment.name, try option(assignment))]
    case .validate(let tag): [.validate(try scope(tag))]
    case .reset(nil): [.reset(nil)]
    case .reset(let tag?):
      [.reset(try found { () throws(EditRefusal) in try names.resettable(tag) })]
    case .undo, .redo: []
    }
  }

  func inputs(_ assignments: [Assignment]) throws(CommandError) -> [String: Value] {
    var inputs: [String: Value] = [:]
    for assignment in assignments {
      let name = try found { () throws(EditRefusal) in try names.input(assignment.name) }
      inputs[name] = try value(assignment)
    }
    return inputs
  }

  // MARK: - Values

  private func edit(_ assignment: Assignment) throws(CommandError) -> Transaction.Edit {
    let name = assignment.name
    guard assignment.isJSON, names.items(of: name) != nil else {
      return .set(name, try value(assignment))
    }
    // A whole list of items is set like the values in a file.
    switch try json(assignment) {
    case .array(let list):
      let items = try found { () throws(EditRefusal) in try values.itemValues(list, in: name) }
      return .values(ValueDictionary([(name, .array(items))]))
    case .null: return .values(ValueDictionary([(name, .null)]))
    default: return .set(name, try value(assignment))
    }
  }

  /// The edits that note which texts of an assignment were read in UTC.
  private func notesOfUTC(_ assignment: Assignment) -> [Transaction.Edit] {
    let json = assignment.isJSON ? try? json(assignment) : .string(assignment.value)
    return json.map { values.notesOfUTC($0, for: assignment.name) } ?? []
  }

  private func value(_ assignment: Assignment) throws(CommandError) -> Value {
    let name = assignment.name
    guard assignment.isJSON else { return try value(assignment, try holder(name)) }
    let json = try json(assignment)
    return try found { () throws(EditRefusal) in try values.value(json, for: name) }
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
          ? "write \(assignment.name):=null for no value"
          : kind.pointHint(for: assignment.value) ?? kind.spellingHint)
    }
    return value
  }

  /// The option for a typed text.
  ///
  /// The form checks whether the row has it.
  private func option(_ assignment: Assignment) throws(CommandError) -> Value {
    let holder = try holder(try row(assignment.name))
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
    do throws(EditRefusal) { return try values.answers(of: element) } catch {
      throw CommandError(error, in: source)
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
    let section = try itemSection(item)
    guard let assignment else { return .null }
    switch names.items(of: section)?.template {
    case .item(let row) where !assignment.isJSON:
      return try value(assignment, names.holder(of: row))
    case nil where !assignment.isJSON: return .string(assignment.value)
    default:
      let json = try json(assignment)
      return try found { () throws(EditRefusal) in
        try values.itemValue(json, in: section, at: item.position)
      }
    }
  }

  // MARK: - Names

  /// The validation scope for a tag.
  private func scope(_ tag: String?) throws(CommandError) -> ValidationScope {
    guard let tag else { return .form(includingHidden: includesHidden) }
    try checkMember(tag)
    return names.isSection(tag)
      ? .section(tag, includingHidden: includesHidden)
      : .row(tag, includingHidden: includesHidden)
  }

  private func row(_ tag: String) throws(CommandError) -> String {
    try found { () throws(EditRefusal) in try names.row(tag) }
  }

  private func itemSection(_ item: ItemAddress) throws(CommandError) -> String {
    try found { () throws(EditRefusal) in try names.itemSection(item.section) }
  }

  private func holder(_ name: String) throws(CommandError) -> EditNames.Holder {
    try found { () throws(EditRefusal) in try names.holder(name) }
  }

  /// Checks that a row with a tag exists, or that items can have such a row.
  func checkRow(_ tag: String) throws(CommandError) { _ = try row(tag) }

  /// Checks that a row or a section with a tag exists, or that items can have such a row.
  func checkMember(_ tag: String) throws(CommandError) {
    try found { () throws(EditRefusal) in try names.checkMember(tag) }
  }

  private func found<Found>(
    _ find: () throws(EditRefusal) -> Found
  ) throws(CommandError) -> Found {
    do throws(EditRefusal) { return try find() } catch { throw CommandError(error) }
  }
}

extension ValueKind {
  /// A hint for a number with a decimal comma, or with digits in groups; nil for other texts.
  fileprivate func pointHint(for text: String) -> String? {
    guard self == .int || self == .decimal, text.contains(",") else { return nil }
    let groups = text.split(separator: ",", omittingEmptySubsequences: false)
    let isGrouped =
      (groups.count > 2 || self == .int) && groups.dropFirst().allSatisfy { $0.count == 3 }
    guard isGrouped || groups.count == 2 else { return nil }
    let written = text.replacing(",", with: isGrouped ? "" : ".")
    guard Double(written) != nil else { return nil }
    return self == .int && !isGrouped
      ? "a whole number has no decimals" : "write \(written)"
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
