// The position automaton of a pattern: a position for each place that matches one character, and an
// edge to each position that can come next. Two ways over one text that return to where they parted
// double with each round, so a text that fails at its end takes exponential time.

/// The positions of a pattern and the edges between them.
struct PatternPositions {
  /// A pattern with more positions is not checked.
  static let maximumPositions = 300
  /// A pattern with more edges is not checked.
  private static let maximumEdges = 20_000
  /// The most pairs of edges that are compared.
  private static let maximumWork = 1_000_000

  private struct Position {
    var set: ScalarSet
    var range: Range<Int>
  }

  /// A part of the pattern under construction.
  private struct Fragment {
    var first: [Int] = []
    var last: [Int] = []
    var isNullable = true
  }

  private var positions: [Position] = []
  private var next: [[Int]] = []
  private var edgeCount = 0
  /// An edge that was added twice, with the repetition that added it again.
  private var doubles: [(from: Int, to: Int, range: Range<Int>)] = []
  /// The repetitions without a limit.
  private var loops: [Range<Int>] = []

  private struct TooLarge: Error {}

  /// Builds the automaton; nil if it is too large.
  init?(_ tree: Regex) {
    do { _ = try add(tree) } catch { return nil }
  }

  private mutating func add(_ regex: Regex) throws -> Fragment {
    switch regex.content {
    case .set(let set): return try addPosition(set, regex.range)
    case .anything, .atomic:
      // An atomic group is never entered again. What it matches is left open, so it overlaps
      // nothing.
      var fragment = try addPosition(.unknown, regex.range)
      fragment.isNullable = regex.minimum == 0
      return fragment
    case .sequence(let parts):
      var whole = Fragment()
      for part in parts { whole = try join(whole, try add(part), regex.range) }
      return whole
    case .choice(let parts):
      var whole = Fragment(isNullable: false)
      for part in parts {
        let branch = try add(part)
        whole.first += branch.first
        whole.last += branch.last
        whole.isNullable = whole.isNullable || branch.isNullable
      }
      return whole
    case .repetition(let part, let atLeast, let atMost, let isPossessive):
      if isPossessive {
        var fragment = try addPosition(.unknown, regex.range)
        fragment.isNullable = regex.minimum == 0
        return fragment
      }
      return try repeated(part, atLeast, atMost, regex.range)
    case .look, .start, .end, .nothing: return Fragment()
    }
  }

  private mutating func addPosition(_ set: ScalarSet, _ range: Range<Int>) throws -> Fragment {
    guard positions.count < Self.maximumPositions else { throw TooLarge() }
    positions.append(Position(set: set, range: range))
    next.append([])
    let index = positions.count - 1
    return Fragment(first: [index], last: [index], isNullable: false)
  }

  private mutating func repeated(
    _ part: Regex, _ atLeast: Int, _ atMost: Int?, _ range: Range<Int>
  ) throws -> Fragment {
    // Each copy of a part without positions is the same.
    let copies = atMost ?? max(1, atLeast)
    var whole = Fragment()
    for copy in 0..<copies {
      let before = positions.count
      var fragment = try add(part)
      if atMost == nil, copy == copies - 1 {
        loops.append(range)
        try connect(fragment.last, fragment.first, range)
      }
      if copy >= atLeast { fragment.isNullable = true }
      whole = try join(whole, fragment, range)
      if positions.count == before { break }
    }
    return whole
  }

  private mutating func join(
    _ left: Fragment, _ right: Fragment, _ range: Range<Int>
  ) throws -> Fragment {
    try connect(left.last, right.first, range)
    return Fragment(
      first: left.isNullable ? left.first + right.first : left.first,
      last: right.isNullable ? left.last + right.last : right.last,
      isNullable: left.isNullable && right.isNullable)
  }

  private mutating func connect(_ from: [Int], _ to: [Int], _ range: Range<Int>) throws {
    for from in from {
      for to in to {
        edgeCount += 1
        guard edgeCount <= Self.maximumEdges else { throw TooLarge() }
        if next[from].contains(to) {
          doubles.append((from, to, range))
        } else {
          next[from].append(to)
        }
      }
    }
  }

  // MARK: Searching

  /// The repetition in which two ways over one text return to where they parted; nil if there is
  /// none, or if the search would take too long.
  var explosion: Range<Int>? {
    let components = self.components
    for double in doubles where components[double.from] == components[double.to] {
      // Only edges of one cycle can be taken again and again.
      if positions[double.from].set.isKnown, positions[double.to].set.isKnown {
        return double.range
      }
    }
    var overlaps: [Int: Bool] = [:]
    let count = positions.count
    func overlap(_ a: Int, _ b: Int) -> Bool {
      let key = min(a, b) * count + max(a, b)
      if let known = overlaps[key] { return known }
      let found = a == b ? positions[a].set.isKnown : positions[a].set.overlaps(positions[b].set)
      overlaps[key] = found
      return found
    }
    var previous = Array(repeating: [Int](), count: count)
    for from in 0..<count { for to in next[from] { previous[to].append(from) } }
    var work = 0
    /// The pairs that are reached from a pair of equal positions of one component.
    func reached(_ start: Int, _ edges: [[Int]]) -> Set<Int>? {
      var found: Set<Int> = [start * count + start]
      var open = [start * count + start]
      while let pair = open.popLast() {
        let (a, b) = (pair / count, pair % count)
        for nextA in edges[a] where components[nextA] == components[start] {
          for nextB in edges[b] where components[nextB] == components[start] {
            work += 1
            if work > Self.maximumWork { return nil }
            guard overlap(nextA, nextB) else { continue }
            if found.insert(nextA * count + nextB).inserted { open.append(nextA * count + nextB) }
          }
        }
      }
      return found
    }
    var seen: Set<Int> = []
    for start in 0..<count where seen.insert(components[start]).inserted {
      guard positions[start].set.isKnown, let forward = reached(start, next),
        forward.contains(where: { $0 / count != $0 % count }),
        let backward = reached(start, previous)
      else { continue }
      let pairs = forward.filter { $0 / count != $0 % count && backward.contains($0) }
      if let pair = pairs.min() { return loop(around: pair / count, pair % count) }
    }
    return nil
  }

  /// The smallest repetition around two positions.
  private func loop(around first: Int, _ second: Int) -> Range<Int>? {
    let low = min(positions[first].range.lowerBound, positions[second].range.lowerBound)
    let high = max(positions[first].range.upperBound, positions[second].range.upperBound)
    return loops.filter { $0.lowerBound <= low && $0.upperBound >= high }
      .min { $0.count < $1.count }
  }

  /// By position: the number of its strongly connected component.
  private var components: [Int] {
    let count = positions.count
    let words = (count + 63) / 64
    // Warshall's closure; 300 positions take half a million steps.
    var reach = Array(repeating: [UInt64](repeating: 0, count: words), count: count)
    for from in 0..<count { for to in next[from] { reach[from][to / 64] |= 1 << UInt64(to % 64) } }
    for middle in 0..<count {
      let row = reach[middle]
      for from in 0..<count where reach[from][middle / 64] & (1 << UInt64(middle % 64)) != 0 {
        for word in 0..<words { reach[from][word] |= row[word] }
      }
    }
    func reaches(_ from: Int, _ to: Int) -> Bool {
      reach[from][to / 64] & (1 << UInt64(to % 64)) != 0
    }
    return (0..<count).map { position in
      (0..<position).first { reaches(position, $0) && reaches($0, position) } ?? position
    }
  }
}
