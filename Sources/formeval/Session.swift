// One run of the command without streams: runs the actions in order, and makes the output of the
// mode. File access and the clock are passed in, so that tests can replace them.

import FormAnalysis
import Foundation
import FormGraph
import FormImport
import FormProtocol
import Predicate
import PredicateChecks

/// One run of the command, on a form or on a text.
struct Session {
  let arguments: Arguments
  let style: Style
  /// The current time.
  ///
  /// `--now` overrides it.
  let now: Date
  let read: (String) throws(CommandError) -> [UInt8]
  /// Replaces the content of a file.
  var write: (String, [UInt8]) throws(CommandError) -> Void = {
    path, bytes throws(CommandError) in try FileReplacement.replace(path, with: bytes)
  }

  /// Replaces the content of a file if it still is what was read.
  var replace: (_ path: String, _ old: [UInt8], _ new: [UInt8]) throws(CommandError) -> Void = {
    path, old, new throws(CommandError) in
    try FileReplacement.replace(path, with: new, ifStill: old)
  }

  /// Lays out a picture, which is given in DOT, and gives it as SVG.
  var draw: (String) throws(CommandError) -> [UInt8] = { dot throws(CommandError) in
    try Graphviz.svg(of: dot)
  }

  func output() -> Output {
    var output = Output()
    switch arguments.mode {
    case .help(let page): output.result = Help.text(page, style)
    case .man: output.result = ManualPage.text
    case .completions(let shell): output.result = shell.script
    case .complete(let line, let end):
      let completion = Completion(TypedLine(line)) { arguments in
        Session(
          arguments: arguments, style: style, now: now,
          read: { path throws(CommandError) in
            // The shell has no input to give.
            guard path != Arguments.standardInput else { throw Files.unreadable(path) }
            return try read(path)
          })
      }
      output.result = end.map { completion.text(replacing: $0, of: line) } ?? completion.text
    case .version: output.result = "formeval \(Help.version)\n"
    default:
      do throws(CommandError) {
        if let text = arguments.text {
          try TextMode(
            arguments: text, limits: arguments.textLimits, functions: arguments.functions,
            resultLimit: arguments.formLimits.fileBytes, mode: arguments.mode,
            isJSON: arguments.isJSON, style: style, read: read
          )
          .run(&output, context(now: now))
        } else if arguments.mode == .check {
          try CheckMode(session: self).run(&output)
        } else if arguments.mode == .importReport {
          try ImportMode(session: self).run(&output)
        } else {
          try run(&output)
        }
      } catch {
        output.error = error.text + "\n"
        output.status = error.status
      }
    }
    if arguments.isForPeople { output.result = style.wrapped(output.result) }
    return output
  }

  /// The lines of a file with answers and, if the file is CSV, what makes JSON of them, by its
  /// first line.
  ///
  /// A file whose name ends with `.xml` holds answers in the notation of the form's format, if that
  /// has one: they are one line.
  func answers(
    in path: String, for form: Form, _ notation: XFormAnswers? = nil
  ) throws(CommandError) -> (lines: LineBlocks, csv: CSVAnswers?) {
    let batch = arguments.batch
    if let notation, path.lowercased().hasSuffix(".xml") {
      return (
        LineBlocks(
          line: try answers(at: path, notation, isOfUser: editor == .user), of: path,
          maximumBytes: arguments.formLimits.fileBytes), nil
      )
    }
    var lines = try LineBlocks(
      path, maximumBytes: arguments.formLimits.fileBytes, mayBeCSV: true,
      separator: batch.separator)
    let csv = try lines.header().map { header throws(CommandError) in
      try CSVAnswers(
        header: header, of: Files.name(of: path), for: form.definition, id: batch.id,
        separator: batch.separator ?? .comma,
        typed: batch.isTyped ? AnswerValidator(form, as: editor) : nil)
    }
    if batch.isTyped, csv == nil {
      throw .usage("--typed needs CSV", hint: "--separator , says that the file is CSV")
    }
    return (lines, csv)
  }

  /// The context for evaluating a text without a form.
  func context(now: Date) -> EvaluationContext {
    var context = EvaluationContext.current
    context.now = arguments.now ?? now
    context.limits = arguments.textLimits
    if let timeZone = arguments.timeZone { context.timeZone = timeZone }
    return context
  }

  /// The options for checking texts; nil if texts are evaluated.
  func textCheck() throws(CommandError) -> TextCheck? {
    guard arguments.isSyntaxOnly else { return nil }
    var check = TextCheck(isPortability: arguments.checksPortability)
    let items = arguments.functions == .deviceManagement ? Declarations.statusItems : [:]
    guard let path = arguments.declarations else {
      if !items.isEmpty { check.declarations = Declarations(keys: items) }
      return check
    }
    let bytes = try read(path)
    do throws(Problem) {
      check.declarations = try DeclarationReader.declarations(
        JSONReader.readDistinct(bytes), beside: items)
    } catch {
      throw .refused(error, in: FormSource(name: Files.name(of: path), bytes: bytes))
    }
    return check
  }

  /// Who makes the edits.
  ///
  /// By default, answers are a user's edits and all other edits are the host's.
  var editor: Editor {
    if let editor = arguments.editor { return editor }
    if case .answers = arguments.mode { return .user }
    if arguments.comparedAnswers != nil { return .user }
    return .host
  }

  // MARK: - Running

  private func run(_ output: inout Output) throws(CommandError) {
    if case .diff(let path) = arguments.mode { return try compare(with: path, &output) }
    if case .test(let paths) = arguments.mode { return try test(paths, &output) }
    var form: Form
    let notation: XFormAnswers?
    (form, output.warnings, notation) = try open()
    let reader = ActionReader(form.definition, includesHidden: arguments.includesHidden)
    let transactions = try reader.transactions(arguments.actions) {
      path throws(CommandError) in try answers(at: path, notation)
    }
    switch arguments.mode {
    case .why(let tags):
      for tag in tags where form.inputs[tag] == nil { try reader.checkMember(tag) }
    case .next(let tags), .previous(let tags): for tag in tags { try reader.checkRow(tag) }
    default: break
    }
    var isFaulty = false
    var told = arguments.isJSON ? ToldState(form) : nil
    var ripple: Ripple?
    if case .graph = arguments.mode, !transactions.isEmpty { ripple = Ripple() }
    for (index, (transaction, typed)) in transactions.enumerated() {
      let complaint = transaction.complaint(of: form)
      let changes: ChangeSet
      do throws(EditError) { changes = try transaction.run(on: &form, as: editor) } catch {
        throw CommandError(error)
      }
      let validation = try transaction.validation.map { scope throws(CommandError) in
        try self.validation(of: form, scope)
      }
      // The status follows the last `--validate`. A fault always counts, because a later edit does
      // not undo it.
      if let validation { output.status = validation.isValid ? 0 : CommandError.refused }
      isFaulty = isFaulty || changes.isFaulty
      let short = try changes.refusedSubmit.map { _ throws(CommandError) in
        try self.validation(of: form, .form).sections
      }
      let report = ChangeReport(
        changes: changes, after: form, validation: validation,
        sectionsOutOfBounds: validation?.sections ?? short ?? [], style: style)
      ripple?.add(report)
      let header = transactions.count > 1 ? typed.printable : nil
      output.result += text(of: report, header, isFirst: index == 0, telling: &told)
      // If there was no step to undo or redo, this transaction has changed nothing, and the run
      // stops.
      if let complaint { throw .refused(complaint) }
      if let refused = changes.refusedSubmit { throw .refused(refused.sentence) }
    }
    if isFaulty { output.status = CommandError.refused }
    if case .graph(let path) = arguments.mode {
      output.result = try GraphMode(session: self, path: path, form: form, ripple: ripple).run()
      return
    }
    output.result += try result(form, notation, hasRun: !transactions.isEmpty)
  }

  /// Runs test files.
  private func test(_ paths: [String], _ output: inout Output) throws(CommandError) {
    let compiled: CompiledForm
    (compiled, output.warnings, _) = try compile()
    let definition = compiled.definition
    let runner = ScenarioRunner(
      compiled: compiled,
      reader: ScenarioReader(definition, limits: arguments.formLimits),
      now: arguments.now ?? now, inputs: try ActionReader(definition).inputs(arguments.inputs),
      seed: arguments.seed, editor: editor, isStrict: arguments.isStrict)
    var mode = TestMode(
      runner: runner, maximumBytes: arguments.formLimits.fileBytes, read: read)
    if arguments.isCovering { mode.coverage = try coverage(of: compiled, runner) }
    let files = try mode.results(of: paths)
    for file in files where file.scenarios.isEmpty {
      output.warnings += "warning: \(file.source.name.printable): the file has no scenarios\n"
    }
    let report = TestReport(form: Files.name(of: arguments.form), files: files, style: style)
    let covered = try mode.coverage.map { coverage throws(CommandError) in
      let name = Files.name(of: arguments.form)
      return CoverageReport(FormSource(name: name, bytes: try read(arguments.form)), coverage)
    }
    switch arguments.format {
    case .tap: output.result = report.tap
    case .junit: output.result = report.junit
    case .lcov: output.result = covered?.lcov ?? ""
    case nil where arguments.isJSON:
      var json = report.json
      if let covered, case .dictionary(var members) = json {
        members["coverage"] = covered.json
        json = .dictionary(members)
      }
      output.result = JSONWriter.text(of: json) + "\n"
    case nil: output.result = report.text + (covered.map { "\n" + $0.text } ?? "")
    }
    if !report.isPassed { output.status = CommandError.refused }
    if let covered {
      var configs = try ConfigFinder(arguments)
      let config = try configs.config(for: arguments.form)
      if let wanted = config.coverage, covered.percentage < wanted {
        output.error += covered.shortfall(of: wanted, config.name).text + "\n"
        output.status = CommandError.refused
      }
    }
  }

  /// The coverage of a form, before the first scenario.
  private func coverage(
    of compiled: CompiledForm, _ runner: ScenarioRunner
  ) throws(CommandError) -> ConditionCoverage {
    let bytes = try read(arguments.form)
    let form: Form
    do throws(EditError) {
      form = try compiled.open(now: runner.now, inputs: runner.inputs)
    } catch {
      throw CommandError(error)
    }
    do throws(Problem) {
      let root = try JSONReader.read(
        bytes, allowsTrailingCommas: arguments.allowsTrailingCommas,
        maximumBytes: arguments.formLimits.fileBytes)
      return ConditionCoverage(form, root: root)
    } catch {
      throw .refused(error, in: FormSource(name: Files.name(of: arguments.form), bytes: bytes))
    }
  }

  /// The invalid members in a scope.
  private func validation(
    of form: Form, _ scope: ValidationScope
  ) throws(CommandError) -> Validation {
    do throws(EditError) { return try Validation(of: form, scope) } catch {
      throw CommandError(error)
    }
  }

  /// The output of one transaction.
  ///
  /// If there are several, each has its actions as a heading.
  private func text(
    of report: ChangeReport, _ header: String?, isFirst: Bool, telling told: inout ToldState?
  ) -> String {
    switch arguments.mode {
    case .report:
      if var known = told {
        let bytes = report.changes.bytes(of: report.after, telling: &known, report.validation)
        told = known
        return String(decoding: bytes, as: UTF8.self) + "\n"
      }
      let header = header.map { style($0, .bold) + "\n\n" } ?? ""
      return (isFirst ? "" : "\n") + header + report.text
    default: return ""
    }
  }

  /// The output of the mode after all transactions.
  private func result(
    _ form: Form, _ notation: XFormAnswers?, hasRun: Bool
  ) throws(CommandError) -> String {
    switch arguments.mode {
    case .report where !hasRun:
      return arguments.isJSON
        ? JSONWriter.text(of: FormSession(form, opening: arguments.opening).state) + "\n"
        : ShowMode(form: form, style: style).text
    case .convert: return JSONWriter.text(of: form.definition.json, pretty: true) + "\n"
    case .values:
      let values = form.values(includingHidden: arguments.includesHidden, inJSON: true)
      if let notation {
        let all = form.values(includingHidden: true, inJSON: true)
        return notation.instance(of: values, all: all) + "\n"
      }
      return JSONWriter.text(of: .dictionary(values), pretty: true) + "\n"
    case .save: return JSONWriter.text(of: form.savedState.json, pretty: true) + "\n"
    case .why(let tags):
      for tag in tags { try checkPresence(of: tag, in: form) }
      let reports = tags.map { WhyReport(form: form, tag: $0, style: style) }
      return shown(reports, \.text, \.json)
    case .impact(let tags):
      let reports = try tags.map { tag throws(CommandError) in
        guard let impact = form.impact(of: tag) else {
          try ActionReader(form.definition).checkMember(tag)
          try checkPresence(of: tag, in: form)
          throw .usage("unknown tag '\(tag)'")
        }
        return ImpactReport(impact: impact, tag: tag, style: style)
      }
      return shown(reports, \.text, \.json)
    case .blockers:
      let report = BlockersReport(form: form, style: style)
      return shown([report], \.text, \.json)
    case .next(let tags): return try lines(tags, of: form) { form.next(after: $0) }
    case .previous(let tags): return try lines(tags, of: form) { form.previous(before: $0) }
    default: return ""
    }
  }

  /// Reports as text with an empty line between them, or as a line of JSON each.
  private func shown<Report>(
    _ reports: [Report], _ text: (Report) -> String, _ json: (Report) -> Value
  ) -> String {
    arguments.isJSON
      ? reports.map { JSONWriter.text(of: json($0)) + "\n" }.joined()
      : reports.map(text).joined(separator: "\n")
  }

  /// One line for each row, with the row that the focus goes to.
  private func lines(
    _ tags: [String], of form: Form, _ target: (RowID) -> RowState?
  ) throws(CommandError) -> String {
    var lines = ""
    for tag in tags {
      try checkPresence(of: tag, in: form)
      let other = form[tag].flatMap { target($0.id) }
      let name = other.map {
        $0.name ?? $0.texts.title ?? "a row without a tag or title"
      }
      lines += "\(tag) → \(name?.printable ?? "nowhere")\n"
    }
    return lines
  }

  /// Checks that an item exists.
  ///
  /// The address may be valid although there is no item at its position.
  private func checkPresence(of name: String, in form: Form) throws(CommandError) {
    guard form.explain(name) == nil, let address = ItemAddress(name) else { return }
    guard let items = form.section(address.section)?.items else {
      throw .refused("'\(address.section)' has no items")
    }
    guard items.indices.contains(address.position) else {
      throw .refused(
        "'\(address.section)' has no position \(address.position): "
          + "it has \(counted(items.count, "item"))")
    }
    let first = items[address.position].rows.lazy.compactMap(\.name).first
    throw .usage(
      "'\(name)' is an item with several rows", hint: first.map { "name one of its rows: \($0)" })
  }
}
