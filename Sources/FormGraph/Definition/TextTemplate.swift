// A text with parameters in braces. For example, `{title} is too long` has the parameter `title`;
// `{{` and `}}` stand for braces. Only this file knows the notation. The code that shows the text
// supplies the values.

import Predicate

/// A text with parts that are filled in when it is shown.
struct TextTemplate: Sendable, Hashable {
  /// The parameters that a text can have.
  enum Parameter: String, Sendable, Hashable, CaseIterable {
    /// The title of the row.
    case title
  }

  /// A part of the text.
  private enum Part: Sendable, Hashable {
    case text(String)
    case parameter(Parameter)
  }

  /// Why a text is invalid.
  struct Mistake: Error {
    let message: String
    /// UTF-8 offsets in the text.
    let range: Range<Int>
    let hint: String
  }

  /// The largest number of parameters in a text.
  ///
  /// Each may be replaced by a much longer text.
  static let maximumParameters = 8

  private var parts: [Part] = []

  /// Parses a text.
  ///
  /// - Parameter text: The text as its author wrote it.
  /// - Throws: The first mistake in the text.
  /// - Complexity: O(n) in the length of the text.
  init(_ text: String) throws(Mistake) {
    let bytes = Array(text.utf8)
    var plain: [UInt8] = []
    var parameterCount = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if !Self.isBrace(byte) {
        plain.append(byte)
        index += 1
      } else if index + 1 < bytes.count, bytes[index + 1] == byte {
        plain.append(byte)
        index += 2
      } else {
        guard byte == Self.open, let end = bytes[(index + 1)...].firstIndex(where: Self.isBrace),
          bytes[end] == Self.close
        else { throw Self.unpaired(byte, at: index) }
        let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
        guard let parameter = Parameter(rawValue: name) else {
          throw Self.unknown(name, at: index..<(end + 1))
        }
        append(&plain)
        parameterCount += 1
        guard parameterCount <= Self.maximumParameters else {
          throw Self.tooMany(at: index..<(end + 1))
        }
        parts.append(.parameter(parameter))
        index = end + 1
      }
    }
    append(&plain)
  }

  private mutating func append(_ plain: inout [UInt8]) {
    if !plain.isEmpty { parts.append(.text(String(decoding: plain, as: UTF8.self))) }
    plain.removeAll()
  }

  /// The text with its parameters replaced.
  func filled(_ value: (Parameter) -> String) -> String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .text(let plain): text += plain
      case .parameter(let parameter): text += value(parameter)
      }
    }
  }

  /// Escapes the braces of a text, so that it is shown as it is.
  static func escaping(_ text: String) -> String {
    guard hasBraces(text) else { return text }
    let bytes = text.utf8.flatMap { isBrace($0) ? [$0, $0] : [$0] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a text has a brace.
  ///
  /// Most texts have none.
  static func hasBraces(_ text: String) -> Bool { text.utf8.contains(where: isBrace) }

  private static let open = UInt8(ascii: "{")
  private static let close = UInt8(ascii: "}")

  private static func isBrace(_ byte: UInt8) -> Bool { byte == open || byte == close }
}

// MARK: - Mistakes

extension TextTemplate {
  private static func unpaired(_ brace: UInt8, at index: Int) -> Mistake {
    let brace = brace == open ? "{" : "}"
    return Mistake(
      message: "'\(brace)' without its partner", range: index..<(index + 1),
      hint: "write \(brace)\(brace) to show a brace")
  }

  private static func tooMany(at range: Range<Int>) -> Mistake {
    Mistake(
      message: "a message has at most \(maximumParameters) parameters", range: range,
      hint: "leave some out")
  }

  private static func unknown(_ name: String, at range: Range<Int>) -> Mistake {
    let names = Parameter.allCases.map(\.rawValue)
    let nearest = Spelling.nearest(to: name, among: names)
    return Mistake(
      message: "unknown parameter \(Problem.quoted("{\(name)}"))", range: range,
      hint: nearest.map { "did you mean {\($0)}?" }
        ?? "write \(names.map { "{\($0)}" }.joined(separator: ", ")), or {{ and }} to show braces")
  }
}
