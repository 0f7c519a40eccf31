// What is found in regular expressions, as a table: the pattern without escapes, then what is
// found, as the id and the part. Right rows find nothing.

import FormGraph
import Predicate
import Testing

@testable import FormAnalysis

@Suite struct PatternCheckTests {
  private static func described(_ findings: [Finding], in text: String) -> [String] {
    findings.map { finding in
      let range = finding.problem.textRange ?? 0..<0
      let part = String(decoding: Array(text.utf8)[range], as: UTF8.self)
      return "\(finding.id.rawValue.dropFirst("pattern/".count)) \(part)"
    }
  }

  @Test("A pattern that can match, and quickly, is right", arguments: rightRows)
  func right(pattern: String) {
    let findings = PatternTexts.findings(ofRule: pattern, at: JSONPath())
    #expect(Self.described(findings, in: pattern) == [], "\(pattern)")
  }

  @Test("A mistake of a pattern is found", arguments: wrongRows)
  func wrong(pattern: String, expected: [String]) throws {
    let findings = PatternTexts.findings(ofRule: pattern, at: JSONPath())
    #expect(Self.described(findings, in: pattern) == expected, "\(pattern)")
    // In quotes the same is found at the same part, with its backslashes written twice.
    let doubled = { (text: String) in text.replacing("\\", with: "\\\\") }
    let text = "$name MATCHES '\(doubled(pattern))'"
    let tree = try SyntaxTree(predicate: text)
    let quoted = Self.described(PatternTexts.findings(of: tree, at: JSONPath()), in: text)
    let places = pattern.isEmpty ? ["impossible ''"] : expected.map(doubled)
    #expect(quoted == places, "\(text)")
  }

  @Test("Texts of conditions have patterns of their own", arguments: textRows)
  func texts(text: String, expected: [String]) throws {
    let tree = try SyntaxTree(predicate: text, functions: .extended)
    let findings = PatternTexts.findings(of: tree, at: JSONPath())
    #expect(Self.described(findings, in: text) == expected, "\(text)")
  }

  @Test("The fix writes a lost backslash twice, and removes anchors")
  func fixes() throws {
    let tree = try SyntaxTree(predicate: #"$name MATCHES '\d{5}-\w'"#)
    let fix = try #require(PatternTexts.findings(of: tree, at: JSONPath()).first?.fix)
    #expect(fix.replacements.map(\.text) == [#"\\d"#, #"\\w"#])
    #expect(fix.replacements.map(\.textRange) == [15..<17, 21..<23])
    let anchored = PatternTexts.findings(ofRule: "^ab$", at: JSONPath())
    #expect(anchored.first?.fix?.replacements.map(\.textRange) == [0..<1, 3..<4])
  }

  @Test("A pattern can be longer than the text may be")
  func length() {
    let findings = PatternTexts.findings(
      ofRule: "[A-Z]{2}[0-9]{2,}", at: JSONPath(), maximumLength: 3)
    #expect(findings.map(\.id) == [.patternImpossible])
    #expect(PatternTexts.findings(ofRule: "a{2}", at: JSONPath(), maximumLength: 2).isEmpty)
  }

  @Test("A hostile pattern is given up")
  func hostile() {
    let many = String(repeating: "(a|", count: 3_000)
    #expect(PatternTexts.findings(ofRule: many, at: JSONPath()).isEmpty)
    let wide = "(" + (0..<299).map { _ in "a?" }.joined() + ")*"
    _ = PatternTexts.findings(ofRule: wide, at: JSONPath())
    _ = PatternTexts.findings(ofRule: "((a{1,99}){1,99}){1,99999999}", at: JSONPath())
    _ = PatternTexts.findings(ofRule: "(?:){1000000000}()*", at: JSONPath())
    _ = PatternTexts.findings(
      ofRule: String(repeating: "[ab]*", count: 290) + "(c|[cd])*", at: JSONPath())
  }

  static let rightRows = [
    "[A-Z]{2}[0-9]+", "https?://.+", #"\d{5}(-\d{4})?"#, "(foo-?bar)?side", #"(?:\w+\.)+\w+"#,
    "[a-z0-9]+(?:-[a-z0-9]+)*", "(ab+)+", "(?:a{4})*", "(a|b)*", "(a|ab)*c", #"\s*\S+\s*"#,
    ".*n.*", #"[^@]+@[^@]+\.[^@]+"#, #"(\d+,)*\d+"#, "a++b", "(?>a+)+b", #"(?=.*\d).{8,}"#,
    #"\bfoo\b"#, "s+", #"\d+\d+\d+x"#,
    // Not in the table of the facts.
    "[^$]+", #"a\$"#, "[ -~]+", "[!-/]", "[0-9-]+", "[0-35-9]", "(a|)b", "(?<year>[0-9]{4})x",
    #"\p{L}+( \p{L}+)*"#, "(?:(?:a|b)c)*", "(?i)abc", "a$\n", "(x+y)*", #"(?:[^"]|"")*"#,
    #"[\w.+-]+@[\w-]+\.[\w.]+"#, "a{2,3}", "(é|ê)+", #"(\w|é)+"#, "days+", "[",
  ]

  static let wrongRows: [(String, [String])] = [
    ("(a+)+", ["exponential (a+)+"]),
    ("(a*)*b", ["exponential (a*)*"]),
    ("(a|a)*b", ["exponential (a|a)*"]),
    (#"(\w|\d)+!"#, [#"exponential (\w|\d)+"#]),
    ("([a-z]+)*@", ["exponential ([a-z]+)*"]),
    ("(a|aa)+b", ["exponential (a|aa)+"]),
    ("(.*,)*x", ["exponential (.*,)*"]),
    ("(a|b|ab)*c", ["exponential (a|b|ab)*"]),
    ("(a+b?)+c", ["exponential (a+b?)+"]),
    (#"(\w+\s?)*!"#, [#"exponential (\w+\s?)*"#]),
    ("a^b", ["impossible ^"]),
    ("a$b", ["impossible $"]),
    (#"[^\s\S]"#, [#"impossible [^\s\S]"#]),
    ("(?!)", ["impossible (?!)"]),
    ("a(?=b)", ["impossible (?=b)"]),
    ("(?<=a)b", ["impossible (?<=a)"]),
    ("", ["impossible "]),
    (#"^\d{5}$"#, ["anchor ^"]),
    ("^(a|b)$", ["anchor ^"]),
    ("d{5}", ["lost-backslash d"]),
    ("w+@w+", ["lost-backslash w"]),
    ("[A-z]+", ["misleading A-z"]),
    ("[1-12]", ["misleading [1-12]"]),
    ("[+-.]", ["misleading +-."]),
    ("a|b|", ["misleading |"]),
    // Not in the table of the facts.
    ("ab$", ["anchor $"]),
    ("c|a^b", ["impossible ^"]),
    ("[0-255]", ["misleading [0-255]"]),
    ("x(é|[é-ê])*y", ["exponential (é|[é-ê])*"]),
  ]

  static let textRows: [(String, [String])] = [
    (#"$name MATCHES '\d{5}'"#, [#"lost-backslash \d"#]),
    (#"$name MATCHES 'a\.b'"#, [#"lost-backslash \."#]),
    (#"isMatch($name, '(a+)+')  == YES"#, ["exponential (a+)+"]),
    (#"$name MATCHES $nick"#, []),
    (#"$name LIKE '\d{5}'"#, []),
    (#"$name MATCHES 'https?'"#, []),
    (#"$name MATCHES '.*n.*'"#, []),
    (#"$name MATCHES 'a\\$'"#, []),
    (#"$name MATCHES '\\d{5}'"#, []),
  ]
}
