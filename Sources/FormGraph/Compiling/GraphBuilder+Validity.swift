// The edges into the facts about whether sections are valid, and whether the form can be submitted.
// An item adds and removes only edges of its own, so that a long list costs no more than a short
// one.

extension GraphBuilder {
  // MARK: - What decides

  /// What a member adds to whether the sections around it are valid.
  func validityDeciders(of member: Member) -> [NodeID] {
    switch member {
    case .row(let row):
      // Rows without a value are valid, hidden or not, so they are left out.
      return topology.rows[row.index].kind == .none ? [] : deciders(of: .valid, member)
    case .section(let id):
      let section = topology.section(id)
      // In a disabled section, the user can neither insert nor delete items.
      return topology.conditions(deciding: .hidden, of: member)
        + (section.hasBounds ? topology.conditions(deciding: .disabled, of: member) : [])
        + [PropertyName.minimum, .maximum, .count].compactMap { section.properties[$0] }
    }
  }

  /// The facts about whether each section is valid.
  ///
  /// Together they decide whether the form can be submitted.
  var validities: [NodeID] {
    outline.sectionsInOrder.filter { topology.sections[$0.index].item == nil }
      .compactMap { fact(.attribute(.valid, .section($0))) }
  }

  /// A section and everything in it, with the sections of prototypes.
  ///
  /// The recursion is bounded by `SectionDefinition.maximumDepth`.
  func validitySections(of section: SectionID) -> [SectionID] {
    outline.subtree(of: section, in: topology).flatMap { section -> [SectionID] in
      guard !topology.isOfItem(.section(section)) else { return [section] }
      let bodies = topology.section(section).prototypes.compactMap {
        topology.item($0).firstSection
      }
      return [section] + bodies.flatMap(validitySections)
    }
  }

  /// The rows that stand in a section, in a list also those of the prototypes.
  ///
  /// Without prototypes that the list shares with the list of another item.
  func validityRows(of section: SectionID) -> [RowID] {
    let record = topology.section(section)
    if record.templates == nil, let item = record.item, topology.item(item).isPrototype {
      return topology.template(of: item)?.sections[record.place].rows.map(topology.item(item).row)
        ?? []
    }
    // The rows of a prototype with sections stand in them.
    let prototypes =
      topology.isOfItem(.section(section))
      ? [] : record.prototypes.filter { topology.item($0).firstSection == nil }
    return prototypes.flatMap(topology.rows) + outline.rows(of: section, in: topology)
  }

  // MARK: - Items that come and go

  /// Makes the facts about whether the sections around a new member of an item are valid read it
  /// too.
  mutating func joinValidity(_ member: Member) {
    if !topology.factIndex.isEmpty, topology.isOfItem(member) { joined.append(member) }
  }

  private func section(of member: Member) -> SectionID {
    switch member {
    case .row(let row): topology.rows[row.index].section
    case .section(let section): section
    }
  }

  /// Makes the edges from the new members of items into the facts about what is valid.
  mutating func connectJoined() {
    for member in joined {
      let deciders = validityDeciders(of: member)
      for section in topology.lineage(of: section(of: member)) {
        guard let fact = fact(.attribute(.valid, .section(section))), !isPending(fact) else {
          continue
        }
        for node in deciders { connect(fact, to: .node(node)) }
      }
    }
    joined = []
  }

  /// Removes the edges from the rows and sections of an item, which is still in its list, into the
  /// facts about whether the sections around it are valid.
  mutating func leaveValidity(_ item: ItemID) {
    guard !topology.factIndex.isEmpty else { return }
    let parts = topology.sections(of: item)
    let nodes = Set(
      (topology.rows(of: item).map { .row($0) } + parts.map { .section($0) })
        .flatMap(validityDeciders))
    for section in topology.lineage(of: topology.item(item).section) {
      guard let fact = fact(.attribute(.valid, .section(section))), !isPending(fact) else {
        continue
      }
      for node in nodes {
        switch rest(of: node, in: section, without: item) {
        case .nothing: disconnect(fact, from: .node(node))
        case .something: break
        case .unknown: suspend(fact)
        }
      }
    }
  }

  /// What a condition still decides of the validity of a section.
  private enum Rest {
    case nothing, something
    /// It disables something, which lists with bounds read.
    case unknown
  }

  /// What a condition decides of the validity of a section apart from what it decides of an item.
  private func rest(of node: NodeID, in section: SectionID, without item: ItemID) -> Rest {
    let effects = topology.nodes.effects(of: node)
    func isAround(_ other: SectionID) -> Bool { topology.lineage(of: section).contains(other) }
    func isInside(_ other: SectionID) -> Bool { topology.lineage(of: other).contains(section) }
    let hidesRow = effects.ofRows.contains { group in
      group.bit == .hidden
        && group.rows.contains { row in
          topology.rows[row.index].item != item && isInside(topology.rows[row.index].section)
        }
    }
    if hidesRow { return .something }
    var rest = Rest.nothing
    for effect in effects.others {
      switch effect.target {
      case .section(let other, .hidden), .section(let other, .pageHidden):
        if topology.sections[other.index].item != item, isInside(other) || isAround(other) {
          return .something
        }
      case .section, .readOnly: rest = .unknown
      case .row, .option: break
      }
    }
    return rest
  }
}
