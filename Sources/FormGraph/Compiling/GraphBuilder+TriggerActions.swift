// Compiles the actions that an edit of a row sets off. Each of their texts is a node without edges:
// it runs when its action does.

import Predicate

extension GraphBuilder {
  mutating func compileTriggers(_ actions: [TriggerAction], of id: RowIndex) {
    topology.graph.rowsWithTriggers.insert(id)
    topology.rows[id.index].triggerActions = actions.enumerated().compactMap { index, action in
      func site(_ key: FormKey) -> Site {
        Site(.row(id), .key(FormKey.whenChanged.text), .index(index), .key(key.text))
      }
      let target = target(of: action, of: id, site(action.formula == nil ? .reset : .set))
      let formula = action.formula.flatMap {
        trigger($0, isPredicate: false, 2 * index, of: id, site(.to))
      }
      let condition = action.condition.flatMap {
        trigger($0, isPredicate: true, 2 * index + 1, of: id, site(.if))
      }
      guard let target, formula != nil || action.formula == nil,
        condition != nil || action.condition == nil
      else { return nil }
      return TriggerRecord(target: target, formula: formula, condition: condition)
    }
  }

  private mutating func trigger(
    _ text: String, isPredicate: Bool, _ place: Int, of id: RowIndex, _ site: Site
  ) -> NodeID? {
    run(text, isPredicate: isPredicate, site).map { addOwn(.trigger(id, place, $0), of: id) }
  }

  /// The row that an action changes; nil if it is reported that no such row can be changed.
  private mutating func target(
    of action: TriggerAction, of id: RowIndex, _ site: Site
  ) -> RowIndex? {
    let tag = action.target
    let what: String
    switch meaning(of: tag, for: .row(id)) {
    case .member(.row(let row)):
      let content = topology.rows[row.index].content
      if row == id {
        what = "the row itself, whose edit sets off the action"
      } else if content.isCalculated {
        what = "calculated, so no action changes it"
      } else if content.type.valueKind == .none {
        what = "a \(content.type.rawValue), which holds no value"
      } else {
        return row
      }
    case .member(.section(let section)):
      // A section to choose from and its choice have one name.
      if let choice = topology.sections[section.index].choice, choice != id {
        if !topology.rows[choice.index].content.isCalculated { return choice }
        what = "calculated, so no action changes it"
      } else {
        what = "a section, not a row"
      }
    case .input: what = "an input, which only the host sets"
    case nil:
      guard let list = listWithRows(named: tag, at: site) else {
        reportUnknown(tag, sign: "", at: site, nil)
        return nil
      }
      what = "a row of each item of '\(list.tag)'"
    }
    report(
      .use, "'\(tag)' is \(what)", at: site,
      hint: "name a row of the same item, or of the form, that people can edit")
    return nil
  }
}

extension RowRecord {
  /// The node of a text, by its position among the texts of the row's actions.
  func triggerNode(_ place: Int) -> NodeID? {
    guard triggerActions.indices.contains(place / 2) else { return nil }
    return place % 2 == 0 ? triggerActions[place / 2].formula : triggerActions[place / 2].condition
  }
}

extension Topology {
  /// The rows that the actions of a row change, in the order of the actions.
  func targets(ofActionsOf row: RowIndex) -> [RowIndex] {
    rows[row.index].triggerActions.map { self.target(of: $0, of: row) }
  }

  /// The row that an action of a row changes.
  func target(of action: TriggerRecord, of row: RowIndex) -> RowIndex {
    guard let item = rows[row.index].item,
      case .value(let target) = slot(.value(action.target), in: item)
    else { return action.target }
    return target
  }

  /// What a text of an action must give: a value of the row that is set, or true or false.
  func kind(ofTextAt place: Int, ofActionsOf row: RowIndex) -> ValueKind {
    let triggers = rows[row.index].triggerActions
    guard place % 2 == 0, triggers.indices.contains(place / 2) else { return .bool }
    return rows[target(of: triggers[place / 2], of: row).index].kind
  }
}
