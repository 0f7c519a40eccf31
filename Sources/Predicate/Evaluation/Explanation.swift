// How a result came about: every part of a text with what it gave.

/// The parts of a text with their results, as an evaluation left them.
public struct Explanation: Sendable, Hashable {
  /// One part.
  public struct Line: Sendable, Hashable {
    /// How deep the part stands in the text; the whole is at 0.
    public let depth: Int
    /// The part as it is written, blanks joined; of a part inside the text no more than
    /// ``Explanation/maximumPartLength`` characters, then `…`.
    public let text: String
    /// What it gave.
    public let result: Result
  }

  /// What a part gave.
  public enum Result: Sendable, Hashable {
    /// A value; of a part that runs once for each element, the last one.
    case value(Value)
    /// Nothing: here the evaluation failed.
    case failed(EvaluationError)
    /// Nothing: it was not needed, as behind the first false of an AND.
    case notReached
  }

  /// How many characters of a part inside a text are kept: a text has as many parts as it is long,
  /// and each may be nearly all of it.
  public static let maximumPartLength = 100

  /// The parts, each before its own parts; constants are left out.
  public let lines: [Line]
}

extension Resolution {
  /// Evaluates the text and keeps what every part gave.
  ///
  /// - Parameters:
  ///   - object: What SELF and bare keys read.
  ///   - context: The time, randomness and limits of this evaluation.
  ///   - operand: The value of an operand.
  /// - Returns: The parts of the text; where the evaluation failed, the failure is one of them.
  public func explain(
    object: Value = .null, context: EvaluationContext, operand: (Int) -> Value?
  ) -> Explanation {
    var evaluator = TreeEvaluator(
      program, object: .value(object), context: context, isTraced: true)
    var failure: EvaluationFailure?
    do throws(EvaluationFailure) { _ = try evaluator.run(operand: operand) } catch {
      failure = error
    }
    let trace = evaluator.trace ?? [:]
    let structure = program.structure
    let bytes = Array(text.utf8)

    var lines: [Explanation.Line] = []
    var pending: [(node: NodeIndex, depth: Int)] = [(structure.root, 0)]
    while let (node, depth) = pending.popLast() {
      let kind = structure.kind(of: node)
      if case .literal = kind, depth > 0 { continue }
      let result: Explanation.Result =
        if let failure, failure.node == node {
          .failed(error(for: failure))
        } else {
          trace[node].map(Explanation.Result.value) ?? .notReached
        }
      let source = bytes[range(of: node)]
      var text = depth == 0 ? Self.onOneLine(source) : Self.beginning(of: source)
      if let function = unwrittenFunction(node) { text = "\(function.name)(\(text))" }
      lines.append(Explanation.Line(depth: depth, text: text, result: result))
      var children = structure.children(of: node).map { child in
        // What an operator and the keys behind it give is one value, that of the last key.
        var child = child
        while trace[node] != nil, trace[child] == nil, structure.isPath(child) {
          child = structure.child(0, of: child)
        }
        return child
      }
      // The condition of a SUBQUERY has a result for each element: none to show.
      if case .subquery = kind { children.removeLast() }
      pending += children.reversed().map { ($0, depth + 1) }
    }
    return Explanation(lines: lines)
  }

  /// The function that the tree has and the text does not; see `SyntaxTree.settingDates`.
  private func unwrittenFunction(_ node: NodeIndex) -> Function? {
    guard case .call(let function) = program.structure.kind(of: node),
      function == .dayOf || function == .dayText,
      range(of: node) == range(of: program.structure.child(0, of: node))
    else { return nil }
    return function
  }

  private static func onOneLine(_ source: ArraySlice<UInt8>) -> String {
    String(decoding: source, as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// As much of a part as is kept, whatever the whole of it weighs.
  private static func beginning(of source: ArraySlice<UInt8>) -> String {
    var start = source.prefix(8 * Explanation.maximumPartLength)
    let isCut = start.count < source.count
    // Not within a character.
    while isCut, let next = source[start.endIndex...].first, next & 0xC0 == 0x80 {
      start = start.dropLast()
    }
    let text = onOneLine(start)
    let shown = text.prefix(Explanation.maximumPartLength)
    return isCut || shown.endIndex < text.endIndex ? "\(shown)…" : text
  }
}

extension Structure {
  /// Whether a node is an operator on a collection, or a key behind something.
  fileprivate func isPath(_ node: NodeIndex) -> Bool {
    switch kind(of: node) {
    case .collectionOperator, .member: true
    default: false
    }
  }
}
