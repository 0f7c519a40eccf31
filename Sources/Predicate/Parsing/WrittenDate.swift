// Reads dates as people write them, `01.05.2014` or `12/05/2024`, and gives them as ISO 8601, so
// that a hint can show what to write. `30.02.2024` is not a date.

/// Dates that are written with the year at the end.
package enum WrittenDate {
  /// The days that a text may mean, as ISO 8601; none if the text is not such a date.
  ///
  /// With points, the day stands first. With slashes, the day or the month does, so a text may mean
  /// two days.
  package static func days(in text: some StringProtocol, separator: Character) -> [String] {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].utf8.count == 4,
      parts[0].utf8.count <= 2, parts[1].utf8.count <= 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let first = Int(parts[0]), let second = Int(parts[1]), let year = Int(parts[2])
    else { return [] }
    let readings = separator == "." ? [(first, second)] : [(second, first), (first, second)]
    var days: [String] = []
    for (day, month) in readings where day > 0 && day <= length(of: month, in: year) {
      let text = "\(parts[2])-\(padded(month))-\(padded(day))"
      if !days.contains(text) { days.append(text) }
    }
    return days
  }

  /// How many days a month has; none if there is no such month.
  private static func length(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    case 1...12: 31
    default: 0
    }
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
