// Finds rows and lists that probably have another name now, for a migration to propose. Answers
// tell nothing here: a row that was removed and another that was added, of the same type and title,
// in the same place, may be one row.

import FormGraph

/// The probable new names of removed rows and lists.
struct RenameSearch {
  private(set) var renames: [Migration.Rename] = []

  /// What a removed and an added member have in common if they may be one member.
  private struct Kind: Hashable {
    /// The index of the new section around it, and of the new member before it that stayed; -1:
    /// none.
    let parent: Int
    let previous: Int
    let kind: String
    let title: String?
  }

  /// - Complexity: O(n) in the number of members.
  init(_ matching: MemberMatching, _ migration: ResolvedMigration) {
    var removed: [Kind: [Int]] = [:]
    // By section: the last member in it that stayed.
    var last: [Int: Int] = [:]
    for (index, member) in matching.old.enumerated() {
      let parent = member.parent.map { matching.newOfOld[$0] ?? -2 } ?? -1
      if let new = matching.newOfOld[index] {
        last[parent] = new
      } else if parent > -2, member.isAnswered, !migration.dropped.contains(index) {
        removed[Self.kind(member, parent, last), default: []].append(index)
      }
    }
    guard !removed.isEmpty else { return }
    last = [:]
    var added: [Kind: [Int]] = [:]
    var order: [Kind] = []
    for (index, member) in matching.new.enumerated() {
      let parent = member.parent ?? -1
      if matching.oldOfNew[index] != nil {
        last[parent] = index
      } else if member.isAnswered {
        let kind = Self.kind(member, parent, last)
        if added[kind] == nil { order.append(kind) }
        added[kind, default: []].append(index)
      }
    }
    for kind in order {
      // Of several rows it is not known which is which.
      guard let old = removed[kind], let new = added[kind], old.count == 1, new.count == 1,
        let oldName = migration.old.shortName(of: old[0]),
        let newName = migration.new.shortName(of: new[0])
      else { continue }
      renames.append(Migration.Rename(oldName, newName))
    }
  }

  private static func kind(_ member: FormMember, _ parent: Int, _ last: [Int: Int]) -> Kind {
    let texts = member.section?.texts ?? member.row?.texts
    return Kind(
      parent: parent, previous: last[parent] ?? -1, kind: member.kindText,
      title: texts?.title?.description)
  }
}

extension MemberNames {
  /// The shortest name by which a migration finds a member: its tag, or its tag behind its list.
  fileprivate func shortName(of index: Int) -> String? {
    let member = members[index]
    if isNested, let path = member.answerText { return path }
    guard let tag = member.tag else { return member.row?.name }
    return one(named: tag) == index ? tag : member.name
  }
}
