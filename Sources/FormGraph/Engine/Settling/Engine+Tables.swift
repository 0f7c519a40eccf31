// Runs the filter of options that come from a table or a list. A filter of a table that says
// `SELF.column == expression` looks only at the rows that an index finds, so its cost follows the
// number of matches and not the size of the table.

import Predicate

extension Engine {
  /// Computes which rows of a table, or which items of a list, can be chosen.
  ///
  /// A row for which the filter fails can be chosen, like an option. A row that the index leaves
  /// out cannot, whatever the other parts of the filter would say: they are not evaluated there.
  @inline(never)
  mutating func settleOptions(
    _ node: PackedNode, _ row: RowIndex, _ choices: TableChoices
  ) {
    guard let program = node.program else {
      return finishOptions(choices.values, nil, of: node, row)
    }
    var problem: NodeProblem?
    var available: [Value] = []
    var steps = allSteps
    let object = TableRow(of: choices)
    let index = choices.isOfList ? nil : choices.table.contents.index(of: choices.value)
    var count = 0
    func examine(_ row: Int) {
      // A row without a value is no option, and of equal values the first is.
      let value = choices.table[row, choices.value]
      guard !value.isEmpty, index?.isFirst(row) ?? true else { return }
      object.row = row
      count += 1
      do throws(NodeProblem) {
        guard try passes(object, node, program, &steps) else { return }
      } catch {
        problem = problem ?? error
      }
      available.append(value)
    }
    if !choices.isOfList, let matches = matches(node, program, choices) {
      for index in matches { examine(index) }
    } else {
      for index in 0..<choices.table.rowCount { examine(index) }
    }
    evaluations.examinedRows += count
    finishOptions(available, problem, of: node, row)
  }

  /// The rows that an equality of the filter finds; nil if the filter has none, or if the value to
  /// find fails.
  private func matches(
    _ node: PackedNode, _ program: ProgramID, _ choices: TableChoices
  ) -> RowsOfValue? {
    let program = topology.graph.programs[program.index]
    for equality in program.keyEqualities {
      guard let column = choices.column(of: equality.key) else { continue }
      let value = program.value(of: equality, in: state.context) { index in
        state.value(of: topology.operand(index, of: node).slot)
      }
      if let value { return choices.table.contents.rows(where: column, equals: value) }
    }
    return nil
  }

  private func passes(
    _ object: TableRow, _ node: PackedNode, _ program: ProgramID, _ steps: inout Steps
  ) throws(NodeProblem) -> Bool {
    var rest = Value.null
    let cell = try run(node, program, for: object, within: &steps, rest: &rest)
    guard let passes = cell.truth else { throw .wrongKind(cell.value ?? rest) }
    return passes
  }
}
