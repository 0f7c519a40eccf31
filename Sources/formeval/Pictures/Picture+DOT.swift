// Writes a picture in the language of Graphviz. Whatever text stands in a form is text in the
// picture: quotes, line breaks, backslashes and references such as `&lt;` mean nothing.

extension Picture {
  /// The picture in DOT, with a line break at its end.
  ///
  /// The colours can be read on white and on black paper, and no box differs by colour alone.
  var dot: String {
    let picture = drawn
    var lines = [
      "digraph {",
      "  graph [rankdir=LR, bgcolor=transparent, tooltip=\(Self.quoted(title)), "
        + "fontname=\"sans-serif\", fontsize=11, fontcolor=\"\(Self.middle)\", ranksep=0.6, nodesep=0.15]",
      "  node [fontname=\"sans-serif\", fontsize=11, style=filled, fillcolor=\"#f6f8fa\", "
        + "color=\"\(Self.middle)\", height=0.3, margin=\"0.12,0.05\"]",
      "  edge [fontname=\"sans-serif\", fontsize=9, color=\"\(Self.middle)\", "
        + "fontcolor=\"\(Self.middle)\", arrowsize=0.7]",
    ]
    let keys = picture.keys
    picture.appendFrames(keys, to: &lines)
    let places = picture.placesInOrder
    picture.appendOrder(keys, to: &lines)
    let labels = picture.labels
    for (position, arrow) in picture.arrows.enumerated() {
      var attributes = ["id=\"arrow\(position)\""]
      if !labels[position].isEmpty { attributes.append("label=\(Self.quoted(labels[position]))") }
      let tip = arrow.texts.map(\.onOneLine.printable).joined(separator: "\n")
      let ends = [arrow.source, arrow.target].map { picture.boxes[$0].name }
      attributes.append(
        "tooltip=\(Self.quoted(tip.isEmpty ? ends.joined(separator: " → ") : tip))")
      // An arrow back to an earlier section does not move the sections.
      if places[arrow.source] > places[arrow.target] { attributes.append("constraint=false") }
      lines.append(
        "  \(keys[arrow.source]) -> \(keys[arrow.target]) [\(attributes.joined(separator: ", "))]")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// What the boxes are called in DOT: by their names, if these are tags or addresses of their own,
  /// because people see that when they point at a box.
  private var keys: [String] {
    var known: Set<String> = []
    return boxes.enumerated().map { position, box in
      let isPlain = box.name.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF)
          || [0x2E, 0x5B, 0x5D, 0x5F].contains($0)
      }
      return known.insert(box.name).inserted && isPlain ? "\"\(box.name)\"" : "box\(position)"
    }
  }

  /// A grey that has the same contrast with white and with black, 4.5.
  private static let middle = "#767676"

  /// Appends the frames with their boxes, and then the boxes outside of frames.
  private func appendFrames(_ keys: [String], to lines: inout [String]) {
    let byFrame = Dictionary(grouping: boxes.indices) { boxes[$0].frame }
    let inner = Dictionary(grouping: frames.indices) { frames[$0].parent }
    /// A frame to open, or the end of one.
    enum Step { case open(Int), close }
    var steps: [Step] = (inner[nil] ?? []).reversed().map { .open($0) }
    var depth = 1
    while let step = steps.popLast() {
      switch step {
      case .open(let frame):
        let indent = String(repeating: "  ", count: depth)
        lines.append("\(indent)subgraph cluster\(frame) {")
        lines.append(
          "\(indent)  graph [label=\(Self.quoted(frames[frame].label)), style=rounded, "
            + "color=\"\(Self.middle)\", tooltip=\(Self.quoted(frames[frame].label))]")
        if byFrame[frame] != nil, boxes.contains(where: { ($0.frame ?? frame) < frame }) {
          lines.append("\(indent)  start\(frame) [style=invis, shape=point, width=0]")
        }
        lines += (byFrame[frame] ?? []).map { "\(indent)  \(keys[$0]) \(attributes(of: $0))" }
        steps.append(.close)
        steps += (inner[frame] ?? []).reversed().map { .open($0) }
        depth += 1
      case .close:
        depth -= 1
        lines.append(String(repeating: "  ", count: depth) + "}")
      }
    }
    lines += (byFrame[nil] ?? []).map { "  \(keys[$0]) \(attributes(of: $0))" }
  }

  /// By box: the position of its frame in the order of the form.
  ///
  /// An input stands before all frames, the form after them, and a condition with the last box that
  /// it reads.
  private var placesInOrder: [Int] {
    var places = boxes.map { $0.frame ?? ($0.shape == .form ? frames.count : -1) }
    for arrow in arrows where boxes[arrow.target].shape == .condition {
      places[arrow.target] = max(places[arrow.target], places[arrow.source])
    }
    return places
  }

  /// Lets the frames stand in the order of the form, from left to right.
  ///
  /// Graphviz orders frames by their arrows alone. So invisible arrows lead from each box of a
  /// frame to a point in the next frame, and from the point to the boxes of that frame.
  private func appendOrder(_ keys: [String], to lines: inout [String]) {
    let groups = frames.indices.compactMap { frame -> (frame: Int, keys: String)? in
      let inside = boxes.indices.filter { boxes[$0].frame == frame }.map { keys[$0] }
      return inside.isEmpty ? nil : (frame, "{\(inside.joined(separator: " "))}")
    }
    for (group, next) in zip(groups, groups.dropFirst()) {
      lines.append("  \(group.keys) -> start\(next.frame) [style=invis]")
      lines.append("  start\(next.frame) -> \(next.keys) [style=invis, minlen=0]")
    }
  }

  private func attributes(of position: Int) -> String {
    let box = boxes[position]
    let text = ([box.name] + box.lines).joined(separator: "\n")
    let tip = box.title.map { "\(box.name): \($0)" } ?? box.name
    var attributes = [
      "id=\(Self.quoted(box.id ?? "box\(position)"))", "label=\(Self.quoted(text))",
      "tooltip=\(Self.quoted(tip))", "shape=\(Self.shape(of: box))",
    ]
    var styles = ["filled"]
    switch box.shape {
    case .row: styles.append("rounded")
    case .more: styles.append("dashed")
    default: break
    }
    if box.ink == .red || box.ink == .faint { styles.append("dashed") }
    if styles.count > 1 { attributes.append("style=\"\(styles.joined(separator: ","))\"") }
    if let fill = Self.fill(of: box) { attributes.append("fillcolor=\"\(fill)\"") }
    if box.isStart { attributes.append("penwidth=2") }
    return "[\(attributes.joined(separator: ", "))]"
  }

  private static func fill(of box: Box) -> String? {
    if box.isStart { return "#ffdf7f" }
    return switch box.ink {
    case .green: "#dcf8df"
    case .red: "#ffdfdf"
    case .yellow: "#fff4d0"
    default: nil
    }
  }

  private static func shape(of box: Box) -> String {
    switch box.shape {
    case .row, .more: "box"
    case .section: "note"
    case .input: "cds"
    case .form: "tab"
    case .condition: "hexagon"
    }
  }

  /// A text in quotes.
  private static func quoted(_ text: String) -> String {
    let escaped = text.escaped { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      // Otherwise `&lt;` would be shown as `<`.
      case "&": "&amp;"
      case "\n": "\\n"
      default: nil
      }
    }
    return "\"\(escaped)\""
  }
}
