// What a text reads in one place of the naive form: a name is looked up where it stands, and items
// are always the whole list of objects, whatever the text needs of them.

import Foundation
import Predicate

@testable import FormFile
@testable import FormGraph

extension NaiveForm {
  enum Meaning: Equatable {
    case row(Int)
    case section(Int)
    case input(String)
  }

  /// Where a text stands.
  struct Scope {
    /// The row or section whose text it is.
    let owner: Int
    /// In an item, what names mean in it and in the items around it.
    var names: [String: Meaning] = [:]
    /// In an item, where it stands.
    var place: Place?
    /// Whether items have their positions.
    var readsIndex = false
  }

  /// A place in a list, which is the section at an index.
  struct Place {
    let list: Int
    let position: Int
  }

  // MARK: - Texts

  /// The value of a text, nil where it fails; SELF is the object or, without one, the value of the
  /// row whose text it is.
  func value(
    _ text: String, isPredicate: Bool, _ scope: Scope, object: Value? = nil
  ) -> Value? {
    let written = readingLists(text, scope)
    var scope = scope
    scope.readsIndex = text.contains("$p.index") || text.contains("$q.index")
    guard let resolution = texts.resolution(written, isPredicate: isPredicate) else { return nil }
    var context = EvaluationContext(now: now)
    context.missingElementsAreNil = true
    let (tables, languages) = (tables, languagesRead)
    context.lookUp = { Self.lookUp($0, $1, $2, $3, in: tables, languages) }
    // All rows: the condition alone says which of them are meant.
    context.tableRows = { name, _ in
      Self.rows(of: name, in: tables, languages).map(Value.dictionary)
    }
    context.hostCall = { name, _, values in try WitnessFunction.answer(name, values) }
    return try? resolution.program.evaluate(
      object: object ?? facts.values[scope.owner] ?? .null, context: context
    ) { index in
      let operand = resolution.operands[index]
      guard case .attribute(let name) = operand.reading else {
        return read(operand.variable, scope)
      }
      return read(name.text, of: operand.variable, scope)
    }
  }

  /// A text of the random forms in which rows of several choices that hold nothing are empty lists
  /// where the text asks for a list.
  ///
  /// In a random form no two members ever have the same tag, so a text reads the same everywhere.
  private func readingLists(_ text: String, _ scope: Scope) -> String {
    guard text.contains("@") || text.contains("count(") || text.contains("[SIZE]") else {
      return text
    }
    func isSeveral(row name: String) -> Bool {
      guard case .row(let id)? = meaning(of: name, scope) else { return false }
      let row = shape.sections.flatMap(\.allRows).first { $0.id == id }
      return row?.definition.type.valueKind == .choices
    }
    func isSeveral(column: String) -> Bool {
      shape.sections.lazy.compactMap(\.template).flatMap {
        RandomForm.ReadableList($0, tag: "").types(of: column)
      }.contains { $0.valueKind == .choices }
    }
    // A host may give a tag to a row of another type.
    if let known = texts.readingLists[text],
      known.rows.allSatisfy({ isSeveral(row: $0) == $1 }),
      known.columns.allSatisfy({ isSeveral(column: $0) == $1 })
    {
      return known.text
    }
    var lists = NaiveTexts.ReadingLists(text: text)
    func list(_ name: Substring) -> String? {
      let isSeveral = isSeveral(row: String(name))
      lists.rows[String(name)] = isSeveral
      return isSeveral ? "coalesce($\(name), {})" : nil
    }
    func isSeveral(_ column: Substring) -> Bool {
      let isSeveral = isSeveral(column: String(column))
      lists.columns[String(column)] = isSeveral
      return isSeveral
    }
    var read = text
    read.replace(/\$(\w+)(\.@count|\[SIZE\])/) { match -> String in
      list(match.1).map { "\($0)\(match.2)" } ?? String(match.0)
    }
    read.replace(/(count|SUBQUERY)\(\$(\w+)/) { match -> String in
      list(match.2).map { "\(match.1)(\($0)" } ?? String(match.0)
    }
    read.replace(/\$(\w+)\.@unionOfArrays\.(\w+) CONTAINS/) { match -> String in
      let (items, column) = (match.1, match.2)
      guard isSeveral(column) else { return String(match.0) }
      return "SUBQUERY($\(items), $z, $z.\(column) != nil).@unionOfArrays.\(column) CONTAINS"
    }
    read.replace(/(\$p|\$\w+\[FIRST\])\.(\w+)\.@count/) { match -> String in
      isSeveral(match.2) ? "coalesce(\(match.1).\(match.2), {}).@count" : String(match.0)
    }
    lists.text = read
    texts.readingLists[text] = lists
    return read
  }

  func holds(_ condition: ConditionDefinition?, _ scope: Scope) -> Bool {
    guard let condition else { return false }
    let result: Value?
    switch condition.source {
    case .constant(let holds): result = .bool(holds)
    case .predicate(let text): result = value(text, isPredicate: true, scope)
    case .function(let name, let dependencies):
      result = try? WitnessFunction.answer(name, dependencies.map { dependency($0, scope) })
    }
    guard case .bool(let holds)? = result else { return false }
    return holds != condition.isInverted
  }

  /// What a function reads under a name.
  private func dependency(_ name: String, _ scope: Scope) -> Value {
    let parts = name.split(separator: ".").map(String.init)
    return parts.count == 2 ? read(parts[1], of: parts[0], scope) : read(parts[0], scope)
  }

  // MARK: - Names

  func meaning(of name: String, _ scope: Scope) -> Meaning? {
    scope.names[name] ?? names[name]
  }

  private func read(_ name: String, _ scope: Scope) -> Value {
    switch meaning(of: name, scope) {
    case .row(let row): return read(row, by: scope.owner)
    case .section(let index):
      let items = items(of: shape.sections[index])
      return scope.readsIndex ? Self.indexed(items) : items
    case .input(let input): return inputs[input] ?? .null
    case nil:
      guard name == "item", let place = scope.place else { return .null }
      let list = shape.sections[place.list]
      let previous =
        place.position > 0
        ? value(of: list.items[place.position - 1], list, isWhole: true) { read($0, by: 0) } : .null
      return [
        "index": .int(Int64(place.position)), "previous": previous,
        "template": list.items[place.position].template.map(Value.string) ?? .null,
      ]
    }
  }

  private func read(_ attribute: String, of name: String, _ scope: Scope) -> Value {
    switch (attribute, meaning(of: name, scope)) {
    case ("isHidden", .row(let id)): .bool(facts.hidden[id] ?? false)
    case ("isDisabled", .row(let id)): .bool(facts.disabled[id] ?? false)
    case ("isRequired", .row(let id)): .bool(facts.required[id] ?? false)
    case ("isValid", .row(let id)): .bool(!facts.invalid.contains(id))
    case ("isHidden", .section(let index)):
      .bool(facts.hidden[shape.sections[index].id] ?? false)
    case ("isDisabled", .section(let index)):
      .bool(facts.disabled[shape.sections[index].id] ?? false)
    case ("isValid", .section(let index)): .bool(isValid(shape.sections[index]))
    default: read(name, scope)
    }
  }

  /// A section with all that is inside it.
  func isValid(_ section: Section) -> Bool {
    facts.hidden[section.id] == true
      || shape.inside(section).allSatisfy { section in
        !isOutOfBounds(section) && section.allRows.allSatisfy { !facts.invalid.contains($0.id) }
      }
  }

  /// The value of a row as others read it.
  private func read(_ row: Int, by owner: Int) -> Value {
    row != owner && policies[row] == .nil && facts.hidden[row] == true
      ? .null : facts.values[row] ?? .null
  }

  /// The items of a list, each as an object of its rows; none if the name means no list.
  func items(of name: String, _ scope: Scope) -> [ValueDictionary] {
    guard case .section(let index)? = meaning(of: name, scope),
      case .array(let items) = items(of: shape.sections[index])
    else { return [] }
    return items.compactMap { if case .dictionary(let item) = $0 { item } else { nil } }
  }

  /// Items with their positions under a key of their own, and those in them.
  private static func indexed(_ items: Value) -> Value {
    guard case .array(let items) = items else { return items }
    return .array(
      items.enumerated().map { position, item in
        guard case .dictionary(var item) = item else { return item }
        for key in item.keys { item[key] = item[key].map(indexed) }
        item["index"] = .int(Int64(position))
        return .dictionary(item)
      })
  }

  private func items(of section: Section) -> Value {
    .array(section.items.map { value(of: $0, section, isWhole: true) { read($0, by: 0) } })
  }

  /// An item made of what is said of its rows, and of the lists in it that are not left out.
  ///
  /// A whole item also has what only items of other templates have, without a value.
  func value(
    of item: Item, _ section: Section, isWhole: Bool = false,
    isLeftOut: (Section) -> Bool = { _ in false },
    _ read: (Int) -> Value?
  ) -> Value {
    if section.isPlain { return item.rows.first.flatMap { read($0.id) } ?? .null }
    let rows = shape.rows(of: item).filter { $0.definition.type.valueKind != .none }
    let lists = shape.lists(of: item).filter { !isLeftOut($0) }.map { list -> (String, Value) in
      let items = list.items.map {
        value(of: $0, list, isWhole: isWhole, isLeftOut: isLeftOut, read)
      }
      return (list.definition.tag ?? "", .array(items))
    }
    var object = ValueDictionary(
      (item.template.map { [("template", .string($0))] } ?? [])
        + rows.compactMap { row in read(row.id).map { (row.definition.tag ?? "", $0) } } + lists)
    for template in isWhole ? section.template?.templates ?? [] : [] {
      for row in template.template.allRows where row.type.valueKind != .none {
        if let tag = row.tag, object[tag] == nil { object[tag] = .null }
      }
      for list in template.template.allSections where list.kind.isOfItems {
        if let tag = list.tag, object[tag] == nil { object[tag] = [] }
      }
    }
    return .dictionary(object)
  }

  // MARK: - Rules

  private func isEmpty(_ value: Value) -> Bool { value == .null || value == "" || value == [] }

  /// Everything that the value does not meet.
  func verdict(of row: Row, _ scope: Scope) -> [Complaint] {
    let value = facts.values[row.id] ?? .null
    let definition = row.definition
    var complaints: [Complaint] = []
    func complain(_ id: String, _ parameters: KeyValuePairs<String, Value> = [:]) {
      complaints.append(
        filled(
          Complaint(
            message: standardText(id), id: id,
            parameters: ValueDictionary(parameters.map { ($0.key, $0.value) })), row))
    }
    if facts.required[row.id] == true, facts.disabled[row.id] != true, isEmpty(value) {
      complain("required")
      if let rule = definition.rules.first(where: { $0.kind == .required }) {
        if let message = rule.message?.single { complaints[0].message = message }
        complaints[0].isError = rule.severity != .warning
      } else if let message = text(definition.requiredMessage, scope, isMessage: true) {
        complaints = [filled(Complaint(message: message, id: "required"), row)]
      }
    }
    for rule in definition.rules {
      complaints += self.complaints(rule, value, row, scope).map { filled($0, row) }
    }
    if let bounds = facts.bounds[row.id], !isEmpty(value) {
      let isTime = definition.type == .time
      if let least = bounds.minimum, value.precedes(least) {
        complain(isTime ? "notBefore" : "greaterOrEqualThan", ["minimum": least])
      }
      if let most = bounds.maximum, most.precedes(value) {
        complain(isTime ? "notAfter" : "smallerOrEqualThan", ["maximum": most])
      }
      if let step = bounds.step, !isWhole(value, from: bounds.minimum ?? 0, by: step) {
        if let least = bounds.minimum {
          complain("stepFrom", ["step": step, "minimum": least])
        } else {
          complain("step", ["step": step])
        }
      }
      if let minutes = definition.bounds.minuteInterval, case .date(let date) = value,
        Int(date.timeIntervalSince1970) % (minutes * 60) != 0
      {
        complain("minuteInterval", ["minutes": .int(Int64(minutes))])
      }
    }
    if let options = facts.options[row.id], !isEmpty(value),
      left(of: value, options, row) != value
    {
      complain("option")
    }
    if case .array(let members) = value, members.count > 1 {
      let exclusive = (definition.options?.written ?? []).filter(\.isExclusive)
      if exclusive.contains(where: { option in members.contains { $0.equals(option.value) } }) {
        complain("exclusive")
      }
    }
    return complaints
  }

  /// A complaint with the parameters and the braces of its message filled in.
  private func filled(_ complaint: Complaint, _ row: Row) -> Complaint {
    var complaint = complaint
    guard complaint.message != Self.failed else { return complaint }
    for (name, value) in zip(complaint.parameters.keys, complaint.parameters.values) {
      complaint.message = complaint.message.replacing("{\(name)}", with: printed(value, of: row))
    }
    complaint.message = complaint.message.replacing("{title}", with: title(of: row))
      .replacing("{{", with: "{").replacing("}}", with: "}")
    return complaint
  }

  /// Whether a value lies a whole number of steps from another.
  private func isWhole(_ value: Value, from start: Value, by step: Value) -> Bool {
    if case (.int(let value), .int(let start), .int(let step)) = (value, start, step),
      case (let distance, false) = value.subtractingReportingOverflow(start)
    {
      return distance % step == 0
    }
    func double(_ value: Value) -> Double {
      if case .double(let double)? = ValueKind.decimal.converted(value) { double } else { .nan }
    }
    let steps = (double(value) - double(start)) / double(step)
    return abs(steps - steps.rounded()) <= 1e-9 * max(1, abs(steps))
  }

  /// What messages call a row.
  private func title(of row: Row) -> String {
    if let title = facts.texts[row.id]?["title"] { return title }
    guard let section = section(of: row) else { return row.definition.tag ?? "This field" }
    return facts.texts[section.id]?["title"] ?? section.definition.tag ?? "This field"
  }

  /// The section that lends its name to an item.
  private func section(of row: Row) -> Section? {
    shape.sections.first { section in
      (section.isPlain || section.isSelectable) && section.allRows.contains { $0.id == row.id }
    }
  }

  /// What a rule says, whether or not a value meets it.
  private func complaint(_ rule: RuleDefinition, _ row: Row, _ scope: Scope) -> Complaint {
    var complaint = Complaint(message: "", id: rule.kind.id)
    complaint.isError = rule.severity == .error
    switch rule.kind {
    case .minLength(let count): complaint.parameters["minimum"] = .int(Int64(count))
    case .comparison(_, let bound): complaint.parameters["minimum"] = bound
    case .regex(let pattern): complaint.parameters["pattern"] = .string(pattern)
    case .equals(let other):
      let id: Int? = if case .row(let id)? = meaning(of: other, scope) { id } else { nil }
      let other = shape.sections.flatMap(\.allRows).first { $0.id == id }
      if let other { complaint.parameters["other"] = .string(title(of: other)) }
    case .anyOf(let parts), .allOf(let parts):
      let messages = parts.map { filled(self.complaint($0, row, scope), row).message }
      complaint.parameters["messages"] = .string(messages.joined(separator: " "))
    default: break
    }
    complaint.message =
      text(rule.message, scope, isMessage: true) ?? standardText(complaint.id)
    return complaint
  }

  /// What a rule says of a value that does not meet it.
  private func complaints(
    _ rule: RuleDefinition, _ value: Value, _ row: Row, _ scope: Scope
  ) -> [Complaint] {
    let said = complaint(rule, row, scope)
    let isSkipped = isEmpty(value) && rule.allowsEmpty ?? true
    /// Whether the rule is met; nil if it could not be evaluated.
    var isMet: Bool? = false
    func truth(_ value: Value?) -> Bool? {
      if case .bool(let holds)? = value { holds } else { nil }
    }
    switch rule.kind {
    case .minLength(let count):
      if case .string(let text) = value, text.count >= count { isMet = true }
    case .notBlank:
      if case .string(let text) = value, text.contains(where: { !$0.isWhitespace }) {
        isMet = true
      }
    case .comparison(.greaterThan, let bound):
      switch (value, bound) {
      case (.int(let value), .int(let bound)): isMet = value > bound
      case (.double(let value), .int(let bound)): isMet = value > Double(bound)
      default: break
      }
    case .regex(let pattern):
      let text = "SELF MATCHES '\(pattern)'"
      isMet = self.value(text, isPredicate: true, scope) == .bool(true)
    case .predicate(let text): isMet = truth(self.value(text, isPredicate: true, scope))
    case .equals(let other):
      if isEmpty(value), rule.allowsEmpty == true { return [] }
      isMet = truth(self.value("SELF == $\(other)", isPredicate: true, scope))
    case .function(let name, let names):
      let others = names.map { self.dependency($0, scope) }
      isMet = isSkipped ? true : truth(try? WitnessFunction.answer(name, [value] + others))
    case .anyOf(let parts), .allOf(let parts):
      let all = parts.map { part in
        var part = part
        part.allowsEmpty = part.allowsEmpty ?? rule.allowsEmpty
        return complaints(part, value, row, scope)
      }
      if case .allOf = rule.kind {
        return all.flatMap { $0 }.map { complaint in
          var complaint = complaint
          complaint.isError = complaint.isError && rule.severity == .error
          return complaint
        }
      }
      if all.contains([]) { return [] }
      if all.joined().contains(where: { $0.message == Self.failed }) { isMet = nil }
      return [isMet == nil ? failed(said) : said]
    default: return []
    }
    if case .equals = rule.kind {} else if isSkipped { return [] }
    switch isMet {
    case true?: return []
    case false?: return [said]
    case nil: return [failed(said)]
    }
  }

  /// The engine says what went wrong; what, is the business of other tests.
  private func failed(_ complaint: Complaint) -> Complaint {
    var complaint = complaint
    complaint.message = Self.failed
    return complaint
  }

  // MARK: - Options

  /// What can be chosen, nil of a row without options; where it cannot be told, an option can be.
  func options(of row: Row, _ scope: Scope) -> [Value]? {
    let definition = row.definition
    return allOptions(of: row)?.filter { option, object in
      guard !holds(option.hidden, scope) else { return false }
      guard let filter = definition.optionsFilter else { return true }
      if definition.options?.table != nil { return shows(object, filter, scope) }
      return value(filter, isPredicate: true, scope, object: object) != .bool(false)
    }.map(\.option.value)
  }

  /// What of a choice is among the options, or other text.
  func left(of value: Value, _ options: [Value], _ row: Row) -> Value {
    Self.members(of: value) { value in
      options.contains { $0.equals(value) } || isOtherText(value, row)
    }
  }

  /// A choice without the options that do not count; nil if none is left.
  private static func members(of value: Value, where counts: (Value) -> Bool) -> Value {
    guard case .array(let members) = value else { return counts(value) ? value : .null }
    let left = members.filter(counts)
    return left.isEmpty ? .null : .array(left)
  }

  /// What is left of a value in a row that clears what cannot be chosen now.
  func cleared(_ value: Value, _ row: Row) -> Value {
    facts.options[row.id].map { left(of: value, $0, row) } ?? value
  }

  static let failed = "failed"
  /// What the rules of the random forms say that do not fail.
  static let messages = Set(
    ["equal", "differs", "other", "blank", "few", "pattern", "refused", "none of these", "needed"])

  /// Whether a message is one of these; those of the forms begin with `~`, and those of bounds say
  /// what must be.
  static func isKnown(_ message: String) -> Bool {
    messages.contains(message) || message.hasSuffix(" is {short}") || message.hasPrefix("~")
      || starts.contains { message.hasPrefix($0) }
  }

  /// What the standard messages of the forms' languages begin with, up to a parameter.
  private static let starts: [String] = MessageID.allCases.flatMap { id in
    ["en", "de"].flatMap { tag -> [String] in
      switch (try? LanguageTag(tag)).flatMap(BuiltInTexts.of)?.written(id) {
      case .single(let text): [text]
      case .plural(let forms): Array(forms.values)
      case nil: []
      }
    }
  }.map { String($0.prefix { $0 != "{" }) }.filter { $0 != "" }
}

extension RuleDefinition.Kind {
  /// The id of the standard message.
  fileprivate var id: String {
    switch self {
    case .required: "required"
    case .notBlank: "notBlank"
    case .minLength: "minLength"
    case .comparison: "greaterThan"
    case .regex: "regex"
    case .equals: "equals"
    case .predicate: "predicate"
    case .function: "function"
    case .anyOf: "anyOf"
    case .allOf: "allOf"
    default: "none of those of the random forms"
    }
  }
}

/// Texts that have been read.
final class NaiveTexts {
  private var known: [String: Resolution?] = [:]
  /// A text with empty lists in place of choices that hold nothing, and what it took for these.
  struct ReadingLists {
    var text: String
    var rows: [String: Bool] = [:]
    var columns: [String: Bool] = [:]
  }

  var readingLists: [String: ReadingLists] = [:]
  /// The names that, right after a tag, are the row's.
  private static let attributes: Set = [
    "value", "isHidden", "isDisabled", "isRequired", "isValid",
  ]

  func resolution(_ text: String, isPredicate: Bool) -> Resolution? {
    let key = (isPredicate ? "?" : "=") + text
    if let known = known[key] { return known }
    // Only times are added to, and after 23:59 comes 00:00.
    let written = text.replacing(/addMinutes\([^)]*\)/) { "timeOf(\($0.output))" }
    let tree =
      isPredicate
      ? try? SyntaxTree(predicate: written, functions: .extended)
      : try? SyntaxTree(expression: written, functions: .extended)
    let resolution = try? tree?.resolved(
      attributes: Self.attributes, allowsLookups: true,
      hostFunctions: Set(WitnessFunction.names))
    known[key] = .some(resolution)
    return resolution
  }
}

extension RandomForm.ReadableList {
  /// The types of the rows with a tag, those in its inner lists included.
  fileprivate func types(of tag: String) -> [RowType] {
    columns.filter { $0.tag == tag }.map(\.type) + lists.flatMap { $0.types(of: tag) }
  }
}
