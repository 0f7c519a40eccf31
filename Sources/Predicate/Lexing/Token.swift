// The tokens that the lexer produces. Invalid characters become a token that contains the problem.
// The parser reports the problem only if it gets to that token.

/// A token of a predicate text.
package struct Token: Equatable {
  package let kind: Kind
  private let place: SourceRange

  init(kind: Kind, range: Range<Int>) {
    self.kind = kind
    place = SourceRange(range)
  }

  /// The place, in UTF-8 offsets of the text.
  package var range: Range<Int> { place.offsets }

  package enum Kind: Equatable {
    case end
    /// A name or a keyword.
    case word(Keyword?)
    /// `name:` or `name:name:`, the name of a function.
    case selector
    /// `$name` or `$#name`.
    case variable
    /// `#name`, a name even if it spells a keyword.
    case escapedWord
    /// `@name`, a collection operator.
    case collectionOperator
    case integer(UInt64)
    case double(Double)
    /// An integer that does not fit in 64 bits, as a double.
    case oversizedInteger(Double)
    case string
    case placeholder(Placeholder)
    case symbol(Symbol)
    case invalid(LexicalProblem)

    /// Whether the token is or contains a name.
    var isName: Bool {
      switch self {
      case .word, .selector, .variable, .escapedWord, .collectionOperator: true
      default: false
      }
    }
  }

  /// Punctuation and operators that are not words.
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
    case tilde = "~"

    /// The symbol that starts with `first`, and its length in bytes.
    ///
    /// `second` is the byte after it.
    package static func spelled(by first: UInt8, _ second: UInt8?) -> (Symbol, length: Int)? {
      let known = Spellings.known
      if let second, second < 0x80, known.endsPair[Int(second)],
        let pair = known.pairs.first(where: { $0.first == first && $0.second == second })
      {
        return (pair.symbol, 2)
      }
      return first < 0x80 ? known.single[Int(first)].map { ($0, 1) } : nil
    }

    /// The comparison operator that the symbol denotes.
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

    /// The infix operator that the symbol denotes.
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

/// A placeholder in a format, which an argument fills.
public enum Placeholder: Sendable, Hashable {
  /// `%@`: any value.
  case value
  /// `%K`: a key path.
  case keyPath
  /// `%d` and similar: an integer.
  case integer
  /// `%f` and similar: a double.
  case double
}

/// The reason why characters do not form a valid token.
package enum LexicalProblem: Equatable {
  case unknownCharacter
  case unterminatedString
  case variableWithoutName
  case nameWithoutWord
  case nameTooLong
  case percentEscape
  case unsupportedConversion
}

/// Tables of the symbols by their spelling.
private struct Spellings {
  /// The symbols of one character, indexed by its byte.
  private(set) var single = [Token.Symbol?](repeating: nil, count: 0x80)
  /// The symbols of two characters.
  private(set) var pairs: [(first: UInt8, second: UInt8, symbol: Token.Symbol)] = []
  /// Whether a byte is the second one of a two-character symbol, which is rare.
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
