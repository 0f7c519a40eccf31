// Defines each comparison of two values, in one place: first nil, then kinds, then the operator.

import Foundation

/// Compares values.
enum Comparing {
  /// Whether a comparison holds.
  ///
  /// MATCHES looks up its right side in `patterns`. Only the option `l` needs `locale`.
  static func holds(
    _ symbol: ComparisonOperator, _ options: ComparisonOptions, _ left: Value, _ right: Value,
    _ patterns: inout PatternCache, locale: Locale?, _ steps: inout Steps
  ) throws(Trouble) -> Bool {
    switch symbol {
    case .equal: try areEqual(left, right, options, locale, &steps)
    case .notEqual: try !areEqual(left, right, options, locale, &steps)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      try isOrdered(symbol, left, right, options, locale, &steps)
    case .between: try isBetween(left, right, locale, &steps)
    case .in: try isMember(left, of: right, options, symbol, &steps)
    case .contains: try isMember(right, of: left, options, symbol, &steps)
    case .beginsWith, .endsWith, .like, .matches:
      try isMatch(symbol, left, right, options, &patterns, &steps)
    case .tokenMatches, .conformsToUTI, .equalsUTI:
      throw Trouble("\(symbol.symbol) is not supported")
    }
  }

  /// Whether a comparison with a quantifier holds; nil if the quantifier has no list on its left.
  static func holds(
    _ symbol: ComparisonOperator, _ options: ComparisonOptions, _ quantifier: Quantifier,
    _ left: Value, _ right: Value, _ patterns: inout PatternCache, locale: Locale?,
    _ steps: inout Steps
  ) throws(Trouble) -> Bool? {
    let elements: [Value]
    switch (quantifier, left) {
    case (.one, _):
      try steps.take()
      return try holds(symbol, options, left, right, &patterns, locale: locale, &steps)
    case (_, .null): elements = []
    case (_, .array(let members)): elements = members
    case (_, .set(let set)): elements = set.elements
    default: return nil
    }
    // ALL stops at the first false, ANY and NONE stop at the first true.
    let stop = quantifier != .all
    for element in elements {
      try steps.take()
      let holds = try holds(symbol, options, element, right, &patterns, locale: locale, &steps)
      if holds == stop { return stop }
    }
    return !stop
  }

  private static func areEqual(
    _ left: Value, _ right: Value, _ options: ComparisonOptions, _ locale: Locale?,
    _ steps: inout Steps
  ) throws(Trouble) -> Bool {
    if case .string(let a) = left, case .string(let b) = right {
      if options.contains(.localeSensitive) {
        return try order(a, b, options, locale, &steps) == .same
      }
      let (a, b) = try folded(a, b, options, &steps)
      return isExactly(a, b)
    }
    try steps.take(comparing: left, right)
    return left.equals(right)
  }

  private static func order(
    _ left: String, _ right: String, _ options: ComparisonOptions, _ locale: Locale?,
    _ steps: inout Steps
  ) throws(Trouble) -> Order {
    if options.contains(.localeSensitive) {
      try steps.take(left.utf8.count + right.utf8.count)
      var flags: String.CompareOptions = []
      if !options.contains(.normalized) {
        if options.contains(.caseInsensitive) { flags.insert(.caseInsensitive) }
        if options.contains(.diacriticInsensitive) { flags.insert(.diacriticInsensitive) }
      }
      return switch left.compare(right, options: flags, range: nil, locale: locale) {
      case .orderedAscending: .before
      case .orderedDescending: .after
      case .orderedSame: .same
      }
    }
    let (left, right) = try folded(left, right, options, &steps)
    return Value.string(left).order(to: .string(right)) ?? .unordered
  }

  private static func folded(
    _ left: String, _ right: String, _ options: ComparisonOptions, _ steps: inout Steps
  ) throws(Trouble) -> (String, String) {
    let isFolded =
      !options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive])
      && !options.contains(.normalized)
    guard isFolded else {
      try steps.take(min(left.utf8.count, right.utf8.count))
      return (left, right)
    }
    return try (left.folded(options, &steps), right.folded(options, &steps))
  }

  private static func isOrdered(
    _ symbol: ComparisonOperator, _ left: Value, _ right: Value, _ options: ComparisonOptions,
    _ locale: Locale?, _ steps: inout Steps
  ) throws(Trouble) -> Bool {
    let order: Order
    switch (left, right) {
    case (.null, .null): order = .same
    case (.null, _), (_, .null): order = .unordered
    case (.string(let a), .string(let b)): order = try Self.order(a, b, options, locale, &steps)
    default:
      guard let known = left.order(to: right) else {
        throw Trouble(
          "\(symbol.symbol) cannot order \(left.named) and \(right.named)",
          hint: mixedKindsHint(left, right))
      }
      order = known
    }
    return switch symbol {
    case .less: order == .before
    case .lessOrEqual: order == .before || order == .same
    case .greater: order == .after
    default: order == .after || order == .same
    }
  }

  private static func mixedKindsHint(_ left: Value, _ right: Value) -> String? {
    switch (left, right) {
    case (.string, .int), (.string, .double), (.int, .string), (.double, .string):
      "convert the text, CAST(…, 'NSNumber')"
    case (.string, .date), (.date, .string): "convert the text, CAST(…, 'NSDate')"
    default: nil
    }
  }

  private static func isBetween(
    _ value: Value, _ bounds: Value, _ locale: Locale?, _ steps: inout Steps
  ) throws(Trouble) -> Bool {
    if bounds.isNull { return false }
    guard case .array(let pair) = bounds, pair.count == 2 else {
      throw Trouble(
        "BETWEEN needs a list of two bounds, not \(bounds.named)", hint: "BETWEEN {1, 10}")
    }
    if value.isNull || pair[0].isNull || pair[1].isNull { return false }
    guard try isOrdered(.lessOrEqual, pair[0], value, [], locale, &steps) else { return false }
    return try isOrdered(.lessOrEqual, value, pair[1], [], locale, &steps)
  }

  /// Whether a collection contains a member, or a text contains another text.
  private static func isMember(
    _ member: Value, of container: Value, _ options: ComparisonOptions,
    _ symbol: ComparisonOperator, _ steps: inout Steps
  ) throws(Trouble) -> Bool {
    if member.isNull || container.isNull { return false }
    if case .string(let text) = container {
      guard case .string(let part) = member else {
        throw Trouble("\(symbol.symbol) looks for text in \(container.named), not \(member.named)")
      }
      return try TextSearch.contains(
        part.folded(options, &steps), in: text.folded(options, &steps))
    }
    // The values of a dictionary are first copied to a list, which costs steps.
    if case .dictionary(let dictionary) = container { try steps.take(dictionary.count) }
    guard let members = container.members else {
      throw Trouble("\(symbol.symbol) needs a list or text to look in, not \(container.named)")
    }
    guard case .string(let text) = member else {
      for element in members {
        try steps.take(Steps.memberLookedAt)
        try steps.take(comparing: element, member)
        if element.equals(member) { return true }
      }
      return false
    }
    let folded = try text.folded(options, &steps)
    for member in members {
      try steps.take(Steps.memberLookedAt)
      guard case .string(let element) = member else { continue }
      if isExactly(try element.folded(options, &steps), folded) { return true }
    }
    return false
  }

  private static func isMatch(
    _ symbol: ComparisonOperator, _ left: Value, _ right: Value, _ options: ComparisonOptions,
    _ patterns: inout PatternCache, _ steps: inout Steps
  ) throws(Trouble) -> Bool {
    if left.isNull || right.isNull { return false }
    guard case .string(let text) = left, case .string(let other) = right else {
      let wrong = if case .string = left { right } else { left }
      throw Trouble(
        "\(symbol.symbol) compares text, not \(wrong.named)",
        hint: wrong.castText == nil
          ? nil : "text stands in quotes, and a number becomes text with CAST(…, 'NSString')")
    }
    let (length, partLength) = (text.steps(options), other.steps(options))
    // Without folding, the text is read only as far as the part is long.
    let isPart =
      (symbol == .beginsWith || symbol == .endsWith)
      && options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive])
    try steps.take(isPart ? 2 * min(length, partLength) : length + partLength)
    switch symbol {
    case .like: return try TextSearch.isLike(text, pattern: other, options, &steps)
    case .matches: return try patterns.pattern(other, options, &steps).matches(text, &steps)
    default:
      return TextBytes.read(text.folded(options)) { text in
        TextBytes.read(other.folded(options)) { part in
          guard part.count > 0, part.count <= text.count else { return false }
          let start = symbol == .beginsWith ? 0 : text.count - part.count
          return text.part(start..<start + part.count) == part
        }
      }
    }
  }
}
