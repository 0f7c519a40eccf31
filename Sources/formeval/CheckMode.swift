// Checks forms without showing them: finds probable mistakes, applies fixes, and hands the findings
// to the notation that is asked for. All files are read before anything is written, and a file that
// cannot be read does not stop the others.

import FormAnalysis
import FormGraph

/// Checks one form or several.
struct CheckMode {
  let session: Session

  private var settings: CheckSettings { session.arguments.check }
  private var isText: Bool { settings.format == nil && !session.arguments.isJSON }

  /// Checks all forms of the command line.
  ///
  /// A file that cannot be read is an error of this file, and the next one has its turn.
  func run(_ output: inout Output) throws(CommandError) {
    let paths = CheckedPaths(session.arguments.forms, besides: settings.baseline)
    let areWritten = settings.fixes && !settings.isDryRun
    // To read a pipe would take its form away, and perhaps wait forever.
    if areWritten {
      for (path, _) in paths.files {
        try FileReplacement.check(path, isOneOfSeveral: paths.areSeveral)
      }
    }
    let stubs = try session.allStubs()
    var configs = try ConfigFinder(session.arguments)
    let known = try knownBaseline()
    var forms = paths.unreadable.map { CheckedForm($0, notChecked: Files.unreadable($0)) }
    var compiled: [CompiledForm] = []
    var empty = Set(paths.folders)
    var otherCount = 0
    for (path, folder) in paths.files {
      let config = try configs.config(for: path)
      do throws(CommandError) {
        let document = session.document(try session.read(path), at: path)
        if let folder {
          guard document.source.looksLikeForm else {
            otherCount += 1
            continue
          }
          empty.remove(folder)
        }
        do throws(CommandError) {
          forms.append(try check(document, path, stubs, config, &compiled, &output))
        } catch {
          throw paths.areSeveral ? error.about(Files.name(of: path)) : error
        }
      } catch {
        if let folder { empty.remove(folder) }
        forms.append(CheckedForm(path, notChecked: error))
      }
    }
    forms += paths.folders.filter(empty.contains).map {
      CheckedForm($0, notChecked: .noForm(in: $0))
    }
    // A form that does not compile may call any function.
    if compiled.count == forms.count { try session.refuseUnused(stubs, in: compiled) }
    var fixes = ""
    for index in forms.indices where settings.fixes && forms[index].notChecked == nil {
      let config = try configs.config(for: forms[index].path)
      fixes += fix(
        &forms[index], stubs, config, isOneOfSeveral: paths.areSeveral, &output)
    }
    var failures = forms.compactMap(\.notChecked)
    var baseline = ""
    do throws(CommandError) { baseline = try hide(known, in: &forms) } catch {
      failures.append(error)
    }
    let errors = forms.reduce(0) { $0 + $1.count(.error) }
    let warnings = forms.reduce(0) { $0 + $1.count(.warning) }
    // A saved state that does not fit is a warning too.
    let isRefused =
      errors > 0 || settings.areWarningsErrors && (warnings > 0 || !output.warnings.isEmpty)
    switch settings.format {
    case .sarif: output.result = SARIFReport(forms: forms).text
    case .annotations: output.result = AnnotationReport(forms: forms).text
    case nil where session.arguments.isJSON: output.result = CheckJSON(forms: forms).text
    case nil:
      let isQuiet = session.arguments.isQuiet
      let text = CheckText(
        forms: forms, showsFixes: !settings.fixes, areWarningsErrors: settings.areWarningsErrors,
        isQuiet: isQuiet, areSeveral: paths.areSeveral, otherCount: otherCount,
        style: session.style)
      output.result =
        text.findings + (isQuiet ? "" : fixes + baseline) + (isRefused ? text.counts : text.summary)
      if isQuiet, !settings.areWarningsErrors { output.warnings = "" }
      if errors == 0, isRefused {
        output.error +=
          CommandError.refused(
            "\(forms.count == 1 ? "the" : "a") form has warnings, and --warnings-as-errors is given"
          ).text + "\n"
      }
    }
    if !isText { output.error += baseline }
    output.error += failures.map { $0.text + "\n" }.joined()
    output.status = max(
      forms.contains { $0.notWritten != nil }
        ? CommandError.usage : isRefused ? CommandError.refused : 0,
      failures.map(\.status).max() ?? 0)
  }

  /// The baseline of the command line; nil if there is none.
  ///
  /// A file that would be replaced must be a baseline: a form that a shell lists behind the flag
  /// must not be lost.
  private func knownBaseline() throws(CommandError) -> Baseline? {
    guard let path = settings.newBaseline ?? settings.baseline else { return nil }
    guard settings.newBaseline == nil || PathKind(of: path) != .missing else {
      return Baseline(at: path)
    }
    return try Baseline(try session.read(path), at: path)
  }

  /// Hides what a baseline has, or writes the baseline and hides everything.
  ///
  /// - Returns: For people, what was written, or what is gone.
  private func hide(
    _ known: Baseline?, in forms: inout [CheckedForm]
  ) throws(CommandError) -> String {
    guard var baseline = known else { return "" }
    let path = baseline.path
    let name = Files.name(of: path).printable
    let isWritten = settings.newBaseline != nil
    let suppressed = forms.reduce(0) { $0 + $1.suppressedCount }
    if isWritten {
      if let form = forms.first(where: { $0.notChecked != nil }) {
        throw .usage("'\(path)' is not written, because '\(form.name)' was not checked")
      }
      let bytes = baseline.bytes(for: forms)
      try session.write(path, bytes)
      baseline = try Baseline(bytes, at: path)
    }
    for index in forms.indices { baseline.hide(in: &forms[index]) }
    guard !isWritten else {
      let count = forms.reduce(0) { $0 + $1.suppressedCount } - suppressed
      return "\(name): \(counted(count, "finding")) written\n"
    }
    let gone = baseline.gone(includesStyle: settings.includesStyle)
    guard !gone.isEmpty else { return "" }
    let count = gone.reduce(0) { $0 + $1.count }
    let lines = gone.prefix(CheckText.maximumShown).map { entry, count in
      let times = count > 1 ? ", \(count) times" : ""
      return "  \(entry.file): \(entry.id)\(times): \(entry.text.clipped)".printable + "\n"
    }
    let more = gone.count - lines.count
    return "\(name): \(counted(count, "finding")) \(count == 1 ? "is" : "are") gone\n"
      + lines.joined() + (more > 0 ? "  … and \(more) more\n" : "")
      + "hint: --write-baseline leaves out what is gone\n"
  }

  /// Checks a form, and opens it to see that its inputs and its saved state fit.
  private func check(
    _ document: FormDocument, _ path: String, _ stubs: [String: Stub], _ config: Config,
    _ all: inout [CompiledForm], _ output: inout Output
  ) throws(CommandError) -> CheckedForm {
    let compiled: CompiledForm
    do throws(CompileFailure) { compiled = try session.compile(document, at: path, stubs) } catch {
      var form = CheckedForm(
        path, document.source, error, includesStyle: includesStyle(with: config))
      form.apply(config, includesStyle: settings.includesStyle)
      return form
    }
    // Only the names of functions are compared, and a form takes much memory.
    if !stubs.isEmpty { all.append(compiled) }
    let (form, misfits) = try session.open(compiled)
    if isText { output.warnings += misfits }
    return checked(path, document.source, compiled, Self.summary(of: form), config)
  }

  /// The findings of a form that compiles, as the settings have them.
  private func checked(
    _ path: String, _ source: FormSource, _ compiled: CompiledForm, _ summary: String,
    _ config: Config
  ) -> CheckedForm {
    var form = CheckedForm(
      path, source, compiled, summary, includesStyle: includesStyle(with: config))
    form.apply(config, includesStyle: settings.includesStyle)
    return form
  }

  /// Whether findings about style are looked for.
  private func includesStyle(with config: Config) -> Bool {
    settings.includesStyle || config.errors.contains(where: \.isStyle)
  }

  /// Applies the fixes of a form.
  ///
  /// The file is written only if the form compiles with the fixes. If it cannot be written, that is
  /// an error of this file, and the next one has its turn.
  ///
  /// - Returns: For people, what was done to the file.
  private func fix(
    _ form: inout CheckedForm, _ stubs: [String: Stub], _ config: Config, isOneOfSeveral: Bool,
    _ output: inout Output
  ) -> String {
    let name = form.name.printable
    // A form with errors would not compile with its fixes either.
    guard form.summary != nil else {
      return isOneOfSeveral ? "\(name): not changed, because the form does not compile\n" : ""
    }
    let fixes = FixList(form)
    guard !fixes.isEmpty else { return isOneOfSeveral ? "\(name): nothing to fix\n" : "" }
    let document = session.document(fixes.fixedBytes, at: form.path)
    let compiled: CompiledForm
    do throws(CompileFailure) {
      compiled = try session.compile(document, at: form.path, stubs)
    } catch {
      if isText {
        output.warnings +=
          "warning: \(name): the form does not compile with its fixes, so none is applied\n"
      }
      return isOneOfSeveral ? "\(name): not changed\n" : ""
    }
    if settings.isDryRun { return fixes.text }
    do throws(CommandError) {
      try session.replace(form.path, form.bytes, document.source.bytes)
    } catch {
      output.error += error.text + "\n"
      form.notWritten = error.sentence
      return "\(name): not changed, because it cannot be written\n"
    }
    form = checked(form.path, document.source, compiled, form.summary ?? "", config)
    form.fixedCount = fixes.count
    return "\(name): \(counted(fixes.count, "fix", "fixes")) applied\n"
  }

  /// What a form that compiles consists of.
  private static func summary(of form: Form) -> String {
    let sections = form.definition.allSectionsWithItems
    let rows = sections.reduce(0) { $0 + $1.ownRows.count }
    return "\(counted(sections.count, "section")), \(counted(rows, "row")), "
      + counted(form.conditionCount, "condition")
  }
}

extension SectionDefinition {
  /// The rows that the section defines, including the rows of its templates.
  fileprivate var ownRows: [RowDefinition] {
    guard case .multivalued(let items) = kind else { return formRows }
    return items.templates.flatMap { named in
      switch named.template {
      case .item(let row): [row]
      case .rows(let rows, _): rows
      }
    }
  }
}

extension CommandError {
  /// A folder without a form is a mistake: else a wrong path would pass for forms in order.
  fileprivate static func noForm(in folder: String) -> CommandError {
    .usage(
      "there is no form in '\(folder)'",
      hint: "a form is a .json file with an object that has \"sections\"")
  }
}
