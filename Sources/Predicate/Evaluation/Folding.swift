// Text as `[c]` and `[d]` see it. Case folding is Unicode's full one, without locale; it is built
// from the context-free mappings of each scalar, since the toolchain offers no folding of its own
// that does not depend on a locale.

import Foundation

extension String {
  /// The text with what the options make equal made equal.
  ///
  /// - Complexity: O(n).
  func folded(_ options: ComparisonOptions) -> String {
    guard !options.contains(.normalized) else { return self }
    let ignoresMarks = options.contains(.diacriticInsensitive)
    let ignoresCase = options.contains(.caseInsensitive)
    guard ignoresMarks || ignoresCase else { return self }
    if utf8.allSatisfy({ $0 < 0x80 }) {
      // ASCII has no marks, and its case is one bit.
      guard ignoresCase else { return self }
      return String(
        decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
    let source = ignoresMarks ? decomposedStringWithCanonicalMapping : self
    var folded = String.UnicodeScalarView()
    for scalar in source.unicodeScalars {
      if ignoresMarks, scalar.isCombiningMark { continue }
      if ignoresCase {
        folded.append(contentsOf: scalar.caseFolding.unicodeScalars)
      } else {
        folded.append(scalar)
      }
    }
    // Put together again, a letter is one scalar for the `?` of LIKE and the `.` of MATCHES.
    return ignoresMarks ? String(folded).precomposedStringWithCanonicalMapping : String(folded)
  }
}

extension String {
  /// The steps that comparing the text counts as: its bytes, and many times that where each scalar
  /// beyond ASCII must be looked up to fold it.
  func steps(_ options: ComparisonOptions) -> Int {
    let isFolded =
      !options.contains(.normalized)
      && !options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive])
    return isFolded && utf8.contains { $0 >= 0x80 } ? utf8.count * 16 : utf8.count
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is of the general category Mark.
  fileprivate var isCombiningMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// The full case folding of the scalar (Unicode, CaseFolding.txt, status C and F), up to a
  /// renaming that keeps equal what it makes equal.
  ///
  /// Lower, upper, lower again joins what folding joins: `ẞ` is `ß` is `SS` is `ss`, and both small
  /// sigmas meet in the capital. The dotless i alone would join the wrong letter.
  fileprivate var caseFolding: String {
    if value < 0x80 {
      return String(Character(Unicode.Scalar(UInt8(value) | (isUpperASCII ? 0x20 : 0))))
    }
    if self == "\u{131}" || !properties.changesWhenCaseMapped { return String(self) }
    func mapped(_ text: String, _ mapping: (Unicode.Scalar.Properties) -> String) -> String {
      text.unicodeScalars.reduce(into: "") { $0 += mapping($1.properties) }
    }
    let upper = mapped(properties.lowercaseMapping, \.uppercaseMapping)
    return mapped(upper, \.lowercaseMapping)
  }

  private var isUpperASCII: Bool { (0x41...0x5A).contains(value) }
}
