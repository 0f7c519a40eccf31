// The limits of a text and of its evaluation. Beyond a limit, parsing, building or evaluating fails
// with an error that has a position.

/// The limits of texts and evaluations; each can be changed.
public struct Limits: Sendable, Hashable {
  /// The longest text, in bytes of UTF-8; always less than 2^31.
  public var textLength = 1 << 20
  /// The longest name of a key, a variable or a function, in bytes of UTF-8.
  public var nameLength = 1_024
  /// The deepest nesting of parentheses, braces, calls, `NOT` and signs.
  public var nesting = 200
  /// The largest number of nodes of a syntax tree.
  public var nodes = 100_000
  /// The largest number of elements of one list, `{…}`.
  public var aggregateElements = 100_000
  /// The total length of the constant patterns of MATCHES in a text, in bytes of UTF-8.
  ///
  /// With the standard number of steps, an evaluation can compile as many bytes of other patterns.
  public var patternsLength = 100_000
  /// The largest number of steps of one evaluation.
  ///
  /// These cost steps:
  ///
  /// - each element visited: 1
  /// - each byte of text compared: 1; beyond ASCII, or with `[c]` or `[d]`: 16
  /// - each part of the text evaluated: 4
  /// - each value of a new set: 64
  /// - regular expressions, as Grammar.md lists
  public var steps = 100_000_000

  /// The standard limits.
  public static let standard = Limits()

  /// Limits for untrusted texts and values.
  ///
  /// A text takes about a second and a few megabytes at most. SECURITY.md lists the most expensive
  /// known texts.
  public static let untrusted = {
    var limits = Limits()
    limits.textLength = 10_000
    limits.nameLength = 256
    limits.nesting = 50
    limits.nodes = 5_000
    limits.aggregateElements = 1_000
    limits.patternsLength = 1_000
    limits.steps = 1_000_000
    return limits
  }()

  /// Makes the standard limits, ready to be changed.
  public init() {}
}
