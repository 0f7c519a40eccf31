// A form whose texts have formulas and translations, whose bounds are formulas, and whose rows have
// displays, as a file and as the value it must become.

import FormGraph
import Predicate

extension FormExample {
  static let jsonOfTexts = #"""
    {
      "title": { "en": "About {$name}", "de": "Über {$name}" },
      "languages": ["en", "de"],
      "inputs": { "language": { "type": "text", "value": "de" } },
      "sections": [
        { "tag": "s", "title": "{{{$name}}}", "footer": { "de": "Ende" },
          "rows": [
            { "tag": "name", "type": "text", "title": "Name", "help": "{SELF}",
              "rules": [{ "type": "minLength", "value": 2,
                "message": { "en": "{title}: {minimum}, {$age}", "de": "{value}? {help} {placeholder}" } }] },
            { "tag": "age", "type": "int", "placeholder": "{$name} { {1, 2}.@sum.#self }",
              "minimum": "$least + 1", "maximum": 120, "step": "1", "display": "SELF + 1" },
            { "tag": "least", "type": "decimal", "display": { "function": "money", "dependsOn": ["name"] } },
            { "tag": "from", "type": "date", "minimum": "2024-05-01", "maximum": "$from" },
            { "tag": "pick", "type": "push", "groupedBy": "g",
              "selectorTitle": { "en": "Which one, {$name}?", "de": "Wähle!" },
              "groupTitles": { "1": "of {$name}" }, "groupFooters": { "1": { "en": "E", "de": "D" } },
              "options": [{ "value": 1, "title": { "en": "one", "de": "eins" }, "g": 1 }] }
          ] }
      ],
      "pages": [{ "title": "{$age}", "sections": ["s"] }]
    }
    """#

  static let definitionOfTexts = FormDefinition(
    texts: Texts(title: FormText(languages: ["en": "About {$name}", "de": "Über {$name}"])),
    languages: ["en", "de"],
    inputs: [InputDefinition(name: "language", type: .text, value: "de")],
    sections: [
      SectionDefinition(
        tag: "s",
        texts: Texts(title: "{{{$name}}}", footer: FormText(languages: ["de": "Ende"])),
        rows: [
          RowDefinition(
            tag: "name", type: .text, texts: Texts(title: "Name", help: "{SELF}"),
            rules: [
              RuleDefinition(
                .minLength(2),
                message: FormText(languages: [
                  "en": "{title}: {minimum}, {$age}", "de": "{value}? {help} {placeholder}",
                ]))
            ]),
          age, least, from, pick,
        ])
    ],
    pages: [PageDefinition(texts: Texts(title: "{$age}"), sections: ["s"])])

  private static var age: RowDefinition {
    var row = RowDefinition(
      tag: "age", type: .int, texts: Texts(placeholder: "{$name} { {1, 2}.@sum.#self }"))
    row.bounds = RowBounds(minimum: "$least + 1", maximum: 120, step: "1")
    row.display = "SELF + 1"
    return row
  }

  private static var least: RowDefinition {
    var row = RowDefinition(tag: "least", type: .decimal)
    row.display = .function("money", dependsOn: ["name"])
    return row
  }

  private static var from: RowDefinition {
    var row = RowDefinition(tag: "from", type: .date)
    row.bounds = RowBounds(minimum: .fixed(date("2024-05-01")), maximum: "$from")
    return row
  }

  private static var pick: RowDefinition {
    var row = RowDefinition(
      tag: "pick", type: .push,
      options: [
        OptionDefinition(
          1, title: FormText(languages: ["en": "one", "de": "eins"]),
          members: ValueDictionary([("g", 1)]))
      ])
    row.groupedBy = "g"
    row.texts.selectorTitle = FormText(languages: ["en": "Which one, {$name}?", "de": "Wähle!"])
    row.groupTitles = ["1": "of {$name}"]
    row.groupFooters = ["1": FormText(languages: ["en": "E", "de": "D"])]
    return row
  }
}
