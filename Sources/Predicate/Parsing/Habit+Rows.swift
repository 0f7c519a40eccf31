// The habits of other languages that do not parse here, as a table: what is recognised on the left,
// what is proposed on the right. The first row that fits wins, and a proposed text must parse where
// it is put, so special rows stand first. The rows at the end know a whole notation by its shape,
// and name the page that helps.

extension Habit {
  static let all: [Habit] = [
    others, paths, closures, methods, lists, joins, literals, operators, keys, bools, shapes,
    [Habit("<path> . <name> ( <items> )", nil, message: noMethods)],
  ].flatMap {
    $0
  }

  private static let isBetween = "an operator stands between its two sides"
  private static let noMethods = "methods cannot be called"
  private static let noItems = ", and .@count for a list or several choices"

  private static let inOtherForms = ", in an item of a list as elsewhere"
  private static let onlyKeys = "the part before the period is left out"

  /// Names of other languages for what a text reads.
  private static let paths: [Habit] = [
    Habit("<dollars> . <path>", "#2", ", without the name of the element", message: onlyKeys),
    Habit(
      "[ <options> ] <operand> <comparison> <operand>", "#2 #3[#1] #4",
      message: "options follow the operator"),
    Habit(
      "[ <name> ( <number> ) ] = '1'", "$#1 CONTAINS '#2'", ", if the choice #2 is a text",
      functions: .extended),
    Habit(
      "[ <name> ( <number> ) ] = '0'", "NOT $#1 CONTAINS '#2'", ", if the choice #2 is a text",
      functions: .extended),
    Habit(
      "[ <name> ( <number> ) ] <> '1'", "NOT $#1 CONTAINS '#2'", ", if the choice #2 is a text",
      functions: .extended),
    shape("[ <name> ] [ <name> ]", "REDCap"),
    Habit("[ <name> ]", "$#1", message: "a name stands without brackets", functions: .extended),
    Habit("[ <name> ]", "#1", message: "a name stands without brackets", functions: .apple),
    Habit("position ( . . )", "($item.index + 1)", functions: .extended),
    Habit(". . / <path>", "$#1", inOtherForms, functions: .extended),
    Habit(". / <path>", "$#1", inOtherForms, functions: .extended),
    Habit(
      ". <comparison> <operand>", "SELF #1 #2", message: notPeriod),
    Habit("<template>", "#1", ", or {$name} in a text that people see", functions: .extended),
    Habit("Math . pow ( <operand> , <operand> )", "#1 ** #2", message: noMath),
    Habit("Math . <math> ( <items> )", "#1(#2)", message: noMath, functions: .extended),
    Habit(
      "CASE WHEN <condition> THEN <operand> ELSE <operand> END", "if(#1, #2, #3)",
      functions: .extended),
    Habit(
      "CASE WHEN <condition> THEN <operand> WHEN <condition> THEN <operand> ELSE <operand> END",
      "if(#1, #2, if(#3, #4, #5))", functions: .extended),
    Habit(
      "CASE WHEN <condition> THEN <operand> ELSE <operand> END", "TERNARY(#1, #2, #3)",
      functions: .apple),
    Habit(
      "CASE WHEN <condition> THEN <operand> WHEN <condition> THEN <operand> ELSE <operand> END",
      "TERNARY(#1, #2, TERNARY(#3, #4, #5))", functions: .apple),
    Habit(
      "CASE <operand> WHEN <operand> THEN <operand> ELSE <operand> END", "if(#1 == #2, #3, #4)",
      functions: .extended),
    Habit(
      "CASE <operand> WHEN <operand> THEN <operand> ELSE <operand> END",
      "TERNARY(#1 == #2, #3, #4)", functions: .apple),
    Habit("DATE <string>", "CAST(#1, 'NSDate')", message: byCast),
    Habit("TIMESTAMP <string>", "CAST(#1, 'NSDate')", message: byCast),
    Habit(". <stop>", "SELF", message: notPeriod),
    Habit("<operand> + <number> <shift>", "#3(#1, #2)", functions: .extended),
    Habit("<operand> - <number> <shift>", "#3(#1, -#2)", functions: .extended),
    Habit("<operand> + INTERVAL <number> <shift>", "#3(#1, #2)", functions: .extended),
    Habit("<operand> - INTERVAL <number> <shift>", "#3(#1, -#2)", functions: .extended),
  ]

  private static let notPeriod = "the value itself is SELF, not a period"
  private static let byCast = "CAST makes a date of a text"
  private static let noMath = "a function stands alone, without Math"
  private static let noClosures = "conditions are not passed to methods"

  /// Conditions that other languages pass to a method of a list.
  private static let closures: [Habit] = [
    ("{ <dollars> . <condition> }", "#4"), ("{ <dollars> . <path> }", "#4 == YES"),
    ("( where: { <dollars> . <condition> } )", "#4"),
    ("( where: { <dollars> . <path> } )", "#4 == YES"),
    ("( <bound> => <same> . <condition> )", "#5"), ("( <bound> => <same> . <path> )", "#5 == YES"),
    ("( <bound> = > <same> . <condition> )", "#5"),
    ("( <bound> = > <same> . <path> )", "#5 == YES"),
  ].flatMap { closure, condition -> [Habit] in
    // A method that gives a list has no word of its own.
    let inList = condition.replacing("#4", with: "#3").replacing("#5", with: "#4")
    return [
      Habit(
        "<path> . <each> \(closure)", "#2 #1.\(condition)", message: noClosures),
      Habit(
        "<path> . contains \(closure)", "ANY #1.\(inList)", message: noClosures),
      Habit(
        "<path> . filter \(closure) . <length>", "SUBQUERY(#1, $x, $x.\(inList)).@count",
        message: noClosures),
      Habit(
        "<path> . count \(closure)", "SUBQUERY(#1, $x, $x.\(inList)).@count",
        message: noClosures),
      Habit(
        "<path> . filter \(closure) . isEmpty", "NOT (ANY #1.\(inList))", message: noClosures),
    ]
  }

  private static let methods: [Habit] = [
    Habit("<path> . where ( <plain> ) . exists ( )", "ANY #1.#2", message: noClosures),
    Habit("<path> . where ( <plain> ) . empty ( )", "NOT (ANY #1.#2)", message: noClosures),
    Habit(
      "<path> . where ( <plain> ) . count ( )", "SUBQUERY(#1, $x, $x.#2).@count",
      message: noClosures),
    Habit(
      "<path> . exists ( $this <comparison> <operand> )", "ANY #1 #2 #3", message: noClosures),
    Habit("<path> . all ( $this <comparison> <operand> )", "ALL #1 #2 #3", message: noClosures),
    Habit("[ <items> ] . <method> ( <operand> )", "{#1} #2 #3", message: noMethods),
    Habit("<@> ( )", "#1", message: "an operator has no parentheses"),
    Habit("<path> . exists ( <plain> )", "ANY #1.#2", message: noClosures),
    Habit("<path> . all ( <plain> )", "ALL #1.#2", message: noClosures),
    Habit(
      "SUMIF ( <path> . <bound> , <same> . <condition> )", "SUBQUERY(#1, $x, $x.#4).@sum.#2",
      functions: .extended),
    Habit(
      "AVERAGEIF ( <path> . <bound> , <same> . <condition> )", "SUBQUERY(#1, $x, $x.#4).@avg.#2",
      functions: .extended),
    Habit(
      "COUNTIF ( <path> . <bound> , <same> . <condition> )", "SUBQUERY(#1, $x, $x.#4).@count",
      functions: .extended),
    Habit("! <path> . <exists> ( )", "NOT #1 #2 nil", message: noMethods),
    Habit("NOT <path> . <exists> ( )", "NOT #1 #2 nil", message: noMethods),
    Habit("<path> . <exists> ( ) . not ( )", "NOT #1 #2 nil", message: noMethods),
    Habit("<path> . <exists> ( )", "#1 #2 nil", message: noMethods),
    Habit("<path> . not ( )", "#1 == NO", message: noMethods),
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
      "( <path> . <name> <comparison> <operand> ) . @count", "SUBQUERY(#1, $x, $x.#2 #3 #4).@count",
      message: "a condition has no keys"),
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
    // NOT exchanges ANY and ALL: some element is not in a list if not all elements are in it.
    Habit("ANY <operand> NOT <comparison> <operand>", "NOT (ALL #1 #2 #3)", message: notFirst),
    Habit("ALL <operand> NOT <comparison> <operand>", "NOT (ANY #1 #2 #3)", message: notFirst),
    Habit("ANY <operand> ! <comparison> <operand>", "NOT (ALL #1 #2 #3)", message: notFirst),
    Habit("ALL <operand> ! <comparison> <operand>", "NOT (ANY #1 #2 #3)", message: notFirst),
    Habit(
      "<operand> NOT <comparison> <operand>", "NOT (#1 #2 #3)", message: notFirst,
      allowsQuantifier: false),
    Habit(
      "<operand> ! <comparison> <operand>", "NOT (#1 #2 #3)", message: notFirst,
      allowsQuantifier: false),
    Habit("ANY <operand> <not-word> <operand>", "NOT (ALL #1 #2 #3)"),
    Habit("ALL <operand> <not-word> <operand>", "NOT (ANY #1 #2 #3)"),
    Habit("<operand> <not-word> <operand>", "NOT (#1 #2 #3)", allowsQuantifier: false),
    Habit("<operand> <not-word> ( <items> )", "NOT (#1 #2 {#3})", allowsQuantifier: false),
    Habit("<operand> <not-word> [ <items> ]", "NOT (#1 #2 {#3})", allowsQuantifier: false),
    Habit(
      "<operand> <not-word> <operand> AND <operand>", "NOT (#1 #2 {#3, #4})",
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
    Habit("AND AND", nil, "leave one AND out", message: "AND stands twice"),
    Habit("OR OR", nil, "leave one OR out", message: "OR stands twice"),
    Habit("&& &&", nil, "leave one && out", message: "&& stands twice"),
    Habit("|| ||", nil, "leave one || out", message: "|| stands twice"),
    Habit("<condition> IMPLIES <condition>", "NOT (#1) OR #2"),
    Habit("<connective> <connective>", "#1", message: "#1 and #2 stand beside each other"),
    Habit("AND <condition>", "#1", message: "AND stands between two conditions"),
    Habit("OR <condition>", "#1", message: "OR stands between two conditions"),
    Habit("&& <condition>", "#1", message: "&& stands between two conditions"),
    Habit("|| <condition>", "#1", message: "|| stands between two conditions"),
    Habit("<begin> <sql> <skip> WHERE <rest>", "#3", message: "only the condition is written"),
    Habit("<begin> <sql> <skip> WHERE <condition>", "#3", message: "only the condition is written"),
    Habit(
      "<begin> <sql> <rest>", nil, "only the condition is written, which stands behind WHERE"),
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
      "<operand> <comparison> <string> <wide>", "#1 #2[#4] #3", ", without w for whole words",
      message: "options follow the operator"),
    Habit(
      "<operand> <comparison> ( <options> ) <operand>", "#1 #2[#3] #4",
      message: "options stand in brackets"),
    Habit("<operand> <comparison> TRUE ( )", "#1 #2 YES", message: noCall),
    Habit("<operand> <comparison> FALSE ( )", "#1 #2 NO", message: noCall),
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
    Habit("MATCHES ^", nil, "a pattern stands in quotes"),
    Habit("MATCHES <regex>", "MATCHES#1", "; the whole text must match"),
    Habit("<operand> = ~ <regex>", "#1 MATCHES#2", "; the whole text must match"),
    Habit("<operand> MATCHES <glob>", "#1 LIKE #2", ", where * is any text", message: inQuotes),
    Habit("<operand> <comparison> <run>", "#1 #2 #3", message: inQuotes),
    Habit("{ <run>", "{#1", message: inQuotes),
    Habit(", <run>", ", #1", message: inQuotes),
    Habit(
      "<condition> ESCAPE <string>", nil,
      "LIKE has * and ? in place of % and _, and a backslash before one that stands for itself"),
    Habit("<condition> <comment>", nil, "the language has no comments"),
    Habit(
      "<condition> $", nil, "a $ stands only before a name: the marks of a class chain are left out"
    ),
    Habit("<condition> ;", nil, "leave out the ; at the end", allowsCall: false),
    Habit("<condition> <sort> <rest>", nil, "leave out #2: a predicate only filters"),
    Habit("<condition> <sort>", nil, "leave out #2: a predicate only filters"),
  ]

  private static let operators: [Habit] = [
    Habit("<operand> == += <operand>", "#1 == #2", message: "unknown operator '==='"),
    Habit("<operand> != += <operand>", "#1 != #2", message: "unknown operator '!=='"),
    Habit("<operand> || <string>", "concat(#1, #2)", functions: .extended),
    Habit("<string> || <operand>", "concat(#1, #2)", functions: .extended),
    Habit("<operand> - IN [ <items> ]", "#1 IN {#2}", message: shell),
    Habit("<operand> - IN ( <items> )", "#1 IN {#2}", message: shell),
    Habit("<operand> - CONTAINS <operand>", "#1 CONTAINS #2", message: shell),
    Habit("<operand> - LIKE <operand>", "#1 LIKE #2", message: shell),
    Habit("<operand> - MATCH <operand>", "#1 MATCHES #2", message: shell),
    Habit("<operand> - EQ <operand>", "#1 == #2", message: shell),
    Habit("<operand> - NE <operand>", "#1 != #2", message: shell),
    Habit("<operand> - GT <operand>", "#1 > #2", message: shell),
    Habit("<operand> - GE <operand>", "#1 >= #2", message: shell),
    Habit("<operand> - LT <operand>", "#1 < #2", message: shell),
    Habit("<operand> - LE <operand>", "#1 <= #2", message: shell),
    Habit("<operand> IF <condition> ELSE", nil, "a choice looks like TERNARY(a == 1, b, c)"),
    Habit("<operand> IF <path> ELSE", nil, "a choice looks like TERNARY(a == YES, b, c)"),
    Habit("<operand> = ~ <operand>", "#1 MATCHES #2", message: "unknown operator '=~'"),
    Habit("<operand> ~ <string>", "#1 MATCHES #2"),
    Habit("<operand> ~ = <regex>", "#1 MATCHES#2", "; the whole text must match"),
    Habit("<operand> ~ = <operand>", "#1 ==[c] #2", message: "unknown operator '~='"),
    Habit(
      "<operand> ! ~ <operand>", "NOT (#1 MATCHES #2)", message: "unknown operator '!~'",
      allowsQuantifier: false),
    Habit("<path> := <operand>", "#1 == #2"),
    Habit("<operand> <= +> <operand>", "#1 == #2", message: "unknown operator '<=>'"),
    Habit("<operand> : <operand>", "#1 == #2"),
    Habit("<operand> ≠ <operand>", "#1 != #2"),
    Habit("<operand> ≤ <operand>", "#1 <= #2"),
    Habit("<operand> ≥ <operand>", "#1 >= #2"),
    Habit("<operand> ∈ <operand>", "#1 IN #2"),
    Habit("{ <name> } <is-nil>", "$#1 #2"),
    Habit("{ <name> } <operator> <operand>", "$#1 #2 #3"),
    Habit("<quantifier> <operand> <is-nil>", "#1 #2 #3"),
    Habit("<operand> <is-nil>", "#1 #2"),
    Habit("<operand> = ! <operand>", "#1 != #2"),
    Habit("<operand> = = <operand>", "#1 == #2"),
    Habit("<operand> == = <operand>", "#1 == #2"),
    Habit("<operand> ! = <operand>", "#1 != #2"),
    Habit(
      "<operand> <operator> <operand> <connective> <operator> <operand>", "#1 #2 #3 #4 #1 #5 #6"),
    Habit("<operand> < <operand> < <operand>", "#1 < #2 AND #2 < #3"),
    Habit("<operand> <= <operand> < <operand>", "#1 <= #2 AND #2 < #3"),
    Habit("<operand> < <operand> <= <operand>", "#1 < #2 AND #2 <= #3"),
    Habit("<operand> <= <operand> <= <operand>", "#1 <= #2 AND #2 <= #3"),
    Habit("<operand> > <operand> > <operand>", "#1 > #2 AND #2 > #3"),
    Habit("<operand> >= <operand> > <operand>", "#1 >= #2 AND #2 > #3"),
    Habit("<operand> > <operand> >= <operand>", "#1 > #2 AND #2 >= #3"),
    Habit("<operand> >= <operand> >= <operand>", "#1 >= #2 AND #2 >= #3"),
    Habit("<operand> IS BETWEEN <operand> AND <operand>", "#1 BETWEEN {#2, #3}"),
    Habit("<operand> IS ONE OF <name> , <name>", "#1 IN {'#2', '#3'}"),
    Habit("<operand> IS ONE OF <name> OR <name>", "#1 IN {'#2', '#3'}"),
    Habit("<operand> <operator> <number> <unit>", "#1 #2 #3", ", without the unit"),
    Habit("<operand> <operator> <operand>", "#1 #2 #3"),
    Habit("<operand> <remainder> <operand>", "modulus:by:(#1, #3)"),
    Habit("<operand> DIV <operand>", "trunc:(#1 / #2)", functions: .apple),
    Habit("<operand> DIV <number>", "#1 / #2.0", functions: .extended),
    Habit("<operand> DIV <operand>", "#1 * 1.0 / #2", functions: .extended),
    Habit(
      "<operand> <default> <operand>", "coalesce(#1, #3)", message: "unknown operator '#2'",
      functions: .extended),
    Habit(
      "<operand> <default> <operand>", "TERNARY(#1 != nil, #1, #3)",
      message: "unknown operator '#2'", functions: .apple),
    Habit(
      "<path> ? . <name> (", nil, "a method is a function here, as lowercase(name)",
      message: "a key of nil is nil, without a question mark"),
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

  private static let shell = "operators have no hyphen before them"

  private static let noCall = "true and false have no parentheses"

  private static let bools: [Habit] = [
    Habit("! ! <path>", "#1 == YES"),
    Habit("NOT <blank> <path>", "#2 != nil"),
    Habit("<blank> <path>", "#2 == nil"),
    Habit("TRUE ( )", "TRUEPREDICATE", ", which always holds", message: noCall),
    Habit("FALSE ( )", "FALSEPREDICATE", ", which never holds", message: noCall),
    Habit("! <path>", "#1 == NO"),
    Habit("NOT <path>", "#1 == NO"),
  ]

  /// Whole notations, by what no predicate has.
  private static let shapes: [Habit] = [
    shape("/ <name> / <name>", "XPath"),
    Habit(
      "<condition> FOR <name> IN", nil,
      "ANY list.key > 3 tests the items of a list, without a loop",
      isShape: true),
    Habit(
      "F <string>", nil, "texts are joined with concat('a', $b), and a title holds {$b}",
      functions: .extended),
    shape("<spotlight>", "a query of Spotlight, which has functions of its own"),
    shape("<fhir>", "FHIRPath"), shape("<xpath>", "XPath"), shape("<script>", "JavaScript"),
    shape("<query>", "SQL"), shape("[ <name> ( <number> ) ]", "REDCap"),
    shape("[ <name> ] <comparison>", "REDCap"),
  ]

  /// The page that shows what to write for other notations.
  static let page = "Docs/ComingFrom/Notations.md"

  private static func shape(_ pattern: String, _ notation: String) -> Habit {
    Habit(pattern, nil, "this looks like \(notation): see \(page)", isShape: true)
  }
}
