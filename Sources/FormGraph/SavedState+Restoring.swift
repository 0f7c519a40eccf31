// Opens a form with a saved state, which may be of another version of the form. What does not fit
// is left out and reported; everything else is given as an edit of the host that cannot be undone.

public import Foundation
public import Predicate

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
  ///   - inputs: The values of inputs by name: a dictionary, or what `Form.inputs` returns. They
  ///     replace the values in the state.
  ///   - seed: What the UUIDs of this opening come from. Those in the state stay; nil gives new
  ///     rows others than any other opening does.
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
    now: Date, restoring state: SavedState,
    inputs: some Sequence<(key: String, value: Value)> = [String: Value](),
    seed: String? = nil, allowsMisfits: Bool = true, isStrict: Bool = false,
    historyLimit: Int = Form.standardHistoryLimit
  ) throws(EditError) -> RestoredForm {
    let given = Dictionary(inputs.map { ($0.key, $0.value) }) { $1 }
    return try open(
      now: now, restoring: state, given: given, seed: seed, allowsMisfits: allowsMisfits,
      isStrict: isStrict, historyLimit: historyLimit)
  }

  private func open(
    now: Date, restoring state: SavedState, given: [String: Value], seed: String?,
    allowsMisfits: Bool, isStrict: Bool, historyLimit: Int
  ) throws(EditError) -> RestoredForm {
    var misfits: [EditError.Reason] = []
    var known = given
    for (name, value) in state.inputs where given[name] == nil {
      do throws(EditError) {
        _ = try Engine.checked(
          [(name, Self.dated(value, name, in: graph.topology))], in: graph.topology)
        known[name] = Self.dated(value, name, in: graph.topology)
      } catch {
        misfits += error.reasons
      }
    }
    var shared = try open(now: now, inputs: known, seed: seed).shared
    let isOfAnother = shared.engine.knowsNothing(of: state)
    if shared.engine.topology.graph.givesUUIDs {
      shared.engine.issued.savedState = JSONWriter.text(of: state.json)
    }
    let restored = try shared.engine.restore(state)
    misfits += restored.misfits
    if state.tokens > 0 { shared.engine.skipTokens(min(state.tokens, SavedState.maximumTokens)) }
    guard misfits.isEmpty || (allowsMisfits && !isOfAnother) else {
      throw EditError(reasons: misfits)
    }
    let form = Form(
      shared, start: shared, self.given, isStrict: isStrict, historyLimit: historyLimit)
    if isStrict, !form.problems.isEmpty {
      throw EditError(reasons: form.problems.map(Engine.reason))
    }
    return RestoredForm(
      form: form, misfits: misfits,
      items: restored.items.mapValues { list in
        list.map { ($0.number, $0.item.id(in: form.number)) }
      })
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
    let own = ownNames(areSaved: true)
    return inputs.allSatisfy { topology.input(named: $0) == nil }
      && saved.values.keys.allSatisfy { name in
        own[ExactText(name)] == nil && topology.meaning(of: name) == nil
          && member(named: name) == nil
      }
  }

  /// Restores a saved state in a form that has just opened.
  ///
  /// This cannot be undone.
  fileprivate mutating func restore(
    _ saved: SavedState
  ) throws(EditError) -> (
    misfits: [Reason], items: [String: [(number: Int, item: ItemIndex)]]
  ) {
    begin()
    let result = give(
      GivenValues(
        values: saved.values, areJSON: true, areSaved: true, erased: Set(saved.erased)),
      as: .host, cause: .set)
    try refuse(for: finishShape())
    markEdits()
    // What a row has taken from the values of the definition, it takes from those of the state. A
    // row that the state leaves out follows its suggestion, also if it starts with a value.
    restartDefaults(
      of: outline.rowsInOrder(in: topology).filter { row in
        let content = topology.row(row).content
        return content.once != nil || content.suggested != nil
      })
    settle()
    endFollowing(of: given)
    if let reason = reasonAgainstGrowth { try refuse(for: [reason]) }
    var misfits =
      result.reasons + self.reasons(against: result.claims)
      + self.reasons(against: result.countClaims)
    misfits += cleared(of: result.choices).map {
      Reason(kind: .noOption, tag: $0.name, message: $0.message, hint: nil)
    }
    var known = Set(misfits.map(\.tag))
    var unknownCount = 0
    func row(_ name: String) -> RowIndex? {
      if unknownCount == Self.maximumHints, found(.tag(name)) == nil {
        // The nearest of all names is searched for a few unknown names.
        guard !isTold(name, among: known, of: saved), known.insert(name).inserted else {
          return nil
        }
        misfits.append(missing(.tag(name), isHinted: false))
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
    for row in topology.rows.indices { clearBit(.restarted, of: RowIndex(row)) }
    end()
    var items: [String: [(number: Int, item: ItemIndex)]] = [:]
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
  ) throws(Reason) -> SectionIndex {
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
