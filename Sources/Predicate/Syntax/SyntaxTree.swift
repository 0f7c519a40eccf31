// A parsed text. `Structure` holds its meaning; `Wording` holds the text, the places of the nodes
// and the names of the variables. Two texts of the same form over different variables have equal
// structures. Both parts are references, so copying a tree changes two reference counts.

/// The syntax tree of a predicate or an expression.
public struct SyntaxTree: Sendable {
  /// The meaning of the text, without places and names of variables.
  package let structure: Structure
  let wording: Wording

  /// The text from which the tree was parsed; ranges are UTF-8 offsets in it.
  public var text: String { wording.text }
  /// Warnings about parts that are valid but probably not what was meant.
  public var warnings: [Diagnostic] { wording.warnings }
  /// The functions that the text may call.
  public var functions: FunctionSet { wording.functions }
  /// The arguments and substitutions; nil if there are none.
  var constants: Constants? { wording.constants }

  /// The constants that replaced parts of the text.
  final class Constants: Sendable {
    /// The arguments of the placeholders, in the order of the text.
    let arguments: [Value]
    /// The values of the free variables that were replaced, by name.
    let substitutions: ValueDictionary

    init(arguments: [Value], substitutions: ValueDictionary) {
      self.arguments = arguments
      self.substitutions = substitutions
    }
  }

  /// The names of the free variables, in the order of their first use.
  ///
  /// - Complexity: O(n).
  public var variables: [String] { wording.variables }

  /// The name of a free variable.
  package func variable(_ index: Int32) -> String { wording.variable(Int(index)) }

  var root: NodeIndex { structure.root }

  package func range(of node: NodeIndex) -> Range<Int> { wording.range(of: node) }

  /// Whether the text is a predicate, not an expression.
  public var isPredicate: Bool { structure.kind(of: root).isPredicate }
}

/// The first use of a variable in a text.
struct VariableUse: Sendable {
  /// The place of the name, without the `$`.
  let name: SourceRange
  /// The place of the whole operand, including parentheses.
  var place: SourceRange
}

/// The wording of a structure in one text.
final class Wording: Sendable {
  let text: String
  /// The first use of each variable, in the order of the text, and the place of each node.
  ///
  /// Names are read from the text when needed. Most are needed at most once.
  private let parts: Block<VariableUse, SourceRange>
  /// The part of each variable that is read; empty if each variable is read as a whole.
  private let readings: [Operand.Reading]
  /// The functions that the text may call.
  let functions: FunctionSet
  /// Warnings about parts that are valid but probably not what was meant.
  let warnings: [Diagnostic]
  /// The arguments and substitutions; nil if there are none.
  let constants: SyntaxTree.Constants?

  /// Makes a wording by moving its parts out of a builder's stacks.
  init(
    of text: String, ranges: inout Stack<SourceRange>, variables: inout Stack<VariableUse>,
    readings: [Operand.Reading] = [], functions: FunctionSet, warnings: [Diagnostic],
    constants: SyntaxTree.Constants?
  ) {
    precondition(readings.isEmpty || readings.count == variables.count)
    // A string whose bytes are not contiguous would be scanned from its start for each name.
    var text = text
    text.makeContiguousUTF8()
    self.text = text
    parts = Block(moving: &variables, &ranges)
    self.readings = readings
    self.functions = functions
    self.warnings = warnings
    self.constants = constants
  }

  var operandCount: Int { parts.firstCount }

  /// The operands, by the index in variable nodes.
  var operands: [Operand] {
    (0..<operandCount).map { index in
      Operand(
        variable: variable(index), reading: readings.isEmpty ? .value : readings[index],
        place: use(index).place)
    }
  }

  /// The names of the variables.
  var variables: [String] { (0..<operandCount).map(variable) }

  /// The name of a variable.
  func variable(_ index: Int) -> String {
    TextBytes.read(text) { $0.text(use(index).name.offsets) }
  }

  /// The first use of a variable.
  func use(_ index: Int) -> VariableUse { parts.first(index) }

  /// The place of a node.
  func place(of node: NodeIndex) -> SourceRange { parts.second(node.index) }

  func range(of node: NodeIndex) -> Range<Int> { place(of: node).offsets }
}

extension SyntaxTree: Hashable {
  /// Whether both trees have the same meaning over the same variables.
  ///
  /// The places of their parts do not matter. `TRUE` and `1` are the same constant, because they
  /// print the same.
  public static func == (left: SyntaxTree, right: SyntaxTree) -> Bool {
    left.structure.isLike(right.structure, taking: \.unflagged)
      && left.variables.map(ExactText.init) == right.variables.map(ExactText.init)
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    structure.hash(into: &hasher, taking: \.unflagged)
    hasher.combine(variables.map(ExactText.init))
  }
}
