// The outcome of a run: text for the two streams, and a status. Every failure is one of these
// values. Nothing here writes to a stream.

import FormGraph
import FormProtocol
import Predicate

/// The output of a run in the order of printing, and its status.
struct Output: Equatable {
  /// Warnings about the form, for standard error, printed first.
  var warnings = ""
  /// The result, for standard output.
  var result = ""
  /// The error that stopped the run, for standard error.
  var error = ""
  var status: Int32 = 0
}

/// An error that stops the command.
struct CommandError: Error, Equatable {
  /// The text for standard error, without a line break at its end.
  let text: String
  let status: Int32
  /// The message without a hint, for callers that format it themselves.
  let message: String
  let hint: String?

  /// The input is wrong: the form, a text or a value.
  ///
  /// Or an edit was refused.
  static let refused: Int32 = 1
  /// The command line is wrong, or something that it names does not exist or cannot be read.
  static let usage: Int32 = 2

  /// A mistake on the command line, or something that it names does not exist.
  static func usage(_ message: String, hint: String? = nil) -> CommandError {
    CommandError(text: lines(message, hint), status: usage, message: message, hint: hint)
  }

  /// A valid request that the form refuses.
  static func refused(_ message: String, hint: String? = nil) -> CommandError {
    CommandError(text: lines(message, hint), status: refused, message: message, hint: hint)
  }

  /// Invalid data, shown with the place of the mistake.
  static func refused(_ problem: Problem, in source: FormSource) -> CommandError {
    CommandError(problem, in: source, status: refused)
  }

  /// Invalid data with several mistakes, each shown with its place.
  static func refused(
    _ problems: [Problem], in source: FormSource, status: Int32 = refused
  ) -> CommandError {
    let placed = source.located(problems)
    let messages = problems.map(\.message).joined(separator: "; ")
    return CommandError(
      text: ProblemRenderer(source: source).text(of: placed), status: status, message: messages,
      hint: nil)
  }

  /// A problem in data, shown with its place.
  init(_ problem: Problem, in source: FormSource, status: Int32) {
    let text = ProblemRenderer(source: source).text(of: [problem])
    self.init(text: text, status: status, message: problem.message, hint: problem.hint)
  }

  /// A text that cannot be parsed, run or evaluated; `others` are further errors in it.
  init(
    _ diagnostic: Diagnostic, _ others: [Diagnostic] = [], in text: String, named name: String
  ) {
    let lines = SourceLines(Array(text.utf8))
    self.init(
      text: ([diagnostic] + others).map { $0.printable(in: lines, named: name) }
        .joined(separator: "\n"),
      status: Self.refused, message: diagnostic.message, hint: diagnostic.hint)
  }

  /// A form that does not compile.
  init(_ failure: CompileFailure) {
    let text = failure.source?.text(ofRun: failure.problems) ?? failure.description
    self.init(text: text, status: Self.refused, message: text, hint: nil)
  }

  /// A refused transaction, or a form that could not be opened.
  init(_ error: EditError) {
    let isMistyped = error.reasons.contains { $0.kind == .unknown }
    self.init(
      text: error.reasons.map { Self.lines($0.message, $0.hint) }.joined(separator: "\n"),
      status: isMistyped ? Self.usage : Self.refused,
      message: error.reasons.map(\.description).joined(separator: "; "), hint: nil)
  }

  /// Edits that are refused.
  init(_ error: EditRefusal) {
    self.init(
      text: Self.lines(error.message, error.hint),
      status: error.isUnknown ? Self.usage : Self.refused, message: error.message,
      hint: error.hint)
  }

  /// Edits that are refused, shown with the place of the mistake.
  init(_ error: EditRefusal, in source: FormSource) {
    self.init(
      Problem(error.message, range: error.range, hint: error.hint), in: source,
      status: error.isUnknown ? Self.usage : Self.refused)
  }

  private init(text: String, status: Int32, message: String, hint: String?) {
    self.text = text
    self.status = status
    self.message = message
    self.hint = hint
  }

  /// The error with a hint instead of its own, if it has none.
  func adding(_ hint: String) -> CommandError {
    let hint = self.hint.map { "\($0); \(hint)" } ?? hint
    return CommandError(
      text: Self.lines(message, hint), status: status, message: message, hint: hint)
  }

  /// The same error about one of several files.
  func about(_ name: String) -> CommandError {
    let message = "\(name): \(message)"
    return CommandError(
      text: Self.lines(message, hint), status: status, message: message, hint: hint)
  }

  /// The message and its hint in one sentence.
  var sentence: String { hint.map { "\(message); \($0)" } ?? message }

  private static func lines(_ message: String, _ hint: String?) -> String {
    let error = "error: \(message.printable)"
    return hint.map { "\(error)\nhint: \($0.printable)" } ?? error
  }
}

extension RefusedSubmit {
  /// The message for a refused submit.
  var sentence: String {
    "\(tag.map { "'\($0)' did not submit" } ?? "nothing was submitted"): "
      + "\(firstInvalidTag.map { "'\($0)'" } ?? "a row without a tag") is invalid"
  }
}

extension Diagnostic {
  /// The diagnostic with its place, without characters that control a terminal.
  func printable(in source: SourceLines, named name: String) -> String {
    rendered(in: source, named: name).printableLines
  }
}
