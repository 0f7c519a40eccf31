// The texts of `-h`, `--help` and `--version`, which say what the tables of flags and topics say.

import Predicate

/// The help of the command.
enum Help {
  static let version = "0.1.0"
  /// When the manual page was last rewritten, which such a page must say.
  static let date = "2026-11-30"

  /// A page of help.
  enum Page: Equatable {
    case short, all
    case topic(Topic)
    case flag(Flag)

    /// The page with a name: that of a topic or a flag; everything if the name is empty.
    init(named name: String) throws(CommandError) {
      let word = name.drop { $0 == "-" }
      if name.isEmpty {
        self = .all
      } else if let topic = Topic(rawValue: String(word)) {
        self = .topic(topic)
      } else if let flag = Flag.spelled("--\(word)") ?? Flag.spelled(name) {
        self = .flag(flag)
      } else {
        let topics = Topic.allCases.map(\.rawValue)
        throw .usage(
          "unknown topic '\(name)'",
          hint: Spelling.nearest(to: String(word), among: Help.names).map { "did you mean \($0)?" }
            ?? "topics are \(topics.joined(separator: ", "))")
      }
    }
  }

  /// The width of help in a pipe, which mostly ends in a pager or a page.
  private static let pipeWidth = 80

  /// A page, wrapped to the width of the terminal, or to `pipeWidth` in a pipe.
  static func text(_ page: Page, _ style: Style) -> String {
    let style = Style(isColored: style.isColored, width: style.width ?? pipeWidth)
    let lines =
      switch page {
      case .short: short(style)
      case .all: all(style)
      case .topic(let topic): section(topic, style)
      case .flag(let flag):
        self.flag(flag) + ["", "topic: formeval --help=\(flag.topic.rawValue)"]
      }
    return style.wrapped(lines.joined(separator: "\n") + "\n")
  }

  /// The topics, and the flags that are no topics.
  static let names =
    Topic.allCases.map(\.rawValue)
    + Flag.Name.allCases.map(\.rawValue).filter { Topic(rawValue: $0) == nil }

  /// What the command does, behind its name.
  static let purpose = "shows a form, what an edit changes and why; or evaluates a predicate"

  static let usages = [
    "formeval FORM [flags]", "formeval FORM … --check [flags]", "formeval --predicate TEXT [flags]",
  ]

  static let description =
    "FORM is a file with a form: JSON, or the XML of an XForm. A FILE or FORM named - is standard input. Of the flags that "
    + "show something in place of the changes, such as --why, --values and --check, one can be given."

  /// The command beside this one, which draws forms.
  static let preview =
    "To see a form in a browser: formeval --preview FORM, which the wheel for Python brings, or "
    + "Scripts/preview FORM in a clone."

  private static let start =
    ["formeval \(purpose).", "", "usage: \(usages[0])"] + usages[1...].map { "       \($0)" }

  private static func short(_ style: Style) -> [String] {
    let topics = Topic.allCases.map(\.rawValue).joined(separator: ", ")
    return start + [""] + list(Flag.all.filter(\.isCommon), style) + [
      "", "formeval --help=TOPIC tells more; topics are \(topics).",
      "formeval --help=set explains a flag. formeval --help has everything.", preview,
    ]
  }

  /// What `--help` shows.
  private static func all(_ style: Style) -> [String] {
    start + ["", description, "", preview]
      + Topic.allCases.flatMap { topic in
        ["", "\(topic.rawValue): \(topic.title)", ""] + list(topic.flags, style, withNotes: true)
          + (topic.flags.isEmpty || topic.notes.isEmpty ? [] : [""]) + indented(topic.notes)
      } + ["", "examples:", ""] + indented(examples)
  }

  private static func section(_ topic: Topic, _ style: Style) -> [String] {
    let title = "\(topic.rawValue): \(topic.title)"
    let own = topic.flags.first { $0.name.rawValue == topic.rawValue }
    let others = topic.flags.filter { $0 != own }
    let parts = [
      [title], own.map(flag) ?? [], list(others, style, withNotes: true), topic.notes,
    ]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private static func flag(_ flag: Flag) -> [String] {
    [flag.usage, "  \(flag.summary)"] + (flag.note.isEmpty ? [] : ["", "  \(flag.note)"])
      + ["", "  example: \(flag.example)"]
  }

  private static func list(_ flags: [Flag], _ style: Style, withNotes: Bool = false) -> [String] {
    var columns = Columns()
    for flag in flags {
      columns.append(Cell(flag.usage), Cell(withNotes ? explanation(of: flag) : flag.summary))
    }
    return columns.lines(style, indent: "  ")
  }

  /// The summary and the note.
  static func explanation(of flag: Flag) -> String {
    flag.note.isEmpty ? flag.summary : "\(flag.summary). \(flag.note)"
  }

  private static func indented(_ lines: [String]) -> [String] {
    lines.map { $0.isEmpty ? $0 : "  \($0)" }
  }

  /// Commands of some flags.
  static let examples = [
    "formeval form.json", "formeval form.json --set age=42 --set 'name=Ana Lía' --validate",
    "formeval form.json --set age:=null --why email",
    "formeval form.json --insert 'phones[0]={\"number\": \"099 1\"}' --undo --redo",
    "formeval --predicate 'age > 18' --object person.json --explain",
  ]
}
