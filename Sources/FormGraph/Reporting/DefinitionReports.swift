// What a client needs of a definition to draw a form, as JSON: everything that the file says and a
// client shows, also what never changes. A key is left out where the file says nothing. What
// decides or checks something (conditions, formulas, rules) is no part of it: its results are in
// the state.

import Predicate

/// What clients are told of an owner as its file says it: its fields say which keys.
struct ToldSettings<Owner: FieldOwner>: Sendable {
  private let writes: [@Sendable (Owner) -> (key: FormKey, value: Value)?]

  init(_ fields: [Field<Owner>]) { writes = fields.filter(\.isTold).map(\.write) }

  func pairs(of owner: Owner) -> [(String, Value)] {
    writes.compactMap { write in write(owner).map { ($0.key.text, $0.value) } }
  }
}

extension FormDefinition { static let told = ToldSettings(fields) }
extension PageDefinition { static let told = ToldSettings(fields) }
extension SectionDefinition { static let told = ToldSettings(fields) }
extension ItemsDefinition { static let told = ToldSettings(fields) }
extension SelectionDefinition { static let told = ToldSettings(fields) }
extension MatrixDefinition { static let told = ToldSettings(fields) }
extension RowDefinition { static let told = ToldSettings(fields) }
extension OptionDefinition { static let told = ToldSettings(fields) }

extension ShownTexts {
  /// The texts that are given, without the title, which every state has.
  var jsonWithoutTitle: [(String, Value)] {
    given.filter { $0.key != .title }.map { ($0.key.rawValue, .string($0.text)) }
  }
}

extension OptionDefinition {
  /// The option with its title and the keys that are the author's own.
  func jsonOfState(_ kinds: JSONKinds) -> Value {
    var pairs: [(String, Value)] = [("value", kinds.value.shownInJSON(value))]
    if let title { pairs.append(("title", .string(title.description))) }
    pairs += Self.told.pairs(of: self)
    for (key, member) in zip(members.keys, members.values)
    where !FormKeys.option.list.contains(where: { $0.text == key }) {
      pairs.append((key, kinds.keys[key]?.shownInJSON(member) ?? member))
    }
    return .dictionary(ValueDictionary(pairs))
  }
}

/// The JSON of options that have been written.
///
/// The rows of a matrix share their options, and so do the items of a list: their JSON is made
/// once.
struct WrittenOptions {
  private var known: [(options: [OptionDefinition], kinds: JSONKinds, json: Value)] = []
  /// A list of items may have several rows with options.
  private static let maximum = 8

  /// The options as a list.
  ///
  /// - Complexity: O(1) if they are the same array as one of the last; otherwise O(n).
  mutating func json(of options: [OptionDefinition], _ kinds: JSONKinds) -> Value {
    // Arrays that share their storage are equal without a look at their elements.
    if let known = known.first(where: { $0.options == options && $0.kinds == kinds }) {
      return known.json
    }
    let json = Value.array(options.map { $0.jsonOfState(kinds) })
    if known.count == Self.maximum { known.removeFirst() }
    known.append((options, kinds, json))
    return json
  }
}

extension RowState {
  /// What the row says and a client shows, without its type and its title.
  func jsonOfDefinition(_ written: inout WrittenOptions) -> [(String, Value)] {
    var pairs = texts.jsonWithoutTitle
    func add(_ key: String, _ value: Value?) { if let value { pairs.append((key, value)) } }
    let kind = jsonKinds.value
    add("minimum", bounds.minimum.map(kind.shownInJSON))
    add("maximum", bounds.maximum.map(kind.shownInJSON))
    add("step", bounds.step)
    if shownOptions != .none { add("allOptions", written.json(of: allOptions, jsonKinds)) }
    if definition.isCalculated { add("calculated", true) }
    return pairs + RowDefinition.told.pairs(of: definition)
  }
}

extension SectionState {
  /// What the section says and a client shows, without its tag, its title and its rows.
  func jsonOfDefinition(_ written: inout WrittenOptions) -> [(String, Value)] {
    var pairs = texts.jsonWithoutTitle + SectionDefinition.told.pairs(of: definition)
    func add(_ key: String, _ value: Value?) { if let value { pairs.append((key, value)) } }
    switch definition.kind {
    case .plain: break
    case .multivalued(let items):
      add("minimum", minimum.map { .int(Int64($0)) })
      add("maximum", maximum.map { .int(Int64($0)) })
      if items.countFormula != nil { add("counted", true) }
      pairs += ItemsDefinition.told.pairs(of: items)
    case .selectable(let selection):
      pairs += SelectionDefinition.told.pairs(of: selection)
    case .matrix(let matrix):
      pairs += MatrixDefinition.told.pairs(of: matrix)
      // All rows have these options, and each has their titles in the language of the form.
      add(
        "allOptions",
        written.json(
          of: rows.first?.allOptions ?? matrix.options.written ?? [],
          rows.first?.jsonKinds ?? JSONKinds(.any)))
    }
    return pairs
  }
}

extension Navigation {
  /// The words for the options; nil for what holds where nothing is said.
  var jsonOfState: Value? {
    guard self != .standard else { return nil }
    let words = Self.names.filter { !$0.value.isEmpty && contains($0.value) }.map(\.key)
    return words.isEmpty ? ["disabled"] : .array(words.map(Value.string))
  }
}
