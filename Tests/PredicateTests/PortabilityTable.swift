// Every departure from Apple's NSPredicate that a text can show: the text with the place in ‹›,
// what Apple does, and what to write there instead.
//
// What is refused here and runs on Apple (FUNCTION, ANYKEY, CAST to a class, :=, …) has no row: no
// condition with it exists here.

import Predicate
import PredicateChecks

/// One text with the finding that is due.
struct Departure: Sendable, CustomStringConvertible {
  var rule: PortabilityFinding.Rule
  var kind: PortabilityFinding.Kind
  /// The text with the place in ‹›.
  var marked: String
  var portable: String?
  var isConditional: Bool
  /// What else the text shows.
  var others: Set<PortabilityFinding.Rule>
  /// Arguments of a format.
  var arguments: [Value]?

  init(
    _ rule: PortabilityFinding.Rule, _ kind: PortabilityFinding.Kind, _ marked: String,
    _ portable: String? = nil, may isConditional: Bool = false,
    also others: Set<PortabilityFinding.Rule> = [], arguments: [Value]? = nil
  ) {
    self.rule = rule
    self.kind = kind
    self.marked = marked
    self.portable = portable
    self.isConditional = isConditional
    self.others = others
    self.arguments = arguments
  }

  var description: String { "\(rule): \(marked)" }

  /// The text, and where the finding is due.
  var source: (text: String, range: Range<Int>) {
    let parts = marked.split(omittingEmptySubsequences: false) { "‹›".contains($0) }.map(
      String.init)
    let start = parts[0].utf8.count
    return (parts.joined(), start..<start + (parts.count > 1 ? parts[1].utf8.count : 0))
  }

  static let all: [Departure] =
    spelling + functions + operators + comparisons + patterns + values + paths

  private static let spelling: [Departure] = [
    Departure(.nonASCIIName, .refused, "‹étrange› == 'x'", "%K"),
    Departure(.nonASCIIName, .refused, "a.‹naïf› == 'x'", "%K"),
    Departure(.nonASCIIName, .refused, "‹#étrange› == 'x'", "%K"),
    Departure(.nonASCIIName, .refused, "‹$niño› == 1"),
    Departure(.nonASCIIName, .refused, "list.‹@größe› == 1", also: [.unknownOperator]),
    Departure(.reservedWord, .unverified, "‹$first› == 1", "$#first"),
    Departure(.reservedWord, .unverified, "‹$Size› == 1", "$#Size"),
    Departure(.reservedWord, .unverified, "‹union› == 1", "#union"),
    Departure(.reservedWord, .unverified, "(a.‹minus›) == 1", "#minus"),
    Departure(.reservedWord, .unverified, "SELF.‹apply› == 1", "#apply"),
    Departure(.reservedWord, .refused, "‹cast› == 1", "#cast"),
    Departure(.reservedWord, .refused, "a.‹subquery› == 1", "#subquery"),
    Departure(.reservedWord, .unverified, "a.‹FIRST› == 1", "#FIRST"),
    Departure(.needlessSign, .unverified, "‹#a› == 1", "a"),
    Departure(.needlessSign, .unverified, "‹$#a› == 1", "$a"),
    Departure(.needlessSign, .unverified, "a == 1 AND‹#b› == 2", " b"),
    Departure(.numberForm, .unverified, "x == ‹.5›", "0.5"),
    Departure(.numberForm, .unverified, "x == ‹1.›", "1.0"),
    Departure(.numberForm, .unverified, "x == ‹1.e3›", "1.0e3"),
    Departure(.numberForm, .unverified, "x == ‹007›", "7"),
    Departure(.numberForm, .unverified, "x == -‹00.50›", "0.50"),
    Departure(.numberForm, .unverified, "x == ‹0X1F›", "0x1F"),
    Departure(.numberForm, .unverified, "x == ‹1›AND y == 2", "1 "),
    Departure(.numberForm, .unverified, "x == ‹1e999›"),
    Departure(.largeInteger, .unverified, "x == ‹9223372036854775808›", "9223372036854775808.0"),
    Departure(
      .largeInteger, .unverified, "x == -‹9223372036854775809›", "9223372036854775809.0"),
    Departure(.largeInteger, .unverified, "x == ‹0xFFFFFFFFFFFFFFFF›", "1.8446744073709552e+19"),
    Departure(.escape, .unverified, "x == 'a‹\\n›b'", "\\x0A"),
    Departure(.escape, .unverified, "x == \"a‹\\t›b\"", "\\x09"),
    Departure(.escape, .unverified, "x == '‹\\0›'", "\\u0000"),
    Departure(.escape, .unverified, "x == '‹\\377›'", "\\u00FF"),
    Departure(.escape, .unverified, "x == '‹\\xE9›'", "\\u00E9"),
    Departure(.lineBreak, .refused, "x == 'a‹\n›b'", "\\x0A"),
    Departure(.lineBreak, .refused, "x == 'a‹\r›b'", "\\x0D"),
    Departure(.blank, .unverified, "a‹ . ›b == 1", "."),
    Departure(.blank, .unverified, "sum‹ (›{1, 2}) == 3", "("),
    Departure(.blank, .unverified, "CAST‹ (›x, 'NSNumber') == 3", "("),
    Departure(.blank, .unverified, "x == CAST‹ (›5, 'NSDate')", "("),
    Departure(.blank, .unverified, "SUBQUERY‹ (›rows, $x, $x.k == 1).@count > 0", "("),
    Departure(.blank, .unverified, "modulus:by:‹ (›7, 2) == 1", "("),
    Departure(.blank, .unverified, "x == 1‹\r\n›AND y == 2", "\n"),
    Departure(.blank, .unverified, "x == 1‹\r›", " "),
    Departure(.options, .unverified, "name CONTAINS‹ [c]› 'x'", "[c]"),
    Departure(.options, .unverified, "name CONTAINS‹[c d]› 'x'", "[cd]"),
    Departure(.options, .unverified, "name CONTAINS‹[CC]› 'x'", "[c]"),
    Departure(.conversion, .unverified, "x == ‹%zd›", "%ld", arguments: [1]),
    Departure(.conversion, .unverified, "x == ‹%a›", "%f", arguments: [1.5]),
    Departure(.conversion, .differs, "x == ‹%d›", "%ld", arguments: [3_000_000_000]),
    Departure(.functionName, .unverified, "‹MAX›({1, 5}) == 5", "max"),
    Departure(.functionName, .unverified, "‹ABS:›(-1) == 1", "abs:"),
    Departure(.functionName, .unverified, "‹Modulus:By:›(7, 2) == 1", "modulus:by:"),
    Departure(.functionName, .unverified, "‹ADD:TO:›(7, 2) == 9", "add:to:"),
  ]

  private static let functions: [Departure] = [
    Departure(.extendedFunction, .refused, "‹concat›(name, 'x') == 'jox'"),
    Departure(.extendedFunction, .refused, "‹Today›() == x"),
    Departure(.extendedFunction, .refused, "‹if›(x == 1, 2, 3) == 2", "TERNARY"),
    Departure(.extendedFunction, .refused, "‹coalesce›(x, 0) * 2 == 2"),
    Departure(.extendedFunction, .refused, "‹round›(price, 1) == 2.5 AND name == 'x'"),
  ]

  private static let operators: [Departure] = [
    Departure(.powerOrder, .unverified, "‹2 ** 3› ** 2 == 64", "(2 ** 3)"),
    Departure(.powerOrder, .unverified, "‹-2› ** 2 == 4", "(-2)"),
    Departure(.powerOrder, .unverified, "5 - ‹-(2)› ** 2 == 1", "(-(2))"),
    Departure(.operatorOrder, .unverified, "‹5 & 3› | 8 == 9", "(5 & 3)"),
    Departure(.operatorOrder, .unverified, "8 | ‹1 + 2› == 11", "(1 + 2)"),
    Departure(
      .operatorOrder, .unverified, "1 IN ‹s UNION t› MINUS u", "(s UNION t)", also: [.nilOperand]),
    Departure(.shift, .unverified, "‹1 << 4› == 16", "leftshift:by:(1, 4)"),
    Departure(.shift, .unverified, "(‹16 >> (1 + 1)›) == 4", "rightshift:by:(16, (1 + 1))"),
    Departure(.setOperand, .unverified, "1 IN ‹{1, 2}› UNION {3}"),
    Departure(
      .dateArithmetic, .raises, "‹now() + 60› > CAST(0, 'NSDate')",
      "CAST(CAST(now(), 'NSNumber') + 60, 'NSDate')"),
    Departure(
      .dateArithmetic, .raises, "‹now() - CAST(0, 'NSDate')› > 60",
      "CAST(now(), 'NSNumber') - CAST(CAST(0, 'NSDate'), 'NSNumber')"),
    Departure(
      .dateArithmetic, .raises, "born != nil AND (‹now() - born›) / 2 > 60",
      "CAST(now(), 'NSNumber') - CAST(born, 'NSNumber')"),
    Departure(
      .dateArithmetic, .raises, "‹60 + now()› > now",
      "CAST(60 + CAST(now(), 'NSNumber'), 'NSDate')"),
    Departure(.zeroDivision, .unverified, "x != nil AND ‹x / 0› == 1"),
    Departure(.zeroDivision, .unverified, "‹modulus:by:(7, 0)› == 1"),
    Departure(.overflow, .unverified, "‹9223372036854775807 + 1› > 0"),
    Departure(.overflow, .unverified, "‹-(-9223372036854775808)› > 0"),
    Departure(.notANumber, .differs, "‹sqrt(-1)› == 1"),
    Departure(.resultKind, .unverified, "‹sum({1, 2}) / 2› == 1", may: true),
    Departure(.resultKind, .unverified, "list != nil AND ‹list.@sum.#self / 2› == 1", may: true),
    Departure(.bitwiseOperand, .differs, "(7 & ‹1.5›) == 1"),
    Departure(.bitwiseOperand, .unverified, "leftshift:by:(1, ‹64›) == 1"),
    Departure(.bitwiseOperand, .differs, "onesComplement:(‹0.5›) == 1"),
    Departure(.random, .unverified, "‹random()› < 0.5"),
    Departure(.random, .unverified, "‹randomn(6)› == 5"),
  ]

  private static let comparisons: [Departure] = [
    Departure(.betweenBounds, .raises, "x BETWEEN ‹{1}›"),
    Departure(.betweenBounds, .raises, "x BETWEEN ‹3›"),
    Departure(.betweenBounds, .raises, "x BETWEEN ‹%@›", arguments: [[1, 2, 3]]),
    Departure(.betweenBounds, .unverified, "x BETWEEN ‹{50, 23}›"),
    Departure(.quantifiedValue, .raises, "ANY ‹5› == 5"),
    Departure(.quantifiedValue, .raises, "NONE ‹uppercase('abc')› == 'ABC'"),
    Departure(.quantifiedValue, .raises, "ALL ‹rows.@count› == 1"),
    Departure(.quantifiedValue, .unverified, "ANY ‹nil› == 1"),
    Departure(
      .nestedLists, .differs, "‹ANY rows.tags.id == 1›",
      "SUBQUERY(rows, $each, ANY $each.tags.id == 1).@count > 0", may: true),
    Departure(
      .nestedLists, .differs, "‹ALL rows.tags.id >= 1›",
      "NOT SUBQUERY(rows, $each, NOT ALL $each.tags.id >= 1).@count > 0", may: true),
    Departure(
      .nestedLists, .differs, "x == 1 OR (‹NONE $rows.tags.id IN {1, 4}›)",
      "NOT SUBQUERY($rows, $each, ANY $each.tags.id IN {1, 4}).@count > 0", may: true),
    Departure(.nestedLists, .differs, "‹ANY a.b.c.d.e == 1›", may: true),
    Departure(
      .collectionOptions, .differs, "‹name IN[c] {'jo', 'al'}›",
      "ANY {'jo', 'al'} ==[c] name"),
    Departure(
      .collectionOptions, .differs, "‹name IN[cd] names›",
      "ANY names ==[cd] name", may: true),
    Departure(
      .collectionOptions, .differs, "‹{'jo', 'al'} CONTAINS[c] name›",
      "ANY {'jo', 'al'} ==[c] name"),
    Departure(
      .collectionOptions, .differs, "‹name IN[c] %@›", "ANY %@ ==[c] name",
      arguments: [["jo", 1]]),
    Departure(.valueOptions, .unverified, "x ‹==[c]› 5", "=="),
    Departure(.textOrder, .differs, "name < ‹'é'›", may: true),
    Departure(.textOrder, .differs, "name BETWEEN {'a', ‹'ｚ'›}", may: true),
    Departure(.foldedText, .unverified, "name ==[c] ‹'Straße'›", may: true),
    Departure(.foldedText, .unverified, "name BEGINSWITH[d] ‹'Ａ'›", may: true),
    Departure(.twoClocks, .differs, "‹now() == now()›"),
  ]

  private static let patterns: [Departure] = [
    Departure(.emptyPattern, .unverified, "name ‹LIKE ''›", "== ''"),
    Departure(.emptyPattern, .unverified, "‹name MATCHES ''›", "FALSEPREDICATE"),
    Departure(
      .likeWildcard, .unverified, "name ‹LIKE 'a?.*'›",
      "MATCHES \"(?s)a.\\\\..*\"", may: true),
    Departure(
      .likeWildcard, .unverified, "name ‹LIKE[c] 'j?'›", "MATCHES[c] \"(?s)j.\"", may: true),
    Departure(
      .likePattern, .raises, "name ‹LIKE 'x (y*'›", "MATCHES \"(?s)x \\\\(y.*\"", may: true),
    Departure(.likePattern, .raises, "name ‹LIKE[cd] '[x]'›", may: true),
    Departure(.likePattern, .unverified, "name ‹LIKE '100\\\\*'›", "MATCHES \"(?s)100\\\\*\""),
    Departure(.patternDot, .unverified, "name MATCHES ‹'.+@.+'›", "'(?-sm).+@.+'", may: true),
    Departure(.patternDot, .unverified, "name MATCHES ‹'^a|b'›", "'(?-sm)^a|b'", may: true),
    Departure(.patternDot, .unverified, "name MATCHES ‹'a(b$|c)'›", "'(?-sm)a(b$|c)'", may: true),
    Departure(.patternDot, .unverified, "name MATCHES ‹'(?s)^.'›", "'(?-sm)(?s)^.'", may: true),
    Departure(.patternDot, .unverified, "name MATCHES ‹'(?m)^a.$'›", "'(?-sm)(?m)^a.$'", may: true),
    Departure(.patternDot, .unverified, "name MATCHES ‹%@›", may: true, arguments: ["a.b"]),
    Departure(.patternMarks, .unverified, "name ‹MATCHES[cd] 'jose'›"),
  ]

  private static let values: [Departure] = [
    Departure(
      .nilOperand, .raises, "‹price * $n› > 3",
      "TERNARY(price == nil OR $n == nil, nil, price * $n)", may: true),
    Departure(
      .nilOperand, .raises, "‹-price› < 3", "TERNARY(price == nil, nil, -price)", may: true),
    Departure(.nilOperand, .raises, "‹length(name)› > 3", "name.length", may: true),
    Departure(
      .nilOperand, .raises, "‹uppercase(name)› == 'JO'",
      "TERNARY(name == nil, nil, uppercase(name))", may: true),
    Departure(
      .nilOperand, .raises, "‹TERNARY(x == 1, price, 0) * 2› > 3",
      "TERNARY(TERNARY(x == 1, price, 0) == nil, nil, TERNARY(x == 1, price, 0) * 2)", may: true),
    Departure(
      .nilOperand, .raises, "‹CAST(price, 'NSNumber') + 1› > 3",
      "TERNARY(price == nil, nil, CAST(price, 'NSNumber') + 1)", may: true),
    Departure(
      .nilOperand, .raises, "‹rows.@sum.price + 1› > 3",
      "TERNARY(rows.@sum.price == nil, nil, rows.@sum.price + 1)", may: true),
    Departure(
      .nilOperand, .raises, "1 IN ‹s UNION t›",
      "TERNARY(s == nil OR t == nil, nil, s UNION t)", may: true),
    Departure(.nilOperand, .raises, "‹sum({price, 1})› > 3", may: true),
    Departure(
      .nilOperand, .raises, "price == nil AND ‹price * 2› > 3",
      "TERNARY(price == nil, nil, price * 2)", may: true),
    Departure(.nilOperand, .raises, "‹nil + 1› == 2"),
    Departure(.nilOperand, .raises, "‹%K * 2› > 3", may: true, arguments: ["price"]),
    Departure(
      .nilCount, .unverified, "‹list[SIZE] == 0›", "(list != nil AND list[SIZE] == 0)",
      may: true),
    Departure(
      .nilCount, .unverified, "‹SUBQUERY(rows, $x, $x.k == 1).@count != 0›",
      "(rows == nil OR SUBQUERY(rows, $x, $x.k == 1).@count != 0)", may: true),
    Departure(.emptyAggregate, .raises, "‹max(list)› > 3", "list.@max.#self", may: true),
    Departure(
      .emptyAggregate, .unverified, "‹average($list)› > 3",
      "TERNARY($list.@count > 0, average($list), nil)", may: true),
    Departure(.emptyAggregate, .raises, "‹min({})› > 3"),
    Departure(.emptyAggregate, .unverified, "‹mode(list)› == {}", may: true),
    Departure(.severalValues, .unverified, "max(‹1, 5, 10›) == 10", "{1, 5, 10}"),
    Departure(
      .castText, .unverified, "day > CAST(‹'2024-05-01'›, 'NSDate')",
      "'2024-05-01T00:00:00Z'"),
    Departure(.castText, .unverified, "day > CAST(‹'2001-01-01T00:00:01.5Z'›, 'NSDate')", "1.5"),
    Departure(.castText, .unverified, "day > CAST(‹'soon'›, 'NSDate')"),
    Departure(.castText, .unverified, "x > CAST(‹' 1e3 '›, 'NSNumber')", "1000.0"),
    Departure(.castText, .unverified, "x > CAST(‹'02134'›, 'NSNumber')", "2134"),
    Departure(.castType, .unverified, "x > CAST('5', ‹'NSNUMBER'›)", "'NSNumber'"),
    Departure(.castType, .unverified, "day > CAST(5, ‹\"nsdate\"›)", "\"NSDate\""),
    Departure(.decimalNumber, .differs, "x > CAST('5', ‹'NSDecimalNumber'›)", "'NSNumber'"),
    Departure(.castDate, .differs, "‹CAST(now(), 'NSString')› == ''"),
    Departure(.castDate, .differs, "‹CAST(x, 'NSString')› == '5'", may: true),
  ]

  private static let paths: [Departure] = [
    Departure(.operatorWithoutPath, .raises, "‹list.@sum› == 6", "list.@sum.#self"),
    Departure(.operatorWithoutPath, .raises, "(‹rows.k.@max›) == 6", "rows.k.@max.#self"),
    Departure(
      .unknownOperator, .raises, "list.‹@average› == 6", "@avg"),
    Departure(.unknownOperator, .raises, "‹@K› == 6"),
    Departure(
      .unknownOperator, .raises, "lists.‹@unionOfSets›.#self == {1}",
      "@distinctUnionOfSets"),
    Departure(.unknownOperator, .unverified, "1 IN a.‹@allValues›"),
    Departure(
      .operatorChain, .differs, "‹rows.@distinctUnionOfObjects.k.@count› == 2",
      "count(rows.@distinctUnionOfObjects.k)"),
    Departure(.operatorChain, .differs, "‹rows.@unionOfArrays.tags.@max›.id == 2"),
    Departure(.averageOperator, .unverified, "list.‹@avg›.#self > 2", may: true),
    Departure(.variableKey, .unverified, "‹$a.$key› == 1", "$a[$key]"),
    Departure(.methodKey, .unverified, "$a.‹integerValue› > 3", may: true),
    Departure(.methodKey, .unverified, "‹doubleValue› > 3", may: true),
    Departure(.countOfText, .raises, "'abc'.‹count› == 3", "length"),
    Departure(.setOrder, .unverified, "‹(s UNION t)[FIRST]› == 1", also: [.nilOperand]),
    Departure(.indexRange, .raises, "list[‹-1›] == 1"),
    Departure(.indexRange, .raises, "{1, 2}[‹2›] == 1"),
    Departure(.indexRange, .raises, "%@[‹2›] == 1", arguments: [[1, 2]]),
    Departure(.indexRange, .unverified, "list[‹0.5›] == 1"),
  ]
}
