// Warns about keys that no value of a row or an input can have, judged by its type or its options.
// Such a text fails as soon as there is a value. Nothing is reported if the value may be an object.

import Predicate

extension GraphBuilder {
  /// What a name stands for, seen as a source of values.
  private struct Holder {
    let kind: ValueKind
    /// The row with options of its own; nil for anything else.
    var chooser: RowIndex?
    /// The names after a tag that mean attributes or the value, not keys.
    var claimed = TextReading.writtenNames
  }

  /// Warns about keys that no value of a row or an input has.
  mutating func warnOfKeys(in reading: TextReading, _ site: Site) {
    for key in reading.keys {
      // Later warnings would not be listed.
      guard !list.isFull(of: .warning) else { break }
      guard let holder = holder(of: key.variable, for: site.owner),
        let known = keys(of: holder), !known.contains(key.name)
      else { continue }
      let hint = hint(for: key, of: holder, known, in: reading.resolution.text)
      report(
        Diagnostic(.key, message(for: key, of: holder), at: key.range, hint: hint), .warning, site)
    }
  }

  private func holder(of name: String, for owner: Member?) -> Holder? {
    let row: RowIndex
    switch meaning(of: name, for: owner) {
    case .input(let input)?:
      return Holder(kind: topology.graph.inputs[input.index].type.valueKind, claimed: ["value"])
    case .member(.row(let id))?: row = id
    case .member(.section(let section))?:
      guard let choice = topology.section(section).choice else { return nil }
      row = choice
    case nil: return nil
    }
    let record = topology.rows[row.index]
    let hasOptions = record.content.options?.written != nil
    return Holder(kind: record.kind, chooser: hasOptions ? row : nil)
  }

  /// The keys that values of a holder can have; nil if they can have any key.
  ///
  /// - Complexity: O(n) in the number of options the first time, then O(1).
  private mutating func keys(of holder: Holder) -> KnownKeys? {
    switch holder.kind {
    case .text: return KnownKeys(Value.string("").keyNames ?? [])
    case .int, .decimal, .bool: return KnownKeys(Value.int(0).keyNames ?? [])
    case .date, .day, .time, .none: return KnownKeys([])
    case .any: return nil
    case .choice, .choices: return holder.chooser.flatMap { optionKeys(of: $0).ofValues }
    }
  }

  /// The keys of the options that a row lists itself.
  private mutating func optionKeys(of row: RowIndex) -> OptionKeys {
    let content = topology.rows[row.index].content
    if let known = optionKeys[row], known.content === content.shared { return known }
    let keys = OptionKeys(of: content)
    optionKeys[row] = keys
    return keys
  }

  private func message(for key: TextReading.Key, of holder: Holder) -> String {
    if holder.chooser != nil {
      return "no option of '\(key.variable)' has a value with a key '\(key.name)'"
    }
    return holder.kind == .none
      ? "'\(key.variable)' holds no value and has no key '\(key.name)'"
      : "'\(key.variable)' holds \(holder.kind.description), which has no key '\(key.name)'"
  }

  private mutating func hint(
    for key: TextReading.Key, of holder: Holder, _ known: KnownKeys, in text: String
  ) -> String? {
    if let attribute = Self.opposites[key.name] {
      let around = Self.negation(around: key.range, in: text)
      return Self.oppositeHint(
        of: attribute, key.variable, isNegated: around.isNegated, isBehindNot: around.isBehindNot)
    }
    if key.isOfValue, holder.claimed.contains(key.name) {
      return "write $\(key.variable).\(key.name) for what the form decides"
    }
    if key.name == "isEmpty" {
      return holder.kind == .choices
        ? "write $\(key.variable).@count == 0" : "write $\(key.variable) == nil"
    }
    if Self.countWords.contains(key.name), holder.kind == .choices {
      return "write $\(key.variable).@count for how many are chosen"
    }
    if holder.kind.holdsDates, Self.dateParts.contains(key.name) {
      return "write \(key.name)($\(key.variable))"
    }
    if let row = holder.chooser, optionKeys(of: row).others.contains(key.name) {
      return "other keys of an option are read as SELF.\(key.name), in 'optionsFilter' alone"
    }
    let display = "display"
    let names = holder.claimed.sorted() + [display] + known.list
    var meant: String? = display
    if key.name != display {
      guard comparisonsLeft > 0 else { return nil }
      comparisonsLeft -= names.count
      meant = Spelling.nearest(to: key.name, among: names)
    }
    return meant.map { nearest in
      if nearest == display { return "write display($\(key.variable)) for what people see" }
      return holder.claimed.contains(nearest)
        ? "did you mean $\(key.variable).\(nearest)?" : "did you mean \(nearest)?"
    }
  }

  /// The functions that give a part of a date.
  private static let dateParts: Set<String> = ["year", "month", "day", "weekday", "hour", "minute"]

  // MARK: - Opposites

  /// The attributes whose opposites authors write.
  private static let opposites = [
    "isVisible": "isHidden", "isShown": "isHidden", "isEnabled": "isDisabled",
    "isOptional": "isRequired", "isInvalid": "isValid",
  ]

  /// The hint for an opposite that stands alone, or behind NOT, or is compared with NO.
  private static func oppositeHint(
    of attribute: String, _ tag: String, isNegated: Bool, isBehindNot: Bool
  ) -> String {
    isNegated != isBehindNot
      ? "\(attribute) is the opposite: write $\(tag).\(attribute) == YES"
        + (isBehindNot ? ", without NOT" : "")
      : "\(attribute) is the opposite: write NOT $\(tag).\(attribute) == YES"
  }

  /// What stands around a key: whether NOT stands before it, and whether it is compared with NO.
  private static func negation(
    around range: Range<Int>, in text: String
  ) -> (isNegated: Bool, isBehindNot: Bool) {
    let bytes = Array(text.utf8)
    let before = String(decoding: bytes[..<range.lowerBound].suffix(5), as: UTF8.self)
    let last = before.split(whereSeparator: \.isWhitespace).last?.uppercased() ?? ""
    let after = String(decoding: bytes[range.upperBound...].prefix(16), as: UTF8.self)
    let comparison = after.filter { !$0.isWhitespace }.uppercased()
    let isNegated = ["==NO", "=NO", "==FALSE", "=FALSE", "==0", "=0", "!=YES", "!=TRUE", "!=1"]
      .contains(where: comparison.hasPrefix)
    return (isNegated, last == "NOT" || last.hasSuffix("!"))
  }

  /// A hint of the parser as the author of a form needs it.
  func formHint(_ hint: String, _ site: Site) -> String {
    if site.takesTruth {
      if hint == "write TRUEPREDICATE" { return "write true without quotes" }
      if hint == "write FALSEPREDICATE" { return "write false without quotes" }
    }
    return choiceHint(hint, site) ?? truthHint(hint, site) ?? listHint(hint, site)
      ?? Self.attributeHint(hint) ?? hint
  }

  /// The hint about `$age.isVisible`, which is not compared.
  private static func attributeHint(_ hint: String) -> String? {
    guard hint.hasPrefix("write $"),
      let end = [" == YES", " == NO"].first(where: hint.hasSuffix)
    else { return nil }
    let path = hint.drop { $0 != "$" }.dropFirst().dropLast(end.count)
    let parts = path.split(separator: ".")
    guard parts.count == 2, let attribute = opposites[String(parts[1])] else { return nil }
    return oppositeHint(
      of: attribute, String(parts[0]), isNegated: end == " == NO", isBehindNot: false)
  }

  /// The hint about `!$name` of a row that is not a switch: other languages test for a value so.
  private func truthHint(_ hint: String, _ site: Site) -> String? {
    let parts = hint.split(separator: " ")
    guard parts.count == 4, parts[0] == "write", parts[1].hasPrefix("$"), parts[2] == "==",
      parts[3] == "YES" || parts[3] == "NO",
      let holder = holder(of: String(parts[1].dropFirst()), for: site.owner),
      [.text, .int, .decimal, .day, .time, .date, .choices].contains(holder.kind)
    else { return nil }
    return "write \(parts[1]) \(parts[3] == "YES" ? "!=" : "==") nil"
  }

  /// The hint about `$lines.exists()`: a list is never nil, but may be empty.
  private func listHint(_ hint: String, _ site: Site) -> String? {
    let parts = hint.split(separator: " ")
    guard parts.count == 4, parts[0] == "write", parts[1].hasPrefix("$"), parts[3] == "nil",
      case .member(.section(let section))? = meaning(
        of: String(parts[1].dropFirst()), for: site.owner),
      topology.section(section).templates != nil
    else { return nil }
    return "write \(parts[1]).@count \(parts[2] == "==" ? "==" : ">") 0"
  }

  /// The hint about `selected($smoker, 'x')`, where one option is chosen and not a list.
  private func choiceHint(_ hint: String, _ site: Site) -> String? {
    let start = "write $"
    let parts = hint.split(separator: " CONTAINS ", maxSplits: 1)
    guard parts.count == 2, parts[0].hasPrefix(start),
      let holder = holder(of: String(parts[0].dropFirst(start.count)), for: site.owner),
      ![.choices, .any, .text].contains(holder.kind)
    else { return nil }
    return "\(parts[0]) == \(parts[1])"
  }
}

/// Keys that values can have.
struct KnownKeys {
  /// The keys in the order in which they were found, each once.
  private(set) var list: [String] = []
  private var all: Set<String> = []

  init(_ keys: [String]) { insert(keys) }

  mutating func insert(_ keys: [String]) {
    for key in keys where all.insert(key).inserted { list.append(key) }
  }

  func contains(_ key: String) -> Bool { all.contains(key) }
}

/// The keys of the options of a row, which a thousand texts may read.
struct OptionKeys {
  /// The row that has the options.
  let content: RowDefinition.ContentObject
  /// The keys that the values of the options have; nil if they can have any key.
  let ofValues: KnownKeys?
  /// The further keys that the options themselves have.
  let others: Set<String>

  /// - Complexity: O(n) in the number of the options and their keys.
  init(of row: RowDefinition) {
    content = row.shared
    let options = row.options?.written ?? []
    ofValues = Self.keys(ofValues: options)
    others = Set(options.lazy.flatMap(\.members.keys))
  }

  private static func keys(ofValues options: [OptionDefinition]) -> KnownKeys? {
    guard !options.isEmpty else { return nil }
    var keys = KnownKeys([])
    var seen: Set<ValueClass> = []
    Effort.count(options.count)
    for option in options {
      if case .dictionary(let members) = option.value {
        keys.insert(members.keys)
        continue
      }
      guard seen.insert(ValueClass(option.value)).inserted else { continue }
      guard let names = option.value.keyNames else { return nil }
      keys.insert(names)
    }
    return keys
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
}
