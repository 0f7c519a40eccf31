// Finds rows that wait for themselves: each can be shown only after an answer of another, and a
// user cannot answer a hidden row. The rows that can be answered are found step by step, as a user
// could get to them; what is left waits.

import FormGraph
import Predicate

/// Looks for rows that no user can ever answer.
struct WaitingCheck {
  private let members: MemberParts
  /// By place: the parts that show the row; nil if the row is not one that may wait.
  private var showing: [Int: [Int]] = [:]
  /// The places of the rows that cannot be answered yet.
  private var waiting: Set<Int> = []
  /// By place: the waiting rows whose conditions read it.
  private var readers: [Int: [Int]] = [:]
  /// The rows to look at again: a row that they read can be answered by now.
  private var changed: [Int] = []

  /// The findings about a form.
  ///
  /// - Complexity: O(n) in the size of the form; what is reasoned about is bounded.
  static func findings(
    _ members: MemberParts, areNeverShown: [Bool], _ budget: inout WorkBudget
  ) -> [Finding] {
    var check = WaitingCheck(members, areNeverShown)
    check.release(&budget)
    return check.findings(&budget)
  }

  private init(_ members: MemberParts, _ areNeverShown: [Bool]) {
    self.members = members
    for (index, place) in members.outline.places.enumerated() {
      guard let row = place.row, row.tag != nil, Self.mayWait(row, place), !areNeverShown[index]
      else { continue }
      let parts = members.showing(index)
      // A member that is always hidden is filled by the host.
      guard !parts.isEmpty, !parts.contains(where: { members.parts[$0].isConstant }) else {
        continue
      }
      showing[index] = parts
    }
    waiting = Set(showing.keys)
    for (index, parts) in showing {
      for name in Set(parts.flatMap { members.parts[$0].variables }) {
        guard let read = members.place(of: name, in: 0), waiting.contains(read) else { continue }
        readers[read, default: []].append(index)
      }
    }
  }

  /// Whether only the user can give the row an answer.
  ///
  /// The host inserts items that have values, and fills rows that are always disabled.
  private static func mayWait(_ row: RowDefinition, _ place: FormPlace) -> Bool {
    place.template == nil && !row.startsWithValue && row.disabled?.constantValue != true
      && row.type.valueKind != .none && row.type.valueKind != .any
  }

  // MARK: - Reasoning

  /// The waiting rows that the conditions of a row read.
  private func read(by place: Int) -> [Int] {
    var found: [Int] = []
    for name in showing[place, default: []].flatMap({ members.parts[$0].variables }) {
      guard let read = members.place(of: name, in: 0), waiting.contains(read),
        !found.contains(read)
      else { continue }
      found.append(read)
    }
    return found
  }

  /// Takes out the rows that can be shown while those that wait have no answer.
  private mutating func release(_ budget: inout WorkBudget) {
    var open = waiting.sorted()
    var isFirst = true
    while !open.isEmpty {
      var next: Set<Int> = []
      for place in open where waiting.contains(place) {
        // First without reasoning: most rows read only what has been answered before.
        let blocking = read(by: place)
        guard blocking.isEmpty || !isFirst && canShow(place, without: blocking, &budget) else {
          continue
        }
        waiting.remove(place)
        next.formUnion(readers[place] ?? [])
      }
      open = next.sorted()
      if open.isEmpty, isFirst {
        isFirst = false
        open = waiting.sorted()
      }
    }
  }

  /// Whether a row can be shown while some rows have no answer and are hidden.
  private func canShow(_ place: Int, without empty: [Int], _ budget: inout WorkBudget) -> Bool {
    let parts = showing[place, default: []].map { members.parts[$0] }
    var questions: [String] = []
    var names: Set<String> = []
    for index in empty {
      guard let row = members.outline.places[index].row, let tag = row.tag else { continue }
      // A switch is off at first.
      if row.type.valueKind == .bool, row.value == nil {
        questions.append("$\(tag) != YES")
      } else {
        names.insert(tag)
      }
      questions.append("$\(tag).\(Attribute.hidden.variableName) == YES")
    }
    guard budget.isLeft, let joined = JoinedText(parts, questions: questions) else {
      budget.leaveOut(members.outline.places[place].path)
      return true
    }
    let table = TermTable(joined.tree, empty: names)
    var walk = LogicWalk(
      joined.tree, table, validOnly: false, judgesLimits: true,
      domain: members.domain(of: joined, in: 0))
    let failing = walk.failing
    let literals = joined.nodes.flatMap { $0 }.flatMap { walk.literals(of: $0, failing: failing) }
    let asked = joined.questions.flatMap { $0 }.flatMap { walk.literals(of: $0, failing: nil) }
    let canShow = walk.canHold(asked + literals)
    budget.charge(3 * joined.tree.text.utf8.count + walk.work)
    return canShow
  }

  // MARK: - Reporting

  private mutating func findings(_ budget: inout WorkBudget) -> [Finding] {
    // A row that no answer at all can show is another mistake, and what waits for it waits for
    // that.
    let impossible = waiting.sorted().filter { !canShow($0, without: [], &budget) }
    waiting.subtract(impossible)
    release(&budget)
    var findings: [Finding] = []
    var seen: Set<Int> = []
    for start in waiting.sorted() where !seen.contains(start) {
      // Each row waits for another one, so the way ends in a circle.
      var way: [Int] = []
      var place = start
      while seen.insert(place).inserted {
        way.append(place)
        guard let next = blocker(of: place, &budget) else { break }
        place = next
      }
      guard let begin = way.firstIndex(of: place), blocker(of: way.last ?? place, &budget) == place
      else { continue }
      if let finding = finding(about: Array(way[begin...])) { findings.append(finding) }
    }
    return findings
  }

  /// A row whose answer must come before a row is shown.
  private func blocker(of place: Int, _ budget: inout WorkBudget) -> Int? {
    let read = read(by: place)
    return read.first { !canShow(place, without: [$0], &budget) } ?? read.first
  }

  /// The finding about rows that wait for one another in a circle.
  private func finding(about circle: [Int]) -> Finding? {
    var circle = circle
    // The first row of the form stands first.
    if let least = circle.min(), let index = circle.firstIndex(of: least) {
      circle = Array(circle[index...] + circle[..<index])
    }
    let tags = circle.compactMap { members.outline.places[$0].tag }
    guard tags.count == circle.count else { return nil }
    let parts = circle.indices.compactMap { index -> MemberPart? in
      let next = tags[(index + 1) % tags.count]
      return showing[circle[index], default: []].map { members.parts[$0] }.first {
        $0.variables.contains(next)
      }
    }
    guard parts.count == circle.count else { return nil }
    let steps = tags.indices.map {
      "'\(tags[$0])' only after an answer of '\(tags[($0 + 1) % tags.count])'"
    }
    let message =
      circle.count == 1
      ? "\(parts[0].owner) is shown only after an answer of '\(tags[0])', which stands in it"
      : "no user can answer these rows: \(steps.joined(separator: ", and ")) is shown"
    return Finding(
      .rowSelfVisibility,
      Problem(
        message, severity: .warning, path: parts[0].path,
        textRange: 0..<parts[0].text.utf8.count,
        hint: "ask for another row, or give one of them a 'value' or a 'default'",
        related: circle.indices.dropFirst().map { index in
          Problem.Related("this shows '\(tags[index])'", path: parts[index].path)
        }))
  }
}
