// How many rows and sections changed whether they are hidden, by the shortest way there is.

package import FormGraph

/// Counts of changes.
package enum ChangeCounts {
  #if CHANGE_COUNTS
    package static let note: String? = nil

    package static func hidden(_ changes: ChangeSet) -> Int { changes.count(of: .hidden) }
  #else
    package static let note: String? = "changes cannot be counted yet without listing them all"

    package static func hidden(_ changes: ChangeSet) -> Int {
      changes.changes.reduce(0) { $0 + ($1.property == .hidden ? 1 : 0) }
    }
  #endif
}
