// Whether a changed form still fits the answers that were saved with the old one.

/// Whether answers that were saved with the old form still fit the new form.
public enum Breaking: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Every saved answer still fits.
  case no
  /// Only an evaluation of the saved answers can tell.
  case unknown
  /// Some saved values may be invalid now.
  case sometimes = "some answers"
  /// A saved value is lost, or is refused, or is missing.
  case yes

  /// Whether the left one is the lesser reason to worry.
  public static func < (left: Breaking, right: Breaking) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .no: 0
    case .unknown: 1
    case .sometimes: 2
    case .yes: 3
    }
  }
}
