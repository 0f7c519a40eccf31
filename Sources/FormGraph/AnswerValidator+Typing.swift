// Reads the cells of a file as users type them, in the language of the form. What a cell may say is
// what `Draft.enter(_:in:)` takes; a cell of several choices has their titles.

package import FormFile
package import Predicate

/// A row or an input that cells of a file are read for.
package struct TypedColumn: Sendable {
  fileprivate let named: Engine.Named
}

extension AnswerValidator {
  /// The row or the input whose value has a name; nil if nothing is typed there.
  ///
  /// - Complexity: O(n) in the number of rows.
  package func typedColumn(_ name: String) -> TypedColumn? {
    let written = plan.first { written in
      [written.name, written.tag].contains { $0.map(ExactText.init) == ExactText(name) }
    }
    if case .row(let row, _)? = written?.member { return TypedColumn(named: .row(row)) }
    let found = engine.found(.tag(name))
    // Nested answers know rows by their paths alone.
    if nested != nil, case .row? = found { return nil }
    return found.map(TypedColumn.init)
  }

  /// The value that a typed text stands for, as JSON has it.
  ///
  /// - Parameters:
  ///   - text: The text of a cell.
  ///   - column: What the cell is for.
  ///   - separator: What stands between several choices; a title that has it in it stands in
  ///     double quotes.
  /// - Throws: Why the text stands for no value.
  /// - Returns: The value.
  package func value(
    ofTyped text: String, in column: TypedColumn, between separator: CSVSeparator
  ) throws(EditError.Reason) -> Value {
    switch column.named {
    case .input(let input): try engine.read(text, ofInput: input)
    case .row(let row):
      engine.topology.row(row).kind.shownInJSON(
        try engine.read(text, in: row, between: separator))
    }
  }
}
