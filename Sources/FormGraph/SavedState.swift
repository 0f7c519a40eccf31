// What a form holds, kept to be opened with again: values, inputs, items, and what of the errors
// has been shown. Not the time, which is the host's, nor the history, nor what formulas give. Taken
// from a form and given to one that is opened, which may have changed in between.

public import Foundation
public import Predicate

/// What a form held at one moment, by tags.
///
/// Rows without a tag are not in it: nothing says which they are.
public struct SavedState: Hashable, Sendable {
  /// The stored values by tag, hidden ones too, but for those that formulas give.
  ///
  /// Under the tag of a section with items stands the list of these.
  /// In a custom row anything can stand; of that JSON brings dates and data back as text, and sets
  /// as lists.
  public var values = ValueDictionary()
  /// The inputs by name.
  public var inputs = ValueDictionary()
  /// The numbers of items by the tag of their section, `ItemID.number`, in the order of the list
  /// that stands in `values`: what `RestoredForm.items` finds the items of the new form by.
  public var items: [String: [Int]] = [:]
  /// The errors that were shown, by the tag or address of their row, in the order of the form.
  public var errors: [Shown] = []
  /// The rows that the user had left, by tag or address, in the order of the form.
  public var blurred: [String] = []
  /// The rows whose value, or something their rules read, had changed, by tag or address, in the
  /// order of the form.
  public var changed: [String] = []
  /// The page that the user was on, by the tag of its first section; nil where there was none.
  ///
  /// A tag of a section still finds the page where pages have come or changed places.
  public var page: String?

  /// What was shown of one row.
  public struct Shown: Hashable, Sendable {
    /// The tag or the address.
    public let row: String
    /// The errors, in order.
    public let errors: [RowError]

    /// Makes the errors of a row.
    public init(row: String, errors: [RowError]) {
      self.row = row
      self.errors = errors
    }
  }

  /// Makes a state in which there is nothing.
  public init() {}
}

/// A form that was opened with what it held once.
public struct RestoredForm: Sendable {
  /// The form.
  ///
  /// Nothing of it is dirty: dirty is what differs from what it opened with, and it opened with the
  /// state. A reset goes back past the state, to what its definition starts with.
  public let form: Form
  /// What of the state does not fit the form, and was left out.
  public let misfits: [EditError.Reason]
  /// By the tag of their section: the number that each item had, and the item that it is now.
  ///
  /// Its number is another one, since numbers are an open form's own. A list of numbers that does
  /// not fit is among the misfits, and not here.
  public let items: [String: [(number: Int, item: ItemID)]]
}

extension ItemID {
  /// The item's number, the same for as long as the form lives.
  public var number: Int { index }
}

// MARK: - Saving

extension Form {
  /// What the form holds, to be opened with again.
  ///
  /// - Complexity: O(n).
  public var savedState: SavedState {
    var saved = SavedState()
    saved.inputs = inputs
    saved.page = state.single.page.flatMap { topology.pages[$0].sections.first }
    for section in outline.sectionsInOrder {
      if let template = topology.section(section).template?.value {
        save(itemsOf: section, template, in: &saved)
      } else {
        for row in outline.rows(of: section, in: topology) {
          let content = topology.row(row).content
          guard let name = content.tag ?? content.name else { continue }
          if isSource(row) { saved.values[name] = state.values[row.index] }
          if content.tag != nil { saveMarks(of: row, name, in: &saved) }
        }
      }
    }
    return saved
  }

  private func isSource(_ row: RowID) -> Bool {
    let record = topology.row(row)
    return record.kind != .none && !record.content.isCalculated
  }

  private func save(
    itemsOf section: SectionID, _ template: ItemTemplate, in saved: inout SavedState
  ) {
    guard let tag = topology.tag(of: .section(section)) else { return }
    var list: [Value] = []
    var numbers: [Int] = []
    for (position, item) in outline.items(of: section, in: topology).enumerated() {
      numbers.append(item.number)
      var object = ValueDictionary()
      for row in topology.rows(of: item) {
        let member = topology.row(row).content.tag
        let name = "\(tag)[\(position)]" + (member.map { ".\($0)" } ?? "")
        saveMarks(of: row, name, in: &saved)
        if template.isPlain {
          // What is calculated is not kept, but that there is an item is.
          list.append(isSource(row) ? state.values[row.index] : .null)
        } else if let member, isSource(row) {
          object[member] = state.values[row.index]
        }
      }
      if !template.isPlain { list.append(.dictionary(object)) }
    }
    saved.values[tag] = .array(list)
    saved.items[tag] = numbers
  }

  private func saveMarks(of row: RowID, _ name: String, in saved: inout SavedState) {
    let errors = state.errors[row.index]
    if !errors.isEmpty { saved.errors.append(SavedState.Shown(row: name, errors: errors)) }
    if state.attributes.isSet(.blurred, row) { saved.blurred.append(name) }
    if state.attributes.isSet(.changed, row) { saved.changed.append(name) }
  }
}

// MARK: - Restoring

extension CompiledForm {
  /// Opens a live form with what it, or another version of it, held once.
  ///
  /// What the state does not speak of is as in any form that opens. A value that is no longer among
  /// the options, or beyond the bounds, is taken and invalid as ever; what has no row any more, or
  /// one of another type, is left out and reported, and so are items that the section no longer has
  /// room for, and numbers that no items can have.
  ///
  /// - Parameters:
  ///   - now: What `now()` gives until the host says otherwise.
  ///   - state: What the form held.
  ///   - inputs: The values of inputs, by name, in the place of those that the state has.
  ///   - allowsMisfits: Whether the form opens where something of the state does not fit it.
  ///   - isStrict: Whether a condition that cannot be evaluated refuses opening and edits.
  ///   - historyLimit: How many steps can be taken back; there is none to begin with.
  /// - Throws: Everything that does not fit, where that is not allowed, and where nothing at all
  ///   fits: the state is then one of another form; every input given that does not fit; of a
  ///   strict form every condition that fails.
  /// - Returns: The form, and what was left out.
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
    var engine = try open(now: now, inputs: known).engine
    let restored = try engine.restore(state)
    misfits += restored.misfits
    let unknown = Set(misfits.filter { $0.kind == .unknown }.map(\.tag))
    let names = state.values.keys + state.inputs.keys
    let isOfAnother = !names.isEmpty && names.allSatisfy(unknown.contains)
    guard misfits.isEmpty || (allowsMisfits && !isOfAnother) else {
      throw EditError(reasons: misfits)
    }
    let form = Form(engine, given, isStrict: isStrict, historyLimit: historyLimit)
    if isStrict, !form.problems.isEmpty {
      throw EditError(reasons: form.problems.map(Engine.reason))
    }
    return RestoredForm(form: form, misfits: misfits, items: restored.items)
  }

  /// The value of an input, which may have come as JSON.
  private static func dated(_ value: Value, _ name: String, in topology: Topology) -> Value {
    guard case .input(let input)? = topology.meaning(of: name) else { return value }
    return topology.inputs[input.index].type.valueKind.convertedFromJSON(value) ?? value
  }
}

extension Engine {
  /// Gives a form that has just opened what it held once; there is no way back.
  fileprivate mutating func restore(
    _ saved: SavedState
  ) throws(EditError) -> (
    misfits: [Reason], items: [String: [(number: Int, item: ItemID)]]
  ) {
    begin()
    let result = give(
      GivenValues(values: saved.values, areJSON: true, areSaved: true), as: .host, cause: .set)
    try refuse(for: finishShape())
    markEdits()
    settle()
    var misfits = result.reasons + self.reasons(against: result.claims)
    var known = Set(misfits.map(\.tag))
    func row(_ name: String) -> RowID? {
      do throws(Reason) { return try self.row(.tag(name)) } catch {
        guard !isTold(name, among: known, of: saved) else { return nil }
        if known.insert(name).inserted { misfits.append(error) }
        return nil
      }
    }
    for shown in saved.errors {
      if let row = row(shown.row) { setErrors(shown.errors, of: row) }
    }
    for name in saved.blurred { if let row = row(name) { setBit(.blurred, true, of: row) } }
    for name in saved.changed { if let row = row(name) { setBit(.changed, true, of: row) } }
    if let tag = saved.page {
      if let page = topology.pages.page(of: tag) {
        state.single.page = page
      } else {
        misfits.append(
          Reason(
            kind: .unknown, tag: tag, message: "section '\(tag)' is on no page", hint: nil))
      }
    }
    keepPageInSight()
    end()
    var items: [String: [(number: Int, item: ItemID)]] = [:]
    for (tag, numbers) in saved.items.sorted(by: { $0.key < $1.key }) {
      do throws(Reason) {
        let section = try section(numbers, tag, of: saved)
        items[tag] = Array(
          zip(numbers, outline.items(of: section, in: topology)).map { ($0, $1) })
      } catch {
        // Of a tag that is unknown it is enough to hear once.
        if error.kind != .unknown || known.insert(tag).inserted { misfits.append(error) }
      }
    }
    return (misfits, items)
  }

  /// The section whose items were saved with these numbers, which must be numbers that items have:
  /// one for each that was saved, none of them twice.
  private func section(
    _ numbers: [Int], _ tag: String, of saved: SavedState
  ) throws(Reason) -> SectionID {
    func misfit(_ kind: EditError.Kind, _ message: String) -> Reason {
      Reason(kind: kind, tag: tag, message: message, hint: nil)
    }
    let section = try self.section(.tag(tag))
    guard topology.section(section).template != nil else {
      throw misfit(.noItems, "'\(tag)' has no items")
    }
    let count: Int =
      if case .array(let list)? = saved.values[tag] { list.count } else { 0 }
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

  /// Whether it was told that a row, or the item it is part of, could not be had: of one that the
  /// state has no value for nothing was.
  private func isTold(
    _ name: String, among known: Set<String>, of saved: SavedState
  ) -> Bool {
    guard let address = ItemAddress(name) else { return known.contains(name) }
    guard known.contains(address.section) else { return false }
    guard case .array(let items)? = saved.values[address.section] else { return true }
    return address.position < items.count
  }
}
