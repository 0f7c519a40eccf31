// What each name in a text of a form may hold, as the reasoning about conditions asks for it.

import FormGraph
import Predicate

extension Domain {
  /// What is known of a path in a text.
  init(_ path: TermPath, in text: CheckedText) {
    self = .unknown
    let attribute = path.keys.last.map { key in
      Attribute.allCases.contains { $0.variableName == key }
    }
    guard let variable = path.variable else {
      if case .rule(let row, let skipsEmpty) = text.role, path.keys.isEmpty {
        self = Domain(row, isElement: path.isElement)
        if !path.isElement, skipsEmpty { isNeverNil = true }
      }
      return
    }
    switch text.scope.meaning(of: variable) {
    case .row(let row)?:
      if path.keys.isEmpty {
        self = Domain(row, isElement: path.isElement)
        if row.calculated != nil, !path.isElement, kind == .int || kind == .double,
          let range = text.scope.numbers(of: row)
        {
          lower = .int(range.low)
          upper = .int(range.high)
        }
      } else if path.keys.count == 1, attribute == true, !path.isElement {
        self = Domain(.bool, isNeverNil: true)
      }
    case .list(_, let items)?:
      if path.keys.count == 1, attribute == true, items.own(path.keys[0]) == nil {
        self = Domain(.bool, isNeverNil: true)
      } else if path.keys.isEmpty, !path.isElement {
        self = Domain(.list, isNeverNil: true)
      } else if path.keys.count <= 1, case .row(let row)? = items.own(path.keys.first ?? "") {
        self = path.isElement ? Domain(row, isElement: false) : Domain(.list)
      }
    case .input(let input)?:
      if path.keys.isEmpty, !path.isElement { self = Domain(Kind(input.type.valueKind)) }
    case .section?:
      if path.keys.count == 1, attribute == true { self = Domain(.bool, isNeverNil: true) }
    case nil: break
    }
  }

  /// What is known of the value of a row, or of an element of it.
  private init(_ row: RowDefinition, isElement: Bool) {
    let kind =
      row.type.valueKind == .choices && isElement ? Kind.any : Kind(row.type.valueKind)
    self.init(kind)
    let isChoice = row.type.valueKind == .choice || (row.type.valueKind == .choices && isElement)
    if isElement, !isChoice { self = .unknown }
    if isChoice {
      // Of more than can be reasoned about, it is enough to know that they are too many.
      if !row.allowsOther, let options = row.options?.written {
        self.options = options.prefix(LogicTests.maximumAtoms + 1).map(\.value)
      }
      return
    }
    if isElement { return }
    // The bounds of a calculated row are rules about it, and a formula for a bound says nothing
    // before the form runs. A text writes days, and a bound in time is not one.
    if row.calculated == nil, kind == .int || kind == .double || row.type.valueKind == .day {
      lower = row.bounds.minimum?.fixed
      upper = row.bounds.maximum?.fixed
    }
  }
}

extension Domain.Kind {
  /// The kind of the values of a kind of rows.
  fileprivate init(_ kind: ValueKind) {
    self =
      switch Kinds(kind) {
      case .text: .text
      case .int: .int
      case .double: .double
      case .bool: .bool
      case .date: .date
      case .list: .list
      case .null: .nothing
      // A choice may hold any value, an invalid one too.
      default: .any
      }
  }
}
