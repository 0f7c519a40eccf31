// Which answer of the host stands now, and whether one is still to come.

import Predicate

extension FormState {
  /// The answer, or the pending question, that stands for the arguments of an asynchronous rule;
  /// nil if the host has to be asked anew.
  ///
  /// An undo has put back the answers of the step before, and with them questions that have ended
  /// since. So a pending question counts only if it was pending when the transaction began, and an
  /// answer for the same arguments that stood then comes first.
  func answer(of node: NodeID) -> Answer? {
    let arguments = facts[node.index]
    func standing(_ answer: Answer?) -> Answer? {
      answer.flatMap { $0.arguments == arguments ? $0 : nil }
    }
    let before = standing(answers.old(at: node.index))
    if let before, !before.isPending { return before }
    if let now = standing(answers[node.index]), !now.isPending { return now }
    return before
  }
}
