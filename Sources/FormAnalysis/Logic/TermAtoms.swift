// The domain of one term, cut into atoms: nil, each constant that the condition compares the term
// with, each gap between two of them, and the rest. All values of an atom compare alike with every
// constant, so a comparison is a set of atoms.

import Foundation
import Predicate

/// Whether a comparison can hold, and can fail to hold, for the values of one atom.
struct Possibility {
  var canHold: Bool
  var canFail: Bool

  static let unknown = Possibility(canHold: true, canFail: true)
  static func certain(_ holds: Bool) -> Possibility {
    Possibility(canHold: holds, canFail: !holds)
  }
}

/// The atoms of one term.
struct TermAtoms {
  /// Values that are ordered with one another, and with no others.
  enum Family: Hashable {
    case null, number, text, date, nan, other

    init(_ value: Value) {
      self =
        switch value {
        case .null: .null
        case .bool, .int, .double: .number
        case .string: .text
        case .date: .date
        case .data, .array, .set, .dictionary: .other
        }
    }
  }

  struct Atom {
    var family: Family
    /// The place among the constants of the family: odd for a constant, even for a gap.
    var rank = 0
    /// The only value of the atom; nil for a gap.
    var value: Value?

    /// A family with a place among its constants.
    struct Place: Hashable {
      let family: Family
      let rank: Int
    }

    var place: Place { Place(family: family, rank: rank) }
  }

  let domain: Domain
  /// The constants by family, in order, without duplicates.
  private let constants: [Family: [Value]]
  private(set) var atoms: [Atom] = []

  /// Cuts a domain.
  ///
  /// - Complexity: O(k log k) in the number of constants.
  init(_ domain: Domain, constants given: [Value]) {
    self.domain = domain
    var sorted: [Family: [Value]] = [:]
    for value in given { sorted[Family(value), default: []].append(value) }
    sorted[.null] = nil
    sorted[.other] = nil
    if domain.kind == .bool { sorted[.number, default: []] += [.int(0), .int(1)] }
    if domain.kind == .text { sorted[.text, default: []].append(.string("")) }
    if domain.kind == .int || domain.kind == .double, sorted[.number] == nil {
      sorted[.number] = [.int(0)]
    }
    if domain.kind == .date, sorted[.date] == nil {
      sorted[.date] = [.date(Date(timeIntervalSinceReferenceDate: 0))]
    }
    for (family, values) in sorted {
      var distinct: [Value] = []
      for value in values.sorted(by: { $0.precedes($1) })
      where distinct.last.map({ $0.order(to: value) != .same }) ?? true {
        distinct.append(value)
      }
      sorted[family] = distinct
    }
    constants = sorted
    if !domain.isNeverNil { atoms.append(Atom(family: .null)) }
    switch domain.kind {
    case .nothing: break
    case .bool:
      addPoints(.number) { $0.equals(.int(0)) || $0.equals(.int(1)) }
    case .int:
      addPoints(.number) { Number($0)?.asExactInt != nil }
      addGaps(.number, Self.holdsWholeNumber)
    case .double:
      addPoints(.number)
      addGaps(.number)
    case .text:
      addPoints(.text)
      // No text precedes the empty text.
      addGaps(.text) { below, _ in below != nil }
    case .date:
      addPoints(.date)
      addGaps(.date)
    case .list: atoms.append(Atom(family: .other))
    case .any:
      for family in [Family.number, .text, .date] where constants[family] != nil {
        addPoints(family)
        addGaps(family)
        if family == .number { atoms.append(Atom(family: .nan)) }
      }
      atoms.append(Atom(family: .other))
    }
  }

  private mutating func addPoints(
    _ family: Family, where isPossible: (Value) -> Bool = { _ in true }
  ) {
    for (index, value) in (constants[family] ?? []).enumerated() where isPossible(value) {
      atoms.append(Atom(family: family, rank: 2 * index + 1, value: value))
    }
  }

  private mutating func addGaps(
    _ family: Family, _ isPossible: (_ below: Value?, _ above: Value?) -> Bool = { _, _ in true }
  ) {
    let values = constants[family] ?? []
    for index in 0...values.count {
      let below = index > 0 ? values[index - 1] : nil
      let above = index < values.count ? values[index] : nil
      if isPossible(below, above) { atoms.append(Atom(family: family, rank: 2 * index)) }
    }
  }

  /// Whether a whole number lies between two numbers.
  private static func holdsWholeNumber(below: Value?, above: Value?) -> Bool {
    var next = Int64.min
    switch below.flatMap(Number.init) {
    case .int(let int)?:
      guard int < .max else { return false }
      next = int + 1
    case .double(let double)?:
      guard double < 0x1p63 else { return false }
      if double >= -0x1p63 { next = Int64(exactly: double.rounded(.down)).map { $0 &+ 1 } ?? next }
    case nil: break
    }
    guard let above = above.flatMap(Number.init) else { return true }
    return Number.int(next).order(to: above) == .before
  }

  /// The rank of a constant that was given.
  private func rank(of value: Value, _ family: Family) -> Int? {
    let values = constants[family] ?? []
    var low = 0
    var high = values.count
    while low < high {
      let middle = (low + high) / 2
      if values[middle].precedes(value) { low = middle + 1 } else { high = middle }
    }
    return low < values.count && values[low].order(to: value) == .same ? 2 * low + 1 : nil
  }

  /// Whether the values of an atom are valid answers, by options and bounds.
  func isValid(_ atom: Atom) -> Bool {
    if atom.family == .null { return true }
    if let options = domain.options {
      return atom.value.map { value in options.contains { $0.equals(value) } } ?? false
    }
    for (bound, isLower) in [(domain.lower, true), (domain.upper, false)] {
      guard let bound, Family(bound) == atom.family, let rank = rank(of: bound, atom.family)
      else { continue }
      if isLower ? atom.rank < rank : atom.rank > rank { return false }
    }
    return true
  }

  /// Whether the place of a value among the constants decides such a comparison.
  static func isPlain(_ symbol: ComparisonOperator, _ constant: Value) -> Bool {
    switch symbol {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .between: true
    case .in: if case .array = constant { true } else { false }
    default: false
    }
  }

  /// Whether `atom symbol constant` holds for each atom, for a comparison without options.
  ///
  /// - Complexity: O(n) in the number of atoms; of IN, also O(k log n) in the number of members.
  func possibilities(_ symbol: ComparisonOperator, _ constant: Value) -> [Possibility] {
    switch (symbol, constant) {
    case (.equal, _), (.notEqual, _):
      let place = place(of: constant)
      return atoms.map { .certain(($0.place == place) == (symbol == .equal)) }
    case (.between, .array(let bounds)) where bounds.count == 2:
      return zip(ordered(.greaterOrEqual, bounds[0]), ordered(.lessOrEqual, bounds[1])).map {
        Possibility(
          canHold: $0.canHold && $1.canHold, canFail: $0.canFail || $1.canFail)
      }
    case (.in, .array(let members)):
      let places = Set(members.lazy.filter { !$0.isNull }.compactMap(place))
      return atoms.map { .certain(places.contains($0.place)) }
    case (.less, _), (.lessOrEqual, _), (.greater, _), (.greaterOrEqual, _):
      return ordered(symbol, constant)
    default: return Array(repeating: .unknown, count: atoms.count)
    }
  }

  /// The place of a constant that was given; nil of one that no atom stands for.
  private func place(of constant: Value) -> Atom.Place? {
    let family = Family(constant)
    if family == .null { return Atom.Place(family: .null, rank: 0) }
    return rank(of: constant, family).map { Atom.Place(family: family, rank: $0) }
  }

  private func ordered(_ symbol: ComparisonOperator, _ constant: Value) -> [Possibility] {
    let family = Family(constant)
    let rank = rank(of: constant, family)
    return atoms.map { atom in
      if atom.family == .null { return .certain(false) }
      if atom.family == .nan, family == .number { return .certain(false) }
      guard family == atom.family, let rank else { return .unknown }
      return switch symbol {
      case .less: .certain(atom.rank < rank)
      case .lessOrEqual: .certain(atom.rank <= rank)
      case .greater: .certain(atom.rank > rank)
      default: .certain(atom.rank >= rank)
      }
    }
  }
}
