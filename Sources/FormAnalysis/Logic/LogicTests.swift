// Reads each comparison of a condition as a set of atoms. First all constants are collected by
// term, then the domain of each term is cut, then each comparison becomes a set.

import Predicate

/// The comparisons of a tree as sets of atoms.
struct LogicTests {
  /// Above this number of atoms nothing is proved.
  static let maximumAtoms = 1024
  /// The comparisons of constant texts that are evaluated; later ones prove nothing.
  private static let maximumEvaluations = 5_000

  /// By node.
  private(set) var tests: [Int: LogicTest] = [:]
  /// The runs that need all of their atoms in every possible context.
  private(set) var runs: [Range<Int>] = []
  /// All values, or all valid answers.
  private(set) var context = LogicContext(full: 0)
  /// Whether there are too many atoms; every comparison is then opaque.
  private(set) var isSkipped = false

  /// Whether a term has options or bounds.
  var hasLimits: Bool {
    domains.contains { $0.options != nil || $0.lower != nil || $0.upper != nil }
  }

  private let tree: SyntaxTree
  private let table: TermTable
  private let domain: (TermPath) -> Domain
  private var terms: [TermKey: Int] = [:]
  private var domains: [Domain] = []
  private var constants: [[Value]] = []
  /// By term: its run of atoms, and the atom for nil.
  private var termRuns: [Range<Int>] = []
  private var nulls: [Int?] = []
  private var relations: [RelationKey: Range<Int>] = [:]
  private var evaluations = 0
  private var evaluators: [String: Condition?] = [:]

  /// A term, or the elements of one.
  private struct TermKey: Hashable {
    var id: Int
    var isElement: Bool
  }

  /// A comparison before the domains are cut.
  private enum Draft {
    case member(term: Int, ComparisonOperator, ComparisonOptions, Value)
    case elements(term: Int, ComparisonOperator, ComparisonOptions, Value, isAll: Bool)
    case relation(RelationKey, ComparisonOperator, left: Domain, right: Domain)
  }

  private struct RelationKey: Hashable {
    var left: Int
    var right: Int
    var options: ComparisonOptions
  }

  /// Reads all comparisons.
  ///
  /// - Parameters:
  ///   - tree: The parsed text.
  ///   - table: What is known of its nodes.
  ///   - validOnly: Whether only valid answers count.
  ///   - judgesLimits: Whether a comparison that no valid answer, or every valid answer, satisfies
  ///     counts. Within one text it does not: it is a finding of its own.
  ///   - domain: What is known of the values of a term.
  init(
    _ tree: SyntaxTree, _ table: TermTable, validOnly: Bool, judgesLimits: Bool = false,
    domain: @escaping (TermPath) -> Domain
  ) {
    self.tree = tree
    self.table = table
    self.domain = domain
    var drafts: [(node: NodeIndex, draft: Draft)] = []
    for node in tree.structure.nodes {
      guard
        case .comparison(let symbol, let options, let quantifier) = tree.structure.kind(of: node)
      else { continue }
      if let draft = draft(node, symbol, options, quantifier) { drafts.append((node, draft)) }
    }
    build(drafts, validOnly: validOnly, judgesLimits: judgesLimits)
  }

  // MARK: Reading

  private mutating func draft(
    _ node: NodeIndex, _ symbol: ComparisonOperator, _ options: ComparisonOptions,
    _ quantifier: Quantifier
  ) -> Draft? {
    let left = tree.structure.child(0, of: node)
    let right = tree.structure.child(1, of: node)
    guard !table.areOpaque[node.index] else { return nil }
    let constants = (left: table.constants[left.index], right: table.constants[right.index])
    switch (constants.left, constants.right) {
    case (let a?, let b?):
      if quantifier == .one {
        if let holds = evaluate(symbol, options, a, b) { tests[node.index] = .constant(holds) }
      } else if a.isNull {
        // Nil has no elements.
        tests[node.index] = .constant(quantifier == .all)
      }
      return nil
    case (nil, let constant?):
      return compare(left, symbol, options, quantifier, constant)
    case (let constant?, nil):
      guard quantifier == .one else { return nil }
      switch symbol {
      case .equal, .notEqual: return compare(right, symbol, options, .one, constant)
      case .less: return compare(right, .greater, options, .one, constant)
      case .lessOrEqual: return compare(right, .greaterOrEqual, options, .one, constant)
      case .greater: return compare(right, .less, options, .one, constant)
      case .greaterOrEqual: return compare(right, .lessOrEqual, options, .one, constant)
      case .in: return compare(right, .contains, options, .one, constant)
      case .contains:
        if case .array = constant { return compare(right, .in, options, .one, constant) }
        return nil
      default: return nil
      }
    case (nil, nil):
      guard quantifier == .one else { return nil }
      return relate(left, right, symbol, options)
    }
  }

  private mutating func compare(
    _ node: NodeIndex, _ symbol: ComparisonOperator, _ options: ComparisonOptions,
    _ quantifier: Quantifier, _ constant: Value
  ) -> Draft? {
    if quantifier == .one {
      let domain = domain(of: node)
      if domain.kind == .list, symbol == .contains {
        let element = self.domain(of: node, isElement: true)
        guard fits(constant, element, .equal) else { return nil }
        let term = term(node, isElement: true, element, constant)
        // Membership takes options as equality does, but never finds nil.
        return constant.isNull
          ? nil
          : .elements(term: term, .in, options, .array([constant]), isAll: false)
      }
      guard fits(constant, domain, symbol) else { return nil }
      return .member(
        term: term(node, isElement: false, domain, constant), symbol, options, constant)
    }
    let domain = domain(of: node, isElement: true)
    guard fits(constant, domain, symbol) else { return nil }
    let term = term(node, isElement: true, domain, constant)
    return .elements(term: term, symbol, options, constant, isAll: quantifier == .all)
  }

  private mutating func relate(
    _ left: NodeIndex, _ right: NodeIndex, _ symbol: ComparisonOperator,
    _ options: ComparisonOptions
  ) -> Draft? {
    var (left, right, symbol) = (left, right, symbol)
    switch symbol {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: break
    default: return nil
    }
    guard !options.contains(.localeSensitive) else { return nil }
    if table.ids[left.index] > table.ids[right.index] {
      swap(&left, &right)
      switch symbol {
      case .less: symbol = .greater
      case .lessOrEqual: symbol = .greaterOrEqual
      case .greater: symbol = .less
      case .greaterOrEqual: symbol = .lessOrEqual
      default: break
      }
    }
    let domains = (left: domain(of: left), right: domain(of: right))
    let key = RelationKey(
      left: table.ids[left.index], right: table.ids[right.index], options: options)
    if key.left == key.right {
      let isEquality = symbol == .equal || symbol == .notEqual
      guard isEquality || Self.family(domains.left.kind) != nil else { return nil }
    } else {
      guard let family = Self.family(domains.left.kind), family == Self.family(domains.right.kind)
      else { return nil }
    }
    return .relation(key, symbol, left: domains.left, right: domains.right)
  }

  /// The family of the values of a kind; nil if there are several or none.
  static func family(_ kind: Domain.Kind) -> TermAtoms.Family? {
    switch kind {
    case .bool, .int, .double: .number
    case .text: .text
    case .date: .date
    case .nothing, .list, .any: nil
    }
  }

  func domain(of node: NodeIndex, isElement: Bool = false) -> Domain {
    if var path = table.paths[node.index] {
      path.isElement = path.isElement || isElement
      return domain(path)
    }
    if isElement { return .unknown }
    switch tree.structure.kind(of: node) {
    case .collectionOperator(let name)
    where tree.structure.name(name) == CollectionOperator.count.rawValue:
      return Domain(.int)
    case .call(.length): return Domain(.int)
    default: return .unknown
    }
  }

  /// Whether a comparison with a constant is meant; a mistake of kind is a finding of its own.
  private func fits(_ constant: Value, _ domain: Domain, _ symbol: ComparisonOperator) -> Bool {
    switch symbol {
    case .equal, .notEqual:
      if constant.isNull { return !domain.isNeverNil }
      if case .array = constant { return false }
      return hasKind(constant, domain)
    case .less, .lessOrEqual, .greater, .greaterOrEqual: return hasKind(constant, domain)
    case .between, .in:
      guard case .array(let members) = constant else {
        if symbol == .in, case .string = constant {
          return domain.kind == .text || domain.kind == .any
        }
        return false
      }
      return members.allSatisfy { hasKind($0, domain) }
    case .contains, .beginsWith, .endsWith, .like, .matches:
      guard case .string = constant else { return false }
      return domain.kind == .text || (symbol != .contains && domain.kind == .any)
    default: return false
    }
  }

  private func hasKind(_ constant: Value, _ domain: Domain) -> Bool {
    let family = TermAtoms.Family(constant)
    guard family != .null, family != .other else { return false }
    if case .double(let number) = constant, number.isNaN { return false }
    switch domain.kind {
    case .nothing: return true
    case .any:
      // A choice may hold anything, but its options say what a constant should be.
      guard let options = domain.options, !options.isEmpty else { return true }
      return options.contains { TermAtoms.Family($0) == family }
    default: return Self.family(domain.kind) == family
    }
  }

  private mutating func term(
    _ node: NodeIndex, isElement: Bool, _ domain: Domain, _ constant: Value
  ) -> Int {
    let key = TermKey(id: table.ids[node.index], isElement: isElement)
    let index = terms[key] ?? domains.count
    if index == domains.count {
      terms[key] = index
      domains.append(domain)
      constants.append([])
    }
    if case .array(let members) = constant {
      constants[index] += members
    } else {
      constants[index].append(constant)
    }
    return index
  }

  // MARK: Building

  private mutating func build(
    _ drafts: [(node: NodeIndex, draft: Draft)], validOnly: Bool, judgesLimits: Bool
  ) {
    if validOnly {
      // Nearly each option is an atom of its own.
      guard domains.allSatisfy({ ($0.options?.count ?? 0) <= Self.maximumAtoms }) else {
        return skip()
      }
      for index in domains.indices {
        constants[index] += domains[index].options ?? []
        constants[index] += [domains[index].lower, domains[index].upper].compactMap { $0 }
      }
    }
    var cut: [TermAtoms] = []
    var total = 0
    // A term has at most twice as many atoms as constants, so this bounds the work too.
    for index in domains.indices {
      guard constants[index].count <= 100_000 else { return skip() }
      let atoms = TermAtoms(domains[index], constants: constants[index])
      cut.append(atoms)
      termRuns.append(total..<total + atoms.atoms.count)
      nulls.append(atoms.atoms.firstIndex { $0.family == .null })
      total += atoms.atoms.count
      if total > Self.maximumAtoms { return skip() }
    }
    for case (_, .relation(let key, _, _, _)) in drafts where relations[key] == nil {
      relations[key] = total..<total + LogicTest.Relation.allCases.count
      total += LogicTest.Relation.allCases.count
      if total > Self.maximumAtoms { return skip() }
    }
    context = LogicContext(full: total)
    for (key, index) in terms where !key.isElement { runs.append(termRuns[index]) }
    runs += relations.values
    if validOnly {
      for index in cut.indices {
        context.keep(AtomSet(cut[index].areValid, of: termRuns[index]))
      }
    }
    for (node, draft) in drafts {
      var test = built(draft, cut)
      if validOnly, !judgesLimits {
        let (holds, fails) = test.split(context)
        if holds.isImpossible || fails.isImpossible { test = .opaque }
      }
      tests[node.index] = test
    }
  }

  private mutating func skip() {
    isSkipped = true
    tests = [:]
    runs = []
    terms = [:]
    relations = [:]
    context = LogicContext(full: 0)
  }

  /// The values that can occur while a variable is nil; a list has no elements then.
  ///
  /// - Complexity: O(n) in the number of nodes.
  func context(whereNil name: String) -> LogicContext {
    var context = context
    let path = TermPath(name)
    guard let node = tree.structure.nodes.first(where: { table.paths[$0.index] == path }) else {
      return context
    }
    let id = table.ids[node.index]
    if let term = terms[TermKey(id: id, isElement: false)], let null = nulls[term] {
      let run = termRuns[term]
      context.keep(AtomSet(run.indices.map { $0 == run.lowerBound + null }, of: run))
    }
    if let term = terms[TermKey(id: id, isElement: true)] {
      context.keep(AtomSet(of: termRuns[term]))
    }
    for (key, run) in relations where key.left == id || key.right == id {
      let side: LogicTest.Relation = key.left == id ? .leftNil : .rightNil
      context.keep(
        AtomSet(LogicTest.Relation.allCases.map { $0 == side || $0 == .bothNil }, of: run))
    }
    return context
  }

  private mutating func built(
    _ draft: Draft, _ cut: [TermAtoms]
  ) -> LogicTest {
    switch draft {
    case .member(let term, let symbol, let options, let constant):
      let sets = sets(cut[term], termRuns[term], symbol, options, constant)
      return .member(holds: sets.holds, fails: sets.fails)
    case .elements(let term, let symbol, let options, let constant, let isAll):
      let sets = sets(cut[term], termRuns[term], symbol, options, constant)
      return .elements(run: termRuns[term], holds: sets.holds, fails: sets.fails, isAll: isAll)
    case .relation(let key, let symbol, let left, let right):
      guard let run = relations[key] else { return .opaque }
      let isSame = key.left == key.right
      let possible = LogicTest.Relation.allCases.map { relation in
        switch relation {
        case .less, .greater: !isSame
        case .equal: true
        case .leftNil: !isSame && !left.isNeverNil
        case .rightNil: !isSame && !right.isNeverNil
        case .bothNil: !left.isNeverNil && !right.isNeverNil
        case .unordered: left.kind == .any || right.kind == .any
        }
      }
      func set(_ expected: Bool) -> AtomSet {
        AtomSet(
          LogicTest.Relation.allCases.map {
            possible[$0.rawValue] && $0.holds(symbol) == expected
          }, of: run)
      }
      func side(_ id: Int, _ domain: Domain) -> LogicTest.Side {
        guard let term = terms[TermKey(id: id, isElement: false)] else {
          return LogicTest.Side(isNeverNil: domain.isNeverNil)
        }
        let run = termRuns[term]
        return LogicTest.Side(
          run: run, null: nulls[term].map { run.lowerBound + $0 }, isNeverNil: domain.isNeverNil)
      }
      return .relation(
        run: run, holds: set(true), fails: set(false), left: side(key.left, left),
        right: side(key.right, right))
    }
  }

  private mutating func sets(
    _ atoms: TermAtoms, _ run: Range<Int>, _ symbol: ComparisonOperator,
    _ options: ComparisonOptions, _ constant: Value
  ) -> (holds: AtomSet, fails: AtomSet) {
    let isPlain = TermAtoms.isPlain(symbol, constant)
    if isPlain, options.isEmpty { return atoms.sets(symbol, constant, of: run) }
    let all = AtomSet(of: run).complement
    // The empty text is never found.
    if constant == .string(""), [.contains, .beginsWith, .endsWith].contains(symbol) {
      return (AtomSet(of: run), all)
    }
    var (holds, fails) = (all, all)
    func set(_ position: Int, _ isHeld: Bool) {
      if isHeld { fails.remove(position) } else { holds.remove(position) }
    }
    for (position, atom) in atoms.atoms.enumerated() {
      if atom.family == .null {
        // Nil contains nothing and matches nothing.
        set(position, isPlain && atoms.holdsForNull(symbol, constant))
      } else if atom.family == .text, let value = atom.value {
        guard evaluations < Self.maximumEvaluations else { break }
        if let isHeld = evaluate(symbol, options, value, constant) { set(position, isHeld) }
      }
    }
    return (holds, fails)
  }

  /// What the evaluator says of two constants; nil if it fails, or too many were evaluated.
  private mutating func evaluate(
    _ symbol: ComparisonOperator, _ options: ComparisonOptions, _ left: Value, _ right: Value
  ) -> Bool? {
    evaluations += 1
    guard evaluations <= Self.maximumEvaluations, !options.contains(.localeSensitive)
    else { return nil }
    let text = "$a \(symbol.symbol)\(options) $b"
    let evaluator = evaluators[text] ?? (try? Condition(text, limits: .untrusted))
    evaluators[text] = evaluator
    return try? evaluator?.evaluate(.null, variables: ["a": left, "b": right])
  }
}
