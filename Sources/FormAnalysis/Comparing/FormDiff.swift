// The differences between two versions of a form: the members are matched by their tags, in linear
// time, and each pair is compared. Nothing here reads answers.

public import FormGraph
import Predicate

/// The differences between two versions of a form.
///
/// ```swift
/// let diff = FormDiff(old: old, new: new)
/// diff.changes.filter { $0.breaks == .yes }.map(\.place)  // rows whose saved values are lost
/// ```
public struct FormDiff: Sendable, Hashable {
  /// The changes in the order of the new form; what was removed stands behind what came before it.
  public let changes: [FormChange]
  /// How many texts for people have changed: titles, messages and the like.
  public let changedTexts: Int

  /// The rows and lists that probably have another name now: one was removed and another of the
  /// same type and title was added in its place.
  ///
  /// The migration to propose. What a given migration drops is not among them.
  public let probableRenames: [Migration.Rename]

  /// What the worst change does to saved answers.
  public var breaks: FormChange.Breaking { changes.lazy.map(\.breaks).max() ?? .no }

  /// Compares two versions of a form.
  ///
  /// - Parameters:
  ///   - old: The form that answers were saved with.
  ///   - new: The form that they are read with.
  ///   - migration: What is done to the answers in between. What it renames, maps or drops does not
  ///     break them.
  /// - Complexity: O(n) in the size of both forms. A text is parsed only if it differs.
  public init(old: CompiledForm, new: CompiledForm, migration: Migration = Migration()) {
    let resolved = ResolvedMigration(
      migration, FormMembers(old.definition), FormMembers(new.definition))
    let matching = MemberMatching(resolved)
    let tables = TableComparison(old.tables, new.tables, matching, resolved)
    var comparison = FormComparison(resolved, matching, tables)
    comparison.compareForms(old.definition, new.definition)
    comparison.compareShapes(old.definition.answers, new.definition.answers, matching)
    comparison.compareMembers(matching)
    changes = comparison.changes
    changedTexts = comparison.changedTexts
    probableRenames = RenameSearch(matching, resolved).renames
  }
}

/// Which members of two forms are the same.
struct MemberMatching {
  let old: [FormMember]
  let new: [FormMember]
  /// For each new member the index of the old one; nil if it was added.
  private(set) var oldOfNew: [Int?]
  /// For each old member the index of the new one; nil if it was removed.
  private(set) var newOfOld: [Int?]
  /// Whether the answers to one of the forms are nested.
  let isNested: Bool
  /// Whether the answers to both forms are.
  let isNestedTwice: Bool

  /// Matches the members of two forms: those with a tag by the tag, and those without by their
  /// title or, if the title has changed, by their order.
  ///
  /// - Complexity: O(n) in the number of members.
  init(_ migration: ResolvedMigration) {
    old = migration.old.members
    new = migration.new.members
    isNested = migration.old.isNested || migration.new.isNested
    isNestedTwice = migration.old.isNested && migration.new.isNested
    oldOfNew = Array(repeating: nil, count: new.count)
    newOfOld = Array(repeating: nil, count: old.count)
    for (source, target) in migration.renamed { pair(source, target) }
    let lists = listNames()
    match { member, isOld, _ in
      guard let tag = member.tag else { return nil }
      let list = isOld ? lists[member.list] ?? member.list : member.list
      return "\(Self.role(of: member)) \(FormMember.qualified(tag, in: list))"
    }
    // A tag in another list is a member that has moved, if it is the only one of that tag.
    matchUnique { member in member.tag.map { "\(Self.role(of: member)) \($0)" } }
    match { member, _, parent in
      guard member.tag == nil else { return nil }
      if let name = member.row?.name { return "name \(name)" }
      let title = member.section == nil ? member.row?.texts.title?.description ?? "" : member.mark
      return "\(parent) \(member.kindText) \(title)"
    }
    match { member, _, parent in
      member.tag == nil ? "\(parent) \(member.kindText)" : nil
    }
  }

  /// The new names of the old lists that a migration renames, and of the lists in them.
  private func listNames() -> [String: String] {
    var names: [String: String] = [:]
    for (index, member) in old.enumerated() {
      guard member.isList, let tag = member.tag, let name = member.name else { continue }
      let around = names[member.list] ?? member.list
      let new = newOfOld[index].flatMap { self.new[$0].name }
      names[name] = new ?? FormMember.qualified(tag, in: around)
    }
    return names
  }

  /// What a tag names: a row and a list of the same tag are different members.
  private static func role(of member: FormMember) -> String {
    member.isList ? "list" : member.row == nil ? "section" : "row"
  }

  /// Matches what is left by a key.
  ///
  /// Several members with one key are matched in their order.
  private mutating func match(_ key: (FormMember, _ isOld: Bool, _ parent: String) -> String?) {
    var byKey: [String: [Int]] = [:]
    for index in old.indices.reversed() where newOfOld[index] == nil {
      let parent = old[index].parent.map { newOfOld[$0].map { "\($0)" } ?? "removed" } ?? ""
      if let key = key(old[index], true, parent) { byKey[key, default: []].append(index) }
    }
    guard !byKey.isEmpty else { return }
    for index in new.indices where oldOfNew[index] == nil {
      let parent = new[index].parent.map { "\($0)" } ?? ""
      guard let key = key(new[index], false, parent), let other = byKey[key]?.popLast() else {
        continue
      }
      pair(other, index)
    }
  }

  private mutating func matchUnique(_ key: (FormMember) -> String?) {
    func unique(_ members: [FormMember], _ matched: [Int?]) -> [String: Int] {
      var found: [String: Int] = [:]
      var twice: Set<String> = []
      for (index, member) in members.enumerated() where matched[index] == nil {
        guard let key = key(member) else { continue }
        if found.updateValue(index, forKey: key) != nil { twice.insert(key) }
      }
      return found.filter { !twice.contains($0.key) }
    }
    let oldOnes = unique(old, newOfOld)
    guard !oldOnes.isEmpty else { return }
    for (key, index) in unique(new, oldOfNew) {
      if let other = oldOnes[key] { pair(other, index) }
    }
  }

  private mutating func pair(_ old: Int, _ new: Int) {
    oldOfNew[new] = old
    newOfOld[old] = new
  }
}
