// Lists what a change of a row or a section can reach, and what its own texts read.

import FormGraph
import Predicate

/// What reads a member, and what it reads.
struct ImpactReport {
  let impact: Impact
  let tag: String
  let style: Style

  /// The lists, with a line break at their end.
  var text: String {
    var lines: [String] = []
    var columns = Columns()
    for reader in impact.readers {
      columns.append(
        Cell(reader.name?.printable ?? "the form"), Cell(reader.use.words),
        Cell(Self.way(of: reader).printable, .faint))
    }
    if impact.readers.isEmpty {
      lines.append(style("nothing reads \(tag)", .bold))
    } else {
      lines.append(style("a change of \(tag) can reach", .bold))
      lines += columns.lines(style, indent: "  ")
    }
    guard !impact.reads.isEmpty else {
      return (lines + ["", style("\(tag) reads nothing", .bold)]).joined(separator: "\n") + "\n"
    }
    columns = Columns()
    for read in impact.reads {
      columns.append(Cell(read.name.printable), Cell("for \(read.use.words)"))
    }
    lines += ["", style("\(tag) reads", .bold)] + columns.lines(style, indent: "  ")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func way(of reader: Impact.Reader) -> String {
    guard !reader.path.isEmpty else { return "" }
    var path = reader.path
    if reader.skipped > 0 { path.insert("… (\(reader.skipped) more)", at: Impact.maximumEnd) }
    return "through \(path.joined(separator: ", "))"
  }

  var json: Value {
    let readers = impact.readers.map { reader -> Value in
      var pairs: [(String, Value)] = [
        ("name", reader.name.map(Value.string) ?? .null), ("use", .string(reader.use.words)),
        ("through", .array(reader.path.map(Value.string))),
      ]
      if reader.skipped > 0 { pairs.append(("skipped", .int(Int64(reader.skipped)))) }
      return .dictionary(ValueDictionary(pairs))
    }
    let reads = impact.reads.map { read -> Value in
      ["name": .string(read.name), "use": .string(read.use.words)]
    }
    return ["impact": .string(tag), "readers": .array(readers), "reads": .array(reads)]
  }
}

extension Impact.Use {
  /// What is decided, in the words of a form file.
  var words: String {
    switch self {
    case .attribute(let attribute): attribute.rawValue
    case .readOnly: "readOnly"
    case .value: "value"
    case .startValue: "default"
    case .trigger: "whenChanged"
    case .rule: "rules"
    case .options: "options"
    case .property(let key): key
    }
  }
}
