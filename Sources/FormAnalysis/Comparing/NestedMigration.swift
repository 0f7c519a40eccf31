// Applies a migration to nested answers. Each value goes from its place to the place that the
// migration gives it, or an object around it. Answers may be nested before, after, or both.
//
//   rename mother to mum, mother.name to mum.fullName
//   {"mother": {"name": "Ida", "age": 60}}   →   {"mum": {"fullName": "Ida", "age": 60}}

import FormGraph
import Predicate

/// A migration of answers by their places.
struct NestedMigration: Sendable {
  private let renames: [String: String]
  private let drops: Set<String>
  private let maps: [String: [String: Value]]
  private let names: MemberNames
  /// The places of objects in the answers to the new form.
  private let objects: Set<String>
  /// The beginnings of the old names in the migration: `a` and `a.b` of `a.b.c`.
  private let beginnings: Set<String>

  /// `names` has the members of the new form.
  init(_ migration: Migration, _ names: MemberNames, _ form: FormDefinition) {
    renames = Dictionary(
      migration.renames.map { ($0.old, $0.new) }, uniquingKeysWith: { first, _ in first })
    drops = Set(migration.drops)
    maps = migration.maps
    self.names = names
    objects = Set(
      names.members.filter { !$0.isAnswered && $0.section != nil }.compactMap {
        names.isNested ? $0.answerText : nil
      })
    var beginnings: Set<String> = []
    for name in migration.renames.map(\.old) + migration.drops + migration.maps.keys {
      for dot in name.indices where name[dot] == "." { beginnings.insert(String(name[..<dot])) }
    }
    self.beginnings = beginnings
  }

  /// Where an object or an item of the old answers goes.
  private struct Place {
    /// The old place as text.
    var old: String
    var new: [String]
    /// The new place of the list around it.
    var list: [String]
  }

  /// Answers to the old form as answers to the new form, and the values that are left out.
  func migrated(
    _ answers: ValueDictionary, _ lost: inout [Migrator.Lost]
  ) throws(Migration.Collision) -> ValueDictionary {
    try migrated(answers, in: Place(old: "", new: [], list: []), depth: 0, &lost)
  }

  /// The values of answers to the new form, each with its place.
  func values(of answers: ValueDictionary) -> [(name: String, value: Value)] {
    var found: [(name: String, value: Value)] = []
    addValues(of: answers, in: "", depth: 0, to: &found)
    return found
  }

  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  private func addValues(
    of answers: ValueDictionary, in object: String, depth: Int,
    to found: inout [(name: String, value: Value)]
  ) {
    for (name, value) in zip(answers.keys, answers.values) {
      let path = AnswerPath.text(name, in: object)
      if case .dictionary(let members) = value, objects.contains(path),
        depth < SectionDefinition.maximumDepth
      {
        addValues(of: members, in: path, depth: depth + 1, to: &found)
      } else {
        found.append((path, value))
      }
    }
  }

  /// The new answers of the form, or of an item.
  private func migrated(
    _ values: ValueDictionary, in place: Place, depth: Int, _ lost: inout [Migrator.Lost]
  ) throws(Migration.Collision) -> ValueDictionary {
    var leaves: [(path: [String], value: Value)] = []
    try add(values, in: place, depth: depth, to: &leaves, &lost)
    var seen: Set<[String]> = []
    for leaf in leaves where !seen.insert(leaf.path).inserted {
      throw Migration.Collision(name: AnswerPath.text(place.list + leaf.path))
    }
    guard let answers = AnswerPath.answers(leaves) else {
      throw Migration.Collision(
        name: leaves.first.map { AnswerPath.text(place.list + $0.path) } ?? "")
    }
    return answers
  }

  /// Adds the values in an object with their new places, from the list around it on.
  ///
  /// The recursion, through objects and lists, is bounded by twice
  /// `SectionDefinition.maximumDepth`.
  private func add(
    _ values: ValueDictionary, in place: Place, depth: Int,
    to leaves: inout [(path: [String], value: Value)], _ lost: inout [Migrator.Lost]
  ) throws(Migration.Collision) {
    for (name, value) in zip(values.keys, values.values) {
      let old = AnswerPath.text(name, in: place.old)
      guard !drops.contains(old) else {
        lost.append(Migrator.Lost(name: old, value: value))
        continue
      }
      let new = renames[old].map { steps(of: $0) } ?? place.new + [name]
      let isDeep = depth >= 2 * SectionDefinition.maximumDepth
      let member = names.one(answeredAt: AnswerPath.text(new)).map { names.members[$0] }
      switch value {
      case .dictionary(let members) where !isDeep && isObject(old, new, member):
        try add(
          members, in: Place(old: old, new: new, list: place.list), depth: depth + 1, to: &leaves,
          &lost)
      case .array(let items) where !isDeep && member?.items != nil:
        var list: [Value] = []
        list.reserveCapacity(items.count)
        for item in items {
          if case .dictionary(let members) = item {
            let item = try migrated(
              members, in: Place(old: old, new: new, list: new), depth: depth + 1, &lost)
            list.append(.dictionary(item))
          } else {
            list.append(maps[old]?[Migration.text(of: item)] ?? item)
          }
        }
        leaves.append((path(new, in: place), .array(list)))
      default:
        let value = maps[old].map { Migrator.mapped(value, $0, member?.row) } ?? value
        leaves.append((path(new, in: place), value))
      }
    }
  }

  /// Whether what stands at a place is an object of answers, not the value of a row.
  private func isObject(_ old: String, _ new: [String], _ member: FormMember?) -> Bool {
    beginnings.contains(old) || member?.isAnswered != true && objects.contains(AnswerPath.text(new))
  }

  /// A new place from the list around it on; a value stays in its list.
  private func path(_ new: [String], in place: Place) -> [String] {
    new.starts(with: place.list) && new.count > place.list.count
      ? Array(new.dropFirst(place.list.count)) : new.suffix(1)
  }

  /// The place that a new name of the migration means.
  private func steps(of name: String) -> [String] {
    if let index = names.one(named: name), let path = names.members[index].answerPath {
      return path
    }
    return name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}
