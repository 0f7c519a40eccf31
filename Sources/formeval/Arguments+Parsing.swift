// Parses the words of the command line. An unknown flag and a wrong value are refused with the
// nearest spelling or the usage of the flag.

import Foundation
import FormGraph
import FormProtocol
import Predicate

extension Arguments {
  /// Parses the words after the command's name.
  static func parse(_ words: [String]) throws(CommandError) -> Arguments {
    let (flags, operands) = try split(words)
    var arguments = Arguments()
    if let (_, value) = flags.first(where: { $0.flag.name == .help }) {
      // `--help edits` means `--help=edits`; with a form, help is about everything.
      let named = operands.count == 1 ? operands.first(where: Help.names.contains) : nil
      let topic = value.isEmpty ? named ?? "" : value
      let isShort = topic.isEmpty && words.contains("-h")
      arguments.mode = .help(isShort ? .short : try Help.Page(named: topic))
      return arguments
    }
    for (flag, value) in flags {
      switch flag.name {
      case .version: arguments.mode = .version
      case .man: arguments.mode = .man
      case .completions: arguments.mode = .completions(try word(flag, value))
      case .complete: arguments.mode = .complete(value, end: operands.first)
      default: continue
      }
      return arguments
    }
    try refuseConflicts(flags.map(\.flag))
    // The text comes first, because its operands are stored in it.
    let subjects = flags.filter { $0.flag.kind == .subject }
    for (flag, value) in subjects + flags.filter({ $0.flag.kind != .subject }) {
      try arguments.take(flag, value)
    }
    if let subject = subjects.first?.flag {
      try refuse(operands, beside: subject)
    } else {
      var operands = operands
      if case .test(let files) = arguments.mode, operands.count > 1 {
        // `--test Examples/tests/*.json` gives the first file to the flag, and the others stand
        // behind the form.
        arguments.mode = .test(files + operands[1...])
        operands = [operands[0]]
      }
      arguments.forms = arguments.mode == .check ? operands : Array(operands.prefix(1))
      arguments.form = try form(of: operands, areSeveralAllowed: arguments.mode == .check)
    }
    try arguments.refuseMisfits()
    return arguments
  }

  /// The colour setting among words, for messages about words that cannot be parsed.
  static func color(in words: [String]) -> Color {
    let flag = "--\(Flag.Name.color.rawValue)"
    let values = zip(words, words.dropFirst() + [""]).compactMap { word, next -> String? in
      if word == flag { return next }
      return word.hasPrefix("\(flag)=") ? String(word.dropFirst(flag.count + 1)) : nil
    }
    return values.last.flatMap(Color.init) ?? .auto
  }

  private static func form(
    of operands: [String], areSeveralAllowed: Bool
  ) throws(CommandError) -> String {
    guard let form = operands.first else {
      throw .usage("no form is given", hint: "write formeval FORM; formeval -h lists some flags")
    }
    guard operands.count == 1 || areSeveralAllowed else {
      throw .usage(
        "unexpected argument '\(operands[1])': the form is '\(form)'",
        hint: command(meantBy: operands).map { "write \($0)" }
          ?? "text with blanks needs quotes: --set 'TAG=two words'")
    }
    return form
  }

  /// The flag that the first word almost names, such as `chek`; names of files name none.
  private static func misspelt(in operands: [String]) -> (Int, Flag)? {
    // A short word is almost any flag.
    guard let word = operands.first, word.count > 3, !word.contains("."), !word.contains("/"),
      let name = Spelling.nearest(to: word, among: Flag.Name.allCases.map(\.rawValue)),
      let flag = Flag.spelled("--\(name)")
    else { return nil }
    return (0, flag)
  }

  /// The command for words without dashes, one of which is the name of a flag; nil if none is.
  static func command(meantBy operands: [String]) -> String? {
    guard
      let (index, flag) = operands.indices.lazy.compactMap({ index in
        Flag.spelled("--\(operands[index])").map { (index, $0) }
      }).first ?? misspelt(in: operands)
    else { return nil }
    var others = operands
    others.remove(at: index)
    var words = ["formeval"]
    // The form follows what --diff names, and these need none.
    if flag.kind != .subject, ![.diff, .help, .version].contains(flag.name) {
      words.append(others.isEmpty ? "FORM" : others.removeFirst())
    }
    guard let placeholder = flag.placeholder else {
      return (words + others + [flag.spelling]).map(ShellText.quoted).joined(separator: " ")
    }
    words.append(flag.spelling)
    if flag.isAlone {
      if flag.name == .help { others = Array(others.filter(Help.names.contains).prefix(1)) }
      if !others.isEmpty { words[words.count - 1] += "=\(others.removeFirst())" }
    } else {
      words.append(others.isEmpty ? placeholder : others.removeFirst())
    }
    return (words + others).map(ShellText.quoted).joined(separator: " ")
  }

  // MARK: - Words

  private typealias GivenFlag = (flag: Flag, value: String)

  /// The flags in order, each with its value or "", and all other words.
  private static func split(
    _ words: [String]
  ) throws(CommandError) -> (flags: [GivenFlag], operands: [String]) {
    var flags: [GivenFlag] = []
    var operands: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      guard word.hasPrefix("-"), word != standardInput else {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let flag = Flag.spelled(String(parts[0])) else { throw unknownFlag(String(parts[0])) }
      guard flag.placeholder != nil, !flag.isAlone || parts.count > 1 else {
        guard parts.count == 1 else { throw .usage("\(flag.spelling) takes no value") }
        flags.append((flag, ""))
        continue
      }
      // For a text there are no tags, so `--why` means `--explain`.
      if flag.name == .why, parts.count == 1, rest.first?.hasPrefix("--") ?? true,
        words.contains(where: { $0.hasPrefix("--predicate") || $0.hasPrefix("--formula") }),
        let explain = Flag.spelled("--explain")
      {
        flags.append((explain, ""))
        continue
      }
      // What follows is the next flag if its value was forgotten: `--graph --around fee`.
      let isNextFlag = parts.count == 1 && rest.first.flatMap(Flag.spelled) != nil
      guard !isNextFlag, let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
        throw .usage("\(flag.spelling) needs a value", hint: "write \(flag.usage)")
      }
      flags.append((flag, value))
    }
    return (flags, operands)
  }

  private static func unknownFlag(_ word: String) -> CommandError {
    // Whoever tries the proposal must not find files written: `--fill` is not `--fix`.
    let known = Flag.all.filter { $0.name != .fix || Spelling.isSlip(word, of: $0.spelling) }
    let nearest = Spelling.nearest(to: word, among: known.map(\.spelling))
    return .usage(
      "unknown flag \(word)",
      hint: nearest.map { "did you mean \($0)?" } ?? "formeval --help lists the flags")
  }

  // MARK: - Meaning

  private mutating func take(_ flag: Flag, _ value: String) throws(CommandError) {
    switch flag.name {
    case .set where value.hasPrefix("@"): actions.append(.setAll(String(value.dropFirst())))
    case .set: actions.append(.set(try Self.assignment(flag, value)))
    case .insert, .remove, .move: actions.append(try Self.itemAction(flag, value))
    case .focus: actions.append(.focus(value))
    case .blur: actions.append(.blur(value))
    case .tap:
      let sign = value.firstIndex(of: "=")
      actions.append(
        .tap(
          String(value[..<(sign ?? value.endIndex)]),
          action: sign.map { String(value[value.index(after: $0)...]) }))
    case .select: actions.append(.select(try Self.assignment(flag, value)))
    case .validate: actions.append(.validate(value.isEmpty ? nil : value))
    case .reset: actions.append(.reset(value.isEmpty ? nil : value))
    case .undo: actions.append(.undo)
    case .redo: actions.append(.redo)
    case .why: mode = .why(tags(before: value))
    case .impact: mode = .impact(tags(before: value))
    case .blockers: mode = .blockers
    case .next: mode = .next(tags(before: value))
    case .previous: mode = .previous(tags(before: value))
    case .values: mode = .values
    case .json: isJSON = true
    case .check: mode = .check
    case .convert: mode = .convert
    case .report: mode = .importReport
    case .save: mode = .save
    case .edits: mode = .edits(value)
    case .answers:
      if case .diff = mode { comparedAnswers = value } else { mode = .answers(value) }
    case .diff:
      if case .answers(let path) = mode { comparedAnswers = path }
      mode = .diff(value)
    case .migration: migration = value
    case .breaking: isBreakingRefused = true
    case .test: mode = .test(tags(before: value))
    case .format:
      pictureFormat = Picture.Format(rawValue: value)
      let others = Picture.Format.allCases.map(\.rawValue)
      if pictureFormat == nil { format = try Self.word(flag, value, beside: others) }
    case .graph: mode = .graph(value)
    case .around: center = value
    case .depth:
      let steps = value.split(separator: ",", omittingEmptySubsequences: false).map {
        Int($0) ?? -1
      }
      guard let up = steps.first, let down = steps.last, steps.count <= 2, min(up, down) >= 0
      else {
        throw .usage(
          "'\(value)' is not a depth",
          hint: "write one or two whole numbers, such as --depth 2,1")
      }
      depth = Neighbourhood.Depth(up: up, down: down)
    case .coverage: isCovering = true
    case .record: isRecording = true
    case .predicate: text = TextArguments(kind: .predicate, text: value)
    case .formula: text = TextArguments(kind: .formula, text: value)
    case .predicates: mode = .predicates(value)
    case .arguments: text?.arguments = value
    case .object: text?.object = value
    case .variables: text?.variables = value
    case .canonical: mode = .canonical
    case .explain: mode = .explain
    case .portability:
      if case .predicates = mode {
        checksPortability = true
      } else {
        mode = .portability
      }
    case .syntaxOnly: isSyntaxOnly = true
    case .declare: declarations = value
    case .input: inputs.append(try Self.assignment(flag, value))
    case .state: state = value
    case .now:
      guard let date = DateText.date(from: value) else {
        throw .usage("'\(value)' is not a date", hint: DateText.hint)
      }
      now = date
    case .strict: isStrict = true
    case .stub: stubs.append(value)
    case .trailingCommas: allowsTrailingCommas = true
    case .asUser: editor = .user
    case .asHost: editor = .host
    case .includeHidden: includesHidden = true
    case .warningsAsErrors: check.areWarningsErrors = true
    case .style: check.includesStyle = true
    case .fix: check.fixes = true
    case .dryRun: check.isDryRun = true
    case .sarif: check.format = .sarif
    case .annotations: check.format = .annotations
    case .config: config = value
    case .baseline: check.baseline = value
    case .writeBaseline: check.newBaseline = value
    case .noConfig: ignoresConfig = true
    case .only: batch.only = value
    case .changed: batch.isOnlyChanged = true
    case .id: batch.id = value
    case .separator:
      guard let separator = CSVSeparator(rawValue: value == "tab" ? "\t" : value) else {
        throw .usage(
          "'\(value)' cannot separate fields", hint: "write one of \(CSVSeparator.words)")
      }
      batch.separator = separator
    case .typed: batch.isTyped = true
    case .quiet: isQuiet = true
    case .failFast: batch.failsFast = true
    case .threads:
      guard let count = Int(value), (1...Self.maximumThreads).contains(count) else {
        throw .usage(
          "'\(value)' is not a number of threads",
          hint: "write a whole number from 1 to \(Self.maximumThreads)")
      }
      threads = count
    case .sessions:
      guard let count = Int(value), count >= 0 else {
        throw .usage(
          "'\(value)' is not a number of sessions", hint: "write a whole number, such as 1000")
      }
      sessions = count
    case .opening:
      guard PipeLine.isName(value) else {
        throw .usage(
          "'\(value)' is not the name of an opening",
          hint: "write 1 to \(PipeLine.maximumName) bytes, such as k3f9")
      }
      opening = value
    case .seed:
      guard PipeLine.isName(value) else {
        throw .usage(
          "'\(value)' is no seed", hint: "write 1 to \(PipeLine.maximumName) bytes, such as k3f9")
      }
      seed = value
    case .untrusted: isUntrusted = true
    case .color: color = try Self.word(flag, value)
    case .functions: try take(try Self.word(flag, value))
    case .ddm: try take(.deviceManagement)
    case .timeZone:
      guard let zone = TimeZone(named: value) else {
        throw .usage(
          "unknown time zone '\(value)'",
          hint: "time zones are named like Europe/Berlin or UTC, in these capitals")
      }
      timeZone = zone
    case .help, .version, .man, .completions, .complete, .preview: break
    }
  }

  /// The tags or files of the mode so far.
  ///
  /// The mode is cleared, because appending to a list that is also stored in the mode would copy
  /// the list each time.
  private mutating func tags(before tag: String) -> [String] {
    var tags: [String]
    switch mode {
    case .why(let known), .impact(let known), .next(let known), .previous(let known),
      .test(let known):
      tags = known
    default: tags = []
    }
    mode = .report
    tags.append(tag)
    return tags
  }

  /// Takes a set of functions; device management has those of Apple.
  private mutating func take(_ set: FunctionSet) throws(CommandError) {
    switch (functions, set) {
    case (.deviceManagement, .apple): break
    case (.extended, .deviceManagement), (.deviceManagement, .extended):
      throw .usage(
        "device management has no functions beyond Apple's",
        hint: "leave out --ddm or --functions extended")
    default: functions = set
    }
  }

  /// One of the words that a flag takes.
  private static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ flag: Flag, _ value: String, beside others: [String] = []
  ) throws(CommandError) -> Word {
    if let word = Word(rawValue: value) { return word }
    let known = Word.allCases.map(\.rawValue) + others
    throw .usage(
      "unknown value '\(value)' for \(flag.spelling)",
      hint: Spelling.nearest(to: value, among: known).map { "did you mean \($0)?" }
        ?? "write one of \(known.joined(separator: ", "))")
  }

  private static func assignment(_ flag: Flag, _ text: String) throws(CommandError) -> Assignment {
    if let assignment = Assignment(text) { return assignment }
    throw .usage("'\(text)' needs a name, an equals sign and a value", hint: "write \(flag.usage)")
  }

  /// The action on an item.
  ///
  /// Its value is parsed later, when its row is known.
  private static func itemAction(_ flag: Flag, _ text: String) throws(CommandError) -> Action {
    let assignment = Assignment(text)
    var name = assignment?.name ?? text
    var template: String?
    if flag.name == .insert, let close = name.lastIndex(of: "]"),
      let colon = name[close...].firstIndex(of: ":")
    {
      template = String(name[name.index(after: colon)...])
      name = String(name[..<colon])
    }
    guard let item = ItemAddress(name), item.tag == nil else {
      throw .usage("'\(name)' is not the position of an item", hint: "write \(flag.usage)")
    }
    switch (flag.name, assignment) {
    case (.insert, _): return .insert(item, assignment, template: template)
    case (.remove, nil): return .remove(item)
    case (.move, let assignment?):
      guard let position = Int(assignment.value), position >= 0 else {
        throw .usage(
          "'\(assignment.value)' is not a position: positions are whole numbers from 0",
          hint: "write \(flag.usage)")
      }
      return .move(item, to: position)
    case (.move, nil): throw .usage("'\(text)' needs the new position", hint: "write \(flag.usage)")
    default:
      throw .usage("\(flag.spelling) takes no value", hint: "write \(flag.usage)")
    }
  }
}
