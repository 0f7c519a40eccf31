// Refuses flags that cannot be used together, or that the mode gives no meaning.

import FormGraph

extension Arguments {
  /// Refuses flags that cannot stand beside one another, whatever their values are.
  static func refuseConflicts(_ all: [Flag]) throws(CommandError) {
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

  static func refuse(_ operands: [String], beside subject: Flag) throws(CommandError) {
    guard let operand = operands.first else { return }
    throw .usage(
      "unexpected argument '\(operand)': \(subject.spelling) takes no form",
      hint: "a text with blanks needs quotes: --predicate 'age > 18'")
  }

  /// Refuses flags that do not fit the mode or the values of other flags.
  func refuseMisfits() throws(CommandError) {
    try refuseHidden()
    try refuseOfComparisons()
    try refuseOfBatches()
    try refuseOfChecks()
    try refuseOfTests()
    try refuseOfPictures()
    try refuseActions()
    try refuseOfTexts()
    try refuseStandardInputTwice()
  }

  private func refuseHidden() throws(CommandError) {
    let validates = actions.contains { if case .validate = $0 { true } else { false } }
    if includesHidden, !validates {
      switch mode {
      case .values, .answers: break
      case .diff where comparedAnswers != nil: break
      default:
        throw .usage("--include-hidden needs --values, --answers or --validate")
      }
    }
  }

  private func refuseOfComparisons() throws(CommandError) {
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
  }

  private func refuseOfBatches() throws(CommandError) {
    var isBatch = false
    if case .answers = mode { isBatch = true }
    var others = batch
    // A comparison reads the answers as a batch does.
    if comparedAnswers != nil { (others.id, others.separator, others.isTyped) = (nil, nil, false) }
    if others != BatchSettings(), !isBatch {
      let flags = [
        ("--only", batch.only != nil), ("--changed", batch.isOnlyChanged),
        ("--id", others.id != nil), ("--separator", others.separator != nil),
        ("--typed", others.isTyped),
      ]
      throw misfit(flags.first { $0.1 }?.0 ?? "--fail-fast", "--answers")
    }
    if isQuiet, !isBatch {
      guard mode == .check else { throw misfit("--quiet", "--answers or --check") }
      guard check.format == nil, !isJSON else {
        throw .usage("--quiet is about text, and another notation is asked for")
      }
    }
    if case .predicates = mode { isBatch = true }
    if threads != nil, !isBatch { throw misfit("--threads", "--answers or --predicates") }
    if isQuiet, batch.only != nil || batch.isOnlyChanged {
      throw .usage(
        "--quiet shows no lines, so \(batch.only == nil ? "--changed" : "--only") is of no use")
    }
  }

  /// The mistake that a flag has no meaning here.
  private func misfit(_ flag: String, _ needed: String) -> CommandError {
    // A comparison has its own way to show what it finds in the answers.
    comparedAnswers == nil
      ? .usage("\(flag) needs \(needed)") : .usage("\(flag) cannot be used with --diff")
  }

  private func refuseOfChecks() throws(CommandError) {
    if check.format == .sarif, mode != .check, mode != .importReport {
      throw .usage("--sarif needs --check or --report")
    }
    if config != nil || ignoresConfig {
      let flag = config == nil ? "--no-config" : "--config"
      guard mode == .check || isCovering else {
        throw .usage("\(flag) needs --check or --coverage")
      }
      if config != nil, ignoresConfig || isUntrusted {
        throw .usage(
          "--config and \(ignoresConfig ? "--no-config" : "--untrusted") cannot be used together")
      }
    }
    if check.newBaseline != nil {
      guard check.baseline == nil else {
        throw .usage(
          "--baseline and --write-baseline cannot be used together",
          hint: "--write-baseline alone writes everything that is found")
      }
      guard check.newBaseline != Self.standardInput, !check.isDryRun else {
        throw .usage(
          check.isDryRun
            ? "--dry-run and --write-baseline cannot be used together"
            : "--write-baseline needs the name of a file")
      }
    }
    if check.isDryRun, !check.fixes { throw .usage("--dry-run needs --fix") }
    if check.fixes, !check.isDryRun, forms.contains(Self.standardInput) {
      throw .usage("--fix cannot write to standard input", hint: "add --dry-run, or name a file")
    }
  }

  private var isPicture: Bool { if case .graph = mode { true } else { false } }

  private func refuseOfPictures() throws(CommandError) {
    if let pictureFormat, !isPicture {
      throw .usage("--format \(pictureFormat.rawValue) needs --graph")
    }
    if center != nil, !isPicture { throw .usage("--around needs --graph") }
    if depth != nil, center == nil { throw .usage("--depth needs --around") }
  }

  private func refuseOfTests() throws(CommandError) {
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
    if isRecording || sessions != nil {
      guard case .edits = mode else {
        throw .usage("\(isRecording ? "--record" : "--sessions") needs --edits")
      }
    }
    if opening != nil {
      switch mode {
      case .edits where isRecording:
        throw .usage("--opening and --record cannot be used together")
      case .edits: break
      case .report where isJSON && actions.isEmpty: break
      default:
        throw .usage(
          "--opening needs --edits, or --json without actions",
          hint: "it is told with the state")
      }
    }
  }

  private func refuseActions() throws(CommandError) {
    if let action = actions.first {
      switch mode {
      case .test:
        throw .usage(
          "--test runs the steps of its files, but '\(action.text)' is given",
          hint: "make it a step of a scenario")
      case .check: throw .usage("--check runs no actions, but '\(action.text)' is given")
      case .convert: throw .usage("--convert runs no actions, but '\(action.text)' is given")
      case .importReport: throw .usage("--report runs no actions, but '\(action.text)' is given")
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
  }

  private func refuseOfTexts() throws(CommandError) {
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
  }

  /// The paths of everything that is read, but for the tables of the form.
  var sources: [String] {
    var sources = text == nil && !forms.isEmpty ? forms : [form]
    sources += [migration, comparedAnswers, config, check.baseline].compactMap { $0 }
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
    return sources
  }

  private func refuseStandardInputTwice() throws(CommandError) {
    if sources.count(where: { $0 == Self.standardInput }) > 1 {
      throw .usage("standard input can be read only once", hint: "put one of the inputs in a file")
    }
  }
}
