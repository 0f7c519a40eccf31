// Numbers by pattern and as a language prints them: rows of a value, a pattern and a language with
// what must be read. The values of UTS #35 are those of ICU, except that halves round away from
// zero.

import Foundation
import TestSupport
import Testing

@testable import Predicate

@Suite("Formatting: numbers")
struct FormattingNumberTests {
  /// Value, pattern, language, text.
  static let printed = """
    1234567.8 | #,##0.00 | de | 1.234.567,80
    1234.5 | #,##0.## | fr | 1[202F]234,5
    7 | 000 | en | 007
    0.5 | 0.## | en | 0.5
    0.004 | 0.## | en | 0
    0.125 | 0.00 | en | 0.13
    2.5 | 0 | en | 3
    -2.5 | 0 | en | -3
    999.995 | 0.00 | en | 1000.00
    0.256 | 0% | en | 26%
    0.256 | 0.0 % | de | 25,6 %
    12 | 0 'kg' | en | 12 kg
    1234567 | #,##,##0 | hi | 12,34,567
    1234.5 | #,##0.00 € | de | 1.234,50 €
    -1234.5 | #,##0.00 | en | -1,234.50
    -1234.5 | #,##0.0 | sv | [2212]1[A0]234,5
    1234 | #,##0 | es | 1234
    12345 | #,##0 | es | 12.345
    -0.4 | 0 | en | 0
    -3 | 0;(0) | en | (3)
    3 | 0;(0) | en | 3
    5 | +0;-0 | en | +5
    -5 | +0;-0 | en | -5
    -5 | +0;-0 | sv | [2212]5
    5 | +0;-0 | ar | [200E]+5
    -5 | 0 kg | en | -5 kg
    -5 | 0-;0- | en | 5-
    2.675 | 0.00 | en | 2.68
    1.005 | 0.00 | en | 1.01
    -1.005 | 0.00 | en | -1.01
    0.285 | 0.00 | en | 0.29
    0.05 | 0.0 | en | 0.1
    0.04 | 0.0 | en | 0.0
    0.5 | 0 | en | 1
    0.49999 | 0 | en | 0
    9.5 | 0 | en | 10
    99.96 | 0.0 | en | 100.0
    0.5 | #.## | en | .5
    0 | #.## | en | 0
    0.0 | # | en | 0
    0 | #.0 | en | .0
    12 | # | en | 12
    1234567 | #,##,##0 | en | 12,34,567
    1234567 | #,##0 | hi | 1,234,567
    1234567 | #,#,##0 | en | 1,2,3,4,567
    1234567 | #,###,###0 | en | 123,4567
    7 | 0,000 | en | 0,007
    1234 | 0,000 | pl | 1234
    123456 | 0 | de | 123456
    1 | 0.00# | en | 1.00
    1.2345 | 0.00# | en | 1.235
    1e21 | 0 | en | 1000000000000000000000
    1e-7 | 0.0000000 | en | 0.0000001
    9223372036854775807 | #,##0 | en | 9,223,372,036,854,775,807
    -9223372036854775808 | 0 | en | -9223372036854775808
    0.1 | % 0 | tr | % 10
    0.12345 | 0.0 % | ar-EG | ١٢٫٣ ٪[61C]
    -0.5 | 0 % | fa | [200E][2212]۵۰ ٪
    1234.5 | #,##0.0 | bn | ১,২৩৪.৫
    3 | 'Nr.' 0 | en | Nr. 3
    3 | 'Nr.'' '0 | en | Nr.' 3
    3 | ''0'' | en | '3'
    3 | '#'0 | en | #3
    3 | 0'.' | en | 3.
    3 | 0 м² | en | 3 м²
    3 | 0 '%' | en | 3 %
    inf | 0.0 | en | ∞
    -inf | 0 % | sv | [2212]∞ %
    nan | 0 % | en | NaN
    abc | 0 | en | nil
    """

  @Test("A pattern prints numbers")
  func patterns() throws {
    for row in Rows.read(Self.printed) {
      let text = Formatting.number(
        Rows.value(row[0]), pattern: try NumberPattern(row[1]), in: try Rows.language(row[2]))
      #expect(text ?? "nil" == row[3], "\(row)")
    }
  }

  /// Value, language, text, text in groups.
  static let plain = """
    7 | de | 7 | 7
    7.0 | de | 7 | 7
    0.1 | de | 0,1 | 0,1
    1234.5 | de | 1234,5 | 1.234,5
    1234.5 | de-AT | 1234,5 | 1.234,5
    1234.5 | de-CH | 1234.5 | 1’234.5
    1234.5 | xx | 1234.5 | 1,234.5
    1234 | es | 1234 | 1234
    12345 | es | 12345 | 12.345
    12345.678 | pt | 12345,678 | 12.345,678
    1234 | pt-PT | 1234 | 1234
    12345 | pt-PT | 12345 | 12[A0]345
    1234567 | hi | 1234567 | 12,34,567
    1234567 | bn | ১২৩৪৫৬৭ | ১২,৩৪,৫৬৭
    1234.5 | fa | ۱۲۳۴٫۵ | ۱٬۲۳۴٫۵
    1234.5 | ar | 1234.5 | 1,234.5
    1234.5 | ar-EG | ١٢٣٤٫٥ | ١٬٢٣٤٫٥
    -7 | he | [200E]-7 | [200E]-7
    -7 | fi | [2212]7 | [2212]7
    -0.0 | en | 0 | 0
    0.30000000000000004 | en | 0.30000000000000004 | 0.30000000000000004
    100 | en | 100 | 100
    -1000 | en | -1000 | -1,000
    123456789012 | fr | 123456789012 | 123[202F]456[202F]789[202F]012
    1e16 | en | 10000000000000000 | 10,000,000,000,000,000
    5e-7 | en | 0.0000005 | 0.0000005
    nan | de | NaN | NaN
    -inf | de | -∞ | -∞
    x | de | nil | nil
    """

  @Test("Without a pattern all digits are printed, in groups only if that is asked for")
  func defaults() throws {
    for row in Rows.read(Self.plain) {
      let (value, language) = (Rows.value(row[0]), try Rows.language(row[1]))
      #expect(Formatting.number(value, in: language) ?? "nil" == row[2], "\(row)")
      let grouped = Formatting.number(value, isGrouped: true, in: language)
      #expect(grouped ?? "nil" == row[3], "\(row)")
    }
    #expect(Formatting.number(true, in: .english) == nil)
  }

  /// Pattern, mistake.
  static let refused = """
     | error 0..<0: a pattern needs a digit (hint: write 0 where the number stands)
    kg | error 2..<2: a pattern needs a digit (hint: write 0 where the number stands)
    0; | error 2..<2: a pattern needs a digit (hint: write 0 where the number stands)
    ;0 | error 0..<0: a pattern needs a digit (hint: write 0 where the number stands)
    0E0 | error 1..<2: a pattern cannot ask for exponents ('E') (hint: to print 'E', write it in quotes)
    @@# | error 0..<1: a pattern cannot ask for significant digits ('@') (hint: to print '@', write it in quotes)
    *x0 | error 0..<1: a pattern cannot ask for padding ('*') (hint: to print '*', write it in quotes)
    ¤0.00 | error 0..<2: a pattern cannot ask for the currency of a region ('¤') (hint: write the currency itself: #,##0.00 €)
    0‰ | error 1..<4: a pattern cannot ask for per mille ('‰') (hint: to print '‰', write it in quotes)
    0.05 | error 3..<4: a pattern cannot ask for rounding to steps ('5') (hint: to print '5', write it in quotes)
    1 | error 0..<1: a pattern cannot ask for rounding to steps ('1') (hint: to print '1', write it in quotes)
    0 m2 | error 3..<4: a pattern cannot ask for rounding to steps ('2') (hint: to print '2', write it in quotes)
    0# | error 1..<2: '#' stands before '0' (hint: write #,##0 or 0.0#)
    0.#0 | error 3..<4: '0' stands before '#' in a fraction (hint: write 0.0#)
    ,0 | error 0..<1: ',' stands between digits before the '.' (hint: write #,##0.00)
    #,,0 | error 2..<3: ',' stands between digits before the '.' (hint: write #,##0.00)
    0.0,0 | error 3..<4: ',' stands between digits before the '.' (hint: write #,##0.00)
    0.0.0 | error 3..<4: a pattern has one '.' (hint: write #,##0.00)
    #, | error 0..<2: no digit stands behind the ',' (hint: write #,##0)
    #,.0 | error 0..<4: no digit stands behind the ',' (hint: write #,##0)
    0. | error 0..<2: no digit stands behind the '.' (hint: write 0.0, or '.' in quotes to print it)
    0 of 0 | error 5..<6: the digits of a pattern stand in one place (hint: to print '0', write it in quotes)
    0 kg. | error 4..<5: the digits of a pattern stand in one place (hint: to print '.', write it in quotes)
    0;0;0 | error 3..<4: a pattern has two parts at most: for positive and for negative numbers (hint: to print a semicolon, write ';' in quotes)
    0%% | error 0..<3: '%' may stand once in a part
    0%;0 | error 0..<4: '%' stands on one side of ';' only (hint: write '%' in both parts)
    0;0. | error 2..<4: no digit stands behind the '.' (hint: write 0.0, or '.' in quotes to print it)
    0 'kg | error 2..<5: this quote has no end (hint: an apostrophe is written '')
    0 ''' | error 4..<5: this quote has no end (hint: an apostrophe is written '')
    """

  @Test("A wrong pattern is an error with a place and a hint")
  func mistakes() {
    for row in Rows.read(Self.refused) {
      do throws(FormatError) {
        _ = try NumberPattern(row[0])
        Issue.record("\(row) is read")
      } catch {
        #expect(Rows.line(error) == row[1])
        #expect(error.text == row[0])
        #expect(error.description.hasPrefix("text:1:"))
      }
    }
  }

  @Test("A pattern has 200 bytes at most", arguments: depth(quick: 50_000, full: 1_000_000))
  func length(depth tooLong: Int) throws {
    let longest = try NumberPattern(String(repeating: "0", count: 200))
    let text = Formatting.number(1, pattern: longest, in: .english)
    #expect(text == String(repeating: "0", count: 199) + "1")
    for count in [201, tooLong] {
      #expect(throws: FormatError.self) { try NumberPattern(String(repeating: "0", count: count)) }
      #expect(throws: FormatError.self) { try DatePattern(String(repeating: "'", count: count)) }
    }
  }

  @Test("The largest and the smallest doubles are printed whole")
  func extremes() throws {
    let largest = try #require(Formatting.number(.double(-.greatestFiniteMagnitude), in: .english))
    #expect(largest.filter(\.isNumber).count == 309)
    let smallest = try #require(Formatting.number(.double(.leastNonzeroMagnitude), in: .english))
    #expect(smallest == "0." + String(repeating: "0", count: 323) + "5")
    let percent = try NumberPattern("0." + String(repeating: "#", count: 197) + "%")
    #expect(
      Formatting.number(.double(.leastNonzeroMagnitude), pattern: percent, in: .english) == "0%")
  }

  @Test("Digits round half away from zero, as Decimal does")
  func rounding() throws {
    var random = SplitMix64.forTest(1)
    let scales: [Double] = [1, 10, 100, 1000, 10_000]
    for _ in 0..<3_000 {
      let scale = scales.randomElement(using: &random) ?? 1
      let number = Double(Int.random(in: -200_000...200_000, using: &random)) / scale
      let places = Int.random(in: 0...4, using: &random)
      let pattern = try NumberPattern(
        places == 0 ? "0" : "0." + String(repeating: "#", count: places))
      var exact = try #require(Decimal(string: number.description))
      var rounded = Decimal()
      NSDecimalRound(&rounded, &exact, places, .plain)
      let text = Formatting.number(.double(number), pattern: pattern, in: .english)
      #expect(text == "\(rounded)", "\(number) to \(places) places, TEST_SEED=\(random.seed)")
    }
  }

  @Test(
    "Without a pattern a number has the digits that a pattern for all digits prints",
    arguments: depth(quick: 400, full: 2_000))
  func allDigits(depth count: Int) throws {
    var random = SplitMix64.forTest(3)
    let pattern = try NumberPattern("0." + String(repeating: "#", count: 190))
    let languages = try ["en", "de", "fi", "he", "bn", "ar-EG"].map(Rows.language)
    let edges: [Double] = [
      0, -0.0, 1e-4, 9.999e-5, 0x1p53, 0x1p53 - 1, 0x1p53 + 2, -0x1p54, 0x1p62, 1e15 + 0.5, 1e16,
      0.1 + 0.2,
    ]
    let values =
      edges.map(Value.double) + [.int(.min), .int(.max), .int(0)]
      + (0..<count).flatMap { _ -> [Value] in
        let bits = random.next()
        let double = Double(bitPattern: bits)
        let scaled = Double(Int64(bitPattern: bits) >> 20) / 1000
        let isShort = double.isFinite && double.magnitude > 1e-150
        return [.int(Int64(bitPattern: bits)), .double(scaled)] + (isShort ? [.double(double)] : [])
      }
    for value in values {
      for language in languages {
        let text = Formatting.number(value, in: language)
        let all = Formatting.number(value, pattern: pattern, in: language)
        #expect(text == all, "\(value) in \(language.tag), TEST_SEED=\(random.seed)")
      }
    }
  }

  @Test("Any text is a pattern or an error, and any pattern prints")
  func anyText() throws {
    var random = SplitMix64.forTest(2)
    let signs = Array("0000###,,..;%'-+ kE@5é")
    let numbers: [Value] = [0, 1, -1, 1234567, 0.5, -0.004, 1e300, 1e-300, .double(.nan)]
    var read = 0
    for _ in 0..<5_000 {
      let count = Int.random(in: 0...8, using: &random)
      let text = String((0..<count).map { _ in signs.randomElement(using: &random) ?? "0" })
      do throws(FormatError) {
        let pattern = try NumberPattern(text)
        read += 1
        for number in numbers {
          let printed = Formatting.number(number, pattern: pattern, in: .english) ?? ""
          #expect(printed.utf8.count < 1_000 && !printed.isEmpty)
          #expect(Formatting.plural(of: number, pattern: pattern, in: .english) != nil)
        }
      } catch {
        let range = error.diagnostic.range
        #expect(
          range.lowerBound >= 0 && range.upperBound <= text.utf8.count,
          "\(text), TEST_SEED=\(random.seed)")
      }
    }
    #expect(read > 100)
  }
}
