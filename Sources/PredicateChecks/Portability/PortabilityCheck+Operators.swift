// Findings about operators in expressions: their order, dates and constants.

import Foundation
import Predicate

extension PortabilityCheck {
  mutating func noteInfix(_ symbol: ExpressionOperator, _ node: NodeIndex) {
    let left = structure.child(0, of: node)
    let right = structure.child(1, of: node)
    if isCall(node) {
      noteName(of: node)
    } else {
      noteOrder(symbol, left, isLeft: true)
      noteOrder(symbol, right, isLeft: false)
      if symbol == .shiftLeft || symbol == .shiftRight {
        let name = symbol == .shiftLeft ? "leftshift:by:" : "rightshift:by:"
        note(
          .shift, .unverified, at: core(node), "Apple's parser may not have \(symbol.symbol)",
          portable: "\(name)(\(spelling(left)), \(spelling(right)))")
      }
    }
    switch symbol {
    case .union, .intersect, .minus:
      guard kinds[left] == .list else { break }
      note(
        .setOperand, .unverified, at: tree.range(of: left),
        "Apple's guide requires a set on the left of \(symbol.symbol), and this is a list")
    case .bitwiseOr, .bitwiseXor, .bitwiseAnd, .shiftLeft, .shiftRight:
      noteBits(left)
      noteBits(right, isShift: symbol == .shiftLeft || symbol == .shiftRight)
    case .divide: noteDivision(node, left, right)
    case .add, .subtract: noteDates(symbol, node, left, right)
    case .multiply, .power: break
    }
    noteConstant(node)
  }

  // MARK: - Order

  /// Reports an operand that is itself an operator, if it is not known which of the two Apple
  /// applies first.
  private mutating func noteOrder(_ symbol: ExpressionOperator, _ operand: NodeIndex, isLeft: Bool)
  {
    guard !isParenthesised(operand) else { return }
    let range = tree.range(of: operand)
    if symbol == .power, isLeft, isSigned(operand) {
      return note(
        .powerOrder, .unverified, at: range,
        "Apple may apply ** before the sign; here the sign comes first",
        portable: "(\(spelling(operand)))")
    }
    guard case .infix(let inner) = structure.kind(of: operand), !isCall(operand) else { return }
    if symbol == .power {
      return note(
        .powerOrder, .unverified, at: range,
        "Apple may group ** to the right; here ** groups to the left",
        portable: "(\(spelling(operand)))")
    }
    guard symbol.precedence < .additive, symbol != inner || !symbol.isAssociative else { return }
    note(
      .operatorOrder, .unverified, at: range,
      "it is not known whether Apple applies \(symbol.symbol) or \(inner.symbol) first",
      portable: "(\(spelling(operand)))")
  }

  /// Whether a node begins with a sign.
  private func isSigned(_ node: NodeIndex) -> Bool {
    switch structure.kind(of: node) {
    case .negation, .literal: table[tokens(node).lowerBound]?.kind == .symbol(.hyphen)
    default: false
    }
  }

  // MARK: - Dates

  private mutating func noteDates(
    _ symbol: ExpressionOperator, _ node: NodeIndex, _ left: NodeIndex, _ right: NodeIndex
  ) {
    let leftIsDate = kinds[left] == .date
    let rightIsDate = kinds[right] == .date
    guard leftIsDate || rightIsDate else { return }
    let isDifference = symbol == .subtract && (rightIsDate || kinds[right] != .number)
    func number(_ operand: NodeIndex, _ isDate: Bool) -> String {
      isDate ? "CAST(\(spelling(operand)), 'NSNumber')" : spelling(operand)
    }
    func portable() -> String {
      let sum =
        number(left, leftIsDate || isDifference) + " \(symbol.symbol) "
        + number(right, rightIsDate || isDifference)
      return isDifference ? sum : "CAST(\(sum), 'NSDate')"
    }
    note(
      .dateArithmetic, .raises, at: core(node), "Apple does not compute with dates",
      portable: portable())
  }

  // MARK: - Constants

  private mutating func noteDivision(_ node: NodeIndex, _ left: NodeIndex, _ right: NodeIndex) {
    if let divisor = literal(right).flatMap(Number.init), divisor.asDouble == 0 {
      return noteZeroDivision(node)
    }
    let culprit = [left, right].first { hasOperandsKind($0) }
    let isExact = [left, right].contains { operand in
      if case .double? = literal(operand) { true } else { false }
    }
    guard let culprit, !isExact else { return }
    note(
      .resultKind, .unverified, at: core(node),
      "may give a fraction on Apple, if \(Value.string(spelling(culprit)).short) is not an integer "
        + "there", isConditional: true)
  }

  /// Whether the node gives an integer here if its operands are integers.
  private func hasOperandsKind(_ node: NodeIndex) -> Bool {
    switch structure.kind(of: node) {
    case .call(.sum), .call(.min), .call(.max), .call(.median), .call(.modulus), .call(.floor),
      .call(.ceiling), .call(.truncate), .call(.absolute):
      true
    default: kinds.operators[node.index] == .sum
    }
  }

  mutating func noteZeroDivision(_ node: NodeIndex) {
    note(
      .zeroDivision, .unverified, at: core(node),
      "Apple's behaviour for a division by zero is not known")
  }

  mutating func noteBits(_ operand: NodeIndex, isShift: Bool = false) {
    guard let number = literal(operand).flatMap(Number.init) else { return }
    guard let bits = number.asExactInt else {
      return note(
        .bitwiseOperand, .differs, at: tree.range(of: operand),
        "Apple drops the fraction in an operation on bits; here a fraction is an error")
    }
    guard isShift, !(0...63).contains(bits) else { return }
    note(
      .bitwiseOperand, .unverified, at: tree.range(of: operand),
      "Apple's behaviour for a shift by \(bits) bits is not known")
  }

  /// Reports an operation on constants that overflows or gives NaN.
  mutating func noteConstant(_ node: NodeIndex) {
    let operands = structure.children(of: node).compactMap(literal)
    guard operands.count == structure.children(of: node).count,
      operands.allSatisfy({ Number($0) != nil })
    else { return }
    var steps = Steps(limit: 1)
    do throws(Trouble) {
      let result =
        switch structure.kind(of: node) {
        case .infix(let symbol): try Computing.infix(symbol, operands[0], operands[1], &steps)
        case .negation: try Computing.negation(operands[0])
        case .call(let function):
          try Calling.call(function, operands, EvaluationContext(now: .distantPast), &steps)
        default: Value.null
        }
      guard case .double(let double) = result, double.isNaN else { return }
      note(
        .notANumber, .differs, at: core(node),
        "the result is NaN, which Apple compares in another way")
    } catch {
      guard error == Computing.overflow else { return }
      note(
        .overflow, .unverified, at: core(node),
        "the result does not fit in 64 bits: an error here; Apple's behaviour is not known")
    }
  }
}

extension ExpressionOperator {
  /// Whether `(a ∘ b) ∘ c` equals `a ∘ (b ∘ c)`.
  fileprivate var isAssociative: Bool {
    switch self {
    case .union, .intersect, .bitwiseOr, .bitwiseXor, .bitwiseAnd: true
    default: false
    }
  }
}
