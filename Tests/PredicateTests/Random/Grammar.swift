// The EBNF of Grammar.md as data, read from the page. A comma stands where blanks may stand, as the
// page says; what its comments and its words add to the EBNF is `Lexical` and `names`.

import Foundation

/// A grammar: rules, each of a part, which is made of parts.
struct Grammar: Sendable {
  /// What a part is made of; numbers are those of other parts.
  enum Part: Sendable, Equatable {
    case terminal([UInt8])
    case lexical(Lexical)
    /// The number of a rule.
    case rule(Int)
    case sequence([Element])
    /// Alternatives and how often each is taken: those that call their own rule more rarely.
    case choice([Int], weights: [Int])
    case optional(Int)
    case repeated(Int)
  }

  struct Element: Sendable, Equatable {
    let part: Int
    /// Whether no blank may stand before it.
    let isGlued: Bool
  }

  /// Tokens that the page describes in words.
  enum Lexical: String, Sendable, CaseIterable {
    case letter, number, string, word, name
  }

  /// What is wrong with the page.
  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var parts: [Part] = []
  /// The part of each rule.
  private(set) var rules: [Int] = []
  private(set) var ruleNames: [String] = []
  /// All words of the language.
  let keywords: [[UInt8]]
  /// The words of the language that are names where their construct cannot stand.
  ///
  /// Those of constructs that stand before a parenthesis are left out: as names they would call it.
  let names: [[UInt8]]
  private(set) var predicate = 0
  private(set) var expression = 0
  /// The fewest tokens and rules of each part.
  private var lengths: [Int] = []

  /// The grammar of the language, or one without a rule where the page cannot be read.
  static let ofLanguage: Grammar = {
    // As many levels below the root in each package that has this file.
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    do {
      let page = try String(contentsOf: root.appendingPathComponent("Grammar.md"), encoding: .utf8)
      return try Grammar(page: page)
    } catch {
      preconditionFailure("Grammar.md: \(error)")
    }
  }()

  /// Reads the grammar of a page.
  init(page: String) throws {
    func blocks(_ language: String) -> [String] {
      page.components(separatedBy: "\n```\(language)\n").dropFirst().map {
        $0.components(separatedBy: "\n```")[0]
      }
    }
    func words(_ language: String) -> [String] {
      blocks(language).joined(separator: " ").split(whereSeparator: \.isWhitespace).map(String.init)
    }
    guard let ebnf = blocks("ebnf").first else { throw Mistake(description: "there is no EBNF") }
    let constructs = ["TERNARY", "FUNCTION", "SUBQUERY", "CAST"]
    let contextual = words("contextual words")
    keywords = (words("words") + contextual).filter { !$0.contains("-") }.map { Array($0.utf8) }
    names = contextual.filter { !constructs.contains($0) }.map { Array($0.utf8) }
    try read(Array(ebnf.unicodeScalars))
    guard let predicate = ruleNames.firstIndex(of: "predicate"),
      let expression = ruleNames.firstIndex(of: "expression")
    else { throw Mistake(description: "there is no predicate or no expression") }
    (self.predicate, self.expression) = (rules[predicate], rules[expression])
    try measure()
  }

  /// Which of some parts is the shortest.
  func shortest(_ alternatives: [Int]) -> Int {
    var best = 0
    for (index, part) in alternatives.enumerated()
    where lengths[part] < lengths[alternatives[best]] { best = index }
    return best
  }

  /// Everything that may be taken or left: alternatives, and what stands in brackets or braces.
  var decisions: Set<Int> {
    var found: Set<Int> = []
    for part in parts {
      switch part {
      case .choice(let alternatives, _): found.formUnion(alternatives)
      case .optional(let inner), .repeated(let inner): found.insert(inner)
      default: break
      }
    }
    return found
  }

  /// A part as the page writes it, for messages.
  func spelling(_ part: Int) -> String {
    switch parts[part] {
    case .terminal(let bytes): return "\"\(String(decoding: bytes, as: UTF8.self))\""
    case .lexical(let kind): return kind.rawValue
    case .rule(let rule): return ruleNames[rule]
    case .sequence(let elements): return elements.map { spelling($0.part) }.joined(separator: " , ")
    case .choice(let alternatives, _): return alternatives.map(spelling).joined(separator: " | ")
    case .optional(let inner): return "[ \(spelling(inner)) ]"
    case .repeated(let inner): return "{ \(spelling(inner)) }"
    }
  }

  private mutating func measure() throws {
    let unknown = Int.max / 1_000_000
    lengths = parts.map { _ in unknown }
    var isOther = true
    while isOther {
      isOther = false
      for (index, part) in parts.enumerated() {
        let length =
          switch part {
          case .terminal, .lexical: 1
          case .rule(let rule): lengths[rules[rule]] + 1
          case .sequence(let elements): elements.reduce(0) { $0 + lengths[$1.part] }
          case .choice(let alternatives, _): alternatives.map { lengths[$0] }.min() ?? unknown
          case .optional, .repeated: 0
          }
        if length < lengths[index] {
          lengths[index] = length
          isOther = true
        }
      }
    }
    for (rule, part) in rules.enumerated() where lengths[part] >= unknown {
      throw Mistake(description: "\(ruleNames[rule]) has no end")
    }
  }
}

// MARK: - Reading

extension Grammar {
  private enum Token: Equatable {
    case name(String)
    case terminal(String)
    case sign(Unicode.Scalar)
  }

  private mutating func read(_ text: [Unicode.Scalar]) throws {
    let tokens = try Self.tokens(text)
    for (index, token) in tokens.enumerated() {
      guard case .name(let name) = token, index + 1 < tokens.count, tokens[index + 1] == .sign("=")
      else { continue }
      guard !ruleNames.contains(name) else { throw Mistake(description: "\(name) stands twice") }
      ruleNames.append(name)
    }
    var position = 0
    while position < tokens.count {
      guard case .name(let name) = tokens[position], position + 1 < tokens.count,
        tokens[position + 1] == .sign("="), let rule = ruleNames.firstIndex(of: name)
      else { throw Mistake(description: "expected a rule, found \(tokens[position])") }
      position += 2
      rules.append(try choice(tokens, &position, in: rule))
      try expect(";", tokens, &position)
    }
  }

  private static func tokens(_ text: [Unicode.Scalar]) throws -> [Token] {
    var tokens: [Token] = []
    var position = 0
    while position < text.count {
      let scalar = text[position]
      var end = position + 1
      if scalar.properties.isWhitespace {
      } else if scalar == "(", end < text.count, text[end] == "*" {
        while end + 1 < text.count, text[end] != "*" || text[end + 1] != ")" || end == position + 1
        {
          end += 1
        }
        end += 2
      } else if scalar == "\"" {
        while end < text.count, text[end] != "\"" { end += 1 }
        tokens.append(.terminal(string(text[(position + 1)..<end])))
        end += 1
      } else if scalar.properties.isAlphabetic {
        while end < text.count, text[end].properties.isAlphabetic { end += 1 }
        tokens.append(.name(string(text[position..<end])))
      } else if "=,;|[]{}()".unicodeScalars.contains(scalar) {
        tokens.append(.sign(scalar))
      } else {
        throw Mistake(description: "unknown sign \(scalar)")
      }
      position = end
    }
    return tokens
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars)
    return text
  }

  private func expect(_ sign: Unicode.Scalar, _ tokens: [Token], _ position: inout Int) throws {
    guard position < tokens.count, tokens[position] == .sign(sign) else {
      throw Mistake(description: "expected '\(sign)' behind \(tokens[..<position].suffix(4))")
    }
    position += 1
  }

  private mutating func add(_ part: Part) -> Int {
    parts.append(part)
    return parts.count - 1
  }

  /// Reads alternatives; the page nests a few levels deep.
  private mutating func choice(
    _ tokens: [Token], _ position: inout Int, in rule: Int
  ) throws -> Int {
    var alternatives = [try sequence(tokens, &position, in: rule)]
    while position < tokens.count, tokens[position] == .sign("|") {
      position += 1
      alternatives.append(try sequence(tokens, &position, in: rule))
    }
    guard alternatives.count > 1 else { return alternatives[0] }
    let weights = alternatives.map { alternative in
      guard case .sequence(let elements) = parts[alternative] else { return 4 }
      return elements.contains { parts[$0.part] == .rule(rule) } ? 1 : 4
    }
    return add(.choice(alternatives, weights: weights))
  }

  private mutating func sequence(
    _ tokens: [Token], _ position: inout Int, in rule: Int
  ) throws -> Int {
    var elements = [Element(part: try part(tokens, &position, in: rule), isGlued: false)]
    while position < tokens.count {
      var isGlued = true
      switch tokens[position] {
      case .sign(","):
        position += 1
        isGlued = false
      case .sign("["), .sign("{"), .sign("("), .name, .terminal: break
      default:
        return elements.count == 1 ? elements[0].part : add(.sequence(elements))
      }
      elements.append(Element(part: try part(tokens, &position, in: rule), isGlued: isGlued))
    }
    throw Mistake(description: "a rule does not end")
  }

  private mutating func part(
    _ tokens: [Token], _ position: inout Int, in rule: Int
  ) throws -> Int {
    guard position < tokens.count else { throw Mistake(description: "a rule does not end") }
    let token = tokens[position]
    position += 1
    switch token {
    case .terminal(let text): return add(.terminal(Array(text.utf8)))
    case .name(let name):
      if let rule = ruleNames.firstIndex(of: name) { return add(.rule(rule)) }
      if let kind = Lexical(rawValue: name) { return add(.lexical(kind)) }
      throw Mistake(description: "there is no rule '\(name)'")
    case .sign("["):
      let inner = try choice(tokens, &position, in: rule)
      try expect("]", tokens, &position)
      return add(.optional(inner))
    case .sign("{"):
      let inner = try choice(tokens, &position, in: rule)
      try expect("}", tokens, &position)
      return add(.repeated(inner))
    case .sign("("):
      let inner = try choice(tokens, &position, in: rule)
      try expect(")", tokens, &position)
      return inner
    case .sign(let sign): throw Mistake(description: "unexpected '\(sign)'")
    }
  }
}
