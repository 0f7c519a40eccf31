// The findings of one file, each with its range in the file, in the order of the file. Every
// notation of findings is written from this.

import FormAnalysis
import FormGraph
import Predicate

/// A form file with what was found in it.
struct CheckedForm {
  let path: String
  let source: FormSource
  let report: FormReport
  /// The findings in file order; those without a place come last.
  let findings: [FileFinding]
  /// What the form consists of; nil if it does not compile.
  let summary: String?
  /// The number of fixes that were applied.
  var fixedCount = 0
  /// Why the file could not be written with its fixes; nil if it was, or if there was no need.
  var notWritten: String?

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
    var kept: [Finding] = []
    for (index, problem) in problems.enumerated() {
      var finding = report.findings[index]
      // Paths of the definition stay the same when rows above are added; see `anchor`.
      let anchor = definition.map { $0.anchor(of: finding.problem.path) }
      finding.problem = problem
      finding.problem.path = paths[index]
      guard problem.range == nil || told.insert(Told(finding)).inserted else { continue }
      kept.append(finding)
      findings.append(
        FileFinding(
          finding: finding, edits: edits[index],
          anchor: anchor ?? problem.path.description))
    }
    self.path = path
    self.source = source
    self.summary = summary
    var report = report
    report.findings = kept
    self.report = report
    self.findings = findings.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }
    .map(\.element)
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
  let finding: Finding
  /// The edits that fix it; empty if no fix is certain.
  let edits: [FileEdit]
  /// The path with tags in the place of positions.
  let anchor: String

  fileprivate var start: Int { finding.problem.range?.lowerBound ?? .max }
}

/// Text in the place of a range of a file.
struct FileEdit: Equatable {
  let range: Range<Int>
  /// The bytes as they stand in the file, with the escapes of JSON.
  let text: String

  /// The edits of each finding.
  static func edits(of findings: [Finding], in source: FormSource) -> [[FileEdit]] {
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
