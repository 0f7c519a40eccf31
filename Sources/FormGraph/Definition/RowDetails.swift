// What a row says beside what nearly every row says: one block of what there is and no more, copied
// when it is changed. A row that says nothing of the kind has no block. The value at the start has
// none either where it is a small one, as most are that a row starts with.

import Predicate

/// What a row says that most rows do not.
struct RowDetails: Sendable, Hashable {
  /// The things a row can say, in the order in which they are kept.
  enum Kind: UInt16, CaseIterable {
    case title, subtitle, footer, placeholder, help
    case name, value, defaultFormula, calculated, disabled
    case required, rules, options, optionsFilter, extra, rest

    fileprivate var bit: UInt16 { 1 << rawValue }
  }

  /// Which of them a row says.
  struct Kinds: Sendable, Hashable {
    fileprivate var bits: UInt16 = 0

    @inline(__always)
    func contains(_ kind: Kind) -> Bool { bits & kind.bit != 0 }
  }

  /// One of them; its kind is where it stands.
  enum Detail: Sendable, Hashable {
    case text(String)
    case value(Value)
    case condition(ConditionDefinition)
    case rules([RuleDefinition])
    case options([OptionDefinition])
    indirect case groupedOptions([OptionDefinition], OptionGrouping)
    indirect case rest(RowRest)
  }

  /// What is said, in the order of the kinds, a small value at the start apart.
  private var details: [Detail] = []
  /// What there is.
  private(set) var kinds = Kinds()
  private var number: Int16 = 0
  private var small = Small.none

  /// A value at the start that needs no room in the block.
  private enum Small: UInt8 {
    /// There is none, or it is in the block.
    case none
    case null, `true`, `false`
    /// As `number` says.
    case int, double
  }

  /// Makes a block with room for so many things.
  init(capacity: Int) {
    if capacity > 0 { details.reserveCapacity(capacity) }
  }

  private static let textKinds: UInt16 =
    Kind.title.bit | Kind.subtitle.bit | Kind.footer.bit | Kind.placeholder.bit | Kind.help.bit

  /// The row's own texts, which stand before everything else.
  var texts: Texts {
    guard kinds.bits & Self.textKinds != 0 else { return Texts() }
    return Texts(
      title: self[text: .title], subtitle: self[text: .subtitle], footer: self[text: .footer],
      placeholder: self[text: .placeholder], help: self[text: .help])
  }

  // MARK: - Making

  /// Adds a thing that comes after all that are there, if it is said.
  @inline(__always)
  mutating func append(_ kind: Kind, _ detail: Detail?) {
    guard let detail else { return }
    kinds.bits |= kind.bit
    details.append(detail)
  }

  @inline(__always)
  mutating func append(_ kind: Kind, _ text: String?) {
    if let text { append(kind, .text(text)) }
  }

  @inline(__always)
  mutating func append(_ kind: Kind, _ value: Value?) {
    guard let value else { return }
    if kind == .value, keepSmall(value) {
      kinds.bits |= kind.bit
    } else {
      append(kind, .value(value))
    }
  }

  @inline(__always)
  mutating func append(_ kind: Kind, _ condition: ConditionDefinition?) {
    if let condition { append(kind, .condition(condition)) }
  }

  // MARK: - Reading and changing

  @inline(__always)
  func contains(_ kind: Kind) -> Bool { kinds.contains(kind) }

  /// What is in the block; of the value at the start ask by `value`.
  subscript(kind: Kind) -> Detail? {
    @inline(__always) get { isInBlock(kind) ? details[position(of: kind)] : nil }
    set {
      switch (isInBlock(kind), newValue) {
      case (true, let detail?): details[position(of: kind)] = detail
      case (true, nil): details.remove(at: position(of: kind))
      case (false, let detail?): details.insert(detail, at: position(of: kind))
      case (false, nil): break
      }
      kinds.bits = newValue == nil ? kinds.bits & ~kind.bit : kinds.bits | kind.bit
    }
  }

  subscript(text kind: Kind) -> String? {
    @inline(__always) get { contains(kind) ? text(kind) : nil }
    set { self[kind] = newValue.map { .text($0) } }
  }

  subscript(value kind: Kind) -> Value? {
    get {
      if kind == .value, let value = smallValue { return value }
      return if case .value(let value)? = self[kind] { value } else { nil }
    }
    set {
      guard kind == .value else {
        self[kind] = newValue.map { .value($0) }
        return
      }
      // Out of the block or the number it is in, before it goes into either.
      self[kind] = nil
      (small, number) = (.none, 0)
      guard let newValue else { return }
      if keepSmall(newValue) { kinds.bits |= kind.bit } else { self[kind] = .value(newValue) }
    }
  }

  subscript(condition kind: Kind) -> ConditionDefinition? {
    @inline(__always) get { contains(kind) ? condition(kind) : nil }
    set { self[kind] = newValue.map { .condition($0) } }
  }

  /// No text is a small value: what is there is in the block.
  private func text(_ kind: Kind) -> String? {
    if case .text(let text) = details[position(of: kind)] { text } else { nil }
  }

  private func condition(_ kind: Kind) -> ConditionDefinition? {
    if case .condition(let condition) = details[position(of: kind)] { condition } else { nil }
  }

  /// The kinds that are in the block.
  private var blockKinds: UInt16 {
    small == .none ? kinds.bits : kinds.bits & ~Kind.value.bit
  }

  private func isInBlock(_ kind: Kind) -> Bool { blockKinds & kind.bit != 0 }

  private func position(of kind: Kind) -> Int { (blockKinds & (kind.bit - 1)).nonzeroBitCount }
}

extension RowDetails.Detail {
  /// Options, and how they are grouped, if they are.
  static func options(
    _ options: [OptionDefinition], grouped: OptionGrouping?
  ) -> RowDetails.Detail {
    grouped.map { .groupedOptions(options, $0) } ?? .options(options)
  }
}

// MARK: - Small values

extension RowDetails {
  /// Whether a value at the start takes room in the block.
  static func needsRoom(_ value: Value?) -> Bool { value.map { smallForm(of: $0) == nil } ?? false }

  /// Keeps a value out of the block; false where it is too large.
  ///
  /// A value that can be kept so always is: equal rows are kept alike.
  private mutating func keepSmall(_ value: Value) -> Bool {
    guard let form = Self.smallForm(of: value) else { return false }
    (small, number) = form
    return true
  }

  private static func smallForm(of value: Value) -> (Small, Int16)? {
    switch value {
    case .null: (.null, 0)
    case .bool(let flag): (flag ? .true : .false, 0)
    case .int(let int): Int16(exactly: int).map { (.int, $0) }
    // No integer stands for the zero below 0.
    case .double(let double) where double != 0 || double.sign == .plus:
      Int16(exactly: double).map { (.double, $0) }
    case .double, .string, .date, .data, .array, .set, .dictionary: nil
    }
  }

  private var smallValue: Value? {
    switch small {
    case .none: nil
    case .null: .null
    case .true: .bool(true)
    case .false: .bool(false)
    case .int: .int(Int64(number))
    case .double: .double(Double(number))
    }
  }
}
