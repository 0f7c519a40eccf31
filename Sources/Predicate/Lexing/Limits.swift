// What bounds a text and its evaluation. Past a limit stands an error with a position.

/// The limits within which texts are parsed and evaluated; every one may be lowered or raised.
public struct Limits: Sendable, Hashable {
  /// The longest text, in bytes of UTF-8; no setting allows 2^31 and more.
  public var textLength = 1 << 20
  /// The longest name of a key, a variable or a function, in bytes of UTF-8.
  public var nameLength = 1_024
  /// How deep parentheses, braces, calls, `NOT` and signs may nest.
  public var nesting = 200
  /// The most nodes of one syntax tree.
  public var nodes = 100_000
  /// The most elements of one `{…}`.
  public var aggregateElements = 100_000
  /// The constant patterns of MATCHES in one text, in bytes of UTF-8 together: as many as the
  /// standing steps let an evaluation compile of others.
  public var patternsLength = 100_000
  /// The steps of one evaluation: elements visited, bytes of text compared (beyond ASCII and with
  /// `[c]` or `[d]` 16 times), parts evaluated (4), values of sets that are made (64), and what
  /// regular expressions do, which Grammar.md lists.
  public var steps = 100_000_000

  /// The standing limits.
  public static let standard = Limits()

  /// Limits for texts and values of strangers.
  ///
  /// A text takes at most about a second, and a few megabytes; SECURITY.md has what the dearest
  /// texts known to us take.
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

  /// Makes the standing limits, to be changed.
  public init() {}
}
