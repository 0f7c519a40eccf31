// Pictures of what decides what: around one row, or in the whole form.

import FormGraph
import Predicate

/// Who decides a row or a section, and whom it decides.
struct Neighbourhood {
  /// How many arrows the picture goes back and forth from its middle.
  struct Depth: Equatable {
    var up = 2
    var down = 1
  }

  /// The largest number of boxes; the readers beyond are one box for each section.
  static let maximumBoxes = 40

  let form: Form
  let graph: DependencyGraph
  /// What is decided in the graph, by reader and by what is read.
  private let links: Links

  init(_ form: Form) {
    self.form = form
    graph = form.dependencies
    links = Links(graph)
  }

  var rowCount: Int { graph.nodes.count { if case .row = $0.kind { true } else { false } } }

  /// Draws what is around a member.
  ///
  /// - Parameters:
  ///   - center: Its position in the graph.
  ///   - depth: How far the picture reaches.
  /// - Returns: The picture, with the member as its first box.
  func picture(around center: Int, _ depth: Depth) -> Picture {
    var shown = [center]
    /// How many arrows away a node is.
    var distances = [center: 0]
    var left: [Int] = []
    func grow(_ steps: Int, _ next: (Int) -> [Int]) {
      var edge = [center]
      for step in 0..<steps {
        guard !edge.isEmpty else { return }
        var further: [Int] = []
        for node in edge.flatMap(next) where distances[node] == nil {
          distances[node] = step + 1
          if shown.count < Self.maximumBoxes { shown.append(node) } else { left.append(node) }
          further.append(node)
        }
        edge = further
      }
    }
    // Those who decide come first: they are few, and the reason for which people look.
    grow(depth.up, { links.sources[$0].map { links.all[$0].source } })
    grow(depth.down, { links.targets[$0].map { links.all[$0].target } })

    let name = Picture.Box(graph.nodes[center], of: form).name
    var picture = Picture(title: "what decides \(name), and what it decides")
    let places = Dictionary(uniqueKeysWithValues: shown.enumerated().map { ($1, $0) })
    for node in shown {
      var box = Picture.Box(graph.nodes[node], of: form)
      box.isStart = node == center
      let others = (
        Set(links.sources[node].map { links.all[$0].source }).subtracting(shown),
        Set(links.targets[node].map { links.all[$0].target }).subtracting(shown)
      )
      if node != center {
        let more = [(others.0.count, "in"), (others.1.count, "out")].filter { $0.0 > 0 }
        if !more.isEmpty {
          box.lines.append(more.map { "… \($0.0) \($0.1)" }.joined(separator: "  "))
        }
      }
      picture.boxes.append(box)
    }
    for link in links.all {
      guard let source = places[link.source], let target = places[link.target] else { continue }
      // A section that was found otherwise is no news about its rows.
      if link.text == nil, distances[link.source] == distances[link.target] { continue }
      picture.arrows.append(link.arrow(from: source, to: target))
    }
    appendLeft(left, around: center, to: &picture)
    return picture
  }

  /// Adds a box for each section that has boxes which are left out.
  private func appendLeft(_ left: [Int], around center: Int, to picture: inout Picture) {
    var order: [Int?] = []
    var groups: [Int?: [Int]] = [:]
    for node in left {
      let section = graph.nodes[node].kind == .section ? node : graph.nodes[node].parent
      if groups[section] == nil { order.append(section) }
      groups[section, default: []].append(node)
    }
    for section in order {
      let nodes = groups[section] ?? []
      let place = section.map { section in
        let box = Picture.Box(graph.nodes[section], of: form)
        return " in \(box.title ?? box.name)"
      }
      picture.boxes.append(
        Picture.Box(name: "… and \(nodes.count) more\(place ?? "")".printable, shape: .more))
      let isRead = nodes.contains { node in
        links.sources[node].contains { links.all[$0].source == center }
      }
      let box = picture.boxes.count - 1
      picture.arrows.append(
        isRead ? .init(source: 0, target: box) : .init(source: box, target: 0))
    }
  }

  /// Everything that decides something, with sections as frames.
  var wholeForm: Picture {
    var picture = Picture(title: "what decides what in the form")
    let connected = Set(graph.edges.flatMap { [$0.source, $0.target] })
    var places: [Int: Int] = [:]
    var frames: [Int: Int] = [:]
    for (node, member) in graph.nodes.enumerated() {
      let frame = member.parent.flatMap { frames[$0] }
      var box = Picture.Box(member, of: form)
      if member.kind == .section {
        frames[node] = picture.frames.count
        let label = box.title ?? member.name?.printable
        picture.frames.append(.init(label: label ?? "", parent: frame))
      }
      guard connected.contains(node) else { continue }
      box.frame = frames[node] ?? frame
      places[node] = picture.boxes.count
      picture.boxes.append(box)
    }
    for link in Links(edges: graph.edges, count: graph.nodes.count).all {
      guard let source = places[link.source], let target = places[link.target] else { continue }
      picture.arrows.append(link.arrow(from: source, to: target))
    }
    return picture
  }

  /// Which section reads which, for forms that are too large to be drawn row by row.
  ///
  /// What stands in no section has a box of its own, as it has in `wholeForm`.
  var sections: Picture {
    var picture = Picture(title: "which section decides something in which")
    func owner(of node: Int) -> Int {
      let member = graph.nodes[node]
      return member.kind == .section ? node : member.parent ?? node
    }
    var known: Set<[Int]> = []
    var pairs: [[Int]] = []
    var owners: Set<Int> = []
    for edge in graph.edges {
      let ends = [owner(of: edge.source), owner(of: edge.target)]
      owners.formUnion(ends)
      if ends[0] != ends[1], known.insert(ends).inserted { pairs.append(ends) }
    }
    // In the order of the form, in which the nodes stand.
    let sorted = owners.sorted()
    picture.boxes = sorted.map { Picture.Box(graph.nodes[$0], of: form) }
    let places = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, $0) })
    for ends in pairs {
      guard let source = places[ends[0]], let target = places[ends[1]] else { continue }
      picture.arrows.append(.init(source: source, target: target))
    }
    return picture
  }
}

/// The edges of a graph with those from sections to what stands in them, by both ends.
private struct Links {
  struct Link {
    let source: Int
    let target: Int
    /// What is decided.
    let attribute: String
    /// The key that the author wrote for it.
    let use: String
    let text: String?

    func arrow(from source: Int, to target: Int) -> Picture.Arrow {
      Picture.Arrow(
        source: source, target: target, attribute: attribute, uses: [use],
        texts: [text].compactMap { $0 })
    }
  }

  private(set) var all: [Link] = []
  /// By node: the links that lead to it, and those that start there.
  private(set) var sources: [[Int]]
  private(set) var targets: [[Int]]

  init(edges: [DependencyGraph.Edge], count: Int) {
    sources = Array(repeating: [], count: count)
    targets = sources
    for edge in edges {
      append(
        Link(
          source: edge.source, target: edge.target, attribute: edge.use.words,
          use: edge.use.key(isInverted: edge.isInverted), text: edge.text))
    }
  }

  /// The edges, and one from each section that something hides or disables to each part of it.
  init(_ graph: DependencyGraph) {
    self.init(edges: graph.edges, count: graph.nodes.count)
    let decided = Set(graph.edges.filter { $0.use.isOfParts }.map(\.target))
    for (node, member) in graph.nodes.enumerated() {
      guard let parent = member.parent, decided.contains(parent) else { continue }
      append(Link(source: parent, target: node, attribute: "in", use: "in", text: nil))
    }
  }

  private mutating func append(_ link: Link) {
    // A rule may read its own row, and a count its own list.
    guard link.source != link.target else { return }
    sources[link.target].append(all.count)
    targets[link.source].append(all.count)
    all.append(link)
  }
}

extension Impact.Use {
  /// Whether what is decided of a section is so of everything in it.
  fileprivate var isOfParts: Bool {
    self == .attribute(.hidden) || self == .attribute(.disabled)
  }

  /// The key of a form file that decides it.
  fileprivate func key(isInverted: Bool) -> String {
    isInverted ? ConditionDefinition.opposites[words] ?? words : words
  }
}
