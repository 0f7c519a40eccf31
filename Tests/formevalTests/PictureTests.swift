import FormGraph
import FormImport
import Foundation
import Predicate
import Testing

@testable import formeval

@Suite struct PictureTests {
  /// All forms of the repository that compile without anything beside them.
  static let forms: [(name: String, form: Form)] = {
    let root = CommandRun.root
    let folders = [
      "Examples", "Tests/formevalTests/WorldForms", "Tests/formevalTests/Transcripts/Forms",
    ]
    return folders.flatMap { folder -> [(String, Form)] in
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: root.appending(path: folder).path)
      return (names ?? []).sorted().filter { $0.hasSuffix(".json") }.compactMap { name in
        guard let form = form(at: "\(folder)/\(name)") else { return nil }
        return (name, form)
      }
    }
  }()

  /// The form at a path, as it opens; nil if it does not compile.
  private static func form(at path: String) -> Form? {
    let file = CommandRun.root.appending(path: path)
    let folder = file.deletingLastPathComponent()
    guard let bytes = try? Data(contentsOf: file) else { return nil }
    let document = FormDocument(importing: Array(bytes), named: path)
    let compiled = try? CompiledForm(
      document, readFile: { name in Array(try Data(contentsOf: folder.appending(path: name))) })
    return compiled?.open(now: Date(timeIntervalSince1970: 1_714_521_600))
  }

  private struct End: Hashable, CustomStringConvertible {
    let name: String
    let use: Impact.Use

    var description: String { "\(name) \(use.words)" }
  }

  /// Each row is asked by `impact(of:)`, which walks the nodes of the graph from the other side.
  ///
  /// Of what reads a column of a list, it says that it reads the list. The language and the time
  /// zone, which texts follow without naming them, have no edges.
  @Test func edgesAreThoseOfImpact() throws {
    #expect(Self.forms.count > 40)
    var pairs = 0
    for (file, form) in Self.forms {
      let graph = form.dependencies
      var out = graph.nodes.map { _ in Set<End>() }
      var into = out
      /// What has no tag is told apart by its use alone.
      func end(_ name: String, _ use: Impact.Use) -> End {
        End(name: name.contains("without a tag") ? "without a tag" : name, use: use)
      }
      func end(_ position: Int, _ use: Impact.Use) -> End {
        let node = graph.nodes[position]
        return End(name: node.name ?? (node.kind == .form ? "" : "without a tag"), use: use)
      }
      let edges = Dictionary(grouping: graph.edges, by: \.source)
      for edge in graph.edges {
        into[edge.target].insert(end(edge.source, edge.use))
        let target = end(edge.target, edge.use)
        var source: Int? = edge.source
        while let node = source {
          out[node].insert(target)
          source = graph.nodes[node].parent
        }
        pairs += 1
      }
      for (position, node) in graph.nodes.enumerated() {
        guard let name = node.name, form.position(of: name, in: graph) == position else { continue }
        let impact = try #require(form.impact(of: name), "\(file): \(name)")
        let reads = Set(impact.reads.map { end($0.name, $0.use) })
        #expect(reads == into[position], "\(file): what \(name) reads")
        let all = Set(impact.readers.map { end($0.name ?? "", $0.use) })
        let own = (edges[position] ?? []).filter { $0.target != position }
          .map { end($0.target, $0.use) }
        let unknown = Set(own).subtracting(all)
        #expect(unknown.isEmpty, "\(file): what reads \(name)")
        guard !["language", "timeZone"].contains(name) else { continue }
        let direct = impact.readers.filter(\.path.isEmpty).map { end($0.name ?? "", $0.use) }
        let missing = Set(direct).subtracting(out[position])
        #expect(missing.isEmpty, "\(file): what reads \(name)")
      }
    }
    #expect(pairs > 1000)
  }

  /// A form in which one switch hides many rows of two sections.
  @Test func manyReadersAreOneBoxForEachSection() throws {
    func section(_ tag: String, _ count: Int) -> SectionDefinition {
      SectionDefinition(
        tag: tag,
        rows: (0..<count).map {
          RowDefinition(tag: "\(tag)\($0)", type: .text, hidden: .predicate("$on == false"))
        })
    }
    let form = try CompiledForm(
      FormDefinition(sections: [
        SectionDefinition(rows: [RowDefinition(tag: "on", type: .switch)]), section("a", 60),
        section("b", 25),
      ])
    ).open(now: Date(timeIntervalSince1970: 0))
    let neighbourhood = Neighbourhood(form)
    let center = try #require(form.position(of: "on", in: neighbourhood.graph))
    let picture = neighbourhood.picture(around: center, .init())
    #expect(picture.boxes.count == Neighbourhood.maximumBoxes + 2)
    #expect(picture.boxes.suffix(2).map(\.name) == ["… and 21 more in a", "… and 25 more in b"])
    #expect(picture.arrows.count == 39 + 2)
    #expect(picture.arrows.allSatisfy { $0.source == 0 })
    #expect(throws: Never.self) { try Matrix(neighbourhood) }

    let sections = neighbourhood.sections
    #expect(sections.boxes.map(\.shape) == [.section, .section, .section])
    #expect(sections.arrows.map { [$0.source, $0.target] } == [[0, 1], [0, 2]])
  }

  /// A condition of each key, and an arrow back to an earlier section.
  @Test func arrowsSayWhatTheAuthorWrote() throws {
    func hides(_ text: String) -> ConditionDefinition { .init(.predicate(text)) }
    func shows(_ text: String) -> ConditionDefinition { .init(.predicate(text), isInverted: true) }
    let form = try CompiledForm(
      FormDefinition(sections: [
        SectionDefinition(
          tag: "first",
          rows: [
            RowDefinition(tag: "a", type: .int, hidden: shows("$b == 1")),
            RowDefinition(tag: "d", type: .int, disabled: shows("$a == 1")),
          ]),
        SectionDefinition(
          tag: "second",
          rows: [
            RowDefinition(tag: "b", type: .int),
            RowDefinition(tag: "c", type: .int, hidden: hides("$b == 2 AND $b != 123456789012")),
            RowDefinition(tag: "e", type: .int, calculated: "$b"),
          ]),
      ])
    ).open(now: Date(timeIntervalSince1970: 0))
    let picture = Neighbourhood(form).wholeForm
    #expect(picture.labels == ["visible: $b == 1", "enabled: $a == 1", "hidden", "value"])
    #expect(picture.arrows.map(\.attribute) == ["hidden", "disabled", "hidden", "value"])
    let dot = picture.dot
    #expect(dot.contains(#""b" -> "a" [id="arrow0", label="visible: $b == 1""#), "\(dot)")
    #expect(dot.components(separatedBy: "constraint=false").count == 2, "\(dot)")
    // The second section begins behind all of the first one.
    #expect(dot.contains(#"{"a" "d"} -> start1 [style=invis]"#), "\(dot)")
    #expect(dot.contains(#"start1 -> {"b" "c" "e"} [style=invis, minlen=0]"#), "\(dot)")
    let json = JSONWriter.text(of: picture.json(nil))
    #expect(json.contains(#"{"attribute":"hidden","key":"visible","text":"$b == 1"}"#), "\(json)")
  }

  /// Sections of which the later one is read first.
  @Test func sectionsStandInTheOrderOfTheForm() throws {
    let rows = (0..<61).map { RowDefinition(tag: "r\($0)", type: .int) }
    let form = try CompiledForm(
      FormDefinition(sections: [
        SectionDefinition(tag: "one", rows: [RowDefinition(tag: "a", type: .int)]),
        SectionDefinition(
          tag: "two", hidden: .predicate("$r0 == 1"),
          rows: [RowDefinition(tag: "b", type: .int, hidden: .predicate("$a == 1"))]),
        SectionDefinition(tag: "three", rows: rows),
      ])
    ).open(now: Date(timeIntervalSince1970: 0))
    #expect(Neighbourhood(form).sections.boxes.map(\.name) == ["one", "two", "three"])
  }

  /// Formulas that each read every answer: a text stands once, so the output grows with the arrows.
  @Test func aTextStandsOnceInJSON() throws {
    func size(formulas: Int, answers: Int) throws -> Int {
      let names = (0..<answers).map { "q\($0)" }
      let sum = names.map { "$\($0)" }.joined(separator: " + ")
      let rows =
        names.map { RowDefinition(tag: $0, type: .int) }
        + (0..<formulas).map { RowDefinition(tag: "f\($0)", type: .int, calculated: sum) }
      let form = try CompiledForm(FormDefinition(sections: [SectionDefinition(rows: rows)]))
        .open(now: Date(timeIntervalSince1970: 0))
      let picture = Neighbourhood(form).wholeForm
      #expect(picture.arrows.count == formulas * answers)
      let json = picture.json(nil)
      guard case .dictionary(let members) = json, case .array(let nodes)? = members["nodes"],
        case .dictionary(let node)? = nodes.last
      else { return 0 }
      #expect(node["texts"] == [["attribute": "value", "text": .string(sum)]])
      return JSONWriter.text(of: json).utf8.count
    }
    let (one, two) = (
      try size(formulas: 4, answers: 50), try size(formulas: 4, answers: 100)
    )
    #expect(two < 5 * one / 2, "\(one) bytes, then \(two)")
  }

  @Test func aPictureOfOneLargeSectionSaysWhatShowsMore() throws {
    let rows = (0..<61).map { index in
      RowDefinition(
        tag: "r\(index)", type: .int, hidden: index == 0 ? nil : .predicate("$r\(index - 1) == 1"))
    }
    let form = FormDefinition(sections: [SectionDefinition(tag: "s", rows: rows)])
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    try JSONWriter.text(of: form.json).write(to: file, atomically: false, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let run = try CommandRun.output(of: [file.path, "--graph", "-", "--format", "dot"])
    #expect(run.status == 1)
    #expect(run.text.contains("rows of its own section only"), "\(run.text)")
    #expect(run.text.contains("--around"), "\(run.text)")
  }

  @Test func aMatrixThatNobodyCanReadIsRefused() throws {
    let sections = (0..<400).map { number in
      SectionDefinition(rows: [
        RowDefinition(
          tag: "r\(number)", type: .switch, hidden: number == 0 ? nil : .predicate("$r0 == true"))
      ])
    }
    let form = try CompiledForm(FormDefinition(sections: sections))
      .open(now: Date(timeIntervalSince1970: 0))
    let refused = #expect(throws: CommandError.self) { try Matrix(Neighbourhood(form)) }
    #expect(refused?.hint == "add --around TAG, for one row or section")
  }

  /// Two sections, of which the first reads an answer and a calculated row of the second.
  @Test func aMatrixFramesAnswersThatComeLater() throws {
    let form = try CompiledForm(
      FormDefinition(sections: [
        SectionDefinition(
          tag: "first",
          rows: [
            RowDefinition(tag: "a", type: .text, hidden: .predicate("$b == 1")),
            RowDefinition(tag: "sum", type: .int, calculated: "$b + 1"),
          ]),
        SectionDefinition(tag: "second", rows: [RowDefinition(tag: "b", type: .int)]),
      ])
    ).open(now: Date(timeIntervalSince1970: 0))
    let matrix = try Matrix(Neighbourhood(form))
    #expect(matrix.names == ["first", "second"])
    #expect(matrix.cells[0][1]?.count == 2)
    #expect(matrix.cells[0][1]?.readsAnswer == true)
    #expect(matrix.svg.contains("<title>first reads second: 2 pairs of rows</title>"))
    #expect(matrix.svg.contains("cell later"))
  }
}
