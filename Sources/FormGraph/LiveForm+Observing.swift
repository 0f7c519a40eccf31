// The observers of a live form: callbacks, which a subscription keeps alive, and sequences, which
// end with the form. Both are in one list, in the order in which they were added.

public import Predicate

/// Keeps an observer of a live form alive.
///
/// The observer ends when the subscription is cancelled or freed.
public final class Subscription {
  private let observer: LiveForm.Observer

  init(_ observer: LiveForm.Observer) { self.observer = observer }

  deinit { cancel() }

  /// Ends the observer and releases its closure, even during a delivery.
  public func cancel() { observer.cancel() }
}

extension LiveForm {
  /// An observer and how it is notified.
  final class Observer {
    enum Sink {
      case callback((ChangeSet, Form) -> Void)
      case sequence(AsyncStream<ChangeSet>.Continuation)
    }

    private var sink: Sink?

    init(_ sink: Sink) { self.sink = sink }

    // Only the live form refers to the observer of a sequence, so the sequence ends with the live
    // form.
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

  /// Calls an observer with the change set of each transaction.
  ///
  /// The live form keeps a strong reference to the closure. A closure that uses the live form
  /// should capture it as weak or unowned.
  ///
  /// - Parameter body: Gets the change set. Edits that it makes wait until the change set is
  ///   delivered to everyone.
  /// - Returns: The subscription that keeps the observer alive.
  public func observe(_ body: @escaping (ChangeSet) -> Void) -> Subscription {
    subscribe { changes, _ in body(changes) }
  }

  /// Calls an observer each time a value has changed, also because its row came or went.
  ///
  /// - Parameters:
  ///   - name: The tag or the id of a row, or the name of an input. It does not have to exist yet.
  ///     An address such as `phones[2].number` means the row that has this address at the time.
  ///     While no row has the name, its value is nil.
  ///   - initial: Whether the observer is also called at once, before this method returns, with the
  ///     current value as both the old and the new value. It is not called if the name does not
  ///     exist yet.
  ///   - body: Gets the old and the new value. Edits that it makes wait until the transaction is
  ///     delivered to everyone.
  /// - Returns: The subscription that keeps the observer alive.
  /// - Complexity: O(1) in each transaction.
  public func observe(
    _ name: some RowNaming, initial: Bool = false,
    _ body: @escaping (_ old: Value, _ new: Value) -> Void
  ) -> Subscription {
    let name = name.rowName
    let subscription = subscribe { changes, form in
      if let value = changes.value(of: name, in: form) { body(value.old, value.new) }
    }
    // Called after the subscription, so the observer is also notified of what it writes in this
    // call.
    if initial, let value = current.value(of: name) { body(value, value) }
    return subscription
  }

  private func subscribe(_ body: @escaping (ChangeSet, Form) -> Void) -> Subscription {
    let observer = Observer(.callback(body))
    observers.append(observer)
    return Subscription(observer)
  }

  /// The change sets of all transactions from now on.
  ///
  /// Each call makes a new sequence, for one task to read.
  ///
  /// The sequence can be read in another isolation domain. It keeps unread change sets without
  /// limit. It ends when the live form is freed, after all earlier change sets.
  public var changes: AsyncStream<ChangeSet> {
    let (stream, continuation) = AsyncStream.makeStream(of: ChangeSet.self)
    observers.append(Observer(.sequence(continuation)))
    return stream
  }
}

extension Form {
  /// The value of a row or an input; nil if the name is unknown.
  fileprivate func value(of name: RowName) -> Value? {
    switch found(name) {
    case .row(let row): state.values[row.index]
    case .input(let input): state.inputs[input.index]
    case nil: nil
    }
  }
}

extension ChangeSet {
  /// The value that a name had before the transaction and the value that it has now; nil if both
  /// are equal.
  ///
  /// A name that no row and no input has stands for nil.
  fileprivate func value(of name: RowName, in form: Form) -> (old: Value, new: Value)? {
    let named = form.found(name)
    let past = hasNewShape ? oldOutline.found(name, of: self.form, in: oldTopology) : named
    let new: Value =
      switch named {
      case .row(let row): state.values[row.index]
      case .input(let input): state.inputs[input.index]
      case nil: .null
      }
    let old: Value =
      switch past {
      case .row(let row): state.values.old(at: row.index, journal.state.values)
      case .input(let input): state.inputs.old(at: input.index, journal.state.inputs)
      case nil: .null
      }
    return old == new ? nil : (old, new)
  }
}
