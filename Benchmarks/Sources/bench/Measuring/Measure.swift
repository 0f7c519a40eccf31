// One line of the table: what both sides took, how they compare, what is asked of that, and whether
// the line can be believed. It says so loudly if both sides did not do the same work, and if the
// rounds of a side vary.

/// One measured line.
struct Measure {
  /// What the numbers are of.
  enum Unit: String {
    case nanoseconds = "ns"
    case microseconds = "µs"
    case milliseconds = "ms"
    case bytes = "B"
    case count = ""
  }

  /// What is asked of the figure: at most so much, or at least.
  enum Goal {
    case atMost(floor: Double, target: Double)
    case atLeast(floor: Double, target: Double)
    case none
  }

  enum Verdict: String {
    case target, floor
    case below = "BELOW"
    case differ = "DIFFER"
    case skipped
    case failed = "FAILED"
    case shown = "-"
    case varies = "VARIES"
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
  /// The rounds of our side and of the yardstick, if the figures are of these.
  var timed: [Timed] = []
  var notes: [String] = []
  /// Where nothing was measured, why.
  var absence: Verdict?

  var figure: Double? { ratio ?? ours }

  /// The largest spread of a side, if it is so large that the figure is doubtful.
  var variation: Double? { timed.map(\.spread).max().flatMap { $0 > 1.5 ? $0 : nil } }

  var agrees: Bool { checksums.dropFirst().allSatisfy { $0 == checksums[0] } }

  var verdict: Verdict {
    if let absence { return absence }
    if !agrees { return .differ }
    guard let figure else { return .shown }
    switch goal {
    case .none: return .shown
    case _ where variation != nil: return .varies
    case .atMost(let floor, let target):
      return figure <= target ? .target : figure <= floor ? .floor : .below
    case .atLeast(let floor, let target):
      return figure >= target ? .target : figure >= floor ? .floor : .below
    }
  }

  /// The same line with nothing asked of it.
  var withoutGoal: Measure {
    var measure = self
    measure.goal = .none
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
