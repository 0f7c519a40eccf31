// Lists of the naive form whose items a formula counts. Everything is computed with the items that
// there are; if a formula then gives another number, everything is computed again from the start,
// with that number.

import Predicate

@testable import FormGraph

extension NaiveForm {
  /// An item that a formula has taken out of its list, with its sections and those inside them.
  struct ParkedItem: Equatable {
    let item: Item
    let sections: [Section]
  }

  /// More items than any random form has room for.
  private static let tooMany: Int64 = 1_000_000

  /// Computes everything, with as many items in each list as its formula gives.
  ///
  /// Every attempt begins with the items that stood there before, so that an item that a number of
  /// an earlier attempt brought or took leaves no trace.
  mutating func settleWithCounts() {
    let before = (shape: shape, starting: starting, counted: facts.counted)
    let overfullBefore = overfull
    defer { overfull = overfullBefore ?? overfull }
    var wanted: [String: Int] = [:]
    // A list may depend on the number of items of the list before it.
    for _ in 0...100 {
      shape = before.shape
      starting = before.starting
      resizeLists(to: wanted)
      computeFacts()
      let names = shape.names()
      var found: [String: Int] = [:]
      var isSettled = true
      overfull = nil
      for section in shape.sections where section.isCounted {
        let count = facts.counted[section.id] ?? 0
        let isRoom = count < Self.tooMany
        if !isRoom, !isOpening, before.counted[section.id] != count {
          overfull = Refusal("no room for the items of '\(names[section.id] ?? "")'")
        }
        guard isRoom else { continue }
        found[names[section.id] ?? ""] = Int(count)
        if Int(count) != section.items.count { isSettled = false }
      }
      if isSettled { return }
      wanted = found
    }
  }

  /// How many items a list has, as its formula gives it: what is not a whole number from 0 is none.
  func itemCount(of section: Section, _ scope: Scope) -> Int64 {
    guard let text = section.template?.countFormula,
      case .int(let count)? = value(text, isPredicate: false, scope)
        .flatMap({ ValueKind.int.converted($0) })
    else { return 0 }
    return max(0, count)
  }

  /// How many items a list needs and takes; a formula that gives no whole number from 0 sets no
  /// bound.
  func bounds(of items: ItemsDefinition, _ scope: Scope) -> ItemBounds {
    func number(of bound: Bound<Int>?) -> Int64? {
      guard let formula = bound?.formula else { return bound?.fixed.map { Int64($0) } }
      guard
        case .int(let bound)? = value(formula, isPredicate: false, scope)
          .flatMap({ ValueKind.int.converted($0) }), bound >= 0
      else { return nil }
      return bound
    }
    return ItemBounds(minimum: number(of: items.minimum), maximum: number(of: items.maximum))
  }

  private mutating func resizeLists(to wanted: [String: Int]) {
    // Lists in the items that come are after the list itself.
    var index = 0
    while index < shape.sections.count {
      if shape.sections[index].isCounted,
        let count = wanted[shape.names()[shape.sections[index].id] ?? ""]
      {
        while shape.sections[index].items.count < count { addItem(to: index) }
        while shape.sections[index].items.count > count { parkItem(of: index) }
      }
      index += 1
    }
  }

  private mutating func addItem(to list: Int) {
    let position = shape.sections[list].items.count
    let place = place(ofItemAt: position, in: list)
    if let parked = shape.sections[list].parked.popLast() {
      shape.sections.insert(contentsOf: parked.sections, at: place)
      shape.sections[list].items.append(parked.item)
      // What is cleared while it is out of sight starts anew.
      for section in [shape.sections[list]] + parked.sections {
        let rows = section.id == shape.sections[list].id ? parked.item.rows : section.allRows
        for row in rows where policy(of: row, in: section) == .clear { starting.insert(row.id) }
      }
    } else {
      let made = makeItem(nil, of: shape.sections[list])
      shape.sections.insert(contentsOf: made.sections, at: place)
      shape.sections[list].items.append(made.item)
    }
  }

  private mutating func parkItem(of list: Int) {
    let (item, sections) = takeItem(at: shape.sections[list].items.count - 1, from: list)
    guard parksItems else { return }
    shape.sections[list].parked.append(ParkedItem(item: item, sections: sections))
  }
}

extension NaiveForm.Section {
  /// Whether a formula says how many items it has.
  var isCounted: Bool { template?.countFormula != nil }
}

extension NaiveForm.Shape {
  /// All rows, also those of parked items.
  var keptRows: [NaiveForm.Row] { sections.flatMap(\.keptRows) }

  var parkedCount: Int { sections.reduce(0) { $0 + $1.parked.count } }
}

extension NaiveForm.Section {
  /// The rows of the section and of the items that are parked, with those in their lists.
  fileprivate var keptRows: [NaiveForm.Row] {
    allRows + parked.flatMap { $0.item.rows + $0.sections.flatMap(\.keptRows) }
  }
}
