// Checks bounds: each must fit what its row holds, and the minimum must not exceed the maximum.

import Predicate

extension DefinitionChecker {
  mutating func checkBounds(of row: RowDefinition, _ member: Member) {
    let bounds = row.bounds
    let refused = checkPlaces(of: row, member, RowDefinition.bounds)
    let all: [(FormKey, Bound<Value>?)] = [
      (.minimum, bounds.minimum), (.maximum, bounds.maximum), (.step, bounds.step),
    ]
    for (key, bound) in all where !refused.contains(key) {
      switch bound {
      case .fixed(let value)? where key == .step: checkStep(value, of: row, member)
      case .fixed(let value)?: checkBound(value, key.text, of: row, member)
      case .formula(let text)?:
        if let (message, hint) = Self.mistake(inFormula: text, of: key.text, row.type.valueKind) {
          report(.value, message, of: member, [.key(key.text)], hint: hint)
        }
      case nil: break
      }
    }
    if let minutes = bounds.minuteInterval, !refused.contains(.minuteInterval),
      !RowBounds<Bound<Value>>.minuteIntervals.contains(minutes)
    {
      let known = RowBounds<Bound<Value>>.minuteIntervals.map(String.init).joined(separator: ", ")
      report(
        .value, "'minuteInterval' must divide an hour", of: member, [.key("minuteInterval")],
        hint: "write one of \(known)")
    }
    if let minimum = bounds.minimum?.fixed, let maximum = bounds.maximum?.fixed,
      maximum.precedes(minimum)
    {
      report(
        .bounds, "'minimum' is greater than 'maximum'", of: member, [.key("minimum")],
        related: [note("'maximum' is given here", member, [.key("maximum")])])
    }
    checkOptionsSuffice(for: row, member)
  }

  /// What is wrong with a text that is a formula by its grammar and was meant as something else.
  ///
  /// `2024-5-1` is a subtraction, and `{today()}` is a list.
  private static func mistake(
    inFormula formula: String, of key: String, _ kind: ValueKind
  ) -> (message: String, hint: String?)? {
    let text = formula.trimmingBlanks
    if text.hasPrefix("{"), text.hasSuffix("}") {
      let inside = String(text.dropFirst().dropLast()).trimmingBlanks
      return (
        "'\(key)' is a formula and stands without braces",
        inside.isEmpty ? nil : "write \"\(key)\": \(JSONWriter.text(of: .string(inside)))"
      )
    }
    guard let date = WrittenDate(text) else { return nil }
    guard kind.holdsDates else {
      return (
        "'\(key)' must be \(kind == .choices ? "a number of choices, from 0" : "a number"), but is "
          + "the date \(text)", nil
      )
    }
    guard kind != .time, let corrected = date.corrected else {
      return ("\(Problem.quoted(text)) is not \(kind.description)", kind.dateHint)
    }
    return ("\(Problem.quoted(text)) is not \(kind.description)", "write \(corrected)")
  }

  /// Warns if more choices are required than there are options.
  ///
  /// Not an error, because options may be added later.
  private mutating func checkOptionsSuffice(for row: RowDefinition, _ member: Member) {
    guard row.type.valueKind == .choices, case .fixed(.int(let minimum))? = row.bounds.minimum,
      let count = row.options?.written?.count, minimum > count
    else { return }
    report(
      .fewOptions,
      "at least \(minimum) must be chosen, but there \(count == 1 ? "is" : "are") only "
        + counted(count, "option"), of: member, [.key("minimum")], severity: .warning)
  }

  private mutating func checkBound(
    _ bound: Value, _ key: String, of row: RowDefinition, _ member: Member
  ) {
    if let obstacle = bound.obstacle(within: valueByteLimit) {
      return report(.value, "'\(key)' holds \(obstacle.stored)", of: member, [.key(key)])
    }
    let wanted: String
    switch (row.type.valueKind, bound) {
    case (.int, .int), (.int, .double), (.decimal, .int), (.decimal, .double), (.date, .date),
      (.day, .date):
      return
    case (.time, .date(let date)) where date.isTimeOfDay: return
    case (.choices, .int(let count)) where count >= 0: return
    case (.int, _), (.decimal, _): wanted = "a number"
    case (.date, _), (.day, _), (.time, _): wanted = row.type.valueKind.description
    case (.choices, _): wanted = "a number of choices, from 0"
    default: return
    }
    report(
      .value, "'\(key)' must be \(wanted), but is \(Problem.kindName(of: bound))", of: member,
      [.key(key)],
      hint: row.type.valueKind.holdsDates ? row.type.valueKind.dateHint : nil)
  }

  private mutating func checkStep(_ step: Value, of row: RowDefinition, _ member: Member) {
    switch (row.type.valueKind, step) {
    case (.int, .int(let step)) where step > 0: break
    case (.decimal, _)
    where Value.int(0).precedes(step) && ValueKind.decimal.converted(step) != nil: break
    case (.int, _), (.decimal, _):
      report(
        .value,
        "'step' must be a \(row.type.valueKind == .int ? "whole " : "")number greater than 0, but is "
          + Problem.kindName(of: step), of: member, [.key("step")])
    default: break
    }
  }
}

/// Text that people write for a day, such as `2024-5-1` or `2024/05/01`: three whole numbers with
/// the same sign between them.
private struct WrittenDate {
  /// The same day as `2024-05-01`; nil if the text does not begin with a year or names no real day.
  let corrected: String?

  init?(_ text: String) {
    guard let sign = text.first(where: { $0 == "-" || $0 == "/" }) else { return nil }
    let parts = text.split(separator: sign, omittingEmptySubsequences: false)
    let areNumbers = parts.allSatisfy { part in
      (1...4).contains(part.count) && part.allSatisfy { ("0"..."9").contains($0) }
    }
    guard areNumbers, parts.count == 3, parts.contains(where: { $0.count == 4 }) else {
      return nil
    }
    let padded = parts.map { $0.count == 1 ? "0\($0)" : String($0) }.joined(separator: "-")
    corrected = DateText.isDay(padded) ? padded : nil
  }
}
