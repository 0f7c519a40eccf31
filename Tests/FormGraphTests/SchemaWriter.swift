// Writes the definitions of the schema of form files that follow from the fields of objects and
// from lists of rules and words. All other definitions stand in `Schema/form.schema.json` alone, by
// hand: values, tables, and what holds between the objects.

import Foundation
import Predicate
import Testing

@testable import FormFile
@testable import FormImport
@testable import FormGraph

struct SchemaWriter {
  typealias Members = [(key: String, value: Value)]

  /// The schema with the definitions that are written here, each in its place.
  static func written(into schema: Value) -> Value {
    guard case .dictionary(var root) = schema, case .dictionary(var all)? = root["$defs"] else {
      return schema
    }
    for (name, definition) in definitions { all[name] = definition }
    root["$defs"] = .dictionary(all)
    return .dictionary(root)
  }

  static let definitions: Members =
    [
      ("form", form), ("formOfQuestions", formOfQuestions),
      (
        "page",
        object("Sections that are shown together.", PageDefinition.fields)
      ),
      ("section", section), ("sectionWithItems", sectionWithItems),
      ("selectableSection", selectableSection), ("matrix", matrix), ("row", row),
      ("matrixRow", matrixRow),
      (
        "action",
        object("What a user can do with a row beside tapping it.", ActionDefinition.fields)
      ),
      (
        "trigger",
        object(
          "What runs when an edit has given the row another value.",
          members(TriggerAction.fields), required: [],
          [
            (
              "oneOf",
              [
                ["required": ["set", "to"], "properties": ["reset": false]],
                ["required": ["reset"], "properties": ["set": false, "to": false]],
              ]
            )
          ])
      ),
      (
        "optionObject",
        object(
          "A value with a title and keys of your own, which optionsFilter can read.",
          OptionDefinition.fields, isOpen: true)
      ),
      ("declaredInput", declaredInput), ("messagesOfLanguage", messagesOfLanguage),
    ]
    + words.map { ($0.key, ["enum": list($0.value)]) } + rules

  private static let words: KeyValuePairs<String, [String]> = [
    "columnType": RowType.allCases.filter(TableColumn.canHave).map(\.rawValue),
    "typeWithoutValue": RowType.allCases.filter { $0.valueKind == .none }.map(\.rawValue),
    "navigationOption": Navigation.names.map(\.key),
    "questionType": spellings(DefinitionReader.QuestionType.allCases.map(\.rawValue)),
    "validationType": spellings(DefinitionReader.ValidationName.allCases.map(\.rawValue)),
  ]

  /// The spellings of the words of questions: with a capital, and with a point before them.
  private static func spellings(_ words: [String]) -> [String] {
    let both = words.flatMap { [$0, $0.prefix(1).uppercased() + $0.dropFirst()] }
    return both + both.map { "." + $0 }
  }

  // MARK: - Forms and sections

  private static let form = object("A form.", FormDefinition.fields)

  private static let formOfQuestions = object(
    "A form as TheDistanceForms has it.",
    members(
      FormDefinition.fields.filter { !DefinitionReader.keysBesideQuestions.contains($0.key) }
    ) + [
      (
        "questions",
        [
          "description": "The questions, in order.", "type": "array",
          "items": reference("question"),
        ]
      )
    ], required: ["questions"])

  private static let section = object(
    "Rows that stand together.", members(SectionDefinition.fields), required: [],
    [("anyOf", [["required": ["rows"]], ["required": ["sections"]]])],
    conflicts: opposites(SectionDefinition.fields))

  private static let sectionWithItems = object(
    "A list that the user edits; its value, under the tag, is the list.",
    membersOfSection(.multivalued) + members(ItemsDefinition.fields), required: ["kind", "tag"],
    [
      (
        "oneOf",
        [["required": ["item"]], ["required": ["template"]], ["required": ["templates"]]]
      )
    ],
    conflicts: opposites(SectionDefinition.fields)
      + [notBoth("count", "minimum"), notBoth("count", "maximum")]
      + [reference("countedList"), reference("valuesOfTemplates")])

  private static let selectableSection = object(
    "Options that the user taps; its value, under the tag, is what is chosen.",
    membersOfSection(.selectable) + members(SelectionDefinition.fields)
      + members(SelectionDefinition.choiceFields),
    required: ["kind", "tag"], dependencies,
    conflicts: opposites(SectionDefinition.fields) + conflictsOfRow
      + [
        reference("otherNeedsTexts"),
        [
          "if": ["properties": ["selection": ["const": "multiple"]], "required": ["selection"]],
          "then": properties(
            restrictions(.multipleSelector, SelectionDefinition.choiceFields)
              + [("deselection", ["const": true])]),
          "else": properties(restrictions(.push, SelectionDefinition.choiceFields)),
        ],
      ])

  private static let matrix = object(
    "Rows that are choices among the same options.",
    membersOfSection(.matrix) + members(MatrixDefinition.fields)
      + [
        (
          "rows",
          ["description": "The rows, in order.", "type": "array", "items": reference("matrixRow")]
        )
      ], required: ["kind", "options", "rows"], conflicts: opposites(SectionDefinition.fields))

  /// The keys that sections of a kind have in common with plain ones.
  private static func membersOfSection(_ kind: SectionDefinition.KindName) -> Members {
    // A section to choose from has the name of its choice.
    let others: Set<FormKey> =
      kind == .selectable ? [.rows, .sections, .name] : [.rows, .sections]
    return members(SectionDefinition.fields.filter { !others.contains($0.key) }).map {
      $0.key == "kind" ? ($0.key, ["const": .string(kind.rawValue)]) : $0
    }
  }

  // MARK: - Rows

  private static let row = object(
    "A row. Only in a matrix it needs no type.", members(RowDefinition.fields), required: [],
    dependencies,
    conflicts: opposites(RowDefinition.fields) + conflictsOfRow
      + byType(RowDefinition.fields, RowType.allCases))

  private static let conflictsOfRow = [
    notBoth("calculated", "value"), notBoth("calculated", "default"), notBoth("default", "value"),
  ]

  private static let dependencies: Members = [
    (
      "dependentRequired",
      [
        "optionsFilter": ["options"], "groupedBy": ["options"], "groupTitles": ["groupedBy"],
        "groupFooters": ["groupedBy"],
      ]
    )
  ]

  /// A row of a matrix has no options of its own.
  ///
  /// Without a type it may have what choices of one
  /// option and of several may have.
  private static let matrixRow: Value = {
    let types = RowType.allCases.filter {
      $0.valueKind == .choice || $0.valueKind == .choices
    }
    let all = types.map { restrictions($0, RowDefinition.fields) }
    let ofAll = all[0].filter { member in all.allSatisfy { $0.contains { $0 == member } } }
    return [
      "description": "A row of a matrix: a choice among the options of its section.",
      "allOf": [
        reference("row"),
        properties(
          [("type", ["enum": list(types.map(\.rawValue))])] + ofAll
            + [("options", false), ("optionsFilter", false), ("groupedBy", false)]),
      ],
    ]
  }()

  private static let declaredInput: Value = {
    let types = RowType.allCases.filter { $0.valueKind != .none }
    return object(
      "An input with its type.",
      [
        ("type", ["enum": list(types.map(\.rawValue))]),
        ("value", ["description": "The value until the host says otherwise."]),
      ], required: ["type"],
      conflicts: byType(RowDefinition.fields.filter { $0.key == .value }, types))
  }()

  /// What rows of each type may have under some keys, for types of rows that may have the same.
  private static func byType(
    _ fields: [Field<RowDefinition>], _ types: [RowType]
  ) -> [Value] {
    var groups: [(types: [RowType], properties: Value)] = []
    for type in types {
      let own = properties(restrictions(type, fields))
      if let index = groups.firstIndex(where: { $0.properties == own }) {
        groups[index].types.append(type)
      } else {
        groups.append(([type], own))
      }
    }
    return groups.filter { $0.properties != properties([]) }.map { group in
      [
        "if": [
          "properties": ["type": ["enum": list(group.types.map(\.rawValue))]],
          "required": ["type"],
        ],
        "then": group.properties,
      ]
    }
  }

  /// What rows of a type may have under the keys that are not the same in all rows.
  private static func restrictions(
    _ type: RowType, _ fields: [Field<RowDefinition>]
  ) -> Members {
    let row = RowDefinition(type: type)
    return fields.compactMap { field in
      // A condition that decides nothing is only a warning of the reader.
      let isOfValue = field.places.contains(.value) || field.key == .required
      let isAllowed =
        field.allowed?.test(row) ?? true && (type.valueKind != .none || !isOfValue)
      let standard = field.standard(row) ?? .null
      let own: Value =
        isAllowed ? json(field.schema(type)) : standard.isNull ? false : ["const": standard]
      return own == json(field.schema(nil)) ? nil : (field.name, own)
    }
  }

  // MARK: - Rules

  /// What a rule may be, and an object for each group of rules with the same keys.
  private static let rules: Members = {
    var groups: [(name: String, description: String, entries: [RuleEntry])] = []
    for entry in RuleEntry.all {
      let (name, description) = group(of: entry)
      if let index = groups.firstIndex(where: { $0.name == name }) {
        groups[index].entries.append(entry)
      } else {
        groups.append((name, description, [entry]))
      }
    }
    let objects: Members =
      groups.map { ($0.name, object(of: $0.entries, $0.description)) } + [
        (
          "ruleSetRule",
          object(
            "All the rules of a set.",
            documented([("ruleSet", ["type": "string"])])
              + members(RuleDefinition.fields.filter { $0.key != .trims }), required: ["ruleSet"])
        )
      ]
    // A rule that says nothing but its name may be the name alone.
    let names = RuleEntry.typed.filter { $0.sample.json == $0.type.map(Value.string) }
    let any: Value = [
      "description": "What a value must meet.",
      "anyOf": .array(
        [["enum": list(names.compactMap(\.type))]] + objects.map { reference($0.key) }),
    ]
    return [("rule", any)] + objects
  }()

  /// The group whose object describes a rule.
  private static func group(of entry: RuleEntry) -> (name: String, description: String) {
    let kind = entry.sample.kind
    return switch kind {
    case .required, .notBlank: ("presenceRule", "There is a value, or more than white space.")
    case .text: ("shapeRule", "Text of a known shape.")
    case .minLength, .maxLength, .exactLength: ("lengthRule", "So many characters.")
    case .comparison: ("comparisonRule", "How it stands to a number, a date or a text.")
    case .regex: ("regexRule", "The whole matches a regular expression.")
    case .equals: ("equalsRule", "What another row holds.")
    case .predicate: ("predicateRule", "A predicate is true, in which SELF is the value.")
    case .function: ("functionRule", "A function of the host's accepts it.")
    case .asyncFunction:
      ("asyncFunctionRule", "The host accepts it later: the answer takes time.")
    case .allOf: ("allOfRule", "All of these.")
    case .anyOf: ("anyOfRule", "One of these, or more.")
    }
  }

  /// The object of the rules of a group.
  private static func object(of entries: [RuleEntry], _ description: String) -> Value {
    let kind = entries[0].sample.kind
    let key = kind.key?.text
    let types = entries.compactMap(\.type)
    var own: Members = []
    if !types.isEmpty {
      own.append(("type", types.count == 1 ? ["const": .string(types[0])] : ["enum": list(types)]))
    }
    var required = key.map { [$0] } ?? ["type"]
    var more: Members = []
    switch kind.parameter {
    case .nothing: break
    case .length:
      own.append(("value", ["type": "integer", "minimum": 0]))
      required.append("value")
    case .bound:
      own.append(("value", ["type": ["number", "string"]]))
      required.append("value")
    case .pattern:
      own.append(("pattern", ["type": "string", "minLength": 1]))
      required.append("pattern")
    case .tag:
      own += [("tag", reference("tag")), ("value", reference("tag"))]
      more.append(("oneOf", [["required": ["tag"]], ["required": ["value"]]]))
    case .predicate: own.append(("predicate", reference("predicate")))
    case .function:
      own += [
        (key ?? "", ["type": "string", "pattern": "\\S"]), ("dependsOn", reference("dependsOn")),
      ]
    case .rules:
      own.append((key ?? "", ["type": "array", "items": reference("rule"), "minItems": 1]))
    }
    // The row is what is required, so an empty value cannot meet the rule.
    if entries.contains(where: { $0.sample.kind == .required }) {
      more += [
        ("if", ["properties": ["type": ["const": "required"]]]),
        ("then", ["properties": ["allowsEmpty": false]]),
      ]
    }
    let fields = RuleDefinition.fields.filter {
      $0.key != .trims || kind.traits.contains(.trims)
    }
    return object(
      description, documented(own) + members(fields), required: required, more)
  }

  /// Keys that make the kind of a rule, with what they mean.
  private static func documented(_ members: Members) -> Members {
    members.map { key, value in
      let doc = RuleEntry.docs.first { $0.key.text == key }?.value ?? ""
      return (key, described(value, by: doc))
    }
  }

  // MARK: - Messages

  private static let messagesOfLanguage = object(
    "Standard messages, by their ids.",
    MessageID.allCases.map { id in
      (id.rawValue, id.counter == nil ? ["type": "string"] : reference("countedMessage"))
    }, required: [])

  // MARK: - Objects

  private static func object<Owner>(
    _ description: String, _ fields: [Field<Owner>], isOpen: Bool = false
  ) -> Value {
    object(
      description, members(fields),
      required: fields.filter { $0.missing == "required" }.map(\.name), isOpen: isOpen,
      conflicts: opposites(fields))
  }

  private static func object(
    _ description: String, _ members: Members, required: [String], _ more: Members = [],
    isOpen: Bool = false, conflicts: [Value] = []
  ) -> Value {
    var all: Members = [
      ("description", .string(description)), ("type", "object"), ("properties", object(members)),
    ]
    if !required.isEmpty { all.append(("required", list(required))) }
    if !isOpen { all.append(("additionalProperties", false)) }
    all += more
    if !conflicts.isEmpty { all.append(("allOf", .array(conflicts))) }
    return object(all)
  }

  /// The keys of fields with what stands under them.
  private static func members<Owner>(_ fields: [Field<Owner>]) -> Members {
    fields.flatMap { field -> Members in
      let schema = json(field.schema(nil))
      var members = [(field.name, described(schema, by: field.doc))]
      if let opposite = field.opposite {
        members.append((opposite.text, described(schema, by: "the opposite of `\(field.name)`")))
      }
      return members
    }
  }

  private static func described(_ schema: Value, by doc: String) -> Value {
    guard case .dictionary(let members) = schema else { return schema }
    return object(
      [("description", .string(sentence(doc)))] + zip(members.keys, members.values).map { ($0, $1) }
    )
  }

  /// A phrase in Markdown as a sentence without links and marks of code.
  private static func sentence(_ doc: String) -> String {
    let plain = doc.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }.replacing("`", with: "")
    return plain.prefix(1).uppercased() + plain.dropFirst() + "."
  }

  private static func opposites<Owner>(_ fields: [Field<Owner>]) -> [Value] {
    fields.compactMap { field in field.opposite.map { notBoth(field.name, $0.text) } }
  }

  private static func notBoth(_ key: String, _ other: String) -> Value {
    ["not": ["required": [.string(key), .string(other)]]]
  }

  private static func reference(_ name: String) -> Value { json(Schema.named(name)) }
  private static func properties(_ members: Members) -> Value { ["properties": object(members)] }
  private static func list(_ words: [String]) -> Value { .array(words.map(Value.string)) }

  private static func object(_ members: Members) -> Value {
    .dictionary(ValueDictionary(members.map { ($0.key, $0.value) }))
  }

  private static func json(_ text: String) -> Value {
    guard let value = try? JSONReader.read(Array(text.utf8)).value else {
      Issue.record("not JSON: \(text)")
      return .null
    }
    return value
  }
}

// MARK: - Text

extension SchemaWriter {
  private static let width = 100

  /// A value as text for people: on one line where that is short enough.
  static func text(_ value: Value, indent: String = "", after prefix: String = "") -> String {
    let line = oneLine(value)
    if indent.count + prefix.count + line.count < width { return line }
    let inner = indent + "  "
    switch value {
    case .dictionary(let members) where !members.keys.isEmpty:
      let lines = zip(members.keys, members.values).map { key, value in
        let key = "\(oneLine(.string(key))): "
        return inner + key + text(value, indent: inner, after: key)
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    case .array(let elements) where elements.allSatisfy(isPlain):
      return "[\n\(filled(elements.map(oneLine), indent: inner))\n\(indent)]"
    case .array(let elements) where !elements.isEmpty:
      let lines = elements.map { inner + text($0, indent: inner) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
    default: return line
    }
  }

  private static func isPlain(_ value: Value) -> Bool {
    switch value {
    case .dictionary, .array: false
    default: true
    }
  }

  private static func oneLine(_ value: Value) -> String {
    switch value {
    case .dictionary(let members) where !members.keys.isEmpty:
      let pairs = zip(members.keys, members.values).map {
        "\(oneLine(.string($0))): \(oneLine($1))"
      }
      return "{ \(pairs.joined(separator: ", ")) }"
    case .array(let elements): return "[\(elements.map(oneLine).joined(separator: ", "))]"
    default: return JSONWriter.text(of: value)
    }
  }

  private static func filled(_ words: [String], indent: String) -> String {
    var lines = [indent]
    for (index, word) in words.enumerated() {
      let word = index == words.count - 1 ? word : word + ","
      if lines[lines.count - 1].count + word.count >= width { lines.append(indent) }
      if lines[lines.count - 1].count > indent.count { lines[lines.count - 1] += " " }
      lines[lines.count - 1] += word
    }
    return lines.joined(separator: "\n")
  }
}
