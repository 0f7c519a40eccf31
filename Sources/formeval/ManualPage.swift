// The manual page: what `--help` says, with the example of each flag, in the macros of man(7).

/// The manual page of the command.
enum ManualPage {
  static var text: String {
    var lines = [
      #".TH FORMEVAL 1 \#(Help.date) "formeval \#(Help.version)""#, ".nh", ".ad l", ".SH NAME",
      #"formeval \- \#(plain(Help.purpose))"#, ".SH SYNOPSIS",
    ]
    for (index, usage) in Help.usages.enumerated() {
      lines += (index > 0 ? [".br"] : []) + [plain(usage)]
    }
    lines += [".SH DESCRIPTION", plain(Help.description), ".PP", plain(Help.preview)]
    for topic in Topic.allCases {
      lines.append(".SH \(topic.rawValue.uppercased())")
      lines.append(plain(topic.title.prefix(1).uppercased() + topic.title.dropFirst() + "."))
      for flag in topic.flags {
        lines += [".TP", ".B \(plain(flag.usage))", plain(Help.explanation(of: flag)), ".br"]
        lines += [plain("Example: \(flag.example)")]
      }
      lines += notes(topic.notes)
    }
    lines += [".SH EXAMPLES", ".nf"] + Help.examples.map(plain) + [".fi"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Paragraphs; indented lines are kept as they are.
  private static func notes(_ notes: [String]) -> [String] {
    var lines: [String] = []
    var isKept = false
    for note in notes where !note.isEmpty {
      let isLine = note.hasPrefix(" ")
      if isKept, !isLine { lines.append(".fi") }
      if !isKept || !isLine { lines.append(".PP") }
      if isLine, !isKept { lines.append(".nf") }
      isKept = isLine
      lines.append(plain(note))
    }
    if isKept { lines.append(".fi") }
    return lines
  }

  /// Text that roff shows as it is.
  private static func plain(_ text: String) -> String {
    let escaped = text.replacing(#"\"#, with: #"\e"#).replacing("-", with: #"\-"#)
      .replacing("'", with: #"\(aq"#)
    return escaped.hasPrefix(".") ? #"\&"# + escaped : escaped
  }
}
