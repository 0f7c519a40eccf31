// Which outcomes the comparisons of one condition had, and which of them decided by themselves:
// modified condition/decision coverage (MC/DC) by unique cause.

/// The evaluations of one condition.
public struct DecisionTable: Sendable {
  /// One evaluation; two that are equal count once.
  private struct Row: Hashable {
    let parts: [Bool?]
    let result: Bool
  }

  /// The number of different evaluations that are kept.
  ///
  /// All pairs of them are compared.
  public static let maximumRows = 1000

  /// The number of comparisons.
  public let partCount: Int
  private var rows: Set<Row> = []
  private var hasBeen: [[Bool]]
  /// How often the condition was true, and how often it was false.
  public private(set) var trueCount = 0, falseCount = 0

  /// Makes an empty table.
  ///
  /// - Parameter partCount: The number of comparisons.
  public init(partCount: Int) {
    self.partCount = max(0, partCount)
    hasBeen = Array(repeating: [false, false], count: self.partCount)
  }

  /// Adds an evaluation.
  ///
  /// - Parameters:
  ///   - parts: The outcome of each comparison; nil if it was not evaluated.
  ///   - result: The result of the condition.
  public mutating func insert(_ parts: [Bool?], result: Bool) {
    guard parts.count == partCount else { return }
    if result { trueCount += 1 } else { falseCount += 1 }
    for (index, outcome) in parts.enumerated() {
      if let outcome { hasBeen[index][outcome ? 1 : 0] = true }
    }
    if rows.count < Self.maximumRows { rows.insert(Row(parts: parts, result: result)) }
  }

  /// Whether a comparison had an outcome.
  public func was(_ part: Int, _ outcome: Bool) -> Bool { hasBeen[part][outcome ? 1 : 0] }

  /// The number of outcomes that comparisons had, of two for each.
  public var outcomeCount: Int { hasBeen.reduce(0) { $0 + $1.count { $0 } } }

  /// For each comparison, whether it decided by itself: in two evaluations this comparison and the
  /// result differ, and all other comparisons are equal or were not evaluated in one of the two.
  ///
  /// - Complexity: O(n² m) for n different evaluations and m comparisons.
  public var decided: [Bool] {
    var decided = Array(repeating: false, count: partCount)
    let met = rows.filter(\.result)
    let unmet = rows.filter { !$0.result }
    for row in met {
      for other in unmet {
        var cause: Int?
        var count = 0
        for (index, (left, right)) in zip(row.parts, other.parts).enumerated() {
          guard let left, let right, left != right else { continue }
          cause = index
          count += 1
          if count > 1 { break }
        }
        if count == 1, let cause { decided[cause] = true }
      }
    }
    return decided
  }
}
