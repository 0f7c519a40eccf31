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
  private var members: MemberParts
  private var budget = WorkBudget()
  /// By place: whether the member, or one around it, is known to be never shown.
  private var areNeverShown: [Bool] = []
  private var clashes: [(subject: Subject, clash: Clash)] = []
  /// By texts that are the same: what was found about them.
  private var known: [ClashKey: Clash?] = [:]
  private var numbers: [String: Int] = [:]
  /// By place: all parts that are known to hold while the member is shown.
  private var conditions: [Int: [Int]] = [:]
  /// By place of a calculated row: the part that says which values its formula gives.
  private var formulas: [Int: Int?] = [:]

  /// The steps from a row to those whose answers it needs.
  private static let maximumSteps = 4

  /// What a clash is about.
  private struct Subject {
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

  private struct ClashKey: Hashable {
    let scope: Int
    let texts: [Int]
  }

  /// Texts that cannot hold together.
  private struct Clash {
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

  /// Looks at what else is decided about a member, all of which matters only while it is shown.
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

  // MARK: - Reasoning

  private mutating func clash(of subject: Subject) -> Clash? {
    let scope = subject.place.map { members.outline.places[$0].scope } ?? 0
    let parts = subject.parts.filter { members.canRead($0, in: scope) }
    guard parts.first == subject.parts.first, isWorthwhile(parts, scope) else { return nil }
    var key: ClashKey?
    if subject.row == nil {
      let isRequired = if case .required = subject.kind { true } else { false }
      key = ClashKey(scope: scope, texts: [isRequired ? 1 : 0] + parts.map { number(of: $0) })
    }
    if let key, let found = known[key] {
      guard var clash = found else { return nil }
      clash.parts = clash.parts.map { part in
        guard let position = part.position else { return part }
        return Clash.Part(
          part: parts[position], range: part.range, isNegated: part.isNegated, position: position)
      }
      return clash
    }
    var search = Search(first: parts, scope: scope)
    search.place = subject.place
    let found = self.search(&search, subject)
    if let key { known[key] = .some(found) }
    return found
  }

  /// A number that equal texts share.
  private mutating func number(of part: Int) -> Int {
    let part = members.parts[part]
    let text = "\(part.isNegated)\(part.scope) \(part.text)"
    if let number = numbers[text] { return number }
    numbers[text] = numbers.count
    return numbers.count - 1
  }

  /// Whether the parts may have something to do with each other, or with what shows another row.
  private mutating func isWorthwhile(_ parts: [Int], _ scope: Int) -> Bool {
    var seen: Set<String> = []
    for part in parts {
      let variables = members.parts[part].variables
      if !members.parts[part].asksForHidden.isEmpty { return true }
      for name in variables {
        if !seen.insert(name).inserted { return true }
        guard let place = members.place(of: name, in: scope) else { continue }
        if members.isNilWhileHidden(place), !members.showing(place).isEmpty { return true }
        if formula(of: place) != nil { return true }
      }
    }
    return false
  }

  /// What is known while more and more rows turn out to be needed.
  private struct Search {
    let first: [Int]
    let scope: Int
    var place: Int?
    var parts: [Int]
    var needed: [Int: [Int]] = [:]
    /// The parts that were taken over with all that their variables need.
    var settled: Set<Int> = []
    /// The number of parts whose variables were looked at.
    var looked = 0

    init(first: [Int], scope: Int) {
      (self.first, self.scope) = (first, scope)
      parts = first
    }
  }

  private mutating func search(_ search: inout Search, _ subject: Subject) -> Clash? {
    for allowsFailing in [false, true] {
      search.parts = search.first
      search.needed = [:]
      search.looked = 0
      search.settled = []
      var mayFail = false
      for step in 0...Self.maximumSteps {
        guard var texts = texts(of: search, subject, allowsFailing: allowsFailing) else {
          return nil
        }
        mayFail = texts.mayFail
        if let clash = clash(in: &texts, search, isCertain: !allowsFailing) {
          return clash
        }
        if step < Self.maximumSteps {
          let before = search.parts.count
          if let clash = extend(&search, &texts, isCertain: !allowsFailing) { return clash }
          search.looked = before
          if search.parts.count > before { continue }
        }
        if let clash = validClash(in: texts, search, isCertain: !allowsFailing) {
          return clash
        }
        break
      }
      if !allowsFailing, case .shown = subject.kind, let place = subject.place {
        conditions[place] = search.parts
      }
      if !mayFail { break }
    }
    return nil
  }

  /// Joined texts with the parts of them that must hold.
  private struct Texts {
    let joined: JoinedText
    let domain: (TermPath) -> Domain
    var walk: LogicWalk
    /// By part: what must hold.
    let literals: [[LogicWalk.Literal]]
    /// Whether something was left out because it may fail.
    let mayFail: Bool
    /// The members whose `isHidden` is read, by question.
    let asked: [Int]

    var all: [LogicWalk.Literal] { literals.flatMap { $0 } }
  }

  /// Joins what is known so far; nil if that is too much.
  private mutating func texts(
    of search: Search, _ subject: Subject, allowsFailing: Bool
  ) -> Texts? {
    let parts = search.parts.map { members.parts[$0] }
    var asked: [Int: String] = [:]
    for name in parts.flatMap(\.asksForHidden) {
      guard let place = members.place(of: name, in: search.scope), search.needed[place] == nil,
        !members.showing(place).isEmpty
      else { continue }
      asked[place] = "$\(name).\(Attribute.hidden.variableName) == YES"
    }
    let order = asked.keys.sorted()
    guard budget.isLeft, let joined = JoinedText(parts, questions: order.compactMap { asked[$0] })
    else {
      budget.leaveOut(members.parts[search.first[0]].path)
      return nil
    }
    let domain = members.domain(
      of: joined, in: search.scope, role: subject.row.map { .rule($0.0, skipsEmpty: $0.1) })
    let walk = LogicWalk(
      joined.tree, TermTable(joined.tree), validOnly: false, judgesLimits: true, domain: domain)
    budget.charge(3 * joined.tree.text.utf8.count)
    let failing = walk.failing
    var mayFail = false
    let literals = zip(joined.nodes, parts).map { nodes, part in
      let skipsFailing = !allowsFailing && part.failsToHold
      return nodes.flatMap { node in
        if skipsFailing, failing[node.index] { mayFail = true }
        return walk.literals(of: node, failing: skipsFailing ? failing : nil)
      }
    }
    return Texts(
      joined: joined, domain: domain, walk: walk, literals: literals, mayFail: mayFail,
      asked: order)
  }

  /// Adds what shows the rows whose answers are needed.
  ///
  /// - Returns: A clash if one of these rows is always hidden.
  private mutating func extend(
    _ search: inout Search, _ texts: inout Texts, isCertain: Bool
  ) -> Clash? {
    for (question, place) in texts.asked.enumerated() {
      let asked = texts.joined.questions[question].map {
        LogicWalk.Literal(node: $0, isNegated: false)
      }
      if let clash = add(place, to: &search, texts, texts.walk, asked, isCertain: isCertain) {
        return clash
      }
    }
    // What the other parts read was looked at before.
    var names: [String] = []
    for part in search.parts[search.looked...] where !search.settled.contains(part) {
      names += members.parts[part].variables.filter { !names.contains($0) }
    }
    for name in names {
      guard let place = members.place(of: name, in: search.scope), search.needed[place] == nil
      else { continue }
      if let formula = formula(of: place), !search.parts.contains(formula),
        members.canRead(formula, in: search.scope)
      {
        search.parts.append(formula)
      }
      guard members.isNilWhileHidden(place) else { continue }
      let table = TermTable(texts.joined.tree, empty: [name])
      let walk = LogicWalk(
        texts.joined.tree, table, validOnly: false, judgesLimits: true, domain: texts.domain)
      budget.charge(texts.joined.tree.text.utf8.count)
      if let clash = add(place, to: &search, texts, walk, [], isCertain: isCertain) {
        return clash
      }
    }
    return nil
  }

  /// Adds what shows a member if the parts cannot hold without it.
  ///
  /// `walk` has what is so while the member is hidden, and `asked` also holds then.
  ///
  /// - Returns: A clash if the member is always hidden.
  private mutating func add(
    _ place: Int, to search: inout Search, _ texts: Texts, _ walk: LogicWalk,
    _ asked: [LogicWalk.Literal], isCertain: Bool
  ) -> Clash? {
    let known = conditions[place]?.prefix(Self.maximumKnown)
    let parts = (known.map(Array.init) ?? members.showing(place)).filter {
      !search.parts.contains($0) && members.canRead($0, in: search.scope)
    }
    var walk = walk
    guard !parts.isEmpty, !holds(&walk, asked + texts.all) else { return nil }
    search.needed[place] = members.showing(place)
    if let hidden = parts.first(where: { members.parts[$0].isConstant }) {
      var clash = least(texts, &walk, asked, search, isCertain: isCertain, isValidOnly: false)
      clash.parts.append(
        Clash.Part(part: hidden, range: 0..<0, isNegated: false, position: nil))
      return clash
    }
    search.parts += parts
    if known != nil { search.settled.formUnion(parts) }
    return nil
  }

  /// The largest number of parts that are taken over from a row that was looked at before.
  private static let maximumKnown = 8

  private mutating func holds(_ walk: inout LogicWalk, _ literals: [LogicWalk.Literal]) -> Bool {
    walk.work = 0
    let holds = walk.canHold(literals)
    budget.charge(walk.work)
    return holds
  }

  /// The parts that cannot hold together; nil if all can.
  private mutating func clash(
    in texts: inout Texts, _ search: Search, isCertain: Bool, isValidOnly: Bool = false
  ) -> Clash? {
    guard !holds(&texts.walk, texts.all) else { return nil }
    return least(texts, &texts.walk, [], search, isCertain: isCertain, isValidOnly: isValidOnly)
  }

  /// As few parts as possible of those that cannot hold together.
  private mutating func least(
    _ texts: Texts, _ walk: inout LogicWalk, _ asked: [LogicWalk.Literal], _ search: Search,
    isCertain: Bool, isValidOnly: Bool
  ) -> Clash {
    var pieces: [(position: Int, literals: [LogicWalk.Literal])] = []
    let isLong = texts.all.count > Self.maximumPieces
    for (position, literals) in texts.literals.enumerated() {
      pieces += isLong ? [(position, literals)] : literals.map { (position, [$0]) }
    }
    // From the last on, so that what is nearest to the subject is kept.
    for index in pieces.indices.reversed() where budget.isLeft {
      var rest = pieces
      rest.remove(at: index)
      if !holds(&walk, asked + rest.flatMap(\.literals)) { pieces = rest }
    }
    let parts = pieces.compactMap { piece -> Clash.Part? in
      guard let literal = piece.literals.first else { return nil }
      let part = search.parts[piece.position]
      let isWhole = piece.literals.count > 1
      return Clash.Part(
        part: part,
        range: isWhole
          ? 0..<members.parts[part].text.utf8.count
          : texts.joined.range(of: literal.node, in: piece.position),
        isNegated: !isWhole && literal.isNegated,
        position: piece.position < search.first.count ? piece.position : nil)
    }
    return Clash(
      parts: parts, isCertain: isCertain, isValidOnly: isValidOnly,
      needed: search.needed.keys.sorted().compactMap { search.needed[$0] })
  }

  /// The largest number of parts of texts that are tried one by one.
  private static let maximumPieces = 200

  /// The parts that cannot hold together with valid answers.
  private mutating func validClash(
    in texts: Texts, _ search: Search, isCertain: Bool
  ) -> Clash? {
    guard texts.walk.hasLimits else { return nil }
    var texts = texts
    texts.walk = LogicWalk(
      texts.joined.tree, texts.walk.table, validOnly: true, judgesLimits: true,
      domain: texts.domain)
    budget.charge(texts.joined.tree.text.utf8.count)
    return clash(in: &texts, search, isCertain: isCertain, isValidOnly: true)
  }

  /// The part that says which values the formula of a row gives; nil if they are not known.
  private mutating func formula(of place: Int) -> Int? {
    if let known = formulas[place] { return known }
    let part = FormulaValues.part(of: members.outline.places[place], members.limits)
    let number = part.map { members.add($0) }
    formulas[place] = .some(number)
    return number
  }

  // MARK: - Reporting

  private var findings: [Finding] {
    // Of several members with the same cause, the one whose own text it is is reported.
    var best: [Set<Int>: Int] = [:]
    for (index, (subject, clash)) in clashes.enumerated() {
      guard case .shown = subject.kind, let first = best[clash.numbers] else {
        best[clash.numbers] = index
        continue
      }
      func distance(_ index: Int) -> Int { clashes[index].clash.parts.count { $0.position == nil } }
      if distance(index) < distance(first) { best[clash.numbers] = index }
    }
    return best.values.sorted().map { finding(clashes[$0].subject, clashes[$0].clash) }
  }

  private func finding(_ subject: Subject, _ clash: Clash) -> Finding {
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
