// What other form formats and libraries call our keys, row types and rules. Used only for hints
// about unknown names. Words are compared without case, `_`, `-` and blanks.

import Predicate

/// Names in other formats, with our names.
enum ForeignNames {
  /// A name in the form in which names are compared.
  static func normalized(_ word: String) -> String {
    String(word.lowercased().filter { !"_- ".contains($0) })
  }

  // MARK: - Keys

  /// Our keys for a key of another format, or for our own key in a wrong place.
  ///
  /// The first key that the object can have is the best hint.
  static func keys(for word: String) -> [FormKey] { keys[normalized(word)] ?? [] }

  private static let keys: [String: [FormKey]] = {
    var keys: [String: [FormKey]] = [:]
    for key in FormKey.allCases { keys[normalized(key.text)] = [key] }
    for (ours, words) in keyGroups {
      for word in words.split(separator: " ") { keys[String(word), default: []] += ours }
    }
    return keys
  }()

  private static let keyGroups: KeyValuePairs<[FormKey], String> = [
    // Structure.
    [.rows, .sections]: "row question questions elements fields components children controls",
    [.sections]: "section page pages groups panels",
    [.item, .rows, .options]: "items",
    [.template]: "templateelements repeat repeats",
    [.count, .template]: "repeatcount",
    [.options]: "choices selectoroptions answeroption answeroptions enum oneof",
    // When something holds.
    [.visible]:
      """
    relevant relevance visibleif visiblewhen visibleon visibleexpression visibility isvisible \
    showif showwhen showon show displayif enablewhen enablewhenexpression condition conditions conditional customconditional when if dependson \
    displaylogic skiplogic logic reactions
    """,
    [.hidden]: "hiddenif hiddenwhen ishidden hideif hidewhen hide hideexpression skipif",
    [.enabled]: "enableif enabledif enabledwhen isenabled editable iseditable",
    [.disabled, .readOnly]:
      """
    readonly readonlyif isreadonly disabled disable disableif disabledif disablewhen \
    disabledwhen isdisabled locked
    """,
    [.required]: "requiredif requiredwhen isrequired mandatory optional",
    [.requiredMessage]: "requirederrortext requiremsg requiredmsg requiredtext requirederror",
    [.whenHidden, .hiddenValues]:
      """
    hiddenvalues whenhidden clearonhide clearifinvisible clearinvisiblevalues clearwhenhidden \
    shouldunregister
    """,
    // Validation.
    [.minimum, .rules]: "min minvalue mindate minimumdate",
    [.maximum, .rules]: "max maxvalue maxdate maximumdate",
    [.step]: "increment stepsize multipleof",
    [.rules]:
      """
    constraint constraints validation validations validationrules validator validators validate \
    rule regex regexp minlength minlen maxlength maxlen exactlength predicate pattern function \
    allof anyof ruleset minimum maximum
    """,
    [.validates]: "validationoptions validationtrigger validateon validateson",
    // Values.
    [.calculated]:
      """
    calculate calculation compute calculatevalue calculatedvalue calculatedexpression computed \
    formula expression valueexpression
    """,
    [.suggested]: "setvalue setvalueexpression suggestion suggestedvalue",
    [.once]: "computedonce fillonce",
    [.whenChanged]: "trigger triggers onchange onvaluechanged setvalueif resetvalueif",
    [.default, .suggested]:
      "defaultexpression defaultvalueexpression initialexpression dynamicdefault",
    [.optionsFilter]: "choicefilter choicesvisibleif choicesenableif optionfilter filter",
    [.value]: "default defaultvalue initialvalue initial",
    // Texts and names.
    [.title]: "label header heading caption text displayname",
    [.help]: "description hint tooltip helptext instructions",
    [.placeholder]: "placeholdertext novaluedisplaytext",
    [.message, .rules]: "message text errormessage constraintmessage",
    [.type]: "kind rowtype questiontype inputtype fieldtype",
    [.tag]: "id key linkid",
    [.submits]: "submit",
    // Choices.
    [.exclusive]: "isexclusive optionexclusive hasnone shownoneitem",
    [.other]: "hasother showotheritem allowother allowsother otheroption openchoice",
    [.unit]: "units unitoption unitoptions",
    [.ordered]: "keepsorder isordered ranking ranked sortable",
  ]

  /// What to write for a key of another format where our format says it in another way.
  ///
  /// `object` is the object in words, such as "a row".
  static func hint(for word: String, of object: String, _ value: String?) -> String? {
    let word = normalized(word)
    switch (object, word) {
    case ("a section", "type"):
      guard let value, repeated.contains(normalized(value)) else { return nil }
      return "write \"kind\": \"multivalued\" for a list of items"
    case ("a row", "pattern"), ("a row", "regex"), ("a row", "regexp"):
      return #"write "rules": [{"type": "regex", "pattern": "[A-Z]+"}]"#
    case ("a row", "multiple"), ("a row", "multi"), ("a row", "allowmultiple"),
      ("a row", "ismultiple"), ("a row", "multiselect"), ("a row", "selectmultiple"),
      ("a row", "allowsmultipleselection"):
      return #"write "type": "multipleSelector""#
    case ("a rule", "regex"), ("a rule", "regexp"):
      return "the pattern stands in 'pattern' alone: leave '\(word)' out"
    case ("a rule", "if"), ("a rule", "when"), ("a rule", "condition"), ("a rule", "appliesif"),
      ("a rule", "validateif"):
      return #"write the condition in the predicate, "NOT ($a > 1) OR SELF > 2""#
    default: return nil
    }
  }

  /// Types of sections with items in other formats.
  private static let repeated: Set<String> = [
    "paneldynamic", "matrixdynamic", "repeat", "repeatgroup", "repeater", "array", "list",
    "multivalued", "collection", "fieldarray", "datagrid", "editgrid", "repeatable", "subform",
  ]

  // MARK: - Row types

  /// Our row type for a row type of another format.
  static func rowType(for word: String) -> RowType? {
    var name = normalized(word)
    for prefix in ["xlformrowdescriptortype", "selector"] where name.hasPrefix(prefix) {
      name.removeFirst(prefix.count)
    }
    // Removes suffixes, as in DateInlineRow, PickerInputRow and "text field".
    var hasSuffix = true
    while hasSuffix {
      if let type = rowTypes[name] { return type }
      let suffix = ["row", "field", "inline", "input", "view", "control"].first(
        where: name.hasSuffix)
      hasSuffix = suffix != nil
      name.removeLast(suffix?.count ?? 0)
    }
    return nil
  }

  private static let rowTypes: [String: RowType] = {
    var types: [String: RowType] = [:]
    for (type, words) in rowTypeGroups {
      for word in words.split(separator: " ") { types[String(word)] = type }
    }
    for type in RowType.allCases { types[normalized(type.rawValue)] = type }
    return types
  }()

  private static let rowTypeGroups: KeyValuePairs<RowType, String> = [
    .text: "string str shorttext line",
    .textArea: "multiline longtext paragraph comment memo",
    .email: "mail emailaddress",
    .phone: "tel telephone phonenumber mobile",
    .password: "secret pin",
    .account: "user username",
    .zipCode: "zip postcode postalcode",
    .url: "uri link website",
    .int: "integer long",
    .decimal: "number double float currency money quantity",
    .stepper: "counter stepcounter rating",
    .slider: "range",
    .switch: "boolean bool toggle yesno booleanswitch",
    .check: "checkbox booleancheck acknowledge listcheck",
    .date: "datepicker day birthday",
    .time: "timepicker",
    .dateTime: "datetimepicker datetimelocal timestamp",
    .countDown: "countdowntimer timer duration",
    .segmented: "radio radiogroup radiobutton radiobuttons",
    .push: "popover popoverselector",
    .actionSheet: "sheet",
    .picker: "dropdown select selectone choice combobox singlechoice",
    .multipleSelector:
      "multiselect selectmultiple multiplechoice selectboxes checkboxes tagbox choices",
    .file: "photo image picture attachment upload signature video audio document",
    .custom: "object json location geopoint map",
    .label: "note display info content html static heading",
    .button: "submit action",
  ]

  // MARK: - Rules

  /// Our rule for a rule of another format.
  static func rule(for word: String) -> RuleEntry? {
    let name = normalized(word)
    return rules[name.hasPrefix("rule") ? String(name.dropFirst(4)) : name]
  }

  private static let rules: [String: RuleEntry] = {
    var rules: [String: RuleEntry] = [:]
    for entry in RuleEntry.typed {
      for word in entry.elsewhere.split(separator: " ") { rules[String(word)] = entry }
    }
    for entry in RuleEntry.typed { entry.type.map { rules[normalized($0)] = entry } }
    return rules
  }()
}

extension FormKeys {
  /// The keys that define rows, options, conditions or rules.
  ///
  /// If such a key is not read, a question or a condition is lost.
  static let essential = FormKeys([
    .rows, .sections, .pages, .questions, .template, .templates, .item, .options, .hidden, .visible,
    .disabled,
    .enabled, .readOnly, .required, .whenHidden, .hiddenValues, .rules, .predicate, .pattern,
    .function, .asyncFunction, .dependsOn, .allOf, .anyOf, .ruleSet, .allowsEmpty, .minimum,
    .maximum, .step,
    .minuteInterval, .validates, .calculated, .default, .suggested, .once, .optionsFilter,
    .whenOptionHidden, .allows,
    .other,
  ])

  /// The objects that keys belong to, in the order in which they are suggested.
  static let homes: KeyValuePairs<String, FormKeys> = [
    "a row": .row, "a section": .section, "the root of the form": .form,
    "a section with \"kind\": \"multivalued\"": .items, "a rule": .rule, "an option": .option,
    "a table": .table, "a suppression": .suppression,
  ]
}
