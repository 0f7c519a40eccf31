// What `--help` and `--version` say; the flags come from their table.

/// The command about itself.
enum Help {
  static let version = "0.1.0"

  /// The whole help.
  static var text: String {
    var lines = [
      "formeval shows a form, what edits change in it, and why; or evaluates a predicate.",
      "",
      "usage: formeval FORM [actions and flags]",
      "       formeval --predicate TEXT [flags]",
      "",
      "FORM is a file with a form in JSON, - for standard input.",
    ]
    for kind in Flag.Kind.allCases {
      var columns = Columns()
      for flag in Flag.all where flag.kind == kind {
        columns.append(Cell(flag.usage), Cell(flag.summary))
      }
      lines += ["", "\(kind.rawValue):"] + columns.lines(Style(isColored: false), indent: "  ")
    }
    lines += [
      "",
      "Adjacent --set are one transaction: all of them or none. Every other action is one by itself.",
      "A row of an item is named by its address, phones[0].number; where items are plain values they",
      "are phones[0].",
      "",
      "A line of --edits is one transaction, whose keys run in the order written:",
      "  {\"set\": {TAG: VALUE}, \"insert\": [{\"section\": TAG, \"at\": N, \"value\": VALUE}],",
      "   \"remove\": [{\"section\": TAG, \"at\": N}], \"move\": [{\"section\": TAG, \"at\": N, \"to\": N}],",
      "   \"focus\": TAG, \"blur\": [TAG], \"tap\": TAG, \"select\": {TAG: OPTION}, \"clearErrors\": true,",
      "   \"validate\": true or {\"section\": TAG, \"row\": TAG, \"includeHidden\": true,",
      "   \"includeDisabled\": false}, \"reset\": true or [TAG], \"now\": DATE}",
      "or one step of history, alone in its line: {\"undo\": true} or {\"redo\": true}.",
      "",
      "A line of --answers is an object of values, as --values shows them: {TAG: VALUE}; so is the file",
      "of --set @FILE. The list of a section with items makes items come and go.",
      "",
      "JSON for texts says {\"$date\": \"2024-05-01\"}, {\"$data\": BASE64} and {\"$set\": []}; 1 is an",
      "integer, 1.0 a double. A line of --predicates is {\"format\": TEXT} or {\"formula\": TEXT}, with",
      "\"args\": [], \"object\" and \"vars\": {}; its answer {\"ok\": true, \"result\": true} or an error.",
      "--declare takes {\"keys\": {NAME: KIND}, \"variables\": {NAME: KIND}}; a kind is text, int,",
      "double, bool, date, data, list, object or any.",
      "",
      "status: 0 done",
      "        1 the form or a text is wrong, an edit was refused, or --validate found it invalid",
      "        2 the command was not understood, or something it names cannot be read",
      "",
      "examples: formeval form.json",
      "          formeval form.json --set age=42 --set 'name=Ana Lía' --validate",
      "          formeval form.json --set age:=null --why email",
      "          formeval form.json --insert 'phones[0]={\"number\": \"099 1\"}' --undo --redo",
      "          formeval --predicate 'age > 18' --object person.json --explain",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}
