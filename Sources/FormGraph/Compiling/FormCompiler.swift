// Compiles a form definition into a topology and an outline, or reports every problem at once.
// First `DefinitionChecker` checks what needs no parsing. Then `GraphBuilder` builds the form and
// checks everything else. No check is done twice.

import Predicate

/// What a definition became: all that a live form starts from.
struct CompiledGraph: Sendable {
  let topology: Topology
  let outline: Outline
  /// The items at the start, with their values.
  let items: [GraphBuilder.NewItem]
}

/// Compiles one definition.
enum FormCompiler {
  /// The problem of a definition with too many rows.
  ///
  /// Found before any row is made.
  static func problem(in definition: FormDefinition, rowLimit: Int) -> Problem? {
    var count = 0
    for section in definition.sections.placed.lazy.map(\.definition) {
      count += section.formRows.count
      guard case .multivalued(let items) = section.kind else { continue }
      count = ItemsDefinition.sum(count, items.prototypeRowCount)
      for value in items.value {
        count = ItemsDefinition.sum(count, items.rowCount(of: value))
        guard count <= rowLimit else { break }
      }
      guard count <= rowLimit else { break }
    }
    guard count > rowLimit else { return nil }
    return Problem(.limit, "the form has more than \(rowLimit) rows", path: JSONPath())
  }

  /// The problem of a definition with too many rules.
  ///
  /// Found before any rule is made: a short file that uses one rule set in many rows can contain
  /// very many rules.
  static func problem(in definition: FormDefinition, conditionLimit: Int) -> Problem? {
    func count(in rows: [RowDefinition]) -> Int { rows.reduce(0) { $0 + $1.rules.leafCount } }
    var total = 0
    func add(_ sections: [SectionDefinition], times: Int) {
      for section in sections.placed.lazy.map(\.definition) where total <= conditionLimit {
        add(count(in: section.formRows), times)
        guard case .multivalued(let items) = section.kind else { continue }
        let (inside, overflow) = times.multipliedReportingOverflow(by: items.value.count + 1)
        guard !overflow else { return total = conditionLimit + 1 }
        add(count(in: items.templateRows), inside)
        add(items.templateSections, times: inside)
      }
    }
    func add(_ count: Int, _ times: Int) {
      let (all, overflow) = count.multipliedReportingOverflow(by: times)
      total += overflow ? conditionLimit + 1 : min(all, conditionLimit + 1)
    }
    add(definition.sections, times: 1)
    guard total > conditionLimit else { return nil }
    return tooManyConditions(conditionLimit)
  }

  /// The problem of a form with more conditions than its limit allows.
  static func tooManyConditions(_ limit: Int) -> Problem {
    Problem(
      .limit, "the form has more than \(limit) conditions, formulas and rules", path: JSONPath(),
      hint: "those of a template count in every item, those of a rule set in every row with it")
  }

  /// The problem of a definition whose state would list too much.
  ///
  /// Found before any row is made, but for options from tables, which are not read yet.
  static func problem(ofListing definition: FormDefinition, within limits: FormLimits) -> Problem? {
    guard limits.listedBytes < .max else { return nil }
    let longest = definition.messages.longestText
    var total = ListedSize(limits, longestMessage: longest)
    func add(_ sections: [SectionDefinition], times: Int) {
      for section in sections.placed.lazy.map(\.definition) where !total.isOver {
        var size = ListedSize(limits, longestMessage: longest)
        size.add(section)
        for row in section.formRows where !size.isOver { size.add(row, of: section) }
        total.add(size, times: times)
        guard case .multivalued(let items) = section.kind else { continue }
        let (inside, overflows) = times.multipliedReportingOverflow(by: items.value.count)
        let count = overflows ? Int.max : inside
        var item = ListedSize(limits, longestMessage: longest)
        for row in items.templateRows where !item.isOver { item.add(row, of: section) }
        total.add(item, times: count)
        add(items.templateSections, times: count)
      }
    }
    add(definition.sections, times: 1)
    return total.isOver ? tooMuchListed(limits.listedBytes) : nil
  }

  /// The problem of a form that lists more than its limit allows.
  static func tooMuchListed(_ limit: Int) -> Problem {
    Problem(
      .limit,
      "the texts and options of all rows of the form have more than \(limit) bytes together",
      path: JSONPath(),
      hint: "the texts and options of a template count in every item, and what a filter may leave "
        + "of a table in every row")
  }

  static func compile(
    _ definition: FormDefinition, functions: [String: FormFunction], tables: GivenTables,
    messages: MessageCatalogue, limits: FormLimits
  ) -> (graph: CompiledGraph, problems: [Problem]) {
    // The builder also runs if the definition has mistakes, to report the mistakes in the texts.
    let problems =
      functions.keys.sorted().compactMap(problem(ofFunction:))
      + DefinitionChecker.problems(
        in: definition, valueByteLimit: limits.valueBytes, patternsLimit: limits.patternsLength,
        hostMessages: messages)
    let (tables, tableProblems) = tables.resolved(for: definition, within: limits)
    var builder = GraphBuilder(Topology(), Outline())
    builder.topology.graph.limits = limits
    builder.topology.graph.tables = tables
    if limits.listedBytes < .max {
      builder.topology.graph.longestMessage = definition.messages.longestText
    }
    if tables.haveDaysOrTimes { builder.topology.graph.hasDaysOrTimes = true }
    builder.topology.graph.hiddenValues = definition.whenHidden
    builder.topology.graph.answers = definition.answers
    builder.topology.graph.readOnlyDefinition = definition.readOnly
    builder.topology.graph.pages = PageTable(definition.pages)
    builder.topology.graph.functions = functions.sorted { $0.key < $1.key }.map {
      FunctionRecord(name: $0.key, body: $0.value)
    }
    let sections = definition.sections.placed
    let nameCount = sections.reduce(definition.inputs.count + sections.count) {
      $0 + $1.definition.rows.count
    }
    // Some extra room, so that the first rows that a user adds do not rebuild the table.
    builder.topology.directory.nameIndex.reserve(nameCount + nameCount / 8 + 32)
    builder.declareLanguages(definition.languages)
    builder.checkColumnsInLanguages(of: definition)
    if !definition.messages.isEmpty || !messages.isEmpty {
      builder.topology.graph.standardTexts = StandardTexts(
        form: definition.messages, host: messages, languages: builder.topology.graph.languages)
    }
    for input in definition.inputs { builder.addInput(input) }
    var items: [GraphBuilder.NewItem] = []
    var ids: [SectionIndex] = []
    for section in sections {
      let id = builder.addSection(
        section.definition, at: builder.outline.sections.count(of: builder.outline.sectionList),
        inside: section.parent.map { ids[$0] })
      ids.append(id)
      builder.addRows(section.definition.formRows, to: id)
      guard case .multivalued(let definition) = section.definition.kind else { continue }
      for (position, value) in definition.value.enumerated() {
        items += builder.addItem(to: id, at: position, value: value, isStart: true)
      }
    }
    builder.addReservedInputs()
    builder.topology.graph.formTexts = definition.texts
    builder.compileAll()
    return (
      CompiledGraph(topology: builder.topology, outline: builder.outline, items: items),
      inDeclarationOrder(
        problems + tableProblems
          + listingFunctionsOnce(distinct(builder.list.problems, definition)))
    )
  }

  /// The problem of a function whose name no text could call.
  private static func problem(ofFunction name: String) -> Problem? {
    let isBuiltIn =
      Callee.isBeyondApple(name)
      || Callee.names.contains { $0.lowercased() == name.lowercased() }
    if isBuiltIn {
      return Problem(
        .host, "the host supplies a function '\(name)', but the language has one of this name",
        path: JSONPath(), hint: "give the function another name")
    }
    let call = try? SyntaxTree(expression: "\(name)()", functions: .extended)
    if Identifier.isValid(name), call?.unknownCalls.map(\.name) == [name] { return nil }
    return Problem(
      .host,
      "the host supplies a function \(Problem.quoted(name)), but this is not a name that a text can"
        + " call",
      path: JSONPath(), hint: "use letters, digits and _, and no word of the language")
  }

  /// Problems with one entry for each function that the host has not supplied.
  ///
  /// The entry lists the other places that name the function.
  private static func listingFunctionsOnce(_ problems: [Problem]) -> [Problem] {
    var first: [String: Int] = [:]
    var all: [Problem] = []
    for problem in problems {
      guard problem.message.hasPrefix(FunctionRecord.unknownPrefix) else {
        all.append(problem)
        continue
      }
      if let index = first[problem.message] {
        let place = Problem.Related("it is called here too", path: problem.path)
        if problem.path != all[index].path, !all[index].related.contains(place) {
          all[index].related.append(place)
        }
      } else {
        first[problem.message] = all.count
        all.append(problem)
      }
    }
    return all
  }

  /// Problems without those that are said again: a matrix gives its options to each of its rows.
  private static func distinct(_ problems: [Problem], _ form: FormDefinition) -> [Problem] {
    let hasMatrix = form.sections.placed.contains { section in
      if case .matrix = section.definition.kind { true } else { false }
    }
    guard hasMatrix else { return problems }
    var known: Set<Problem> = []
    return problems.filter { known.insert($0).inserted }
  }

  /// Problems member by member: of one member, those of its definition before those of its texts.
  ///
  /// Those of tables come before all sections.
  private static func inDeclarationOrder(_ problems: [Problem]) -> [Problem] {
    let keyed = problems.enumerated().map { index, problem in
      let isOfTable = problem.path.steps.first == .key("tables")
      return (key: isOfTable ? [] : problem.path.indices.prefix(2), index: index)
    }
    let sorted = keyed.sorted { left, right in
      left.key == right.key
        ? left.index < right.index : left.key.lexicographicallyPrecedes(right.key)
    }
    return sorted.map { problems[$0.index] }
  }
}
