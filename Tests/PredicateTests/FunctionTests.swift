// The functions beyond Apple's apart from what they give, which tables say: both evaluators, which
// texts may call them, what they cost, and which dates are days.

import Foundation
import TestSupport
import Testing

@testable import Predicate

@Suite struct FunctionTests {
  /// Every row of the tables, over flat code and over the tree.
  @Test(arguments: ["functions", "calendar"])
  func bothEvaluators(_ name: String) throws {
    var compared = 0
    for row in try ResultTable("semantics/\(name).txt", beside: #filePath).rows {
      let functions = row.subject.functions
      guard
        let tree = (try? SyntaxTree(predicate: row.text, functions: functions))
          ?? (try? SyntaxTree(expression: row.text, functions: functions)),
        let resolution = try? tree.settingDates().resolved()
      else { continue }
      let values = resolution.operands.map { row.subject.variables[$0.variable] }
      for steps in [40, 400, 4_000, 1_000_000] {
        let disagreement = TwoEvaluators.disagreement(
          resolution.program, values, object: row.subject.object, steps: steps,
          timeZone: row.subject.context.timeZone)
        #expect(disagreement == nil, "\(row.text)")
      }
      compared += 1
    }
    #expect(compared > 100)
  }

  // MARK: - The entries

  /// Values of each kind that an argument may have; of text also patterns for numbers, days and
  /// times.
  private func samples(_ kinds: Kinds, elements: Kinds) -> [Value] {
    let all: [Value] = [
      true, 4, 2.5, "ab", "0", "d", "HH", .date(Date(timeIntervalSinceReferenceDate: 3_600)),
    ]
    let lists = all.filter { elements.contains(Kinds($0)) }.map { Value.array([$0, .null, $0]) }
    return (all + lists).filter { kinds.contains(Kinds($0)) }
  }

  /// Each function gives what its entry says, of all arguments that the entry allows.
  @Test(arguments: Function.allCases.filter { !$0.readsTables && $0 != .isMatch })
  func eachGivesWhatItsEntrySays(_ function: Function) throws {
    let entry = function.entry
    var context = EvaluationContext(now: Date(timeIntervalSinceReferenceDate: 1e8))
    context.randomBits = { 12 }
    context.identity = "a"
    var calls: [[Value]] = [[]]
    for position in 0..<function.argumentCounts.lowerBound {
      let values = samples(entry.argument(position), elements: entry.elements)
      calls = calls.flatMap { call in values.map { call + [$0] } }
    }
    var given = 0
    for call in calls {
      var steps = Steps(limit: 10_000)
      // A pattern or a date may be wrong for a reason that no kind says.
      guard let result = try? Calling.call(function, call, context, &steps) else { continue }
      given += 1
      if result.isNull, [.maybe, .unfound].contains(entry.whenNil) { continue }
      let kinds = Kinds(result)
      switch entry.result {
      case .kinds(let wanted): #expect(wanted.isSuperset(of: kinds), "\(call) gives \(result)")
      case .whole(let lowest, let highest):
        guard case .int(let number) = result else {
          Issue.record("\(call) gives \(result)")
          continue
        }
        #expect(number >= lowest && number <= highest ?? .max)
      case .number: #expect(Kinds.number.isSuperset(of: kinds))
      case .list: #expect(kinds == .list)
      case .first: #expect(call.first.map { Kinds($0) } == kinds)
      case .one: #expect(call.contains(result))
      case .element:
        #expect(call.contains { $0.members.map { $0.contains(result) } ?? ($0 == result) })
      case .dateText: #expect(call.first.map { Kinds($0) == .date } != true || kinds == .text)
      case .unknown: break
      }
      // Nil in the place of any argument, where the entry says so.
      guard function.isNilWithNil else { continue }
      for position in call.indices {
        var call = call
        call[position] = .null
        #expect(try Calling.call(function, call, context, &steps) == .null)
      }
    }
    #expect(given > 0, "\(function.name) has no result")
  }

  /// The names of other systems are no names of ours, and each belongs to one function.
  @Test func foreignNamesAreForeign() {
    let own = Set((Callee.names + Callee.namesBeyondApple).map { $0.lowercased() })
    let foreign = Function.allCases.map(\.entry).filter { $0.group != .variant }
      .flatMap { $0.elsewhere.split(separator: " ").map(String.init) }
    #expect(Set(foreign).count == foreign.count)
    #expect(own.isDisjoint(with: foreign))
  }

  // MARK: - The option

  @Test func eachIsRefusedByNameWithoutTheOption() throws {
    for name in Callee.namesBeyondApple {
      for text in ["\(name)(a)", "\(name)()", "\(name.uppercased())(a, b, c, d)"] {
        guard name != "if" else { continue }
        let tree = try SyntaxTree(expression: text)
        let refusal = #expect(throws: Refusal.self) { try Formula(tree) }
        #expect(
          refusal?.diagnostic.message.hasSuffix("is not a function of NSPredicate") == true,
          "\(text): \(String(describing: refusal))")
      }
      // A name is a name where no parenthesis follows.
      let names = try Condition("\(name) == 1 AND $\(name) == 2 AND a.\(name) == 3")
      #expect(
        try names.evaluate(
          [name: 1, "a": [name: 3]], variables: [name: 2]))
    }
    #expect(throws: BuildError.self) { try Condition("if(a == 1, 2, 3) == 2") }
    #expect(try Condition("if(a == 1, 2, 3) == 2", functions: .extended).evaluate(["a": 1]))
  }

  @Test func anExtendedTextKeepsItsFunctions() throws {
    let condition = try Condition(
      format: "concat(%@, $b) == 'ab' AND $day <= today()", arguments: ["a"], functions: .extended)
    #expect(condition.tree.functions == .extended)
    let data = try JSONEncoder().encode(condition)
    let decoded = try JSONDecoder().decode(Condition.self, from: data)
    #expect(decoded == condition)
    #expect(decoded.tree.functions == .extended)
    let filled = try decoded.substituting(["b": "b", "day": .date(.distantPast)])
    #expect(filled.variables.isEmpty)
    let wrong = #"{"format": "a == 1", "arguments": [], "functions": "all"}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Condition.self, from: Data(wrong.utf8))
    }
    let plain = try JSONEncoder().encode(try Condition("a == 1"))
    #expect(!String(decoding: plain, as: UTF8.self).contains("functions"))
  }

  @Test func canonicalTextIsStable() throws {
    for row in try ResultTable("semantics/calendar.txt", beside: #filePath).rows {
      guard let formula = try? Formula(row.text, functions: .extended) else { continue }
      let text = formula.description
      #expect(try Formula(text, functions: .extended).description == text)
    }
    #expect(
      try Condition("$a <= today()", functions: .extended).description == "dayOf($a) <= today()")
  }

  // MARK: - What a result depends on

  @Test func whatIsRead() throws {
    func reads(_ text: String) throws -> [Bool] {
      let read = try Formula(text, functions: .extended).resolution.program.surroundings
      return [Surroundings.time, .day, .timeZone, .language].map(read.contains)
    }
    #expect(try reads("now()") == [true, false, false, false])
    #expect(try reads("today()") == [false, true, true, false])
    #expect(try reads("hour($a)") == [false, false, true, false])
    #expect(try reads("addDays($a, 1)") == [false, false, true, false])
    #expect(try reads("addDays(date(2024, 1, 1), 1)") == [false, false, false, false])
    #expect(try reads("addMinutes($a, 1)") == [false, false, false, false])
    #expect(try reads("format($a, '0')") == [false, false, true, true])
    #expect(try reads("concat($a, 1)") == [false, false, false, false])
  }

  /// The day is asked of the context, and a context that is not given is that of now.
  @Test func todayWithoutAContext() throws {
    let days = try Formula("daysBetween(today(), now())", functions: .extended)
    #expect(try days.evaluate() == 0)
  }

  // MARK: - Days and instants

  /// What an embedder knows: `$day` and the keys `day` are days, `$time` and the keys `time` times
  /// of day, `$at` and the keys `at` instants.
  private func kind(_ source: DateSource) -> DateKind? {
    switch source {
    case .variable("day"), .key("day", ofVariable: _), .keyOfObject("day"), .variable("days"): .day
    case .variable("time"), .key("time", ofVariable: _), .variable("times"): .time
    case .variable("at"), .key("at", ofVariable: _), .keyOfObject("at"): .instant
    default: nil
    }
  }

  private func dated(_ text: String) throws -> SyntaxTree {
    let tree =
      try (try? SyntaxTree(predicate: text, functions: .extended))
      ?? SyntaxTree(expression: text, functions: .extended)
    return try tree.settingDates(kind).tree
  }

  @Test(arguments: [
    ("$day < now()", "$day < dayOf(now())"),
    ("$day < $at", "$day < dayOf($at)"),
    ("$day < $x", "$day < dayOf($x)"),
    ("$day < 5", "$day < 5"),
    ("$day == nil", "$day == nil"),
    ("$day == $row.day", "$day == $row.day"),
    ("$at < now()", "$at < now()"),
    ("$x < now()", "$x < now()"),
    ("SELF.day == now()", "day == dayOf(now())"),
    ("now() IN $days", "dayOf(now()) IN $days"),
    ("ANY $days == now()", "ANY $days == dayOf(now())"),
    ("ANY $rows.day == now()", "ANY $rows.day == dayOf(now())"),
    ("$rows.@max.day < now()", "$rows.@max.day < dayOf(now())"),
    ("$rows.@count < 5", "$rows.@count < 5"),
    ("$days.@min.#self < now()", "$days.@min.#self < dayOf(now())"),
    ("$rows[0].day < now()", "$rows[0].day < dayOf(now())"),
    ("$days[FIRST] < now()", "$days[FIRST] < dayOf(now())"),
    (
      "SUBQUERY($rows, $r, $r.day < now()).@count > 0",
      "SUBQUERY($rows, $r, $r.day < dayOf(now())).@count > 0"
    ),
    (
      "SUBQUERY(SUBQUERY($days, $d, $d > now()), $r, $r < now()).@count > 0",
      "SUBQUERY(SUBQUERY($days, $d, $d > dayOf(now())), $r, $r < dayOf(now())).@count > 0"
    ),
    ("$day BETWEEN {now(), $x}", "$day BETWEEN {dayOf(now()), dayOf($x)}"),
    ("$at BETWEEN {$day, nil}", "dayOf($at) BETWEEN {$day, nil}"),
    ("coalesce($day, now()) == $at", "coalesce($day, dayOf(now())) == dayOf($at)"),
    ("coalesce($at, now()) == $at", "coalesce($at, now()) == $at"),
    ("year($day) == year($at)", "year($day) == year(dayOf($at))"),
    ("concat($day, $at, $x)", "concat(dayText($day), $at, $x)"),
    ("join($days, ', ')", "join(dayText($days), \", \")"),
    ("join({$day, $at}, ', ')", "join({dayText($day), $at}, \", \")"),
    ("addDays($day, 1) < now()", "addDays($day, 1) < dayOf(now())"),
    ("addDays($at, 1) < now()", "addDays($at, 1) < now()"),
    ("CAST($day, 'NSDate') < now()", "CAST($day, \"NSDate\") < dayOf(now())"),
    ("$row.value.day < now()", "$row.value.day < now()"),
    ("$time < now()", "$time < timeOf(now())"),
    ("$time < $x", "$time < timeOf($x)"),
    ("$time == nil", "$time == nil"),
    ("$time == $row.time", "$time == $row.time"),
    ("ANY $times == now()", "ANY $times == timeOf(now())"),
    ("$at BETWEEN {$time, nil}", "timeOf($at) BETWEEN {$time, nil}"),
    ("timeOf($time) < $at", "noindex($time) < timeOf($at)"),
    ("coalesce($time, now()) == $at", "coalesce($time, timeOf(now())) == timeOf($at)"),
    ("hour($time) == minute($at)", "hour($time) == minute($at)"),
    ("concat($time, $at, $x)", "concat(timeText($time), $at, $x)"),
    ("addHours($time, 1) < now()", "addHours($time, 1) < timeOf(now())"),
    ("$time + 60 < now()", "$time + 60 < timeOf(now())"),
    ("CAST($time, 'NSDate') < now()", "CAST($time, \"NSDate\") < timeOf(now())"),
  ])
  func daysOfAnEmbedder(_ text: String, _ expected: String) throws {
    let tree = try dated(text)
    #expect(tree.description == expected)
    #expect(try tree.settingDates(kind).tree.description == expected)
  }

  @Test(arguments: [
    ("$at - $day", 1), ("$day - $day", 0), ("$day - $x", 0), ("min($day, $at)", 1),
    ("coalesce($day, $x)", 0), ("coalesce($day, $at)", 1), ("TERNARY(1 == 1, $day, $at)", 1),
    ("$day == $at", 0), ("$days UNION {$at}", 1),
    ("$at - $time", 1), ("$time - $day", 1), ("$time - $time", 0), ("$time - $x", 0),
    ("min($time, $at)", 1), ("coalesce($time, $x)", 0), ("$time == $at", 0), ("$time < $day", 1),
    ("TERNARY(1 == 1, $day, $time)", 1),
  ])
  func mixesAreWarnedOf(_ text: String, _ count: Int) throws {
    let tree = try dated(text)
    #expect(tree.warnings.count == count)
    #expect(try tree.settingDates(kind).tree.warnings.count == count)
  }

  @Test(arguments: ["hour($day)", "minute($row.day)", "addHours($day, 1)", "addMinutes($day, 1)"])
  func aDayHasNoTimeOfDay(_ text: String) {
    let refusal = #expect(throws: Refusal.self) { try dated(text) }
    #expect(refusal?.diagnostic.message == "a day has no time of day")
  }

  @Test(arguments: [
    "year($time)", "addDays($time, 1)", "dayOf($row.time)", "daysBetween($day, $time)",
  ])
  func aTimeOfDayHasNoDay(_ text: String) {
    let refusal = #expect(throws: Refusal.self) { try dated(text) }
    #expect(refusal?.diagnostic.message == "a time of day has no day")
  }

  /// A time of day does not depend on where it is computed with.
  @Test(arguments: ["hour($time)", "minute($time)", "addMinutes($time, 1)", "format($time, 'HH')"])
  func timesDoNotMove(_ text: String) throws {
    let surroundings = try dated(text).resolved().program.surroundings
    #expect(!surroundings.contains(.timeZone))
  }

  /// A day does not depend on where it is computed with.
  @Test func daysDoNotMove() throws {
    let program = try dated("addMonths(addDays($day, 1), 1)").resolved().program
    #expect(!program.surroundings.contains(.timeZone))
    var context = EvaluationContext(now: .distantPast)
    for name in ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"] {
      context.timeZone = try #require(TimeZone(named: name))
      let result = try program.evaluate(context: context) { _ in
        .date(DateText.date(from: "2024-01-30") ?? .distantPast)
      }
      #expect(result.description == "2024-02-29T00:00:00Z")
    }
  }

  // MARK: - Bounds

  /// What makes much of little takes too many steps before it is made.
  @Test(arguments: [
    "concat(" + Array(repeating: "$long", count: 2_000).joined(separator: ", ") + ")",
    "replace($long, 'a', $long)", "join($list, $long)", "characters(replace($long, 'a', $long))",
  ])
  func hostileTexts(_ text: String) throws {
    let formula = try Formula(text, functions: .extended)
    let long = Value.string(String(repeating: "a", count: 100_000))
    let list = Value.array(Array(repeating: 1, count: 10_000))
    let error = #expect(throws: EvaluationError.self) {
      try formula.evaluate(variables: ["long": long, "list": list])
    }
    #expect(error?.diagnostic.message.hasPrefix("the evaluation takes more than") == true)
  }

  @Test(arguments: depth(quick: 15_000, full: 500_000))
  func hugeTexts(depth count: Int) throws {
    let long = String(repeating: "ab", count: count)
    let half = String(repeating: "ab", count: 1_000) + "c"
    for text in [
      "split($long, 'b').@count", "split($long, $half).@count", "characters($long)",
      "characters(replace($long, $half, 'x'))",
      "characters(substring($long, 10, \(2 * count - 1)))",
    ] {
      let formula = try Formula(text, functions: .extended)
      _ = try formula.evaluate(variables: ["long": .string(long), "half": .string(half)])
    }
  }

  @Test func deepTexts() throws {
    var text = "$a"
    for _ in 0..<190 { text = "coalesce(nil, \(text))" }
    #expect(try Formula(text, functions: .extended).evaluate(variables: ["a": 7]) == 7)
    let many = "coalesce(" + String(repeating: "nil, ", count: 50_000) + "$a)"
    #expect(try Formula(many, functions: .extended).evaluate(variables: ["a": 7]) == 7)
  }

  @Test(
    "A date outside the years 1 to 9999 has no format",
    arguments: [Double.nan, .infinity, -.infinity, 1e15])
  func formatOutOfRange(_ seconds: Double) throws {
    let formula = try Formula("format($d, 'yyyy-MM-dd HH:mm')", functions: .extended)
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    let error = #expect(throws: EvaluationError.self) {
      try formula.evaluate(variables: ["d": .date(date)])
    }
    #expect(error?.diagnostic.message == "the date lies outside the years 1 to 9999")
  }
}
