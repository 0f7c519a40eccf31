// What the topology keeps of a row as long as the form keeps its shape: what it says, what decides
// its attributes, and the nodes that belong to it.

import Predicate

/// What is fixed about a row as long as the form keeps its shape.
struct RowRecord: Sendable {
  /// What it says, with the value at the start as the row stores it.
  var content: RowDefinition
  private(set) var hidden = Decision.constant(false)
  private var others: Shared<Others>?
  var section: SectionID
  /// The item it is part of, in a section with items.
  let item: ItemID?
  var verdict: NodeID?
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
    var properties: [PropertyName: NodeID] = [:]
  }

  init(_ content: RowDefinition, section: SectionID, item: ItemID?) {
    self.content = content
    self.section = section
    self.item = item
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

  @inline(__always) var isOfItem: Bool { item != nil }

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

  /// The texts, bounds and the display that are nodes.
  var properties: [PropertyName: NodeID] {
    get { others?.value.properties ?? [:] }
    set { if !newValue.isEmpty || !properties.isEmpty { change { $0.properties = newValue } } }
  }

  /// The nodes that belong to the row alone, facts apart.
  var ownNodes: [NodeID] {
    guard others != nil else { return verdict.map { [$0] } ?? [] }
    return ([calculation, defaultValue, clearing, verdict, options] + ruleNodes).compactMap { $0 }
      + properties.values.sorted()
  }
}

// MARK: - Decisions

extension RowRecord {
  /// The attributes that decisions make.
  static let decided: [RowWord] = [.hidden, .disabled, .required]

  var disabled: Decision { self[.disabled] }

  var required: Decision { self[.required] }

  subscript(bit: RowWord) -> Decision {
    if bit == .hidden { return hidden }
    let condition = bit == .disabled ? others?.value.disabled : others?.value.required
    return condition ?? .constant(always.contains(bit))
  }

  /// Sets what decides an attribute.
  mutating func set(_ bit: RowWord, to decision: Decision) {
    guard bit != .hidden else {
      hidden = decision
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
    !content.rules.isEmpty || required != .constant(false) || content.hasBounds
      || content.options != nil && (kind == .choice || kind == .choices)
  }

  /// Whether something takes the value of the row.
  @inline(__always)
  var isCleared: Bool { hiddenValues == .clear || clearsOptions }

  /// Whether an option that is hidden is taken out of the value.
  @inline(__always)
  var clearsOptions: Bool { content.whenOptionHidden == .clear && options != nil }

  /// The value before any formula has run: a switch that says nothing is off.
  var initialValue: Value {
    guard !content.isCalculated else { return .null }
    guard let value = content.value else { return kind.valueAtStart }
    return content.stored(value, within: ValueKind.maximumBytes) ?? .null
  }
}
