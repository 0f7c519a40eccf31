// Forms of the tests.

import FormImport
import FormGraph

extension CompiledForm {
  /// Compiles a form from the text of its file, in any format.
  static func of(_ json: String) throws(CompileFailure) -> CompiledForm {
    try CompiledForm(FormDocument(importing: json.utf8))
  }

  /// A form whose only section, `s`, has a row of whole numbers for each tag.
  static func of(tags: some Sequence<String>) throws(CompileFailure) -> CompiledForm {
    let rows = tags.map { RowDefinition(tag: $0, type: .int) }
    return try CompiledForm(
      FormDefinition(sections: [SectionDefinition(tag: "s", rows: rows)]))
  }
}
