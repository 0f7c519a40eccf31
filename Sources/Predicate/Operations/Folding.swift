// Folds text for the options `[c]` and `[d]`. Case folding is Unicode's full case folding, without
// locale. It is built from the context-free mappings of each scalar, because Swift offers no case
// folding that is independent of locale.

import Foundation

extension String {
  /// The text after folding: texts that the options make equal become identical.
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
      guard ignoresMarks else {
        ScalarFolding.case.apply(to: scalar) { folded.append($0) }
        continue
      }
      // Every scalar is decomposed by itself: the marks are dropped, so that their order, which
      // would have to be sorted, does not count.
      ScalarFolding.marks.apply(to: scalar) { part in
        guard ignoresCase else { return folded.append(part) }
        ScalarFolding.case.apply(to: part) { folded.append($0) }
      }
    }
    return String(folded.scalars)
  }
}

/// What single scalars fold to.
///
/// A table has the scalars of most alphabets, because finding one takes some hundred times as long
/// as reading it.
private struct ScalarFolding: Sendable {
  /// For each scalar below U+3100 the scalar that it folds to, or one of the marks below.
  private let known: [UInt16]
  private let find: @Sendable (Unicode.Scalar) -> [Unicode.Scalar]

  // The marks are surrogates: no scalar folds to a surrogate.
  private static let none: UInt16 = 0xD800
  private static let several: UInt16 = 0xD801

  static let `case` = ScalarFolding { Array($0.caseFolding.unicodeScalars) }
  static let marks = ScalarFolding { $0.decomposition.filter { !$0.isCombiningMark } }

  /// Makes the table, which takes a few milliseconds, once in a process.
  ///
  /// Hardly any letter from U+3100 on has case or marks.
  private init(find: @escaping @Sendable (Unicode.Scalar) -> [Unicode.Scalar]) {
    known = (0..<0x3100).map { (value: UInt32) in
      let found = Unicode.Scalar(value).map(find) ?? []
      guard let first = found.first else { return Self.none }
      return found.count == 1 ? UInt16(exactly: first.value) ?? Self.several : Self.several
    }
    self.find = find
  }

  /// Hands on each scalar that one folds to.
  func apply(to scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
    let value = Int(scalar.value)
    guard value < known.count else {
      return isCJK(scalar) ? body(scalar) : find(scalar).forEach(body)
    }
    switch known[value] {
    case Self.none: return
    case Self.several: find(scalar).forEach(body)
    case let folding: if let one = Unicode.Scalar(folding) { body(one) }
    }
  }

  /// Whether a scalar is a common ideograph or a Hangul syllable, which fold to themselves.
  private func isCJK(_ scalar: Unicode.Scalar) -> Bool {
    (0x4E00..<0xA000).contains(scalar.value) || (0xAC00..<0xD7A4).contains(scalar.value)
  }
}

/// Folded scalars, in which the letters of a Hangul syllable stand as one scalar again: what is one
/// letter is one scalar for the `?` of LIKE and the `.` of MATCHES.
private struct FoldedText {
  private(set) var scalars = String.UnicodeScalarView()
  private var last: UInt32?

  /// Composes as The Unicode Standard does, chapter 3.12.
  mutating func append(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if let last {
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
    last = value
  }

  private mutating func replaceLast(with scalar: Unicode.Scalar) {
    scalars.removeLast()
    scalars.append(scalar)
    last = scalar.value
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
    String(self).decomposedStringWithCanonicalMapping.unicodeScalars
  }

  /// Whether the scalar is of the general category Mark.
  var isCombiningMark: Bool {
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
    if self == "\u{131}" || !properties.changesWhenCaseMapped { return String(self) }
    func mapped(_ text: String, _ mapping: (Unicode.Scalar.Properties) -> String) -> String {
      text.unicodeScalars.reduce(into: "") { $0 += mapping($1.properties) }
    }
    let upper = mapped(properties.lowercaseMapping, \.uppercaseMapping)
    return mapped(upper, \.lowercaseMapping)
  }
}
