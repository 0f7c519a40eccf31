// Deep and long texts on a small stack: at the limit everything works, past it stands an error.

import Foundation
import Predicate
import TestSupport
import Testing

@Suite struct StackTests {
  /// Runs work on a thread with the stack that secondary threads have on Apple's platforms.
  static func onSmallStack(_ work: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      work()
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
  }

  private static func nested(_ open: String, _ core: String, _ close: String) -> (Int) -> String {
    { String(repeating: open, count: $0) + core + String(repeating: close, count: $0) }
  }

  /// Texts by the depth of their nesting, each with one level to a step.
  private static var nestings: [(name: String, text: (Int) -> String)] {
    [
      ("parentheses around a predicate", nested("(", "1 == 1", ")")),
      ("parentheses around a value", { "1 == " + nested("(", "1", ")")($0) }),
      ("NOT", nested("NOT ", "1 == 1", "")),
      ("!", nested("!", "1 == 1", "")),
      (
        "braces",
        {
          nested("{", "", "}")($0 - 1) + " == " + nested("{", "", "}")($0 - 1) + " OR {"
            + nested("{", "", "}")($0 - 1) + "} == 1"
        }
      ),
      ("signs", { "1 == " + nested("-", "a", "")($0) }),
      ("calls", { "1 == " + nested("abs(", "1", ")")($0) }),
      ("selectors", { "1 == " + nested("modulus:by:(7, ", "1", ")")($0) }),
      ("indices", { "1 == " + nested("a[", "1", "]")($0) }),
      ("casts", { "1 == " + nested("CAST(", "1", ", 'NSNumber')")($0) }),
      ("TERNARY in a branch", { "1 == " + nested("TERNARY(a == 1, 1, ", "1", ")")($0) }),
      ("TERNARY in a condition", { "1 == " + nested("TERNARY(1 == ", "1", ", 1, 2)")($0) }),
      ("SUBQUERY in a condition", { "1 == " + nested("SUBQUERY(b, $x, 1 == ", "1", ")")($0) }),
      ("SUBQUERY of a SUBQUERY", { "1 == " + nested("SUBQUERY(", "b", ", $x, 1 == 1)")($0) }),
      ("FUNCTION", { "1 == " + nested("FUNCTION(", "1", ", 's')")($0) }),
      (
        "every operator at once",
        {
          "1 == " + nested("1 UNION 1 | 1 ^ 1 & 1 << 1 + 1 * 1 ** (", "1", ")")($0)
        }
      ),
      (
        "every level at once",
        {
          nested(
            "1 == 2 OR 1 == 1 AND ANY {} != 1 | 1 ^ 1 & 1 << 1 + 1 * 1 ** TERNARY(", "1 == 1",
            ", 1, 2)")($0)
        }
      ),
    ]
  }

  @Test func nesting() {
    for (name, text) in Self.nestings {
      let deep = text(200)
      let tooDeep = text(201)
      Self.onSmallStack {
        do {
          let tree = try SyntaxTree(predicate: deep)
          // Canonical text has the parentheses that precedence saves, so it nests deeper.
          let again = try SyntaxTree(predicate: tree.description, limits: Self.unbounded)
          #expect(again.description == tree.description, "\(name)")
          _ = tree.keyPaths
          if let condition = try? Condition(deep) {
            _ = try? condition.evaluate(["a": 1, "b": [1]])
          }
        } catch {
          Issue.record("\(name): \(error)")
        }
        do throws(SyntaxError) {
          _ = try SyntaxTree(predicate: tooDeep)
          Issue.record("\(name): 201 levels parse")
        } catch {
          #expect(error.diagnostic.message == "the text nests deeper than 200 levels", "\(name)")
        }
      }
    }
  }

  /// Values nest as deep as texts, and are compared, hashed and shown on the same stack.
  @Test func deepValues() {
    Self.onSmallStack {
      let nested = Self.nested("{", "1", "}")(197)
      let texts = [
        "\(nested) == \(nested)", "\(nested) IN {\(nested)}",
        "({\(nested)} UNION {\(nested)})[SIZE] == 1",
        "{\(nested), \(nested)}.@distinctUnionOfObjects.@count == 1",
        "mode({\(nested)})[SIZE] == 1",
      ]
      for text in texts {
        do {
          #expect(try Condition(text).evaluate(), "\(text.prefix(20))")
        } catch {
          Issue.record("\(error)")
        }
      }
      #expect(throws: EvaluationError.self) { try Formula("\(nested) + 1").evaluate() }
      #expect(throws: EvaluationError.self) { try Formula("\(nested).intValue").evaluate() }
    }
  }

  /// Values that come from elsewhere may nest deeper still.
  @Test func deeperValues() {
    Self.onSmallStack {
      func nested(_ wrap: (Value) -> Value) -> Value {
        (0..<500).reduce(1) { value, _ in wrap(value) }
      }
      for wrap in [{ .array([$0]) }, { ["k": $0] }] as [(Value) -> Value] {
        let object: Value = ["a": nested(wrap), "b": nested(wrap)]
        for text in [
          "a == b", "a IN {b}", "({a} UNION {b})[SIZE] == 1", "mode({a, b})[SIZE] == 1",
          "{a, b}.@distinctUnionOfObjects.@count == 1",
        ] {
          do {
            #expect(try Condition(text).evaluate(object), "\(text)")
          } catch {
            Issue.record("\(error)")
          }
        }
        #expect(throws: EvaluationError.self) { try Formula("a + 1").evaluate(object) }
      }
    }
  }

  /// A text that is one chain.
  private static func chain(_ start: String, _ link: String, length: Int) -> String {
    start + String(repeating: link, count: (length - start.utf8.count) / link.utf8.count)
  }

  @Test(arguments: depth(quick: 1 << 14, full: 1 << 16))
  func longChains(depth length: Int) {
    var raised = Limits.standard
    raised.nodes = 2_000_000
    let limits = raised
    let chains: [(String, String, Bool)] = [
      ("1 == a", "+a", false), ("1 == a", ".b", false), ("a==1", " AND a==1", true),
      ("a==1", " OR a==2", true), ("a==1", " AND a==1 OR a==2", true), ("1 == a", "[0]", false),
      ("1 == 1", "**a", true), ("NOT a==2", " && !a==2", true),
    ]
    for (start, link, expected) in chains {
      let text = Self.chain(start, link, length: length)
      Self.onSmallStack {
        do {
          let condition = try Condition(text, limits: limits)
          let printed = try SyntaxTree(predicate: condition.description, limits: Self.unbounded)
          #expect(printed == condition.tree)
          #expect(condition.keyPaths.count <= 2)
          if expected { #expect(try condition.evaluate(["a": 1])) }
          _ = try? condition.evaluate(["a": 1])
        } catch {
          Issue.record("\("\(error)".prefix(300))")
        }
      }
    }
  }

  @Test func longestText() {
    Self.onSmallStack {
      let text = Self.chain("1 == a", "+a", length: 1 << 20)
      // The standing limits let the bytes pass and not so many parts.
      for (text, problem) in [
        (text, "the text has more than 100000 parts"),
        (text + "+a", "the text is longer than 1048576 bytes"),
      ] {
        do throws(SyntaxError) {
          _ = try SyntaxTree(predicate: text)
          Issue.record("it parses")
        } catch {
          #expect(error.diagnostic.message == problem)
          #expect(error.diagnostic.range.upperBound <= text.utf8.count)
        }
      }
      let longer = Self.chain("1 == a", ".length", length: 1 << 19)
      #expect((try? Condition(longer).keyPaths.count) == 1)
    }
  }

  private static var unbounded: Limits {
    var limits = Limits.standard
    limits.nodes = 4_000_000
    limits.textLength = 8 << 20
    limits.nesting = 400
    return limits
  }
}
