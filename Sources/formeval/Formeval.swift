// Where the command meets the world: its arguments, the clock, the streams and the exit status.
// Everything that decides something is elsewhere.

import Foundation
import FormGraph

/// The command.
@main
enum Formeval {
  static func main() {
    let status: Int32
    do throws(CommandError) {
      status = try run(Arguments.parse(Array(CommandLine.arguments.dropFirst())))
    } catch {
      Streams.writeMessage(error.text + "\n")
      status = error.status
    }
    exit(status)
  }

  private static func run(_ arguments: Arguments) throws(CommandError) -> Int32 {
    let style = Style(
      arguments.color, isTerminal: Streams.areResultsSeen,
      environment: ProcessInfo.processInfo.environment)
    let session = Session(arguments: arguments, style: style, now: Date(), read: Files.read)
    if case .edits(let path) = arguments.mode { return try answer(path, session) }
    let output = session.output()
    Streams.writeMessage(output.warnings)
    try write(output.result)
    Streams.writeMessage(output.error)
    return output.status
  }

  /// Answers the lines of a file or of a pipe, each as soon as it has come.
  private static func answer(_ path: String, _ session: Session) throws(CommandError) -> Int32 {
    let (form, warnings) = try session.open()
    var mode = EditsMode(form, as: session.editor)
    if path == Arguments.standardInput {
      Streams.writeMessage(warnings)
      while let line = Files.standardInputLine() {
        if let answer = mode.answer(line) { try write(answer) }
      }
    } else {
      let bytes = try Files.read(path)
      Streams.writeMessage(warnings)
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for line in lines {
        if let answer = mode.answer(Array(line)) { try write(answer) }
      }
    }
    return mode.status
  }

  private static func write(_ text: String) throws(CommandError) {
    guard Streams.writeResult(text) else {
      throw .usage("the result cannot be written to standard output")
    }
  }
}
