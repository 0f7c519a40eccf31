// Change sets that no transaction made, for the tests and the previews of a host: its code that
// shows changes can then run without a form that is edited.

extension ChangeSet {
  /// Makes a change set for a test or a preview, of a form in which nothing has changed.
  ///
  /// `changes`, `shown`, `hidden` and `isEmpty` follow from the changes that are given. Everything
  /// that is no argument says that nothing happened, also `listUpdate` and the JSON. The change set
  /// of an edit that really is made has all of it.
  ///
  /// ```swift
  /// let changes = ChangeSet(
  ///   of: form, changes: [Change(tag: "note", property: .hidden, old: true, new: false)])
  /// ```
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - changes: What `changes` returns.
  ///   - notes: What `notes` returns.
  ///   - actions: What `actions` returns.
  ///   - refusedSubmit: What `refusedSubmit` returns.
  public init(
    of form: Form, changes: [Change] = [], notes: [Note] = [], actions: [FormAction] = [],
    refusedSubmit: RefusedSubmit? = nil
  ) {
    var events = Events()
    events.made = changes
    events.notes = notes
    events.actions = actions
    events.refusedSubmit = refusedSubmit
    self.init(
      Held(Journal()), form.engine.shape, form.engine.held, of: form.number,
      evaluations: EvaluationLog(), events: Shared(events), cause: nil)
  }
}
