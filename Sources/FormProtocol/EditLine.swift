// Reads edits as a transaction. Edits are an object whose keys are applied in order, or a list of
// such objects. An invalid edit is refused with a message that names its key.

package import FormGraph
import Predicate

/// Reads edits, using the names of a form.
package struct EditLine: Sendable {
  package let values: EditValues
  /// The limits of tables.
  let limits: FormLimits

  package init(_ values: EditValues, limits: FormLimits) {
    self.values = values
    self.limits = limits
  }

  /// The names of the edits.
  package static var names: [String] { Key.allCases.map(\.rawValue) }

  /// Whether a key of a line is an edit.
  package static func isEdit(_ key: String) -> Bool { Key(rawValue: key) != nil }

  private enum Key: String, CaseIterable {
    case set, enter, insert, remove, move, focus, blur, tap, action, select, validate, clearErrors,
      reset, now, page, unchecked, resolve, tables, undo, redo, mark
  }

  /// The keys of one edit of an item.
  private enum ItemKey: String, CaseIterable {
    case section, at, to, value, template
  }

  /// The transaction that edits of a session stand for, which may name members by their ids.
  ///
  /// - Throws: A refusal if the edits mean nothing, or if what they say of the session does not
  ///   hold.
  func transaction(_ edits: FormEdits, of session: FormSession) throws(EditRefusal) -> Transaction {
    let others = edits.otherKeys.union(LineConditions.names)
    let transaction = try transaction(edits.element, besides: others)
    let id = transaction.id
    try LineConditions(in: edits.element).check(session, naming: id)
    // What an id means is known only of a live form, which is copied for it. What a row holds then
    // says how its value is read.
    guard id != nil else { return transaction }
    return try EditLine(values.naming(membersOf: session.form), limits: limits)
      .transaction(edits.element, besides: others)
  }

  /// The transaction that edits stand for, which may stand beside other keys.
  package func transaction(
    _ element: JSONElement, besides others: Set<String> = []
  ) throws(EditRefusal) -> Transaction {
    var transaction = Transaction()
    func edits(_ members: [JSONMember]) -> [JSONMember] {
      others.isEmpty ? members : members.filter { !others.contains($0.key) }
    }
    switch element.content {
    case .object(let all):
      let members = edits(all)
      try add(members, isOnly: members.count == 1, to: &transaction)
    case .array(let objects) where !objects.isEmpty:
      for object in objects {
        guard case .object(let all) = object.content else {
          throw EditRefusal(
            #"a list of edits must have objects like {"set": {"tag": true}}"#, range: object.range)
        }
        let members = edits(all)
        try add(members, isOnly: objects.count == 1 && members.count == 1, to: &transaction)
      }
    default:
      throw EditRefusal(#"a line must be an object like {"set": {"tag": true}}"#)
    }
    return transaction
  }

  private func add(
    _ members: [JSONMember], isOnly: Bool, to transaction: inout Transaction
  ) throws(EditRefusal) {
    for member in members {
      do throws(EditRefusal) {
        try add(member, among: members, isOnly: isOnly, to: &transaction)
      } catch {
        var error = error
        error.range = error.range ?? member.keyRange
        throw error
      }
    }
  }

  private func add(
    _ member: JSONMember, among members: [JSONMember], isOnly: Bool,
    to transaction: inout Transaction
  ) throws(EditRefusal) {
    guard let key = Key(rawValue: member.key) else {
      throw unknown("unknown edit", member.key, "the edits", among: Self.names)
    }
    switch key {
    case .undo, .redo:
      guard isOnly else {
        throw EditRefusal("'\(key)' must be the only key of its line")
      }
      if key == .undo, case .object(let members) = member.element.content {
        transaction.undoMark = try undoMark(members)
        return
      }
      guard member.element.content == .bool(true) else {
        throw EditRefusal(
          key == .undo
            ? #"'undo' must be true or an object like {"to": "mark"}"# : "'redo' must be true")
      }
      transaction.step = key == .undo ? .undo : .redo
    case .mark:
      guard case .string(let mark) = member.element.content else {
        throw EditRefusal("'mark' must be text, the name for \"undo\": {\"to\": …}")
      }
      guard transaction.mark == nil else { throw EditRefusal("'mark' is given twice") }
      transaction.mark = mark
    case .action:
      // The tap takes it, wherever in the object it stands.
      guard members.contains(where: { $0.key == Key.tap.rawValue }) else {
        throw EditRefusal(
          "'action' needs 'tap', the row whose action it is",
          hint: #"write {"tap": "tag", "action": "name"}"#)
      }
    case .tap:
      guard let action = members.first(where: { $0.key == Key.action.rawValue }) else {
        transaction.edits += try edits(key, member.element)
        return
      }
      guard case .string(let tag) = member.element.content else { throw wrong(.tap) }
      guard case .string(let name) = action.element.content else { throw wrong(.action) }
      transaction.edits.append(.tap(tag, action: name))
    case .unchecked:
      // The page takes it, wherever in the object it stands.
      guard member.element.content == .bool(true) else { throw wrong(.unchecked) }
      guard let page = members.first(where: { $0.key == Key.page.rawValue }),
        case .int = page.element.content
      else {
        throw EditRefusal(
          "'unchecked' needs 'page', the index of the page to go to",
          hint: #"write {"page": 3, "unchecked": true}"#)
      }
    case .page:
      guard members.contains(where: { $0.key == Key.unchecked.rawValue }),
        case .int(let index) = member.element.content
      else {
        transaction.edits += try edits(key, member.element)
        return
      }
      transaction.edits.append(.goTo(page: Int(clamping: index), isUnchecked: true))
    default: transaction.edits += try edits(key, member.element)
    }
  }

  private func undoMark(_ members: [JSONMember]) throws(EditRefusal) -> String {
    guard members.count == 1, members[0].key == "to",
      case .string(let mark) = members[0].element.content
    else { throw EditRefusal(#"'undo' must be true or an object like {"to": "mark"}"#) }
    return mark
  }

  private func edits(
    _ key: Key, _ element: JSONElement
  ) throws(EditRefusal) -> [Transaction.Edit] {
    switch (key, element.content) {
    case (.set, _):
      return try values.edits(of: element)
    case (.insert, .array(let elements)), (.remove, .array(let elements)),
      (.move, .array(let elements)):
      var edits: [Transaction.Edit] = []
      for element in elements { edits.append(try itemEdit(key, element)) }
      return edits
    case (.blur, .array(let elements)):
      return try tags(elements, .blur).map { .blur($0) }
    case (.focus, .string(let tag)): return [.focus(tag)]
    case (.tap, .string(let tag)): return [.tap(tag)]
    case (.select, .object(let members)):
      return members.map { .select($0.key, $0.element.value) }
    case (.validate, .bool(true)): return [.validate(.form)]
    case (.validate, .object(let members)): return [.validate(try scope(members))]
    case (.reset, .bool(true)): return [.reset(nil)]
    case (.reset, .array(let elements)): return try tags(elements, .reset).map { .reset($0) }
    case (.clearErrors, .bool(true)): return [.clearErrors]
    case (.page, .string("next")): return [.goForward]
    case (.page, .string("previous")): return [.goBack]
    case (.page, .int(let index)): return [.goTo(page: Int(clamping: index))]
    case (.enter, .object(let members)):
      return try members.map { member throws(EditRefusal) in
        guard case .string(let text) = member.element.content else {
          throw EditRefusal(
            "'enter' takes texts, as they are typed", hint: "'set' takes values",
            range: member.element.range)
        }
        return .enter(member.key, text)
      }
    case (.resolve, .object(let members)):
      return try members.map { member throws(EditRefusal) in try resolution(member) }
    case (.tables, .object(let members)):
      return try members.map { member throws(EditRefusal) in
        do throws(Problem) {
          return .table(
            member.key, try DefinitionReader.table(member.element, within: limits))
        } catch {
          throw EditRefusal(
            "the table '\(member.key)': \(error.message)", hint: error.hint, range: error.range)
        }
      }
    case (.now, .string(let text)):
      guard let now = DateText.date(from: text) else {
        throw EditRefusal("\(Problem.quoted(text)) is not a date", hint: DateText.hint)
      }
      return [.now(now)]
    default: throw wrong(key)
    }
  }

  private func resolution(_ member: JSONMember) throws(EditRefusal) -> Transaction.Edit {
    guard let token = ValidationToken(member.key) else {
      throw EditRefusal("\(Problem.quoted(member.key)) is not a token, which is like t1")
    }
    return .resolve(token, member.element.value)
  }

  private func tags(_ elements: [JSONElement], _ key: Key) throws(EditRefusal) -> [String] {
    var tags: [String] = []
    for element in elements {
      guard case .string(let tag) = element.content else { throw wrong(key) }
      tags.append(tag)
    }
    return tags
  }

  private func wrong(_ key: Key) -> EditRefusal {
    let wanted =
      switch key {
      case .insert: #"a list of items like {"section": "tag", "at": 0, "value": …}"#
      case .remove: #"a list of items like {"section": "tag", "at": 0}"#
      case .move: #"a list of items like {"section": "tag", "at": 0, "to": 1}"#
      case .focus, .tap: "a tag"
      case .action: "text, the name of an action"
      case .select: #"an object like {"tag": option}"#
      case .blur: "a list of tags"
      case .page: #""next", "previous" or the index of a page"#
      case .enter: #"an object like {"tag": "1,234"}"#
      case .reset: "true or a list of tags"
      case .validate: #"true or an object like {"section": "tag", "includeHidden": true}"#
      case .resolve: #"an object like {"t1": true}"#
      case .tables: #"an object like {"prices": {"columns": ["code"], "rows": [["a"]]}}"#
      case .now: "a date; \(DateText.hint)"
      default: "true"
      }
    return EditRefusal("'\(key)' must be \(wanted)")
  }

  /// An error for an unknown key, with the nearest known key.
  private func unknown(
    _ complaint: String, _ word: String, _ others: String, among known: [String]
  ) -> EditRefusal {
    let nearest = Spelling.nearest(to: word, among: known)
    return EditRefusal(
      "\(complaint) \(Problem.quoted(word))",
      hint: nearest.map { "did you mean \($0)?" }
        ?? "\(others) are \(known.joined(separator: ", "))")
  }

  // MARK: - Order

  /// Edits of values and lists, each of which can change what another one finds.
  private static let valueKeys: Set<Key> = [.set, .enter, .select, .reset, .insert, .remove, .move]
  /// What the user does, which shows errors.
  private static let actionKeys: Set<Key> = [
    .focus, .blur, .tap, .select, .validate, .clearErrors, .page,
  ]

  /// Two edits of an object whose order can matter; nil if there are none.
  ///
  /// What else an object can have is applied in any order: the time, tables, results and a mark.
  static func ordered(_ edits: ValueDictionary) -> (String, String)? {
    var found: (value: Key?, action: Key?) = (nil, nil)
    for name in edits.keys {
      guard let key = Key(rawValue: name) else { continue }
      if valueKeys.contains(key) {
        if let other = found.value { return (other.rawValue, name) }
        found.value = key
      }
      if actionKeys.contains(key) {
        if let other = found.action { return (other.rawValue, name) }
        found.action = key
      }
    }
    guard let value = found.value, let action = found.action, value != action,
      changesLists(value, edits[value.rawValue]), namesItem(edits[action.rawValue])
    else { return nil }
    return (value.rawValue, action.rawValue)
  }

  /// The keys that stand beside another one and say more about it.
  private static let companions = [
    Key.action.rawValue: Key.tap.rawValue, Key.unchecked.rawValue: Key.page.rawValue,
  ]

  /// Edits as a list of objects with one key each; only a companion stands beside its key.
  static func steps(_ edits: [(key: String, value: Value)]) -> [Value] {
    var steps: [[(String, Value)]] = []
    // Companions that stand before their key.
    var waiting: [(String, Value)] = []
    for edit in edits {
      if let owner = companions[edit.key] {
        if let last = steps.lastIndex(where: { $0[0].0 == owner && $0.count == 1 }) {
          steps[last].append(edit)
        } else {
          waiting.append(edit)
        }
      } else {
        steps.append([edit] + waiting.filter { companions[$0.0] == edit.key })
        waiting.removeAll { companions[$0.0] == edit.key }
      }
    }
    return (steps + waiting.map { [$0] }).map { .dictionary(ValueDictionary($0)) }
  }

  /// Whether an edit can change which item has a position.
  private static func changesLists(_ key: Key, _ edit: Value?) -> Bool {
    guard key != .enter else { return false }
    guard key == .set, case .dictionary(let values)? = edit else { return true }
    return values.values.contains { if case .array = $0 { true } else { false } }
  }

  /// Whether an action names an item by its position.
  private static func namesItem(_ action: Value?) -> Bool {
    switch action {
    case .array(let names)?: names.contains(where: isAddress)
    case .dictionary(let members)?:
      (members.keys.map(Value.string) + members.values).contains(where: isAddress)
    case let name?: isAddress(name)
    case nil: false
    }
  }

  private static func isAddress(_ name: Value) -> Bool {
    if case .string(let name) = name { name.utf8.contains(UInt8(ascii: "[")) } else { false }
  }

  // MARK: - Errors

  private enum ScopeKey: String, CaseIterable {
    case section, row, includeHidden, includeDisabled
  }

  private func scope(_ members: [JSONMember]) throws(EditRefusal) -> ValidationScope {
    var name: (key: ScopeKey, tag: String)?
    var scope = ValidationScope.form
    for member in members {
      switch (ScopeKey(rawValue: member.key), member.element.content) {
      case (.section?, .string(let tag)), (.row?, .string(let tag)):
        guard name == nil else {
          throw EditRefusal("'validate' takes a \"section\" or a \"row\", not both")
        }
        name = (member.key == ScopeKey.row.rawValue ? .row : .section, tag)
      case (.includeHidden?, .bool(let flag)): scope.includesHidden = flag
      case (.includeDisabled?, .bool(let flag)): scope.includesDisabled = flag
      case (nil, _):
        throw unknown(
          "'validate' has the unknown key", member.key, "its keys",
          among: ScopeKey.allCases.map(\.rawValue))
      default: throw wrong(.validate)
      }
    }
    switch name?.key {
    case .section?:
      return .section(
        name?.tag ?? "", includingHidden: scope.includesHidden,
        includingDisabled: scope.includesDisabled)
    case .row?:
      return .row(
        name?.tag ?? "", includingHidden: scope.includesHidden,
        includingDisabled: scope.includesDisabled)
    default: return scope
    }
  }

  // MARK: - Items

  private func itemEdit(
    _ key: Key, _ element: JSONElement
  ) throws(EditRefusal) -> Transaction.Edit {
    guard case .object(let members) = element.content else { throw wrong(key) }
    var given: [ItemKey: JSONElement] = [:]
    let known: [ItemKey] =
      switch key {
      case .insert: [.section, .at, .template, .value]
      case .move: [.section, .at, .to]
      default: [.section, .at]
      }
    for member in members {
      guard let name = ItemKey(rawValue: member.key), known.contains(name) else {
        throw unknown(
          "'\(key)' has the unknown key", member.key, "its keys", among: known.map(\.rawValue))
      }
      given[name] = member.element
    }
    guard case .string(let section)? = given[.section]?.content else {
      throw EditRefusal("'\(key)' needs a \"section\", the tag of one with items")
    }
    let position = try self.position(.at, of: key, given)
    let template = try given[.template].map { element throws(EditRefusal) in
      guard case .string(let name) = element.content else {
        throw EditRefusal("'insert' needs a text for \"template\", the name of a template")
      }
      return name
    }
    let other = key == .move ? try self.position(.to, of: key, given) : nil
    try values.names.checkItemSection(section)
    if key == .remove { return .remove(section: section, at: position) }
    if let other { return .move(section: section, at: position, to: other) }
    let value = try given[.value].map { element throws(EditRefusal) in
      try values.itemValue(element.value, in: section, at: position)
    }
    return .insert(section: section, at: position, value ?? .null, template: template)
  }

  private func position(
    _ name: ItemKey, of key: Key, _ given: [ItemKey: JSONElement]
  ) throws(EditRefusal) -> Int {
    guard case .int(let position)? = given[name]?.content, let position = Int(exactly: position)
    else {
      throw EditRefusal("'\(key)' needs \"\(name)\", a position from 0")
    }
    return position
  }
}
