// The words of other languages that the patterns of habits name, each with what it means here.

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

  static let words: [String: [(words: [String], meaning: String)]] = [
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
        Function.allCases.lazy.filter { !$0.argumentCounts.contains(0) }.map { ($0.name, $0.name) },
        uniquingKeysWith: { first, _ in first })),
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
      "MORE THAN": ">", "IS MORE THAN": ">", "OVER": ">", "OLDER THAN": ">", "IS OLDER THAN": ">",
      "YOUNGER THAN": "<", "IS YOUNGER THAN": "<", "BIGGER THAN": ">", "IS BIGGER THAN": ">",
      "HIGHER THAN": ">", "IS HIGHER THAN": ">", "SMALLER THAN": "<", "IS SMALLER THAN": "<",
      "LOWER THAN": "<", "IS LOWER THAN": "<", "LATER THAN": ">", "IS LATER THAN": ">",
      "EARLIER THAN": "<", "IS EARLIER THAN": "<", "EXCEEDS": ">", "LESS THAN": "<",
      "IS LESS THAN": "<",
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
    "<not-word>": table([
      "NOTIN": "IN", "NOT_IN": "IN", "ISNOTIN": "IN", "IS_NOT_IN": "IN",
      "NOTCONTAINS": "CONTAINS", "NOT_CONTAINS": "CONTAINS", "NOTCONTAIN": "CONTAINS",
      "DOESNOTCONTAIN": "CONTAINS", "DOES_NOT_CONTAIN": "CONTAINS", "NOTLIKE": "LIKE",
      "NOT_LIKE": "LIKE", "NOTMATCH": "MATCHES", "NOTMATCHES": "MATCHES", "NOT_MATCHES": "MATCHES",
      "DOESNOTMATCH": "MATCHES", "DOES_NOT_MATCH": "MATCHES", "NOTBETWEEN": "BETWEEN",
      "NOT_BETWEEN": "BETWEEN", "NOTBEGINSWITH": "BEGINSWITH", "NOT_BEGINSWITH": "BEGINSWITH",
      "DOESNOTBEGINWITH": "BEGINSWITH", "DOES_NOT_BEGIN_WITH": "BEGINSWITH",
      "NOTSTARTSWITH": "BEGINSWITH", "DOESNOTSTARTWITH": "BEGINSWITH",
      "DOES_NOT_START_WITH": "BEGINSWITH", "NOTENDSWITH": "ENDSWITH", "NOT_ENDSWITH": "ENDSWITH",
      "DOESNOTENDWITH": "ENDSWITH", "DOES_NOT_END_WITH": "ENDSWITH",
    ]),
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
      "IS SET": "!= nil", "IS NONE": "== nil", "IS NOT NONE": "!= nil", "IS MISSING": "== nil",
      "IS NOT MISSING": "!= nil", "IS CHECKED": "== YES", "IS SELECTED": "== YES",
      "IS TICKED": "== YES", "IS ON": "== YES", "IS NOT CHECKED": "== NO",
      "IS UNCHECKED": "== NO", "IS NOT SELECTED": "== NO", "IS OFF": "== NO", "NOT NULL": "!= nil",
      "NOT NIL": "!= nil", "EMPTY": "== nil",
      "ISNULL": "== nil", "IS_NULL": "== nil", "ISNIL": "== nil", "ISEMPTY": "== nil",
      "IS_EMPTY": "== nil", "ISBLANK": "== nil", "ISUNDEFINED": "== nil", "NOTEXISTS": "== nil",
      "EXISTS": "!= nil", "ISSET": "!= nil", "ISNOTNULL": "!= nil", "IS_NOT_NULL": "!= nil",
      "ISNOTNIL": "!= nil", "ISNOTEMPTY": "!= nil", "IS_NOT_EMPTY": "!= nil",
      "ISNOTBLANK": "!= nil", "NOTEMPTY": "!= nil", "NOT_EMPTY": "!= nil", "NOTNULL": "!= nil",
      "NOT_NULL": "!= nil", "NOTNIL": "!= nil", "NOTBLANK": "!= nil",
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
    "<each>": table([
      "some": "ANY", "any": "ANY", "anyMatch": "ANY", "exists": "ANY", "every": "ALL",
      "all": "ALL", "allMatch": "ALL", "allSatisfy": "ALL",
    ]),
    "<length>": table(["count": "count", "length": "length", "size": "size"]),
    "<math>": table([
      "round": "round", "floor": "floor", "ceil": "ceiling", "abs": "abs", "max": "max",
      "min": "min", "sqrt": "sqrt", "trunc": "trunc", "exp": "exp", "log": "ln", "log10": "log",
    ]),
    "<shift>": table([
      "DAY": "addDays", "DAYS": "addDays", "MONTH": "addMonths", "MONTHS": "addMonths",
      "YEAR": "addYears", "YEARS": "addYears",
    ]),
    "<blank>": table([
      "EMPTY": "", "ISBLANK": "", "ISEMPTY": "", "ISNULL": "",
    ]),
    "<exists>": table([
      "exists": "!=", "hasValue": "!=", "isNotEmpty": "!=", "isPresent": "!=", "empty": "==",
      "isNull": "==", "isBlank": "==",
    ]),
    "<xpath>": table(
      [
        "count-selected": "", "string-length": "", "indexed-repeat": "", "selected-at": "",
        "position (": "", "once (": "", "pulldata": "", ". . /": "",
        ". /": "", "current (": "", "regex ( .": "", "ends-with": "", "starts-with": "",
      ].reduce(into: [:]) { table, entry in
        table[entry.key.replacing("-", with: " - ")] = entry.value
      }),
    "<script>": table([
      "=>": "", "TYPEOF": "", "PARSEINT": "", "PARSEFLOAT": "", "MATH .": "",
      "NEW DATE": "", ". INDEXOF": "", ". INCLUDES": "",
      ". TRIM": "", ". TEST": "", "CONST": "", "RETURN": "", "! !": "",
    ]),
    "<fhir>": table([
      ". EXISTS (": "", ". EMPTY (": "", ". WHERE (": "", ". OFTYPE (": "", ". HASVALUE (": "",
      ". NOT (": "", ". IIF (": "", ". ANSWER .": "", "$THIS": "", ". TOINTEGER (": "",
    ]),
    "<spotlight>": table(["INRANGE (": "", "$TIME": ""]),
    "<query>": table([
      "CASE WHEN": "", "INTERVAL": "", "SELECT": "", "INNER JOIN": "", "LEFT JOIN": "",
      "EXTRACT (": "", "DATE_SUB (": "", "DATE_ADD (": "", "CURRENT_DATE": "", "GETDATE (": "",
      "ILIKE": "", ": :": "", "CONVERT (": "",
    ]),
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
