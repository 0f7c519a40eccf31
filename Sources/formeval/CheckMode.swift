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
    let areWritten = settings.fixes && !settings.isDryRun
    // To read a pipe would take its form away, and perhaps wait forever.
    if areWritten {
      for path in paths { try FileReplacement.check(path, isOneOfSeveral: paths.count > 1) }
    }
    let stubs = try session.allStubs()
    var forms: [CheckedForm] = []
    var compiled: [CompiledForm] = []
    for path in paths {
      forms.append(try check(try session.read(path), path, stubs, &compiled, &output))
    }
    // A form that does not compile may call any function.
    if compiled.count == paths.count { try session.refuseUnused(stubs, in: compiled) }
    var fixes = ""
    for index in forms.indices where settings.fixes {
      fixes += fix(&forms[index], stubs, isOneOfSeveral: paths.count > 1, &output)
    }
    let errors = forms.reduce(0) { $0 + $1.report.count(.error) }
    let warnings = forms.reduce(0) { $0 + $1.report.count(.warning) }
    // A saved state that does not fit is a warning too.
    let isRefused =
      errors > 0 || settings.areWarningsErrors && (warnings > 0 || !output.warnings.isEmpty)
    switch settings.format {
    case .sarif: output.result = SARIFReport(forms: forms).text
    case .annotations: output.result = AnnotationReport(forms: forms).text
    case nil where session.arguments.isJSON: output.result = CheckJSON(forms: forms).text
    case nil:
      let text = CheckText(
        forms: forms, showsFixes: !settings.fixes, areWarningsErrors: settings.areWarningsErrors,
        style: session.style)
      output.result = text.findings + fixes + (isRefused ? text.counts : text.summary)
      if errors == 0, isRefused {
        output.error +=
          CommandError.refused(
            "\(paths.count == 1 ? "the" : "a") form has warnings, and --warnings-as-errors is given"
          ).text + "\n"
      }
    }
    output.status =
      forms.contains { $0.notWritten != nil }
      ? CommandError.usage : isRefused ? CommandError.refused : 0
  }

  /// Checks a form, and opens it to see that its inputs and its saved state fit.
  private func check(
    _ bytes: [UInt8], _ path: String, _ stubs: [String: Stub], _ all: inout [CompiledForm],
    _ output: inout Output
  ) throws(CommandError) -> CheckedForm {
    let document = session.document(bytes, at: path)
    let compiled: CompiledForm
    do throws(CompileFailure) { compiled = try session.compile(document, at: path, stubs) } catch {
      return CheckedForm(path, document.source, error, includesStyle: settings.includesStyle)
    }
    all.append(compiled)
    let (form, misfits) = try session.open(compiled)
    if isText { output.warnings += misfits }
    return CheckedForm(
      path, document.source, compiled, Self.summary(of: form),
      includesStyle: settings.includesStyle)
  }

  /// Applies the fixes of a form.
  ///
  /// The file is written only if the form compiles with the fixes. If it cannot be written, that is
  /// an error of this file, and the next one has its turn.
  ///
  /// - Returns: For people, what was done to the file.
  private func fix(
    _ form: inout CheckedForm, _ stubs: [String: Stub], isOneOfSeveral: Bool,
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
    form = CheckedForm(
      form.path, document.source, compiled, form.summary ?? "",
      includesStyle: settings.includesStyle)
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
