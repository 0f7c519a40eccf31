// Collects how far tests have exercised the conditions of a form: each condition true and false,
// and each comparison deciding by itself. Conditions inside formulas count too. Also which rows the
// tests have shown. Tests run elsewhere; this only looks at the forms they leave.

public import FormGraph
import Predicate

/// The coverage of the conditions of a form.
public struct ConditionCoverage {
  /// The coverage of one condition.
  public struct Condition: Sendable {
    /// A comparison of the condition.
    public struct Part: Sendable {
      /// The text of the comparison.
      public let text: String
      /// Whether the comparison decided by itself in two evaluations.
      public let isDecided: Bool
      /// Whether no evaluation can show that, because the comparison is coupled with another.
      public let isCoupled: Bool
    }

    /// The text of the condition.
    public let text: String
    /// The place of the text in the file; the first of equal texts.
    ///
    /// For a condition inside a formula, it is the place of the formula.
    public let range: Range<Int>
    /// The section, the row and the key that have the text.
    public let owner: Owner
    /// How often the condition was evaluated to true, and how often to false.
    public let trueCount: Int, falseCount: Int
    /// The comparisons, in their order.
    public let parts: [Part]

    /// The number of results that were seen, of two.
    public var resultCount: Int { (trueCount > 0 ? 1 : 0) + (falseCount > 0 ? 1 : 0) }
    /// Whether nothing is missing.
    public var isCovered: Bool { resultCount == 2 && parts.allSatisfy(\.isDecided) }
  }

  /// Where a text or a row stands in a form.
  public struct Owner: Sendable, Hashable {
    /// The tag of the section, or else its title or its place; nil outside of sections.
    public let section: String?
    /// The tag of the row, or else its title or its place; nil outside of rows.
    ///
    /// The row of an item is `lines[].amount`.
    public let row: String?
    /// The key that has the text, from the row or section on; empty for a row.
    public let key: String
  }

  /// A row that no test has shown.
  public struct UnshownRow: Sendable {
    /// The section and the row.
    public let owner: Owner
    /// The place of the row in the file.
    public let range: Range<Int>
  }

  private var sampler: ConditionSampler
  private var tables: [DecisionTable]
  private var shown: ShownRows
  private let places: CoveragePlaces

  /// Prepares the coverage of a form.
  ///
  /// - Parameters:
  ///   - form: A form opened from the compiled form that is tested.
  ///   - root: The JSON of the form file. Only texts that stand in it are listed.
  /// - Complexity: O(n) in the size of the form.
  public init(_ form: Form, root: JSONElement) {
    sampler = ConditionSampler(form)
    tables = sampler.conditions.map { DecisionTable(partCount: $0.decision.parts.count) }
    shown = ShownRows(form)
    places = CoveragePlaces(of: Set(sampler.conditions.map(\.text)), in: root)
  }

  /// Begins another scenario, whose form was opened anew.
  public mutating func begin() { sampler.begin() }

  /// Evaluates the conditions whose inputs have changed since the last call.
  ///
  /// - Parameter form: The form after a step.
  /// - Complexity: O(n) in the number of conditions.
  public mutating func observe(_ form: Form) {
    shown.observe(form)
    for sample in sampler.samples(of: form) {
      tables[sample.condition].insert(sample.parts, result: sample.result)
    }
  }

  /// The conditions in the order of the file.
  public var conditions: [Condition] {
    zip(sampler.conditions, tables).compactMap { condition, table -> (Condition, Int)? in
      guard let place = places.texts[condition.text]?.first else { return nil }
      let decided = table.decided
      let bytes = Array(condition.text.utf8)
      let texts = condition.decision.parts.map { String(decoding: bytes[$0], as: UTF8.self) }
      let possible = Self.decidable(condition.decision, texts)
      let parts = texts.indices.map { index in
        Condition.Part(
          text: texts[index], isDecided: decided[index],
          isCoupled: !decided[index] && !(possible?[index] ?? true))
      }
      let range = condition.decision.range
      let found = Condition(
        text: String(decoding: bytes[range], as: UTF8.self), range: place.range,
        owner: place.owner, trueCount: table.trueCount, falseCount: table.falseCount,
        parts: parts)
      return (found, range.lowerBound)
    }
    .sorted { ($0.0.range.lowerBound, $0.1) < ($1.0.range.lowerBound, $1.1) }
    .map(\.0)
  }

  /// The number of rows of the form, without those that are hidden whatever happens.
  public var rowCount: Int { places.rows.count }

  /// The rows that no test has shown, in the order of the file.
  public var unshownRows: [UnshownRow] {
    let unseen = shown.unseenPaths
    return places.rows.filter { row in
      row.address.map { !shown.ofItems.contains($0) } ?? unseen.contains(row.path)
    }
    .map { UnshownRow(owner: $0.owner, range: $0.range) }
  }

  /// The number of different comparisons up to which all of their outcomes are tried.
  private static let maximumTried = 8

  /// Which comparisons can decide by themselves at all; nil if there are too many to try.
  ///
  /// Equal comparisons have equal outcomes.
  static func decidable(_ decision: PredicateDecision, _ texts: [String]) -> [Bool]? {
    var numbers: [String: Int] = [:]
    let places = texts.map { text in
      let next = numbers.count
      let number = numbers[text] ?? next
      numbers[text] = number
      return number
    }
    guard numbers.count <= maximumTried else { return nil }
    var table = DecisionTable(partCount: texts.count)
    for outcomes in 0..<(1 << numbers.count) {
      let (parts, result) = run(decision) { outcomes >> places[$0] & 1 == 1 }
      table.insert(parts, result: result)
    }
    return table.decided
  }

  /// Evaluates a decision as forms do: AND and OR stop at the first operand that decides.
  static func run(
    _ decision: PredicateDecision, _ outcome: (Int) -> Bool
  ) -> (parts: [Bool?], result: Bool) {
    var parts = decision.parts.indices.map { Optional(outcome($0)) }
    // Each result with the comparisons below it.
    var stack: [(value: Bool, parts: Range<Int>)] = []
    var next = 0
    for step in decision.steps {
      switch step {
      case .part(let index):
        stack.append((outcome(index), index..<index + 1))
        next = index + 1
      case .truth(let value): stack.append((value, next..<next))
      case .not:
        if let last = stack.popLast() { stack.append((!last.value, last.parts)) }
      case .and(let count), .or(let count):
        let stop = if case .or = step { true } else { false }
        let operands = stack.suffix(count)
        guard let first = operands.first, let last = operands.last else { continue }
        var isStopped = false
        for operand in operands {
          if isStopped { for part in operand.parts { parts[part] = nil } }
          if operand.value == stop { isStopped = true }
        }
        stack.removeLast(operands.count)
        stack.append(
          (isStopped ? stop : !stop, first.parts.lowerBound..<last.parts.upperBound))
      }
    }
    return (parts, stack.last?.value ?? true)
  }
}
