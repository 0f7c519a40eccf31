// Receives a table of texts with what they come to, one `text --> result` a line, gives its rows.
// Lines with `@object`, `@variables` or `@arguments` and a JSON value say what the rows below are
// of, `@functions extended` what they may call, `@zone Europe/Berlin` where the clock is read; `# `
// starts a comment. The table is rewritten with what the texts come to now when the environment
// variable UPDATE_EXPECT is set: the change is then to be read like any other.

import FormGraph
import Foundation
public import Predicate

/// A file of texts and their results.
public struct ResultTable {
  /// One text with its result.
  public struct Row {
    /// Where the row stands, from 1.
    public let line: Int
    /// The text.
    public let text: String
    /// What it must come to.
    public let expected: String
    /// What it is evaluated over.
    public let subject: Subject
  }

  /// The rows, in the order of the file.
  public private(set) var rows: [Row] = []
  private let file: URL
  private var lines: [String]
  private static let arrow = " --> "

  /// Reads a table in the folder `Corpus` beside a test.
  public init(_ name: String, beside test: String) throws {
    file = URL(fileURLWithPath: test).deletingLastPathComponent()
      .appendingPathComponent("Corpus/\(name)")
    lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    var subject = Subject()
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("# ") {
      if try !subject.read(line) {
        let parts = line.components(separatedBy: Self.arrow)
        rows.append(
          Row(
            line: index + 1, text: parts[0], expected: parts.dropFirst().joined(),
            subject: subject))
      }
    }
  }

  /// Checks every row, or takes what it comes to as what it must come to.
  public mutating func walk(_ check: (Row, _ found: String) -> Void) throws {
    guard ProcessInfo.processInfo.environment["UPDATE_EXPECT"] != nil else {
      for row in rows { check(row, row.subject.outcome(of: row.text)) }
      return
    }
    for row in rows {
      lines[row.line - 1] = row.text + Self.arrow + row.subject.outcome(of: row.text)
    }
    try lines.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
  }
}

/// What texts are evaluated over.
public struct Subject: Sendable {
  /// What SELF is.
  public var object: Value
  /// The values of variables.
  public var variables: [String: Value]
  /// What placeholders stand for; nil where the text is read without.
  public var arguments: [Value]?
  /// Which functions the texts may call.
  public var functions = FunctionSet.apple
  /// The time and randomness: fixed.
  public var context: EvaluationContext

  /// Makes a subject, by default one of nothing.
  public init(object: Value = .null, variables: [String: Value] = [:]) {
    self.object = object
    self.variables = variables
    // 2024-05-01T10:30:00Z, and a coin that always falls in the middle.
    context = EvaluationContext(
      now: DateText.date(from: "2024-05-01T10:30:00Z") ?? .distantPast, randomBits: { 1 << 63 })
  }

  /// The value of a JSON text.
  public static func value(_ json: String) throws -> Value {
    typedValue(try JSONReader.read(Array(json.utf8)))
  }

  /// The variables of a JSON object.
  public static func variables(_ json: String) throws -> [String: Value] {
    guard case .dictionary(let named) = try value(json) else { return [:] }
    return Dictionary(zip(named.keys, named.values)) { $1 }
  }

  /// Takes a line that says what the texts below it are about; whether it is one.
  @discardableResult mutating func read(_ line: String) throws -> Bool {
    if let json = line.suffix(after: "@object ") {
      object = try Subject.value(json)
    } else if let json = line.suffix(after: "@variables ") {
      variables = try Subject.variables(json)
    } else if let json = line.suffix(after: "@arguments ") {
      if case .array(let values) = try Subject.value(json) { arguments = values }
    } else if let name = line.suffix(after: "@functions ") {
      functions = FunctionSet(rawValue: name) ?? .apple
    } else if let name = line.suffix(after: "@zone ") {
      context.timeZone = TimeZone(identifier: name) ?? .gmt
    } else {
      return false
    }
    return true
  }

  /// Everything that is said of a text, as people see it: its warnings, then its error or nothing.
  public func messages(about text: String) -> String {
    do {
      let condition = try self.condition(text)
      let warnings = condition.warnings.map { $0.rendered(in: text) }
      do throws(EvaluationError) {
        let result = try condition.evaluate(object, variables: variables, context: context)
        return (warnings + ["\(result)"]).joined(separator: "\n")
      } catch {
        return (warnings + [error.description]).joined(separator: "\n")
      }
    } catch let error as BuildError {
      let others = Condition.errors(in: text, functions: functions).filter {
        $0.range != error.diagnostic.range
      }
      return ([error.description] + others.map { $0.rendered(in: text) }).joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }

  /// What a text comes to, in one line, with its warnings.
  ///
  /// `true`, `3.0`, `error 0..<5: …`, `refused …` or `syntax …`. A text that is no predicate is
  /// read as an expression.
  public func outcome(of text: String) -> String {
    var outcome: String
    var warnings: [Diagnostic] = []
    do {
      if (try? SyntaxTree(predicate: text, functions: functions)) == nil,
        (try? SyntaxTree(expression: text, functions: functions)) != nil
      {
        let formula = try self.formula(text)
        warnings = formula.warnings
        outcome = notation(
          try formula.evaluate(object, variables: variables, context: context))
      } else {
        let condition = try self.condition(text)
        warnings = condition.warnings
        outcome = notation(
          .bool(try condition.evaluate(object, variables: variables, context: context)))
      }
    } catch let error as EvaluationError {
      outcome = "error " + Self.line(error.diagnostic)
    } catch BuildError.refused(let refusal) {
      outcome = "refused " + Self.line(refusal.diagnostic)
    } catch BuildError.syntax(let error) {
      outcome = "syntax " + Self.line(error.diagnostic)
    } catch {
      outcome = "\(error)"
    }
    for warning in warnings { outcome += "; warning " + Self.line(warning) }
    return outcome.replacingOccurrences(of: "\n", with: "\\n")
  }

  private func condition(_ text: String) throws -> Condition {
    guard let arguments else { return try Condition(text, functions: functions) }
    return try Condition(format: text, arguments: arguments, functions: functions)
  }

  private func formula(_ text: String) throws -> Formula {
    guard let arguments else { return try Formula(text, functions: functions) }
    return try Formula(format: text, arguments: arguments, functions: functions)
  }

  private static func line(_ diagnostic: Diagnostic) -> String {
    "\(diagnostic.range): \(diagnostic.message)"
      + (diagnostic.hint.map { " (hint: \($0))" } ?? "")
  }
}

/// A value with its kind: `3` is an integer, `3.0` a double, `{(…)}` a set.
public func notation(_ value: Value) -> String {
  func list(_ values: [Value]) -> String { values.map(notation).joined(separator: ", ") }
  return switch value {
  case .array(let elements): "{\(list(elements))}"
  case .set(let set): "{(\(list(set.elements)))}"
  case .dictionary(let dictionary):
    "{"
      + zip(dictionary.keys, dictionary.values).map { "\($0) = \(notation($1))" }
      .joined(separator: ", ") + "}"
  default: value.description
  }
}

extension String {
  fileprivate func suffix(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
