// Says in one predicate which values a formula gives and when: `if($a > 3, 'x', 'y')` of the row
// `b` is `($b == 'x' AND ($a > 3)) OR ($b == 'y' AND NOT ($a > 3)) OR $b == nil`.

import FormGraph
import Predicate

/// The values of formulas that choose among constants.
enum FormulaValues {
  /// The largest number of values that a formula chooses from.
  private static let maximumValues = 16
  /// The longest predicate, in bytes.
  private static let maximumLength = 10_000

  /// A part that holds whatever the answers are; nil if the row has no such formula.
  ///
  /// A formula that fails gives nil, and so does a hidden row.
  static func part(of place: FormPlace, _ limits: Limits) -> MemberPart? {
    guard let row = place.row, let tag = row.tag, let formula = row.calculated,
      let tree = try? SyntaxTree(expression: formula, limits: limits, functions: .extended)
    else { return nil }
    let structure = tree.structure
    var alternatives: [String] = []
    var before = ""
    var node = structure.root
    while true {
      var value = node
      var children: [NodeIndex] = []
      var holds = ""
      if case .ternary = structure.kind(of: node) {
        children = Array(structure.children(of: node))
        value = children[1]
        holds = " AND (\(source(of: children[0], in: tree)))"
      }
      guard case .literal(let index) = structure.kind(of: value) else { return nil }
      let constant = structure.value(index)
      guard constant.isNull || isKept(constant, by: row) else { return nil }
      if !constant.isNull {
        alternatives.append("($\(tag) == \(source(of: value, in: tree))\(before)\(holds))")
      }
      guard !children.isEmpty else { break }
      before += " AND NOT (\(source(of: children[0], in: tree)))"
      node = children[2]
      guard alternatives.count < maximumValues, before.utf8.count < maximumLength else {
        return nil
      }
    }
    alternatives.append("$\(tag) == nil")
    let text = alternatives.joined(separator: " OR ")
    guard text.utf8.count <= maximumLength else { return nil }
    var part = MemberPart(
      text, isNegated: false, at: place.path.appending("calculated"),
      "the formula of \(place.inWords)", scope: place.scope, limits)
    part?.isFormula = true
    return part
  }

  /// Whether a row holds a constant just as it is written.
  private static func isKept(_ value: Value, by row: RowDefinition) -> Bool {
    switch (row.type.valueKind, value) {
    case (.text, .string), (.int, .int), (.decimal, .int), (.decimal, .double), (.bool, .bool): true
    case (.choice, .string), (.choice, .int):
      row.options?.written?.contains { $0.value == value } ?? false
    default: false
    }
  }

  private static func source(of node: NodeIndex, in tree: SyntaxTree) -> String {
    String(decoding: Array(tree.text.utf8)[tree.range(of: node)], as: UTF8.self)
  }
}
