// The conversions of XPath between kinds of values, as JavaRosa makes them. '' and NaN are nil.
//
//   to a number     text that writes one; of a day the days since 1970; of a truth 1 or 0
//   to a truth      a number that is not 0, any text but ''
//   to a text       `true` and `false`, days without their time, choices with blanks between them

import Predicate

extension XPathWriter {
  /// The value as a number.
  mutating func number(_ term: XPathTerm, _ range: Range<Int>) throws(XPathError) -> XPathTerm {
    guard term.mix != .others else {
      throw XPathError("this is a text in some cases, and a number in others", range)
    }
    switch (term.kind, term.constant) {
    case (.whole, _), (.decimal, _): return term
    case (.nothing, _): return .number(.nan)
    case (_, .text(let text)): return .number(Self.number(inText: text))
    case (_, .truth(let isTrue)): return .number(isTrue ? 1 : 0)
    case (.text, _), (.choice, _):
      if term.row.map({ self.nodes.nodes[$0].isAsked }) == true, term.kind == .text {
        note("text such as '1e3', '+5' or '1,5' is another number to JavaRosa", range)
      }
      return .call("number", [term.text], .decimal, empty: .unknown)
    case (.choices, _):
      return .call("number", [try text(term, range).text], .decimal, empty: .unknown)
    case (.truth, _):
      if term.isPredicate { return .call("if", [term.text, "1", "0"], .whole) }
      let value = XPathTerm.call("if", [Self.condition(term).text, "1", "0"], .whole)
      guard term.mayBeNull else { return value }
      return .call("if", [term.isNull.text, "nil", value.text], .whole, empty: .blank)
    case (.day, _), (.instant, _):
      let day = dayOf(term).text
      var number = XPathTerm.call(
        "daysBetween", [Self.epoch, day], .whole, empty: term.mayBeNull ? term.empty : [])
      number.day = day
      return number
    case (.time, _):
      throw XPathError("JavaRosa makes a number of the day on which a time is read", range)
    }
  }

  /// The day that JavaRosa counts days from.
  static let epoch = "date(1970, 1, 1)"

  /// The number that a text writes: JavaRosa takes a comma as a point, and no exponent and no plus.
  static func number(inText text: String) -> Double {
    let trimmed = text.utf8.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
    let plain = trimmed.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    let isPlain = plain.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
    return isPlain ? Double(String(decoding: plain, as: UTF8.self)) ?? .nan : .nan
  }

  /// The value as a predicate.
  static func condition(_ term: XPathTerm) -> XPathTerm {
    switch (term.kind, term.constant) {
    case _ where term.isPredicate: return term
    case (.nothing, _): return .truth(false)
    case (_, .text(let text)): return .truth(!text.isEmpty)
    case (_, .number(let number)): return .truth(number != 0 && !number.isNaN)
    case (.truth, _): return .comparison(term, "==", XPathTerm("YES", .truth))
    case (.whole, _), (.decimal, _):
      let isSome = XPathTerm.comparison(term, "!=", .number(0))
      return term.mayBeNull ? term.isPresent.and(isSome) : isSome
    default:
      guard term.empty.contains(.loose) else { return term.isPresent }
      let isSome = XPathTerm.comparison(term, "!=", XPathTerm("''", .text))
      return term.mayBeNull ? term.isPresent.and(isSome) : isSome
    }
  }

  /// The value as a text, which may be nil or '' where JavaRosa has ''.
  mutating func text(_ term: XPathTerm, _ range: Range<Int>) throws(XPathError) -> XPathTerm {
    switch (term.kind, term.constant) {
    case (.text, _), (.choice, _), (.nothing, _): return term
    case (.truth, _):
      if term.isPredicate { return .call("if", [term.text, "'true'", "'false'"], .text) }
      let value = XPathTerm.call(
        "if", [Self.condition(term).text, "'true'", "'false'"], .text)
      guard term.mayBeNull else { return value }
      return .call("if", [term.isNull.text, "nil", value.text], .text, empty: .blank)
    case (.whole, _), (.decimal, _):
      if term.empty.contains(.unknown) {
        note("a number that is not known is the text 'NaN' to JavaRosa, and no text here", range)
      }
      if case .number(let number) = term.constant, let text = Self.digits(of: number) {
        return .quoted(text)
      }
      if term.kind == .decimal || term.constant != nil {
        note("JavaRosa prints numbers from 10 million on, and below 0.001, in other digits", range)
      }
      return .call(
        "CAST", [term.text, "'NSString'"], .text, empty: term.mayBeNull ? .blank : [])
    case (.day, _), (.instant, _):
      if term.empty.contains(.unknown) {
        note("a day that is not known is the text 'NaN' to JavaRosa, and no text here", range)
      }
      return .call("dayText", [term.text], .text, empty: term.mayBeNull ? .blank : [])
    case (.choices, _): return .call("join", [term.text, "' '"], .text, empty: .loose)
    case (.time, _):
      throw XPathError("JavaRosa writes a time in a text as the day on which it is read", range)
    }
  }

  /// The digits of a constant that JavaRosa and our language print alike.
  static func digits(of number: Double) -> String? {
    if let whole = Int32(exactly: number) { return String(whole) }
    guard (0.001..<10_000_000).contains(abs(number)) else { return nil }
    return number.description
  }

  /// The value as a text that is nil if JavaRosa has ''.
  mutating func tightText(_ term: XPathTerm, _ range: Range<Int>) throws(XPathError) -> XPathTerm {
    let text = try text(term, range)
    guard text.empty.contains(.loose) else { return text }
    if term.kind == .choices, term.row != nil {
      return .call("if", [term.isNull.text, "nil", text.text], .text, empty: .blank)
    }
    return .call(
      "if", [XPathTerm.comparison(text, "==", XPathTerm("''", .text)).text, "nil", text.text],
      .text, empty: .blank)
  }

  /// The day of a date.
  func dayOf(_ term: XPathTerm) -> XPathTerm {
    guard term.kind == .instant else { return term }
    if term.text == "now()" { return XPathTerm("today()", .day) }
    return .call("dayOf", [term.text], .day, empty: term.empty)
  }

  /// The point in time of a date: of a day it is midnight.
  static func instant(_ date: XPathTerm) -> XPathTerm {
    guard date.kind == .day else { return date }
    return .call("at", [date.text, "time(0, 0)"], .instant, empty: date.empty)
  }

  /// The day that a text such as `2024-02-29` writes; nil if it writes none.
  static func day(inText text: String, isPadded: Bool = true) -> XPathTerm? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } }),
      !isPadded || parts.map(\.utf8.count) == [4, 2, 2],
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1...9999).contains(year), (1...12).contains(month),
      (1...daysOf(month: month, year: year)).contains(day)
    else { return nil }
    return XPathTerm("date(\(year), \(month), \(day))", .day)
  }

  private static func daysOf(month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The value as a day or a point in time: a number is the days since 1970.
  mutating func date(_ term: XPathTerm, _ range: Range<Int>) throws(XPathError) -> XPathTerm {
    switch (term.kind, term.constant) {
    case (.day, _), (.instant, _), (.nothing, _): return term
    case (_, .text(let text)):
      if let day = Self.day(inText: text, isPadded: false) { return day }
      guard text.utf8.contains(UInt8(ascii: "T")), Self.isInstant(text) else {
        throw XPathError("\(XPathTerm.literal(text)) is not a date", range)
      }
      return XPathTerm("CAST(\(XPathTerm.literal(text)), 'NSDate')", .instant)
    case (.whole, _), (.decimal, _):
      if let day = term.day { return XPathTerm(day, .day, empty: term.empty) }
      let days = term.kind == .whole ? term.text : "trunc(\(term.text))"
      return .call("addDays", [Self.epoch, days], .day, empty: term.empty)
    case (.text, _), (.choice, _):
      return try dayOfParts(term, range)
    case (.time, _), (.truth, _), (.choices, _):
      throw XPathError("JavaRosa makes no date of such a value", range)
    }
  }

  private static func isInstant(_ text: String) -> Bool {
    (try? Formula("CAST(\(XPathTerm.literal(text)), 'NSDate')")).map { $0.warnings.isEmpty }
      ?? false
  }

  /// The day of a text that is not known before: `YYYY-MM-DD`.
  ///
  /// Anything else is an error to JavaRosa, and nil here.
  private mutating func dayOfParts(
    _ term: XPathTerm, _ range: Range<Int>
  ) throws(XPathError) -> XPathTerm {
    func part(_ index: Int) -> String { "number(split(\(term.text), '-')[\(index)])" }
    note("text that is not a day, such as '2024-02-30', is nothing here; JavaRosa stops", range)
    return .call("date", (0...2).map(part), .day, empty: .blank)
  }
}

// MARK: - Storing

extension XPathWriter {
  /// The value as one that a row of a type holds.
  mutating func stored(
    _ term: XPathTerm, as type: XFormNodes.ValueType, _ range: Range<Int>
  ) throws(XPathError) -> XPathTerm {
    if term.kind == .nothing { return term }
    switch type {
    case .text, .choice, .other:
      return try tightText(term, range)
    case .whole:
      let number = try number(term, range)
      return number.kind == .whole ? number : .call("trunc", [number.text], .whole)
    case .decimal: return try number(term, range)
    case .truth:
      if term.kind == .truth { return Self.value(term) }
      let truth = Self.value(Self.condition(term))
      return term.mayBeNull || term.empty.contains(.loose)
        ? .call("if", [try equality(term, .null, range).text, "nil", truth.text], .truth) : truth
    case .day:
      if term.kind.isNumber { note("JavaRosa keeps the number of the day", range) }
      if term.kind == .time { throw XPathError("a time is no day", range) }
      return dayOf(try date(term, range))
    case .instant:
      return Self.instant(try date(term, range))
    case .time:
      if term.kind == .time { return term }
      if case .text(let text) = term.constant, let time = Self.time(inText: text) { return time }
      guard term.kind == .instant else { throw XPathError("this is no time", range) }
      return .call("timeOf", [term.text], .time)
    case .choices:
      if term.kind == .choices { return term }
      let text = try tightText(term, range)
      let list = "split(trim(\(text.text)), ' ')"
      return text.mayBeNull
        ? .call("if", [text.isNull.text, "nil", list], .choices) : XPathTerm(list, .choices)
    }
  }

  /// The time that a text such as `10:30` writes; nil if it writes none.
  private static func time(inText text: String) -> XPathTerm? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).prefix(2).map {
      Int($0)
    }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1],
      (0...23).contains(hour), (0...59).contains(minute)
    else { return nil }
    return XPathTerm("time(\(hour), \(minute))", .time)
  }
}
