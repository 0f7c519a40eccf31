// The texts of an old form with the names of the new one. A condition that reads a renamed row has
// not changed if only the name has. Names are found in the parsed text, never by searching it.
//
//   { "rename": { "smoker": "smokes", "dose": "amount" } }
//   $smoker == 'yes' AND $drugs.@sum.dose > 3   →   $smokes == 'yes' AND $drugs.@sum.amount > 3

import FormGraph
import Predicate

/// Gives texts of the old form the names that a migration gives to rows and lists.
struct MemberRenaming {
  private let names: MemberNames
  /// By the index of an old member: its new tag.
  private var newTags: [Int: String] = [:]

  init(_ migration: ResolvedMigration) {
    names = migration.old
    for (source, target) in migration.renamed {
      let (old, new) = (migration.old.members[source].tag, migration.new.members[target].tag)
      if let new, old != new { newTags[source] = new }
    }
  }

  // MARK: - Definitions

  /// A row of a list, or of the form, with the new names where code of its own compares them;
  /// `FormComparison` renames in all other conditions and formulas.
  func renamed(_ row: RowDefinition, in list: String) -> RowDefinition {
    guard !newTags.isEmpty else { return row }
    var renamed = row
    renamed.required = self.renamed(row.required, in: list)
    renamed.calculated = formula(row.calculated, in: list)
    renamed.suggested = row.suggested.map {
      SuggestedFormula(self.renamed($0.formula, false, in: list), whenEdited: $0.whenEdited)
    }
    renamed.whenChanged = row.whenChanged.map { action in
      let condition = action.condition.map { predicate($0, in: list) }
      return switch action.effect {
      case .set(let target, let formula):
        .set(tag(target, in: list), to: self.renamed(formula, false, in: list), if: condition)
      case .reset(let target): .reset(tag(target, in: list), if: condition)
      }
    }
    // The keys of SELF are rows of the list that the options come from.
    let optionsList = row.options?.list.flatMap { member(named: $0.list, in: list) }
    renamed.optionsFilter = row.optionsFilter.map {
      self.renamed($0, true, in: list, options: optionsList)
    }
    renamed.rules = row.rules.map { rule($0, in: list, depth: 0) }
    if row.bounds.hasFormulas {
      renamed.bounds.minimum = bound(row.bounds.minimum, in: list)
      renamed.bounds.maximum = bound(row.bounds.maximum, in: list)
      renamed.bounds.step = bound(row.bounds.step, in: list)
    }
    renamed.next = row.next.map { tag($0, in: list) }
    switch row.display {
    case .formula(let text)?: renamed.display = .formula(self.renamed(text, false, in: list))
    case .function(let name, let reads)?:
      renamed.display = .function(name, dependsOn: reads.map { operand($0, in: list) })
    case nil: break
    }
    if let options = row.options?.list, let source = member(named: options.list, in: list) {
      let rows = names.members[source].name ?? options.list
      renamed.options = .list(
        ListOptions(
          newTags[source] ?? options.list, value: tag(options.value, directlyIn: rows),
          title: options.title.map { tag($0, directlyIn: rows) }))
    }
    return renamed
  }

  /// A condition of a member of a list, or of the form.
  func renamed(_ condition: ConditionDefinition?, in list: String) -> ConditionDefinition? {
    guard !newTags.isEmpty, var renamed = condition else { return condition }
    switch renamed.source {
    case .constant: break
    case .predicate(let text): renamed.source = .predicate(predicate(text, in: list))
    case .function(let name, let reads):
      renamed.source = .function(name, dependsOn: reads.map { operand($0, in: list) })
    }
    return renamed
  }

  /// A formula of a member of a list, or of the form.
  func formula(_ text: String?, in list: String) -> String? {
    text.map { renamed($0, false, in: list) }
  }

  /// A bound of a member of a list, or of the form.
  func bound<Fixed>(_ bound: Bound<Fixed>?, in list: String) -> Bound<Fixed>? {
    guard case .formula(let text)? = bound else { return bound }
    return .formula(renamed(text, false, in: list))
  }

  /// The tag of a section or a row that a member of a list, or of the form, names.
  func tag(_ name: String, in list: String) -> String {
    member(named: name, in: list).flatMap { newTags[$0] } ?? name
  }

  private func tag(_ name: String, directlyIn list: String) -> String {
    names.one(exactly: FormMember.qualified(name, in: list)).flatMap { newTags[$0] } ?? name
  }

  private func predicate(_ text: String, in list: String) -> String {
    renamed(text, true, in: list)
  }

  /// The recursion is bounded by `RuleDefinition.maximumDepth`.
  private func rule(_ rule: RuleDefinition, in list: String, depth: Int) -> RuleDefinition {
    guard depth <= RuleDefinition.maximumDepth else { return rule }
    let parameter: RuleDefinition.Kind.Parameter
    switch rule.kind.parameter {
    case .tag(let tag): parameter = .tag(self.tag(tag, in: list))
    case .predicate(let text): parameter = .predicate(predicate(text, in: list))
    case .function(let name, let reads):
      parameter = .function(name, reads: reads.map { operand($0, in: list) })
    case .rules(let rules):
      parameter = .rules(rules.map { self.rule($0, in: list, depth: depth + 1) })
    case .nothing, .length, .bound, .pattern: return rule
    }
    var renamed = rule
    renamed.kind = rule.kind.replacing(parameter)
    return renamed
  }

  /// What a function reads: a tag, or a tag with an attribute.
  private func operand(_ text: String, in list: String) -> String {
    let name = text.prefix { $0 != "." }
    return tag(String(name), in: list) + text.dropFirst(name.count)
  }

  // MARK: - Texts

  /// The old member that a name means in a list: of the list itself first, then of those around.
  private func member(named name: String, in list: String) -> Int? {
    var list = list
    // Lists are at most `SectionDefinition.maximumDepth` deep.
    while true {
      if let found = names.one(exactly: FormMember.qualified(name, in: list)) { return found }
      guard !list.isEmpty else { return nil }
      list = list.lastIndex(of: ".").map { String(list[..<$0]) } ?? ""
    }
  }

  /// A text with the new names; the text itself if it cannot be parsed.
  ///
  /// `options` is the list that the options come from whose filter the text is.
  private func renamed(
    _ text: String, _ isPredicate: Bool, in list: String, options: Int? = nil
  ) -> String {
    guard !newTags.isEmpty,
      let tree = try?
        (isPredicate
        ? SyntaxTree(predicate: text, functions: .extended)
        : SyntaxTree(expression: text, functions: .extended))
    else { return text }
    let parts = TextParts(tree)
    // By part: the old member whose value, or whose items, the part is.
    var meanings: [Int?] = []
    var edits: [(range: Range<Int>, text: String)] = []
    for (index, part) in parts.all.enumerated() {
      let base = parts.children[index].first.flatMap { meanings[$0] }
      var meaning: Int?
      switch part.kind {
      case .variable(let name):
        meaning = member(named: name, in: list)
        if let new = meaning.flatMap({ newTags[$0] }),
          let sign = part.source.utf8.firstIndex(of: UInt8(ascii: "$"))
        {
          let source = part.source.utf8
          let start = part.range.lowerBound + source.distance(from: source.startIndex, to: sign)
          edits.append((start + 1..<start + 1 + name.utf8.count, new))
        }
      case .iterator(let name):
        meaning = parts.collection(of: name, at: index).flatMap { meanings[$0] }
      case .key(let key, let scope):
        let isOfOption = scope == .object && parts.isFirstKey(index)
        guard let base = base ?? (isOfOption ? options : nil),
          let around = names.members[base].name
        else { break }
        meaning = names.one(exactly: FormMember.qualified(key, in: around))
        if let new = meaning.flatMap({ newTags[$0] }), part.source.hasSuffix(key) {
          edits.append((part.range.upperBound - key.utf8.count..<part.range.upperBound, new))
        }
      case .collectionOperator, .index, .first, .last: meaning = base
      default: break
      }
      meanings.append(meaning)
    }
    guard !edits.isEmpty else { return text }
    var bytes = Array(text.utf8)
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The parts of a tree with their children, and the collections of its SUBQUERYs.
private struct TextParts {
  let all: [SyntaxTree.Part]
  private(set) var children: [[Int]] = []
  /// By the name of an iterator: the parts of each condition that it stands in, and the collection.
  private var subqueries: [String: [(condition: Range<Int>, collection: Int)]] = [:]

  init(_ tree: SyntaxTree) {
    all = tree.parts
    var open: [Int] = []
    for (index, part) in all.enumerated() {
      let own = Array(open.suffix(part.childCount))
      open.removeLast(own.count)
      open.append(index)
      children.append(own)
      if case .subquery(let iterator) = part.kind, let collection = own.first {
        subqueries[iterator, default: []].append((collection + 1..<index, collection))
      }
    }
  }

  /// Whether a part is a key that is read from SELF itself.
  func isFirstKey(_ part: Int) -> Bool {
    guard let base = children[part].first else { return true }
    return all[base].kind == .selfObject
  }

  /// The collection whose elements an iterator is at a part.
  func collection(of iterator: String, at part: Int) -> Int? {
    // The inner ones stand first.
    subqueries[iterator]?.first { $0.condition.contains(part) }?.collection
  }
}
