// Values as rules see them: which are empty, how long a text is, and the text of a number.

import Predicate

extension Value {
  /// Whether rules treat the value as missing: nil, "" or an empty collection.
  ///
  /// White space is not empty.
  package var isEmpty: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    case .set(let set): set.elements.isEmpty
    case .dictionary(let dictionary): dictionary.count == 0
    case .bool, .int, .double, .date, .data: false
    }
  }

  /// The length of a text in characters, as a reader counts them; 0 for other values.
  var length: Int {
    if case .string(let text) = self { return text.count }
    return 0
  }

  /// The text that patterns are applied to; nil if the value is neither text nor a number.
  var ruleText: String? {
    switch self {
    case .string(let text): text
    case .int(let int): String(int)
    // A whole number is written without a fraction: 3, not 3.0.
    case .double(let double): Int64(exactly: double).map(String.init) ?? "\(double)"
    default: nil
    }
  }
}

extension String {
  /// The text without white space at its start and end.
  var trimmed: String {
    let start = unicodeScalars.firstIndex { !$0.properties.isWhitespace }
    let end = unicodeScalars.lastIndex { !$0.properties.isWhitespace }
    guard let start, let end else { return "" }
    return String(unicodeScalars[start...end])
  }
}
