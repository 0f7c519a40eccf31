// What is legal and can be seen to go wrong, or to mean something else than was probably meant.

extension Parser {
  /// A comparison with a constant on its right.
  mutating func noteComparison(_ symbol: ComparisonOperator, _ right: NodeID) {
    let range = builder.ranges[right.index].offsets
    if symbol == .matches || symbol == .like, alteredLiterals.contains(right),
      case .string(let pattern)? = builder.literal(right)
    {
      warn(
        "the pattern is read as \(quoted(pattern)): a backslash in a literal escapes first",
        at: range, hint: "write each backslash of a pattern twice")
    }
    guard symbol == .between, case .aggregate = builder.structure.kind(of: right) else { return }
    let bounds = builder.structure.children(of: right)
    guard bounds.count == 2, let first = bounds.first, let last = bounds.last else {
      return warn("BETWEEN needs two bounds, here are \(bounds.count)", at: range, hint: nil)
    }
    if let lower = builder.literal(first), let upper = builder.literal(last),
      lower.order(to: upper) == .after
    {
      warn(
        "no value lies between these bounds: the lower one comes first", at: range,
        hint: "swap the bounds")
    }
  }

  /// `ANY a.b == 1 AND ANY a.c == 2` may hold for two different elements.
  mutating func noteSeparateElements(_ operands: ArraySlice<NodeID>) {
    var keys: [String: String] = [:]
    for operand in operands {
      guard let (list, key) = quantifiedKey(operand) else { continue }
      guard let other = keys[list] else {
        keys[list] = key
        continue
      }
      if other == key { continue }
      return warn(
        "each ANY may hold for another element of \(list)",
        at: builder.ranges[operand.index].offsets,
        hint:
          "one element for both is SUBQUERY(\(list), $x, $x.\(other) … AND $x.\(key) …).@count > 0"
      )
    }
  }

  /// The list and the key of `ANY list.key …`, as they are written.
  private func quantifiedKey(_ node: NodeID) -> (list: String, key: String)? {
    guard case .comparison(_, _, .any) = builder.structure.kind(of: node) else { return nil }
    let left = builder.structure.child(0, of: node)
    guard case .member(let key) = builder.structure.kind(of: left) else { return nil }
    let list = builder.ranges[builder.structure.child(0, of: left).index].offsets
    return (String(decoding: bytes[list], as: UTF8.self), builder.structure.name(key))
  }

  /// `1 / 2` is 0.
  mutating func noteDivision(_ symbol: ExpressionOperator, _ left: NodeID, _ right: NodeID) {
    guard symbol == .divide, case .int(let dividend)? = builder.literal(left),
      case .int(let divisor)? = builder.literal(right), divisor != 0,
      // Negating the smallest integer is the one quotient that overflows.
      divisor != -1, dividend % divisor != 0
    else { return }
    warn(
      "\(dividend) / \(divisor) is \(dividend / divisor): integers divide to an integer",
      at: level.start..<previousEnd, hint: "write \(dividend) / \(divisor).0")
  }

  /// A constant that CAST cannot take.
  mutating func noteCast(_ value: Value, _ target: CastTarget, _ range: Range<Int>) {
    do throws(Trouble) {
      _ = try Casting.cast(value, to: target)
    } catch {
      warn(error.message, at: range, hint: error.hint)
    }
  }

  /// `SUBQUERY(rows, $x, key == 1)`: keys are the outer object's, and `$x` stands nowhere.
  mutating func noteBareKeys(from firstNode: Int, level: Int, _ name: String) {
    let structure = builder.structure
    guard firstNode <= structure.nodes.count else { return }
    var bareKey: NodeID?
    for index in firstNode..<structure.nodes.count {
      switch structure.nodes[index].kind {
      case .iterator(let used, _) where Int(used) == level: return
      case .key where bareKey == nil: bareKey = NodeID(index)
      default: break
      }
    }
    guard let bareKey, case .key(let key) = structure.kind(of: bareKey) else { return }
    let keyName = structure.name(key)
    warn(
      "\(keyName) is read of the outer object, and $\(name) is not used",
      at: builder.ranges[bareKey.index].offsets, hint: "write $\(name).\(keyName)")
  }

  /// `{1, 2}.count` asks every element for its count.
  mutating func noteCount(_ name: String, of base: NodeID, _ range: Range<Int>) {
    guard name == "count", yieldsCollection(base) else { return }
    warn("count is read of every element", at: range, hint: "the number of elements is .@count")
  }

  private func yieldsCollection(_ node: NodeID) -> Bool {
    switch builder.structure.kind(of: node) {
    case .aggregate, .subquery, .infix(.union), .infix(.intersect), .infix(.minus),
      .call(.mode):
      true
    case .collectionOperator(let name):
      switch CollectionOperator(rawValue: builder.structure.name(name)) {
      case .allKeys, .allValues, .unionOfObjects, .distinctUnionOfObjects, .unionOfArrays,
        .distinctUnionOfArrays, .unionOfSets, .distinctUnionOfSets:
        true
      default: false
      }
    default: false
    }
  }

  mutating func noteUnknownOperator(_ name: String, at range: Range<Int>) {
    let known = CollectionOperator.allCases.map { "@" + $0.rawValue }
    let nearest = Spelling.nearest(to: "@" + name, among: known)
    let meant = name == "K" ? "%K" : name == "average" ? "@avg" : nearest
    warn(
      "@\(name) is no operator on collections, evaluating it fails", at: range,
      hint: meant.map { "did you mean \($0)?" })
  }

  /// `'text'[c]` indexes by a key; the options of a comparison stand behind its operator.
  mutating func noteIndex(_ index: NodeID, of base: NodeID) {
    guard case .key(let name) = builder.structure.kind(of: index),
      builder.structure.name(name).lowercased().allSatisfy("cdnl".contains)
    else { return }
    switch builder.structure.kind(of: base) {
    case .placeholder: break
    case .literal:
      guard case .string? = builder.literal(base) else { return }
    default: return
    }
    let letters = builder.structure.name(name)
    warn(
      "[\(letters)] here looks up the key '\(letters)'", at: builder.ranges[index.index].offsets,
      hint: "options follow the operator: CONTAINS[\(letters)]")
  }
}
