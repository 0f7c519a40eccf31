// Checks conditions by function: the spelling of the function's name and of its dependencies. The
// compiler checks whether the names exist in the form.

import Predicate

extension DefinitionChecker {
  /// Checks the condition under a key, if a function decides it.
  @inline(__always)
  mutating func checkFunction(
    _ condition: ConditionDefinition?, of member: Member, _ key: String,
    in steps: [JSONPath.Step] = []
  ) {
    guard case .function? = condition?.source else { return }
    checkFunction(condition, of: member, steps + [.key(key)])
  }

  /// Checks the condition at a path, if a function decides it.
  ///
  /// `key` is the key that names the function.
  mutating func checkFunction(
    _ condition: ConditionDefinition?, of member: Member, _ steps: [JSONPath.Step],
    key: String = "function"
  ) {
    guard case .function(let function, let names)? = condition?.source else { return }
    if function.allSatisfy(\.isWhitespace) {
      report(
        .missing, "a condition by function needs the function's name", of: member,
        steps + [.key(key)])
    }
    var firsts: [ExactText: Int] = [:]
    for (index, name) in names.enumerated() {
      let own: [JSONPath.Step] = steps + [.key("dependsOn"), .index(index)]
      guard Dependency.isValid(name) else {
        report(
          .name, "\(Problem.quoted(name)) is neither a tag nor an input nor an attribute of a tag",
          of: member, own, hint: Dependency.hint(for: name))
        continue
      }
      guard let first = firsts[ExactText(name)] else {
        firsts[ExactText(name)] = index
        continue
      }
      report(
        .duplicate, "\(Problem.quoted(name)) is given twice", of: member, own, severity: .warning,
        related: [
          note("it is given here first", member, steps + [.key("dependsOn"), .index(first)])
        ])
    }
  }
}
