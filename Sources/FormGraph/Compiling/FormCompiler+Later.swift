// What a definition can say and the engine does not do yet. It is refused by name, where it stands:
// a form must not open and then mean something else.

import Predicate

extension FormCompiler {
  /// Reports everything of a definition that is not supported by this version.
  mutating func reportLater() {
    reportLater(definition.hiddenValues, at: JSONPath().appending("hiddenValues"))
    reportLater(definition.readOnly, at: JSONPath().appending("readOnly"))
    for (index, section) in definition.sections.enumerated() {
      let path = JSONPath().appending("sections").appending(index)
      reportLater(section.whenHidden, at: path.appending("whenHidden"))
      reportLater(section.hidden, at: path.appending("hidden"))
      reportLater(section.disabled, at: path.appending("disabled"))
      if case .multivalued = section.kind {
        report(
          "sections of the kind 'multivalued' are not supported by this version",
          at: path.appending("kind"))
      }
      for (index, row) in section.rows.enumerated() {
        reportLater(row, at: path.appending("rows").appending(index))
      }
    }
  }

  private mutating func reportLater(_ row: RowDefinition, at path: JSONPath) {
    // On a calculated row it is a mistake in every version.
    if row.calculated == nil { reportLater(row.whenHidden, at: path.appending("whenHidden")) }
    reportLater(row.hidden, at: path.appending("hidden"))
    reportLater(row.disabled, at: path.appending("disabled"))
    reportLater(row.required, at: path.appending("required"))
    if row.optionsFilter != nil {
      report(
        "'optionsFilter' is not supported by this version", at: path.appending("optionsFilter"))
    }
    if row.whenOptionHidden != .keep {
      report(
        "'whenOptionHidden' is not supported by this version",
        at: path.appending("whenOptionHidden"))
    }
    for (index, option) in (row.options ?? []).enumerated() where option.hidden != nil {
      report(
        "'hidden' on an option is not supported by this version",
        at: path.appending("options").appending(index).appending("hidden"))
    }
  }

  private mutating func reportLater(_ policy: HiddenValues?, at path: JSONPath) {
    guard policy == .clear else { return }
    report("'clear' is not supported by this version", at: path, hint: "use keep or nil")
  }

  private mutating func reportLater(_ condition: ConditionDefinition?, at path: JSONPath) {
    guard case .function? = condition?.source else { return }
    report("conditions by functions are not supported by this version", at: path)
  }
}
