// What the topology keeps of a row: 48 bytes of what every row has, and a block of what few rows
// have. What a row says stands where it was said, and is shared with that: a compiled form keeps its
// definition once.

import Predicate

/// What a row says, as one of the rows that were given together.
struct RowSource: Sendable {
  private let rows: [RowDefinition]
  private let place: Int32

  /// The row at a place, which must be there.
  init(_ rows: [RowDefinition], at place: Int) {
    self.rows = rows
    self.place = Int32(truncatingIfNeeded: place)
  }

  init(_ row: RowDefinition) { self.init([row], at: 0) }

  var value: RowDefinition { @inline(__always) get { rows[Int(place)] } }

  // A part alone, without a copy of the row.

  var tag: String? { rows[Int(place)].tag }
  var type: RowType { rows[Int(place)].type }
  var hidden: ConditionDefinition? { rows[Int(place)].hidden }
  var whenHidden: HiddenValues? { rows[Int(place)].whenHidden }

  /// Whether the row says such a thing.
  @inline(__always)
  func says(_ kind: RowDetails.Kind) -> Bool { rows[Int(place)].says(kind) }
}

/// A decision in eight bytes.
struct PackedDecision: Sendable {
  /// The condition, or one of those below, which are none.
  private let node: Int32
  /// The text, and whether the opposite was written in the lowest bit.
  private let text: Int32

  private static let never: Int32 = -1
  private static let always: Int32 = -2

  init(_ decision: Decision) {
    switch decision {
    case .constant(let holds):
      node = holds ? Self.always : Self.never
      text = 0
    case .condition(let condition, let text, let isInverted):
      node = condition.rawValue
      self.text = text.rawValue << 1 | (isInverted ? 1 : 0)
    }
  }

  var decision: Decision {
    guard node >= 0 else { return .constant(node == Self.always) }
    return .condition(
      NodeID(Int(node)), text: TextID(Int(text >> 1)), isInverted: text & 1 != 0)
  }
}

/// What is fixed about a row as long as the form keeps its shape.
struct RowRecord: Sendable {
  var definition: RowSource
  var section: SectionID
  private let rawItem: Int32
  private var rawVerdict: Int32 = -1
  private var packedHidden = PackedDecision(.constant(false))
  private var others: Shared<Others>?
  /// The attributes other than hidden that hold whatever happens.
  private var always: RowWord = []
  /// What becomes of the value while the row is hidden.
  var hiddenValues = HiddenValues.keep
  /// What it can hold.
  let kind: ValueKind
  /// When errors are shown: what cannot be left cannot wait for it.
  let triggers: ValidationTriggers

  /// What few rows have.
  private struct Others: Sendable {
    var disabled: PackedDecision?
    var required: PackedDecision?
    var calculation: NodeID?
    var defaultValue: NodeID?
    var clearing: NodeID?
    var options: NodeID?
    var ruleNodes: [NodeID?] = []
    var optionDecisions: [Decision] = []
  }

  init(definition: RowSource, section: SectionID, item: ItemID?) {
    self.definition = definition
    self.section = section
    rawItem = item?.rawValue ?? -1
    let row = definition.value
    kind = row.type.valueKind
    triggers = row.validates ?? (row.type.canTakeFocus ? .onBlur : .onChange)
  }

  private mutating func change(_ change: (inout Others) -> Void) {
    var changed = others?.value ?? Others()
    change(&changed)
    others = Shared(changed)
  }
}

// MARK: - Nodes

extension RowRecord {
  /// The item it is part of, in a section with items.
  var item: ItemID? { rawItem < 0 ? nil : ItemID(Int(rawItem)) }

  var verdict: NodeID? {
    get { rawVerdict < 0 ? nil : NodeID(Int(rawVerdict)) }
    set { rawVerdict = newValue?.rawValue ?? -1 }
  }

  var calculation: NodeID? {
    get { others?.value.calculation }
    set { change { $0.calculation = newValue } }
  }

  var defaultValue: NodeID? {
    get { others?.value.defaultValue }
    set { change { $0.defaultValue = newValue } }
  }

  var clearing: NodeID? {
    get { others?.value.clearing }
    set { change { $0.clearing = newValue } }
  }

  /// The node of what can be chosen, where not every option always can.
  var options: NodeID? {
    get { others?.value.options }
    set { change { $0.options = newValue } }
  }

  /// The nodes of the predicate rules, by the rule's position; nil for rules of other kinds, and
  /// empty where there is none.
  var ruleNodes: [NodeID?] {
    get { others?.value.ruleNodes ?? [] }
    set {
      let isEmpty = newValue.allSatisfy { $0 == nil }
      if !isEmpty || !ruleNodes.isEmpty { change { $0.ruleNodes = isEmpty ? [] : newValue } }
    }
  }

  /// The node of a predicate rule, by the rule's position.
  func ruleNode(_ index: Int) -> NodeID? {
    let nodes = ruleNodes
    return nodes.indices.contains(index) ? nodes[index] : nil
  }

  /// What hides each option; empty where nothing hides any.
  var optionDecisions: [Decision] {
    get { others?.value.optionDecisions ?? [] }
    set {
      if !newValue.isEmpty || !optionDecisions.isEmpty { change { $0.optionDecisions = newValue } }
    }
  }

  /// The nodes that belong to the row alone, facts apart.
  var ownNodes: [NodeID] {
    guard others != nil else { return verdict.map { [$0] } ?? [] }
    return ([calculation, defaultValue, clearing, verdict, options] + ruleNodes).compactMap { $0 }
  }
}

// MARK: - Decisions

extension RowRecord {
  /// The attributes that decisions make.
  static let decided: [RowWord] = [.hidden, .disabled, .required]

  var hidden: Decision { packedHidden.decision }

  var disabled: Decision { self[.disabled] }

  var required: Decision { self[.required] }

  subscript(bit: RowWord) -> Decision {
    get {
      if bit == .hidden { return packedHidden.decision }
      let packed = bit == .disabled ? others?.value.disabled : others?.value.required
      return packed?.decision ?? .constant(always.contains(bit))
    }
    set {
      guard bit != .hidden else {
        packedHidden = PackedDecision(newValue)
        return
      }
      var condition: PackedDecision?
      if case .constant(let holds) = newValue {
        if holds { always.insert(bit) } else { always.remove(bit) }
      } else {
        condition = PackedDecision(newValue)
      }
      guard condition != nil || others != nil else { return }
      change { others in
        if bit == .disabled { others.disabled = condition } else { others.required = condition }
      }
    }
  }
}

// MARK: - What follows from the definition

extension RowRecord {
  /// Whether it matters that the row has changed: errors may have to be shown, now or once the user
  /// has left it.
  @inline(__always)
  var isWatched: Bool { verdict != nil || triggers.contains(.onChangeAfterBlurred) }

  /// Whether an option that can no longer be chosen is taken out of the value.
  var clearsOptions: Bool {
    definition.value.whenOptionHidden == .clear && options != nil
  }

  /// The value before any formula has run: a switch that says nothing is off.
  var initialValue: Value {
    let definition = definition.value
    guard !definition.says(.calculated) else { return .null }
    guard let value = definition.value else { return kind.valueAtStart }
    return kind.converted(value) ?? .null
  }
}
