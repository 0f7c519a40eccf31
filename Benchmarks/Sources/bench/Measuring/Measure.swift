// One line of the table: what both sides took, how they compare, what is asked of that, and whether
// the line can be believed. A line is void where its yardstick is not what it was when the floors
// were set, and says so loudly where both sides did not do the same work.

/// One measured line.
struct Measure {
  /// What the numbers are of.
  enum Unit: String {
    case nanoseconds = "ns"
    case microseconds = "µs"
    case milliseconds = "ms"
    case megabytesPerSecond = "MB/s"
    case bytes = "B"
    case count = ""
  }

  /// What is asked of the figure: at most so much, or at least.
  enum Goal {
    case atMost(floor: Double, target: Double)
    case atLeast(floor: Double, target: Double)
    case none
  }

  /// Whether a yardstick is what it was where its figure was recorded.
  struct Calibration {
    let name: String
    let unit: Unit
    let measured: Double
    let recorded: ClosedRange<Double>

    static let tolerance = 1.5

    var holds: Bool {
      measured >= recorded.lowerBound / Self.tolerance
        && measured <= recorded.upperBound * Self.tolerance
    }

    /// Whether the yardstick is faster than the middle of what was recorded.
    var isFaster: Bool {
      let isMore = measured > (recorded.lowerBound + recorded.upperBound) / 2
      return unit == .megabytesPerSecond ? isMore : !isMore
    }
  }

  enum Verdict: String {
    case target, floor
    case below = "BELOW"
    case void
    case differ = "DIFFER"
    case skipped
    case failed = "FAILED"
    case shown = "-"
  }

  /// The name by which the row is asked for.
  var name: String
  /// What is compared, in a few words.
  var title: String
  var unit = Unit.nanoseconds
  var ours: Double?
  var yardstick: Double?
  /// What the goal is about; where it is nil, the figure is `ours` itself.
  var ratio: Double?
  var goal = Goal.none
  /// Proof of the work of each side; equal where they did the same.
  var checksums: [Checksum] = []
  var calibrations: [Calibration] = []
  var notes: [String] = []
  /// Where nothing was measured, why.
  var absence: Verdict?

  var figure: Double? { ratio ?? ours }

  var agrees: Bool { checksums.dropFirst().allSatisfy { $0 == checksums[0] } }

  var verdict: Verdict {
    if let absence { return absence }
    if !agrees { return .differ }
    if !calibrations.allSatisfy(\.holds) { return .void }
    guard let figure else { return .shown }
    switch goal {
    case .atMost(let floor, let target):
      return figure <= target ? .target : figure <= floor ? .floor : .below
    case .atLeast(let floor, let target):
      return figure >= target ? .target : figure >= floor ? .floor : .below
    case .none: return .shown
    }
  }

  /// The same line with nothing asked of it, and so of no yardstick that it is what it was.
  var withoutGoal: Measure {
    var measure = self
    measure.goal = .none
    measure.calibrations = []
    return measure
  }

  /// A line that says why there is nothing to measure.
  static func absent(_ name: String, _ title: String, _ why: Verdict, _ note: String) -> Measure {
    Measure(name: name, title: title, notes: [note], absence: why)
  }
}

/// A sum that depends on every result and on the order of them.
struct Checksum: Equatable, CustomStringConvertible {
  private(set) var bits: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ value: Int) { add(UInt64(bitPattern: Int64(value))) }

  mutating func add(_ value: UInt64) {
    bits ^= value
    bits &*= 0x0000_0100_0000_01B3
    bits ^= bits >> 29
  }

  /// Every byte of a text, and how many there are; of no text that there is none.
  mutating func add(_ text: String?) {
    for byte in (text ?? "").utf8 { add(UInt64(byte)) }
    add(text?.utf8.count ?? -1)
  }

  static func of(_ values: Int...) -> Checksum {
    var sum = Checksum()
    for value in values { sum.add(value) }
    return sum
  }

  /// The sum of several, in their order.
  static func of(all sums: [Checksum]) -> Checksum {
    var whole = Checksum()
    for sum in sums { whole.add(sum.bits) }
    return whole
  }

  var description: String {
    let digits = String(UInt32(truncatingIfNeeded: bits ^ (bits >> 32)), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
