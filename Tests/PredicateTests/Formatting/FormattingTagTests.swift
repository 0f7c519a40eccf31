// Language tags: their form (RFC 5646), their lookup (RFC 4647), and their direction.

import Foundation
import Testing

@testable import Predicate

@Suite("Formatting: language tags")
struct FormattingTagTests {
  static let wellFormed = """
    en de-DE DE pt-BR zh-Hant-TW zh-Hant-CN-x-p1 sr-Latn es-419 sl-rozaj-biske-1994 de-CH-1996 \
    zh-cmn-Hans-CN zh-yue-HK en-a-bbb-x-a-ccc x-whatever X-1 de-u-co-phonebk ar-a-aaa-b-bbb abcd \
    abcdefgh hy-Latn-IT-arevela a1-x-b
    """

  @Test("Well-formed tags are read")
  func reads() throws {
    // A language has letters only.
    for text in Self.wellFormed.split(separator: " ").map(String.init) where text != "a1-x-b" {
      let tag = try LanguageTag(text)
      #expect(tag.text == text && tag.description == text)
    }
    #expect(throws: FormatError.self) { try LanguageTag("a1-x-b") }
    _ = try LanguageTag("x" + String(repeating: "-a2345678", count: 11))
    #expect(throws: FormatError.self) {
      try LanguageTag("xx" + String(repeating: "-a2345678", count: 11))
    }
  }

  /// Text, mistake.
  static let refused = """
     | error 0..<0: the language tag is empty (hint: write a tag such as en or pt-BR)
    de_DE | error 2..<3: a language tag cannot have '_' (hint: de-DE)
    zh_Hant_TW | error 2..<3: a language tag cannot have '_' (hint: zh-Hant-TW)
    de_DE.UTF-8@euro | error 2..<3: a language tag cannot have '_' (hint: de-DE)
    de_ | error 2..<3: a language tag cannot have '_'
    English (en) | error 7..<8: a language tag cannot have ' '
    dé | error 1..<3: a language tag cannot have 'é'
    d[202E]e | error 1..<4: a language tag cannot have '\\u202E'
    e | error 0..<1: a language tag begins with a language of 2 to 8 letters, such as 'en'
    1 | error 0..<1: a language tag begins with a language of 2 to 8 letters, such as 'en'
    i-klingon | error 0..<1: a language tag begins with a language of 2 to 8 letters, such as 'en'
    419-es | error 0..<3: a language tag begins with a language of 2 to 8 letters, such as 'en'
    de--CH | error 3..<3: a part of the language tag is missing here
    de- | error 3..<3: a part of the language tag is missing here
    -de | error 0..<0: a part of the language tag is missing here
    abcdefghi | error 0..<9: a part of a language tag has 8 characters at most
    de-CH-AT | error 6..<8: 'AT' does not fit here in a language tag
    de-Latn-Cyrl | error 8..<12: 'Cyrl' does not fit here in a language tag
    en-12 | error 3..<5: '12' does not fit here in a language tag
    en-a | error 3..<4: a part of 2 to 8 characters must follow 'a'
    en-a-b-ccc | error 5..<6: a part of 2 to 8 characters must follow 'a'
    de-x | error 3..<4: a part of 2 to 8 characters must follow 'x'
    x | error 0..<1: a part of 2 to 8 characters must follow 'x'
    """

  @Test("What is not a tag is an error with a place and a hint")
  func mistakes() {
    for row in Rows.read(Self.refused) {
      do throws(FormatError) {
        _ = try LanguageTag(row[0])
        Issue.record("\(row) is read")
      } catch {
        #expect(Rows.line(error) == row[1])
      }
    }
  }

  @Test("The case of letters does not count")
  func comparison() throws {
    let (left, right) = (try LanguageTag("pt-br"), try LanguageTag("PT-BR"))
    #expect(left == right && Set([left, right]).count == 1)
    #expect(left != (try LanguageTag("pt")))
  }

  /// Wanted, those there are, found.
  static let lookups = """
    zh-Hant-CN-x-p1 | zh zh-Hant-CN | zh-Hant-CN
    zh-Hant-CN-x-p1-p2 | zh zh-Hant zh-Hant-CN-x-p1 | zh-Hant-CN-x-p1
    zh-Hant-CN-x-p1 | zh zh-Hant | zh-Hant
    zh-Hant-CN | zh en | zh
    zh-Hant-CN | en | nil
    de-CH | en de | de
    pt | pt-BR | nil
    DE | en de | de
    de | en DE | DE
    zh-TW | en zh zh-Hans zh-Hant | zh-Hant
    ZH-hk | en zh-Hant | zh-Hant
    zh-MO-x-p1 | zh-Hant zh | zh-Hant
    zh-TW | zh-Hant zh-TW | zh-TW
    zh-TW | en zh zh-Hans | zh
    zh-TW | en zh-Hans | zh-Hans
    zh-Hant-TW | en zh-Hans | zh-Hans
    zh-CN | zh-Hant zh-Hans | zh-Hans
    zh | zh-Hant zh-Hans | zh-Hans
    zh-CN | zh-Hant en | nil
    zh-Hans-HK | zh-Hant zh | zh
    x-p1 | x | nil
    en-a-bbb-ccc | en-a-bbb | en-a-bbb
    en-a-bbb | en-a1 en | en
    """

  @Test("The nearest tag is found as RFC 4647 says, and Chinese also by its script")
  func lookup() throws {
    for row in Rows.read(Self.lookups) {
      let tags = row[1].split(separator: " ").compactMap { try? LanguageTag(String($0)) }
      #expect(try LanguageTag(row[0]).lookup(among: tags)?.text ?? "nil" == row[2], "\(row)")
    }
    #expect(
      try LanguageTag("de-Latn-AT-x-p1").candidates
        == ["de-latn-at-x-p1", "de-latn-at", "de-latn", "de"])
    #expect(try LanguageTag("zh-TW").candidates == ["zh-tw", "zh-hant", "zh", "zh-hans"])
    #expect(try LanguageTag("zh-Hans-CN").candidates == ["zh-hans-cn", "zh-hans", "zh"])
  }

  @Test("The direction follows the script, or else the language")
  func direction() throws {
    for tag in [
      "ar", "ar-EG", "he", "fa", "ur", "HE", "pa-Arab", "az-Arab-IR", "yi", "zh-cmn-Hebr",
    ] {
      #expect(try LanguageTag(tag).direction == .rtl, "\(tag)")
    }
    for tag in ["en", "ar-Latn", "he-Latn-IL", "zh-Hant", "x-ar", "es-419", "de-1996", "pa"] {
      #expect(try LanguageTag(tag).direction == .ltr, "\(tag)")
    }
  }
}
