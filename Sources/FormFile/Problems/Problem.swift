// A mistake in a form, as data. Every stage from the JSON reader to the compiler reports mistakes
// with this type. Only the renderer turns them into text.

import Predicate

/// The severity of a problem in a form, or of a rule that a value does not meet.
public enum Severity: String, Sendable, Hashable, CaseIterable {
  /// The form cannot be used, or the value is not accepted.
  case error
  /// The form can be used, and the value is accepted.
  case warning
}

/// One mistake in a form, with its place and, if possible, a hint.
public struct Problem: Error, Sendable, Hashable {
  /// The part of an element that a problem is about.
  ///
  /// Used to find its range in a file.
  package enum Focus: Sendable, Hashable {
    /// The whole element.
    case element
    /// The key of the element: the element should not be there.
    case key
    /// The start of the element: something is missing in it.
    case start
  }

  /// Another place that the problem is about, such as the first of two equal tags.
  public struct Related: Sendable, Hashable {
    /// The text of the note.
    public var message: String
    /// The path in the form.
    public var path: JSONPath
    /// The range in the file in UTF-8 offsets; nil if there is no file or the range is not known
    /// yet.
    public var range: Range<Int>?
    /// The part of the element at `path` that the note is about.
    var focus = Focus.element

    /// Makes a note about another place.
    public init(_ message: String, path: JSONPath = JSONPath(), range: Range<Int>? = nil) {
      self.message = message
      self.path = path
      self.range = range
    }
  }

  /// What the problem is about; of a problem that is not found in a form, `json`.
  package var kind = Kind.json
  /// Whether the form can be used anyway.
  public var severity: Severity
  /// The sentence that says what is wrong, without a full stop.
  public var message: String
  /// The path in the form.
  public var path: JSONPath
  /// The range in the file in UTF-8 offsets; nil if there is no file or the range is not known yet.
  public var range: Range<Int>?
  /// The range inside the predicate or formula at `path`, in UTF-8 offsets.
  public var textRange: Range<Int>?
  /// What the author of the form can do about it.
  ///
  /// If the problem has a place in a file, what the hint says of a predicate or formula is shown as
  /// it must stand in the file: `\"` for a quotation mark.
  public var hint: String?
  /// Whether the hint of a problem in a text is about the file, such as about a key of the form.
  package var hintsAtFile = false
  /// Other places that the problem is about.
  public var related: [Related]
  /// The part of the element at `path` that the problem is about.
  var focus = Focus.element
  /// Whether the place and the first related place may be swapped.
  ///
  /// The mistake is then reported at the later of the two places in the file.
  var isMutual = false

  /// Makes a problem.
  public init(
    _ message: String, severity: Severity = .error, path: JSONPath = JSONPath(),
    range: Range<Int>? = nil, textRange: Range<Int>? = nil, hint: String? = nil,
    related: [Related] = []
  ) {
    self.severity = severity
    self.message = message
    self.path = path
    self.range = range
    self.textRange = textRange
    self.hint = hint
    self.related = related
  }

  /// Makes a problem of a kind.
  package init(
    _ kind: Kind, _ message: String, severity: Severity = .error, path: JSONPath = JSONPath(),
    range: Range<Int>? = nil, textRange: Range<Int>? = nil, hint: String? = nil,
    related: [Related] = []
  ) {
    self.init(
      message, severity: severity, path: path, range: range, textRange: textRange, hint: hint,
      related: related)
    self.kind = kind
  }

  /// The largest number of characters that a message quotes from a file.
  static let maximumShown = 60

  /// The description of a value in messages, such as `text`, `a list` or `the number 3`.
  static func kindName(of value: Value) -> String {
    switch value {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .int(let int): "the number \(int)"
    case .double(let double): "the number \(double)"
    case .dictionary: "an object"
    case .string, .date, .data, .array, .set: value.kindName
    }
  }

  /// A text from a file in quotes.
  ///
  /// A long text is cut.
  package static func quoted(_ text: String) -> String {
    "'\(shortened(text))'"
  }

  /// A way from one row to the next, `a → b → c`; of a long way the names at both ends.
  package static func way(_ names: [String]) -> String {
    let ends = 6
    let left = names.count - 2 * ends
    let shown = left > 0 ? names.prefix(ends) + ["(\(left) more)"] + names.suffix(ends) : names
    return shown.joined(separator: " → ")
  }

  /// The start of a text, if it is too long to show.
  package static func shortened(_ text: String) -> String {
    // A text of few bytes has few characters; a longer one need not be counted to its end.
    guard text.utf8.count > maximumShown else { return text }
    let shown = text.prefix(maximumShown)
    return shown.endIndex == text.endIndex ? text : "\(shown)…"
  }
}

/// A number of things in words.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
