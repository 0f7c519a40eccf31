// Findings about keys, collection operators and indexes.

import Predicate

extension PortabilityCheck {
  /// Keys that are names of methods of Apple's text and numbers.
  private static let methodKeys: Set<String> = Set(Casting.textKeys + Casting.numberKeys)
    .subtracting(["length"])

  /// Reports a key of the evaluated object or of a base.
  mutating func noteKey(_ name: String, _ node: NodeIndex, base: NodeIndex?) {
    guard let token = table[tokens(node).upperBound - 1] else { return }
    noteReservedKey(token)
    if name == "count", let base, kinds[base] == .text {
      return note(
        .countOfText, .raises, at: token.range,
        "text has no key 'count'; on Apple this is an exception",
        portable: "length")
    }
    // `description` is a common name for a key of the evaluated object, so it is probably not meant
    // as the method.
    guard Self.methodKeys.contains(name), base != nil || name != "description" else { return }
    note(
      .methodKey, .unverified, at: token.range,
      "may be refused on Apple: '\(name)' is a method of text or numbers, and newer systems forbid "
        + "some methods", isConditional: true)
  }

  mutating func noteMemberVariable(_ node: NodeIndex) {
    let base = spelling(structure.child(0, of: node))
    let key = spelling(structure.child(1, of: node))
    note(
      .variableKey, .unverified, at: core(node), "Apple may not accept a variable as a key",
      portable: "\(base)[\(key)]")
  }

  // MARK: - Operators on collections

  mutating func noteCollectionOperator(_ name: String, _ node: NodeIndex) {
    let span = tokens(node)
    guard let token = table[span.upperBound - 1] else { return }
    let base = structure.child(0, of: node)
    guard let known = CollectionOperator(rawValue: name) else {
      return note(
        .unknownOperator, .raises, at: token.range, "Apple has no operator @\(name)",
        portable: name == "average" ? "@avg" : nil)
    }
    switch known {
    case .unionOfSets:
      note(
        .unknownOperator, .raises, at: token.range, "Apple has no operator @unionOfSets",
        portable: "@distinctUnionOfSets")
    case .allKeys, .allValues:
      note(
        .unknownOperator, .unverified, at: token.range,
        "Apple's guide does not have the operator @\(name)")
    case .avg:
      note(
        .averageOperator, .unverified, at: token.range,
        "may give another average on Apple if elements are nil or missing", isConditional: true)
    default: break
    }
    if known.takesPath, !kinds.keysFollow[node.index] {
      note(
        .operatorWithoutPath, .raises, at: core(node),
        "Apple needs a key after @\(name); for the elements themselves, write #self",
        portable: "\(spelling(core(node))).#self")
    }
    if kinds.operators[base.index] != nil, !isParenthesised(base) {
      note(
        .operatorChain, .differs, at: core(node),
        "Apple reads @\(name) from every element, not from the list of the path",
        portable: known == .count ? "count(\(spelling(base)))" : nil)
    }
  }

  // MARK: - Indices

  mutating func noteIndex(_ node: NodeIndex) {
    let base = structure.child(0, of: node)
    if isCall(node) { noteName(of: node) }
    if kinds[base] == .set {
      note(
        .setOrder, .unverified, at: core(node),
        "the members of a set are ordered here, and not on Apple")
    }
    guard case .index = structure.kind(of: node),
      let index = literal(structure.child(1, of: node)).flatMap(Number.init)
    else { return }
    let range = tree.range(of: structure.child(1, of: node))
    guard let position = index.asExactInt else {
      return note(
        .indexRange, .unverified, at: range,
        "Apple's behaviour for an index with a fraction is not known")
    }
    guard position < 0 || position >= count(of: base) ?? .max else { return }
    note(
      .indexRange, .raises, at: range,
      "index \(position) is out of range; on Apple this is an exception")
  }

  /// The number of elements of a list literal; nil for anything else.
  private func count(of node: NodeIndex) -> Int64? {
    switch structure.kind(of: node) {
    case .aggregate: return Int64(structure.children(of: node).count)
    default:
      guard case .array(let elements)? = literal(node) else { return nil }
      return Int64(elements.count)
    }
  }
}
