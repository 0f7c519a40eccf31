// What the yardsticks gave where the floors were set. The figures are of other machines of one kind
// with this one's; a yardstick that is far off here measures something else.

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
      recorded: 47...57)
  }

  static func bitPass(_ measured: Double) -> Self {
    Self(
      name: "pass over the bits of 1M rows", unit: .nanoseconds, measured: measured,
      recorded: 9_900...9_900)
  }

  /// JSONDecoder from a form file to structs, in MB/s: as measured by the row itself where it does
  /// so, or over small files, which find the quiet moments of a busy machine.
  static func jsonDecoder(_ measured: Double = 0) -> Self {
    Self(
      name: "JSONDecoder to structs", unit: .megabytesPerSecond,
      measured: max(measured, rateOverSmallFiles), recorded: 24...24)
  }

  private static let rateOverSmallFiles: Double = {
    let json = Data(FormFile.json(rows: 1_000, conditions: 100))
    let timed = try? best(of: 60) {
      .of(try JSONDecoding.form(json).sections.reduce(0) { $0 + $1.rows.count })
    }
    return timed.map { Double(json.count) / $0.nanoseconds * 1e3 } ?? 0
  }()
}
