// Random forms: small enough to be read when they fail, wild enough to reach every kind of node.
// Every tag has a number, and mostly texts read smaller numbers, so that most forms are no cycles;
// rows are declared in another order than that of their numbers.

import FormGraph
import Predicate
import TestSupport

@testable import FormFile

/// Makes forms and edits from a seed, or from bytes.
struct RandomForm {
  /// How much of what forms can have is made use of.
  enum Reach {
    /// Rows and sections.
    case rows
    /// Items, policies and functions too.
    case all
  }

  /// Something that texts can read.
  enum Readable {
    case row(String, RowType)
    case items(ReadableList)
    case section(String)
  }

  /// A list as texts outside of it read it.
  struct ReadableList {
    let tag: String
    var columns: [(tag: String, type: RowType)] = []
    var isPlain = false
    /// The lists in its items.
    var lists: [ReadableList] = []

    init(tag: String) { self.tag = tag }

    init(_ items: ItemsDefinition, tag: String) {
      self.tag = tag
      for named in items.templates {
        switch named.template {
        case .item(let row):
          isPlain = true
          columns = [("", row.type)]
        case .rows(let rows, let sections):
          func add(_ rows: [RowDefinition]) {
            let new = rows.filter { row in !columns.contains { $0.tag == row.tag } }
            columns += new.filter { $0.type.valueKind != .none }.map { ($0.tag ?? "", $0.type) }
          }
          add(rows)
          for section in sections.flatMap(\.withGroups) {
            add(section.rows)
            guard case .multivalued(let inner) = section.kind else { continue }
            lists.append(ReadableList(inner, tag: section.tag ?? ""))
          }
        }
      }
      if items.isNamed { columns.append(("template", .text)) }
    }
  }

  var random: ByteSource
  let reach: Reach
  /// What texts may read where they stand.
  var readable: [Readable] = []
  /// In a template, the rows before, also those of the items around.
  var siblings: [(tag: String, type: RowType)] = []
  /// The number of templates around.
  var templates = 0
  /// In a template of reach `all`, what a text may read of the item before: the rows before and the
  /// row itself, without those of the items around.
  var columns: [String] = []
  /// Whether the template that is made has a name.
  var isNamed = false
  /// The lists whose templates these are.
  var listsAround: [String] = []
  /// The buttons that submit.
  var submitTags: [String] = []
  /// Whether the form has the table `t`.
  var hasTable = false
  /// How many tags there have been.
  var count = 0

  init(random: SplitMix64, reach: Reach = .all) {
    self.init(random: ByteSource(then: random), reach: reach)
  }

  init(random: ByteSource, reach: Reach = .all) {
    self.random = random
    self.reach = reach
  }

  mutating func chance(_ percent: Int) -> Bool { number(in: 0...99) < percent }

  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[number(in: 0...(choices.count - 1))]
  }

  mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  // MARK: - Forms

  /// A form whose conditions mostly read only rows made before.
  mutating func definition() -> FormDefinition {
    readable = []
    submitTags = []
    count = 0
    hasTable = reach == .all && chance(30)
    var form = FormDefinition(inputs: [InputDefinition(name: "i0", type: .int, value: 1)])
    if reach == .all {
      form.languages = ["en", "de"]
      form.messages = Self.messages
      form.inputs.append(InputDefinition(name: "language", type: .text))
    }
    if hasTable { form.tables = [TableDefinition("t", table())] }
    form.whenHidden = reach == .all ? pick([.keep, .keep, .nil, .clear]) : pick([.keep, .nil])
    var rows: [RowDefinition] = []
    var sections: [SectionDefinition] = []
    for _ in 0...number(in: 1...(reach == .all ? 9 : 13)) {
      if reach == .all, sections.count < 2, chance(15) {
        sections.append(itemSection())
      } else if reach == .all, sections.count < 3, chance(12) {
        sections.append(chance(70) ? selection() : matrix())
      } else {
        rows.append(row())
      }
    }
    if reach == .all, chance(35) { rows += submitRows() }
    rows.shuffle(using: &random)
    let plain = number(in: 1...3)
    for index in 0..<plain {
      var section = SectionDefinition(tag: tag("s"))
      section.rows = rows.enumerated().filter { $0.offset % plain == index }.map(\.element)
      // Any row may be read here, so some of these forms are cycles and are refused.
      say(of: &section)
      sections.append(section)
    }
    sections.shuffle(using: &random)
    if reach == .all { nest(&sections) }
    form.sections = sections
    if reach == .all, chance(20) { form.texts.title = text() }
    if chance(15) { form.readOnly = condition() }
    // By no number drawn: forms without times or pages are those that they were without this.
    if reach == .all, count % 4 == 1 {
      sections.append(timeSection())
      form.sections = sections
    }
    if reach == .all, count % 3 != 1 { form.pages = pages(of: sections) }
    if reach == .all { addTriggers(to: &form) }
    if reach == .all, count % 5 == 2 { Self.nestAnswers(of: &form) }
    return form
  }

  /// Nests the answers of a form, and gives half of its members names of their own: each object has
  /// the same ones.
  ///
  /// No number is drawn, so the forms are those that they were without this.
  static func nestAnswers(of form: inout FormDefinition) {
    form.answers = .nested
    name(&form.sections, from: 0)
  }

  /// The recursion is bounded by the depth of the form.
  private static func name(_ sections: inout [SectionDefinition], from first: Int) {
    for index in sections.indices {
      let name = (first + index) % 2 == 0 ? "the \(first + index)" : nil
      switch sections[index].kind {
      case .selectable(var selection):
        selection.choice.name = name
        sections[index].kind = .selectable(selection)
      case .multivalued(var items):
        sections[index].name = name
        for place in items.templates.indices {
          guard case .rows(var rows, var inside) = items.templates[place].template else { continue }
          Self.name(&rows)
          Self.name(&inside, from: rows.count)
          items.templates[place].template = .rows(rows, sections: inside)
        }
        sections[index].kind = .multivalued(items)
      case .plain, .matrix:
        sections[index].name = name
        Self.name(&sections[index].rows)
        Self.name(&sections[index].sections, from: sections[index].rows.count)
      }
    }
  }

  private static func name(_ rows: inout [RowDefinition]) {
    for index in rows.indices where index % 2 == 0 && rows[index].type.valueKind != .none {
      rows[index].name = "the \(index)"
    }
  }

  /// Puts some sections into others.
  ///
  /// Half of the forms draw no number for it, and are those that they were without this.
  private mutating func nest(_ sections: inout [SectionDefinition]) {
    guard count % 2 == 0, sections.count > 1 else { return }
    for _ in 0..<number(in: 1...3) where sections.count > 1 {
      let inner = sections.remove(at: number(in: 0...(sections.count - 1)))
      let plain = sections.indices.filter { sections[$0].kind == .plain }
      guard !plain.isEmpty else { return sections.append(inner) }
      sections[pick(plain)].sections.append(inner)
    }
  }

  /// Pages of which some are hidden now and then, and some sections on none of them.
  private mutating func pages(of sections: [SectionDefinition]) -> [PageDefinition] {
    var tags = sections.compactMap(\.tag).filter { _ in chance(90) }
    tags.shuffle(using: &random)
    var pages: [PageDefinition] = []
    while !tags.isEmpty {
      let count = min(tags.count, number(in: 1...2))
      pages.append(
        PageDefinition(
          texts: Texts(title: chance(40) ? text() : nil, help: chance(10) ? text() : nil),
          hidden: chance(40) ? condition() : nil, sections: Array(tags.prefix(count))))
      tags.removeFirst(count)
    }
    return pages
  }

  mutating func tag(_ letter: String) -> String {
    count += 1
    return "\(letter)\(count)"
  }

  private mutating func say(of section: inout SectionDefinition) {
    if chance(35) { section.hidden = condition() }
    if chance(20) { section.disabled = condition() }
    if reach == .all, chance(15) { section.whenHidden = pick(HiddenValues.allCases) }
    if reach == .all, chance(10) { section.isCollapsed = true }
    if reach == .all, chance(20) { section.texts.title = text() }
  }

  /// A section with rows that may read one another.
  mutating func section() -> SectionDefinition {
    if chance(30) { return itemSection() }
    if reach == .all, chance(20) { return chance(70) ? selection() : matrix() }
    var section = SectionDefinition(tag: tag("s"))
    say(of: &section)
    section.rows = (0..<number(in: 0...2)).map { _ in row() }
    if reach == .all, count % 2 == 0, chance(40) {
      section.sections = (0...number(in: 0...1)).map { _ in self.section() }
    }
    return section
  }

  /// A section to choose from.
  private mutating func selection() -> SectionDefinition {
    var section = SectionDefinition(tag: tag("s"))
    // Now and then by what is chosen in it, which is its own.
    if chance(10) { readable.append(.row(section.tag ?? "", .push)) }
    say(of: &section)
    var choice = row(tag: nil, types: [.push, .multipleSelector])
    choice.hidden = nil
    choice.disabled = nil
    choice.whenHidden = nil
    choice.texts = Texts()
    choice.display = nil
    let selection = SelectionDefinition(choice: choice)
    section.kind = .selectable(selection)
    readable.append(.row(section.tag ?? "", choice.type))
    return section
  }

  /// A matrix.
  private mutating func matrix() -> SectionDefinition {
    var section = SectionDefinition(tag: tag("s"))
    say(of: &section)
    var matrix = MatrixDefinition(
      options: .written(options()), selection: chance(70) ? .single : .multiple)
    // By no number drawn where the form has neither.
    if let list = listOptions(areText: false) {
      if chance(40) { matrix.options = .list(list) }
    } else if hasTable, chance(40) {
      matrix.options = .table(TableOptions("t", value: "g", title: "w"))
    }
    section.kind = .matrix(matrix)
    section.rows = (0...number(in: 0...2)).map { _ in
      var row = row(tag: tag("r"), types: [.segmented, .multipleSelector])
      row.options = nil
      row.optionsFilter = nil
      row.allowsOther = false
      return row
    }
    readable += section.rows.map { .row($0.tag ?? "", $0.type) }
    return section
  }

  /// A button that submits, and rows that ask whether it is disabled.
  private mutating func submitRows() -> [RowDefinition] {
    let tag = tag("r")
    submitTags.append(tag)
    let button = RowDefinition(
      tag: tag, type: .button, hidden: chance(20) ? condition() : nil,
      disabled: chance(20) ? condition() : nil, submits: true)
    return [button] + (0...number(in: 0...1)).map { _ in submitReader() }
  }

  /// A row that holds nothing, so that whether the form can be submitted may decide about it.
  private mutating func submitReader() -> RowDefinition {
    let text = "$\(pick(submitTags)).isDisabled == \(pick(["YES", "NO"]))"
    let condition = ConditionDefinition(
      .predicate(chance(30) ? "\(text) AND \(predicate(1))" : text))
    return chance(70)
      ? RowDefinition(type: .label, hidden: condition)
      : RowDefinition(type: .label, disabled: condition)
  }

  // MARK: - Rows

  mutating func row() -> RowDefinition {
    if reach == .all, chance(5) {
      return submitTags.isEmpty || chance(40)
        ? RowDefinition(type: .label, hidden: condition()) : submitReader()
    }
    let row = row(tag: tag("r"))
    readable.append(.row(row.tag ?? "", row.type))
    return row
  }

  private mutating func row(tag: String?) -> RowDefinition {
    var types: [RowType] = [.switch, .int, .int, .text, .text, .decimal]
    if reach == .all { types += [.segmented, .multipleSelector] }
    return row(tag: tag, types: types)
  }

  /// Lets a formula give the value of a row that can be edited.
  ///
  /// Its length says when, so that no number is drawn for it. The naive form knows what the formula
  /// reads only if it reads plain names.
  private func fill(_ row: inout RowDefinition, by formula: String) {
    let isPlain = !["SUBQUERY", "TERNARY", "lookup", "@union"].contains(where: formula.contains)
    switch formula.utf8.count % 4 {
    case 1 where isPlain: row.suggested = SuggestedFormula(formula)
    case 2 where isPlain: row.suggested = SuggestedFormula(formula, whenEdited: .keep)
    case 3 where isPlain: row.once = formula
    default: row.defaultFormula = formula
    }
  }

  private mutating func row(tag: String?, types: [RowType]) -> RowDefinition {
    var row = RowDefinition(tag: tag, type: pick(types))
    let isNumber = row.type == .int || row.type == .decimal
    if !readable.isEmpty || !siblings.isEmpty {
      if isNumber, chance(35) { row.calculated = number() }
      if row.calculated == nil, isNumber, chance(25) { fill(&row, by: number()) }
      if chance(45) { row.hidden = condition() }
      if chance(25) { row.disabled = condition() }
      if chance(25) {
        row.required = condition()
        // By no number drawn.
        if reach == .all, count % 3 != 0 { row.requiredMessage = requiredMessage() }
      }
      if chance(15) {
        row.whenHidden = pick(reach == .all ? HiddenValues.allCases : [.keep, .nil])
        if row.calculated != nil, row.whenHidden == .clear { row.whenHidden = nil }
      }
    }
    if row.type.hasOptions {
      row.allowsOther = reach == .all && chance(15)
      row.options = .written(row.allowsOther ? textOptions() : options())
      if chance(45) { row.optionsFilter = optionsFilter() }
      row.whenOptionHidden = pick([.keep, .clear])
      if hasTable, chance(40) { takeOptionsFromTable(&row) }
      if reach == .all { takeOptionsFromList(&row) }
      // By no number drawn.
      row.isOrdered = row.type == .multipleSelector && count % 2 == 0
    }
    if row.calculated == nil, !row.isFilled, chance(50) {
      row.value = value(of: row.type)
      if row.type.hasOptions, row.value?.isNull == false {
        let option: Value = row.allowsOther ? pick(["a", "own"]) : 1
        row.value = row.type == .multipleSelector ? [option] : option
      }
    }
    row.rules = rules(of: row)
    if row.type == .text, chance(30) { row.keepsEmpty = true }
    if isNumber, chance(20) { row.bounds.minimum = 1 }
    guard reach == .all else { return row }
    if isNumber, row.bounds.minimum == nil, chance(15) { row.bounds.minimum = .formula(number()) }
    if isNumber, chance(15) {
      row.bounds.maximum = .formula(number())
    } else if isNumber, chance(10) {
      row.bounds.maximum = 3
    }
    if isNumber, chance(15) {
      row.bounds.step = .formula(chance(60) ? pick(["1", "2", "0.5"]) : number())
    } else if row.type == .decimal, chance(10) {
      row.bounds.step = 0.5
    }
    if chance(30) { row.texts.title = text() }
    if chance(10) { row.texts.help = text() }
    if chance(8) { row.display = .formula(chance(50) ? "SELF" : number()) }
    return row
  }

  mutating func options() -> [OptionDefinition] {
    let others: [Value] = [2, "a", "abc", 2.5].filter { _ in chance(60) }
    return options(chance(50) ? [1] + others : others + [1])
  }

  /// Options beside which other text can be chosen.
  mutating func textOptions() -> [OptionDefinition] {
    let others: [Value] = ["abc", "b", " "].filter { _ in chance(50) }
    return options(chance(50) ? ["a"] + others : others + ["a"])
  }

  private mutating func options(_ values: [Value]) -> [OptionDefinition] {
    values.map { value in
      var option = OptionDefinition(value)
      option.isExclusive = chance(15)
      if chance(20) { option.hidden = condition() }
      if chance(10) { option.disabled = condition() }
      if reach == .all, chance(20) { option.title = text() }
      if chance(30) { option.members["group"] = .int(Int64(number(in: 0...2))) }
      return option
    }
  }

  mutating func rules(of row: RowDefinition) -> [RuleDefinition] {
    var rules: [RuleDefinition] = []
    if row.type == .text, chance(40) {
      rules.append(
        RuleDefinition(
          .minLength(3), message: message(with: "{title} {minimum}") ?? "{title} is {{short}}",
          severity: severity()))
    }
    if chance(20) {
      rules.append(
        RuleDefinition(
          .predicate("SELF != " + constant()), message: message(with: "{title}") ?? "equal",
          severity: severity()))
    }
    if row.required == nil, chance(10) {
      rules.append(RuleDefinition(.required, message: standard("needed")))
    }
    if chance(20) { rules.append(simpleRule(of: row)) }
    if chance(15) {
      let parts = [simpleRule(of: row), simpleRule(of: row)]
      rules.append(
        chance(50)
          ? RuleDefinition(
            .anyOf(parts), message: standard("none of these"), severity: severity(),
            allowsEmpty: chance(30) ? false : nil)
          : RuleDefinition(
            .allOf([parts[0], RuleDefinition(.anyOf(parts), message: "none of these")]),
            severity: severity(), allowsEmpty: chance(30) ? chance(50) : nil))
    }
    if let other = otherTag(), chance(15) {
      rules.append(RuleDefinition(.equals(other), message: standard("differs")))
      rules.append(
        RuleDefinition(
          .predicate("SELF == $\(other) OR $\(other) == nil"), message: "other",
          allowsEmpty: chance(30) ? false : nil))
    }
    return rules
  }

  /// A rule that fits a row and is not made of others.
  private mutating func simpleRule(of row: RowDefinition) -> RuleDefinition {
    let allowsEmpty: Bool? = chance(20) ? false : nil
    switch number(in: 0...3) {
    case 0 where row.type == .text:
      return RuleDefinition(.notBlank, message: standard("blank"), allowsEmpty: allowsEmpty)
    case 0 where row.type == .int || row.type == .decimal:
      return RuleDefinition(
        .comparison(.greaterThan, 1), message: standard("few"), allowsEmpty: allowsEmpty)
    case 1 where row.type == .text:
      return RuleDefinition(
        .regex("[ab]+"), message: standard("pattern"), allowsEmpty: allowsEmpty)
    case 2 where reach == .all:
      return RuleDefinition(
        .function(pick(WitnessFunction.names), dependsOn: chance(50) ? [dependency()] : []),
        message: "refused", allowsEmpty: allowsEmpty)
    case 3:
      if let other = otherTag() { return RuleDefinition(.equals(other), message: "differs") }
    default: break
    }
    return RuleDefinition(
      .predicate("SELF != " + constant()), message: "equal", allowsEmpty: allowsEmpty)
  }

  private mutating func severity() -> Severity {
    reach == .all && chance(20) ? .warning : .error
  }

  // MARK: - Items

  mutating func itemSection() -> SectionDefinition {
    var section = SectionDefinition(tag: tag("m"))
    let tag = section.tag ?? ""
    // The template cannot read the section it makes.
    let isPlain = chance(30)
    let outside = (readable, siblings, columns, isNamed)
    columns = []
    // By no number drawn.
    isNamed = reach == .all && !isPlain && count % 5 >= 2
    templates += 1
    listsAround.append(tag)
    let template: ItemsDefinition.Template
    var other: ItemsDefinition.Template?
    if isPlain {
      template = .item(row(tag: nil))
    } else {
      var rows: [RowDefinition] = []
      for letter in ["a", "b", "c"].prefix(number(in: 2...3)) {
        columns.append(tag + letter)
        let row = row(tag: tag + letter)
        siblings.append((tag + letter, row.type))
        rows.append(row)
      }
      // By no number drawn: templates without sections are those that they were without this.
      template =
        reach == .all && count % 2 == 1 && templates <= 3
        ? templateWithSections(rows, of: tag) : .rows(rows)
      if isNamed, count % 3 != 0, let first = rows.first {
        siblings = outside.1 + [(first.tag ?? "", first.type)]
        readable = outside.0
        columns = [tag + "a", tag + "z"]
        other = .rows([first, row(tag: tag + "z")])
      }
    }
    templates -= 1
    listsAround.removeLast()
    let name = isNamed ? "one" : nil
    (readable, siblings, columns, isNamed) = outside
    let templates =
      [ItemsDefinition.NamedTemplate(name: name, template)]
      + (other.map { [ItemsDefinition.NamedTemplate(name: "other", $0)] } ?? [])
    var items = ItemsDefinition(
      templates: templates, allows: chance(85) ? [.insert, .delete, .reorder] : .standard)
    if chance(20) { items.maximum = 4 }
    if chance(15) { items.minimum = 1 }
    // By no number drawn: forms without counts are those that they were without this.
    if reach == .all, count % 3 == 1, other == nil {
      items.countFormula = itemCount()
      items.minimum = nil
      items.maximum = nil
    }
    // The same for forms without bounds by formula.
    if reach == .all, count % 4 == 2, items.countFormula == nil {
      items.maximum = .formula(itemCount())
      if count % 8 == 2 { items.minimum = .formula(itemCount()) }
    }
    section.kind = .multivalued(items)
    say(of: &section)
    items.value = (0..<number(in: 0...3)).map { _ in item(of: items) }
    section.kind = .multivalued(items)
    readable.append(.items(ReadableList(items, tag: tag)))
    return section
  }

  /// A template with groups and lists, and with rows that read them.
  private mutating func templateWithSections(
    _ first: [RowDefinition], of list: String
  ) -> ItemsDefinition.Template {
    var rows = chance(90) ? first : []
    if rows.isEmpty {
      siblings.removeLast(first.count)
      columns.removeLast(first.count)
    }
    var sections: [SectionDefinition] = []
    for _ in 0...number(in: 0...2) { sections.append(partOfItem(depth: 1)) }
    // Declared before what it reads.
    if chance(50) {
      let row = templateRow()
      rows.insert(row, at: number(in: 0...rows.count))
    }
    return .rows(rows, sections: sections)
  }

  private mutating func templateRow() -> RowDefinition {
    let tag = tag("p")
    columns.append(tag)
    let row = row(tag: tag)
    siblings.append((tag, row.type))
    return row
  }

  /// A section of an item: a list, a matrix or a group.
  private mutating func partOfItem(depth: Int) -> SectionDefinition {
    if templates < 3, chance(templates == 1 ? 55 : 25) { return itemSection() }
    if chance(15) {
      let outside = readable
      let matrix = matrix()
      readable = outside + [.section(matrix.tag ?? "")]
      siblings += matrix.rows.map { ($0.tag ?? "", $0.type) }
      return matrix
    }
    var group = SectionDefinition(tag: tag("g"))
    say(of: &group)
    group.rows = (0..<number(in: 0...2)).map { _ in templateRow() }
    if depth < 3, chance(30) {
      group.sections = (0...number(in: 0...1)).map { _ in partOfItem(depth: depth + 1) }
    }
    readable.append(.section(group.tag ?? ""))
    return group
  }

  /// A value that a new item is given, with some members missing.
  ///
  /// If it is right, no list in it is longer than it may be.
  mutating func item(of items: ItemsDefinition, isRight: Bool = true) -> Value {
    let named = items.isNamed ? pick(items.templates) : items.templates[0]
    switch named.template {
    case .item(let row): return row.calculated == nil ? value(of: row.type) : .null
    case .rows(let rows, let sections):
      let parts = sections.flatMap(\.withGroups)
      let given = (rows + parts.flatMap(\.rows)).filter { $0.calculated == nil && chance(60) }
      var members = given.filter { $0.type.valueKind != .none }
        .map { row in (row.tag ?? "", value(of: row.type)) }
      // An item without the name has the first template.
      if let name = named.name, name != items.templates[0].name || chance(50) {
        members.insert(("template", .string(name)), at: 0)
      }
      for section in parts {
        guard case .multivalued(let inner) = section.kind, chance(60) else { continue }
        let most = isRight ? inner.maximum?.fixed ?? 3 : 5
        let values = (0..<number(in: 0...min(most, chance(80) ? 2 : most))).map { _ in
          item(of: inner, isRight: isRight)
        }
        members.append((section.tag ?? "", chance(8) ? .null : .array(values)))
      }
      return .dictionary(ValueDictionary(members))
    }
  }

  /// A value that a row of this type takes.
  mutating func value(of type: RowType) -> Value {
    switch type.valueKind {
    case .bool: chance(10) ? .null : .bool(chance(50))
    case .int: chance(20) ? Value.null : .int(Int64(number(in: 0...3)))
    case .decimal: chance(20) ? Value.null : .double(pick([0, 1, 2.5]))
    case .time: timeOrInstant()
    case .choice: chance(12) ? pick(["own", " "]) : pick([.null, 1, 2, "a"])
    case .choices:
      chance(12)
        ? ["own", "a", " "]
        : pick([.null, [], [1], [2, 1], ["a", 1, "a"], ["abc", 2.5, 3, 2, 3]])
    default: pick([.null, "", "a", "abc"])
    }
  }
}

extension RowType {
  /// Whether a value of it is chosen.
  var hasOptions: Bool { valueKind == .choice || valueKind == .choices }
}

extension SectionDefinition {
  /// A section of an item and the groups in it, without what stands in its lists.
  var withGroups: [SectionDefinition] { [self] + sections.flatMap(\.withGroups) }
}

extension RandomForm {
  /// Calls a body with random forms that make use of all that forms can have.
  ///
  /// - Parameters:
  ///   - count: The number of seeds; a form that does not compile is left out.
  ///   - seed: The first seed, unless `TEST_SEED` says another.
  ///   - body: Receives the maker, for random edits, and the form with its definition and seed.
  /// - Returns: The number of forms.
  static func forEach(
    _ count: Int, from seed: UInt64,
    _ body: (inout RandomForm, CompiledForm, FormDefinition, UInt64) throws -> Void
  ) rethrows -> Int {
    let first = SplitMix64.forTest(seed).seed
    var forms = 0
    for index in 0..<UInt64(count) {
      let seed = first &+ index
      var maker = RandomForm(random: SplitMix64(seed: seed), reach: .all)
      let definition = maker.definition()
      let witnesses = Witnesses()
      guard let compiled = try? CompiledForm(definition, functions: witnesses.functions) else {
        continue
      }
      forms += 1
      try body(&maker, compiled, definition, seed)
    }
    return forms
  }
}
