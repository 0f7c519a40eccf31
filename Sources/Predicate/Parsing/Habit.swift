// The habits of other languages that do not parse here, as a table: what is recognised on the left,
// what is proposed on the right. `HabitPattern` says how patterns are written. The first row that
// fits wins, and a proposed text must parse where it is put, so special rows stand first.

/// A construct of another language, with what to write in its place.
struct Habit: Sendable {
  private let pattern: HabitPattern
  private let written: String?
  private let note: String?
  private let allowsQuantifier: Bool
  /// Whether it is a habit among the arguments of a call too.
  private let allowsCall: Bool
  /// The functions that a text must be allowed to call; nil for any.
  let functions: FunctionSet?
  private let mistake: String?

  /// Makes a row.
  ///
  /// In `written`, `#1` stands for the first part in angle brackets. `note` follows the text in the
  /// hint, or is the whole hint if nothing is to be written.
  private init(
    _ pattern: String, _ written: String?, _ note: String? = nil, message: String? = nil,
    allowsQuantifier: Bool = true, allowsCall: Bool = true, functions: FunctionSet? = nil
  ) {
    self.pattern = HabitPattern(pattern, words: Self.words)
    self.written = written
    self.note = note
    mistake = message
    self.allowsQuantifier = allowsQuantifier
    self.allowsCall = allowsCall
    self.functions = functions
  }

  func find(in site: TokenSite, _ spellings: Set<String>) -> HabitPattern.Match? {
    guard !pattern.isHopeless(in: spellings),
      let match = pattern.match(in: site, allowsQuantifier: allowsQuantifier),
      allowsCall || !site.isInCall(match.tokens.lowerBound)
    else {
      return nil
    }
    // A text is tried in its place. Words alone need the error itself.
    let isThere = match.tokens.upperBound > site.error || site.error >= site.tokens.count
    return written != nil || isThere ? match : nil
  }

  /// The text to put in the place of what was found; nil if the hint is words alone.
  func text(_ parts: [String]) -> String? { written.map { Self.filled($0, parts) } }

  /// What the hint says beside the text.
  func hint(_ parts: [String]) -> String? { note.map { Self.filled($0, parts) } }

  /// What is wrong; nil to leave the message as it is.
  func message(_ parts: [String]) -> String? { mistake.map { Self.filled($0, parts) } }

  private static func filled(_ template: String, _ parts: [String]) -> String {
    var pieces = template.split(separator: "#", omittingEmptySubsequences: false)[...]
    var text = String(pieces.removeFirst())
    for piece in pieces {
      let number = piece.first?.hexDigitValue ?? 0
      text += (parts.indices.contains(number - 1) ? parts[number - 1] : "") + piece.dropFirst()
    }
    return text
  }
}

// MARK: - Words

extension Habit {
  /// What an amount may be counted in.
  static let units: Set<String> = [
    "kg", "g", "mg", "t", "lb", "lbs", "oz", "km", "m", "cm", "mm", "mi", "ft", "inch", "l", "ml",
    "eur", "euro", "euros", "usd", "chf", "gbp", "dollars", "percent", "s", "sec", "secs",
    "second", "seconds", "min", "mins", "minute", "minutes", "h", "hr", "hrs", "hour", "hours",
    "d", "day", "days", "week", "weeks", "month", "months", "year", "years", "yrs", "bytes", "kb",
    "mb", "gb", "tb", "ms", "px", "pt", "degrees",
  ]

  /// Words of other languages that are not part of a name.
  static let foreignWords: Set<String> = [
    "IF", "THEN", "ELSE", "WHERE", "SELECT", "FROM", "IS", "WHEN", "CASE", "HAVING", "UNLESS",
  ]

  private static let words: [String: [(words: [String], meaning: String)]] = [
    "<method>": table([
      "contains": "CONTAINS", "includes": "CONTAINS", "contain": "CONTAINS",
      "containsString": "CONTAINS", "containsObject": "CONTAINS", "has": "CONTAINS",
      "localizedCaseInsensitiveContains": "CONTAINS[c]",
      "localizedStandardContains": "CONTAINS[cd]", "hasPrefix": "BEGINSWITH",
      "startsWith": "BEGINSWITH", "starts": "BEGINSWITH", "beginsWith": "BEGINSWITH",
      "hasSuffix": "ENDSWITH", "endsWith": "ENDSWITH", "ends": "ENDSWITH", "matches": "MATCHES",
      "match": "MATCHES", "test": "MATCHES", "isMatch": "MATCHES", "like": "LIKE", "equals": "==",
      "isEqual": "==", "isEqualTo": "==", "isEqualToString": "==", "equalsIgnoreCase": "==[c]",
      "caseInsensitiveCompare": "==[c]", "in": "IN", "isin": "IN", "between": "BETWEEN",
    ]),
    // Operators that other languages write before their two parts, as a function.
    "<prefix>": table([
      "CONTAINS": "CONTAINS", "BEGINSWITH": "BEGINSWITH", "ENDSWITH": "ENDSWITH",
      "MATCHES": "MATCHES", "LIKE": "LIKE", "IN": "IN",
    ]),
    "<fold>": table(["sum": "sum", "avg": "avg", "average": "avg", "min": "min", "max": "max"]),
    "<function>": table(
      Dictionary(
        Function.allCases.map { ($0.name, $0.name) }, uniquingKeysWith: { first, _ in first })),
    "<nor>": table(["NAND": "AND", "NOR": "OR"]),
    "<of-text>": table([
      "lowercased": "lowercase", "toLowerCase": "lowercase", "lowercaseString": "lowercase",
      "lower": "lowercase", "uppercased": "uppercase", "toUpperCase": "uppercase",
      "uppercaseString": "uppercase", "upper": "uppercase", "downcase": "lowercase",
      "upcase": "uppercase",
    ]),
    "<operator>": table([
      "BEGINS WITH": "BEGINSWITH", "STARTS WITH": "BEGINSWITH",
      "STARTS_WITH": "BEGINSWITH", "BEGINS_WITH": "BEGINSWITH",
      "BEGIN WITH": "BEGINSWITH", "START WITH": "BEGINSWITH", "ENDS WITH": "ENDSWITH",
      "ENDS_WITH": "ENDSWITH", "END WITH": "ENDSWITH", "HASSUFFIX": "ENDSWITH",
      "EQUALS": "==", "EQUAL": "==", "EQUAL TO": "==", "EQUALS TO": "==", "IS EQUAL": "==",
      "IS EQUAL TO": "==", "EQ": "==", "IS": "==", "IS THE SAME AS": "==", "NE": "!=", "NEQ": "!=",
      "IS NOT": "!=", "ISNT": "!=", "NOT EQUAL": "!=", "NOT EQUALS": "!=", "NOT EQUAL TO": "!=",
      "IS NOT EQUAL TO": "!=", "DOES NOT EQUAL": "!=", "GT": ">", "GTE": ">=", "GE": ">=",
      "LT": "<", "LTE": "<=", "LE": "<=", "GREATER THAN": ">", "IS GREATER THAN": ">",
      "MORE THAN": ">", "IS MORE THAN": ">", "OVER": ">", "LESS THAN": "<", "IS LESS THAN": "<",
      "UNDER": "<", "AT LEAST": ">=", "IS AT LEAST": ">=", "AT MOST": "<=", "IS AT MOST": "<=",
      "GREATER THAN OR EQUAL TO": ">=", "IS GREATER THAN OR EQUAL TO": ">=",
      "LESS THAN OR EQUAL TO": "<=", "IS LESS THAN OR EQUAL TO": "<=", "IS BEFORE": "<",
      "BEFORE": "<", "IS AFTER": ">", "AFTER": ">", "IS IN": "IN", "IS ONE OF": "IN",
      "ONE OF": "IN", "IS LIKE": "LIKE", "ILIKE": "LIKE[c]",
      "GLOB": "LIKE", "REGEXP": "MATCHES", "REGEX": "MATCHES", "RLIKE": "MATCHES",
      "REGEXMATCH": "MATCHES", "SIMILAR TO": "MATCHES",
      "INCLUDES": "CONTAINS", "INCLUDE": "CONTAINS", "HAS": "CONTAINS", "IS BETWEEN": "BETWEEN",
    ]),
    "<negated>": table([
      "DOES NOT CONTAIN": "CONTAINS", "NOT CONTAINS": "CONTAINS", "NOT CONTAIN": "CONTAINS",
      "DOESNT CONTAIN": "CONTAINS", "IS NOT IN": "IN", "NOT IN": "IN", "NOTIN": "IN",
      "NOT_IN": "IN", "! IN": "IN", "NOT BETWEEN": "BETWEEN", "IS NOT BETWEEN": "BETWEEN",
      "NOT LIKE": "LIKE",
      "IS NOT LIKE": "LIKE", "NOTLIKE": "LIKE", "NOT ILIKE": "LIKE[c]", "NOT MATCHES": "MATCHES",
      "DOES NOT MATCH": "MATCHES", "NOT REGEXP": "MATCHES", "NOT BEGINSWITH": "BEGINSWITH",
      "DOES NOT BEGIN WITH": "BEGINSWITH", "DOES NOT START WITH": "BEGINSWITH",
      "NOT STARTS WITH": "BEGINSWITH", "NOT ENDSWITH": "ENDSWITH",
      "DOES NOT END WITH": "ENDSWITH", "! CONTAINS": "CONTAINS", "! LIKE": "LIKE",
      "! MATCHES": "MATCHES", "! BEGINSWITH": "BEGINSWITH", "! ENDSWITH": "ENDSWITH",
    ]),
    // What stands in one word or behind a single NOT is found as the parser goes.
    "<does-not>": table([
      "DOES NOT CONTAIN": "CONTAINS", "DOES NOT MATCH": "MATCHES", "IS NOT IN": "IN",
      "IS NOT LIKE": "LIKE", "NOT ILIKE": "LIKE[c]", "NOT REGEXP": "MATCHES",
      "DOES NOT BEGIN WITH": "BEGINSWITH", "DOES NOT START WITH": "BEGINSWITH",
      "NOT STARTS WITH": "BEGINSWITH", "NOT BEGINS WITH": "BEGINSWITH",
      "DOES NOT END WITH": "ENDSWITH", "NOT ENDS WITH": "ENDSWITH", "DOES NOT INCLUDE": "CONTAINS",
    ]),
    "<is-nil>": table([
      "IS NULL": "== nil", "IS NIL": "== nil", "IS EMPTY": "== nil", "IS BLANK": "== nil",
      "IS UNDEFINED": "== nil", "IS NOT NULL": "!= nil", "IS NOT NIL": "!= nil",
      "IS NOT EMPTY": "!= nil", "IS NOT BLANK": "!= nil", "IS NOT UNDEFINED": "!= nil",
      "IS SET": "!= nil",
    ]),
    "<nil>": table([
      "NONE": "nil", "UNDEFINED": "nil", "<NULL>": "nil", "NOTHING": "nil", "< NULL >": "nil",
    ]),
    "<sort>": table([
      "ORDER BY": "ORDER BY", "SORT BY": "SORT BY", "GROUP BY": "GROUP BY", "LIMIT": "LIMIT",
      "SORTED BY": "SORTED BY", "HAVING": "HAVING", "OFFSET": "OFFSET",
    ]),
    "<sql>": table(["SELECT": "SELECT", "DELETE": "DELETE", "UPDATE": "UPDATE", "FROM": "FROM"]),
    "<xor>": table(["XOR": "XOR", "^": "^", "^ ^": "^^"]),
    "<comment>": table(["#": "#", "/ /": "//", "/ *": "/*", "/ **": "/**", "- -": "--"]),
    "<remainder>": table(["%": "%", "MOD": "mod", "%%": "%%", "REM": "rem", "MODULO": "modulo"]),
    "<default>": table(["? ?": "??", "? :": "?:"]),
  ]

  /// Words by what they mean, the longest phrases first.
  private static func table(
    _ meanings: [String: String]
  ) -> [(words: [String], meaning: String)] {
    meanings.map { (words: $0.key.uppercased().split(separator: " ").map(String.init), $0.value) }
      .sorted { left, right in
        left.words.count == right.words.count
          ? left.words.lexicographicallyPrecedes(right.words)
          : left.words.count > right.words.count
      }
  }
}

// MARK: - The table

extension Habit {
  static let all: [Habit] = [
    others, methods, lists, joins, literals, operators, keys, bools,
  ].flatMap {
    $0
  }

  private static let isBetween = "an operator stands between its two sides"
  private static let noMethods = "methods cannot be called"
  private static let noItems = ", and .@count for a list or several choices"

  private static let methods: [Habit] = [
    Habit("<path> . <method> ( <operand> ) == <yes>", "#1 #2 #3", message: noMethods),
    Habit("<path> . <method> ( <operand> ) = <yes>", "#1 #2 #3", message: noMethods),
    Habit("<path> . <method> ( <operand> ) == <no>", "NOT #1 #2 #3", message: noMethods),
    Habit("<path> . <method> ( <operand> ) = <no>", "NOT #1 #2 #3", message: noMethods),
    Habit("<path> . <method> ( <operand> ) != <no>", "#1 #2 #3", message: noMethods),
    Habit("<path> . <method> ( <operand> ) != <yes>", "NOT #1 #2 #3", message: noMethods),
    Habit("<path> . <method> ( with: <operand> )", "#1 #2 #3", message: noMethods),
    Habit("<path> . <method> ( to: <operand> )", "#1 #2 #3", message: noMethods),
    Habit("<path> . <method> ( <operand> )", "#1 #2 #3", message: noMethods),
    Habit("<path> . <method> [ <options> ] ( <operand> )", "#1 #2[#3] #4", message: noMethods),
    Habit("<path> . <fold> ( <name> )", "#1.@#2.#3", message: noMethods),
    Habit("<path> . isEmpty ( ) == <no>", "#1 != ''", message: noMethods),
    Habit("<path> . isEmpty ( ) == <yes>", "#1 == ''", message: noMethods),
    Habit("! <path> . isEmpty ( )", "#1 != ''", message: noMethods),
    Habit("NOT <path> . isEmpty ( )", "#1 != ''", message: noMethods),
    Habit("<path> . isEmpty ( )", "#1 == ''", message: noMethods),
    Habit("! <path> . isEmpty", "#1 != nil", noItems, functions: .extended),
    Habit("NOT <path> . isEmpty", "#1 != nil", noItems, functions: .extended),
    Habit("<path> . isEmpty", "#1 == nil", noItems, functions: .extended),
    Habit("! <path> . isEmpty", "#1 != ''", functions: .apple),
    Habit("NOT <path> . isEmpty", "#1 != ''", functions: .apple),
    Habit("<path> . isEmpty", "#1 == ''", functions: .apple),
    Habit("<path> . <of-text> ( )", "#2(#1)", message: "a key has no parentheses"),
    Habit(
      "<path> . <function> ( <items> )", "#2(#1, #3)", message: noMethods, functions: .extended),
    Habit(
      "<path> . <name> ( <items> )", nil, "leave out .#2(…), or call a function: lowercase(#1)",
      message: noMethods),
    Habit("<prefix> ( <operand> , <operand> )", "#2 #1 #3", message: isBetween),
    Habit(
      "BETWEEN ( <operand> , <operand> , <operand> )", "#1 BETWEEN {#2, #3}", message: isBetween),
    Habit("<@> ( <path> . <name> )", "#2.#1.#3", message: "an operator stands behind its list"),
    Habit("<@> ( <path> )", "#2.#1", message: "an operator stands behind its list"),
  ]

  private static let single = ", without ANY for a single value"
  private static let noParentheses = "a list is written in braces"

  private static let lists: [Habit] = [
    Habit(
      "ANY <path> <negated> ( <items> )", "NOT (ALL #1 #2 {#3})", message: notFirst,
      allowsQuantifier: false),
    Habit(
      "ALL <path> <negated> ( <items> )", "NOT (ANY #1 #2 {#3})", message: notFirst,
      allowsQuantifier: false),
    Habit(
      "<operand> <negated> ( <items> )", "NOT (#1 #2 {#3})", message: notFirst,
      allowsQuantifier: false),
    Habit(
      "<operand> <negated> [ <items> ]", "NOT (#1 #2 {#3})", message: notFirst,
      allowsQuantifier: false),
    Habit(
      "<operand> <negated> <operand> AND <operand>", "NOT (#1 #2 {#3, #4})", message: notFirst,
      allowsQuantifier: false),
    Habit(
      "<operand> <negated> <Name>", "NOT (#1 #2 '#3')", message: notFirst, allowsQuantifier: false),
    Habit(
      "<operand> <does-not> <operand>", "NOT (#1 #2 #3)", message: notFirst,
      allowsQuantifier: false),
    Habit("<operand> IN ( <items> )", "#1 IN {#2}", message: noParentheses),
    Habit("<operand> IN [ <items> ]", "#1 IN {#2}"),
    Habit("<operand> ANYOF [ <items> ]", "ANY #1 IN {#2}", single),
    Habit("<operand> ANYOF ( <items> )", "ANY #1 IN {#2}", single),
    Habit("<operand> ANYOF <operand>", "ANY #1 IN #2", single),
    Habit("<operand> <operator> ( <items> )", "#1 #2 {#3}"),
    Habit("<operand> <operator> [ <items> ]", "#1 #2 {#3}"),
    Habit("<operand> BETWEEN ( <items> )", "#1 BETWEEN {#2}", message: noParentheses),
    Habit("<operand> BETWEEN [ <items> ]", "#1 BETWEEN {#2}"),
    Habit("<operand> BETWEEN <operand> , <operand>", "#1 BETWEEN {#2, #3}", message: noParentheses),
    Habit("<operand> IN <operand> , <operand> , <operand>", "#1 IN {#2, #3, #4}"),
    Habit("<operand> IN <operand> , <operand>", "#1 IN {#2, #3}", message: noParentheses),
    Habit("<operand> <comparison> [ <items> ]", "#1 #2 {#3}"),
    Habit("SUBQUERY ( <operand> , <variable> . <inner> )", "SUBQUERY(#1, #2, #2.#3)"),
    Habit(
      "SUBQUERY ( <operand> , <name> <comparison> <operand> )", "SUBQUERY(#1, $x, $x.#2 #3 #4)"),
    Habit("CAST ( <operand> , <name> )", "CAST(#1, '#2')"),
    Habit("CAST ( <operand> AS <name> )", "CAST(#1, '#2')"),
    Habit("<path> [ <operand> <comparison> <operand>", "#1[#2] #3 #4", message: "a ] is missing"),
    Habit("<path> [ <comparison> <operand>", "#1 #2 #3", message: "a [ is not closed"),
  ]

  private static let notFirst = "NOT must stand before the whole comparison"

  private static let joins: [Habit] = [
    Habit(
      "<quantifier> <path> . <quantifier> <path> <comparison> <operand>",
      "SUBQUERY(#2, $x, #3 $x.#4 #5 #6).@count > 0", message: "ANY stands before one path"),
    Habit(
      "<quantifier> ( <path> . <name> <comparison> <operand> <connective> <same> . <name> "
        + "<comparison> <operand> )",
      "SUBQUERY(#2, $x, $x.#3 #4 #5 #6 $x.#8 #9 #A).@count > 0"),
    Habit("<quantifier> ( <condition> )", "#1 #2"),
    Habit("<quantifier> ( <path> <connective> <path> )", "#1 #2 == YES #3 #1 #4 == YES"),
    Habit(
      "<quantifier> ( <condition> <connective> <condition> )", "#1 #2 #3 #1 #4",
      ", or SUBQUERY(list, $x, …).@count > 0 to test one element for both",
      message: "ANY, ALL and NONE stand before one comparison"),
    Habit("<path> <quantifier> <comparison> <operand>", "#2 #1 #3 #4"),
    Habit(
      "<condition> <xor> <condition>", "TERNARY(#1, YES, NO) != TERNARY(#3, YES, NO)",
      message: "unknown operator '#2'"),
    Habit("<operand> XOR <operand>", "#1 != #2"),
    Habit("<condition> & <condition>", "#1 && #2"),
    Habit("<condition> | <condition>", "#1 || #2"),
    Habit("<path> & <path>", "#1 == YES AND #2 == YES"),
    Habit("<path> | <path>", "#1 == YES OR #2 == YES"),
    Habit(
      "<operand> <comparison> <operand> <connective> <comparison> <operand>", "#1 #2 #3 #4 #1 #5 #6"
    ),
    Habit("<condition> & &", "#1 &&"),
    Habit("<condition> | |", "#1 ||"),
    Habit(
      "<condition> , <condition>", "#1 AND #2", message: "a comma does not join conditions",
      allowsCall: false),
    Habit(
      "<condition> ; <condition>", "#1 AND #2", message: "a semicolon does not join conditions",
      allowsCall: false),
    Habit(
      "<condition> <nor> <condition>", "NOT (#1 #2 #3)", message: "NAND and NOR are not operators"),
    Habit("<condition> && && <condition>", "#1 && #2", message: "&& stands twice"),
    Habit("<condition> || || <condition>", "#1 || #2", message: "|| stands twice"),
    Habit("<condition> AND AND <condition>", "#1 AND #2", message: "AND stands twice"),
    Habit("<condition> OR OR <condition>", "#1 OR #2", message: "OR stands twice"),
    Habit("AND AND", "AND", message: "AND stands twice"),
    Habit("OR OR", "OR", message: "OR stands twice"),
    Habit("&& &&", "&&", message: "&& stands twice"),
    Habit("|| ||", "||", message: "|| stands twice"),
    Habit("<connective> <connective>", "#1", message: "#1 and #2 stand beside each other"),
    Habit("AND <condition>", "#1", message: "AND stands between two conditions"),
    Habit("OR <condition>", "#1", message: "OR stands between two conditions"),
    Habit("&& <condition>", "#1", message: "&& stands between two conditions"),
    Habit("|| <condition>", "#1", message: "|| stands between two conditions"),
    Habit("<sql> <skip> WHERE <rest>", "#3", message: "only the condition is written"),
    Habit("<sql> <skip> WHERE <condition>", "#3", message: "only the condition is written"),
    Habit("<sql> <rest>", nil, "only the condition is written, which stands behind WHERE"),
  ]

  private static let rangeInBraces = "the two bounds of BETWEEN are a list in braces"
  private static let inQuotes = "text stands in quotes"

  private static let literals: [Habit] = [
    Habit("@ <string>", "#1", message: "text has no @ before it"),
    Habit("@ <number>", "#1", message: "a number has no @ before it"),
    Habit("@ ( <items> )", "(#1)"),
    Habit("@ [ <items> ]", "{#1}"),
    Habit("@YES", "YES"),
    Habit("@NO", "NO"),
    Habit("@true", "true"),
    Habit("@false", "false"),
    Habit(
      "<operand> <comparison> <string> <options>", "#1 #2[#4] #3",
      message: "options follow the operator"),
    Habit(
      "<operand> <comparison> ( <options> ) <operand>", "#1 #2[#3] #4",
      message: "options stand in brackets"),
    Habit("<operand> <comparison> nil ( )", "#1 #2 nil", message: "nil has no parentheses"),
    Habit("<operand> <comparison> null ( )", "#1 #2 nil", message: "nil has no parentheses"),
    Habit("<operand> IN <range>", "#1 BETWEEN #2", message: rangeInBraces),
    Habit("<operand> BETWEEN <range>", "#1 BETWEEN #2", message: rangeInBraces),
    Habit("<operand> <comparison> <nil>", "#1 #2 #3"),
    Habit("<number> %", "#1", ", or the fraction of it", message: "a number has no percent sign"),
    Habit("<operand> <comparison> <number> <unit>", "#1 #2 #3", ", without the unit"),
    Habit("<operand> <comparison> <number> €", "#1 #2 #3", ", without the unit"),
    Habit("<operand> <comparison> <number> °", "#1 #2 #3", ", without the unit"),
    Habit(
      "<operand> <sign> <continental>", "#1 #2 #3",
      message: "a number has a point before its fraction"),
    Habit("<operand> <sign> <grouped>", "#1 #2 #3", message: "digits are not grouped"),
    Habit("<dollars>", "#1", ", or $name for a variable"),
    Habit("$ <name>", "$#1"),
    Habit("MATCHES <regex>", "MATCHES#1", "; the whole text must match"),
    Habit("<operand> = ~ <regex>", "#1 MATCHES#2", "; the whole text must match"),
    Habit("<operand> MATCHES <glob>", "#1 LIKE #2", ", where * is any text", message: inQuotes),
    Habit("<operand> <comparison> <run>", "#1 #2 #3", message: inQuotes),
    Habit("{ <run>", "{#1", message: inQuotes),
    Habit(", <run>", ", #1", message: inQuotes),
    Habit("<condition> <comment>", nil, "the language has no comments"),
    Habit("<condition> ;", nil, "leave out the ; at the end", allowsCall: false),
    Habit("<condition> <sort> <rest>", nil, "leave out #2: a predicate only filters"),
    Habit("<condition> <sort>", nil, "leave out #2: a predicate only filters"),
  ]

  private static let operators: [Habit] = [
    Habit("<operand> = ~ <operand>", "#1 MATCHES #2", message: "unknown operator '=~'"),
    Habit("<operand> ~ <string>", "#1 MATCHES #2"),
    Habit("<operand> ~ = <operand>", "#1 ==[c] #2", message: "unknown operator '~='"),
    Habit(
      "<operand> ! ~ <operand>", "NOT (#1 MATCHES #2)", message: "unknown operator '!~'",
      allowsQuantifier: false),
    Habit("<operand> := <operand>", "#1 == #2"),
    Habit("<operand> : <operand>", "#1 == #2"),
    Habit("<operand> ≠ <operand>", "#1 != #2"),
    Habit("<operand> ≤ <operand>", "#1 <= #2"),
    Habit("<operand> ≥ <operand>", "#1 >= #2"),
    Habit("<operand> ∈ <operand>", "#1 IN #2"),
    Habit("<quantifier> <operand> <is-nil>", "#1 #2 #3"),
    Habit("<operand> <is-nil>", "#1 #2"),
    Habit("<operand> = ! <operand>", "#1 != #2"),
    Habit("<operand> < <operand> < <operand>", "#1 < #2 AND #2 < #3"),
    Habit("<operand> <= <operand> < <operand>", "#1 <= #2 AND #2 < #3"),
    Habit("<operand> < <operand> <= <operand>", "#1 < #2 AND #2 <= #3"),
    Habit("<operand> <= <operand> <= <operand>", "#1 <= #2 AND #2 <= #3"),
    Habit("<operand> > <operand> > <operand>", "#1 > #2 AND #2 > #3"),
    Habit("<operand> >= <operand> > <operand>", "#1 >= #2 AND #2 > #3"),
    Habit("<operand> > <operand> >= <operand>", "#1 > #2 AND #2 >= #3"),
    Habit("<operand> >= <operand> >= <operand>", "#1 >= #2 AND #2 >= #3"),
    Habit("<operand> <operator> <operand>", "#1 #2 #3"),
    Habit("<operand> <remainder> <operand>", "modulus:by:(#1, #3)"),
    Habit("<operand> DIV <operand>", "trunc:(#1 / #2)", functions: .apple),
    Habit("<operand> DIV <operand>", "trunc(#1 / #2)", functions: .extended),
    Habit(
      "<operand> <default> <operand>", "coalesce(#1, #3)", message: "unknown operator '#2'",
      functions: .extended),
    Habit(
      "<operand> <default> <operand>", "TERNARY(#1 != nil, #1, #3)",
      message: "unknown operator '#2'", functions: .apple),
    Habit("<path> ? . <name>", "#1.#2", message: "a key of nil is nil, without a question mark"),
    Habit("<path> ! . <name>", "#1.#2", message: "a key of nil is nil, without a mark"),

  ]

  private static let keys: [Habit] = [
    Habit(
      "<name> <name> <name> <comparison> <operand>", "SELF.'#1 #2 #3' #4 #5", byKey,
      message: noBlank),
    Habit("<name> <name> <comparison> <operand>", "SELF.'#1 #2' #3 #4", byKey, message: noBlank),
    Habit(
      "<name> +- <name> +- <name> <comparison> <operand>", "SELF.'#1-#2-#3' #4 #5", byKey,
      message: noHyphen),
    Habit(
      "<name> +- <name> <comparison> <operand>", "SELF.'#1-#2' #3 #4", byKey, message: noHyphen),
    Habit("<operand> <comparison> <Name> <Name> <Name>", "#1 #2 '#3 #4 #5'"),
    Habit("<operand> <comparison> <Name> <Name>", "#1 #2 '#3 #4'"),
  ]

  private static let byKey = ", or hand the key over with %K"
  private static let noBlank = "a key has no blank"
  private static let noHyphen = "a key has no hyphen"

  private static let others: [Habit] = [
    Habit("WHERE <rest>", "#1", message: "only the condition is written")
  ]

  private static let bools: [Habit] = [
    Habit("! <path>", "#1 == NO"),
    Habit("NOT <path>", "#1 == NO"),
  ]
}
