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

  mutating func remove(_ bit: Int) { words[bit / 64] &= ~(1 << UInt64(bit % 64)) }

  /// Whether an atom of a run is left.
  func containsAny(of run: Range<Int>) -> Bool { run.contains(where: contains) }

  /// Keeps the atoms of a run that are also in `allowed`; none left makes the context impossible.
  mutating func restrict(_ run: Range<Int>, to allowed: AtomSet) {
    keep(run, allowed)
    if !containsAny(of: run) { isImpossible = true }
  }

  /// Keeps the atoms of a run that are also in `allowed`, which may be none.
  mutating func keep(_ run: Range<Int>, _ allowed: AtomSet) {
    for bit in run where !allowed.contains(bit - run.lowerBound) { remove(bit) }
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
  ///   - runs: The runs of which none may become empty.
  mutating func formIntersection(_ other: LogicContext, runs: [Range<Int>]) {
    isImpossible = isImpossible || other.isImpossible
    for index in words.indices { words[index] &= other.words[index] }
    if !isImpossible, runs.contains(where: { !containsAny(of: $0) }) { isImpossible = true }
  }
}

/// A set of atoms of one term, by position.
struct AtomSet {
  private var flags: [Bool]

  init(_ flags: [Bool]) { self.flags = flags }

  func contains(_ position: Int) -> Bool { flags[position] }

  var isEmpty: Bool { !flags.contains(true) }

  var isFull: Bool { !flags.contains(false) }
}

/// What a comparison says of its terms.
enum LogicTest {
  /// Nothing: it can hold and can fail, whatever is known.
  case opaque
  /// It always holds, or never.
  case constant(Bool)
  /// A term compared with a constant.
  case member(run: Range<Int>, holds: AtomSet, fails: AtomSet)
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
    case .member(_, let holds, let fails), .relation(_, let holds, let fails, _, _):
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
    case .member(let run, let holds, let fails):
      yes.restrict(run, to: holds)
      no.restrict(run, to: fails)
    case .elements(let run, let holds, let fails, let isAll):
      // The context holds the atoms that elements may have. The list may be empty or nil.
      if isAll {
        yes.keep(run, holds)
        var failing = context
        failing.keep(run, fails)
        if !failing.containsAny(of: run) { no.isImpossible = true }
      } else {
        var holding = context
        holding.keep(run, holds)
        if !holding.containsAny(of: run) { yes.isImpossible = true }
        no.keep(run, fails)
      }
    case .relation(let run, let holds, let fails, let left, let right):
      yes.restrict(run, to: holds)
      no.restrict(run, to: fails)
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
      if side.isNeverNil { context.restrict(run, to: AtomSet(isNotNil)) }
      return
    }
    let others = term.filter { $0 != null }
    if !context.contains(null) { context.restrict(run, to: AtomSet(isNotNil)) }
    if !others.contains(where: context.contains) { context.restrict(run, to: AtomSet(isNil)) }
    if context.isImpossible { return }
    let position = run.lowerBound
    if !isNil.indices.contains(where: { isNil[$0] && context.contains(position + $0) }) {
      context.restrict(term, to: AtomSet(term.map { $0 != null }))
    } else if !isNil.indices.contains(where: { !isNil[$0] && context.contains(position + $0) }) {
      context.restrict(term, to: AtomSet(term.map { $0 == null }))
    }
  }
}
