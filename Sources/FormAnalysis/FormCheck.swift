// The checks of a form that compiles: the one entry to all of them.

public import FormGraph

/// Finds probable mistakes in a form that compiles.
public struct FormCheck {
  /// The findings of all checks, in no particular order.
  ///
  /// - Parameter form: The form.
  /// - Returns: The findings, with paths of the definition; none is marked as suppressed.
  /// - Complexity: O(n) in the size of the form and its texts.
  public static func findings(of form: CompiledForm) -> [Finding] {
    var findings = OwnValueCheck.findings(of: form)
    FormWalk.visit(form) { text in findings += ChoiceCheck.findings(text) }
    findings += RowCheck.findings(of: form)
    return findings
  }
}
