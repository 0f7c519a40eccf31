// What a diagnostic advises: words, or a text to put in the place of another one. Such a text has
// been put in its place, and the result was read: see `Parser.explained` and `Parser.checked`.

/// A hint of the parser: words, or a text to write in the place of another one.
struct Hint: ExpressibleByStringInterpolation {
  let words: String
  /// The text that the hint proposes; nil if the hint is words alone.
  private(set) var replacement: Diagnostic.Replacement?

  init(stringLiteral words: String) { self.words = words }

  /// A hint that shows a text to write in the place of a range.
  ///
  /// `kept` is what the author wrote there and the text must have; nil for all of it.
  init(_ words: String, _ text: String, _ range: Range<Int>, keeping kept: [Range<Int>]? = nil) {
    self.words = words
    replacement = Diagnostic.Replacement(range: range, text: text, kept: kept ?? [range])
  }

  /// The hint to write a text in the place of a range; `note` follows the text.
  static func write(
    _ text: String, at range: Range<Int>, keeping kept: [Range<Int>]? = nil, _ note: String = ""
  ) -> Hint {
    Hint("write \(text)\(note)", text, range, keeping: kept)
  }

  /// How to write a key that is spelled like a keyword.
  static func key(_ word: String, at range: Range<Int>) -> Hint {
    Hint("a key of this name is written #\(word)", "#\(word)", range)
  }

  /// The hint that another word was meant.
  static func meant(_ word: String, at range: Range<Int>) -> Hint {
    Hint("did you mean \(word)?", word, range, keeping: [])
  }
}
