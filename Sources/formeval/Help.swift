// The texts of `--help` and `--version`. The flags come from their table.

/// The help of the command.
enum Help {
  static let version = "0.1.0"

  static var text: String {
    var lines = [
      "formeval shows a form, what an edit changes and why; or evaluates a predicate.",
      "",
      "usage: formeval FORM [actions and flags]",
      "       formeval FORM … --check [flags]",
      "       formeval --predicate TEXT [flags]",
      "",
      "FORM is a JSON file with a form. A FILE or FORM named - is standard input.",
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
      "Adjacent --set flags are one transaction: all of them are applied, or none. Every other action",
      "is a transaction of its own. The address of an item's row is phones[0].number; an item that is",
      "a single value is phones[0]. The value of an item with several rows is JSON.",
      "",
      "Each line of --edits is one transaction. Its keys run in the order written:",
      "  {\"set\": {TAG: VALUE}, \"insert\": [{\"section\": TAG, \"at\": N, \"value\": VALUE}],",
      "   \"remove\": [{\"section\": TAG, \"at\": N}], \"move\": [{\"section\": TAG, \"at\": N, \"to\": N}],",
      "   \"focus\": TAG, \"blur\": [TAG], \"tap\": TAG, \"action\": NAME, \"select\": {TAG: OPTION},",
      "   \"clearErrors\": true, \"validate\": true or {\"section\": TAG, \"row\": TAG,",
      "   \"includeHidden\": true, \"includeDisabled\": false}, \"reset\": true or [TAG], \"now\": DATE,",
      "   \"page\": \"next\" or \"previous\",",
      "   \"tables\": {NAME: {\"columns\": [NAME], \"rows\": [[VALUE]]}}}",
      "\"mark\": NAME names the line, so that {\"undo\": {\"to\": NAME}} takes it back with all that",
      "followed. One step of history stands alone in its line: {\"undo\": true} or {\"redo\": true}.",
      "",
      "Each line of --answers, and the file of --set @FILE, is an object of values, as --values prints",
      "it: {TAG: VALUE}. A list under the tag of a section replaces the items of the section.",
      "",
      "JSON for texts may have {\"$date\": \"2024-05-01\"}, {\"$data\": BASE64} and {\"$set\": []}; 1 is an",
      "integer, 1.0 a double. Each line of --predicates is {\"format\": TEXT} or {\"formula\": TEXT} with",
      "\"args\": [], \"object\" and \"vars\": {}. Its answer is {\"ok\": true, \"result\": true} or an error.",
      "--declare takes {\"keys\": {NAME: KIND}, \"variables\": {NAME: KIND}}; a kind is text, int,",
      "double, bool, date, data, list, object or any.",
      "",
      "status: 0 success",
      "        1 the form, a text or a value is wrong; an edit was refused, set what is not an option,",
      "          or left a condition that cannot be evaluated; --validate found an error",
      "        2 the command line is wrong, a tag is unknown, or a file cannot be read",
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
