// Finds calls with a constant that fail whatever the answers are: `addMonths($day, 1.5)`. Each such
// call is evaluated with a few values in the place of the answers. If it fails with all of them, it
// is reported.

import FormGraph
import Predicate

/// Evaluates the calls of a text.
struct FailureCheck {
  private let text: CheckedText
  private let known: KnownValues

  /// The most combinations of values that a call is evaluated with.
  private static let maximumCases = 16

  /// What stands for an argument: a constant, or an expression that gives a value of its kind.
  private enum Sample {
    case constant(Value)
    case expression(String)
  }

  /// The findings in the calls of a text.
  ///
  /// - Complexity: O(n) in the number of calls, with at most 16 evaluations for each.
  static func findings(_ text: CheckedText, _ known: KnownValues) -> [Finding] {
    let check = FailureCheck(text: text, known: known)
    return text.structure.nodes.compactMap(check.finding)
  }

  private func finding(_ node: NodeIndex) -> Finding? {
    guard case .call(let function) = text.structure.kind(of: node), Self.isChecked(function) else {
      return nil
    }
    let arguments = text.structure.children(of: node)
    // An argument of the wrong kind is a finding of its own.
    guard arguments.contains(where: { known[$0].constant != nil }),
      arguments.enumerated().allSatisfy({ position, argument in
        known[argument].kinds.mayFit(function.entry.argument(position))
      })
    else { return nil }
    if function == .format, let finding = minutes(node, arguments) { return finding }
    var cases: [[Sample]] = [[]]
    for argument in arguments {
      let samples = samples(argument)
      guard !samples.isEmpty, cases.count * samples.count <= Self.maximumCases else { return nil }
      cases = cases.flatMap { given in samples.map { given + [$0] } }
    }
    var problem: Diagnostic?
    for given in cases {
      switch Self.outcome(of: function, given) {
      case .failure(let error): problem = problem ?? error.diagnostic
      case .success(.null) where function == .date && cases.count == 1:
        return text.finding(
          .functionFails, node, "there is no such day, so this is nil", .warning)
      case .success, nil: return nil
      }
    }
    guard let problem else { return nil }
    return text.finding(
      .functionFails, node, "this fails whatever the answers are: \(problem.message)", .error,
      hint: function == .format ? monthHint(node, arguments) ?? problem.hint : problem.hint)
  }

  /// Whether a call of a function with a constant may fail, and does so each time: the function
  /// reads no tables, and does not take all values.
  private static func isChecked(_ function: Function) -> Bool {
    !function.isRandom && !function.isAggregate && !function.readsTables
      && function.entry.arguments != [.any]
  }

  /// The values that stand for an argument; none if its kind is not known.
  private func samples(_ argument: NodeIndex) -> [Sample] {
    let value = known[argument]
    if let constant = value.constant { return constant == .null ? [] : [.constant(constant)] }
    guard !value.kinds.isOpen else { return [] }
    var samples: [Sample] = []
    let kinds = value.kinds.present
    if !kinds.isDisjoint(with: .date) {
      let instant = "CAST('2024-05-31T10:30:00Z', 'NSDate')"
      let isTime = value.row?.type.valueKind == .time
      samples.append(
        .expression(value.isDay ? "date(2024, 5, 31)" : isTime ? "timeOf(\(instant))" : instant))
    }
    if !kinds.isDisjoint(with: .int) { samples += [.constant(1), .constant(12)] }
    if !kinds.isDisjoint(with: .double) { samples += [.constant(1.0), .constant(0.5)] }
    if !kinds.isDisjoint(with: .bool) { samples.append(.constant(true)) }
    if !kinds.isDisjoint(with: .text) { samples += [.constant("a"), .constant("12")] }
    let sampled = Kinds.number.union([.date, .text, .bool])
    return kinds.isSubset(of: sampled) ? samples : []
  }

  /// What a function gives for some arguments; nil if it cannot be called by text.
  private static func outcome(
    of function: Function, _ given: [Sample]
  ) -> Result<Value, EvaluationError>? {
    var variables: [String: Value] = [:]
    let arguments = given.enumerated().map { position, sample in
      switch sample {
      case .constant(let value):
        variables["a\(position)"] = value
        return "$a\(position)"
      case .expression(let text): return text
      }
    }
    let call = "\(function.name)(\(arguments.joined(separator: ", ")))"
    guard let formula = try? Formula(call, limits: .untrusted, functions: .extended) else {
      return nil
    }
    do throws(EvaluationError) {
      return .success(try formula.evaluate(variables: variables))
    } catch {
      return .failure(error)
    }
  }

  // MARK: - Patterns of dates

  /// `format($start, 'dd/mm/yyyy')`, which prints the minutes between the day and the year.
  private func minutes(_ node: NodeIndex, _ arguments: Children) -> Finding? {
    guard known[arguments[0]].kinds.present == .date, !known[arguments[0]].isDay,
      case .string(let pattern)? = known[arguments[1]].constant,
      pattern.contains(/[dy]/), pattern.contains("mm"), !pattern.contains(/[hHkKM]/)
    else { return nil }
    return text.finding(
      .functionFails, node, "mm in a pattern are the minutes", .warning,
      hint: monthHint(node, arguments))
  }

  /// The hint to write `MM` for the month.
  private func monthHint(_ node: NodeIndex, _ arguments: Children) -> String? {
    guard case .string(let pattern)? = known[arguments[1]].constant, pattern.contains("m"),
      pattern.contains(/[dy]/), !pattern.contains(/[hHkKM]/)
    else { return nil }
    let fixed = pattern.replacing("m", with: "M")
    return "write MM for the month: format(\(text.source(of: arguments[0]).shortened), '\(fixed)')"
  }
}
