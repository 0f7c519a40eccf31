// Nested answers of the naive form: the path of each value is looked up by itself, from the
// sections around its row.

import Predicate

@testable import FormFile
@testable import FormGraph

extension NaiveForm {
  /// The values as nested answers.
  func nestedValues(includingHidden: Bool) -> ValueDictionary {
    var values: [(path: [String], value: Value)] = []
    for section in shape.sections where section.item == nil {
      add(section, of: nil, includingHidden, to: &values)
    }
    return Self.object(values)
  }

  /// Checks that no two members have one name in one object.
  func checkNames() throws {
    var taken = Set(inputDefinitions.filter { $0.name != "language" }.map { [$0.name] })
    func take(_ path: [String]) throws {
      guard taken.insert(path).inserted else {
        throw Refusal("two members have the name '\(path.last ?? "")' in one object")
      }
    }
    for section in shape.sections where section.item == nil {
      if section.isList || section.isObject { try take(path(of: section, in: nil)) }
      for row in section.rows where row.definition.type.valueKind != .none {
        if let name = row.definition.name ?? row.definition.tag {
          try take(path(of: section, in: nil) + [name])
        }
      }
    }
  }

  /// The names of the objects of a section and of those around it, up to the item that it is part
  /// of; those of a list end with its own.
  private func path(of section: Section, in item: Item?) -> [String] {
    let around = shape.around(section)
    // The first section of an item has its own rows and adds nothing.
    let inItem = around.prefix { outer in item?.sections.first.map { $0 != outer.id } ?? true }
    return inItem.filter { $0.isObject || $0.id == section.id && $0.isList }.reversed()
      .compactMap { $0.definition.name ?? $0.definition.tag }
  }

  private func add(
    _ section: Section, of item: Item?, _ includingHidden: Bool,
    to values: inout [(path: [String], value: Value)]
  ) {
    let path = path(of: section, in: item)
    if section.isList {
      guard includingHidden || facts.hidden[section.id] != true else { return }
      values.append(
        (path, .array(section.items.map { nestedValue(of: $0, section, includingHidden) })))
      return
    }
    for row in section.rows { add(row, at: path, includingHidden, to: &values) }
  }

  private func add(
    _ row: Row, at path: [String], _ includingHidden: Bool,
    to values: inout [(path: [String], value: Value)]
  ) {
    guard row.definition.type.valueKind != .none,
      let name = row.definition.name ?? row.definition.tag,
      includingHidden || facts.hidden[row.id] != true
    else { return }
    values.append((path + [name], facts.values[row.id] ?? .null))
  }

  /// The recursion is bounded by the depth of the form.
  private func nestedValue(of item: Item, _ list: Section, _ includingHidden: Bool) -> Value {
    if list.isPlain { return item.rows.first.flatMap { facts.values[$0.id] } ?? .null }
    var values: [(path: [String], value: Value)] = []
    if let template = item.template { values.append((["template"], .string(template))) }
    for row in item.rows { add(row, at: [], includingHidden, to: &values) }
    for section in shape.sections(of: item) {
      add(section, of: item, includingHidden, to: &values)
    }
    return .dictionary(Self.object(values))
  }

  /// The recursion is bounded by the length of the longest path.
  private static func object(_ values: [(path: [String], value: Value)]) -> ValueDictionary {
    var names: [String] = []
    for (path, _) in values {
      if let name = path.first, !names.contains(name) { names.append(name) }
    }
    return ValueDictionary(
      names.map { name in
        let inside = values.filter { $0.path.first == name }
        if let (_, value) = inside.first(where: { $0.path.count == 1 }) { return (name, value) }
        return (name, .dictionary(object(inside.map { (Array($0.path.dropFirst()), $0.value) })))
      })
  }
}

extension NaiveForm.Section {
  fileprivate var isList: Bool { template != nil }

  /// Whether nested answers have an object for the section.
  fileprivate var isObject: Bool {
    !isList && !isSelectable && (definition.name ?? definition.tag) != nil
  }
}
