// The one table of flags. Parsing and `--help` read it, and nothing else in the command knows how
// a flag is spelled; a flag that is not in it does not exist.

/// A flag of the command.
struct Flag: Equatable {
  /// The flag's name as it is typed behind `--`.
  enum Name: String, CaseIterable {
    case set, insert, remove, move, focus, blur, tap, select, validate, reset, undo, redo
    case why, next, previous, values, json, check, convert, save, edits, answers
    case input, state, strict
    case trailingCommas = "trailing-commas"
    case asUser = "as-user"
    case asHost = "as-host"
    case includeHidden = "include-hidden"
    case predicate, formula, predicates
    case arguments, object, variables
    case canonical, explain, portability
    case now, color, help, version
  }

  /// What a flag is for; the headings of `--help`.
  enum Kind: String, CaseIterable {
    case action = "Actions, run in the order written"
    case mode = "What is shown instead of changes; only one of these"
    case formSetting = "Settings of a form"
    case subject = "Instead of a form; only one of these"
    case operand = "What a predicate or a formula reads"
    case view = "What is shown of it instead of its answer; only one of these, or --json"
    case setting = "Settings"
  }

  /// What the command is about: a form, one text, or a pipe of texts.
  enum Subject: Equatable {
    case form, text, pipe
  }

  let name: Name
  /// What stands for the value; nil where the flag takes none.
  let placeholder: String?
  let summary: String
  let kind: Kind
  let isRepeatable: Bool
  /// Whether the value can be left out, and so must be joined to the flag by an equals sign.
  let isAlone: Bool

  private init(
    _ name: Name, _ placeholder: String? = nil, _ summary: String, _ kind: Kind,
    isRepeatable: Bool = false, isAlone: Bool = false
  ) {
    self.name = name
    self.placeholder = placeholder
    self.summary = summary
    self.kind = kind
    self.isRepeatable = isRepeatable
    self.isAlone = isAlone
  }

  /// The flag as it is typed: `--set`.
  var spelling: String { "--\(name.rawValue)" }

  /// The flag with its placeholder: `--blur TAG`.
  var usage: String {
    guard let placeholder else { return spelling }
    return isAlone ? "\(spelling)[=\(placeholder)]" : "\(spelling) \(placeholder)"
  }

  /// Whether the flag says what is shown, of which there is one thing only.
  var isMode: Bool { kind == .mode || kind == .view }

  /// Whether the flag means something when the command is about a subject.
  func fits(_ subject: Subject) -> Bool {
    switch kind {
    case .mode where name == .json: subject != .pipe
    case .action, .mode, .formSetting: subject == .form
    case .operand, .view: subject == .text
    case .subject, .setting: true
    }
  }

  /// Every flag, in the order of `--help`.
  static let all: [Flag] = [
    Flag(
      .set, "TAG=TEXT", "set a value, read by the row's type; TAG:=JSON is exact, @FILE an object",
      .action, isRepeatable: true),
    Flag(
      .insert, "TAG[N]",
      "insert an item at N, from 0; TAG[N]=TEXT with a value, several rows as JSON",
      .action, isRepeatable: true),
    Flag(.remove, "TAG[N]", "remove an item", .action, isRepeatable: true),
    Flag(
      .move, "TAG[N]=TO", "move an item to the position it then has", .action, isRepeatable: true),
    Flag(
      .focus, "TAG", "enter a row, and so leave the one entered before", .action,
      isRepeatable: true),
    Flag(.blur, "TAG", "leave a row, as a user does", .action, isRepeatable: true),
    Flag(
      .tap, "TAG", "tap a button; status 1 if it submits and the form cannot be submitted", .action,
      isRepeatable: true),
    Flag(
      .select, "TAG=OPTION",
      "tap an option, which chooses it or gives it up; TAG:=JSON is exact", .action,
      isRepeatable: true),
    Flag(
      .validate, "TAG",
      "show the errors of the visible rows, or of one section or row; status 1 if one is invalid",
      .action, isRepeatable: true, isAlone: true),
    Flag(
      .reset, "TAG", "give every row, or one, the value that it starts with", .action,
      isRepeatable: true, isAlone: true),
    Flag(
      .undo, nil, "take back the last transaction that changed values or items", .action,
      isRepeatable: true),
    Flag(.redo, nil, "make again what was taken back last", .action, isRepeatable: true),

    Flag(.why, "TAG", "everything that decides a row or a section", .mode, isRepeatable: true),
    Flag(
      .next, "TAG", "the row that a user goes to from a row, by the key for it", .mode,
      isRepeatable: true),
    Flag(
      .previous, "TAG", "the row that a user goes back to from a row", .mode, isRepeatable: true),
    Flag(.values, nil, "the values as JSON", .mode),
    Flag(.json, nil, "the state, each change, or the answer of a text, as a line of JSON", .mode),
    Flag(.check, nil, "only compile the form and list what is wrong with it", .mode),
    Flag(
      .convert, nil, "the form as a file of this format, whatever its own",
      .mode),
    Flag(.save, nil, "what the form holds as JSON, to be opened with again by --state", .mode),
    Flag(.edits, "FILE", "for each line of edits in FILE, or -, a line of changes", .mode),
    Flag(
      .answers, "FILE",
      "for each object of values in FILE, or -, a line: is the form valid with them", .mode),

    Flag(
      .input, "NAME=TEXT", "set an input before the form opens; spelled like --set", .formSetting,
      isRepeatable: true),
    Flag(.state, "FILE", "open with what --save wrote; - is standard input", .formSetting),
    Flag(.strict, nil, "refuse whatever leaves a condition that cannot be evaluated", .formSetting),
    Flag(
      .trailingCommas, nil, "allow a comma before a closing bracket of the form, as in no JSON",
      .formSetting),
    Flag(
      .asUser, nil,
      "edit as a user, who cannot change what is hidden or disabled; --answers does so itself",
      .formSetting),
    Flag(
      .asHost, nil, "edit as the host, who can; --set and --edits do so themselves",
      .formSetting),
    Flag(
      .includeHidden, nil, "with --values, --answers and --validate: hidden rows too", .formSetting),

    Flag(.predicate, "TEXT", "whether a predicate holds: true or false", .subject),
    Flag(.formula, "TEXT", "the value of an expression", .subject),
    Flag(.predicates, "FILE", "for each line of JSON in FILE, or -, a line of answer", .subject),

    Flag(.arguments, "JSON", "a list: what the placeholders of the text stand for", .operand),
    Flag(.object, "FILE", "what SELF and keys read: JSON in FILE, or -", .operand),
    Flag(.variables, "JSON", "an object: the values of $names, without the $", .operand),

    Flag(.canonical, nil, "the canonical text, NSPredicate's predicateFormat", .view),
    Flag(.explain, nil, "every part of the text with what it gave", .view),
    Flag(
      .portability, nil, "what is otherwise on Apple's platforms; with --json a list", .view),

    Flag(.now, "DATE", "the time it is, like 2024-05-01T10:30:00Z", .setting),
    Flag(
      .color, "WHEN", "auto, always or never; auto looks at the terminal and NO_COLOR", .setting),
    Flag(.help, nil, "show this help", .setting),
    Flag(.version, nil, "show the version", .setting),
  ]

  /// The flag a word spells; nil where none does.
  static func spelled(_ word: String) -> Flag? { all.first { $0.spelling == word } }
}
