// What a condition or a rule of a host's function may declare that it reads.

import Predicate

/// The names in `dependsOn`.
enum Dependency {
  /// Whether a name is a tag or an attribute of a tag, such as `age` or `age.isHidden`.
  static func isValid(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { Identifier.isValid(String($0)) }
  }

  static func hint(for name: String) -> String {
    let bare = name.hasPrefix("$") ? String(name.dropFirst()) : name
    return name != bare && isValid(bare)
      ? "write \(bare)" : "write, for example, age or age.isHidden"
  }
}
