// What the command gives back: text for the two streams and a status. Every failure is one of
// these values; nothing here touches a stream.

import FormGraph
import Predicate

/// What a run prints, in this order, and how it ends.
struct Output: Equatable {
  /// What is said of the form on standard error before anything is shown.
  var warnings = ""
  /// The result, for standard output.
  var result = ""
  /// Why the run stopped, for standard error.
  var error = ""
  var status: Int32 = 0
}

/// Why the command stops.
struct CommandError: Error, Equatable {
  /// What is written to standard error, without a line break at its end.
  let text: String
  let status: Int32
  /// What is wrong and what to do, as sentences for places that show them in their own way.
  let message: String
  let hint: String?

  /// What was handed in is wrong: the form, a text, a value; or an edit was refused.
  static let refused: Int32 = 1
  /// The command line is wrong, or what it names is not there or cannot be read.
  static let usage: Int32 = 2

  /// A mistake in the words of the command, or something they name that is not there.
  static func usage(_ message: String, hint: String? = nil) -> CommandError {
    CommandError(text: lines(message, hint), status: usage, message: message, hint: hint)
  }

  /// Something that was understood and cannot be done with the form as it is.
  static func refused(_ message: String, hint: String? = nil) -> CommandError {
    CommandError(text: lines(message, hint), status: refused, message: message, hint: hint)
  }

  /// Data that cannot be used, shown with the place of what is wrong.
  static func refused(_ problem: Problem, in source: FormSource) -> CommandError {
    CommandError(problem, in: source, status: refused)
  }

  /// Something in data, shown with its place.
  init(_ problem: Problem, in source: FormSource, status: Int32) {
    let text = ProblemRenderer(source: source).text(of: [problem])
    self.init(text: text, status: status, message: problem.message, hint: problem.hint)
  }

  /// A text is none of the language, not run here, or has no answer.
  init(_ diagnostic: Diagnostic, in text: String, named name: String) {
    self.init(
      text: diagnostic.printable(in: SourceLines(Array(text.utf8)), named: name),
      status: Self.refused,
      message: diagnostic.message, hint: diagnostic.hint)
  }

  /// The form does not compile.
  init(_ failure: CompileFailure) {
    let text = failure.description
    self.init(text: text, status: Self.refused, message: text, hint: nil)
  }

  /// A transaction was refused, or the form could not be opened.
  init(_ error: EditError) {
    let isMistyped = error.reasons.contains { $0.kind == .unknown }
    self.init(
      text: error.reasons.map { Self.lines($0.message, $0.hint) }.joined(separator: "\n"),
      status: isMistyped ? Self.usage : Self.refused,
      message: error.reasons.map(\.description).joined(separator: "; "), hint: nil)
  }

  private init(text: String, status: Int32, message: String, hint: String?) {
    self.text = text
    self.status = status
    self.message = message
    self.hint = hint
  }

  /// The message with its hint, in one sentence.
  var sentence: String { hint.map { "\(message); \($0)" } ?? message }

  private static func lines(_ message: String, _ hint: String?) -> String {
    let error = "error: \(message.printable)"
    return hint.map { "\(error)\nhint: \($0.printable)" } ?? error
  }
}

extension RefusedSubmit {
  /// What is said of it.
  var sentence: String {
    "\(tag.map { "'\($0)' did not submit" } ?? "nothing was submitted"): "
      + "\(firstInvalidTag.map { "'\($0)'" } ?? "a row without a tag") is invalid"
  }
}

extension Diagnostic {
  /// The finding with its place, without characters that a terminal would obey.
  func printable(in source: SourceLines, named name: String) -> String {
    rendered(in: source, named: name).printableLines
  }
}
