// The texts that were read while a graph is built: with where their parts stand, which the topology
// does not keep, and with what they run where that is the same in every place.

import Predicate

/// A text that has been read, and its program.
struct KnownText: Sendable {
  let id: TextID
  let reading: Shared<TextReading>
  let program: ProgramID
  /// What the text runs wherever it stands, where that is the same everywhere.
  var run: Run?
  /// The condition that runs this.
  var condition: NodeID?
}

/// Texts that have been read, by id: those that came since the building began next to each other.
struct KnownTexts: Sendable {
  private let first: Int
  private var new: [KnownText?] = []
  private var old: [TextID: KnownText] = [:]

  /// - Parameter count: How many texts there are when the building begins.
  init(after count: Int) { first = count }

  subscript(id: TextID) -> KnownText? {
    get {
      guard id.index >= first else { return old[id] }
      return id.index - first < new.count ? new[id.index - first] : nil
    }
    set {
      guard id.index >= first else {
        old[id] = newValue
        return
      }
      while new.count <= id.index - first { new.append(nil) }
      new[id.index - first] = newValue
    }
  }

  /// Remembers what a text runs everywhere.
  mutating func setRun(_ run: Run, of id: TextID) { self[id]?.run = run }

  /// Remembers the node of the condition that a text is everywhere.
  mutating func setCondition(_ node: NodeID, running run: Run) {
    if self[run.text]?.run == run { self[run.text]?.condition = node }
  }

  /// Whether a text is a condition everywhere, and this one.
  func isCondition(_ node: NodeID, everywhere id: TextID) -> Bool { self[id]?.condition == node }

  /// The node of a condition, if it was remembered.
  func condition(_ run: Run) -> NodeID? {
    guard let known = self[run.text], let node = known.condition, known.run == run else {
      return nil
    }
    return node
  }
}

/// The conditions that texts are wherever they stand, found by the text: a thousand rows that are
/// hidden by one text cost little more than to see that it is the same.
struct RepeatedConditions: Sendable {
  typealias Condition = (id: TextID, node: NodeID)

  private struct Entry: Sendable {
    let text: String
    let condition: Condition
  }

  /// How many members must be new for a table to be worth its making.
  static let fewestMembers = 256
  private static let bits: UInt64 = 13
  private static let mask = 1 << Int(bits) - 1
  /// In how many places, one behind the other, a text may stand.
  private static let tries = 4
  /// Shorter texts cost less to be found in the index.
  private static let shortest = 8

  /// By fingerprint, from there on: the place of a text among the entries, or -1.
  private var places = [Int32](repeating: -1, count: 1 << Self.bits)
  private var entries: [Entry] = []

  private static func place(of text: String) -> Int? {
    guard text.utf8.count >= shortest else { return nil }
    return text.utf8.withContiguousStorageIfAvailable {
      Int(truncatingIfNeeded: Fingerprint.of($0) >> (64 - bits))
    }
  }

  func condition(for text: String) -> Condition? {
    guard let first = Self.place(of: text) else { return nil }
    for step in 0..<Self.tries {
      let index = Int(places[(first + step) & Self.mask])
      guard index >= 0 else { return nil }
      if isExactly(entries[index].text, text) { return entries[index].condition }
    }
    return nil
  }

  /// Where other texts have all places, the last of them is given to this one.
  mutating func keep(_ text: String, _ id: TextID, _ node: NodeID) {
    guard let first = Self.place(of: text) else { return }
    let entry = Entry(text: text, condition: (id, node))
    for step in 0..<Self.tries {
      let place = (first + step) & Self.mask
      let index = Int(places[place])
      guard index >= 0 else {
        places[place] = Int32(truncatingIfNeeded: entries.count)
        return entries.append(entry)
      }
      if step == Self.tries - 1 || isExactly(entries[index].text, text) {
        entries[index] = entry
        return
      }
    }
  }
}
