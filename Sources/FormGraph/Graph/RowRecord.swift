// What the topology stores about a row: its definition, what decides its attributes, and the nodes
// that belong to it. It changes only with the form's shape.

import Predicate

/// The fixed properties of a row.
///
/// They change only with the form's shape.
struct RowRecord: Sendable {
  /// The definition of the row.
  var content: RowDefinition { didSet { isPlainlyJudged = content.isPlainlyJudged } }
  /// Whether the row has neither rules nor bounds.
  ///
  /// Stored, because each verdict asks.
  private(set) var isPlainlyJudged: Bool
  private(set) var hidden = Decision.constant(false)
  private var others: Shared<Others>?
  var section: SectionIndex
  /// The item that the row is part of; nil outside of items.
  private(set) var item: ItemIndex?
  var verdict: NodeID?
  /// The attributes other than hidden that are always set.
  private var always: RowWord = []
  /// What happens to the value while the row is hidden.
  var hiddenValues = HiddenValues.keep
  /// The kind of value that the row can hold.
  let kind: ValueKind
  /// When errors are shown.
  ///
  /// A row that cannot take the focus cannot wait until it is left.
  let triggers: ValidationTriggers

  /// Properties that few rows have.
  private struct Others: Sendable {
    var disabled: Decision?
    var required: Decision?
    var calculation: NodeID?
    var filling: NodeID?
    var clearing: NodeID?
    var options: NodeID?
    var optionList: NodeID?
    var optionListKind: DateKind?
    var ruleNodes: [NodeID?] = []
    var ruleLeaves: [RuleDefinition] = []
    var asyncNodes: [NodeID] = []
    var optionDecisions: [Decision] = []
    var optionDisablings: [Decision] = []
    var actionDisablings: [Decision] = []
    var properties: [PropertyName: NodeID] = [:]
    var triggerActions: [TriggerRecord] = []

    func instance(_ node: (NodeID) -> NodeID) -> Others {
      var others = self
      others.disabled = disabled?.instance(node)
      others.required = required?.instance(node)
      others.calculation = calculation.map(node)
      others.filling = filling.map(node)
      others.clearing = clearing.map(node)
      others.options = options.map(node)
      others.optionList = optionList.map(node)
      others.ruleNodes = ruleNodes.map { $0.map(node) }
      others.asyncNodes = asyncNodes.map(node)
      others.optionDecisions = optionDecisions.map { $0.instance(node) }
      others.optionDisablings = optionDisablings.map { $0.instance(node) }
      others.actionDisablings = actionDisablings.map { $0.instance(node) }
      others.properties = properties.mapValues(node)
      others.triggerActions = triggerActions.map { $0.instance(node) }
      return others
    }
  }

  init(_ content: RowDefinition, section: SectionIndex, item: ItemIndex?) {
    self.content = content
    isPlainlyJudged = content.isPlainlyJudged
    self.section = section
    self.item = item
    kind = content.type.valueKind
    triggers = content.validates ?? content.type.standardTriggers
  }

  private mutating func change(_ change: (inout Others) -> Void) {
    var changed = others?.value ?? Others()
    change(&changed)
    others = Shared(changed)
  }
}

// MARK: - Nodes

extension RowRecord {
  /// The row of an item that stands for this row of its prototype.
  ///
  /// `node` gives the item's node for a node of the prototype.
  func instance(
    in item: ItemIndex, _ section: SectionIndex, _ node: (NodeID) -> NodeID
  ) -> RowRecord {
    var row = self
    row.item = item
    row.section = section
    row.hidden = hidden.instance(node)
    row.verdict = verdict.map(node)
    guard let others = others?.value else { return row }
    row.others = Shared(others.instance(node))
    return row
  }

  /// Whether the row has any of the rare properties.
  @inline(__always)
  var hasOthers: Bool { others != nil }

  @inline(__always) var isOfItem: Bool { item != nil }

  var calculation: NodeID? {
    get { others?.value.calculation }
    set { change { $0.calculation = newValue } }
  }

  var filling: NodeID? {
    get { others?.value.filling }
    set { change { $0.filling = newValue } }
  }

  var clearing: NodeID? {
    @inline(__always) get { others?.value.clearing }
    set { change { $0.clearing = newValue } }
  }

  /// The node that computes which options can be chosen; nil if every option always can.
  var options: NodeID? {
    @inline(__always) get { others?.value.options }
    set { change { $0.options = newValue } }
  }

  /// The fact about the list whose items are the options; nil for options of another source.
  var optionList: NodeID? {
    @inline(__always) get { others?.value.optionList }
    set { if newValue != nil || optionList != nil { change { $0.optionList = newValue } } }
  }

  /// The kind of date of options that come from a list; nil if they are not dates.
  var optionListKind: DateKind? {
    get { others?.value.optionListKind }
    set {
      if newValue != nil || optionListKind != nil { change { $0.optionListKind = newValue } }
    }
  }

  /// The nodes of the rules, by the rule's position.
  ///
  /// A rule that needs no node has nil. Empty if no rule has a node.
  var ruleNodes: [NodeID?] {
    get { others?.value.ruleNodes ?? [] }
    set {
      let isEmpty = newValue.allSatisfy { $0 == nil }
      if !isEmpty || !ruleNodes.isEmpty { change { $0.ruleNodes = isEmpty ? [] : newValue } }
    }
  }

  /// The node of a rule, by the rule's position.
  func ruleNode(_ index: Int) -> NodeID? {
    let nodes = ruleNodes
    return nodes.indices.contains(index) ? nodes[index] : nil
  }

  /// The rules in order, with combined rules split into their parts.
  ///
  /// Empty if no rule is combined, or if no rule has a node. Stored, because each rule node looks
  /// up its own rule.
  var ruleLeaves: [RuleDefinition] {
    get { others?.value.ruleLeaves ?? [] }
    set { if !newValue.isEmpty || !ruleLeaves.isEmpty { change { $0.ruleLeaves = newValue } } }
  }

  /// The nodes of the rules that the host answers later, in the order of the rules.
  var asyncNodes: [NodeID] {
    get { others?.value.asyncNodes ?? [] }
    set { if !newValue.isEmpty || !asyncNodes.isEmpty { change { $0.asyncNodes = newValue } } }
  }

  /// Whether the verdict waits for answers of the host.
  var isAsking: Bool { others?.value.asyncNodes.isEmpty == false }

  /// The rule of a node, by its position in `ruleLeaves`, or in the rules if none is combined.
  func rule(_ index: Int) -> RuleDefinition? {
    let leaves = ruleLeaves.isEmpty ? content.rules : ruleLeaves
    return leaves.indices.contains(index) ? leaves[index] : nil
  }

  /// Whether the row lists options, and each can be chosen at any time.
  @inline(__always)
  var hasOnlyOpenOptions: Bool {
    options == nil && optionDisablings.isEmpty && content.options?.written != nil
  }

  /// What hides each option; empty if no option can be hidden.
  var optionDecisions: [Decision] { others?.value.optionDecisions ?? [] }

  /// What disables each option; empty if no option can be disabled.
  var optionDisablings: [Decision] { others?.value.optionDisablings ?? [] }

  /// What disables each action; empty if no action can be disabled.
  var actionDisablings: [Decision] { others?.value.actionDisablings ?? [] }

  /// What decides an attribute of each option or action; empty if nothing decides it for any.
  subscript(word: OptionWord) -> [Decision] {
    get {
      switch word {
      case .hidden: optionDecisions
      case .disabled: optionDisablings
      case .actionDisabled: actionDisablings
      }
    }
    set {
      guard !newValue.isEmpty || !self[word].isEmpty else { return }
      change { others in
        switch word {
        case .hidden: others.optionDecisions = newValue
        case .disabled: others.optionDisablings = newValue
        case .actionDisabled: others.actionDisablings = newValue
        }
      }
    }
  }

  /// The texts, bounds and the display that are nodes.
  var properties: [PropertyName: NodeID] {
    get { others?.value.properties ?? [:] }
    set { if !newValue.isEmpty || !properties.isEmpty { change { $0.properties = newValue } } }
  }

  /// The actions that an edit of the row sets off, in order.
  var triggerActions: [TriggerRecord] {
    get { others?.value.triggerActions ?? [] }
    set {
      if !newValue.isEmpty || !triggerActions.isEmpty { change { $0.triggerActions = newValue } }
    }
  }

  /// The nodes that belong to this row alone, without facts.
  var ownNodes: [NodeID] {
    guard others != nil else { return verdict.map { [$0] } ?? [] }
    let ofActions = triggerActions.flatMap { [$0.formula, $0.condition].compactMap { $0 } }
    return ([calculation, filling, clearing, verdict, options] + ruleNodes).compactMap { $0 }
      + properties.values.sorted() + ofActions
  }
}

/// An action that an edit of a row sets off.
struct TriggerRecord: Sendable {
  /// The row that it changes; of a prototype where the action is one of a template.
  let target: RowIndex
  /// The node of the formula for the value; nil of a reset.
  var formula: NodeID?
  /// The node of the predicate under which it runs; nil: always.
  var condition: NodeID?

  /// The action of an item; `node` gives the item's node for a node of the prototype.
  fileprivate func instance(_ node: (NodeID) -> NodeID) -> TriggerRecord {
    TriggerRecord(target: target, formula: formula.map(node), condition: condition.map(node))
  }
}

// MARK: - Decisions

extension RowRecord {
  /// The attributes that decisions write.
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

// MARK: - Derived properties

extension RowRecord {
  /// Whether a change of the value matters: errors may have to be shown, now or after the user
  /// leaves the row.
  @inline(__always)
  var isWatched: Bool { verdict != nil || triggers.contains(.onChangeAfterBlurred) }

  /// Whether the row is required, always or by a condition.
  @inline(__always)
  var canBeRequired: Bool { required != .constant(false) }

  /// Whether the value can have errors.
  @inline(__always)
  var isJudged: Bool {
    !content.rules.isEmpty || canBeRequired || content.hasBounds
      || content.hasOptions && (kind == .choice || kind == .choices)
  }

  /// Whether a clearing node may change the value of the row.
  @inline(__always)
  var isCleared: Bool { hiddenValues == .clear || clearsOptions }

  /// Whether what is not an option, or is hidden, is removed from the value.
  @inline(__always)
  var clearsOptions: Bool { content.whenOptionHidden == .clear && content.hasOptions }

  /// The value before any formula has run.
  ///
  /// For example, a switch without a value starts as off.
  var initialValue: Value {
    // Read from the storage: an accessor of another module is a call.
    let own = content.shared.value
    guard own.rare?.value.calculated == nil else { return .null }
    guard let value = own.value else { return kind.valueAtStart }
    return content.stored(value, within: ValueKind.maximumBytes) ?? .null
  }
}
