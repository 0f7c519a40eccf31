// The table of flags: one entry for each, in the order of `--help`.

import Predicate

extension Flag {
  /// Every flag.
  static let all: [Flag] = [
    Flag(
      .set, .assignment("TAG=TEXT"), .action, .edits,
      "set a value as the row's type reads it; TAG:=JSON is exact; @FILE is JSON",
      "Adjacent --set flags are one transaction: all of them are applied, or none. @FILE names an "
        + "object of values, as --values prints it.",
      try: "formeval Examples/switch.json --set switchTag=true", isCommon: true),
    Flag(
      .insert, .item("TAG[N]"), .action, .edits,
      "insert an item at position N, from 0; TAG[N]=TEXT gives its value",
      "The value of an item with several rows is JSON. TAG[N]:NAME inserts an item of the template "
        + "NAME.",
      try: "formeval Examples/contacts.json --insert 'phones[0]={\"number\": \"099 1\"}'"),
    Flag(
      .remove, .item("TAG[N]"), .action, .edits, "remove an item",
      try: "formeval Examples/invoice.json --remove 'lines[0]'"),
    Flag(
      .move, .item("TAG[N]=TO"), .action, .edits, "move an item to position TO",
      try: "formeval Examples/trip.json --move 'stops[1]=0'"),
    Flag(
      .focus, .tag("TAG"), .action, .edits, "enter a row, which leaves the row entered before",
      try: "formeval Examples/register.json --focus email"),
    Flag(
      .blur, .tag("TAG"), .action, .edits, "leave a row, as a user does",
      try: "formeval Examples/register.json --set email=me --blur email"),
    Flag(
      .tap, .tag("TAG"), .action, .edits,
      "tap a row; status 1 if it submits and the form is invalid; TAG=NAME taps an action",
      try: "formeval Examples/switch.json --tap switchTag"),
    Flag(
      .select, .assignment("TAG=OPTION"), .action, .edits,
      "tap an option, which selects or deselects it; TAG:=JSON is exact",
      try: "formeval Examples/pizza.json --select toppings=ham"),
    Flag(
      .validate, .tag("TAG"), .action, .edits, "show the errors of the visible rows, or of TAG",
      "TAG is a row or a section. Status 1 if one is invalid.",
      try: "formeval Examples/switch.json --validate", isCommon: true, isAlone: true),
    Flag(
      .reset, .tag("TAG"), .action, .edits,
      "give everything, or one row or list, its start value",
      try: "formeval Examples/switch.json --set switchTag=true --reset", isAlone: true),
    Flag(
      .undo, .nothing, .action, .edits, "undo the last transaction that changed values or items",
      try: "formeval Examples/switch.json --set switchTag=true --undo"),
    Flag(
      .redo, .nothing, .action, .edits, "redo the transaction that was undone last",
      try: "formeval Examples/switch.json --set switchTag=true --undo --redo"),
    Flag(
      .edits, .file("FILE"), .mode, .edits,
      "for each line of edits in FILE, one line with its change set",
      try: "echo '{\"set\": {\"switchTag\": true}}' | formeval Examples/switch.json --edits -"),
    Flag(
      .record, .nothing, .formSetting, .edits,
      "with --edits: a scenario for --test in place of changes",
      try: "echo '{\"set\": {\"switchTag\": true}}' | "
        + "formeval Examples/switch.json --edits - --record"),
    Flag(
      .sessions, .text("N"), .formSetting, .edits,
      "with --edits: how many named sessions there may be; 100 000 if not given, 1 000 with "
        + "--untrusted",
      try: "echo '{\"session\": \"a\", \"set\": {\"switchTag\": true}}' | "
        + "formeval Examples/switch.json --edits - --sessions 5"),
    Flag(
      .opening, .text("NAME"), .formSetting, .edits,
      "with --edits or --json: a name for this opening of the form, which the state has",
      "A line of --edits with an id then says the name, or it is refused. So an id that a client "
        + "has from another opening names no other row.",
      try: "echo '{\"set\": {\"#r0\": true}, \"opening\": \"k3f9\"}' | "
        + "formeval Examples/switch.json --edits - --opening k3f9"),
    Flag(
      .seed, .text("TEXT"), .formSetting, .edits,
      "what uuid() comes from: the same text gives the same UUIDs",
      "Without it they come from the name of the opening, and without that each opening gives "
        + "others.",
      try: "formeval Examples/samples.json --seed a --insert 'samples[0]'"),
    Flag(
      .asUser, .nothing, .formSetting, .edits,
      "edit as a user, who cannot change hidden or disabled rows; the default of --answers",
      try: "formeval Examples/switch.json --as-user --set switchTag=true"),
    Flag(
      .asHost, .nothing, .formSetting, .edits,
      "edit as the host, who can; the default of --set and --edits",
      try: "echo '{\"switchTag\": true}' | formeval Examples/switch.json --as-host --answers -"),
    Flag(
      .strict, .nothing, .formSetting, .edits,
      "refuse an edit after which a condition cannot be evaluated",
      "A form in another format is refused if something of it is lost; --report says what.",
      try: "formeval Examples/switch.json --strict --set switchTag=true"),

    Flag(
      .why, .tag("TAG"), .mode, .why, "explain everything that decides a row or a section",
      "First a sentence for each thing that is so and what it comes from, then each condition with "
        + "the value of each part. Causes further away than three steps are counted; --json has "
        + "them all.", try: "formeval Examples/switch.json --why message", isCommon: true,
      isRepeatable: true),
    Flag(
      .impact, .tag("TAG"), .mode, .why,
      "what a change of a row or a section can reach, and what it reads",
      try: "formeval Examples/phq9.json --impact q1", isRepeatable: true),
    Flag(
      .blockers, .nothing, .mode, .why, "what keeps the form from being submitted",
      try: "formeval Examples/register.json --blockers"),
    Flag(
      .next, .tag("TAG"), .mode, .why, "the row that the user's next key leads to",
      try: "formeval Examples/register.json --next email", isRepeatable: true),
    Flag(
      .previous, .tag("TAG"), .mode, .why, "the row that the user's previous key leads to",
      try: "formeval Examples/register.json --previous email", isRepeatable: true),
    Flag(
      .preview, .nothing, .mode, .why, "show the form in a browser, and why each row is as it is",
      "Runs the program formeval-preview, which the wheel for Python installs, with the other words "
        + "of the line.", try: "formeval --preview Examples/clinic.json"),

    Flag(
      .graph, .file("FILE"), .mode, .graph,
      "a picture of what the actions changed, or of what decides what",
      "The name of FILE says the format: .dot for Graphviz, .mmd for Mermaid, .json for programs, "
        + ".svg, which needs Graphviz. With actions the picture shows what was set and what "
        + "followed; with --around a row or a section with its neighbours; else the whole form, and "
        + "its sections alone if it has more than 60 rows.",
      try: "formeval Examples/clinic.json --set born=2012-03-01 --graph ripple.dot"),
    Flag(
      .around, .tag("TAG"), .formSetting, .graph,
      "with --graph: what decides a row or a section, and what it decides",
      try: "formeval Examples/clinic.json --around fee --graph - --format mmd"),
    Flag(
      .depth, .text("UP,DOWN"), .formSetting, .graph,
      "with --around: how many arrows back and forth; 2,1 if not given",
      "One number stands for both.",
      try: "formeval Examples/clinic.json --around fee --depth 1,1 --graph fee.dot"),

    Flag(
      .check, .nothing, .mode, .check,
      "list probable mistakes in the form, or in several, or in the forms of a folder",
      "Each finding has an id, its place and mostly a hint. A form can suppress findings. To check "
        + "whenever the file is saved: ls form.json | entr -c formeval form.json --check",
      try: "formeval Examples/switch.json --check", isCommon: true),
    Flag(
      .warningsAsErrors, .nothing, .checkSetting, .check, "status 1 if there is a warning",
      try: "formeval Examples/switch.json --check --warnings-as-errors"),
    Flag(
      .style, .nothing, .checkSetting, .check, "list findings about style too",
      try: "formeval Examples/switch.json --check --style"),
    Flag(
      .fix, .nothing, .checkSetting, .check,
      "apply the fixes that are certain, in the files of the forms",
      try: "cp Examples/switch.json form.json; formeval form.json --check --fix"),
    Flag(
      .dryRun, .nothing, .checkSetting, .check, "with --fix: only show what would change",
      try: "formeval Examples/switch.json --check --fix --dry-run"),
    Flag(
      .config, .file("FILE"), .formSetting, .check,
      "what to ignore, what is an error, the least coverage; formeval.json if not given",
      "Without the flag --check and --coverage take the nearest formeval.json, beside the form or in "
        + "a folder above it; with --untrusted they take none.",
      try: "echo '{\"ignore\": [\"row/unused\"]}' > team.json; "
        + "formeval Examples/switch.json --check --config team.json"),
    Flag(
      .noConfig, .nothing, .formSetting, .check, "take no formeval.json",
      try: "formeval Examples/switch.json --check --no-config"),
    Flag(
      .baseline, .file("FILE"), .checkSetting, .check,
      "hide the findings in FILE, which --write-baseline wrote, and say which of them are gone",
      "A finding is the same if the file, the id and the text at fault are equal; lines may move.",
      try: "formeval Examples/*.json --check --write-baseline known.json; "
        + "formeval Examples/*.json --check --baseline known.json"),
    Flag(
      .writeBaseline, .file("FILE"), .checkSetting, .check,
      "write all findings to FILE, so that --baseline hides them",
      try: "formeval Examples/*.json --check --write-baseline known.json"),
    Flag(
      .sarif, .nothing, .formSetting, .check,
      "with --check or --report: the findings, or the places, as SARIF 2.1.0",
      try: "formeval Examples/switch.json --check --sarif"),
    Flag(
      .annotations, .nothing, .checkSetting, .check,
      "the findings as ::error and ::warning lines for a code host",
      try: "formeval Examples/*.json --check --style --annotations"),
    Flag(
      .report, .nothing, .mode, .check,
      "what became of a form in another format: what differs, what is put aside, what is lost",
      "The last lines count what is carried as it is, and say what the host app must supply. With "
        + "--strict the status is 1 if something is lost.",
      try: "formeval Examples/questions.json --report"),

    Flag(
      .test, .file("FILE"), .mode, .test,
      "run the scenarios in FILE; status 1 if one fails",
      "More files may follow FORM. A scenario is an object with a \"name\" and \"steps\": edits, and "
        + "what to expect after them.",
      try: "formeval Examples/phq9.json --test Examples/tests/phq9.json", isCommon: true,
      isRepeatable: true),
    Flag(
      .coverage, .nothing, .formSetting, .test,
      "with --test: which results and comparisons of conditions were seen",
      try: "formeval Examples/phq9.json --test Examples/tests/phq9.json --coverage"),
    Flag(
      .format,
      .word(
        "FORMAT",
        Arguments.Format.allCases.map(\.rawValue) + Picture.Format.allCases.map(\.rawValue)),
      .formSetting, .test,
      "with --test: tap or junit in place of text; with --coverage: lcov; with --graph: dot, mmd, "
        + "json or svg",
      try: "formeval Examples/phq9.json --test Examples/tests/phq9.json --format tap"),

    Flag(
      .answers, .file("FILE"), .mode, .answers,
      "validate each line of answers in FILE, which may be CSV",
      try: "echo '{\"switchTag\": true}' | formeval Examples/switch.json --answers -",
      isCommon: true),
    Flag(
      .only, .text("WORDS"), .batchSetting, .answers,
      "only these of valid, errors, missing, problems, pending, values, or names",
      "Commas separate several words. A name is the tag of a row.",
      try: "echo '{\"switchTag\": true}' | formeval Examples/switch.json --answers - --only valid"),
    Flag(
      .changed, .nothing, .batchSetting, .answers, "only values that differ from the input",
      try: "echo '{\"q1\": 3}' | formeval Examples/phq9.json --answers - --changed"),
    Flag(
      .id, .text("KEY"), .batchSetting, .answers,
      "the value of KEY in each result, in place of the number of the line",
      try:
        "echo '{\"switchTag\": true, \"n\": 7}' | formeval Examples/switch.json --answers - --id n"
    ),
    Flag(
      .separator, .word("CHAR", [",", ";", "tab"]), .batchSetting, .answers,
      "FILE is CSV, and this stands between its fields; a comma if not given",
      try: "printf 'q1;q2\\n3;2\\n' | formeval Examples/phq9.json --answers - --separator ';'"),
    Flag(
      .typed, .nothing, .batchSetting, .answers,
      "read cells of CSV as people type them in the language of the form, choices by their titles",
      "Several choices have ; between their titles in a file with commas, and a comma in a file with "
        + "; or tabs. A title with that sign in it stands in double quotes. "
        + "Without the flag a cell is read as by --set: 1.200 is 1.2 in every language.",
      try:
        "printf 'q1,q2\\ndaily,some days\\n' > a.csv; formeval Examples/phq9.json --answers a.csv --typed"
    ),
    Flag(
      .quiet, .nothing, .formSetting, .answers,
      "with --answers: only the summary, on standard error; with --check: only errors and the last "
        + "line",
      try: "echo '{\"switchTag\": true}' | formeval Examples/switch.json --answers - --quiet"),
    Flag(
      .failFast, .nothing, .batchSetting, .answers, "stop at the first line that is no JSON object",
      try: "echo '{\"switchTag\": true}' | formeval Examples/switch.json --answers - --fail-fast"),
    Flag(
      .includeHidden, .nothing, .formSetting, .answers,
      "with --values, --answers or --validate: include hidden rows",
      try: "formeval Examples/switch.json --values --include-hidden"),

    Flag(
      .diff, .file("OLD"), .mode, .changes, "what has changed since OLD, an older form",
      "With --answers also what it does to answers.",
      try: "formeval --diff Examples/switch.json Examples/switch.json"),
    Flag(
      .breaking, .nothing, .formSetting, .changes,
      "with --diff: status 1 if a change breaks saved answers",
      try: "formeval --diff Examples/switch.json Examples/switch.json --breaking"),
    Flag(
      .migration, .file("FILE"), .formSetting, .changes,
      "apply FILE to the saved state or the answers; with --diff also check it",
      try: "echo '{\"rename\": {\"on\": \"switchTag\"}}' > migration.json; echo '{\"on\": true}' | "
        + "formeval Examples/switch.json --migration migration.json --answers -"),

    Flag(
      .predicate, .text("TEXT"), .subject, .predicates, "evaluate a predicate: true or false",
      try: "formeval --predicate '2 BETWEEN {1, 3}'", isCommon: true),
    Flag(
      .formula, .text("TEXT"), .subject, .predicates, "evaluate an expression: its value",
      try: "formeval --formula 'sum({1, 2})'"),
    Flag(
      .predicates, .file("FILE"), .subject, .predicates,
      "answer each line of JSON in FILE with a line of JSON",
      try: "echo '{\"format\": \"age > 18\", \"object\": {\"age\": 41}}' | formeval --predicates -"),
    Flag(
      .arguments, .text("JSON"), .operand, .predicates,
      "a list with one value for each placeholder of the text",
      try: "formeval --predicate '%@ IN %@' --arguments '[1, [1, 2]]'"),
    Flag(
      .object, .file("FILE"), .operand, .predicates, "the JSON that SELF and keys read",
      try: "echo '{\"age\": 41}' | formeval --predicate 'age > 18' --object -"),
    Flag(
      .variables, .text("JSON"), .operand, .predicates,
      "an object with the values of $names, written without $",
      try: "formeval --predicate '$age > 18' --variables '{\"age\": 41}'"),
    Flag(
      .functions, .word("SET", FunctionSet.allCases.map(\.rawValue)), .operand, .predicates,
      "apple, extended for the functions beyond Apple's, or ddm; apple if not given",
      try: "formeval --formula 'round(2.5)' --functions extended"),
    Flag(
      .ddm, .nothing, .operand, .predicates,
      "a text of Apple's device management: --functions ddm",
      "The object has the status items of a device, as a status report has them.",
      try: "echo '{\"device\": {\"model\": {\"family\": \"iPad\"}}}' | formeval --ddm --object - "
        + "--predicate \"@status(device.model.family) == 'iPad'\""),
    Flag(
      .timeZone, .text("NAME"), .operand, .predicates,
      "where today() and the like read the clock; UTC if not given",
      try: "formeval --formula 'today()' --functions extended --time-zone Europe/Berlin"),
    Flag(
      .canonical, .nothing, .view, .predicates,
      "the canonical text, as NSPredicate's predicateFormat",
      try: "formeval --predicate 'age>18 && vip==yes' --canonical"),
    Flag(
      .explain, .nothing, .view, .predicates, "the result of every part of the text",
      try: "formeval --predicate '1 < 2 AND 2 < 1' --explain", isCommon: true),
    Flag(
      .portability, .nothing, .view, .predicates,
      "what may behave differently on Apple's platforms",
      try: "formeval --predicate 'age > 18' --portability"),
    Flag(
      .syntaxOnly, .nothing, .check, .predicates,
      "with --predicates: check each text and evaluate nothing",
      "An answer has the canonical text, variables, key paths and warnings; with --portability "
        + "those findings too.",
      try: "echo '{\"format\": \"age > 18\"}' | formeval --predicates - --syntax-only"),
    Flag(
      .declare, .file("FILE"), .check, .predicates,
      "the keys and variables that exist, with their kinds; others are errors",
      try:
        "echo '{\"keys\": {\"age\": \"int\"}}' > declared.json; echo '{\"format\": \"age > 18\"}' | "
        + "formeval --predicates - --syntax-only --declare declared.json"),

    Flag(
      .json, .nothing, .setting, .json, "JSON in place of text",
      "The form, each change set, the answer of a text, or what a flag such as --check shows.",
      try: "formeval Examples/switch.json --set switchTag=true --json", isCommon: true),
    Flag(
      .values, .nothing, .mode, .json, "the values as JSON",
      try: "formeval Examples/switch.json --set switchTag=true --values", isCommon: true),
    Flag(
      .save, .nothing, .mode, .json, "the state of the form as JSON, for --state",
      try: "formeval Examples/switch.json --set switchTag=true --save"),
    Flag(
      .state, .file("FILE"), .formSetting, .json, "restore a state that --save wrote",
      try: "formeval Examples/switch.json --set switchTag=true --save > state.json; "
        + "formeval Examples/switch.json --state state.json"),
    Flag(
      .convert, .nothing, .mode, .json, "the form in the file format of this package",
      try: "formeval Examples/questions.json --convert"),

    Flag(
      .input, .input("NAME=TEXT"), .formSetting, .settings,
      "set an input before the form opens; written like --set",
      try: "formeval Examples/clinic.json --input language=de", isRepeatable: true),
    Flag(
      .now, .text("DATE"), .setting, .settings, "the current time, like 2024-05-01T10:30:00Z",
      try: "formeval Examples/clinic.json --now 2024-05-01 --set born=2012-03-01"),
    Flag(
      .stub, .file("NAME=FORMULA"), .formSetting, .settings,
      "a formula for a function of the host app, with $A in NAME(A)=FORMULA; or a JSON FILE",
      try: "echo '{\"sections\": [{\"rows\": [{\"tag\": \"n\", \"type\": \"int\", "
        + "\"calculated\": \"twice(2)\"}]}]}' | formeval - --stub 'twice(n)=$n * 2'",
      isRepeatable: true),
    Flag(
      .trailingCommas, .nothing, .formSetting, .settings,
      "accept a comma before a closing bracket, which JSON forbids",
      try: "echo '{\"sections\": [],}' | formeval - --trailing-commas"),
    Flag(
      .untrusted, .nothing, .setting, .settings,
      "use the limits for forms, texts and answers of strangers",
      try: "formeval Examples/switch.json --untrusted"),
    Flag(
      .threads, .text("N"), .setting, .settings,
      "with --answers or --predicates: how many threads; one a core if not given",
      try: "echo '{\"switchTag\": true}' | formeval Examples/switch.json --answers - --threads 2"),
    Flag(
      .color, .word("WHEN", Arguments.Color.allCases.map(\.rawValue)), .setting, .settings,
      "auto, always or never; auto checks the terminal and NO_COLOR",
      try: "formeval Examples/switch.json --color never"),
    Flag(
      .help, .word("TOPIC", Help.names), .setting, .settings,
      "everything about the command, or about a topic or a flag; -h is short",
      try: "formeval --help=set", isAlone: true, short: "-h"),
    Flag(
      .completions, .word("SHELL", CompletedShell.allCases.map(\.rawValue)), .setting, .settings,
      "a script for bash, zsh or fish, which completes flags, files, tags and values",
      "In bash: source <(formeval --completions bash). Scripts/install puts all three in place.",
      try: "formeval --completions bash"),
    Flag(
      .man, .nothing, .setting, .settings, "the manual page, for man",
      "To read it: formeval --man | man -l -", try: "formeval --man"),
    Flag(
      .complete, .text("LINE"), .setting, .settings,
      "what can follow a command line up to the cursor; the script asks this",
      "Each line has a word, a tab and a note. A line that begins with a tab means that a file is "
        + "due.", try: "formeval --complete 'formeval Examples/switch.json --set '"),
    Flag(
      .version, .nothing, .setting, .settings, "show the version", try: "formeval --version",
      short: "-V"),
  ]
}
