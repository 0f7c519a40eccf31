// A text of a form taken apart: `How old is {$name}?` is a literal, a formula and a literal. The
// one place that knows this notation.
//
//   {$a + 1}          a formula; the lexer of the language finds its end
//   { {$a, $b} … }    a formula that begins with a brace stands after a blank
//   {minimum}         in messages: a parameter
//   {{  }}            braces

import Predicate

/// The parts of a text.
package struct TextParts: Sendable, Hashable {
  package enum Part: Sendable, Hashable {
    case literal(String)
    /// A formula, and where it begins in the text, in UTF-8 bytes.
    case formula(String, offset: Int)
    /// A parameter of a message.
    case parameter(MessageParameter)
  }

  /// Why a text cannot be taken apart.
  package struct Mistake: Error {
    package let message: String
    /// UTF-8 offsets in the text.
    package let range: Range<Int>
    package let hint: String
  }

  /// The most formulas of a text.
  static let maximumFormulas = 1000
  /// The most parameters of a message: each may stand for a text that is much longer.
  static let maximumParameters = 8

  package private(set) var parts: [Part] = []

  /// Takes a text apart.
  ///
  /// - Parameters:
  ///   - text: The text as its author wrote it.
  ///   - parameters: What a bare word may name; nil where a text has no parameters.
  ///   - allowsFormulas: Whether the text may hold formulas.
  /// - Throws: The first thing that is wrong with the text.
  /// - Complexity: O(n) in the length of the text.
  package init(
    _ text: String, parameters: [MessageParameter]? = nil, allowsFormulas: Bool = true
  ) throws(Mistake) {
    let bytes = Array(text.utf8)
    var plain: [UInt8] = []
    var formulaCount = 0
    var parameterCount = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard Self.isBrace(byte) else {
        plain.append(byte)
        index += 1
        continue
      }
      if index + 1 < bytes.count, bytes[index + 1] == byte {
        plain.append(byte)
        index += 2
        continue
      }
      guard byte == Self.open else { throw Self.unpaired(byte, at: index) }
      guard let end = Lexer.endOfFormula(in: text, from: index + 1) else {
        throw Self.unpaired(byte, at: index)
      }
      if !plain.isEmpty {
        parts.append(.literal(String(decoding: plain, as: UTF8.self)))
        plain.removeAll()
      }
      let inside = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
      let part = try Self.part(inside, at: index..<(end + 1), parameters, allowsFormulas)
      if case .parameter = part { parameterCount += 1 } else { formulaCount += 1 }
      guard formulaCount <= Self.maximumFormulas, parameterCount <= Self.maximumParameters else {
        throw Self.tooMany(part, at: index..<(end + 1))
      }
      parts.append(part)
      index = end + 1
    }
    if !plain.isEmpty || parts.isEmpty {
      parts.append(.literal(String(decoding: plain, as: UTF8.self)))
    }
  }

  private static func part(
    _ inside: String, at range: Range<Int>, _ parameters: [MessageParameter]?,
    _ allowsFormulas: Bool
  ) throws(Mistake) -> Part {
    let word = inside.trimmingBlanks
    guard !word.isEmpty else {
      throw Mistake(
        message: "a formula is missing between the braces", range: range,
        hint: "write {$tag}, or {{}} to show braces")
    }
    guard Identifier.isValid(word), !isConstant(word) else {
      guard allowsFormulas else { throw refused(word, at: range, parameters ?? []) }
      return .formula(inside, offset: range.lowerBound + 1)
    }
    guard let parameters else {
      throw Mistake(
        message: "'\(word)' is not a variable", range: range,
        hint: "write {$\(word)}, or {{\(word)}} to show braces")
    }
    if let parameter = parameters.first(where: { $0.rawValue == word }) {
      return .parameter(parameter)
    }
    throw unknown(word, at: range, parameters, allowsFormulas)
  }

  /// Whether a word is a constant of the language, such as `nil`, or SELF.
  private static func isConstant(_ word: String) -> Bool {
    ["nil", "null", "true", "false", "yes", "no", "self"].contains(word.lowercased())
  }

  /// The text that is shown as the given one, whatever braces that has.
  package static func escaping(_ text: String) -> String {
    guard hasBraces(text) else { return text }
    let bytes = text.utf8.flatMap { isBrace($0) ? [$0, $0] : [$0] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the text prints a parameter of a message.
  func says(_ parameter: MessageParameter) -> Bool {
    parts.contains { if case .parameter(parameter) = $0 { true } else { false } }
  }

  /// Whether a text has a brace; most texts have none.
  package static func hasBraces(_ text: String) -> Bool {
    text.utf8.contains(where: isBrace)
  }

  private static let open = UInt8(ascii: "{")
  private static let close = UInt8(ascii: "}")

  private static func isBrace(_ byte: UInt8) -> Bool { byte == open || byte == close }
}

// MARK: - Mistakes

extension TextParts {
  private static func unpaired(_ brace: UInt8, at index: Int) -> Mistake {
    let brace = brace == open ? "{" : "}"
    return Mistake(
      message: "'\(brace)' without its partner", range: index..<(index + 1),
      hint: "write \(brace)\(brace) to show a brace")
  }

  private static func tooMany(_ part: Part, at range: Range<Int>) -> Mistake {
    let most =
      if case .parameter = part {
        "a message has at most \(maximumParameters) parameters"
      } else {
        "a text has at most \(maximumFormulas) formulas"
      }
    return Mistake(message: most, range: range, hint: "leave some out")
  }

  private static func unknown(
    _ name: String, at range: Range<Int>, _ parameters: [MessageParameter],
    _ allowsFormulas: Bool
  ) -> Mistake {
    let nearest = MessageParameter.nearest(to: name, among: parameters)
    return Mistake(
      message: "unknown parameter \(Problem.quoted("{\(name)}"))", range: range,
      hint: nearest.map { "did you mean {\($0.rawValue)}?" }
        ?? "write \(listed(parameters)), "
        + (allowsFormulas ? "{$\(name)} for the row with this tag, " : "")
        + "or {{ and }} to show braces")
  }

  private static func refused(
    _ formula: String, at range: Range<Int>, _ parameters: [MessageParameter]
  ) -> Mistake {
    let meant =
      formula.hasPrefix("$")
      ? MessageParameter.nearest(to: String(formula.dropFirst()), among: parameters) : nil
    return Mistake(
      message: "a standard message cannot hold a formula", range: range,
      hint: meant.map { "did you mean {\($0.rawValue)}?" }
        ?? "write \(listed(parameters)), or {{ and }} to show braces")
  }

  private static func listed(_ parameters: [MessageParameter]) -> String {
    parameters.map { "{\($0.rawValue)}" }.joined(separator: ", ")
  }
}

extension String {
  /// The text without blanks at its ends.
  package var trimmingBlanks: String {
    let isBlank = { (character: Character) in
      character == " " || character == "\t" || character.isNewline
    }
    guard let start = firstIndex(where: { !isBlank($0) }),
      let end = lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(self[start...end])
  }
}
