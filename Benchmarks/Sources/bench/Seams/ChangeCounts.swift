// How many rows and sections changed whether they are hidden, by the shortest way there is.

import FormGraph

enum ChangeCounts {
  #if CHANGE_COUNTS
    static let note: String? = nil

    static func hidden(_ changes: ChangeSet) -> Int { changes.count(of: .hidden) }
  #else
    static let note: String? = "changes cannot be counted yet without listing them all"

    static func hidden(_ changes: ChangeSet) -> Int {
      changes.changes.reduce(0) { $0 + ($1.property == .hidden ? 1 : 0) }
    }
  #endif
}
