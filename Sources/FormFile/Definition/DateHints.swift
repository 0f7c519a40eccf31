// How days, times of day and points in time are written, for hints.

package import Predicate

extension ValueKind {
  /// How dates of this kind are written; nil if values are not dates.
  package var hintForDates: String? {
    switch self {
    case .date, .day: DateText.hint
    case .time: "times are written like 14:30 or 14:30:00"
    default: nil
    }
  }
}

extension DateText {
  /// How dates are written.
  package static var hint: String { "dates are written like 2024-05-01 or 2024-05-01T10:30:00Z" }
}
