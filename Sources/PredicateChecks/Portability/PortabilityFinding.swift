// Where a text may mean something else on an Apple device, as data: what is found, why, and what to
// write instead. The rules are a closed list, so that a table can prove each of them.

public import Predicate

/// One place of a text that Apple's NSPredicate reads, or answers, in another way.
public struct PortabilityFinding: Sendable, Hashable {
  /// What Apple does where this package goes on.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Apple's parser refuses the text.
    case refused
    /// Apple raises an exception on evaluation.
    case raises
    /// Apple answers something else.
    case differs
    /// What Apple does is not known.
    case unverified
  }

  /// The departure that was found.
  public let rule: Rule
  /// What Apple does.
  public let kind: Kind
  /// Where, in UTF-8 offsets of the text.
  public let range: Range<Int>
  /// A sentence a form's author understands, without a period.
  public let message: String
  /// What to write in the place of `range`, or nil where there is no such spelling.
  ///
  /// It never has another answer here than the text, and is no finding of this rule. Where a value
  /// is of another kind than the text seems to expect, it may have none: of `min(a)` where `a` is a
  /// dictionary, of `a IN[c] b` where `b` is text. Of dates alone more is taken for granted: that
  /// what is subtracted from a date is one too, which may be a number; then the answer is another.
  ///
  /// `%K` stands for a key that becomes an argument.
  public let portable: String?
  /// Whether the departure shows only for some values, such as nil; the message then says `may`.
  public let isConditional: Bool
}

extension PortabilityFinding {
  /// The finding with line, column, the line itself, a marker under it, and the portable spelling.
  ///
  /// - Parameters:
  ///   - text: The text the range belongs to.
  ///   - name: What to call the text in front of the line number.
  /// - Returns: Several lines, without a newline at the end.
  public func rendered(in text: String, named name: String = "predicate") -> String {
    rendered(in: SourceLines(Array(text.utf8)), named: name)
  }

  /// The same in a text of which many findings are shown.
  ///
  /// - Parameters:
  ///   - source: The lines of the text the range belongs to.
  ///   - name: What to call the text in front of the line number.
  /// - Returns: Several lines, without a newline at the end.
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
  /// Where the text may mean something else on an Apple device, in the order of the text.
  ///
  /// What this package refuses to run, though Apple runs it, is no finding: it cannot be met here.
  ///
  /// - Complexity: O(n log n) in the length of the text.
  public var portability: [PortabilityFinding] { PortabilityCheck.findings(of: self) }
}

extension Condition {
  /// Where the predicate may mean something else on an Apple device, in the order of the text.
  public var portability: [PortabilityFinding] { tree.portability }
}

extension Formula {
  /// Where the expression may mean something else on an Apple device, in the order of the text.
  public var portability: [PortabilityFinding] { tree.portability }
}
