// A scenario is data: a form, what happens to it, and what must be so afterwards, a line each. This
// file reads scenarios and holds the one function that checks them.

import Foundation
import FormGraph
import Predicate
import Testing

/// A named run of steps over one form.
struct Scenario: Sendable, CustomTestStringConvertible {
  let name: String
  let form: String
  let steps: [(line: Int, words: [String], rest: String)]

  var testDescription: String { name }

  /// Reads the files of a folder beside this file.
  static func all() throws -> [Scenario] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scenarios")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try files.filter { $0.hasSuffix(".txt") }.flatMap { file in
      try read(String(contentsOf: folder.appending(path: file), encoding: .utf8))
    }
  }

  /// `form NAME` opens a form's JSON, which ends with a line `end`; `=== NAME` opens a scenario,
  /// whose first line says which form it uses.
  static func read(_ text: String) -> [Scenario] {
    var forms: [String: String] = [:]
    var scenarios: [Scenario] = []
    var json: (name: String, lines: [Substring])?
    var current: (name: String, form: String, steps: [(Int, [String], String)])?
    func flush() {
      guard let open = current else { return }
      scenarios.append(Scenario(name: open.name, form: open.form, steps: open.steps))
      current = nil
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if let open = json {
        if line == "end" {
          forms[open.name] = open.lines.joined(separator: "\n")
          json = nil
        } else {
          json?.lines.append(line)
        }
        continue
      }
      let words = line.split(separator: " ").map(String.init)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      if first == "===" {
        flush()
        current = (words.dropFirst().joined(separator: " "), "", [])
      } else if first == "open", current?.form == "" {
        // What the form opens with stands before its name.
        current?.steps.append((index + 1, words, String(line.dropFirst(5))))
      } else if first == "form", current?.form == "" {
        current?.form = forms[words[1]] ?? "no form of this name"
      } else if first == "form" {
        flush()
        json = (words[1], [])
      } else {
        let rest = String(line.drop { $0 == " " }.dropFirst(first.count).drop { $0 == " " })
        current?.steps.append((index + 1, words, rest))
      }
    }
    flush()
    return scenarios
  }
}

/// Runs a scenario and checks each of its expectations.
func check(_ scenario: Scenario) throws {
  let now = try #require(DateText.date(from: "2024-05-01T10:00:00Z"))
  let half = HalfFunction()
  let compiled: CompiledForm
  do {
    compiled = try CompiledForm.compile(json: scenario.form.utf8, functions: half.functions)
  } catch {
    for step in scenario.steps {
      #expect(step.words[0] == "fails", "\(scenario.name): \(error)")
      #expect(error.description.contains(step.rest), "\(scenario.name): \(error)")
    }
    return
  }
  var form: Form
  if let opening = scenario.steps.first(where: { $0.words[0] == "open" }) {
    guard case .dictionary(let given) = try JSONReader.read(Array(opening.rest.utf8)).value else {
      Issue.record("open takes an object of inputs")
      return
    }
    let inputs = Dictionary(uniqueKeysWithValues: zip(given.keys, given.values))
    form = try compiled.open(now: now, inputs: inputs)
  } else {
    form = compiled.open(now: now)
  }
  var changes: ChangeSet?
  var refusal: EditError?
  /// The edits since `begin`, which `commit` makes as one transaction.
  var draft: [(inout Draft) -> Void]?
  for step in scenario.steps {
    let place: Comment = "\(scenario.name), line \(step.line): \(step.words.joined(separator: " "))"
    let words = step.words
    func row() throws -> RowState { try #require(form[words[1]], place) }
    func edit(_ make: (inout Form) throws(EditError) -> ChangeSet) {
      do throws(EditError) {
        changes = try make(&form)
        refusal = nil
        #expect(form.inconsistency == nil, place)
      } catch {
        refusal = error
        changes = nil
      }
    }
    if let shape = try shapeEdit(words, step.rest, in: form) {
      if draft == nil {
        edit { form throws(EditError) in try form.update(shape) }
      } else {
        draft?.append(shape)
      }
      continue
    }
    switch words[0] {
    case "begin": draft = []
    case "commit":
      let edits = draft ?? []
      draft = nil
      edit { form throws(EditError) in
        try form.update { draft in for edit in edits { edit(&draft) } }
      }
    case "undo": edit { form throws(EditError) in try form.undo() }
    case "redo": edit { form throws(EditError) in try form.redo() }
    case "steps":
      #expect("\(form.undoCount) \(form.redoCount)" == step.rest, place)
    case "all": #expect(all(form) == step.rest, place)
    case "values":
      let value = try JSONReader.read(Array(step.rest.utf8)).value
      #expect(Value.dictionary(form.values()).equals(value), place)
    case "all-values":
      let value = try JSONReader.read(Array(step.rest.utf8)).value
      #expect(Value.dictionary(form.values(includingHidden: true)).equals(value), place)
    case "set-values", "user-set-values":
      guard case .dictionary(let values) = try JSONReader.read(Array(step.rest.utf8)).value else {
        Issue.record("set-values takes an object of values")
        continue
      }
      let editor: Editor = words[0] == "set-values" ? .host : .user
      edit { form throws(EditError) in try form.setValues(values, as: editor) }
    case "answers": edit { form throws(EditError) in try form.setAnswers(json: step.rest.utf8) }
    case "host-answers":
      edit { form throws(EditError) in try form.setAnswers(json: step.rest.utf8, as: .host) }
    case "missing":
      let missing = changes?.missing ?? refusal?.missing ?? []
      #expect(missing == Array(words.dropFirst()), place)
    case "answers-are": #expect(form.answersJSON() == step.rest, place)
    case "counts":
      #expect("\(form.visibleSections.count) \(form.sections.count)" == step.rest, place)
    case "update":
      let update = try #require(changes?.listUpdate, place)
      #expect(text(update) == step.rest, place)
    case "cause":
      let found = changes?.changes.first {
        $0.tag == words[1] && $0.property.rawValue == words[2]
      }
      #expect(found?.cause.rawValue == words[3], place)
    case "set" where draft != nil:
      guard case .dictionary(let values) = try JSONReader.read(Array(step.rest.utf8)).value else {
        Issue.record("set takes an object of values")
        continue
      }
      draft?.append { draft in
        for (tag, value) in zip(values.keys, values.values) { draft.set(tag, to: value) }
      }
    case "set":
      let object = try JSONReader.read(Array(step.rest.utf8)).value
      guard case .dictionary(let values) = object else {
        Issue.record("set takes an object of values", sourceLocation: #_sourceLocation)
        continue
      }
      edit { form throws(EditError) in
        try form.update { draft in
          for (tag, value) in zip(values.keys, values.values) { draft.set(tag, to: value) }
        }
      }
    case "open": break
    case "user-set-all":
      guard case .dictionary(let values) = try JSONReader.read(Array(step.rest.utf8)).value else {
        Issue.record("user-set-all takes an object of values")
        continue
      }
      edit { form throws(EditError) in
        try form.update(as: .user) { draft in
          for (tag, value) in zip(values.keys, values.values) { draft.set(tag, to: value) }
        }
      }
    case "problem-order":
      #expect(changes?.problemsBegan.flatMap(\.tags) == Array(words.dropFirst()), place)
      #expect(form.problems.flatMap(\.tags) == Array(words.dropFirst()), place)
    case "user-set":
      let value = try JSONReader.read(Array(words[2...].joined(separator: " ").utf8)).value
      edit { form throws(EditError) in try form.set(words[1], to: value, as: .user) }
    case "resolve" where draft != nil:
      let (token, result) = try answer(words)
      draft?.append { $0.resolve(token, with: result) }
    case "resolve":
      let (token, result) = try answer(words)
      edit { form throws(EditError) in try form.resolve(token, with: result) }
    case "user-resolve":
      let (token, result) = try answer(Array(words))
      edit { form throws(EditError) in
        try form.update(as: .user) { $0.resolve(token, with: result) }
      }
    case "pending": #expect(form.pendingValidations.map(text) == Array(words.dropFirst()), place)
    case "pending-began":
      #expect(changes?.pendingBegan.map(text) == Array(words.dropFirst()), place)
    case "pending-ended":
      #expect(changes?.pendingEnded.map(text) == Array(words.dropFirst()), place)
    case "asked":
      let pending = form.pendingValidations.first { $0.token.description == words[1] }
      let value = try JSONReader.read(Array(after(words.prefix(3), step.rest).utf8)).value
      #expect(pending?.function == words[2], place)
      let arguments = pending.map { zip($0.arguments.names, $0.arguments.values).map { ($0, $1) } }
      let found = Value.dictionary(ValueDictionary(arguments ?? []))
      #expect(found.equals(value), place)
    case "waits", "withdrawn":
      let waiting = changes?.waitingSubmit
      let isTold = waiting?.isWithdrawn == (words[0] == "withdrawn")
      #expect((isTold ? waiting?.tag : nil) == words.dropFirst().first, place)
    case "reopen":
      let text = JSONWriter.text(of: form.savedState.json)
      let saved = try SavedState(JSONReader.read(Array(text.utf8)))
      form = try compiled.open(now: now, restoring: saved).form
    case "blur": edit { form throws(EditError) in try form.blur(words[1]) }
    case "validate":
      let scope = scope(words.dropFirst())
      edit { form throws(EditError) in try form.validate(scope) }
    case "quiet":
      let parts = words.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
      let found = try form.verdicts(of: scope(parts[0])).map { verdict in
        "\(verdict.row.name ?? "-")=\(verdict.errors.count)"
      }
      #expect(found == Array(parts[1]), place)
    case "invalid":
      #expect(form.invalidRows.map { $0.name ?? "-" } == Array(words.dropFirst()), place)
    case "reset" where draft != nil: draft?.append { $0.reset(words[1]) }
    case "reset": edit { form throws(EditError) in try form.reset(words[1]) }
    case "user-reset":
      edit { form throws(EditError) in try form.update(as: .user) { $0.reset(words[1]) } }
    case "user-reset-all":
      edit { form throws(EditError) in try form.update(as: .user) { $0.resetAll() } }
    case "reset-all": edit { form throws(EditError) in try form.resetAll() }
    case "dirty":
      #expect(form.dirtyRows.compactMap(\.name) == Array(words.dropFirst()), place)
      #expect(form.isDirty || words.count == 1, place)
    case "is-dirty": #expect(form.isDirty(words[1]) == (words[2] == "yes"), place)
    case "display":
      let text = words.count == 2 ? nil : words.dropFirst(2).joined(separator: " ")
      #expect(try row().displayText == text, place)
    case "focus": edit { form throws(EditError) in try form.focus(words[1]) }
    case "tap" where draft != nil: draft?.append { $0.tap(words[1]) }
    case "tap" where words.count > 2:
      edit { form throws(EditError) in try form.tap(words[1], action: words[2]) }
    case "tap": edit { form throws(EditError) in try form.tap(words[1]) }
    case "select":
      let option = try JSONReader.read(Array(words[2...].joined(separator: " ").utf8)).value
      if draft != nil {
        draft?.append { $0.select(option, of: words[1]) }
      } else {
        edit { form throws(EditError) in try form.select(option, of: words[1]) }
      }
    case "groups":
      let groups = try row().optionGroups?.map { group in
        "\(group.title ?? "-"):\(group.options.map { plain($0.value) }.joined(separator: ","))"
      }
      #expect(groups ?? [] == Array(words.dropFirst(2)), place)
    case "text":
      let text = try #require(texts(of: words[1], in: form), place)[words[2]]
      #expect(text == after(words.prefix(3), step.rest), place)
    case "told":
      let found = changes?.changes.filter {
        ($0.tag ?? "form") == words[1] && $0.property.rawValue == words[2]
      }
      let value = try JSONReader.read(Array(after(words.prefix(3), step.rest).utf8)).value
      #expect(found?.map(\.new) == [value], place)
    case "option-title":
      let option = try row().allOptions.first { plain($0.value) == words[2] }
      #expect(option?.title?.single == after(words.prefix(3), step.rest), place)
    case "bounds":
      let value = try JSONReader.read(Array(after(words.prefix(2), step.rest).utf8)).value
      let bounds = bounds(try row().bounds)
      #expect(bounds == value, place)
    case "footers":
      let footers = try row().optionGroups?.compactMap { group in
        group.footer.map { "\(group.key)=\($0)" }
      }
      #expect(footers == Array(words.dropFirst(2)), place)
    case "focus-is":
      let focus = changes?.focus.map { "\($0.oldTag ?? "-") \($0.newTag ?? "-")" }
      #expect(focus ?? "" == step.rest, place)
    case "disabled-options":
      #expect(try row().disabledOptions.map(plain) == Array(words.dropFirst(2)), place)
    case "can":
      let (can, edit) = (words[3] == "yes", words[2])
      if edit == "insert" {
        #expect(form.section(words[1])?.canInsert == can, place)
      } else {
        let address = try #require(ItemAddress(words[1]), place)
        let item = form.section(address.section)?.items?[address.position]
        #expect((edit == "delete" ? item?.canDelete : item?.canMove) == can, place)
      }
    case "user-edit":
      let shape = try #require(try shapeEdit(Array(words.dropFirst()), step.rest, in: form), place)
      edit { form throws(EditError) in try form.update(as: .user, shape) }
    case "next", "previous":
      let options = words.dropFirst(3).isEmpty ? nil : Navigation(words.dropFirst(3))
      let found =
        words[0] == "next"
        ? form.next(after: words[1], navigation: options)
        : form.previous(before: words[1], navigation: options)
      #expect(found.map { $0.name ?? "-" } ?? "nil" == words[2], place)
    case "first-to-focus":
      #expect(form.firstToFocus?.name ?? "nil" == words[1], place)
    case "actions":
      let actions = changes?.actions.map { action in
        let name = action.name.map { ".\($0)" } ?? ""
        let option = action.option.map { ":\(plain($0))" } ?? ""
        return "\(action.tag ?? "-")\(name)=\(action.kind)\(option)"
      }
      #expect(actions == Array(words.dropFirst()), place)
    case "row-actions":
      let actions = try row().actions.map { action in
        "\(action.name)\(action.isDisabled ? "!" : "")"
          + (action.title.map { ":\($0.replacing(" ", with: "_"))" } ?? "")
      }
      #expect(actions == Array(words.dropFirst(2)), place)
    case "refused-submit":
      let refused = changes?.refusedSubmit.map { [$0.tag ?? "-", $0.firstInvalidTag ?? "-"] }
      #expect(refused ?? [] == Array(words.dropFirst()), place)
    case "focused": #expect(form.focusedRow?.tag == words.dropFirst().first, place)
    case "blurred": #expect(try row().wasBlurred == (words[2] == "yes"), place)
    case "go-forward" where draft != nil: draft?.append { $0.goForward() }
    case "go-forward": edit { form throws(EditError) in try form.goForward() }
    case "go-back": edit { form throws(EditError) in try form.goBack() }
    case "page": #expect(index(form.currentPage) == words[1], place)
    case "page-is":
      let move = changes?.page.map { "\(index($0.old)) \(index($0.new))" }
      #expect(move ?? "" == step.rest, place)
    case "pages": #expect(form.pages.map(text) == Array(words.dropFirst()), place)
    case "page-changes":
      #expect(changes?.pageChanges.flatMap(text) == Array(words.dropFirst()), place)
    case "refused-move":
      let refused = changes?.refusedMove.map { "\($0.page) \($0.firstInvalidTag ?? "-")" }
      #expect(refused ?? "" == step.rest, place)
    case "progress": #expect(text(form.progress) == words[1], place)
    case "clear-errors": edit { form throws(EditError) in try form.clearErrors() }
    case "now":
      let date = try #require(DateText.date(from: words[1]), place)
      edit { form throws(EditError) in try form.setNow(date) }
    case "table":
      let table = try table(after(words.prefix(2), step.rest))
      if draft != nil {
        draft?.append { $0.replaceTable(words[1], with: table) }
      } else {
        edit { form throws(EditError) in try form.replaceTable(words[1], with: table) }
      }
    case "examined": #expect(changes?.examinedRowCount == Int(words[1]), place)
    case "options":
      let values = try row().options?.map { plain($0.value) }
      #expect(values == Array(words.dropFirst(2)), place)
    case "calls": #expect(half.take() == Int(words[1]), place)
    case "ok": #expect(refusal == nil && changes != nil, "\(place): \(refusal?.description ?? "")")
    case "refused": #expect(refusal?.description.contains(step.rest) == true, place)
    case "visible": #expect(visible(form) == step.rest, "\(place): \(refusal?.description ?? "")")
    case "evaluated": #expect(changes?.evaluatedCount == Int(words[1]), place)
    case "unchanged": #expect(changes?.isEmpty == true, place)
    case "value":
      let value = try JSONReader.read(Array(words[2...].joined(separator: " ").utf8)).value
      #expect(try row().value.equals(value), place)
    case "follows":
      #expect(form[words[1]]?.follows.map(String.init) == words[2], place)
    case "is": #expect(try flags(form, words[1]) == words[2...].sorted(), place)
    case "errors":
      let errors =
        words.count == 2 ? [] : step.rest.dropFirst(words[1].count + 1).split(separator: "|")
      let shown = try row().errors.map(\.message)
      #expect(shown == errors.map { $0.trimmingCharacters(in: .whitespaces) }, place)
    case "says":
      let messages =
        words.count == 2 ? [] : step.rest.dropFirst(words[1].count + 1).split(separator: "|")
      #expect(
        form[words[1]]?.verdict.map(\.message)
          == messages.map { $0.trimmingCharacters(in: .whitespaces) }, place)
    case "ids":
      #expect(form[words[1]]?.verdict.map { $0.id ?? "-" } == Array(words.dropFirst(2)), place)
    case "message-ids":
      let ids = form[words[1]]?.verdict.map { $0.messageID?.rawValue ?? "-" }
      #expect(ids == Array(words.dropFirst(2)), place)
    case "verdict": #expect(form[words[1]]?.verdict.count == Int(words[2]), place)
    case "submit": #expect(form.canSubmit == (words[1] == "yes"), place)
    case "out-of-bounds":
      let lists = try form.sectionsOutOfBounds().map { section in
        "\(section.name ?? "-"):\(section.verdict.map(\.message).joined(separator: " "))"
      }
      #expect(lists.joined(separator: " / ") == step.rest, place)
    case "first-invalid": #expect(form.firstInvalid?.tag == words.dropFirst().first, place)
    case "because":
      let found = changes?.changes.first {
        $0.tag == words[1] && $0.property.rawValue == words[2]
      }
      #expect(found?.because == Array(words.dropFirst(3)), place)
    case "changes":
      let listed = changes?.changes.map { "\($0.tag ?? "-").\($0.property.rawValue)" } ?? []
      #expect(listed == Array(words.dropFirst()), place)
    case "count":
      let property = try #require(Change.Property(rawValue: words[1]), place)
      #expect(changes?.count(of: property) == Int(words[2]), place)
    case "problems": #expect(form.problems.count == Int(words[1]), place)
    case "problem": #expect(form.problems.contains { $0.message.contains(step.rest) }, place)
    case "observers":
      #expect(observers(of: words[1], in: form) == words.dropFirst(2).sorted(), place)
    case "hidden-observers", "disabled-observers":
      let attribute: Attribute = words[0] == "hidden-observers" ? .hidden : .disabled
      let found = observers(of: words[1], deciding: attribute, in: form)
      #expect(found == words.dropFirst(2).sorted(), place)
    case "tags":
      let tags = form.sections.flatMap(\.rows).compactMap(\.tag)
      #expect(tags == Array(words.dropFirst()), place)
      for tag in tags { #expect(form[tag]?.tag == tag, place) }
    case "depths":
      #expect(form.sections.map { String($0.depth) } == Array(words.dropFirst()), place)
    case "section":
      let section = try #require(form.section(words[1]), place)
      #expect((words[2] == "hidden") == section.isHidden, place)
    case "notes":
      #expect(changes?.notes.map(\.message).joined(separator: " | ") == step.rest, place)
    case "note":
      #expect(changes?.notes.map(\.message).contains { $0.contains(step.rest) } == true, place)
    default: Issue.record("the scenario says nothing this test understands: \(place)")
    }
  }
}

/// A table as a form file has it.
func table(_ json: String) throws -> FormTable {
  let form = "{ \"tables\": { \"t\": \(json) }, \"sections\": [] }"
  return try #require(CompiledForm.compile(json: form.utf8).tables["t"])
}

/// A token and a result in words.
private func answer(_ words: [String]) throws -> (ValidationToken, Value) {
  let token = try #require(ValidationToken(words[1]))
  return (token, try JSONReader.read(Array(words[2...].joined(separator: " ").utf8)).value)
}

/// A question in a word: `name=t1`.
private func text(_ pending: PendingValidation) -> String {
  "\(pending.tag ?? "-")=\(pending.token)"
}

/// A scope in words: `section s`, `row r`, then `hidden` and `enabled`.
private func scope(_ words: ArraySlice<String>) -> ValidationScope {
  let words = Array(words)
  let name = words.count > 1 ? words[1] : ""
  var scope: ValidationScope =
    switch words.first {
    case "section": .section(name)
    case "row": .row(name)
    default: .form
    }
  scope.includesHidden = words.contains("hidden")
  scope.includesDisabled = !words.contains("enabled")
  return scope
}

extension Navigation {
  /// Options in words: `off`, or `on` with `stop` and `skip`.
  fileprivate init(_ words: ArraySlice<String>) {
    self = words.contains("on") ? .enabled : .disabled
    if words.contains("stop") { insert(.stopDisabledRow) }
    if words.contains("skip") { insert(.skipCanNotBecomeFirstResponderRow) }
  }
}

/// A value, text without quotes.
private func plain(_ value: Value) -> String {
  if case .string(let text) = value { text } else { "\(value)" }
}

/// What stands behind the words that a step begins with, blanks and all.
private func after(_ words: ArraySlice<String>, _ rest: String) -> String {
  words.dropFirst().reduce(rest) { rest, word in
    String(rest.drop { $0 == " " }.dropFirst(word.count))
  }.dropFirst().description
}

/// The texts of `form`, `page:1`, `section:TAG` or a row, by their keys.
private func texts(of word: String, in form: Form) -> [String: String]? {
  let texts: ShownTexts? =
    if word == "form" {
      form.texts
    } else if word.hasPrefix("section:") {
      form.section(String(word.dropFirst(8)))?.texts
    } else if word.hasPrefix("page:"), let page = Int(word.dropFirst(5)) {
      form.pages[page].texts
    } else {
      form[word]?.texts
    }
  guard let texts else { return nil }
  return Dictionary(uniqueKeysWithValues: texts.given.map { ($0.key.rawValue, $0.text) })
}

/// The bounds that stand now, by their keys.
private func bounds(_ bounds: RowBounds<Value>) -> Value {
  let all = [("minimum", bounds.minimum), ("maximum", bounds.maximum), ("step", bounds.step)]
  return .dictionary(ValueDictionary(all.compactMap { key, value in value.map { (key, $0) } }))
}

/// The index of a page; `-` for none.
private func index(_ page: Int?) -> String { page.map(String.init) ?? "-" }

private func text(_ progress: FormProgress) -> String {
  "\(progress.answered)/\(progress.required)"
}

/// What is so of a page: `shown,invalid,1/2`.
private func text(_ page: PageState) -> String {
  (page.isVisible ? "shown," : "hidden,") + (page.isValid ? "" : "invalid,") + text(page.progress)
}

/// What has changed of a page: `1.visible 1.valid`.
private func text(_ change: PageChange) -> [String] {
  let (old, new) = (change.old, change.new)
  let words = [
    old.isVisible == new.isVisible ? nil : "visible", old.isValid == new.isValid ? nil : "valid",
    old.isComplete == new.isComplete ? nil : "complete",
    old.progress == new.progress ? nil : "progress",
  ]
  return words.compactMap { $0 }.map { "\(new.index).\($0)" }
}

/// The visible rows by section: `a b / c`; a row without a tag by its title in brackets.
private func visible(_ form: Form) -> String {
  form.visibleSections.map { section in
    section.visibleRows.map { $0.name ?? "[\($0.definition.texts.title ?? "")]" }
      .joined(separator: " ")
  }.joined(separator: " / ")
}

/// All rows by section, hidden ones too.
private func all(_ form: Form) -> String {
  form.sections.map { section in
    section.rows.map { $0.name ?? "[\($0.definition.texts.title ?? "")]" }.joined(separator: " ")
  }.joined(separator: " / ")
}

/// A list update in a line: `-0.1 +1.0 0.2>0.0 ~0.3`.
private func text(_ update: ListUpdate) -> String {
  func text(_ place: ListPlace) -> String {
    place.row.map { "\(place.section).\($0)" } ?? "\(place.section)"
  }
  return
    (update.deletes.map { "-\(text($0))" } + update.inserts.map { "+\(text($0))" }
    + update.moves.map { "\(text($0.from))>\(text($0.to))" }
    + update.reloads.map { "~\(text($0))" }).joined(separator: " ")
}

/// What is so of a row, in words, sorted.
private func flags(_ form: Form, _ tag: String) throws -> [String] {
  if tag.hasPrefix("section:") {
    let section = try #require(form.section(String(tag.dropFirst(8))))
    return [
      section.isHidden ? "hidden" : "shown", section.isDisabled ? "disabled" : "enabled",
      section.isValid ? "valid" : "invalid",
    ].sorted()
  }
  let row = try #require(form[tag])
  var flags = [row.isHidden ? "hidden" : "shown", row.isDisabled ? "disabled" : "enabled"]
  if row.isRequired { flags.append("required") }
  flags.append(row.isValid ? "valid" : "invalid")
  return flags.sorted()
}

@Test("Behaviours", arguments: try Scenario.all())
func scenarios(_ scenario: Scenario) throws {
  try check(scenario)
}
