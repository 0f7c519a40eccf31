// Checks rows: their values, and properties that exclude each other. Predicates and formulas are
// not parsed here; only their presence counts. Template rows are checked like all other rows,
// except for their tags.

import Predicate

extension DefinitionChecker {
  mutating func check(_ row: RowDefinition, _ member: Member) {
    if case .row = member, !isOfItem(member) {
      if let tag = row.tag { checkTag(tag, of: member) }
      checkName(of: row, member)
    }
    checkFunction(row.hidden, of: member, "hidden")
    checkFunction(row.disabled, of: member, "disabled")
    checkFunction(row.required, of: member, "required")
    checkStart(of: row, member)
    checkWhenChanged(of: row, member)
    checkGrouping(of: row, member)
    if row.type.valueKind == .none {
      checkHoldsNothing(row, member)
    } else {
      if let value = row.value {
        checkValue(value, of: row.type, member, [.key("value")])
      }
      checkOptionsFit(row, member)
    }
    if row.options?.written != nil { checkOptions(of: row, member) }
    if !row.suppress.isEmpty { check(row.suppress, of: member) }
    if !row.actions.isEmpty { checkActions(of: row, member) }
    checkOther(row, member)
    checkRules(of: row, member)
    if row.hasBounds { checkBounds(of: row, member) }
    checkRequired(of: row, member)
    checkTriggers(of: row, member)
    checkNothingToClear(row, member)
    checkPlaces(of: row, member, RowDefinition.restrictedFields)
  }

  /// Checks that a row of its type may have the keys that it has.
  ///
  /// - Returns: The keys that it may not have.
  @discardableResult
  mutating func checkPlaces(
    of row: RowDefinition, _ member: Member, _ fields: [Field<RowDefinition>]
  ) -> FormKeySet {
    var refused = FormKeySet()
    // By index, because a copy of a field is dear and this is asked of each row.
    for index in fields.indices {
      guard let allowed = fields[index].allowed, !allowed.test(row),
        fields[index].write(row) != nil
      else { continue }
      var (message, hint) = allowed.refusal(row)
      var holder = "a row of type '\(row.type.rawValue)'"
      if case .choice = member, message == nil {
        let isOne = row.type.valueKind == .choice
        holder = "a section where \(isOne ? "one option is" : "options are") chosen"
        if isOne { hint = "to let several be chosen, write \"selection\": \"multiple\"" }
      }
      let key = fields[index].name
      report(
        .place, message ?? "\(holder) cannot have '\(key)'", of: member, [.key(key)], focus: .key,
        hint: hint)
      refused.insert(fields[index].key)
    }
    return refused
  }

  // MARK: - Keys that exclude each other

  /// Checks that at most one key says what the row holds.
  private mutating func checkStart(of row: RowDefinition, _ member: Member) {
    let all: KeyValuePairs = [
      "calculated": row.isCalculated, "suggested": row.suggested != nil, "once": row.once != nil,
      "default": row.defaultFormula != nil, "value": row.value != nil,
    ]
    let given = all.filter(\.value).map(\.key)
    guard let first = given.first else { return }
    for key in given.dropFirst() {
      switch (first, key) {
      case ("calculated", _):
        reportConflict(
          "a calculated row cannot have '\(key)'", of: member, key, with: first,
          hint: key == "value" || key == "default"
            ? "for a value that people may change, write \"suggested\" in the place of both"
            : "'calculated' lets nobody change the value: leave one of the two out")
      case ("default", _):
        reportConflict(
          "'default' and 'value' both say what the row starts with", of: member, first, with: key)
      default:
        let hint =
          switch (first, key) {
          case (_, "value"): "leave 'value' out: the formula gives the value at the start"
          case ("suggested", _):
            "'suggested' follows what it reads, '\(key)' gives a value once: leave one out"
          default:
            "'once' waits for what it reads, 'default' gives a value at the start: leave one out"
          }
        reportConflict(
          "'\(first)' and '\(key)' both say what the row holds", of: member, first, with: key,
          hint: hint)
      }
    }
  }

  /// Reports actions of a row that takes no edits, which nothing would set off.
  private mutating func checkWhenChanged(of row: RowDefinition, _ member: Member) {
    guard row.hasTriggers, row.isCalculated else { return }
    reportConflict(
      "a calculated row takes no edits, so nothing sets off its actions", of: member,
      "whenChanged", with: "calculated",
      hint: "write the actions in the rows that people edit, or compute the other row")
  }

  /// Reports `clear` on a calculated row, which has no stored value to clear.
  ///
  /// Only the row's own key is reported. If the section or the form says `clear`, conditions read
  /// nil while the row is hidden.
  private mutating func checkNothingToClear(_ row: RowDefinition, _ member: Member) {
    guard row.isCalculated else { return }
    let given: KeyValuePairs = [
      "whenHidden": row.whenHidden == .clear, "whenOptionHidden": row.whenOptionHidden == .clear,
    ]
    for (key, isGiven) in given where isGiven {
      reportConflict(
        "a calculated row has no stored value to clear", of: member, key, with: "calculated")
    }
  }

  private mutating func checkHoldsNothing(_ row: RowDefinition, _ member: Member) {
    for field in RowDefinition.fieldsOfValue where field.write(row) != nil {
      report(
        .place, "a \(row.type.rawValue) holds no value and cannot have '\(field.name)'", of: member,
        [.key(field.name)], focus: .key)
    }
    if row.required != nil {
      report(
        .noEffect, "a \(row.type.rawValue) holds no value, so 'required' has no effect", of: member,
        [.key("required")], focus: .key, severity: .warning, hint: "leave it out")
    }
  }

  private mutating func checkTriggers(of row: RowDefinition, _ member: Member) {
    guard let triggers = row.validates else { return }
    let known = ValidationTriggers.names.reduce(into: ValidationTriggers()) {
      $0.formUnion($1.value)
    }
    guard !triggers.isDisjoint(with: known) else {
      return report(
        .missing, "'validates' is empty", of: member, [.key("validates")],
        hint: "write onDemand for none")
    }
    let ofLeaving: ValidationTriggers = [.onBlur, .onChangeAfterBlurred]
    guard !row.type.canTakeFocus, !triggers.isDisjoint(with: ofLeaving),
      !triggers.contains(.onChange)
    else { return }
    let what =
      if case .choice = member { "a section to choose from" } else {
        "a row of type '\(row.type.rawValue)'"
      }
    report(
      .noEffect, "\(what) does not take focus, so a user never leaves it", of: member,
      [.key("validates")],
      severity: .warning, hint: "write onChange")
  }
}
