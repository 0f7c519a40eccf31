// Checks a MATCHES pattern that is not part of a predicate, and builds the predicate that uses it.
// So a pattern has the same meaning wherever it is written.

/// The regular expressions of the language.
public enum RegularExpression {
  /// The longest pattern, in bytes of UTF-8.
  ///
  /// A longer constant pattern is refused. A longer computed pattern fails when it is evaluated.
  public static var maximumLength: Int { Pattern.maximumLength }

  /// Finds the mistake in a pattern.
  ///
  /// - Parameter pattern: The pattern as MATCHES reads it, after string escapes.
  /// - Returns: The mistake with its position in the pattern; nil if the pattern is valid.
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

  /// The predicate that is true if the whole of SELF matches a pattern.
  public static func predicate(matching pattern: String) -> String {
    "SELF MATCHES \(Printer.quoted(pattern))"
  }
}
