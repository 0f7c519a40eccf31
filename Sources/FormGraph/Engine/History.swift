// The transactions that can be taken back and made again. An entry is a journal: what stood before.
// Taking back is a transaction whose own journal is the entry for making again, and the other way
// round, so that nothing is ever kept twice.

import Predicate

/// Transactions to take back and to make again.
struct History: Sendable {
  /// One step.
  struct Entry: Sendable {
    var record: JournalRecord
    /// The version of what lies outside history when the entry was made; nil where the transaction
    /// changed it itself.
    var version: Int?
    var coalescingKey: String?

    /// Makes this the step of both transactions, of which the other one came later.
    mutating func merge(_ newer: JournalRecord) {
      var both = record.journal
      both.merge(newer.journal)
      record = JournalRecord(both)
    }
  }

  private(set) var past = Steps()
  private(set) var future = Steps()
  /// Where the entry stands, the last of its kind, that the last transaction belongs to.
  private var owner: Owner?

  private enum Owner { case past, future }

  /// How many steps are kept.
  let limit: Int
  /// Counts the changes of what lies outside history and what conditions read: inputs and the time.
  private(set) var version = 0

  init(limit: Int) { self.limit = max(0, limit) }

  /// Entries in the order of their transactions.
  struct Steps: Sendable {
    /// From `first` on those that are kept; before it nothing, to be taken out together.
    private var entries: [Entry?] = []
    private var first = 0

    var count: Int { entries.count - first }
    var isEmpty: Bool { count == 0 }

    /// The latest one.
    var last: Entry? {
      get { entries.last ?? nil }
      set { if !isEmpty { entries[entries.count - 1] = newValue } }
    }

    mutating func append(_ entry: Entry) { entries.append(entry) }

    mutating func removeLast() { entries.removeLast() }

    /// Forgets the oldest one.
    ///
    /// - Complexity: O(1) on average.
    mutating func removeFirst() {
      entries[first] = nil
      first += 1
      if first > entries.count / 2 {
        entries.removeFirst(first)
        first = 0
      }
    }

    /// What is put back from now on stands on something else than it left.
    mutating func forgetVersions() {
      for index in entries.indices { entries[index]?.version = nil }
    }
  }

  /// Takes note of a transaction.
  ///
  /// - Parameters:
  ///   - record: What it overwrote.
  ///   - isOutside: Whether it changed inputs or the time.
  ///   - isStep: Whether it changed something that history gives back.
  ///   - key: What merges it with the step before, if that had the same.
  ///   - isCaused: Whether an observer made it because of the transaction before, so that it
  ///     belongs to that one's entry.
  mutating func record(
    _ record: JournalRecord, isOutside: Bool, isStep: Bool, coalescingKey key: String?,
    isCaused: Bool = false
  ) {
    if isOutside { version += 1 }
    if !isCaused { owner = nil }
    guard isStep else {
      guard !record.journal.isEmpty else { return }
      // What is shown, and that a row was left, belongs to the step before. A step that would be
      // made again finds them changed. Journals are of one piece: where something outside history
      // has come between them, the older one knows nothing of what that changed.
      if let last = past.last, last.version == version {
        past.last?.merge(record)
      }
      future.forgetVersions()
      return
    }
    if isCaused, mergeWithOwner(record) { return }
    owner = .past
    if !future.isEmpty { future = Steps() }
    let version = isOutside ? nil : version
    if let key, let last = past.last, last.coalescingKey == key, last.version == version {
      past.last?.merge(record)
    } else {
      past.append(Entry(record: record, version: version, coalescingKey: key))
      if past.count > limit { past.removeFirst() }
    }
  }

  /// Adds a step to the entry of the transaction that caused it, where there is one.
  ///
  /// What stands on the other side finds values that it did not leave, and is settled; it cannot
  /// stand on a shape that it did not leave.
  private mutating func mergeWithOwner(_ record: JournalRecord) -> Bool {
    switch owner {
    case .past where !past.isEmpty:
      past.last?.merge(record)
      if record.journal.topology != nil { future = Steps() }
      future.forgetVersions()
      return true
    case .future where !future.isEmpty && record.journal.topology == nil:
      future.last?.merge(record)
      past.forgetVersions()
      return true
    default: return false
    }
  }

  /// The step to take back, and whether what it overwrote can be put back as it is.
  var undone: (journal: Journal, isExact: Bool)? {
    past.last.map { ($0.record.journal, $0.version == version) }
  }

  /// The step to make again.
  var redone: (journal: Journal, isExact: Bool)? {
    future.last.map { ($0.record.journal, $0.version == version) }
  }

  /// Moves the last step of the past to the future.
  mutating func moveBack(_ record: JournalRecord) {
    past.removeLast()
    // What is typed after taking a step back begins a step of its own.
    past.last?.coalescingKey = nil
    owner = .future
    future.append(Entry(record: record, version: version, coalescingKey: nil))
  }

  /// Moves the next step of the future to the past.
  mutating func moveForth(_ record: JournalRecord) {
    future.removeLast()
    owner = .past
    past.append(Entry(record: record, version: version, coalescingKey: nil))
  }
}

extension Journal {
  /// Makes this journal that of both transactions, of which the other one came later.
  mutating func merge(_ newer: Journal) {
    state.merge(newer.state)
    topology = topology ?? newer.topology
    outline = outline ?? newer.outline
    if newer.isReshaped { reshaped.merge(newer.reshaped) }
    for source in newer.sources { sources.append(source) }
  }
}

extension Journal.Reshaped {
  /// Of what came and went again nothing is left.
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
    for section in newer.movedSections where !insertedSections.contains(section) {
      movedSections.insert(section)
    }
    for node in newer.rewired { rewired.insert(node) }
    decided += newer.decided
    for row in newer.options { options.insert(row) }
    for section in newer.collapsed { collapsed.insert(section) }
    for section in newer.itemSections { itemSections.insert(section) }
  }
}
