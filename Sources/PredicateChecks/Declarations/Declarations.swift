// Which keys and variables exist, and of which kinds they are, as an embedder knows them: what a
// text can be checked against without evaluating it.

public import Predicate

/// The keys and variables that a text may read.
///
/// ```swift
/// let declarations = Declarations(keys: ["hostname": .text], variables: ["n": .int])
/// let tree = try SyntaxTree(predicate: "hostnam == 'a' AND $n > 1")
/// tree.findings(against: declarations).first?.hint  // "did you mean hostname?"
/// ```
public struct Declarations: Sendable, Hashable {
  /// What a key or a variable holds, nil aside, which any may.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A string.
    case text
    /// A whole number.
    case int
    /// Any number.
    case double
    /// True or false, which are the numbers 1 and 0.
    case bool
    /// A date.
    case date
    /// Bytes.
    case data
    /// A list or a set.
    case list
    /// A dictionary, or an object of the embedder's.
    case object
    /// Unknown: nothing is checked but the name.
    case any
  }

  let keys: [ExactText: Kind]
  let variables: [ExactText: Kind]
  /// In order, so that suggestions do not depend on any dictionary.
  let keyNames: [String]
  let variableNames: [String]

  /// Declares names; what is not named does not exist.
  ///
  /// - Parameters:
  ///   - keys: The keys of the evaluated object; keys behind a key are not declared.
  ///   - variables: The variables, without their `$`.
  public init(keys: [String: Kind] = [:], variables: [String: Kind] = [:]) {
    self.keys = Dictionary(keys.map { (ExactText($0.key), $0.value) }) { first, _ in first }
    self.variables = Dictionary(variables.map { (ExactText($0.key), $0.value) }) { first, _ in
      first
    }
    keyNames = keys.keys.sorted()
    variableNames = variables.keys.sorted()
  }
}

extension SyntaxTree {
  /// What in the text cannot be right if these are all keys and variables: unknown names, and
  /// operands of kinds that the operator never takes.
  ///
  /// - Parameter declarations: The names that exist.
  /// - Returns: Errors in the order of the text, at most a thousand.
  /// - Complexity: O(n) and, for each unknown name, O(names declared).
  public func findings(against declarations: Declarations) -> [Diagnostic] {
    DeclarationCheck.findings(of: self, declarations)
  }
}
