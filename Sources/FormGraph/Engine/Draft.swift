// The edits of one transaction, collected before any of them is applied.

public import Foundation
public import Predicate

/// The edits of a transaction.
public struct Draft: Sendable {
  enum Edit: Sendable {
    case set(String, Value)
    case blur(String)
    case validate
    case setNow(Date)
  }

  private(set) var edits: [Edit] = []

  /// Sets the value of a row or an input; the last of several values of one name counts.
  public mutating func set(_ tag: String, to value: Value) { edits.append(.set(tag, value)) }

  /// Tells that the user has left a row.
  public mutating func blur(_ tag: String) { edits.append(.blur(tag)) }

  /// Shows the errors of every visible row.
  public mutating func validate() { edits.append(.validate) }

  /// Tells the time it is.
  public mutating func setNow(_ now: Date) { edits.append(.setNow(now)) }

  /// The value that this draft sets under a name, nil where it sets none; assigning sets it.
  public subscript(tag: String) -> Value? {
    get {
      for case .set(let name, let value) in edits.reversed() where ExactText(name) == ExactText(tag)
      {
        return .some(value)
      }
      return nil
    }
    set { set(tag, to: newValue ?? .null) }
  }
}
