// A value as its row shows it, where neither options nor `display` say it.

import Predicate

extension RowDefinition {
  /// One value of the row as people see it, but for a choice.
  func displayText(ofOne value: Value) -> String {
    switch value {
    case .bool(let isOn): return isOn ? "yes" : "no"
    case .date(let date):
      // 2024-05-01T10:30:00Z
      let text = DateText.text(of: date)
      let day = text.prefix { $0 != "T" }
      let time = text.dropFirst(day.count + 1).prefix(5)
      return switch type {
      case .date: String(day)
      case .time, .countDown: String(time)
      default: "\(day) \(time)"
      }
    default: return value.ruleText ?? value.description
    }
  }
}
