// Finds the members that a migration names, and says which names are wrong.

import FormGraph
import Predicate

/// The members of one version of a form, by every name that a migration may use.
struct MemberNames {
  let members: [FormMember]
  /// Whether the answers are nested.
  let isNested: Bool
  private var byName: [String: Int] = [:]
  /// The members of items by their tag alone.
  private var byTag: [String: [Int]] = [:]
  /// The members by their places in nested answers; empty if answers are flat.
  private var byPath: [String: Int] = [:]

  /// - Complexity: O(n) in the number of members.
  init(_ members: FormMembers) {
    self.members = members.all
    isNested = members.isNested
    for (index, member) in self.members.enumerated() {
      if let name = member.name { byName[name] = index }
      if let tag = member.tag, !member.list.isEmpty { byTag[tag, default: []].append(index) }
    }
    // The name of a value may be the tag of another row; then the tag counts.
    for (index, member) in self.members.enumerated() {
      if let name = member.row?.name, byName[name] == nil, !isNested { byName[name] = index }
      if isNested, let path = member.answerText, byPath[path] == nil { byPath[path] = index }
    }
  }

  /// The members with a name: none, one, or those of several lists.
  ///
  /// Of nested answers the place counts first, `mother.name`, and then the tag.
  func all(named name: String) -> [Int] {
    (byPath[name] ?? byName[name]).map { [$0] } ?? byTag[name] ?? []
  }

  /// The only member with a tag, or with a tag behind that of its list.
  func one(tagged name: String) -> Int? {
    if let index = byName[name] { return index }
    return byTag[name].flatMap { $0.count == 1 ? $0.first : nil }
  }

  /// The member at a place in nested answers.
  func one(at path: String) -> Int? { byPath[path] }

  /// The only member with a name.
  func one(named name: String) -> Int? {
    let found = all(named: name)
    return found.count == 1 ? found.first : nil
  }

  /// The member at a place in answers of either shape.
  func one(answeredAt path: String) -> Int? {
    isNested ? byPath[path] : one(named: path)
  }

  /// The member whose full name this is, such as `visits.dose`.
  func one(exactly name: String) -> Int? {
    byName[name].flatMap { members[$0].name == name ? $0 : nil }
  }

  /// The hint for an unknown name.
  func hint(for name: String) -> String? {
    let known = isNested ? members.compactMap(\.answerText) : members.compactMap(\.name)
    return Spelling.nearest(to: name, among: known).map { "did you mean '\($0)'?" }
  }
}

/// A migration with the members that it names in two versions of a form.
struct ResolvedMigration {
  let migration: Migration
  let old: MemberNames
  let new: MemberNames
  /// For the index of each renamed old member the index of the new one.
  private(set) var renamed: [Int: Int] = [:]
  private(set) var dropped: Set<Int> = []
  /// The new values of options by the index of the old row.
  private(set) var maps: [Int: [String: Value]] = [:]
  /// The name by which the migration calls the row of each map.
  private(set) var mapNames: [Int: String] = [:]
  private(set) var problems: [Problem] = []
  /// For the index of each new member that something is renamed to the index of the old one.
  private var sources: [Int: Int] = [:]
  private var newNames: [String: String] = [:]
  /// The old members whose rename is wrong, which has been reported.
  private(set) var misnamed: Set<Int> = []

  /// The number of problems that get a hint with the nearest name.
  ///
  /// Each such hint looks at all names of a form.
  private static let maximumHints = 20

  /// Whether the next problem may look for the nearest name.
  var searchesHints: Bool { problems.count < Self.maximumHints }

  init(_ migration: Migration, _ old: FormMembers, _ new: FormMembers) {
    self.migration = migration
    self.old = MemberNames(old)
    self.new = MemberNames(new)
    guard migration != Migration() else { return }
    for (position, name) in migration.drops.enumerated() {
      if let index = source(name, JSONPath().appending("drop").appending(position)) {
        dropped.insert(index)
      }
    }
    newNames = Dictionary(
      migration.renames.map { ($0.old, $0.new) }, uniquingKeysWith: { first, _ in first })
    for rename in migration.renames { resolve(rename) }
    refuseTakenTargets()
    for (name, options) in migration.maps.sorted(by: { $0.key < $1.key }) {
      let path = JSONPath().appending("map").appending(name)
      guard let index = source(name, path) else { continue }
      maps[index] = options
      mapNames[index] = name
    }
  }

  mutating func report(_ message: String, _ path: JSONPath, hint: String?) {
    problems.append(Problem(message, path: path, hint: hint))
  }

  private mutating func source(_ name: String, _ path: JSONPath) -> Int? {
    let found = old.all(named: name)
    if found.count > 1 {
      report(
        "'\(name)' is in several lists", path,
        hint:
          "write \(found.compactMap { old.members[$0].name.map { "'\($0)'" } }.joined(separator: " or "))"
      )
    } else if found.isEmpty {
      report("the old form has no '\(name)'", path, hint: searchesHints ? old.hint(for: name) : nil)
    }
    return found.count == 1 ? found.first : nil
  }

  private mutating func resolve(_ rename: Migration.Rename) {
    let path = JSONPath().appending("rename").appending(rename.old)
    guard let source = source(rename.old, path) else { return }
    defer { if renamed[source] == nil { misnamed.insert(source) } }
    let member = old.members[source]
    let targets = new.all(named: rename.new)
    // Of several lists with the tag, the list that the old row is in counts.
    let target = targets.first { new.members[$0].list == member.list } ?? targets.first
    guard let target else {
      report(
        "the new form has no '\(rename.new)'", path,
        hint: searchesHints ? new.hint(for: rename.new) : nil)
      return
    }
    guard !dropped.contains(source) else {
      report("'\(rename.old)' is renamed and dropped", path, hint: "write one of the two")
      return
    }
    let other = new.members[target]
    guard member.list.isEmpty == other.list.isEmpty else {
      report(
        "values cannot move into or out of a list: '\(rename.old)' to '\(rename.new)'", path,
        hint: "drop '\(rename.old)'")
      return
    }
    guard member.isList == other.isList, member.isAnswered == other.isAnswered else {
      report(
        "'\(rename.old)' is a \(member.subject.rawValue) and '\(rename.new)' a "
          + other.subject.rawValue, path, hint: "drop '\(rename.old)'")
      return
    }
    if let other = sources[target], other != source {
      report(
        "'\(rename.new)' is the new name of two rows", path,
        hint: "rename one of them and drop the other")
      return
    }
    renamed[source] = target
    sources[target] = source
  }

  /// The old member that has the name of a new one or, in nested answers, its place.
  private func keeper(ofNameOf member: FormMember) -> Int? {
    old.isNested && new.isNested
      ? member.answerText.flatMap(old.one(at:)) : member.name.flatMap(old.one(named:))
  }

  /// Refuses a new name that a member of the old form keeps.
  private mutating func refuseTakenTargets() {
    for rename in migration.renames {
      guard let source = old.one(named: rename.old), let target = renamed[source],
        let keeper = keeper(ofNameOf: new.members[target]), keeper != source,
        renamed[keeper] == nil, !dropped.contains(keeper)
      else { continue }
      report(
        "'\(rename.new)' is taken: the old form has it too",
        JSONPath().appending("rename").appending(rename.old),
        hint: "rename or drop the old '\(rename.new)'")
      renamed[source] = nil
    }
  }

  /// The place in the answers to the new form of what stands at a place in answers to the old one.
  func newPath(of path: [String]) -> [String] {
    for count in (1...max(1, path.count)).reversed() {
      if let index = old.one(answeredAt: AnswerPath.text(path.prefix(count))),
        let target = renamed[index].flatMap({ new.members[$0].answerPath })
      {
        return target + path.dropFirst(count)
      }
    }
    return path
  }

  /// Whether the migration gives the value of a row another name among the answers.
  func renames(_ old: String?, to new: String?) -> Bool {
    guard let old, let new else { return false }
    return newNames[old] == new
  }
}
