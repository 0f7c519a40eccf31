// Maps function names from SurveyJS, XLSForm and Excel to their counterparts in this language. An
// author who writes a name from there gets the counterpart as a hint. Names whose counterpart is
// one function stand in the entry of that function.

/// Function names of other systems, with the text of their hints.
package enum ForeignFunctions {
  /// The hint for a function name of another system; nil if the name is unknown.
  ///
  /// It proposes a text for the call at `range` if there are as many arguments as the text has
  /// parts; otherwise it shows an example. Texts that may call Apple's functions only get hints
  /// that call no function.
  static func hint(
    for name: String, _ arguments: [String] = [], at range: Range<Int>,
    in functions: FunctionSet = .extended
  ) -> Hint? {
    // Of one argument it is a test, of two a choice.
    let isTest = arguments.count == 1 && name.lowercased() == "isnull"
    let name = isTest ? "isblank" : name.lowercased()
    let isExtended = functions == .extended
    if let counted = conditional(name, arguments) {
      return .write(counted, at: range, keeping: [])
    }
    guard let template = templates[name] else {
      return isExtended ? hints[name].map { "the counterpart is \($0)" } : nil
    }
    guard isExtended || !template.text.contains("(") else { return nil }
    let isFilled = arguments.count == template.examples.count && !arguments.contains("…")
    let given = isFilled ? arguments : template.examples
    let parts = template.text.split(separator: "#", omittingEmptySubsequences: false)
    // Each `#` is followed by the number of the argument.
    let filled = parts.dropFirst().map { part in
      let number = part.first.flatMap(\.wholeNumberValue) ?? 1
      return (given.indices.contains(number - 1) ? given[number - 1] : "…") + part.dropFirst()
    }
    let written = "\(parts.first ?? "")\(filled.joined())"
    return isFilled
      ? .write(written, at: range, keeping: []) : "the counterpart is \(written)"
  }

  /// What to write for `COUNTIF(list.key, '>3')` or `SUMIF(list.key, 3, list.other)`.
  private static func conditional(_ name: String, _ arguments: [String]) -> String? {
    guard let fold = folds[name], arguments.count == (fold == "@count" ? 2 : 3),
      !arguments.contains("…"), let (list, key) = listAndKey(arguments[0])
    else { return nil }
    var criterion = arguments[1]
    var symbol = "=="
    let inner = criterion.dropFirst().dropLast()
    if criterion.first == "'" || criterion.first == "\"",
      let found = [">=", "<=", "<>", "!=", "==", ">", "<", "="].first(where: inner.hasPrefix)
    {
      (symbol, criterion) = (found == "=" ? "==" : found, String(inner.dropFirst(found.count)))
    }
    guard !criterion.isEmpty else { return nil }
    let matching = "SUBQUERY(\(list), $x, $x.\(key) \(symbol) \(criterion))"
    guard fold != "@count" else { return "\(matching).@count" }
    return listAndKey(arguments[2]).map { "\(matching).\(fold).\($0.key)" }
  }

  private static let folds = ["countif": "@count", "sumif": "@sum", "averageif": "@avg"]

  /// `$list.key` as its two parts.
  private static func listAndKey(_ path: String) -> (list: String, key: String)? {
    guard let period = path.lastIndex(of: "."), period != path.startIndex else { return nil }
    let key = String(path[path.index(after: period)...])
    return Identifier.isValid(key) ? (String(path[..<period]), key) : nil
  }

  /// The hint for a function whose name has hyphens and starts at an offset: here
  /// `string-length(a)` subtracts `length(a)` from a key.
  package static func hint(forHyphenatedAt start: Int, in text: String) -> String? {
    let word = text.utf8.dropFirst(start).prefix(32).prefix {
      $0 == UInt8(ascii: "-") || Identifier.canContinue(ascii: $0)
    }
    let name = String(decoding: word, as: UTF8.self)
    return name.contains("-") ? hint(for: name, at: start..<start)?.words : nil
  }

  /// Whether the first argument of a foreign function is a predicate, like that of `if`.
  static func isChoice(_ name: String) -> Bool { name.lowercased() == "iif" }

  /// What to write for calls whose arguments are shown, with examples of them.
  private static let templates: [String: (text: String, examples: [String])] = [
    "iif": ("if(#1, #2, #3)", ["condition", "a", "b"]),
    "ifnull": ("coalesce(#1, #2)", ["a", "b"]),
    "nvl": ("coalesce(#1, #2)", ["a", "b"]),
    "isblank": ("#1 == nil", ["x"]),
    "isempty": ("#1 == nil", ["x"]),
    "isnull": ("coalesce(#1, #2)", ["a", "b"]),
    "selected": ("#1 CONTAINS #2", ["$choice", "'a'"]),
    "selected-at": ("#1[#2]", ["$choice", "0"]),
    "count-selected": ("#1.@count", ["$choice"]),
    "countselected": ("#1.@count", ["$choice"]),
    "contains": ("#1 CONTAINS #2", ["text", "part"]),
    "starts-with": ("#1 BEGINSWITH #2", ["text", "part"]),
    "ends-with": ("#1 ENDSWITH #2", ["text", "part"]),
  ]

  /// The hints by name: the entries of functions say which function does the same.
  private static let hints = Dictionary(
    Function.allCases.map(\.entry).flatMap { entry in
      entry.elsewhere.split(separator: " ").map { (String($0), "\(entry.name)(\(entry.example))") }
    }, uniquingKeysWith: { first, _ in first }
  ).merging(others) { _, other in other }

  /// Hints of more than one call, or of no function.
  private static let others: [String: String] = [
    // Choices and nil.
    "ifs": "if(condition, a, if(condition, b, c))",
    "iferror": "coalesce(a, b); an error is not caught",
    "once": "a \"default\" of the row",
    "not": "NOT before the predicate",
    "and": "AND between predicates",
    "or": "OR between predicates",
    "true": "YES",
    "false": "NO",
    // Text.
    "substr": "substring(text, from, count), which counts from 0",
    "mid": "substring(text, from, count), which counts from 0",
    "left": "substring(text, 0, count)",
    "right": "substring(text, characters(text) - count)",
    "string": "concat(x)",
    "isnumber": "number(text) != nil",
    "len": "characters(text), or list.@count for several choices",
    // Numbers.
    "pow": "a ** b",
    "power": "a ** b",
    "countif": "SUBQUERY(list, $x, $x.key == value).@count",
    "countifs": "SUBQUERY(list, $x, $x.key == value).@count",
    "sumif": "SUBQUERY(list, $x, $x.key == value).@sum.number",
    "sumifs": "SUBQUERY(list, $x, $x.key == value).@sum.number",
    "averageif": "SUBQUERY(list, $x, $x.key == value).@avg.number",
    // Dates.
    "age": "yearsBetween(birthday, today())",
    "datediff": "daysBetween(a, b), monthsBetween(a, b) or yearsBetween(a, b)",
    "date-diff": "daysBetween(a, b), monthsBetween(a, b) or yearsBetween(a, b)",
    "datedif": "daysBetween(a, b), monthsBetween(a, b) or yearsBetween(a, b)",
    "dateadd": "addDays(x, n), addMonths(x, n) or addYears(x, n)",
    "date-add": "addDays(x, n), addMonths(x, n) or addYears(x, n)",
  ]
}
