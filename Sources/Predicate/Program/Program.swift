// A text made ready to run: its structure with operands in the place of variables. A program does
// not know what its operands are called or where its parts stand in a text, so that texts of one
// shape share one program; a `Resolution` keeps what is particular to a text.

/// What a text computes, over operands 0, 1, ….
///
/// Programs are equal when they compute the same from the same operands. A program is one
/// reference: copies share everything.
public struct Program: Sendable, Hashable {
  private let parts: Parts

  /// What a program consists of.
  private final class Parts: Sendable {
    let structure: Structure
    let patterns: [NodeIndex: Pattern]
    let code: Code
    /// Kept only if the code leaves something to the tree evaluator.
    ///
    /// Other programs run as trees when they fail or are explained, and make their plan then.
    let plan: Plan?

    init(_ structure: Structure, _ patterns: [NodeIndex: Pattern]) {
      self.structure = structure
      self.patterns = patterns
      code = CodeBuilder.code(of: structure)
      plan = code.outline.needs == .more ? Plan(structure) : nil
    }
  }

  /// Makes the program of a checked structure.
  ///
  /// - Parameters:
  ///   - structure: The structure.
  ///   - patterns: Its constant patterns, each by the comparison that it belongs to.
  /// - Complexity: O(n).
  init(_ structure: Structure, _ patterns: [NodeIndex: Pattern]) {
    parts = Parts(structure, patterns)
  }

  /// What the program computes.
  var structure: Structure { parts.structure }

  /// A hash of what the program computes.
  ///
  /// - Complexity: O(n).
  package var contentHash: Int { structure.contentHash }

  /// How many operands the program reads.
  public var operandCount: Int { structure.operandCount }
  /// The constant patterns of MATCHES, each by the comparison that it belongs to.
  var patterns: [NodeIndex: Pattern] { parts.patterns }
  /// How an evaluation goes over cells.
  var code: Code { parts.code }
  /// How an evaluation goes through the structure as a tree.
  var plan: Plan { parts.plan ?? Plan(structure) }
  /// What a machine needs of the code, valid as long as the program is.
  @inline(__always) var outline: Code.Outline { parts.code.outline }

  /// Programs are equal if their structures are.
  public static func == (left: Program, right: Program) -> Bool {
    left.structure == right.structure
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(structure) }

  /// Whether the program gives the value of its one operand, and nothing else.
  package var isOneOperand: Bool {
    guard structure.nodes.count == 1, let node = structure.nodes.first,
      case .variable = structure.kind(of: node)
    else { return false }
    return true
  }

  /// Whether the result depends on the time of the evaluation.
  ///
  /// - Complexity: O(n).
  public var readsClock: Bool { calls { $0 == .now } }

  /// Whether the result depends on the day of the evaluation, in its time zone.
  ///
  /// - Complexity: O(n).
  public var readsToday: Bool { calls { $0 == .today } }

  /// Whether the result depends on the time zone of the evaluation.
  ///
  /// - Complexity: O(n).
  public var readsTimeZone: Bool { calls(\.readsTimeZone) }

  /// Whether the result depends on the language of the evaluation.
  ///
  /// - Complexity: O(n).
  public var readsLanguage: Bool { calls(\.readsLanguage) }

  private func calls(_ isSought: (Function) -> Bool) -> Bool {
    structure.nodes.contains {
      if case .call(let function) = structure.kind(of: $0) { isSought(function) } else { false }
    }
  }
}

/// A text with the program it became and what its operands stand for.
public struct Resolution: Sendable {
  /// What the text computes.
  public let program: Program
  /// How the program is written there.
  let wording: Wording

  /// What the program's operands stand for, by their number.
  ///
  /// - Complexity: O(n) in their number.
  public var operands: [Operand] { wording.operands }
  /// The text.
  public var text: String { wording.text }

  /// How many bytes the constant patterns have together that were compiled with the text.
  package var patternsLength: Int {
    program.patterns.values.reduce(0) { $0 + $1.length }
  }

  /// Where the text asks for a random number, first of all; nil where its result is always the same
  /// for the same values and time.
  public var firstUseOfRandom: Range<Int>? {
    program.structure.nodes.first { node in
      switch program.structure.kind(of: node) {
      case .call(.random), .call(.randomBelow): true
      default: false
      }
    }.map(range)
  }

  /// The resolution over a program that is equal to its own, which both then share: so each of
  /// many texts of one shape keeps its own wording alone.
  ///
  /// - Parameter program: The program.
  /// - Returns: The resolution over that program; this one where the programs are not equal.
  /// - Complexity: O(n).
  public func sharing(_ program: Program) -> Resolution {
    guard program == self.program else { return self }
    return Resolution(program: program, wording: wording)
  }

  /// Where a node stands.
  func range(of node: NodeIndex) -> Range<Int> { wording.range(of: node) }

  /// The failure of an evaluation, placed in this text.
  ///
  /// - Parameters:
  ///   - failure: What a program of this text failed at.
  ///   - knownNames: The variables that had values, for a hint.
  /// - Returns: The error with its range in the text.
  public func error(
    for failure: EvaluationFailure, knownNames: [String] = []
  ) -> EvaluationError {
    let range = range(of: failure.node)
    let diagnostic: Diagnostic
    switch failure.cause {
    case .trouble(let message, let hint):
      diagnostic = Diagnostic(message.text, at: range, hint: hint?.text)
    case .unbound(let index):
      let name = wording.variable(index)
      let nearest = Spelling.nearest(to: name, among: knownNames)
      diagnostic = Diagnostic(
        "no value was given for $\(name)", at: range,
        hint: nearest.map {
          // Swift's `==` is canonical equivalence.
          $0 == name
            ? "there is a value for the same name in another Unicode normal form"
            : "did you mean $\($0)?"
        })
    }
    return EvaluationError(diagnostic: diagnostic, text: text)
  }
}
