// The tables on pages that follow from the code: the keys of objects, the standard messages and the
// findings. Each stands between a line `<!-- table: row -->` and a line `<!-- end -->`.

import FormAnalysis
import Predicate

@testable import FormFile
@testable import FormGraph
@testable import formeval

enum PageTables {
  /// The lines of each table, by the name in its first line.
  static let all: [String: [String]] = [
    "form": table(FormDefinition.fields, of: FormDefinition()),
    "page": table(PageDefinition.fields, of: PageDefinition(sections: [])),
    "section": table(SectionDefinition.fields, of: SectionDefinition()),
    "row": table(RowDefinition.fields, of: RowDefinition(type: .text)),
    "option": table(OptionDefinition.fields, of: OptionDefinition("")),
    "action": table(ActionDefinition.fields, of: ActionDefinition("")),
    "trigger": table(TriggerAction.fields, of: .reset("")),
    "list": table(ItemsDefinition.fields, of: ItemsDefinition(templates: [])),
    "choice": table(SelectionDefinition.fields, of: SelectionDefinition(.single, options: []))
      + [
        line(
          SelectionDefinition.choiceFields.map(\.name), "as in a row",
          "[keys of a row](#keys-of-a-row)")
      ],
    "matrix": table(MatrixDefinition.fields, of: MatrixDefinition(options: [])),
    "texts": ["| text | suggested use |", "|---|---|"]
      + TextKey.allCases.map { "| `\($0.rawValue)` | \($0.doc) |" },
    "rule": header + RuleEntry.docs.map { line([$0.key.text], "none", $0.value) }
      + table(RuleDefinition.fields, of: RuleDefinition(.required)).dropFirst(header.count),
    "messages": ["| message | parameters | in English |", "|---|---|---|"]
      + MessageID.allCases.map(line),
    "findings": ["| id | what is found | example |", "|---|---|---|"]
      + FindingID.allCases.map(line),
    "statuses": ["| status | when |", "|---|---|"] + statuses,
  ]

  /// Each status once, at the first of its cases.
  private static let statuses = ExitStatus.table.indices.map { index in
    let (status, when) = ExitStatus.table[index]
    return "| \(ExitStatus.isFirst(index) ? "\(status)" : "") | \(when) |"
  }

  private static let header = ["| key | default | meaning |", "|---|---|---|"]

  /// The table of fields: those that are required, then the others in their order.
  private static func table<Owner>(_ fields: [Field<Owner>], of owner: Owner) -> [String] {
    let known = fields.filter { !FormKeys.otherForm.contains($0.key) }
    let texts = known.map(\.name).filter { TextKey(rawValue: $0) != nil }
    var lines = header
    for field in known.filter({ $0.missing == "required" })
      + known.filter({ $0.missing != "required" })
    {
      // All texts stand on one line, which leads to the table of texts.
      if texts.count > 1, texts.contains(field.name) {
        if field.name == texts[0] { lines.append(line(texts, "none", "[texts](#texts)")) }
        continue
      }
      let standard = field.standard(owner).map {
        "`\(JSONWriter.text(of: $0).replacing(",", with: ", "))`"
      }
      lines.append(line([field.name], field.missing ?? standard ?? "none", field.doc))
      if let opposite = field.opposite {
        lines.append(line([opposite.text], "`true`", "the opposite of `\(field.name)`"))
      }
    }
    return lines
  }

  private static func line(_ keys: [String], _ missing: String, _ doc: String) -> String {
    "| \(code(keys)) | \(missing) | \(doc) |"
  }

  private static func line(_ id: MessageID) -> String {
    let parameters = id.parameters.map(\.rawValue)
    let text =
      switch id.english {
      case .single(let text): code([text])
      case .plural(let forms):
        forms.sorted { $0.key < $1.key }.map { "`\($0.key)`: `\($0.value)`" }
          .joined(separator: ", ")
      }
    return line([id.rawValue], parameters.isEmpty ? "none" : code(parameters), text)
  }

  private static func line(_ id: FindingID) -> String {
    "| `\(id.rawValue)`\(id.isStyle ? " *(style)*" : "") | \(id.summary) | `\(id.example)` |"
  }

  private static func code(_ words: [String]) -> String {
    words.map { "`\($0)`" }.joined(separator: ", ")
  }

  /// The tables of a page: their names, and the lines between those that mark them.
  static func places(in lines: [String]) -> [(name: String, range: Range<Int>)] {
    lines.indices.compactMap { index in
      guard let match = lines[index].wholeMatch(of: /<!-- table: (\w+) -->/),
        let end = lines[index...].firstIndex(of: "<!-- end -->")
      else { return nil }
      return (String(match.1), index + 1..<end)
    }
  }
}
