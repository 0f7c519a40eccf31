// The texts that were read while a graph is built: with what they run, where that is the same in
// every place, and otherwise with where their parts stand, which the topology does not keep.

import Predicate

/// A text that has been read, and its program.
struct KnownText: Sendable {
  let id: TextID
  let program: ProgramID
  /// What was read, where it takes more to say what the text runs.
  ///
  /// Otherwise it is not kept: the memory that one text takes is then the next one's, and what is
  /// made of a large form stands closer together.
  var reading: Shared<TextReading>?
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
    get { holdsNew(id) ? new[id.index - first] : old[id] }
    set { change(id) { $0 = newValue } }
  }

  /// Remembers the node of the condition that a text is everywhere.
  mutating func setCondition(_ node: NodeID, running run: Run) {
    change(run.text) { if $0?.run == run { $0?.condition = node } }
  }

  /// Whether a text is a condition everywhere, and this one.
  func isCondition(_ node: NodeID, everywhere id: TextID) -> Bool { condition(of: id) == node }

  /// The node of a condition, if it was remembered.
  func condition(_ run: Run) -> NodeID? {
    guard let node = condition(of: run.text) else { return nil }
    return self[run.text]?.run == run ? node : nil
  }

  // Without a copy of all that is known.

  private func condition(of id: TextID) -> NodeID? {
    holdsNew(id) ? new[id.index - first]?.condition : old[id]?.condition
  }

  private func holdsNew(_ id: TextID) -> Bool { id.index >= first && id.index - first < new.count }

  private mutating func change(_ id: TextID, _ body: (inout KnownText?) -> Void) {
    guard id.index >= first else { return body(&old[id]) }
    while new.count <= id.index - first { new.append(nil) }
    body(&new[id.index - first])
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

  /// By fingerprint, from there on.
  private var places = [Place](repeating: Place(), count: 1 << Self.bits)
  private var entries: [Entry] = []

  /// Where a text stands among the entries, or -1; and a part of its fingerprint, by which most
  /// other texts are told apart without a look at theirs, which may lie anywhere.
  private struct Place: Sendable {
    var check: UInt32 = 0
    var entry: Int32 = -1
  }

  private static func fingerprint(of text: String) -> UInt64? {
    guard text.utf8.count >= shortest else { return nil }
    return text.utf8.withContiguousStorageIfAvailable(Fingerprint.of)
  }

  private static func place(_ step: Int, _ fingerprint: UInt64) -> Int {
    (Int(truncatingIfNeeded: fingerprint >> (64 - bits)) + step) & mask
  }

  func condition(for text: String) -> Condition? {
    guard let fingerprint = Self.fingerprint(of: text) else { return nil }
    for step in 0..<Self.tries {
      let place = places[Self.place(step, fingerprint)]
      if place.entry < 0 { return nil }
      if let entry = entry(at: place, fingerprint, text) { return entries[entry].condition }
    }
    return nil
  }

  /// Where other texts have all places, the last of them is given to this one.
  mutating func keep(_ text: String, _ id: TextID, _ node: NodeID) {
    guard let fingerprint = Self.fingerprint(of: text) else { return }
    let entry = Entry(text: text, condition: (id, node))
    for step in 0..<Self.tries {
      let index = Self.place(step, fingerprint)
      let place = places[index]
      if place.entry < 0 {
        places[index] = Place(
          check: UInt32(truncatingIfNeeded: fingerprint),
          entry: Int32(truncatingIfNeeded: entries.count))
        return entries.append(entry)
      }
      if step == Self.tries - 1 || self.entry(at: place, fingerprint, text) != nil {
        places[index].check = UInt32(truncatingIfNeeded: fingerprint)
        entries[Int(place.entry)] = entry
        return
      }
    }
  }

  /// The entry that a place names, if it is of a text.
  private func entry(at place: Place, _ fingerprint: UInt64, _ text: String) -> Int? {
    let entry = Int(place.entry)
    return place.check == UInt32(truncatingIfNeeded: fingerprint)
      && isExactly(entries[entry].text, text) ? entry : nil
  }
}
