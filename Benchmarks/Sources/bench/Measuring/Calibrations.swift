// The time that each yardstick took when it was last recorded. A yardstick that is far off measures
// something else. The pass over bits has no figure of its own: 9.9 µs is the time of a whole change
// of a million bits, and the pass is most of it.

import Foundation
import Shapes
import Yardsticks

extension Measure.Calibration {
  static func cellClosures(_ measured: Double) -> Self {
    Self(
      name: "closures over cells, each evaluation", unit: .nanoseconds, measured: measured,
      recorded: 2.5...2.8)
  }

  static func classRows(_ measured: Double) -> Self {
    Self(
      name: "closures over class rows, each evaluation", unit: .nanoseconds, measured: measured,
      recorded: 69...74)
  }

  static func classGraph(_ measured: Double) -> Self {
    Self(
      name: "graph of class nodes, each node", unit: .nanoseconds, measured: measured,
      recorded: 18...27)
  }

  static func bitPass(_ measured: Double) -> Self {
    Self(
      name: "pass over the bits of 1M rows", unit: .nanoseconds, measured: measured,
      recorded: 9_900...9_900)
  }

  /// JSONDecoder from a form file to structs, in MB/s.
  static func jsonDecoder(_ measured: Double) -> Self {
    Self(
      name: "JSONDecoder to structs", unit: .megabytesPerSecond, measured: measured,
      recorded: 57...70)
  }

  /// The same for rows that measure something else: over a form file of about so many bytes.
  static func jsonDecoder(bytes: Int) throws -> Self {
    let rows = max(bytes / 310, 1)
    let json = Data(FormFile.json(rows: rows, conditions: max(rows / 10, 1)))
    let timed = try best(of: 5) {
      .of(try JSONDecoding.form(json).sections.reduce(0) { $0 + $1.rows.count })
    }
    return jsonDecoder(Double(json.count) / timed.nanoseconds * 1e3)
  }
}
