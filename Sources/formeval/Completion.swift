// What a shell offers behind a command line that is being typed. The scripts for shells only ask
// `formeval --complete`, so what they offer follows from the table of flags and from the form.

import FormGraph
import FormProtocol
import Predicate

/// Finds what can follow a command line.
struct Completion {
  /// A word that can stand at the cursor.
  struct Candidate: Equatable {
    let text: String
    var note = ""
  }

  let line: TypedLine
  /// Makes a session that opens the form on the line.
  let session: (Arguments) -> Session
  private var given: [Flag] = []
  private var operands: [String] = []
  /// The flag whose value is at the cursor.
  private var flag: Flag?
  /// What stands in the word at the cursor before the value of a flag, such as `--set=`.
  private var prefix = ""

  init(_ line: TypedLine, session: @escaping (Arguments) -> Session) {
    self.line = line
    self.session = session
    var rest = line.words.dropFirst()
    while let word = rest.popFirst() {
      let name = word.prefix { $0 != "=" }
      guard word.hasPrefix("-"), let flag = Flag.spelled(String(name)) else {
        operands.append(word)
        continue
      }
      given.append(flag)
      guard flag.placeholder != nil, !flag.isAlone, name.endIndex == word.endIndex else { continue }
      if rest.popFirst() == nil { self.flag = flag }
    }
    let name = line.current.prefix { $0 != "=" }
    if flag == nil, name.endIndex < line.current.endIndex, let named = Flag.spelled(String(name)) {
      flag = named
      prefix = "\(name)="
    }
  }

  /// The words that can stand at the cursor; nil if a file is due.
  var candidates: [Candidate]? {
    guard let all = flag.map(values) ?? flags else { return nil }
    // A word with a line break would be two for the shell.
    return all.map { Candidate(text: prefix + $0.text, note: $0.note.printable) }
      .filter { $0.text.hasPrefix(line.current) && $0.text.printable == $0.text }
  }

  /// The flags that may be given still; nil if a file is due.
  private var flags: [Candidate]? {
    // Only these take several forms or files.
    let areFilesDue = operands.isEmpty || given.contains { $0.name == .check || $0.name == .test }
    guard line.current.hasPrefix("-") || (line.current.isEmpty && !areFilesDue) else { return nil }
    let subject = given.first { $0.kind == .subject }
    let about: Flag.Subject? =
      subject.map { $0.name == .predicates ? .pipe : .text } ?? (operands.isEmpty ? nil : .form)
    return Flag.all.filter { flag in
      (about.map(flag.fits) ?? true) && (flag.isRepeatable || !given.contains(flag))
    }.map { Candidate(text: $0.spelling, note: $0.summary) }
  }

  // MARK: - Values

  private func values(of flag: Flag) -> [Candidate]? {
    let typed = line.current.dropFirst(prefix.count)
    switch flag.operand {
    case .nothing, .text: return []
    case .file: return nil
    case .word(_, let words): return words.map { Candidate(text: $0) }
    case .assignment where typed.hasPrefix("@"): return nil
    case .assignment:
      guard let form else { return [] }
      guard let sign = typed.firstIndex(of: "=") else {
        let rows = form.sections.flatMap(\.rows).filter {
          $0.jsonKinds.value != .none && $0.definition.calculated == nil
        }
        return tags(of: rows, "=")
      }
      return form[String(typed[..<sign])].map(values) ?? []
    case .input:
      return form?.inputs.keys.map { Candidate(text: "\($0)=") } ?? []
    case .tag:
      guard let form else { return [] }
      let sections = form.sections.compactMap { section in
        section.tag.map { Candidate(text: $0, note: section.texts.title ?? "") }
      }
      return tags(of: form.sections.flatMap(\.rows)) + sections
        + form.inputs.keys.map { Candidate(text: $0) }
    case .item:
      return form?.sections.flatMap { section -> [Candidate] in
        guard let tag = section.tag, let items = section.items else { return [] }
        let count = items.count + (flag.name == .insert ? 1 : 0)
        return (0..<count).map { Candidate(text: "\(tag)[\($0)]") }
      } ?? []
    }
  }

  private func tags(of rows: [RowState], _ end: String = "") -> [Candidate] {
    rows.compactMap { row in
      row.name.map { Candidate(text: $0 + end, note: row.texts.title ?? "") }
    }
  }

  /// The values that a row can be given, behind its name.
  private func values(of row: RowState) -> [Candidate] {
    let name = "\(row.name ?? "")="
    if row.jsonKinds.value == .bool {
      return ["true", "false"].map { Candidate(text: name + $0) }
    }
    let chosen = row.options?.map { option in
      let title = option.title?.description ?? ""
      return switch option.value {
      case .string(let text): Candidate(text: name + text, note: title)
      case .dictionary: Candidate(text: name + title)
      default: Candidate(text: name + option.value.description, note: title)
      }
    }
    return chosen ?? []
  }

  /// The form on the line, with the actions before the cursor; nil if it cannot be opened.
  private var form: Form? {
    let words = line.words.dropFirst().dropLast(prefix.isEmpty ? 1 : 0)
    let parsed = (try? Arguments.parse(Array(words))) ?? (try? .parse(Array(operands.prefix(1))))
    guard let arguments = parsed, !arguments.form.isEmpty else { return nil }
    let session = session(arguments)
    guard var form = try? session.open().form else { return nil }
    let reader = ActionReader(form.definition)
    for (transaction, _) in (try? reader.transactions(arguments.actions, read: session.read)) ?? []
    {
      _ = try? transaction.run(on: &form, as: session.editor)
    }
    return form
  }
}

extension Completion {
  /// A line in place of candidates, which says that a file is due.
  ///
  /// The shell then completes files, which it does best.
  static let files = "\tfiles\n"

  /// A line for each candidate: the word, a tab and a note.
  var text: String {
    candidates?.map { $0.note.isEmpty ? "\($0.text)\n" : "\($0.text)\t\($0.note)\n" }.joined()
      ?? Self.files
  }

  /// For bash, which replaces only the end of the line: a line for each candidate, quoted, without
  /// what stands before that end.
  func text(replacing end: String, of text: String) -> String {
    guard let candidates else { return Self.files }
    let kept = TypedLine(text.hasSuffix(end) ? text.dropLast(end.count) : text[...])
    return candidates.map { candidate in
      let rest = String(candidate.text.dropFirst(kept.current.count))
      let typed = ShellText.typed(rest, in: kept.quote)
      // Bash closes an open quote, unless the text ends with the same sign.
      return typed + (typed.last == kept.quote ? kept.quote.map(String.init) ?? "" : "") + "\n"
    }.joined()
  }
}

/// A shell that the command completes words for.
enum CompletedShell: String, CaseIterable {
  case bash, zsh, fish

  /// A script that makes the shell ask the command.
  var script: String {
    switch self {
    case .bash:
      #"""
      # Completions of formeval for bash 4 or later. They ask the command.
      _formeval() {
        local line
        COMPREPLY=()
        while IFS= read -r line; do
          if [[ $line == $'\t'* && $2 == @* ]]; then
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -P @ -f -- "${2#@}")
            return
          fi
          if [[ $line == $'\t'* ]]; then compopt -o default; return; fi
          COMPREPLY+=("$line")
        done < <("$1" --complete "${COMP_LINE:0:COMP_POINT}" -- "$2" 2>/dev/null)
        [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
      }
      complete -F _formeval formeval

      """#
    case .zsh:
      #"""
      #compdef formeval
      # Completions of formeval for zsh. They ask the command.
      _formeval() {
        local line word
        local -a plain notes starts startNotes
        for line in "${(@f)$(${(Q)words[1]} --complete "${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX" 2>/dev/null)}"; do
          word=${line%%$'\t'*}
          if [[ $line == $'\t'* ]]; then compset -P '*[=@]'; _files; return; fi
          if [[ $word == *= ]]; then
            starts+=("$word"); startNotes+=("${line/$'\t'/  -- }")
          elif [[ -n $word ]]; then
            plain+=("$word"); notes+=("${line/$'\t'/  -- }")
          fi
        done
        compadd -l -d notes -a plain
        compadd -l -d startNotes -S '' -a starts
      }
      if [[ $funcstack[1] == _formeval ]]; then _formeval; else compdef _formeval formeval; fi

      """#
    case .fish:
      #"""
      # Completions of formeval for fish. They ask the command.
      function __formeval_complete
          set -l answer (formeval --complete (commandline -cp | string collect) 2>/dev/null)
          if string match -q \t'*' -- "$answer[1]"
              # Fish compares what is offered with the word without its quotes.
              set -l word (commandline -ct)
              set -l start (string match -r -- '^(?:--[^=]*=)?["\']?@?' $word)
              set -l path (string sub -s (math (string length -- "$start") + 1) -- $word)
              set start (string replace -ra -- '["\']' '' "$start")
              printf '%s\n' $start(__fish_complete_path "$path")
          else
              printf '%s\n' $answer
          end
      end
      complete -c formeval -f -a '(__formeval_complete)'

      """#
    }
  }
}
