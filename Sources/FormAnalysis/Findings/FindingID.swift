// The closed list of what the checks find. An id is stable: forms suppress findings by their ids,
// and code hosts track findings by them.

import FormGraph
import Predicate

/// What a check finds, named by a stable id such as `compare/kind`.
public enum FindingID: String, Sendable, Hashable, CaseIterable {
  // Kinds
  case compareKind = "compare/kind"
  case compareBoolText = "compare/bool-text"
  case compareNil = "compare/nil"
  case dateUnquoted = "date/unquoted"
  case dateMixed = "date/mixed"
  case inSide = "in/side"
  case operandKind = "operand/kind"
  case functionKind = "function/kind"
  case keyUnknown = "key/unknown"
  case keyAttribute = "key/attribute"
  case listCount = "list/count"
  case listQuantifier = "list/quantifier"
  case listIndex = "list/index"
  case listAny = "list/any"
  case listFollows = "list/follows"
  case formulaKind = "formula/kind"
  case formulaPlainText = "formula/plain-text"
  case formulaNil = "formula/nil"
  case functionFails = "function/fails"

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
  case optionsDuplicate = "options/duplicate"
  case optionsValueColumn = "options/value-column"
  case optionsFilterConstant = "options/filter-constant"

  // Conditions that mislead
  case integerDivision = "arith/integer-division"
  case daySeconds = "arith/day-seconds"
  case exclusiveOr = "arith/exclusive-or"
  case fraction = "arith/fraction"
  case ruleEmptyOther = "rule/empty-other"
  case inNil = "in/nil"
  case inOneChoice = "in/one-choice"
  case likePercent = "like/percent"
  case notScope = "logic/not-scope"
  case andOr = "logic/and-or"
  case compareEmptyText = "compare/empty-text"
  case compareEmptyList = "compare/empty-list"
  case numberTooLarge = "number/too-large"
  case functionPerOption = "function/per-option"
  case patternLostBackslash = "pattern/lost-backslash"
  case patternAnchor = "pattern/anchor"
  case patternImpossible = "pattern/impossible"
  case patternExponential = "pattern/exponential"
  case patternMisleading = "pattern/misleading"
  case patternSyntax = "pattern/syntax"

  // Within one condition
  case logicContradiction = "logic/contradiction"
  case logicConstant = "logic/constant"
  case logicRedundant = "logic/redundant"
  case logicDuplicate = "logic/duplicate"
  case logicAround = "logic/around"

  // Rows
  case rowNeverShown = "row/never-shown"
  case rowSelfVisibility = "row/self-visibility"
  case rowHiddenRequired = "row/hidden-required"
  case rowUnused = "row/unused"
  case rowHiddenNil = "row/hidden-nil"
  case rowNameOnly = "row/name-only"
  case triggerCircle = "trigger/circle"
  case tagCase = "tag/case"
  case requiredMet = "row/required-met"
  case sectionNoPage = "section/no-page"

  // What was not checked
  case checkLeftOut = "check/left-out"

  // Suppressions
  case suppressUnused = "suppress/unused"
  case suppressUnknownID = "suppress/unknown-id"

  // Names and texts
  case nameUnknown = "name/unknown"
  case nameUse = "name/use"
  case textSyntax = "text/syntax"
  case textCycle = "text/cycle"
  case textPlaceholder = "text/placeholder"
  case textUntranslated = "text/untranslated"
  case textLanguage = "text/language"

  // The form itself
  case formJSON = "form/json"
  case formKey = "form/key"
  case formWord = "form/word"
  case formValue = "form/value"
  case formMissing = "form/missing"
  case formPlace = "form/place"
  case formDuplicate = "form/duplicate"
  case formNoEffect = "form/no-effect"
  case formName = "form/name"
  case formLimit = "form/limit"
  case formTable = "form/table"
  case formHost = "form/host"
  case formQuestions = "form/questions"
  case formLost = "form/lost"
}

extension FindingID {
  /// Whether the finding is about style, and listed only on demand.
  ///
  /// The form does what its author means, but another spelling is easier to read.
  public var isStyle: Bool {
    self == .andOr || self == .patternAnchor || self == .listIndex
  }

  /// The message about a text that is not an id, with the id that was probably meant.
  package static func unknown(
    _ text: String, among ids: [FindingID]
  ) -> (message: String, hint: String?) {
    let nearest = Spelling.nearest(to: text, among: ids.map(\.rawValue))
    return ("no finding has the id \(Problem.quoted(text))", nearest.map { "did you mean \($0)?" })
  }

  /// Whether what the fix of such a finding writes means the same as what stood there.
  var keepsMeaning: Bool { self == .patternAnchor }

  /// Whether the finding says that a part of a text never holds, or never for a user.
  var isOfValues: Bool {
    self == .rowSelfVisibility || rawValue.hasPrefix("compare/") || rawValue.hasPrefix("pattern/")
  }

  /// Whether a form can suppress findings with this id.
  ///
  /// A form cannot hide that it cannot be used, or that a suppression is useless.
  public var canBeSuppressed: Bool {
    switch self {
    case .suppressUnused, .suppressUnknownID: false
    case .formJSON, .formWord, .formValue, .formMissing, .formPlace, .formName, .formLimit,
      .formHost:
      false
    case .nameUnknown, .nameUse, .textSyntax, .textCycle, .formulaPlainText, .patternSyntax: false
    default: true
    }
  }
}
