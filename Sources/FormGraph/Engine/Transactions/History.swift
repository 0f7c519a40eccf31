// Undo and redo. An entry is the journal of a transaction: what it overwrote. Undo is a
// transaction, and its own journal is the entry for redo; redo works the same way. So nothing is
// stored twice.

import Predicate

/// A name for a step of a form's history, for undoing that step together with all later steps.
///
/// `ChangeSet.token` has the token of an edit. Edits that were merged into one step have the same
/// token. A token is valid in the form that made the edit and in later copies of that form.
///
/// The token becomes invalid when the step is undone, or is dropped because of the limit of steps
/// or of the rows that undo keeps.
public struct UndoToken: Hashable, Sendable {
  /// A random number of the history that made the step.
  ///
  /// It differs between two forms, and between two copies once they make different steps.
  fileprivate let lineage: UInt64
  /// The number of the step in its history, from 1.
  fileprivate let serial: Int
}

/// The steps that can be undone and redone.
struct History: Sendable {
  /// One step.
  struct Entry: Sendable {
    var journal: Held<Journal>
    /// The version of the inputs and the time when the entry was made; nil if the transaction
    /// itself changed them.
    var version: Int?
    /// The token of the step.
    ///
    /// A merged step has the token of its first part.
    let token: UndoToken
    /// A later step with this key is merged into this entry.
    ///
    /// A reference, because most entries have no key.
    var coalescingKey: Shared<String>?

    /// Merges a later step into this one.
    mutating func merge(_ newer: Held<Journal>) {
      var both = journal.value
      both.merge(newer.value)
      journal = Held(both)
    }
  }

  private(set) var past = Steps()
  private(set) var future = Steps()
  /// Whether the last transaction belongs to the last entry of `past` or of `future`.
  private var owner: Owner?

  private enum Owner { case past, future }

  /// Marks the steps of this history.
  ///
  /// A copy of the history takes a new lineage before its next step.
  private var lineage = Lineage()
  /// The random number of this history, until a copy of it makes steps of its own.
  var number: UInt64 { lineage.number }
  /// How many steps this history has numbered.
  private var stepCount = 0

  private final class Lineage: Sendable {
    let number = UInt64.random(in: .min ... .max)
  }

  /// The step that the last transaction belongs to; nil if it cannot be undone.
  private(set) var token: UndoToken?

  /// The largest number of steps that are kept.
  let limit: Int
  /// Counts the changes of inputs and the time, which conditions read and undo does not restore.
  private(set) var version = 0

  /// The largest number of rows that the graphs of all kept steps have together.
  ///
  /// Each host's edit of the shape keeps the graph before it, some 150 bytes a row.
  private let rowLimit: Int
  /// The largest number of bytes of the values of the form and of all kept steps together.
  private let byteLimit: Int

  init(limit: Int, rowLimit: Int, byteLimit: Int) {
    self.limit = max(0, limit)
    self.rowLimit = rowLimit
    self.byteLimit = byteLimit
  }

  /// Entries in the order of their transactions.
  ///
  /// When the limit is reached, the array becomes a ring.
  ///
  /// For example, with a limit of 4, after six steps:
  ///
  ///   ring   5 | 6 | 3 | 4      first = 2, count = 4
  struct Steps: Sendable {
    /// The entries; nil where an entry was removed.
    private var ring: [Entry?] = []
    /// The index of the oldest entry.
    ///
    /// It is 0 unless the ring is full.
    private var first = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// The latest entry.
    var last: Entry? {
      get { isEmpty ? nil : ring[place(count - 1)] }
      set { if !isEmpty { ring[place(count - 1)] = newValue } }
    }

    /// The entries from a step on, in order; empty if the step is unknown.
    func suffix(from token: UndoToken) -> [Entry] {
      var entries: [Entry] = []
      for position in (0..<count).reversed() {
        guard let entry = ring[place(position)] else { break }
        entries.append(entry)
        if entry.token == token { return entries.reversed() }
      }
      return []
    }

    private func place(_ position: Int) -> Int {
      let place = first + position
      return place < ring.count ? place : place - ring.count
    }

    /// Appends the latest entry.
    ///
    /// Drops the oldest entry if there are more than `limit`, which must be the same in every call.
    mutating func append(_ entry: Entry, limit: Int) {
      if count < ring.count {
        ring[place(count)] = entry
        count += 1
      } else if count < limit {
        ring.append(entry)
        count += 1
      } else if count > 0 {
        ring[first] = entry
        first = place(1)
      }
    }

    /// The number of rows of the graphs that the steps keep.
    var graphRows: Int {
      ring.reduce(0) { count, entry in
        guard let journal = entry?.journal.value, journal.reshaped.isRecompiled else {
          return count
        }
        return count + (journal.topology?.topology.rows.count ?? 0)
      }
    }

    /// The bytes of what the steps overwrote.
    var heldBytes: Int { ring.reduce(0) { $0 + ($1?.journal.value.state.heldBytes ?? 0) } }

    mutating func removeFirst() {
      ring = (1..<max(1, count)).map { ring[place($0)] }
      first = 0
      count = ring.count
    }

    mutating func removeLast() {
      ring[place(count - 1)] = nil
      count -= 1
    }

    /// Makes every entry inexact: the values it would restore no longer match the rest of the form.
    mutating func forgetVersions() {
      for index in ring.indices { ring[index]?.version = nil }
    }
  }

  /// Records a transaction.
  ///
  /// - Parameters:
  ///   - journal: What the transaction overwrote.
  ///   - isOutside: Whether the transaction changed inputs or the time.
  ///   - isStep: Whether the transaction changed something that undo restores.
  ///   - key: The key that merges the transaction into the step before, if that has the same key.
  ///   - isCaused: Whether an observer made the transaction because of the transaction before,
  ///     whose entry it then belongs to.
  mutating func record(
    _ journal: Held<Journal>, isOutside: Bool, isStep: Bool, coalescingKey key: String?,
    isCaused: Bool = false
  ) {
    defer { if journal.value.reshaped.isRecompiled { dropGraphs() } }
    if isOutside { version += 1 }
    if !isCaused { owner = nil }
    token = nil
    guard isStep else {
      guard !journal.value.isEmpty else { return }
      // Shown errors and left rows belong to the step before, and redo steps become inexact. If an
      // input or the time changed in between, the journals are not merged: the older journal does
      // not know what that change overwrote.
      if let last = past.last, last.version == version {
        past.last?.merge(journal)
      }
      future.forgetVersions()
      return
    }
    if isCaused, mergeWithOwner(journal) { return }
    owner = .past
    if !future.isEmpty { future = Steps() }
    let version = isOutside ? nil : version
    if let key, let last = past.last, last.coalescingKey?.value == key, last.version == version {
      past.last?.merge(journal)
      token = last.token
      return
    }
    if !isKnownUniquelyReferenced(&lineage) { lineage = Lineage() }
    stepCount += 1
    let token = UndoToken(lineage: lineage.number, serial: stepCount)
    self.token = token
    past.append(
      Entry(
        journal: journal, version: version, token: token,
        coalescingKey: key.map { Shared($0) }), limit: limit)
  }

  /// Drops the oldest steps as long as their graphs have too many rows.
  ///
  /// - Complexity: O(steps²) if many are dropped; mostly one is.
  private mutating func dropGraphs() {
    while past.count > 1, past.graphRows > rowLimit { past.removeFirst() }
  }

  /// The bytes of what all steps overwrote.
  var heldBytes: Int { past.heldBytes + future.heldBytes }

  /// Drops the oldest steps to undo, and then the last ones to redo, as long as they take too many
  /// bytes together with the values of the form.
  ///
  /// - Complexity: O(n) in what the steps have overwritten, if there is a limit.
  mutating func forgetOldest(besides bytes: Int) {
    guard byteLimit < .max else { return }
    while !past.isEmpty || !future.isEmpty, bytes + heldBytes > byteLimit {
      if past.isEmpty { future.removeFirst() } else { past.removeFirst() }
    }
    if past.isEmpty { token = nil }
  }

  /// Merges a transaction into the entry of the transaction that caused it, if there is such an
  /// entry.
  ///
  /// The entries on the other side find values that they did not leave, so they become inexact and
  /// settle. They cannot be used at all after a change of the shape.
  private mutating func mergeWithOwner(_ journal: Held<Journal>) -> Bool {
    switch owner {
    case .past where !past.isEmpty:
      past.last?.merge(journal)
      token = past.last?.token
      if journal.value.topology != nil { future = Steps() }
      future.forgetVersions()
      return true
    case .future where !future.isEmpty && journal.value.topology == nil:
      future.last?.merge(journal)
      past.forgetVersions()
      return true
    default: return false
    }
  }

  /// The step to undo, and whether it can be restored exactly.
  var undone: (journal: Journal, isExact: Bool)? {
    past.last.map { ($0.journal.value, $0.version == version) }
  }

  /// All steps from `token` on, merged into one, and whether they can be restored exactly; nil if
  /// the token is unknown.
  ///
  /// - Complexity: O(n) in what the steps touched.
  func undone(to token: UndoToken) -> (journal: Journal, isExact: Bool)? {
    let entries = past.suffix(from: token)
    guard let first = entries.first else { return nil }
    var journal = first.journal.value
    for entry in entries.dropFirst() { journal.merge(entry.journal.value) }
    return (journal, entries.allSatisfy { $0.version == version })
  }

  /// The step to redo, and whether it can be restored exactly.
  var redone: (journal: Journal, isExact: Bool)? {
    future.last.map { ($0.journal.value, $0.version == version) }
  }

  /// Drops all steps.
  mutating func clear() {
    past = Steps()
    future = Steps()
    owner = nil
    version += 1
  }

  /// Makes every step inexact: the form has left the states that they logged.
  mutating func forgetVersions() {
    past.forgetVersions()
    future.forgetVersions()
  }

  /// Moves the last step of the past to the future, or all steps from `token` on as one step.
  mutating func moveBack(_ journal: Held<Journal>, to token: UndoToken? = nil) {
    guard let first = token ?? past.last?.token else { return }
    while let last = past.last {
      past.removeLast()
      if last.token == first { break }
    }
    // Typing after an undo begins a new step.
    past.last?.coalescingKey = nil
    owner = .future
    future.append(Entry(journal: journal, version: version, token: first), limit: limit)
  }

  /// Moves the next step of the future to the past.
  mutating func moveForth(_ journal: Held<Journal>) {
    guard let token = future.last?.token else { return }
    future.removeLast()
    owner = .past
    past.append(Entry(journal: journal, version: version, token: token), limit: limit)
  }
}

extension Journal {
  /// Adds the journal of a later transaction.
  mutating func merge(_ newer: Journal) {
    state.merge(newer.state)
    topology = topology ?? newer.topology
    outline = outline ?? newer.outline
    reshaped.merge(newer.reshaped)
    for source in newer.sources { sources.append(source) }
  }
}

extension Journal.Reshaped {
  /// Merges the changes of the shape.
  ///
  /// Members that were added and removed again cancel out.
  fileprivate mutating func merge(_ newer: Self) {
    for row in newer.inserted where !removed.remove(row) { inserted.insert(row) }
    for row in newer.removed {
      moved.remove(row)
      if !inserted.remove(row) { removed.insert(row) }
    }
    for row in newer.moved where !inserted.contains(row) { moved.insert(row) }
    for section in newer.insertedSections where !removedSections.remove(section) {
      insertedSections.insert(section)
    }
    for section in newer.removedSections {
      movedSections.remove(section)
      if !insertedSections.remove(section) { removedSections.insert(section) }
    }
    movedItems.formUnion(newer.movedItems)
    for section in newer.movedSections where !insertedSections.contains(section) {
      movedSections.insert(section)
    }
    for node in newer.rewired { rewired.insert(node) }
    decided += newer.decided
    for row in newer.options { options.insert(row) }
    redefined.formUnion(newer.redefined)
    for section in newer.itemSections { itemSections.insert(section) }
    isRedefined = isRedefined || newer.isRedefined
    isRecompiled = isRecompiled || newer.isRecompiled
  }
}
