// Text inside of other notations, where some characters mean something.

extension String {
  /// Replaces some scalars.
  ///
  /// - Parameter replacement: What stands for a scalar; nil for the scalar itself.
  /// - Returns: The text with the replacements.
  func escaped(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var escaped = ""
    for scalar in unicodeScalars {
      if let other = replacement(scalar) {
        escaped += other
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// The text in XML.
  ///
  /// Characters that XML does not allow are replaced by U+FFFD, also as references.
  var inXML: String {
    printable.escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }
}
