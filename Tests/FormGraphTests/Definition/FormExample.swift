// One form that uses everything the format has, as a file and as the value it must become. Items,
// functions and options that come and go are in FormExample+Items.swift.

import Foundation
import FormGraph
import Predicate

enum FormExample {
  static let json = #"""
    {
      "$schema": "https://example.org/form.json",
      "version": 1,
      "title": "Profile", "languages": ["en", "pl"],
      "messages": {
        "en": { "required": "Please fill in {title}." },
        "pl": { "maxLength": { "one": "{maximum} znak.", "few": "{maximum} znaki.", "many": "{maximum} znaków.", "other": "{maximum} znaku." },
                "email": "Adres.", "equals": "Inaczej niż {other}.", "option": "Wybierz odpowiedź.",
                "predicate": "Tak nie.", "required": "Wpisz {title}." }
      },
      "inputs": {
        "locale": "es", "isStaff": false, "limit": 3, "rate": 1.5,
        "since": { "type": "date", "value": "2024-05-01" }, "who": { "type": "text" }
      },
      "whenHidden": "nil",
      "readOnly": "$locale == 'fr'", "navigation": ["enabled", "stopDisabledRow"],
      "extra": { "color": "red" },
      "sections": [
        { "tag": "account", "kind": "plain", "title": "Account", "subtitle": "S", "footer": "F",
          "hidden": "$kind == 'guest'", "enabled": "$isStaff == YES", "whenHidden": "keep",
          "collapsed": true, "extra": 1,
          "rows": [
            { "tag": "kind", "type": "segmented", "value": "member",
              "options": ["guest", { "value": "member", "title": "Member", "level": 2 }] },
            { "tag": "email", "type": "email", "title": "E-mail", "placeholder": "you@host",
              "help": "H", "name": "e-mail", "required": "$kind == 'member'",
              "requiredMessage": { "en": "{title} of a {$kind}?", "pl": "{title}?" },
              "validates": ["onBlur", "onChangeAfterBlurred"],
              "rules": [
                "email",
                { "type": "maxLength", "value": 80, "message": "Too long.", "id": "length",
                  "severity": "warning", "allowsEmpty": false },
                { "type": "equals", "tag": "confirm" },
                { "type": "equals", "value": "confirm" },
                { "predicate": "SELF != \"a\\b\"", "message": "No \u00e9." },
                { "type": "predicate", "predicate": "SELF != nil" }
              ] },
            { "tag": "confirm", "type": "email", "visible": true, "disabled": false, "value": null,
              "next": "total", "keepsEmpty": true,
              "validates": "always", "rules": ["required"] },
            { "tag": "total", "type": "decimal", "calculated": "$limit * $rate" },
            { "tag": "born", "type": "date", "value": "2000-02-29", "whenHidden": "nil" },
            { "tag": "count", "type": "int", "value": 3.0 },
            { "tag": "price", "type": "stepper", "value": 3 },
            { "tag": "start", "type": "date", "default": "today()" },
            { "tag": "offer", "type": "decimal", "suggested": { "formula": "$price * 2" } },
            { "tag": "discount", "type": "decimal",
              "suggested": { "formula": "$price / 10", "whenEdited": "keep" } },
            { "tag": "first", "type": "decimal", "once": "$price", "whenChanged": [
                { "set": "count", "to": "1", "if": "$first > 2" }, { "reset": "born" }] },
            { "tag": "company", "type": "push", "value": { "id": 1, "name": "Acme" }, "options": [
                { "value": { "id": 1, "name": "Acme" }, "title": "Acme Ltd" },
                { "value": { "id": 2.5, "at": { "town": "Ulm" } }, "title": "Other" }] },
            { "tag": "day", "type": "segmented", "value": "2024-05-01", "options": [
                { "value": { "$date": "2024-05-01" } }, { "value": { "$date": "2024-05-02" }, "title": "Then" }] },
            { "tag": "tags", "type": "multipleSelector", "options": [1, 2], "value": [2] },
            { "type": "label", "title": "Done", "actions": [
                { "name": "share", "title": { "en": "Share", "pl": "Podziel" }, "enabled": "$count > 1",
                  "extra": { "side": "leading" } }, { "name": "delete" }] },
            { "tag": "go", "type": "button", "submits": true }
          ] },
        { "tag": "more", "rows": [] }
      ],
      "pages": [
        { "tag": "p1", "title": "First", "help": "H", "sections": ["account"], "extra": [1] },
        { "visible": "$isStaff == YES", "sections": ["more"] }
      ]
    }
    """#

  static let definition = FormDefinition(
    texts: Texts(title: "Profile"), languages: ["en", "pl"],
    messages: [
      "en": ["required": "Please fill in {title}."],
      "pl": [
        "maxLength": [
          "one": "{maximum} znak.", "few": "{maximum} znaki.", "many": "{maximum} znaków.",
          "other": "{maximum} znaku.",
        ],
        "email": "Adres.", "equals": "Inaczej niż {other}.", "option": "Wybierz odpowiedź.",
        "predicate": "Tak nie.", "required": "Wpisz {title}.",
      ],
    ],
    inputs: [
      InputDefinition(name: "locale", type: .text, value: "es"),
      InputDefinition(name: "isStaff", type: .switch, value: false),
      InputDefinition(name: "limit", type: .int, value: 3),
      InputDefinition(name: "rate", type: .decimal, value: 1.5),
      InputDefinition(name: "since", type: .date, value: date("2024-05-01")),
      InputDefinition(name: "who", type: .text),
    ],
    sections: [
      SectionDefinition(
        tag: "account", texts: Texts(title: "Account", subtitle: "S", footer: "F"),
        hidden: "$kind == 'guest'",
        disabled: ConditionDefinition(.predicate("$isStaff == YES"), isInverted: true),
        whenHidden: .keep, isCollapsed: true, rows: rows, extra: 1),
      SectionDefinition(tag: "more"),
    ],
    pages: [
      PageDefinition(
        tag: "p1", texts: Texts(title: "First", help: "H"), sections: ["account"], extra: [1]),
      PageDefinition(
        hidden: ConditionDefinition(.predicate("$isStaff == YES"), isInverted: true),
        sections: ["more"]),
    ],
    whenHidden: .nil,
    readOnly: "$locale == 'fr'", navigation: [.enabled, .stopDisabledRow],
    extra: ["color": "red"])

  private static let rows = [
    RowDefinition(
      tag: "kind", type: .segmented, value: "member",
      options: [
        OptionDefinition("guest"),
        OptionDefinition("member", title: "Member", members: ValueDictionary([("level", 2)])),
      ]),
    RowDefinition(
      tag: "email", type: .email,
      texts: Texts(title: "E-mail", placeholder: "you@host", help: "H"), name: "e-mail",
      required: "$kind == 'member'",
      requiredMessage: FormText(languages: ["en": "{title} of a {$kind}?", "pl": "{title}?"]),
      rules: [
        RuleDefinition(.email),
        RuleDefinition(
          .maxLength(80), message: "Too long.", id: "length", severity: .warning,
          allowsEmpty: false),
        RuleDefinition(.equals("confirm")),
        RuleDefinition(.equals("confirm")),
        RuleDefinition(.predicate(#"SELF != "a\b""#), message: "No é."),
        RuleDefinition(.predicate("SELF != nil")),
      ],
      validates: [.onBlur, .onChangeAfterBlurred]),
    RowDefinition(
      tag: "confirm", type: .email, value: .null,
      hidden: ConditionDefinition(.constant(true), isInverted: true), disabled: false,
      rules: [RuleDefinition(.required)], validates: .always, keepsEmpty: true, next: "total"),
    RowDefinition(tag: "total", type: .decimal, calculated: "$limit * $rate"),
    RowDefinition(tag: "born", type: .date, value: date("2000-02-29"), whenHidden: .nil),
    RowDefinition(tag: "count", type: .int, value: .int(3)),
    RowDefinition(tag: "price", type: .stepper, value: .double(3)),
    RowDefinition(tag: "start", type: .date, defaultFormula: "today()"),
    RowDefinition(tag: "offer", type: .decimal, suggested: "$price * 2"),
    RowDefinition(
      tag: "discount", type: .decimal,
      suggested: SuggestedFormula("$price / 10", whenEdited: .keep)),
    RowDefinition(
      tag: "first", type: .decimal, once: "$price",
      whenChanged: [.set("count", to: "1", if: "$first > 2"), .reset("born")]),
    RowDefinition(
      tag: "company", type: .push, value: ["id": 1, "name": "Acme"],
      options: [
        OptionDefinition(["id": 1, "name": "Acme"], title: "Acme Ltd"),
        OptionDefinition(["id": 2.5, "at": ["town": "Ulm"]], title: "Other"),
      ]),
    RowDefinition(
      tag: "day", type: .segmented, value: date("2024-05-01"),
      options: [
        OptionDefinition(date("2024-05-01")), OptionDefinition(date("2024-05-02"), title: "Then"),
      ]),
    RowDefinition(
      tag: "tags", type: .multipleSelector, value: [2],
      options: [OptionDefinition(1), OptionDefinition(2)]
    ),
    RowDefinition(
      type: .label, texts: Texts(title: "Done"),
      actions: [
        ActionDefinition(
          "share", title: FormText(languages: ["en": "Share", "pl": "Podziel"]),
          disabled: ConditionDefinition(.predicate("$count > 1"), isInverted: true),
          extra: ["side": "leading"]),
        ActionDefinition("delete"),
      ]),
    RowDefinition(tag: "go", type: .button, submits: true),
  ]

  static func date(_ text: String) -> Value {
    DateText.date(from: text).map(Value.date) ?? .null
  }
}
