// Answers whose values need no more than a look at them: `"q1": 2` for a row that lists the option
// 2. They go from the text of the answers into the cells of their rows, without a name or a value
// being made. Every other answer goes the way of all edits, which also says what is wrong with it.
//
//   "q1": 2   ─ bytes of the name ─ row ─ cell ─ is an option? ─ stored
//       └──── anything else ─ name and value ─ Engine.give(_:toRow:)

import FormFile
import Predicate

/// The rows of a form that take a plain answer, by the names under which answers give them.
struct PlainAnswers: Sendable {
  /// A row that takes plain answers.
  fileprivate struct Row: Sendable {
    let id: RowIndex
    let kind: ValueKind
    /// The cells of the options, if it holds one of them; see `RowDefinition.optionCells`.
    let optionCells: [Cell]
    /// Whether values can be given to it by a name of its own and by its tag.
    let hasTwoNames: Bool
  }

  fileprivate let rows: [Row]
  /// By the index of a row: its place in `rows`, or -1.
  private let places: [Int32]
  /// The place of each row.
  private let names: WordTable<Int>
  /// The rows with names of their own.
  let ownNames: [ExactText: RowIndex]
  /// Where nested answers have the values; nil if answers are flat.
  let nested: Nested?

  /// The objects of nested answers.
  struct Nested: Sendable {
    let objects: AnswerObjects<Member>
    /// By object: the place of each row that takes plain answers, and of each object its bits
    /// inverted.
    fileprivate let places: [WordTable<Int>]
  }

  /// What a key of nested answers names.
  enum NestedPlace {
    /// A row that takes plain answers, by its place.
    case row(Int)
    case object(Int)
    /// Anything else, or nothing.
    case other
  }

  /// Finds the rows of a form.
  ///
  /// - Complexity: O(n) in the number of rows.
  init(_ engine: borrowing Engine) {
    let (topology, outline) = (engine.topology, engine.outline)
    ownNames = engine.ownNames(areSaved: false)
    guard topology.graph.answers == .flat else {
      (rows, places, nested) = Self.nested(outline, topology)
      names = WordTable([])
      return
    }
    nested = nil
    var rows: [Row] = []
    var names: [String] = []
    var places = [Int32](repeating: -1, count: topology.rows.count)
    for row in outline.rowsInOrder(in: topology) where topology.row(row).takesPlainAnswers {
      let content = topology.row(row).content
      guard !topology.rows[row.index].isOfItem, let name = content.name ?? content.tag,
        engine.row(named: name, ownNames) == row
      else { continue }
      let kind = topology.row(row).kind
      places[row.index] = Int32(truncatingIfNeeded: rows.count)
      rows.append(
        Row(
          id: row, kind: kind, optionCells: kind == .choice ? content.optionCells : [],
          hasTwoNames: content.name != nil && content.tag != nil))
      names.append(name)
    }
    self.rows = rows
    self.places = places
    self.names = WordTable(names.enumerated().map { ($1, $0) })
  }

  /// The rows of a form whose answers are nested.
  private static func nested(
    _ outline: Outline, _ topology: Topology
  ) -> (rows: [Row], places: [Int32], Nested) {
    let objects = outline.answerObjects(in: topology)
    var rows: [Row] = []
    var places = [Int32](repeating: -1, count: topology.rows.count)
    let tables = objects.objects.map { object in
      var names: [(String, Int)] = []
      for (name, content) in zip(object.names, object.contents) {
        switch content {
        case .object(let inner, _): names.append((name, ~inner))
        case .value(.row(let row)) where topology.row(row).takesPlainAnswers:
          let record = topology.row(row)
          places[row.index] = Int32(truncatingIfNeeded: rows.count)
          names.append((name, rows.count))
          rows.append(
            Row(
              id: row, kind: record.kind,
              optionCells: record.kind == .choice ? record.content.optionCells : [],
              hasTwoNames: false))
        case .value: break
        }
      }
      return WordTable(names)
    }
    return (rows, places, Nested(objects: objects, places: tables))
  }

  /// What a key of an object of nested answers names.
  func place(of key: Int, in object: Int, _ view: JSONView) -> NestedPlace {
    guard let nested, let place = view.number(of: key, in: nested.places[object]) else {
      return .other
    }
    return place < 0 ? .object(~place) : .row(place)
  }

  /// Whether a cell holds an option of a row that takes plain answers, other than nil and "".
  @inline(__always)
  func isOption(_ cell: Cell, of row: RowIndex) -> Bool {
    guard row.index < places.count, case let place = Int(places[row.index]), place >= 0 else {
      return false
    }
    return rows[place].isOption(cell)
  }

  /// The row that a key of answers names; nil if it takes no plain answers.
  @inline(__always)
  fileprivate func row(of key: Int, in view: JSONView) -> Row? {
    view.number(of: key, in: names).map { rows[$0] }
  }
}

extension RowRecord {
  /// Whether some values of the row can be stored after a look at their cell.
  fileprivate var takesPlainAnswers: Bool {
    switch kind {
    case .text, .int, .decimal, .bool, .choice:
      !content.isCalculated && !content.takesOptions && !content.readsOptions && !clearsOptions
    case .none, .any, .choices, .date, .day, .time: false
    }
  }
}

extension PlainAnswers.Row {
  @inline(__always)
  fileprivate func isOption(_ cell: Cell) -> Bool {
    !cell.isNull && !cell.isEmptyText && optionCells.contains(cell)
  }

  /// What the row stores of an answer; nil if more has to be looked at.
  @inline(__always)
  fileprivate func stored(_ cell: Cell) -> Cell? {
    if cell.isNull { return cell }
    switch kind {
    case .text: return cell.holdsText && !cell.isEmptyText ? cell : nil
    case .int: return cell.isInt ? cell : nil
    case .bool: return cell.truth == nil ? nil : cell
    case .decimal: return cell.isInt ? cell.nearestDouble : cell.isFiniteDouble ? cell : nil
    case .choice: return isOption(cell) ? cell : nil
    case .none, .any, .choices, .date, .day, .time: return nil
    }
  }
}

extension Engine {
  /// Gives a nested answer to a row that takes plain answers.
  ///
  /// - Returns: Whether the row took it.
  mutating func give(
    _ view: JSONView, at index: Int, toPlain place: Int, _ plain: PlainAnswers,
    _ giving: inout Giving
  ) -> Bool {
    let row = plain.rows[place]
    guard topology.graph.limits.valueBytes >= Cell.longestText, let cell = view.cell(at: index),
      let stored = row.stored(cell)
    else { return false }
    give(stored, to: row.id, cause: giving.cause)
    giving.result.rows.append(row.id)
    return true
  }

  /// Gives answers, the plain ones among them straight to their cells.
  mutating func give(
    _ document: (object: JSONDocument, without: Int?), _ plain: PlainAnswers,
    _ giving: inout Giving
  ) {
    let fitsAll = topology.graph.limits.valueBytes >= Cell.longestText
    document.object.read { view in
      let keys = view.keys(of: 0)
      giving.result.rows.reserveCapacity(keys.underestimatedCount)
      journal.sources.reserveCapacity(keys.underestimatedCount)
      for key in keys where key != document.without {
        guard !giving.hasEnoughReasons else { return }
        if fitsAll, let row = plain.row(of: key, in: view), let cell = view.cell(at: key + 1),
          giving.names.isEmpty || giving.names[row.id] == nil, let stored = row.stored(cell)
        {
          give(stored, to: row.id, cause: giving.cause)
          giving.result.rows.append(row.id)
          // The row may also be given under its other name.
          if row.hasTwoNames { giving.note(view.text(at: key), of: row.id) }
        } else {
          give(view.value(at: key + 1), named: view.text(at: key), &giving)
        }
      }
    }
  }
}
