// A live form and the edits of one client, one transaction after the other. The lines of `--edits`
// and the steps of a scenario run the same way.

public import FormGraph
public import Predicate

/// A live form that a client edits.
///
/// A session is a value: a copy is independent. The copy shares what the session knows of the
/// form's names, so a server makes one session of a form and copies it for each client.
public struct FormSession: Sendable {
  /// The form, which the host may edit too.
  public var form: Form
  /// The name of this opening of the form; nil if the host has given none.
  ///
  /// Ids of rows and sections hold as long as the form is open. A line with an id of a named
  /// opening says the name, so that an id of an opening before never names another row.
  public let opening: String?
  /// The number of times that edits have changed the form since it was opened.
  ///
  /// Edits that change nothing do not count, nor do refused edits. A line that says `after` is done
  /// only at that number, so a line whose answer was lost can be sent again.
  public private(set) var sequence = 0
  private let line: EditLine
  private var marks = Marks()
  /// What the client knows of the form as a whole; nil before the first edit.
  private var told: ToldState?

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - form: The form.
  ///   - opening: A name that no other opening of the form has had, such as a random one. The
  ///     `state` tells it to clients.
  /// - Complexity: O(n) in the size of the form's definition.
  public init(_ form: Form, opening: String? = nil) {
    self.init(form, EditLine(EditValues(form.definition), limits: form.limits), opening: opening)
  }

  package init(_ form: Form, _ line: EditLine, opening: String? = nil) {
    self.form = form
    self.line = line
    self.opening = opening
  }

  /// A session of another form that was opened from the same compiled form.
  ///
  /// - Parameters:
  ///   - form: The other form.
  ///   - name: The name of its opening.
  /// - Returns: The session, which shares what this one knows of the form's names.
  public func opening(_ form: Form, as name: String? = nil) -> FormSession {
    FormSession(form, line, opening: name)
  }

  /// The state that a client starts with: that of the form, with the name of the opening.
  ///
  /// - Complexity: O(n) in the number of rows.
  public var state: Value {
    let state = form.json
    guard let opening, case .dictionary(var members) = state else { return state }
    members["opening"] = .string(opening)
    return .dictionary(members)
  }

  /// Makes edits as one transaction.
  ///
  /// - Parameters:
  ///   - edits: The edits.
  ///   - editor: Who makes the edits. By default the user, because a client speaks for its user:
  ///     the user cannot change what is hidden or disabled, and sets neither inputs nor the time.
  /// - Throws: The reason why the edits are refused. They then have changed nothing.
  /// - Returns: What the edits changed, as the answer to the client. Like the reason, it has the
  ///   sequence.
  @discardableResult
  public mutating func apply(
    _ edits: FormEdits, as editor: Editor = .user
  ) throws(EditRefusal) -> FormChanges {
    do throws(EditRefusal) { return try changes(of: edits, as: editor) } catch {
      throw error.at(sequence)
    }
  }

  private mutating func changes(
    of edits: FormEdits, as editor: Editor
  ) throws(EditRefusal) -> FormChanges {
    let transaction = try transaction(edits)
    // Moved out, since sets that two refer to are copied when one of them is changed.
    var told = self.told ?? ToldState(form)
    self.told = nil
    defer { self.told = told }
    let changes: ChangeSet
    do throws(EditRefusal) { changes = try run(transaction, as: editor) } catch {
      var error = error
      error.range = error.reasons.first.flatMap { edits.place(of: $0.tag) }
      throw error
    }
    do throws(EditError) {
      let validation = try transaction.validation.map { scope throws(EditError) in
        try Validation(of: form, scope)
      }
      let bytes = changes.bytes(of: form, telling: &told, validation, sequence: sequence)
      return FormChanges(bytes: bytes, changeSet: changes)
    } catch {
      throw EditRefusal(error)
    }
  }

  /// The key under which answers have the sequence.
  package static let sequenceKey = "sequence"

  /// The names that edits and questions can use.
  package var names: EditNames { values.names }

  /// Reads values that are given by these names.
  package var values: EditValues { line.values }

  /// Looks up what edits mean in this form.
  package func transaction(_ edits: FormEdits) throws(EditRefusal) -> Transaction {
    do throws(EditRefusal) { return try line.transaction(edits, of: self) } catch {
      guard !edits.hasPlaces else { throw error }
      var error = error
      error.range = nil
      throw error
    }
  }

  /// Makes the edits of one transaction.
  package mutating func run(
    _ transaction: Transaction, as editor: Editor
  ) throws(EditRefusal) -> ChangeSet {
    if let complaint = transaction.complaint(of: form) {
      throw EditRefusal(complaint, code: .noStep)
    }
    let token = try transaction.undoMark.map { mark throws(EditRefusal) in
      try marks.step(marked: mark)
    }
    do throws(EditError) {
      let changes =
        if let token { try form.undo(to: token) } else {
          try transaction.run(on: &form, as: editor)
        }
      if changes.changesForm { sequence += 1 }
      if let mark = transaction.mark {
        marks.set(mark, changes.token, stepCount: form.undoCount + form.redoCount)
      }
      return changes
    } catch {
      throw EditRefusal(error)
    }
  }
}

/// The steps of the history that have names.
private struct Marks: Sendable {
  private var steps: [ExactText: (token: UndoToken, number: Int)] = [:]
  private var count = 0

  /// Marks are only forgotten beyond this number.
  private static let least = 1_000

  func step(marked mark: String) throws(EditRefusal) -> UndoToken {
    guard let step = steps[ExactText(mark)] else {
      throw EditRefusal(
        "no step has the mark \(Problem.quoted(mark))",
        hint: "a line that changes something can have a 'mark'", code: .noStep)
    }
    return step.token
  }

  /// Marks a step; nil forgets the mark.
  ///
  /// The oldest marks are forgotten once there are many more than steps, so that a client cannot
  /// fill the memory with marks of steps that are gone.
  mutating func set(_ mark: String, _ token: UndoToken?, stepCount: Int) {
    count += 1
    let number = count
    steps[ExactText(mark)] = token.map { ($0, number) }
    let most = max(Self.least, 2 * stepCount)
    guard steps.count > 2 * most else { return }
    let oldest = steps.values.map(\.number).sorted()[steps.count - most]
    steps = steps.filter { $0.value.number >= oldest }
  }
}
