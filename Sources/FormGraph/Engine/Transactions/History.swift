// The transactions that can be taken back and made again. An entry is a journal: what stood before.
// Taking back is a transaction whose own journal is the entry for making again, and the other way
// round, so that nothing is ever kept twice.

import Predicate

/// Names a step of a form's history, so that it can be taken back later, with all that followed.
///
/// `ChangeSet.token` has the token of an edit. Edits that were merged into one step have the same
/// token. A token is valid in the form that made the edit and in copies made of it afterwards, as
/// long as the step can be taken back: not once it has been taken back, or has been dropped because
/// of the limit of steps.
public struct UndoToken: Hashable, Sendable {
  /// A random number of the history that made the step: two forms, or two copies that went on
  /// apart, have different ones.
  fileprivate let lineage: UInt64
  /// The steps of a history are counted from 1.
  fileprivate let serial: Int
}

/// Transactions to take back and to make again.
struct History: Sendable {
  /// One step.
  struct Entry: Sendable {
    var journal: Held<Journal>
    /// The version of what lies outside history when the entry was made; nil where the transaction
    /// changed it itself.
    var version: Int?
    /// Which step it is; of several the first.
    let token: UndoToken
    /// What merges the next step with this one; by reference, since most have none.
    var coalescingKey: Shared<String>?

    /// Makes this the step of both transactions, of which the other one came later.
    mutating func merge(_ newer: Held<Journal>) {
      var both = journal.value
      both.merge(newer.value)
      journal = Held(both)
    }
  }

  private(set) var past = Steps()
  private(set) var future = Steps()
  /// Where the entry stands, the last of its kind, that the last transaction belongs to.
  private var owner: Owner?

  private enum Owner { case past, future }

  /// Where the next step is numbered; a copy of the history takes another one before its next step.
  private var lineage = Lineage()
  /// How many steps there have been.
  private var stepCount = 0

  private final class Lineage: Sendable {
    let number = UInt64.random(in: .min ... .max)
  }

  /// The step that the last transaction is, or is part of; nil if it cannot be taken back.
  private(set) var token: UndoToken?

  /// How many steps are kept.
  let limit: Int
  /// Counts the changes of what lies outside history and what conditions read: inputs and the time.
  private(set) var version = 0

  init(limit: Int) { self.limit = max(0, limit) }

  /// Entries in the order of their transactions: a ring, once there are as many as are kept.
  struct Steps: Sendable {
    /// The entries, and nothing where one was taken out.
    private var ring: [Entry?] = []
    /// Where the oldest one stands: at the beginning, unless the ring is as large as it may be.
    private var first = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// The latest one.
    var last: Entry? {
      get { isEmpty ? nil : ring[place(count - 1)] }
      set { if !isEmpty { ring[place(count - 1)] = newValue } }
    }

    /// The entries from a step on, in order; none where there is no such step.
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

    /// Appends the latest one; forgets the oldest if there would be more than a limit, which is
    /// always the same.
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

    mutating func removeLast() {
      ring[place(count - 1)] = nil
      count -= 1
    }

    /// What is put back from now on stands on something else than it left.
    mutating func forgetVersions() {
      for index in ring.indices { ring[index]?.version = nil }
    }
  }

  /// Takes note of a transaction.
  ///
  /// - Parameters:
  ///   - journal: What it overwrote.
  ///   - isOutside: Whether it changed inputs or the time.
  ///   - isStep: Whether it changed something that history gives back.
  ///   - key: What merges it with the step before, if that had the same.
  ///   - isCaused: Whether an observer made it because of the transaction before, so that it
  ///     belongs to that one's entry.
  mutating func record(
    _ journal: Held<Journal>, isOutside: Bool, isStep: Bool, coalescingKey key: String?,
    isCaused: Bool = false
  ) {
    if isOutside { version += 1 }
    if !isCaused { owner = nil }
    token = nil
    guard isStep else {
      guard !journal.value.isEmpty else { return }
      // What is shown, and that a row was left, belongs to the step before. A step that would be
      // made again finds them changed. Journals are of one piece: where something outside history
      // has come between them, the older one knows nothing of what that changed.
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

  /// Adds a step to the entry of the transaction that caused it, where there is one.
  ///
  /// What stands on the other side finds values that it did not leave, and is settled; it cannot
  /// stand on a shape that it did not leave.
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

  /// The step to take back, and whether what it overwrote can be put back as it is.
  var undone: (journal: Journal, isExact: Bool)? {
    past.last.map { ($0.journal.value, $0.version == version) }
  }

  /// The steps to take back from one on, made one, and whether what they overwrote can be put back
  /// as it is; nil where there is no such step.
  ///
  /// - Complexity: O(what the steps touched).
  func undone(to token: UndoToken) -> (journal: Journal, isExact: Bool)? {
    let entries = past.suffix(from: token)
    guard let first = entries.first else { return nil }
    var journal = first.journal.value
    for entry in entries.dropFirst() { journal.merge(entry.journal.value) }
    return (journal, entries.allSatisfy { $0.version == version })
  }

  /// The step to make again.
  var redone: (journal: Journal, isExact: Bool)? {
    future.last.map { ($0.journal.value, $0.version == version) }
  }

  /// Moves the last step of the past to the future, or all from one on as one step.
  mutating func moveBack(_ journal: Held<Journal>, to token: UndoToken? = nil) {
    guard let first = token ?? past.last?.token else { return }
    while let last = past.last {
      past.removeLast()
      if last.token == first { break }
    }
    // What is typed after taking a step back begins a step of its own.
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
  /// Makes this journal that of both transactions, of which the other one came later.
  mutating func merge(_ newer: Journal) {
    state.merge(newer.state)
    topology = topology ?? newer.topology
    outline = outline ?? newer.outline
    reshaped.merge(newer.reshaped)
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
