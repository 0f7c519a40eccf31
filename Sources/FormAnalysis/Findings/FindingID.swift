// The closed list of what the checks find. An id is stable: forms suppress findings by their ids,
// and code hosts track findings by them.

import FormGraph

/// What a check finds, named by a stable id such as `compare/kind`.
public enum FindingID: String, Sendable, Hashable, CaseIterable {
  // Kinds
  case compareKind = "compare/kind"
  case compareBoolText = "compare/bool-text"
  case compareNil = "compare/nil"
  case dateUnquoted = "date/unquoted"
  case inSide = "in/side"
  case operandKind = "operand/kind"
  case functionKind = "function/kind"
  case listCount = "list/count"
  case listQuantifier = "list/quantifier"
  case listIndex = "list/index"
  case formulaKind = "formula/kind"

  // Impossible values
  case compareUnknownOption = "compare/unknown-option"
  case compareOptionCase = "compare/option-case"
  case compareOptionOrder = "compare/option-order"
  case compareOutOfBounds = "compare/out-of-bounds"
  case compareLength = "compare/length"
  case valueNotAnOption = "value/not-an-option"
  case valueOutOfBounds = "value/out-of-bounds"
  case boundsContradiction = "bounds/contradiction"
  case boundsStep = "bounds/step"
  case boundsOptions = "bounds/options"
  case lengthContradiction = "length/contradiction"
  case optionsNone = "options/none"
  case optionsFilterNone = "options/filter-none"

  // Conditions that mislead
  case integerDivision = "arith/integer-division"
  case likePercent = "like/percent"
  case notScope = "logic/not-scope"
  case andOr = "logic/and-or"
  case compareEmptyText = "compare/empty-text"
  case patternLostBackslash = "pattern/lost-backslash"
  case patternAnchor = "pattern/anchor"
  case patternImpossible = "pattern/impossible"
  case patternExponential = "pattern/exponential"
  case patternMisleading = "pattern/misleading"

  // Within one condition
  case logicContradiction = "logic/contradiction"
  case logicConstant = "logic/constant"
  case logicRedundant = "logic/redundant"
  case logicDuplicate = "logic/duplicate"

  // Rows
  case rowSelfVisibility = "row/self-visibility"
  case rowHiddenRequired = "row/hidden-required"
  case rowUnused = "row/unused"
  case tagCase = "tag/case"

  // Suppressions
  case suppressUnused = "suppress/unused"
  case suppressUnknownID = "suppress/unknown-id"

  // The form's own problems
  /// A mistake that keeps the form from being used, as the compiler reports it.
  case formError = "form/error"
  /// A probable mistake that the compiler reports.
  case formWarning = "form/warning"
}

extension FindingID {
  /// Whether the finding is about style, and listed only on demand.
  ///
  /// The form does what its author means, but another spelling is easier to read.
  public var isStyle: Bool { self == .andOr || self == .patternAnchor }
}
