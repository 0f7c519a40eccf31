// The table as people read it, and as JSON.

import Foundation

enum Table {
  private static let widths = [22, 43, 10, 10, 9, 8, 8]

  static var head: String {
    line(["row", "what is compared", "ours", "yardstick", "figure", "floor", "target", "verdict"])
      + "\n" + String(repeating: "-", count: 120)
  }

  /// A line for the figures, and below it what proves and qualifies them.
  static func text(_ measure: Measure) -> String {
    let goal = words(measure.goal, isRatio: measure.ratio != nil, measure.unit)
    var text = line([
      measure.name, measure.title, quantity(measure.ours, measure.unit),
      quantity(measure.yardstick, measure.unit), figure(measure), goal.floor, goal.target,
      measure.verdict.rawValue,
    ])
    for remark in remarks(measure) { text += "\n    " + remark }
    return text
  }

  private static func line(_ cells: [String]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let padding = index < widths.count ? max(widths[index] - cell.count, 0) : 0
      let blanks = String(repeating: " ", count: padding)
      line += (2..<7).contains(index) ? blanks + cell + " " : cell + blanks + " "
    }
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  private static func remarks(_ measure: Measure) -> [String] {
    var remarks: [String] = []
    if measure.checksums.count > 1 {
      remarks.append(
        measure.agrees
          ? "checksum \(measure.checksums[0]) on both sides"
          : "THE SIDES DID NOT DO THE SAME: checksums "
            + measure.checksums.map(\.description).joined(separator: ", "))
    } else if let sum = measure.checksums.first {
      remarks.append("checksum \(sum)")
    }
    let walls = walls(measure)
    if !walls.isEmpty {
      remarks.append("wall " + walls.map { quantity($0, measure.unit) }.joined(separator: " / "))
    }
    if let variation = measure.variation {
      remarks.append("varies: the median round takes \(number(variation))x the best one")
    }
    return remarks + measure.notes
  }

  /// The wall times of the sides, in the unit of their figures.
  private static func walls(_ measure: Measure) -> [Double] {
    zip([measure.ours, measure.yardstick], measure.timed).compactMap { figure, timed in
      figure.map { $0 * timed.wall / timed.nanoseconds }
    }
  }

  private static func figure(_ measure: Measure) -> String {
    if let ratio = measure.ratio { return number(ratio) + "x" }
    return quantity(measure.figure, measure.unit)
  }

  private static func words(
    _ goal: Measure.Goal, isRatio: Bool, _ unit: Measure.Unit
  ) -> (floor: String, target: String) {
    func word(_ value: Double) -> String { isRatio ? number(value) + "x" : quantity(value, unit) }
    switch goal {
    case .atMost(let floor, let target): return ("≤" + word(floor), "≤" + word(target))
    case .atLeast(let floor, let target): return ("≥" + word(floor), "≥" + word(target))
    case .none: return ("", "")
    }
  }

  static func quantity(_ value: Double?, _ unit: Measure.Unit) -> String {
    guard let value else { return "" }
    switch unit {
    case .nanoseconds where value >= 1e7: return quantity(value / 1e6, .milliseconds)
    case .nanoseconds where value >= 1e4: return quantity(value / 1e3, .microseconds)
    default: return unit == .count ? number(value) : "\(number(value)) \(unit.rawValue)"
    }
  }

  /// A number of rows, in thousands or millions where it is a round one.
  static func rows(_ count: Int) -> String {
    if count > 0, count.isMultiple(of: 1_000_000) { return "\(count / 1_000_000)M" }
    if count > 0, count.isMultiple(of: 1_000) { return "\(count / 1_000)k" }
    return String(count)
  }

  /// Three digits, or all that stand before the point.
  static func number(_ value: Double) -> String {
    if value == value.rounded() && abs(value) < 1e15 { return String(Int64(value)) }
    let size = abs(value)
    let places = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 4
    return String(format: "%.\(places)f", value)
  }
}

// MARK: - JSON

extension Table {
  private struct Row: Encodable {
    let row, title, unit, verdict: String
    let ours, yardstick, ratio, floor, target: Double?
    let atMost: Bool?
    let checksums, notes: [String]
    let walls: [Double]
    let variation: Double?
  }

  static func json(_ measures: [Measure]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return try encoder.encode(measures.map(row))
  }

  private static func row(_ measure: Measure) -> Row {
    let goal: (floor: Double?, target: Double?, atMost: Bool?) =
      switch measure.goal {
      case .atMost(let floor, let target): (floor, target, true)
      case .atLeast(let floor, let target): (floor, target, false)
      case .none: (nil, nil, nil)
      }
    return Row(
      row: measure.name, title: measure.title, unit: measure.unit.rawValue,
      verdict: measure.verdict.rawValue, ours: measure.ours, yardstick: measure.yardstick,
      ratio: measure.ratio, floor: goal.floor, target: goal.target, atMost: goal.atMost,
      checksums: measure.checksums.map(\.description), notes: measure.notes,
      walls: walls(measure), variation: measure.variation)
  }
}
