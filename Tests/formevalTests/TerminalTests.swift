import Testing

@testable import formeval

@Suite("Text for terminals")
struct TerminalTests {
  private let plain = Style(isColored: false)

  @Test("Columns are as wide as what has something to its right")
  func aligns() {
    var columns = Columns(minimums: [0, 4])
    columns.append(Cell("a"), Cell("long text at the end"))
    columns.append(Cell("bbb"), Cell("x"), Cell("y"))
    columns.append(Cell("c"), Cell(""), Cell(""))
    columns.append(Cell(""))
    #expect(columns.lines(plain) == ["a     long text at the end", "bbb   x      y", "c", ""])
  }

  @Test("Colour is outside the blanks that align")
  func colors() {
    var columns = Columns()
    columns.append(Cell("a", .red), Cell("b"))
    #expect(columns.lines(Style(isColored: true)) == ["\u{1B}[31ma\u{1B}[0m   b"])
    #expect(Style(isColored: true)("", .red) == "")
  }

  @Test(
    "Colour is for terminals, unless somebody says otherwise",
    arguments: [
      (Arguments.Color.auto, true, [:], true), (.auto, false, [:], false),
      (.auto, true, ["NO_COLOR": "1"], false), (.auto, true, ["NO_COLOR": ""], true),
      (.auto, true, ["TERM": "dumb"], false), (.always, false, ["NO_COLOR": "1"], true),
      (.never, true, [:], false),
    ] as [(Arguments.Color, Bool, [String: String], Bool)])
  func choosesColors(
    _ color: Arguments.Color, _ isTerminal: Bool, _ environment: [String: String], _ isColored: Bool
  ) {
    #expect(Style(color, isTerminal: isTerminal, environment: environment).isColored == isColored)
  }

  @Test("A diagnostic has colours for its severity, its marker and its hint")
  func colorsDiagnostics() {
    let text = """
      a: b.json:1:2: warning: no ': error: ' here [form/key]
        error: ^ is part of the source
          ^~~
      hint: write: note: x
      error: stopped
      ok: error
      """
    let colored = Style(isColored: true).diagnostics(text)
    #expect(plain.diagnostics(text) == text)
    #expect(
      colored == """
        a: b.json:1:2: \u{1B}[33mwarning:\u{1B}[0m no ': error: ' here [form/key]
          error: ^ is part of the source
            \u{1B}[33m^~~\u{1B}[0m
        \u{1B}[36mhint:\u{1B}[0m write: note: x
        \u{1B}[31merror:\u{1B}[0m stopped
        ok: error
        """)
  }

  @Test(
    "The colour setting counts also if other words are wrong",
    arguments: [
      (["--color=never", "--no"], Arguments.Color.never), (["--no", "--color", "always"], .always),
      (["--color", "red"], .auto), (["--color"], .auto),
    ] as [([String], Arguments.Color)])
  func readsColor(_ words: [String], _ color: Arguments.Color) {
    #expect(Arguments.color(in: words) == color)
  }

  @Test("Nothing moves the cursor")
  func printable() {
    #expect("a\u{1B}[2Jb\tc\r\nd\u{2028}e".printable == "a\u{FFFD}[2Jb c  d e")
  }
}

@Test("Of very many warnings as many are shown as anybody reads, and how many more there are")
func manyWarnings() throws {
  let text = Array(repeating: "1/2 == 0", count: 1_500).joined(separator: " OR ")
  let (output, status) = try CommandRun.output(of: ["--predicate", text])
  let lines = output.split(separator: "\n")
  #expect(status == 0)
  #expect(lines.count { $0.contains(": warning: ") } == 1_000)
  #expect(lines.suffix(2) == ["and 500 more", "true"])
  #expect(lines.allSatisfy { $0.count < 120 })
}
