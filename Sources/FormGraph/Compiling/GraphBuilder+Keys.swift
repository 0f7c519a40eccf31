// Warns about keys that no value of a row or an input can have, judged by its type or its options.
// Such a text fails as soon as there is a value. Nothing is reported if the value may be an object.

import Predicate

extension GraphBuilder {
  /// What a name stands for, seen as a source of values.
  private struct Holder {
    let kind: ValueKind
    var options: [OptionDefinition]?
    /// The names after a tag that mean attributes or the value, not keys.
    var claimed = TextReading.writtenNames
  }

  /// Warns about keys that no value of a row or an input has.
  mutating func warnOfKeys(in reading: TextReading, _ site: Site) {
    for key in reading.keys {
      guard let holder = holder(of: key.variable, for: site.owner),
        let known = keys(of: holder), !known.contains(key.name)
      else { continue }
      // Later warnings would not be listed.
      guard !list.isFull(of: .warning) else { break }
      report(
        Diagnostic(
          .key, message(for: key, of: holder), at: key.range,
          hint: hint(for: key, of: holder, known)),
        .warning, site)
    }
  }

  private func holder(of name: String, for owner: Member?) -> Holder? {
    let row: RowID
    switch meaning(of: name, for: owner) {
    case .input(let input)?:
      return Holder(kind: topology.inputs[input.index].type.valueKind, claimed: ["value"])
    case .member(.row(let id))?: row = id
    case .member(.section(let section))?:
      guard let choice = topology.section(section).choice else { return nil }
      row = choice
    case nil: return nil
    }
    let record = topology.rows[row.index]
    return Holder(kind: record.kind, options: record.content.options)
  }

  /// The keys that values of a holder can have; nil if they can have any key.
  private func keys(of holder: Holder) -> [String]? {
    switch holder.kind {
    case .text: return Value.string("").keyNames
    case .int, .decimal, .bool: return Value.int(0).keyNames
    case .date, .day, .time, .none: return []
    case .any: return nil
    case .choice, .choices:
      guard let options = holder.options, !options.isEmpty else { return nil }
      var keys: [String] = []
      var seen: Set<ValueClass> = []
      for option in options where seen.insert(ValueClass(option.value)).inserted {
        guard let names = option.value.keyNames else { return nil }
        keys += names
      }
      return keys
    }
  }

  /// A group of values with the same keys.
  private enum ValueClass: Hashable {
    case text, number, other

    init(_ value: Value) {
      switch value {
      case .string: self = .text
      case .bool, .int, .double: self = .number
      case .null, .date, .data, .array, .set, .dictionary: self = .other
      }
    }
  }

  private func message(for key: TextReading.Key, of holder: Holder) -> String {
    if holder.options != nil {
      return "no option of '\(key.variable)' has a value with a key '\(key.name)'"
    }
    return holder.kind == .none
      ? "'\(key.variable)' holds no value and has no key '\(key.name)'"
      : "'\(key.variable)' holds \(holder.kind.description), which has no key '\(key.name)'"
  }

  private func hint(
    for key: TextReading.Key, of holder: Holder, _ known: [String]
  ) -> String? {
    if let attribute = Self.opposites[key.name] {
      return "\(attribute) is the opposite: write \(Self.negation(of: attribute, key.variable))"
    }
    if key.isOfValue, holder.claimed.contains(key.name) {
      return "write $\(key.variable).\(key.name) for what the form decides"
    }
    if key.name == "count", holder.kind == .choices {
      return "write $\(key.variable).@count for how many are chosen"
    }
    let options = holder.options ?? []
    if options.contains(where: { $0.members[key.name] != nil }) {
      return "other keys of an option are read as SELF.\(key.name), in 'optionsFilter' alone"
    }
    let display = "display"
    let names = holder.claimed.sorted() + [display] + known
    let meant = key.name == display ? display : Spelling.nearest(to: key.name, among: names)
    return meant.map { nearest in
      if nearest == display { return "write display($\(key.variable)) for what people see" }
      return holder.claimed.contains(nearest)
        ? "did you mean $\(key.variable).\(nearest)?" : "did you mean \(nearest)?"
    }
  }

  // MARK: - Opposites

  /// The attributes whose opposites authors write.
  private static let opposites = [
    "isVisible": "isHidden", "isShown": "isHidden", "isEnabled": "isDisabled",
    "isOptional": "isRequired", "isInvalid": "isValid",
  ]

  private static func negation(of attribute: String, _ tag: String) -> String {
    "NOT $\(tag).\(attribute) == YES"
  }

  /// A hint of the parser as the author of a form needs it.
  static func formHint(_ hint: String, _ site: Site) -> String {
    if site.takesTruth {
      if hint == "write TRUEPREDICATE" { return "write true without quotes" }
      if hint == "write FALSEPREDICATE" { return "write false without quotes" }
    }
    // `$age.isVisible`, which is not compared.
    guard hint.hasPrefix("write $"), hint.hasSuffix(" == YES") else { return hint }
    let path = hint.dropFirst("write $".count).dropLast(" == YES".count)
    let parts = path.split(separator: ".")
    guard parts.count == 2, let attribute = opposites[String(parts[1])] else { return hint }
    return "\(attribute) is the opposite: write \(negation(of: attribute, String(parts[0])))"
  }
}
