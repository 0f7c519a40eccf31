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
    // ASCII has no diacritics, and upper and lower case differ in one bit.
    let isFolded = TextBytes.read(self) { bytes -> Bool? in
      guard bytes.isASCII else { return nil }
      return !ignoresCase
        || bytes.end(
          of: { !(0x41...0x5A).contains($0) }, eight: { ~TextBytes.capitals($0) }, from: 0)
          == bytes.count
    }
    if let isFolded { return isFolded ? self : lowercasedASCII }
    var folded = FoldedText()
    for scalar in unicodeScalars {
      guard ignoresMarks else {
        ScalarFolding.case.apply(to: scalar) { folded.append($0) }
        continue
      }
      // Each scalar is decomposed by itself. Its marks are dropped, so their order does not matter
      // and needs no sorting.
      ScalarFolding.marks.apply(to: scalar) { part in
        guard ignoresCase else { return folded.append(part) }
        ScalarFolding.case.apply(to: part) { folded.append($0) }
      }
    }
    return String(folded.scalars)
  }

  /// An ASCII text in lower case.
  private var lowercasedASCII: String {
    TextBytes.read(self) { bytes in
      String(unsafeUninitializedCapacity: bytes.count) { buffer in
        let memory = UnsafeMutableRawBufferPointer(buffer)
        let rest = bytes.count & ~7
        for start in stride(from: 0, to: rest, by: 8) {
          memory.storeBytes(
            of: TextBytes.lowercased(bytes.word(start..<start + 8)).littleEndian,
            toByteOffset: start, as: UInt64.self)
        }
        var word = TextBytes.lowercased(bytes.word(rest..<bytes.count))
        for index in rest..<bytes.count {
          buffer.initializeElement(at: index, to: UInt8(truncatingIfNeeded: word))
          word &>>= 8
        }
        return bytes.count
      }
    }
  }
}

/// The folding of single scalars.
///
/// A table holds the scalars of most alphabets. Computing a folding takes about a hundred times as
/// long as reading it from the table.
private struct ScalarFolding: Sendable {
  /// For each scalar below U+3100, the scalar that it folds to, or `none` or `several`.
  private let known: [UInt16]
  private let find: @Sendable (Unicode.Scalar) -> [Unicode.Scalar]

  // Surrogates stand for these two cases, because no scalar folds to a surrogate.
  private static let none: UInt16 = 0xD800
  private static let several: UInt16 = 0xD801

  static let `case` = ScalarFolding { Array($0.caseFolding.unicodeScalars) }
  static let marks = ScalarFolding { $0.decomposition.filter { !$0.isCombiningMark } }

  /// Makes the table, once in a process.
  ///
  /// This takes a few milliseconds.
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

  /// Calls `body` with each scalar that `scalar` folds to.
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

  /// Whether a scalar is a common ideograph or a Hangul syllable.
  ///
  /// Both fold to themselves.
  private func isCJK(_ scalar: Unicode.Scalar) -> Bool {
    (0x4E00..<0xA000).contains(scalar.value) || (0xAC00..<0xD7A4).contains(scalar.value)
  }
}

/// Folded scalars, in which the parts of a Hangul syllable are composed to one scalar again.
///
/// So one letter is one scalar for the `?` of LIKE and the `.` of MATCHES.
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
  /// The number of steps for comparing the text.
  ///
  /// It is the number of bytes. A folded text that is not ASCII costs 16 times as much, because its
  /// scalars must be looked up.
  func steps(_ options: ComparisonOptions) -> Int {
    let isFolded =
      !options.contains(.normalized)
      && !options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive])
    return isFolded && !TextBytes.read(self, \.isASCII) ? utf8.count * 16 : utf8.count
  }

  /// The text folded.
  ///
  /// The steps for comparing it are counted first.
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

  /// The full case folding of the scalar (Unicode, CaseFolding.txt, status C and F).
  ///
  /// The folded text may differ from Unicode's, but the same texts become equal. Mapping to lower,
  /// upper and lower case again has this effect: `ẞ`, `ß` and `SS` all become `ss`, and both small
  /// sigmas meet in the capital sigma. The dotless i is an exception, because it would join the
  /// wrong letter.
  fileprivate var caseFolding: String {
    if self == "\u{131}" || !properties.changesWhenCaseMapped { return String(self) }
    func mapped(_ text: String, _ mapping: (Unicode.Scalar.Properties) -> String) -> String {
      text.unicodeScalars.reduce(into: "") { $0 += mapping($1.properties) }
    }
    let upper = mapped(properties.lowercaseMapping, \.uppercaseMapping)
    return mapped(upper, \.lowercaseMapping)
  }
}
