// What must be so of every text, whether it is one of the language or not: places lie in it, what
// is made of it keeps to its limits, and the canonical text means the same and prints the same.

import Foundation
import PredicateChecks
import TestSupport

@testable import Predicate

/// The places of a text.
struct Places {
  let text: String
  private let bytes: [UInt8]

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// Requires a range to lie in the text, its end included, and to cut no scalar.
  func check(_ range: Range<Int>, _ what: @autoclosure () -> String) throws {
    for offset in [range.lowerBound, range.upperBound] {
      let isIn = (0...bytes.count).contains(offset)
      try require(
        isIn && (offset == bytes.count || bytes[offset] & 0xC0 != 0x80),
        "\(range) is no place of \(text.debugDescription): \(what())")
    }
  }

  /// Requires a finding and its labels to have places, and to be sayable.
  func check(_ finding: Diagnostic) throws {
    try check(finding.range, finding.message)
    for label in finding.labels { try check(label.range, label.message) }
    try require(!finding.message.isEmpty, "a finding without a message")
    try require(!finding.rendered(in: text).isEmpty, "a finding that cannot be shown")
  }
}

/// Properties of texts.
enum TextProperties {
  /// Canonical text has the parentheses that precedence saves, so it may nest twice as deep.
  static let printedLimits: Limits = {
    var limits = Limits.standard
    limits.nesting *= 2
    return limits
  }()

  static func check(_ text: String) throws {
    let places = Places(text)
    for (isPredicate, functions) in [
      (true, FunctionSet.apple), (false, .apple), (true, .extended), (false, .extended),
    ] {
      let tree: SyntaxTree
      do throws(BuildError) {
        tree = try Self.tree(of: text, isPredicate: isPredicate, functions)
      } catch {
        try places.check(error.diagnostic)
        if case .syntax(let error) = error {
          try require(error.text == text, "an error of another text: \(error.text)")
          try checkErrors(of: text, isPredicate: isPredicate, functions, error, places)
        }
        continue
      }
      try require(tree.isPredicate == isPredicate, "a tree that yields something else: \(text)")
      try check(tree, places)
      try checkPrinting(tree)
      var maker = ValueMaker(ByteSource())
      try EvaluationProperties.checkBuilding(tree, &maker)
    }
  }

  /// What must be so of all errors of a text, the first of which is known.
  private static func checkErrors(
    of text: String, isPredicate: Bool, _ functions: FunctionSet, _ first: SyntaxError,
    _ places: Places
  ) throws {
    let errors =
      isPredicate
      ? Condition.errors(in: text, functions: functions)
      : Formula.errors(in: text, functions: functions)
    try require(errors.first == first.diagnostic, "another first error of \(text)")
    try require(errors.count <= 20, "more errors than there may be of \(text)")
    for error in errors { try places.check(error) }
    let starts = errors.dropFirst().map(\.range.lowerBound)
    try require(starts == starts.sorted(), "errors out of order: \(text)")
    try require(
      Set(errors.map(\.range.lowerBound)).count == errors.count, "an error given twice: \(text)")
  }

  /// The tree of a text as a condition or a formula has it.
  static func tree(
    of text: String, isPredicate: Bool, _ functions: FunctionSet
  ) throws(BuildError) -> SyntaxTree {
    let tree: SyntaxTree
    do throws(SyntaxError) {
      tree =
        isPredicate
        ? try SyntaxTree(predicate: text, functions: functions)
        : try SyntaxTree(expression: text, functions: functions)
    } catch {
      throw .syntax(error)
    }
    guard functions == .extended else { return tree }
    do throws(Refusal) { return try tree.settingDates() } catch {
      throw .refused(error)
    }
  }

  // MARK: - Trees

  /// What must be so of a tree, however it came about.
  static func check(_ tree: SyntaxTree, _ places: Places) throws {
    for warning in tree.warnings { try places.check(warning) }
    for node in tree.structure.nodes { try places.check(tree.range(of: node), "a node") }
    for part in tree.parts { try places.check(part.range, "a part") }
    for key in tree.bareKeys { try places.check(key.range, "the key \(key.name)") }
    if let range = tree.firstUseOfSelf { try places.check(range, "SELF") }
    for finding in tree.portability {
      try places.check(finding.range, finding.message)
      try require(!finding.rendered(in: tree.text).isEmpty, "a finding that cannot be shown")
    }
    try require(tree.structure.nodes.count <= Limits.standard.nodes, "more nodes than there may be")
    try require(isInOrder(tree.structure), "nodes out of order: \(tree.text)")
  }

  /// Whether every subtree is one run of nodes with its root last, on which evaluating stands.
  private static func isInOrder(_ structure: Structure) -> Bool {
    var waiting: [NodeIndex] = []
    for node in structure.nodes {
      let children = Array(structure.children(of: node))
      guard Array(waiting.suffix(children.count)) == children else { return false }
      waiting.removeLast(children.count)
      waiting.append(node)
    }
    return waiting == [structure.root]
  }

  // MARK: - Printing

  /// Requires the canonical text to parse, and to print as itself.
  static func checkPrinting(_ tree: SyntaxTree) throws {
    guard tree.hasLiteralText else { return }
    let printed = tree.description
    let again: SyntaxTree
    do throws(SyntaxError) {
      again =
        tree.isPredicate
        ? try SyntaxTree(predicate: printed, limits: printedLimits, functions: tree.functions)
        : try SyntaxTree(expression: printed, limits: printedLimits, functions: tree.functions)
    } catch {
      throw BrokenProperty(description: "\(tree.text) prints as what is no text: \(error)")
    }
    let place = "\(tree.text.debugDescription), printed as \(printed.debugDescription)"
    try require(
      again.description == printed, "\(place), prints then as \(again.description.debugDescription)"
    )
    try require(again.variables == tree.variables, "\(place), reads other variables")
    try require(again.keyPaths == tree.keyPaths, "\(place), reads other keys")
  }
}
