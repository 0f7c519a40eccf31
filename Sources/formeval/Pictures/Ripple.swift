// The picture of what edits did: what was set, what followed, and because of what.

import FormGraph
import Predicate

/// Collects the changes of transactions into one picture.
struct Ripple {
  /// The lines of a box about one property.
  private struct Told {
    let property: Change.Property
    /// The value before the first transaction, for a value.
    let first: String?
    var lines: [String]
  }

  private var drawing = Picture(title: "what the edits changed")
  /// By id of a row or section, or by the name of an input: the position of its box.
  private var places: [String: Int] = [:]
  /// By box: what the picture says of it, in the order in which it changed.
  private var told: [[Told]] = []
  /// The ends of the arrows so far.
  private var known: Set<[Int]> = []

  init() {}

  /// The picture of one transaction, and the form after it.
  init(_ changes: ChangeSet, _ after: Form) {
    add(
      ChangeReport(
        changes: changes, after: after, validation: nil, sectionsOutOfBounds: [],
        style: Style(isColored: false)))
  }

  /// Adds a transaction.
  ///
  /// - Parameter report: The report about the transaction.
  mutating func add(_ report: ChangeReport) {
    let changes = report.changes
    let list = changes.changes
    for shape in changes.shapeChanges { add(shape, report) }
    let boxes = report.lines(of: list).map { change, lines in
      let box = box(changes.subject(of: change), report.label(of: change), change.isSection)
      let row = change.row.flatMap { report.after[$0] }
      add(lines, of: change, isCalculated: row?.definition.isCalculated ?? false, to: box)
      return (change, box)
    }
    for (change, target) in boxes {
      for source in changes.sources(of: change) {
        let label = report.after[source].map(report.label) ?? source
        let origin = box(source, label, report.after.section(source) != nil)
        let arrow = Picture.Arrow(source: origin, target: target)
        if origin != target, known.insert([origin, target]).inserted {
          drawing.arrows.append(arrow)
        }
      }
    }
  }

  /// The picture; its boxes stand in the order in which they changed.
  var picture: Picture {
    var picture = drawing
    for (box, told) in told.enumerated() {
      // The errors say that it is invalid, and why.
      let hasErrors = told.contains { $0.property == .errors }
      picture.boxes[box].lines += told.filter { !hasErrors || $0.property != .valid }
        .flatMap(\.lines)
    }
    return picture
  }

  private mutating func box(_ id: String?, _ label: String, _ isSection: Bool) -> Int {
    let key = id ?? ""
    if let place = places[key] { return place }
    places[key] = drawing.boxes.count
    let shape: Picture.Box.Shape =
      id == nil ? .form : isSection ? .section : key.hasPrefix("#") ? .row : .input
    drawing.boxes.append(Picture.Box(id: id, name: label.printable, shape: shape))
    told.append([])
    return drawing.boxes.count - 1
  }

  private mutating func add(
    _ lines: [ChangeLine], of change: Change, isCalculated: Bool, to box: Int
  ) {
    guard !lines.isEmpty else { return }
    if change.property == .value, !isCalculated {
      switch change.cause {
      case .set, .undo, .redo, .observer, .structure, .input: drawing.boxes[box].isStart = true
      case .default, .calculated, .condition, .cleared, .trigger: break
      }
    }
    if change.property == .hidden { drawing.boxes[box].ink = lines[0].ink }
    let place = told[box].firstIndex { $0.property == change.property }
    let first = place.map { told[box][$0].first } ?? lines[0].ends?.old
    let texts = lines.map { line in
      if let ends = line.ends { return "\(first ?? ends.old) → \(ends.new)" }
      let text = line.what.isEmpty ? line.word : "\(line.word): \(line.what.onOneLine.clipped)"
      // A colour is never the only sign.
      return line.glyph == "!" ? "! \(text)" : text
    }
    if let place {
      told[box][place].lines = texts
    } else {
      told[box].append(Told(property: change.property, first: first, lines: texts))
    }
  }

  private mutating func add(_ shape: ShapeChange, _ report: ChangeReport) {
    let label = report.label(of: shape)
    let box = box("item \(label)", label, false)
    drawing.boxes[box].isStart = true
    drawing.boxes[box].id = nil
    drawing.boxes[box].shape = .row
    drawing.boxes[box].lines.append(shape.kind.rawValue)
    if shape.kind != .moved { drawing.boxes[box].ink = shape.kind == .inserted ? .green : .red }
  }
}
