// The rules of a row: those that read something, or may fail, are nodes; the verdict asks them and
// all others. A pattern is a predicate, so that it means what MATCHES means and has its bounds.

import Predicate

extension GraphBuilder {
  /// Gives the rules of a row that are nodes theirs.
  mutating func compileRules(_ rules: [RuleDefinition], of id: RowID) {
    // Most rows have no rule that is a node, and nothing to be kept.
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
          topology.partCount += 1
          continue
        }
        keep(node, at: index, of: leaves.count)
      }
    } else {
      for index in rules.indices {
        guard let node = ruleNode(rules[index], of: id, index, [.key("rules"), .index(index)])
        else {
          topology.partCount += 1
          continue
        }
        keep(node, at: index, of: rules.count)
      }
    }
    if !nodes.isEmpty || topology.rows[id.index].hasOthers {
      topology.rows[id.index].ruleNodes = nodes
      topology.rows[id.index].ruleLeaves = nodes.isEmpty ? [] : parts
    }
  }

  /// The node of a rule that is one thing; nil where the verdict answers it without one.
  private mutating func ruleNode(
    _ rule: RuleDefinition, of id: RowID, _ index: Int, _ steps: @autoclosure () -> [JSONPath.Step]
  ) -> NodeID? {
    let run: Run?
    switch rule.kind {
    case .predicate(let text):
      run = self.run(text, isPredicate: true, Site(rule: steps(), "predicate", of: id))
    case .equals(let tag): run = equality(with: tag, Site(rule: steps(), "tag", of: id))
    case .function(let name, let dependencies):
      run = functionRun(name, dependencies, Site(rule: steps(), "function", of: id))
    case .regex(let pattern):
      var site = Site(rule: steps(), "pattern", of: id)
      // What is wrong with a pattern is told where definitions are checked, in terms of the
      // pattern.
      site.isQuiet = true
      run = self.run(RegularExpression.predicate(matching: pattern), isPredicate: true, site)
    case .required, .notBlank, .minLength, .maxLength, .exactLength, .text, .comparison, .allOf,
      .anyOf:
      return nil
    }
    return run.map { run in addOwn(.rule(id, index, run), of: id) { $0.ruleNode(index) } }
  }

  /// A row with nothing to say of its value has no verdict.
  mutating func addVerdict(to id: RowID) {
    guard topology.rows[id.index].verdict == nil, topology.rows[id.index].isJudged else { return }
    // What reads whether the row, or its section, is valid has had no verdict to read.
    if !topology.factIndex.isEmpty {
      suspend(.attribute(.valid, .row(id)))
      suspend(.attribute(.valid, .section(topology.rows[id.index].section)))
    }
    let verdict = addOwn(.verdict(id), of: id) { $0.verdict }
    topology.rows[id.index].verdict = verdict
    setOutcome(ofCalculationOf: id)
  }

  /// The rule `equals` is a predicate rule with a text of its own.
  private mutating func equality(with tag: String, _ site: Site) -> Run? {
    let meaning = meaning(of: tag, for: site.owner)
    warnOfItself(tag, meaning, site)
    switch meaning {
    // Names that conditions cannot say have been reported where they are given.
    case .some where !Identifier.isValid(tag): break
    case .member(.section(let section)) where topology.section(section).choice != nil:
      return run("SELF == $\(tag)", isPredicate: true, site)
    case .input, .member(.row): return run("SELF == $\(tag)", isPredicate: true, site)
    case .member(.section): report("'\(tag)' is a section and has no value", at: site)
    case nil: reportUnknown(tag, sign: "", at: site, nil)
    }
    return nil
  }

  /// Warns of a row that is asked to equal itself; of a template once, of its prototype.
  private mutating func warnOfItself(_ tag: String, _ meaning: Topology.Name?, _ site: Site) {
    let other: RowID? =
      switch meaning {
      case .member(.row(let row)): row
      case .member(.section(let section)): topology.section(section).choice
      case .input, nil: nil
      }
    guard let row = site.selfRow, other == row, Identifier.isValid(tag),
      !topology.rows[row.index].isOfItem || site.isOfPrototype(topology)
    else { return }
    report(
      Diagnostic(
        "'\(tag)' is the row itself, and always equals itself", at: 0..<tag.utf8.count,
        hint: "name the row that is to have the same value"), .warning, site)
  }
}

extension GraphBuilder.Site {
  /// A text of a rule, in which SELF is the row's value.
  fileprivate init(rule steps: [JSONPath.Step], _ key: String, of row: RowID) {
    self.init(.row(row), steps + [.key(key)], selfRow: row)
  }
}
