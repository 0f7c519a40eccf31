// Finds arithmetic that computes something else than it reads: a division that drops the rest, `^`
// for a power, days that are added as seconds, fractions that are compared as if they were exact.

import FormGraph
import Predicate

extension MisleadingCheck {
  // MARK: - Division

  mutating func arithmetic(
    _ symbol: ExpressionOperator, _ node: NodeIndex, _ left: NodeIndex, _ right: NodeIndex
  ) {
    switch symbol {
    case .add:
      daySeconds(node, left, right)
      daySeconds(node, right, left)
    case .subtract: daySeconds(node, left, right, isSubtracted: true)
    case .divide: dividedDifference(node, left, right)
    case .multiply, .power: break
    case .bitwiseXor:
      let (base, exponent) = (text.source(of: left), text.source(of: right))
      findings.append(
        text.finding(
          .exclusiveOr, node, "^ is the exclusive or of two whole numbers, not a power", .warning,
          hint: "write \(base.shortened) ** \(exponent.shortened) for a power"))
      return
    default: return
    }
    for (side, other) in [(left, right), (right, left)] {
      let isScaled =
        symbol == .power || symbol == .multiply && !isMultiple(of: other, roundedDown: side)
      division(side, isScaled ? nil : other)
    }
  }

  /// `$n / 10 * 10`, which rounds down on purpose.
  private func isMultiple(of factor: NodeIndex, roundedDown node: NodeIndex) -> Bool {
    guard case .infix(.divide) = text.structure.kind(of: node) else { return false }
    return text.source(of: text.structure.child(1, of: node)) == text.source(of: factor)
  }

  /// Reports a division of whole numbers whose rest matters: beside a number that may have a
  /// fraction, or anywhere if no other number is given.
  mutating func division(_ node: NodeIndex, _ other: NodeIndex? = nil) {
    guard case .infix(.divide) = text.structure.kind(of: node),
      known[node].kinds.present == .int, !isWithoutRest(node)
    else { return }
    if let other {
      let kinds = known[other].kinds
      guard !kinds.isOpen, kinds.contains(.double) else { return }
    }
    let divisor = text.structure.child(1, of: node)
    let literal = known[divisor].constant.map { "\($0).0" }
    findings.append(
      text.finding(
        .integerDivision, node,
        "both numbers are whole, so the division drops the rest: 7 / 2 is 3", .warning,
        hint: literal.map { "write / \($0)" } ?? "write * 1.0 / to keep the rest"))
  }

  /// Whether a division is known to have no rest: by 1, or of two constants.
  private func isWithoutRest(_ division: NodeIndex) -> Bool {
    let parts = text.structure.children(of: division).map { known[$0].constant }
    guard case .int(let divisor)? = parts[1], divisor != 0 else { return false }
    // The smallest whole number divided by -1 would overflow.
    if divisor == 1 || divisor == -1 { return true }
    guard case .int(let dividend)? = parts[0] else { return false }
    return dividend % divisor == 0
  }

  // MARK: - Days

  /// Reports a small number that is added to a day or subtracted from it.
  private mutating func daySeconds(
    _ node: NodeIndex, _ day: NodeIndex, _ number: NodeIndex, isSubtracted: Bool = false
  ) {
    guard isDay(day), let seconds = self.number(number), Self.isPartOfDay(seconds) else { return }
    let days = Int(exactly: isSubtracted ? -seconds : seconds)
    let name = text.source(of: day).shortened
    findings.append(
      text.finding(
        .daySeconds, node,
        isSubtracted
          ? "subtracting a number from a day subtracts seconds"
          : "adding a number to a day adds seconds", .warning,
        hint: days.map { "write addDays(\(name), \($0)) for days" }
          ?? "write addDays(\(name), n) for n whole days"))
  }

  /// Reports a difference of two days that is compared with a small number, or with a list of them.
  mutating func difference(_ node: NodeIndex, comparedWith other: NodeIndex) {
    let isList = text.structure.kind(of: other) == .aggregate
    let parts = isList ? Array(text.structure.children(of: other)) : [other]
    let numbers = parts.compactMap { number($0).map(abs) }
    guard numbers.count == parts.count, let largest = numbers.max(), Self.isPartOfDay(largest)
    else { return }
    dayDifference(summand(in: node))
  }

  /// Reports a node that subtracts a day from another.
  private mutating func dayDifference(_ node: NodeIndex) {
    guard let days = difference(node), text.structure.children(of: node).allSatisfy(isDay) else {
      return
    }
    findings.append(
      text.finding(
        .daySeconds, node, "the difference of two days is a number of seconds", .warning,
        hint: "write daysBetween(\(days.earlier), \(days.later)) for days"))
  }

  /// The two days that a node subtracts, the earlier one first; nil if it subtracts no days.
  private func difference(_ node: NodeIndex) -> (earlier: String, later: String)? {
    guard case .infix(.subtract) = text.structure.kind(of: node) else { return nil }
    let sides = text.structure.children(of: node)
    guard sides.allSatisfy({ known[$0].kinds.present == .date }) else { return nil }
    return (text.source(of: sides[1]).shortened, text.source(of: sides[0]).shortened)
  }

  /// `(today() - $born) / 365.25`: the difference is a number of seconds.
  ///
  /// A quotient by the seconds of a minute, an hour or a day, or by more, is meant.
  private mutating func dividedDifference(
    _ node: NodeIndex, _ left: NodeIndex, _ right: NodeIndex
  ) {
    guard let days = difference(left), let divisor = number(right).map(abs),
      divisor > 1, divisor < 86_400, ![60, 1000, 3600].contains(divisor)
    else { return }
    let areDays = text.structure.children(of: left).allSatisfy(isDay)
    let isYear = (365...366).contains(divisor)
    guard areDays || isYear else { return }
    let (function, words) =
      isYear
      ? ("yearsBetween", "years")
      : (28...31).contains(divisor) ? ("monthsBetween", "months") : ("daysBetween", "days")
    findings.append(
      text.finding(
        .daySeconds, node,
        "the difference of two \(areDays ? "days" : "dates") is a number of seconds",
        .warning, hint: "write \(function)(\(days.earlier), \(days.later)) for \(words)"))
  }

  /// Reports a difference of days that a row of numbers holds, or a text shows.
  mutating func dayResults() {
    switch text.role {
    case .value(let row) where row.type.valueKind == .int || row.type.valueKind == .decimal: break
    case .bound(.number), .shown: break
    default: return
    }
    for result in text.results() {
      var node = result
      // The number of steps is bounded by the length of the text.
      while let inner = rounded(node) { node = inner }
      dayDifference(summand(in: node))
    }
  }

  /// The difference in a sum with small numbers, `$e - $d + 1`; the node itself if it is none.
  private func summand(in sum: NodeIndex) -> NodeIndex {
    var node = sum
    while difference(node) == nil {
      let children = text.structure.children(of: node)
      switch text.structure.kind(of: node) {
      case .infix(.add), .infix(.subtract): break
      default: return node
      }
      if let days = number(children[1]), Self.isPartOfDay(days) {
        node = children[0]
      } else if let days = number(children[0]), Self.isPartOfDay(days) {
        node = children[1]
      } else {
        return node
      }
    }
    return node
  }

  /// What a call rounds, or takes as it is but for the sign.
  private func rounded(_ node: NodeIndex) -> NodeIndex? {
    switch text.structure.kind(of: node) {
    case .call(.round), .call(.floor), .call(.ceiling), .call(.truncate), .call(.absolute),
      .call(.number), .negation:
      text.structure.child(0, of: node)
    default: nil
    }
  }

  // MARK: - Fractions

  /// `$p + $q == 0.3`, which sums of fractions seldom equal.
  mutating func fraction(_ side: NodeIndex, _ other: NodeIndex) {
    let structure = text.structure
    switch structure.kind(of: side) {
    case .infix(let symbol):
      guard [.add, .subtract, .multiply, .divide].contains(symbol) else { return }
    case .call(.sum), .call(.average), .collectionOperator, .member:
      guard isFold(side) else { return }
    default: return
    }
    let kinds = known[side].kinds
    guard !kinds.isOpen, kinds.contains(.double), kinds.isDisjoint(with: .date),
      !structure.children(of: side).contains(where: { known[$0].kinds.present == .date }),
      known[other].kinds.mayFit(.number), number(other) != 0, known[other].constant != .null,
      !isExact(side, comparedWith: other)
    else { return }
    let (name, value) = (text.source(of: side).shortened, text.source(of: other).shortened)
    let digits = number(other).map(Self.fractionDigits) ?? Self.usualDigits
    let hint =
      number(other) == nil
      ? "round(\(name), \(digits)) == round(\(value), \(digits))"
      : "round(\(name), \(max(digits, Self.usualDigits))) == \(value)"
    findings.append(
      text.finding(
        .fraction, side, "fractions are not exact: 0.1 + 0.2 is not equal to 0.3", .warning,
        hint: digits > Self.mostDigits ? nil : "write \(hint)"))
  }

  /// How many digits a hint rounds to if the text does not say.
  private static let usualDigits = 2
  /// The digits that every number of some size has.
  private static let mostDigits = 12

  /// How many digits stand behind the decimal sign of a number.
  private static func fractionDigits(_ number: Double) -> Int {
    let parts = "\(abs(number))".split(separator: "e")
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let fraction = parts[0].split(separator: ".").dropFirst().first ?? ""
    return max((fraction == "0" ? 0 : fraction.count) - exponent, 0)
  }

  /// Whether a computation with one number gives exactly what it gives on paper, if both sides are
  /// equal there: binary fractions hold halves, quarters and whole numbers, and a factor of 2 loses
  /// nothing.
  private func isExact(_ side: NodeIndex, comparedWith other: NodeIndex) -> Bool {
    guard case .infix(let symbol) = text.structure.kind(of: side) else { return false }
    let operands = text.structure.children(of: side)
    for (read, written) in [(operands[0], operands[1]), (operands[1], operands[0])] {
      guard let number = number(written), isRead(read) else { continue }
      let isDivisor = symbol == .divide && written == operands[1]
      if symbol == .multiply || isDivisor, number.isFinite, abs(number).significand == 1 {
        return true
      }
      guard let result = self.number(other) else { continue }
      switch symbol {
      case .add, .subtract: if Self.isBinary(number), Self.isBinary(result) { return true }
      case .multiply:
        if number != 0, [number, result, result / number].allSatisfy(Self.isWhole) { return true }
      case .divide: if isDivisor, Self.isWhole(number), Self.isWhole(result) { return true }
      default: break
      }
    }
    return false
  }

  /// Whether a node is one number as it was given, or a whole number.
  private func isRead(_ node: NodeIndex) -> Bool {
    switch text.structure.kind(of: node) {
    case .variable, .selfObject: true
    default: known[node].kinds.present == .int
    }
  }

  private static func isWhole(_ number: Double) -> Bool { Int32(exactly: number) != nil }

  /// Whether a number is a whole number of 1024ths.
  private static func isBinary(_ number: Double) -> Bool { isWhole(number * 1024) }

  /// Whether a node adds up the numbers of a list.
  private func isFold(_ node: NodeIndex) -> Bool {
    switch text.structure.kind(of: node) {
    case .call(.sum), .call(.average): true
    case .collectionOperator(let name):
      ["sum", "avg"].contains(text.structure.name(name))
    case .member:
      isFold(text.structure.child(0, of: node))
    default: false
    }
  }

  // MARK: - Constants and kinds

  private func isDay(_ node: NodeIndex) -> Bool {
    known[node].isDay && known[node].kinds.present == .date
  }

  /// The number that a node writes.
  private func number(_ node: NodeIndex) -> Double? {
    switch known[node].constant {
    case .int(let number)?: Double(number)
    case .double(let number)?: number
    default: nil
    }
  }

  /// Whether so many seconds are less than a day; zero changes nothing.
  private static func isPartOfDay(_ seconds: Double) -> Bool {
    seconds != 0 && abs(seconds) < 86_400
  }
}
