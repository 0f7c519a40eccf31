// The names that may follow `.@`, and the types of CAST: closed lists both.

import Foundation

/// An operator on a collection inside a key path, after Apple's Key-Value Coding guide.
package enum CollectionOperator: String, CaseIterable {
  case count, sum, avg, min, max
  case unionOfObjects, distinctUnionOfObjects
  case unionOfArrays, distinctUnionOfArrays
  case unionOfSets, distinctUnionOfSets
  case allKeys, allValues

  /// Whether the keys behind the operator are read of each element before it does its work.
  package var takesPath: Bool {
    switch self {
    case .count, .allKeys, .allValues: false
    default: true
    }
  }
}

/// What CAST can make of a value.
package enum CastTarget: String, CaseIterable {
  case date = "NSDate"
  case number = "NSNumber"
  case string = "NSString"
  case decimalNumber = "NSDecimalNumber"

  /// The type of a name, in any case.
  init?(named name: String) {
    guard let target = Self.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
    else { return nil }
    self = target
  }

  /// The date some seconds after the reference date, 2001-01-01; nil outside the years 1 to 9999.
  static func date(from seconds: Number) -> Date? {
    let date = Date(timeIntervalSinceReferenceDate: seconds.asDouble)
    return DateText.isInRange(date) ? date : nil
  }
}
