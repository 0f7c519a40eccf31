// What an embedder with tables asks of a program: which tables it reads, and by which key of SELF
// the objects can be found for which it may hold. Both follow from the structure alone.

/// A part of a program that says `SELF.key == expression`, where the expression reads nothing of
/// SELF.
///
/// If it is the whole program, or a part of an AND that is, the program holds only for objects
/// whose key equals the value of the expression. Such objects can be found through an index.
package struct KeyEquality: Sendable {
  /// The key.
  package let key: String
  /// The expression.
  let side: NodeIndex
}

extension Program {
  /// The tables that `lookup` reads, each once.
  ///
  /// - Complexity: O(n).
  package var tables: [String] {
    var seen: Set<ExactText> = []
    return structure.nodes.compactMap { node in
      guard case .call(.lookup) = structure.kind(of: node),
        let name = structure.text(of: structure.child(0, of: node)),
        seen.insert(ExactText(name)).inserted
      else { return nil }
      return name
    }
  }

  /// The equalities that must all hold where the program holds, in the order of the text.
  ///
  /// - Complexity: O(n).
  package var keyEqualities: [KeyEquality] {
    var found: [KeyEquality] = []
    var pending = [structure.root]
    while let node = pending.popLast() {
      switch structure.kind(of: node) {
      case .and: pending += structure.children(of: node).reversed()
      case .comparison(.equal, [], .one):
        let sides = structure.children(of: node)
        if let equality = equality(sides[0], sides[1]) ?? equality(sides[1], sides[0]) {
          found.append(equality)
        }
      default: break
      }
    }
    return found
  }

  private func equality(_ side: NodeIndex, _ other: NodeIndex) -> KeyEquality? {
    guard case .key(let name) = structure.kind(of: side), !readsSelf(other) else { return nil }
    return KeyEquality(key: structure.name(name), side: other)
  }

  /// Whether an expression reads SELF or a key of SELF.
  private func readsSelf(_ node: NodeIndex) -> Bool {
    (structure.start(of: node)...node).contains { part in
      switch structure.kind(of: part) {
      case .key, .selfObject: true
      default: false
      }
    }
  }

  /// The value that a key must equal.
  ///
  /// - Parameters:
  ///   - equality: An equality of this program.
  ///   - context: The time, randomness and limits.
  ///   - operand: The value of an operand; nil if it has no value.
  /// - Returns: The value; nil if the expression fails.
  package func value(
    of equality: KeyEquality, in context: EvaluationContext, operand: (Int) -> Value?
  ) -> Value? {
    var evaluator = TreeEvaluator(self, object: .value(.null), context: context)
    return try? evaluator.run(equality.side, operand: operand)
  }

  /// Runs the program for an object whose keys it reads, as one of several runs that share the
  /// steps of one evaluation.
  ///
  /// Each run takes the steps of all parts before it begins, so that the number of objects is
  /// limited, too.
  ///
  /// - Parameters:
  ///   - operands: The cell of each operand, by its number.
  ///   - context: The time, randomness and limits of this evaluation.
  ///   - steps: The steps left for this run and later runs.
  ///   - rest: Set to the result if it does not fit in its cell.
  ///   - readable: The object that SELF and keys read.
  ///   - operand: The value of an operand; nil if it has no value.
  /// - Returns: The cell of the result.
  /// - Throws: The first failure, left to right.
  package func run(
    _ operands: UnsafeBufferPointer<Cell>, in context: EvaluationContext,
    within steps: inout Steps, rest: inout Value, readable: any KeyReadable,
    operand: (Int) -> Value?
  ) throws(EvaluationFailure) -> Cell {
    do throws(Trouble) {
      try steps.take(structure.nodes.count * Steps.partEvaluated)
    } catch {
      throw EvaluationFailure(structure.root, error)
    }
    let cells = operands.count >= operandCount ? operands.baseAddress ?? outline.noOperands : nil
    return try run(
      outline, over: cells, object: .null, readable: readable, context, &steps, &rest
    ) { index in
      (index < operands.count ? operands[index].value : nil) ?? operand(index)
    }
  }
}
