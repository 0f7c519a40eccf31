// Many values at once, each under what it is called among the form's values: the name of a row, its
// tag, an input, a section with its list of items. What does not fit is a reason by itself and
// leaves the rest to be applied: whoever wants all or nothing takes the transaction back.

import Predicate

/// Values that are given together.
struct GivenValues: Sendable {
  let values: ValueDictionary
  /// Whether they are as JSON has them, where dates are text.
  let areJSON: Bool
  /// Whether they are what a form held once, which stays within the bounds of the form it comes to.
  var areSaved = false
  /// The names that were given more than once, of which only the last values are there.
  var doubled: [String] = []
}

extension GivenValues {
  /// Makes values of what a literal says.
  init(literal: KeyValuePairs<String, Value>) {
    self.init(values: ValueDictionary(literal), areJSON: false)
    guard values.count < literal.count else { return }
    var counts: [ExactText: Int] = [:]
    for (name, _) in literal { counts[ExactText(name), default: 0] += 1 }
    doubled = values.keys.filter { (counts[ExactText($0)] ?? 0) > 1 }
  }
}

/// What came of values that were given together, as far as it can be told before settling.
struct GivingResult {
  /// What does not fit.
  var reasons: [EditError.Reason] = []
  /// The rows that were given a value.
  var rows: [RowID] = []
  /// The sections whose items came or went.
  var sections: [SectionID] = []
  /// What was said of rows that formulas give the value of.
  var claims: [(row: RowID, name: String, value: Value)] = []
  /// What was named.
  var answered = Answered()
}

extension Engine {
  /// Applies values without settling.
  mutating func give(
    _ given: GivenValues, as editor: Editor, cause: Change.Cause
  ) -> GivingResult {
    var giving = Giving(given: given, editor: editor, cause: cause)
    giving.result.reasons = given.doubled.map { name in
      Reason(
        kind: .notAllowed, tag: name, message: "'\(name)' is given twice",
        hint: "give its value once")
    }
    let names = ownNames(given)
    for (name, value) in zip(given.values.keys, given.values.values) {
      // What is refused is looked at no further than reasons are listed: each looks for a hint.
      if giving.result.reasons.count > EditError.maximumReasons, !given.areSaved { break }
      do throws(Reason) {
        if let row = names[ExactText(name)] {
          try give(value, toRow: row, name, &giving)
        } else if let (section, template) = itemSection(name) {
          try give(value, toItemsOf: section, template, name, &giving)
        } else {
          switch found(.tag(name)) {
          case .row(let row): try give(value, toRow: row, name, &giving)
          case .input(let input):
            let kind = topology.inputs[input.index].type.valueKind
            try set(input, to: dated(value, kind, giving), as: editor)
          case nil: giving.result.reasons.list(missing(.tag(name)))
          }
        }
      } catch {
        giving.result.reasons.list(error)
      }
    }
    giving.result.answered.rows = Set(giving.names.keys)
    return giving.result
  }

  /// What was said of calculated rows must be what their formulas have come to.
  func reasons(against claims: [(row: RowID, name: String, value: Value)]) -> [Reason] {
    var reasons: [Reason] = []
    for (row, name, value) in claims {
      guard outline.rows.contains(row), let formula = topology.row(row).content.calculated,
        case let computed = state.values[row.index], !computed.isSame(as: value),
        topology.row(row).kind != .any || !computed.isWritten(as: value)
      else { continue }
      reasons.list(
        Reason(
          kind: .noEdits, tag: name,
          message: "'\(name)' is calculated: \(formula), which gives "
            + "\(computed.short), not \(value.short)",
          hint: "set what the formula reads"))
    }
    return reasons
  }

  /// What is given, and what has come of it so far.
  private struct Giving {
    let given: GivenValues
    let editor: Editor
    let cause: Change.Cause
    var result = GivingResult()
    /// What the rows were called that a value was given.
    var names: [RowID: String] = [:]
  }

  /// The rows whose values have a name of their own, which no other value has.
  ///
  /// What was saved is called by tags, wherever there is one.
  private func ownNames(_ given: GivenValues) -> [ExactText: RowID] {
    var names: [ExactText: RowID] = [:]
    for row in topology.namedRows where outline.rows.contains(row) {
      let content = topology.row(row).content
      guard let name = content.name, !given.areSaved || content.tag == nil else { continue }
      names[ExactText(name)] = row
    }
    return names
  }

  private func itemSection(_ name: String) -> (section: SectionID, template: ItemTemplate)? {
    guard case .section(let section)? = topology.member(named: name),
      let template = topology.section(section).template?.value
    else { return nil }
    return (section, template)
  }

  /// A value in which text stands for a date no more.
  private func dated(_ value: Value, _ kind: ValueKind, _ giving: Giving) -> Value {
    giving.given.areJSON ? kind.convertedFromJSON(value) ?? value : value
  }

  /// What a row of any value holds, where JSON writes that as the value given.
  ///
  /// JSON has no dates, no sets and no data: they come back as text and lists.
  private func asHeld(_ value: Value, in row: RowID, _ giving: Giving) -> Value {
    guard giving.given.areJSON, topology.rows[row.index].kind == .any else { return value }
    let held = state.values[row.index]
    return held.isWritten(as: value) ? held : value
  }

  private mutating func give(
    _ value: Value, toRow row: RowID, _ name: String, _ giving: inout Giving
  ) throws(Reason) {
    if let other = giving.names.updateValue(name, forKey: row) {
      // A row of an item is given in the list of its section, and by its address.
      let section = ItemAddress(name)?.section
      throw Reason(
        kind: .notAllowed, tag: name,
        message: name == other
          ? "'\(name)' is given by its address and in the list of '\(section ?? name)'"
          : "'\(name)' and '\(other)' are the same row", hint: "give its value once")
    }
    let record = topology.row(row)
    let value = asHeld(dated(value, record.kind, giving), in: row, giving)
    if record.kind != .none, record.content.isCalculated {
      let value = try stored(value, in: row, name)
      giving.result.claims.append((row, name, value))
      return
    }
    try checkTakesEdits(row, name)
    let stored = try stored(value, in: row, name)
    give(erased(stored, in: row, by: giving.editor), to: row, cause: giving.cause)
    giving.result.rows.append(row)
  }

  // MARK: - Items

  /// Makes the items of a section those of a list: items at places that both have stay, and hold
  /// what the list says of their rows; the others go from the end, or come to it.
  private mutating func give(
    _ value: Value, toItemsOf section: SectionID, _ template: ItemTemplate, _ tag: String,
    _ giving: inout Giving
  ) throws(Reason) {
    let list: [Value]
    switch value {
    case .array(let members): list = members
    case .null: list = []
    default:
      throw Reason(
        kind: .wrongType, tag: tag,
        message: "'\(tag)' holds a list of items, not \(value.kindName)",
        hint: nil)
    }
    giving.result.answered.lists.insert(section)
    try resize(section, to: list.count, tag, &giving)
    let items = Array(outline.items(of: section, in: topology))
    for (position, (item, value)) in zip(items, list).enumerated() {
      give(value, toItem: item, of: template, "\(tag)[\(position)]", &giving)
    }
  }

  /// Lets items come or go at the end of a section, as far as it allows.
  private mutating func resize(
    _ section: SectionID, to wanted: Int, _ tag: String, _ giving: inout Giving
  ) throws(Reason) {
    let count = outline.items.count(of: topology.section(section).itemList)
    guard count != wanted,
      case .multivalued(let items) = topology.section(section).definition.value.kind
    else { return }
    // How few there may be is asked of other edits after all of them; how many before any is made,
    // so that a list costs what its section takes. One that was too long already may stay as long.
    let least = min(count, giving.given.areSaved ? items.minimum ?? 0 : 0)
    let most = max(count, items.maximum ?? .max, countBefore(section) ?? 0)
    let end = min(max(wanted, least), most)
    if end != wanted {
      let bound = end < wanted ? "takes at most" : "needs at least"
      giving.result.reasons.list(
        Reason(
          kind: .notAllowed, tag: tag, message: "'\(tag)' \(bound) \(counted(end, "item"))",
          hint: nil))
    }
    if count < end { try checkRoom(for: end - count, in: section) }
    if count != end { giving.result.sections.append(section) }
    for position in (end..<max(count, end)).reversed() {
      try apply(.removeItem(.id(section), position), as: giving.editor)
    }
    for position in count..<max(count, end) {
      try apply(.insertItem(.id(section), position, .null), as: giving.editor)
    }
  }

  private mutating func give(
    _ value: Value, toItem item: ItemID, of template: ItemTemplate, _ name: String,
    _ giving: inout Giving
  ) {
    do throws(Reason) {
      if template.isPlain {
        let row = topology.item(item).firstRow
        // A saved list says of such items only that they are there.
        if giving.given.areSaved, topology.row(row).content.isCalculated { return }
        return try give(value, toRow: row, name, &giving)
      }
      guard case .dictionary(let members) = value else {
        throw Reason(
          kind: .wrongType, tag: name, message: "'\(name)' is an object, not \(value.kindName)",
          hint: nil)
      }
      for (key, value) in zip(members.keys, members.values) {
        do throws(Reason) {
          guard let column = template.columns[ExactText(key)] else {
            let tags = template.rows.compactMap { $0.tag }
            throw Reason(
              kind: .unknown, tag: "\(name).\(key)", message: "'\(name)' has no '\(key)'",
              hint: Spelling.nearest(to: key, among: tags).map { "did you mean \($0)?" })
          }
          try give(value, toRow: topology.item(item).row(column), "\(name).\(key)", &giving)
        } catch {
          giving.result.reasons.list(error)
        }
      }
    } catch {
      giving.result.reasons.list(error)
    }
  }
}

extension Value {
  /// Whether two values have one JSON text.
  fileprivate func isWritten(as other: Value) -> Bool {
    self == other || JSONWriter.text(of: self) == JSONWriter.text(of: other)
  }
}
