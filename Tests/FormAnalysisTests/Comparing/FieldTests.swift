// Every key of a form file, by the lists of fields: that it is written and read back, that two
// forms that differ in it differ for `--diff`, that the walk sees the texts under it, that a client
// sees the difference, and that the schema and the page of the format have it. The values to try
// come from the schema.

import FormAnalysis
import Foundation
import Predicate
import TestSupport
import Testing

@testable import FormFile
@testable import FormGraph

@Suite("Each key of a form file") struct FieldTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let definitions: Value = {
    let file = root.appending(path: "Schema/form.schema.json")
    let schema = (try? Data(contentsOf: file)).flatMap { try? JSONReader.read(Array($0)).value }
    return schema?["$defs"] ?? .null
  }()

  /// A kind of object: its keys, its definition in the schema, and forms with `#` where a key can
  /// be added.
  struct Object: Sendable, CustomTestStringConvertible {
    let name: String
    let keys: [String]
    let forms: [String]

    var testDescription: String { name }
  }

  static let objects: [Object] = [
    Object(
      name: "row", keys: FormKeys.row.list.map(\.text),
      forms: [
        #"{"tag": "a", "type": "int" #}"#, #"{"tag": "a", "type": "text" #}"#,
        #"{"tag": "a", "type": "int", "required": "$probe > 1" #}"#,
        #"{"tag": "a", "type": "push", "options": ["x", {"value": "y", "x": 1}] #}"#,
        #"{"tag": "a", "type": "push", "options": [{"value": "x", "x": "x"}], "groupedBy": "x" #}"#,
        #"{"tag": "a", "type": "multipleSelector", "options": ["x", "y"] #}"#,
        #"{"tag": "a", "type": "dateTime" #}"#, #"{"tag": "a", "type": "button" #}"#,
      ].map { #"{"sections": [{"rows": [\#($0), {"tag": "probe", "type": "int"}]}]}"# }),
    Object(
      name: "section", keys: FormKeys.plainSection.list.map(\.text),
      forms: [
        #"{"sections": [{"rows": [{"tag": "probe", "type": "int"}] #}]}"#,
        #"{"answers": "nested", "sections": [{"rows": [{"tag": "probe", "type": "int"}] #}]}"#,
      ]),
    Object(
      name: "sectionWithItems", keys: FormKeys.items.list.map(\.text),
      forms: [
        #"{"sections": [{"tag": "s", "kind": "multivalued", "item": {"type": "int"} #}, \#(probe)]}"#
      ]),
    Object(
      name: "selectableSection", keys: FormKeys.selection.list.map(\.text),
      forms: [
        #"{"tag": "s", "kind": "selectable", "options": ["x"] #}"#,
        #"{"tag": "s", "kind": "selectable", "options": ["x"], "required": true #}"#,
        #"{"tag": "s", "kind": "selectable", "options": [{"value": "x", "x": "x"}], "groupedBy": "x" #}"#,
        #"{"tag": "s", "kind": "selectable", "selection": "multiple", "options": ["x", 1] #}"#,
      ].map { #"{"sections": [\#($0), \#(probe)]}"# }),
    Object(
      name: "matrix", keys: FormKeys.matrixAlone.list.map(\.text),
      forms: [
        #"{"sections": [{"kind": "matrix", "options": ["x"], "rows": [{"tag": "a"}] #}, \#(probe)]}"#
      ]),
    Object(
      name: "page", keys: FormKeys.page.list.map(\.text),
      forms: [
        #"{"sections": [{"tag": "s", "rows": [{"tag": "probe", "type": "int"}]}], "pages": [{"sections": ["s"] #}]}"#
      ]),
    Object(
      name: "form", keys: FormKeys.form.list.map(\.text),
      forms: [
        #"{"sections": [{"tag": "s", "rows": [{"tag": "probe", "type": "int"}]}] #}"#,
        #"{"languages": ["en"], "sections": [{"rows": []}] #}"#,
      ]),
    Object(
      name: "action", keys: FormKeys.action.list.map(\.text),
      forms: [
        #"{"sections": [{"rows": [{"tag": "probe", "type": "int", "actions": [{"name": "x" #}]}]}]}"#
      ]),
    Object(
      name: "optionObject", keys: FormKeys.option.list.map(\.text),
      forms: [
        #"{"sections": [{"rows": [{"tag": "a", "type": "multipleSelector", "options": [{"value": 1 #}, 2]}]}, \#(probe)]}"#
      ]),
  ]

  private static let probe = #"{"rows": [{"tag": "probe", "type": "int"}]}"#

  /// Keys that no two forms differ in: they say how a file is read, or stand in every form above.
  private static let left: Set<String> = [
    "$schema", "version", "ruleSets", "type", "kind", "rows", "sections", "item", "template",
    "templates", "value of optionObject", "options of row", "options of matrix",
    "options of selectableSection", "name of action",
    // What they are known by: one goes and another one comes.
    "tag of row", "tag of section", "tag of page",
  ]

  /// Keys that no state shows, with the reason why no client needs them.
  private static let untold: [String: String] = [
    "name": "only answers have it, which the engine writes",
    "whenChanged": "the engine runs the actions",
    "answers": "only answers are of that shape, and the engine writes them",
    "keepsEmpty": "the engine turns an empty text into nil",
    "validates": "the engine decides when errors are shown",
    "whenHidden": "the engine decides what a hidden value reads as",
    "whenOptionHidden": "the engine deselects the option",
    "messages": "errors have their texts",
    "requiredMessage": "errors have their texts",
    "inputs": "the host app gives their values",
    "tables": "options and formulas read them",
    "suppress": "only a check of the form reads it",
  ]

  @Test(
    "It is written and read back, compared, walked, in the schema and on the page",
    arguments: objects)
  func everyKey(_ object: Object) throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "Docs/FileFormat.md"), encoding: .utf8)
    for key in object.keys {
      let schema = Self.definitions[object.name]["properties"][key]
      #expect(schema != .null, "\(key) is not in the schema of \(object.name)")
      #expect(page.contains("`\(key)`"), "\(key) is not on the page")
      guard !Self.left.contains(key), !Self.left.contains("\(key) of \(object.name)") else {
        continue
      }
      try check(key, of: object, schema)
    }
  }

  @Test("Each text for people has a key in files, and a property in the list of changes")
  func texts() {
    #expect(FormKeys.texts.list.map(\.text) == TextKey.allCases.map(\.rawValue))
    for key in TextKey.allCases {
      #expect(Change.Property(rawValue: key.rawValue) != nil, "\(key)")
    }
  }

  @Test("Each key that clients are told as the file says it is on the page of states")
  func toldKeys() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "Docs/Protocols.md"), encoding: .utf8)
    let told: [Set<String>] = [
      Self.told(FormDefinition.fields), Self.told(PageDefinition.fields),
      Self.told(SectionDefinition.fields), Self.told(ItemsDefinition.fields),
      Self.told(SelectionDefinition.fields), Self.told(MatrixDefinition.fields),
      Self.told(RowDefinition.fields), Self.told(OptionDefinition.fields),
    ]
    #expect(told.joined().filter { !page.contains("`\($0)`") } == [])
    #expect(Self.told(RowDefinition.fields).contains("next"))
  }

  private static func told<Owner>(_ fields: [Field<Owner>]) -> Set<String> {
    Set(fields.filter(\.isTold).map(\.name))
  }

  private func check(_ key: String, of object: Object, _ schema: Value) throws {
    var (isTried, isCompared, isShown) = (false, false, false)
    var texts = (given: 0, seen: 0)
    for form in object.forms where !form.contains("\"\(key)\":") {
      let old = form.replacing("#", with: "")
      for example in Self.samples[key] ?? Self.examples(of: schema) {
        let member = ", \"\(key)\": \(JSONWriter.text(of: example))"
        let new = form.replacing("#", with: member)
        guard let oldForm = try? CompiledForm.of(old),
          let newForm = try? CompiledForm.of(new)
        else { continue }
        isTried = true
        if schema["$ref"] == "#/$defs/condition" {
          let nameless = form.replacing(
            "#", with: #", "\#(key)": {"function": " ", "dependsOn": []}"#)
          #expect(
            FormDocument(json: nameless.utf8).problems.contains {
              $0.message == "a condition by function needs the function's name"
            }, "the checker does not see \(key) of \(object.name)")
        }
        let written = JSONWriter.text(of: newForm.definition.json)
        let read = try CompiledForm.of(written).definition
        #expect(read == newForm.definition, "\(key) of \(object.name) is not written: \(written)")
        let diff = FormDiff(old: oldForm, new: newForm)
        if !diff.changes.isEmpty || diff.changedTexts > 0 { isCompared = true }
        if Self.state(of: oldForm) != Self.state(of: newForm) { isShown = true }
        guard member.contains("$probe") else { continue }
        texts.given += 1
        let isSeen = FormCheck.findings(of: newForm).contains { finding in
          finding.id == .compareKind && finding.problem.path.steps.contains(.key(key))
        }
        if isSeen { texts.seen += 1 }
      }
    }
    #expect(isTried, "no form with \(key) of \(object.name) compiles")
    #expect(isCompared, "--diff does not see \(key) of \(object.name)")
    #expect(texts.given == texts.seen, "--check does not see \(key) of \(object.name)")
    if let reason = Self.untold[key] {
      #expect(!isShown, "a state shows \(key) of \(object.name), although \(reason)")
    } else {
      #expect(isShown, "no state shows \(key) of \(object.name)")
    }
  }

  private static func state(of form: CompiledForm) -> Value {
    form.open(now: Date(timeIntervalSince1970: 0)).json
  }

  @Test(
    "What is written of random objects is read back as the same, and written the same again",
    arguments: depth(quick: 2_500, full: 4_000))
  func randomObjects(depth rounds: Int) throws {
    let first = SplitMix64.forTest(51).seed
    var tried: Set<String> = []
    func check(
      _ keys: [(key: String, example: Value)], _ object: Object, _ form: String, _ seed: UInt64
    ) {
      let members = keys.map { ", \"\($0.key)\": \(JSONWriter.text(of: $0.example))" }
      let json = form.replacing("#", with: members.joined())
      let document = FormDocument(json: json.utf8)
      guard let definition = document.definition,
        !document.problems.contains(where: { $0.severity == .error })
      else { return }
      let written = JSONWriter.text(of: definition.json)
      let again = FormDocument(json: written.utf8).definition
      #expect(again == definition, "TEST_SEED=\(seed) \(json) is written \(written)")
      #expect(again.map { JSONWriter.text(of: $0.json) } == written, "TEST_SEED=\(seed) \(json)")
      tried.formUnion(keys.map { "\($0.key) of \(object.name)" })
    }
    func examples(of key: String, _ object: Object) -> [Value] {
      Self.samples[key] ?? Self.examples(of: Self.definitions[object.name]["properties"][key])
    }
    // Each key alone, so that none is missed; then several of them.
    for object in Self.objects {
      for form in object.forms {
        for key in object.keys where !form.contains("\"\(key)\":") {
          for example in examples(of: key, object) { check([(key, example)], object, form, first) }
        }
      }
    }
    for round in 0..<rounds {
      let seed = first &+ UInt64(round)
      var random = SplitMix64(seed: seed)
      let object = try #require(Self.objects.randomElement(using: &random))
      let form = try #require(object.forms.randomElement(using: &random))
      let keys = object.keys.filter { !form.contains("\"\($0)\":") }.shuffled(using: &random)
        .prefix(Int.random(in: 1...5, using: &random))
      let chosen = keys.compactMap { key in
        examples(of: key, object).randomElement(using: &random).map { (key: key, example: $0) }
      }
      check(chosen, object, form, seed)
    }
    for object in Self.objects {
      let given = Set(object.keys).subtracting(Self.left).filter { key in
        !Self.left.contains("\(key) of \(object.name)")
      }
      let missed = given.filter { !tried.contains("\($0) of \(object.name)") }
      #expect(missed == [], "never in a \(object.name) without errors")
    }
  }

  // MARK: - Values that the schema takes

  private static let samples: [String: [Value]] = [
    "condition": ["$probe == 'x'", true, false], "predicate": ["$probe == 'x'"],
    "formula": [mistake], "formulaOrFunction": [mistake], "tag": ["probe"],
    "text": [.string("{\(mistakeText)}")], "message": [.string("{title} {\(mistakeText)}")],
    "trigger": [.dictionary(ValueDictionary([("set", "probe"), ("to", mistake)]))],
    "rule": ["required"], "languages": [["en"]],
    "messages": [.dictionary(ValueDictionary([("en", messages)]))],
    "pages": [.array([.dictionary(ValueDictionary([("sections", ["s"])]))])],
    "tables": [.dictionary(ValueDictionary([("t", table)]))],
  ]

  /// A formula that compares a number with a text, which a check finds if it sees the formula.
  private static let mistakeText = "if($probe == 'x', 1, 2)"
  private static let mistake = Value.string(mistakeText)

  private static let messages = Value.dictionary(ValueDictionary([("required", "x")]))
  private static let table = Value.dictionary(
    ValueDictionary([("columns", ["x"]), ("rows", .array([.array(["x"])]))]))

  /// Values that a part of the schema takes, at least as its kinds of values go.
  ///
  /// The recursion ends because the schema of these objects does not contain itself; options, rules
  /// and rows are not entered.
  private static func examples(of schema: Value) -> [Value] {
    if case .string(let reference) = schema["$ref"] {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      return samples[name] ?? examples(of: definitions[name])
    }
    for key in ["anyOf", "oneOf"] {
      if case .array(let parts) = schema[key] { return parts.flatMap(examples) }
    }
    if case .array(let words) = schema["enum"] { return words }
    guard case .string(let type) = schema["type"] else { return ["x", 1, .array([1])] }
    switch type {
    case "boolean": return [true, false]
    case "integer", "number": return [1]
    case "string": return ["x"]
    case "array": return examples(of: schema["items"]).map { .array([$0]) }
    case "object": return object(schema).map { [$0] } ?? []
    default: return []
    }
  }

  /// An object with the keys that it must have, or with one key that the schema lets be any.
  private static func object(_ schema: Value) -> Value? {
    var pairs: [(String, Value)] = []
    if case .array(let required) = schema["required"] {
      for case .string(let key) in required {
        guard let value = examples(of: schema["properties"][key]).last else { return nil }
        pairs.append((key, value))
      }
    } else if let value = examples(of: schema["additionalProperties"]).first {
      pairs.append(("x", value))
    }
    return .dictionary(ValueDictionary(pairs))
  }
}
