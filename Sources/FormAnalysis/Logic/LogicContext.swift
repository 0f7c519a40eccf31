// The values that can still occur at one place of a condition: a bit for each atom of each term.
// A context may contain combinations that cannot occur, but never lacks one that can. So "no value
// is left" is a proof.

import Predicate

/// A set of atoms of all terms.
struct LogicContext {
  /// One bit for each atom; each term has a run of bits.
  var words: [UInt64]
  /// Whether no combination of values is left.
  var isImpossible = false

  /// All atoms.
  init(full count: Int) {
    words = Array(repeating: .max, count: (count + 63) / 64)
  }

  func contains(_ bit: Int) -> Bool { words[bit / 64] & (1 << UInt64(bit % 64)) != 0 }

  /// Whether an atom of a run is left.
  ///
  /// - Complexity: O(n / 64) in the length of the run.
  func containsAny(of run: Range<Int>) -> Bool {
    guard let last = run.last else { return false }
    for index in run.lowerBound / 64...last / 64
    where words[index] & Self.mask(of: run, at: index) != 0 {
      return true
    }
    return false
  }

  /// The bits of a run in one word.
  fileprivate static func mask(of run: Range<Int>, at index: Int) -> UInt64 {
    let start = max(run.lowerBound - 64 * index, 0)
    let end = min(run.upperBound - 64 * index, 64)
    return UInt64.max << UInt64(start) & UInt64.max >> UInt64(64 - end)
  }

  /// Keeps the atoms of a run that are also in `allowed`; none left makes the context impossible.
  mutating func restrict(to allowed: AtomSet) {
    keep(allowed)
    if !containsAny(of: allowed.run) { isImpossible = true }
  }

  /// Keeps the atoms of a run that are also in `allowed`, which may be none.
  mutating func keep(_ allowed: AtomSet) {
    for (offset, bits) in allowed.bits.enumerated() {
      let index = allowed.first + offset
      words[index] &= bits | ~Self.mask(of: allowed.run, at: index)
    }
  }

  /// Adds what another context contains.
  mutating func formUnion(_ other: LogicContext) {
    if other.isImpossible { return }
    if isImpossible {
      self = other
      return
    }
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// Keeps what another context contains too.
  ///
  /// - Parameters:
  ///   - other: The other context.
  ///   - runs: The runs; none of them may become empty.
  mutating func formIntersection(_ other: LogicContext, runs: [Range<Int>]) {
    isImpossible = isImpossible || other.isImpossible
    for index in words.indices { words[index] &= other.words[index] }
    if !isImpossible, runs.contains(where: { !containsAny(of: $0) }) { isImpossible = true }
  }
}

/// A set of atoms of one run.
struct AtomSet {
  let run: Range<Int>
  /// The index of the first word of the run in a context.
  fileprivate let first: Int
  /// The bits of the set; those outside of the run are zero.
  fileprivate private(set) var bits: [UInt64]

  /// Makes an empty set.
  init(of run: Range<Int>) {
    self.run = run
    first = run.lowerBound / 64
    bits = Array(repeating: 0, count: run.last.map { $0 / 64 - run.lowerBound / 64 + 1 } ?? 0)
  }

  /// Makes a set of the atoms that have a flag.
  init(_ flags: [Bool], of run: Range<Int>) {
    self.init(of: run)
    for (bit, flag) in zip(run, flags) where flag {
      bits[bit / 64 - first] |= 1 << UInt64(bit % 64)
    }
  }

  var isEmpty: Bool { bits.allSatisfy { $0 == 0 } }

  var isFull: Bool { bits.reduce(0) { $0 + $1.nonzeroBitCount } == run.count }

  /// Adds the atoms at some positions of the run.
  ///
  /// - Complexity: O(n / 64) in their number.
  mutating func insert(_ positions: Range<Int>) {
    guard !positions.isEmpty else { return }
    let part = run.lowerBound + positions.lowerBound..<run.lowerBound + positions.upperBound
    for index in part.lowerBound / 64...(part.upperBound - 1) / 64 {
      bits[index - first] |= LogicContext.mask(of: part, at: index)
    }
  }

  /// Removes the atom at a position of the run.
  mutating func remove(_ position: Int) {
    let bit = run.lowerBound + position
    bits[bit / 64 - first] &= ~(1 << UInt64(bit % 64))
  }

  mutating func formUnion(_ other: AtomSet) {
    for index in bits.indices { bits[index] |= other.bits[index] }
  }

  mutating func formIntersection(_ other: AtomSet) {
    for index in bits.indices { bits[index] &= other.bits[index] }
  }

  /// The atoms of the run that are not in the set.
  var complement: AtomSet {
    var others = self
    for index in bits.indices {
      others.bits[index] = ~bits[index] & LogicContext.mask(of: run, at: first + index)
    }
    return others
  }
}

/// What a comparison says of its terms.
enum LogicTest {
  /// Nothing: it can hold and can fail, whatever is known.
  case opaque
  /// It always holds, or never.
  case constant(Bool)
  /// A term compared with a constant.
  case member(holds: AtomSet, fails: AtomSet)
  /// Each element of a list, or one of them, compared with a constant.
  case elements(run: Range<Int>, holds: AtomSet, fails: AtomSet, isAll: Bool)
  /// Two terms compared with each other.
  case relation(run: Range<Int>, holds: AtomSet, fails: AtomSet, left: Side, right: Side)

  /// A term of a relation.
  struct Side {
    /// The run of the term and its bit for nil, if the term is compared with constants too.
    var run: Range<Int>?
    var null: Int?
    var isNeverNil: Bool
  }

  /// The atoms of a relation.
  enum Relation: Int, CaseIterable {
    case less, equal, greater, leftNil, rightNil, bothNil, unordered

    func holds(_ symbol: ComparisonOperator) -> Bool {
      switch symbol {
      case .equal: self == .equal || self == .bothNil
      case .notEqual: self != .equal && self != .bothNil
      case .less: self == .less
      case .lessOrEqual: self == .less || self == .equal || self == .bothNil
      case .greater: self == .greater
      default: self == .greater || self == .equal || self == .bothNil
      }
    }
  }

  /// Whether the comparison never holds (false) or always holds (true), whatever stands around it.
  var verdict: Bool? {
    switch self {
    case .opaque: nil
    case .constant(let holds): holds
    case .member(let holds, let fails), .relation(_, let holds, let fails, _, _):
      holds.isEmpty ? false : fails.isEmpty ? true : nil
    case .elements(_, let holds, let fails, let isAll):
      // ALL of an empty list holds and ANY of it fails, so only one verdict is possible.
      isAll ? (fails.isEmpty ? true : nil) : (holds.isEmpty ? false : nil)
    }
  }

  /// Splits a context into what is left where the comparison holds, and where it fails.
  func split(_ context: LogicContext) -> (holds: LogicContext, fails: LogicContext) {
    var yes = context
    var no = context
    switch self {
    case .opaque: break
    case .constant(let holds): if holds { no.isImpossible = true } else { yes.isImpossible = true }
    case .member(let holds, let fails):
      yes.restrict(to: holds)
      no.restrict(to: fails)
    case .elements(let run, let holds, let fails, let isAll):
      // The context holds the atoms that elements may have. The list may be empty or nil.
      if isAll {
        yes.keep(holds)
        var failing = context
        failing.keep(fails)
        if !failing.containsAny(of: run) { no.isImpossible = true }
      } else {
        var holding = context
        holding.keep(holds)
        if !holding.containsAny(of: run) { yes.isImpossible = true }
        no.keep(fails)
      }
    case .relation(let run, let holds, let fails, let left, let right):
      yes.restrict(to: holds)
      no.restrict(to: fails)
      Self.relate(&yes, run, left, right)
      Self.relate(&no, run, left, right)
    }
    return (yes, no)
  }

  /// Carries over which side of a relation is nil, both ways.
  private static func relate(
    _ context: inout LogicContext, _ run: Range<Int>, _ left: Side, _ right: Side
  ) {
    relate(&context, run, left, whenNil: [.leftNil, .bothNil])
    relate(&context, run, right, whenNil: [.rightNil, .bothNil])
  }

  private static func relate(
    _ context: inout LogicContext, _ run: Range<Int>, _ side: Side, whenNil: [Relation]
  ) {
    if context.isImpossible { return }
    let isNil = Relation.allCases.map(whenNil.contains)
    let isNotNil = isNil.map { !$0 }
    guard let term = side.run, let null = side.null else {
      if side.isNeverNil { context.restrict(to: AtomSet(isNotNil, of: run)) }
      return
    }
    let others = term.filter { $0 != null }
    if !context.contains(null) { context.restrict(to: AtomSet(isNotNil, of: run)) }
    if !others.contains(where: context.contains) { context.restrict(to: AtomSet(isNil, of: run)) }
    if context.isImpossible { return }
    let position = run.lowerBound
    if !isNil.indices.contains(where: { isNil[$0] && context.contains(position + $0) }) {
      context.restrict(to: AtomSet(term.map { $0 != null }, of: term))
    } else if !isNil.indices.contains(where: { !isNil[$0] && context.contains(position + $0) }) {
      context.restrict(to: AtomSet(term.map { $0 == null }, of: term))
    }
  }
}
