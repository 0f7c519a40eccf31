// Random texts of the language, of every construct and spelling, bounded in depth: what the printer
// and the evaluators are tried on.

import TestSupport

/// Writes random predicates and expressions.
struct RandomProgram {
  var random: SplitMix64

  init(_ random: SplitMix64) { self.random = random }

  private mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: choices.indices, using: &random)]
  }

  mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func many(
    _ range: ClosedRange<Int>, _ part: (inout RandomProgram) -> String, _ separator: String
  ) -> String {
    let count = Int.random(in: range, using: &random)
    return (0..<count).map { _ in part(&self) }.joined(separator: separator)
  }

  /// A predicate.
  mutating func predicate(_ depth: Int) -> String {
    guard depth > 0 else { return pick(["TRUEPREDICATE", "falsepredicate", comparison(0)]) }
    return switch Int.random(in: 0..<10, using: &random) {
    case 0: many(2...4, { $0.predicate(depth - 1) }, pick([" AND ", "&&", " and "]))
    case 1: many(2...3, { $0.predicate(depth - 1) }, pick([" OR ", "||", "\nor\n"]))
    case 2: pick(["NOT ", "!", "not "]) + predicate(depth - 1)
    case 3: "(\(predicate(depth - 1)))"
    default: comparison(depth)
    }
  }

  private mutating func comparison(_ depth: Int) -> String {
    let quantifier = chance(20) ? pick(["ANY ", "SOME ", "ALL ", "NONE "]) : ""
    let options = chance(20) ? pick(["[c]", "[cd]", "[ d ]", "[n]", "[dc]"]) : ""
    let symbol = pick([
      "==", "=", "!=", "<>", "<", ">", "<=", "=<", ">=", "=>", "IN", "CONTAINS", "BEGINSWITH",
      "ENDSWITH", "LIKE", "contains",
    ])
    if chance(8) {
      let bounds = "{\(expression(depth - 1)), \(expression(depth - 1))}"
      return quantifier + expression(depth - 1) + " BETWEEN " + bounds
    }
    return quantifier + expression(depth - 1) + " \(symbol)\(options) " + expression(depth - 1)
  }

  /// An expression.
  mutating func expression(_ depth: Int) -> String {
    guard depth > 0 else { return leaf() }
    let one = { (program: inout RandomProgram) in program.expression(depth - 1) }
    switch Int.random(in: 0..<18, using: &random) {
    case 0, 1, 2:
      let symbol = pick([
        "+", "-", "*", "/", "**", "|", "^", "&", "<<", ">>", " UNION ", " INTERSECT ", " MINUS ",
      ])
      return one(&self) + symbol + one(&self)
    case 3: return "-" + one(&self)
    case 4: return "(\(one(&self)))"
    case 5: return "{\(many(0...3, one, ", "))}"
    case 6: return "TERNARY(\(predicate(depth - 1)), \(one(&self)), \(one(&self)))"
    case 7: return "SUBQUERY(\(one(&self)), $\(pick(["x", "e"])), \(predicate(depth - 1)))"
    case 8:
      let name = pick(["sqrt", "abs:", "FLOOR", "uppercase", "length", "onesComplement", "noindex"])
      return "\(name)(\(one(&self)))"
    case 9:
      return pick(["sum", "count", "min", "max:", "average", "mode"])
        + "({\(many(0...3, one, ","))})"
    case 10:
      return pick(["modulus:by:", "add:to:", "raise:toPower:"]) + "(\(one(&self)), \(one(&self)))"
    case 11: return "CAST(\(one(&self)), '\(pick(["NSString", "NSNumber", "NSDate"]))')"
    case 12:
      return base(depth) + "."
        + pick(["a", "#size", "@count", "@max.#self", "@sum.b", "$k", "length"])
    case 13:
      return base(depth) + "[\(pick(["FIRST", "LAST", "SIZE", "0", "'a'", "#first", one(&self)]))]"
    case 14:
      return pick(["concat", "coalesce", "Coalesce"]) + "(\(many(1...3, one, ", ")))"
    case 15:
      return "if(\(predicate(depth - 1)), \(one(&self)), \(one(&self)))"
    case 16:
      let name = pick(["join", "split", "daysBetween", "addDays", "addMonths", "isMatch", "round"])
      return "\(name)(\(one(&self)), \(one(&self)))"
    default: return leaf()
    }
  }

  private mutating func base(_ depth: Int) -> String {
    pick([
      "a", "list", "SELF", "$v", "(\(expression(depth - 1)))", "{1, 'a'}", "SELF.list", "@count",
    ])
  }

  private mutating func leaf() -> String {
    pick([
      "0", "1", "2", "-1", "7", "2.5", "10.0", "-0.0", "1e3", "0x1F", "9223372036854775807", ".5",
      "9223372036854775808", "-9223372036854775808", "1e400", "'a'", "\"A\"", "''", "'é'",
      "'it\\'s'",
      "'a\\nb'", "'12'", "YES", "no", "NIL", "null", "SELF", "a", "b", "list", "text", "#size",
      "a.b", "$v", "$x", "$e", "$#last", "$k", "now()", "today()", "CAST(0.5, 'NSDate')", "self.a",
      "union",
      "list.@count", "list.@max", "list[0]",
    ])
  }
}
