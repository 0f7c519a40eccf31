// Two real health forms: loading, and each edit of a recorded session. Which rows are visible at
// first, and how many every edit shows and hides, must be what was recorded.

import FormGraph
import Foundation
import Predicate
import Shapes

extension Benchmark {
  static let health = Benchmark(
    name: "health", rows: ["health-load", "health-edit"],
    summary: "two health forms: load, and edits of a recorded session (--forms DIRECTORY)"
  ) { settings in
    guard let directory = settings.forms else {
      return [
        .absent(
          "health", "health forms: load and edit", .skipped,
          "--forms DIRECTORY with NAME.form.json and NAME.1.trace.ndjson runs it")
      ]
    }
    return try measures(
      of: "eimci", loading: .atMost(floor: 2.5e6, target: 1.6e6), in: directory, settings)
      + measures(of: "childvacc_flat", loading: .none, in: directory, settings)
  }

  private static func measures(
    of name: String, loading goal: Measure.Goal, in directory: String, _ settings: Settings
  ) throws -> [Measure] {
    let bytes = try read("\(name).form.json", below: directory)
    let watch = Stopwatch()
    let opened = try CompiledForm.compile(json: bytes).open(now: start)
    let cold = watch.elapsed.cpu
    let (visible, session) = try recorded(
      try read("\(name).1.trace.ndjson", below: directory), opened)
    let warm = try inTurns(
      settings.rounds(20),
      making: {
        let form = try CompiledForm.compile(json: bytes).open(now: start)
        return { .of(all: visible.map { .of(isVisible($0.tag, in: form) ? 1 : 0) }) }
      })[0]

    var timed = [Timed](repeating: Timed(), count: session.count)
    var sums = [Checksum(), Checksum()]
    for round in 0..<settings.rounds(7) {
      var form = opened
      for (index, edit) in session.enumerated() {
        var changes: ChangeSet?
        try timed[index].time {
          changes = try form.update { draft in
            for (tag, value) in edit.values { draft.set(tag, to: value) }
          }
          return Checksum()
        }
        guard round == 0, let changes else { continue }
        sums[0].add(changes.count(of: .hidden))
        sums[1].add(edit.visibilityChanges)
      }
    }
    timed.sort { $0.nanoseconds < $1.nanoseconds }
    func edit(_ share: Double) -> Timed { timed[Int(share * Double(timed.count - 1))] }
    func time(_ share: Double) -> String { Table.quantity(edit(share).nanoseconds, .nanoseconds) }
    return [
      Measure(
        name: "health-load", title: "load of \(name), compile and open", ours: warm.nanoseconds,
        goal: goal,
        checksums: [
          warm.checksum ?? Checksum(), .of(all: visible.map { .of($0.isVisible ? 1 : 0) }),
        ], timed: [warm],
        notes: [
          "first load in this process \(Table.quantity(cold, .nanoseconds)); "
            + "\(visible.count) rows and sections are visible or not as recorded"
        ]),
      Measure(
        name: "health-edit", title: "edit of \(name), median of a session",
        ours: edit(0.5).nanoseconds, checksums: sums, timed: [edit(0.5)],
        notes: ["95 of 100: \(time(0.95)); slowest: \(time(1))"]),
    ]
  }

  /// The bytes of a file in a directory or anywhere below it.
  static func read(_ name: String, below directory: String) throws -> [UInt8] {
    let root = URL(fileURLWithPath: directory, isDirectory: true)
    var place = root.appending(path: name)
    if !FileManager.default.fileExists(atPath: place.path),
      let path = FileManager.default.enumerator(atPath: directory)?
        .lazy.compactMap({ $0 as? String }).first(where: { $0.hasSuffix("/\(name)") })
    {
      place = root.appending(path: path)
    }
    return Array(try Data(contentsOf: place))
  }

  /// Whether a row or a section is visible.
  private static func isVisible(_ tag: String, in form: Form) -> Bool {
    if let row = form[tag] { return !row.isHidden }
    return form.section(tag)?.isHidden == false
  }

  private typealias Visibility = (tag: String, isVisible: Bool)

  private struct RecordedEdit {
    let values: [(tag: String, value: Value)]
    let visibilityChanges: Int
  }

  /// Something in a recorded session is not what it must be.
  private struct Misfit: Error, CustomStringConvertible {
    let description: String
  }

  /// What a recorded session says is visible at first, and its edits.
  private static func recorded(
    _ bytes: [UInt8], _ form: Form
  ) throws -> (visible: [Visibility], edits: [RecordedEdit]) {
    let lines = try bytes.split(separator: UInt8(ascii: "\n")).map { line in
      try JSONReader.read(Array(line))
    }
    guard let first = lines.first else { throw Misfit(description: "the session is empty") }
    let visible = try entries("relevant", of: first).map { entry -> Visibility in
      guard case .bool(let isVisible) = entry.element.content else {
        throw Misfit(description: "whether \(entry.key) is visible is no truth value")
      }
      return (entry.key, isVisible)
    }
    let edits = try lines.dropFirst().map { line in
      let values = try entries("set", of: line).map { entry -> (tag: String, value: Value) in
        guard let kind = form[entry.key]?.definition.type.valueKind,
          let value = kind.convertedFromJSON(entry.element.value)
        else { throw Misfit(description: "\(entry.key) takes no \(entry.element.value)") }
        return (entry.key, value)
      }
      return RecordedEdit(
        values: values, visibilityChanges: try entries("relevant_changed", of: line).count)
    }
    return (visible, edits)
  }

  /// What stands in the object under a key of a line.
  private static func entries(_ key: String, of line: JSONElement) throws -> [JSONMember] {
    guard case .object(let members) = line.content,
      case .object(let entries)? = members.first(where: { $0.key == key })?.element.content
    else { throw Misfit(description: "a line of the session has no object '\(key)'") }
    return entries
  }
}
