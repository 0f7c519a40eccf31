// What the lexer yields. A token that cannot be part of any text carries its problem, so that the
// parser reports it when, and only when, it gets there.

/// A piece of a predicate text.
package struct Token: Equatable {
  package let kind: Kind
  private let place: SourceRange

  init(kind: Kind, range: Range<Int>) {
    self.kind = kind
    place = SourceRange(range)
  }

  /// UTF-8 offsets in the text.
  package var range: Range<Int> { place.offsets }

  package enum Kind: Equatable {
    case end
    /// A name or a keyword.
    case word(Keyword?)
    /// `name:` or `name:name:`, the name of a function.
    case selector
    /// `$name` or `$#name`.
    case variable
    /// `#name`, a name that is not a keyword whatever it spells.
    case escapedWord
    /// `@name`, an operator on a collection.
    case collectionOperator
    case integer(UInt64)
    case double(Double)
    /// Whole digits beyond 64 bits, as the double they become.
    case oversizedInteger(Double)
    case string
    case placeholder(Placeholder)
    case symbol(Symbol)
    case invalid(LexicalProblem)

    /// Whether the token is a name, or has one.
    var isName: Bool {
      switch self {
      case .word, .selector, .variable, .escapedWord, .collectionOperator: true
      default: false
      }
    }
  }

  /// Punctuation and operators without letters.
  package enum Symbol: String, CaseIterable {
    case leftParenthesis = "("
    case rightParenthesis = ")"
    case leftBrace = "{"
    case rightBrace = "}"
    case leftBracket = "["
    case rightBracket = "]"
    case comma = ","
    case period = "."
    case equal = "="
    case equalEqual = "=="
    case notEqual = "!="
    case lessGreater = "<>"
    case less = "<"
    case greater = ">"
    case lessEqual = "<="
    case equalLess = "=<"
    case greaterEqual = ">="
    case equalGreater = "=>"
    case ampersandAmpersand = "&&"
    case barBar = "||"
    case exclamation = "!"
    case plus = "+"
    case hyphen = "-"
    case asterisk = "*"
    case slash = "/"
    case asteriskAsterisk = "**"
    case bar = "|"
    case caret = "^"
    case ampersand = "&"
    case shiftLeft = "<<"
    case shiftRight = ">>"
    case assign = ":="

    /// The symbol that starts with a character, given the next one, and how many of the two it is
    /// written with.
    package static func spelled(by first: UInt8, _ second: UInt8?) -> (Symbol, length: Int)? {
      let known = Spellings.known
      if let second, second < 0x80, known.endsPair[Int(second)],
        let pair = known.pairs.first(where: { $0.first == first && $0.second == second })
      {
        return (pair.symbol, 2)
      }
      return first < 0x80 ? known.single[Int(first)].map { ($0, 1) } : nil
    }

    /// The comparison this symbol stands for.
    package var comparison: ComparisonOperator? {
      switch self {
      case .equal, .equalEqual: .equal
      case .notEqual, .lessGreater: .notEqual
      case .less: .less
      case .greater: .greater
      case .lessEqual, .equalLess: .lessOrEqual
      case .greaterEqual, .equalGreater: .greaterOrEqual
      default: nil
      }
    }

    /// The operator between expressions this symbol stands for.
    var expressionOperator: ExpressionOperator? {
      switch self {
      case .plus: .add
      case .hyphen: .subtract
      case .asterisk: .multiply
      case .slash: .divide
      case .asteriskAsterisk: .power
      case .bar: .bitwiseOr
      case .caret: .bitwiseXor
      case .ampersand: .bitwiseAnd
      case .shiftLeft: .shiftLeft
      case .shiftRight: .shiftRight
      default: nil
      }
    }
  }
}

/// A hole in a format, filled by an argument.
public enum Placeholder: Sendable, Hashable {
  /// `%@`: any value.
  case value
  /// `%K`: a key path.
  case keyPath
  /// `%d` and its like: an integer.
  case integer
  /// `%f` and its like: a double.
  case double
}

/// Why some characters are no token.
package enum LexicalProblem: Equatable {
  case unknownCharacter
  case unterminatedString
  case variableWithoutName
  case nameWithoutWord
  case nameTooLong
  case percentEscape
  case unsupportedConversion
}

/// The symbols by how they are written.
private struct Spellings {
  /// Those of one character, at the place of its byte.
  private(set) var single = [Token.Symbol?](repeating: nil, count: 0x80)
  /// Those of two characters.
  private(set) var pairs: [(first: UInt8, second: UInt8, symbol: Token.Symbol)] = []
  /// Whether a byte is the second one of a pair; most that follow a symbol are not.
  private(set) var endsPair = [Bool](repeating: false, count: 0x80)

  static let known = Spellings()

  private init() {
    for symbol in Token.Symbol.allCases {
      let bytes = Array(symbol.rawValue.utf8)
      if bytes.count == 1 { single[Int(bytes[0])] = symbol }
      guard bytes.count == 2 else { continue }
      pairs.append((bytes[0], bytes[1], symbol))
      endsPair[Int(bytes[1])] = true
    }
  }
}
