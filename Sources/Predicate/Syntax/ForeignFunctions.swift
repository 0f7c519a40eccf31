// Maps function names from SurveyJS, XLSForm and Excel to their counterparts in this language. An
// author who writes a name from there gets the counterpart as a hint.

/// Function names of other systems, with the text of their hints.
enum ForeignFunctions {
  /// The hint for a function name of another system; nil if the name is unknown.
  static func hint(for name: String) -> String? { hints[name.lowercased()].map { "write \($0)" } }

  /// Whether the first argument of a foreign function is a predicate, like that of `if`.
  static func isChoice(_ name: String) -> Bool { name.lowercased() == "iif" }

  private static let hints: [String: String] = [
    // Choices and nil.
    "iif": "if(condition, a, b)",
    "ifs": "if(condition, a, if(condition, b, c))",
    "iferror": "coalesce(a, b); an error is not caught",
    "ifnull": "coalesce(a, b)",
    "nvl": "coalesce(a, b)",
    "isblank": "x == nil",
    "isempty": "x == nil",
    "once": "a \"default\" of the row",
    "not": "NOT before the predicate",
    "and": "AND between predicates",
    "or": "OR between predicates",
    "true": "YES",
    "false": "NO",
    // Options.
    "selected": "'a' IN $choice",
    "selected-at": "$choice[0]",
    "count-selected": "$choice.@count",
    "countselected": "$choice.@count",
    "choice-name": "display($choice)",
    "displayvalue": "display($choice)",
    "contains": "text CONTAINS part",
    "starts-with": "text BEGINSWITH part",
    "ends-with": "text ENDSWITH part",
    // Tables.
    "pulldata": "lookup('table', 'key column', value, 'column')",
    "vlookup": "lookup('table', 'key column', value, 'column')",
    "xlookup": "lookup('table', 'key column', value, 'column')",
    // Text.
    "concatenate": "concat(a, b)",
    "textjoin": "join(list, separator)",
    "substr": "substring(text, from, count), which counts from 0",
    "mid": "substring(text, from, count), which counts from 0",
    "left": "substring(text, 0, count)",
    "right": "substring(text, characters(text) - count)",
    "len": "characters(text)",
    "strlen": "characters(text)",
    "string-length": "characters(text)",
    "substitute": "replace(text, old, new)",
    "translate": "replace(text, old, new)",
    "regex": "isMatch(text, pattern)",
    "regexmatch": "isMatch(text, pattern)",
    "matches": "isMatch(text, pattern)",
    "upper": "uppercase(text)",
    "lower": "lowercase(text)",
    "upper-case": "uppercase(text)",
    "lower-case": "lowercase(text)",
    "string": "concat(x)",
    "text": "format(x, pattern)",
    "format-number": "format(x, pattern)",
    // Numbers.
    "int": "trunc(x)",
    "value": "number(text)",
    "tonumber": "number(text)",
    "avg": "average(list)",
    "mod": "modulus:by:(a, b)",
    "pow": "a ** b",
    "power": "a ** b",
    "ceil": "ceiling(x)",
    "counta": "count(list)",
    // Dates.
    "currentdate": "today()",
    "getdate": "today()",
    "age": "yearsBetween(birthday, today())",
    "diffdays": "daysBetween(a, b)",
    "datediff": "daysBetween(a, b), monthsBetween(a, b) or yearsBetween(a, b)",
    "date-diff": "daysBetween(a, b), monthsBetween(a, b) or yearsBetween(a, b)",
    "datedif": "daysBetween(a, b), monthsBetween(a, b) or yearsBetween(a, b)",
    "dateadd": "addDays(x, n), addMonths(x, n) or addYears(x, n)",
    "date-add": "addDays(x, n), addMonths(x, n) or addYears(x, n)",
    "edate": "addMonths(x, n)",
    "format-date": "format(x, pattern)",
    "format-date-time": "format(x, pattern)",
    "formatdate": "format(x, pattern)",
    "hours": "hour(x)",
    "minutes": "minute(x)",
    "dayofweek": "weekday(x)",
  ]
}
