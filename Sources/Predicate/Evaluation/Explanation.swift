// Explains a result: lists every part of a text with its result.

/// The parts of a text with their results after one evaluation.
public struct Explanation: Sendable, Hashable {
  /// One part.
  public struct Line: Sendable, Hashable {
    /// The nesting depth of the part.
    ///
    /// The whole text has depth 0.
    public let depth: Int
    /// The source of the part, on one line.
    ///
    /// A part inside the text is cut after ``Explanation/maximumPartLength`` characters and ends
    /// with `…`.
    public let text: String
    /// The result of the part.
    public let result: Result
  }

  /// The result of a part.
  public enum Result: Sendable, Hashable {
    /// A value. For a part that runs once for each element, the last value.
    case value(Value)
    /// No value: the evaluation failed here.
    case failed(EvaluationError)
    /// No value: the part was not needed, such as an operand after the first false of an AND.
    case notReached
  }

  /// The maximum length of a part inside a text, in characters.
  ///
  /// A long text has many parts, and each part may be almost as long as the text.
  public static let maximumPartLength = 100

  /// The parts, each followed by its own parts.
  ///
  /// Constants are left out.
  public let lines: [Line]
  /// The operands and the object that the result comes from, in the order of the text.
  package let sources: [Source]

  /// Something that a text reads.
  package enum Source: Sendable, Hashable {
    /// An operand, by its position.
    case operand(Int)
    /// The object that SELF and bare keys read.
    case object
  }
}

extension Resolution {
  /// Evaluates the text and records the result of every part.
  ///
  /// - Parameters:
  ///   - object: The value that SELF and bare keys read.
  ///   - context: The time, randomness and limits of this evaluation.
  ///   - operand: The value of an operand.
  /// - Returns: The parts of the text. If the evaluation failed, one of them holds the failure.
  public func explain(
    object: Value = .null, context: EvaluationContext, operand: (Int) -> Value?
  ) -> Explanation {
    explain(object: object, readable: nil, context: context, operand: operand)
  }

  /// Evaluates the text for an object that answers keys, and records the result of every part.
  package func explain(
    object: Value, readable: (any KeyReadable)?, context: EvaluationContext,
    operand: (Int) -> Value?
  ) -> Explanation {
    var evaluator = TreeEvaluator(
      program, object: EvaluatedObject(object, readable), context: context, isTraced: true)
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
      if depth > 0, isConstant(node) { continue }
      let result: Explanation.Result =
        if let failure, failure.node == node {
          .failed(error(for: failure))
        } else {
          trace[node].map(Explanation.Result.value) ?? .notReached
        }
      let source = bytes[range(of: node)]
      var text = depth == 0 ? Self.onOneLine(source) : Self.beginning(of: source)
      if let whole = unwritten(node, around: text) { text = whole }
      lines.append(Explanation.Line(depth: depth, text: text, result: result))
      var children = structure.children(of: node).map { child in
        // An operator and the keys after it give one value, which belongs to the last key.
        var child = child
        while trace[node] != nil, trace[child] == nil, structure.isPath(child) {
          child = structure.child(0, of: child)
        }
        return child
      }
      // The condition of a SUBQUERY has one result for each element, so no single result is shown.
      if case .subquery = kind { children.removeLast() }
      pending += children.reversed().map { ($0, depth + 1) }
    }
    return Explanation(lines: lines, sources: sources(of: failure?.node ?? structure.root, trace))
  }

  /// What the result of a node comes from.
  ///
  /// Of an AND that is false only the part that is false counts, and of an OR that is true only the
  /// part that is true. If a value is nil because parts are nil, only these parts count.
  private func sources(of node: NodeIndex, _ trace: [NodeIndex: Value]) -> [Explanation.Source] {
    let structure = program.structure
    var sources: [Explanation.Source] = []
    var pending = [node]
    while let node = pending.popLast() {
      var children = Array(structure.children(of: node))
      switch structure.kind(of: node) {
      case .variable(let operand):
        if !sources.contains(.operand(Int(operand))) { sources.append(.operand(Int(operand))) }
      case .selfObject, .key, .anyKey, .term(.status, _), .term(.property, _):
        if !sources.contains(.object) { sources.append(.object) }
      case .and: children = deciding(children, of: node, false, trace)
      case .or: children = deciding(children, of: node, true, trace)
      case .comparison, .not, .subquery: break
      case .ternary: children.removeAll { trace[$0] == nil && !structure.isPath($0) }
      default:
        guard trace[node] == .null else { break }
        let empty = children.filter { trace[$0] == .null }
        if !empty.isEmpty { children = empty }
      }
      pending += children.reversed()
    }
    return sources
  }

  /// The parts of an AND or OR that decide its result: the part with the result that ends the
  /// evaluation, or else all.
  private func deciding(
    _ parts: [NodeIndex], of node: NodeIndex, _ end: Bool, _ trace: [NodeIndex: Value]
  ) -> [NodeIndex] {
    guard trace[node] == .bool(end) else { return parts }
    return parts.first { trace[$0] == .bool(end) }.map { [$0] } ?? parts
  }

  /// Whether a node is a constant, or an empty list.
  private func isConstant(_ node: NodeIndex) -> Bool {
    switch program.structure.kind(of: node) {
    case .literal: true
    case .aggregate: program.structure.children(of: node).isEmpty
    default: false
    }
  }

  /// What the tree has around a part of the text, and the text has not; nil if the text has it too.
  ///
  /// See `SyntaxTree.settingDates` and `SyntaxTree.settingChoices`.
  private func unwritten(_ node: NodeIndex, around part: String) -> String? {
    let structure = program.structure
    guard let child = structure.children(of: node).first, range(of: node) == range(of: child) else {
      return nil
    }
    switch structure.kind(of: node) {
    case .call(.coalesce): return "coalesce(\(part), {})"
    case .call(let function)
    where function.convertsInstants || function == .dayText || function == .timeText:
      return "\(function.name)(\(part))"
    case .subquery:
      let condition = node.advanced(by: -1)
      guard case .member(let key) = structure.kind(of: structure.child(0, of: condition)) else {
        return nil
      }
      return "SUBQUERY(\(part), $x, $x.\(structure.name(key)) != nil)"
    default: return nil
    }
  }

  private static func onOneLine(_ source: ArraySlice<UInt8>) -> String {
    // In ASCII, as nearly all texts are, no properties of characters are looked up.
    guard source.contains(where: { $0 >= 0x80 }) else {
      let words = source.split { $0 == UInt8(ascii: " ") || (0x09...0x0D).contains($0) }
      return String(decoding: Array(words.joined(separator: " ".utf8)), as: UTF8.self)
    }
    return String(decoding: source, as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The part cut to its maximum length.
  ///
  /// The cost does not depend on the length of the part.
  private static func beginning(of source: ArraySlice<UInt8>) -> String {
    var start = source.prefix(8 * Explanation.maximumPartLength)
    let isCut = start.count < source.count
    // Do not cut within a character.
    while isCut, let next = source[start.endIndex...].first, next & 0xC0 == 0x80 {
      start = start.dropLast()
    }
    let text = onOneLine(start)
    let shown = text.prefix(Explanation.maximumPartLength)
    return isCut || shown.endIndex < text.endIndex ? "\(shown)…" : text
  }
}

extension Structure {
  /// Whether a node is a collection operator or a key after another node.
  fileprivate func isPath(_ node: NodeIndex) -> Bool {
    switch kind(of: node) {
    case .collectionOperator, .member, .term(.key, _): true
    default: false
    }
  }
}
