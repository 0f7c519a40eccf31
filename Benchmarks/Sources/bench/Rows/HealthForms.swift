// Two real health forms beside the figures of JavaRosa, the engine of ODK Collect, from another
// machine of the same kind: loading, and each edit of a recorded session. What every edit shows and
// hides must be what was recorded.

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
    var opened = try CompiledForm.compile(json: bytes).open(now: start)
    let cold = try best(of: 1) {
      opened = try CompiledForm.compile(json: bytes).open(now: start)
      return .of(opened.conditionCount)
    }
    let warm = try best(of: settings.rounds(20)) {
      .of(try CompiledForm.compile(json: bytes).open(now: start).conditionCount)
    }
    let session = try edits(try file("1.trace.ndjson"), opened)

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
        notes: [
          "the first load here \(Table.quantity(cold.nanoseconds, .nanoseconds)), there \(Table.number(form.cold)) ms"
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
  private static func read(_ name: String, below directory: String) throws -> [UInt8] {
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

  private struct RecordedEdit {
    var values: [(tag: String, value: Value)] = []
    var visibilityChanges = 0
  }

  /// The edits of a recorded session.
  private static func edits(_ bytes: [UInt8], _ form: Form) throws -> [RecordedEdit] {
    try bytes.split(separator: UInt8(ascii: "\n")).dropFirst().map { line in
      guard case .object(let members) = try JSONReader.read(Array(line)).content else {
        return RecordedEdit()
      }
      var edit = RecordedEdit()
      for member in members {
        guard case .object(let entries) = member.element.content else { continue }
        switch member.key {
        case "set":
          edit.values = entries.compactMap { entry in
            let kind = form[entry.key]?.definition.type.valueKind
            return kind?.convertedFromJSON(entry.element.value).map { (entry.key, $0) }
          }
        case "relevant_changed": edit.visibilityChanges = entries.count
        default: break
        }
      }
      return edit
    }
  }
}
