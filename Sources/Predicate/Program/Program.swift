// A text made ready to run: its structure with operands in the place of variables. A program does
// not know what its operands are called or where its parts stand in a text, so that texts of one
// shape share one program; a `Resolution` keeps what is particular to a text.

import Synchronization

/// What a text computes, over operands 0, 1, ….
///
/// Programs are equal when they compute the same from the same operands. A program is one
/// reference: copies share everything.
public struct Program: Sendable, Hashable {
  private let contents: Contents

  /// What there is of a program.
  ///
  /// What only follows from its structure is made when it is first asked for, on whatever thread:
  /// many texts are read and never run, or found to be one program.
  private final class Contents: Sendable {
    let structure: Structure
    let operandCount: Int
    let patterns: [NodeID: Pattern]
    /// Zero as long as nobody has asked for it.
    private let knownHash: Atomic<Int>
    private let knownCode = MadeOnce<Code>()
    private let knownPlan = MadeOnce<Plan>()

    init(
      structure: Structure, hash: Int?, operandCount: Int, patterns: [NodeID: Pattern]
    ) {
      self.structure = structure
      self.operandCount = operandCount
      self.patterns = patterns
      knownHash = Atomic(hash ?? 0)
    }

    var hash: Int {
      let known = knownHash.load(ordering: .relaxed)
      if known != 0 { return known }
      let hash = structure.hashValue
      knownHash.store(hash, ordering: .relaxed)
      return hash
    }

    /// The code, valid as long as this is; it is not counted on the way.
    @inline(__always) var code: Unmanaged<Code> {
      knownCode.value { CodeBuilder.code(of: structure) }
    }

    /// The plan, likewise.
    var plan: Unmanaged<Plan> { knownPlan.value { Plan(structure) } }
  }

  /// Makes a program of a structure, with its hash where that is known.
  init(structure: Structure, hash: Int? = nil, operandCount: Int, patterns: [NodeID: Pattern]) {
    contents = Contents(
      structure: structure, hash: hash, operandCount: operandCount, patterns: patterns)
  }

  /// A hash of what the program computes.
  package var contentHash: Int { contents.hash }

  var structure: Structure { contents.structure }
  /// How many operands the program reads.
  public var operandCount: Int { contents.operandCount }
  /// The constant patterns of MATCHES, by the comparison they belong to.
  var patterns: [NodeID: Pattern] { contents.patterns }
  /// How an evaluation goes over cells.
  var code: Code { contents.code._withUnsafeGuaranteedRef { $0 } }
  /// How an evaluation goes through the structure as a tree.
  var plan: Plan { contents.plan._withUnsafeGuaranteedRef { $0 } }
  /// What a machine needs of the code, valid as long as the program is.
  @inline(__always) var outline: Code.Outline {
    contents.code._withUnsafeGuaranteedRef { $0.outline }
  }

  /// Whether both compute the same from the same operands.
  public static func == (left: Program, right: Program) -> Bool {
    left.contents === right.contents || left.structure == right.structure
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(contents.hash) }

  /// Whether the result depends on the time of the evaluation.
  ///
  /// - Complexity: O(n).
  public var readsClock: Bool { structure.nodes.contains { $0.kind == .call(.now) } }
}

/// A text with the program it became and what its operands stand for.
public struct Resolution: Sendable {
  /// What the text computes.
  public let program: Program
  /// What the program's operands stand for, by their number.
  public let operands: [Operand]
  /// The text.
  public let text: String
  /// Where each node of the program stands in the text.
  let ranges: [SourceRange]

  /// Where the text asks for a random number, first of all; nil where its result is always the same
  /// for the same values and time.
  public var firstUseOfRandom: Range<Int>? {
    program.structure.nodes.firstIndex {
      switch $0.kind {
      case .call(.random), .call(.randomBelow): true
      default: false
      }
    }.map { ranges[$0].offsets }
  }

  /// The resolution over a program that is equal to its own, which both then share: so each of
  /// many texts of one shape keeps its text, its places and its operands alone.
  ///
  /// - Parameter program: The program.
  /// - Returns: The resolution over that program; this one where the programs are not equal.
  /// - Complexity: O(n).
  public func sharing(_ program: Program) -> Resolution {
    guard program == self.program else { return self }
    return Resolution(program: program, operands: operands, text: text, ranges: ranges)
  }

  /// Where a node stands.
  func range(of node: NodeID) -> Range<Int> { ranges[node.index].offsets }

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
      diagnostic = Diagnostic(message, at: range, hint: hint)
    case .unbound(let index):
      let name = operands[index].variable
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
