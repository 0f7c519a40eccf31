// The edits of one transaction, ready to be made on a form. An undo or a redo is a transaction of
// its own.

package import Foundation
package import FormGraph
package import Predicate

/// The edits of one transaction.
package struct Transaction: Sendable {
  /// One edit, with names looked up and values parsed.
  package enum Edit: Sendable {
    case set(String, Value)
    case enter(String, String)
    case values(ValueDictionary)
    /// Answers as `--values` prints them. Unlike `values` they set off no actions.
    case answers(ValueDictionary)
    case insert(section: String, at: Int, Value, template: String? = nil)
    case remove(section: String, at: Int)
    case move(section: String, at: Int, to: Int)
    case focus(String)
    case blur(String)
    case tap(String, action: String? = nil)
    case select(String, Value)
    case validate(ValidationScope)
    case clearErrors
    case goForward
    case goBack
    case goTo(page: Int, isUnchecked: Bool = false)
    /// Resets a row, given by its tag; nil means the whole form.
    case reset(String?)
    case now(Date)
    case resolve(ValidationToken, Value)
    case table(String, FormTable)
    /// Notes that a value was read in UTC, because its text names no time zone.
    case noteUTC(of: String)
  }

  /// A step in the history of the form.
  package enum Step: String, Sendable {
    case undo, redo
  }

  package var edits: [Edit] = []
  /// The step, if the transaction is an undo or a redo.
  ///
  /// It then has no edits.
  package var step: Step?
  /// The name by which later lines can undo this transaction.
  package var mark: String?
  /// The mark of the step to undo, together with all later steps.
  ///
  /// The transaction then has no edits.
  package var undoMark: String?

  package init(edits: [Edit] = [], step: Step? = nil) {
    self.edits = edits
    self.step = step
  }

  /// The scope of the last validation in the transaction.
  package var validation: ValidationScope? {
    edits.reversed().lazy.compactMap { if case .validate(let scope) = $0 { scope } else { nil } }
      .first
  }

  /// An id by which the edits name a row or a section; nil if they name all by tags and addresses.
  package var id: String? { edits.lazy.flatMap(\.names).first(where: EditNames.isID) }

  /// The message if there is no step to undo or redo; nil if there is one.
  package func complaint(of form: Form) -> String? {
    switch step {
    case .undo where form.undoCount == 0: "there is nothing to undo"
    case .redo where form.redoCount == 0: "there is nothing to redo"
    default: nil
    }
  }

  /// Makes the edits, or the undo or redo.
  package func run(on form: inout Form, as editor: Editor) throws(EditError) -> ChangeSet {
    switch step {
    case .undo: return try form.undo()
    case .redo: return try form.redo()
    case nil: return try form.update(as: editor) { draft in edits.forEach { $0.add(to: &draft) } }
    }
  }
}

extension Transaction.Edit {
  /// What the edit calls rows and sections.
  fileprivate var names: [String] {
    switch self {
    case .set(let name, _), .enter(let name, _), .insert(let name, _, _, _), .remove(let name, _),
      .move(let name, _, _), .focus(let name), .blur(let name), .tap(let name, _),
      .select(let name, _):
      [name]
    case .values(let values): values.keys
    case .answers: []
    case .reset(let name): [name].compactMap { $0 }
    case .validate(let scope): [scope.name].compactMap { $0 }
    case .clearErrors, .goForward, .goBack, .goTo, .now, .resolve, .table, .noteUTC: []
    }
  }

  fileprivate func add(to draft: inout Draft) {
    switch self {
    case .set(let tag, let value): draft.set(tag, to: value)
    case .enter(let tag, let text): draft.enter(text, in: tag)
    case .values(let values): draft.setByTag(values)
    case .answers(let values): draft.setAnswers(values)
    case .insert(let section, let position, let value, let template):
      draft.insertItem(in: section, at: position, value: value, template: template)
    case .remove(let section, let position):
      draft.removeItem(in: section, at: position)
    case .move(let section, let position, let other):
      draft.moveItem(in: section, from: position, to: other)
    case .focus(let tag): draft.focus(tag)
    case .blur(let tag): draft.blur(tag)
    case .tap(let tag, nil): draft.tap(tag)
    case .tap(let tag, let action?): draft.tap(tag, action: action)
    case .select(let tag, let option): draft.select(option, of: tag)
    case .validate(let scope): draft.validate(scope)
    case .clearErrors: draft.clearErrors()
    case .goForward: draft.goForward()
    case .goBack: draft.goBack()
    case .goTo(let page, isUnchecked: false): draft.go(toPage: page)
    case .goTo(let page, isUnchecked: true): draft.jump(toPage: page)
    case .reset(let tag?): draft.reset(tag)
    case .reset(nil): draft.resetAll()
    case .now(let now): draft.setNow(now)
    case .resolve(let token, let result): draft.resolve(token, with: result)
    case .table(let name, let table): draft.replaceTable(name, with: table)
    case .noteUTC(let name): draft.noteUTC(of: name)
    }
  }
}
