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

  /// JSONDecoder over a form file of 1.5 MB, to structs; measured once a run.
  static let jsonDecoder: Self = {
    let json = Data(FormFile.json(rows: 5_000, conditions: 500))
    let timed = try? best(of: 10) {
      .of(try JSONDecoding.form(json).sections.reduce(0) { $0 + $1.rows.count })
    }
    return Self(
      name: "JSONDecoder to structs", unit: .megabytesPerSecond,
      measured: timed.map { Double(json.count) / $0.nanoseconds * 1e3 } ?? 0, recorded: 24...24)
  }()
}
