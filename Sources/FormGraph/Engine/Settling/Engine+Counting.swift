// Lists whose items are counted by a formula. The items come and go while the form settles, right
// after the formulas of one rank: whatever reads a list, and whatever stands in an item, is ranked
// after them. So each node still runs once.

import Predicate

extension Engine {
  /// A list whose formula has been evaluated.
  struct Recount {
    let list: SectionIndex
    let node: NodeID
    /// Whether the formula gives another number than before.
    let isOther: Bool
  }

  /// Makes lists have as many items as their formulas say.
  mutating func settleCounts() {
    guard !recounts.isEmpty else { return }
    let recounts = recounts
    self.recounts = []
    // The values that new items start with are not edits.
    let hadEditedValues = hasEditedValues
    defer { hasEditedValues = hadEditedValues }
    let before = isOpening ? (topology, outline, journal.reshaped) : nil
    let firstNew = topology.directory.nodeCount
    var resized: [Recount] = []
    for recount in recounts {
      guard let wanted = wantedCount(recount) else { continue }
      if journal.topology == nil { journal.topology = shape }
      if journal.outline == nil { journal.outline = shape }
      resized.append(recount)
      resize(counted: recount.list, to: wanted)
    }
    guard !resized.isEmpty else { return }
    let reasons = finishGraph(from: firstNew)
    guard !reasons.isEmpty else { return }
    // The new items have no nodes that could settle, so the edits are refused.
    guard let (topology, outline, reshaped) = before else {
      countingReasons += reasons
      return
    }
    // A form opens all the same, without these items.
    for section in topology.sections.count..<self.topology.sections.count {
      for bit in SectionWord.all { setBit(bit, false, of: SectionIndex(section)) }
    }
    builder = GraphBuilder(topology, outline)
    journal.reshaped = reshaped
    undecided = []
    for recount in resized {
      setProblem(.tooManyItems(state.facts[recount.node.index]), of: recount.node)
    }
  }

  /// The number of items that a list is to have; nil if it has as many, or if there is no room.
  ///
  /// If there is no room for a new number, the edits are refused. A form may open with such a
  /// number, so an unchanged number refuses nothing.
  private mutating func wantedCount(_ recount: Recount) -> Int? {
    let (list, node) = (recount.list, recount.node)
    guard outline.sections.contains(list) else { return nil }
    let wanted = if case .int(let wanted) = state.facts[node.index] { wanted } else { Int64(0) }
    let count = outline.items.count(of: topology.section(list).itemList)
    guard wanted != count else { return nil }
    let isRoom = hasRoom(for: wanted - Int64(count), in: list)
    guard isRoom, let wanted = Int(exactly: wanted) else {
      setProblem(.tooManyItems(.int(wanted)), of: node)
      if recount.isOther, !isOpening { countingReasons.append(noRoom(for: wanted, in: list)) }
      return nil
    }
    return wanted
  }

  /// Adds items to the end of a list, or takes them from there.
  private mutating func resize(counted list: SectionIndex, to wanted: Int) {
    let count = outline.items.count(of: topology.section(list).itemList)
    for position in count..<max(count, wanted) {
      if let item = builder.outline.parked[list]?.popLast() {
        bringBack(item, to: list, at: position)
      } else {
        insertItem(nil, to: list, at: position)
      }
    }
    for position in (wanted..<max(count, wanted)).reversed() { takeAway(position, of: list) }
  }

  /// Whether there is room for more items.
  private func hasRoom(for more: Int64, in list: SectionIndex) -> Bool {
    guard more > 0 else { return true }
    let record = topology.section(list)
    let new = max(0, more - Int64(outline.parked[list]?.count ?? 0))
    let used = max(topology.rows.count, topology.items.count)
    let room = topology.graph.limits.rows - used
    return record.templates.map { $0.value.rowCount(ofItems: new) <= room } ?? true
  }

  private func noRoom(for wanted: Int64, in list: SectionIndex) -> Reason {
    let name = name(of: list)
    let templates = topology.section(list).templates?.value
    let formula = templates?.items.countFormula ?? ""
    let isTooLong =
      templates.map { $0.rowCount(ofItems: wanted) > topology.graph.limits.rows } ?? false
    return Reason(
      kind: .notAllowed, tag: name,
      message: "'\(name)' has as many items as \(formula) says, which is \(wanted): "
        + tooManyRows.message,
      hint: isTooLong ? "set what the formula reads" : tooManyRows.hint)
  }

  // MARK: - Parking

  /// Takes an item out of a list and keeps it to come back.
  private mutating func takeAway(_ position: Int, of list: SectionIndex) {
    let items = topology.section(list).itemList
    guard let item = outline.items.member(at: position, in: items) else { return }
    let parked = self.parked(item)
    let answers = parksItems ? answers(about: parked) : []
    removeItem(item, of: list)
    guard parksItems else { return }
    builder.outline.parked[list, default: []].append(parked)
    for (node, answer) in answers { setAnswer(answer, of: node) }
  }

  /// All parked items, also those that are parked in them.
  ///
  /// - Complexity: O(n) in the number of these items.
  var parkedItems: Set<ItemIndex> {
    var items: Set<ItemIndex> = []
    // Lists in parked items have parked items too.
    for parked in outline.parked.values.joined() { add(parked, to: &items) }
    return items
  }

  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  private func add(_ parked: ParkedItem, to items: inout Set<ItemIndex>) {
    items.insert(parked.item)
    for inner in parked.lists.joined() { add(inner, to: &items) }
  }

  /// The rows of all parked items.
  var parkedRows: Set<RowIndex> { Set(parkedItems.flatMap { topology.rows(of: $0) }) }

  /// An item with the items of the lists in it, as it stands.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  private func parked(_ item: ItemIndex) -> ParkedItem {
    ParkedItem(
      item: item, starting: Set(topology.rows(of: item).filter { isStarting($0) }),
      edited: Set(topology.rows(of: item).filter { state.follows(topology.row($0)) == false }),
      lists: topology.lists(of: item).map { list in
        outline.items(of: list, in: topology).map { parked($0) }
      })
  }

  /// What the host has answered about an item.
  ///
  /// A question ends, but an answer stands for its arguments.
  private func answers(about parked: ParkedItem) -> [(node: NodeID, answer: Answer)] {
    topology.rows(of: parked.item).flatMap { topology.row($0).asyncNodes }.compactMap { node in
      state.answers[node.index].flatMap { $0.isPending ? nil : (node, $0) }
    } + parked.lists.joined().flatMap { answers(about: $0) }
  }

  /// Whether the default of a row has not run yet, and no edit has given the row a value instead.
  private func isStarting(_ row: RowIndex) -> Bool {
    guard let node = topology.row(row).filling, !given.contains(row) else { return false }
    return state.results[node.index] == .unevaluated
  }

  /// Puts an item back with its values, errors and marks, and the items in it.
  ///
  /// A row that hiding clears starts anew.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  private mutating func bringBack(_ parked: ParkedItem, to list: SectionIndex, at position: Int) {
    builder.bringBack(parked.item, to: list, at: position)
    noteInserted(topology.sections(of: parked.item))
    for row in topology.rows(of: parked.item) {
      for bit in [RowWord.hidden, .disabled, .required, .invalid] { clearBit(bit, of: row) }
      noteCome(row)
      if topology.row(row).hiddenValues == .clear {
        state.attributes.keep(.cleared, row)
        setBit(.cleared, true, of: row)
        // Undo has given back what the parked row held.
        given.remove(row)
      }
      if let node = topology.row(row).filling {
        let isEdited = parked.edited.contains(row)
        _ = setResult(
          isEdited ? .no : parked.starting.contains(row) ? .unevaluated : .yes, of: node)
      }
    }
    for (list, items) in zip(topology.lists(of: parked.item), parked.lists) {
      for (position, item) in items.enumerated() { bringBack(item, to: list, at: position) }
      countItems(of: list)
    }
    journal.reshaped.itemSections.insert(list)
  }
}
