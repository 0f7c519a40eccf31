// Two versions of a form and what a comparison says of them, as a table: the rows of each version,
// and each change as one line.

import FormAnalysis
import FormGraph
import TestSupport
import Testing

@Suite("Form diff")
struct FormDiffTests {
  /// A change of the rows of one section.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let old: String
    let new: String
    let changes: [String]

    init(_ name: String, _ old: String, _ new: String, _ changes: String...) {
      self.name = name
      self.old = old
      self.new = new
      self.changes = changes
    }

    var testDescription: String { name }
  }

  static let rows: [Case] = [
    Case("the same", #"{"tag": "a", "type": "int"}"#, #"{"tag": "a", "type": "int"}"#),
    Case(
      "settings that answers do not depend on",
      #"""
      {"tag": "a", "type": "int", "next": "c", "extra": 1},
      {"tag": "b", "type": "button", "submits": true}, {"tag": "c", "type": "text"}
      """#,
      #"""
      {"tag": "a", "type": "int", "display": "concat(SELF, ' kg')"},
      {"tag": "b", "type": "button"}, {"tag": "c", "type": "text"}
      """#,
      "a setting next c - no", "a setting extra 1 - no",
      "a setting display - concat(SELF, ' kg') no", "b setting submits true false no"),
    Case(
      "the ids of rules",
      #"""
      {"tag": "a", "type": "text", "rules": [{"type": "minLength", "value": 3, "id": "x"}, "email"]}
      """#,
      #"""
      {"tag": "a", "type": "text", "rules": [{"type": "email", "id": "z"},
        {"type": "minLength", "value": 3, "id": "y"}]}
      """#,
      "a setting rules email id - z no", "a setting rules minLength 3 id x y no"),
    Case(
      "actions, which nobody answers",
      #"""
      {"tag": "a", "type": "label", "actions": [{"name": "x", "title": "X", "extra": 1}, {"name": "y"}]}
      """#,
      #"""
      {"tag": "a", "type": "label", "actions": [{"name": "y", "disabled": "$b == nil"},
        {"name": "x", "title": "Z", "extra": 2}]}, {"tag": "b", "type": "int"}
      """#,
      "a setting actions x, y y, x no", #"a condition actions "y" disabled - $b == nil no"#,
      #"a setting actions "x" extra 1 2 no"#, "b added - int no"),
    Case(
      "options that are objects and days",
      #"""
      {"tag": "a", "type": "push", "options": [
        {"value": {"id": 1, "at": 2}, "title": "A"}, {"value": {"$date": "2024-05-01"}},
        {"value": {"id": 2}, "title": "B"}]}
      """#,
      #"""
      {"tag": "a", "type": "push", "options": [
        {"value": {"at": 2, "id": 1}, "title": "C"}, {"value": {"$date": "2024-05-02"}},
        {"value": {"id": 3}, "title": "B"}]}
      """#,
      #"a optionAdded - "2024-05-02" no"#, #"a optionRevalued {"id":2} {"id":3} yes"#,
      #"a optionRemoved "2024-05-01" - yes"#),
    // Rows come and go.
    Case(
      "a row is removed", #"{"tag": "a", "type": "int"}, {"tag": "b", "type": "text"}"#,
      #"{"tag": "a", "type": "int"}"#, "b removed text - yes"),
    Case(
      "a label is removed", #"{"type": "label", "title": "Hi"}"#, "",
      "sections[0].rows[0] removed label - no"),
    Case(
      "a row is renamed", #"{"tag": "a", "type": "int"}"#, #"{"tag": "b", "type": "int"}"#,
      "a removed int - yes", "b added - int no"),
    Case(
      "the name of the value changes", #"{"tag": "a", "type": "int", "name": "x"}"#,
      #"{"tag": "a", "type": "int", "name": "y"}"#, "a name x y yes"),
    Case(
      "the name of the value goes", #"{"tag": "a", "type": "int", "name": "x"}"#,
      #"{"tag": "a", "type": "int"}"#, "a name x a yes"),
    Case("a row is added", "", #"{"tag": "a", "type": "int"}"#, "a added - int no"),
    Case(
      "a required row is added", "", #"{"tag": "a", "type": "int", "required": true}"#,
      "a added - int yes"),
    Case(
      "a row with the rule is added", "", #"{"tag": "a", "type": "int", "rules": ["required"]}"#,
      "a added - int yes"),
    Case(
      "a row that may be hidden is added", "",
      #"{"tag": "a", "type": "int", "required": true, "hidden": "$i == 2"}"#,
      "a added - int some answers"),
    Case(
      "a required row with a default is added", "",
      #"{"tag": "a", "type": "int", "required": true, "value": 1}"#, "a added - int no"),
    Case(
      "a required row with a default formula is added", "",
      #"{"tag": "a", "type": "int", "required": true, "default": "$i + 1"}"#, "a added - int no"),
    Case(
      "a required switch is added", "", #"{"tag": "a", "type": "switch", "required": true}"#,
      "a added - switch no"),
    Case(
      "the order changes", #"{"tag": "a", "type": "int"}, {"tag": "b", "type": "int"}"#,
      #"{"tag": "b", "type": "int"}, {"tag": "a", "type": "int"}"#, "s order - - no"),
    Case(
      "the order of options changes, and one is added",
      #"{"tag": "a", "type": "push", "options": ["u", "v"]}"#,
      #"{"tag": "a", "type": "push", "options": ["v", "w", "u"]}"#,
      #"a optionAdded - "w" no"#, "a order options - - no"),
    Case(
      "the order of the options of several choices, in which they are saved",
      #"{"tag": "a", "type": "multipleSelector", "options": ["u", "v"]}"#,
      #"{"tag": "a", "type": "multipleSelector", "options": ["v", "u"]}"#,
      "a order options - - some answers"),
    Case(
      "options come and go, and the others stay in order",
      #"{"tag": "a", "type": "push", "options": ["u", "v", "w"]}"#,
      #"{"tag": "a", "type": "push", "options": ["x", "u", "w"]}"#,
      #"a optionAdded - "x" no"#, #"a optionRemoved "v" - yes"#),
    Case(
      "a title changes", #"{"tag": "a", "type": "int", "title": "A"}"#,
      #"{"tag": "a", "type": "int", "title": "B"}"#),
    Case(
      "the title of a label changes", #"{"type": "label", "title": "A"}"#,
      #"{"type": "label", "title": "B"}"#),
    // Types.
    Case(
      "int to text", #"{"tag": "a", "type": "int"}"#, #"{"tag": "a", "type": "text"}"#,
      "a type int text yes"),
    Case(
      "int to decimal", #"{"tag": "a", "type": "int"}"#, #"{"tag": "a", "type": "decimal"}"#,
      "a type int decimal no"),
    Case(
      "decimal to int", #"{"tag": "a", "type": "decimal"}"#, #"{"tag": "a", "type": "int"}"#,
      "a type decimal int yes"),
    Case(
      "date to custom", #"{"tag": "a", "type": "date"}"#, #"{"tag": "a", "type": "custom"}"#,
      "a type date custom no"),
    Case(
      "custom to date", #"{"tag": "a", "type": "custom"}"#, #"{"tag": "a", "type": "date"}"#,
      "a type custom date yes"),
    Case(
      "between text types", #"{"tag": "a", "type": "text"}"#,
      #"{"tag": "a", "type": "textArea"}"#, "a type text textArea no"),
    Case(
      "several to one", #"{"tag": "a", "type": "multipleSelector", "options": ["x"]}"#,
      #"{"tag": "a", "type": "push", "options": ["x"]}"#, "a type multipleSelector push yes"),
    Case(
      "one to several", #"{"tag": "a", "type": "push", "options": ["x"]}"#,
      #"{"tag": "a", "type": "multipleSelector", "options": ["x"]}"#,
      "a type push multipleSelector yes"),
    Case(
      "one to one", #"{"tag": "a", "type": "push", "options": ["x"]}"#,
      #"{"tag": "a", "type": "segmented", "options": ["x"]}"#, "a type push segmented no"),
    Case(
      "a row becomes a label", #"{"tag": "a", "type": "int"}"#,
      #"{"tag": "a", "type": "label"}"#, "a type int label yes"),
    Case(
      "a label becomes a row", #"{"tag": "a", "type": "label"}"#,
      #"{"tag": "a", "type": "int"}"#, "a type label int no"),
    // Options.
    Case(
      "an option is removed", #"{"tag": "a", "type": "push", "options": ["x", "y"]}"#,
      #"{"tag": "a", "type": "push", "options": ["x"]}"#, #"a optionRemoved "y" - yes"#),
    Case(
      "an option is added", #"{"tag": "a", "type": "push", "options": ["x"]}"#,
      #"{"tag": "a", "type": "push", "options": ["x", "y"]}"#, #"a optionAdded - "y" no"#),
    Case(
      "options change places", #"{"tag": "a", "type": "push", "options": ["x", "y"]}"#,
      #"{"tag": "a", "type": "push", "options": ["y", "x"]}"#, "a order options - - no"),
    Case(
      "an option is revalued",
      #"{"tag": "a", "type": "push", "options": [{"value": 1, "title": "One"}]}"#,
      #"{"tag": "a", "type": "push", "options": [{"value": 2, "title": "One"}]}"#,
      "a optionRevalued 1 2 yes"),
    Case(
      "an option that is still text",
      #"{"tag": "a", "type": "push", "options": ["x", "y"], "other": true}"#,
      #"{"tag": "a", "type": "push", "options": ["x"], "other": true}"#,
      #"a optionRemoved "y" - no"#),
    Case(
      "other text is not allowed any more",
      #"{"tag": "a", "type": "push", "options": ["x"], "other": true}"#,
      #"{"tag": "a", "type": "push", "options": ["x"]}"#,
      "a options other true false some answers"),
    Case(
      "an option is hidden",
      #"{"tag": "a", "type": "push", "options": [{"value": 1, "title": "One"}]}"#,
      #"{"tag": "a", "type": "push", "options": [{"value": 1, "title": "One", "hidden": true}]}"#,
      "a condition options 1 hidden - true yes"),
    Case(
      "an option is disabled under a condition",
      #"{"tag": "a", "type": "push", "options": ["x", {"value": "y"}]}"#,
      #"{"tag": "a", "type": "push", "options": ["x", {"value": "y", "disabled": "$i == 2"}]}"#,
      #"a condition options "y" disabled - $i == 2 some answers"#),
    Case(
      "an option is shown again",
      #"{"tag": "a", "type": "push", "options": ["x", {"value": "y", "hidden": "$i == 2"}]}"#,
      #"{"tag": "a", "type": "push", "options": ["x", {"value": "y", "hidden": false}]}"#,
      #"a condition options "y" hidden $i == 2 false no"#),
    Case(
      "a row is always hidden, or disabled",
      #"{"tag": "a", "type": "int"}, {"tag": "b", "type": "int"}"#,
      #"{"tag": "a", "type": "int", "visible": false}, {"tag": "b", "type": "int", "disabled": true}"#,
      "a condition visible - false yes", "b condition disabled - true yes"),
    Case(
      "a row that was always shown gets a condition", #"{"tag": "a", "type": "int"}"#,
      #"{"tag": "a", "type": "int", "hidden": "$i == 2"}"#,
      "a condition hidden - $i == 2 some answers"),
    Case(
      "a row is always shown again, and one that must be answered",
      #"{"tag": "a", "type": "int", "hidden": "$i == 2"}, {"tag": "b", "type": "int", "hidden": true, "required": true}"#,
      #"{"tag": "a", "type": "int", "hidden": false}, {"tag": "b", "type": "int", "required": true}"#,
      "a condition hidden $i == 2 false no", "b condition hidden true - unknown"),
    Case(
      "a label is hidden, which nobody answers", #"{"tag": "a", "type": "label"}"#,
      #"{"tag": "a", "type": "label", "hidden": true}"#, "a condition hidden - true no"),
    Case(
      "a choice of texts becomes text",
      #"{"tag": "a", "type": "push", "options": ["x", "y"]}, {"tag": "b", "type": "push", "options": [1, "y"]}"#,
      #"{"tag": "a", "type": "text"}, {"tag": "b", "type": "text"}"#,
      "a type push text no", "b type push text yes"),
    Case(
      "a rule that any of several rules meet",
      #"{"tag": "a", "type": "text", "rules": [{"anyOf": ["email", "phone"]}]}"#,
      #"{"tag": "a", "type": "text", "rules": [{"anyOf": ["email"]}]}"#,
      "a rule anyOf (email; phone) anyOf (email) some answers"),
    Case(
      "a rule that more rules meet",
      #"{"tag": "a", "type": "text", "rules": [{"anyOf": ["email"]}]}"#,
      #"{"tag": "a", "type": "text", "rules": [{"anyOf": ["email", "phone"]}]}"#,
      "a rule anyOf (email) anyOf (email; phone) no"),
    Case(
      "a rule of several rules that becomes narrower",
      #"{"tag": "a", "type": "text", "rules": [{"allOf": [{"type": "minLength", "value": 2}]}]}"#,
      #"{"tag": "a", "type": "text", "rules": [{"allOf": [{"type": "minLength", "value": 3}]}]}"#,
      "a rule allOf (minLength 2) allOf (minLength 3) some answers"),
    Case(
      "a rule of several rules that becomes wider",
      #"{"tag": "a", "type": "text", "rules": [{"allOf": [{"type": "minLength", "value": 3}, "email"]}]}"#,
      #"{"tag": "a", "type": "text", "rules": [{"allOf": [{"type": "minLength", "value": 2}]}]}"#,
      "a rule allOf (minLength 3; email) allOf (minLength 2) no"),
    Case(
      "a filter comes, and goes",
      #"{"tag": "a", "type": "push", "options": [1, 2]}, {"tag": "b", "type": "push", "options": [1], "optionsFilter": "SELF > 0"}"#,
      #"{"tag": "a", "type": "push", "options": [1, 2], "optionsFilter": "SELF > 1"}, {"tag": "b", "type": "push", "options": [1]}"#,
      "a filter optionsFilter - SELF > 1 some answers", "b filter optionsFilter SELF > 0 - no"),
    Case(
      "a formula is shown as its author wrote it",
      #"{"tag": "a", "type": "int", "calculated": "if($i > 1, 1, 2)"}"#,
      #"{"tag": "a", "type": "int", "calculated": "if($i > 1, 1, 3)"}"#,
      "a formula calculated if($i > 1, 1, 2) if($i > 1, 1, 3) unknown"),
    Case(
      "an option becomes exclusive",
      #"{"tag": "a", "type": "multipleSelector", "options": ["x", {"value": "none"}]}"#,
      #"""
      {"tag": "a", "type": "multipleSelector", "options": ["x", {"value": "none", "exclusive": true}]}
      """#,
      #"a setting options "none" exclusive false true some answers"#),
    Case(
      "an option is exclusive no more",
      #"""
      {"tag": "a", "type": "multipleSelector", "options": ["x", {"value": "none", "exclusive": true}]}
      """#,
      #"{"tag": "a", "type": "multipleSelector", "options": ["x", {"value": "none"}]}"#,
      #"a setting options "none" exclusive true false no"#),
    Case(
      "a key of an option that the filter reads",
      #"""
      {"tag": "a", "type": "push", "optionsFilter": "SELF.of == $i",
        "options": [{"value": 1, "of": 1, "note": "x"}]}
      """#,
      #"""
      {"tag": "a", "type": "push", "optionsFilter": "SELF.of == $i",
        "options": [{"value": 1, "of": 2, "note": "y"}]}
      """#,
      "a setting options 1 of 1 2 some answers", #"a setting options 1 note "x" "y" no"#),
    Case(
      "a row becomes calculated", #"{"tag": "a", "type": "int"}"#,
      #"{"tag": "a", "type": "int", "calculated": "$i + 1"}"#,
      "a formula calculated - $i + 1 yes"),
    Case(
      "a row is calculated no more", #"{"tag": "a", "type": "int", "calculated": "$i + 1"}"#,
      #"{"tag": "a", "type": "int"}"#, "a formula calculated $i + 1 - unknown"),
    Case(
      "settings that clients read",
      #"{"tag": "a", "type": "text", "keepsEmpty": true}, {"tag": "b", "type": "label"}"#,
      #"""
      {"tag": "a", "type": "text", "validates": "onChange"},
      {"tag": "b", "type": "label", "tapsWhenDisabled": true}
      """#,
      "a setting validates onBlur onChange no", "a setting keepsEmpty true false unknown",
      "b setting tapsWhenDisabled false true no"),
    Case(
      "what holds anyway is written out",
      #"{"tag": "a", "type": "text"}, {"tag": "b", "type": "switch"}"#,
      #"""
      {"tag": "a", "type": "text", "validates": "onBlur", "keepsEmpty": false},
      {"tag": "b", "type": "switch", "value": false, "validates": "onChange"}
      """#),
    Case(
      "groups of options",
      #"{"tag": "a", "type": "push", "options": [{"value": 1, "g": "x", "h": "y"}], "groupedBy": "g"}"#,
      #"{"tag": "a", "type": "push", "options": [{"value": 1, "g": "x", "h": "y"}], "groupedBy": "h"}"#,
      "a setting groupedBy g h no"),
    Case(
      "a filter changes",
      #"{"tag": "a", "type": "push", "options": [1, 2], "optionsFilter": "SELF > 1"}"#,
      #"{"tag": "a", "type": "push", "options": [1, 2], "optionsFilter": "SELF > 0"}"#,
      "a filter optionsFilter SELF > 1 SELF > 0 unknown"),
    // Bounds.
    Case(
      "a minimum rises", #"{"tag": "a", "type": "int", "minimum": 1}"#,
      #"{"tag": "a", "type": "int", "minimum": 2}"#, "a bound minimum 1 2 some answers"),
    Case(
      "a minimum falls", #"{"tag": "a", "type": "int", "minimum": 2}"#,
      #"{"tag": "a", "type": "int", "minimum": 1}"#, "a bound minimum 2 1 no"),
    Case(
      "a minimum comes", #"{"tag": "a", "type": "int"}"#,
      #"{"tag": "a", "type": "int", "minimum": 1}"#, "a bound minimum - 1 some answers"),
    Case(
      "a minimum goes", #"{"tag": "a", "type": "int", "minimum": 1}"#,
      #"{"tag": "a", "type": "int"}"#, "a bound minimum 1 - no"),
    Case(
      "a maximum falls", #"{"tag": "a", "type": "int", "maximum": 9}"#,
      #"{"tag": "a", "type": "int", "maximum": 8}"#, "a bound maximum 9 8 some answers"),
    Case(
      "a maximum of days rises", #"{"tag": "a", "type": "date", "maximum": "2024-01-01"}"#,
      #"{"tag": "a", "type": "date", "maximum": "2025-01-01"}"#,
      #"a bound maximum "2024-01-01" "2025-01-01" no"#),
    Case(
      "a bound becomes a formula",
      #"{"tag": "a", "type": "int", "maximum": 9}, {"tag": "b", "type": "int"}"#,
      #"{"tag": "a", "type": "int", "maximum": "$b"}, {"tag": "b", "type": "int"}"#,
      "a bound maximum 9 $b unknown"),
    Case(
      "a finer step", #"{"tag": "a", "type": "int", "step": 10}"#,
      #"{"tag": "a", "type": "int", "step": 5}"#, "a bound step 10 5 no"),
    Case(
      "a coarser step", #"{"tag": "a", "type": "int", "step": 5}"#,
      #"{"tag": "a", "type": "int", "step": 10}"#, "a bound step 5 10 some answers"),
    Case(
      "steps from another minimum", #"{"tag": "a", "type": "int", "step": 5, "minimum": 1}"#,
      #"{"tag": "a", "type": "int", "step": 5, "minimum": 0}"#,
      "a bound minimum 1 0 no", "a bound step 5 from another minimum 5 some answers"),
    // Rules.
    Case(
      "a row becomes required", #"{"tag": "a", "type": "int"}"#,
      #"{"tag": "a", "type": "int", "required": true}"#, "a required - true some answers"),
    Case(
      "a row need not be answered any more", #"{"tag": "a", "type": "int", "required": true}"#,
      #"{"tag": "a", "type": "int"}"#, "a required true - no"),
    Case(
      "required as a rule", #"{"tag": "a", "type": "int", "required": true}"#,
      #"{"tag": "a", "type": "int", "rules": ["required"]}"#),
    Case(
      "required under another condition", #"{"tag": "a", "type": "int", "required": "$i == 2"}"#,
      #"{"tag": "a", "type": "int", "required": "$i == 3"}"#, "a required $i == 2 $i == 3 unknown"),
    Case(
      "a longer least length",
      #"{"tag": "a", "type": "text", "rules": [{"type": "minLength", "value": 2}]}"#,
      #"{"tag": "a", "type": "text", "rules": [{"type": "minLength", "value": 3}]}"#,
      "a rule minLength 2 minLength 3 some answers"),
    Case(
      "a shorter least length",
      #"{"tag": "a", "type": "text", "rules": [{"type": "minLength", "value": 3}]}"#,
      #"{"tag": "a", "type": "text", "rules": [{"type": "minLength", "value": 2}]}"#,
      "a rule minLength 3 minLength 2 no"),
    Case(
      "a shorter greatest length",
      #"{"tag": "a", "type": "text", "rules": [{"type": "maxLength", "value": 3}]}"#,
      #"{"tag": "a", "type": "text", "rules": [{"type": "maxLength", "value": 2}]}"#,
      "a rule maxLength 3 maxLength 2 some answers"),
    Case(
      "a greater bound in a rule",
      #"{"tag": "a", "type": "int", "rules": [{"type": "greaterThan", "value": 3}]}"#,
      #"{"tag": "a", "type": "int", "rules": [{"type": "greaterThan", "value": 4}]}"#,
      "a rule greaterThan 3 greaterThan 4 some answers"),
    Case(
      "a wider bound in a rule",
      #"{"tag": "a", "type": "int", "rules": [{"type": "smallerOrEqualThan", "value": 3}]}"#,
      #"{"tag": "a", "type": "int", "rules": [{"type": "smallerOrEqualThan", "value": 4}]}"#,
      "a rule smallerOrEqualThan 3 smallerOrEqualThan 4 no"),
    Case(
      "another pattern",
      #"{"tag": "a", "type": "text", "rules": [{"type": "regex", "pattern": "[a-z]+"}]}"#,
      #"{"tag": "a", "type": "text", "rules": [{"type": "regex", "pattern": "[a-y]+"}]}"#,
      "a rule regex [a-z]+ regex [a-y]+ some answers"),
    Case(
      "a rule is added", #"{"tag": "a", "type": "text"}"#,
      #"{"tag": "a", "type": "text", "rules": ["email"]}"#, "a rule - email some answers"),
    Case(
      "a rule is removed", #"{"tag": "a", "type": "text", "rules": ["email"]}"#,
      #"{"tag": "a", "type": "text"}"#, "a rule email - no"),
    Case(
      "a rule becomes a warning", #"{"tag": "a", "type": "text", "rules": ["email"]}"#,
      #"{"tag": "a", "type": "text", "rules": [{"type": "email", "severity": "warning"}]}"#,
      "a rule email email, warning no"),
    Case(
      "a warning becomes an error",
      #"{"tag": "a", "type": "text", "rules": [{"type": "email", "severity": "warning"}]}"#,
      #"{"tag": "a", "type": "text", "rules": ["email"]}"#,
      "a rule email, warning email some answers"),
    Case(
      "another message",
      #"{"tag": "a", "type": "text", "rules": [{"type": "email", "message": "A"}]}"#,
      #"{"tag": "a", "type": "text", "rules": [{"type": "email", "message": "B"}]}"#),
    Case(
      "another predicate",
      #"{"tag": "a", "type": "int", "rules": [{"predicate": "SELF > 1", "message": "A"}]}"#,
      #"{"tag": "a", "type": "int", "rules": [{"predicate": "SELF > 2", "message": "A"}]}"#,
      "a rule predicate SELF > 1 predicate SELF > 2 unknown"),
    // Conditions and formulas.
    Case(
      "layout does not count", #"{"tag": "a", "type": "int", "hidden": "$i==2  AND 3 ==$i"}"#,
      #"{"tag": "a", "type": "int", "hidden": "($i = 2) and (3 = $i)"}"#),
    Case(
      "visible is not hidden", #"{"tag": "a", "type": "int", "hidden": "NOT ($i == 2)"}"#,
      #"{"tag": "a", "type": "int", "visible": "$i == 2"}"#),
    Case(
      "a condition that is never true is none", #"{"tag": "a", "type": "int", "hidden": false}"#,
      #"{"tag": "a", "type": "int"}"#),
    Case(
      "a condition changes", #"{"tag": "a", "type": "int", "hidden": "$i == 2"}"#,
      #"{"tag": "a", "type": "int", "hidden": "$i == 3"}"#,
      "a condition hidden $i == 2 $i == 3 unknown"),
    Case(
      "a condition is shown as its author wrote it",
      #"{"tag": "a", "type": "int", "visible": "$i==2"}"#,
      #"{"tag": "a", "type": "int", "visible": "$i  == 3"}"#,
      "a condition visible $i==2 $i  == 3 unknown"),
    Case(
      "another key with another condition",
      #"{"tag": "a", "type": "int", "hidden": "$i == 2"}"#,
      #"{"tag": "a", "type": "int", "visible": "$i == 3"}"#,
      "a condition visible NOT $i == 2 $i == 3 unknown"),
    Case(
      "a formula changes", #"{"tag": "a", "type": "int", "calculated": "$i + 2"}"#,
      #"{"tag": "a", "type": "int", "calculated": "$i + 3"}"#,
      "a formula calculated $i + 2 $i + 3 unknown"),
    Case(
      "the layout of a formula",
      #"{"tag": "b", "type": "int"}, {"tag": "a", "type": "int", "calculated": "$b+1"}"#,
      #"{"tag": "b", "type": "int"}, {"tag": "a", "type": "int", "calculated": "($b + 1)"}"#),
    Case(
      "a start value changes", #"{"tag": "a", "type": "int", "value": 1}"#,
      #"{"tag": "a", "type": "int", "value": 2}"#, "a setting value 1 2 no"),
    Case(
      "hidden values are cleared", #"{"tag": "a", "type": "int"}"#,
      #"{"tag": "a", "type": "int", "whenHidden": "clear"}"#,
      "a setting whenHidden - clear unknown"),
    Case(
      "the policy for hidden values that holds anyway", #"{"tag": "a", "type": "int"}"#,
      #"{"tag": "a", "type": "int", "whenHidden": "keep"}"#),
  ]

  @Test("Each change of a row, and whether it breaks answers", arguments: rows)
  func comparesRows(_ row: Case) throws {
    func form(_ rows: String) -> String {
      #"{"inputs": {"i": {"type": "int"}}, "sections": [{"tag": "s", "rows": [\#(rows)]}]}"#
    }
    try check(form(row.old), form(row.new), row.changes)
  }

  static let forms: [Case] = [
    Case(
      "navigation, data of the host and closed sections",
      #"{"extra": {"v": 1}, "sections": [{"tag": "s", "rows": []}]}"#,
      #"""
      {"navigation": ["enabled", "stopDisabledRow"], "extra": {"v": 2},
        "sections": [{"tag": "s", "rows": [], "collapsed": true, "extra": "x"}]}
      """#,
      "form setting navigation enabled, skipCanNotBecomeFirstResponderRow "
        + "enabled, stopDisabledRow no",
      #"form setting extra {"v":1} {"v":2} no"#, "s setting collapsed false true no",
      #"s setting extra - "x" no"#),
    Case(
      "a template of a list is removed", templates("phone", "mail"), templates("mail"),
      "l setting templates phone, mail mail yes", "l:phone.n removed text - yes"),
    Case(
      "a template of a list is added", templates("phone"), templates("phone", "mail"),
      "l setting templates phone phone, mail no", "l:mail.n added - text no"),
    Case(
      "unrelated forms", #"{"sections": [{"rows": [{"tag": "a", "type": "int"}]}]}"#,
      #"{"sections": [{"tag": "t", "rows": [{"tag": "b", "type": "text"}]}]}"#,
      "sections[0] removed section - no", "a removed int - yes", "t added - section no",
      "b added - text no"),
    Case(
      "an untagged section is known by what is in it",
      #"{"sections": [{"title": "A", "rows": [{"tag": "a", "type": "int"}]}]}"#,
      #"{"sections": [{"rows": []}, {"title": "B", "rows": [{"tag": "a", "type": "int"}]}]}"#,
      "sections[0] added - section no"),
    Case(
      "a row changes its section",
      #"{"sections": [{"tag": "s", "rows": [{"tag": "a", "type": "int"}]}, {"tag": "t", "rows": []}]}"#,
      #"{"sections": [{"tag": "s", "rows": []}, {"tag": "t", "rows": [{"tag": "a", "type": "int"}]}]}"#,
      "a moved s t no"),
    Case(
      "a row goes into a list",
      #"{"sections": [{"rows": [{"tag": "a", "type": "int"}]}, \#(list(#"{"tag": "b", "type": "int"}"#))]}"#,
      #"{"sections": [{"rows": []}, \#(list(#"{"tag": "b", "type": "int"}, {"tag": "a", "type": "int"}"#))]}"#,
      "l.a moved outside of lists list l yes"),
    Case(
      "a row goes out of a list",
      #"{"sections": [{"rows": []}, \#(list(#"{"tag": "b", "type": "int"}, {"tag": "a", "type": "int"}"#))]}"#,
      #"{"sections": [{"rows": [{"tag": "a", "type": "int"}]}, \#(list(#"{"tag": "b", "type": "int"}"#))]}"#,
      "a moved list l outside of lists yes"),
    Case(
      "a row of a list is removed",
      #"{"sections": [\#(list(#"{"tag": "b", "type": "int"}, {"tag": "a", "type": "int"}"#))]}"#,
      #"{"sections": [\#(list(#"{"tag": "b", "type": "int"}"#))]}"#, "l.a removed int - yes"),
    Case(
      "a list is removed", #"{"sections": [\#(list(#"{"tag": "b", "type": "int"}"#))]}"#,
      #"{"sections": []}"#, "l removed list - yes", "l.b removed int - yes"),
    Case(
      "a list is added", #"{"sections": []}"#,
      #"{"sections": [\#(list(#"{"tag": "b", "type": "int", "required": true}"#))]}"#,
      "l added - list no", "l.b added - int no"),
    Case(
      "a required row of a list is added",
      #"{"sections": [\#(list(#"{"tag": "b", "type": "int"}"#))]}"#,
      #"{"sections": [\#(list(#"{"tag": "b", "type": "int"}, {"tag": "c", "type": "int", "required": true}"#))]}"#,
      "l.c added - int some answers"),
    Case(
      "a list needs more items",
      #"{"sections": [{"tag": "l", "kind": "multivalued", "item": {"type": "int"}, "minimum": 1}]}"#,
      #"{"sections": [{"tag": "l", "kind": "multivalued", "item": {"type": "int"}, "minimum": 2}]}"#,
      "l bound minimum 1 2 some answers"),
    Case(
      "the template of single values changes its type",
      #"{"sections": [{"tag": "l", "kind": "multivalued", "item": {"type": "int"}}]}"#,
      #"{"sections": [{"tag": "l", "kind": "multivalued", "item": {"type": "text"}}]}"#,
      "l type int text yes"),
    Case(
      "an input goes", #"{"inputs": {"i": {"type": "int"}}, "sections": []}"#, #"{"sections": []}"#,
      "i removed int - no"),
    Case(
      "a section has the policy for hidden values of the form",
      #"{"whenHidden": "nil", "sections": [{"tag": "s", "rows": []}]}"#,
      #"{"whenHidden": "nil", "sections": [{"tag": "s", "whenHidden": "nil", "rows": []}]}"#),
    Case(
      "an empty form becomes read only", #"{"sections": []}"#,
      #"{"readOnly": true, "sections": []}"#, "form condition readOnly - true no"),
    Case(
      "the form becomes read only", #"{"sections": [{"rows": [{"tag": "a", "type": "int"}]}]}"#,
      #"{"readOnly": true, "sections": [{"rows": [{"tag": "a", "type": "int"}]}]}"#,
      "form condition readOnly - true yes"),
    Case(
      "a section with answers is hidden, and one with a label alone",
      #"{"sections": [{"tag": "s", "rows": [{"tag": "a", "type": "int"}]}, {"tag": "t", "rows": [{"type": "label"}]}]}"#,
      #"{"sections": [{"tag": "s", "hidden": true, "rows": [{"tag": "a", "type": "int"}]}, {"tag": "t", "hidden": true, "rows": [{"type": "label"}]}]}"#,
      "s condition hidden - true yes", "t condition hidden - true no"),
    Case(
      "a page is hidden under a condition, and another comes hidden",
      #"{"sections": [{"tag": "s", "rows": [{"tag": "a", "type": "int"}]}, {"tag": "t", "rows": [{"tag": "b", "type": "int"}]}], "pages": [{"tag": "p", "sections": ["s"]}]}"#,
      #"{"sections": [{"tag": "s", "rows": [{"tag": "a", "type": "int"}]}, {"tag": "t", "rows": [{"tag": "b", "type": "int"}]}], "pages": [{"tag": "p", "sections": ["s"], "visible": "$b == 1"}, {"tag": "q", "sections": ["t"], "hidden": true}]}"#,
      "p condition visible - $b == 1 some answers", "q added - - yes"),
    Case(
      "a row goes into a section that is hidden",
      #"{"sections": [{"tag": "s", "rows": [{"tag": "a", "type": "int"}]}]}"#,
      #"{"sections": [{"tag": "s", "rows": []}, {"tag": "t", "hidden": true, "rows": [{"tag": "a", "type": "int"}]}]}"#,
      "t added - section no", "a moved s t yes"),
    Case(
      "items cannot be inserted any more, or can be moved",
      #"{"sections": [{"tag": "l", "kind": "multivalued", "item": {"type": "int"}}, {"tag": "m", "kind": "multivalued", "item": {"type": "int"}}]}"#,
      #"{"sections": [{"tag": "l", "kind": "multivalued", "item": {"type": "int"}, "allows": ["delete"]}, {"tag": "m", "kind": "multivalued", "item": {"type": "int"}, "allows": ["insert", "delete", "reorder"]}]}"#,
      "l setting allows insert, delete delete some answers",
      "m setting allows insert, delete insert, delete, reorder no"),
    Case(
      "a row of a table goes", table(#"["a", 1], ["b", 2]"#), table(#"["a", 1]"#),
      "t table - - yes"),
    Case(
      "a row of a table comes", table(#"["a", 1]"#), table(#"["a", 1], ["b", 2]"#),
      "t table - - unknown"),
    Case(
      "a cell of a table that the filter reads",
      table(#"["a", 1], ["b", 2]"#, #", "optionsFilter": "SELF.v > 0""#),
      table(#"["a", 1], ["b", 3]"#, #", "optionsFilter": "SELF.v > 0""#), "t table - - some answers"
    ),
    Case(
      "another column as value", table(#"["a", 1], ["b", 2]"#),
      table(#"["a", 1], ["b", 2]"#).replacing(#""value": "k""#, with: #""value": "v""#),
      "c options options table t, value k table t, value v yes"),
  ]

  /// A list with templates of these names.
  private static func templates(_ names: String...) -> String {
    let templates = names.map { #""\#($0)": {"rows": [{"tag": "n", "type": "text"}]}"# }
    return #"""
      {"sections": [{"tag": "l", "kind": "multivalued", "templates": {\#(templates.joined(separator: ", "))}}]}
      """#
  }

  /// A choice from a table with the columns `k` and `v`.
  private static func table(_ rows: String, _ keys: String = "") -> String {
    #"""
    {"tables": {"t": {"columns": ["k", {"name": "v", "type": "int"}], "rows": [\#(rows)]}},
      "sections": [{"rows": [
        {"tag": "c", "type": "push", "options": {"table": "t", "value": "k"}\#(keys)}]}]}
    """#
  }

  private static func list(_ rows: String) -> String {
    #"{"tag": "l", "kind": "multivalued", "template": {"rows": [\#(rows)]}}"#
  }

  @Test("Each change of a form", arguments: forms)
  func comparesForms(_ row: Case) throws { try check(row.old, row.new, row.changes) }

  private func check(_ old: String, _ new: String, _ changes: [String]) throws {
    let diff = FormDiff(
      old: try CompiledForm.of(old), new: try CompiledForm.of(new))
    let lines = diff.changes.map { change in
      [
        change.place, change.kind.rawValue, change.key, change.old ?? "-", change.new ?? "-",
        change.breaks.rawValue,
      ].compactMap { $0 }.joined(separator: " ")
    }
    #expect(lines == changes)
  }

  @Test(
    "Of a condition the parts that differ",
    arguments: [
      ("$i == 1", "$i == 2", "-", "-"),
      ("$i == 1 AND $j == 1", "$i == 2 AND $j == 1", "$i == 1", "$i == 2"),
      ("$i == 1 AND $j == 1", "$j=1 AND $i == 1 AND $i != 3", "-", "$i != 3"),
      ("$i == 1", "$i == 1 OR $j == 1", "-", "$j == 1"),
      ("$i == 1 OR $j == 1", "$j == 1", "$i == 1", "-"),
      ("$i == 1 OR $j == 1", "$i == 1 AND $j == 1", "-", "-"),
      (
        "$i == 1 AND ($j == 1 OR $j == 2 OR $i == 5)",
        "$i == 1 AND ($j == 1 OR $j == 3 OR $i == 5)",
        "$j == 2", "$j == 3"
      ),
    ])
  func parts(_ old: String, _ new: String, _ lost: String, _ come: String) throws {
    func form(_ condition: String) throws -> CompiledForm {
      try CompiledForm.of(
        #"""
        {"inputs": {"i": {"type": "int"}, "j": {"type": "int"}},
          "sections": [{"rows": [{"tag": "a", "type": "int", "visible": "\#(condition)"}]}]}
        """#)
    }
    let diff = FormDiff(old: try form(old), new: try form(new))
    let change = try #require(diff.changes.first)
    #expect(change.old == old && change.new == new)
    func text(_ parts: [String]) -> String { parts.isEmpty ? "-" : parts.joined(separator: "; ") }
    #expect(text(change.oldParts) == lost && text(change.newParts) == come)
  }

  /// What a row and its list are called does not change a condition.
  @Test("Conditions are compared after renaming")
  func renamedConditions() throws {
    func form(_ names: (String, String, String, String), _ rest: String) throws -> CompiledForm {
      let (row, list, item, other) = names
      return try CompiledForm.of(
        #"""
        {"inputs": {"i": {"type": "int"}}, "sections": [{"rows": [
          {"tag": "\#(row)", "type": "int"},
          {"tag": "c", "type": "int", "visible": "$\#(row) == 1 AND $\#(list).@sum.\#(item) > 2"},
          {"tag": "d", "type": "int", "calculated": "SUBQUERY($\#(list), $x, $x.\#(item) > $\#(row)).@count"},
          {"tag": "e", "type": "int", "maximum": "$\#(row)", "rules": [
            {"predicate": "SELF != $\#(row)", "message": "No."}, {"type": "equals", "tag": "\#(row)"}]}
          \#(rest)]},
          {"tag": "\#(list)", "kind": "multivalued", "template": {"rows": [
            {"tag": "\#(item)", "type": "int"},
            {"tag": "\#(other)", "type": "int", "hidden": "$\#(item) == $\#(row)"}]}},
          {"tag": "others", "kind": "multivalued", "template": {"rows": [
            {"tag": "n", "type": "int"}, {"tag": "o", "type": "int", "hidden": "$n == 1"}]}}]}
        """#)
    }
    let old = try form(("a", "l", "n", "m"), "")
    let new = try form(("z", "list", "number", "m"), "")
    let migration = Migration(renames: [
      Migration.Rename("a", "z"), Migration.Rename("l", "list"),
      Migration.Rename("l.n", "list.number"),
    ])
    let diff = FormDiff(old: old, new: new, migration: migration)
    #expect(diff.changes.map(\.kind) == [.renamed, .renamed, .renamed])
    #expect(diff.breaks == .no)
    // A name that was not renamed is another condition.
    let changed = FormDiff(old: old, new: try form(("z", "list", "m", "number"), ""))
    #expect(changed.changes.contains { $0.place == "c" && $0.kind == .condition })
  }

  @Test("What probably has another name is proposed as a migration")
  func probableRenames() throws {
    func renames(_ old: String, _ new: String) throws -> [String] {
      func form(_ rows: String) throws -> CompiledForm {
        try CompiledForm.of(#"{"sections": [{"tag": "s", "rows": [\#(rows)]}]}"#)
      }
      return FormDiff(old: try form(old), new: try form(new)).probableRenames.map {
        "\($0.old) \($0.new)"
      }
    }
    let row = #"{"tag": "NAME", "type": "int", "title": "T"}, {"tag": "b", "type": "int"}"#
    func named(_ name: String) -> String { row.replacing("NAME", with: name) }
    #expect(
      try renames(named("breatfeeding"), named("breastfeeding")) == ["breatfeeding breastfeeding"])
    #expect(try renames(named("a"), named("a")) == [])
    // Another type, title or place.
    #expect(try renames(named("a"), named("c").replacing("int\", \"t", with: "text\", \"t")) == [])
    #expect(try renames(named("a"), named("c").replacing("\"T\"", with: "\"U\"")) == [])
    #expect(
      try renames(
        named("a"), #"{"tag": "b", "type": "int"}, {"tag": "c", "type": "int", "title": "T"}"#)
        == [])
    // Two rows that are alike.
    let two = #"{"tag": "A", "type": "int"}, {"tag": "B", "type": "int"}"#
    #expect(try renames(two, two.replacing("A", with: "C").replacing("B", with: "D")) == [])
    // Rows of items, and lists.
    func list(_ tag: String, _ item: String) -> CompiledForm? {
      try? CompiledForm.of(
        #"{"sections": [\#(Self.list(#"{"tag": "\#(item)", "type": "int"}"#))]}"#
          .replacing(#""tag": "l""#, with: #""tag": "\#(tag)""#))
    }
    let (old, item, other) = (list("l", "n"), list("l", "m"), list("k", "n"))
    let diffs = try [item, other].map { FormDiff(old: try #require(old), new: try #require($0)) }
    #expect(diffs.map(\.probableRenames) == [[.init("n", "m")], [.init("l", "k")]])
  }

  @Test("The separator of the file of a table is compared")
  func comparesSeparators() throws {
    func form(_ separator: String) throws -> CompiledForm {
      try CompiledForm.compile(
        json: #"""
          { "tables": { "t": { "file": "t.csv", "separator": "\#(separator)" } }, "sections": [
            { "rows": [{ "tag": "a", "type": "push", "options": { "table": "t", "value": "k" } }] }] }
          """#.utf8,
        readFile: { _ in Array("k\(separator)v\nx\(separator)y\n".utf8) })
    }
    let diff = FormDiff(old: try form(","), new: try form(";"))
    #expect(diff.changes.map(\.key) == ["separator"])
    #expect(diff.changes.map(\.new) == [";"])
    #expect(diff.breaks == .no)
  }

  @Test("Another column of titles breaks nothing, and is reported")
  func comparesTitleColumns() throws {
    func form(_ title: String) throws -> CompiledForm {
      try CompiledForm.of(
        #"""
        { "tables": { "t": { "columns": ["k", "x", "y"], "rows": [["a", "b", "c"]] } },
          "sections": [{ "rows": [{ "tag": "a", "type": "push",
            "options": { "table": "t", "value": "k"\#(title) } }] }] }
        """#)
    }
    let (x, y, none) = (#", "title": "x""#, #", "title": "y""#, "")
    for (old, new, words) in [(x, y, "x y"), (x, none, "x -"), (none, y, "- y")] {
      let diff = FormDiff(old: try form(old), new: try form(new))
      #expect(diff.changes.map(\.key) == ["options title"])
      #expect(diff.changes.map { "\($0.old ?? "-") \($0.new ?? "-")" } == [words])
      #expect(diff.breaks == .no)
    }
    #expect(FormDiff(old: try form(x), new: try form(x)).changes.isEmpty)
  }

  @Test("Texts are counted")
  func countsTexts() throws {
    let diff = FormDiff(
      old: try CompiledForm.of(
        #"{"title": "A", "sections": [{"rows": [{"tag": "a", "type": "int"}]}]}"#),
      new: try CompiledForm.of(
        #"{"sections": [{"title": "B", "rows": [{"tag": "a", "type": "int", "help": "C"}]}]}"#))
    #expect(diff.changes.isEmpty)
    #expect(diff.changedTexts == 3)
    #expect(diff.breaks == .no)
  }

  @Test(
    "A form of many rows is compared in linear time",
    arguments: depth(quick: 4_000, full: 100_000))
  func isLinear(depth count: Int) throws {
    let other = count / 2..<count / 2 + count
    let diff = FormDiff(
      old: try CompiledForm.of(tags: (0..<count).map { "r\($0)" }),
      new: try CompiledForm.of(tags: other.map { "r\($0)" }))
    #expect(diff.changes.count == count)
    #expect(diff.changes.first?.place == "r0")
    #expect(diff.changes.last?.place == "r\(other.upperBound - 1)")
  }
}
