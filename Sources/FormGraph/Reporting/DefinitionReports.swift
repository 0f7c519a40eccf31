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

extension OptionDefinition {
  /// The option with its title and the keys that are the author's own.
  func jsonOfState(_ kinds: JSONKinds) -> Value {
    var pairs = [ToldKey.value.member(kinds.value.shownInJSON(value))]
    if let title { pairs.append(ToldKey.title.member(.string(title.description))) }
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

extension Navigation {
  /// The words for the options; nil for what holds where nothing is said.
  var jsonOfState: Value? {
    guard self != .standard else { return nil }
    let words = Self.names.filter { !$0.value.isEmpty && contains($0.value) }.map(\.key)
    return words.isEmpty ? ["disabled"] : .array(words.map(Value.string))
  }
}
