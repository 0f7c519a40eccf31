// Random texts: predicates, formulas and what functions depend on, over what may be read where they
// stand.

import Predicate

@testable import FormGraph

extension RandomForm {
  mutating func condition() -> ConditionDefinition {
    if reach == .all, chance(12) {
      let names = Set((0...number(in: 0...2)).map { _ in dependency() }).sorted()
      return ConditionDefinition(
        .function(pick(WitnessFunction.names), dependsOn: names), isInverted: chance(20))
    }
    if reach == .all, chance(4) { return ConditionDefinition(.constant(chance(50))) }
    return ConditionDefinition(.predicate(predicate(2)), isInverted: chance(20))
  }

  // MARK: - Texts for people

  /// A text with formulas, in one language or two.
  mutating func text(_ start: String = "") -> FormText {
    guard chance(35) else { return FormText(start + writtenText()) }
    return FormText(languages: ["en": start + writtenText(), "de": start + writtenText()])
  }

  private mutating func writtenText() -> String {
    pick([
      "fixed", "{{x}} {\(variable())}", "{\(variable())}", "{\(variable())}, { \(number()) }",
      "{TERNARY(\(predicate(0)), 'a', 'b')}",
    ])
  }

  /// Standard messages in two languages; some are left to English, and some to the first language.
  ///
  /// Each begins with `~`.
  static let messages: MessageCatalogue = [
    "en": [
      "equals": "~unlike {other}", "smallerOrEqualThan": "~up to {maximum}",
      "anyOf": "~{title}: {messages}",
    ],
    "de": [
      "required": "~{title} fehlt", "greaterOrEqualThan": "~von {minimum} an",
      "smallerOrEqualThan": "~bis {maximum}", "option": "~keine Wahl", "notBlank": "~leer",
      "stepFrom": "~in Schritten von {step} ab {minimum}", "regex": "~anders als {pattern}",
      "minLength": ["one": "~{minimum} Zeichen", "other": "~{minimum} Zeichen lang"],
    ],
  ]

  /// The message of a rule, or now and then none, so that the standard message is said.
  func standard(_ message: FormText) -> FormText? {
    // By no number drawn: it would change every form behind it.
    reach == .all && count % 2 == 0 ? nil : message
  }

  /// A message with formulas, now and then.
  ///
  /// Such a message begins with `~`.
  mutating func message(with parameters: String) -> FormText? {
    reach == .all && chance(25) ? text("~\(parameters) ") : nil
  }

  /// A message in one language or two, with the row made last, by no number drawn.
  func requiredMessage() -> FormText {
    let made = readable.compactMap { if case .row(let tag, _) = $0 { tag } else { nil } }
    let text = "~{title} without {$\(siblings.last?.tag ?? made.last ?? "i0")}"
    return count % 2 == 0
      ? FormText(text) : FormText(languages: ["en": text, "de": "~{title} bleibt {{leer}}"])
  }

  mutating func dependency() -> String {
    if chance(15) { return "i0" }
    if chance(20), let items = items() { return items.tag }
    guard let tag = otherTag() else { return "i0" }
    return chance(30) ? "\(tag).\(attribute())" : tag
  }

  /// A call of a function of the host.
  private mutating func call() -> String {
    let arguments = chance(50) ? variable() : "\(variable()), \(constant())"
    return "\(pick(WitnessFunction.names))(\(arguments))"
  }

  private mutating func attribute() -> String {
    pick(["isHidden", "isDisabled", "isRequired", "isValid"])
  }

  /// A predicate over an option and what can be read.
  mutating func optionsFilter() -> String {
    switch number(in: 0...7) {
    case 0: "SELF != \(variable())"
    case 1: "\(variable()) == nil OR SELF != \(constant())"
    case 2: "SELF.group == \(variable())"
    case 3: "SELF IN {\(constant()), \(constant()), \(variable())}"
    case 4: predicate(1)
    case 5: "SELF.value != \(variable())"
    case 6: "SELF.group == \(constant()) OR SELF.value IN {\(constant()), \(variable())}"
    default: "SELF > \(variable())"
    }
  }

  /// A small table with values that occur twice, or not at all, and a column in languages.
  mutating func table() -> FormTable {
    let columns: [TableColumn] = [
      "v", TableColumn("u", languages: ["de": "x", "en": "w"]), TableColumn("g", type: .int),
      TableColumn("n", type: .decimal), "w", "x",
    ]
    let german: [Value: Value] = ["a": "b", "Title": "Titel", "Titel": .null, .null: "a"]
    let rows = (0..<number(in: 0...6)).map { _ -> [Value] in
      let row: [Value] = [
        pick(["a", "a", "abc", "b", "own", "", .null]), pick([1, 1, 2, 3, .null]),
        pick([1, 2.5, 2, .null]), pick(["a", "Title", "Titel", .null]),
      ]
      return row + [german[row[3]] ?? .null]
    }
    // Each row has a value for each column, and of its type.
    do { return try FormTable(columns: columns, rows: rows) } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Gives a row options from the table in place of its own.
  mutating func takeOptionsFromTable(_ row: inout RowDefinition) {
    row.options = .table(
      TableOptions(
        "t", value: row.allowsOther ? "v" : pick(["v", "g"]), title: chance(50) ? "u" : nil))
    row.optionsFilter = chance(70) ? tableFilter() : nil
  }

  /// Gives a row options from a list in place of its own, now and then.
  ///
  /// Draws no number where no list can be read.
  mutating func takeOptionsFromList(_ row: inout RowDefinition) {
    guard let list = listOptions(areText: row.allowsOther), chance(45) else { return }
    row.options = .list(list)
    row.optionsFilter = chance(60) ? listFilter(list) : nil
    // By the name, so that other draws stay as they were.
    if let last = row.tag?.utf8.last, last % 2 == 0 { row.groupedBy = groupColumn(list) }
  }

  /// A column of a list whose values may group its items, beside that of the options.
  private func groupColumn(_ list: ListOptions) -> String? {
    optionLists.first { $0.tag == list.list }?.columns.first { column in
      column.tag != list.value && [.text, .int, .bool].contains(column.type.valueKind)
    }?.tag
  }

  /// Lists whose items may be options where a row stands, with their rows: those made before, and
  /// those in whose items the row is.
  private var optionLists: [(tag: String, columns: [(tag: String, type: RowType)])] {
    let made = readable.compactMap { readable -> (String, [(tag: String, type: RowType)])? in
      if case .items(let list) = readable, !list.isPlain { (list.tag, list.columns) } else { nil }
    }
    let around = listsAround.map { list in
      (
        list,
        siblings.filter { row in
          row.tag.hasPrefix(list) && row.tag.count == list.count + 1
            && row.tag.last?.isLetter == true
        }
      )
    }
    return made + around
  }

  /// What a list could offer.
  mutating func listOptions(areText: Bool) -> ListOptions? {
    let lists = optionLists.filter { list in
      list.columns.contains { Self.canBeOption($0.type, areText: areText) }
    }
    guard !lists.isEmpty else { return nil }
    let list = pick(lists)
    let values = list.columns.filter { Self.canBeOption($0.type, areText: areText) }
    let titles = list.columns.filter { $0.type.valueKind == .text }
    return ListOptions(
      list.tag, value: pick(values).tag,
      title: titles.isEmpty || chance(40) ? nil : pick(titles).tag)
  }

  private static func canBeOption(_ type: RowType, areText: Bool) -> Bool {
    switch type.valueKind {
    case .none, .choices: false
    case .text: true
    default: !areText
    }
  }

  /// A predicate over an item of a list.
  private mutating func listFilter(_ list: ListOptions) -> String {
    let columns = optionLists.first { $0.tag == list.list }?.columns.map(\.tag) ?? []
    let column = columns.isEmpty ? list.value : pick(columns + ["value"])
    switch number(in: 0...5) {
    case 0: return "SELF.\(column) == \(variable())"
    case 1: return "SELF.\(list.value) != \(variable())"
    case 2: return "SELF.\(column) > \(constant())"
    case 3: return "(SELF.\(column) == nil OR \(predicate(0)))"
    case 4: return "SELF.\(column) == SELF.\(list.value)"
    default: return "\(constant()) != SELF.\(column) AND SELF.\(column) != \(variable())"
    }
  }

  /// A predicate over a row of the table; mostly with an equality that an index finds.
  private mutating func tableFilter() -> String {
    let column = pick(["v", "g", "n", "u", "value"])
    let side = pick([variable(), constant(), variable(), "\(variable()) + 1"])
    let equality = chance(70) ? "SELF.\(column) == \(side)" : "\(side) == SELF.\(column)"
    switch number(in: 0...7) {
    case 0, 1: return equality
    case 2: return "\(equality) AND SELF.g == \(variable())"
    case 3: return "SELF.v.nokey > 1 AND \(equality)"
    case 4: return "\(equality) AND SELF.n > \(variable())"
    case 5: return "(\(equality) OR SELF.g == 1)"
    case 6: return "SELF.\(column) != \(variable())"
    default: return "SELF.v == SELF.u"
    }
  }

  /// The tag of a section without items that can be read.
  private mutating func sectionTag() -> String? {
    let sections = readable.compactMap { if case .section(let tag) = $0 { tag } else { nil } }
    return sections.isEmpty ? nil : pick(sections)
  }

  /// The tag of a row that can be read.
  mutating func otherTag() -> String? {
    let rows = readable.compactMap { if case .row(let tag, _) = $0 { tag } else { nil } }
    if !siblings.isEmpty, rows.isEmpty || chance(60) { return pick(siblings).tag }
    return rows.isEmpty ? nil : pick(rows)
  }

  /// A row of several choices.
  private func severalTag() -> String? {
    let rows = readable.compactMap { readable -> (String, RowType)? in
      if case .row(let tag, let type) = readable { (tag, type) } else { nil }
    }
    return (rows + siblings.map { ($0.tag, $0.type) }).last { $1.valueKind == .choices }?.0
  }

  /// Something that has a value.
  private mutating func variable() -> String {
    if templates > 0, chance(20) { return "$item.index" }
    if isNamed, chance(10) { return "$item.template" }
    // Half of the forms draw no number for it, and are those that they were without this.
    if reach == .all, count % 2 == 0, !columns.isEmpty, chance(15) {
      return "$item.previous.\(pick(columns))"
    }
    return otherTag().map { "$\($0)" } ?? "$i0"
  }

  private mutating func items() -> ReadableList? {
    let items = readable.compactMap { if case .items(let list) = $0 { list } else { nil } }
    return items.isEmpty ? nil : pick(items)
  }

  mutating func predicate(_ depth: Int) -> String {
    if depth > 0, chance(35) {
      return "(\(predicate(depth - 1)) \(pick(["AND", "OR"])) \(predicate(depth - 1)))"
    }
    if depth > 0, chance(15) { return "NOT \(predicate(depth - 1))" }
    if isNamed, chance(20) {
      return "$item.template \(pick(["==", "!="])) \(pick(["'one'", "'other'", "'none'"]))"
    }
    if reach == .all, let choice = severalTag(), chance(25) {
      return pick([
        "$\(choice).@count > \(number(in: 0...2))", "count($\(choice)) == 0",
        "SUBQUERY($\(choice), $o, $o != 1).@count \(pick(["==", ">"])) 0",
        "$\(choice)[SIZE] < 2", "$\(choice) == nil", "ALL $\(choice) != 1",
      ])
    }
    if chance(30), let text = predicateOverItems() { return text }
    if chance(6), let section = sectionTag() {
      return "$\(section).\(pick(["isHidden", "isDisabled", "isValid", "isValid"])) == YES"
    }
    if reach == .all, chance(4) { return "CAST(now(), 'NSNumber') > \(number(in: 0...3))" }
    if reach == .all, chance(6) { return "\(call()) == \(pick(["YES", "NO", "1"]))" }
    switch number(in: 0...6) {
    case 0: return otherTag().map { "$\($0).\(attribute()) == YES" } ?? "$i0 == 1"
    case 1: return "\(variable()) == nil"
    case 2: return "\(variable()) \(pick(["==", "!=", "<", ">="])) \(constant())"
    case 3: return "\(number()) > \(constant())"
    case 4: return "$i0 == \(variable())"
    case 5: return "\(variable()) \(pick(["==", "!="])) \(variable())"
    default: return "\(variable()) IN {\(constant()), \(constant())}"
    }
  }

  private mutating func predicateOverItems() -> String? {
    guard let items = items() else { return nil }
    let tag = items.tag
    if chance(15) { return "$\(tag).\(pick(["isHidden", "isDisabled", "isValid"])) == YES" }
    if chance(20) { return "$\(tag).@count \(pick(["<", "==", ">"])) \(number(in: 0...3))" }
    let comparison = "\(pick(["==", "!=", "<", ">="])) \(constant())"
    if items.isPlain {
      return pick([
        "ANY $\(tag) \(comparison)", "\(constant()) IN $\(tag)", "$\(tag)[SIZE] > 1",
        "$\(tag)[FIRST] \(comparison)",
      ])
    }
    if !items.lists.isEmpty, items.columns.isEmpty || chance(50) {
      return predicate(over: pick(items.lists), inItemsOf: tag, comparison)
    }
    guard !items.columns.isEmpty else { return nil }
    if let choices = items.columns.last(where: { $0.type.valueKind == .choices }), chance(40) {
      return pick([
        "$\(tag).@unionOfArrays.\(choices.tag) CONTAINS \(pick(["1", "'a'"]))",
        "SUBQUERY($\(tag), $p, $p.\(choices.tag).@count > 0).@count \(pick(["==", ">"])) 1",
        "$\(tag)[FIRST].\(choices.tag).@count < 2",
      ])
    }
    let column = pick(items.columns).tag
    let other = pick(items.columns).tag
    return pick([
      "\(pick(["ANY", "ALL", "NONE"])) $\(tag).\(column) \(comparison)",
      "SUBQUERY($\(tag), $p, \(position(of: "$p", column))$p.\(column) \(comparison) "
        + "AND $p.\(other) != nil).@count > 0",
      "$\(tag)[\(pick(["FIRST", "LAST", "0", "1", "-1", "9"]))].\(column) \(comparison)",
      "$\(tag).@\(pick(["sum", "max", "min", "avg"])).\(column) > 1",
      "\(variable()) IN $\(tag).\(column)",
      "$\(tag)[SIZE] == 2",
    ])
  }

  /// What a condition says of the position of an item, or nothing, by no number drawn.
  private func position(of item: String, _ name: String) -> String {
    switch (count + Int(name.utf8.last ?? 0)) % 5 {
    case 0: "\(item).index > 0 AND "
    case 1: "\(item).index == 1 OR "
    case 2: "\(item).index != $i0 AND "
    default: ""
    }
  }

  /// A predicate over a list in the items of another.
  private mutating func predicate(
    over list: ReadableList, inItemsOf outer: String, _ comparison: String
  ) -> String {
    let all = "$\(outer).@unionOfArrays.\(list.tag)"
    let place = pick(["FIRST", "LAST", "0", "1", "-1", "9"])
    var choices = [
      "\(all).@count \(pick(["<", "==", ">"])) \(number(in: 0...3))",
      "SUBQUERY($\(outer), $p, \(position(of: "$p", outer))$p.\(list.tag).@count > 1).@count > 0",
      "$\(outer)[\(place)].\(list.tag).@count > 0",
      "\(pick(["ANY", "ALL"])) $\(outer).\(list.tag) != nil",
    ]
    if list.isPlain {
      choices.append("\(pick(["ANY", "ALL", "NONE"])) \(all) \(comparison)")
    } else if !list.columns.isEmpty {
      let column = pick(list.columns).tag
      choices += [
        "\(pick(["ANY", "ALL", "NONE"])) \(all).\(column) \(comparison)",
        "SUBQUERY($\(outer), $p, SUBQUERY($p.\(list.tag), $q, \(position(of: "$q", column))"
          + "$q.\(column) \(comparison)).@count > 0).@count > 0",
        "$\(outer)[\(place)].\(list.tag)[\(pick(["FIRST", "0", "-1", "9"]))].\(column) \(comparison)",
      ]
    }
    if let inner = list.lists.first {
      choices.append("\(all).@unionOfArrays.\(inner.tag).@count > \(number(in: 0...2))")
    }
    return pick(choices)
  }

  /// A condition over the row `$r` of the table, which an index may find.
  private mutating func rowCondition() -> String {
    let equality =
      switch number(in: 0...4) {
      case 0: "$r.\(pick(["v", "g", "n"])) == \(variable())"
      case 1: "\(variable()) == $r.\(pick(["v", "u", "n"]))"
      case 2: "$r.v == lookup('t', 'n', \(variable()), 'v')"
      case 3: "$r.n == SUBQUERY(table('t'), $o, $o.g == \(variable())).@count"
      default: "$r.g == SUBQUERY(table('t'), $o, $o.n == \(variable()))[0].g"
      }
    return switch number(in: 0...3) {
    case 0: equality
    case 1: "\(equality) AND $r.n > 1"
    case 2: "\(equality) OR $r.n == \(variable())"
    default: "$r.n != nil AND \(equality) AND $r.g == $r.v"
    }
  }

  mutating func number() -> String {
    if chance(25), let items = items() {
      if !items.lists.isEmpty, chance(50) {
        let list = pick(items.lists)
        let all = "$\(items.tag).@unionOfArrays.\(list.tag)"
        guard !list.isPlain, !list.columns.isEmpty, chance(70) else { return "\(all).@count" }
        return "\(all).@\(pick(["sum", "max", "min"])).\(pick(list.columns).tag)"
      }
      guard !items.columns.isEmpty else { return "$\(items.tag).@count" }
      let column = pick(items.columns).tag
      return items.isPlain || chance(30)
        ? "$\(items.tag).@count"
        : "$\(items.tag).@\(pick(["sum", "max", "min"])).\(column)"
    }
    if hasTable, chance(15) {
      let rows = "SUBQUERY(table('t'), $r, \(rowCondition()))"
      return chance(50) ? "\(rows).@count" : "\(rows).@\(pick(["sum", "max", "min"])).n"
    }
    if hasTable, chance(20) {
      return "lookup('t', \(pick(["'v'", "'u'", "'n'"])), \(variable()), \(pick(["'g'", "'n'"])))"
    }
    return switch number(in: 0...4) {
    case 0: "\(variable()) + \(number(in: -1...2))"
    case 1: "\(variable()) * \(variable())"
    case 2: "sum({\(variable()), \(variable()), 1})"
    case 3: "TERNARY(\(predicate(0)), 1, 2)"
    default: "6 / \(variable())"
    }
  }

  /// How many items a list has.
  ///
  /// Mostly few, now and then no whole number, and with one value of the input too many.
  mutating func itemCount() -> String {
    func few(_ number: String) -> String { "TERNARY(\(number) > 4, 4, \(number))" }
    return switch number(in: 0...7) {
    case 0, 1, 2: few(variable())
    case 3: items().map { "$\($0.tag).@count" } ?? pick(["0", "1", "2"])
    case 4: "TERNARY(\(predicate(1)), 1, \(number(in: 2...3)))"
    case 5: "TERNARY($i0 == 3, 9000000, \(number(in: 0...2)))"
    default: few(number())
    }
  }

  mutating func constant() -> String {
    pick(["0", "1", "2", "2.5", "'a'", "'abc'", "nil", "YES"])
  }
}
