// A text made ready to run: its structure, with operands in place of variables. A program knows
// neither the names of its operands nor the positions of its parts in a text. So texts of the same
// shape share one program. A `Resolution` keeps the facts of one text.

/// What a text computes, over operands 0, 1, ….
///
/// Two programs are equal if they compute the same from the same operands. Copies share one
/// reference.
public struct Program: Sendable, Hashable {
  private let parts: Parts

  /// The parts of a program, shared by its copies.
  private final class Parts: Sendable {
    let structure: Structure
    let patterns: [NodeIndex: Pattern]
    let code: Code
    /// The plan of the structure, kept only if the code leaves something to the tree evaluator.
    ///
    /// Other programs run as trees only after a failure or for an explanation. They make a plan
    /// then.
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
  /// The flat code, which runs over cells.
  var code: Code { parts.code }
  /// The order in which the tree evaluator visits the nodes.
  var plan: Plan { parts.plan ?? Plan(structure) }
  /// The part of the code that a machine needs.
  ///
  /// It is valid as long as the program exists.
  @inline(__always) var outline: Code.Outline { parts.code.outline }

  /// Programs are equal if their structures are.
  public static func == (left: Program, right: Program) -> Bool {
    left.structure == right.structure
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(structure) }

  /// Whether the program only returns the value of its single operand.
  package var isOneOperand: Bool {
    guard structure.nodes.count == 1, let node = structure.nodes.first,
      case .variable = structure.kind(of: node)
    else { return false }
    return true
  }

  /// What the result depends on beside values; random numbers are not told.
  ///
  /// - Complexity: O(n).
  public var surroundings: Surroundings {
    structure.nodes.reduce(into: []) { read, node in
      if case .call(let function) = structure.kind(of: node) {
        read.formUnion(function.entry.reads)
      }
    }
  }

  /// Whether the result depends on the time of the evaluation.
  ///
  /// - Complexity: O(n).
  public var readsClock: Bool { surroundings.contains(.time) }
}

extension Program {
  /// The direct code of the program.
  ///
  /// Nil if the code reads more than operands, constants and registers, or could reach the step
  /// limit.
  ///
  /// - Parameter limits: The limits of the evaluations.
  /// - Returns: The code, valid as long as the program exists.
  package func directCode(within limits: Limits) -> DirectCode? {
    code.direct(within: limits)
  }
}

/// A text with its program and the meaning of the program's operands.
public struct Resolution: Sendable {
  /// What the text computes.
  public let program: Program
  /// The wording of the program in this text.
  let wording: Wording

  /// What each operand stands for, by its number.
  ///
  /// - Complexity: O(n) in their number.
  public var operands: [Operand] { wording.operands }
  /// The text.
  public var text: String { wording.text }

  /// The total length in bytes of the constant patterns that were compiled with the text.
  package var patternsLength: Int {
    program.patterns.values.reduce(0) { $0 + $1.length }
  }

  /// Where the text first asks for a random number.
  ///
  /// Nil if the result is always the same for the same values and time.
  public var firstUseOfRandom: Range<Int>? {
    firstUse { $0.isRandom }
  }

  /// Where the text first calls a function of some kind; nil if it calls none.
  package func firstUse(where isMeant: (Function) -> Bool) -> Range<Int>? {
    program.structure.nodes.first {
      if case .call(let function) = program.structure.kind(of: $0) {
        isMeant(function)
      } else {
        false
      }
    }.map(range)
  }

  /// This resolution with an equal program, so that both share the program.
  ///
  /// Use it for many texts of the same shape: each then keeps only its own wording.
  ///
  /// - Parameter program: The program to share.
  /// - Returns: The resolution over that program, or this resolution if the programs are not equal.
  /// - Complexity: O(n).
  public func sharing(_ program: Program) -> Resolution {
    guard program == self.program else { return self }
    return Resolution(program: program, wording: wording)
  }

  /// Where a node stands in the text.
  func range(of node: NodeIndex) -> Range<Int> { wording.range(of: node) }

  /// Converts a failure of an evaluation to an error with a range in this text.
  ///
  /// - Parameters:
  ///   - failure: The failure of this text's program.
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
          // `==` of Swift strings is canonical equivalence.
          $0 == name
            ? "there is a value for the same name in another Unicode normal form"
            : "did you mean $\($0)?"
        })
    }
    return EvaluationError(diagnostic: diagnostic, text: text)
  }
}
