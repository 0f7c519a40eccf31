// Who is told of a live form's transactions: callbacks, which a subscription keeps, and sequences,
// which end with the form. Both stand in one list, in the order in which they began.

public import Predicate

/// Keeps an observer of a live form; the observer ends when this is cancelled or goes away.
public final class Subscription {
  private let observer: LiveForm.Observer

  init(_ observer: LiveForm.Observer) { self.observer = observer }

  deinit { cancel() }

  /// Ends the observer, also in the middle of a delivery; what it holds is let go.
  public func cancel() { observer.cancel() }
}

extension LiveForm {
  /// Whoever is told, and how.
  final class Observer {
    enum Sink {
      case callback((ChangeSet, Form) -> Void)
      case sequence(AsyncStream<ChangeSet>.Continuation)
    }

    private var sink: Sink?

    init(_ sink: Sink) { self.sink = sink }

    // Nothing but the live form holds a sequence's observer, so the sequence ends with it.
    deinit { cancel() }

    var isCancelled: Bool { sink == nil }

    func cancel() {
      if case .sequence(let continuation)? = sink { continuation.finish() }
      sink = nil
    }

    func receive(_ changes: ChangeSet, _ form: Form) {
      switch sink {
      case .callback(let body): body(changes, form)
      case .sequence(let continuation):
        if case .terminated = continuation.yield(changes) { sink = nil }
      case nil: break
      }
    }
  }

  /// Calls an observer with what each transaction did.
  ///
  /// The live form holds the observer: one that edits the form takes it weakly or unowned.
  ///
  /// - Parameter body: Takes the change set; edits that it makes wait until it is delivered.
  /// - Returns: What keeps the observer.
  public func observe(_ body: @escaping (ChangeSet) -> Void) -> Subscription {
    subscribe { changes, _ in body(changes) }
  }

  /// Calls an observer when a value has changed.
  ///
  /// - Parameters:
  ///   - name: The tag or the id of a row, or the name of an input; it need not exist yet. An
  ///     address like `phones[2].number` means whichever row has it then.
  ///   - initial: Whether the observer is also called at once, before this returns, with the
  ///     present value as the old one and the new one; not where the name means nothing yet.
  ///   - body: Takes the old value and the new one; edits that it makes wait until the transaction
  ///     is delivered.
  /// - Returns: What keeps the observer.
  /// - Complexity: O(1) in each transaction.
  public func observe(
    _ name: RowName, initial: Bool = false, _ body: @escaping (_ old: Value, _ new: Value) -> Void
  ) -> Subscription {
    let subscription = subscribe { changes, form in
      if let value = changes.value(of: name, in: form) { body(value.old, value.new) }
    }
    // Only now: what the observer writes at once it is told of like everybody else.
    if initial, let value = current.value(of: name) { body(value, value) }
    return subscription
  }

  private func subscribe(_ body: @escaping (ChangeSet, Form) -> Void) -> Subscription {
    let observer = Observer(.callback(body))
    observers.append(observer)
    return Subscription(observer)
  }

  /// What each transaction does from now on: a new sequence each time, for one task to read.
  ///
  /// It can be read in another isolation domain, and keeps what has not been read, without limit.
  /// It ends when the live form goes away, after what was delivered before.
  public var changes: AsyncStream<ChangeSet> {
    let (stream, continuation) = AsyncStream.makeStream(of: ChangeSet.self)
    observers.append(Observer(.sequence(continuation)))
    return stream
  }
}

extension Form {
  /// The value of a row or an input; nil where there is none of the name.
  fileprivate func value(of name: RowName) -> Value? {
    switch engine.found(name) {
    case .row(let row): state.values[row.index]
    case .input(let input): state.inputs[input.index]
    case nil: nil
    }
  }
}

extension ChangeSet {
  /// Old and new value of a row or an input; nil where it did not change, or is not in the form.
  fileprivate func value(of name: RowName, in form: Form) -> (old: Value, new: Value)? {
    let old: Value
    let new: Value
    switch form.engine.found(name) {
    case .row(let row):
      // A row that has come had no value, whatever its id stood for before.
      let hasCome = journal.reshaped.inserted.contains(row)
      new = state.values[row.index]
      old = hasCome ? .null : state.values.old(at: row.index, journal.state.values)
    case .input(let input):
      new = state.inputs[input.index]
      old = state.inputs.old(at: input.index, journal.state.inputs)
    case nil: return nil
    }
    return old == new ? nil : (old, new)
  }
}
