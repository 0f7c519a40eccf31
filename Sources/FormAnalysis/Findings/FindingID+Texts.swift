// What each id means, in a sentence, and an example that the finding is about. The pages and the
// rules of a SARIF log are compared with this table, so that it stands once.

extension FindingID {
  /// What is found, in one sentence without a full stop.
  public var summary: String { texts.summary }

  /// A condition, a formula or keys of a row for which this is found.
  public var example: String { texts.example }

  private var texts: (summary: String, example: String) {
    switch self {
    case .compareKind: ("two values are compared whose kinds never fit", "$age > '18'")
    case .compareBoolText: ("a switch is compared with a text", "$on == 'yes'")
    case .compareNil: ("a value that is never nil is compared with nil", "$phones == nil")
    case .dateUnquoted: ("a date without quotes is a subtraction", "$born > 2000-01-01")
    case .inSide: ("the list stands on the wrong side", "$colors IN {'red'}")
    case .operandKind: ("an operator has an operand of the wrong kind", "$name + 1 == 2")
    case .functionKind: ("a function has an argument of the wrong kind", "sqrt($name) > 2")
    case .listCount: ("a value that is not a list is counted", "$age.@count > 0")
    case .listQuantifier:
      ("a list is compared without ANY or ALL, or something else with it", "$lines.amount > 3")
    case .listIndex: ("an item is read that a short list does not have", "$lines[0].amount > 1")
    case .formulaKind:
      (
        "a formula gives a kind of value that the row cannot hold",
        #""type": "int", "calculated": "$name""#
      )
    case .compareUnknownOption: ("no option has this value", "$smoker == 'curent'")
    case .compareOptionCase: ("an option differs only in case", "$smoker == 'Current'")
    case .compareOptionOrder:
      (
        "several chosen options are compared in another order than that of the options",
        "$colors == {'blue', 'red'}"
      )
    case .compareOutOfBounds: ("only an invalid answer can meet this comparison", "$age > 120")
    case .compareLength:
      (
        "a text is compared with one of a length that is not allowed",
        #""maxLength": 2, $code == 'AB12'"#
      )
    case .valueNotAnOption:
      ("the start value is not an option", #""options": ["a", "b"], "value": "x""#)
    case .valueOutOfBounds: ("the start value is out of bounds", #""maximum": 120, "value": 200"#)
    case .boundsContradiction:
      ("the minimum is greater than the maximum", #""minimum": 9, "maximum": 1"#)
    case .boundsStep:
      ("the step is longer than the range", #""minimum": 1, "maximum": 5, "step": 7"#)
    case .boundsOptions:
      ("more options must be chosen than there are", #""options": ["a", "b"], "minimum": 3"#)
    case .lengthContradiction:
      ("a text must be longer and shorter at a time", "minLength 9, maxLength 3")
    case .optionsNone: ("there is nothing to choose from", #""options": []"#)
    case .optionsFilterNone:
      ("the filter leaves no option", #""options": ["a", "b"], "optionsFilter": "SELF == 'x'""#)
    case .integerDivision: ("a division of whole numbers drops the rest", "$age / 2 > 9.5")
    case .likePercent: ("LIKE uses * and ?, not %", "$name LIKE '%n%'")
    case .notScope: ("NOT covers less than it seems to", "NOT $on == YES AND $age > 3")
    case .andOr:
      ("AND and OR stand side by side without parentheses", "$on == YES OR $age > 3 AND $n == 1")
    case .compareEmptyText: ("a row without an answer is nil, not ''", "$name != ''")
    case .patternLostBackslash: ("a backslash of a pattern was lost", "$code MATCHES 'd{5}'")
    case .patternAnchor:
      ("a pattern matches the whole text anyway", "$code MATCHES '^[0-9]+$'")
    case .patternImpossible: ("no text matches the pattern", "$code MATCHES 'a^b'")
    case .patternExponential:
      ("the pattern takes exponential time on some texts", "$code MATCHES '(a+)+b'")
    case .patternMisleading:
      ("a part of the pattern means something else", "$code MATCHES '[A-z]+'")
    case .logicContradiction: ("the parts of a condition exclude each other", "$n < 18 AND $n > 65")
    case .logicConstant: ("a condition is always true or always false", "$n == 1 OR $n != 1")
    case .logicRedundant: ("a part of a condition decides nothing", "$n > 5 AND $n > 3")
    case .logicDuplicate: ("a part stands twice in a condition", "$on == YES OR $on == YES")
    case .rowSelfVisibility:
      (
        "only its own value shows a row, and a user cannot set a hidden row",
        #""tag": "x", "visible": "$x != nil""#
      )
    case .rowHiddenRequired:
      ("a required row is always hidden", #""hidden": true, "required": true"#)
    case .rowUnused:
      ("a row is always hidden, and nothing reads it", #""hidden": true"#)
    case .tagCase: ("two tags differ only in case", #""tag": "Age", "tag": "age""#)
    case .suppressUnused:
      (
        "a suppression suppresses nothing",
        #""suppress": [{"id": "compare/kind", "justification": "…"}]"#
      )
    case .suppressUnknownID:
      (
        "a suppression has an id that does not exist",
        #""suppress": [{"id": "compare/knd", "justification": "…"}]"#
      )
    case .formError: ("the form cannot be used", #""type": "swich""#)
    case .formWarning: ("the compiler warns of a probable mistake", #""titel": "Age""#)
    }
  }
}
