// All that is said of one form: what the checks and the compiler find, less what is off, with what
// the form suppresses. A host and the command use this and not the checks themselves.

public import FormGraph

/// What is found in a form, with what the form suppresses.
public struct FormReport: Sendable {
  /// The findings, suppressed ones included, in no particular order.
  public var findings: [Finding]

  /// Checks a form that compiles.
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - includesStyle: Whether findings about style are listed too.
  /// - Complexity: O(n) in the size of the form and its texts.
  public init(of form: CompiledForm, includesStyle: Bool = false) {
    let findings = Self.merged(form.warnings.map(Finding.init), FormCheck.findings(of: form))
    self.init(findings, of: form.definition, includesStyle: includesStyle)
  }

  /// Takes findings that are complete, such as those of a test.
  package init(_ findings: [Finding]) { self.findings = findings }

  /// The warnings of the compiler and the findings of the checks, with one finding for one cause.
  ///
  /// If both found one mistake in the same part of a text, the finding with a fix is kept, and an
  /// error with a hint in place of a warning.
  private static func merged(_ warnings: [Finding], _ found: [Finding]) -> [Finding] {
    struct Place: Hashable {
      let id: FindingID
      let path: JSONPath

      init(_ finding: Finding) { (id, path) = (finding.id, finding.problem.path.ofCompiler) }
    }
    var merged = warnings
    var positions: [Place: [Int]] = [:]
    for (position, warning) in warnings.enumerated() where warning.problem.textRange != nil {
      positions[Place(warning), default: []].append(position)
    }
    for finding in found {
      let same = positions[Place(finding)]?.first { position in
        guard let range = finding.problem.textRange,
          let other = warnings[position].problem.textRange
        else { return false }
        return range.overlaps(other)
      }
      guard let same else {
        merged.append(finding)
        continue
      }
      let isHelpful = finding.problem.severity == .error && finding.problem.hint != nil
      if finding.fix != nil || isHelpful { merged[same] = finding }
    }
    return merged
  }

  /// Says which findings the form suppresses, and which suppressions are useless.
  ///
  /// Style is dropped last: a suppression of a finding about style is needed even if style is off.
  init(_ findings: [Finding], of definition: FormDefinition, includesStyle: Bool) {
    var table = SuppressionTable(definition)
    var findings = findings
    table.mark(&findings)
    if !includesStyle { findings.removeAll { $0.id.isStyle } }
    self.findings = findings + table.ownFindings
  }

  /// Reports why a form does not compile, and what the checks find in the rest of it.
  ///
  /// What a check finds at the place of an error is left out, because it may follow from the error.
  ///
  /// - Parameters:
  ///   - failure: What the compiler found.
  ///   - includesStyle: Whether findings about style are listed too.
  /// - Complexity: O(n) in the size of the form and its texts.
  public init(_ failure: CompileFailure, includesStyle: Bool = false) {
    let errors = failure.problems.filter { $0.severity == .error }
    let warnings = failure.problems.filter { $0.severity == .warning }
    findings = failure.problems.map(Finding.init)
    guard let definition = failure.definition,
      // With a tag given twice, a text may mean either row.
      !errors.contains(where: { [.json, .limit, .duplicate].contains($0.kind) })
    else { return }
    let hidden = ErrorPlaces(errors)
    let found = FormCheck.findings(of: definition, failure.textLimits, compiled: nil)
      .filter { !hidden.contains($0) }
    let merged = Self.merged(warnings.map(Finding.init), found)
    let rest = FormReport(merged, of: definition, includesStyle: includesStyle)
    // A suppression may be about something that is found only without the errors.
    findings =
      errors.map(Finding.init) + rest.findings.filter { $0.id != .suppressUnused }
  }

  /// The number of findings of a severity that the form does not suppress.
  public func count(_ severity: Severity) -> Int {
    findings.count { !$0.isSuppressed && $0.problem.severity == severity }
  }

  /// The number of findings that the form suppresses.
  public var suppressedCount: Int { findings.count(where: \.isSuppressed) }
}
