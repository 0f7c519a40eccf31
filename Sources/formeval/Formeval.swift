// The entry point: reads the arguments and the clock, and connects the streams and the exit status.
// All decisions are made elsewhere.

import FormAnalysis
import Foundation
import FormGraph

/// The command.
@main
enum Formeval {
  static func main() {
    let status: Int32
    var color = Arguments.Color.auto
    do throws(CommandError) {
      let words = try given()
      color = Arguments.color(in: words)
      if let words = Preview.words(in: words) { throw Preview.run(words) }
      status = try run(Arguments.parse(words))
    } catch {
      Streams.writeMessage(messageStyle(color).message(error.text) + "\n")
      status = error.status
    }
    exit(status)
  }

  /// The style of what is written to standard error.
  private static func messageStyle(_ color: Arguments.Color) -> Style {
    Style(
      color, columns: Streams.messageColumns, environment: Environment.value(of:))
  }

  /// The arguments.
  ///
  /// An argument that is not UTF-8 is refused, because decoding it would replace bytes with
  /// characters that nobody typed.
  private static func given() throws(CommandError) -> [String] {
    var arguments: [String] = []
    for number in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[number] else { break }
      guard let argument = String(validatingCString: bytes) else {
        throw .usage("argument \(number) is not UTF-8")
      }
      arguments.append(argument)
    }
    return arguments
  }

  private static func run(_ arguments: Arguments) throws(CommandError) -> Int32 {
    let style = Style(
      arguments.color, columns: Streams.resultColumns, environment: Environment.value(of:))
    let messages = messageStyle(arguments.color)
    let maximumBytes = arguments.formLimits.fileBytes
    let session = Session(
      arguments: arguments, style: style, now: Date(),
      read: { path throws(CommandError) in try Files.read(path, maximumBytes: maximumBytes) })
    switch arguments.mode {
    case .edits(let path) where arguments.isRecording:
      let (form, warnings, _) = try session.open()
      let lines = try LineBlocks(path, maximumBytes: maximumBytes)
      Streams.writeMessage(messages.message(warnings))
      let mode = RecordMode(
        form, as: session.editor, state: try arguments.state.map(session.state),
        inputs: try ActionReader(form.definition).inputs(arguments.inputs),
        limits: arguments.formLimits)
      try write(mode.header)
      let done = try LineBatch.run(lines, threads: 1) { mode }
      try write(done[0].footer)
      return done[0].status
    case .edits(let path):
      let (compiled, warnings, _) = try session.compile()
      let opener = try session.opener(compiled)
      let (form, misfits) = try session.open(opener)
      let lines = try LineBlocks(path, maximumBytes: maximumBytes)
      Streams.writeMessage(messages.message(warnings + misfits))
      let mode = EditsMode(
        form, as: session.editor, opener: opener, opening: arguments.opening,
        allowsHost: arguments.editor != .user, maximumSessions: arguments.sessionCount,
        limits: arguments.formLimits)
      return try LineBatch.run(lines, threads: 1) { mode }[0].status
    case .answers(let path):
      let (form, warnings, notation) = try session.open()
      let (lines, csv) = try session.answers(in: path, for: form, notation)
      Streams.writeMessage(messages.message(warnings))
      var mode = AnswersMode(
        form, as: session.editor, includesHidden: arguments.includesHidden,
        migrator: try session.validMigration().map { Migrator($0, to: form.definition) })
      mode.format = try arguments.batch.format(of: mode.names)
      mode.csv = csv
      mode.isQuiet = arguments.isQuiet
      mode.failsFast = arguments.batch.failsFast
      let start = mode
      // One thread counts no lines behind the one that stops the batch.
      let done = try LineBatch.run(
        lines, threads: mode.failsFast ? 1 : arguments.threadCount,
        progress: Streams.messageColumns != nil ? Progress() : nil
      ) { start }
      var tally = AnswersTally()
      for mode in done { tally.add(mode.tally) }
      guard Streams.writeMessage(messages.message(tally.text)) || !mode.isQuiet else {
        throw .usage("the summary cannot be written to standard error")
      }
      return tally.isFaulty ? CommandError.refused : 0
    case .predicates(let path):
      let mode = PredicatesMode(
        limits: arguments.textLimits, functions: arguments.functions, maximumBytes: maximumBytes,
        context: session.context(now: Date()), check: try session.textCheck())
      let lines = try LineBlocks(path, maximumBytes: maximumBytes)
      let done = try LineBatch.run(lines, threads: arguments.threadCount) { mode }
      return done.map(\.status).max() ?? 0
    default: return try show(session.output(), messages)
    }
  }

  private static func show(_ output: Output, _ messages: Style) throws(CommandError) -> Int32 {
    Streams.writeMessage(messages.message(output.warnings))
    try write(output.result)
    Streams.writeMessage(messages.message(output.error))
    return output.status
  }

  private static func write(_ text: String) throws(CommandError) {
    guard Streams.writeResult(text) else {
      throw .usage("the result cannot be written to standard output")
    }
  }
}
