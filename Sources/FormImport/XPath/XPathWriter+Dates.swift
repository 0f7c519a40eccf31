// Functions of days and points in time. To JavaRosa a date in a computation is the number of days
// since 1970, as the clock of the device counts them.

import Predicate

extension XPathWriter {
  mutating func dateTime(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    let value = try term(call[0])
    if value.kind == .decimal, value.day == nil {
      throw XPathError("a fraction of a day has no counterpart", call.range)
    }
    return try date(value, call.range)
  }

  /// The days since 1970, with a fraction for the time.
  mutating func days(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    let value = try date(term(call[0]), call.range)
    if value.kind == .nothing { return .null }
    var days = try number(value, call.range)
    guard value.kind == .instant else { return days }
    days = XPathTerm(
      "\(days.text) + \(Self.fraction(of: "timeOf(\(value.text))"))", .decimal, .sum,
      empty: days.empty)
    days.isInexact = true
    return days
  }

  private static func fraction(of time: String) -> String { "(\(time) - time(0, 0)) / 86400.0" }

  mutating func partOfDay(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    let value = try term(call[0])
    let time: String
    switch value.kind {
    case .nothing: return .null
    case .time: time = value.text
    case .instant: time = "timeOf(\(value.text))"
    default: throw XPathError("decimal-time takes a time", call.range)
    }
    var part = XPathTerm(
      Self.fraction(of: time), .decimal, .product, empty: value.mayBeNull ? .blank : [])
    part.isInexact = true
    return part
  }

  mutating func months(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    let start = dayOf(try date(term(call[0]), call[0].range))
    let end = dayOf(try date(term(call[1]), call[1].range))
    return .call(
      "monthsBetween", [start.text, end.text], .whole,
      empty: start.mayBeNull || end.mayBeNull ? .blank : [])
  }

  mutating func added(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    var date = try date(term(call[0]), call[0].range)
    for (index, name) in ["addYears", "addMonths", "addDays", "addHours", "addMinutes"].enumerated()
    where index + 1 < call.count {
      let count = try number(call[index + 1])
      if count.constant == .number(0) { continue }
      guard count.kind == .whole, index < 3 || date.kind == .instant else {
        throw XPathError("add-date takes whole numbers here", call[index + 1].range)
      }
      if index < 2 { note("months end otherwise: a month after 31 January is its end", call.range) }
      date = .call(
        name, [date.text, count.text], date.kind,
        empty: date.mayBeNull || count.mayBeNull ? .blank : [])
    }
    return date
  }
}

// MARK: - Patterns

extension XPathWriter {
  /// What stands for each letter behind `%`, and whether it is a part of the time.
  private static let patterns: [Character: (pattern: String, isTime: Bool)] = [
    "Y": ("yyyy", false), "y": ("yy", false), "m": ("MM", false), "n": ("M", false),
    "d": ("dd", false), "e": ("d", false), "b": ("MMM", false), "a": ("EEE", false),
    "H": ("HH", true), "h": ("H", true), "M": ("mm", true), "S": ("ss", true),
  ]

  mutating func formatted(_ call: XPathCall) throws(XPathError) -> XPathTerm {
    let value = try term(call[0])
    if value.kind == .nothing { return .null }
    let date = value.kind == .time ? value : try date(value, call[0].range)
    guard case .text(let pattern) = call[1].content else {
      throw XPathError("the pattern has to be a text in quotes", call[1].range)
    }
    let empty: XPathTerm.Emptiness = date.mayBeNull ? .blank : []
    if pattern == "%Y-%m-%d", date.kind.isDate {
      return .call("dayText", [date.text], .text, empty: empty)
    }
    let (text, hasFields) = try ours(pattern, of: date, call[1].range)
    guard hasFields else {
      let text = XPathTerm.quoted(text)
      return date.mayBeNull ? .either(date.isNull, .null, text) : text
    }
    if pattern.contains("%b") || pattern.contains("%a") {
      note("names of months and days are in the language of the form", call.range)
    }
    return .call("format", [date.text, XPathTerm.literal(text)], .text, empty: empty)
  }

  /// A pattern in our letters, and whether it has fields: without any it is plain text.
  private func ours(
    _ pattern: String, of date: XPathTerm, _ range: Range<Int>
  ) throws(XPathError) -> (text: String, hasFields: Bool) {
    var parts: [(text: String, isField: Bool)] = []
    func append(_ text: String, isField: Bool) {
      if !isField, let last = parts.last, !last.isField {
        parts[parts.count - 1].text += text
      } else {
        parts.append((text, isField))
      }
    }
    var rest = Substring(pattern)
    while let character = rest.popFirst() {
      guard character == "%" else {
        append(String(character), isField: false)
        continue
      }
      guard let letter = rest.popFirst(), let (field, isTime) = Self.patterns[letter] else {
        throw XPathError("a date cannot be written with such a pattern", range)
      }
      guard isTime || date.kind != .time else {
        throw XPathError("a time has no day to write", range)
      }
      // A day begins at midnight.
      let isField = !isTime || date.kind != .day
      append(isField ? field : String(repeating: "0", count: field.count), isField: isField)
    }
    guard parts.contains(where: \.isField) else { return (parts.map(\.text).joined(), false) }
    return (parts.map { $0.isField ? $0.text : Self.quoted($0.text) }.joined(), true)
  }

  /// Text in a pattern, in quotes if it has letters or digits.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      byte < 0x80 && byte != UInt8(ascii: "'") && !(48...57 ~= byte || 97...122 ~= byte | 0x20)
    }
    let doubled = text.split(separator: "'", omittingEmptySubsequences: false).joined(
      separator: "''")
    return isPlain ? text : "'\(doubled)'"
  }
}
