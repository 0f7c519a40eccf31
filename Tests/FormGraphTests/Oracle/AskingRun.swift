// One form with asynchronous rules beside a table of its questions, written down plainly: of each
// rule of each row the arguments, the token and the answer. Random edits, answers and undo are
// made, and what is pending, valid and submitted is compared after each.

import Foundation
import Predicate
import TestSupport

@testable import FormGraph

struct AskingRun {
  static let json = """
    { "inputs": { "away": false },
      "sections": [
        { "rows": [
          { "tag": "name", "type": "text", "validates": "onChange", "hidden": "$away == YES", "rules": [
            { "type": "minLength", "value": 2, "message": "short" },
            { "asyncFunction": "f", "dependsOn": ["city"], "message": "f" }] },
          { "tag": "city", "type": "text" },
          { "tag": "two", "type": "text", "rules": [
            { "asyncFunction": "f", "message": "f" }, { "asyncFunction": "g", "message": "g" }] },
          { "tag": "either", "type": "text", "rules": [
            { "anyOf": [{ "asyncFunction": "f" }, { "type": "regex", "pattern": "x.*" }], "message": "f" }] },
          { "tag": "hint", "type": "text",
            "rules": [{ "asyncFunction": "f", "severity": "warning", "message": "f" }] },
          { "tag": "n", "type": "int", "maximum": 3 },
          { "tag": "m", "type": "int", "value": 2 },
          { "tag": "go", "type": "button", "submits": true } ] },
        { "tag": "people", "kind": "multivalued", "hidden": "$n == 2", "allows": ["insert", "delete", "reorder"],
          "template": { "rows": [{ "tag": "nick", "type": "text", "rules": [
            { "asyncFunction": "f", "dependsOn": ["city"], "message": "f" }] }] } },
        { "tag": "pets", "kind": "multivalued", "count": "$m",
          "item": { "type": "text", "rules": [{ "asyncFunction": "f", "message": "f" }] } }
      ] }
    """

  /// A rule of a row.
  struct Rule: Hashable {
    let row: RowID
    let function: String
  }

  /// What the host was asked, and what it answered.
  struct Entry: Equatable {
    let arguments: [Value]
    let token: String
    var result: Bool?
  }

  var form: Form
  var random: SplitMix64
  private(set) var log: [String] = []
  private var table: [Rule: Entry] = [:]
  private var issued = 0
  private var waits = false
  /// The rules that did not ask when a step was taken back or made again: the form may have other
  /// answers for them than the table, those of that time.
  private var hazy: Set<Rule> = []
  /// The rows of the list that is counted: with their items, their answers go and come back.
  private var counted: Set<RowID> = []
  /// All answers that have been given.
  private var answers: [Rule: [Entry]] = [:]

  init(seed: UInt64) throws {
    form = try CompiledForm.compile(json: Self.json.utf8).open(
      now: Date(timeIntervalSinceReferenceDate: 0))
    random = SplitMix64(seed: seed)
  }

  private mutating func pick<Element>(_ list: [Element]) -> Element {
    list[Int.random(in: 0..<list.count, using: &random)]
  }

  private func require(_ holds: Bool, _ message: @autoclosure () -> String) throws {
    if !holds {
      throw Disagreement(description: message() + "\n" + log.suffix(12).joined(separator: "\n"))
    }
  }

  // MARK: - What is wanted

  /// The rules that ask now, with their arguments.
  private func wanted() -> [Rule: [Value]] {
    var wanted: [Rule: [Value]] = [:]
    func value(_ tag: String) -> Value { form[tag]?.value ?? .null }
    func text(_ value: Value) -> String { if case .string(let text) = value { text } else { "" } }
    func ask(_ row: RowState?, _ functions: [String], _ others: [Value]) {
      guard let row, !text(row.value).isEmpty, !row.isHidden else { return }
      for function in functions {
        wanted[Rule(row: row.id, function: function)] = [row.value] + others
      }
    }
    if text(value("name")).count >= 2 { ask(form["name"], ["f"], [value("city")]) }
    ask(form["two"], ["f", "g"], [])
    if !text(value("either")).hasPrefix("x") { ask(form["either"], ["f"], []) }
    ask(form["hint"], ["f"], [])
    for item in form.section("people")?.items ?? [] {
      ask(item.rows.first, ["f"], [value("city")])
    }
    for item in form.section("pets")?.items ?? [] { ask(item.rows.first, ["f"], []) }
    return wanted
  }

  private var rows: [RowState] { form.sections.flatMap(\.rows) }

  // MARK: - Steps

  mutating func step() throws {
    let before = table
    let (old, wasWaiting) = (issued, waits)
    let pending = form.pendingValidations
    var resolved: String?
    var isTap = false
    var isRevert = false
    let changes: ChangeSet
    switch Int.random(in: 0..<24, using: &random) {
    case 0...6:
      let tag = pick(["name", "name", "city", "two", "either", "hint"])
      let value: Value = pick(["a", "ab", "abc", "x", "", .null])
      log.append("\(tag) = \(value)")
      changes = try form.set(tag, to: value)
    case 7:
      let value: Value = pick([1, 2, 9])
      log.append("n = \(value)")
      changes = try form.set("n", to: value)
    case 8:
      let value: Value = pick([true, false])
      log.append("away = \(value)")
      changes = try form.set("away", to: value)
    case 9, 10: changes = try editItems()
    case 11:
      log.append("tap")
      isTap = true
      changes = try form.tap("go")
    case 12, 13:
      log.append("undo")
      isRevert = true
      changes = try form.undo()
    case 14:
      log.append("redo")
      isRevert = true
      changes = try form.redo()
    case 20, 21:
      let value: Value = pick([0, 1, 2, 3])
      log.append("m = \(value)")
      changes = try form.set("m", to: value)
    case 22, 23:
      guard let count = form.section("pets")?.items?.count, count > 0 else { return }
      let name = "pets[\(Int.random(in: 0..<count, using: &random))]"
      let value: Value = pick(["a", "b", ""])
      log.append("\(name) = \(value)")
      changes = try form.set(name, to: value)
    default:
      guard issued > 0 else { return }
      let serial = max(1, issued - Int.random(in: 0..<6, using: &random))
      let result = Int.random(in: 0..<3, using: &random) > 0
      log.append("t\(serial) is \(result)")
      let token = ValidationToken(serial: serial)
      let rule = table.first { $0.value.token == "t\(serial)" && $0.value.result == nil }?.key
      resolved = token.description
      changes = try form.resolve(token, with: .bool(result))
      try require(changes.notes.isEmpty == (rule != nil), "a note on t\(serial)")
      if let rule {
        table[rule]?.result = result
        answers[rule, default: []] += [table[rule]].compactMap { $0 }
      }
    }
    try compare(since: before, old, isRevert: isRevert)
    let left = Set(form.pendingValidations.map(\.token))
    let isOther =
      asksAnew(than: old)
      || pending.contains {
        $0.tag != "hint" && !left.contains($0.token) && $0.token.description != resolved
      }
    try checkSubmit(changes, wasWaiting, isTap: isTap, isAskedOtherwise: isOther)
    if let mistake = form.inconsistency { throw Disagreement(description: mistake) }
  }

  private mutating func editItems() throws -> ChangeSet {
    let count = form.section("people")?.items?.count ?? 0
    let at = Int.random(in: 0..<max(1, count), using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0 where count > 0:
      log.append("remove \(at)")
      return try form.update { $0.removeItem(in: "people", at: at) }
    case 1 where count > 1:
      log.append("move \(at)")
      return try form.update { $0.moveItem(in: "people", from: at, to: 0) }
    case 2 where count > 0:
      let value: Value = pick(["a", "b", ""])
      log.append("people[\(at)] = \(value)")
      return try form.set("people[\(at)].nick", to: value)
    default:
      let value: Value = pick(["a", "b", .null])
      log.append("insert \(value)")
      return try form.update { $0.insertItem(in: "people", at: at, value: ["nick": value]) }
    }
  }

  // MARK: - Comparing

  /// Whether a question has been asked that submitting waits for.
  private func asksAnew(than old: Int) -> Bool {
    form.pendingValidations.contains { $0.token.serial > old && $0.tag != "hint" }
  }

  private mutating func compare(since before: [Rule: Entry], _ old: Int, isRevert: Bool) throws {
    let wanted = wanted()
    var pending: [Rule: PendingValidation] = [:]
    for question in form.pendingValidations {
      pending[Rule(row: question.row, function: question.function)] = question
      issued = max(issued, question.token.serial)
    }
    for (rule, question) in pending {
      try require(wanted[rule] == question.arguments.values, "\(question.token) asks too much")
    }
    let isThere = Set(rows.map(\.id))
    for item in form.section("pets")?.items ?? [] { counted.formUnion(item.rows.map(\.id)) }
    for rule in table.keys where !isThere.contains(rule.row) && !counted.contains(rule.row) {
      table[rule] = nil
    }
    for (rule, entry) in table where wanted[rule] == nil && entry.result == nil {
      table[rule] = nil
    }
    let isUnsure = hazy
    hazy.subtract(wanted.keys)
    if isRevert { hazy.formUnion(Set(answers.keys).subtracting(wanted.keys)) }
    for (rule, arguments) in wanted {
      let question = pending[rule]
      if let entry = table[rule], entry.arguments == arguments, !isUnsure.contains(rule) {
        let token = question?.token.description
        try require(
          token == (entry.result == nil ? entry.token : nil),
          "\(entry) stands, and \(token ?? "nothing") is pending")
        continue
      }
      if let question {
        try require(question.token.serial > old, "\(question.token) came back")
        table[rule] = Entry(arguments: arguments, token: question.token.description)
      } else {
        // An undo gives back an answer that was given at some time.
        let known = answers[rule]?.last { $0.arguments == arguments }
        try require(
          (isRevert || isUnsure.contains(rule)) && known != nil,
          "nobody asks about \(arguments) of \(rule)")
        let refused = form[rule.row]?.verdict.contains { $0.message == rule.function } == true
        table[rule] = Entry(arguments: arguments, token: "", result: !refused)
      }
    }
    try compareRows(wanted)
  }

  private func compareRows(_ wanted: [Rule: [Value]]) throws {
    for row in rows where row.definition.type == .text {
      let rules = wanted.keys.filter { $0.row == row.id }
      let refused = Set(rules.filter { table[$0]?.result == false }.map(\.function))
      let isPending = rules.contains { table[$0]?.result == nil }
      let isWarning = row.tag == "hint"
      let said = Set(row.verdict.map(\.message))
      let isShort = said.contains("short")
      try require(said.subtracting(["short"]) == refused, "\(row.name ?? "-") says \(said)")
      try require(row.isPending == isPending, "\(row.name ?? "-") is pending: \(row.isPending)")
      let isValid = isWarning || row.isHidden || refused.isEmpty && !isPending && !isShort
      try require(row.isValid == isValid, "\(row.name ?? "-") is valid: \(row.isValid)")
    }
    let visible = rows.filter { !$0.isHidden }
    try require(form.canSubmit == visible.allSatisfy(\.isValid), "canSubmit")
    let first = visible.first { $0.verdict.contains { $0.severity == .error } }
    try require(form.firstInvalid?.id == first?.id, "firstInvalid \(form.firstInvalid?.tag ?? "-")")
  }

  private mutating func checkSubmit(
    _ changes: ChangeSet, _ wasWaiting: Bool, isTap: Bool, isAskedOtherwise: Bool
  ) throws {
    let submits = changes.actions.count
    waits = false
    if !isTap, !wasWaiting {
      let isQuiet =
        submits == 0 && changes.refusedSubmit == nil && changes.waitingSubmit == nil
      return try require(isQuiet, "a submit out of nowhere")
    }
    let isMade = form.canSubmit && (isTap || !isAskedOtherwise)
    try require(submits == (isMade ? 1 : 0), "\(submits) submits")
    let isRefused = !form.canSubmit && form.firstInvalid != nil
    try require((changes.refusedSubmit != nil) == isRefused, "a submit is refused or not")
    let isOpen = !isMade && !isRefused
    let isWithdrawn = isOpen && !isTap && isAskedOtherwise
    try require(
      changes.waitingSubmit?.isWithdrawn == (isTap && isOpen ? false : isWithdrawn ? true : nil),
      "a submit waits: \(changes.waitingSubmit as Any)")
    waits = isOpen && !isWithdrawn
  }
}
