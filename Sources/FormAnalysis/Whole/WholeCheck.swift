// Finds members that can never be shown because of where they stand: the texts of the member, of
// the sections around it and of its page exclude each other, or exclude what shows a row whose
// answer they need. Looks in the same way at what is enabled, required, valid or an option.

import FormGraph
import Predicate

/// Looks at each member together with what is around it.
///
/// What can never hold even though no text fails is an error. What can hold only if a text fails,
/// or only with invalid answers, is a warning: a condition that fails hides nothing.
struct WholeCheck {
  var members: MemberParts
  var budget = WorkBudget()
  /// By place: whether the member, or one around it, is known to be never shown.
  private var areNeverShown: [Bool] = []
  private var clashes: [(subject: Subject, clash: Clash)] = []
  /// By texts that are the same: what was found about them.
  var known: [ClashKey: Clash?] = [:]
  /// Texts that can hold together, by their numbers.
  var holding: Set<[Int]> = []
  /// By texts: the members that they need.
  var needs: [NeedKey: [Need]] = [:]
  /// By place of a calculated row: the part that says which values its formula gives.
  var formulas: [Int: Int?] = [:]

  /// What a clash is about.
  struct Subject {
    enum Kind {
      case shown, enabled, required, rule
      case option(Value)
    }

    let kind: Kind
    /// The parts in the form, that of the subject first.
    let parts: [Int]
    let place: Int?
    let title: String
    var row: (RowDefinition, skipsEmpty: Bool)?
  }

  /// The findings about a form.
  ///
  /// - Complexity: O(n) in the size of the form and of the texts that are joined, with a bound on
  ///   the work.
  static func findings(
    of definition: FormDefinition, _ outline: FormOutline, _ scopes: Scopes, _ limits: Limits
  ) -> [Finding] {
    let members = MemberParts(definition, outline, scopes, limits)
    var check = WholeCheck(members: members)
    check.look()
    var findings = check.findings
    let neverShown = check.areNeverShown
    findings += WaitingCheck.findings(members, areNeverShown: neverShown, &check.budget)
    if let finding = check.budget.finding { findings.append(finding) }
    return findings
  }

  private init(members: MemberParts) { self.members = members }

  // MARK: - What is looked at

  private mutating func look() {
    for (index, part) in members.pages.enumerated() {
      guard let part else { continue }
      let name = members.definition.pages[index].tag.map { "page '\($0)'" } ?? "page \(index + 1)"
      _ = look(Subject(kind: .shown, parts: [part], place: nil, title: name))
    }
    for (index, place) in members.outline.places.enumerated() {
      let isAround = place.parent.map { areNeverShown[$0] } ?? false
      areNeverShown.append(isAround)
      if isAround { continue }
      let showing = members.showing(index)
      if !members.own[index].isEmpty {
        areNeverShown[index] = look(
          Subject(kind: .shown, parts: showing, place: index, title: place.inWords))
      }
      if !areNeverShown[index] { lookAtRest(of: place, index, showing) }
    }
  }

  /// Looks at the other conditions of a member, which matter only while it is shown.
  private mutating func lookAtRest(of place: FormPlace, _ index: Int, _ showing: [Int]) {
    let limits = members.limits
    func part(_ condition: ConditionDefinition?, _ path: JSONPath) -> MemberPart? {
      guard case .predicate? = condition?.source else { return nil }
      return MemberPart(condition, at: path, place.inWords, scope: place.scope, limits)
    }
    let disabled = place.section?.disabled ?? (place.isChoice ? nil : place.row?.disabled)
    if let part = part(disabled, MemberParts.path(place.path, disabled, "disabled", "enabled")) {
      look(at: part, .enabled, index, showing)
    }
    guard let row = place.row else { return }
    if case .predicate(let text)? = row.required?.upright.source,
      var part = MemberPart(
        text, isNegated: false, at: place.path.appending("required"), place.inWords,
        scope: place.scope, limits)
    {
      part.failsToHold = false
      look(at: part, .required, index, showing)
    }
    for (number, rule) in row.rules.enumerated() where rule.severity == .error {
      guard case .predicate(let text) = rule.kind.parameter,
        let part = MemberPart(
          text, isNegated: false,
          at: place.path.appending("rules").appending(number).appending("predicate"), place.inWords,
          scope: place.scope, limits)
      else { continue }
      look(at: part, .rule, index, showing, (row, rule.skipsEmpty))
    }
    for (number, option) in (row.options?.written ?? []).enumerated() {
      guard let hidden = option.hidden else { continue }
      let path = place.path.appending("options").appending(number)
      if let part = part(hidden, MemberParts.path(path, hidden, "hidden", "visible")) {
        look(at: part, .option(option.value), index, showing)
      }
    }
  }

  private mutating func look(
    at part: MemberPart, _ kind: Subject.Kind, _ place: Int, _ showing: [Int],
    _ row: (RowDefinition, skipsEmpty: Bool)? = nil
  ) {
    let subject = Subject(
      kind: kind, parts: [members.add(part)] + showing, place: place,
      title: members.outline.places[place].inWords, row: row)
    _ = look(subject)
  }

  /// Whether a subject can never hold.
  private mutating func look(_ subject: Subject) -> Bool {
    // The author hides it on purpose.
    if subject.parts.contains(where: { members.parts[$0].isConstant }) { return true }
    guard let clash = clash(of: subject) else { return false }
    let numbers = clash.numbers
    // A text that never holds by itself is a finding of its own, and so is a row that is needed.
    guard numbers.count > 1, !clash.needed.contains(where: { numbers.isSubset(of: $0) }) else {
      return true
    }
    // What is around the subject was looked at before.
    if clash.parts.contains(where: { $0.position == nil || $0.position == 0 }) {
      clashes.append((subject, clash))
    }
    return true
  }

  // MARK: - Reporting

  private var findings: [Finding] {
    // Of several members with the same cause, the one whose own text it is is reported, with the
    // others beside it.
    var causes: [Set<Int>: [Int]] = [:]
    for (index, (_, clash)) in clashes.enumerated() {
      causes[clash.numbers, default: []].append(index)
    }
    func distance(_ index: Int) -> Int { clashes[index].clash.parts.count { $0.position == nil } }
    let groups = causes.values.map { members in
      let first = members.min { (distance($0), $0) < (distance($1), $1) } ?? members[0]
      return (first: first, others: members.filter { $0 != first })
    }
    return groups.sorted { $0.first < $1.first }.map { group in
      finding(
        clashes[group.first].subject, clashes[group.first].clash,
        others: group.others.map { clashes[$0].subject })
    }
  }

  /// The largest number of members that are named beside the one with the same cause.
  private static let maximumOthers = 10

  private func finding(_ subject: Subject, _ clash: Clash, others: [Subject]) -> Finding {
    let own = members.parts[subject.parts[0]]
    let isOwn = clash.parts.first?.position == 0
    let rest = isOwn ? clash.parts.dropFirst() : clash.parts[...]
    let hidden = clash.parts.last.map { members.parts[$0.part] }.flatMap {
      $0.isConstant ? $0 : nil
    }
    let texts = (hidden == nil ? clash.parts[...] : clash.parts.dropLast()).map { part in
      part.position == 0 ? text(of: part) : "\(text(of: part)) of \(members.parts[part.part].owner)"
    }
    let list =
      (texts.count > 1 ? texts.dropLast().joined(separator: ", ") + " and " : "")
      + (texts.last ?? "")
    var message = "\(statement(of: subject)): \(list) "
    if let hidden {
      message += "\(texts.count == 1 ? "needs" : "need") \(hidden.owner), which is always hidden"
    } else {
      message += "cannot \(texts.count == 2 ? "both" : "all") hold"
    }
    if clash.isValidOnly { message += " for valid answers" }
    if !clash.isCertain { message += ", unless one of them fails" }
    if !others.isEmpty {
      message += "; so it is with \(others.count) other\(others.count == 1 ? "" : "s")"
    }
    let id: FindingID = if case .shown = subject.kind { .rowNeverShown } else { .logicAround }
    return Finding(
      id,
      Problem(
        message, severity: clash.isCertain && !clash.isValidOnly ? .error : .warning,
        path: own.path,
        textRange: isOwn ? clash.parts[0].range : 0..<own.text.utf8.count,
        related: rest.compactMap { part in
          let member = members.parts[part.part]
          if member.path == own.path { return nil }
          let reason =
            part.position == nil && !member.isFormula
            ? "\(member.owner) is needed, and this shows it" : "\(member.owner) says this"
          return Problem.Related(reason, path: member.path)
        }
          + others.prefix(Self.maximumOthers).map { other in
            Problem.Related(
              "\(statement(of: other)), for the same reason",
              path: members.parts[other.parts[0]].path)
          }))
  }

  /// What can never be so, in words.
  private func statement(of subject: Subject) -> String {
    switch subject.kind {
    case .shown: "\(subject.title) is never shown"
    case .enabled: "\(subject.title) is never enabled while it is shown"
    case .required: "\(subject.title) is never required while it is shown"
    case .rule: "no answer of \(subject.title) meets this rule while it is shown"
    case .option(let value):
      "the option \(JSONWriter.text(of: value)) of \(subject.title) is never shown"
    }
  }

  /// The longest text of a part in a message, in bytes.
  private static let maximumShown = 60

  private func text(of clash: Clash.Part) -> String {
    let part = members.parts[clash.part]
    guard clash.range.count <= Self.maximumShown else {
      return part.isFormula ? "a value" : "a condition"
    }
    let bytes = Array(part.text.utf8)[clash.range]
    return (clash.isNegated ? "NOT " : "") + String(decoding: bytes, as: UTF8.self)
  }
}
