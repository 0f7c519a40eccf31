// The data needed to print in a language: separators, digits, patterns and names. It comes from a
// table in this package (`LanguageTable`), so that a form reads the same on every machine. The
// first use of another language than English parses the whole table, once in a process, which takes
// about a millisecond.

/// How a language writes numbers, days and times.
package struct LanguageData: Sendable {
  /// The tag of the language in CLDR, such as `pt-PT`.
  package let tag: String
  /// All tags that find this entry.
  let tags: [String]

  // Numbers.
  let decimal: String
  let group: String
  /// The number of digits required before the first separator; 2 if 1234 is not grouped.
  let minimumGrouping: Int
  let groups: DigitGroups
  let minus: String
  let percent: String
  /// The pattern for a percentage: `#,##0 %`.
  package let percentPattern: String
  private let zero: UInt32

  // Days and times.
  let date: DatePattern
  let time: DatePattern
  let dateAndTime: DatePattern
  let am: String
  let pm: String
  /// The names of months in a date with a day, from January.
  let months: [Substring]
  let monthsAlone: [Substring]
  let abbreviatedMonths: [Substring]
  let abbreviatedMonthsAlone: [Substring]
  /// The names of weekdays, from Monday.
  let weekdays: [Substring]
  let abbreviatedWeekdays: [Substring]

  /// Parses an entry of the table.
  ///
  /// `LanguageTable` describes the lines. A missing field prints nothing; a test reads every entry.
  private init(entry: some Sequence<Substring.UTF8View>) {
    var lines: [[Substring]] = []
    for line in entry {
      let fields = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
      lines.append(fields.map { Substring($0) })
      if lines.count > 1, lines[lines.count - 1] == ["="] {
        lines[lines.count - 1] = lines[lines.count - 2]
      }
    }
    func line(_ index: Int) -> [Substring] { index < lines.count ? lines[index] : [] }
    func field(_ index: Int, _ column: Int) -> String {
      let fields = line(index)
      return column < fields.count ? String(fields[column]) : ""
    }
    func pattern(_ text: String) -> DatePattern { (try? DatePattern(text)) ?? .plain }

    tags = field(0, 0).split(separator: " ").map(String.init)
    tag = tags.first ?? ""
    decimal = field(0, 1)
    group = field(0, 2)
    minimumGrouping = Int(field(0, 3)) ?? 1
    groups = DigitGroups(last: Int(field(0, 4)) ?? 3, others: Int(field(0, 5)) ?? 3)
    minus = field(0, 6)
    percent = field(0, 7)
    percentPattern = field(0, 8)
    zero = field(0, 9).unicodeScalars.first?.value ?? 0x30
    let (date, time, joint) = (field(1, 0), field(1, 1), field(1, 2))
    self.date = pattern(date)
    self.time = pattern(time)
    dateAndTime = pattern(joint.replacing("{1}", with: date).replacing("{0}", with: time))
    am = field(1, 3)
    pm = field(1, 4)
    (months, monthsAlone) = (line(2), line(3))
    (abbreviatedMonths, abbreviatedMonthsAlone) = (line(4), line(5))
    (weekdays, abbreviatedWeekdays) = (line(6), line(7))
  }

  /// The plus sign, with the same direction mark as the minus sign.
  var plus: String { minus.dropLast() + "+" }

  /// Whether its digits are 0 to 9.
  var hasASCIIDigits: Bool { zero == 0x30 }

  /// The digit for a number from 0 to 9.
  func digit(_ number: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(zero + UInt32(number)) ?? "?"
  }

  /// A number, padded with zeros to a width.
  func digits(_ number: Int, width: Int) -> String {
    let digits = String(number.magnitude).utf8
    var text = number < 0 ? minus : ""
    for _ in digits.count..<max(digits.count, width) { text.unicodeScalars.append(digit(0)) }
    for byte in digits { text.unicodeScalars.append(digit(byte - UInt8(ascii: "0"))) }
    return text
  }

  /// A name by its number, which counts from 1; the number itself if there is no such name.
  func name(_ number: Int, of names: KeyPath<LanguageData, [Substring]>) -> String {
    let names = self[keyPath: names]
    return (1...max(1, names.count)).contains(number) && !names.isEmpty
      ? String(names[number - 1]) : digits(number, width: 1)
  }
}

// MARK: - The table

extension LanguageData {
  /// All languages, in the order of the table.
  static let all = {
    let lines = LanguageTable.text[...].utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.split { $0.isEmpty }.map { LanguageData(entry: $0) }
  }()

  /// The fallback for languages that are not in the table: the first language of the table.
  package static let english = {
    let lines = LanguageTable.text[...].utf8.split(
      separator: UInt8(ascii: "\n"), maxSplits: 16, omittingEmptySubsequences: false)
    return LanguageData(entry: lines.prefix { !$0.isEmpty })
  }()

  /// The indices in `all` by lowercase tag.
  private static let positions = Dictionary(
    all.enumerated().flatMap { position, data in data.tags.map { ($0.lowercased(), position) } },
    uniquingKeysWith: { first, _ in first })

  /// The data of a language.
  ///
  /// The lookup of RFC 4647 finds it: `de-AT` finds `de`. If it finds none, the result is English.
  package static func of(_ tag: LanguageTag) -> LanguageData {
    if tag.text == "en" { return english }
    for candidate in tag.candidates {
      if let position = positions[candidate] { return all[position] }
    }
    return english
  }
}

extension LanguageTag {
  /// The languages with data for numbers, days, times and plural forms.
  ///
  /// `lookup(among:)` finds the nearest of these for any other language. If it finds none, English
  /// is used.
  public static let supported: [LanguageTag] = LanguageData.all.flatMap(\.tags).compactMap {
    try? LanguageTag($0)
  }
}
