// The domain of one term, cut into atoms: nil, each constant that the condition compares the term
// with, each gap between two of them, and the rest. All values of an atom compare alike with every
// constant, so a comparison is a set of atoms.

import Foundation
import Predicate

/// The atoms of one term.
struct TermAtoms {
  /// Values that are ordered with one another, and with no others.
  enum Family: Int {
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
  }

  let domain: Domain
  /// The constants by family, in order, without duplicates.
  private let constants: [Family: [Value]]
  /// The atoms, those of a family side by side, in the order of their ranks.
  private(set) var atoms: [Atom] = []
  /// The positions of the atoms of each family.
  private var runs: [Family: Range<Int>] = [:]

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
    atoms.sort { ($0.family.rawValue, $0.rank) < ($1.family.rawValue, $1.rank) }
    for (position, atom) in atoms.enumerated() {
      runs[atom.family] = (runs[atom.family]?.lowerBound ?? position)..<position + 1
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
      let below = index > 0 ? values[index - 1] : Value?.none
      let above = index < values.count ? values[index] : Value?.none
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

  /// For each atom, whether its values are valid answers, by options and bounds.
  ///
  /// - Complexity: O(n log n) in the number of atoms, and O(options).
  var areValid: [Bool] {
    Effort.count(atoms.count + (domain.options?.count ?? 0))
    let options = domain.options.map { EqualValues($0) }
    return atoms.map { isValid($0, among: options) }
  }

  private func isValid(_ atom: Atom, among options: EqualValues?) -> Bool {
    if atom.family == .null { return true }
    if let options { return atom.value.map(options.contains) ?? false }
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

  /// Where `atom symbol constant` can hold and can fail, for a comparison without options.
  ///
  /// - Complexity: O(n / 64 + log n) in the number of atoms; of IN, for each member.
  func sets(
    _ symbol: ComparisonOperator, _ constant: Value, of run: Range<Int>
  ) -> (holds: AtomSet, fails: AtomSet) {
    var holds = AtomSet(of: run)
    switch (symbol, constant) {
    case (.equal, _), (.notEqual, _):
      if let position = position(of: constant) { holds.insert(position..<position + 1) }
      return symbol == .equal ? (holds, holds.complement) : (holds.complement, holds)
    case (.in, .array(let members)):
      for member in members where !member.isNull {
        if let position = position(of: member) { holds.insert(position..<position + 1) }
      }
      return (holds, holds.complement)
    case (.between, .array(let bounds)) where bounds.count == 2:
      var (both, either) = ordered(.greaterOrEqual, bounds[0], of: run)
      let upper = ordered(.lessOrEqual, bounds[1], of: run)
      both.formIntersection(upper.holds)
      either.formUnion(upper.fails)
      return (both, either)
    case (.less, _), (.lessOrEqual, _), (.greater, _), (.greaterOrEqual, _):
      return ordered(symbol, constant, of: run)
    default: return (holds.complement, holds.complement)
    }
  }

  /// Whether `nil symbol constant` holds, for a comparison with options.
  func holdsForNull(_ symbol: ComparisonOperator, _ constant: Value) -> Bool {
    switch symbol {
    case .equal: constant.isNull
    case .notEqual: !constant.isNull
    default: false
    }
  }

  /// The positions of the atoms of a family.
  private func positions(of family: Family) -> Range<Int> { runs[family] ?? 0..<0 }

  /// The position of the first atom of a family whose rank is not less.
  private func position(from rank: Int, in positions: Range<Int>) -> Int {
    var (low, high) = (positions.lowerBound, positions.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if atoms[middle].rank < rank { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The position of the atom that stands for a constant; nil if no value of the domain equals it.
  private func position(of constant: Value) -> Int? {
    let family = Family(constant)
    if family == .null { return positions(of: .null).first }
    guard let rank = rank(of: constant, family) else { return nil }
    let positions = positions(of: family)
    let position = position(from: rank, in: positions)
    return position < positions.upperBound && atoms[position].rank == rank ? position : nil
  }

  private func ordered(
    _ symbol: ComparisonOperator, _ constant: Value, of run: Range<Int>
  ) -> (holds: AtomSet, fails: AtomSet) {
    let family = Family(constant)
    // What has no order with the constant fails with an error, which is not judged here.
    var (holds, fails) = (AtomSet(of: run).complement, AtomSet(of: run).complement)
    var nothing = AtomSet(of: run)
    nothing.insert(positions(of: .null))
    if family == .number { nothing.insert(positions(of: .nan)) }
    let own = positions(of: family)
    guard let rank = rank(of: constant, family) else {
      holds.formIntersection(nothing.complement)
      return (holds, fails)
    }
    let (start, end) = (position(from: rank, in: own), position(from: rank + 1, in: own))
    let held =
      switch symbol {
      case .less: own.lowerBound..<start
      case .lessOrEqual: own.lowerBound..<end
      case .greater: end..<own.upperBound
      default: start..<own.upperBound
      }
    nothing.insert(own.lowerBound..<held.lowerBound)
    nothing.insert(held.upperBound..<own.upperBound)
    var sure = AtomSet(of: run)
    sure.insert(held)
    holds.formIntersection(nothing.complement)
    fails.formIntersection(sure.complement)
    return (holds, fails)
  }
}
