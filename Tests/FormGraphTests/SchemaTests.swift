// The schema of form files: it is written by the fields of objects, the keys of all other objects
// are compared with the tables that the reader goes by, and the forms that a validator checks it
// with are read here too.

@testable import FormFile
@testable import FormImport
@testable import FormGraph
import Foundation
import Predicate
import TestSupport
import Testing

@Suite struct SchemaTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let file = root.appending(path: "Schema/form.schema.json")

  private let schema: Value
  private var definitions: Value { schema["$defs"] }

  init() throws {
    schema = try JSONReader.read(Array(Data(contentsOf: Self.file))).value
  }

  @Test("What the fields say stands in the schema; UPDATE_TRANSCRIPTS=1 writes it anew")
  func isWritten() throws {
    let written = SchemaWriter.text(SchemaWriter.written(into: schema)) + "\n"
    if ProcessInfo.processInfo.environment["UPDATE_TRANSCRIPTS"] == "1" {
      return try written.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    let differing = zip(
      text.components(separatedBy: "\n"), written.components(separatedBy: "\n")
    ).first(where: !=)
    #expect(text == written, "the first other line: \(differing.map { "\($0)" } ?? "the last")")
  }

  @Test("Every definition of the schema is used")
  func areUsed() throws {
    let text = JSONWriter.text(of: schema)
    guard case .dictionary(let all) = definitions else { return }
    #expect(all.count > 30)
    #expect(all.keys.filter { !text.contains("\"#/$defs/\($0)\"") } == [])
  }

  /// The keys that an object may have.
  private func keys(_ name: String) -> Set<String> {
    let definition = definitions[name]
    guard case .dictionary(let properties) = definition["properties"] else { return [] }
    #expect(definition["additionalProperties"] == false, "\(name) takes other keys")
    return Set(properties.keys)
  }

  private func texts(_ keys: some Sequence<FormKey>) -> Set<String> { Set(keys.map(\.text)) }

  @Test("Objects without fields have the keys that the reader knows, and no other")
  func keysOfObjects() {
    let known: KeyValuePairs<String, FormKeys> = [
      "template": .template, "table": .table, "column": .column, "tableOptions": .tableOptions,
      "listOptions": .listOptions, "function": .function, "suppression": .suppression,
      "declaredInput": .input,
    ]
    for (name, known) in known { #expect(keys(name) == texts(known.list), "\(name)") }
    #expect(
      keys("question")
        == DefinitionReader.questionKeys.union(texts(DefinitionReader.rowKeysOfQuestion.list)))
  }

  @Test("The keys of a form file are as many as their set has bits, or fewer")
  func keysFitTheirSet() {
    #expect(FormKey.allCases.count <= FormKeySet.capacity)
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
    let document = FormDocument(importing: json.utf8)
    return document.problems
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
          found = try CompiledForm(FormDocument(importing: json.utf8)).warnings
        } catch {
          found = error.problems
        }
      }
      #expect(!found.isEmpty, "\(name)")
    }
  }
}
