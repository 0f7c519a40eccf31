// The names of all differences from Apple's NSPredicate that a text can show. Each is found in one
// place of `PortabilityCheck`.

extension PortabilityFinding {
  /// A difference from Apple's NSPredicate.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    // The spelling of the text.
    /// A name with letters outside of ASCII.
    case nonASCIIName
    /// A word of the language used as a name without `#`.
    case reservedWord
    /// `#` before a name that does not need it.
    case needlessSign
    /// A number such as `.5`, `1.`, `007`, `0X1F` or `1AND`.
    case numberForm
    /// An integer of more than 64 bits.
    case largeInteger
    /// An escape in a string that Apple's guide does not mention.
    case escape
    /// A line break inside a string.
    case lineBreak
    /// A blank inside a key path or before the arguments of a call, or a carriage return.
    case blank
    /// Options written with blanks, capitals or repeats.
    case options
    /// A conversion such as `%zd`, or a conversion that is too narrow for its argument.
    case conversion
    /// The name of a function in other capitals.
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
    /// BETWEEN without exactly two bounds, or with the bounds in the wrong order.
    case betweenBounds
    /// ANY, ALL or NONE of a single value.
    case quantifiedValue
    /// ANY, ALL or NONE of a path through lists inside lists.
    case nestedLists
    /// `[c]` and `[d]` on the members of a list.
    case collectionOptions
    /// Options on a comparison of numbers or dates.
    case valueOptions
    /// The order of text with characters outside of ASCII.
    case textOrder
    /// `[c]` and `[d]` on letters that fold to several letters, or that are fullwidth.
    case foldedText
    /// `now()` on both sides of a comparison.
    case twoClocks

    // Patterns.
    /// `LIKE ''` and `MATCHES ''`.
    case emptyPattern
    /// `?` in LIKE.
    case likeWildcard
    /// Brackets and backslashes in LIKE.
    case likePattern
    /// `.`, `^` or `$` in MATCHES, which may or may not treat a line break as here.
    case patternDot
    /// `MATCHES[d]`.
    case patternMarks

    // The results for nil, empty lists and special numbers.
    /// nil in arithmetic, functions and sets.
    case nilOperand
    /// `[SIZE]` or the count of a SUBQUERY, compared with 0, if the list is nil.
    case nilCount
    /// min, max, average, … of an empty list.
    case emptyAggregate
    /// Several values, instead of one list, given to functions such as sum, min and max.
    case severalValues
    /// An integer divided by zero.
    case zeroDivision
    /// An integer result of more than 64 bits.
    case overflow
    /// A NaN as a result.
    case notANumber
    /// A division whose result may be an integer here and a double on Apple.
    case resultKind
    /// A bit operation on a fraction, or a shift by more than 63 bits.
    case bitwiseOperand
    /// `random()` and `randomn()`.
    case random

    // CAST and dates.
    /// A text converted to a date or a number.
    case castText
    /// The type of a CAST in other capitals.
    case castType
    /// `CAST(…, 'NSDecimalNumber')`.
    case decimalNumber
    /// A date converted to text.
    case castDate
    /// Arithmetic with dates.
    case dateArithmetic

    // Key paths.
    /// A collection operator without the key it needs, such as `a.@sum`.
    case operatorWithoutPath
    /// A collection operator that Apple does not have.
    case unknownOperator
    /// Two collection operators in one path.
    case operatorChain
    /// `@avg` of elements that are nil or missing.
    case averageOperator
    /// `a.$b`.
    case variableKey
    /// A key that is the name of a method of Apple's text and numbers.
    case methodKey
    /// The key `count` of a text.
    case countOfText
    /// An index outside its list.
    case indexRange
  }
}
