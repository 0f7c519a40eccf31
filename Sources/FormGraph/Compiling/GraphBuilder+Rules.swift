// The rules of a row. Rules that read something else or can fail are nodes; the verdict asks these
// nodes and evaluates all other rules itself. A pattern is run as a predicate, so it has the
// meaning and the limits of MATCHES.

import Predicate

extension GraphBuilder {
  /// Adds the nodes of a row's rules.
  mutating func compileRules(_ rules: [RuleDefinition], of id: RowIndex) {
    // Empty unless a rule has a node, because most rows have no such rule.
    var nodes: [NodeID?] = []
    func keep(_ node: NodeID, at index: Int, of count: Int) {
      if nodes.isEmpty { nodes = [NodeID?](repeating: nil, count: count) }
      nodes[index] = node
    }
    var parts: [RuleDefinition] = []
    if rules.contains(where: { $0.isMadeOfOthers }) {
      let leaves = rules.leaves
      parts = leaves.map(\.rule)
      for (index, leaf) in leaves.enumerated() {
        guard let node = ruleNode(leaf.rule, of: id, index, leaf.steps) else {
          topology.directory.partCount += 1
          continue
        }
        keep(node, at: index, of: leaves.count)
      }
    } else {
      for index in rules.indices {
        guard let node = ruleNode(rules[index], of: id, index, [.key("rules"), .index(index)])
        else {
          topology.directory.partCount += 1
          continue
        }
        keep(node, at: index, of: rules.count)
      }
    }
    if !nodes.isEmpty {
      topology.rows[id.index].ruleNodes = nodes
      topology.rows[id.index].ruleLeaves = parts
      // Asked first, because few rows have such a rule.
      if rules.contains(where: { $0.isAsync || $0.isMadeOfOthers }) {
        let record = topology.rows[id.index]
        topology.rows[id.index].asyncNodes = nodes.enumerated().compactMap { index, node in
          record.rule(index)?.isAsync == true ? node : nil
        }
      }
    }
  }

  /// The node of a rule that is not combined; nil if the verdict evaluates the rule itself.
  private mutating func ruleNode(
    _ rule: RuleDefinition, of id: RowIndex, _ index: Int,
    _ steps: @autoclosure () -> [JSONPath.Step]
  ) -> NodeID? {
    let run: Run?
    switch rule.kind.parameter {
    case .predicate(let text):
      run = self.run(text, isPredicate: true, Site(rule: steps(), "predicate", of: id))
    case .tag(let tag): run = equality(with: tag, Site(rule: steps(), "tag", of: id))
    case .function(let name, let dependencies):
      run = functionRun(
        name, dependencies, Site(rule: steps(), rule.kind.word, of: id), isAsync: rule.isAsync)
    case .pattern(let pattern):
      var site = Site(rule: steps(), "pattern", of: id)
      // The definition checker reports mistakes in patterns, with ranges in the pattern.
      site.isQuiet = true
      run = self.run(RegularExpression.predicate(matching: pattern), isPredicate: true, site)
    case .nothing, .length, .bound, .rules: return nil
    }
    return run.map { addOwn(.rule(id, index, $0), of: id) }
  }

  /// Adds a verdict to a row whose value can have errors, or could before it lost its rules.
  mutating func addVerdict(to id: RowIndex) {
    guard topology.rows[id.index].isJudged || hadVerdict(id) else { return }
    let verdict = addOwn(.verdict(id), of: id)
    topology.rows[id.index].verdict = verdict
    setOutcome(ofCalculationOf: id)
  }

  /// The run of a rule `equals`, which is a predicate rule with a generated text.
  private mutating func equality(with tag: String, _ site: Site) -> Run? {
    let meaning = meaning(of: tag, for: site.owner)
    warnOfItself(tag, meaning, site)
    switch meaning {
    // Names that conditions cannot contain have been reported at their definition.
    case .some where !Identifier.isValid(tag): break
    case .member(.section(let section)) where topology.section(section).choice != nil:
      return run("SELF == $\(tag)", isPredicate: true, site)
    case .input, .member(.row): return run("SELF == $\(tag)", isPredicate: true, site)
    case .member(.section): report(.use, "'\(tag)' is a section and has no value", at: site)
    case nil: reportUnknown(tag, sign: "", at: site, nil)
    }
    return nil
  }

  /// Warns about a row that must equal itself.
  private mutating func warnOfItself(_ tag: String, _ meaning: Topology.Name?, _ site: Site) {
    let other: RowIndex? =
      switch meaning {
      case .member(.row(let row)): row
      case .member(.section(let section)): topology.section(section).choice
      case .input, nil: nil
      }
    guard let row = site.selfRow, other == row, Identifier.isValid(tag) else { return }
    report(
      Diagnostic(
        .constant,
        "'\(tag)' is the row itself, and always equals itself", at: 0..<tag.utf8.count,
        hint: "name the row that is to have the same value"), .warning, site)
  }
}

extension GraphBuilder.Site {
  /// The site of a text of a rule, in which SELF is the value of the row.
  fileprivate init(rule steps: [JSONPath.Step], _ key: String, of row: RowIndex) {
    self.init(.row(row), steps + [.key(key)], selfRow: row)
  }
}
