// Warnings for habits of other languages that parse here, and mean something else. Forms have
// checks of their own for them, which know the rows, so texts with functions beyond Apple's, as
// forms have them, get no such warning.

extension Parser {
  /// A warning for a comparison: whether it fits, what is wrong, and where, with what to write.
  private typealias Finding = (
    kind: Diagnostic.Kind, message: String, place: NodeIndex, hint: Hint?
  )

  /// Warns of a comparison that reads like a habit of another language.
  mutating func noteSilentHabits(
    _ symbol: ComparisonOperator, _ left: NodeIndex, _ right: NodeIndex
  ) {
    guard functions != .extended,
      mayBeHabit(symbol, left, right),
      let found = silentHabit(symbol, left, right)
    else { return }
    warn(found.kind, found.message, at: builder.range(of: found.place), hint: found.hint)
  }

  /// Whether the kinds of the nodes leave a habit possible, which they do in few comparisons.
  ///
  /// - Complexity: O(1), and nothing is allocated: each comparison of each text is asked.
  private func mayBeHabit(
    _ symbol: ComparisonOperator, _ left: NodeIndex, _ right: NodeIndex
  ) -> Bool {
    if symbol == .in || symbol == .like { return true }
    switch builder.kind(of: left) {
    case .literal, .infix, .subquery, .index: return true
    default: break
    }
    switch builder.kind(of: right) {
    case .infix, .member: return true
    case .key: return bytes[builder.range(of: right).lowerBound] < UInt8(ascii: "_")
    // A number beside an operator of texts, or a path and a text with the same letters.
    case .literal:
      let place = builder.range(of: right)
      return symbol.comparesText && bytes[place.lowerBound] <= UInt8(ascii: "9")
        && bytes[place.lowerBound] > UInt8(ascii: "'")
        || builder.range(of: left).count == place.count - 2
    default: return false
    }
  }

  /// The first habit that fits.
  private func silentHabit(
    _ symbol: ComparisonOperator, _ left: NodeIndex, _ right: NodeIndex
  ) -> Finding? {
    if let found = listInQuotes(symbol, left, right) { return found }
    if let found = percentInLike(symbol, right) { return found }
    if let found = numberAsText(symbol, left, right) { return found }
    if let found = optionsBeforeOperator(symbol, left) { return found }
    if let found = constantAsKey(left, right) { return found }
    if let found = keyInQuotes(symbol, left, right) { return found }
    if let found = nameWithoutQuotes(symbol, left, right) { return found }
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
      write("{\(parts.joined(separator: ", "))}", for: right)
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
      write(written, for: right)
    )
  }

  /// `version BEGINSWITH 14`.
  private func numberAsText(
    _ symbol: ComparisonOperator, _ left: NodeIndex, _ right: NodeIndex
  ) -> Finding? {
    guard symbol.comparesText, symbol != .contains, let number = builder.literal(right),
      Number(number) != nil
    else { return nil }
    let written = bytes.text(builder.range(of: right))
    return (
      .operand, "\(symbol.symbol) compares text, and \(written) is a number", right,
      write("'\(written)'", for: right)
    )
  }

  /// `name [cd] CONTAINS 'a'`.
  private func optionsBeforeOperator(
    _ symbol: ComparisonOperator, _ left: NodeIndex
  ) -> Finding? {
    guard case .index = builder.kind(of: left), symbol != .between, isShort(left),
      case let (base, options) = (builder.child(0, of: left), builder.child(1, of: left)),
      // `noteIndex` warns of these.
      !isConstant(base),
      case .key(let name) = builder.kind(of: options),
      case let letters = builder.name(name), letters.utf8.count <= 4,
      letters.utf8.allSatisfy({ ComparisonOptions(letter: $0) != nil })
    else { return nil }
    let (path, whole) = (builder.range(of: base), builder.range(of: left))
    var ahead = Lexer(bytes, from: whole.upperBound, maximumName: limits.nameLength)
    let written = ahead.next()
    let proposal = "\(bytes.text(path)) \(spelling(written))[\(letters)]"
    return (
      .key, "[\(letters)] before the operator looks up the key '\(letters)'", options,
      .write(
        proposal, at: path.lowerBound..<written.range.upperBound,
        keeping: [path, builder.range(of: options)])
    )
  }

  private func isConstant(_ node: NodeIndex) -> Bool {
    if case .placeholder = builder.kind(of: node) { return true }
    return builder.literal(node) != nil
  }

  /// `no = %@`, `YES == 'x'`.
  private func constantAsKey(_ left: NodeIndex, _ right: NodeIndex) -> Finding? {
    guard case .bool? = builder.literal(left), case let place = builder.range(of: left),
      // In capital letters it is not meant as a key.
      case let word = bytes.text(place), word.contains(where: \.isLowercase)
    else { return nil }
    switch builder.kind(of: right) {
    case .placeholder: break
    case .literal:
      guard case .string? = builder.literal(right) else { return nil }
    default: return nil
    }
    return (
      .constant, "\(word) is a constant, not a key", left,
      write("#\(word)", for: left, Self.orByKey)
    )
  }

  /// `name == John`.
  ///
  /// Keys start with a small letter, and one that compares two of them reads them alike.
  private func nameWithoutQuotes(
    _ symbol: ComparisonOperator, _ left: NodeIndex, _ right: NodeIndex
  ) -> Finding? {
    guard case .key = builder.kind(of: right), symbol.comparesText || symbol == .equal,
      case let written = bytes.text(builder.range(of: right)), written.count > 1,
      written.first?.isUppercase ?? false, written.dropFirst().allSatisfy(\.isLowercase),
      case let path = bytes[builder.range(of: left)],
      let first = path.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
    else { return nil }
    return (
      .constant, "\(written) is read as a key", right,
      write("'\(written)'", for: right, " for the text")
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
      write(key, for: left, Self.orByKey)
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
      write("\(keys).'\(key)'", for: side, Self.orByKey)
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
    guard symbol.comparesText else { return nil }
    // `name LIKE %@*%@`.
    if case .infix(.multiply) = builder.kind(of: right),
      case .placeholder = builder.kind(of: builder.child(0, of: right)),
      builder.range(of: right).count <= 40
    {
      return (
        .operand, "\(source(right)) is a product of numbers, and a number is never text", right,
        "join the text before, and hand it over with one %@"
      )
    }
    guard let written = hyphenated(right), !written.contains(".") else { return nil }
    return (
      .operand, "\(written) is a subtraction, and a number is never text", right,
      write("'\(written)'", for: right)
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
      let dates = days.map { "CAST('\($0)', 'NSDate')" }
      return (
        .operand, "\(source(right)) is a quotient of numbers, not a date", right,
        Hint(
          "write \(dates.joined(separator: " or "))", dates[0], builder.range(of: right),
          keeping: [])
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
      write("CAST('\(written)', 'NSDate')", for: right)
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
    // `com.example.app == 'com.example.app'`.
    if case .member = builder.kind(of: left), case .string(let text)? = builder.literal(right),
      text.utf8.elementsEqual(bytes[builder.range(of: left)]), text.utf8.count <= 100
    {
      return (
        .constant, "\(text) is read as a path of keys", left,
        write("'\(text)'", for: left, " for the text")
      )
    }
    guard case .member = builder.kind(of: right),
      case let written = bytes.text(builder.range(of: right)), written.utf8.count <= 100
    else { return nil }
    let parts = written.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, let first = parts.first, Self.domains.contains(String(first)),
      parts.allSatisfy({ Identifier.isValid(String($0)) }),
      !bytes.text(builder.range(of: left)).hasPrefix("\(first).")
    else { return nil }
    return (
      .constant, "\(written) is read as a path of keys", right,
      write("'\(written)'", for: right, " for the text")
    )
  }

  private static let domains: Set<String> = [
    "com", "org", "net", "edu", "gov", "io", "de", "uk", "fr", "ch", "at", "us", "ca", "jp", "au",
    "public", "nl", "se", "eu", "it", "es", "br", "ru", "cn", "in", "co", "dev", "app",
  ]

  /// `SUBQUERY(…) > 0`.
  private func uncountedSubquery(
    _ symbol: ComparisonOperator, _ left: NodeIndex, _ right: NodeIndex
  ) -> Finding? {
    guard case .subquery = builder.kind(of: left), let other = builder.literal(right),
      Number(other) != nil, symbol != .contains
    else { return nil }
    return (
      .operand, "SUBQUERY gives a list, not a number", left,
      isShort(left)
        ? write("\(bytes.text(builder.range(of: left))).@count", for: left)
        : "put .@count behind it"
    )
  }

  private static let orByKey = " for the key, or hand it over with %K"

  /// The hint to write a text in the place of a node.
  private func write(_ text: String, for node: NodeIndex, _ note: String = "") -> Hint {
    .write(text, at: builder.range(of: node), note)
  }

  /// Whether a part may be repeated in a hint.
  ///
  /// Where parts nest, a long part would be repeated at each level.
  private func isShort(_ node: NodeIndex) -> Bool {
    builder.range(of: node).count <= Self.maximumProposal
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension ComparisonOperator {
  /// Whether the operator compares text alone, or looks for a part of a text.
  fileprivate var comparesText: Bool {
    switch self {
    case .contains, .beginsWith, .endsWith, .like, .matches: true
    default: false
    }
  }
}
