// A place where a text may mean something else on an Apple device: what was found, why, and what to
// write instead. The rules are a closed list, so a table of tests can cover each of them.

public import Predicate

/// One place of a text that Apple's NSPredicate reads or answers differently.
public struct PortabilityFinding: Sendable, Hashable {
  /// What Apple's NSPredicate does.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Apple's parser refuses the text.
    case refused
    /// Apple raises an exception on evaluation.
    case raises
    /// Apple gives another result.
    case differs
    /// What Apple does is not known.
    case unverified
  }

  /// The rule that was found.
  public let rule: Rule
  /// What Apple does.
  public let kind: Kind
  /// The range in the text, in UTF-8 offsets.
  public let range: Range<Int>
  /// A sentence that the author of a form understands, without a full stop.
  public let message: String
  /// The text to write in place of `range`; nil if there is no portable spelling.
  ///
  /// It gives the same result in this package as the original text, and this rule does not find it
  /// again. If a value has an unexpected kind, it may give no result. Examples are `min(a)` where
  /// `a` is a dictionary, and `a IN[c] b` where `b` is text.
  ///
  /// Dates are an exception: an operand of unknown kind that is subtracted from a date is assumed
  /// to be a date. If it is a number, the result differs.
  ///
  /// `%K` stands for a key that has to become an argument.
  public let portable: String?
  /// Whether the difference appears only for some values, such as nil.
  ///
  /// The message then says `may`.
  public let isConditional: Bool
}

extension PortabilityFinding {
  /// The finding as text: line, column, the line itself, a marker, and the portable spelling.
  ///
  /// - Parameters:
  ///   - text: The text of the finding.
  ///   - name: The name of the text, written before the line number.
  /// - Returns: Several lines, without a line break at the end.
  public func rendered(in text: String, named name: String = "predicate") -> String {
    rendered(in: SourceLines(Array(text.utf8)), named: name)
  }

  /// The finding as text, if many findings of the same text are shown.
  ///
  /// - Parameters:
  ///   - source: The lines of the text of the finding.
  ///   - name: The name of the text, written before the line number.
  /// - Returns: Several lines, without a line break at the end.
  public func rendered(in source: SourceLines, named name: String = "predicate") -> String {
    let place = source.excerpt(of: range)
    var lines = [
      "\(name):\(place.line):\(place.column): portability (\(kind.rawValue)): \(message)",
      "  \(place.excerpt)", "  \(place.marker)",
    ]
    if let portable { lines.append("portable: \(portable)") }
    return lines.joined(separator: "\n")
  }
}

extension SyntaxTree {
  /// The places where the text may mean something else on an Apple device, in the order of the
  /// text.
  ///
  /// Texts that this package refuses to run are not reported, even if Apple runs them, because they
  /// fail here first.
  ///
  /// - Complexity: O(n log n) in the length of the text.
  public var portability: [PortabilityFinding] { PortabilityCheck.findings(of: self) }
}

extension Condition {
  /// The places where the predicate may mean something else on an Apple device, in the order of the
  /// text.
  public var portability: [PortabilityFinding] { tree.portability }
}

extension Formula {
  /// The places where the expression may mean something else on an Apple device, in the order of
  /// the text.
  public var portability: [PortabilityFinding] { tree.portability }
}
