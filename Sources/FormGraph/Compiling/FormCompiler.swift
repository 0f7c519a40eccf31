// Receives a form definition, gives the topology of the form and its outline, or every problem at
// once. The checker finds what is wrong without reading a predicate. Then the builder builds the
// form, and finds everything else. Neither does the other's work.

import Predicate

/// What a definition became: all that a live form starts from.
struct CompiledGraph: Sendable {
  let topology: Topology
  let outline: Outline
  /// The items at the start, with their values.
  let items: [(item: ItemID, value: Value)]
}

/// Compiles one definition.
enum FormCompiler {
  /// What is wrong with the number of the rows: found before any of them is made.
  static func problem(in definition: FormDefinition, rowLimit: Int) -> Problem? {
    var count = 0
    for section in definition.sections {
      count += section.formRows.count
      guard case .multivalued(let items) = section.kind else { continue }
      // One more: the prototype, by which the rows of all items are ranked.
      let ofOne = if case .rows(let rows) = items.template { rows.count } else { 1 }
      let (ofItems, overflow) = ofOne.multipliedReportingOverflow(by: items.value.count + 1)
      count = overflow ? .max : count + min(ofItems, rowLimit + 1)
      guard count <= rowLimit else { break }
    }
    guard count > rowLimit else { return nil }
    return Problem("the form has more than \(rowLimit) rows", path: JSONPath())
  }

  /// What is wrong with the number of the rules alone: found before any of them is made, because
  /// few bytes that name a rule set in many rows make many rules.
  static func problem(in definition: FormDefinition, conditionLimit: Int) -> Problem? {
    func count(in rows: [RowDefinition]) -> Int { rows.reduce(0) { $0 + $1.rules.leafCount } }
    var total = 0
    for section in definition.sections {
      total += count(in: section.formRows)
      guard case .multivalued(let items) = section.kind else { continue }
      let ofOne =
        switch items.template {
        case .rows(let rows): count(in: rows)
        case .item(let row): count(in: [row])
        }
      let (ofItems, overflow) = ofOne.multipliedReportingOverflow(by: items.value.count + 1)
      total += overflow ? conditionLimit + 1 : min(ofItems, conditionLimit + 1)
      guard total <= conditionLimit else { break }
    }
    guard total > conditionLimit else { return nil }
    return tooManyConditions(conditionLimit)
  }

  /// The problem of a form with more conditions than its limit allows.
  static func tooManyConditions(_ limit: Int) -> Problem {
    Problem(
      "the form has more than \(limit) conditions, formulas and rules", path: JSONPath(),
      hint: "those of a template count in every item, those of a rule set in every row with it")
  }

  static func compile(
    _ definition: FormDefinition, functions: [String: FormFunction], limits: FormLimits
  ) -> (graph: CompiledGraph, problems: [Problem]) {
    // The builder also runs on a definition with mistakes: it reports the mistakes in the texts.
    let problems = DefinitionChecker.problems(
      in: definition, valueByteLimit: limits.valueBytes, patternsLimit: limits.patternsLength)
    var builder = GraphBuilder(Topology(), Outline())
    builder.topology.limits = limits
    builder.topology.hiddenValues = definition.hiddenValues
    builder.topology.readOnlyDefinition = definition.readOnly
    builder.topology.pages = PageTable(definition.pages)
    builder.topology.functions = functions.sorted { $0.key < $1.key }.map {
      FunctionRecord(name: $0.key, body: $0.value)
    }
    let nameCount = definition.sections.reduce(
      definition.inputs.count + definition.sections.count
    ) { $0 + $1.rows.count }
    // With some room, so that the first rows a user adds do not make the table anew.
    builder.topology.nameIndex.reserve(nameCount + nameCount / 8 + 32)
    for input in definition.inputs { builder.addInput(input) }
    var items: [(item: ItemID, value: Value)] = []
    for (position, section) in definition.sections.enumerated() {
      let id = builder.addSection(section, at: position)
      builder.addRows(section.formRows, to: id)
      guard case .multivalued(let definition) = section.kind else { continue }
      for (position, value) in definition.value.enumerated() {
        if let item = builder.addItem(to: id, at: position, start: value) {
          items.append((item, value))
        }
      }
    }
    builder.decide(.readOnly)
    builder.finish()
    return (
      CompiledGraph(topology: builder.topology, outline: builder.outline, items: items),
      inDeclarationOrder(problems + builder.list.problems)
    )
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
}
