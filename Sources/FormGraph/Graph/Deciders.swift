// What decides the attributes of a member: its own decisions, those of the sections around it with
// their pages, and that of the form. The edges of the graph, reports of cycles, reasons of changes,
// `--why`, `--impact` and the search for missing answers all ask here.

extension Topology {
  func decision(of target: Target) -> Decision {
    switch target {
    case .row(let row, let bit): rows[row.index][bit]
    case .section(let section, let bit): sections[section.index][bit]
    case .readOnly: graph.readOnly
    case .option(let row, let index, let word): rows[row.index][word][index]
    }
  }

  /// Calls a function with each decision that helps to decide an attribute of a member, the nearest
  /// first.
  ///
  /// `valid` has none: it follows from the verdict, and from what hides the member. Whether the
  /// form can be submitted, which disables a submit button, is not a decision either.
  // No list is made, because every row that can be required asks when it is compiled.
  func forEachDecider(
    of attribute: Attribute, _ member: Member, _ body: (Target, Decision) -> Void
  ) {
    guard attribute != .valid else { return }
    var next: SectionIndex?
    switch member {
    case .row(let row):
      let bit: RowWord =
        attribute == .hidden ? .hidden : attribute == .disabled ? .disabled : .required
      body(.row(row, bit), rows[row.index][bit])
      next = rows[row.index].section
    case .section(let section): next = section
    }
    guard attribute != .required else { return }
    while let id = next {
      if attribute == .hidden {
        body(.section(id, .hidden), sections[id.index].hidden)
        body(.section(id, .pageHidden), sections[id.index].pageHidden)
      } else {
        body(.section(id, .disabled), sections[id.index].disabled)
      }
      next = sections[id.index].parent
    }
    if attribute == .disabled { body(.readOnly, graph.readOnly) }
  }

  /// What helps to decide an attribute of a member, the nearest first.
  func deciders(of attribute: Attribute, _ member: Member) -> [Target] {
    var targets: [Target] = []
    forEachDecider(of: attribute, member) { target, _ in targets.append(target) }
    return targets
  }

  /// The conditions that help to decide an attribute of a member.
  func conditions(deciding attribute: Attribute, of member: Member) -> [NodeID] {
    var nodes: [NodeID] = []
    forEachDecider(of: attribute, member) { _, decision in
      if let node = decision.node { nodes.append(node) }
    }
    return nodes
  }

  /// Every attribute of a member, and of the options and actions of a row, that a decision may
  /// write.
  func targets(of member: Member) -> [Target] {
    switch member {
    case .section(let section):
      [.section(section, .hidden), .section(section, .pageHidden), .section(section, .disabled)]
    case .row(let row):
      RowRecord.decided.map { .row(row, $0) }
        + OptionWord.allCases.flatMap { word in
          rows[row.index][word].indices.map { .option(row, $0, word) }
        }
    }
  }
}

extension Target {
  /// The member whose attribute is decided; nil for the form.
  var member: Member? {
    switch self {
    case .row(let row, _), .option(let row, _, _): .row(row)
    case .section(let section, _): .section(section)
    case .readOnly: nil
    }
  }

  /// Whose the text is that decides, from the side of a member that it helps to decide.
  func owner(from member: Member) -> TextOwner {
    switch self {
    case .row, .option: .itself
    case .section(_, .pageHidden): .page
    case .section(let section, _): member == .section(section) ? .itself : .section
    case .readOnly: .form
    }
  }
}
