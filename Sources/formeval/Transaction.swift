// The edits that settle together, ready to be made on a form.

import Foundation
import FormGraph
import Predicate

/// The edits that settle together.
struct Transaction {
  var values: [(tag: String, value: Value)] = []
  var blurred: [String] = []
  var validates = false
  var now: Date?
  /// The actions it was made of, as they were typed.
  var text = ""

  /// Makes the edits.
  func run(on form: inout Form, as editor: Editor) throws(EditError) -> ChangeSet {
    try form.update(as: editor) { draft in
      if let now { draft.setNow(now) }
      for (tag, value) in values { draft.set(tag, to: value) }
      for tag in blurred { draft.blur(tag) }
      if validates { draft.validate() }
    }
  }
}
