// Receives a form definition, gives the topology of the form, or every problem at once. Texts of
// predicates become programs bound to slots; what each node reads becomes edges; edges become ranks.

import Predicate

/// Compiles one definition.
struct FormCompiler {
  let definition: FormDefinition
  var topology = Topology()
  private var list = ProblemList()
  /// How many errors have been reported, listed or not.
  private(set) var errorCount = 0

  /// Every distinct text, read once.
  var texts: [TextKey: Reading] = [:]
  var programs: [Program: ProgramID] = [:]
  var conditions: [Run: NodeID] = [:]
  var facts: [Fact: NodeID] = [:]
  /// What a misspelled name is compared with, and how often it still may be.
  private var knownNames: [String] = []
  private var comparisonsLeft = 200_000
  /// By row: the node of the value it starts with, where a formula gives it.
  var defaults: [RowID: NodeID] = [:]
  /// By node: what it decides.
  var effects: [[Effect]] = []

  private init(_ definition: FormDefinition) { self.definition = definition }

  /// The topology of a form with everything that is wrong with it.
  static func compile(_ definition: FormDefinition) -> (topology: Topology, problems: [Problem]) {
    var compiler = FormCompiler(definition)
    compiler.declare()
    compiler.reportLater()
    compiler.topology.readOnly = compiler.decision(
      definition.readOnly, Place(owner: nil, path: JSONPath().appending("readOnly")),
      effect: .readOnly)
    for section in compiler.topology.order { compiler.compile(section) }
    for row in compiler.topology.rows.indices { compiler.compile(RowID(row)) }
    compiler.connect()
    let problems = DefinitionChecker.problems(in: definition) + compiler.list.problems
    return (compiler.topology, Self.inDeclarationOrder(problems))
  }

  /// Reports an error; past the limit of the list it is counted and not made.
  mutating func report(
    _ message: @autoclosure () -> String, at path: JSONPath, textRange: Range<Int>? = nil,
    hint: @autoclosure () -> String? = nil, related: [Problem.Related] = []
  ) {
    errorCount += 1
    list.add(.error, path: path) { path in
      Problem(message(), path: path, textRange: textRange, hint: hint(), related: related)
    }
  }

  /// Reports what the parser says of a text.
  mutating func report(_ diagnostic: Diagnostic, _ severity: Severity, _ place: Place) {
    if severity == .error { errorCount += 1 }
    list.add(severity, path: place.path) { path in
      Problem(
        diagnostic.message, severity: severity, path: path, textRange: diagnostic.range,
        hint: diagnostic.hint)
    }
  }

  /// Reports a name that the form does not have.
  mutating func reportUnknown(_ name: String, sign: String, at path: JSONPath, _ range: Range<Int>?)
  {
    let hint = hint(for: name, sign: sign)
    report("no row has the tag '\(name)'", at: path, textRange: range, hint: hint)
  }

  /// The name that was probably meant.
  ///
  /// Names are compared only so often in one form: a thousand mistakes among a million rows must
  /// not be expensive.
  mutating func nearestName(to name: String) -> String? {
    guard comparisonsLeft > 0 else { return nil }
    if knownNames.isEmpty { knownNames = topology.suggestions }
    comparisonsLeft -= knownNames.count + 1
    return Spelling.nearest(to: name, among: knownNames)
  }

  private mutating func hint(for name: String, sign: String) -> String? {
    guard let nearest = nearestName(to: name) else { return nil }
    // Swift's equality is canonical: these look the same and are not.
    return nearest == name
      ? "the tag has the same letters in another normal form, composed or decomposed"
      : "did you mean \(sign)\(nearest)?"
  }

  /// Problems member by member: of one member, those of its definition before those of its texts.
  private static func inDeclarationOrder(_ problems: [Problem]) -> [Problem] {
    let keyed = problems.enumerated().map { (key: $1.path.indices.prefix(2), index: $0) }
    let sorted = keyed.sorted { left, right in
      left.key == right.key
        ? left.index < right.index : left.key.lexicographicallyPrecedes(right.key)
    }
    return sorted.map { problems[$0.index] }
  }

  /// Gives every member its id and its name; a text may speak of members that come later.
  private mutating func declare() {
    for (index, input) in definition.inputs.enumerated() {
      var input = input
      input.value = Self.stored(input.value, input.type)
      topology.inputs.append(input)
      name(input.name, .input(InputID(index)))
    }
    for section in definition.sections {
      let id = SectionID(topology.sections.count)
      var header = section
      header.rows = []
      var record = SectionRecord(definition: header)
      if let tag = section.tag { name(tag, .member(.section(id))) }
      for row in section.rows {
        let rowID = RowID(topology.rows.count)
        var row = row
        row.value = row.value.map { Self.stored($0, row.type) }
        var rowRecord = RowRecord(definition: row, section: id)
        rowRecord.hiddenValues = row.whenHidden ?? section.whenHidden ?? definition.hiddenValues
        topology.rows.append(rowRecord)
        record.rows.append(rowID)
        if let tag = row.tag { name(tag, .member(.row(rowID))) }
      }
      topology.sections.append(record)
      topology.order.append(id)
    }
  }

  /// A value as its type has it; a value of another type is a problem already reported.
  private static func stored(_ value: Value, _ type: RowType) -> Value {
    type.valueKind.converted(value) ?? value
  }

  /// The first of two equal names stands; the second is a problem already reported.
  private mutating func name(_ name: String, _ meaning: Topology.Name) {
    let key = ExactText(name)
    if topology.names[key] == nil { topology.names[key] = meaning }
  }
}

// MARK: - Members

extension FormCompiler {
  /// Whose text is compiled, and where it stands.
  struct Place {
    /// Nil for the form itself.
    let owner: Member?
    let path: JSONPath
    /// The row whose value SELF is; nil where SELF means nothing.
    var selfRow: RowID?
  }

  static func path(of section: SectionID) -> JSONPath {
    JSONPath().appending("sections").appending(section.index)
  }

  func path(of row: RowID) -> JSONPath {
    let section = topology.row(row).section
    // Ids are given in declaration order, so the first row of the section tells the position.
    let first = topology.section(section).rows.first?.index ?? 0
    return Self.path(of: section).appending("rows").appending(row.index - first)
  }

  private mutating func compile(_ id: SectionID) {
    let section = topology.section(id)
    let path = Self.path(of: id)
    func place(_ key: String) -> Place { Place(owner: .section(id), path: path.appending(key)) }
    topology.sections[id.index].hidden = decision(
      section.definition.hidden, place("hidden"), effect: .section(id, .hidden))
    topology.sections[id.index].disabled = decision(
      section.definition.disabled, place("disabled"), effect: .section(id, .disabled))
  }

  private mutating func compile(_ id: RowID) {
    let row = topology.row(id)
    let path = path(of: id)
    func place(_ key: String) -> Place { Place(owner: .row(id), path: path.appending(key)) }
    topology.rows[id.index].hidden = decision(
      row.definition.hidden, place("hidden"), effect: .row(id, .hidden))
    topology.rows[id.index].disabled = decision(
      row.definition.disabled, place("disabled"), effect: .row(id, .disabled))
    topology.rows[id.index].required = decision(
      row.definition.required, place("required"), effect: .row(id, .required))
    if row.definition.rules.contains(where: { $0.kind == .required }) {
      topology.rows[id.index].required = .constant(true)
    }
    if let text = row.definition.calculated,
      let run = run(text, isPredicate: false, place("calculated"))
    {
      topology.rows[id.index].calculation = add(.calculation(id, run))
    }
    if let text = row.definition.defaultFormula,
      let run = run(text, isPredicate: false, place("default"))
    {
      defaults[id] = add(.defaultValue(id, run))
    }
    compileRules(of: id, path)
  }

  private mutating func compileRules(of id: RowID, _ path: JSONPath) {
    let row = topology.row(id)
    var nodes: [NodeID?] = []
    for (index, rule) in row.definition.rules.enumerated() {
      let path = path.appending("rules").appending(index)
      let run: Run? =
        switch rule.kind {
        case .predicate(let text):
          self.run(
            text, isPredicate: true,
            Place(owner: .row(id), path: path.appending("predicate"), selfRow: id))
        case .equals(let tag):
          equality(with: tag, Place(owner: .row(id), path: path.appending("tag"), selfRow: id))
        default: nil
        }
      nodes.append(run.map { add(.rule(id, index, $0)) })
    }
    topology.rows[id.index].ruleNodes = nodes
    let isChoice = row.kind == .choice || row.kind == .choices
    let hasOptions = isChoice && row.definition.options != nil
    if topology.row(id).required != .constant(false) || !row.definition.rules.isEmpty || hasOptions
    {
      topology.rows[id.index].verdict = add(.verdict(id))
    }
  }

  /// The rule `equals` is a predicate rule with a text of its own.
  private mutating func equality(with tag: String, _ place: Place) -> Run? {
    switch topology.names[ExactText(tag)] {
    // Names that conditions cannot say have been reported where they are given.
    case .input where !Identifier.isValid(tag), .member where !Identifier.isValid(tag): break
    case .input, .member(.row): return run("SELF == $\(tag)", isPredicate: true, place)
    case .member(.section):
      report("'\(tag)' is a section and has no value", at: place.path)
    case nil:
      reportUnknown(tag, sign: "", at: place.path, nil)
    }
    return nil
  }

  private mutating func decision(
    _ definition: ConditionDefinition?, _ place: Place, effect target: Effect.Target
  ) -> Decision {
    guard let definition else { return .constant(false) }
    switch definition.source {
    case .constant(let holds): return .constant(holds != definition.isInverted)
    // Refused by name.
    case .function: return .constant(false)
    case .predicate(let text):
      guard let run = run(text, isPredicate: true, place) else { return .constant(false) }
      let node = conditions[run] ?? add(.condition(run))
      conditions[run] = node
      effects[node.index].append(
        Effect(target: target, isInverted: definition.isInverted))
      return .condition(
        node, text: textID(text, isPredicate: true) ?? run.text, isInverted: definition.isInverted)
    }
  }

  /// Appends a node.
  mutating func add(_ node: Node) -> NodeID {
    topology.nodes.append(node)
    effects.append([])
    return NodeID(topology.nodes.count - 1)
  }
}
