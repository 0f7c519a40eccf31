// A predicate or a formula on the command line: prints its answer or one view of the text. JSON
// arguments are parsed before the text. Mistakes in the text are shown at their places.

import FormGraph
import Predicate
import PredicateChecks

/// Evaluates a text without a form.
struct TextMode {
  let arguments: TextArguments
  let limits: Limits
  let functions: FunctionSet
  /// The largest number of members and bytes in a result.
  let resultLimit: Int
  let mode: Arguments.Mode
  let isJSON: Bool
  let style: Style
  let read: (String) throws(CommandError) -> [UInt8]

  /// Adds the requested output.
  func run(_ output: inout Output, _ context: EvaluationContext) throws(CommandError) {
    let question = try question()
    if isJSON, mode == .report {
      let answer = question.answer(context)
      output.result = JSONWriter.text(of: answer.json) + "\n"
      output.status = answer.isOK ? 0 : CommandError.refused
      return
    }
    let tree: SyntaxTree
    do throws(SyntaxError) { tree = try question.tree() } catch {
      throw shown(error.diagnostic, question.errors(beside: error.diagnostic))
    }
    output.warnings = printable(tree.warnings + Question.termFindings(tree))
    // The canonical form of a text can be printed even if the text cannot be run here. Portability
    // is checked only for a text that can be built, or for a template whose placeholders are filled
    // later.
    let isTemplate = question.arguments == nil && tree.placeholderCount > 0
    let isUnbuilt = isTemplate || (question.arguments == nil && mode == .canonical)
    if isUnbuilt, tell(of: tree, &output) { return }
    let built: BuiltText
    do throws(BuildError) { built = try question.built() } catch {
      let first = error.diagnostic
      throw shown(isTemplate ? Self.unfilled(first) : first, question.errors(beside: first))
    }
    if tell(of: built.tree, &output) { return }
    switch mode {
    case .explain: try explain(built, question, &output, context)
    default: output.result = Self.text(of: try value(of: built, question, context))
    }
  }

  /// Adds a view of the text that needs no evaluation; false if the mode needs one.
  private func tell(of tree: SyntaxTree, _ output: inout Output) -> Bool {
    switch mode {
    case .canonical: output.result = tree.description + "\n"
    case .portability:
      let report = PortabilityReport(
        findings: tree.portability, source: tree.text, name: arguments.kind.rawValue,
        style: style)
      output.result = isJSON ? JSONWriter.text(of: report.json) + "\n" : report.text
      output.status = report.isPortable ? 0 : CommandError.refused
    default: return false
    }
    return true
  }

  // MARK: - Answers

  private func value(
    of built: BuiltText, _ question: Question, _ context: EvaluationContext
  ) throws(CommandError) -> Value {
    let value: Value
    do throws(EvaluationError) {
      value = try built.evaluate(question.object, question.variables, context)
    } catch {
      throw shown(error.diagnostic)
    }
    if let diagnostic = question.tooLarge(value) { throw shown(diagnostic) }
    return value
  }

  /// The value as a literal of the language on one line.
  ///
  /// `--json` gives the exact value.
  private static func text(of value: Value) -> String { value.description.printable + "\n" }

  private func explain(
    _ built: BuiltText, _ question: Question, _ output: inout Output, _ context: EvaluationContext
  ) throws(CommandError) {
    let explanation = built.explain(question.object, question.variables, context)
    let lines = ExplanationTree.lines(of: [explanation], style)
    output.result = lines.map { $0 + "\n" }.joined()
    for case .failed(let error) in explanation.lines.map(\.result) {
      // Evaluating the text gives a better hint, because it knows the given variables.
      _ = try value(of: built, question, context)
      throw shown(error.diagnostic)
    }
    // A constant has no parts, so its value is printed.
    if lines.isEmpty, case .value(let value)? = explanation.lines.first?.result {
      output.result = Self.text(of: value)
    }
  }

  // MARK: - Messages

  /// The largest number of warnings that are shown.
  private static let maximumWarnings = 1000

  private func printable(_ warnings: [Diagnostic]) -> String {
    let lines = SourceLines(Array(arguments.text.utf8))
    let shown = warnings.prefix(Self.maximumWarnings)
    let more = warnings.count - shown.count
    return shown.map { $0.printable(in: lines, named: arguments.kind.rawValue) + "\n" }.joined()
      + (more > 0 ? "and \(more) more\n" : "")
  }

  private func shown(_ diagnostic: Diagnostic, _ others: [Diagnostic] = []) -> CommandError {
    CommandError(diagnostic, others, in: arguments.text, named: arguments.kind.rawValue)
  }

  /// The error for a placeholder without an argument, with a hint for the command line.
  private static func unfilled(_ diagnostic: Diagnostic) -> Diagnostic {
    Diagnostic(
      diagnostic.message, at: diagnostic.range,
      hint: "--arguments takes a list with one value for each placeholder")
  }

  // MARK: - Reading

  private func question() throws(CommandError) -> Question {
    var question = Question(
      kind: arguments.kind, text: arguments.text, limits: limits, functions: functions,
      resultLimit: resultLimit)
    if let json = arguments.arguments {
      question.arguments = try value(Array(json.utf8), "--arguments", Question.arguments)
    }
    if let json = arguments.variables {
      question.variables = try value(Array(json.utf8), "--variables", Question.variables)
    }
    if let path = arguments.object {
      question.object = try value(try read(path), Files.name(of: path), TypedJSON.value)
    }
    return question
  }

  private func value<Result>(
    _ bytes: [UInt8], _ name: String, _ value: (JSONElement) throws(Problem) -> Result
  ) throws(CommandError) -> Result {
    do throws(Problem) { return try value(JSONReader.read(bytes)) } catch {
      throw .refused(error, in: FormSource(name: name, bytes: bytes))
    }
  }
}
