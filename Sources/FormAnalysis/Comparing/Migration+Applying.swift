// Applies a migration to answers and to a saved state. Every step reads the old names and writes
// the new ones, so the order of the steps does not matter.

public import FormGraph
public import Predicate

extension Migration {
  /// Two values that the migration gives the same name.
  public struct Collision: Error, Sendable, Hashable, CustomStringConvertible {
    /// The new name.
    public let name: String

    /// Makes a collision.
    public init(name: String) { self.name = name }

    /// The sentence for people.
    public var description: String { "two values have the new name '\(name)'" }
  }

  /// The migration with the names that answers use for rows that have a `name` beside their tag.
  ///
  /// If answers are nested, it has each tag beside the place in the answers and each place beside
  /// the tag: saved states go by tags.
  ///
  /// - Complexity: O(n) in the size of the old form.
  public func completed(from old: CompiledForm) -> Migration {
    let names = MemberNames(FormMembers(old.definition))
    func key(_ name: String) -> String? {
      names.one(named: name).flatMap { names.members[$0].row?.name }
    }
    guard !names.isNested else { return completed(with: names) }
    var completed = self
    completed.drops += drops.compactMap(key)
    for (name, options) in maps {
      if let key = key(name), completed.maps[key] == nil { completed.maps[key] = options }
    }
    return completed
  }

  /// The migration from nested answers, with both names of each member.
  private func completed(with names: MemberNames) -> Migration {
    func others(_ name: String) -> [String] {
      guard let index = names.one(named: name) else { return [] }
      let member = names.members[index]
      // A tag may be the place of another member, and a place the tag.
      return [member.answerText, member.name].compactMap { $0 }.filter { other in
        other != name && (names.one(at: other) ?? index) == index
          && (names.one(exactly: other) ?? index) == index
      }
    }
    var completed = self
    completed.isFromNested = true
    completed.drops += drops.flatMap(others)
    for (name, options) in maps {
      for other in others(name) where completed.maps[other] == nil {
        completed.maps[other] = options
      }
    }
    // A name that the migration itself gives counts first.
    for rename in renames {
      completed.renames += others(rename.old).map { Rename($0, rename.new) }
    }
    return completed
  }
}

/// A migration that is ready to be applied to any number of answers.
///
/// ```swift
/// let migrator = Migrator(migration, to: new.definition)
/// let answers = try migrator.migrated(oldAnswers)
/// ```
public struct Migrator: Sendable {
  private let renames: [String: String]
  /// How nested answers are migrated; nil if neither form has any.
  private let nested: NestedMigration?
  private let drops: Set<String>
  private let maps: [String: [String: Value]]
  private let names: MemberNames

  /// Prepares a migration.
  ///
  /// - Parameters:
  ///   - migration: The migration. `Migration.completed(from:)` adds the names that only the old
  ///     form knows.
  ///   - form: The new form.
  /// - Complexity: O(n) in the size of the form.
  public init(_ migration: Migration, to form: FormDefinition) {
    drops = Set(migration.drops)
    maps = migration.maps
    let names = MemberNames(FormMembers(form))
    self.names = names
    nested =
      names.isNested || migration.isFromNested ? NestedMigration(migration, names, form) : nil
    // The new name may be a place in nested answers, and saved states go by tags.
    renames = Dictionary(
      migration.renames.map { rename in
        (rename.old, names.one(at: rename.new).flatMap { names.members[$0].name } ?? rename.new)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Answers to the old form as answers to the new form.
  ///
  /// - Parameter answers: The values by their old names.
  /// - Returns: The values by their new names.
  /// - Throws: A collision if two values would have the same name.
  /// - Complexity: O(n) in the size of the answers.
  public func migrated(
    _ answers: ValueDictionary
  ) throws(Migration.Collision) -> ValueDictionary {
    try migratedWithLosses(answers).answers
  }

  /// A value that a migration leaves out.
  package struct Lost {
    /// The name of its row in the old form, such as `visits.dose`.
    package let name: String
    package let value: Value
  }

  /// Answers to the old form as answers to the new form, and the values that are left out.
  package func migratedWithLosses(
    _ answers: ValueDictionary
  ) throws(Migration.Collision) -> (answers: ValueDictionary, lost: [Lost]) {
    var lost: [Lost] = []
    let migrated =
      if let nested { try nested.migrated(answers, &lost) } else {
        try migrated(answers, in: "", "", depth: 0, &lost)
      }
    return (migrated, lost)
  }

  /// The values of answers to the new form, each with its name or, in nested answers, its place.
  package func values(of answers: ValueDictionary) -> [(name: String, value: Value)] {
    nested?.values(of: answers) ?? zip(answers.keys, answers.values).map { ($0, $1) }
  }

  /// A saved state of the old form as a state of the new form.
  ///
  /// - Parameter state: The state that was saved with the old form.
  /// - Returns: The state with the new names.
  /// - Throws: A collision if two values would have the same name.
  /// - Complexity: O(n) in the size of the state.
  public func migrated(_ state: SavedState) throws(Migration.Collision) -> SavedState {
    var migrated = state
    var lost: [Lost] = []
    migrated.values = try self.migrated(state.values, in: "", "", depth: 0, &lost)
    migrated.items = [:]
    for (address, numbers) in state.items {
      guard let address = self.migrated(address: address) else { continue }
      guard migrated.items.updateValue(numbers, forKey: address) == nil else {
        throw Migration.Collision(name: address)
      }
    }
    migrated.errors = state.errors.compactMap { shown in
      self.migrated(address: shown.row).map {
        SavedState.Shown(row: $0, errors: shown.errors)
      }
    }
    migrated.erased = state.erased.compactMap { self.migrated(address: $0) }
    migrated.blurred = state.blurred.compactMap { self.migrated(address: $0) }
    migrated.changed = state.changed.compactMap { self.migrated(address: $0) }
    migrated.page = state.page.flatMap { self.migrated(address: $0) }
    return migrated
  }

  /// The new tag of a member of an old list; nil if it is dropped.
  private func tag(_ tag: String, in list: String) -> String? {
    let name = FormMember.qualified(tag, in: list)
    guard !drops.contains(name), !drops.contains(tag) else { return nil }
    guard let new = renames[name] ?? renames[tag] else { return tag }
    return new.split(separator: ".").last.map(String.init) ?? tag
  }

  /// Migrates the values of the form or of an item.
  ///
  /// The recursion, through the lists of the form, is bounded by `SectionDefinition.maximumDepth`.
  private func migrated(
    _ values: ValueDictionary, in oldList: String, _ newList: String, depth: Int,
    _ lost: inout [Lost]
  ) throws(Migration.Collision) -> ValueDictionary {
    guard depth <= SectionDefinition.maximumDepth else { return values }
    var pairs: [(String, Value)] = []
    var seen: Set<String> = []
    for (key, value) in zip(values.keys, values.values) {
      guard let place = place(of: key, in: oldList, newList) else {
        lost.append(Lost(name: FormMember.qualified(key, in: oldList), value: value))
        continue
      }
      guard seen.insert(place.key).inserted else { throw Migration.Collision(name: place.key) }
      let member = names.one(tagged: place.newName).map { names.members[$0] }
      let options = maps[place.oldName] ?? maps[place.oldTag]
      var value = value
      if member?.items != nil, case .array(let items) = value {
        var list: [Value] = []
        list.reserveCapacity(items.count)
        for item in items {
          if case .dictionary(let members) = item {
            let item = try migrated(
              members, in: place.oldName, place.newName, depth: depth + 1, &lost)
            list.append(.dictionary(item))
          } else {
            list.append(options?[Migration.text(of: item)] ?? item)
          }
        }
        value = .array(list)
      } else if let options {
        value = Self.mapped(value, options, member?.row)
      }
      pairs.append((place.key, value))
    }
    return ValueDictionary(pairs)
  }

  /// The new value of a choice; of several options each once, in the order of the row.
  static func mapped(
    _ value: Value, _ options: [String: Value], _ row: RowDefinition?
  ) -> Value {
    guard case .array(let chosen) = value else {
      return options[Migration.text(of: value)] ?? value
    }
    var seen: Set<Value> = []
    let mapped = chosen.map { options[Migration.text(of: $0)] ?? $0 }
      .filter { seen.insert($0).inserted }
    guard let known = row?.options?.written else { return .array(mapped) }
    let order = Dictionary(
      known.enumerated().map { ($0.element.value, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    let sorted = mapped.enumerated().sorted { left, right in
      (order[left.element] ?? known.count, left.offset)
        < (order[right.element] ?? known.count, right.offset)
    }
    return .array(sorted.map(\.element))
  }

  /// The new address of a row or list, such as `visits[1].dose`; nil if it is dropped.
  private func migrated(address: String) -> String? { place(of: address, in: "", "")?.key }

  /// Where the value under a name or an address goes.
  private struct Place {
    /// The new name or address.
    var key: String
    var oldTag: String
    /// The names of the member in the old and the new form, such as `visits.dose`.
    var oldName: String
    var newName: String
  }

  /// Where the value goes that stands under a name or an address in a list; nil if it is dropped.
  private func place(of key: String, in oldList: String, _ newList: String) -> Place? {
    var place = Place(key: "", oldTag: key, oldName: oldList, newName: newList)
    let isAddress = ItemAddress(key) != nil
    let parts =
      isAddress ? key.split(separator: ".", omittingEmptySubsequences: false) : [key[...]]
    var keys: [String] = []
    for part in parts {
      place.oldTag = isAddress ? String(part.prefix { $0 != "[" }) : key
      guard let new = tag(place.oldTag, in: place.oldName) else { return nil }
      keys.append(new + part.dropFirst(place.oldTag.count))
      place.oldName = FormMember.qualified(place.oldTag, in: place.oldName)
      place.newName = FormMember.qualified(new, in: place.newName)
    }
    place.key = keys.joined(separator: ".")
    return place
  }
}
