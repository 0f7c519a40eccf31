// Texts against the names that exist: what is found, and where nothing may be.

import Predicate
import PredicateChecks
import TestSupport
import Testing

@Suite struct DeclarationTests {
  private static let declarations = Declarations(
    keys: [
      "hostname": .text, "machine_type": .text, "major": .int, "ratio": .double, "isVirtual": .bool,
      "seen": .date, "catalogs": .list, "owner": .object, "blob": .data, "extra": .any,
      "event.process.path": .text, "event.pid": .int, "\"com.acme.app\"": .int,
      "lines": .list, "lines.amount": .double, "lines.\"a.b\"": .text,
    ],
    variables: ["n": .int, "limit": .any])

  @Test(arguments: [
    ("machine_typ == 'laptop'", "0..<11 unknown key 'machine_typ': did you mean machine_type?"),
    ("major > n", "8..<9 unknown key 'n': did you mean $n?"),
    ("major > limi", "8..<12 unknown key 'limi': did you mean $limit?"),
    ("hostname == serial", "12..<18 unknown key 'serial': put text in quotes: 'serial'"),
    ("$major > 1", "0..<6 unknown variable '$major': did you mean major?"),
    ("$limt > 1", "0..<5 unknown variable '$limt': did you mean $limit?"),
    ("$zz > 1", "0..<3 unknown variable '$zz'"),
    (
      "hostname CONTAINS ART-LAB",
      "18..<25 'ART-LAB' is a subtraction, and the key 'ART' is unknown: "
        + "to compare with this text, put it in quotes: 'ART-LAB'"
    ),
    (
      "hostname == major-LAB-1",
      "12..<23 'major-LAB-1' is a subtraction, and the key 'LAB' is unknown: "
        + "to compare with this text, put it in quotes: 'major-LAB-1'"
    ),
    (
      "major == hostname-1",
      "9..<19 - needs numbers or dates, and 'hostname' is text: put text in quotes: 'hostname-1'"
    ),
    (
      "major == rati * 2",
      "9..<13 unknown key 'rati' in the computation 'rati * 2': did you mean ratio?"
    ),
    (
      "hostname.lenght > 3",
      "0..<15 'hostname' is text, which has no key 'lenght': did you mean length?"
    ),
    ("seen.year > 3", "0..<9 'seen' is a date, which has no key 'year'"),
    (
      "major == '14'",
      "0..<13 a number never equals text: 'major' is a number, '14' is text: "
        + "convert the text, CAST(…, 'NSNumber')"
    ),
    (
      "catalogs == 'a'",
      "0..<15 a list never equals text: 'catalogs' is a list, 'a' is text: "
        + "write ANY before the comparison to test each element"
    ),
    (
      "hostname < 3",
      "0..<12 < cannot order text and a number: 'hostname' is text, 3 is a number: "
        + "convert the text, CAST(…, 'NSNumber')"
    ),
    (
      "seen BETWEEN {'a', now()}",
      "0..<25 BETWEEN cannot order a date and text: 'seen' is a date, 'a' is text: "
        + "convert the text, CAST(…, 'NSDate')"
    ),
    ("major LIKE 'a*'", "0..<15 LIKE compares text, and 'major' is a number"),
    ("'a' IN major", "0..<12 IN looks in a list or in text, and 'major' is a number"),
    ("hostname CONTAINS 1", "0..<19 CONTAINS looks for text in text, and 1 is a number"),
    ("ANY hostname == 'a'", "4..<12 ANY, ALL and NONE need a list, and 'hostname' is text"),
    ("-hostname == 1", "1..<9 - needs a number, and 'hostname' is text"),
    ("1 IN (major UNION {1})", "5..<22 UNION needs lists, and 'major' is a number"),
    ("nope == 1 AND $z == 2", "0..<4 the key 'nope' is not declared"),
    ("nope.name BEGINSWITH 'a'", "0..<4 the key 'nope' is not declared"),
    ("nope IN {'a', 'b'}", "0..<4 the key 'nope' is not declared"),
    (
      "hostname == com.example.app",
      "12..<15 unknown key 'com': put text in quotes: 'com.example.app'"
    ),
    (
      "isVirtual == 'False'",
      "0..<20 true or false never equals text: 'isVirtual' is true or false, 'False' is text: "
        + "write NO"
    ),
    (
      "major IN {14, '15'}",
      "14..<18 a number never equals text: 'major' is a number, '15' is text: "
        + "convert the text, CAST(…, 'NSNumber')"
    ),
    (
      "uppercase(major) == 'A'",
      "10..<15 uppercase takes text, and 'major' is a number: "
        + "convert the number, CAST(…, 'NSString')"
    ),
    (
      "sum(hostname) > 1",
      "4..<12 sum takes a list, and 'hostname' is text"
    ),
    ("com.acme.app == 1", "0..<3 unknown key 'com': this key is SELF.\"com.acme.app\""),
    (
      "SELF.\"com.acme.app\" == 'a'",
      "0..<26 a number never equals text: 'SELF.\"com.acme.app\"' is a number, 'a' is text: "
        + "convert the text, CAST(…, 'NSNumber')"
    ),
    (
      "SUBQUERY(lines, $l, $l.amuont > 1).@count > 0",
      "20..<29 'lines' has no key 'amuont': did you mean amount?"
    ),
    (
      "SUBQUERY(lines, $l, $l.amount == 'a').@count > 0",
      "20..<36 a number never equals text: '$l.amount' is a number, 'a' is text: "
        + "convert the text, CAST(…, 'NSNumber')"
    ),
    (
      "lines.amount > 1",
      "0..<16 > cannot order a list and a number: 'lines.amount' is a list, 1 is a number: "
        + "write ANY before the comparison to test each element"
    ),
    ("event.proces == 1", "0..<12 'event' has no key 'proces': did you mean process?"),
    (
      "event.process.path > 3",
      "0..<22 > cannot order text and a number: 'event.process.path' is text, 3 is a number: "
        + "convert the text, CAST(…, 'NSNumber')"
    ),
  ])
  func finds(_ text: String, _ expected: String) throws {
    let finding = try #require(
      try SyntaxTree(predicate: text).findings(against: Self.declarations).first)
    let hint = finding.hint.map { ": \($0)" } ?? ""
    #expect("\(finding.range) \(finding.message)\(hint)" == expected)
    #expect(finding.severity == .error)
  }

  @Test(arguments: [
    "hostname BEGINSWITH[c] 'a' AND major >= $n", "major == 1.5 OR isVirtual == YES",
    "ratio == isVirtual", "hostname == nil AND seen != nil", "seen - now() > 60",
    "now() - seen > $limit", "seen + extra > now()", "extra - seen > 5", "extra - seen > now()",
    "catalogs.@sum.x == 3", "catalogs.@avg.#self > 1",
    "ANY catalogs == 'a'", "'a' IN catalogs", "catalogs CONTAINS hostname", "catalogs.@count > 0",
    "catalogs.name == {'a'}", "catalogs == ({1} UNION {2})", "owner.name.first == 'a'",
    "SUBQUERY(catalogs, $c, $c.nope == hostname).@count > 0", "blob == %@", "'b' IN hostname",
    "extra.x < 5 AND $limit.y == 'a'", "hostname.length > 3", "TERNARY(major > 1, 'a', 1) == 'a'",
    "FUNCTION(hostname, 'x') == 1", "event.process.path BEGINSWITH '/usr' AND event.pid > 3",
    "event.process != nil", "max(major, ratio) > 1", "sum(catalogs) > 1", "major IN {1, 2.5, nil}",
    "SELF.\"com.acme.app\" == 3", "ANY lines.amount > 1", "sum(lines.amount) > 3",
    "lines.@sum.amount > 3", "lines[0].\"a.b\" == 'x'", "lines.@count > 1",
    "lowercase(extra) == 'a'", "hostname IN {'a', extra}",
  ])
  func findsNothing(_ text: String) throws {
    #expect(try SyntaxTree(predicate: text).findings(against: Self.declarations) == [])
  }

  @Test(arguments: depth(quick: 4_000, full: 20_000))
  func namesNothingMoreThanAThousandTimes(depth count: Int) throws {
    let text = (0..<2000).map { "k\($0) == 1" }.joined(separator: " OR ")
    #expect(try SyntaxTree(predicate: text).findings(against: Declarations()).count == 1000)
    let chain = (0..<count).map { "k\($0)" }.joined(separator: " + ") + " == 1"
    #expect(try SyntaxTree(predicate: chain).findings(against: Declarations()).count == 1000)
    // One word with hyphens is one mistake, and nothing is sought for its other parts.
    let word = (0..<count).map { "k\($0)" }.joined(separator: "-") + " == 1"
    #expect(try SyntaxTree(predicate: word).findings(against: Declarations()).count == 1)
  }

  @Test func findingsStandInTheOrderOfTheText() throws {
    let found = try SyntaxTree(predicate: "a < 'x' AND hostname < 3 AND $b == 1 AND c == 1")
      .findings(against: Self.declarations)
    #expect(found.map(\.range.lowerBound) == [0, 12, 29, 41])
  }
}
