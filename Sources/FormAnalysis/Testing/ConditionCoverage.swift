// Collects how far tests have exercised the conditions of a form: each condition true and false,
// and each comparison deciding by itself. Tests run elsewhere; this only looks at the forms they
// leave.

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
    public let range: Range<Int>
    /// How often the condition was evaluated to true, and how often to false.
    public let trueCount: Int, falseCount: Int
    /// The comparisons, in their order.
    public let parts: [Part]

    /// The number of results that were seen, of two.
    public var resultCount: Int { (trueCount > 0 ? 1 : 0) + (falseCount > 0 ? 1 : 0) }
    /// Whether nothing is missing.
    public var isCovered: Bool { resultCount == 2 && parts.allSatisfy(\.isDecided) }
  }

  private var sampler: ConditionSampler
  private var tables: [DecisionTable]
  private let places: [Range<Int>?]

  /// Prepares the coverage of a form.
  ///
  /// - Parameters:
  ///   - form: A form opened from the compiled form that is tested.
  ///   - root: The JSON of the form file. Only texts that stand in it are listed.
  /// - Complexity: O(n) in the size of the form.
  public init(_ form: Form, root: JSONElement) {
    sampler = ConditionSampler(form)
    tables = sampler.conditions.map { DecisionTable(partCount: $0.decision.parts.count) }
    let found = Self.places(of: Set(sampler.conditions.map(\.text)), in: root)
    places = sampler.conditions.map { found[$0.text] }
  }

  /// The first place of each text in a file.
  private static func places(
    of texts: Set<String>, in root: JSONElement
  ) -> [String: Range<Int>] {
    var places: [String: Range<Int>] = [:]
    var pending = [root]
    while let element = pending.popLast() {
      switch element.content {
      case .string(let text):
        if texts.contains(text), places[text] == nil { places[text] = element.range }
      case .array(let elements): pending += elements.reversed()
      case .object(let members): pending += members.reversed().map(\.element)
      default: break
      }
    }
    return places
  }

  /// Begins another scenario, whose form was opened anew.
  public mutating func begin() { sampler.begin() }

  /// Evaluates the conditions whose inputs have changed since the last call.
  ///
  /// - Parameter form: The form after a step.
  /// - Complexity: O(n) in the number of conditions.
  public mutating func observe(_ form: Form) {
    for sample in sampler.samples(of: form) {
      tables[sample.condition].insert(sample.parts, result: sample.result)
    }
  }

  /// The conditions in the order of the file.
  public var conditions: [Condition] {
    zip(zip(sampler.conditions, tables), places).compactMap { known, place in
      let (condition, table) = known
      guard let place else { return nil }
      let decided = table.decided
      let bytes = Array(condition.text.utf8)
      let texts = condition.decision.parts.map { String(decoding: bytes[$0], as: UTF8.self) }
      let possible = Self.decidable(condition.decision, texts)
      let parts = texts.indices.map { index in
        Condition.Part(
          text: texts[index], isDecided: decided[index],
          isCoupled: !decided[index] && !(possible?[index] ?? true))
      }
      return Condition(
        text: condition.text, range: place, trueCount: table.trueCount,
        falseCount: table.falseCount, parts: parts)
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
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
