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
    case .dateMixed:
      ("days, times of day and instants are mixed", "$day - $start > 5")
    case .inSide: ("the list stands on the wrong side", "$colors IN {'red'}")
    case .operandKind: ("an operator has an operand of the wrong kind", "$name + 1 == 2")
    case .functionKind: ("a function has an argument of the wrong kind", "sqrt($name) > 2")
    case .keyUnknown: ("a value has no such key", "$name.count > 2")
    case .keyAttribute:
      (
        "a name after a tag means an attribute, not a key of the value",
        #""tag": "x", "value": {"isValid": 1}, $x.isValid == 1"#
      )
    case .listCount: ("a value that is not a list is counted", "$age.@count > 0")
    case .listQuantifier:
      ("a list is compared without ANY or ALL, or something else with it", "$lines.amount > 3")
    case .listIndex: ("an item is read that a short list does not have", "$lines[0].amount > 1")
    case .listAny:
      (
        "two parts with ANY may be about different items",
        "ANY $lines.what == 'x' AND ANY $lines.amount > 3"
      )
    case .listFollows:
      (
        "a list follows another one by count and position, so answers change hands",
        #""count": "$kids.@count", and {$kids[$item.index].name} in the template"#
      )
    case .formulaKind:
      (
        "a formula gives a kind of value that the row cannot hold",
        #""type": "int", "calculated": "$name""#
      )
    case .formulaPlainText: ("plain text stands in place of a formula", #""default": "today""#)
    case .formulaNil:
      ("a formula is nil in every item", #""tag": "sum", "calculated": "$item.previous.sum + 1""#)
    case .functionFails:
      ("a call fails or gives nil whatever the answers are", "addMonths($day, 1.5) > today()")
    case .compareUnknownOption:
      ("no option, and no row of a table, has this value", "$smoker == 'curent'")
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
      (
        "the start value, or what a formula gives, is not an option",
        #""options": ["a", "b"], "value": "x""#
      )
    case .valueOutOfBounds:
      ("the start value is out of bounds, or breaks a rule", #""maximum": 120, "value": 200"#)
    case .boundsContradiction:
      ("the minimum is greater than the maximum", #""minimum": 9, "maximum": 1"#)
    case .boundsStep:
      ("the step is longer than the range", #""minimum": 1, "maximum": 5, "step": 7"#)
    case .boundsOptions:
      (
        "more options must be chosen than can be chosen together",
        #""options": ["a", "b"], "minimum": 3"#
      )
    case .lengthContradiction:
      ("a text must be longer and shorter at a time", "minLength 9, maxLength 3")
    case .optionsNone: ("there is nothing to choose from", #""options": []"#)
    case .optionsFilterNone:
      ("the filter leaves no option", #""options": ["a", "b"], "optionsFilter": "SELF == 'x'""#)
    case .optionsDuplicate: ("an option is given twice", #""options": ["a", "b", "a"]"#)
    case .optionsFilterConstant:
      (
        "a filter reads nothing of the option, so it shows all options or none",
        #""options": ["a", "b"], "optionsFilter": "$on == YES""#
      )
    case .optionsValueColumn:
      (
        "SELF.value is a column of that name, not the value of the option",
        #""options": {"table": "t", "value": "code"}, "optionsFilter": "SELF.value == $n""#
      )
    case .integerDivision: ("a division of whole numbers drops the rest", "$age / 2 > 9.5")
    case .daySeconds: ("a computation with days counts seconds", "today() - $born > 30")
    case .exclusiveOr: ("^ is the exclusive or, not a power", "$n ^ 2 > 9")
    case .fraction:
      ("a computed number with a fraction is compared by ==", "$price * 3 == 0.3")
    case .ruleEmptyOther:
      (
        "a rule fails while another row has no answer",
        #""tag": "back", "rules": [{"predicate": "SELF > $out"}]"#
      )
    case .inNil: ("nil in a list of IN is never found", "$smoker IN {'never', nil}")
    case .inOneChoice:
      ("CONTAINS or IN looks into the text of one choice", "$smoker CONTAINS 'never'")
    case .likePercent: ("LIKE uses * and ?, not %", "$name LIKE '%n%'")
    case .notScope: ("NOT covers less than it seems to", "NOT $on == YES AND $age > 3")
    case .andOr:
      ("AND and OR stand side by side without parentheses", "$on == YES OR $age > 3 AND $n == 1")
    case .compareEmptyText: ("a row without an answer is nil, not ''", "$name != ''")
    case .compareEmptyList:
      ("a row of several choices without an answer is nil, not {}", "$colors == {}")
    case .numberTooLarge:
      ("a number is too large to be a whole number", "$price == 99999999999999999999")
    case .functionPerOption:
      ("a function of the host app is called for each option", #""optionsFilter": "isFree(SELF)""#)
    case .patternLostBackslash: ("a backslash of a pattern was lost", "$code MATCHES 'd{5}'")
    case .patternAnchor:
      ("a pattern matches the whole text anyway", "$code MATCHES '^[0-9]+$'")
    case .patternImpossible: ("no text matches the pattern", "$code MATCHES 'a^b'")
    case .patternExponential:
      ("the pattern takes exponential time on some texts", "$code MATCHES '(a+)+b'")
    case .patternMisleading:
      ("a part of the pattern means something else", "$code MATCHES '[A-z]+'")
    case .patternSyntax: ("a pattern is invalid", "$code MATCHES '[a-'")
    case .logicContradiction: ("the parts of a condition exclude each other", "$n < 18 AND $n > 65")
    case .logicConstant: ("a condition is always true or always false", "$n == 1 OR $n != 1")
    case .logicRedundant: ("a part of a condition decides nothing", "$n > 5 AND $n > 3")
    case .logicDuplicate: ("a part stands twice in a condition", "$on == YES OR $on == YES")
    case .logicAround:
      (
        "a condition, a rule or an option never counts while its row is shown",
        #""visible": "$n == 1", "required": "$n == 2""#
      )
    case .checkLeftOut:
      (
        "conditions were not looked at together, because they are too long or too many",
        "conditions of 256 KB around a row"
      )
    case .rowNeverShown:
      (
        "a row, a section or a page is never shown, because of what is around it",
        #"in a section "visible": "$n == 1" the row "visible": "$n == 2""#
      )
    case .rowSelfVisibility:
      (
        "only its own value shows a row, and a user cannot set a hidden row",
        #""tag": "x", "visible": "$x != nil""#
      )
    case .rowHiddenRequired:
      ("a required row is always hidden", #""hidden": true, "required": true"#)
    case .rowUnused:
      ("a row is always hidden, and nothing reads it", #""hidden": true"#)
    case .rowHiddenNil:
      (
        "a row is always hidden, so what reads it reads nil",
        #""whenHidden": "nil", "hidden": true, "value": "x""#
      )
    case .triggerCircle:
      (
        "the actions of rows set off one another",
        #""whenChanged": [{ "set": "b", "to": "$a" }], and in `b` `{ "set": "a", "to": "$b" }`"#
      )
    case .rowNameOnly:
      ("a row has a name for answers but no tag", #""name": "age", "type": "int""#)
    case .tagCase: ("two tags differ only in case", #""tag": "Age", "tag": "age""#)
    case .requiredMet:
      ("a required switch is answered from the start", #""type": "switch", "required": true"#)
    case .sectionNoPage:
      ("a section stands on no page", #""pages": [{"sections": ["first"]}]"#)
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
    case .nameUnknown: ("no row, input, table or function has this name", "$aeg == 1")
    case .nameUse: ("the name means something that cannot be used here", "age > 3")
    case .textSyntax: ("the text is not a valid predicate or formula", "$age >")
    case .textCycle:
      ("values depend on one another in a circle", #""tag": "a", "calculated": "$a + 1""#)
    case .textPlaceholder: ("a placeholder in quotes is plain text", "$name == '%@'")
    case .textUntranslated:
      ("a text lacks a language of the form", #""languages": ["en", "de"], "title": {"en": "Age"}"#)
    case .textLanguage:
      (
        "a language or a plural form does not fit the form",
        #""languages": ["en"], "title": {"en": "Age", "fr": "Âge"}"#
      )
    case .formJSON: ("the file is not valid JSON", #"{"sections": [}"#)
    case .formKey: ("an object has an unknown key", #""titel": "Age""#)
    case .formWord: ("a word is unknown, such as a type", #""type": "swich""#)
    case .formValue: ("a key has a value that it cannot have", #""type": "int", "value": "x""#)
    case .formMissing: ("something that is needed is missing", #"{"tag": "age"}"#)
    case .formPlace:
      (
        "something cannot stand here, or not beside something else",
        #""type": "int", "submits": true"#
      )
    case .formDuplicate: ("something is given twice", #"{"tag": "age"}, {"tag": "age"}"#)
    case .formNoEffect: ("something has no effect", #""type": "label", "required": true"#)
    case .formName: ("a name is invalid or reserved", #""tag": "my age""#)
    case .formLimit: ("the form exceeds a limit", "more than a million rows")
    case .formTable: ("a table cannot be read, or has a key twice", #""file": "missing.csv""#)
    case .formHost:
      ("the host app supplies something that the form cannot use", "a function called `count`")
    case .formQuestions:
      (
        "TheDistanceForms treats a question in another way",
        #""question_type": "date", "validation": {"type": "notEmpty"}"#
      )
    case .formLost:
      ("something of a form in another format is left out", #"<bind nodeset="/data/nothing"/>"#)
    }
  }
}
