// The canonical text: it parses to the same tree, prints the same again, and comes to the same
// result, over everything in the corpora and over random programs.

import Foundation
import Predicate
import TestSupport
import Testing

@Suite struct PrintingTests {
  /// Canonical text has the parentheses that precedence saves, so it may nest twice as deep.
  private static let limits: Limits = {
    var limits = Limits.standard
    limits.nesting = 400
    return limits
  }()

  /// What a text comes to, without warnings; of errors only that they are, for they quote the text.
  private func outcome(_ text: String, _ subject: Subject) -> String {
    let outcome = subject.outcome(of: text).components(separatedBy: "; warning")[0]
    let errors = ["error", "refused", "syntax"]
    // TRUE and FALSE print as the numbers they are.
    return errors.first { outcome.hasPrefix($0 + " ") }
      ?? outcome.replacingOccurrences(of: "true", with: "1").replacingOccurrences(
        of: "false", with: "0")
  }

  private func check(_ tree: SyntaxTree, _ name: String) {
    let printed = tree.description
    do throws(SyntaxError) {
      let again =
        tree.isPredicate
        ? try SyntaxTree(predicate: printed, limits: Self.limits, functions: tree.functions)
        : try SyntaxTree(expression: printed, limits: Self.limits, functions: tree.functions)
      #expect(again.description == printed, "\(name): \(tree.text)")
      #expect(again.isPredicate == tree.isPredicate)
      #expect(again.variables == tree.variables, "\(name): \(tree.text)")
      #expect(again.keyPaths == tree.keyPaths, "\(name): \(tree.text)")
    } catch {
      Issue.record("\(name): \(tree.text)\n\(error)")
    }
  }

  private func check(_ text: String, _ subject: Subject, _ name: String) {
    guard
      let tree =
        (try? SyntaxTree(predicate: text, functions: subject.functions))
        ?? (try? SyntaxTree(expression: text, functions: subject.functions))
    else { return }
    check(tree, name)
    #expect(outcome(tree.description, subject) == outcome(text, subject), "\(name): \(text)")
  }

  @Test(arguments: depth(quick: 3, full: 1))
  func corpora(depth step: Int) throws {
    for file in ["evaluation", "valid", "invalid", "canonical", "conditions"] {
      let rows = try CorpusRow.rows(of: "\(file).jsonl", beside: #filePath)
      for (number, row) in rows.enumerated() where number % step == 0 {
        check(row.text, Subject(object: row.object, variables: row.variables), row.id)
        guard let arguments = row.arguments,
          let condition = try? Condition(format: row.text, arguments: arguments),
          condition.tree.hasLiteralText
        else { continue }
        let again = try Condition(condition.description)
        #expect(again.description == condition.description, "\(row.id)")
        let results = [condition, again].map {
          try? $0.evaluate(row.object, variables: row.variables)
        }
        #expect(results[0] == results[1], "\(row.id)")
      }
    }
    for table in SemanticsTests.tables {
      let rows = try ResultTable("semantics/\(table).txt", beside: #filePath).rows
      for (number, row) in rows.enumerated()
      where number % step == 0 && row.subject.arguments == nil {
        check(row.text, row.subject, "\(table).txt:\(row.line)")
      }
    }
  }

  @Test(arguments: depth(quick: 60, full: 1_500))
  func randomPrograms(depth count: Int) throws {
    let random = SplitMix64.forTest(20_261)
    let subject = Subject(
      object: try Subject.value(
        #"{"a": {"b": 2, "size": 3, "a": "k"}, "b": 2.5, "list": [3, 1.0, "a", null], "text": "Ana"}"#
      ),
      variables: try Subject.variables(
        #"{"v": [1, 2], "x": 5, "e": {"a": 1}, "last": "é", "k": "a"}"#))
    var program = RandomProgram(random)
    for _ in 0..<count {
      check(program.predicate(4), subject, "seed \(random.seed)")
      check(program.expression(4), subject, "seed \(random.seed)")
    }
  }

  /// Constants that no text can say are printed all the same, and say so.
  @Test func constantsWithoutLiterals() throws {
    let set = Value.set(ValueSet([1, 2]))
    for (value, text, isLiteral) in [
      (Value.data(Data([1, 255])), "x == <01ff>", false), (set, "x == {1, 2}", false),
      (["k": 1], "x == {k=1}", false), (.double(.nan), "x == nan", false),
      (.double(.infinity), "x == 1e999", true), (.double(-.infinity), "x == -1e999", true),
      ([1, "a", nil], "x == {1, \"a\", nil}", true), ([["k": 1]], "x == {{k=1}}", false),
      (.date(Date(timeIntervalSinceReferenceDate: 1.5)), "x == CAST(1.500000, \"NSDate\")", true),
      (
        .date(Date(timeIntervalSinceReferenceDate: 0.1234567)), "x == CAST(0.1234567, \"NSDate\")",
        true
      ),
      (.date(Date(timeIntervalSinceReferenceDate: .nan)), "x == CAST(nan, \"NSDate\")", false),
      (.date(.distantPast), "x == CAST(-63114076800.000000, \"NSDate\")", false),
      (.date(.distantFuture), "x == CAST(63113904000.000000, \"NSDate\")", true),
    ] as [(Value, String, Bool)] {
      let condition = try Condition(format: "x == %@", value)
      #expect(condition.description == text)
      #expect(condition.tree.hasLiteralText == isLiteral, "\(text)")
    }
    let member = try Condition(format: "x IN %@", set)
    #expect(member.description == "x IN {1, 2}")
    #expect(member.tree.hasLiteralText)
    #expect(try Condition(format: "%K == 1", "a b").tree.hasLiteralText)
    #expect(try Condition(format: "%K == 1", "a b.c d").description == "SELF.\"a b\".\"c d\" == 1")
    #expect(try Condition(format: "%K == 1", "size").description == "#size == 1")
  }
}
