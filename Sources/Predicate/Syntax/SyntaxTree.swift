// A parsed text. Its structure (what is meant) is kept apart from its wording (where it stands, and
// the names of free variables): two texts of one shape over different variables have equal
// structures. Both are references, so that whoever hands a tree on counts two of them and not one
// for each of its parts.

/// The syntax tree of a predicate or an expression.
public struct SyntaxTree: Sendable {
  /// What the text means, free of positions and of the names of its variables.
  package let structure: Structure
  let wording: Wording

  /// The text the tree was parsed from; ranges are UTF-8 offsets in it.
  public var text: String { wording.text }
  /// What builds but is likely to go wrong.
  public var warnings: [Diagnostic] { wording.warnings }
  /// Which functions the text may call.
  public var functions: FunctionSet { wording.functions }
  /// What the text itself does not say; nil where nothing was handed over.
  var constants: Constants? { wording.constants }

  /// The constants that stand in the place of parts of the text.
  final class Constants: Sendable {
    /// What filled the placeholders of the text, in their order.
    let arguments: [Value]
    /// What stands in the place of free variables of the text, by their names.
    let substitutions: ValueDictionary

    init(arguments: [Value], substitutions: ValueDictionary) {
      self.arguments = arguments
      self.substitutions = substitutions
    }
  }

  /// The names of the free variables, each once, in the order of first appearance.
  ///
  /// - Complexity: O(n).
  public var variables: [String] { wording.variables }

  /// The name of a free variable.
  package func variable(_ index: Int32) -> String { wording.variable(Int(index)) }

  var root: NodeIndex { structure.root }

  package func range(of node: NodeIndex) -> Range<Int> { wording.range(of: node) }

  /// Whether the text yields true or false, as against a value.
  public var isPredicate: Bool { structure.kind(of: root).isPredicate }
}

/// Where a variable first stands in a text.
struct VariableUse: Sendable {
  /// Its name, without the `$`.
  let name: SourceRange
  /// All of it, with its parentheses.
  var place: SourceRange
}

/// How a structure is written in one text.
final class Wording: Sendable {
  let text: String
  /// The variables, each where it stands first, in the order of the text, and where each node
  /// stands.
  ///
  /// Names are read from the text: most are asked for once, and many never.
  private let parts: Block<VariableUse, SourceRange>
  /// What is read of each variable; none where that is all of it.
  private let readings: [Operand.Reading]
  /// Which functions the text may call.
  let functions: FunctionSet
  /// What builds but is likely to go wrong.
  let warnings: [Diagnostic]
  /// What the text itself does not say; nil where nothing was handed over.
  let constants: SyntaxTree.Constants?

  /// Takes what is known of a text from who has read it.
  init(
    of text: String, ranges: inout Stack<SourceRange>, variables: inout Stack<VariableUse>,
    readings: [Operand.Reading] = [], functions: FunctionSet, warnings: [Diagnostic],
    constants: SyntaxTree.Constants?
  ) {
    precondition(readings.isEmpty || readings.count == variables.count)
    // Text of another system would be gone through from its start for each name.
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

  /// What nodes that are variables stand for, by their index.
  var operands: [Operand] {
    (0..<operandCount).map { index in
      Operand(
        variable: variable(index), reading: readings.isEmpty ? .value : readings[index],
        place: use(index).place)
    }
  }

  /// Their names.
  var variables: [String] { (0..<operandCount).map(variable) }

  /// The name of a variable.
  func variable(_ index: Int) -> String {
    TextBytes.read(text) { $0.text(use(index).name.offsets) }
  }

  /// Where a variable first stands.
  func use(_ index: Int) -> VariableUse { parts.first(index) }

  /// Where a node stands.
  func place(of node: NodeIndex) -> SourceRange { parts.second(node.index) }

  func range(of node: NodeIndex) -> Range<Int> { place(of: node).offsets }
}

extension SyntaxTree: Hashable {
  /// Whether both mean the same over the same variables, wherever their parts stand.
  ///
  /// `TRUE` and `1` count as one constant, as they print alike.
  public static func == (left: SyntaxTree, right: SyntaxTree) -> Bool {
    left.structure.isLike(right.structure, taking: \.unflagged)
      && left.variables.map(ExactText.init) == right.variables.map(ExactText.init)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    structure.hash(into: &hasher, taking: \.unflagged)
    hasher.combine(variables.map(ExactText.init))
  }
}
