// A text of the language with its input, and its answer. Only this file parses, builds and
// evaluates texts without a form, both for the command line and for the pipe. Every question gets
// an answer; a mistake is part of the answer, with its place.

import Predicate
import PredicateChecks

/// A predicate or a formula with its input.
struct Question {
  /// The kind of a text.
  enum Kind: String {
    case predicate, formula
  }

  let kind: Kind
  let text: String
  let limits: Limits
  /// Which functions the text may call.
  let functions: FunctionSet
  /// The largest number of members and bytes in a result.
  let resultLimit: Int
  /// The values for placeholders; nil if none are given.
  ///
  /// A text with placeholders is then a template.
  var arguments: [Value]?
  var object = Value.null
  var variables: [String: Value] = [:]

  func tree() throws(SyntaxError) -> SyntaxTree {
    let tree =
      switch kind {
      case .predicate: try SyntaxTree(predicate: text, limits: limits, functions: functions)
      case .formula: try SyntaxTree(expression: text, limits: limits, functions: functions)
      }
    guard functions == .extended else { return tree }
    // What is refused here is refused when the text is built.
    return (try? tree.settingDates()) ?? tree
  }

  /// The text, ready for evaluation.
  func built() throws(BuildError) -> BuiltText {
    switch (kind, arguments) {
    case (.predicate, nil): .condition(try Condition(text, limits: limits, functions: functions))
    case (.predicate, let arguments?):
      .condition(
        try Condition(format: text, arguments: arguments, limits: limits, functions: functions))
    case (.formula, nil): .formula(try Formula(text, limits: limits, functions: functions))
    case (.formula, let arguments?):
      .formula(
        try Formula(format: text, arguments: arguments, limits: limits, functions: functions))
    }
  }

  /// The errors of the text besides the one that was thrown.
  ///
  /// Of a text with placeholders, only syntax errors are listed: arguments decide about the others.
  func errors(beside first: Diagnostic) -> [Diagnostic] {
    if let tree = try? tree(), tree.placeholderCount > 0 { return [] }
    let all =
      switch kind {
      case .predicate: Condition.errors(in: text, limits: limits, functions: functions)
      case .formula: Formula.errors(in: text, limits: limits, functions: functions)
      }
    return all.filter { $0.range != first.range }
  }

  /// The answer of evaluating the text.
  func answer(_ context: EvaluationContext) -> Answer { answer(prepared(), context) }

  /// The reason why a result is too large to print; nil if it is not.
  func tooLarge(_ value: Value) -> Diagnostic? {
    guard value.isLarger(than: resultLimit) else { return nil }
    return Diagnostic(
      "the result has more than \(resultLimit) members and bytes", at: 0..<text.utf8.count,
      hint: "ask for a part of it, or for a sum or a count")
  }

  /// The results of checking the text without evaluating it.
  func checked(_ check: TextCheck) -> Answer {
    var answer = prepared().answer
    answer.check = check
    if case .failed(.refused, let first) = answer.outcome,
      ([first] + answer.others).allSatisfy({
        $0.kind == .notRun
      })
    {
      // The text is right, but it cannot be evaluated here.
      answer.check?.notRun = [first] + answer.others
      answer.others = []
      answer.outcome = .read
    }
    guard answer.isOK, let tree = answer.text?.tree, let declarations = check.declarations else {
      return answer
    }
    let findings = tree.findings(against: declarations)
    answer.text?.warnings += findings.filter { $0.severity == .warning }
    let errors = findings.filter { $0.severity == .error }
    guard let first = errors.first else { return answer }
    answer.outcome = .failed(.declared, first)
    answer.check?.errors = errors
    return answer
  }

  /// The answer of evaluating the text, which has been prepared.
  func answer(_ prepared: Prepared, _ context: EvaluationContext) -> Answer {
    var answer = prepared.answer { built throws(EvaluationError) in
      let value = try built.evaluate(object, variables, context)
      return tooLarge(value).map { .failed(.evaluation, $0) } ?? .value(value, kind)
    }
    if let tree = answer.text?.tree { answer.text?.warnings += Self.termFindings(tree) }
    return answer
  }

  /// Warnings of what a text of device management says that no device reads.
  static func termFindings(_ tree: SyntaxTree) -> [Diagnostic] {
    guard tree.functions == .deviceManagement else { return [] }
    return tree.findings(against: termDeclarations).map {
      Diagnostic($0.message, severity: .warning, at: $0.range, hint: $0.hint)
    }
  }

  /// The status items that Apple documents.
  private static let termDeclarations = Declarations(keys: Declarations.statusItems)

  /// A text that has been parsed, filled and built.
  struct Prepared {
    /// The text, ready for evaluation; nil if it failed before, or is only read.
    var built: BuiltText?
    /// The answer, if nothing is evaluated.
    var answer: Answer

    /// The answer with an outcome of evaluating the text.
    func answer(_ outcome: (BuiltText) throws(EvaluationError) -> Answer.Outcome) -> Answer {
      var answer = answer
      guard let built else { return answer }
      do throws(EvaluationError) { answer.outcome = try outcome(built) } catch {
        answer.outcome = .failed(.evaluation, error.diagnostic)
      }
      return answer
    }
  }

  /// Parses, fills and builds the text.
  func prepared() -> Prepared {
    let tree: SyntaxTree
    do throws(SyntaxError) { tree = try self.tree() } catch {
      return Prepared(
        answer: Answer(
          outcome: .failed(.parse, error.diagnostic), others: errors(beside: error.diagnostic)))
    }
    if arguments == nil, tree.placeholderCount > 0 {
      return Prepared(answer: Answer(outcome: .read, text: AnsweredText(tree)))
    }
    var answered = tree
    do throws(Refusal) {
      answered =
        try arguments.map { (values) throws(Refusal) in
          try tree.filled(with: values, limits: limits)
        } ?? tree
      let built: BuiltText =
        switch kind {
        case .predicate: .condition(try Condition(answered, limits: limits))
        case .formula: .formula(try Formula(answered, limits: limits))
        }
      return Prepared(
        built: built, answer: Answer(outcome: .read, text: AnsweredText(built.tree)))
    } catch {
      return Prepared(
        answer: Answer(
          outcome: .failed(.refused, error.diagnostic), others: errors(beside: error.diagnostic),
          text: AnsweredText(answered)))
    }
  }
}

/// The options of a check, and the errors it found.
struct TextCheck {
  /// The names that exist; nil if every name is allowed.
  var declarations: Declarations?
  /// Whether the check lists what may behave differently on Apple's platforms.
  var isPortability = false
  var errors: [Diagnostic] = []
  /// What is valid on Apple's systems and not run here.
  var notRun: [Diagnostic] = []
}

/// A text that is ready for evaluation.
enum BuiltText {
  case condition(Condition)
  case formula(Formula)

  func evaluate(
    _ object: Value, _ variables: [String: Value], _ context: EvaluationContext
  ) throws(EvaluationError) -> Value {
    switch self {
    case .condition(let condition):
      .bool(try condition.evaluate(object, variables: variables, context: context))
    case .formula(let formula):
      try formula.evaluate(object, variables: variables, context: context)
    }
  }

  /// The text with its arguments inserted.
  var tree: SyntaxTree {
    switch self {
    case .condition(let condition): condition.tree
    case .formula(let formula): formula.tree
    }
  }

  /// The result of every part of the text.
  func explain(
    _ object: Value, _ variables: [String: Value], _ context: EvaluationContext
  ) -> Explanation {
    let resolution =
      switch self {
      case .condition(let condition): condition.resolution
      case .formula(let formula): formula.resolution
      }
    // A dictionary of strings would also match a name in another Unicode normal form.
    let exact = Dictionary(variables.map { (ExactText($0.key), $0.value) }) { first, _ in first }
    let operands = resolution.operands
    return resolution.explain(object: object, context: context) { index in
      exact[ExactText(operands[index].variable)]
    }
  }
}
