// The table of flags. Parsing and `--help` use it. No other code knows how a flag is spelled.

/// A flag of the command.
struct Flag: Equatable {
  /// The name of the flag, as it is typed after `--`.
  enum Name: String, CaseIterable {
    case set, insert, remove, move, focus, blur, tap, select, validate, reset, undo, redo
    case why, impact, blockers, next, previous, values, json, check, convert, save, edits, answers
    case diff, migration, breaking, test, coverage, record
    case input, state, strict, stub
    case trailingCommas = "trailing-commas"
    case asUser = "as-user"
    case asHost = "as-host"
    case includeHidden = "include-hidden"
    case warningsAsErrors = "warnings-as-errors"
    case sarif, annotations, style, fix
    case dryRun = "dry-run"
    case only, changed, id, quiet, threads
    case failFast = "fail-fast"
    case untrusted
    case predicate, formula, predicates
    case arguments, object, variables, functions
    case timeZone = "time-zone"
    case canonical, explain, portability
    case syntaxOnly = "syntax-only"
    case declare
    case sessions, format, now, color, help, version
  }

  /// The purpose of a flag.
  ///
  /// The raw values are the headings of `--help`.
  enum Kind: String, CaseIterable {
    case action = "Actions, run in the order given"
    case mode = "What to show instead of the changes; at most one"
    case formSetting = "Form settings"
    case checkSetting = "With --check"
    case batchSetting = "With --answers"
    case subject = "Instead of a form; exactly one"
    case operand = "Input of a predicate or a formula"
    case view = "What to show of it instead of its answer; at most one"
    case check = "With --predicates: check each text, without evaluating it"
    case setting = "General settings"
  }

  /// What the command works on: a form, one text, or a pipe of texts.
  enum Subject: Equatable {
    case form, text, pipe
  }

  let name: Name
  /// The placeholder of the value; nil if the flag takes no value.
  let placeholder: String?
  let summary: String
  let kind: Kind
  let isRepeatable: Bool
  /// Whether the value is optional.
  ///
  /// It must then be joined to the flag with an equals sign.
  let isAlone: Bool
  /// The short spelling, such as `-h`.
  let short: String?

  private init(
    _ name: Name, _ placeholder: String? = nil, _ summary: String, _ kind: Kind,
    isRepeatable: Bool = false, isAlone: Bool = false, short: String? = nil
  ) {
    self.name = name
    self.placeholder = placeholder
    self.summary = summary
    self.kind = kind
    self.isRepeatable = isRepeatable
    self.isAlone = isAlone
    self.short = short
  }

  /// The flag as it is typed, such as `--set`.
  var spelling: String { "--\(name.rawValue)" }

  /// The flag with its placeholder, such as `--blur TAG`.
  var usage: String {
    guard let placeholder else { return short.map { "\($0), \(spelling)" } ?? spelling }
    return isAlone ? "\(spelling)[=\(placeholder)]" : "\(spelling) \(placeholder)"
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
    case .why, .check, .impact, .blockers, .portability, .diff, .test: true
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
    case .operand where name == .functions || name == .timeZone: subject != .form
    case .operand, .view: subject == .text
    case .check: subject == .pipe
    case .subject, .setting: true
    }
  }

  /// Every flag, in the order of `--help`.
  static let all: [Flag] = [
    Flag(
      .set, "TAG=TEXT", "set a value as the row's type reads it; TAG:=JSON is exact; @FILE is JSON",
      .action, isRepeatable: true),
    Flag(
      .insert, "TAG[N]", "insert an item at position N, from 0; TAG[N]=TEXT gives its value",
      .action, isRepeatable: true),
    Flag(.remove, "TAG[N]", "remove an item", .action, isRepeatable: true),
    Flag(.move, "TAG[N]=TO", "move an item to position TO", .action, isRepeatable: true),
    Flag(
      .focus, "TAG", "enter a row, which leaves the row entered before", .action,
      isRepeatable: true),
    Flag(.blur, "TAG", "leave a row, as a user does", .action, isRepeatable: true),
    Flag(
      .tap, "TAG",
      "tap a row; status 1 if it submits and the form is invalid; TAG=NAME taps an action",
      .action, isRepeatable: true),
    Flag(
      .select, "TAG=OPTION", "tap an option, which selects or deselects it; TAG:=JSON is exact",
      .action, isRepeatable: true),
    Flag(
      .validate, "TAG",
      "show the errors of the visible rows, or of one section or row; status 1 if one is invalid",
      .action, isRepeatable: true, isAlone: true),
    Flag(
      .reset, "TAG", "give everything, or one row or list, its start value", .action,
      isRepeatable: true, isAlone: true),
    Flag(
      .undo, nil, "undo the last transaction that changed values or items", .action,
      isRepeatable: true),
    Flag(.redo, nil, "redo the transaction that was undone last", .action, isRepeatable: true),

    Flag(
      .why, "TAG", "explain everything that decides a row or a section", .mode, isRepeatable: true),
    Flag(
      .impact, "TAG", "what a change of a row or a section can reach, and what it reads", .mode,
      isRepeatable: true),
    Flag(.blockers, nil, "what keeps the form from being submitted", .mode),
    Flag(
      .next, "TAG", "the row that the user's next key leads to", .mode, isRepeatable: true),
    Flag(
      .previous, "TAG", "the row that the user's previous key leads to", .mode, isRepeatable: true),
    Flag(.values, nil, "the values as JSON", .mode),
    Flag(.check, nil, "only check the form, or several; list probable mistakes", .mode),
    Flag(.convert, nil, "the form in the file format of this package", .mode),
    Flag(.save, nil, "the state of the form as JSON, for --state", .mode),
    Flag(.edits, "FILE", "for each line of edits in FILE, one line with its change set", .mode),
    Flag(.answers, "FILE", "validate each line of answers in FILE, which may be CSV", .mode),
    Flag(
      .diff, "OLD",
      "what has changed since OLD, a form: formeval --diff old.json new.json; with --answers also "
        + "what it does to answers", .mode),
    Flag(
      .test, "FILE", "run the scenarios in FILE; status 1 if one fails; files may follow FORM too",
      .mode, isRepeatable: true),

    Flag(
      .input, "NAME=TEXT", "set an input before the form opens; written like --set", .formSetting,
      isRepeatable: true),
    Flag(.state, "FILE", "restore a state that --save wrote", .formSetting),
    Flag(
      .stub, "NAME=FORMULA",
      "a formula for a function of the host app, with $A in NAME(A)=FORMULA; or a JSON FILE",
      .formSetting, isRepeatable: true),
    Flag(.strict, nil, "refuse an edit after which a condition cannot be evaluated", .formSetting),
    Flag(
      .trailingCommas, nil, "accept a comma before a closing bracket, which JSON forbids",
      .formSetting),
    Flag(
      .asUser, nil,
      "edit as a user, who cannot change hidden or disabled rows; the default of --answers",
      .formSetting),
    Flag(
      .asHost, nil, "edit as the host, who can; the default of --set and --edits", .formSetting),
    Flag(
      .includeHidden, nil, "with --values, --answers or --validate: include hidden rows",
      .formSetting),
    Flag(
      .coverage, nil, "with --test: which results and comparisons of conditions were seen",
      .formSetting),
    Flag(
      .format, "FORMAT", "with --test: tap or junit in place of text; with --coverage: lcov",
      .formSetting),
    Flag(
      .sessions, "N",
      "with --edits: how many named sessions there may be; 100 000 if not given, 1 000 with "
        + "--untrusted", .formSetting),
    Flag(.record, nil, "with --edits: a scenario for --test in place of changes", .formSetting),
    Flag(
      .migration, "FILE",
      "apply FILE to the saved state or the answers; with --diff also check it", .formSetting),
    Flag(
      .breaking, nil, "with --diff: status 1 if a change breaks saved answers", .formSetting),

    Flag(.warningsAsErrors, nil, "status 1 if there is a warning", .checkSetting),
    Flag(.style, nil, "list findings about style too", .checkSetting),
    Flag(.fix, nil, "apply the fixes that are certain, in the files of the forms", .checkSetting),
    Flag(.dryRun, nil, "with --fix: only show what would change", .checkSetting),
    Flag(.sarif, nil, "the findings as SARIF 2.1.0", .checkSetting),
    Flag(
      .annotations, nil, "the findings as ::error and ::warning lines for a code host",
      .checkSetting),

    Flag(
      .only, "WORDS", "only these of valid, errors, missing, problems, pending, values, or names",
      .batchSetting),
    Flag(.changed, nil, "only values that differ from the input", .batchSetting),
    Flag(
      .id, "KEY", "the value of KEY in each result, in place of the number of the line",
      .batchSetting),
    Flag(.quiet, nil, "only the summary, on standard error", .batchSetting),
    Flag(.failFast, nil, "stop at the first line that is no JSON object", .batchSetting),

    Flag(.predicate, "TEXT", "evaluate a predicate: true or false", .subject),
    Flag(.formula, "TEXT", "evaluate an expression: its value", .subject),
    Flag(.predicates, "FILE", "answer each line of JSON in FILE with a line of JSON", .subject),

    Flag(.arguments, "JSON", "a list with one value for each placeholder of the text", .operand),
    Flag(.object, "FILE", "the JSON that SELF and keys read", .operand),
    Flag(.variables, "JSON", "an object with the values of $names, written without $", .operand),
    Flag(
      .functions, "SET", "apple, or extended for the functions beyond Apple's; apple if not given",
      .operand),
    Flag(
      .timeZone, "NAME", "where today() and the like read the clock; UTC if not given", .operand),

    Flag(.canonical, nil, "the canonical text, as NSPredicate's predicateFormat", .view),
    Flag(.explain, nil, "the result of every part of the text", .view),
    Flag(.portability, nil, "what may behave differently on Apple's platforms", .view),

    Flag(
      .syntaxOnly, nil,
      "canonical text, variables, key paths and warnings; with --portability those "
        + "findings too", .check),
    Flag(
      .declare, "FILE", "the keys and variables that exist, with their kinds; others are errors",
      .check),

    Flag(
      .json, nil,
      "JSON in place of text: the form, each change set, an answer, or a mode such as --check",
      .setting),
    Flag(.now, "DATE", "the current time, like 2024-05-01T10:30:00Z", .setting),
    Flag(
      .color, "WHEN", "auto, always or never; auto checks the terminal and NO_COLOR", .setting),
    Flag(
      .threads, "N", "with --answers or --predicates: how many threads; one a core if not given",
      .setting),
    Flag(.untrusted, nil, "use the limits for forms, texts and answers of strangers", .setting),
    Flag(.help, nil, "show this help", .setting, short: "-h"),
    Flag(.version, nil, "show the version", .setting, short: "-V"),
  ]

  /// The flag for a word; nil if the word is not a flag.
  static func spelled(_ word: String) -> Flag? {
    all.first { $0.spelling == word || $0.short == word }
  }
}
