// The picture of what edits did: what was set, what followed, and because of what.

import FormGraph
import Predicate

/// Collects the changes of transactions into one picture.
struct Ripple {
  private var picture = Picture(title: "what the edits changed")
  /// By id of a row or section, or by the name of an input: the position of its box.
  private var places: [String: Int] = [:]
  /// By box and property: the position of its line, and for a value what stood there first.
  private var lines: [String: (line: Int, first: String)] = [:]

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
      add(lines, of: change, to: box)
      return (change, box)
    }
    for (change, target) in boxes {
      for source in changes.sources(of: change) {
        let label = report.after[source].map(report.label) ?? source
        let origin = box(source, label, report.after.section(source) != nil)
        let arrow = Picture.Arrow(source: origin, target: target)
        if origin != target, known.insert([origin, target]).inserted {
          picture.arrows.append(arrow)
        }
      }
    }
  }

  /// The picture; its boxes stand in the order in which they changed.
  var finished: Picture { picture }

  private mutating func box(_ id: String?, _ label: String, _ isSection: Bool) -> Int {
    let key = id ?? ""
    if let place = places[key] { return place }
    places[key] = picture.boxes.count
    let shape: Picture.Box.Shape =
      id == nil ? .form : isSection ? .section : key.hasPrefix("#") ? .row : .input
    picture.boxes.append(Picture.Box(id: id, name: label.printable, shape: shape))
    return picture.boxes.count - 1
  }

  private mutating func add(_ texts: [ChangeLine], of change: Change, to box: Int) {
    switch change.cause {
    case .set, .undo, .redo, .observer, .structure, .input: picture.boxes[box].isStart = true
    case .default, .calculated, .condition, .cleared: break
    }
    for text in texts {
      // Errors may be several.
      let key =
        "\(box) \(change.property.rawValue) \(change.property == .errors ? text.reason : "")"
      var shown = change.property == .errors ? "\(text.word): \(text.reason)" : text.word
      if change.property == .value, let ends = text.ends {
        shown = "\(lines[key]?.first ?? ends.old) → \(ends.new)"
      }
      if let known = lines[key] {
        picture.boxes[box].lines[known.line] = shown
      } else {
        lines[key] = (picture.boxes[box].lines.count, text.ends?.old ?? "")
        picture.boxes[box].lines.append(shown)
      }
      if change.property == .hidden { picture.boxes[box].ink = text.ink }
    }
  }

  private mutating func add(_ shape: ShapeChange, _ report: ChangeReport) {
    let label = report.label(of: shape)
    let box = box("item \(label)", label, false)
    picture.boxes[box].isStart = true
    picture.boxes[box].id = nil
    picture.boxes[box].shape = .row
    picture.boxes[box].lines.append(shape.kind.rawValue)
    if shape.kind != .moved { picture.boxes[box].ink = shape.kind == .inserted ? .green : .red }
  }
}
