// Dependencies that come one by one: rows with values, each but the first of which is given a
// formula over another one. No formula changes a value, so that an edit reads a text, connects and
// ranks.

package import FormGraph
import Predicate
import Yardsticks

/// A form of plain rows, and the formulas that they are given one after another.
package struct FormulaEdits {
  /// Which rows read which, and in what order they come to do so.
  package enum Order: String, Sendable, CaseIterable {
    /// As people write forms: a row reads one of the fifty before it, and a few stand behind a row
    /// that reads them.
    case form
    /// Rows read any other, as long as there is no cycle.
    case random
    /// Each row reads the one before it, and the last row is the first to do so.
    case backwards
  }

  /// The form, in which row `r_i` holds how many rows stand between it and the one that reads none.
  package let definition: FormDefinition
  /// The edits, in their order.
  package let edits: [(tag: String, formula: String)]
  /// The row that reads none.
  package let root: String
  /// How many rows stand between each row and the root.
  package let depths: [Int]

  package init(_ order: Order, rows: Int) {
    var random = Random(seed: 3)
    // A row reads one that stands before it in here.
    var places = Array(0..<rows)
    switch order {
    case .form:
      for position in 0..<rows / 100 {
        let first = position * 100 + random.below(50)
        places.swapAt(first, first + 1 + random.below(49))
      }
    case .random:
      for last in (1..<rows).reversed() { places.swapAt(last, random.below(last + 1)) }
    case .backwards: break
    }
    var inputs = Array(repeating: -1, count: rows)
    var depths = Array(repeating: 0, count: rows)
    for (place, row) in places.enumerated().dropFirst() {
      let input =
        switch order {
        case .form: place - 1 - random.below(min(place, 50))
        case .random: random.below(place)
        case .backwards: place - 1
        }
      inputs[row] = places[input]
      depths[row] = depths[inputs[row]] + 1
    }
    let readers = (0..<rows).filter { inputs[$0] >= 0 }
    definition = FormDefinition(
      sections: Shape.sections(
        depths.enumerated().map { row, depth in
          RowDefinition(tag: "r_\(row)", type: .int, value: .int(Int64(depth)))
        }))
    edits = (order == .backwards ? readers.reversed() : readers).map { row in
      (tag: "r_\(row)", formula: "$r_\(inputs[row]) + 1")
    }
    root = "r_\(places.first ?? 0)"
    self.depths = depths
  }

  /// Makes the edits, each a transaction; how many evaluations that took.
  package func make(in form: inout Form) throws -> Int {
    var evaluated = 0
    for edit in edits {
      evaluated += try form.update { draft in
        draft.setFormula(of: .tag(edit.tag), to: edit.formula)
      }.evaluatedCount
    }
    return evaluated
  }
}
