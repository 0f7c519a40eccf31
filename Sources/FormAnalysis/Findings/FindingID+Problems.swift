// The ids of problems that the compiler reports. One cause has one id, whether the compiler or a
// check finds it.

import FormGraph
import Predicate

extension FindingID {
  /// The id of a problem that the compiler reports.
  init(_ kind: Problem.Kind) {
    self =
      switch kind {
      case .json: .formJSON
      case .key: .formKey
      case .word: .formWord
      case .value: .formValue
      case .missing: .formMissing
      case .place: .formPlace
      case .duplicate: .formDuplicate
      case .noEffect: .formNoEffect
      case .name: .formName
      case .limit: .formLimit
      case .table: .formTable
      case .host: .formHost
      case .questions: .formQuestions
      case .dropped: .formLost
      case .bounds: .boundsContradiction
      case .fewOptions: .boundsOptions
      case .noOptions: .optionsNone
      case .duplicateOption: .optionsDuplicate
      case .startValue: .valueOutOfBounds
      case .requiredMet: .requiredMet
      case .noPage: .sectionNoPage
      case .unknownName: .nameUnknown
      case .use: .nameUse
      case .cycle: .textCycle
      case .pattern: .patternSyntax
      case .plainText: .formulaPlainText
      case .untranslated: .textUntranslated
      case .language: .textLanguage
      case .callPerOption: .functionPerOption
      case .text(let kind): FindingID(kind)
      }
  }

  /// The id of a diagnostic of a text.
  private init(_ kind: Diagnostic.Kind) {
    self =
      switch kind {
      case .syntax, .limit, .notRun: .textSyntax
      case .unknownName: .nameUnknown
      case .key: .keyUnknown
      case .attribute: .keyAttribute
      case .count: .listCount
      case .separateElements: .listAny
      case .subquery: .nameUse
      case .operand: .operandKind
      case .cast: .functionKind
      case .exchangedBounds: .logicContradiction
      case .division: .integerDivision
      case .number: .numberTooLarge
      case .pattern: .patternSyntax
      case .lostBackslash: .patternLostBackslash
      case .placeholder: .textPlaceholder
      case .mixedDates: .dateMixed
      case .alwaysNil: .formulaNil
      case .constant: .logicConstant
      }
  }
}
