// A row of the table, before it is run: its name, and how to measure it.

import Foundation

/// What a run was asked for.
struct Settings {
  /// Smaller forms and fewer rounds: to see whether a change is right, not how good it is.
  var isQuick = false
  /// How often each side takes its turn.
  var rounds: Int?
  /// Where form files from the world lie.
  var forms: String?
  /// The names of the rows to run; all where empty.
  var names: [String] = []
  /// Where the table goes as JSON.
  var json: String?

  func rounds(_ usual: Int) -> Int { rounds ?? (isQuick ? min(usual, 3) : usual) }

  func size(_ full: Int, quick: Int) -> Int { isQuick ? quick : full }
}

/// A row of the table, or a few that share their work.
struct Benchmark: Sendable {
  let name: String
  /// The rows it gives, where they are not called as it is.
  var rows: [String] = []
  /// What it measures, for the list of names.
  let summary: String
  let run: @Sendable (Settings) throws -> [Measure]

  static let all: [Benchmark] =
    [
      .predicates, .dictionary, .parse, .parseEight, .parseLong, .mixedGrid, .layered, .oneRow,
      .sparse, .hideMillion, .programsMillion, .liveBytes, .compiledBytes, .loader, .evaluations,
      .listing, .onePair, .builds, .lists, .editScript, .hostEdits, .hostileRegex, .startup,
      .health,
      .sessions,
    ]

  /// Whether it is asked for, by its own name or by that of one of its rows.
  func isWanted(by settings: Settings) -> Bool {
    settings.names.isEmpty || !Set([name] + rows).isDisjoint(with: settings.names)
  }

  /// What the rows say that are asked for, or why they say nothing.
  func measures(_ settings: Settings) -> [Measure] {
    do {
      let isWhole = settings.names.isEmpty || settings.names.contains(name)
      let measures = try run(settings)
        .filter { isWhole || settings.names.contains($0.name) }
      // The goals are about the full sizes.
      return settings.isQuick ? measures.map(\.withoutGoal) : measures
    } catch {
      return [.absent(name, summary, .failed, "\(error)")]
    }
  }
}
