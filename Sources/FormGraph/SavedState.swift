// A saved state contains what a form holds, for opening the form again: values, inputs, items, and
// the errors that were shown. It does not contain the time, the history, or the results of
// formulas. The form may have changed between saving and opening.

public import Foundation
public import Predicate

/// The contents of a form at one moment, by tags.
///
/// Rows without a tag are left out, because nothing identifies them.
public struct SavedState: Hashable, Sendable {
  /// The stored values by tag, including values of hidden rows, but without results of formulas
  /// and without rows that hold nothing, because hiding clears them.
  ///
  /// The tag of a section with items has the list of its items. Days and times of day are text, as
  /// JSON has them: `2024-05-01` and `14:30`. A custom row may hold any value. JSON turns dates and
  /// data in such a value into text, and sets into lists.
  public var values = ValueDictionary()
  /// The rows under the policy `clear` that are shown and hold nothing, although they start with a
  /// value, by tag or address, in declaration order.
  ///
  /// Only then is nil in `values` the answer of such a row. States that were saved before this list
  /// existed have nil for every such row that was hidden.
  public var erased: [String] = []
  /// The values of inputs by name, with days and times of day as text.
  public var inputs = ValueDictionary()
  /// The numbers of items by the tag of their list, in the order of the list in `values`; of a list
  /// in an item, by its address.
  ///
  /// A number is `ItemID.number` when the form was saved. `RestoredForm.items` maps it to the item
  /// of the new form.
  public var items: [String: [Int]] = [:]
  /// The errors that were shown, by the tag or address of their row, in declaration order.
  public var errors: [Shown] = []
  /// The rows that the user had left, by tag or address, in declaration order.
  public var blurred: [String] = []
  /// The rows whose value, or something that their rules read, had changed, by tag or address, in
  /// declaration order.
  public var changed: [String] = []
  /// The page that the user was on, by the tag of its first section; nil where there was none.
  ///
  /// A tag of a section still finds the page where pages have come or changed places.
  public var page: String?

  /// How many tokens of validations the form had issued.
  ///
  /// A restored form asks the host anew and issues tokens after these, so that a late answer to the
  /// saved form is an unknown token.
  public var tokens = 0

  /// The shown errors of one row.
  public struct Shown: Hashable, Sendable {
    /// The tag or the address of the row.
    public let row: String
    /// The errors, in order.
    public let errors: [RowError]

    /// Makes the shown errors of a row.
    public init(row: String, errors: [RowError]) {
      self.row = row
      self.errors = errors
    }
  }

  /// The largest number of tokens that is read.
  static let maximumTokens = 1 << 53

  /// Makes an empty state.
  public init() {}
}

/// A form that was opened with a saved state.
public struct RestoredForm: Sendable {
  /// The form.
  ///
  /// A restored form starts clean: no row is dirty. A reset returns to the values in the
  /// definition, not to the saved values.
  public let form: Form
  /// The parts of the state that do not fit the form and were left out.
  public let misfits: [EditError.Reason]
  /// The items by the tag of their section: the number that each had when it was saved, and its id
  /// now.
  ///
  /// An item has a new number, because numbers belong to an open form. A list of numbers that does
  /// not fit is among the misfits and not here.
  public let items: [String: [(number: Int, item: ItemID)]]
}

extension ItemID {
  /// The number of the item.
  ///
  /// It stays the same as long as the form exists.
  public var number: Int { index }
}

// MARK: - Saving

extension Form {
  /// The contents of the form, for opening it again.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var savedState: SavedState {
    var saved = SavedState()
    saved.inputs = ValueDictionary(
      zip(inputs.keys, inputs.values).map { ($0, jsonKind(ofInput: $0).shownInJSON($1)) })
    saved.tokens = engine.issued.tokens
    saved.page = state.single.page.flatMap { topology.graph.pages[$0].sections.first }
    for section in outline.sectionsInOrder where topology.section(section).item == nil {
      if topology.section(section).templates != nil {
        if let tag = topology.tag(of: .section(section)) {
          saved.values[tag] = .array(
            save(itemsOf: section, tag, opening: topology.firstItems(of: section), in: &saved))
        }
      } else {
        for row in outline.rows(of: section, in: topology) {
          let content = topology.row(row).content
          guard let name = content.tag ?? content.name else { continue }
          if isSource(row) { saved.values[name] = save(row, name, opening: nil, in: &saved) }
          if content.tag != nil { saveMarks(of: row, name, in: &saved) }
        }
      }
    }
    return saved
  }

  private func isSource(_ row: RowID) -> Bool {
    let record = topology.row(row)
    return record.kind != .none && !record.content.isCalculated
      && !state.attributes.isSet(.cleared, row)
  }

  /// The value of a row, which is noted if it is nil and the row would start anew otherwise.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - name: Its tag or address.
  ///   - item: The value with which the item at this place opens; nil outside of items, and if the
  ///     item has only what its template says. It may have another value than the row's own item
  ///     has started with, because items come, go and move.
  ///   - saved: Where the row is noted.
  /// - Returns: The value as JSON has it.
  private func save(
    _ row: RowID, _ name: String, opening item: Value?, in saved: inout SavedState
  ) -> Value {
    let value = state.values[row.index]
    let record = topology.row(row)
    if value.isNull, record.hiddenValues == .clear,
      record.content.defaultFormula != nil || !record.initialValue.isNull
        || item.flatMap({ topology.given($0, to: row) })?.isNull == false
    {
      saved.erased.append(name)
    }
    return topology.jsonKind(of: row).shownInJSON(value)
  }

  /// Saves the items of a list, and gives their values.
  ///
  /// The recursion, through lists in items, is bounded by `SectionDefinition.maximumDepth`.
  ///
  /// - Parameters:
  ///   - section: The list.
  ///   - name: Its tag or address.
  ///   - values: The values of the items with which the list at this place opens.
  ///   - saved: Where the numbers and the rows of the items are noted.
  /// - Returns: The values of the items.
  private func save(
    itemsOf section: SectionID, _ name: String, opening values: [Value],
    in saved: inout SavedState
  ) -> [Value] {
    let templates = topology.section(section).templates?.value
    let isPlain = templates?.isPlain ?? false
    var list: [Value] = []
    var numbers: [Int] = []
    for (position, item) in outline.items(of: section, in: topology).enumerated() {
      numbers.append(item.number)
      // An item of another template takes the place of the one that the list opens with.
      let opening = values.indices.contains(position) ? Value?.some(values[position]) : nil
      let start = opening.flatMap { value in
        templates?.place(for: value) == topology.item(item).template ? value : Value?.none
      }
      let address = "\(name)[\(position)]"
      var object = ValueDictionary()
      if case let name = topology.templateName(of: item), !name.isNull {
        object[ItemsDefinition.templateKey] = name
      }
      for row in topology.rows(of: item) {
        let member = topology.row(row).content.tag
        saveMarks(of: row, address + (member.map { ".\($0)" } ?? ""), in: &saved)
        if isPlain {
          // The value of a calculated or cleared item is not saved, but the item counts.
          list.append(isSource(row) ? save(row, address, opening: start, in: &saved) : .null)
        } else if let member, isSource(row) {
          object[member] = save(row, "\(address).\(member)", opening: start, in: &saved)
        }
      }
      for inner in topology.lists(of: item) {
        guard let tag = topology.tag(of: .section(inner)) else { continue }
        object[tag] = .array(
          save(
            itemsOf: inner, "\(address).\(tag)", opening: topology.firstItems(of: inner, in: start),
            in: &saved))
      }
      if !isPlain { list.append(.dictionary(object)) }
    }
    saved.items[name] = numbers
    return list
  }

  private func saveMarks(of row: RowID, _ name: String, in saved: inout SavedState) {
    let kind = topology.jsonKind(of: row)
    let errors = state.errors[row.index].map { $0.convertingParameters(kind.shownInJSON) }
    if !errors.isEmpty { saved.errors.append(SavedState.Shown(row: name, errors: errors)) }
    if state.attributes.isSet(.blurred, row) { saved.blurred.append(name) }
    if state.attributes.isSet(.changed, row) { saved.changed.append(name) }
  }
}

// MARK: - Restoring

extension CompiledForm {
  /// Opens a live form with the saved state of this form, or of another version of it.
  ///
  /// - Everything that the state does not contain is as in a newly opened form.
  /// - A value that is not among the options any more, or is outside the bounds, is restored and
  ///   invalid, unless `whenOptionHidden` clears it. A list is restored with all its items, and is
  ///   invalid if their number is outside the bounds.
  /// - These are left out and reported: values whose row does not exist or has another type, items
  ///   for which the form has no room or that a formula does not count, choices that were cleared,
  ///   and numbers that no item can have.
  ///
  /// - Parameters:
  ///   - now: The time that `now()` returns until the host sets another.
  ///   - state: The saved state.
  ///   - inputs: The values of inputs, by name. They replace the values in the state.
  ///   - allowsMisfits: Whether the form opens if parts of the state do not fit.
  ///   - isStrict: Whether a failing condition refuses opening and edits.
  ///   - historyLimit: The number of undo steps that are kept. The history starts empty.
  /// - Throws: An error with every input that does not fit. Also with every part of the state that
  ///   does not fit, if that is not allowed. Also if the form knows no name in the state, which
  ///   then belongs to another form. For a strict form, also with every condition whose evaluation
  ///   fails.
  /// - Returns: The form, and the parts of the state that were left out.
  /// - Complexity: O(n) in the size of the form and the state.
  public func open(
    now: Date, restoring state: SavedState, inputs: [String: Value] = [:],
    allowsMisfits: Bool = true, isStrict: Bool = false,
    historyLimit: Int = Form.standardHistoryLimit
  ) throws(EditError) -> RestoredForm {
    var misfits: [EditError.Reason] = []
    var known = inputs
    for (name, value) in zip(state.inputs.keys, state.inputs.values) where inputs[name] == nil {
      do throws(EditError) {
        _ = try Engine.checked(
          [(name, Self.dated(value, name, in: graph.topology))], in: graph.topology)
        known[name] = Self.dated(value, name, in: graph.topology)
      } catch {
        misfits += error.reasons
      }
    }
    var shared = try open(now: now, inputs: known).shared
    let isOfAnother = shared.engine.knowsNothing(of: state)
    let restored = try shared.engine.restore(state)
    misfits += restored.misfits
    if state.tokens > 0 { shared.engine.skipTokens(min(state.tokens, SavedState.maximumTokens)) }
    guard misfits.isEmpty || (allowsMisfits && !isOfAnother) else {
      throw EditError(reasons: misfits)
    }
    let form = Form(
      shared, start: shared, given, isStrict: isStrict, historyLimit: historyLimit)
    if isStrict, !form.problems.isEmpty {
      throw EditError(reasons: form.problems.map(Engine.reason))
    }
    return RestoredForm(form: form, misfits: misfits, items: restored.items)
  }

  /// The value of an input, converted if it came from JSON.
  private static func dated(_ value: Value, _ name: String, in topology: Topology) -> Value {
    guard let input = topology.input(named: name) else { return value }
    return topology.graph.inputs[input.index].type.valueKind.convertedFromJSON(value) ?? value
  }
}

extension Engine {
  /// Whether a saved state names something, and nothing that the form has.
  ///
  /// The language and the time zone are inputs of every form, so they do not count.
  fileprivate func knowsNothing(of saved: SavedState) -> Bool {
    let inputs = saved.inputs.keys.filter { ReservedInput(rawValue: $0) == nil }
    guard saved.values.count + inputs.count > 0 else { return false }
    let own = ownNames(GivenValues(values: saved.values, areJSON: true, areSaved: true))
    return inputs.allSatisfy { topology.input(named: $0) == nil }
      && saved.values.keys.allSatisfy { name in
        own[ExactText(name)] == nil && topology.meaning(of: name) == nil
          && member(named: name) == nil
      }
  }

  /// The number of unknown names of a saved state that get a hint with the nearest name.
  private static let maximumHints = 20

  /// Restores a saved state in a form that has just opened.
  ///
  /// This cannot be undone.
  fileprivate mutating func restore(
    _ saved: SavedState
  ) throws(EditError) -> (
    misfits: [Reason], items: [String: [(number: Int, item: ItemID)]]
  ) {
    begin()
    let result = give(
      GivenValues(
        values: saved.values, areJSON: true, areSaved: true, erased: Set(saved.erased)),
      as: .host, cause: .set)
    try refuse(for: finishShape())
    markEdits()
    settle()
    if let reason = reasonAgainstGrowth { try refuse(for: [reason]) }
    var misfits =
      result.reasons + self.reasons(against: result.claims)
      + self.reasons(against: result.countClaims)
    misfits += cleared(of: result.choices).map {
      Reason(kind: .noOption, tag: $0.name, message: $0.message, hint: nil)
    }
    var known = Set(misfits.map(\.tag))
    var unknownCount = 0
    func row(_ name: String) -> RowID? {
      if unknownCount == Self.maximumHints, found(.tag(name)) == nil {
        // The nearest of all names is searched for a few unknown names.
        guard !isTold(name, among: known, of: saved), known.insert(name).inserted else {
          return nil
        }
        misfits.append(
          Reason(
            kind: .unknown, tag: name, message: "unknown tag \(Problem.quoted(name))", hint: nil))
        return nil
      }
      do throws(Reason) { return try self.row(.tag(name)) } catch {
        unknownCount += 1
        guard !isTold(name, among: known, of: saved) else { return nil }
        if known.insert(name).inserted { misfits.append(error) }
        return nil
      }
    }
    for shown in saved.errors {
      guard let row = row(shown.row) else { continue }
      let kind = topology.jsonKind(of: row)
      let errors = shown.errors.map { error in
        guard error.messageID?.isAboutDates == true else { return error }
        return error.convertingParameters { kind.convertedFromJSON($0) ?? $0 }
      }
      setErrors(state.inOtherWords(errors, of: row, in: topology), of: row)
    }
    for name in saved.blurred { if let row = row(name) { setBit(.blurred, true, of: row) } }
    for name in saved.changed { if let row = row(name) { setBit(.changed, true, of: row) } }
    if let tag = saved.page {
      if let page = topology.graph.pages.page(of: tag) {
        state.single.page = page
      } else {
        misfits.append(
          Reason(
            kind: .unknown, tag: tag, message: "section '\(tag)' is on no page", hint: nil))
      }
    }
    keepPageInSight()
    // The form starts clean.
    for row in topology.rows.indices { clearBit(.restarted, of: RowID(row)) }
    end()
    var items: [String: [(number: Int, item: ItemID)]] = [:]
    for (tag, numbers) in saved.items.sorted(by: { $0.key < $1.key }) {
      do throws(Reason) {
        let section = try section(numbers, tag, of: saved)
        items[tag] = Array(
          zip(numbers, outline.items(of: section, in: topology)).map { ($0, $1) })
      } catch {
        // An unknown tag is reported once.
        if error.kind != .unknown || known.insert(tag).inserted { misfits.append(error) }
      }
    }
    return (misfits, items)
  }

  /// The section whose items were saved with these numbers.
  ///
  /// Checks the numbers: there must be one for each saved item, each must be valid, and none may
  /// occur twice.
  private func section(
    _ numbers: [Int], _ tag: String, of saved: SavedState
  ) throws(Reason) -> SectionID {
    func misfit(_ kind: EditError.Kind, _ message: String) -> Reason {
      Reason(kind: kind, tag: tag, message: message, hint: nil)
    }
    let section = try self.section(.tag(tag))
    guard topology.section(section).templates != nil else {
      throw misfit(.noItems, "'\(tag)' has no items")
    }
    let count = saved.list(at: tag)?.count ?? 0
    guard numbers.count == count else {
      throw misfit(
        .outOfRange,
        "'\(tag)' was saved with \(counted(count, "item")) and \(counted(numbers.count, "number"))")
    }
    var seen: Set<Int> = []
    for number in numbers {
      guard Int32(exactly: number).map({ $0 >= 0 }) == true else {
        throw misfit(.outOfRange, "no item of '\(tag)' can have the number \(number)")
      }
      guard seen.insert(number).inserted else {
        throw misfit(.notAllowed, "two items of '\(tag)' have the number \(number)")
      }
    }
    return section
  }

  /// Whether a misfit of a row, or of the item it is part of, has already been reported.
  ///
  /// Nothing was reported about a row without a value in the state.
  private func isTold(
    _ name: String, among known: Set<String>, of saved: SavedState
  ) -> Bool {
    guard let address = ItemAddress(name) else { return known.contains(name) }
    guard known.contains(address.section) else { return false }
    return saved.list(at: address.section).map { address.position < $0.count } ?? true
  }
}

extension SavedState {
  /// The list with a tag or at an address, `visits[1].drugs`; nil if there is none.
  fileprivate func list(at name: String) -> [Value]? {
    var keys: [(position: Int, tag: String?)] = []
    var rest = name
    while let address = ItemAddress(rest) {
      keys.append((address.position, address.tag))
      rest = address.section
      guard keys.count <= SectionDefinition.maximumDepth else { return nil }
    }
    var value = values[rest]
    for (position, tag) in keys.reversed() {
      guard case .array(let items)? = value, items.indices.contains(position), let tag,
        case .dictionary(let members) = items[position]
      else { return nil }
      value = members[tag]
    }
    if case .array(let list)? = value { return list }
    return nil
  }
}
