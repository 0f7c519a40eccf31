// Many live forms in one process, as a server has them: a line of edits comes as bytes, and the
// change set goes as bytes. One thread does all; how fast is said by the time that it ran.

import FormGraph
import FormProtocol
import Foundation
import Predicate

extension Benchmark {
  static let sessions = Benchmark(
    name: "sessions",
    rows: [
      "sessions-edits", "sessions-memory", "sessions-memory-6", "sessions-memory-60",
      "sessions-memory-shape",
    ],
    summary: "10 000 live forms: edits a second, bytes a session (eimci with --forms DIRECTORY)"
  ) { settings in
    let file = try SessionForm(settings)
    let compiled = try CompiledForm.compile(json: file.bytes)
    let first = FormSession(compiled.open(now: start))
    let rows = file.editedRows(first.form)
    let count = settings.size(10_000, quick: 200)
    let (untouched, made) = Heap.added {
      (0..<count).map { _ in first.opening(compiled.open(now: start)) }
    }
    var clients = Clients(made, rows)
    // The first edits of a session cost more: they make what the session has of its own.
    let (after6, _) = try Heap.added { try clients.edit(6) }
    let (after60, _) = try Heap.added { try clients.edit(54) }
    let reshapedCount = 100
    let (reshaped, _) = try Heap.added {
      try (0..<reshapedCount).map { index in
        var form = compiled.open(now: start)
        try form.update {
          $0.setCondition(
            .hidden, of: rows[0].id, to: ConditionDefinition(.predicate("1 == \(index)")))
        }
        return form
      }
    }
    let notes = ["\(file.name), \(count) sessions, \(rows.count) rows edited, by the user"]
    func memory(_ name: String, _ title: String, _ bytes: Int, _ goal: Measure.Goal) -> Measure {
      Measure(
        name: name, title: "memory of a session, " + title, unit: .bytes,
        ours: Double(bytes) / Double(count), goal: file.hasGoals ? goal : .none,
        notes: notes + ["by \(Heap.source)"])
    }
    let rate = Double(clients.accepted) / clients.seconds
    return [
      Measure(
        name: "sessions-edits", title: "edits a second, one core", unit: .count, ours: rate,
        goal: file.hasGoals ? .atLeast(floor: 10_000, target: 25_000) : .none,
        // Each session made all of its edits, and held what it had been given last.
        checksums: [
          .of(clients.accepted, clients.kept), .of(60 * count, 60 * count),
        ],
        notes: notes + [
          "\(clients.refused) refused besides, \(clients.bytesOut / max(1, clients.accepted)) bytes "
            + "an answer"
        ]),
      memory("sessions-memory", "untouched", untouched, .atMost(floor: 4_096, target: 2_560)),
      memory(
        "sessions-memory-6", "after 6 edits", untouched + after6,
        .atMost(floor: 49_152, target: 24_576)),
      memory(
        "sessions-memory-60", "after 60 edits", untouched + after6 + after60,
        .atMost(floor: 81_920, target: 49_152)),
      Measure(
        name: "sessions-memory-shape", title: "memory of a form that its host has edited once",
        unit: .bytes, ours: Double(reshaped) / Double(reshapedCount),
        notes: notes + ["\(reshapedCount) forms, each of which got one condition"]),
    ]
  }
}

/// The form that the sessions are of.
private struct SessionForm {
  let name: String
  let bytes: [UInt8]
  /// Whether the floors are about this form.
  let hasGoals: Bool

  init(_ settings: Settings) throws {
    guard let directory = settings.forms else {
      let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      name = "soar_kenya"
      bytes = Array(
        try Data(
          contentsOf: root.appending(path: "Tests/formevalTests/WorldForms/\(name).form.json")))
      hasGoals = false
      return
    }
    name = "eimci"
    bytes = try Benchmark.read("eimci.form.json", below: directory)
    hasGoals = true
  }

  /// The rows that are visible at first and take a value.
  func editedRows(_ form: Form) -> [RowState] {
    form.visibleSections.flatMap(\.visibleRows).filter { row in
      guard row.tag != nil, row.item == nil, !row.isDisabled, row.definition.calculated == nil
      else { return false }
      return row.definition.type.valueKind != .choices && Clients.value(for: row, 0) != nil
    }
  }
}

/// The clients of many sessions, who make one edit after the other.
private struct Clients {
  private var sessions: [FormSession]
  private let rows: [RowState]
  private var turn = 0
  private(set) var accepted = 0
  private(set) var refused = 0
  /// How many edits the form held right after them.
  private(set) var kept = 0
  private(set) var bytesOut = 0
  private(set) var seconds = 0.0

  init(_ sessions: [FormSession], _ rows: [RowState]) {
    self.sessions = sessions
    self.rows = rows
  }

  /// Makes so many edits in each session, in turns.
  mutating func edit(_ count: Int) throws {
    for _ in 0..<count {
      for index in sessions.indices {
        // A row that the answers so far have hidden is passed over.
        for attempt in 0..<rows.count {
          if try edit(index, rows[(7 * index + 13 * turn + attempt) % rows.count]) { break }
        }
      }
      turn += 1
    }
  }

  private mutating func edit(_ index: Int, _ row: RowState) throws -> Bool {
    guard let tag = row.tag, let value = Self.value(for: row, turn + index) else { return false }
    let line = JSONWriter.text(of: ["set": .dictionary(ValueDictionary([(tag, value)]))])
    let bytes = Array(line.utf8)
    guard sessions[index].form[tag]?.isHidden == false else { return false }
    var output: [UInt8] = []
    let watch = Stopwatch()
    do throws(EditRefusal) {
      let changes = try sessions[index].apply(try FormEdits(json: bytes), as: .user)
      output = changes.bytes
    } catch {
      refused += 1
      return false
    }
    seconds += watch.elapsed.cpu / 1e9
    accepted += 1
    bytesOut += output.count
    if sessions[index].form[tag]?.value == row.definition.type.valueKind.convertedFromJSON(value) {
      kept += 1
    }
    return true
  }

  /// A value of a row as JSON, another one with each number.
  static func value(for row: RowState, _ number: Int) -> Value? {
    if let options = row.options {
      return options.isEmpty ? nil : options[number % options.count].value
    }
    switch row.definition.type.valueKind {
    case .int: return .int(Int64(number % 10))
    case .decimal: return .double(Double(number % 10) + 0.5)
    case .bool: return .bool(number.isMultiple(of: 2))
    case .text: return .string("a\(number % 100)")
    case .day: return .string("2024-05-\(10 + number % 20)")
    case .none, .any, .date, .time, .choice, .choices: return nil
    }
  }
}
