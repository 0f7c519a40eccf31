// Two real health forms beside the figures of JavaRosa, the engine of ODK Collect, from another
// machine of the same kind: loading, and each edit of a recorded session. What is visible at first,
// and how much every edit shows and hides, must be what was recorded.

import FormGraph
import Foundation
import Predicate
import Shapes

extension Benchmark {
  private struct Recorded {
    let file: String
    /// Of JavaRosa, in milliseconds.
    let cold, warm, median, high, highest: Double
  }

  private static let forms = [
    Recorded(file: "eimci", cold: 948, warm: 251, median: 0.085, high: 3.21, highest: 9.16),
    Recorded(
      file: "childvacc_flat", cold: 561, warm: 72, median: 0.056, high: 0.89, highest: 7.82),
  ]

  static let health = Benchmark(
    name: "health", rows: ["health-load", "health-edit"],
    summary: "two health forms beside JavaRosa's figures (--forms DIRECTORY); shown"
  ) { settings in
    guard let directory = settings.forms else {
      return [
        .absent(
          "health", "health forms: load and edit", .skipped,
          "--forms DIRECTORY with NAME.form.json and NAME.1.trace.ndjson runs it")
      ]
    }
    return try forms.flatMap { try measures(of: $0, in: directory, settings) }
  }

  private static func measures(
    of form: Recorded, in directory: String, _ settings: Settings
  ) throws -> [Measure] {
    func file(_ name: String) throws -> [UInt8] {
      try read("\(form.file).\(name)", below: directory)
    }
    let bytes = try file("form.json")
    let clock = ContinuousClock()
    let began = clock.now
    let opened = try CompiledForm.compile(json: bytes).open(now: start)
    let cold = (clock.now - began) / .nanoseconds(1)
    let (visible, session) = try recorded(try file("1.trace.ndjson"), opened)
    let warm = try inTurns(
      settings.rounds(20),
      making: {
        let form = try CompiledForm.compile(json: bytes).open(now: start)
        return { .of(all: visible.map { .of(isVisible($0.tag, in: form) ? 1 : 0) }) }
      })[0]

    var times = [Double](repeating: .infinity, count: session.count)
    var sums = [Checksum(), Checksum()]
    for round in 0..<settings.rounds(7) {
      var form = opened
      for (index, edit) in session.enumerated() {
        var changes: ChangeSet?
        times[index] = try min(
          times[index],
          best(of: 1) {
            changes = try form.update { draft in
              for (tag, value) in edit.values { draft.set(tag, to: value) }
            }
            return Checksum()
          }.nanoseconds)
        guard round == 0, let changes else { continue }
        sums[0].add(changes.count(of: .hidden))
        sums[1].add(edit.visibilityChanges)
      }
    }
    times.sort()
    func time(_ share: Double) -> Double { times[Int(share * Double(times.count - 1))] }
    func ratio(_ theirs: Double, _ ours: Double) -> String {
      "\(Table.number(theirs * 1e6 / ours))x"
    }
    return [
      Measure(
        name: "health-load", title: "JavaRosa / load of \(form.file), warm", ours: warm.nanoseconds,
        yardstick: form.warm * 1e6, ratio: form.warm * 1e6 / warm.nanoseconds,
        checksums: [
          warm.checksum ?? Checksum(), .of(all: visible.map { .of($0.isVisible ? 1 : 0) }),
        ],
        notes: [
          "first load in this process \(Table.quantity(cold, .nanoseconds)), there "
            + "\(Table.number(form.cold)) ms; \(visible.count) rows and sections are visible "
            + "or not as recorded"
        ]),
      Measure(
        name: "health-edit", title: "JavaRosa / edit of \(form.file), median", ours: time(0.5),
        yardstick: form.median * 1e6, ratio: form.median * 1e6 / time(0.5), checksums: sums,
        notes: [
          "95 of 100: \(Table.quantity(time(0.95), .nanoseconds)), \(ratio(form.high, time(0.95))); "
            + "slowest: \(Table.quantity(time(1), .nanoseconds)), \(ratio(form.highest, time(1)))"
        ]),
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
