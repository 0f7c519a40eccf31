// The operators that may follow `.@` in a key path, and the types that CAST accepts. Both lists are
// closed: a text cannot use any other name.

import Foundation

/// An operator on a collection in a key path, as in Apple's Key-Value Coding guide.
package enum CollectionOperator: String, CaseIterable {
  case count, sum, avg, min, max
  case unionOfObjects, distinctUnionOfObjects
  case unionOfArrays, distinctUnionOfArrays
  case unionOfSets, distinctUnionOfSets
  case allKeys, allValues

  /// Whether the operator applies to the keys after it: `a.@sum.b` sums the key `b` of each
  /// element.
  package var takesPath: Bool {
    switch self {
    case .count, .allKeys, .allValues: false
    default: true
    }
  }
}

/// The types to which CAST can convert a value.
package enum CastTarget: String, CaseIterable {
  case date = "NSDate"
  case number = "NSNumber"
  case string = "NSString"
  case decimalNumber = "NSDecimalNumber"

  /// Looks up a type by name, ignoring case.
  init?(named name: String) {
    guard let target = Self.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
    else { return nil }
    self = target
  }

  /// The date that is a number of seconds after 2001-01-01T00:00:00Z.
  ///
  /// - Returns: The date; nil if its year is not from 1 to 9999.
  static func date(from seconds: Number) -> Date? {
    let date = Date(timeIntervalSinceReferenceDate: seconds.asDouble)
    return DateText.isInRange(date) ? date : nil
  }
}
