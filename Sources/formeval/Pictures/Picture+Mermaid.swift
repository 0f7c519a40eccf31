// Writes a picture as a flow chart of Mermaid, which code hosts draw. Characters that mean
// something to Mermaid or to HTML are written as references.

extension Picture {
  /// The picture for Mermaid, with a line break at its end.
  var mermaid: String {
    let picture = drawn
    var lines = ["%% \(title.printable)", "flowchart LR"]
    let byFrame = Dictionary(grouping: picture.boxes.indices) { picture.boxes[$0].frame }
    for box in byFrame[nil] ?? [] { lines.append("  \(picture.mermaidLine(of: box))") }
    // Frames in frames would need an order; their labels say where they are.
    for (frame, content) in picture.frames.enumerated() {
      guard let boxes = byFrame[frame] else { continue }
      lines.append("  subgraph f\(frame)[\(Self.mermaidText(content.label))]")
      lines += boxes.map { "    \(picture.mermaidLine(of: $0))" }
      lines.append("  end")
    }
    for arrow in picture.arrows {
      let uses = arrow.uses.joined(separator: ", ")
      let label = uses.isEmpty ? "" : "|\(Self.mermaidText(uses))|"
      lines.append("  b\(arrow.source) -->\(label) b\(arrow.target)")
    }
    let classes: [(name: String, style: String, boxes: [Int])] = [
      ("start", "fill:#ffdf7f,color:#000,stroke-width:3px", picture.places { $0.isStart }),
      ("shown", "fill:#dcf8df,color:#000", picture.places { !$0.isStart && $0.ink == .green }),
      (
        "hidden", "fill:#ffdfdf,color:#000,stroke-dasharray:4",
        picture.places { !$0.isStart && $0.ink == .red }
      ),
    ]
    for (name, style, boxes) in classes where !boxes.isEmpty {
      lines.append("  classDef \(name) \(style)")
      lines.append("  class \(boxes.map { "b\($0)" }.joined(separator: ",")) \(name)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func places(_ isWanted: (Box) -> Bool) -> [Int] {
    boxes.indices.filter { isWanted(boxes[$0]) }
  }

  private func mermaidLine(of position: Int) -> String {
    let box = boxes[position]
    let text = Self.mermaidText(([box.name] + box.lines).joined(separator: "\n"))
    return switch box.shape {
    case .row: "b\(position)(\(text))"
    case .section, .form: "b\(position)[\(text)]"
    case .input: "b\(position)[/\(text)/]"
    case .condition: "b\(position){{\(text)}}"
    case .more: "b\(position)([\(text)])"
    }
  }

  /// A text in quotes.
  private static func mermaidText(_ text: String) -> String {
    var quoted = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\n": quoted += "<br/>"
      // Mermaid breaks lines at a backslash with an n behind it, also where both are references. A
      // word joiner between them cannot be seen.
      case "\\": quoted += "#92;\u{2060}"
      case "\"", "#", "&", "<", ">", "`", "%", "{", "}", "[", "]", "(", ")", "|", ";", "*",
        "_",
        "~", "$":
        quoted += "#\(character.value);"
      default: quoted.unicodeScalars.append(character)
      }
    }
    // A label must not be empty.
    return quoted.count > 1 ? quoted + "\"" : "\"#160;\""
  }
}
