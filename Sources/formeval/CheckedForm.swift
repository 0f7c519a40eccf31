// The findings of one file, each with its range in the file, in the order of the file. Every
// notation of findings is written from this.

import FormAnalysis
import FormGraph
import Predicate

/// A form file with what was found in it.
struct CheckedForm {
  let path: String
  let source: FormSource
  /// The findings in file order; those without a place come last.
  private(set) var findings: [FileFinding]
  /// What the form consists of; nil if it does not compile.
  let summary: String?
  /// The number of fixes that were applied.
  var fixedCount = 0
  /// Why the file could not be written with its fixes; nil if it was, or if there was no need.
  var notWritten: String?

  /// Why the file was not checked: it cannot be read, or not be opened as the command line says.
  private(set) var notChecked: CommandError?

  /// The bytes of the file.
  var bytes: [UInt8] { source.bytes }

  /// The name of the file in messages.
  var name: String { Files.name(of: path) }

  /// Checks a form that compiles.
  init(
    _ path: String, _ source: FormSource, _ form: CompiledForm, _ summary: String,
    includesStyle: Bool
  ) {
    self.init(
      path, source, FormReport(of: form, includesStyle: includesStyle), summary, form.definition)
  }

  /// Takes the problems of a form that does not compile.
  init(_ path: String, _ source: FormSource, _ failure: CompileFailure, includesStyle: Bool) {
    self.init(
      path, source, FormReport(failure, includesStyle: includesStyle), nil, failure.definition)
  }

  /// Stands for a file that was not checked.
  init(_ path: String, notChecked error: CommandError) {
    let source = FormSource(name: Files.name(of: path), bytes: [])
    self.init(path, source, FormReport([]), nil, nil)
    notChecked = error
  }

  /// Places findings in a file; tests make the findings by hand.
  init(
    _ path: String, _ source: FormSource, _ report: FormReport, _ summary: String?,
    _ definition: FormDefinition?
  ) {
    let edits = FileEdit.edits(of: report.findings, in: source)
    let problems = source.located(report.findings.map(\.problem))
    let paths = source.written(problems.map(\.path))
    var findings: [FileFinding] = []
    // A mistake in a rule set is found in each row that uses the set, and listed once.
    var told: Set<Told> = []
    for (index, problem) in problems.enumerated() {
      var finding = report.findings[index]
      // Paths of the definition stay the same when rows above are added; see `anchor`.
      let anchor = definition.map { $0.anchor(of: finding.problem.path) }
      finding.problem = problem
      finding.problem.path = paths[index]
      // The form can be used, and its author wrote its logic for another engine.
      if summary != nil, source.isForeign { finding.problem.severity = .warning }
      guard problem.range == nil || told.insert(Told(finding)).inserted else { continue }
      findings.append(
        FileFinding(
          finding: finding, edits: edits[index],
          anchor: anchor ?? problem.path.description))
    }
    self.path = path
    self.source = source
    self.summary = summary
    self.findings = findings.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    .map(\.element)
  }

  /// The number of findings of a severity that nothing suppresses.
  func count(_ severity: Severity) -> Int {
    findings.count { !$0.finding.isSuppressed && $0.finding.problem.severity == severity }
  }

  var suppressedCount: Int { findings.count(where: \.finding.isSuppressed) }

  /// The largest number of bytes of a text that count for what a finding is about.
  ///
  /// A finding may be about a whole section, and a thousand may be about the same one.
  private static let maximumText = 1024

  /// The start of the text at fault, by which a finding is known again after lines have moved;
  /// empty for a finding without a place.
  func text(of finding: FileFinding) -> String {
    let range = finding.finding.problem.range ?? 0..<0
    return String(decoding: bytes[range].prefix(Self.maximumText), as: UTF8.self)
  }

  /// Applies the settings of a team.
  ///
  /// Findings about style that are neither asked for nor errors are left out. An error is never
  /// ignored, because its form cannot be used.
  mutating func apply(_ config: Config, includesStyle: Bool) {
    for index in findings.indices where config.errors.contains(findings[index].finding.id) {
      findings[index].finding.problem.severity = .error
    }
    if !includesStyle {
      findings.removeAll { $0.finding.id.isStyle && !config.errors.contains($0.finding.id) }
    }
    hide(because: "ignored by \(config.name)") {
      config.ignored.contains($0.finding.id) && $0.finding.problem.severity == .warning
    }
  }

  /// Suppresses findings that the form itself does not suppress.
  mutating func hide(because reason: String, _ isHidden: (FileFinding) -> Bool) {
    for index in findings.indices
    where !findings[index].finding.isSuppressed && isHidden(findings[index]) {
      findings[index].finding.justification = reason
      findings[index].isSuppressedInForm = false
    }
  }

  /// What two findings have in common if only one of them is listed.
  private struct Told: Hashable {
    let id: FindingID
    let range: Range<Int>?
    let message: String
    let isSuppressed: Bool

    init(_ finding: Finding) {
      id = finding.id
      range = finding.problem.range
      message = finding.problem.message
      isSuppressed = finding.isSuppressed
    }
  }
}

/// A finding in a file.
struct FileFinding {
  fileprivate(set) var finding: Finding
  /// The edits that fix it; empty if no fix is certain.
  let edits: [FileEdit]
  /// The path with tags in the place of positions.
  let anchor: String
  /// Whether the form suppresses the finding, if anything does.
  fileprivate(set) var isSuppressedInForm = true

  fileprivate var start: Int { finding.problem.range?.lowerBound ?? .max }
}

/// Text in the place of a range of a file.
struct FileEdit: Equatable {
  let range: Range<Int>
  /// The bytes as they stand in the file, with the escapes of JSON.
  let text: String

  /// The edits of each finding.
  static func edits(of findings: [Finding], in source: FormSource) -> [[FileEdit]] {
    // A fix is a text of our format, which cannot stand in XML.
    guard source.root != nil else { return findings.map { _ in [] } }
    let replacements = findings.map { $0.fix?.replacements ?? [] }
    let places = source.located(
      replacements.joined().map { Problem("", path: $0.path, textRange: $0.textRange) })
    var next = 0
    return replacements.map { replacements in
      let edits = replacements.compactMap { replacement -> FileEdit? in
        defer { next += 1 }
        guard let range = places[next].range else { return nil }
        let isPart = replacement.textRange != nil
        let text =
          isPart
          ? String(JSONWriter.text(of: .string(replacement.text)).dropFirst().dropLast())
          : replacement.text
        return FileEdit(range: range, text: text)
      }
      // A fix is applied as a whole or not at all.
      return edits.count == replacements.count ? edits : []
    }
  }
}

extension FormDefinition {
  /// A path with tags in the place of positions, as far as members have tags.
  ///
  /// So a finding is known again after rows have moved.
  fileprivate func anchor(of path: JSONPath) -> String {
    var anchor: [String] = []
    var (sections, rows) = (sections, [RowDefinition]())
    var list: ItemsDefinition?
    var steps = path.steps[...]
    while let step = steps.popFirst() {
      let word = if case .key(let key) = step { key } else { JSONPath([step]).description }
      guard case .index(let index)? = steps.first else {
        // The name of one of several templates.
        if let items = list, items.isNamed, let place = items.place(named: word),
          case .rows(let inItem, let sectionsInItem) = items.templates[place].template
        {
          (sections, rows) = (sectionsInItem, inItem)
        }
        anchor.append(word)
        continue
      }
      switch word {
      case "sections" where sections.indices.contains(index):
        let section = sections[index]
        anchor.append(section.tag ?? "\(word)[\(index)]")
        (sections, rows) = (section.sections, section.rows)
        if case .multivalued(let items) = section.kind {
          list = items
          if case .rows(let inItem, let sectionsInItem) = items.template {
            (sections, rows) = (sectionsInItem, inItem)
          }
        }
      case "rows" where rows.indices.contains(index):
        anchor.append(rows[index].tag ?? "\(word)[\(index)]")
        (sections, rows) = ([], [])
      default: anchor.append("\(word)[\(index)]")
      }
      steps = steps.dropFirst()
    }
    return anchor.joined(separator: "/")
  }
}
