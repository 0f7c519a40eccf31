// Small XForms for tests, and what becomes of them: the JSON of a part of the form, and the lines
// of the report.

import FormFile
import FormImport
import Predicate

/// An XForm in parts.
struct XFormExample {
  /// The nodes inside `data`.
  var nodes: String
  /// What the model has beside the instance.
  var model = ""
  var body: String

  var text: String {
    """
    <h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml" \
    xmlns:jr="http://openrosa.org/javarosa" xmlns:odk="http://www.opendatakit.org/xforms">
    <h:head><h:title>T</h:title><model>
    <instance><data>\(nodes)</data></instance>
    \(model)
    </model></h:head>
    <h:body>
    \(body)
    </h:body></h:html>
    """
  }

  /// The form of it; as read with `--strict` if `isStrict`.
  func imported(isStrict: Bool = false) -> ImportedForm {
    ImportedForm(text.utf8, named: "form.xml", isStrict: isStrict)
  }

  /// The sections as the text of JSON.
  var sections: String { json("sections") }

  /// What the form has under a key, as the text of JSON.
  func json(_ key: String) -> String {
    guard case .dictionary(let form)? = imported().document.definition?.json,
      let value = form[key]
    else { return "nothing" }
    return JSONWriter.text(of: value)
  }

  /// The lines that are not carried, each with its path.
  var told: [String] {
    (imported().report?.lines ?? []).filter { $0.outcome != .carried }
      .map { "\($0.path): \($0.sentence)" }
  }

  /// The lines that are carried, as the names of what stands there and what became of it.
  var carried: [String] {
    (imported().report?.lines ?? []).filter { $0.outcome == .carried }.map {
      "\($0.path): \($0.name)" + ($0.successor.map { " → \($0)" } ?? "")
    }
  }
}
