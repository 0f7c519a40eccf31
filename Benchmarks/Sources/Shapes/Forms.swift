// The forms that are measured, as definitions. Each is as large as it is asked to be, says what of
// it is to be edited, and is the same in every run.

package import FormGraph
import Predicate
import Yardsticks

/// Forms by shape.
package enum Shape {
  /// How many rows stand in one section.
  static let sectionSize = 1_000

  static func sections(_ rows: [RowDefinition]) -> [SectionDefinition] {
    stride(from: 0, to: rows.count, by: sectionSize).map { first in
      SectionDefinition(rows: Array(rows[first..<min(first + sectionSize, rows.count)]))
    }
  }

  private static func form(_ first: RowDefinition, _ rows: [RowDefinition]) -> FormDefinition {
    FormDefinition(sections: [SectionDefinition(rows: [first])] + sections(rows))
  }

  /// Chains of calculated rows below `$source`: `r_i_j` is the row before it plus one.
  ///
  /// `isMixed` writes every other formula the other way round, so that no two neighbours run one
  /// program.
  package static func grid(chains: Int, length: Int, isMixed: Bool = false) -> FormDefinition {
    var rows: [RowDefinition] = []
    rows.reserveCapacity(chains * length)
    for chain in 0..<chains {
      var input = "source"
      for position in 0..<length {
        let tag = "r_\(chain)_\(position)"
        let formula = isMixed && position % 2 == 1 ? "1 + $\(input)" : "$\(input) + 1"
        rows.append(RowDefinition(tag: tag, type: .int, calculated: formula))
        input = tag
      }
    }
    return form(RowDefinition(tag: "source", type: .int, value: 0), rows)
  }

  /// Layers of calculated rows below `$source`: `r_0_j` adds its position to it, and every row of
  /// another layer is the mean of three of the layer before, as in `LayeredGraph`.
  package static func layered(width: Int, layers: Int) -> FormDefinition {
    var rows = (0..<width).map { position in
      RowDefinition(tag: "r_0_\(position)", type: .decimal, calculated: "$source + \(position)")
    }
    rows.reserveCapacity(width * layers)
    for (layer, inputs) in LayeredGraph.inputs(width: width, layers: layers).enumerated() {
      for (position, places) in inputs.enumerated() {
        let (first, second, third) = places
        rows.append(
          RowDefinition(
            tag: "r_\(layer + 1)_\(position)", type: .decimal,
            calculated: "($r_\(layer)_\(first) + $r_\(layer)_\(second) + $r_\(layer)_\(third)) / 3")
        )
      }
    }
    return form(RowDefinition(tag: "source", type: .decimal, value: 0.0), rows)
  }

  /// Pairs of a switch `x_i` and a row `h_i` that is hidden while the switch is off.
  package static func pairs(_ count: Int) -> FormDefinition {
    let rows = (0..<count).flatMap { pair in
      [
        RowDefinition(tag: "x_\(pair)", type: .switch),
        RowDefinition(
          tag: "h_\(pair)", type: .int,
          hidden: ConditionDefinition(.predicate("$x_\(pair) == false"))),
      ]
    }
    return FormDefinition(sections: sections(rows))
  }

  /// Rows `x_i` that are all hidden while the switch `$sw` is off.
  package static func fan(_ count: Int) -> FormDefinition {
    form(
      RowDefinition(tag: "sw", type: .switch, value: true),
      (0..<count).map { row in
        RowDefinition(
          tag: "x_\(row)", type: .int, value: .int(number(of: row)), hidden: "$sw == false")
      })
  }

  /// Rows `x_i`, each hidden by a condition of its own.
  package static func distinct(_ count: Int) -> FormDefinition {
    form(
      RowDefinition(tag: "sw", type: .switch, value: true),
      (0..<count).map { row in
        RowDefinition(
          tag: "x_\(row)", type: .int, value: .int(number(of: row)),
          hidden: ConditionDefinition(.predicate("$sw == false OR $x_\(row) > 5")))
      })
  }

  /// Rows `x_i`, each hidden while `$k` is its number: no two conditions have the same program.
  package static func programs(_ count: Int) -> FormDefinition {
    form(
      RowDefinition(tag: "k", type: .int, value: 0),
      (0..<count).map { row in
        RowDefinition(
          tag: "x_\(row)", type: .int,
          hidden: ConditionDefinition(.predicate("$k == \(row)")))
      })
  }

  /// What row `x_i` holds: 0 to 10, of which 6 to 10 hide it in `distinct`.
  package static func number(of row: Int) -> Int64 { Int64(row % 11) }

  /// The bytes of the tags and of every different condition of a form, each once.
  package static func textBytes(of definition: FormDefinition) -> Int {
    var texts: Set<String> = []
    var tags = 0
    for section in definition.sections {
      for row in section.rows {
        tags += row.tag?.utf8.count ?? 0
        if case .predicate(let text)? = row.hidden?.source { texts.insert(text) }
      }
    }
    return texts.reduce(tags) { $0 + $1.utf8.count }
  }
}
