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
    #expect(
      Style(color, columns: isTerminal ? 0 : nil, environment: { environment[$0] }).isColored
        == isColored)
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
        a: b.json:1:2: \u{1B}[1;33mwarning:\u{1B}[0m no ': error: ' here [form/key]
          error: ^ is part of the source
            \u{1B}[1;33m^~~\u{1B}[0m
        \u{1B}[2mhint: write: note: x\u{1B}[0m
        \u{1B}[1;31merror:\u{1B}[0m stopped
        ok: error
        """)
  }

  @Test(
    "The width is that of the terminal, unless COLUMNS has a number; in a pipe there is none",
    arguments: [
      (120, [:], 120), (0, [:], 80), (120, ["COLUMNS": "40"], 40), (0, ["COLUMNS": "0"], 80),
      (120, ["COLUMNS": "wide"], 120), (120, ["COLUMNS": "-3"], 120), (nil, ["COLUMNS": "40"], nil),
    ] as [(Int?, [String: String], Int?)])
  func findsTheWidth(_ columns: Int?, _ environment: [String: String], _ width: Int?) {
    #expect(Style(.auto, columns: columns, environment: { environment[$0] }).width == width)
  }

  @Test(
    "A wide character has two columns, a mark none, a colour none",
    arguments: [
      ("abc", 3), ("né", 2), ("ne\u{301}", 2), ("日本", 4), ("한", 2), ("\u{1112}\u{1161}", 2),
      ("🙂", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("…✓→", 3), ("ｆｕ", 4), ("\u{1B}[1;31mab\u{1B}[0m", 2),
      ("\u{1B}[2m\u{301}a", 1), ("", 0),
    ])
  func countsColumns(_ text: String, _ columns: Int) { #expect(text.columns == columns) }

  @Test("Lines are wrapped between words, with their indent, and no word is cut")
  func wraps() {
    let text = "  one two three\nfour\n\n    a-long-word-of-24-columns end\n日本 日本 日本"
    #expect(plain.wrapped(text) == text)
    #expect(
      Style(isColored: false, width: 10).wrapped(text)
        == "  one two\n  three\nfour\n\n    a-long-word-of-24-columns\n    end\n日本 日本\n日本")
    // Texts without blanks, whose full stop stays with the word before it.
    #expect(
      Style(isColored: false, width: 10).wrapped("日本語の文。です a日b") == "日本語の\n文。です a\n日b")
    let colored = Style(isColored: true, width: 6)("one two three", .red)
    #expect(
      Style(isColored: true, width: 8).wrapped(colored) == "\u{1B}[31mone two\nthree\u{1B}[0m")
  }

  @Test("A source line and its marker are broken at the same places")
  func wrapsExcerpts() {
    let text = "error: x\n  abcdefghijklmn\n         ^~~~~\nhint: y"
    #expect(
      Style(isColored: false, width: 12).wrapped(text)
        == "error: x\n  abcdefghij\n         ^~~\n  klmn\n  ~~\nhint: y")
    let style = Style(isColored: true, width: 12)
    #expect(
      style.message(text)
        == "\u{1B}[1;31merror:\u{1B}[0m x\n  abcdefghij\n         \u{1B}[1;31m^~~\u{1B}[0m\n"
        + "  klmn\n  \u{1B}[1;31m~~\u{1B}[0m\n\u{1B}[2mhint: y\u{1B}[0m")
    #expect(
      Style(isColored: false, width: 12).wrapped("  $a == $danger\n     ^~~~~~~~~\nhint: y")
        == "  $a == \n     ^~~\n  $danger\n  ~~~~~~\nhint: y")
    #expect(
      Style(isColored: false, width: 80).wrapped("  日本 == 1\n   ^~~~~")
        == "  日本 == 1\n    ^~~~~~")
  }

  @Test("A last column is wrapped where it stands, or below if it begins far to the right")
  func wrapsColumns() {
    var columns = Columns()
    columns.append(Cell("a"), Cell("one two three four five"))
    columns.append(Cell("a-longer-name"), Cell("six seven"))
    columns.append(Cell("b"), Cell("eight"))
    func lines(_ width: Int) -> [String] {
      columns.lines(Style(isColored: false, width: width), indent: " ")
    }
    #expect(lines(60) == columns.lines(plain, indent: " "))
    #expect(
      lines(36) == [
        " a               one two three four\n                 five",
        " a-longer-name   six seven", " b               eight",
      ])
    #expect(
      lines(24) == [
        " a   one two three four\n     five", " a-longer-name\n     six seven", " b   eight",
      ])
    var errors = Columns()
    errors.append(Cell("a-name"), Cell("titles"), Cell("text"))
    errors.append(Cell(""), Cell(""), Cell("! This is a message"))
    #expect(
      errors.lines(Style(isColored: false, width: 20))
        == ["a-name   titles\n    text", "    ! This is a\n    message"])
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

  @Test("Direction marks of numbers and dates stay; overrides and isolates do not")
  func keepsDirectionMarks() {
    for mark in ["\u{200E}", "\u{200F}", "\u{61C}"] {
      #expect("a\(mark)-3\n".printable == "a\(mark)-3 ")
    }
    for mark in [
      "\u{202A}", "\u{202B}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2069}",
    ] {
      #expect("a\(mark)-3".printable == "a\u{FFFD}-3")
    }
  }
}

@Suite("Text of shells")
struct ShellTextTests {
  @Test(
    "A line is split at blanks outside of quotes, up to the cursor",
    arguments: [
      ("a b c", ["a", "b"], "c", nil), ("a ", ["a"], "", nil), ("", [], "", nil),
      ("a 'b c", ["a"], "b c", "'"), ("a \"b 'c", ["a"], "b 'c", "\""),
      (#"a b\ c'd'e"#, ["a"], "b cde", nil), (#"a '' "x\"y\z" "#, ["a", "", #"x"y\z"#], "", nil),
      (#"a 'b\' c"#, ["a", #"b\"#], "c", nil), ("a $(b", ["a"], "$(b", nil),
    ] as [(String, [String], String, Character?)])
  func splits(_ line: String, _ words: [String], _ current: String, _ quote: Character?) {
    let typed = TypedLine(line)
    #expect(typed.words == words)
    #expect(typed.current == current)
    #expect(typed.quote == quote)
  }

  @Test("A word is quoted as it must be", arguments: [nil, "'", "\""] as [Character?])
  func quotes(_ quote: Character?) {
    for word in ["plain", "it's", #"a "b" $c `d` \"#, "größe", "x[0].y=1"] {
      let open = quote.map(String.init) ?? ""
      let typed = TypedLine("a \(open)\(ShellText.typed(word, in: quote))")
      #expect(typed.current == word && typed.quote == quote)
      #expect(TypedLine("a \(ShellText.quoted(word))").current == word)
    }
    #expect(ShellText.quoted("plain.json") == "plain.json")
    #expect(ShellText.quoted("") == "''")
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
