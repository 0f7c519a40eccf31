// Random forms and random edits: small enough to be read when they fail, wild enough to reach every
// kind of node. Half of the texts read rows declared later.

import FormGraph
import Predicate
import TestSupport

/// Makes forms and edits from a seed.
struct RandomForm {
  var random: SplitMix64
  /// The tags of rows with their types, in the order in which conditions may read them.
  private var readable: [(tag: String, type: RowType)] = []

  init(random: SplitMix64) { self.random = random }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  /// A form whose conditions read only rows made before, in a random order of declaration.
  mutating func definition() -> FormDefinition {
    readable = []
    let count = Int.random(in: 2...14, using: &random)
    var rows = (0..<count).map { row("r\($0)") }
    rows.shuffle(using: &random)
    var form = FormDefinition(inputs: [InputDefinition(name: "i0", type: .int, value: 1)])
    form.hiddenValues = pick([.keep, .keep, .nil])
    let sectionCount = Int.random(in: 1...3, using: &random)
    for index in 0..<sectionCount {
      var section = SectionDefinition(tag: "s\(index)")
      section.rows = rows.enumerated().filter { $0.offset % sectionCount == index }.map(\.element)
      // Any row may be read here, so some of these forms are cycles and are refused.
      if chance(35) { section.hidden = condition() }
      if chance(20) { section.disabled = condition() }
      form.sections.append(section)
    }
    if chance(15) { form.readOnly = condition() }
    return form
  }

  private mutating func row(_ tag: String) -> RowDefinition {
    var row = RowDefinition(tag: tag, type: pick([.switch, .int, .int, .text, .text, .decimal]))
    if !readable.isEmpty {
      if row.type == .int || row.type == .decimal, chance(35) { row.calculated = number() }
      if row.calculated == nil, row.type == .int || row.type == .decimal, chance(25) {
        row.defaultFormula = number()
      }
      if chance(45) { row.hidden = condition() }
      if chance(25) { row.disabled = condition() }
      if chance(25) { row.required = condition() }
      if chance(15) { row.whenHidden = pick([.keep, .nil]) }
    }
    if row.calculated == nil, row.defaultFormula == nil, chance(50) {
      row.value = value(of: row.type)
    }
    if row.type == .text, chance(40) {
      row.rules.append(RuleDefinition(.minLength(3), message: "short"))
    }
    if chance(20) {
      row.rules.append(RuleDefinition(.predicate("SELF != " + constant()), message: "equal"))
    }
    if let other = readable.randomElement(using: &random), chance(15) {
      row.rules.append(RuleDefinition(.equals(other.tag), message: "differs"))
      row.rules.append(
        RuleDefinition(
          .predicate("SELF == $\(other.tag) OR $\(other.tag) == nil"), message: "other"))
    }
    readable.append((tag, row.type))
    return row
  }

  private mutating func condition() -> ConditionDefinition {
    ConditionDefinition(.predicate(predicate(2)), isInverted: chance(20))
  }

  private mutating func predicate(_ depth: Int) -> String {
    if depth > 0, chance(35) {
      return "(\(predicate(depth - 1)) \(pick(["AND", "OR"])) \(predicate(depth - 1)))"
    }
    if depth > 0, chance(15) { return "NOT \(predicate(depth - 1))" }
    let tag = pick(readable).tag
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return "$\(tag).\(pick(["isHidden", "isDisabled", "isRequired", "isValid"])) == YES"
    case 1: return "$\(tag) == nil"
    case 2: return "$\(tag) \(pick(["==", "!=", "<", ">="])) \(constant())"
    case 3: return "\(number()) > \(constant())"
    case 4: return "$i0 == $\(tag)"
    case 5: return "$\(tag) \(pick(["==", "!="])) $\(pick(readable).tag)"
    default: return "$\(tag) IN {\(constant()), \(constant())}"
    }
  }

  private mutating func number() -> String {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: "$\(pick(readable).tag) + \(Int.random(in: -1...2, using: &random))"
    case 1: "$\(pick(readable).tag) * $\(pick(readable).tag)"
    case 2: "sum({$\(pick(readable).tag), $\(pick(readable).tag), 1})"
    case 3: "TERNARY(\(predicate(0)), 1, 2)"
    default: "6 / $\(pick(readable).tag)"
    }
  }

  private mutating func constant() -> String {
    pick(["0", "1", "2", "2.5", "'a'", "'abc'", "nil", "YES"])
  }

  /// A value that a row of this type takes.
  mutating func value(of type: RowType) -> Value {
    switch type.valueKind {
    case .bool: .bool(chance(50))
    case .int: chance(20) ? Value.null : .int(Int64.random(in: 0...3, using: &random))
    case .decimal: chance(20) ? Value.null : .double(pick([0, 1, 2.5]))
    default: pick([.null, "", "a", "abc"])
    }
  }

  /// What a random edit sets: a row that takes edits, or the input.
  mutating func edit(of form: FormDefinition) -> (tag: String, value: Value) {
    let rows = form.sections.flatMap(\.rows).filter { $0.calculated == nil }
    guard let row = rows.randomElement(using: &random), chance(90) else {
      return ("i0", .int(Int64.random(in: 0...3, using: &random)))
    }
    return (row.tag ?? "", value(of: row.type))
  }
}
