// A flag: how it is typed, what it takes and what it is for. The entries are in Flags+Table.swift.
// Parsing, help, the man page and completions read them. No other code knows how a flag is spelled.

/// A flag of the command.
struct Flag: Equatable {
  /// The name of the flag, as it is typed after `--`.
  enum Name: String, CaseIterable {
    case set, insert, remove, move, focus, blur, tap, select, validate, reset, undo, redo
    case why, impact, blockers, next, previous, preview, values, json, check, convert, report, save
    case edits
    case answers, diff, migration, breaking, test, coverage, record
    case graph, around, depth
    case input, state, strict, stub
    case trailingCommas = "trailing-commas"
    case asUser = "as-user"
    case asHost = "as-host"
    case includeHidden = "include-hidden"
    case warningsAsErrors = "warnings-as-errors"
    case sarif, annotations, style, fix
    case config, baseline
    case writeBaseline = "write-baseline"
    case noConfig = "no-config"
    case dryRun = "dry-run"
    case only, changed, id, separator, typed, quiet, threads
    case failFast = "fail-fast"
    case untrusted
    case predicate, formula, predicates
    case arguments, object, variables, functions, ddm
    case timeZone = "time-zone"
    case canonical, explain, portability
    case syntaxOnly = "syntax-only"
    case declare
    case sessions, opening, seed, format, now, color, help, version, completions, man, complete
  }

  /// What a flag does, which decides what it can stand beside.
  enum Kind {
    case action
    /// Shows something of a form in place of the changes; at most one is allowed.
    case mode
    case formSetting, checkSetting, batchSetting
    /// Stands in the place of a form; at most one is allowed.
    case subject
    /// The input of a predicate or a formula.
    case operand
    /// Shows something of a text in place of its answer; at most one is allowed.
    case view
    /// Checks the texts of a pipe.
    case check
    case setting
  }

  /// What follows a flag, which decides what completions offer; the text is the placeholder.
  enum Operand: Equatable {
    case nothing
    case text(String)
    case file(String)
    /// A row, a section or an input.
    case tag(String)
    /// A position in a list.
    case item(String)
    /// The tag of a row and a value of the row, with an equals sign.
    case assignment(String)
    /// The same for an input of the form.
    case input(String)
    /// One of some words.
    case word(String, [String])
  }

  /// What the command works on: a form, one text, or a pipe of texts.
  enum Subject: Equatable {
    case form, text, pipe
  }

  let name: Name
  let operand: Operand
  let kind: Kind
  let topic: Topic
  /// What the flag does, in a few words.
  let summary: String
  /// What else there is to know; empty if the summary says it all.
  let note: String
  /// A command for a shell in the folder of this package; a test runs it.
  let example: String
  /// Whether `-h` lists the flag.
  let isCommon: Bool
  let isRepeatable: Bool
  /// Whether the value is optional.
  ///
  /// It must then be joined to the flag with an equals sign.
  let isAlone: Bool
  /// The short spelling, such as `-h`.
  let short: String?

  init(
    _ name: Name, _ operand: Operand = .nothing, _ kind: Kind, _ topic: Topic, _ summary: String,
    _ note: String = "", try example: String, isCommon: Bool = false, isRepeatable: Bool = false,
    isAlone: Bool = false, short: String? = nil
  ) {
    self.name = name
    self.operand = operand
    self.kind = kind
    self.topic = topic
    self.summary = summary
    self.note = note
    self.example = example
    self.isCommon = isCommon
    self.isRepeatable = isRepeatable || kind == .action
    self.isAlone = isAlone
    self.short = short
  }

  /// The placeholder of the value; nil if the flag takes no value.
  var placeholder: String? {
    switch operand {
    case .nothing: nil
    case .text(let text), .file(let text), .tag(let text), .item(let text), .assignment(let text),
      .input(let text), .word(let text, _):
      text
    }
  }

  /// The flag as it is typed, such as `--set`.
  var spelling: String { "--\(name.rawValue)" }

  /// The flag with its placeholder, such as `--blur TAG`.
  var usage: String {
    let long = short.map { "\($0), \(spelling)" } ?? spelling
    return placeholder.map { isAlone ? "\(long)[=\($0)]" : "\(long) \($0)" } ?? long
  }

  /// Whether the flag selects what is shown.
  ///
  /// Only one such flag is allowed.
  var isMode: Bool { kind == .mode || kind == .view }

  /// Whether what the flag shows can be written as JSON, with `--json` beside the flag.
  ///
  /// False for a mode that has only one notation, such as `--values`, which is JSON anyway.
  var hasJSON: Bool {
    switch name {
    case .why, .check, .impact, .blockers, .portability, .report, .diff, .test: true
    default: !isMode
    }
  }

  /// Whether the flag can be used with a subject.
  func fits(_ subject: Subject) -> Bool {
    switch kind {
    case .setting where name == .json: subject != .pipe
    case .setting where name == .threads: subject != .text
    case .action, .mode, .formSetting, .checkSetting, .batchSetting: subject == .form
    case .view where name == .portability: subject != .form
    case .operand where name == .functions || name == .ddm || name == .timeZone: subject != .form
    case .operand, .view: subject == .text
    case .check: subject == .pipe
    case .subject, .setting: true
    }
  }

  /// The flag for a word; nil if the word is not a flag.
  static func spelled(_ word: String) -> Flag? {
    all.first { $0.spelling == word || $0.short == word }
  }
}
