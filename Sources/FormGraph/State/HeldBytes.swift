// How many bytes a form holds, where that is limited: the long values of its rows and facts, and
// what the steps of its history overwrote. Short values fit in cells, whose number the limit of
// rows bounds. Each transaction counts what it has written, so that nothing is ever counted as a
// whole but a form that opens.

import Predicate

extension Value {
  /// The bytes of the text, data and keys in a value, and 16 for each value in it.
  ///
  /// - Complexity: O(n) in the number of values in it.
  var heldBytes: Int {
    var bytes = 0
    // A list of its own, because values may be nested deeper than the stack allows.
    var pending = [self]
    while let value = pending.popLast() {
      bytes += 16
      switch value {
      case .null, .bool, .int, .double, .date: break
      case .string(let text): bytes += text.utf8.count
      case .data(let data): bytes += data.count
      case .array(let members): pending += members
      case .set(let set): pending += set.elements
      case .dictionary(let members):
        for key in members.keys { bytes += key.utf8.count }
        pending += members.values
      }
    }
    return bytes
  }
}

extension ValueColumn {
  /// The bytes of the values that do not fit in their cells.
  var heldBytes: Int { wholes.indices.reduce(0) { $0 + wholes[$1].heldBytes } }

  /// By how many bytes these values have grown in the current transaction.
  var heldGrowth: Int {
    wholes.writtenIndices.reduce(0) { $0 + wholes[$1].heldBytes - wholes.old(at: $1).heldBytes }
  }
}

extension StateLog {
  /// The bytes of the values and facts that a transaction overwrote.
  var heldBytes: Int { values.heldBytes + facts.heldBytes }
}

extension ValueLog {
  /// The bytes of the values that a transaction overwrote, with 24 for each entry.
  fileprivate var heldBytes: Int {
    24 * cells.entries.count + wholes.entries.reduce(0) { $0 + $1.old.heldBytes }
  }
}

extension FormState {
  /// The bytes of the values of rows and facts that do not fit in their cells.
  var heldBytes: Int { values.heldBytes + facts.heldBytes }

  /// By how many bytes they have grown in the current transaction.
  var heldGrowth: Int { values.heldGrowth + facts.heldGrowth }
}
