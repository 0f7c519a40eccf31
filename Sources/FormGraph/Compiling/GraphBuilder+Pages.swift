// What hides a page. Its condition decides a bit of each of its sections, so that nothing else
// needs to know of pages: a section is hidden by its own condition or with its page.

extension GraphBuilder {
  /// Makes what hides the page of a section hide the section.
  ///
  /// The text is read for the first section of a page, so that what is wrong with it is reported
  /// once.
  mutating func decidePage(of section: SectionIndex) {
    let target = Target.section(section, .pageHidden)
    guard let page = topology.sections[section.index].page,
      let definition = definition(of: target)
    else { return }
    guard let known = pageDecisions[page] else {
      let decision = decision(definition, of: target)
      pageDecisions[page] = decision
      return setDecision(decision, of: target)
    }
    if case .condition(let node, _, let isInverted) = known {
      topology.graph.nodes.insertEffect(target, of: nil, isInverted: isInverted, of: node)
    }
    setDecision(known, of: target)
  }
}

extension GraphBuilder.Site {
  /// The text that hides a page.
  init(page: Int) { self.init(nil, .key("pages"), .index(page), .key("hidden")) }
}
