// The picture of a large form: which section reads which, as a table. It needs no layout, so it is
// written as SVG here.

import FormGraph
import Predicate

/// Which section of a form reads which.
struct Matrix {
  /// The sections in the order of the form, with the names that people know them by.
  let names: [String]
  /// By section, and by the section that it reads: the number of pairs of rows of which one reads
  /// the other, and whether one of those that are read is an answer.
  let cells: [[Int: Cell]]

  struct Cell {
    var count = 0
    var readsAnswer = false
  }

  private static let maximumSections = 300
  private static let maximumRows = 20_000

  /// Counts who reads whom.
  init(_ neighbourhood: Neighbourhood) throws(CommandError) {
    let graph = neighbourhood.graph
    var columns: [Int: Int] = [:]
    var names: [String] = []
    /// The column of the section that a node is in; of the form itself and of inputs one each.
    func column(of node: Int) -> Int {
      let member = graph.nodes[node]
      let owner = member.kind == .section ? node : member.parent ?? (member.kind == .input ? -1 : 0)
      if let known = columns[owner] { return known }
      columns[owner] = names.count
      let name =
        owner < 0
        ? "inputs" : Picture.Box(graph.nodes[owner], of: neighbourhood.form).name.printable
      names.append(name)
      return names.count - 1
    }
    let rows = neighbourhood.rowCount
    var pairs: Set<[Int]> = []
    let connected = Set(graph.edges.flatMap { [$0.source, $0.target] })
    for node in graph.nodes.indices where connected.contains(node) { _ = column(of: node) }
    guard !names.isEmpty else {
      throw .refused("nothing decides anything in this form, so there is no picture")
    }
    guard rows <= Self.maximumRows, names.count <= Self.maximumSections else {
      throw .usage(
        "\(counted(rows, "row")) in \(counted(names.count, "section")) are too many for one picture",
        hint: "add --around TAG, for one row or section")
    }
    let calculated = Set(graph.edges.filter { $0.use == .value }.map(\.target))
    var cells = Array(repeating: [Int: Cell](), count: names.count)
    for edge in graph.edges where pairs.insert([edge.source, edge.target]).inserted {
      let (row, column) = (column(of: edge.target), column(of: edge.source))
      cells[row][column, default: Cell()].count += 1
      if case .row = graph.nodes[edge.source].kind, !calculated.contains(edge.source) {
        cells[row][column, default: Cell()].readsAnswer = true
      }
    }
    self.names = names
    self.cells = cells
  }

  var summary: String {
    "\(counted(names.count, "section")), \(counted(cells.reduce(0) { $0 + $1.count }, "cell"))"
  }

  /// The size of a cell, in points; the longest number fits into it.
  private var side: Int {
    let digits = cells.joined().map { "\($0.value.count)".count }.max() ?? 0
    return max(16, 7 * digits + 4)
  }

  /// The table as SVG, with a line break at its end.
  ///
  /// A section that reads an answer of a later one has a frame: it changes behind the user's back.
  var svg: String {
    let cell = side
    // No name is cut. A wide character takes twice the width of the others.
    let label =
      names.map { name in
        name.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 7 : 13) }
      }.max() ?? 0
    let left = label + 12
    let top = label + 12
    let size = names.count * cell
    let legend = [
      "A cell: the section of its line reads that of its column. The number counts the pairs of rows.",
      "With a frame: an answer is read that is given later in the form.",
      "Grey: the section itself, where it reads nothing of its own.",
    ]
    let width = max(left + size + 12, legend.map(\.count).max().map { $0 * 7 + 24 } ?? 0)
    let height = top + size + 24 + legend.count * 18
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" "#
        + #"viewBox="0 0 \#(width) \#(height)" role="img">"#,
      "<title>which section reads which</title>",
      "<style>text{font:11px sans-serif;fill:#222}.line{fill:#8881}.cell{fill:#3d6fc4}"
        + ".later{stroke:#d0402b;stroke-width:3}.own{fill:#8885}.count{fill:#fff;text-anchor:middle}"
        + "@media (prefers-color-scheme:dark){text{fill:#ddd}.count{fill:#fff}}</style>",
    ]
    for (row, name) in names.enumerated() {
      let y = top + row * cell
      if row % 2 == 0 {
        lines.append(
          #"<rect class="line" x="0" y="\#(y)" width="\#(left + size)" height="\#(cell)"/>"#)
      }
      lines.append(
        #"<text x="\#(left - 6)" y="\#(y + cell / 2 + 4)" text-anchor="end">\#(name.inXML)</text>"#)
      let x = left + row * cell
      lines.append(
        #"<text transform="translate(\#(x + cell / 2 + 4) \#(top - 6)) rotate(-90)">"#
          + #"\#(name.inXML)</text>"#)
      if cells[row][row] == nil { lines.append(rect(row, row, "own", inset: 1)) }
    }
    for (row, columns) in cells.enumerated() {
      for (column, entry) in columns.sorted(by: { $0.key < $1.key }) {
        let title = "\(names[row]) reads \(names[column]): \(counted(entry.count, "pair")) of rows"
        let isLater = column > row && entry.readsAnswer
        lines.append(
          "<g><title>\(title.inXML)</title>"
            + rect(row, column, isLater ? "cell later" : "cell", inset: isLater ? 2 : 1)
            + #"<text class="count" x="\#(left + column * cell + cell / 2)" "#
            + #"y="\#(top + row * cell + cell / 2 + 4)">\#(entry.count)</text></g>"#)
      }
    }
    for (line, text) in legend.enumerated() {
      lines.append(#"<text x="12" y="\#(top + size + 24 + line * 18)">\#(text.inXML)</text>"#)
    }
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"

    func rect(_ row: Int, _ column: Int, _ kind: String, inset: Int) -> String {
      let (x, y) = (left + column * cell + inset, top + row * cell + inset)
      let side = cell - 2 * inset
      return #"<rect class="\#(kind)" x="\#(x)" y="\#(y)" width="\#(side)" height="\#(side)"/>"#
    }
  }
}
