// The keys and variables that exist, with their kinds. The host declares them, and texts are
// checked against them without evaluation.

public import Predicate

/// The keys and variables that a text may read.
///
/// ```swift
/// let declarations = Declarations(keys: ["hostname": .text], variables: ["n": .int])
/// let tree = try SyntaxTree(predicate: "hostnam == 'a' AND $n > 1")
/// tree.findings(against: declarations).first?.hint  // "did you mean hostname?"
/// ```
public struct Declarations: Sendable, Hashable {
  /// The kind of value that a key or a variable holds.
  ///
  /// Every kind also allows nil.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A string.
    case text
    /// A whole number.
    case int
    /// Any number.
    case double
    /// True or false, which are also the numbers 1 and 0.
    case bool
    /// A date.
    case date
    /// Bytes.
    case data
    /// A list or a set.
    case list
    /// A dictionary, or an object of the host's own type.
    case object
    /// Any kind. Only the name is checked.
    case any
  }

  /// The kinds by key, or by path of keys.
  let keys: [ExactText: Kind]
  /// By path of an object whose keys are declared: these keys, sorted.
  let members: [ExactText: [String]]
  let variables: [ExactText: Kind]
  /// The names in sorted order, so that suggestions do not depend on a dictionary's iteration
  /// order.
  let keyNames: [String]
  let variableNames: [String]

  /// Declares names.
  ///
  /// All other names do not exist.
  ///
  /// - Parameters:
  ///   - keys: The keys of the evaluated object. A path such as `event.process.path` declares the
  ///     keys of objects, too: `event` then has no keys but those that are declared. The keys of an
  ///     object without such a path are not checked. The same holds of the objects of a list:
  ///     `lines` with the kind list, and `lines.amount`. A key that has periods itself is written
  ///     in quotes, as behind `SELF.`: `"\"com.apple.Safari\""`. Terms of device management are
  ///     written as in a text; `statusItems` has those of Apple.
  ///   - variables: The variables, without their `$`.
  public init(keys: [String: Kind] = [:], variables: [String: Kind] = [:]) {
    // Two spellings of one path are one key; the order decides which kind it has.
    let paths = keys.sorted { $0.key < $1.key }.map {
      (keys: Self.segments(of: $0.key), kind: $0.value)
    }
    var kinds = Dictionary(
      paths.map { (ExactText($0.keys.joined(separator: ".")), $0.kind) }
    ) { first, _ in first }
    var members: [ExactText: Set<String>] = [:]
    var firstKeys: Set<String> = []
    for parts in paths.map(\.keys) {
      firstKeys.insert(parts[0])
      var parent = parts[0]
      for part in parts.dropFirst() {
        members[ExactText(parent), default: []].insert(part)
        if kinds[ExactText(parent)] == nil { kinds[ExactText(parent)] = .object }
        parent += ".\(part)"
      }
    }
    self.keys = kinds
    self.members = members.mapValues { $0.sorted() }
    self.variables = Dictionary(variables.map { (ExactText($0.key), $0.value) }) { first, _ in
      first
    }
    keyNames = firstKeys.sorted()
    variableNames = variables.keys.sorted()
  }

  /// A key as it stands in a path: in quotes if it has periods, and a term as it is written.
  package static func segment(_ key: String) -> String {
    let isTerm = key.hasPrefix("@") && key.hasSuffix(")")
    return !isTerm && key.contains(".") || key.hasPrefix("\"") ? Printer.quoted(key) : key
  }

  /// The keys of a path, each as `segment` writes it.
  private static func segments(of path: String) -> [String] {
    var keys = [""]
    var (isQuoted, isEscaped, isTerm) = (false, false, false)
    for scalar in path.unicodeScalars {
      switch scalar {
      case _ where isEscaped:
        keys[keys.count - 1].unicodeScalars.append(scalar)
        isEscaped = false
      case "\\" where isQuoted: isEscaped = true
      case "\"" where isQuoted || keys[keys.count - 1].isEmpty: isQuoted.toggle()
      case "." where !isQuoted && !isTerm: keys.append("")
      default:
        if scalar == "(", keys[keys.count - 1].hasPrefix("@") { isTerm = true }
        if scalar == ")" { isTerm = false }
        keys[keys.count - 1].unicodeScalars.append(scalar)
      }
    }
    return keys.map(segment)
  }
}

extension SyntaxTree {
  /// The mistakes in the text if these are all keys and variables: unknown names, and operands of
  /// kinds that an operator never accepts.
  ///
  /// - Parameter declarations: The names that exist.
  /// - Returns: Errors in the order of the text, at most a thousand.
  /// - Complexity: O(n) in the length of the text, plus O(m) for each unknown name, where m is the
  ///   number of declared names.
  public func findings(against declarations: Declarations) -> [Diagnostic] {
    DeclarationCheck.findings(of: self, declarations)
  }
}
