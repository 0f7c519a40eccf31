// What printing needs to know of a language. The data is a table in this package (LanguageTable),
// so that a form reads the same on every machine. The table is read whole when a language is first
// asked for, once in a process, which takes about a millisecond.

/// How a language writes numbers, days and times.
package struct LanguageData: Sendable {
  /// The tag of the language in CLDR: `pt-PT`.
  package let tag: String
  /// All tags under which the language is found.
  let tags: [String]

  // Numbers.
  let decimal: String
  let group: String
  /// How many digits stand before the first group at least: 2 where 1234 is not grouped.
  let minimumGrouping: Int
  let groups: DigitGroups
  let minus: String
  let percent: String
  /// How a percentage is written: `#,##0 %`.
  package let percentPattern: String
  private let zero: UInt32

  // Days and times.
  let date: DatePattern
  let time: DatePattern
  let dateAndTime: DatePattern
  let am: String
  let pm: String
  /// The names of months beside a day, from January.
  let months: [Substring]
  let monthsAlone: [Substring]
  let abbreviatedMonths: [Substring]
  let abbreviatedMonthsAlone: [Substring]
  /// The names of weekdays, from Monday.
  let weekdays: [Substring]
  let abbreviatedWeekdays: [Substring]

  /// Reads an entry of the table, whose head says what stands where.
  ///
  /// A field that is missing prints nothing; a test reads every entry.
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

  /// The plus sign: it has the mark of direction that the minus has.
  var plus: String { minus.dropLast() + "+" }

  /// The digit for a number from 0 to 9.
  func digit(_ number: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(zero + UInt32(number)) ?? "?"
  }

  /// A number with zeros before it.
  func digits(_ number: Int, width: Int) -> String {
    let digits = String(number.magnitude).utf8
    var text = number < 0 ? minus : ""
    for _ in digits.count..<max(digits.count, width) { text.unicodeScalars.append(digit(0)) }
    for byte in digits { text.unicodeScalars.append(digit(byte - UInt8(ascii: "0"))) }
    return text
  }

  /// A name by its number from 1; the number if there is no such name.
  func name(_ number: Int, of names: KeyPath<LanguageData, [Substring]>) -> String {
    let names = self[keyPath: names]
    return (1...max(1, names.count)).contains(number) && !names.isEmpty
      ? String(names[number - 1]) : digits(number, width: 1)
  }
}

// MARK: - The table

extension LanguageData {
  /// All languages of the table, in its order.
  static let all = {
    let lines = LanguageTable.text[...].utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.split { $0.isEmpty }.map { LanguageData(entry: $0) }
  }()

  /// The positions in `all` by tag in lowercase.
  private static let positions = Dictionary(
    all.enumerated().flatMap { position, data in data.tags.map { ($0.lowercased(), position) } },
    uniquingKeysWith: { first, _ in first })

  /// The language that stands in for those that the table does not have.
  package static let english = all.first ?? LanguageData(entry: [])

  /// The data of a language, found by the lookup of RFC 4647 (`de-AT` finds `de`), or else English.
  package static func of(_ tag: LanguageTag) -> LanguageData {
    for candidate in tag.candidates {
      if let position = positions[candidate] { return all[position] }
    }
    return english
  }
}

extension LanguageTag {
  /// The languages in which numbers, days and times are printed, and for which plural forms are
  /// known.
  ///
  /// Another language is printed as the nearest of these, as `lookup(among:)` finds it, or in
  /// English.
  public static let supported: [LanguageTag] = LanguageData.all.flatMap(\.tags).compactMap {
    try? LanguageTag($0)
  }
}
