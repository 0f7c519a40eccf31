// What a rule may have, in the order of a written file: the keys of every rule as fields, and the
// keys that make its kind as its entry says.

import Predicate

extension RuleDefinition: FieldOwner {
  /// The keys of every rule besides `type`, and `trims`.
  package static let fields: [Field<RuleDefinition>] = [
    .value(
      .message,
      "what is shown if the value does not meet the rule; `{title}`, `{value}` and the rule's own "
        + "parameters are filled in", missing: "a text of the engine", .message, { $0.message },
      { $0.message = $1 }),
    .value(
      .id, "a name for the rule, which errors carry", .text(), { $0.id }, { $0.id = $1 }),
    .value(
      .severity, #"`"error"`, or `"warning"`, which does not make the row invalid"#,
      .word("severity"), { $0.severity == .error ? nil : $0.severity }, { $0.severity = $1 },
      standard: { _ in .string(Severity.error.rawValue) }),
    .value(
      .allowsEmpty, "whether an empty value meets the rule unchecked",
      missing: "`true`; `false` for `equals`", .flag, { $0.allowsEmpty }, { $0.allowsEmpty = $1 }),
    Field(
      .trims,
      "of a shape such as `email`, and of `regex`: whether white space at both ends is ignored",
      .own,
      schema: { _ in Codec<Bool>.flag.schema() },
      // A kind that cannot trim cannot have the key, which has been reported.
      read: { reader, object, rule in
        guard rule.kind.traits.contains(.trims) else { return }
        rule.trims = reader.flag(.trims, in: object) ?? false
      },
      write: { $0.trims ? (.trims, true) : nil }, standard: { _ in false }),
  ]

  /// Parts deeper than the maximum depth are left out.
  var json: Value { json(below: 0) }

  private func json(below depth: Int) -> Value {
    var object = ObjectWriter()
    let parameter = kind.parameter
    if kind.key == nil {
      if case .nothing = parameter, self == RuleDefinition(kind) { return .string(kind.word) }
      object.add(.type, kind.word)
    }
    switch parameter {
    case .nothing: break
    case .length(let length): object.add(.value, .int(Int64(length.count)))
    case .bound(let bound): object.add(.value, bound)
    case .pattern(let pattern): object.add(.pattern, pattern)
    case .tag(let tag): object.add(.tag, tag)
    case .predicate(let text): object.add(.predicate, text)
    case .function(let name, let reads):
      if let key = kind.key { object.add(key, name, reads) }
    case .rules(let rules):
      let parts = depth < Self.maximumDepth ? rules.map { $0.json(below: depth + 1) } : []
      if let key = kind.key { object.add(key, .array(parts)) }
    }
    object.add(Self.fields, of: self)
    return object.value
  }
}

extension RuleEntry {
  /// What the keys mean that make the kind of a rule, as fields say it.
  static let docs: KeyValuePairs<FormKey, String> = [
    .type: "the name of the rule; a rule with a key of its own, such as `allOf`, needs none",
    .value: "the length or the bound; in `equals` the same as `tag`",
    .tag: "of `equals`: the other row",
    .pattern: "of `regex`: the pattern",
    .predicate: "a predicate that must be true, in which `SELF` is the value",
    .function: "a function of the host app",
    .asyncFunction: "a function of the host app that [takes time](#answers-that-take-time)",
    .dependsOn: "of a function: what it reads",
    .allOf: "a list of rules; the value must meet all of them",
    .anyOf: "a list of rules; the value must meet at least one of them",
    .ruleSet: "the name of a [rule set](#rule-sets)",
  ]

  /// A hint that shows how to write the rule.
  var hint: String {
    guard case .dictionary(let members) = sample.json else {
      return "write \(JSONWriter.text(of: sample.json))"
    }
    let pairs = zip(members.keys, members.values).map { key, value in
      "\"\(key)\": \(JSONWriter.text(of: value))"
    }
    return "write {\(pairs.joined(separator: ", "))}"
  }
}

extension FormKeys {
  /// The keys that make an object a rule without a `type`.
  static let ofUntypedRules = FormKeys(RuleEntry.keyed.compactMap(\.key) + [.ruleSet])
  /// The keys that only some kinds of rules have.
  static let ofSomeRules = FormKeys(
    (RuleEntry.all.flatMap(\.keys) + ofUntypedRules.list).reduce(into: []) { keys, key in
      if !keys.contains(key) { keys.append(key) }
    })
  /// The keys that every rule can have.
  static let ofEveryRule = FormKeys(
    [.type] + FormKeys(RuleDefinition.fields).list.filter { !ofSomeRules.contains($0) })
  static let rule = FormKeys(ofEveryRule.list + ofSomeRules.list)
}
