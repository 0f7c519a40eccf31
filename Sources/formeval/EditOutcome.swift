// What of an edit that was made calls for status 1 all the same. Refused edits are errors; these
// are edits that the form has taken and that leave it worse off.

import FormGraph
import Predicate

extension ChangeSet {
  /// Whether a condition can no longer be evaluated, or a row was given a value that is not one of
  /// its options and so is invalid.
  ///
  /// - Complexity: That of listing the changes.
  func isFaulty(in form: Form) -> Bool {
    if !problemsBegan.isEmpty { return true }
    return changes.contains { change in
      change.property == .value && [.set, .structure].contains(change.cause)
        && change.row.flatMap { form[$0] }?.hasUnknownOption == true
    }
  }
}

extension RowState {
  /// Whether the value, or a part of it, is not one of the options that there are, nor other text
  /// where the row takes it.
  fileprivate var hasUnknownOption: Bool {
    guard let options, !value.isNull else { return false }
    let known = Set(options.map { EqualValue($0.value) })
    let chosen: [Value] = if case .array(let members) = value { members } else { [value] }
    let own = definition.allowsOther ? Set((definition.options ?? []).map(\.value)) : nil
    return !chosen.allSatisfy { value in
      if known.contains(EqualValue(value)) { return true }
      guard let own, case .string = value else { return false }
      return !own.contains(value)
    }
  }
}
