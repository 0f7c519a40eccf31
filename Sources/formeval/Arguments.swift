// Parses the words of the command line. The result is consistent: all flags exist, have their
// values and can be used together. Whether tags and files exist is checked elsewhere. Anything else
// is refused with the usage of the flag or the nearest spelling.

import Foundation
import FormGraph
import FormProtocol
import Predicate

/// A parsed command line.
struct Arguments: Equatable {
  /// The output of the command.
  enum Mode: Equatable {
    /// The form as it opens or, with actions, the changes of each transaction; or the answer of a
    /// text.
    case report
    case why([String])
    /// What changes of the given members can reach.
    case impact([String])
    /// What keeps the form from being submitted.
    case blockers
    /// The rows that the focus goes to after the given rows.
    case next([String])
    /// The rows that the focus goes back to from the given rows.
    case previous([String])
    case values
    case check
    /// The form in this package's format.
    case convert
    /// The saved state of the form.
    case save
    case edits(String)
    case answers(String)
    /// What has changed since the older version of the form at a path.
    case diff(String)
    /// The results of the scenarios in files.
    case test([String])
    case predicates(String)
    case canonical
    case explain
    case portability
    case help
    case version
  }

  /// Whether the output is coloured.
  enum Color: String, CaseIterable {
    case auto, always, never
  }

  /// A format of test results that other programs read.
  enum Format: String, CaseIterable {
    case tap, junit
    /// The coverage alone.
    case lcov
  }

  var mode: Mode = .report
  /// The format of test results; nil for text or JSON.
  var format: Format?
  /// Whether tests report the coverage of conditions.
  var isCovering = false
  /// Whether edits are written as a scenario.
  var isRecording = false
  /// Whether the output is JSON, in a mode that has two notations.
  var isJSON = false
  /// The path of the form; `-` for standard input.
  var form = ""
  /// The predicate or formula, if there is no form.
  var text: TextArguments?
  var actions: [Action] = []
  var inputs: [Assignment] = []
  /// The path of a saved state; `-` for standard input.
  var state: String?
  var now: Date?
  var isStrict = false
  /// What stands for the functions of the host app: stubs, and paths of files of stubs.
  var stubs: [String] = []
  /// Whether a comma is allowed before a closing bracket of the form.
  var allowsTrailingCommas = false
  /// Who makes the edits; nil for the default of the mode.
  var editor: Editor?
  var includesHidden = false
  /// Whether the input comes from strangers.
  var isUntrusted = false
  /// The paths of all forms that are checked; the first one is `form`.
  var forms: [String] = []
  var check = CheckSettings()
  var batch = BatchSettings()
  /// The number of threads for many lines; nil: one for each core.
  var threads: Int?
  var threadCount: Int { threads ?? ProcessInfo.processInfo.activeProcessorCount }
  /// Whether a comparison fails if saved answers do not fit the new form.
  var isBreakingRefused = false
  /// The path of the answers that a comparison validates with both versions of a form.
  var comparedAnswers: String?
  /// The path of the migration of saved answers.
  var migration: String?
  var color = Color.auto
  /// Which functions a text without a form may call.
  var functions = FunctionSet.apple
  /// Where such a text reads the clock.
  var timeZone: TimeZone?
  /// Whether the texts from a pipe are only checked.
  var isSyntaxOnly = false
  /// Whether the check lists what may behave differently on Apple's platforms.
  var checksPortability = false
  /// The path of the declarations that the texts are checked against.
  var declarations: String?

  /// The limits of a form.
  var formLimits: FormLimits { isUntrusted ? .untrusted : .standard }
  /// The limits of a text without a form.
  var textLimits: Limits { isUntrusted ? .untrusted : .standard }

  static let maximumThreads = 256

  /// The path that means standard input.
  static let standardInput = "-"
}

/// How forms are checked.
struct CheckSettings: Equatable {
  /// The notation of findings, if it is not text or JSON.
  enum Format { case sarif, annotations }

  /// Whether a check fails if there is a warning.
  var areWarningsErrors = false
  var includesStyle = false
  var fixes = false
  /// Whether fixes are only shown.
  var isDryRun = false
  var format: Format?
}

/// A predicate or a formula and its input, as they were typed.
struct TextArguments: Equatable {
  let kind: Question.Kind
  let text: String
  /// A JSON list.
  var arguments: String?
  /// The path of a JSON file; `-` for standard input.
  var object: String?
  /// A JSON object.
  var variables: String?
}

extension Arguments {
  /// Parses the words after the command's name.
  static func parse(_ words: [String]) throws(CommandError) -> Arguments {
    let (flags, operands) = try split(words)
    var arguments = Arguments()
    for mode in [Flag.Name.help, .version] where flags.contains(where: { $0.flag.name == mode }) {
      arguments.mode = mode == .help ? .help : .version
      return arguments
    }
    try refuseConflicts(flags.map(\.flag))
    // The text comes first, because its operands are stored in it.
    let subjects = flags.filter { $0.flag.kind == .subject }
    for (flag, value) in subjects + flags.filter({ $0.flag.kind != .subject }) {
      try arguments.take(flag, value)
    }
    if let subject = subjects.first?.flag {
      try refuse(operands, beside: subject)
    } else {
      var operands = operands
      if case .test(let files) = arguments.mode, operands.count > 1 {
        // `--test Examples/tests/*.json` gives the first file to the flag, and the others stand
        // behind the form.
        arguments.mode = .test(files + operands[1...])
        operands = [operands[0]]
      }
      arguments.forms = arguments.mode == .check ? operands : Array(operands.prefix(1))
      arguments.form = try form(of: operands, areSeveralAllowed: arguments.mode == .check)
    }
    try arguments.refuseMisfits()
    return arguments
  }

  private static func form(
    of operands: [String], areSeveralAllowed: Bool
  ) throws(CommandError) -> String {
    guard let form = operands.first else {
      throw .usage("no form is given", hint: "write formeval FORM; formeval --help lists the flags")
    }
    guard operands.count == 1 || areSeveralAllowed else {
      throw .usage(
        "unexpected argument '\(operands[1])': the form is '\(form)'",
        hint: "text with blanks needs quotes: --set 'TAG=two words'")
    }
    return form
  }

  // MARK: - Words

  private typealias GivenFlag = (flag: Flag, value: String)

  /// The flags in order, each with its value or "", and all other words.
  private static func split(
    _ words: [String]
  ) throws(CommandError) -> (flags: [GivenFlag], operands: [String]) {
    var flags: [GivenFlag] = []
    var operands: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      guard word.hasPrefix("-"), word != standardInput else {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let flag = Flag.spelled(String(parts[0])) else { throw unknownFlag(String(parts[0])) }
      guard flag.placeholder != nil, !flag.isAlone || parts.count > 1 else {
        guard parts.count == 1 else { throw .usage("\(flag.spelling) takes no value") }
        flags.append((flag, ""))
        continue
      }
      // For a text there are no tags, so `--why` means `--explain`.
      if flag.name == .why, parts.count == 1, rest.first?.hasPrefix("--") ?? true,
        words.contains(where: { $0.hasPrefix("--predicate") || $0.hasPrefix("--formula") }),
        let explain = Flag.spelled("--explain")
      {
        flags.append((explain, ""))
        continue
      }
      guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
        throw .usage("\(flag.spelling) needs a value", hint: "write \(flag.usage)")
      }
      flags.append((flag, value))
    }
    return (flags, operands)
  }

  private static func unknownFlag(_ word: String) -> CommandError {
    let nearest = Spelling.nearest(to: word, among: Flag.all.map(\.spelling))
    return .usage(
      "unknown flag \(word)",
      hint: nearest.map { "did you mean \($0)?" } ?? "formeval --help lists the flags")
  }

  // MARK: - Meaning

  private mutating func take(_ flag: Flag, _ value: String) throws(CommandError) {
    switch flag.name {
    case .set where value.hasPrefix("@"): actions.append(.setAll(String(value.dropFirst())))
    case .set: actions.append(.set(try Self.assignment(flag, value)))
    case .insert, .remove, .move: actions.append(try Self.itemAction(flag, value))
    case .focus: actions.append(.focus(value))
    case .blur: actions.append(.blur(value))
    case .tap: actions.append(.tap(value))
    case .select: actions.append(.select(try Self.assignment(flag, value)))
    case .validate: actions.append(.validate(value.isEmpty ? nil : value))
    case .reset: actions.append(.reset(value.isEmpty ? nil : value))
    case .undo: actions.append(.undo)
    case .redo: actions.append(.redo)
    case .why: mode = .why(tags(before: value))
    case .impact: mode = .impact(tags(before: value))
    case .blockers: mode = .blockers
    case .next: mode = .next(tags(before: value))
    case .previous: mode = .previous(tags(before: value))
    case .values: mode = .values
    case .json: isJSON = true
    case .check: mode = .check
    case .convert: mode = .convert
    case .save: mode = .save
    case .edits: mode = .edits(value)
    case .answers:
      if case .diff = mode { comparedAnswers = value } else { mode = .answers(value) }
    case .diff:
      if case .answers(let path) = mode { comparedAnswers = path }
      mode = .diff(value)
    case .migration: migration = value
    case .breaking: isBreakingRefused = true
    case .test: mode = .test(tags(before: value))
    case .format: format = try Self.word(flag, value)
    case .coverage: isCovering = true
    case .record: isRecording = true
    case .predicate: text = TextArguments(kind: .predicate, text: value)
    case .formula: text = TextArguments(kind: .formula, text: value)
    case .predicates: mode = .predicates(value)
    case .arguments: text?.arguments = value
    case .object: text?.object = value
    case .variables: text?.variables = value
    case .canonical: mode = .canonical
    case .explain: mode = .explain
    case .portability:
      if case .predicates = mode {
        checksPortability = true
      } else {
        mode = .portability
      }
    case .syntaxOnly: isSyntaxOnly = true
    case .declare: declarations = value
    case .input: inputs.append(try Self.assignment(flag, value))
    case .state: state = value
    case .now:
      guard let date = DateText.date(from: value) else {
        throw .usage("'\(value)' is not a date", hint: DateText.hint)
      }
      now = date
    case .strict: isStrict = true
    case .stub: stubs.append(value)
    case .trailingCommas: allowsTrailingCommas = true
    case .asUser: editor = .user
    case .asHost: editor = .host
    case .includeHidden: includesHidden = true
    case .warningsAsErrors: check.areWarningsErrors = true
    case .style: check.includesStyle = true
    case .fix: check.fixes = true
    case .dryRun: check.isDryRun = true
    case .sarif: check.format = .sarif
    case .annotations: check.format = .annotations
    case .only: batch.only = value
    case .changed: batch.isOnlyChanged = true
    case .quiet: batch.isQuiet = true
    case .failFast: batch.failsFast = true
    case .threads:
      guard let count = Int(value), (1...Self.maximumThreads).contains(count) else {
        throw .usage(
          "'\(value)' is not a number of threads",
          hint: "write a whole number from 1 to \(Self.maximumThreads)")
      }
      threads = count
    case .untrusted: isUntrusted = true
    case .color: color = try Self.word(flag, value)
    case .functions: functions = try Self.word(flag, value)
    case .timeZone:
      guard let zone = TimeZone(named: value) else {
        throw .usage(
          "unknown time zone '\(value)'",
          hint: "time zones are named like Europe/Berlin or UTC, in these capitals")
      }
      timeZone = zone
    case .help, .version: break
    }
  }

  /// The tags or files of the mode so far.
  ///
  /// The mode is cleared, because appending to a list that is also stored in the mode would copy
  /// the list each time.
  private mutating func tags(before tag: String) -> [String] {
    var tags: [String]
    switch mode {
    case .why(let known), .impact(let known), .next(let known), .previous(let known),
      .test(let known):
      tags = known
    default: tags = []
    }
    mode = .report
    tags.append(tag)
    return tags
  }

  /// One of the words that a flag takes.
  private static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ flag: Flag, _ value: String
  ) throws(CommandError) -> Word {
    if let word = Word(rawValue: value) { return word }
    let known = Word.allCases.map(\.rawValue)
    throw .usage(
      "unknown value '\(value)' for \(flag.spelling)",
      hint: Spelling.nearest(to: value, among: known).map { "did you mean \($0)?" }
        ?? "write one of \(known.joined(separator: ", "))")
  }

  private static func assignment(_ flag: Flag, _ text: String) throws(CommandError) -> Assignment {
    if let assignment = Assignment(text) { return assignment }
    throw .usage("'\(text)' needs a name, an equals sign and a value", hint: "write \(flag.usage)")
  }

  /// The action on an item.
  ///
  /// Its value is parsed later, when its row is known.
  private static func itemAction(_ flag: Flag, _ text: String) throws(CommandError) -> Action {
    let assignment = Assignment(text)
    var name = assignment?.name ?? text
    var template: String?
    if flag.name == .insert, let close = name.lastIndex(of: "]"),
      let colon = name[close...].firstIndex(of: ":")
    {
      template = String(name[name.index(after: colon)...])
      name = String(name[..<colon])
    }
    guard let item = ItemAddress(name), item.tag == nil else {
      throw .usage("'\(name)' is not the position of an item", hint: "write \(flag.usage)")
    }
    switch (flag.name, assignment) {
    case (.insert, _): return .insert(item, assignment, template: template)
    case (.remove, nil): return .remove(item)
    case (.move, let assignment?):
      guard let position = Int(assignment.value), position >= 0 else {
        throw .usage(
          "'\(assignment.value)' is not a position: positions are whole numbers from 0",
          hint: "write \(flag.usage)")
      }
      return .move(item, to: position)
    case (.move, nil): throw .usage("'\(text)' needs the new position", hint: "write \(flag.usage)")
    default:
      throw .usage("\(flag.spelling) takes no value", hint: "write \(flag.usage)")
    }
  }

  // MARK: - Conflicts between flags

  private static func refuseConflicts(_ all: [Flag]) throws(CommandError) {
    // With `--diff`, the answers belong to the comparison.
    let isComparison = all.contains { $0.name == .diff }
    let flags = isComparison ? all.filter { $0.name != .answers } : all
    if isComparison, all.count(where: { $0.name == .answers }) > 1 {
      throw .usage("--answers is given twice")
    }
    for (index, flag) in flags.enumerated() where !flag.isRepeatable {
      if flags[..<index].contains(flag) { throw .usage("\(flag.spelling) is given twice") }
    }
    let subjects = flags.filter { $0.kind == .subject }
    let modes = flags.filter(\.isMode)
    let json = flags.filter { $0.name == .json }
    let notations = json.isEmpty ? [] : flags.filter { $0.name == .json || !$0.hasJSON }
    let editors = flags.filter { $0.name == .asUser || $0.name == .asHost }
    let formats = flags.filter { [.json, .sarif, .annotations].contains($0.name) }
    for group in [modes, subjects, editors, notations, formats] {
      if let first = group.first, let other = group.first(where: { $0 != first }) {
        throw .usage("\(first.spelling) and \(other.spelling) cannot be used together")
      }
    }
    if let misfit = flags.first(where: { $0.kind == .checkSetting }), subjects.isEmpty,
      !flags.contains(where: { $0.name == .check })
    {
      throw .usage("\(misfit.spelling) needs --check")
    }
    let subject = subjects.first
    let about: Flag.Subject = subject.map { $0.name == .predicates ? .pipe : .text } ?? .form
    guard let misfit = flags.first(where: { !$0.fits(about) }) else { return }
    guard let subject else {
      let subjects = misfit.kind == .check ? "--predicates" : "--predicate or --formula"
      throw .usage("\(misfit.spelling) needs \(subjects)")
    }
    let hint: String? =
      if misfit.name == .why, about == .text {
        "--explain shows the result of every part of a text"
      } else if misfit.fits(.text) {
        "each line has its own input, and each answer is complete"
      } else {
        nil
      }
    throw .usage("\(misfit.spelling) cannot be used with \(subject.spelling)", hint: hint)
  }

  private static func refuse(_ operands: [String], beside subject: Flag) throws(CommandError) {
    guard let operand = operands.first else { return }
    throw .usage(
      "unexpected argument '\(operand)': \(subject.spelling) takes no form",
      hint: "a text with blanks needs quotes: --predicate 'age > 18'")
  }

  private func refuseMisfits() throws(CommandError) {
    let validates = actions.contains { if case .validate = $0 { true } else { false } }
    if includesHidden, !validates {
      switch mode {
      case .values, .answers: break
      case .diff where comparedAnswers != nil: break
      default:
        throw .usage("--include-hidden needs --values, --answers or --validate")
      }
    }
    var isComparison = false
    var readsAnswers = state != nil
    switch mode {
    case .diff: isComparison = true
    case .answers: readsAnswers = true
    default: break
    }
    if isBreakingRefused, !isComparison { throw .usage("--breaking needs --diff") }
    if migration != nil, !isComparison, !readsAnswers {
      throw .usage("--migration needs --diff, --state or --answers")
    }
    if isComparison, state != nil { throw .usage("--diff reads no --state") }
    var isBatch = false
    if case .answers = mode { isBatch = true }
    if batch != BatchSettings(), !isBatch {
      let flag =
        batch.only != nil
        ? "--only" : batch.isOnlyChanged ? "--changed" : batch.isQuiet ? "--quiet" : "--fail-fast"
      throw .usage("\(flag) needs --answers")
    }
    if case .predicates = mode { isBatch = true }
    if threads != nil, !isBatch { throw .usage("--threads needs --answers or --predicates") }
    if batch.isQuiet, batch.only != nil || batch.isOnlyChanged {
      throw .usage(
        "--quiet shows no lines, so \(batch.only == nil ? "--changed" : "--only") is of no use")
    }
    if check.isDryRun, !check.fixes { throw .usage("--dry-run needs --fix") }
    if check.fixes, !check.isDryRun, forms.contains(Self.standardInput) {
      throw .usage("--fix cannot write to standard input", hint: "add --dry-run, or name a file")
    }
    if case .test = mode {
      if state != nil {
        throw .usage("--state cannot be used with --test", hint: "a scenario has a \"state\"")
      }
      if isJSON, let format {
        throw .usage("--json and --format \(format.rawValue) cannot be used together")
      }
      if format == .lcov, !isCovering { throw .usage("--format lcov needs --coverage") }
      if isCovering, format == .tap || format == .junit {
        throw .usage("--coverage is written as text, with --json, or with --format lcov")
      }
      if isCovering, form == Self.standardInput {
        throw .usage("--coverage needs the form as a file")
      }
    } else if format != nil || isCovering {
      throw .usage("\(format == nil ? "--coverage" : "--format") needs --test")
    }
    if isRecording {
      guard case .edits = mode else { throw .usage("--record needs --edits") }
    }
    if let action = actions.first {
      switch mode {
      case .test:
        throw .usage(
          "--test runs the steps of its files, but '\(action.text)' is given",
          hint: "make it a step of a scenario")
      case .check: throw .usage("--check runs no actions, but '\(action.text)' is given")
      case .convert: throw .usage("--convert runs no actions, but '\(action.text)' is given")
      case .edits:
        throw .usage(
          "--edits takes its edits from the file, but '\(action.text)' is given",
          hint: "make it the first line of the file")
      case .answers:
        throw .usage("--answers runs no actions, but '\(action.text)' is given")
      case .diff: throw .usage("--diff runs no actions, but '\(action.text)' is given")
      default: break
      }
    }
    if let text, text.object != nil || text.variables != nil {
      let given = text.object == nil ? "--variables" : "--object"
      switch mode {
      case .canonical: throw .usage("--canonical reads no values, but \(given) is given")
      case .portability: throw .usage("--portability reads no values, but \(given) is given")
      default: break
      }
    }
    if case .predicates = mode, !isSyntaxOnly, checksPortability || declarations != nil {
      throw .usage(
        "\(declarations == nil ? "--portability" : "--declare") with --predicates needs "
          + "--syntax-only", hint: "add --syntax-only: the texts are checked and not evaluated")
    }
    var sources = text == nil && !forms.isEmpty ? forms : [form]
    sources += [migration, comparedAnswers].compactMap { $0 }
    if let state { sources.append(state) }
    sources += stubs.filter { !Stub.isGiven(by: $0) }
    if let declarations { sources.append(declarations) }
    switch mode {
    case .edits(let path), .answers(let path), .diff(let path), .predicates(let path):
      sources.append(path)
    case .test(let paths): sources += paths
    default: break
    }
    for case .setAll(let path) in actions { sources.append(path) }
    if sources.count(where: { $0 == Self.standardInput }) > 1 {
      throw .usage("standard input can be read only once", hint: "put one of the inputs in a file")
    }
  }
}
