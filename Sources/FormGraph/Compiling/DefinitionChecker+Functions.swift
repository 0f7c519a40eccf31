// Conditions by function: their names and what they depend on, as far as spelling goes. Whether a
// form has what is named is the compiler's to say.

import Predicate

extension DefinitionChecker {
  /// Checks a condition that stands under a key, if a function decides it.
  @inline(__always)
  mutating func checkFunction(
    _ condition: ConditionDefinition?, of member: Member, _ key: String,
    in steps: [JSONPath.Step] = []
  ) {
    guard case .function? = condition?.source else { return }
    checkFunction(condition, of: member, steps + [.key(key)])
  }

  /// Checks a condition at a place, if a function decides it.
  mutating func checkFunction(
    _ condition: ConditionDefinition?, of member: Member, _ steps: [JSONPath.Step]
  ) {
    guard case .function(let function, let names)? = condition?.source else { return }
    if function.allSatisfy(\.isWhitespace) {
      report(
        "a condition by function needs the function's name", of: member,
        steps + [.key("function")])
    }
    var firsts: [ExactText: Int] = [:]
    for (index, name) in names.enumerated() {
      let own: [JSONPath.Step] = steps + [.key("dependsOn"), .index(index)]
      guard Self.isDependency(name) else {
        report(
          "\(Problem.quoted(name)) is neither a tag nor an input nor an attribute of a tag",
          of: member, own, hint: Self.hint(forDependency: name))
        continue
      }
      guard let first = firsts[ExactText(name)] else {
        firsts[ExactText(name)] = index
        continue
      }
      report(
        "\(Problem.quoted(name)) is given twice", of: member, own, severity: .warning,
        related: [
          note("it is given here first", member, steps + [.key("dependsOn"), .index(first)])
        ])
    }
  }

  /// `age` or `age.isHidden`.
  private static func isDependency(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { Identifier.isValid(String($0)) }
  }

  private static func hint(forDependency name: String) -> String {
    let bare = name.hasPrefix("$") ? String(name.dropFirst()) : name
    return name != bare && isDependency(bare)
      ? "write \(bare)" : "write, for example, age or age.isHidden"
  }
}
