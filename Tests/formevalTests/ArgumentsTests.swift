import Foundation
import FormGraph
import Testing

@testable import formeval

@Suite("Arguments")
struct ArgumentsTests {
  private func parse(_ words: String...) throws -> Arguments { try Arguments.parse(words) }

  private func message(_ words: [String]) -> String? {
    do throws(CommandError) {
      _ = try Arguments.parse(words)
      return nil
    } catch {
      #expect(error.status == 2)
      return error.sentence
    }
  }

  @Test("The form may stand anywhere, - is a form, and -- ends the flags")
  func findsTheForm() throws {
    #expect(try parse("a.json", "--check").form == "a.json")
    #expect(try parse("--check", "a.json").form == "a.json")
    #expect(try parse("-").form == "-")
    #expect(try parse("--check", "--", "--odd.json").form == "--odd.json")
  }

  @Test("Actions keep their order")
  func keepsOrder() throws {
    let arguments = try parse(
      "f", "--set", "a=1", "--blur", "a", "--set=b:=null", "--validate", "--set", "@edits.json")
    #expect(
      arguments.actions.map(\.text) == [
        "--set a=1", "--blur a", "--set b:=null", "--validate", "--set @edits.json",
      ])
    #expect(arguments.mode == .report)
    let items = try parse(
      "f", "--insert", "p[0]", "--insert", "p[1]={\"a\": \"b=c\"}", "--insert", "t[0]:=1",
      "--remove",
      "p[1]", "--move", "p[0]=1", "--undo", "--redo")
    #expect(
      items.actions.map(\.text) == [
        "--insert p[0]", "--insert p[1]={\"a\": \"b=c\"}", "--insert t[0]:=1", "--remove p[1]",
        "--move p[0]=1", "--undo", "--redo",
      ])
  }

  @Test(
    "An assignment splits at its first equals sign",
    arguments: [
      ("a=1", "a", "1", false), ("a=", "a", "", false), ("a=b=c", "a", "b=c", false),
      ("a:=1", "a", "1", true), ("a:=", "a", "", true), ("a=:=1", "a", ":=1", false),
      ("a=@b", "a", "@b", false),
    ])
  func splits(_ text: String, _ name: String, _ value: String, _ isJSON: Bool) throws {
    let assignment = try #require(Assignment(text))
    #expect(assignment.name == name)
    #expect(assignment.value == value)
    #expect(assignment.isJSON == isJSON)
    #expect(assignment.text == text)
  }

  @Test("What is no assignment", arguments: ["", "a", "=1", ":=1"])
  func refusesAssignments(_ text: String) {
    #expect(Assignment(text) == nil)
  }

  @Test("Modes and settings")
  func readsModes() throws {
    #expect(try parse("f", "--why", "a", "--why=b").mode == .why(["a", "b"]))
    #expect(try parse("f", "--edits", "-").mode == .edits("-"))
    #expect(try parse("f", "--json").isJSON)
    #expect(try parse("f", "--json").mode == .report)
    let arguments = try parse(
      "f", "--values", "--include-hidden", "--strict", "--as-user", "--color=never",
      "--now", "2024-05-01", "--input", "locale=es")
    #expect(arguments.mode == .values)
    #expect(arguments.includesHidden && arguments.isStrict && arguments.editor == .user)
    #expect(arguments.color == .never)
    #expect(arguments.now == Date(timeIntervalSince1970: 1_714_521_600))
    #expect(arguments.inputs == [try #require(Assignment("locale=es"))])
  }

  @Test("Help and version need no form")
  func needsNoForm() throws {
    #expect(try parse("--help").mode == .help(.all))
    #expect(try parse("--version").mode == .version)
    #expect(try parse("f", "-V").mode == .version)
    #expect(try parse("--version", "--json", "--help").mode == .help(.all))
  }

  @Test("A text takes the place of a form, wherever it stands among what it reads")
  func readsTexts() throws {
    let arguments = try parse(
      "--variables", "{}", "--arguments=[1]", "--predicate", "-", "--object", "-", "--explain")
    #expect(
      arguments.text
        == TextArguments(
          kind: .predicate, text: "-", arguments: "[1]", object: "-", variables: "{}"))
    #expect(arguments.mode == .explain)
    #expect(try parse("--formula", "--", "--json").text?.text == "--")
    #expect(try parse("--formula", "a", "--portability").mode == .portability)
    for words in [["--json", "--portability"], ["--portability", "--json"]] {
      let arguments = try Arguments.parse(["--formula", "a"] + words)
      #expect(arguments.mode == .portability && arguments.isJSON)
    }
    #expect(try parse("--predicates", "-", "--now", "2024-05-01").mode == .predicates("-"))
  }

  @Test(
    "Every mistake is named",
    arguments: [
      ([], "no form is given; write formeval FORM; formeval -h lists some flags"),
      (["f", "--sett", "a=1"], "unknown flag --sett; did you mean --set?"),
      (["f", "-q"], "unknown flag -q; formeval --help lists the flags"),
      (["f", "--set"], "--set needs a value; write --set TAG=TEXT"),
      (["f", "--set", "a"], "'a' needs a name, an equals sign and a value; write --set TAG=TEXT"),
      (["f", "--check=1"], "--check takes no value"),
      (["f", "--check", "--check"], "--check is given twice"),
      (["f", "--values", "--json"], "--values and --json cannot be used together"),
      (["f", "--check", "--json", "--sarif"], "--json and --sarif cannot be used together"),
      (["f", "--sarif"], "--sarif needs --check or --report"),
      (["f", "--report", "--check"], "--report and --check cannot be used together"),
      (["f", "--report", "--json", "--sarif"], "--json and --sarif cannot be used together"),
      (["f", "--report", "--set", "a=1"], "--report runs no actions, but '--set a=1' is given"),
      (["f", "--report", "--annotations"], "--annotations needs --check"),
      (["f", "--check", "--dry-run"], "--dry-run needs --fix"),
      (["f", "--typed"], "--typed needs --answers"),
      (["f", "--check", "--separator", ";"], "--separator needs --answers"),
      (
        ["f", "--answers", "a", "--separator", "x"],
        "'x' cannot separate fields; write one of , ; tab"
      ),
      (["--diff", "o", "f", "--id", "k"], "--id needs --answers"),
      (["f", "--config", "x"], "--config needs --check or --coverage"),
      (["f", "--test", "t", "--no-config"], "--no-config needs --check or --coverage"),
      (
        ["f", "--check", "--config", "x", "--untrusted"],
        "--config and --untrusted cannot be used together"
      ),
      (["f", "--quiet"], "--quiet needs --answers or --check"),
      (
        ["f", "--check", "--quiet", "--sarif"],
        "--quiet is about text, and another notation is asked for"
      ),
      (
        ["f", "-", "--check", "--fix"],
        "--fix cannot write to standard input; add --dry-run, or name a file"
      ),
      (
        ["f", "g"],
        "unexpected argument 'g': the form is 'f'; text with blanks needs quotes: --set 'TAG=two words'"
      ),
      (
        ["f", "--include-hidden"],
        "--include-hidden needs --values, --answers or --validate"
      ),
      (["f", "--color", "alway"], "unknown value 'alway' for --color; did you mean always?"),
      (
        ["f", "--color", "blue"],
        "unknown value 'blue' for --color; write one of auto, always, never"
      ),
      (["f", "--check", "--set", "a=1"], "--check runs no actions, but '--set a=1' is given"),
      (["--predicate"], "--predicate needs a value; write --predicate TEXT"),
      (["--predicate", "a", "--predicate", "b"], "--predicate is given twice"),
      (
        ["--predicate", "a", "--formula", "b"], "--predicate and --formula cannot be used together"
      ),
      (
        ["--predicate", "a", "--json", "--explain"], "--json and --explain cannot be used together"
      ),
      (
        ["f", "--predicate", "a"],
        "unexpected argument 'f': --predicate takes no form; "
          + "a text with blanks needs quotes: --predicate 'age > 18'"
      ),
      (
        ["--why", "t", "--predicate", "a"],
        "--why cannot be used with --predicate; "
          + "--explain shows the result of every part of a text"
      ),
      (["--formula", "a", "--set", "b=1"], "--set cannot be used with --formula"),
      (["--predicates", "-", "--check"], "--check cannot be used with --predicates"),
      (
        ["--predicates", "-", "--object", "o"],
        "--object cannot be used with --predicates; "
          + "each line has its own input, and each answer is complete"
      ),
      (["f", "--explain"], "--explain needs --predicate or --formula"),
      (
        ["--predicate", "a", "--canonical", "--object", "o"],
        "--canonical reads no values, but --object is given"
      ),
      (
        ["--formula", "a", "--portability", "--variables", "{}"],
        "--portability reads no values, but --variables is given"
      ),
      (
        ["--formula", "a", "--portability", "--canonical"],
        "--portability and --canonical cannot be used together"
      ),
      (
        ["-", "--edits", "-"],
        "standard input can be read only once; put one of the inputs in a file"
      ),
    ])
  func namesMistakes(_ words: [String], _ expected: String) {
    #expect(message(words) == expected)
  }

  @Test("The table has every flag once, and the help names it")
  func tableIsComplete() {
    #expect(Flag.all.map(\.name.rawValue).sorted() == Flag.Name.allCases.map(\.rawValue).sorted())
    let help = Help.text(.all, Style(isColored: false))
    for flag in Flag.all { #expect(help.contains("  \(flag.usage) ")) }
    #expect(Flag.all.count(where: \.isCommon) == 10)
  }

  @Test(
    "Help in a pipe has 80 columns, and the words that a wide terminal shows",
    arguments: [Help.Page.short, .all] + Topic.allCases.map { .topic($0) }
      + Flag.all.map { .flag($0) })
  func helpFitsInAPipe(_ page: Help.Page) {
    let help = Help.text(page, Style(isColored: false))
    for line in help.split(separator: "\n") { #expect(line.columns <= 80) }
    func words(_ text: String) -> [Substring] { text.split { " \n".contains($0) } }
    #expect(words(help) == words(Help.text(page, Style(isColored: false, width: 10_000))))
  }

  @Test("Help and the manual page name the preview")
  func namesThePreview() {
    for page in [Help.Page.short, .all] {
      #expect(Help.text(page, Style(isColored: false)).contains("formeval --preview FORM"))
    }
    #expect(ManualPage.text.contains(#"formeval \-\-preview FORM"#))
  }

  @Test("The example of each flag runs, and uses the flag", arguments: Flag.all)
  func examplesRun(_ flag: Flag) throws {
    #expect(flag.example.contains(flag.spelling))
    let shell = try Shell()
    defer { shell.remove() }
    // The preview is another program, which need not be installed here.
    try shell.write("#!/bin/sh\necho \"$@\"\n", to: "formeval-preview")
    let output = try shell.output(
      of: "chmod +x formeval-preview; PATH=\"$PWD:$PATH\"; \(flag.example)")
    #expect(!output.isEmpty)
    #expect(!output.contains { $0.hasPrefix("error:") || $0.hasPrefix("[exit") }, "\(output)")
  }

  @Test(
    "Words without dashes are understood",
    arguments: [
      (["check", "form.json"], "formeval form.json --check"),
      (["a.json", "check", "b c.json"], "formeval a.json 'b c.json' --check"),
      (["why", "form.json"], "formeval form.json --why TAG"),
      (["form.json", "set", "a=it's"], #"formeval form.json --set 'a=it'\''s'"#),
      (["test", "form.json", "a.json", "b.json"], "formeval form.json --test a.json b.json"),
      (["diff", "old.json", "new.json"], "formeval --diff old.json new.json"),
      (["predicate", "a > 1"], "formeval --predicate 'a > 1'"), (["help"], "formeval --help"),
      (["help", "why"], "formeval --help=why"), (["validate", "f"], "formeval f --validate"),
      (["chek", "form.json"], "formeval form.json --check"),
      (["form.json"], nil), (["form.json", "more"], nil),
    ] as [([String], String?)])
  func understandsWords(_ operands: [String], _ command: String?) {
    #expect(Arguments.command(meantBy: operands) == command)
  }

  @Test("A page of help has the name of a topic or a flag")
  func findsHelp() throws {
    #expect(try parse("-h").mode == .help(.short))
    #expect(try parse("--help").mode == .help(.all))
    #expect(try parse("f", "--why", "a", "--help=why").mode == .help(.topic(.why)))
    let set = try #require(Flag.spelled("--set"))
    for name in ["set", "--set"] { #expect(try parse("--help=\(name)").mode == .help(.flag(set))) }
    #expect(try parse("--help=-h").mode == .help(.flag(try #require(Flag.spelled("--help")))))
    #expect(message(["--help=chek"]) == "unknown topic 'chek'; did you mean check?")
  }

  @Test("An argument that is no UTF-8 is refused, for it cannot be said what was meant")
  func refusesOtherBytes() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", "exec \"$0\" --predicate \"'$(printf '\\377')' == 'x'\"", CommandRun.executable.path,
    ]
    let messages = Pipe()
    process.standardError = messages
    try process.run()
    let data = try messages.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(String(decoding: data, as: UTF8.self).hasPrefix("error: argument 2 is not UTF-8\n"))
  }
}
