// Finds calls of `lookup` with a value that the column never holds.

import FormGraph
import Predicate

extension OperandCheck {
  /// `lookup(table, key column, value, column)` with a value that the column never holds.
  mutating func lookup(_ arguments: Children) {
    guard case .string(let name)? = known[arguments[0]].constant,
      case .string(let column)? = known[arguments[1]].constant,
      let table = text.scope.table(name), let cell = table.cell(column)
    else { return }
    let argument = arguments[2]
    let value = known[argument]
    guard value.kinds.mayFit(cell.kinds.comparable) else {
      return add(
        .compareKind, argument,
        "\(words(argument)), and \(cell.origin ?? name) is \(cell.kinds.words)",
        hint: cell.kinds.present == .text
          ? "write concat(\(text.source(of: argument).shortened)), or give the column a type"
          : nil)
    }
    if value.constant == nil, let row = value.row, let options = row.options?.written,
      !row.allowsOther,
      let cells = cell.row?.options?.written
    {
      return choices(options.map(\.value), of: argument, in: cells.map(\.value), cell, arguments)
    }
    guard let constant = value.constant, constant != .null, let row = cell.row,
      let options = row.options?.written, !options.contains(where: { $0.value.equals(constant) })
    else { return }
    add(
      .compareUnknownOption, argument,
      "\(cell.origin ?? name) has no \(constant.short), so nothing is found", severity: .warning,
      hint: OptionHint.text(for: constant, among: options.lazy.map(\.value), "values"))
  }

  /// Reports the options of a row that are not in the column in which they are looked up.
  private mutating func choices(
    _ options: [Value], of argument: NodeIndex, in cells: [Value], _ cell: Known,
    _ arguments: Children
  ) {
    guard options.count <= NamedTable.maximumRows else { return }
    let known = EqualValues(cells)
    let missing = options.filter { !known.contains($0) }
    guard let first = missing.first else { return }
    let (name, column) = (text.source(of: argument).shortened, cell.origin ?? "the column")
    if missing.count < options.count {
      // Who says what else to take knows that a row may be missing.
      guard !isInCoalesce(argument) else { return }
      let others = missing.count - 1
      return add(
        .compareUnknownOption, argument,
        "\(column) has no \(first.short), an option of \(name)"
          + (others > 0 ? ", and lacks \(others) more" : ""), severity: .warning,
        hint: "without a row, the result is nil")
    }
    // `lookup('prices', 'price', $article, 'code')`.
    var hint = "those of \(column) are \(OptionHint.short(cells))"
    if case .string(let table)? = self.known[arguments[0]].constant,
      case .string(let key)? = self.known[arguments[1]].constant,
      case .string(let other)? = self.known[arguments[3]].constant,
      let others = text.scope.table(table)?.column(other)?.values?.options?.written,
      case let values = EqualValues(others.map(\.value)),
      options.contains(where: values.contains)
    {
      hint = "write lookup('\(table)', '\(other)', \(name), '\(key)')"
    }
    add(
      .compareUnknownOption, argument, "no value of \(name) is in \(column), so nothing is found",
      severity: .warning, hint: hint)
  }

  /// Whether the call that has an argument is one of the values that `coalesce` chooses from.
  private func isInCoalesce(_ argument: NodeIndex) -> Bool {
    text.structure.nodes.contains { node in
      guard case .call(.coalesce) = text.structure.kind(of: node) else { return false }
      return text.structure.children(of: node).contains { child in
        text.structure.kind(of: child) == .call(.lookup)
          && text.structure.children(of: child).contains(argument)
      }
    }
  }
}
