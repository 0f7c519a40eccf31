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
    var findings = form.warnings.map { Finding(.formWarning, $0) }
    findings += FormCheck.findings(of: form)
    self.init(findings, of: form.definition, includesStyle: includesStyle)
  }

  /// Takes findings that are complete, such as those of a test.
  package init(_ findings: [Finding]) { self.findings = findings }

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

  /// Reports why a form does not compile.
  ///
  /// - Parameter failure: What the compiler found.
  public init(_ failure: CompileFailure) {
    findings = failure.problems.map { problem in
      Finding(problem.severity == .error ? .formError : .formWarning, problem)
    }
  }

  /// The number of findings of a severity that the form does not suppress.
  public func count(_ severity: Severity) -> Int {
    findings.count { !$0.isSuppressed && $0.problem.severity == severity }
  }

  /// The number of findings that the form suppresses.
  public var suppressedCount: Int { findings.count(where: \.isSuppressed) }
}
