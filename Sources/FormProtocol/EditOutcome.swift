// Decides whether an applied edit still gives status 1. Refused edits are errors; these edits were
// applied but leave the form in a worse state.

package import FormGraph
import Predicate

extension ChangeSet {
  /// Whether the evaluation of a condition fails now, or a row was given a value that is not one of
  /// its options.
  ///
  /// - Complexity: The complexity of listing the changes.
  package func isFaulty(in form: Form) -> Bool {
    if !problemsBegan.isEmpty { return true }
    return changes.contains { change in
      change.property == .value && [.set, .structure].contains(change.cause)
        && change.row.flatMap { form[$0] }?.hasUnknownOption == true
    }
  }
}

extension RowState {
  /// Whether the value, or a part of it, is not among the options.
  fileprivate var hasUnknownOption: Bool {
    guard !value.isNull, options != nil else { return false }
    let known = Set((options ?? []).map { EqualValue($0.value) })
    let chosen: [Value] = if case .array(let members) = value { members } else { [value] }
    let own = definition.allowsOther ? Set(allOptions.map(\.value)) : nil
    return !chosen.allSatisfy { value in
      if known.contains(EqualValue(value)) { return true }
      guard let own, case .string = value else { return false }
      return !own.contains(value)
    }
  }
}
