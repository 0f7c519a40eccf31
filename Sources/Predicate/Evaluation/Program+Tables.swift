// What an embedder with tables asks of a program: which tables it reads, and by which keys the
// objects can be found for which a condition may hold. Both follow from the structure alone.

/// A part of a condition that says `SELF.key == expression`, or `$x.key == expression` in a
/// SUBQUERY over `$x`, where the expression reads nothing of the object.
///
/// If it is the whole condition, or a part of an AND that is, the condition holds only for objects
/// whose key equals the value of the expression. Such objects can be found through an index.
package struct KeyEquality: Sendable {
  /// The key.
  package let key: String
  /// The expression.
  let side: NodeIndex
}

extension Program {
  /// The tables that the program reads, each once.
  ///
  /// - Complexity: O(n).
  package var tables: [String] {
    var seen: Set<ExactText> = []
    return structure.nodes.compactMap { node in
      guard case .call(let function) = structure.kind(of: node), function.readsTables,
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
    structure.keyEqualities(of: structure.root, iterator: nil)
  }
}

extension Structure {
  /// The equalities that must all hold where the condition of a SUBQUERY holds, in the order of the
  /// text.
  ///
  /// - Complexity: O(n) in the size of the condition.
  func keyEqualities(ofSubquery node: NodeIndex) -> [KeyEquality] {
    guard case .subquery(let level, _) = kind(of: node) else { return [] }
    return keyEqualities(of: child(1, of: node), iterator: level)
  }

  /// The equalities of a condition whose object is an iterator; nil for SELF.
  fileprivate func keyEqualities(of condition: NodeIndex, iterator: Int32?) -> [KeyEquality] {
    var found: [KeyEquality] = []
    var pending = [condition]
    while let node = pending.popLast() {
      switch kind(of: node) {
      case .and: pending += children(of: node).reversed()
      case .comparison(.equal, [], .one):
        let sides = children(of: node)
        if let equality = equality(sides[0], sides[1], iterator)
          ?? equality(sides[1], sides[0], iterator)
        {
          found.append(equality)
        }
      default: break
      }
    }
    return found
  }

  private func equality(
    _ side: NodeIndex, _ other: NodeIndex, _ iterator: Int32?
  ) -> KeyEquality? {
    guard let key = key(at: side, of: iterator), !reads(iterator, other) else { return nil }
    return KeyEquality(key: key, side: other)
  }

  /// The key of the object that a node reads.
  private func key(at node: NodeIndex, of iterator: Int32?) -> String? {
    switch (kind(of: node), iterator) {
    case (.key(let name), nil): return self.name(name)
    case (.member(let name), let iterator?):
      guard case .iterator(iterator, _) = kind(of: child(0, of: node)) else { return nil }
      return self.name(name)
    default: return nil
    }
  }

  /// Whether an expression reads the object or a key of it.
  private func reads(_ iterator: Int32?, _ expression: NodeIndex) -> Bool {
    (start(of: expression)...expression).contains { part in
      switch (kind(of: part), iterator) {
      case (.key, nil), (.selfObject, nil): true
      case (.iterator(let level, _), let iterator?): level == iterator
      default: false
      }
    }
  }
}

extension Program {
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
