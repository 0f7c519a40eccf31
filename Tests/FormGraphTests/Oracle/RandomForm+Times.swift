// Random times of day: rows that hold them, with fixed and computed bounds, and texts that read
// them. No other text reads them, since few formulas over numbers make sense of times.

import FormGraph
import Foundation
import Predicate

extension RandomForm {
  /// A section with times: some are bounded by others, and some decide what is shown.
  mutating func timeSection() -> SectionDefinition {
    let (start, end) = (tag("r"), tag("r"))
    var section = SectionDefinition(tag: tag("s"))
    if chance(20) { section.hidden = condition() }
    var first = RowDefinition(tag: start, type: .time, value: time())
    if chance(40) { first.hidden = condition() }
    if chance(30) { first.whenHidden = pick(HiddenValues.allCases) }
    if chance(50) { first.bounds.minimum = .fixed(Self.time(minutes: 8 * 60)) }
    if chance(30) { first.bounds.maximum = .fixed(Self.time(minutes: 20 * 60)) }
    if chance(40) { first.bounds.minuteInterval = 15 }
    var second = RowDefinition(
      tag: end, type: .time, value: chance(50) ? time() : nil,
      required: chance(50) ? times(start, end) : nil)
    second.bounds.minimum = .formula(pick(["$\(start)", "addMinutes($\(start), 30)"]))
    if chance(30) { second.bounds.maximum = "timeOf(now())" }
    if chance(30) {
      second.rules = [RuleDefinition(.predicate("SELF != $\(start)"), message: "equal")]
    }
    section.rows = [
      first, second,
      RowDefinition(
        tag: tag("r"), type: .time,
        calculated: pick(["addMinutes($\(end), 45)", "coalesce($\(end), $\(start))"]),
        hidden: chance(30) ? times(start, end) : nil),
      RowDefinition(tag: tag("r"), type: .int, value: 1, hidden: times(start, end)),
    ]
    section.texts.title = FormText(
      pick(["{$\(start)} to {$\(end)}", "{format($\(start), 'HH:mm')}, {hour($\(end))}"]))
    section.rows.shuffle(using: &random)
    return section
  }

  /// A condition on times.
  private mutating func times(_ start: String, _ end: String) -> ConditionDefinition {
    let text = pick([
      "$\(start) < $\(end)", "$\(end) == nil OR hour($\(end)) >= 12", "$\(start) != $\(end)",
      "minute($\(start)) == 30", "timeOf(now()) < $\(start)", "addMinutes($\(start), 60) > $\(end)",
    ])
    return ConditionDefinition(.predicate(text), isInverted: chance(20))
  }

  /// A time of day, or nothing.
  private mutating func time() -> Value {
    let minutes = pick([0, 30, 8 * 60, 8 * 60 + 15, 12 * 60 + 30, 20 * 60 + 1, 23 * 60 + 50])
    return chance(15) ? .null : Self.time(minutes: minutes)
  }

  /// What an edit gives a row of times: also a point in time, of which the row keeps the time in
  /// UTC.
  mutating func timeOrInstant() -> Value {
    let value = time()
    guard chance(10), case .date(let date) = value else { return value }
    return .date(date.addingTimeInterval(86_400 * 365))
  }

  private static func time(minutes: Int) -> Value {
    .date(Date(timeIntervalSince1970: Double(minutes) * 60))
  }
}
