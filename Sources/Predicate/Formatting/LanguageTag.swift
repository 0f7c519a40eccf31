// Language tags as BCP 47 (RFC 5646) defines them: `de`, `pt-BR`, `zh-Hant-TW`. Only the form of a
// tag is checked, not whether the language exists. Irregular tags from before 2006, such as
// `i-klingon`, are rejected. The nearest of several tags is found by the lookup of RFC 4647, which
// also tries the script of a Chinese tag without one.

/// A well-formed language tag.
///
/// Two tags are equal if they differ only in the case of letters.
public struct LanguageTag: Sendable, Hashable, CustomStringConvertible {
  /// The direction in which a language is written.
  public enum Direction: String, Sendable, Hashable {
    /// From left to right.
    case ltr
    /// From right to left.
    case rtl
  }

  /// The longest tag, in bytes.
  package static let maximumLength = 100

  /// The tag as it was written.
  public let text: String
  /// The tag in lowercase, for comparisons.
  package let folded: String

  /// Makes a tag from a text.
  ///
  /// - Throws: `FormatError` if the text is not well-formed. `de_DE` gets the hint `de-DE`.
  public init(_ text: String) throws(FormatError) {
    if let (message, range) = Self.mistake(in: text) {
      throw FormatError(message, at: range, in: text, hint: Self.hint(for: text))
    }
    self.init(wellFormed: text)
  }

  private init(wellFormed text: String) {
    self.text = text
    folded = text.lowercased()
  }

  /// Whether both tags are equal, ignoring case.
  public static func == (left: LanguageTag, right: LanguageTag) -> Bool {
    left.folded == right.folded
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(folded) }

  /// The tag as it was written.
  public var description: String { text }
}

// MARK: - Finding one of several

extension LanguageTag {
  /// The nearest of several tags, as the lookup of RFC 4647 finds it.
  ///
  /// The lookup removes parts from the end of this tag until a tag matches. So `de-AT` finds `de`,
  /// but `pt` does not find `pt-BR`. Chinese is written in two scripts: `zh-TW`, `zh-HK` and
  /// `zh-MO` find `zh-Hant` before `zh`, and every Chinese tag finds `zh-Hans` if nothing else
  /// matches.
  ///
  /// - Returns: The first tag in `tags` that is one of these; nil if there is none.
  public func lookup(among tags: [LanguageTag]) -> LanguageTag? {
    for candidate in candidates {
      if let found = tags.first(where: { $0.folded == candidate }) { return found }
    }
    return nil
  }

  /// The folded tag and all its shortened forms, longest first.
  ///
  /// A part of one letter is removed together with the part after it: `de-at-x-p1`, `de-at`, `de`.
  /// A Chinese tag is followed by its script: `zh-tw`, `zh-hant`, `zh`, `zh-hans`.
  package var candidates: [String] {
    var candidates: [String] = []
    var parts = folded.split(separator: "-")
    while !parts.isEmpty {
      let candidate = parts.joined(separator: "-")
      candidates.append(candidate)
      if let script = Self.chineseScripts[candidate], !candidates.contains(script) {
        candidates.append(script)
      }
      parts.removeLast()
      if parts.last?.count == 1 { parts.removeLast() }
    }
    return candidates
  }

  /// The script that people write in these places.
  ///
  /// Browsers and phones name the places without it.
  private static let chineseScripts = [
    "zh": "zh-hans", "zh-tw": "zh-hant", "zh-hk": "zh-hant", "zh-mo": "zh-hant",
  ]
}

// MARK: - Direction

extension LanguageTag {
  /// The direction of the script in the tag.
  ///
  /// Without a script, the direction of the script in which the language is usually written.
  public var direction: Direction {
    let parts = folded.split(separator: "-")
    let script = parts.dropFirst().first { $0.count != 3 }
    if let script, script.count == 4, script.first?.isNumber == false {
      return Self.scripts.contains(String(script)) ? .rtl : .ltr
    }
    return Self.languages.contains(String(parts.first ?? "")) ? .rtl : .ltr
  }

  /// Scripts written from right to left.
  private static let scripts: Set<String> = [
    "adlm", "arab", "aran", "hebr", "mand", "mend", "nkoo", "rohg", "samr", "syrc", "thaa", "yezi",
  ]
  /// Languages that are usually written in one of these scripts.
  private static let languages: Set<String> = [
    "ar", "arc", "azb", "bal", "ckb", "dv", "fa", "glk", "he", "iw", "ji", "ks", "lrc", "mzn",
    "nqo", "pnb", "prs", "ps", "rhg", "sd", "sdh", "skr", "syr", "ug", "ur", "yi",
  ]
}

// MARK: - Form

extension LanguageTag {
  /// The first mistake in a text, with its place; nil if the text is well-formed.
  private static func mistake(in text: String) -> (message: String, range: Range<Int>)? {
    let length = text.utf8.count
    if length == 0 { return ("the language tag is empty", 0..<0) }
    if length > maximumLength {
      return (
        "a language tag has \(maximumLength) bytes at most", maximumLength..<length
      )
    }
    var offset = 0
    for scalar in text.unicodeScalars {
      let end = offset + UTF8.width(scalar)
      guard scalar == "-" || isLetter(scalar) || isDigit(scalar) else {
        return ("a language tag cannot have '\(FormatError.shown(scalar))'", offset..<end)
      }
      offset = end
    }
    return mistake(in: parts(of: text), length)
  }

  /// A part between hyphens, with its place.
  private struct Part {
    let text: Substring
    let range: Range<Int>

    var count: Int { text.utf8.count }
    var isAlphabetic: Bool { text.unicodeScalars.allSatisfy(isLetter) }
    var isNumeric: Bool { text.unicodeScalars.allSatisfy(isDigit) }
    var isPrivateMark: Bool { text == "x" || text == "X" }
  }

  private static func parts(of text: String) -> [Part] {
    var start = 0
    return text.split(separator: "-", omittingEmptySubsequences: false).map { part in
      defer { start += part.utf8.count + 1 }
      return Part(text: part, range: start..<(start + part.utf8.count))
    }
  }

  /// Checks the parts against the grammar of RFC 5646, section 2.1.
  ///
  /// `parts` must not be empty.
  private static func mistake(in parts: [Part], _ length: Int) -> (String, Range<Int>)? {
    if let part = parts.first(where: { $0.count == 0 }) {
      return ("a part of the language tag is missing here", part.range)
    }
    if let part = parts.first(where: { $0.count > 8 }) {
      return ("a part of a language tag has 8 characters at most", part.range)
    }
    var rest = parts[...]
    func take(_ isTaken: (Part) -> Bool) -> Part? {
      guard let part = rest.first, isTaken(part) else { return nil }
      return rest.removeFirst()
    }
    if rest.first?.isPrivateMark != true {
      guard let language = take({ $0.count >= 2 && $0.isAlphabetic }) else {
        let range = parts.first?.range ?? 0..<0
        return ("a language tag begins with a language of 2 to 8 letters, such as 'en'", range)
      }
      if language.count <= 3 {
        for _ in 1...3 { _ = take { $0.count == 3 && $0.isAlphabetic } }
      }
      _ = take { $0.count == 4 && $0.isAlphabetic }
      _ = take { ($0.count == 2 && $0.isAlphabetic) || ($0.count == 3 && $0.isNumeric) }
      while take({ $0.count >= 5 || ($0.count == 4 && startsWithDigit($0)) }) != nil {}
      while let mark = take({ $0.count == 1 && !$0.isPrivateMark }) {
        guard take({ $0.count >= 2 }) != nil else { return unfinished(mark, rest.first) }
        while take({ $0.count >= 2 }) != nil {}
      }
    }
    if let mark = take({ $0.isPrivateMark }) {
      // All further parts are private. Their lengths, 1 to 8 characters, are checked above.
      return rest.isEmpty ? unfinished(mark, nil) : nil
    }
    return rest.first.map { ("'\($0.text)' does not fit here in a language tag", $0.range) }
  }

  private static func unfinished(_ mark: Part, _ next: Part?) -> (String, Range<Int>) {
    ("a part of 2 to 8 characters must follow '\(mark.text)'", next?.range ?? mark.range)
  }

  private static func startsWithDigit(_ part: Part) -> Bool {
    part.text.unicodeScalars.first.map(isDigit) ?? false
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// The tag that corresponds to the name of a POSIX locale: `de-DE` for `de_DE.UTF-8`.
  private static func hint(for text: String) -> String? {
    guard !text.isEmpty else { return "write a tag such as en or pt-BR" }
    guard text.utf8.count <= maximumLength, text.contains("_") else { return nil }
    let name = text.prefix { $0 != "." && $0 != "@" }
    let tag = String(name.map { $0 == "_" ? "-" : $0 })
    return mistake(in: tag) == nil ? tag : nil
  }
}
