// What must be so of texts with arguments: an argument is a value and never text of the language,
// and what is built is encoded and built again as the same.

import Foundation
import TestSupport

@testable import Predicate

/// Properties of texts with placeholders.
enum FormatProperties {
  static func check(_ format: String, _ rest: inout ByteSource) throws {
    for isPredicate in [true, false] {
      let tree =
        isPredicate ? try? SyntaxTree(predicate: format) : try? SyntaxTree(expression: format)
      var maker = ValueMaker(rest)
      // Mostly as many as there are placeholders.
      let count = (tree?.placeholderCount ?? 1) + maker.pick([0, 0, 0, 0, 0, 1, -1])
      let arguments = (0..<max(0, min(count, 200))).map { _ in maker.value() }
      let filled: SyntaxTree
      do throws(BuildError) {
        filled =
          isPredicate
          ? try Condition(format: format, arguments: arguments).tree
          : try Formula(format: format, arguments: arguments).tree
      } catch {
        try Places(format).check(error.diagnostic)
        continue
      }
      try require(filled.text == format, "an argument became text: \(filled.text)")
      try require(filled.placeholderCount == 0, "a hole is left in \(format.debugDescription)")
      try TextProperties.check(filled, Places(format))
      try TextProperties.checkPrinting(filled)
      try checkCoding(filled, "\(format.debugDescription) with \(arguments)")
      try EvaluationProperties.checkBuilding(filled, &maker)
    }
  }

  private static func checkCoding(_ tree: SyntaxTree, _ label: String) throws {
    func again<Built: Codable & Equatable>(_ built: Built) throws -> Built {
      try JSONDecoder().decode(Built.self, from: JSONEncoder().encode(built))
    }
    if tree.isPredicate {
      let condition = try Condition(tree)
      try require(try again(condition) == condition, "\(label) is decoded as another condition")
    } else {
      let formula = try Formula(tree)
      try require(try again(formula) == formula, "\(label) is decoded as another formula")
    }
  }
}
