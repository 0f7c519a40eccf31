// The names of all departures from Apple's NSPredicate that a text can show, by what is written.
// Each is found by one place of `PortabilityCheck`.

extension PortabilityFinding {
  /// A departure from Apple's NSPredicate.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    // How the text is spelled.
    /// A name with letters beyond ASCII.
    case nonASCIIName
    /// A word of the language as a name, without `#`.
    case reservedWord
    /// `#` in front of a name that needs none.
    case needlessSign
    /// A number such as `.5`, `1.`, `007`, `0X1F` or `1AND`.
    case numberForm
    /// An integer beyond 64 bits.
    case largeInteger
    /// An escape in a string that Apple's guide does not have.
    case escape
    /// A line break inside a string.
    case lineBreak
    /// A blank inside a key path or before the arguments of a call, or a carriage return.
    case blank
    /// Options written with blanks, capitals or repeats.
    case options
    /// A conversion such as `%zd`, or one too narrow for its argument.
    case conversion
    /// A function's name in other capitals.
    case functionName
    /// A function beyond Apple's.
    case extendedFunction

    // Operators between expressions.
    /// `a ** b ** c` and `-a ** b`.
    case powerOrder
    /// `|`, `^`, `&`, `UNION`, `MINUS`, … next to other operators without parentheses.
    case operatorOrder
    /// `<<` and `>>`.
    case shift
    /// A list on the left of UNION, INTERSECT or MINUS.
    case setOperand
    /// The first, last or nth member of a set.
    case setOrder

    // Comparisons.
    /// BETWEEN without exactly two bounds, or with the bounds swapped.
    case betweenBounds
    /// ANY, ALL or NONE of a single value.
    case quantifiedValue
    /// ANY, ALL or NONE of a path through lists in lists.
    case nestedLists
    /// `[c]` and `[d]` on the members of a list.
    case collectionOptions
    /// Options on a comparison of numbers or dates.
    case valueOptions
    /// Order of text beyond ASCII.
    case textOrder
    /// `[c]` and `[d]` on letters that fold to several, or that are wide.
    case foldedText
    /// `now()` on both sides.
    case twoClocks

    // Patterns.
    /// `LIKE ''` and `MATCHES ''`.
    case emptyPattern
    /// `?` in LIKE.
    case likeWildcard
    /// Brackets and backslashes in LIKE.
    case likePattern
    /// `.` in MATCHES, and line breaks.
    case patternDot
    /// `MATCHES[d]`.
    case patternMarks

    // What nil, nothing and numbers come to.
    /// nil in arithmetic, functions and sets.
    case nilOperand
    /// `[SIZE]` and the count of a SUBQUERY, over nil, against 0.
    case nilCount
    /// min, max, average, … of an empty list.
    case emptyAggregate
    /// Several values, not a list, given to sum, min, max, ….
    case severalValues
    /// An integer divided by zero.
    case zeroDivision
    /// An integer beyond 64 bits as a result.
    case overflow
    /// NaN.
    case notANumber
    /// Dividing what may be an integer here and a double there.
    case resultKind
    /// Bits of a fraction, or a shift beyond 63.
    case bitwiseOperand
    /// `random()` and `randomn()`.
    case random

    // CAST and dates.
    /// A text made a date or a number.
    case castText
    /// The type of a CAST in other capitals.
    case castType
    /// `CAST(…, 'NSDecimalNumber')`.
    case decimalNumber
    /// A date made text.
    case castDate
    /// Arithmetic with dates.
    case dateArithmetic

    // Key paths.
    /// `a.@sum` without a key on its right.
    case operatorWithoutPath
    /// An operator on collections that Apple does not have.
    case unknownOperator
    /// Two operators on collections in one path.
    case operatorChain
    /// `@avg` of nil or nothing.
    case averageOperator
    /// `a.$b`.
    case variableKey
    /// A key that is a method of Apple's text and numbers.
    case methodKey
    /// `count` of text.
    case countOfText
    /// An index outside its list.
    case indexRange
  }
}
