// Warnings for texts that parse, but fail when evaluated or probably mean something else than
// intended.

extension Parser {
  /// Warns of a comparison whose constant right side cannot be what was meant.
  mutating func noteComparison(
    _ symbol: ComparisonOperator, _ left: NodeIndex, _ right: NodeIndex
  ) {
    if case .aggregate = builder.kind(of: left) { noteBraces(left, symbol, right) }
    noteSilentHabits(symbol, left, right)
    let range = builder.range(of: right)
    if symbol == .matches || symbol == .like, right == alteredLiteral,
      case .string(let pattern)? = builder.literal(right)
    {
      warn(
        .lostBackslash,
        "the pattern is read as \(quoted(pattern)): in quotes, a backslash starts an escape",
        at: range, hint: "each backslash of a pattern is written twice")
    }
    guard symbol == .between, case .aggregate = builder.kind(of: right) else { return }
    let count = builder.childCount(of: right)
    guard count == 2 else {
      return warn(.operand, "BETWEEN needs two bounds, not \(count)", at: range, hint: nil)
    }
    if let lower = builder.literal(builder.child(0, of: right)),
      let upper = builder.literal(builder.child(1, of: right)),
      lower.order(to: upper) == .after
    {
      warn(
        .exchangedBounds,
        "no value lies between these bounds: the lower bound must come first", at: range,
        hint: "swap the bounds")
    }
  }

  /// Warns of `{key} == 'text'`, which is how other languages write `key == 'text'`.
  private mutating func noteBraces(
    _ left: NodeIndex, _ symbol: ComparisonOperator, _ right: NodeIndex
  ) {
    guard symbol != .contains, builder.literal(right) != nil, let name = nameInBraces(left) else {
      return
    }
    let key = shortened(name)
    warn(
      .operand, "{\(key)} is a list, and \(source(right)) is a single value",
      at: builder.range(of: left),
      hint: .write(name, at: builder.range(of: left), ", or $\(key) for a variable"))
  }

  /// Warns of `ANY a.b == 1 AND ANY a.c == 2`, which may hold for two different elements.
  mutating func noteSeparateElements(from first: Int) {
    var keys: [String: String] = [:]
    for index in first..<parts.count {
      let operand = parts[index]
      guard let (list, key) = quantifiedKey(operand) else { continue }
      guard let other = keys[list] else {
        keys[list] = key
        continue
      }
      if other == key { continue }
      return warn(
        .separateElements, "each ANY may match a different element of \(list)",
        at: builder.range(of: operand),
        hint:
          "one element is tested for both by SUBQUERY(\(list), $x, $x.\(other) … AND $x.\(key) …).@count > 0"
      )
    }
  }

  /// The list and the key of `ANY list.key …`, as written.
  private func quantifiedKey(_ node: NodeIndex) -> (list: String, key: String)? {
    guard case .comparison(_, _, .any) = builder.kind(of: node) else { return nil }
    let left = builder.child(0, of: node)
    guard case .member(let key) = builder.kind(of: left) else { return nil }
    let list = builder.range(of: builder.child(0, of: left))
    // A long list is not repeated in the hint. Where lists nest, each list would be repeated once
    // for each level.
    guard list.count <= 200 else { return nil }
    return (bytes.text(list), builder.name(key))
  }

  /// Warns of a division of integers that loses its remainder: `1 / 2` is 0.
  mutating func noteDivision(_ symbol: ExpressionOperator, _ left: NodeIndex, _ right: NodeIndex) {
    guard symbol == .divide, case .int(let dividend)? = builder.literal(left),
      case .int(let divisor)? = builder.literal(right), divisor != 0,
      // A division by -1 has no remainder; of the smallest integer, it would overflow.
      divisor != -1, dividend % divisor != 0, !isDateWithSlashes
    else { return }
    let place = builder.range(of: right)
    let isDecimal = bytes[place].allSatisfy { (0x30...0x39).contains($0) }
    let fraction = "\(divisor).0"
    warn(
      .division, "\(dividend) / \(divisor) is \(dividend / divisor): integers divide to an integer",
      at: level.start..<previousEnd,
      hint: isDecimal ? Hint("write \(dividend) / \(fraction)", fraction, place) : nil)
  }

  /// Whether a slash and a year follow the two numbers before the current token, `12/05/2024`.
  private var isDateWithSlashes: Bool {
    at(.slash) && previousEnd == token.range.lowerBound
      && token.range.upperBound == following.range.lowerBound && following.range.count == 4
      && (1000...9999).contains(Int(spelling(following)) ?? 0)
  }

  /// Warns of a constant that CAST cannot convert.
  mutating func noteCast(_ value: Value, _ target: CastTarget, _ range: Range<Int>) {
    do throws(Trouble) {
      _ = try Casting.cast(value, to: target)
    } catch {
      warn(.cast, error.message, at: range, hint: error.hint.map(Hint.init(stringLiteral:)))
    }
  }

  /// Warns of `SUBQUERY(rows, $x, key == 1)`: the key is read from the outer object, and `$x` is
  /// not used.
  mutating func noteBareKeys(from firstNode: Int, level: Int, _ name: String) {
    guard firstNode <= builder.count else { return }
    var bareKey: NodeIndex?
    for index in firstNode..<builder.count {
      switch builder.kind(of: NodeIndex(index)) {
      case .iterator(let used, _) where Int(used) == level: return
      case .key where bareKey == nil: bareKey = NodeIndex(index)
      default: break
      }
    }
    guard let bareKey, case .key(let key) = builder.kind(of: bareKey) else { return }
    let keyName = builder.name(key)
    warn(
      .subquery, "\(keyName) is read from the outer object, and $\(name) is not used",
      at: builder.range(of: bareKey),
      hint: .write("$\(name).\(keyName)", at: builder.range(of: bareKey)))
  }

  /// Warns of `{1, 2}.count`, which reads the key `count` of every element.
  mutating func noteCount(_ name: String, of base: NodeIndex, _ range: Range<Int>) {
    guard name == "count", yieldsCollection(base) else { return }
    warn(
      .count, "count is read from every element", at: range,
      hint: "the number of elements is .@count")
  }

  /// Warns of `@sum.items.price`, which reads `items.price` from every element of SELF.
  ///
  /// `@sum.price` is not reported, because SELF may be a list of objects.
  mutating func noteOperatorBeforeList(_ base: NodeIndex, _ key: String) {
    guard case .member(let listName) = builder.kind(of: base),
      case let head = builder.child(0, of: base),
      case .collectionOperator(let operation) = builder.kind(of: head),
      case .selfObject = builder.kind(of: builder.child(0, of: head)),
      CollectionOperator(rawValue: builder.name(operation))?.takesPath ?? false
    else { return }
    let (list, name) = (builder.name(listName), builder.name(operation))
    let place = builder.range(of: head)
    warn(
      .key, "@\(name) stands before its list: here SELF itself must be a list", at: place,
      hint: .write(
        "\(list).@\(name).\(key)", at: place.lowerBound..<previousEnd,
        keeping: [place.upperBound..<previousEnd]))
  }

  private func yieldsCollection(_ node: NodeIndex) -> Bool {
    switch builder.kind(of: node) {
    case .aggregate, .subquery, .infix(.union), .infix(.intersect), .infix(.minus),
      .call(.mode):
      true
    case .collectionOperator(let name):
      switch CollectionOperator(rawValue: builder.name(name)) {
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
    let meant =
      name == "K" ? "%K" : name == "average" ? "@avg" : name == "size" ? "@count" : nearest
    // Apple's device management writes its items so.
    if ["status", "key", "property"].contains(name) {
      return warn(
        .key, "unknown collection operator @\(name): its evaluation fails", at: range,
        hint: "an item of device management has a name, as in @\(name)(device.model.family)")
    }
    warn(
      .key, "unknown collection operator @\(name): its evaluation fails", at: range,
      hint: meant.map { .meant($0, at: range) })
  }

  /// Warns of `'text'[c]`, which looks up a key; options belong after an operator.
  mutating func noteIndex(_ index: NodeIndex, of base: NodeIndex) {
    guard case .key(let name) = builder.kind(of: index),
      builder.name(name).lowercased().allSatisfy("cdnl".contains)
    else { return }
    switch builder.kind(of: base) {
    case .placeholder: break
    case .literal:
      guard case .string? = builder.literal(base) else { return }
    default: return
    }
    let letters = builder.name(name)
    warn(
      .key, "[\(letters)] here looks up the key '\(letters)'", at: builder.range(of: index),
      hint: "options follow the operator: CONTAINS[\(letters)]")
  }
}
