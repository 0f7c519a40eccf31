// The schema of form files says what the reader knows, and nothing else: its keys and words are
// compared with the tables that the reader goes by, and the forms that a validator checks it with
// are read here too.

@testable import FormGraph
import Foundation
import Predicate
import Testing

@Suite struct SchemaTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private let definitions: Value

  init() throws {
    let file = Self.root.appending(path: "Schema/form.schema.json")
    let schema = try JSONReader.read(Array(Data(contentsOf: file))).value
    definitions = schema["$defs"]
  }

  /// The keys that an object may have; those that are named to be refused are none.
  private func keys(_ name: String) -> Set<String> {
    let definition = definitions[name]
    guard case .dictionary(let properties) = definition["properties"] else { return [] }
    #expect(
      definition["additionalProperties"] == false || name == "optionObject",
      "\(name) takes other keys")
    return Set(zip(properties.keys, properties.values).filter { $1 != false }.map(\.0))
  }

  private func texts(_ keys: some Sequence<FormKey>) -> Set<String> { Set(keys.map(\.text)) }

  @Test("Every key that the reader knows stands in the schema, and no other")
  func keysOfObjects() {
    let known: KeyValuePairs<String, [FormKey]> = [
      "form": FormKeys.form.list + [.hiddenValues], "section": FormKeys.plainSection.list,
      "sectionWithItems": FormKeys.sectionWithItems.list,
      "selectableSection": FormKeys.sectionToChooseFrom.list, "row": FormKeys.row.list,
      "matrix": FormKeys.matrix.list, "template": FormKeys.template.list,
      "page": FormKeys.page.list, "optionObject": FormKeys.option.list,
      "declaredInput": FormKeys.input.list, "table": FormKeys.table.list,
      "column": FormKeys.column.list, "tableOptions": FormKeys.tableOptions.list,
      "listOptions": FormKeys.listOptions.list, "action": FormKeys.action.list,
      "function": FormKeys.function.list, "suppression": FormKeys.suppression.list,
      "formOfQuestions": FormKeys.form.list.filter { $0 != .sections } + FormKeys.otherForm.list,
    ]
    for (name, list) in known { #expect(keys(name) == texts(list), "\(name)") }
    #expect(
      keys("question")
        == DefinitionReader.questionKeys.union(texts(DefinitionReader.rowKeysOfQuestion.list)))
  }

  @Test("Every key of a form file stands somewhere in the schema")
  func allKeys() {
    guard case .dictionary(let all) = definitions else { return }
    let keys = all.keys.reduce(into: Set<String>()) { keys, name in
      if definitions[name]["properties"] != .null { keys.formUnion(names(in: name)) }
    }
    #expect(texts(FormKey.allCases).subtracting(keys) == [])
  }

  private func names(in name: String) -> Set<String> {
    guard case .dictionary(let properties) = definitions[name]["properties"] else { return [] }
    return Set(properties.keys)
  }

  @Test("The keys of a form file are as many as their set has bits, or fewer")
  func keysFitTheirSet() {
    #expect(FormKey.allCases.count <= FormKeySet.capacity)
  }

  // MARK: - Rules

  private func definition(ofRule name: String) -> String? {
    ruleNames.first { words(definitions[$0]["properties"]["type"]).contains(name) }
  }

  private var ruleNames: [String] {
    guard case .dictionary(let all) = definitions else { return [] }
    return all.keys.filter { $0.hasSuffix("Rule") }
  }

  @Test("Every rule takes the keys that the reader lets it take")
  func keysOfRules() throws {
    let common = FormKeys.ofEveryRule.list
    for entry in RuleEntry.typed {
      let type = try #require(entry.type)
      let name = try #require(definition(ofRule: type), "\(type)")
      #expect(keys(name) == texts(common + entry.keys), "\(type)")
    }
    for key in FormKeys.ofUntypedRules.list where key != .predicate {
      let name = try #require(
        ruleNames.first { words(definitions[$0]["required"]) == [key.text] }, "\(key)")
      let own = RuleEntry.keyed.first { $0.key == key }?.keys ?? [key]
      #expect(keys(name) == texts(common.filter { $0 != .type } + own), "\(key)")
    }
    let listed = ruleNames.flatMap { words(definitions[$0]["properties"]["type"]) }
    #expect(Set(listed) == Set(RuleEntry.typed.compactMap(\.type)))
    guard case .array(let kinds) = definitions["rule"]["anyOf"] else { return }
    #expect(kinds.count == ruleNames.count + 1)
    #expect(
      words(kinds[0])
        == RuleEntry.typed.filter { $0.sample.json == $0.type.map(Value.string) }
        .compactMap(\.type))
  }

  // MARK: - Words

  /// What `enum` or `const` allows, or a list itself.
  private func words(_ value: Value) -> [String] {
    let list: Value = value["enum"] == .null ? value["const"] : value["enum"]
    switch list == .null ? value : list {
    case .array(let words): return words.compactMap { String(formValue: $0) }
    case .string(let word): return [word]
    default: return []
    }
  }

  @Test("Every word that the reader knows stands in the schema, and no other")
  func wordsOfKeys() {
    let row = definitions["row"]["properties"]
    #expect(words(row["type"]) == RowType.allCases.map(\.rawValue))
    #expect(words(row["whenOptionHidden"]) == OptionPolicy.allCases.map(\.rawValue))
    #expect(row["minuteInterval"]["enum"] == RowBounds.minuteIntervals.formValue)
    #expect(words(definitions["hiddenPolicy"]) == HiddenValues.allCases.map(\.rawValue))
    #expect(words(definitions["trigger"]) == ValidationTriggers.names.map(\.key))
    #expect(keys("messagesOfLanguage") == Set(MessageID.allCases.map(\.rawValue)))
    let messages = definitions["messagesOfLanguage"]["properties"]
    for id in MessageID.allCases {
      #expect((messages[id.rawValue]["$ref"] != .null) == (id.counter != nil), "\(id)")
    }
    let rule = definitions["presenceRule"]["properties"]
    #expect(words(rule["severity"]) == Severity.allCases.map(\.rawValue))
    let items = definitions["sectionWithItems"]["properties"]
    #expect(words(items["allows"]["items"]) == ItemEdits.names.map(\.key))
    #expect(
      words(definitions["section"]["properties"]["kind"])
        == SectionDefinition.KindName.allCases.map(\.rawValue))
    let chosen = definitions["selectableSection"]["properties"]
    #expect(
      words(chosen["selection"]) == SelectionDefinition.Selection.allCases.map(\.rawValue))
    #expect(words(definitions["matrix"]["properties"]["selection"]) == words(chosen["selection"]))
    #expect(words(chosen["whenOptionHidden"]) == OptionPolicy.allCases.map(\.rawValue))
    #expect(words(definitions["navigationOption"]) == Navigation.names.map(\.key))
    #expect(
      words(definitions["declaredInput"]["properties"]["type"])
        == RowType.allCases.filter { $0.valueKind != .none }.map(\.rawValue))
    #expect(
      words(definitions["column"]["properties"]["type"])
        == RowType.allCases.filter(TableColumn.canHave).map(\.rawValue))
    #expect(definitions["form"]["properties"]["version"]["const"] == .int(DefinitionReader.version))
    let sets = definitions["form"]["properties"]["ruleSets"]["additionalProperties"]
    #expect(sets["maxItems"] == DefinitionReader.maximumRulesOfSet.formValue)
  }

  @Test("Questions and validations have both of their spellings, with a point or without")
  func wordsOfQuestions() {
    func spellings(_ words: [String]) -> Set<String> {
      let both = words + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
      return Set(both + both.map { "." + $0 })
    }
    #expect(
      Set(words(definitions["question"]["properties"]["question_type"]))
        == spellings(DefinitionReader.QuestionType.allCases.map(\.rawValue)))
    #expect(
      Set(words(definitions["validation"]["properties"]["type"]))
        == spellings(DefinitionReader.ValidationName.allCases.map(\.rawValue)))
  }

  @Test("What the schema says of some types it says of all that hold the same")
  func typesOfOneKind() {
    for name in ["row", "valueOfType", "templateRow"] {
      guard case .array(let parts) = definitions[name]["allOf"] else { continue }
      for part in parts where part["if"] != .null {
        let types = words(part["if"]["properties"]["type"]).compactMap(RowType.init)
        let kinds = Set(types.map(\.valueKind))
        #expect(!types.isEmpty)
        #expect(
          Set(types) == Set(RowType.allCases.filter { kinds.contains($0.valueKind) }),
          "\(name): \(types)")
      }
    }
  }

  // MARK: - Forms

  private static func forms(_ file: String) throws -> [(name: String, json: String)] {
    let text = try String(
      contentsOf: root.appending(path: "Tests/FormGraphTests/Schema/\(file).txt"),
      encoding: .utf8)
    return text.components(separatedBy: "=== ").dropFirst().map { block in
      let lines = block.split(separator: "\n", maxSplits: 1)
      return (String(lines[0]), lines.count > 1 ? String(lines[1]) : "")
    }
  }

  /// What the reader and the checker of definitions have against a form; predicates are not read.
  private func problems(_ json: String) throws -> [Problem] {
    let (definition, problems) = DefinitionReader.read(try JSONReader.read(Array(json.utf8)))
    return problems + DefinitionChecker.problems(in: definition)
  }

  @Test("Forms that the schema takes are right, but for warnings about questions")
  func takenForms() throws {
    let forms = try Self.forms("taken")
    #expect(forms.count > 5)
    for (name, json) in forms {
      let problems = try problems(json).filter {
        $0.severity == .error || !name.contains("questions")
      }
      #expect(problems.isEmpty, "\(name): \(problems.map(\.message))")
    }
  }

  @Test("Forms that the schema refuses have something wrong with them here too")
  func refusedForms() throws {
    let forms = try Self.forms("refused")
    #expect(forms.count > 50)
    for (name, json) in forms {
      var found = try problems(json)
      // What is no predicate is found when it is read.
      if found.isEmpty {
        do throws(CompileFailure) {
          found = try CompiledForm.compile(json: json.utf8).warnings
        } catch {
          found = error.problems
        }
      }
      #expect(!found.isEmpty, "\(name)")
    }
  }
}

extension Value {
  /// What stands under a key; nil where there is nothing.
  fileprivate subscript(key: String) -> Value {
    guard case .dictionary(let members) = self else { return .null }
    return members[key] ?? .null
  }
}
