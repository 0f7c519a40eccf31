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
      guard ignoresCase, utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return self }
      return String(
        decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
    var folded = FoldedText()
    for scalar in unicodeScalars {
      // Every scalar is decomposed by itself: the marks are dropped, so that their order, which
      // would have to be sorted, does not count.
      for part in ignoresMarks ? scalar.decomposition : String(scalar).unicodeScalars
      where !(ignoresMarks && part.isCombiningMark) {
        if ignoresCase {
          for scalar in part.caseFolding.unicodeScalars { folded.append(scalar) }
        } else {
          folded.append(part)
        }
      }
    }
    return String(folded.scalars)
  }
}

/// Folded scalars, in which the letters of a Hangul syllable stand as one scalar again: what is one
/// letter is one scalar for the `?` of LIKE and the `.` of MATCHES.
private struct FoldedText {
  private(set) var scalars = String.UnicodeScalarView()

  /// Composes as The Unicode Standard does, chapter 3.12.
  mutating func append(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if let last = scalars.last?.value {
      if (0x1100..<0x1113).contains(last), (0x1161..<0x1176).contains(value),
        let syllable = Unicode.Scalar(0xAC00 + ((last - 0x1100) * 21 + (value - 0x1161)) * 28)
      {
        return replaceLast(with: syllable)
      }
      if (0xAC00..<0xD7A4).contains(last), (last - 0xAC00) % 28 == 0,
        (0x11A8..<0x11C3).contains(value), let syllable = Unicode.Scalar(last + value - 0x11A7)
      {
        return replaceLast(with: syllable)
      }
    }
    scalars.append(scalar)
  }

  private mutating func replaceLast(with scalar: Unicode.Scalar) {
    scalars.removeLast()
    scalars.append(scalar)
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

  /// The text folded, once the steps that comparing it counts as have been taken.
  func folded(_ options: ComparisonOptions, _ steps: inout Steps) throws(Trouble) -> String {
    try steps.take(self.steps(options))
    return folded(options)
  }
}

extension Unicode.Scalar {
  /// The canonical decomposition of the scalar alone.
  fileprivate var decomposition: String.UnicodeScalarView {
    value < 0xC0 || (0xAC00..<0xD7A4).contains(value)
      ? String(self).unicodeScalars
      : String(self).decomposedStringWithCanonicalMapping.unicodeScalars
  }

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
