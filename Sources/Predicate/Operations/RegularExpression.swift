// Patterns of MATCHES that stand outside the text of a predicate: what is wrong with one, and the
// predicate that asks for it, so that a pattern means the same wherever it is written.

/// The regular expressions of the language.
public enum RegularExpression {
  /// The longest pattern, in bytes of UTF-8; a longer one is refused, or an error once it is met.
  public static var maximumLength: Int { Pattern.maximumLength }

  /// What is wrong with a pattern.
  ///
  /// - Parameter pattern: The pattern, as MATCHES sees it.
  /// - Returns: What is wrong, with its place in the pattern; nil where it can be matched.
  public static func mistake(in pattern: String) -> Diagnostic? {
    do throws(Trouble) {
      _ = try Pattern(pattern, [])
      return nil
    } catch {
      return Diagnostic(
        error.message, at: error.part ?? 0..<pattern.utf8.count,
        hint: error.hint)
    }
  }

  /// The predicate that holds where the whole of SELF matches a pattern.
  public static func predicate(matching pattern: String) -> String {
    "SELF MATCHES \(Printer.quoted(pattern))"
  }
}
