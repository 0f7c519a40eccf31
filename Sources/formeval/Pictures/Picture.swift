// A picture of a form's logic before it has a notation: boxes, arrows and frames. `Ripple` and
// `Neighbourhood` make one, `Picture+DOT` and the files beside it write it. Nothing here is laid
// out: Graphviz and Mermaid do that.

import FormGraph
import Predicate

/// Boxes with arrows between them.
struct Picture: Equatable {
  /// The notations, by the extension of the file.
  enum Format: String, CaseIterable {
    case dot
    /// Mermaid.
    case mmd
    case json
    /// Laid out by Graphviz.
    case svg
  }

  /// A row, a section, an input or the form; or a note about what is left out.
  struct Box: Equatable {
    enum Shape: String {
      case row, section, input, form
      /// A condition over several rows that decides several others.
      case condition
      /// Stands for boxes that are left out.
      case more
    }

    /// What edits and questions call it; nil for what has no name of its own.
    var id: String?
    /// What `--impact` calls it.
    var name: String
    var shape: Shape
    /// The title that people see.
    var title: String?
    /// What stands below the name.
    var lines: [String] = []
    var ink = Ink.plain
    /// Whether it is what the picture is about: the row asked for, or what was set.
    var isStart = false
    /// The position of the frame around it.
    var frame: Int?
  }

  /// Something that is read, and what it decides.
  struct Arrow: Equatable {
    var source: Int
    var target: Int
    /// What is decided, such as `hidden`; nil in a picture of changes.
    var attribute: String?
    /// The keys that decide it, as the author wrote them, such as `visible` for `hidden`; empty in
    /// a picture of changes.
    var uses: [String] = []
    /// The texts that decide it, each once.
    var texts: [String] = []
  }

  /// A section as a frame around its rows.
  struct Frame: Equatable {
    let label: String
    /// The position of the frame around it.
    let parent: Int?
  }

  /// What the picture shows, in a sentence without a full stop.
  var title: String
  var boxes: [Box] = []
  var arrows: [Arrow] = []
  var frames: [Frame] = []

  /// The longest condition that an arrow has room for, in characters.
  private static let longestCondition = 28
  /// What conditions decide; formulas stand in tooltips only.
  private static let attributes = ["hidden", "disabled", "required", "readOnly"]

  /// What people read on the arrows: the keys, and a short condition where an arrow has one.
  ///
  /// The same condition of the same box stands on one arrow only.
  var labels: [String] {
    var known: Set<[String]> = []
    return arrows.map { arrow in
      let uses = arrow.uses.joined(separator: ", ")
      guard let text = arrow.texts.first?.onOneLine.printable, arrow.texts.count == 1,
        arrow.uses.count == 1, Self.attributes.contains(arrow.attribute ?? ""),
        boxes[arrow.source].shape != .condition, text.count <= Self.longestCondition,
        known.insert(["\(arrow.target)", uses, text]).inserted
      else { return uses }
      return "\(uses): \(text)"
    }
  }

  /// What people read below the picture's file name.
  var summary: String {
    "\(counted(boxes.count, "box", "boxes")), \(counted(arrows.count, "arrow"))"
  }
}

extension Picture {
  /// The picture as it is drawn: arrows between the same boxes are one, and a text that reads
  /// several boxes and decides several others is a box of its own, so that it is drawn once.
  var drawn: Picture {
    var drawn = self
    drawn.arrows = []
    var places: [[Int]: Int] = [:]
    let ends = conditionEnds
    for (text, ends) in ends.sorted(by: { $0.value.first < $1.value.first }) {
      drawn.boxes.append(Box(name: text.onOneLine.printable.clipped, shape: .condition))
      let box = drawn.boxes.count - 1
      for source in ends.sources { drawn.arrows.append(Arrow(source: source, target: box)) }
      for (target, use) in ends.targets {
        drawn.arrows.append(Arrow(source: box, target: target, uses: use, texts: [text]))
      }
    }
    for arrow in arrows where !arrow.texts.contains(where: { ends[$0] != nil }) {
      guard let place = places[[arrow.source, arrow.target]] else {
        places[[arrow.source, arrow.target]] = drawn.arrows.count
        drawn.arrows.append(arrow)
        continue
      }
      for use in arrow.uses where !drawn.arrows[place].uses.contains(use) {
        drawn.arrows[place].uses.append(use)
      }
      for text in arrow.texts where !drawn.arrows[place].texts.contains(text) {
        drawn.arrows[place].texts.append(text)
      }
    }
    return drawn
  }

  private struct Ends {
    /// The position of the first arrow.
    var first: Int
    var sources: [Int] = []
    var targets: [(box: Int, uses: [String])] = []
  }

  /// By text: what it reads and decides, if it is several on both sides.
  ///
  /// What an action sets reads nothing of the row whose edit runs it, so equal actions of several
  /// rows stay apart.
  private var conditionEnds: [String: Ends] {
    var all: [String: Ends] = [:]
    for (position, arrow) in arrows.enumerated() {
      guard arrow.texts.count == 1, let text = arrow.texts.first,
        arrow.uses != [Impact.Use.trigger.words]
      else { continue }
      var ends = all[text] ?? Ends(first: position)
      if !ends.sources.contains(arrow.source) { ends.sources.append(arrow.source) }
      if !ends.targets.contains(where: { $0.box == arrow.target && $0.uses == arrow.uses }) {
        ends.targets.append((arrow.target, arrow.uses))
      }
      all[text] = ends
    }
    return all.filter { $0.value.sources.count > 1 && $0.value.targets.count > 1 }
  }
}

extension Picture.Box {
  /// A node of the graph as people see it now.
  init(_ node: DependencyGraph.Node, of form: Form) {
    let row = node.id.flatMap { form[$0] }
    let section = node.id.flatMap(form.section)
    var title = (row?.texts ?? section?.texts)?.title?.printable
    let shape: Shape
    var name = row?.name ?? section?.name ?? node.name
    var lines: [String] = []
    switch node.kind {
    case .form:
      (shape, name) = (.form, "the form")
      title = form.texts.title?.printable
    case .input: shape = .input
    case .section: shape = .section
    case .row(let type):
      shape = .row
      lines = [type.rawValue]
    }
    self.init(
      id: node.id, name: (name ?? title ?? "(without a tag or title)").printable, shape: shape,
      title: title, lines: lines)
  }
}
