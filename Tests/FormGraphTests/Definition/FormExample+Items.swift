// A form that uses everything about items, functions and options that come and go, as a file and as
// the value it must become.

import FormGraph
import Predicate

extension FormExample {
  static let itemsJSON = #"""
    {
      "whenHidden": "clear",
      "readOnly": { "function": "isLocked", "dependsOn": [] },
      "sections": [
        { "tag": "days", "kind": "multivalued", "title": "Days",
          "visible": { "function": "isAdult", "dependsOn": ["age", "phones.isHidden"] },
          "item": { "type": "date", "value": "2024-01-01", "required": true },
          "value": ["2024-05-01", null] },
        { "tag": "phones", "kind": "multivalued", "allows": ["insert", "delete", "reorder"],
          "minimum": 1, "maximum": 5.0, "whenHidden": "clear",
          "template": { "rows": [
            { "type": "label", "title": "Phone" },
            { "tag": "number", "type": "phone", "rules": ["required"],
              "enabled": { "function": "isAdult", "dependsOn": ["age"] } },
            { "tag": "price", "type": "decimal", "default": "1" },
            { "tag": "since", "type": "date", "value": "2024-01-01" },
            { "tag": "twice", "type": "decimal", "calculated": "$price * 2", "hidden": "$age > 1" },
            { "tag": "tags", "type": "multipleSelector", "options": [1, 2] }
          ] },
          "value": [{ "number": "1", "price": 3, "since": "2024-05-01", "tags": [2] }, {}] },
        { "tag": "region", "kind": "selectable", "title": "Region", "disabled": "$age < 3",
          "selection": "multiple", "name": "regions", "default": "{'a'}", "required": "$age > 1",
          "minimum": 1, "maximum": 2, "rules": [{ "predicate": "SELF != nil" }], "validates": "always",
          "groupedBy": "continent", "optionsFilter": "SELF.continent != $age",
          "whenOptionHidden": "clear", "options": [
            { "value": "a", "continent": 1, "disabled": "$age > 1" },
            { "value": "b", "enabled": { "function": "isAdult", "dependsOn": ["age"] } }] },
        { "tag": "one", "kind": "selectable", "deselection": false, "value": 2, "options": [1, 2] },
        { "tag": "frozen", "kind": "multivalued", "allows": [],
          "template": { "rows": [{ "tag": "number", "type": "int" }] } },
        { "tag": "contacts", "kind": "multivalued", "templates": {
            "phone": { "rows": [{ "tag": "number", "type": "phone" }] },
            "email": {
              "rows": [{ "tag": "address", "type": "email" }],
              "sections": [{ "tag": "used", "kind": "multivalued", "item": { "type": "date" } }] } },
          "value": [{ "number": "1" }, { "template": "email", "used": ["2024-05-01"] }] },
        { "kind": "plain", "rows": [
          { "tag": "age", "type": "int", "whenHidden": "clear",
            "required": { "function": "isAdult", "dependsOn": ["age"] } },
          { "tag": "country", "type": "push", "optionsFilter": "SELF.continent == $age",
            "whenOptionHidden": "clear",
            "options": [
              1, { "value": 2, "hidden": "$age > 1", "continent": 3, "extra": { "a": 1 } },
              { "value": 3, "visible": { "function": "isAdult", "dependsOn": ["age"] } }
            ] },
          { "tag": "city", "type": "push", "options": [1], "whenOptionHidden": "keep" },
          { "tag": "weight", "type": "slider", "unit": "kg" },
          { "tag": "drink", "type": "push", "other": true, "options": ["tea"] }
        ] },
        { "tag": "habits", "kind": "matrix", "options": ["never", { "value": "daily", "title": "Daily" }],
          "rows": [{ "tag": "tea" }, { "tag": "milk", "type": "picker", "required": true }] },
        { "kind": "matrix", "selection": "multiple",
          "options": [1, { "value": 0, "exclusive": true, "note": "none" }],
          "rows": [{ "tag": "left" }, { "tag": "right", "type": "segmented" }] }
      ]
    }
    """#

  static let itemsDefinition = FormDefinition(
    sections: [
      SectionDefinition(
        tag: "days",
        kind: .multivalued(
          ItemsDefinition(
            template: .item(
              RowDefinition(type: .date, value: date("2024-01-01"), required: true)),
            value: [date("2024-05-01"), .null])),
        texts: Texts(title: "Days"),
        hidden: ConditionDefinition(
          .function("isAdult", dependsOn: ["age", "phones.isHidden"]), isInverted: true)),
      SectionDefinition(
        tag: "phones",
        kind: .multivalued(
          ItemsDefinition(
            template: .rows(templateRows), allows: [.insert, .delete, .reorder], minimum: 1,
            maximum: 5, value: [phone, [:]])),
        whenHidden: .clear),
      SectionDefinition(
        tag: "region", kind: .selectable(region), texts: Texts(title: "Region"),
        disabled: "$age < 3"),
      SectionDefinition(
        tag: "one",
        kind: .selectable(
          SelectionDefinition(
            .single, options: [OptionDefinition(1), OptionDefinition(2)], value: 2,
            allowsDeselection: false))),
      SectionDefinition(
        tag: "frozen",
        kind: .multivalued(
          ItemsDefinition(
            template: .rows([RowDefinition(tag: "number", type: .int)]), allows: []))),
      SectionDefinition.multivalued(
        tag: "contacts",
        templates: [
          .named("phone") { RowDefinition(.phone, "number") },
          .named("email") {
            RowDefinition(.email, "address")
          } sections: {
            SectionDefinition.multivalued(tag: "used", item: RowDefinition(.date))
          },
        ],
        value: [["number": "1"], ["template": "email", "used": [date("2024-05-01")]]]),
      SectionDefinition(rows: choosingRows),
      SectionDefinition.matrix(
        tag: "habits", options: ["never", OptionDefinition("daily", title: "Daily")]
      ) {
        RowDefinition(.segmented, "tea")
        RowDefinition(.picker, "milk") { $0.required = true }
      },
      SectionDefinition.matrix(
        options: [
          1, OptionDefinition(0, isExclusive: true, members: ValueDictionary([("note", "none")])),
        ], selection: .multiple
      ) {
        RowDefinition(.multipleSelector, "left")
        RowDefinition(.segmented, "right")
      },
    ],
    whenHidden: .clear,
    readOnly: ConditionDefinition(.function("isLocked", dependsOn: [])))

  private static let region = SelectionDefinition(
    choice: RowDefinition(
      type: .multipleSelector, name: "regions", defaultFormula: "{'a'}", required: "$age > 1",
      rules: [RuleDefinition(.predicate("SELF != nil"))], validates: .always,
      options: [
        OptionDefinition(
          "a", disabled: "$age > 1", members: ValueDictionary([("continent", 1)])),
        OptionDefinition("b", disabled: ConditionDefinition(isAdult, isInverted: true)),
      ], groupedBy: "continent", optionsFilter: "SELF.continent != $age", whenOptionHidden: .clear,
      bounds: RowBounds(minimum: 1, maximum: 2)))

  private static let isAdult = ConditionDefinition.Source.function("isAdult", dependsOn: ["age"])

  private static let phone: Value = [
    "number": "1", "price": 3.0, "since": date("2024-05-01"), "tags": [2],
  ]

  private static let templateRows = [
    RowDefinition(type: .label, texts: Texts(title: "Phone")),
    RowDefinition(
      tag: "number", type: .phone, disabled: ConditionDefinition(isAdult, isInverted: true),
      rules: [RuleDefinition(.required)]),
    RowDefinition(tag: "price", type: .decimal, defaultFormula: "1"),
    RowDefinition(tag: "since", type: .date, value: date("2024-01-01")),
    RowDefinition(tag: "twice", type: .decimal, calculated: "$price * 2", hidden: "$age > 1"),
    RowDefinition(
      tag: "tags", type: .multipleSelector, options: [OptionDefinition(1), OptionDefinition(2)]),
  ]

  private static let choosingRows = [
    RowDefinition(
      tag: "age", type: .int, required: ConditionDefinition(isAdult), whenHidden: .clear),
    RowDefinition(
      tag: "country", type: .push,
      options: [
        OptionDefinition(1),
        OptionDefinition(
          2, hidden: "$age > 1",
          members: ValueDictionary([("continent", 3), ("extra", ["a": 1] as Value)])),
        OptionDefinition(3, hidden: ConditionDefinition(isAdult, isInverted: true)),
      ],
      optionsFilter: "SELF.continent == $age", whenOptionHidden: .clear),
    RowDefinition(tag: "city", type: .push, options: [OptionDefinition(1)]),
    RowDefinition(tag: "weight", type: .slider, unit: "kg"),
    RowDefinition(tag: "drink", type: .push, options: ["tea"], allowsOther: true),
  ]
}
