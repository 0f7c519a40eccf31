// Checks the actions of rows: each has a name of its own.

import Predicate

extension DefinitionChecker {
  mutating func checkActions(of row: RowDefinition, _ member: Member) {
    var firsts: [ExactText: Int] = [:]
    for (index, action) in row.actions.enumerated() {
      let steps: [JSONPath.Step] = [.key("actions"), .index(index)]
      checkFunction(action.disabled, of: member, "disabled", in: steps)
      let name = ExactText(action.name)
      if action.name.isEmpty {
        report(.value, "the name of an action is empty", of: member, steps + [.key("name")])
      } else if let first = firsts[name] {
        report(
          .duplicate, "two actions have the name \(Problem.quoted(action.name))", of: member,
          steps + [.key("name")],
          related: [note("the first one", member, [.key("actions"), .index(first)])])
      } else {
        firsts[name] = index
      }
    }
  }
}
