// What a node gave when it last ran, and why it may have given nothing.

import Predicate

/// The last result of a node.
enum NodeResult: UInt8, Sendable {
  case unevaluated
  case no
  case yes
  /// The evaluation failed. `FormState.problems` says why.
  case failed
  /// A rule that was not run, because the value is empty.
  case notRun

  init(_ holds: Bool) { self = holds ? .yes : .no }

  /// The decision that follows from this result.
  ///
  /// A condition without a result decides "no", whether or not it is inverted.
  func decides(isInverted: Bool) -> Bool {
    switch self {
    case .yes: !isInverted
    case .no: isInverted
    case .unevaluated, .failed, .notRun: false
    }
  }
}

/// Why a node has no result.
indirect enum NodeProblem: Error, Hashable, Sendable {
  case evaluation(EvaluationFailure)
  /// A formula gave a value that its row cannot hold, or a function gave something other than true
  /// or false.
  case wrongKind(Value)
  /// A formula gave a step that is not greater than 0.
  case notAStep(Value)
  /// A formula gave a number of items that is not a whole number from 0.
  case notACount(Value)
  /// A formula gave more items than the form has room for.
  case tooManyItems(Value)
  /// The items of a list offer more options than a form may list.
  case offersTooMuch
  /// A function of the host threw; the text describes the error.
  case thrown(ExactText)
  /// One formula of several failed.
  case part(TextID, NodeProblem)
  /// A text is longer than a value may be, in bytes.
  case tooLong(Int)
}
