// Reads a line of edits as a transaction. A line is an object whose keys are applied in order. An
// invalid edit is refused with a message that names its key.

import FormGraph
import Predicate

/// The reason why a line was refused.
struct LineError: Error {
  let message: String
  /// The place of the mistake in the text that the line was read from; nil for the whole line.
  var range: Range<Int>?
}

/// Reads lines of edits.
struct EditLine {
  let reader: EditReader
  /// The largest length of a line in bytes.
  let maximumBytes: Int
  /// The limits of tables.
  var limits = FormLimits.standard

  /// The names of the edits.
  static var names: [String] { Key.allCases.map(\.rawValue) }

  private enum Key: String, CaseIterable {
    case set, insert, remove, move, focus, blur, tap, select, validate, clearErrors, reset, now,
      page, resolve, tables, undo, redo, mark
  }

  /// The keys of one edit of an item.
  private enum ItemKey: String, CaseIterable {
    case section, at, to, value, template
  }

  func transaction(_ bytes: [UInt8]) throws(LineError) -> Transaction {
    let element: JSONElement
    do throws(Problem) {
      element = try JSONReader.readDistinct(bytes, maximumBytes: maximumBytes)
    } catch {
      let column = error.range.map { " at byte \($0.lowerBound + 1)" } ?? ""
      throw LineError(message: "\(error.message)\(column)" + (error.hint.map { "; \($0)" } ?? ""))
    }
    return try transaction(element)
  }

  /// The edits of a line that has been parsed.
  func transaction(_ element: JSONElement) throws(LineError) -> Transaction {
    guard case .object(let members) = element.content else {
      throw LineError(message: #"a line must be an object like {"set": {"tag": true}}"#)
    }
    var transaction = Transaction()
    for member in members {
      do throws(LineError) {
        try add(member, isOnly: members.count == 1, to: &transaction)
      } catch {
        throw LineError(message: error.message, range: error.range ?? member.keyRange)
      }
    }
    return transaction
  }

  private func add(
    _ member: JSONMember, isOnly: Bool, to transaction: inout Transaction
  ) throws(LineError) {
    guard let key = Key(rawValue: member.key) else {
      throw unknown("unknown edit", member.key, "the edits", among: Self.names)
    }
    switch key {
    case .undo, .redo:
      guard isOnly else {
        throw LineError(message: "'\(key)' must be the only key of its line")
      }
      if key == .undo, case .object(let members) = member.element.content {
        transaction.undoMark = try undoMark(members)
        return
      }
      guard member.element.content == .bool(true) else {
        throw LineError(
          message: key == .undo
            ? #"'undo' must be true or an object like {"to": "mark"}"# : "'redo' must be true")
      }
      transaction.step = key == .undo ? .undo : .redo
    case .mark:
      guard case .string(let mark) = member.element.content else {
        throw LineError(message: "'mark' must be text, the name for \"undo\": {\"to\": …}")
      }
      transaction.mark = mark
    default: transaction.edits += try edits(key, member.element)
    }
  }

  private func undoMark(_ members: [JSONMember]) throws(LineError) -> String {
    guard members.count == 1, members[0].key == "to",
      case .string(let mark) = members[0].element.content
    else { throw LineError(message: #"'undo' must be true or an object like {"to": "mark"}"#) }
    return mark
  }

  private func edits(
    _ key: Key, _ element: JSONElement
  ) throws(LineError) -> [Transaction.Edit] {
    switch (key, element.content) {
    case (.set, _):
      do throws(EditReader.MisplacedError) { return try reader.edits(of: element) } catch {
        throw LineError(message: error.error.sentence, range: error.range)
      }
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
    case (.resolve, .object(let members)):
      return try members.map { member throws(LineError) in try resolution(member) }
    case (.tables, .object(let members)):
      return try members.map { member throws(LineError) in
        do throws(Problem) {
          return .table(
            member.key, try DefinitionReader.table(member.element, within: limits))
        } catch {
          let hint = error.hint.map { "; \($0)" } ?? ""
          throw LineError(message: "the table '\(member.key)': \(error.message)\(hint)")
        }
      }
    case (.now, .string(let text)):
      guard let now = DateText.date(from: text) else {
        throw LineError(message: "'\(text)' is not a date; \(Arguments.dateHint)")
      }
      return [.now(now)]
    default: throw wrong(key)
    }
  }

  private func resolution(_ member: JSONMember) throws(LineError) -> Transaction.Edit {
    guard let token = ValidationToken(member.key) else {
      throw LineError(message: "'\(member.key)' is not a token, which is like t1")
    }
    return .resolve(token, member.element.value)
  }

  private func tags(_ elements: [JSONElement], _ key: Key) throws(LineError) -> [String] {
    var tags: [String] = []
    for element in elements {
      guard case .string(let tag) = element.content else { throw wrong(key) }
      tags.append(tag)
    }
    return tags
  }

  private func wrong(_ key: Key) -> LineError {
    let wanted =
      switch key {
      case .insert: #"a list of items like {"section": "tag", "at": 0, "value": …}"#
      case .remove: #"a list of items like {"section": "tag", "at": 0}"#
      case .move: #"a list of items like {"section": "tag", "at": 0, "to": 1}"#
      case .focus, .tap: "a tag"
      case .select: #"an object like {"tag": option}"#
      case .blur: "a list of tags"
      case .page: #""next" or "previous""#
      case .reset: "true or a list of tags"
      case .validate: #"true or an object like {"section": "tag", "includeHidden": true}"#
      case .resolve: #"an object like {"t1": true}"#
      case .tables: #"an object like {"prices": {"columns": ["code"], "rows": [["a"]]}}"#
      case .now: "a date; \(Arguments.dateHint)"
      default: "true"
      }
    return LineError(message: "'\(key)' must be \(wanted)")
  }

  /// An error for an unknown key, with the nearest known key.
  private func unknown(
    _ complaint: String, _ word: String, _ others: String, among known: [String]
  ) -> LineError {
    let nearest = Spelling.nearest(to: word, among: known)
    return LineError(
      message: "\(complaint) '\(word)'; "
        + (nearest.map { "did you mean \($0)?" }
          ?? "\(others) are \(known.joined(separator: ", "))"))
  }

  // MARK: - Errors

  private enum ScopeKey: String, CaseIterable {
    case section, row, includeHidden, includeDisabled
  }

  private func scope(_ members: [JSONMember]) throws(LineError) -> ValidationScope {
    var name: (key: ScopeKey, tag: String)?
    var scope = ValidationScope.form
    for member in members {
      switch (ScopeKey(rawValue: member.key), member.element.content) {
      case (.section?, .string(let tag)), (.row?, .string(let tag)):
        guard name == nil else {
          throw LineError(message: "'validate' takes a \"section\" or a \"row\", not both")
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
        .tag(name?.tag ?? ""), includingHidden: scope.includesHidden,
        includingDisabled: scope.includesDisabled)
    case .row?:
      return .row(
        .tag(name?.tag ?? ""), includingHidden: scope.includesHidden,
        includingDisabled: scope.includesDisabled)
    default: return scope
    }
  }

  // MARK: - Items

  private func itemEdit(
    _ key: Key, _ element: JSONElement
  ) throws(LineError) -> Transaction.Edit {
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
      throw LineError(message: "'\(key)' needs a \"section\", the tag of one with items")
    }
    let position = try self.position(.at, of: key, given)
    let template = try given[.template].map { element throws(LineError) in
      guard case .string(let name) = element.content else {
        throw LineError(message: "'insert' needs a text for \"template\", the name of a template")
      }
      return name
    }
    let other = key == .move ? try self.position(.to, of: key, given) : nil
    do throws(CommandError) {
      try reader.checkItemSection(section)
      if key == .remove { return .remove(section: section, at: position) }
      if let other { return .move(section: section, at: position, to: other) }
      let value = try given[.value].map { element throws(CommandError) in
        try reader.itemValue(element.value, in: section, at: position)
      }
      return .insert(section: section, at: position, value ?? .null, template: template)
    } catch {
      throw LineError(message: error.sentence)
    }
  }

  private func position(
    _ name: ItemKey, of key: Key, _ given: [ItemKey: JSONElement]
  ) throws(LineError) -> Int {
    guard case .int(let position)? = given[name]?.content, let position = Int(exactly: position)
    else {
      throw LineError(message: "'\(key)' needs \"\(name)\", a position from 0")
    }
    return position
  }
}
