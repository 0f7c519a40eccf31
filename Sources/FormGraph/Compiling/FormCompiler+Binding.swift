// From the text of a predicate to a run: parse once, find the program, and say for each of its
// operands which slot it reads. Names come from the tree, never from the text.

import Predicate

extension FormCompiler {
  struct TextKey: Hashable {
    let text: ExactText
    let isPredicate: Bool
  }

  /// What became of a text.
  enum Reading {
    case read(TextEntry)
    case failed(Diagnostic)
  }

  /// A text that could be read.
  struct TextEntry {
    let id: TextID
    let program: ProgramID
    let warnings: [Diagnostic]
    let bareKeys: [(name: String, range: Range<Int>)]
    let firstUseOfSelf: Range<Int>?
  }

  /// The names that, right after a tag, are the row's and not a key of its value.
  static let attributeNames = Dictionary(
    uniqueKeysWithValues: Attribute.allCases.map { ($0.variableName, $0) })
  private static let valueName = "value"

  func textID(_ text: String, isPredicate: Bool) -> TextID? {
    switch texts[TextKey(text: ExactText(text), isPredicate: isPredicate)] {
    case .read(let entry): entry.id
    default: nil
    }
  }

  /// Reads a text, or finds it among those read before.
  private mutating func entry(
    _ text: String, isPredicate: Bool
  ) -> Reading {
    let key = TextKey(text: ExactText(text), isPredicate: isPredicate)
    if let known = texts[key] { return known }
    let result = read(text, isPredicate: isPredicate)
    texts[key] = result
    return result
  }

  private mutating func read(_ text: String, isPredicate: Bool) -> Reading {
    let tree: SyntaxTree
    do throws(SyntaxError) {
      tree = isPredicate ? try SyntaxTree(predicate: text) : try SyntaxTree(expression: text)
    } catch {
      return .failed(error.diagnostic)
    }
    let resolution: Resolution
    do throws(Refusal) {
      let claimed = Set(Self.attributeNames.keys).union([Self.valueName])
      resolution = try tree.resolved(attributes: claimed)
    } catch {
      return .failed(error.diagnostic)
    }
    let id = TextID(topology.texts.count)
    topology.texts.append(resolution)
    let program = programs[resolution.program] ?? ProgramID(topology.programs.count)
    if program.index == topology.programs.count {
      topology.programs.append(resolution.program)
      programs[resolution.program] = program
    }
    return .read(
      TextEntry(
        id: id, program: program, warnings: tree.warnings, bareKeys: tree.bareKeys,
        firstUseOfSelf: tree.firstUseOfSelf))
  }

  /// What a text runs in one place; nil, with the problems reported, where it cannot.
  mutating func run(_ text: String, isPredicate: Bool, _ place: Place) -> Run? {
    let entry: TextEntry
    switch self.entry(text, isPredicate: isPredicate) {
    case .read(let found): entry = found
    case .failed(let diagnostic):
      report(diagnostic, .error, place)
      return nil
    }
    for warning in entry.warnings { report(warning, .warning, place) }
    let errorsBefore = errorCount
    checkSelf(entry, place)
    if let range = topology.texts[entry.id.index].firstUseOfRandom {
      report(
        "a form has no random numbers: it must answer the same each time", at: place.path,
        textRange: range)
    }
    let binding = topology.texts[entry.id.index].operands.map { slot(of: $0, place) }
    guard errorCount == errorsBefore else { return nil }
    let object = entry.firstUseOfSelf == nil ? nil : place.selfRow.map(Slot.value)
    return Run(
      program: entry.program, binding: binding.compactMap { $0 }, object: object, text: entry.id)
  }

  /// A form's conditions read tags, not keys; SELF is a value in rules only.
  private mutating func checkSelf(_ entry: TextEntry, _ place: Place) {
    for (name, range) in entry.bareKeys {
      let isKnown = topology.names[ExactText(name)] != nil
      let meant = isKnown ? name : nearestName(to: name)
      report(
        "'\(name)' is no variable: a condition reads the values of rows by $tag", at: place.path,
        textRange: range,
        hint: meant.map { "write $\($0)" } ?? "text stands in quotes, '\(name)'")
    }
    if entry.bareKeys.isEmpty, place.selfRow == nil, let range = entry.firstUseOfSelf {
      report(
        "SELF is the row's value in rules and means nothing here", at: place.path,
        textRange: range, hint: "name the row, $tag")
    }
  }

  // MARK: - Slots

  private mutating func slot(of operand: Operand, _ place: Place) -> Slot? {
    guard let name = topology.names[ExactText(operand.variable)] else {
      reportUnknown(operand.variable, sign: "$", at: place.path, operand.range)
      return nil
    }
    let attribute: Attribute? =
      if case .attribute(let name) = operand.reading { Self.attributeNames[name.text] } else { nil }
    switch (name, attribute) {
    case (.input(let input), nil): return .input(input)
    case (.input, .some):
      report(
        "'\(operand.variable)' is an input: it has a value and nothing else", at: place.path,
        textRange: operand.range, hint: "write $\(operand.variable)")
      return nil
    case (.member(.row(let row)), nil): return valueSlot(of: row, place)
    case (.member(.section), nil), (.member(.section), .required):
      report(
        "'\(operand.variable)' is a section: it can be asked for isHidden, isDisabled, isValid",
        at: place.path, textRange: operand.range, hint: "write $\(operand.variable).isHidden")
      return nil
    case (.member(let member), .some(let attribute)):
      return .fact(fact(.attribute(attribute, member)))
    }
  }

  /// In its own conditions and rules a row reads what is stored; others read nil while it is hidden
  /// under a policy that says so.
  private mutating func valueSlot(of row: RowID, _ place: Place) -> Slot {
    let record = topology.row(row)
    let section = topology.section(record.section)
    let mayHide =
      record.definition.hidden != nil || section.definition.hidden != nil
    guard record.hiddenValues != .keep, mayHide, place.owner != .row(row) else {
      return .value(row)
    }
    return .fact(fact(.visibleValue(row)))
  }

  private mutating func fact(_ fact: Fact) -> NodeID {
    if let known = facts[fact] { return known }
    let node = add(.fact(fact))
    facts[fact] = node
    return node
  }
}
