// Findings about calls and CAST: names, arguments, types, and the conversion of text and dates.

import Foundation
import Predicate

extension PortabilityCheck {
  mutating func noteCall(_ function: Function, _ node: NodeIndex) {
    // Apple knows neither the name nor what the function does; see `noteExtendedFunction`.
    guard !function.isBeyondApple else { return }
    noteName(of: node)
    let arguments = structure.children(of: node)
    if function.isAggregate, let first = arguments.first, let last = arguments.last, first != last {
      let range = tree.range(of: first).lowerBound..<tree.range(of: last).upperBound
      note(
        .severalValues, .unverified, at: range,
        "Apple may accept only one list here, and '\(function.name)' is given several values",
        portable: "{\(spelling(range))}")
    }
    switch function {
    case .random, .randomBelow:
      note(
        .random, .unverified, at: core(node),
        function == .random
          ? "Apple's own material disagrees whether this is an integer or lies between 0 and 1"
          : "Apple's own material disagrees on the name of this function")
    case .modulus:
      if let divisor = literal(structure.child(1, of: node)).flatMap(Number.init),
        divisor.asDouble == 0
      {
        return noteZeroDivision(node)
      }
    case .onesComplement: noteBits(structure.child(0, of: node))
    default: break
    }
    noteConstant(node)
  }

  /// Reports the spelling of a function's name.
  mutating func noteName(of node: NodeIndex) {
    noteBlankBeforeArguments(node)
    guard let token = table[tokens(node).lowerBound] else { return }
    let written = table.spelling(token)
    // The name of a function with one argument may lack its colon. Longer names have all their
    // colons.
    let names = Callee.names.flatMap { $0.hasSuffix(":") ? [$0] : [$0, $0 + ":"] }
    guard !names.contains(written),
      let name = names.first(where: { $0.lowercased() == written.lowercased() })
    else { return }
    note(
      .functionName, .unverified, at: token.range,
      "Apple may know this function as '\(name)' only", portable: name)
  }

  /// The name of a function beyond Apple's, which is not run here unless an option allows it.
  ///
  /// The tree may have such functions that are not written.
  mutating func noteExtendedFunction(_ token: Token, _ index: Int) {
    guard tree.functions == .extended, table[index + 1]?.kind == .symbol(.leftParenthesis) else {
      return
    }
    let name = table.spelling(token)
    guard Callee.isBeyondApple(name), !Self.isChoice(name) else { return }
    note(.extendedFunction, .refused, at: token.range, "Apple has no function '\(name)'")
  }

  /// A function that the language does not have, which only an embedder can supply.
  ///
  /// A function of the language with a wrong number of arguments is not one.
  mutating func noteUnknownCall(_ name: String, _ node: NodeIndex) {
    guard tree.functions == .extended, !Callee.isBeyondApple(name),
      !Callee.names.contains(where: { $0.lowercased() == name.lowercased() }),
      let token = table[tokens(node).lowerBound]
    else { return }
    note(.extendedFunction, .refused, at: token.range, "Apple has no function '\(name)'")
  }

  /// `if`, which Apple calls TERNARY.
  mutating func noteChoice(_ node: NodeIndex) {
    guard let token = table[tokens(node).lowerBound] else { return }
    let name = table.spelling(token)
    guard Self.isChoice(name) else { return }
    note(
      .extendedFunction, .refused, at: token.range, "Apple has no function '\(name)'",
      portable: Keyword.ternary.rawValue)
  }

  private static func isChoice(_ name: String) -> Bool { name.lowercased() == "if" }

  // MARK: - CAST

  mutating func noteCast(_ target: CastTarget?, _ node: NodeIndex) {
    guard let target, let type = table[tokens(node).upperBound - 2] else { return }
    noteBlankBeforeArguments(node)
    noteType(target, type)
    let operand = structure.child(0, of: node)
    switch target {
    case .string:
      guard kinds[operand] == .date || kinds[operand] == .unknown else { break }
      let isDate = kinds[operand] == .date
      note(
        .castDate, .differs, at: core(node),
        isDate
          ? "Apple writes a date as 2024-05-01 10:30:00 +0000, not as 2024-05-01T10:30:00Z"
          : "may give another text on Apple, which writes dates as 2024-05-01 10:30:00 +0000",
        isConditional: !isDate)
    case .date:
      guard let text = text(operand) else { break }
      noteDateText(text, operand)
    case .number, .decimalNumber:
      guard let text = text(operand) else { break }
      let hasZeros = Self.hasLeadingZero(text)
      guard hasZeros || !Self.isPlainNumber(text) else { break }
      note(
        .castText, .unverified, at: tree.range(of: operand),
        hasZeros
          ? "Apple may read an octal number from digits that start with 0"
          : "it is not known which number Apple reads from this text",
        portable: isQuoted(operand)
          ? (try? Casting.cast(.string(text), to: .number)).map(\.description) : nil)
    }
  }

  /// Reports the type of a CAST, which is in quotes before the last parenthesis.
  mutating func noteType(_ target: CastTarget, _ type: Token) {
    let quote = table.spelling(type).prefix(1)
    if target == .decimalNumber {
      note(
        .decimalNumber, .differs, at: type.range,
        "Apple computes with decimal digits here, which gives other results than doubles",
        portable: quote + CastTarget.number.rawValue + quote)
    } else if TextBytes.read(tree.text, { StringLiteral($0, type.range).text }) != target.rawValue {
      note(
        .castType, .unverified, at: type.range,
        "Apple may know this type as \(target.rawValue) only",
        portable: quote + target.rawValue + quote)
    }
  }

  /// Reports date texts in other forms.
  ///
  /// Apple is known to read dates with seconds in UTC.
  private mutating func noteDateText(_ text: String, _ operand: NodeIndex) {
    let date = DateText.date(from: text)
    guard date.map(DateText.text) != text || text.contains(".") else { return }
    let portable = date.map { date in
      let usual = DateText.text(of: date)
      return usual.contains(".") ? "\(date.timeIntervalSinceReferenceDate)" : "'\(usual)'"
    }
    // With a time the text would say an instant.
    let isDay = tree.functions == .extended && DateText.isDay(text)
    note(
      .castText, .unverified, at: tree.range(of: operand),
      "Apple is known to read dates like 2024-05-01T10:30:00Z, and this date is written differently",
      portable: isQuoted(operand) && !isDay ? portable : nil)
  }

  /// Whether a text consists of several digits, starting with 0, with or without a sign.
  private static func hasLeadingZero(_ text: String) -> Bool {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    return digits.utf8.count > 1 && digits.utf8.first == UInt8(ascii: "0")
      && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Whether a text consists of digits, with or without a sign and a fraction.
  private static func isPlainNumber(_ text: String) -> Bool {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { part in
        !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
      }
  }
}
