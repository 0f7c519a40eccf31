// Checks everything in a form that needs no parsing of predicates. The checker takes any
// definition, from a file or built in Swift. It reports problems in declaration order, each with a
// path; `FormSource` finds the path in a file. No other code repeats these checks.

import Predicate

extension FormDefinition {
  /// What is wrong with the definition, but for its predicates and formulas, which are not read.
  ///
  /// - Complexity: O(n) in the size of the form.
  public var problems: [Problem] { DefinitionChecker.problems(in: self) }
}

/// Checks one definition.
package struct DefinitionChecker {
  private(set) var list = ProblemList()
  /// All sections, each before those inside it, and those of items after their list.
  private(set) var sections: [PlacedSection] = []
  /// By the index of a list: the sections of its items, without those of lists in them.
  private(set) var sectionsByList: [Int: [Int]] = [:]
  /// The largest size of one value in bytes.
  let valueByteLimit: Int
  /// The largest total size of the patterns that are checked, in bytes, because checking compiles
  /// each pattern.
  ///
  /// The builder reports a larger total.
  private let patternsLimit: Int
  private var patternsLength = 0
  /// The first member with each tag or input name.
  ///
  /// Tags and input names share one namespace.
  var tags: [String: Member] = [:]
  /// The last list of options without problems, or whose problems are reported.
  ///
  /// Many rows share the same list.
  var fineOptions: [OptionDefinition] = []
  /// Whether the rows are those of a matrix, whose options are checked once for all of them.
  var isInMatrix = false
  /// Whether the values of a section stand in an object of their own in the answers.
  let answers: AnswerShape
  /// The first member with each value name.
  ///
  /// Nil if no value has a name of its own, because equal tags are reported anyway, and if answers
  /// are nested: then each object has names of its own.
  var names: [String: ValueName]?
  /// The mistake in each pattern that has been compiled.
  private var patterns: [ExactText: Diagnostic?] = [:]

  /// A member, given by its position.
  ///
  /// Its path is made only for a problem.
  enum Member {
    case form
    case input(String)
    /// A section, also one of items, by its index in `sections`. So it is in the members below.
    case section(Int)
    case page(Int)
    case row(Int, section: Int)
    /// The only row of an item, if the items are plain values.
    case item(section: Int)
    /// The choice of a section.
    case choice(section: Int)
    /// A row of a template, if the items are objects.
    case templateRow(Int, of: Int, section: Int)
  }

  /// The path below a member.
  private static func path(
    of member: Member, _ steps: [JSONPath.Step], in sections: [PlacedSection]
  ) -> JSONPath {
    func place(of section: Int) -> [JSONPath.Step] { self.steps(to: section, in: sections) }
    let own: [JSONPath.Step] =
      switch member {
      case .form: []
      case .input(let name): [.key("inputs"), .key(name)]
      case .section(let section), .choice(let section): place(of: section)
      case .page(let page): [.key("pages"), .index(page)]
      case .row(let row, let section): place(of: section) + [.key("rows"), .index(row)]
      case .item(let section): place(of: section) + [.key("item")]
      case .templateRow(let row, let template, let section):
        place(of: section) + sections[section].definition.steps(toTemplate: template)
          + [.key("rows"), .index(row)]
      }
    return JSONPath(own + steps)
  }

  /// The path of a section, given by its index in `sections`.
  private static func steps(to section: Int, in sections: [PlacedSection]) -> [JSONPath.Step] {
    var steps: [JSONPath.Step] = []
    var next: Int? = section
    while let index = next {
      next = sections[index].parent
      let template: [JSONPath.Step] =
        sections[index].isInTemplate
        ? next.map { sections[$0].definition.steps(toTemplate: sections[index].template) } ?? []
        : []
      steps = template + [.key("sections"), .index(sections[index].position)] + steps
    }
    return steps
  }

  /// Checks a definition, except for the texts of its predicates and formulas.
  ///
  /// - Parameters:
  ///   - definition: The definition.
  ///   - valueByteLimit: The largest size of one value in bytes.
  ///   - patternsLimit: The largest total size of the patterns of rules in bytes.
  ///   - hostMessages: The standard messages of the host.
  /// - Returns: The problems, in declaration order.
  package static func problems(
    in definition: FormDefinition, valueByteLimit: Int = ValueKind.maximumBytes,
    patternsLimit: Int = JSONReader.maximumBytes,
    hostMessages: MessageCatalogue = MessageCatalogue()
  ) -> [Problem] {
    var checker = DefinitionChecker(
      valueByteLimit: valueByteLimit, patternsLimit: patternsLimit, answers: definition.answers)
    let sections = definition.sections.placedWithItems
    checker.sections = sections
    for (index, section) in sections.enumerated() {
      if let list = section.list { checker.sectionsByList[list, default: []].append(index) }
    }
    let rowCount = sections.reduce(sections.count) { $0 + $1.definition.rows.count }
    checker.tags.reserveCapacity(definition.inputs.count + rowCount)
    if definition.answers == .flat, sections.contains(where: \.definition.namesValues) {
      checker.names = [:]
    }
    checker.checkFunction(definition.readOnly, of: .form, "readOnly")
    checker.checkNotOfRow(definition.texts, of: .form)
    checker.check(definition.navigation)
    checker.check(definition.suppress, of: .form)
    checker.checkMessages(of: definition, host: hostMessages)
    if !definition.languages.isEmpty {
      checker.checkTranslations(of: definition, host: hostMessages)
    }
    for input in definition.inputs { checker.check(input, among: definition.languages) }
    checker.checkTables(of: definition)
    for index in sections.indices { checker.check(sections[index], at: index) }
    checker.checkTemplateTags()
    checker.checkPages(of: definition)
    switch definition.answers {
    case .flat:
      checker.checkOwnNames()
      checker.refuseNamesOfSections()
    case .nested: checker.checkNestedNames(inputs: definition.inputs)
    }
    return checker.list.problems
  }

  private init(valueByteLimit: Int, patternsLimit: Int, answers: AnswerShape) {
    self.valueByteLimit = valueByteLimit
    self.patternsLimit = patternsLimit
    self.answers = answers
  }

  /// The mistake in a pattern, if there is one.
  ///
  /// Each pattern is compiled once, however many rows use it.
  mutating func mistake(inPattern pattern: String) -> Diagnostic? {
    let key = ExactText(pattern)
    if let known = patterns[key] { return known }
    patternsLength += pattern.utf8.count
    guard patternsLength <= patternsLimit else { return nil }
    let mistake = RegularExpression.mistake(in: pattern)
    patterns.updateValue(mistake, forKey: key)
    return mistake
  }

  /// Warns about navigation options that have no effect because navigation is off.
  private mutating func check(_ navigation: Navigation) {
    guard navigation != .disabled, !navigation.contains(.enabled) else { return }
    report(
      .noEffect, "without 'enabled' navigation is off, and these options have no effect",
      of: .form, [.key("navigation")], severity: .warning, hint: "add \"enabled\"")
  }

  /// Reports a text that only a row has; the reader of files does not know its key elsewhere.
  mutating func checkNotOfRow(_ texts: Texts, of member: Member) {
    for key in TextKey.ofRows where texts[key] != nil {
      let name = key.rawValue
      report(.place, "only a row has a '\(name)'", of: member, [.key(name)], focus: .key)
    }
  }

  /// Reports suppressions that give no reason.
  mutating func check(_ suppressions: [Suppression], of member: Member) {
    for (index, suppression) in suppressions.enumerated() where suppression.isUnjustified {
      report(
        .missing, "a suppression needs a 'justification'", of: member,
        [.key("suppress"), .index(index)],
        focus: .start, hint: "say why the finding is not a mistake here")
    }
  }

  // MARK: - Members

  private mutating func check(_ input: InputDefinition, among languages: [String]) {
    let member = Member.input(input.name)
    checkTag(input.name, of: member)
    let reserved = ReservedInput(rawValue: input.name)
    if reserved != nil, input.type.valueKind != .text {
      report(
        .place,
        "the input '\(input.name)' holds text, not a value of type '\(input.type.rawValue)'",
        of: member, [.key("type")], hint: "give the input another name, or the type \"text\"")
    } else if let (message, hint) = reserved?.mistake(in: input.value) {
      report(.value, message, of: member, [.key("value")], hint: hint)
    } else if input.type.valueKind == .none {
      report(
        .place, "an input cannot be a \(input.type.rawValue), which holds no value", of: member,
        [.key("type")])
    } else {
      checkValue(input.value, of: input.type, member, [.key("value")])
      if reserved == .language { checkLanguage(input.value, member, among: languages) }
    }
    if reserved == nil, let meant = ReservedInput.meant(by: input.name) {
      report(
        .key, "'\(input.name)' is an input of the form's own, and not its \(meant.sense)",
        of: member, [], focus: .key, severity: .warning,
        hint: "did you mean \(meant.rawValue)?")
    }
  }

  /// Warns if the form does not speak the language in which it opens.
  private mutating func checkLanguage(
    _ value: Value, _ member: Member, among languages: [String]
  ) {
    let declared = languages.compactMap { try? LanguageTag($0) }
    guard case .string(let text) = value, let tag = try? LanguageTag(text),
      let first = declared.first,
      tag.lookup(among: declared) == nil
    else { return }
    report(
      .language,
      "the form does not declare the language \(Problem.quoted(text)); people read \(first.text)",
      of: member, [.key("value")], severity: .warning,
      hint: "write one of \(languages.prefix(10).joined(separator: ", "))")
  }

  private mutating func check(_ placed: PlacedSection, at index: Int) {
    let member = Member.section(index)
    let section = placed.definition
    if section.isCut || placed.depth >= SectionDefinition.maximumDepth {
      report(
        .limit,
        "sections stand inside one another more than \(SectionDefinition.maximumDepth) deep",
        of: member, [], focus: .start)
    }
    if !section.sections.isEmpty, section.kind != .plain {
      let refusal = SectionDefinition.refusalOfSections
      report(
        .place, refusal.message, of: member, [.key("sections")], focus: .key, hint: refusal.hint)
    }
    if let tag = section.tag, placed.list == nil { checkTag(tag, of: member) }
    checkNotOfRow(section.texts, of: member)
    check(section.suppress, of: member)
    checkFunction(section.hidden, of: member, "hidden")
    checkFunction(section.disabled, of: member, "disabled")
    switch section.kind {
    case .plain: break
    case .multivalued(let items): check(items, of: section, at: index)
    case .selectable(let selection):
      if placed.list != nil {
        report(
          .place, "a section to choose from cannot stand in an item", of: member, [.key("kind")],
          hint: "write a row with the options, of type 'push' or 'multipleSelector'")
      }
      check(selection, of: section, at: index)
    case .matrix(let matrix): return check(matrix, of: section, at: index)
    }
    for (position, row) in section.rows.enumerated() {
      let member = Member.row(position, section: index)
      if placed.list != nil { checkNames(ofTemplateRow: row, member) }
      check(row, member)
    }
  }

  /// Whether a row or a section is part of an item.
  func isOfItem(_ member: Member) -> Bool {
    switch member {
    case .row(_, let section), .section(let section), .choice(let section):
      sections[section].list != nil
    case .item, .templateRow: true
    case .form, .input, .page: false
    }
  }

  /// Checks that a row, an input or an item can hold its first value.
  mutating func checkValue(
    _ value: Value, of type: RowType, _ member: Member, _ steps: @autoclosure () -> [JSONPath.Step]
  ) {
    let kind = type.valueKind
    guard kind.converted(value, within: valueByteLimit) == nil else { return }
    let name =
      if case .choice = member { "what is chosen" } else { "a value of type '\(type.rawValue)'" }
    if let obstacle = kind.obstacle(to: value, within: valueByteLimit) {
      report(.value, "\(name) holds \(obstacle.stored)", of: member, steps())
    } else {
      report(
        .value, "\(name) must be \(kind.description), but is \(Problem.kindName(of: value))",
        of: member,
        steps())
    }
  }

  // MARK: - Reporting

  /// Reports a problem at a path below a member.
  mutating func report(
    _ kind: Problem.Kind, _ message: @autoclosure () -> String, of member: Member,
    _ steps: @autoclosure () -> [JSONPath.Step], focus: Problem.Focus = .element,
    severity: Severity = .error, textRange: Range<Int>? = nil,
    hint: @autoclosure () -> String? = nil, related: [Problem.Related] = [],
    isMutual: Bool = false
  ) {
    let sections = sections
    list.add(severity, path: Self.path(of: member, steps(), in: sections)) { path in
      var problem = Problem(
        kind, message(), severity: severity, path: path, textRange: textRange, hint: hint(),
        related: related)
      problem.focus = focus
      problem.isMutual = isMutual
      return problem
    }
  }

  /// Reports a key that cannot be used together with another key of the same member.
  mutating func reportConflict(
    _ message: String, of member: Member, _ key: String, with other: String, hint: String? = nil
  ) {
    report(
      .place, message, of: member, [.key(key)], focus: .key, hint: hint,
      related: [note("'\(other)' is given here", member, [.key(other)], focus: .key)])
  }

  func note(
    _ message: String, _ member: Member, _ steps: [JSONPath.Step],
    focus: Problem.Focus = .element
  ) -> Problem.Related {
    var related = Problem.Related(message, path: Self.path(of: member, steps, in: sections))
    related.focus = focus
    return related
  }
}

extension SectionDefinition {
  /// Whether anything in the section has a value name of its own.
  fileprivate var namesValues: Bool {
    if case .selectable(let selection) = kind { return selection.choice.name != nil }
    return rows.contains { $0.name != nil }
  }
}
