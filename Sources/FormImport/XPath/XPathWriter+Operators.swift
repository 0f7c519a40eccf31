// What operators mean. Kinds decide: with a truth on one side both are truths, with a number both
// are numbers, and else both are texts. Days are compared as days. `=` holds between two values
// that are '', and not between two that are NaN; `<=` holds between neither.

import Predicate

extension XPathWriter {
  mutating func operation(
    _ operands: [XPathNode], _ operators: [XPathOperator]
  ) throws(XPathError) -> XPathTerm {
    switch operators.first {
    case .and: return Self.joined(try conditions(operands), "AND", .and)
    case .or: return Self.joined(try conditions(operands), "OR", .or)
    default: break
    }
    // Each operand copies the text of those before it.
    guard operands.count <= Self.maximumOperands else {
      throw XPathError(
        "more than \(Self.maximumOperands) values are computed in a row", operands[0].range)
    }
    var left = try term(operands[0])
    var range = operands[0].range
    for (symbol, operand) in zip(operators, operands.dropFirst()) {
      let right = try term(operand)
      range = range.lowerBound..<operand.range.upperBound
      switch symbol {
      case .equal: left = try equality(left, right, range)
      case .unequal: left = try equality(left, right, range, isNegative: true)
      case .less, .greater, .lessOrEqual, .greaterOrEqual:
        left = try order(left, symbol, right, range)
      default: left = try arithmetic(left, symbol, right, range)
      }
      guard left.text.utf8.count <= Self.maximumLength else {
        throw XPathError("the expression becomes too long", range)
      }
    }
    return left
  }

  mutating func conditions(_ nodes: [XPathNode]) throws(XPathError) -> [XPathTerm] {
    var conditions: [XPathTerm] = []
    for node in nodes { conditions.append(try condition(node)) }
    return conditions
  }
}

// MARK: - Comparisons

extension XPathWriter {
  /// Whether two values are equal.
  mutating func equality(
    _ left: XPathTerm, _ right: XPathTerm, _ range: Range<Int>, isNegative: Bool = false
  ) throws(XPathError) -> XPathTerm {
    guard Self.isCertain(left, right), Self.isCertain(right, left) else {
      throw XPathError(
        "JavaRosa compares this as a number in some cases, and else as a text", range)
    }
    let equal: XPathTerm
    if let isSame = try Self.sameTruth(left, right, range) {
      equal = isSame
    } else if let isSame = try Self.sameTruth(right, left, range) {
      equal = isSame
    } else if left.kind == .nothing || right.kind == .nothing {
      equal = try emptiness(left.kind == .nothing ? right : left, range)
    } else if left.kind.isNumber || right.kind.isNumber {
      equal = try equalNumbers(left, right, range)
    } else if left.kind == .time || right.kind == .time {
      throw XPathError("JavaRosa compares times by the day on which they are read", range)
    } else if left.kind.isDate || right.kind.isDate {
      equal = try equalDays(left, right, range)
    } else {
      equal = try equalTexts(left, right, range)
    }
    return isNegative ? equal.not : equal
  }

  /// Whether a text that may be a number compares alike as both.
  private static func isCertain(_ mixed: XPathTerm, _ other: XPathTerm) -> Bool {
    guard mixed.mix != .none, other.kind != .nothing else { return true }
    guard case .text(let text) = other.constant else { return other.kind.isNumber }
    let number = number(inText: text)
    return number.isNaN || digits(of: number) == text
  }

  /// Whether a truth equals another value; nil if the first is no truth.
  private static func sameTruth(
    _ truth: XPathTerm, _ other: XPathTerm, _ range: Range<Int>
  ) throws(XPathError) -> XPathTerm? {
    guard truth.kind == .truth else { return nil }
    // False equals '', and so does no answer.
    if other.kind == .nothing { return condition(truth).not }
    guard case .truth(let isTrue) = condition(other).constant else {
      guard !truth.mayBeNull || !other.kind.isNumber else {
        throw XPathError("no answer is 0 in one case, and not in the other", range)
      }
      let sides = [truth, other].map {
        XPathTerm.call("if", [condition($0).text, "YES", "NO"], .truth)
      }
      return .comparison(sides[0], "==", sides[1])
    }
    if isTrue { return condition(truth) }
    // No answer is not a number, so it is not 0; but it is not true either.
    if case .number = other.constant, !truth.isPredicate {
      return .comparison(truth, "==", XPathTerm("NO", .truth))
    }
    return condition(truth).not
  }

  /// Whether a value is ''.
  mutating func emptiness(
    _ term: XPathTerm, _ range: Range<Int>
  ) throws(XPathError) -> XPathTerm {
    if term.kind == .nothing { return .truth(true) }
    if term.empty == .unknown || term.empty.isEmpty { return .truth(false) }
    if term.empty.contains(.unknown) {
      throw XPathError("it is not certain whether this is '' or NaN to JavaRosa", range)
    }
    let value = term.kind == .choices && term.row == nil ? try text(term, range) : term
    guard value.empty.contains(.loose) else { return value.isNull }
    let isBlank = XPathTerm.comparison(value, "==", XPathTerm("''", .text))
    return value.mayBeNull ? value.isNull.or(isBlank) : isBlank
  }

  private mutating func equalNumbers(
    _ left: XPathTerm, _ right: XPathTerm, _ range: Range<Int>
  ) throws(XPathError) -> XPathTerm {
    let (first, second) = (try number(left, range), try number(right, range))
    if first.isNotANumber || second.isNotANumber { return .truth(false) }
    let isInexact = first.isInexact || second.isInexact
    let difference = XPathTerm.infix(first, "-", second, .sum)
    let isSame =
      isInexact
      ? XPathTerm("abs(\(difference)) < 0.000000000001", .truth, .comparison)
      : XPathTerm.comparison(first, "==", second)
    guard first.mayBeNull, second.mayBeNull else { return isSame }
    // A text that is no number equals no number, also not one that is ''.
    if left.kind.isNumber != right.kind.isNumber {
      let (number, other) = left.kind.isNumber ? (first, right) : (second, left)
      guard number.empty == .blank else { return isSame.and(number.isPresent) }
      let isEmpty = try emptiness(other, range)
      return isInexact
        ? isSame.or(number.isNull.and(isEmpty)) : isSame.and(number.isPresent.or(isEmpty))
    }
    if isInexact, first.empty == .blank, second.empty == .blank {
      return isSame.or(first.isNull.and(second.isNull))
    }
    return try both(isSame, first, second, range)
  }

  /// Whether two values are the same where both may be nil: '' is '', and NaN is not NaN.
  private func both(
    _ isSame: XPathTerm, _ first: XPathTerm, _ second: XPathTerm, _ range: Range<Int>
  ) throws(XPathError) -> XPathTerm {
    guard first.mayBeNull, second.mayBeNull else { return isSame }
    switch (first.empty, second.empty) {
    case (.blank, .blank): return isSame
    case (.unknown, _), (_, .unknown): return isSame.and(first.isPresent)
    default: throw XPathError("it is not certain whether this is '' or NaN to JavaRosa", range)
    }
  }

  private mutating func equalDays(
    _ left: XPathTerm, _ right: XPathTerm, _ range: Range<Int>
  ) throws(XPathError) -> XPathTerm {
    if left.kind.isDate, right.kind.isDate {
      return try both(
        .comparison(dayOf(left), "==", dayOf(right)), left, right, range)
    }
    let (date, other) = left.kind.isDate ? (left, right) : (right, left)
    guard case .text(let text) = other.constant else { return try equalTexts(left, right, range) }
    guard let day = Self.day(inText: text) else { return .truth(false) }
    return .comparison(dayOf(date), "==", day)
  }

  private mutating func equalTexts(
    _ left: XPathTerm, _ right: XPathTerm, _ range: Range<Int>
  ) throws(XPathError) -> XPathTerm {
    if case .text(let first) = left.constant, case .text(let second) = right.constant {
      return .truth(first == second)
    }
    // '' equals no constant, so only two texts that are not known have to agree about it.
    if left.constant != nil || right.constant != nil {
      return .comparison(try text(left, range), "==", try text(right, range))
    }
    return .comparison(try tightText(left, range), "==", try tightText(right, range))
  }

  /// Whether a value is less or greater than another one.
  ///
  /// Texts become numbers.
  private mutating func order(
    _ left: XPathTerm, _ symbol: XPathOperator, _ right: XPathTerm, _ range: Range<Int>
  ) throws(XPathError) -> XPathTerm {
    if left.kind == .time || right.kind == .time {
      throw XPathError("JavaRosa compares times by the day on which they are read", range)
    }
    var (first, second) = (left, right)
    if let days = try days(left, right, range) {
      (first, second) = days
    } else {
      (first, second) = (try number(left, range), try number(right, range))
    }
    if first.isNotANumber || second.isNotANumber { return .truth(false) }
    let isOrdered = XPathTerm.comparison(first, symbol.rawValue, second)
    guard symbol == .lessOrEqual || symbol == .greaterOrEqual,
      first.mayBeNull, second.mayBeNull
    else { return isOrdered }
    return isOrdered.and(first.isPresent)
  }

  /// Two values as days, if one is a day and the other one can be.
  private mutating func days(
    _ left: XPathTerm, _ right: XPathTerm, _ range: Range<Int>
  ) throws(XPathError) -> (XPathTerm, XPathTerm)? {
    let sides = [left, right]
    guard sides.contains(where: \.kind.isDate) || sides.allSatisfy({ $0.day != nil }) else {
      return nil
    }
    var days: [XPathTerm] = []
    for side in sides {
      if side.kind.isDate {
        days.append(dayOf(side))
      } else if let day = side.day {
        days.append(XPathTerm(day, .day, empty: side.empty))
      } else if case .text(let text) = side.constant, let day = Self.day(inText: text) {
        note("JavaRosa does not order days and texts, so the comparison is false there", range)
        days.append(day)
      } else if side.kind.isText, side.constant == nil {
        throw XPathError("JavaRosa does not order days and texts", range)
      } else {
        return nil
      }
    }
    return (days[0], days[1])
  }
}

// MARK: - Arithmetic

extension XPathWriter {
  mutating func negative(_ node: XPathNode) throws(XPathError) -> XPathTerm {
    let value = try number(node)
    if case .number(let constant) = value.constant { return .number(-constant) }
    var negative = XPathTerm(
      "-" + value.text(in: .primary), value.kind, .sign, empty: value.mayBeNull ? .unknown : [])
    negative.isInexact = value.isInexact
    return negative
  }

  private mutating func arithmetic(
    _ left: XPathTerm, _ symbol: XPathOperator, _ right: XPathTerm, _ range: Range<Int>
  ) throws(XPathError) -> XPathTerm {
    if let days = dayArithmetic(left, symbol, right) { return days }
    let (first, second) = (try number(left, range), try number(right, range))
    if first.isNotANumber || second.isNotANumber { return .number(.nan) }
    let isWhole = first.kind == .whole && second.kind == .whole
    var result: XPathTerm
    switch symbol {
    case .plus, .minus:
      result = XPathTerm(
        XPathTerm.infix(first, symbol.rawValue, second, .sum), isWhole ? .whole : .decimal, .sum)
    case .times:
      result = XPathTerm(
        XPathTerm.infix(first, "*", second, .product), isWhole ? .whole : .decimal, .product)
    case .divided:
      if second.constant == .number(0) {
        note("JavaRosa gives Infinity, which no row holds", range)
      }
      result = XPathTerm(
        XPathTerm.infix(first, "/", Self.fraction(second), .product), .decimal, .product)
    default:
      // By a whole number that may be 0, a remainder of whole numbers is an error.
      let isSafe = isWhole && second.constant != nil && second.constant != .number(0)
      let divisor = isSafe ? second : Self.fraction(second)
      result = .call("modulus:by:", [first.text, divisor.text], isSafe ? .whole : .decimal)
    }
    if first.mayBeNull || second.mayBeNull { result.empty = .unknown }
    result.isInexact = result.kind == .decimal
    return result
  }

  /// A divisor with a point, so that whole numbers do not divide whole.
  private static func fraction(_ divisor: XPathTerm) -> XPathTerm {
    if case .number(let number) = divisor.constant {
      return divisor.kind == .whole
        ? XPathTerm(divisor.text + ".0", .decimal, number < 0 ? .sign : .primary) : divisor
    }
    return XPathTerm(
      XPathTerm.infix(divisor, "*", XPathTerm("1.0", .decimal), .product), .decimal, .product)
  }

  /// Days between two days, and the day so many days before or after another one.
  private func dayArithmetic(
    _ left: XPathTerm, _ symbol: XPathOperator, _ right: XPathTerm
  ) -> XPathTerm? {
    let days = [left, right].map { $0.kind.isDate ? dayOf($0).text : $0.day }
    let empty: XPathTerm.Emptiness = left.mayBeNull || right.mayBeNull ? .unknown : []
    switch (symbol, days[0], days[1]) {
    case (.minus, let end?, let start?):
      return .call("daysBetween", [start, end], .whole, empty: empty)
    case (.plus, let day?, nil) where right.kind == .whole,
      (.minus, let day?, nil) where right.kind == .whole:
      let number = symbol == .minus ? "-" + right.text(in: .primary) : right.text
      return Self.number(ofDay: "addDays(\(day), \(number))", empty)
    case (.plus, nil, let day?) where left.kind == .whole:
      return Self.number(ofDay: "addDays(\(day), \(left.text))", empty)
    default: return nil
    }
  }

  /// The number of a day that was computed.
  private static func number(ofDay day: String, _ empty: XPathTerm.Emptiness) -> XPathTerm {
    var number = XPathTerm.call("daysBetween", [epoch, day], .whole, empty: empty)
    number.day = day
    return number
  }
}

extension XPathTerm {
  /// Whether it is known to be NaN.
  var isNotANumber: Bool {
    if case .number(let number) = constant { number.isNaN } else { false }
  }
}
