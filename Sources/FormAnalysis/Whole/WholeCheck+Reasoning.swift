// Asks whether the texts of one subject can hold together. What shows the rows whose answers they
// need is added first, step by step. Only texts that read something in common are joined.

import FormGraph
import Predicate

extension WholeCheck {
  /// The steps from a row to those whose answers it needs.
  private static let maximumSteps = 4
  /// The largest number of texts that are looked at together.
  private static let maximumParts = 200

  /// Texts that cannot hold together.
  struct Clash {
    struct Part {
      let part: Int
      let range: Range<Int>
      let isNegated: Bool
      /// The position among the parts of the subject; nil if the part shows a row that is needed.
      let position: Int?
    }

    var parts: [Part]
    let isCertain: Bool
    let isValidOnly: Bool
    /// The parts that show each row whose answer is needed.
    let needed: [[Int]]

    var numbers: Set<Int> { Set(parts.map(\.part)) }
  }

  struct ClashKey: Hashable {
    let scope: Int
    let texts: [Int]
  }

  /// What counts while it is asked whether texts can hold together.
  struct Mode: Hashable {
    /// Whether a text counts that holds only if its evaluation does not fail.
    let allowsFailing: Bool
    /// Whether only valid answers count.
    let validOnly: Bool

    /// The mode in which the fewest texts hold together.
    static let widest = Mode(allowsFailing: true, validOnly: true)
  }

  /// A member that texts need: it must be shown so that they can hold.
  struct Need: Hashable {
    let name: String
    let place: Int
    /// Whether the texts ask for its `isHidden`, not for its answer.
    let isAsked: Bool
  }

  struct NeedKey: Hashable {
    let texts: [Int]
    /// Nil if all that may be needed counts.
    let mode: Mode?
  }

  /// The texts of a subject that exclude each other; nil if none do.
  mutating func clash(of subject: Subject) -> Clash? {
    let scope = subject.place.map { members.outline.places[$0].scope } ?? 0
    var seen: Set<Int> = []
    let parts = subject.parts.filter {
      members.canRead($0, in: scope) && seen.insert(members.parts[$0].number).inserted
    }
    guard parts.first == subject.parts.first else { return nil }
    guard budget.isLeft else {
      budget.leaveOut(members.parts[parts[0]].path)
      return nil
    }
    let key = ClashKey(scope: scope, texts: parts.map { members.parts[$0].number })
    // What a rule says depends on its row too.
    if subject.row == nil, let found = known[key] {
      guard var clash = found else { return nil }
      clash.parts = clash.parts.map { part in
        guard let position = part.position else { return part }
        return Clash.Part(
          part: parts[position], range: part.range, isNegated: part.isNegated, position: position)
      }
      return clash
    }
    // Where failing texts count and only valid answers do, the fewest texts hold together. One look
    // tells that most subjects are right.
    let widest = closure(of: parts, subject, nil)
    var found: Clash?
    if widest.hidden != nil || widest.isFull || !openGroups(of: widest.parts, in: scope).isEmpty {
      found = clash(of: parts, subject, .widest)
    }
    if found != nil {
      for (allowsFailing, validOnly) in [(false, false), (false, true), (true, false)] {
        let mode = Mode(allowsFailing: allowsFailing, validOnly: validOnly)
        guard let clash = clash(of: parts, subject, mode) else { continue }
        found = clash
        break
      }
    }
    if subject.row == nil { known[key] = .some(found) }
    return found
  }

  private mutating func clash(of first: [Int], _ subject: Subject, _ mode: Mode) -> Clash? {
    let scope = members.parts[first[0]].scope
    let closure = closure(of: first, subject, mode)
    if let (unit, need, hidden) = closure.hidden,
      let texts = texts(unit, in: members.parts[unit[0]].scope, subject, mode, needs: [need])
    {
      var clash = least(of: texts, without: need, first, mode, closure.needed)
      clash.parts.append(Clash.Part(part: hidden, range: 0..<0, isNegated: false, position: nil))
      return clash
    }
    for group in openGroups(of: closure.parts, in: scope) {
      guard var texts = texts(group, in: scope, subject, mode) else { return nil }
      if !holds(&texts) {
        return least(of: texts, without: nil, first, mode, closure.needed)
      }
      // What a rule says depends on its row.
      if mode == .widest, subject.row == nil || group[0] != first[0] {
        holding.insert(group.map { members.parts[$0].number })
      }
    }
    return nil
  }

  /// The groups of parts, with formulas, that are not known to hold together.
  private mutating func openGroups(of parts: [Int], in scope: Int) -> [[Int]] {
    // First on its own: it adds parts, which a copy of this value would lack.
    let all = addingFormulas(to: parts, in: scope)
    return groups(of: all).filter { group in
      group.count > 1 && !holding.contains(group.map { members.parts[$0].number })
    }
  }

  /// Groups of parts: parts of two groups read nothing in common, so they exclude nothing.
  private func groups(of parts: [Int]) -> [[Int]] {
    if parts.count < 2 { return [parts] }
    // By position: an earlier position in the same group, or itself.
    var earlier = Array(parts.indices)
    func first(_ position: Int) -> Int {
      var position = position
      while earlier[position] != position { position = earlier[position] }
      return position
    }
    var readers: [String: Int] = [:]
    for (position, part) in parts.enumerated() {
      for name in members.parts[part].variables {
        guard let reader = readers.updateValue(position, forKey: name) else { continue }
        let both = (first(reader), first(position))
        earlier[max(both.0, both.1)] = min(both.0, both.1)
      }
    }
    var groups: [Int: [Int]] = [:]
    for position in parts.indices { groups[first(position), default: []].append(parts[position]) }
    return groups.keys.sorted().compactMap { groups[$0] }
  }

  // MARK: - Needs

  /// Parts with all that shows the rows whose answers they need.
  private struct Closure {
    var parts: [Int]
    var needed: [Int: [Int]] = [:]
    /// Parts that need a row, and what always hides the row.
    var hidden: (unit: [Int], need: Need, part: Int)?
    /// Whether something was left out.
    var isFull = false
  }

  /// Adds what shows the rows whose answers are needed, step by step.
  ///
  /// Without a mode, every row that is read is taken to be needed. That costs no reasoning, and
  /// gives at least the parts that any mode gives.
  private mutating func closure(of first: [Int], _ subject: Subject, _ mode: Mode?) -> Closure {
    let scope = members.parts[first[0]].scope
    var closure = Closure(parts: first)
    var numbers = Set(first.map { members.parts[$0].number })
    // Texts that read the same may need together what each alone does not.
    var units = groups(of: first)
    for _ in 0..<Self.maximumSteps {
      var next: [[Int]] = []
      for unit in units {
        for need in needs(of: unit, subject, mode) where closure.needed[need.place] == nil {
          let showing = members.showing(need.place)
          let added = showing.filter {
            members.canRead($0, in: scope) && !numbers.contains(members.parts[$0].number)
          }
          if added.isEmpty { continue }
          guard closure.parts.count + added.count <= Self.maximumParts else {
            closure.isFull = true
            continue
          }
          closure.needed[need.place] = showing
          if let hidden = added.first(where: { members.parts[$0].isConstant }) {
            closure.hidden = (unit, need, hidden)
            return closure
          }
          closure.parts += added
          numbers.formUnion(added.map { members.parts[$0].number })
          next += added.map { [$0] }
        }
      }
      if next.isEmpty { break }
      units = next
    }
    return closure
  }

  /// The members that texts need; without a mode, all that they may need.
  private mutating func needs(of unit: [Int], _ subject: Subject, _ mode: Mode?) -> [Need] {
    let key = NeedKey(texts: unit.map { members.parts[$0].number }, mode: mode)
    let isOfRule = subject.row != nil && unit.contains(subject.parts[0])
    if !isOfRule, let known = needs[key] { return known }
    let scope = members.parts[unit[0]].scope
    let parts = addingFormulas(to: unit, in: scope)
    var found = candidates(parts, in: scope)
    if let mode, !found.isEmpty {
      // What cannot hold at all needs nothing; it is found as such.
      if var texts = texts(parts, in: scope, subject, mode, needs: found), holds(&texts) {
        found = found.filter { !holds(&texts, without: $0) }
        if mode == .widest, !isOfRule { holding.insert(parts.map { members.parts[$0].number }) }
      } else {
        found = []
      }
    }
    if !isOfRule { needs[key] = found }
    return found
  }

  /// The members that texts may need.
  private func candidates(_ parts: [Int], in scope: Int) -> [Need] {
    var found: [Need] = []
    var seen: Set<Need> = []
    func add(_ name: String, isAsked: Bool) {
      guard let place = members.place(of: name, in: scope),
        isAsked || members.isNilWhileHidden(place), !members.showing(place).isEmpty
      else { return }
      let need = Need(name: name, place: place, isAsked: isAsked)
      if seen.insert(need).inserted { found.append(need) }
    }
    for part in parts {
      for name in members.parts[part].asksForHidden { add(name, isAsked: true) }
      for name in members.parts[part].variables { add(name, isAsked: false) }
    }
    return found
  }

  /// The parts, and what is known of the formulas of the rows that they read.
  private mutating func addingFormulas(to parts: [Int], in scope: Int) -> [Int] {
    var all = parts
    var looked = 0
    for _ in 0..<Self.maximumSteps where looked < all.count {
      let names = all[looked...].flatMap { members.parts[$0].variables }
      looked = all.count
      for name in names where all.count < Self.maximumParts {
        guard let place = members.place(of: name, in: scope), let formula = formula(of: place),
          !all.contains(formula), members.canRead(formula, in: scope)
        else { continue }
        all.append(formula)
      }
    }
    return all
  }

  /// The part that says which values the formula of a row gives; nil if they are not known.
  private mutating func formula(of place: Int) -> Int? {
    if let known = formulas[place] { return known }
    let part = FormulaValues.part(of: members.outline.places[place], members.limits)
    let number = part.map { members.add($0) }
    formulas[place] = .some(number)
    return number
  }

  // MARK: - Joined texts

  /// Joined texts with the parts of them that must hold.
  private struct Texts {
    let parts: [Int]
    let joined: JoinedText
    var walk: LogicWalk
    /// By part: what must hold.
    let literals: [[LogicWalk.Literal]]
    /// What is so while a member is hidden whose `isHidden` is read.
    let hidden: [Need: [LogicWalk.Literal]]
  }

  /// Joins texts; nil, and noted, if that is too much.
  private mutating func texts(
    _ numbers: [Int], in scope: Int, _ subject: Subject, _ mode: Mode, needs: [Need] = []
  ) -> Texts? {
    let parts = numbers.map { members.parts[$0] }
    let asked = needs.filter(\.isAsked)
    guard
      let joined = JoinedText(
        parts, questions: asked.map { "$\($0.name).\(Attribute.hidden.variableName) == YES" })
    else {
      budget.leaveOut(members.parts[subject.parts[0]].path)
      return nil
    }
    let tree = joined.tree
    budget.charge(3 * tree.text.utf8.count)
    let table = TermTable(tree)
    let domain = members.domain(
      of: joined, in: scope,
      role: numbers[0] == subject.parts[0] ? subject.row.map { .rule($0.0, skipsEmpty: $0.1) } : nil
    )
    var walk = LogicWalk(
      tree, table, validOnly: mode.validOnly, judgesLimits: true, domain: domain)
    if mode.validOnly, walk.tests.isSkipped {
      walk = LogicWalk(tree, table, validOnly: false, judgesLimits: true, domain: domain)
    }
    let failing = mode.allowsFailing ? nil : walk.failing
    let literals = zip(joined.nodes, parts).map { nodes, part in
      nodes.flatMap { walk.literals(of: $0, failing: part.failsToHold ? failing : nil) }
    }
    let hidden = zip(asked, joined.questions).map { need, nodes in
      (need, nodes.map { LogicWalk.Literal(node: $0, isNegated: false) })
    }
    return Texts(
      parts: numbers, joined: joined, walk: walk, literals: literals,
      hidden: Dictionary(uniqueKeysWithValues: hidden))
  }

  /// Whether texts can hold together, while a member is hidden if one is given.
  private mutating func holds(
    _ texts: inout Texts, _ literals: [LogicWalk.Literal]? = nil, without need: Need? = nil
  ) -> Bool {
    texts.walk.work = 0
    let holds = texts.walk.canHold(
      (need.flatMap { texts.hidden[$0] } ?? []) + (literals ?? texts.literals.flatMap { $0 }),
      whereNil: need.flatMap { $0.isAsked ? nil : $0.name })
    budget.charge(texts.walk.work)
    return holds
  }

  /// As few parts as possible of those that cannot hold together.
  private mutating func least(
    of texts: Texts, without need: Need?, _ first: [Int], _ mode: Mode, _ needed: [Int: [Int]]
  ) -> Clash {
    var texts = texts
    var pieces: [(position: Int, literals: [LogicWalk.Literal])] = []
    let isLong = texts.literals.reduce(0) { $0 + $1.count } > Self.maximumPieces
    for (position, literals) in texts.literals.enumerated() {
      pieces += isLong ? [(position, literals)] : literals.map { (position, [$0]) }
    }
    // From the last on, so that what is nearest to the subject is kept.
    for index in pieces.indices.reversed() where budget.isLeft {
      var rest = pieces
      rest.remove(at: index)
      if !holds(&texts, rest.flatMap(\.literals), without: need) { pieces = rest }
    }
    let parts = pieces.compactMap { piece -> Clash.Part? in
      guard let literal = piece.literals.first else { return nil }
      let part = texts.parts[piece.position]
      let isWhole = piece.literals.count > 1
      return Clash.Part(
        part: part,
        range: isWhole
          ? 0..<members.parts[part].text.utf8.count
          : texts.joined.range(of: literal.node, in: piece.position),
        isNegated: !isWhole && literal.isNegated,
        position: first.firstIndex(of: part))
    }
    return Clash(
      parts: parts, isCertain: !mode.allowsFailing, isValidOnly: mode.validOnly,
      needed: needed.keys.sorted().compactMap { needed[$0] })
  }

  /// The largest number of parts of texts that are tried one by one.
  private static let maximumPieces = 200
}
