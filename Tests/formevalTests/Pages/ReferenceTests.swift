// What is looked up on a page is held against the code: keys of the file, rules, flags, and the
// keys of each JSON shape.

import FormAnalysis
import Foundation
import Predicate
import Testing

@testable import FormFile
@testable import FormGraph
@testable import formeval

@Suite("Reference pages")
struct ReferenceTests {
  private func page(_ name: String) throws -> Page { try #require(Page("Docs/\(name).md")) }

  @Test("Each table that follows from the code stands once")
  func tables() {
    let names = Page.all.flatMap { PageTables.places(in: $0.lines).map(\.name) }
    #expect(names.sorted() == PageTables.all.keys.sorted())
  }

  // MARK: - The file

  @Test("FileFormat lists the keys of a table")
  func keys() throws {
    let names = try page("FileFormat").rows.filter { $0.heading == "Keys of a table" }
      .flatMap(\.names)
    #expect(names.sorted() == FormKeys.table.list.map(\.text).sorted())
  }

  @Test("FileFormat lists each type of row")
  func types() throws {
    let names = try page("FileFormat").rows.filter { $0.heading == "Types of rows" }.flatMap(
      \.names)
    #expect(names.sorted() == RowType.allCases.map(\.rawValue).sorted())
  }

  // MARK: - Rules

  @Test("Each rule of Rules takes and refuses what the page says, with that message")
  func rules() throws {
    let rows = try page("Rules").rows.filter { $0.columns.first == "rule" }
    var named: Set<String> = []
    for row in rows {
      let rule = try #require(row.names.first)
      named.formUnion(Self.names(in: rule))
      for (cell, isMet) in [(1, true), (2, false)] {
        for value in Page.code(in: row.cells[cell]) {
          let errors = try errors(of: value, rule)
          #expect(errors.isEmpty == isMet, "\(rule) of \(value)")
          if !isMet { #expect(errors == Page.code(in: row.cells[3]), "\(rule) of \(value)") }
        }
      }
    }
    let keys = FormKeys.ofUntypedRules.list.filter { $0 != .asyncFunction }
    #expect(named.isSuperset(of: RuleEntry.typed.compactMap(\.type) + keys.map(\.text)))
  }

  @Test("Rules lists each key of a rule")
  func keysOfRules() throws {
    let names = try page("Rules").rows.filter { $0.heading.hasPrefix("Keys of") }.flatMap(\.names)
    #expect(Set(names) == Set(FormKeys.rule.list.map(\.text)))
  }

  /// What a rule is called: its type, or its keys.
  private static func names(in rule: String) -> [String] {
    switch try? JSONReader.read(Array(rule.utf8)).value {
    case .string(let name)?: [name]
    case .dictionary(let object)?:
      object.keys
        + [object["type"]].compactMap { if case .string(let name)? = $0 { name } else { nil } }
    default: []
    }
  }

  /// What is wrong with a value by a rule, in a form that has what rules on the page read.
  private func errors(of value: String, _ rule: String) throws -> [String] {
    let type: RowType =
      switch try JSONReader.read(Array(value.utf8)).value {
      case .int: .int
      case .double: .decimal
      case .string(let text) where text.hasPrefix("2024-"): .date
      case .array: .custom
      default: .text
      }
    let form = """
      { "ruleSets": { "short": [{ "type": "maxLength", "value": 3 }] },
        "sections": [{ "rows": [
          { "tag": "password", "type": "password", "value": "secret12" },
          { "tag": "start", "type": "int", "value": 3 }, { "tag": "city", "type": "text" },
          { "tag": "x", "type": "\(type.rawValue)", "value": \(value), "rules": [\(rule)] }
        ] }] }
      """
    let compiled = try CompiledForm.compile(json: form.utf8, functions: PageTests.functions)
    return compiled.open(now: Date(timeIntervalSinceReferenceDate: 0))["x"]?.verdict
      .map(\.message) ?? []
  }

  // MARK: - Limits

  @Test("Limits has the limits for strangers beside the standing ones")
  func limits() throws {
    let (form, strangers) = (FormLimits.standard, FormLimits.untrusted)
    func texts(_ limits: Limits) -> [Int] {
      [
        limits.textLength, limits.nameLength, limits.nesting, limits.nodes,
        limits.aggregateElements, limits.patternsLength, limits.steps,
      ]
    }
    func forms(_ limits: FormLimits) -> [Int] {
      [
        limits.texts.steps, limits.rows, limits.conditions, limits.valueBytes, limits.fileBytes,
        limits.patternsLength, limits.tableCells, limits.listedBytes, limits.heldBytes,
        limits.historySteps,
      ]
    }
    let rows = try page("Limits").rows.filter { $0.heading == "Limits for strangers" }
    func column(_ index: Int) -> [Int] {
      rows.map { Int($0.cells[index].replacing(" ", with: "")) ?? .max }
    }
    #expect(column(1) == texts(.standard) + forms(form))
    #expect(column(2) == texts(.untrusted) + forms(strangers))
    var others = Limits.untrusted
    others.steps = strangers.texts.steps
    #expect(strangers.texts == others)
  }

  // MARK: - The command

  @Test("CommandLine lists each flag, and pages name no other")
  func flags() throws {
    let known = Set(Flag.all.map(\.spelling))
    func flags(_ page: Page) -> [String] {
      page.prose.flatMap(Page.code).filter { $0.hasPrefix("--") }
        .compactMap { $0.split { "= [".contains($0) }.first.map(String.init) }
    }
    #expect(Set(try page("CommandLine").rows.flatMap(\.names).map(Self.flag)).isSuperset(of: known))
    for page in Page.all {
      // The preview has two flags of its own, and hands the others on.
      let all = page.path == "Docs/Preview.md" ? known.union(["--port", "--no-open"]) : known
      for flag in flags(page) { #expect(all.contains(flag), "\(page.path): \(flag)") }
    }
  }

  private static func flag(_ usage: String) -> String {
    usage.split { "= [".contains($0) }.first.map(String.init) ?? usage
  }

  @Test("The commands of the table of examples run, one for each example")
  func examples() throws {
    let rows = try page("CommandLine").rows.filter { $0.columns.first == "form" }
    let examples = try FileManager.default.contentsOfDirectory(
      atPath: CommandRun.root.appending(path: "Examples").path
    ).filter { $0.hasSuffix(".json") || $0.hasSuffix(".xml") }
    #expect(rows.compactMap(\.names.first).sorted() == examples.sorted())
    for row in rows {
      let words = Page.code(in: row.cells[1]).first ?? ""
      let block = TranscriptBlock(command: "formeval Examples/\(row.names[0]) \(words)")
      let (output, status) = try CommandRun.output(of: block.arguments, input: "")
      #expect(status == (words.contains("--validate") ? 1 : 0), "\(output)")
      #expect(!output.isEmpty)
    }
  }

  // MARK: - Protocols

  @Test("Protocols shows each key of its tables, and lists each key that it shows")
  func shapes() throws {
    let page = try page("Protocols")
    let rows = page.rows.filter { $0.columns.first == "key" }
    #expect(rows.count > 50)
    let tags = Set(
      page.blocks("json").flatMap { block in
        Self.names(in: (try? JSONReader.read(Array(block.text.utf8)).value) ?? .null)
      })
    for heading in Set(rows.map(\.heading)) {
      let ofHeading = rows.filter { $0.heading == heading }
      let listed = Set(ofHeading.flatMap(\.names))
      let named = Set(ofHeading.flatMap(\.cells).flatMap(Page.code))
      let lines = page.blocks("console").filter { $0.heading == heading }.flatMap(\.lines)
      let shown = Set(lines.flatMap(Self.keys))
      #expect(listed.subtracting(shown).sorted() == [], "listed and not shown: \(heading)")
      #expect(
        // An address and an id are no keys.
        shown.subtracting(named).subtracting(tags).filter { !$0.contains(/\[|^#/) } == [],
        "shown and not listed: \(heading)")
    }
  }

  @Test("Protocols lists each attribute and each cause of a change")
  func changes() throws {
    let rows = try page("Protocols").rows.filter { $0.heading == "Changes" }
    func words(_ name: String) -> Set<String> {
      Set(rows.filter { $0.names == [name] }.flatMap { Page.code(in: $0.cells[1]) })
    }
    #expect(words("attribute") == Set(Change.Property.allCases.map(\.rawValue)))
    let all = try page("Protocols").rows
    let codes = all.filter { $0.heading == "Edits" && $0.names == ["code"] }
    #expect(
      Set(codes.flatMap { Page.code(in: $0.cells[1]) })
        == Set(EditError.Kind.allCases.map(\.rawValue)))
    let ofStates = all.filter { $0.heading == "Keep the state" }.flatMap(\.names)
    #expect(
      Set(ofStates)
        == Self.keysOfClients(Aspects.ofRows).union(Self.keysOfClients(Aspects.ofSections))
        .union(Self.keysOfClients(Aspects.ofItems)))
    #expect(words("cause") == Set(Change.Cause.allCases.map(\.rawValue)))
  }

  /// The keys of the aspects whose changes only clients are told.
  private static func keysOfClients<Seen>(_ table: AspectTable<Seen>) -> Set<String> {
    let names = table.changing.map(\.name) + table.attributes.map(\.name)
    return Set(names.compactMap { if case .client(let key) = $0 { key.rawValue } else { nil } })
  }

  /// The keys of JSON in a line: what stands in quotes before a colon.
  private static func keys(in line: String) -> [String] {
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.indices.dropFirst().filter { parts[$0].drop { $0 == " " }.hasPrefix(":") }
      .map { String(parts[$0 - 1]) }
  }

  /// What a form calls its members, and what its options and values call theirs.
  private static func names(in value: Value) -> [String] {
    switch value {
    case .dictionary(let object):
      zip(object.keys, object.values).flatMap { key, value -> [String] in
        switch (key, value) {
        case ("tag", .string(let tag)), ("name", .string(let tag)): [tag]
        case ("inputs", .dictionary(let inputs)): inputs.keys
        default: names(in: value)
        }
      }
    case .array(let elements): elements.flatMap(names)
    default: []
    }
  }
}
