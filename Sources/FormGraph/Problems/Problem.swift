// What is wrong with a form, as data: every stage from the reader of JSON to the compiler reports
// with this one type, and only the renderer turns it into text.

import Predicate

/// How bad something is: of a problem in a form, and of a rule that a value does not meet.
public enum Severity: String, Sendable, Hashable, CaseIterable {
  /// The form cannot be used, the value is not accepted.
  case error
  /// Worth knowing; nothing is refused.
  case warning
}

/// One mistake in a form, with its place and, where one is known, a way out.
public struct Problem: Error, Sendable, Hashable {
  /// What of an element is meant, for a problem that has a path and is yet to be placed in a file.
  enum Focus: Sendable, Hashable {
    /// All of it.
    case element
    /// The key it stands under: the mistake is that it is there.
    case key
    /// Where it begins: something is missing in it.
    case start
  }

  /// Another place that the problem is about, such as the first of two equal tags.
  public struct Related: Sendable, Hashable {
    /// What stands there.
    public var message: String
    /// The place in the form.
    public var path: JSONPath
    /// The place in the file, UTF-8 offsets; nil where there is no file or it is not known yet.
    public var range: Range<Int>?
    /// What of the element at `path` is meant.
    var focus = Focus.element

    /// Makes a note about another place.
    public init(_ message: String, path: JSONPath = JSONPath(), range: Range<Int>? = nil) {
      self.message = message
      self.path = path
      self.range = range
    }
  }

  /// Whether the form can be used all the same.
  public var severity: Severity
  /// What is wrong, a sentence without its full stop.
  public var message: String
  /// The place in the form.
  public var path: JSONPath
  /// The place in the file, UTF-8 offsets; nil where there is no file or it is not known yet.
  public var range: Range<Int>?
  /// The place inside the predicate or formula that stands at `path`, UTF-8 offsets.
  public var textRange: Range<Int>?
  /// What to do about it.
  public var hint: String?
  /// Other places that the problem is about.
  public var related: [Related]
  /// What of the element at `path` is meant.
  var focus = Focus.element
  /// Whether the place and the first related one can change roles: the mistake is then at the one
  /// that stands later in the file.
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

  /// How much of a text from the file a message repeats, in characters.
  static let maximumShown = 60

  /// What messages call a value that stands in a form: `text`, `a list`, `the number 3`.
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

  /// A text from the file as messages show it; most of a long one is left out.
  static func quoted(_ text: String) -> String {
    let shown = text.prefix(maximumShown)
    return shown.endIndex == text.endIndex ? "'\(text)'" : "'\(shown)…'"
  }
}

/// A number of things in words.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
