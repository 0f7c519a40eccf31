// What the topology keeps of a row: 64 bytes of what every row has, and a block of what few rows
// have. What a row says is kept once: its condition `hidden` as what decides, with the text it was,
// and all else as its definition has it, sharing the definition's own block.

import Predicate

/// A decision in eight bytes, and whether it was given at all.
struct PackedDecision: Sendable {
  /// The condition, or -1.
  private let node: Int32
  /// The text, and whether the opposite was written in the lowest bit; of a constant what was
  /// given.
  private let text: Int32

  /// What was written where nothing has to be evaluated.
  private enum Constant: Int32 {
    case nothing, never, always, invertedNever, invertedAlways
  }

  /// Nothing was given.
  static let nothing = PackedDecision(.nothing)

  private init(_ constant: Constant) { self.init(node: -1, text: constant.rawValue) }

  private init(node: Int32, text: Int32) {
    self.node = node
    self.text = text
  }

  /// A decision as it was made of what was given.
  init(_ decision: Decision, of definition: ConditionDefinition?) {
    if case .condition(let condition, let text, let isInverted) = decision {
      self.init(node: condition.rawValue, text: text.rawValue << 1 | (isInverted ? 1 : 0))
    } else if let definition, case .constant(let flag) = definition.source {
      let given: (Constant, Constant) =
        definition.isInverted ? (.invertedNever, .invertedAlways) : (.never, .always)
      self.init(flag ? given.1 : given.0)
    } else {
      self = .nothing
    }
  }

  var decision: Decision {
    guard node < 0 else {
      return .condition(
        NodeID(Int(node)), text: TextID(Int(text >> 1)), isInverted: text & 1 != 0)
    }
    return switch Constant(rawValue: text) {
    case .always, .invertedNever: .constant(true)
    case .nothing, .never, .invertedAlways, nil: .constant(false)
    }
  }

  /// What was given, if it was a constant.
  fileprivate var constant: ConditionDefinition? {
    guard node < 0 else { return nil }
    return switch Constant(rawValue: text) {
    case .never: ConditionDefinition(.constant(false))
    case .always: ConditionDefinition(.constant(true))
    case .invertedNever: ConditionDefinition(.constant(false), isInverted: true)
    case .invertedAlways: ConditionDefinition(.constant(true), isInverted: true)
    case .nothing, nil: nil
    }
  }
}

/// What is fixed about a row as long as the form keeps its shape.
struct RowRecord: Sendable {
  /// What it says, but for when it is hidden.
  var content: RowContent
  private(set) var packedHidden = PackedDecision.nothing
  private var others: Shared<Others>?
  var section: SectionID
  private let rawItem: Int32
  private var rawVerdict: Int32 = -1
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
    var disabled: Decision?
    var required: Decision?
    var calculation: NodeID?
    var defaultValue: NodeID?
    var clearing: NodeID?
    var options: NodeID?
    var ruleNodes: [NodeID?] = []
    var ruleLeaves: [RuleDefinition] = []
    var optionDecisions: [Decision] = []
    var optionDisablings: [Decision] = []
  }

  init(_ content: RowContent, section: SectionID, item: ItemID?) {
    self.content = content
    self.section = section
    rawItem = item?.rawValue ?? -1
    kind = content.type.valueKind
    triggers = content.validates ?? (content.type.canTakeFocus ? .onBlur : .onChange)
  }

  private mutating func change(_ change: (inout Others) -> Void) {
    var changed = others?.value ?? Others()
    change(&changed)
    others = Shared(changed)
  }
}

// MARK: - Nodes

extension RowRecord {
  /// Whether there is anything of what few rows have.
  @inline(__always)
  var hasOthers: Bool { others != nil }

  @inline(__always) var isOfItem: Bool { rawItem >= 0 }

  /// The item it is part of, in a section with items.
  @inline(__always) var item: ItemID? { rawItem < 0 ? nil : ItemID(Int(rawItem)) }

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
    @inline(__always) get { others?.value.clearing }
    set { change { $0.clearing = newValue } }
  }

  /// The node of what can be chosen, where not every option always can.
  var options: NodeID? {
    @inline(__always) get { others?.value.options }
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

  /// The rules that are one thing, where others are made of them: found once, because each of their
  /// nodes asks for its own.
  var ruleLeaves: [RuleDefinition] {
    get { others?.value.ruleLeaves ?? [] }
    set { if !newValue.isEmpty || !ruleLeaves.isEmpty { change { $0.ruleLeaves = newValue } } }
  }

  /// The rule of a node, by its position among the leaves.
  func rule(_ index: Int) -> RuleDefinition? {
    let leaves = ruleLeaves.isEmpty ? content.rules : ruleLeaves
    return leaves.indices.contains(index) ? leaves[index] : nil
  }

  /// What hides each option; empty where nothing hides any.
  var optionDecisions: [Decision] { others?.value.optionDecisions ?? [] }

  /// What disables each option; empty where nothing disables any.
  var optionDisablings: [Decision] { others?.value.optionDisablings ?? [] }

  /// What decides an attribute of each option; empty where nothing does of any.
  subscript(word: OptionWord) -> [Decision] {
    get { word == .hidden ? optionDecisions : optionDisablings }
    set {
      guard !newValue.isEmpty || !self[word].isEmpty else { return }
      change { others in
        if word == .hidden {
          others.optionDecisions = newValue
        } else {
          others.optionDisablings = newValue
        }
      }
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
    if bit == .hidden { return hidden }
    let condition = bit == .disabled ? others?.value.disabled : others?.value.required
    return condition ?? .constant(always.contains(bit))
  }

  /// Sets what decides an attribute, made of what was given for it.
  mutating func set(_ bit: RowWord, to decision: Decision, of definition: ConditionDefinition?) {
    guard bit != .hidden else {
      packedHidden = PackedDecision(decision, of: definition)
      return
    }
    var condition: Decision?
    if case .constant(let holds) = decision {
      if holds { always.insert(bit) } else { always.remove(bit) }
    } else {
      condition = decision
    }
    guard condition != nil || others != nil else { return }
    change { others in
      if bit == .disabled { others.disabled = condition } else { others.required = condition }
    }
  }
}

// MARK: - What follows from the definition

extension RowRecord {
  /// Whether it matters that the row has changed: errors may have to be shown, now or once the user
  /// has left it.
  @inline(__always)
  var isWatched: Bool { verdict != nil || triggers.contains(.onChangeAfterBlurred) }

  /// Whether there is anything to say of the row's value.
  @inline(__always)
  var isJudged: Bool {
    content.says(.rules) || required != .constant(false) || content.hasBounds
      || content.says(.options) && (kind == .choice || kind == .choices)
  }

  /// Whether something takes the value of the row.
  @inline(__always)
  var isCleared: Bool { hiddenValues == .clear || clearsOptions }

  /// Whether an option that is hidden is taken out of the value.
  @inline(__always)
  var clearsOptions: Bool { content.whenOptionHidden == .clear && options != nil }

  /// The value before any formula has run: a switch that says nothing is off.
  var initialValue: Value {
    guard !content.says(.calculated) else { return .null }
    guard let value = content.value else { return kind.valueAtStart }
    return content.stored(value, within: ValueKind.maximumBytes) ?? .null
  }
}

// MARK: - The definition

extension Topology {
  /// What a row says, put together again.
  func definition(of row: RowID) -> RowDefinition {
    let record = rows[row.index]
    return RowDefinition(record.content, hidden: hidden(of: record))
  }

  /// What was given for when a row is hidden.
  func hidden(of row: RowRecord) -> ConditionDefinition? {
    guard case .condition(let node, let text, let isInverted) = row.hidden else {
      return row.packedHidden.constant
    }
    let record = texts[text.index]
    if record.isFunction, case .function(let function)? = nodes[node.index].run?.code {
      return ConditionDefinition(
        .function(functions[function.index].name, dependsOn: record.dependencies),
        isInverted: isInverted)
    }
    return ConditionDefinition(.predicate(record.text), isInverted: isInverted)
  }
}
