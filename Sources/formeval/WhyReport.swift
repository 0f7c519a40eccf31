// Explains why a row or a section has its state: first in a sentence for each thing that a text
// decides. Then each text gets a block: the outcome, followed by the parts of the text with their
// results. The blocks of what the sentences name as causes come last. What is far away is only
// counted, both causes of causes and parts of parts.

import FormGraph
import Predicate

/// Explains the state of a row or a section.
struct WhyReport {
  let form: Form
  let tag: String
  let style: Style

  /// The explanation, with a line break at its end.
  var text: String {
    if form.explain(tag) == nil, let value = form.inputs[tag] {
      return sentence("\(tag) is \(value.text())", "an input, which the host app sets") + "\n"
    }
    let reasons = form.explain(tag) ?? []
    let causes = form.causes(of: tag) ?? []
    var blocks = Attribute.allCases.flatMap { attribute in
      self.blocks(attribute, of: tag, reasons.filter { $0.subject == .attribute(attribute) })
    }
    for reason in reasons {
      switch reason.subject {
      case .attribute, .option: continue
      case .value:
        let value = reason.result.text(kind: form[tag]?.jsonKinds.value)
        blocks.append(block("\(tag) is \(value)", [reason]))
      case .count: blocks.append(block("\(tag) has \(reason.result.items)", [reason]))
      case .startValue:
        blocks.append(block("a reset would give \(tag) \(reason.result.text())", [reason]))
      case .suggestion(let follows):
        let value = reason.result.text(kind: form[tag]?.jsonKinds.value)
        blocks.append(
          block(
            follows
              ? "\(tag) follows its suggestion: \(value)"
              : "\(tag) was edited; its suggestion is \(value)", [reason]))
      case .trigger:
        let verb = reason.text == nil ? "reset" : "set"
        let condition = reason.condition.map { ", if \($0)" } ?? ""
        blocks.append(
          block("\(tag) is \(verb) when \(reason.tag ?? "a row") changes\(condition)", [reason]))
      case .rule(let rule): blocks.append(ruleBlock(reason, rule))
      }
    }
    blocks += otherErrors(reasons).map { [sentence(outcome(of: $0.severity), $0.message)] }
    blocks += optionBlocks
    if blocks.isEmpty { blocks = [[sentence("\(tag) is shown", "no condition decides it")]] }
    // The causes of the member itself are in the blocks above.
    let own = Set(reasons)
    let others = zip(causes, distances(of: causes))
      .filter { !$0.0.reasons.allSatisfy(own.contains) }
    blocks += others.filter { $0.1 <= Self.shownDistance }
      .map { block($0.0.statement.words(in: form), $0.0.reasons, of: $0.0.statement.name) }
    var sentences = causes.compactMap { $0.sentence(in: form) }.map(\.printable)
    if sentences.count > Self.shownSentences {
      let more = sentences.count - Self.shownSentences
      sentences[Self.shownSentences...] = ["and \(counted(more, "more cause"))"]
    }
    if !sentences.isEmpty { blocks.insert(sentences, at: 0) }
    let folded = others.count { $0.1 > Self.shownDistance }
    if folded > 0 {
      blocks.append(["… and \(counted(folded, "cause")) further away; --json lists all"])
    }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  /// The explanation as JSON: the causes, each with its texts, the errors of the value, and the
  /// actions of other rows that change it.
  var json: Value {
    let verdict = form[tag]?.verdict ?? form.section(tag)?.verdict ?? []
    let triggers = (form.explain(tag) ?? []).filter { $0.subject == .trigger }
    var members: [(String, Value)] = [
      ("why", .string(tag)),
      ("causes", .array((form.causes(of: tag) ?? []).map { $0.json(in: form) })),
      ("verdict", .array(verdict.map { .string($0.message) })),
    ]
    if !triggers.isEmpty { members.append(("triggers", .array(triggers.map(json)))) }
    return .dictionary(ValueDictionary(members))
  }

  /// An action: the row whose change runs it, and its texts.
  ///
  /// Without a text it resets the row.
  private func json(_ trigger: Reason) -> Value {
    let texts: [(String, String?)] = [
      ("tag", trigger.tag), ("text", trigger.text), ("if", trigger.condition),
    ]
    return .dictionary(
      ValueDictionary(texts.compactMap { key, text in text.map { (key, .string($0)) } }))
  }

  // MARK: - Causes

  /// How far away a cause may be to have a block: the causes of the member have distance 0.
  private static let shownDistance = 2
  /// The largest number of sentences.
  private static let shownSentences = 20
  /// The depth below which the parts of a text are only counted.
  private static let shownDepth = 4

  /// How many causes lie between each cause and the member.
  ///
  /// A cause stands behind the one that names it as a source.
  private func distances(of causes: [Cause]) -> [Int] {
    var distances: [Statement: Int] = [:]
    return causes.map { cause in
      let distance = distances[cause.statement] ?? 0
      for source in cause.sources where distances[source] == nil {
        distances[source] = distance + 1
      }
      return distance
    }
  }

  // MARK: - Attributes

  /// One block with the reasons for an attribute: if it holds, the reasons that hold, otherwise
  /// all.
  private func blocks(
    _ attribute: Attribute, of name: String, _ reasons: [Reason]
  ) -> [[String]] {
    guard !reasons.isEmpty else { return [] }
    let holding = reasons.filter { $0.result == .bool(true) }
    let isSo = !holding.isEmpty
    return [block("\(name) is \(attribute.word(isSo))", isSo ? holding : reasons)]
  }

  private func block(
    _ outcome: String, _ reasons: [Reason], of member: String? = nil
  ) -> [String] {
    let causes = reasons.map(cause).joined(separator: "; ")
    return [sentence(outcome, causes)] + tree(reasons, of: member ?? tag)
  }

  /// The text as a reason for what it decides now.
  private func cause(_ reason: Reason) -> String {
    if reason.owner == .submission {
      guard reason.result == .bool(true) else { return "all rows are valid" }
      return "the form cannot be submitted" + (reason.tag.map { ", \($0) is invalid" } ?? "")
    }
    guard let root = reason.explanation?.lines.first else {
      guard let text = reason.text else { return "\(place(reason))always" }
      // A function has no parts. What it gives is the opposite of what an inverted text decides.
      let isFalse = reason.result == .bool(reason.isInverted)
      return "\(place(reason))\(text)\(isFalse ? " is false" : "")"
    }
    let text = place(reason) + root.text
    switch (reason.subject, root.result) {
    case (_, .failed), (_, .notReached): return "\(text) cannot be evaluated"
    case (.attribute, .value(.bool(false))), (.option, .value(.bool(false))):
      return "\(text) is false"
    case (_, .value): return text
    }
  }

  /// The owner of the text, unless it is the member itself.
  private func place(_ reason: Reason) -> String {
    switch reason.owner {
    case .itself: ""
    case .section: reason.tag.map { "from section \($0), " } ?? "from its section, "
    case .page: reason.tag.map { "from page \($0), " } ?? "from its page, "
    case .form: "from the form, "
    case .submission: ""
    }
  }

  // MARK: - Options

  /// The largest number of options that are explained, and of chosen options.
  ///
  /// Both lists may be as long as a file allows.
  private static let shownOptions = 20

  /// A block for each option that a condition can hide or disable.
  private var optionBlocks: [[String]] {
    guard let row = form[tag], !row.allOptions.isEmpty else { return [] }
    let options = row.allOptions
    let chosen = if case .array(let members) = row.value { members } else { [row.value] }
    let asked = ValueSet(
      options.prefix(Self.shownOptions).map(\.value) + chosen.prefix(Self.shownOptions)
    ).elements.compactMap { option in
      form.explain(option: option, of: tag).map { (name: option.text(), reasons: $0) }
    }
    let blocks = asked.flatMap { name, reasons in
      [Attribute.hidden, .disabled].flatMap { attribute in
        self.blocks(
          attribute, of: "option \(name) of \(tag)",
          reasons.filter { $0.subject == .option(attribute) })
      }
    }
    let others = options.count - asked.count
    guard others > 0, !blocks.isEmpty else { return blocks }
    return blocks + [["and \(counted(others, "more option"))"]]
  }

  // MARK: - Rules

  private func ruleBlock(_ reason: Reason, _ rule: RuleDefinition) -> [String] {
    let root = reason.explanation?.lines.first
    switch (reason.result, root?.result) {
    case (.null, _) where rule.kind.asyncName != nil:
      let isPending = form[tag]?.isPending == true
      return [
        sentence(
          isPending ? "\(tag) waits for an answer" : "\(tag) is not asked about",
          rule.kind.asyncName ?? "")
      ]
    case (.null, _):
      return [sentence("\(tag) is empty, so a rule is not checked", root?.text ?? "")]
    case (.bool(true), _): return block("\(tag) meets a rule", [reason])
    case (_, .failed), (_, .notReached):
      return block(outcome(of: rule.severity), [reason])
    default:
      return [sentence(outcome(of: rule.severity), reason.message ?? "")]
        + tree([reason], of: tag)
    }
  }

  /// The outcome of a rule that is not met.
  ///
  /// A hidden row is valid, whatever its rules say.
  private func outcome(of severity: Severity) -> String {
    if severity == .warning { return "\(tag) has a warning" }
    let isHidden = form[tag]?.isHidden ?? false
    return isHidden ? "\(tag) would be invalid if it were shown" : "\(tag) is invalid"
  }

  /// The errors and warnings of the value from rules without a predicate.
  private func otherErrors(_ reasons: [Reason]) -> [RowError] {
    let explained = reasons.flatMap { reason -> [String] in
      guard case .rule = reason.subject else { return [] }
      return [reason.message].compactMap { $0 } + failures(of: reason)
    }
    let verdict = form[tag]?.verdict ?? form.section(tag)?.verdict ?? []
    return verdict.filter { !explained.contains($0.message) }
  }

  /// The reasons why a rule cannot be evaluated.
  ///
  /// They replace the rule's message.
  private func failures(of reason: Reason) -> [String] {
    (reason.explanation?.lines ?? []).compactMap { line in
      guard case .failed(let error) = line.result else { return nil }
      return error.diagnostic.message
    }
  }

  // MARK: - Lines

  private func sentence(_ outcome: String, _ cause: String) -> String {
    style(outcome, .bold) + (cause.isEmpty ? "" : ": \(cause.printable)")
  }

  /// The parts of the texts that decide something about a member, with their results.
  private func tree(_ reasons: [Reason], of member: String) -> [String] {
    ExplanationTree.lines(
      of: reasons.compactMap(\.explanation), style, indent: "  ", foldedBelow: Self.shownDepth
    ) { form.jsonKind(named: $0, inTextOf: member) }
  }
}

extension Form {
  /// What a hidden row holds; nil for other rows.
  fileprivate func value(hiddenIn name: String) -> Value {
    self[name].map { $0.isHidden ? $0.value : .null } ?? .null
  }

  /// The first sentence of `--why` about a row or a section; nil if no text decides it.
  func sentence(about aspect: Statement.Aspect, of tag: String) -> String? {
    (causes(of: tag) ?? []).first { $0.statement.aspect == aspect && $0.statement.name == tag }?
      .sentence(in: self)
  }
}

extension Cause {
  /// The largest number of statements in one sentence.
  private static let shownSources = 5

  /// The cause as a sentence, such as "message is hidden, because switchTag is false."; nil if its
  /// texts read nothing.
  fileprivate func sentence(in form: Form) -> String? {
    let all = sources.map { $0.words(in: form) }
    guard !all.isEmpty else { return nil }
    let shown = all.prefix(Self.shownSources)
    let others = all.count - shown.count
    let list = shown.dropLast().joined(separator: ", ")
    let end = others > 0 ? "\(counted(others, "more value"))" : ""
    let causes =
      others > 0
      ? shown.joined(separator: ", ") + " and " + end
      : (list.isEmpty ? "" : list + " and ") + (shown.last ?? "")
    return "\(statement.words(in: form)), because \(causes)."
  }

  fileprivate func json(in form: Form) -> Value {
    .dictionary(
      ValueDictionary(
        statement.pairs(in: form) + [
          ("because", .array(sources.map { .dictionary(ValueDictionary($0.pairs(in: form))) })),
          ("reasons", .array(reasons.map { $0.json(in: form, of: statement.name) })),
        ]))
  }
}

extension Value {
  /// A number of items in words.
  fileprivate var items: String { "\(short) \(self == 1 ? "item" : "items")" }
}

extension Statement {
  /// The statement in words, such as "age is nil" or "visits has 2 items".
  fileprivate func words(in form: Form) -> String {
    switch aspect {
    case .value where value == .null && form.value(hiddenIn: name) != .null:
      "\(name) reads as nil (it is hidden, and holds "
        + "\(form.jsonKind(named: name, inTextOf: name).explained(form.value(hiddenIn: name))))"
    case .value: "\(name) is \(form.jsonKind(named: name, inTextOf: name).explained(value))"
    case .count: "\(name) has \(value.items)"
    case .attribute(let attribute): "\(name) is \(attribute.word(value == true))"
    }
  }

  fileprivate func pairs(in form: Form) -> [(String, Value)] {
    let word =
      switch aspect {
      case .value: "value"
      case .count: "count"
      case .attribute(let attribute): attribute.rawValue
      }
    let kind = aspect == .value ? form.jsonKind(named: name, inTextOf: name) : .any
    var pairs: [(String, Value)] = [
      ("name", .string(name)), ("attribute", .string(word)), ("value", kind.shownInJSON(value)),
    ]
    let held = aspect == .value && value == .null ? form.value(hiddenIn: name) : .null
    if held != .null { pairs.append(("holds", kind.shownInJSON(held))) }
    return pairs
  }
}

extension Reason {
  fileprivate func json(in form: Form, of member: String) -> Value {
    func kind(_ name: String) -> ValueKind { form.jsonKind(named: name, inTextOf: member) }
    var resultKind = ValueKind.any
    var isFollowing: Bool?
    switch subject {
    case .value, .startValue: resultKind = kind(member)
    case .suggestion(let follows): (resultKind, isFollowing) = (kind(member), follows)
    case .trigger: resultKind = kind(member)
    case .attribute, .rule, .option, .count: break
    }
    var pairs: [(String, Value)] = [("result", resultKind.shownInJSON(result))]
    if let isFollowing { pairs.append(("follows", .bool(isFollowing))) }
    if let tag { pairs.append(("tag", .string(tag))) }
    if let message { pairs.append(("message", .string(message))) }
    if isInverted { pairs.append(("inverted", true)) }
    if let text = explanation?.lines.first?.text ?? text { pairs.append(("text", .string(text))) }
    if let explanation {
      pairs.append(("parts", .array(explanation.lines.map { $0.json(kind) })))
    }
    return .dictionary(ValueDictionary(pairs))
  }
}

extension Explanation.Line {
  fileprivate func json(_ kind: (String) -> ValueKind) -> Value {
    let outcome: (String, Value) =
      switch result {
      case .value(let value): ("value", self.kind(kind).shownInJSON(value))
      case .failed(let error): ("failed", .string(error.diagnostic.message))
      case .notReached: ("needed", false)
      }
    return .dictionary(
      ValueDictionary([("depth", .int(Int64(depth))), ("text", .string(text)), outcome]))
  }
}

extension Attribute {
  /// What a member is whose attribute is set, or not set.
  fileprivate func word(_ isSo: Bool) -> String {
    switch self {
    case .hidden: isSo ? "hidden" : "shown"
    case .disabled: isSo ? "disabled" : "enabled"
    case .required: isSo ? "required" : "optional"
    case .valid: isSo ? "valid" : "invalid"
    }
  }
}

extension RuleDefinition.Kind {
  /// The name of the function of an asynchronous rule.
  fileprivate var asyncName: String? {
    if case .asyncFunction(let name, _) = self { name } else { nil }
  }
}
