// What a row says beside what nearly every row says: one block of what there is and no more, copied
// when it is changed. A row that says nothing of the kind has no block.

import Predicate

/// What a row says that most rows do not.
struct RowDetails: Sendable, Hashable {
  /// The things a row can say, in the order in which they are kept.
  enum Kind: UInt16, CaseIterable {
    case subtitle, footer, placeholder, help, name, value, defaultFormula, calculated, disabled
    case required, rules, options, optionsFilter, extra, bounds

    fileprivate var bit: UInt16 { 1 << rawValue }
  }

  /// One of them; its kind is where it stands.
  enum Detail: Sendable, Hashable {
    case text(String)
    case value(Value)
    case condition(ConditionDefinition)
    case rules([RuleDefinition])
    case options([OptionDefinition])
    indirect case bounds(RowBounds)
  }

  /// A bit for each kind there is.
  private var kinds: UInt16 = 0
  /// What is said, in the order of the kinds.
  private var details: [Detail] = []

  /// Makes a block with room for so many things.
  init(capacity: Int) {
    if capacity > 0 { details.reserveCapacity(capacity) }
  }

  /// Adds a thing that comes after all that are there, if it is said.
  @inline(__always)
  mutating func append(_ kind: Kind, _ detail: Detail?) {
    guard let detail else { return }
    kinds |= kind.bit
    details.append(detail)
  }

  @inline(__always)
  mutating func append(_ kind: Kind, _ text: String?) {
    if let text { append(kind, .text(text)) }
  }

  @inline(__always)
  mutating func append(_ kind: Kind, _ value: Value?) {
    if let value { append(kind, .value(value)) }
  }

  @inline(__always)
  mutating func append(_ kind: Kind, _ condition: ConditionDefinition?) {
    if let condition { append(kind, .condition(condition)) }
  }

  @inline(__always)
  func contains(_ kind: Kind) -> Bool { kinds & kind.bit != 0 }

  subscript(kind: Kind) -> Detail? {
    get { contains(kind) ? details[position(of: kind)] : nil }
    set {
      switch (contains(kind), newValue) {
      case (true, let detail?): details[position(of: kind)] = detail
      case (true, nil): details.remove(at: position(of: kind))
      case (false, let detail?): details.insert(detail, at: position(of: kind))
      case (false, nil): break
      }
      kinds = newValue == nil ? kinds & ~kind.bit : kinds | kind.bit
    }
  }

  subscript(text kind: Kind) -> String? {
    get { if case .text(let text)? = self[kind] { text } else { nil } }
    set { self[kind] = newValue.map { .text($0) } }
  }

  subscript(value kind: Kind) -> Value? {
    get { if case .value(let value)? = self[kind] { value } else { nil } }
    set { self[kind] = newValue.map { .value($0) } }
  }

  subscript(condition kind: Kind) -> ConditionDefinition? {
    get { if case .condition(let condition)? = self[kind] { condition } else { nil } }
    set { self[kind] = newValue.map { .condition($0) } }
  }

  private func position(of kind: Kind) -> Int { (kinds & (kind.bit - 1)).nonzeroBitCount }
}
