// The command: which rows to run and how, the table on standard output, progress on standard error.
// It fails where two sides disagree or a row cannot be run; never because of a clock.

import Foundation

@main
struct Bench {
  static func main() {
    do {
      let arguments = CommandLine.arguments.dropFirst()
      guard !arguments.contains("--help") else { return say(usage) }
      guard arguments != ["peer"] else { return try answerPeerQuestions() }
      let settings = try settings(arguments)
      guard !settings.names.contains("list") else { return list() }
      exit(try run(settings) ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
  }

  struct UsageError: Error, CustomStringConvertible {
    let description: String
  }

  private static let usage = """
    usage: bench [row …] [--quick] [--rounds N] [--forms DIRECTORY] [--json FILE] | list | peer
      list               the names of the rows, and of those that run together
      peer               answers the lines of `Scripts/gnustep times`
      --quick            small forms and few rounds: nothing is asked of a figure
      --rounds N         how often each side takes its turn
      --forms DIRECTORY  where form files with recorded sessions lie, in it or below
      --json FILE        where the table goes as JSON too
    """

  private static func settings(_ arguments: ArraySlice<String>) throws -> Settings {
    var settings = Settings()
    var arguments = arguments
    while let argument = arguments.popFirst() {
      func value() throws -> String {
        guard let value = arguments.popFirst() else {
          throw UsageError(description: "\(argument) needs a value")
        }
        return value
      }
      switch argument {
      case "--quick": settings.isQuick = true
      case "--forms": settings.forms = try value()
      case "--json": settings.json = try value()
      case "--rounds":
        guard let rounds = Int(try value()), rounds > 0 else {
          throw UsageError(description: "--rounds needs a number above 0")
        }
        settings.rounds = rounds
      case "list": settings.names.append(argument)
      default:
        guard Benchmark.all.contains(where: { ([$0.name] + $0.rows).contains(argument) }) else {
          throw UsageError(
            description: "no row is called \(argument); rows: "
              + Benchmark.all.map(\.name).joined(separator: " ")
              + "\noptions: --quick, --rounds N, --forms DIRECTORY, --json FILE, list")
        }
        settings.names.append(argument)
      }
    }
    return settings
  }

  /// A line at once, also where the output is a pipe.
  private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  private static func list() {
    for benchmark in Benchmark.all {
      print(benchmark.name.padding(toLength: 18, withPad: " ", startingAt: 0), benchmark.summary)
      if !benchmark.rows.isEmpty {
        print(String(repeating: " ", count: 18), benchmark.rows.joined(separator: ", "))
      }
    }
  }

  /// Whether every row ran, and both sides of each agreed.
  private static func run(_ settings: Settings) throws -> Bool {
    if settings.isQuick { say("quick: small forms, few rounds; nothing is asked of a figure\n") }
    say(Table.head)
    var measures: [Measure] = []
    for benchmark in Benchmark.all where benchmark.isWanted(by: settings) {
      FileHandle.standardError.write(Data("… \(benchmark.name)\r".utf8))
      let new = benchmark.measures(settings)
      for measure in new { say(Table.text(measure)) }
      measures += new
    }
    let verdicts = Dictionary(grouping: measures, by: \.verdict).mapValues(\.count)
    let order: [Measure.Verdict] = [
      .target, .floor, .below, .varies, .differ, .failed, .skipped,
    ]
    say(
      "\n"
        + order.compactMap { verdict in verdicts[verdict].map { "\($0) \(verdict.rawValue)" } }
        .joined(separator: " · "))
    if let path = settings.json {
      try Table.json(measures).write(to: URL(fileURLWithPath: path))
    }
    return !measures.contains { $0.verdict == .differ || $0.verdict == .failed }
  }
}
