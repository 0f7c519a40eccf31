// The topics of help: what else there is to know beside the flags of a topic.

/// A topic of help.
enum Topic: String, CaseIterable {
  case edits, why, graph, check, test, answers, changes, predicates, json, settings, exit

  /// What the topic is about.
  var title: String {
    switch self {
    case .edits: "change a form; actions run in the order given"
    case .why: "ask why a form is as it is"
    case .graph: "draw the logic of a form"
    case .check: "find mistakes in forms, and losses in imported ones"
    case .test: "run tests beside a form"
    case .answers: "validate saved answers"
    case .changes: "compare two versions of a form"
    case .predicates: "evaluate and check predicates and formulas without a form"
    case .json: "what programs read"
    case .settings: "the setting in which a command runs"
    case .exit: "what the exit status says"
    }
  }

  var flags: [Flag] { Flag.all.filter { $0.topic == self } }

  /// What holds for several flags, a paragraph or a line of an example each.
  var notes: [String] {
    switch self {
    case .edits:
      [
        "Every action but --set is a transaction of its own. The address of an item's row is "
          + "phones[0].number; an item that is a single value is phones[0].", "",
        "Each line of --edits is one transaction. Its keys run in the order written:", "",
        #"  {"set": {TAG: VALUE},"#,
        #"   "insert": [{"section": TAG, "at": N, "value": VALUE}],"#,
        #"   "remove": [{"section": TAG, "at": N}],"#,
        #"   "move": [{"section": TAG, "at": N, "to": N}],"#,
        #"   "focus": TAG, "blur": [TAG], "tap": TAG, "action": NAME,"#,
        #"   "select": {TAG: OPTION}, "clearErrors": true, "validate": true or"#,
        #"     {"section": TAG, "row": TAG, "includeHidden": true,"#,
        #"      "includeDisabled": false},"#,
        #"   "reset": true or [TAG], "now": DATE, "page": "next" or "previous","#,
        #"   "page": N, "unchecked": true,"#,
        #"   "tables": {NAME: {"columns": [NAME], "rows": [[VALUE]]}}}"#, "",
        #""mark": NAME names the line, so that {"undo": {"to": NAME}} takes it back with all that "#
          + "followed. One step of history stands alone in its line: {\"undo\": true} or "
          + "{\"redo\": true}.",
      ]
    case .graph:
      [
        "A box is a row, a section or an input, and an arrow leads from what is read to what it "
          + "decides; the arrow says what, such as hidden or value, and has the text as its tooltip. "
          + "With --untrusted no other program is started, so there is no .svg."
      ]
    case .answers:
      [
        "Each line is an object of values, as --values prints it: {TAG: VALUE}. A list under the "
          + "tag of a section replaces the items of the section."
      ]
    case .predicates:
      [
        #"JSON for texts may have {"$date": "2024-05-01"}, {"$data": BASE64} and {"$set": []}; 1 is "#
          + #"an integer, 1.0 a double. Each line of --predicates is {"format": TEXT} or "#
          + #"{"formula": TEXT} with "args": [], "object" and "vars": {}. Its answer is "#
          + #"{"ok": true, "result": true} or an error."#, "",
        #"--declare takes {"keys": {NAME: KIND}, "variables": {NAME: KIND}}; a kind is text, int, "#
          + "double, bool, date, data, list, object or any.",
      ]
    case .exit:
      ExitStatus.table.indices.map { index in
        let (status, when) = ExitStatus.table[index]
        return "\(ExitStatus.isFirst(index) ? "\(status)" : " ")  \(when.replacing("`", with: ""))"
      }
    case .why, .check, .test, .changes, .json, .settings: []
    }
  }
}

/// The exit statuses of the command; help and a page say them from here.
enum ExitStatus {
  /// When the command ends with which status.
  static let table: [(status: Int, when: String)] = [
    (0, "done, and nothing is wrong; a form that is only shown may be unfinished"),
    (1, "the form, a text or a value is wrong: `--set n=abc`, or JSON that cannot be read"),
    (1, "an edit or a submit was refused"),
    (1, "an edit set a value that is not an option; the row keeps the value and is invalid"),
    (1, "a problem began: a condition can no longer be evaluated"),
    (
      1,
      "a line of `--edits`, `--answers` or `--predicates` was refused, for example because of an "
        + "unknown tag"
    ),
    (
      1,
      "`--validate`, `--answers` or `--check` found an error; with `--warnings-as-errors`, a warning"
    ),
    (1, "a scenario of `--test` failed, or the coverage is less than `formeval.json` wants"),
    (1, "a change breaks saved answers, with `--breaking`"),
    (1, "something of a form in another format is lost, with `--strict`"),
    (
      2,
      "the command line or `formeval.json` is wrong, or a file cannot be read or written; `--check` goes on with the "
        + "other files"
    ),
    (2, "a tag on the command line or in `--set @FILE` is unknown"),
  ]

  /// Whether a row is the first of its status, which is shown there alone.
  static func isFirst(_ index: Int) -> Bool {
    index == 0 || table[index].status != table[index - 1].status
  }
}
