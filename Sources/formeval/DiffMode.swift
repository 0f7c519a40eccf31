// Compares two versions of a form and shows the changes: those that break saved answers are marked.
// The changes come from FormAnalysis; only their words are chosen here.

import FormAnalysis
import FormGraph
import Predicate

/// Shows the changes between two versions of a form.
struct DiffMode {
  let diff: FormDiff
  let style: Style

  /// Whether a change breaks saved answers, all of them or some.
  var isBreaking: Bool { diff.breaks >= .sometimes }

  // MARK: - Text

  /// A line for each change, and a line with the counts.
  var text: String {
    var columns = Columns()
    for change in diff.changes {
      let (word, ink) = Self.word(change.breaks)
      columns.append(
        Cell(word, ink), Cell(change.place.printable), Cell(Self.sentence(change).printable))
    }
    var lines = columns.lines(style) + [summary]
    if let proposal {
      lines.append("probably renamed; as a migration: \(JSONWriter.text(of: proposal).printable)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The migration that renames what probably has another name; nil if there is nothing.
  private var proposal: Value? {
    guard !diff.probableRenames.isEmpty else { return nil }
    let renames = diff.probableRenames.map { ($0.old, Value.string($0.new)) }
    return ["rename": .dictionary(ValueDictionary(renames))]
  }

  private static func word(_ breaks: FormChange.Breaking) -> (String, Ink) {
    switch breaks {
    case .no: ("ok", .faint)
    case .unknown: ("unknown", .plain)
    case .sometimes: ("may break", .yellow)
    case .yes: ("breaks", .red)
    }
  }

  private static func sentence(_ change: FormChange) -> String {
    let (old, new) = (change.old ?? "none", change.new ?? "none")
    return switch change.kind {
    case .added, .removed:
      "\(change.kind.rawValue): \(change.subject.rawValue)"
        + kindNote(change.new ?? change.old, change.subject)
    case .moved: "moved: \(old) → \(new)"
    case .order:
      change.key == nil
        ? "the order of what is in it has changed" : "the order of the options has changed"
    case .renamed: "renamed: \(old) → \(new)"
    case .dropped:
      change.key == nil
        ? "the answers of '\(old)' are dropped"
        : "the migration turns \(old) into \(new), and \(old) is still an option"
    case .name: "name of the value: \(old) → \(new)"
    case .type: "type: \(old) → \(new)"
    case .optionAdded: "option added: \(new)"
    case .optionRemoved: "option removed: \(old)"
    case .optionRevalued: "option has another value: \(old) → \(new)"
    case .rule:
      change.old == nil
        ? "rule added: \(new)"
        : change.new == nil ? "rule removed: \(old)" : "rule: \(old) → \(new)"
    case .required, .condition, .filter:
      "\(change.key ?? change.kind.rawValue): \(difference(change))"
    case .table: "the contents have changed"
    case .options, .bound, .formula, .setting:
      "\(change.key ?? change.kind.rawValue): \(old) → \(new)"
    }
  }

  /// The old and the new text of a condition, or the parts that differ.
  private static func difference(_ change: FormChange) -> String {
    if change.oldParts.isEmpty, change.newParts.isEmpty {
      return "\(change.old ?? "none") → \(change.new ?? "none")"
    }
    func list(_ parts: [String]) -> String {
      parts.isEmpty ? "none" : parts.joined(separator: "; ")
    }
    return "\(list(change.oldParts)) → \(list(change.newParts)), the rest is the same"
  }

  /// The type of a row in parentheses; nothing if the subject says it.
  private static func kindNote(_ kind: String?, _ subject: FormChange.Subject) -> String {
    guard let kind, kind != subject.rawValue else { return "" }
    return " (\(kind))"
  }

  private var summary: String {
    let changes = diff.changes
    guard !changes.isEmpty || diff.changedTexts > 0 else { return "no changes" }
    var parts = [counted(changes.count, "change")]
    for (breaks, words) in [
      (FormChange.Breaking.yes, "break saved answers"), (.sometimes, "may break some"),
      (.unknown, "unknown without answers"),
    ] {
      let count = changes.count { $0.breaks == breaks }
      let isOne = count == 1 && breaks == .yes
      if count > 0 { parts.append(isOne ? "1 breaks saved answers" : "\(count) \(words)") }
    }
    if diff.changedTexts > 0 { parts.append("\(counted(diff.changedTexts, "text")) changed") }
    return parts.joined(separator: ", ")
  }

  // MARK: - JSON

  /// The changes as a JSON object.
  var json: ValueDictionary {
    let changes = diff.changes.map { change -> Value in
      var members: [(String, Value)] = [
        ("place", .string(change.place)), ("subject", .string(change.subject.rawValue)),
        ("kind", .string(change.kind.rawValue)),
      ]
      for (key, text) in [("key", change.key), ("old", change.old), ("new", change.new)] {
        if let text { members.append((key, .string(text))) }
      }
      for (key, parts) in [("oldParts", change.oldParts), ("newParts", change.newParts)]
      where !parts.isEmpty { members.append((key, .array(parts.map(Value.string)))) }
      members.append(("breaks", .string(change.breaks.rawValue)))
      return .dictionary(ValueDictionary(members))
    }
    var members: [(String, Value)] = [
      ("changes", .array(changes)), ("texts", .int(Int64(diff.changedTexts))),
      ("breaks", .string(diff.breaks.rawValue)),
    ]
    if let proposal { members.append(("proposedMigration", proposal)) }
    return ValueDictionary(members)
  }
}

extension Session {
  /// Compares the form with its older version.
  func compare(with path: String, _ output: inout Output) throws(CommandError) {
    let stubs = try allStubs()
    // Of a pipe, as `git show` fills it, nothing is known but that it is an older version.
    let isPipe = path == Arguments.standardInput || PathKind(of: path) == .other
    let (old, oldWarnings, _) = try compile(
      path, stubs, tablesBeside: isPipe ? arguments.form : path)
    let (new, newWarnings, _) = try compile(arguments.form, stubs)
    try refuseUnused(stubs, in: [old, new])
    output.warnings = oldWarnings + newWarnings
    var migration = Migration()
    if let given = try self.migration() {
      let problems = given.problems + given.migration.problems(from: old, to: new)
      guard problems.isEmpty else { throw .refused(problems, in: given.source) }
      migration = given.migration.completed(from: old)
    }
    let mode = DiffMode(
      diff: FormDiff(old: old, new: new, migration: migration), style: style)
    var isBreaking = mode.isBreaking
    var answers: AnswersComparison?
    if let path = arguments.comparedAnswers {
      let comparison = try compare(old, new, migration, answers: path)
      isBreaking = comparison.brokenCount > 0
      if comparison.unreadableCount > 0 { output.status = CommandError.refused }
      answers = comparison
    }
    if arguments.isJSON {
      var json = mode.json
      if let answers { json["answers"] = answers.json }
      output.result = JSONWriter.text(of: .dictionary(json)) + "\n"
    } else {
      output.result = mode.text + (answers.map { "\n" + $0.text(style) } ?? "")
    }
    if arguments.isBreakingRefused, isBreaking { output.status = CommandError.refused }
  }

  /// Validates each line of answers with both versions of a form.
  private func compare(
    _ old: CompiledForm, _ new: CompiledForm, _ migration: Migration, answers path: String
  ) throws(CommandError) -> AnswersComparison {
    // Each version gets the inputs that it declares; an input of neither is a mistake.
    func opened(_ form: CompiledForm, with other: CompiledForm) throws(CommandError) -> Form {
      let names = Set(form.definition.inputs.map(\.name))
      let others = Set(other.definition.inputs.map(\.name))
      let given = arguments.inputs.filter { names.contains($0.name) || !others.contains($0.name) }
      let inputs = try ActionReader(form.definition).inputs(given)
      do throws(EditError) {
        return try form.open(
          now: arguments.now ?? now, inputs: inputs, isStrict: arguments.isStrict)
      } catch {
        throw CommandError(error)
      }
    }
    let migrator = Migrator(migration, to: new.definition)
    let isHidden = arguments.includesHidden
    let oldForm = try opened(old, with: new)
    var comparison = AnswersComparison(
      old: AnswersMode(oldForm, as: editor, includesHidden: isHidden),
      new: AnswersMode(
        try opened(new, with: old), as: editor, includesHidden: isHidden, migrator: migrator),
      migrator: migrator)
    try comparison.setFormat(arguments.batch.format)
    var (blocks, csv) = try self.answers(in: path, for: oldForm)
    comparison.csv = csv
    while let block = try blocks.next() {
      block.forEachLine { line, number in
        comparison.compare(line, number: number)
        return true
      }
    }
    return comparison
  }

  /// The migration of the command line, without mistakes of its shape; nil if none is given.
  func validMigration() throws(CommandError) -> Migration? {
    guard let given = try migration() else { return nil }
    guard given.problems.isEmpty else { throw .refused(given.problems, in: given.source) }
    return given.migration
  }

  /// The migration of the command line, with its file and the mistakes of its shape; nil if none is
  /// given.
  private func migration() throws(CommandError) -> (
    migration: Migration, source: FormSource, problems: [Problem]
  )? {
    guard let path = arguments.migration else { return nil }
    let bytes = try read(path)
    let name = Files.name(of: path)
    do throws(Problem) {
      let root = try JSONReader.readDistinct(bytes)
      let (migration, problems) = Migration.read(root)
      return (migration, FormSource(name: name, bytes: bytes, root: root), problems)
    } catch {
      throw .refused(error, in: FormSource(name: name, bytes: bytes))
    }
  }

  /// A saved state, after the migration of the command line.
  func migrated(
    _ state: SavedState, to form: CompiledForm
  ) throws(CommandError) -> SavedState {
    guard let migration = try validMigration() else { return state }
    do throws(Migration.Collision) {
      return try Migrator(migration, to: form.definition).migrated(state)
    } catch {
      throw .refused("the migration does not fit the saved state: \(error.description)")
    }
  }
}
