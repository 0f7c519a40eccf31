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
        Cell(
          reader.path.isEmpty ? "" : "through \(reader.path.joined(separator: ", "))".printable,
          .faint))
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

  var json: Value {
    let readers = impact.readers.map { reader -> Value in
      [
        "name": reader.name.map(Value.string) ?? .null, "use": .string(reader.use.words),
        "through": .array(reader.path.map(Value.string)),
      ]
    }
    let reads = impact.reads.map { read -> Value in
      ["name": .string(read.name), "use": .string(read.use.words)]
    }
    return ["impact": .string(tag), "readers": .array(readers), "reads": .array(reads)]
  }
}

extension Impact.Use {
  /// What is decided, in the words of a form file.
  fileprivate var words: String {
    switch self {
    case .attribute(let attribute): attribute.rawValue
    case .readOnly: "readOnly"
    case .value: "value"
    case .startValue: "default"
    case .rule: "rules"
    case .options: "options"
    case .property(let key): key
    }
  }
}
