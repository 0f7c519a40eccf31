// What a form consists of and how its parts hang together: members, nodes, edges and ranks.
// Everything reaches topology through this one type. It holds no value and no state, so that one
// topology serves any number of live forms; its tables are paged, so that a form which changes its
// shape copies what it touches and nothing else. Order is the outline's business.

import Predicate

/// The parts of a form and their connections.
struct Topology: Sendable {
  /// What bounds the form.
  var limits = FormLimits.standard
  /// By row, removed ones too.
  var rows = Pages<RowRecord>()
  /// By section.
  var sections = Pages<SectionRecord>()
  /// By item.
  var items = Pages<ItemRecord>()
  /// The sections that have items, removed ones too.
  var templateSections = IDSet<SectionID>()
  /// The rows whose value has a name of its own, removed ones too.
  var namedRows = IDSet<RowID>()
  /// The rows with options that a condition disables, removed ones too.
  var rowsWithDisabledOptions = IDSet<RowID>()
  /// The buttons that submit, removed ones too.
  var submitRows = IDSet<RowID>()
  /// By input.
  var inputs: [InputDefinition] = []
  var readOnlyDefinition: ConditionDefinition?
  var readOnly = Decision.constant(false)
  /// What becomes of hidden values where neither row nor section says so.
  var hiddenValues = HiddenValues.keep
  /// The pages; none in a form that is shown whole.
  var pages = PageTable()

  /// By program.
  var programs = ProgramTable()
  /// By text.
  var texts = Pages<TextRecord>()
  /// By function.
  var functions: [FunctionRecord] = []
  /// By node, those that are no longer in use too.
  var nodes = NodeTable()
  /// By rank.
  var nodeAtRank = RankTable()
  /// How many nodes run a program.
  var conditionCount = 0
  /// How many rules there have been that are no nodes, and options that filters look at.
  var partCount = 0
  /// How many bytes the constant patterns of all texts have together.
  var patternsLength = 0

  /// By row: the nodes that read its stored value.
  var valueReaders = ReaderTable()
  /// By input: the nodes that read it.
  var inputReaders: [IDSet<NodeID>] = []
  /// By section: the nodes that read which items there are, all of them.
  var itemReaders = Pages<IDSet<NodeID>>()
  /// By section: the nodes that read where one item stands, as many as there are items.
  var placeReaders = Pages<IDSet<NodeID>>()
  /// By node: the nodes that read what it computes, or what its effects decide.
  var nodeReaders = ReaderTable()
  /// The nodes that read the time.
  var clockReaders = IDSet<NodeID>()
  /// The facts about whether something is disabled, which `readOnly` decides too.
  var disabledFacts = IDSet<NodeID>()

  /// Where members and inputs, texts, programs, conditions and facts are found again.
  var nameIndex = HashIndex()
  var textIndex = HashIndex()
  var programIndex = HashIndex()
  var conditionIndex = HashIndex()
  var factIndex = HashIndex()

  @inline(__always)
  func row(_ id: RowID) -> RowRecord { rows[id.index] }

  func section(_ id: SectionID) -> SectionRecord { sections[id.index] }

  func item(_ id: ItemID) -> ItemRecord { items[id.index] }

  func text(of run: Run) -> TextRecord { texts[run.text.index] }

  /// Where a node stands in the order of evaluation.
  ///
  /// The nodes of one template row are evaluated together, whatever item they belong to, so their
  /// rank is that of the prototype's node; items come and go without any node being ranked.
  enum Placement: Hashable, Sendable {
    /// A node of the form, ranked by itself.
    case own
    /// A node of an item, which is ranked as this node of the prototype.
    case like(NodeID)
    /// A node of a prototype: it has a rank and is never evaluated.
    case prototype
    /// A node that is no longer in use.
    case none
  }

  /// The node by whose rank a node is evaluated.
  func ranked(_ node: NodeID) -> NodeID {
    if case .like(let other) = placement(of: node) { return other }
    return node
  }

  /// The node of a fact, if anything reads it.
  func node(of fact: Fact) -> NodeID? {
    guard !factIndex.isEmpty else { return nil }
    return factIndex.first(hash: fact.hashValue) { code in
      if case .fact(let other) = nodes[Int(code)] { other == fact } else { false }
    }.map { NodeID(Int($0)) }
  }

  /// Whether the node is one of an item and shares its rank.
  func isOfItem(_ node: NodeID) -> Bool {
    nodes.packed(node).standing == .like
  }
}

// MARK: - Members

/// What is fixed about a section as long as the form keeps its shape.
struct SectionRecord: Sendable {
  /// The section without its rows.
  var definition: Shared<SectionDefinition>
  /// Its rows in the outline; of a section with items, those of all items.
  let rowList: ListID
  /// Its items in the outline.
  let itemList: ListID
  /// What each item consists of; nil for a section without items.
  var template: Shared<ItemTemplate>?
  /// The row that holds what is chosen, in a section to choose from.
  var choice: RowID?
  /// An item that is no part of the form: what the nodes of all items are ranked by.
  var prototype: ItemID?
  var hidden = Decision.constant(false)
  var disabled = Decision.constant(false)
  /// What hides the page that the section is on, and so the section.
  var pageHidden = Decision.constant(false)
  /// The page that the section is on.
  var page: Int?

  subscript(bit: SectionWord) -> Decision {
    get {
      switch bit {
      case .hidden: hidden
      case .pageHidden: pageHidden
      default: disabled
      }
    }
    set {
      switch bit {
      case .hidden: hidden = newValue
      case .pageHidden: pageHidden = newValue
      default: disabled = newValue
      }
    }
  }

  /// What hides the section.
  var hiding: [Decision] { [hidden, pageHidden] }

  /// Whether anything may hide the section.
  var canBeHidden: Bool { hiding.contains { $0 != .constant(false) } }

  /// The attributes that decisions make.
  static let decided: [SectionWord] = [.hidden, .disabled, .pageHidden]

  /// Whether it must have a number of items.
  var hasMinimum: Bool { template?.value.items.minimum ?? 0 > 0 }
}

/// An item: its rows follow one another.
struct ItemRecord: Sendable {
  let section: SectionID
  let firstRow: RowID
  /// What the definition says of it; nil of an item that no definition speaks of.
  let start: Value?

  /// Its row for a row of the template.
  func row(_ column: Int) -> RowID { RowID(firstRow.index + column) }
}

/// What each item of a section consists of.
struct ItemTemplate: Sendable {
  let items: ItemsDefinition
  let rows: [RowDefinition]
  /// The rows by their tags.
  let columns: [ExactText: Int]
  /// Whether an item is the value of its one row, not an object.
  let isPlain: Bool

  init(_ items: ItemsDefinition) {
    self.items = items
    let definitions: [RowDefinition]
    switch items.template {
    case .item(let row):
      definitions = [row]
      isPlain = true
    case .rows(let rows):
      definitions = rows
      isPlain = false
    }
    rows = definitions
    var columns: [ExactText: Int] = [:]
    for (index, row) in definitions.enumerated() {
      // The first of two equal tags counts; that there are two is a problem already reported.
      if let tag = row.tag, columns[ExactText(tag)] == nil { columns[ExactText(tag)] = index }
    }
    self.columns = columns
  }

  /// The rows that hold a value, which make the object that an item is.
  var valueColumns: [Int] { rows.indices.filter { rows[$0].type.valueKind != .none } }
}

/// A function of the host's.
struct FunctionRecord: Sendable {
  let name: String
  let body: FormFunction
}

// MARK: - Names

extension Topology {
  /// What a name of the form stands for.
  enum Name: Hashable, Sendable {
    case member(Member)
    case input(InputID)

    fileprivate init(code: Int32) {
      let index = Int(code >> 2)
      switch code & 3 {
      case 0: self = .member(.row(RowID(index)))
      case 1: self = .member(.section(SectionID(index)))
      default: self = .input(InputID(index))
      }
    }

    fileprivate var code: Int32 {
      let (index, kind) =
        switch self {
        case .member(.row(let row)): (row.index, 0)
        case .member(.section(let section)): (section.index, 1)
        case .input(let input): (input.index, 2)
        }
      return Int32(truncatingIfNeeded: index << 2 | kind)
    }
  }

  /// What a tag or the name of an input stands for; those inside templates have no meaning here.
  @inline(__always)
  func meaning(of name: String) -> Name? {
    meaning(of: ExactText(name), hash: ExactText(name).hashValue)
  }

  // By no closure, which would be given a copy of the topology.
  @inline(__always)
  private func meaning(of name: ExactText, hash: Int) -> Name? {
    var search = HashIndex.Search(hash)
    while let code = nameIndex.next(&search) {
      let meaning = Name(code: code)
      if self.name(of: meaning).map({ ExactText($0) == name }) ?? false { return meaning }
    }
    return nil
  }

  /// Gives a name a meaning, unless it has one.
  ///
  /// - Returns: Whether it had none.
  mutating func addName(_ name: String, _ meaning: Name) -> Bool {
    let name = ExactText(name)
    let hash = name.hashValue
    guard self.meaning(of: name, hash: hash) == nil else { return false }
    nameIndex.insert(meaning.code, hash: hash)
    return true
  }

  mutating func removeName(_ name: String, _ meaning: Name) {
    nameIndex.remove(meaning.code, hash: ExactText(name).hashValue)
  }

  @inline(__always)
  private func name(of meaning: Name) -> String? {
    switch meaning {
    case .member(let member): tag(of: member)
    case .input(let input): inputs[input.index].name
    }
  }

  func member(named tag: String) -> Member? {
    if case .member(let member)? = meaning(of: tag) { return member }
    return nil
  }

  func row(named tag: String) -> RowID? {
    if case .row(let row)? = member(named: tag) { return row }
    return nil
  }

  /// The tag of a member, if it has one.
  @inline(__always)
  func tag(of member: Member) -> String? {
    switch member {
    case .row(let row): rows[row.index].content.tag
    case .section(let section): sections[section.index].definition.value.tag
    }
  }

  /// Which row of the template an item's row is.
  func column(of row: RowID) -> Int? {
    rows[row.index].item.map { row.index - items[$0.index].firstRow.index }
  }

  /// What the definition of a section says of a row of an item; nil where it says nothing of it.
  func given(_ row: RowID) -> Value? {
    guard let item = rows[row.index].item, let start = items[item.index].start,
      let column = column(of: row),
      let template = sections[items[item.index].section.index].template?.value
    else { return nil }
    return template.given(start, column, within: limits.valueBytes)
  }

  /// What a row starts with before any formula has run.
  func valueAtStart(of row: RowID) -> Value { given(row) ?? rows[row.index].initialValue }

  /// The rows of an item, in the template's order.
  func rows(of item: ItemID) -> [RowID] {
    let record = items[item.index]
    let count = sections[record.section.index].template?.value.rows.count ?? 0
    return (0..<count).map(record.row)
  }

  /// Whether a row belongs to a prototype and so to no form.
  func isPrototype(_ row: RowID) -> Bool {
    guard let item = rows[row.index].item else { return false }
    return sections[rows[row.index].section.index].prototype == item
  }
}
