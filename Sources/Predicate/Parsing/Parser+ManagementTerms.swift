// Reads the terms of device management: `@status(device.model.family)`. What stands in the
// parentheses is the name as it is written, as on a device: blanks and quotes are part of it.

extension Parser {
  /// The term that starts at the current token, `@status(`; nil if none does.
  ///
  /// The letters and the place of the parenthesis count, as on a device.
  var managementTerm: ManagementTerm? {
    guard token.kind == .collectionOperator, following.kind == .symbol(.leftParenthesis),
      following.range.lowerBound == token.range.upperBound
    else { return nil }
    return ManagementTerm(rawValue: name(token))
  }

  /// Reads a term; `base` is what a key is read of.
  mutating func managementTerm(
    _ term: ManagementTerm, of base: NodeIndex?
  ) throws(SyntaxError) -> NodeIndex {
    guard functions == .deviceManagement else { throw termIsNotRead(term) }
    guard term.hasBase == (base != nil) else { throw termInWrongPlace(term) }
    let start = token.range.upperBound + 1
    let end = bytes.end(of: { $0 != UInt8(ascii: ")") }, from: start)
    guard end < bytes.count else {
      throw error("')' is missing behind \(spelling(token))(", at: token.range)
    }
    guard end > start else {
      throw error(
        "\(term.spelled("")) needs a name", at: token.range.lowerBound..<end + 1,
        hint: "write it as in \(term.example)")
    }
    guard end - start <= limits.nameLength else {
      throw limitError("a name is longer than \(limits.nameLength) bytes", at: start..<end)
    }
    let written = bytes.text(start..<end)
    advance(to: end + 1)
    let name = builder.addName(written)
    let range = level.start..<previousEnd
    guard let base else { return builder.add(.term(term, name), range) }
    return builder.add(.term(term, name), range, base)
  }

  /// Warns of a term in quotes: a device replaces it there, too, and then has a value too many.
  mutating func noteTermInQuotes(_ text: String) {
    guard let term = ManagementTerm.allCases.first(where: { text.contains("@\($0.rawValue)(") })
    else { return }
    warn(
      .placeholder, "\(term.spelled("…")) in quotes is read as a term, too", at: token.range,
      hint: nil)
  }

  private func termIsNotRead(_ term: ManagementTerm) -> SyntaxError {
    let what =
      switch term {
      case .status: "a status item"
      case .property: "a property"
      case .key: "a key"
      }
    return error(
      "\(term.spelled("…")) is \(what) of device management", at: token.range,
      hint: functions == .extended
        ? nil : "--ddm reads it in the command, functions: .deviceManagement in Swift")
  }

  private func termInWrongPlace(_ term: ManagementTerm) -> SyntaxError {
    guard term.hasBase else {
      return error("\(term.spelled("…")) stands behind a period", at: token.range, hint: nil)
    }
    let item = iterators.last.map { "$\(bytes.text($0))" } ?? "$app"
    return error(
      "\(term.spelled("…")) stands alone, and is a key of an object", at: token.range,
      hint: "write it behind the object and a period: \(item).\(term.spelled("identifier"))")
  }

  /// The error for `@name` that a device does not know; evaluating it there fails.
  func unknownTerm(_ name: String) -> SyntaxError {
    if let term = ManagementTerm(rawValue: name.lowercased()) {
      let isCalled = following.kind == .symbol(.leftParenthesis)
      return error(
        isCalled
          ? "a device reads \(term.spelled("…")) only as it is written here"
          : "\(quoted("@" + name)) has no name in parentheses", at: token.range,
        hint: "write it as in \(term.example)")
    }
    let known =
      ManagementTerm.allCases.map { "@\($0.rawValue)" }
      + CollectionOperator.allCases.map { "@\($0.rawValue)" }
    return error(
      "unknown term \(quoted("@" + name)): a device cannot evaluate it", at: token.range,
      hint: (name == "size" ? "@count" : Spelling.nearest(to: "@" + name, among: known))
        .map { .meant($0, at: token.range) })
  }
}

extension ManagementTerm {
  /// The end of the term that starts with a token; nil if none starts there.
  static func end(of token: Token, in bytes: TextBytes) -> Int? {
    let (start, open) = (token.range.lowerBound, token.range.upperBound)
    guard token.kind == .collectionOperator, open < bytes.count,
      bytes[open] == UInt8(ascii: "("),
      ManagementTerm(rawValue: bytes.text(start + 1..<open)) != nil,
      case let end = bytes.end(of: { $0 != UInt8(ascii: ")") }, from: open), end < bytes.count
    else { return nil }
    return end + 1
  }

  /// An example, for hints.
  fileprivate var example: String {
    switch self {
    case .status: spelled("device.model.family")
    case .property: spelled("plan")
    case .key: "$app.\(spelled("identifier"))"
    }
  }
}
