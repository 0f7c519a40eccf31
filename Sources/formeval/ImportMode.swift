// Shows what became of a form in another format: a line for each place that is not carried as it
// is, then the counts, then what the host must supply. JSON has the carried places too. SARIF has
// what the text has, for code hosts.

import FormGraph
import FormImport
import Predicate

/// Shows the report of an import.
struct ImportMode {
  let session: Session

  /// Reads, compiles and opens the form, and shows the report.
  ///
  /// A form in our own format is refused, because nothing of it was imported.
  func run(_ output: inout Output) throws(CommandError) {
    let arguments = session.arguments
    let form = session.imported(try session.read(arguments.form), at: arguments.form)
    let stubs = try session.allStubs()
    let compiled: CompiledForm
    do throws(CompileFailure) {
      compiled = try session.compile(form.document, at: arguments.form, stubs)
    } catch {
      throw CommandError(error)
    }
    try session.refuseUnused(stubs, in: [compiled])
    output.warnings = try session.open(compiled).misfits
    guard var report = form.report else {
      throw .usage(
        "'\(Files.name(of: arguments.form))' is in the format of this package, so nothing was "
          + "imported and there is no report", hint: "--check lists probable mistakes in it")
    }
    report.needs += compiled.calledFunctions.map { "the function '\($0)'" }
    let shown = ImportText(report: report, path: arguments.form, source: form.document.source)
    if arguments.check.format == .sarif {
      output.result = shown.sarif
    } else {
      output.result = arguments.isJSON ? shown.json : shown.text
    }
    let lost = report.count(.lost)
    guard arguments.isStrict, lost > 0 else { return }
    output.error +=
      CommandError.refused("something of the form is lost, and --strict is given")
      .text + "\n"
    output.status = CommandError.refused
  }
}

/// The report of an import in the notations of the command.
struct ImportText {
  let report: ImportReport
  let path: String
  let source: FormSource

  private var name: String { Files.name(of: path) }
  private var told: [ImportReport.Line] { report.lines.filter { $0.outcome != .carried } }

  var text: String {
    let lines = SourceLines(source.bytes)
    let places = told.map { line in
      let place = lines.excerpt(of: line.range)
      return "\(name):\(place.line):\(place.column): \(line.sentence)".printable + "\n"
    }
    let needs = report.needs.isEmpty ? "nothing" : report.needs.joined(separator: ", ")
    return places.joined() + "\(report.summary)\nhost: \(needs.printable)\n"
  }

  var json: String {
    let lines = SourceLines(source.bytes)
    let places = report.lines.map { line in
      let place = lines.excerpt(of: line.range)
      var members: [(String, Value)] = [
        ("path", .string(line.path)), ("line", .int(Int64(place.line))),
        ("column", .int(Int64(place.column))), ("range", Answer.json(line.range)),
        ("kind", .string(line.kind.rawValue)), ("outcome", .string(line.outcome.rawValue)),
        ("name", .string(line.name)),
      ]
      if let successor = line.successor { members.append(("successor", .string(successor))) }
      if let reason = line.reason { members.append(("reason", .string(reason))) }
      return Value.dictionary(ValueDictionary(members))
    }
    var members: [(String, Value)] = [
      ("form", .string(name)), ("format", .string(report.format)),
    ]
    members += ImportReport.Outcome.allCases.map { outcome in
      (outcome == .putAside ? "putAside" : outcome.rawValue, .int(Int64(report.count(outcome))))
    }
    members += [
      ("lines", .array(places)), ("needs", .array(report.needs.map { .string($0) })),
    ]
    return JSONWriter.text(of: .dictionary(ValueDictionary(members))) + "\n"
  }

  // MARK: - SARIF

  var sarif: String {
    let lines = SourceLines(source.bytes)
    let artifact = SARIFLog.artifact(path)
    var prints = SARIFLog.Fingerprints()
    let results = told.map { line in
      SARIFLog.object([
        ("ruleId", .string(Self.id(line.outcome))), ("level", .string(Self.level(line.outcome))),
        ("message", SARIFLog.message(line.sentence)),
        ("locations", [SARIFLog.location(line.range, in: artifact, lines)]),
        ("partialFingerprints", prints.fingerprint(of: [line.path, line.sentence])),
      ])
    }
    let rules = ImportReport.Outcome.allCases.filter { $0 != .carried }.map { outcome in
      SARIFLog.object([
        ("id", .string(Self.id(outcome))),
        ("shortDescription", SARIFLog.message(Self.summary(outcome))),
      ])
    }
    return SARIFLog.text(rules: rules, results: results)
  }

  private static func id(_ outcome: ImportReport.Outcome) -> String {
    "import/\(outcome.rawValue.replacing(" ", with: "-"))"
  }

  private static func level(_ outcome: ImportReport.Outcome) -> String {
    switch outcome {
    case .carried: "none"
    case .putAside: "note"
    case .changed, .lost: "warning"
    }
  }

  private static func summary(_ outcome: ImportReport.Outcome) -> String {
    switch outcome {
    case .carried: "the form has the same"
    case .changed: "the form has something that differs"
    case .putAside: "nothing acts on it, and the form keeps it in extra"
    case .lost: "the form does not have it, or not all of it"
    }
  }
}
