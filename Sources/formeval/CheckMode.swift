// Checks forms without showing them: finds probable mistakes, applies fixes, and hands the findings
// to the notation that is asked for. All files are read before anything is written.

import FormAnalysis
import FormGraph

/// Checks one form or several.
struct CheckMode {
  let session: Session

  private var settings: CheckSettings { session.arguments.check }
  private var isText: Bool { settings.format == nil && !session.arguments.isJSON }

  /// Checks all forms of the command line.
  func run(_ output: inout Output) throws(CommandError) {
    let paths = session.arguments.forms
    let stubs = try session.allStubs()
    var forms: [CheckedForm] = []
    var compiled: [CompiledForm] = []
    for path in paths {
      forms.append(try check(try session.read(path), path, stubs, &compiled, &output))
    }
    // A form that does not compile may call any function.
    if compiled.count == paths.count { try session.refuseUnused(stubs, in: compiled) }
    for index in forms.indices where settings.fixes {
      try fix(&forms[index], stubs, &output)
    }
    let errors = forms.reduce(0) { $0 + $1.report.count(.error) }
    let warnings = forms.reduce(0) { $0 + $1.report.count(.warning) }
    switch settings.format {
    case .sarif: output.result = SARIFReport(forms: forms).text
    case .annotations: output.result = AnnotationReport(forms: forms).text
    case nil where session.arguments.isJSON: output.result = CheckJSON(forms: forms).text
    case nil:
      let text = CheckText(forms: forms, showsFixes: !settings.fixes)
      // What stops a single form is its error; of several, the totals stand last.
      if errors > 0, paths.count == 1 {
        output.error = text.findings
      } else {
        output.warnings += text.findings
      }
      output.result += text.summary
    }
    guard errors == 0 else { return output.status = CommandError.refused }
    // A saved state that does not fit is a warning too.
    guard settings.areWarningsErrors, warnings > 0 || !output.warnings.isEmpty else { return }
    output.status = CommandError.refused
    if isText {
      output.result = ""
      throw .refused(
        "\(paths.count == 1 ? "the" : "a") form has warnings, and --warnings-as-errors is given")
    }
  }

  /// Checks a form, and opens it to see that its inputs and its saved state fit.
  private func check(
    _ bytes: [UInt8], _ path: String, _ stubs: [String: Stub], _ all: inout [CompiledForm],
    _ output: inout Output
  ) throws(CommandError) -> CheckedForm {
    let compiled: CompiledForm
    do throws(CompileFailure) { compiled = try session.compile(bytes, at: path, stubs) } catch {
      return CheckedForm(path, bytes, error, includesStyle: settings.includesStyle)
    }
    all.append(compiled)
    let (form, misfits) = try session.open(compiled)
    if isText { output.warnings += misfits }
    return CheckedForm(
      path, bytes, compiled, Self.summary(of: form), includesStyle: settings.includesStyle,
      allowsTrailingCommas: session.arguments.allowsTrailingCommas)
  }

  /// Applies the fixes of a form.
  ///
  /// The file is written only if the form compiles with the fixes.
  private func fix(
    _ form: inout CheckedForm, _ stubs: [String: Stub], _ output: inout Output
  ) throws(CommandError) {
    // A form with errors would not compile with its fixes either.
    guard form.summary != nil else { return }
    let fixes = FixList(form)
    guard !fixes.isEmpty else { return }
    let bytes = fixes.fixedBytes
    let compiled: CompiledForm
    do throws(CompileFailure) { compiled = try session.compile(bytes, at: form.path, stubs) } catch
    {
      if isText {
        output.warnings +=
          "warning: \(form.name.printable): the form does not compile with its fixes, so none is "
          + "applied\n"
      }
      return
    }
    guard !settings.isDryRun else {
      if isText { output.result += fixes.text }
      return
    }
    try session.write(form.path, bytes)
    form = CheckedForm(
      form.path, bytes, compiled, form.summary ?? "", includesStyle: settings.includesStyle,
      allowsTrailingCommas: session.arguments.allowsTrailingCommas)
    form.fixedCount = fixes.count
    if isText {
      let noun = fixes.count == 1 ? "fix" : "fixes"
      output.result += "\(form.name.printable): \(fixes.count) \(noun) applied\n"
    }
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
