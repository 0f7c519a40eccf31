// What a form knows of a question that it has asked the host: the answer to an asynchronous rule,
// or that the host has not answered yet. Answers are a column of the state, by the node of the
// rule, so undo takes them back like everything else. Tokens are not: a token is never issued
// twice.

import Predicate

/// A name for one question to the host about the value of a row.
///
/// A form issues each token once; neither undo nor an equal value brings a token back. Copies of a
/// form may issue equal tokens: resolve a token in the form that issued it.
public struct ValidationToken: Hashable, Sendable, LosslessStringConvertible {
  /// The number of the question in its form, from 1.
  var serial: Int

  init(serial: Int) { self.serial = serial }

  /// Reads a token from its text; nil if no token has this text.
  public init?(_ description: String) {
    guard description.hasPrefix("t"), let serial = Int(description.dropFirst()), serial > 0,
      description == "t\(serial)"
    else { return nil }
    self.serial = serial
  }

  /// The token as text, such as `t1`.
  public var description: String { "t\(serial)" }
}

/// A question to the host, and what the host has answered.
struct Answer: Equatable, Sendable {
  /// The value of the row and what the rule depends on, as a list.
  ///
  /// The answer counts only for these.
  let arguments: Value
  var token: ValidationToken
  /// True, false or a message; nil while the question is pending.
  var result: Value?
  /// Whether errors of the row were to be shown while the question was pending.
  ///
  /// They are then shown when it ends.
  var isAwaited = false

  var isPending: Bool { result == nil }
}
