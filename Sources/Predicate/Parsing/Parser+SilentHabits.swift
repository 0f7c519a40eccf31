// Warnings for habits of other languages that parse here, and mean something else. Forms have
// checks of their own for them, which know the rows, so texts with functions beyond Apple's, as
// forms have them, get no such warning.

extension Parser {
  /// A warning for a comparison: whether it fits, what is wrong, and where, with what to write.
  private typealias Finding = (
    kind: Diagnostic.Kind, message: String, place: NodeIndex, hint: String
  )

  /// Warns of a comparison that reads like a habit of another language.
  mutating func noteSilentHabits(
    _ symbol: ComparisonOperator, _ left: NodeIndex, _ right: NodeIndex
  ) {
    guard functions == .apple,
      Self.mayBeHabit(symbol, builder.kind(of: left), builder.kind(of: right)),
      let found = silentHabit(symbol, left, right)
    else { return }
    warn(found.kind, found.message, at: builder.range(of: found.place), hint: found.hint)
  }

  /// Whether the kinds of the nodes leave a habit possible, which they do in few comparisons.
  ///
  /// - Complexity: O(1), and nothing is allocated: each comparison of each text is asked.
  private static func mayBeHabit(
    _ symbol: ComparisonOperator, _ left: NodeKind, _ right: NodeKind
  ) -> Bool {
    if symbol == .in || symbol == .like { return true }
    switch left {
    case .literal, .infix, .subquery: return true
    default: break
    }
    switch right {
    case .infix, .member: return true
    default: return false
    }
  }

  /// The first habit that fits.
  private func silentHabit(
    _ symbol: ComparisonOperator, _ left: NodeIndex, _ right: NodeIndex
  ) -> Finding? {
    if let found = listInQuotes(symbol, left, right) { return found }
    if let found = percentInLike(symbol, right) { return found }
    if let found = keyInQuotes(symbol, left, right) { return found }
    if let found = hyphenatedKey(symbol, left, right) { return found }
    if let found = hyphenatedText(symbol, right) { return found }
    if let found = dateWithoutQuotes(right) { return found }
    if let found = reversedDomain(left, right) { return found }
    return uncountedSubquery(symbol, left, right)
  }

  /// `name IN 'a,b'`.
  private func listInQuotes(
    _ symbol: ComparisonOperator, _ left: NodeIndex, _ right: NodeIndex
  ) -> Finding? {
    guard symbol == .in, case .string(let text)? = builder.literal(right), text.contains(","),
      builder.literal(left) == nil
    else { return nil }
    let parts = text.split(separator: ",").map { part in
      "'\(part.trimmingBlanks.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
    }
    return (
      .operand, "IN looks for a part of one text here, \(source(right))", right,
      "write {\(parts.joined(separator: ", "))}"
    )
  }

  /// `name LIKE 'foo%'`.
  private func percentInLike(_ symbol: ComparisonOperator, _ right: NodeIndex) -> Finding? {
    guard symbol == .like, case .string(let text)? = builder.literal(right), text.contains("%"),
      !text.contains("*"), !text.contains("?")
    else { return nil }
    let written = bytes.text(builder.range(of: right)).replacing("%", with: "*")
    return (
      .operand, "% stands for itself in LIKE, which has * and ? in place of % and _", right,
      "write \(written)"
    )
  }

  /// `'first name' == 'Ana'`.
  private func keyInQuotes(
    _ symbol: ComparisonOperator, _ left: NodeIndex, _ right: NodeIndex
  ) -> Finding? {
    let ignored: ComparisonOptions = [.caseInsensitive, .diacriticInsensitive]
    guard case .string(let text)? = builder.literal(left), let other = builder.literal(right),
      [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual].contains(symbol),
      text.count > 1, text.first?.isLetter ?? false,
      text.unicodeScalars.allSatisfy({ Identifier.canContinue($0) || " -.".contains(Character($0)) }
      )
    else { return nil }
    if case .string(let right) = other, symbol != .equal || right.count <= 1 { return nil }
    if case .string(let right) = other, right.folded(ignored) == text.folded(ignored) { return nil }
    if other.isNull { return nil }
    let isPath = text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy {
      Identifier.isValid(String($0))
    }
    let key = isPath ? text : "SELF.'\(text)'"
    return (
      .constant, "\(source(left)) is text, and two constants are compared", left,
      "write \(key) for the key, or hand it over with %K"
    )
  }

  /// `user-name == 'x'`, `'x' == user-name`, `x.user-name IN {'a', 'b'}`.
  private func hyphenatedKey(
    _ symbol: ComparisonOperator, _ left: NodeIndex, _ right: NodeIndex
  ) -> Finding? {
    var (side, other) = (left, right)
    if symbol == .equal || symbol == .notEqual, isText(left) { swap(&side, &other) }
    guard isText(other), let written = hyphenated(side) else { return nil }
    // The last key of the path has the hyphen in it, or the periods around it are of two paths.
    let path = written.prefix { $0 != "-" }.split(separator: ".").dropLast()
    let key = written.dropFirst(path.reduce(0) { $0 + $1.count + 1 })
    let keys = (path.first == "SELF" ? path : ["SELF"] + path).joined(separator: ".")
    return (
      .operand, "\(written) is a subtraction, and a number is never text", side,
      "write \(keys).'\(key)' for the key, or hand it over with %K"
    )
  }

  /// Whether a node is a text, or a list that begins with one.
  private func isText(_ node: NodeIndex) -> Bool {
    if case .string? = builder.literal(node) { return true }
    guard case .aggregate = builder.kind(of: node) else { return false }
    guard builder.childCount(of: node) > 0,
      case .string? = builder.literal(builder.child(0, of: node))
    else { return false }
    return true
  }

  /// `hostname CONTAINS ART-LAB`.
  private func hyphenatedText(_ symbol: ComparisonOperator, _ right: NodeIndex) -> Finding? {
    switch symbol {
    case .contains, .beginsWith, .endsWith, .like, .matches: break
    default: return nil
    }
    guard let written = hyphenated(right), !written.contains(".") else { return nil }
    return (
      .operand, "\(written) is a subtraction, and a number is never text", right,
      "write '\(written)'"
    )
  }

  /// A subtraction of keys without blanks, as written.
  private func hyphenated(_ node: NodeIndex) -> String? {
    guard case .infix(.subtract) = builder.kind(of: node),
      case .key = builder.kind(of: builder.child(1, of: node)),
      case let written = bytes.text(builder.range(of: node)), written.utf8.count <= 40,
      written.unicodeScalars.allSatisfy({
        "-.".unicodeScalars.contains($0) || Identifier.canContinue($0)
      }),
      !written.contains("--")
    else { return nil }
    return written
  }

  /// `date > 2014-01-01` or `date > 12/31/2014`.
  private func dateWithoutQuotes(_ right: NodeIndex) -> Finding? {
    if let days = daysOfQuotient(right) {
      return (
        .operand, "\(source(right)) is a quotient of numbers, not a date", right,
        "write " + days.map { "CAST('\($0)', 'NSDate')" }.joined(separator: " or ")
      )
    }
    guard case .infix(.subtract) = builder.kind(of: right),
      case let written = bytes.text(builder.range(of: right)), written.utf8.count == 10,
      zip(written.utf8, "0000-00-00".utf8).allSatisfy({
        $1 == UInt8(ascii: "-") ? $0 == $1 : (0x30...0x39).contains($0)
      })
    else { return nil }
    return (
      .operand, "\(written) is a subtraction of numbers, not a date", right,
      "write CAST('\(written)', 'NSDate')"
    )
  }

  /// The days that a quotient as it is written may mean, `12/05/2024`; nil if it is not a date.
  func daysOfQuotient(_ node: NodeIndex) -> [String]? {
    guard case .infix(.divide) = builder.kind(of: node) else { return nil }
    let days = WrittenDate.days(in: bytes.text(builder.range(of: node)), separator: "/")
    return days.isEmpty ? nil : days
  }

  /// `bundleid == com.example.app`.
  private func reversedDomain(_ left: NodeIndex, _ right: NodeIndex) -> Finding? {
    guard case .member = builder.kind(of: right),
      case let written = bytes.text(builder.range(of: right)), written.utf8.count <= 100
    else { return nil }
    let parts = written.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, let first = parts.first, Self.domains.contains(String(first)),
      parts.allSatisfy({ Identifier.isValid(String($0)) }),
      !bytes.text(builder.range(of: left)).hasPrefix("\(first).")
    else { return nil }
    return (
      .constant, "\(written) is read as a path of keys", right, "write '\(written)' for the text"
    )
  }

  private static let domains: Set<String> = [
    "com", "org", "net", "edu", "gov", "io", "de", "uk", "fr", "ch", "at", "us", "ca", "jp", "au",
    "nl", "se", "eu", "it", "es", "br", "ru", "cn", "in", "co", "dev", "app",
  ]

  /// `SUBQUERY(…) > 0`.
  private func uncountedSubquery(
    _ symbol: ComparisonOperator, _ left: NodeIndex, _ right: NodeIndex
  ) -> Finding? {
    guard case .subquery = builder.kind(of: left), let other = builder.literal(right),
      Number(other) != nil, symbol != .contains
    else { return nil }
    let written = bytes.text(builder.range(of: left))
    return (
      .operand, "SUBQUERY gives a list, not a number", left,
      written.utf8.count <= 120 ? "write \(written).@count" : "put .@count behind it"
    )
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
