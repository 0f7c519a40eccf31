// The numbers by which clients know rows, sections and items. A number is never given again as long
// as a form lives. An index is: after an undo the next new row has the index of the one that is
// gone. So each undo starts a new run of numbers for the indices that it has freed.

/// The numbers of the members of one kind, by their indices.
struct MemberNumbers: Hashable, Sendable {
  /// A run of consecutive indices with consecutive numbers, up to where the next run begins.
  private struct Run: Hashable {
    let index: Int
    let number: Int
  }

  /// In the order of their indices, which is that of their numbers too; the indices before the
  /// first run are their own numbers.
  private var runs: [Run] = []

  /// The number of the member at an index.
  func number(of index: Int) -> Int {
    guard let run = runs.last(where: { $0.index <= index }) else { return index }
    return run.number + index - run.index
  }

  /// The index of the member with a number; nil if the number belongs to a member that an undo has
  /// taken back.
  func index(of number: Int) -> Int? {
    let place = runs.lastIndex { $0.number <= number }
    let index = place.map { runs[$0].index + number - runs[$0].number } ?? number
    let next = place.map { $0 + 1 } ?? 0
    return next == runs.count || index < runs[next].index ? index : nil
  }

  /// Gives the members from an index on numbers from a number on, which no member has had.
  mutating func start(at index: Int, with number: Int) {
    guard self.number(of: index) != number else { return }
    runs.removeAll { $0.index >= index }
    runs.append(Run(index: index, number: number))
  }
}

/// The numbers of all members.
struct AllMemberNumbers: Hashable, Sendable {
  var rows = MemberNumbers()
  var sections = MemberNumbers()
  var items = MemberNumbers()
}

/// The first numbers that no member of a live form has had; more of them have been given since the
/// last undo.
struct UnusedNumbers: Sendable {
  private var row = 0
  private var section = 0
  private var item = 0

  /// Passes over all that a topology has given.
  mutating func pass(_ topology: Topology) {
    let numbers = topology.directory.numbers
    row = max(row, numbers.rows.number(of: topology.rows.count))
    section = max(section, numbers.sections.number(of: topology.sections.count))
    item = max(item, numbers.items.number(of: topology.items.count))
  }

  /// Lets a topology that an undo or a redo has brought back go on with them.
  func start(in topology: inout Topology) {
    topology.directory.numbers.rows.start(at: topology.rows.count, with: row)
    topology.directory.numbers.sections.start(at: topology.sections.count, with: section)
    topology.directory.numbers.items.start(at: topology.items.count, with: item)
  }
}

// MARK: - Ids

extension Member {
  /// Reads the id of a row or section, such as `#r5`; nil for any other text.
  ///
  /// An id has one spelling: `#r05` is none, or a line could name a row twice.
  fileprivate static func number(inID text: String) -> (isRow: Bool, number: Int)? {
    let parts = (text.prefix(2), text.dropFirst(2))
    guard parts.0 == "#r" || parts.0 == "#s", let number = Int(parts.1), number >= 0,
      parts.1.elementsEqual(String(number))
    else { return nil }
    return (parts.0 == "#r", number)
  }
}

extension Topology {
  /// The name of a row or a section that every one has, also without a tag: `#r5`, `#s2`.
  ///
  /// It is no tag, which has only letters, digits and `_`.
  func id(of member: Member) -> String {
    switch member {
    case .row(let row): "#r\(directory.numbers.rows.number(of: row.index))"
    case .section(let section): "#s\(directory.numbers.sections.number(of: section.index))"
    }
  }

  /// The address of a row of an item, by which edits name it; nil for other rows, and for one of
  /// several rows of an item that has no tag.
  ///
  /// `name` is what the row is called.
  func address(of row: RowIndex, named name: String?) -> String? {
    guard let item = rows[row.index].item else { return nil }
    return rows[row.index].content.tag != nil || template(of: item)?.isPlain == true ? name : nil
  }

  /// The number by which clients know an item.
  func number(of item: ItemIndex) -> Int64 {
    Int64(directory.numbers.items.number(of: item.index))
  }

  /// The member with an id, which may have been removed; nil for any other text.
  func member(id text: String) -> Member? {
    guard let (isRow, number) = Member.number(inID: text) else { return nil }
    if isRow {
      return directory.numbers.rows.index(of: number).flatMap {
        rows.indices.contains($0) ? .row(RowIndex($0)) : nil
      }
    }
    return directory.numbers.sections.index(of: number).flatMap {
      sections.indices.contains($0) ? .section(SectionIndex($0)) : nil
    }
  }
}
