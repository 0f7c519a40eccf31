// From the text of a predicate to a run: parse once, find the program, and say for each of its
// operands which slot it reads. Names come from the tree, never from the text.

import Predicate

extension GraphBuilder {
  struct TextKey: Hashable {
    let text: ExactText
    let isPredicate: Bool
  }

  /// The names that, right after a tag, are the row's and not a key of its value.
  static let attributeNames = Dictionary(
    uniqueKeysWithValues: Attribute.allCases.map { ($0.variableName, $0) })
  private static let valueName = "value"
  private static let claimedNames = Set(attributeNames.keys).union([valueName])
  /// What a template's texts call the item they are of, and its position.
  static let itemName = "item"
  private static let indexName = "index"

  // MARK: - Texts

  /// The text a definition was read from, if it could be read.
  func textID(of source: ConditionDefinition.Source) -> TextID? {
    guard case .predicate(let text) = source else { return nil }
    return knownText(text, isPredicate: true) { _ in true }
  }

  private func knownText(
    _ text: String, isPredicate: Bool, where isUsable: (TextRecord) -> Bool
  ) -> TextID? {
    let key = TextKey(text: ExactText(text), isPredicate: isPredicate)
    return topology.textIndex.first(hash: key.hashValue) { code in
      let record = topology.texts[Int(code)].value
      return record.isPredicate == isPredicate && ExactText(record.text) == key.text
        && isUsable(record)
    }.map { TextID(Int($0)) }
  }

  /// Reads a text, or finds it among those read before; nil, with the problem reported, where it is
  /// no text of the language.
  private mutating func reading(
    _ text: String, isPredicate: Bool, _ site: Site
  ) -> (id: TextID, reading: TextRecord.Reading)? {
    // A name may have come to stand for items since the text was read, or ceased to.
    let known = knownText(text, isPredicate: isPredicate) { record in
      guard let reading = record.reading else { return false }
      return reading.resolution.operands.allSatisfy { operand in
        reading.collections.contains(operand.variable)
          == isCollection(operand.variable, for: site.owner)
      }
    }
    if let known, let reading = topology.texts[known.index].value.reading {
      return (known, reading)
    }
    let key = TextKey(text: ExactText(text), isPredicate: isPredicate)
    if let diagnostic = failures[key] {
      report(diagnostic, .error, site)
      return nil
    }
    switch read(text, isPredicate: isPredicate, site) {
    case .success(let read): return add(read, text, key)
    case .failure(let failure):
      failures[key] = failure.diagnostic
      report(failure.diagnostic, .error, site)
      return nil
    }
  }

  /// A text that could be read, and what its variables were taken for.
  private struct ReadText {
    let tree: SyntaxTree
    let resolution: Resolution
    let collections: [String]
  }

  /// A text that is none.
  private struct Unreadable: Error {
    let diagnostic: Diagnostic
  }

  private func read(
    _ text: String, isPredicate: Bool, _ site: Site
  ) -> Result<ReadText, Unreadable> {
    let tree: SyntaxTree
    do throws(SyntaxError) {
      tree = isPredicate ? try SyntaxTree(predicate: text) : try SyntaxTree(expression: text)
    } catch {
      return .failure(Unreadable(diagnostic: error.diagnostic))
    }
    let collections = tree.variables.filter { isCollection($0, for: site.owner) }
    do throws(Refusal) {
      var resolution = try tree.resolved(attributes: Self.claimedNames) {
        collections.contains($0)
      }
      // Of items that are plain values only their count is less than all of them.
      let wholes = resolution.operands.filter { operand in
        operand.reading != .count && isPlainCollection(operand.variable)
      }.map(\.variable)
      if !wholes.isEmpty {
        resolution = try tree.resolved(attributes: Self.claimedNames) {
          collections.contains($0) && !wholes.contains($0)
        }
      }
      return .success(ReadText(tree: tree, resolution: resolution, collections: collections))
    } catch {
      return .failure(Unreadable(diagnostic: error.diagnostic))
    }
  }

  private mutating func add(
    _ read: ReadText, _ text: String, _ key: TextKey
  ) -> (id: TextID, reading: TextRecord.Reading) {
    let resolution = read.resolution
    let program = programID(of: resolution.program)
    let reading = TextRecord.Reading(
      resolution: resolution, program: program, collections: read.collections,
      bareKeys: read.tree.bareKeys, firstUseOfSelf: read.tree.firstUseOfSelf,
      warnings: read.tree.warnings)
    let id = TextID(topology.texts.count)
    topology.texts.append(
      Shared(TextRecord(text: text, isPredicate: key.isPredicate, reading: reading)))
    topology.textIndex.insert(id.code, hash: key.hashValue)
    return (id, reading)
  }

  private mutating func programID(of program: Program) -> ProgramID {
    let hash = program.hashValue
    let known = topology.programIndex.first(hash: hash) { topology.programs[Int($0)] == program }
    if let known { return ProgramID(Int(known)) }
    let id = ProgramID(topology.programs.count)
    topology.programs.append(program)
    topology.programIndex.insert(id.code, hash: hash)
    return id
  }

  /// What a text runs in one place; nil, with the problems reported, where it cannot.
  mutating func run(_ text: String, isPredicate: Bool, _ site: Site) -> Run? {
    guard let (id, reading) = reading(text, isPredicate: isPredicate, site) else { return nil }
    if item(of: site.owner) == nil || site.isOfPrototype(topology) {
      for warning in reading.warnings { report(warning, .warning, site) }
    }
    let errorsBefore = errorCount
    checkSelf(reading, site)
    if let range = reading.resolution.firstUseOfRandom {
      report(
        "a form has no random numbers: it must answer the same each time", at: site,
        textRange: range)
    }
    let binding = reading.resolution.operands.map { operand in
      slot(of: operand.variable, operand.reading, operand.range, site)
    }
    guard errorCount == errorsBefore else { return nil }
    let object = reading.firstUseOfSelf == nil ? nil : site.selfRow.map(Slot.value)
    return Run(
      code: .program(reading.program), binding: binding.compactMap { $0 }, object: object, text: id)
  }

  /// What a function of the host's runs in one place: it reads what it has declared.
  mutating func functionRun(_ name: String, _ dependencies: [String], _ site: Site) -> Run? {
    guard let function = topology.functions.firstIndex(where: { $0.name == name }) else {
      let nearest = Spelling.nearest(to: name, among: topology.functions.map(\.name))
      report(
        "no function '\(name)' has been supplied", at: site,
        hint: nearest.map { "did you mean \($0)?" } ?? "hand it in where the form is compiled")
      return nil
    }
    let errorsBefore = errorCount
    let binding = dependencies.map { dependency -> Slot? in
      let parts = dependency.split(separator: ".", maxSplits: 1).map(String.init)
      let attribute = parts.count > 1 ? parts[1] : nil
      if let attribute, !Self.claimedNames.contains(attribute) {
        report(
          "'\(dependency)' names nothing that can be read of '\(parts[0])'", at: site,
          hint: Spelling.nearest(to: attribute, among: Self.claimedNames.sorted()).map {
            "did you mean \(parts[0]).\($0)?"
          })
        return nil
      }
      return slot(
        of: parts.first ?? dependency, attribute.map { .attribute(ExactText($0)) } ?? .value, nil,
        site)
    }
    guard errorCount == errorsBefore else { return nil }
    let text = "\(name)(\(dependencies.joined(separator: ", ")))"
    let key = TextKey(text: ExactText(text), isPredicate: true)
    let known = knownText(text, isPredicate: true) { $0.reading == nil }
    let id = known ?? TextID(topology.texts.count)
    if known == nil {
      topology.texts.append(
        Shared(TextRecord(text: text, isPredicate: true, dependencies: dependencies)))
      topology.textIndex.insert(id.code, hash: key.hashValue)
    }
    return Run(
      code: .function(FunctionID(function)), binding: binding.compactMap { $0 }, object: nil,
      text: id)
  }

  /// A form's conditions read tags, not keys; SELF is a value in rules only.
  private mutating func checkSelf(_ reading: TextRecord.Reading, _ site: Site) {
    for (name, range) in reading.bareKeys {
      let isKnown = meaning(of: name, for: site.owner) != nil
      let meant = isKnown ? name : nearestName(to: name)
      report(
        "'\(name)' is no variable: a condition reads the values of rows by $tag",
        at: site, textRange: range,
        hint: site.isOfOptions && !isKnown
          ? "write SELF.\(name)"
          : meant.map { "write $\($0)" } ?? "text stands in quotes, '\(name)'")
    }
    if reading.bareKeys.isEmpty, site.selfRow == nil, !site.isOfOptions,
      let range = reading.firstUseOfSelf
    {
      report(
        "SELF is the row's value in rules and means nothing here", at: site,
        textRange: range, hint: "name the row, $tag")
    }
  }

  // MARK: - Names

  /// What a name means to a member: inside a template the sibling, otherwise the form's.
  func meaning(of name: String, for owner: Member?) -> Topology.Name? {
    if case .row(let row)? = owner, let item = topology.rows[row.index].item {
      let record = topology.items[item.index]
      let template = topology.sections[record.section.index].template?.value
      if let column = template?.columns[ExactText(name)] {
        return .member(.row(record.row(column)))
      }
    }
    return topology.meaning(of: name)
  }

  /// Whether a name stands for items, so that what a text reads of them matters.
  private func isCollection(_ name: String, for owner: Member?) -> Bool {
    switch meaning(of: name, for: owner) {
    case .member(.section(let section)): topology.sections[section.index].template != nil
    case nil: name == Self.itemName && item(of: owner) != nil
    default: false
    }
  }

  private func isPlainCollection(_ name: String) -> Bool {
    guard case .member(.section(let section))? = topology.meaning(of: name) else { return false }
    return topology.sections[section.index].template?.value.isPlain ?? false
  }

  private func item(of owner: Member?) -> ItemID? {
    if case .row(let row)? = owner { topology.rows[row.index].item } else { nil }
  }

  // MARK: - Slots

  private mutating func slot(
    of name: String, _ reading: Operand.Reading, _ range: Range<Int>?, _ site: Site
  ) -> Slot? {
    let attribute: Attribute? =
      if case .attribute(let word) = reading { Self.attributeNames[word.text] } else { nil }
    switch (meaning(of: name, for: site.owner), attribute) {
    case (nil, _):
      if name == Self.itemName, let item = item(of: site.owner) {
        return indexSlot(of: item, reading, range, site)
      }
      reportUnknown(name, sign: "$", at: site, range)
      return nil
    case (.input(let input), nil): return .input(input)
    case (.input, .some):
      report(
        "'\(name)' is an input: it has a value and nothing else", at: site,
        textRange: range, hint: "write $\(name)")
      return nil
    case (.member(.row(let row)), nil): return valueSlot(of: row, site)
    case (.member(.section(let section)), nil) where topology.section(section).template != nil:
      return itemsSlot(of: section, named: name, reading, range, site)
    case (.member(.section), nil), (.member(.section), .required):
      report(
        "'\(name)' is a section: it can be asked for isHidden, isDisabled, isValid",
        at: site, textRange: range, hint: "write $\(name).isHidden")
      return nil
    case (.member(let member), .some(let attribute)):
      return .fact(addFact(.attribute(attribute, member)))
    }
  }

  /// In its own conditions and rules a row reads what is stored; others read nil while it is hidden
  /// under a policy that says so.
  private mutating func valueSlot(of row: RowID, _ site: Site) -> Slot {
    guard topology.rows[row.index].hiddenValues == .nil, site.owner != .row(row) else {
      return .value(row)
    }
    return .fact(addFact(.visibleValue(row)))
  }

  private mutating func indexSlot(
    of item: ItemID, _ reading: Operand.Reading, _ range: Range<Int>?, _ site: Site
  ) -> Slot? {
    guard case .column(ExactText(Self.indexName)) = reading else {
      report(
        "an item has an index here, and nothing else", at: site, textRange: range,
        hint: "write $item.index, or name a row of the template")
      return nil
    }
    let section = topology.item(item).section
    return .fact(addFact(.items(section, .index(item))))
  }

  /// The slot of what a text reads of a section's items, and nothing more than that.
  private mutating func itemsSlot(
    of section: SectionID, named name: String, _ reading: Operand.Reading, _ range: Range<Int>?,
    _ site: Site
  ) -> Slot? {
    guard let template = topology.section(section).template?.value else { return nil }
    let errorsBefore = errorCount
    func column(_ key: ExactText) -> Int? {
      if let column = template.columns[key] { return column }
      let nearest = Spelling.nearest(
        to: key.text, among: template.rows.compactMap { $0.value.tag })
      report(
        "the items of '\(name)' have no '\(key.text)'", at: site, textRange: range,
        hint: nearest.map { "did you mean \($0)?" })
      return nil
    }
    let view: ItemsView? =
      switch reading {
      case .count: .count
      case _ where template.isPlain: .column(0)
      case .value, .attribute: .objects(template.valueColumns)
      case .column(let key): column(key).map { .column($0) }
      case .fold(let fold, let key): column(key).map { .fold(fold, $0) }
      case .objects(let keys): .objects(keys.compactMap(column).sorted())
      }
    guard errorCount == errorsBefore, let view else { return nil }
    return .fact(addFact(.items(section, view)))
  }

  // MARK: - Facts

  func fact(_ fact: Fact) -> NodeID? { topology.node(of: fact) }

  /// The node of a fact, which is new where nothing has read it before.
  mutating func addFact(_ fact: Fact) -> NodeID {
    if let known = self.fact(fact) { return known }
    let node = add(.fact(fact), placement(of: fact))
    topology.factIndex.insert(node.code, hash: fact.hashValue)
    switch fact {
    case .attribute(.disabled, _): topology.disabledFacts.insert(node)
    case .attribute, .visibleValue: break
    case .items(let section, let view):
      topology.itemReaders[section.index].insert(node)
      if case .index = view { break }
      for column in view.columns { addCells(of: section, column) }
    }
    return node
  }

  private func placement(of fact: Fact) -> Topology.Placement {
    switch fact {
    case .attribute(let attribute, .row(let row)):
      return placement(of: row, like: { .attribute(attribute, .row($0)) })
    case .visibleValue(let row): return placement(of: row, like: { .visibleValue($0) })
    case .items(let section, .index(let item)):
      guard let prototype = topology.section(section).prototype else { return .own }
      guard prototype != item else { return .prototype }
      return self.fact(.items(section, .index(prototype))).map { .like($0) } ?? .own
    case .attribute, .items: return .own
    }
  }

  private func placement(of row: RowID, like counterpart: (RowID) -> Fact) -> Topology.Placement {
    guard let other = prototypeRow(of: row) else { return .own }
    guard other != row else { return .prototype }
    return fact(counterpart(other)).map { .like($0) } ?? .own
  }

  /// Sees to it that a column of items can be read as conditions read values: under the policy
  /// `nil` that is a fact for each item.
  private mutating func addCells(of section: SectionID, _ column: Int) {
    guard let prototype = topology.section(section).prototype else { return }
    let row = topology.item(prototype).row(column)
    guard topology.rows[row.index].hiddenValues == .nil, fact(.visibleValue(row)) == nil else {
      return
    }
    _ = addFact(.visibleValue(row))
    for item in Array(outline.items(of: section, in: topology)) {
      _ = addFact(.visibleValue(topology.item(item).row(column)))
    }
  }

  /// What is read of every item is read of a new one.
  mutating func mirrorVisibleValue(of row: RowID) {
    guard let prototype = prototypeRow(of: row), prototype != row,
      fact(.visibleValue(prototype)) != nil
    else { return }
    _ = addFact(.visibleValue(row))
  }
}
