// Writes a picture as a flow chart of Mermaid, which code hosts draw. Characters that mean
// something to Mermaid or to HTML are written as references.

extension Picture {
  /// The picture for Mermaid, with a line break at its end.
  var mermaid: String {
    let picture = drawn
    var lines = ["%% \(title.printable)", "flowchart LR"]
    let byFrame = Dictionary(grouping: picture.boxes.indices) { picture.boxes[$0].frame }
    for box in byFrame[nil] ?? [] { lines.append("  \(picture.mermaidLine(of: box))") }
    // A section in a section has a frame beside that of the section around it.
    for (frame, content) in picture.frames.enumerated() {
      guard let boxes = byFrame[frame] else { continue }
      lines.append("  subgraph f\(frame)[\(Self.mermaidText(content.label))]")
      lines += boxes.map { "    \(picture.mermaidLine(of: $0))" }
      lines.append("  end")
    }
    for (arrow, text) in zip(picture.arrows, picture.labels) {
      let label = text.isEmpty ? "" : "|\(Self.mermaidText(text))|"
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
    // A label must not be empty.
    guard !text.isEmpty else { return "\"#160;\"" }
    let escaped = text.escaped { scalar in
      switch scalar {
      case "\n": "<br/>"
      // Mermaid breaks lines at a backslash with an n behind it, also where both are references. A
      // word joiner between them cannot be seen.
      case "\\": "#92;\u{2060}"
      case _ where meaningful.contains(scalar): "#\(scalar.value);"
      default: nil
      }
    }
    return "\"\(escaped)\""
  }

  /// What means something to Mermaid or to HTML, even in quotes.
  private static let meaningful = Set("\"#&<>`%{}[]()|;*_~$".unicodeScalars)
}
