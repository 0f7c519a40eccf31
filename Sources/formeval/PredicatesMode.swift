// Evaluates predicates from a pipe: each input line is a question, and each output line is its
// answer. Every line that is not blank gets exactly one answer. For an invalid line, the answer
// says what is wrong and at which byte.
//
// {"format" or "formula": TEXT, "args"?: [any], "object"?: any, "vars"?: {NAME: any}}
//
// With a check, texts are not evaluated, and their input values are ignored.

import FormGraph
import Predicate

/// Answers lines of questions.
struct PredicatesMode: LineAnswering {
  /// The limits of each text.
  var limits = Limits.standard
  /// Which functions each text may call.
  var functions = FunctionSet.apple
  /// The largest length of a line in bytes, and the largest size of a result.
  var maximumBytes = JSONReader.maximumBytes
  /// The time and the limits of every evaluation.
  let context: EvaluationContext
  /// How texts are checked; nil if they are evaluated.
  var check: TextCheck?
  /// The exit status: 1 after any line that failed.
  private(set) var status: Int32 = 0
  /// The last text without arguments, because one text is often asked about many objects.
  private(set) var last: (kind: Question.Kind, text: String, prepared: Question.Prepared)?

  mutating func answer(_ line: [UInt8], number: Int, to output: inout [UInt8]) -> Bool {
    guard !line.isBlankLine else { return true }
    let answer = reply(to: line)
    if !answer.isOK { status = CommandError.refused }
    JSONText.line(to: &output) { $0.value(answer.json) }
    return true
  }

  private mutating func reply(to bytes: [UInt8]) -> Answer {
    do throws(Problem) {
      let question = try question(JSONReader.read(bytes, maximumBytes: maximumBytes))
      return check.map(question.checked) ?? question.answer(prepared(question), context)
    } catch {
      let diagnostic = Diagnostic(
        error.message, at: error.range ?? 0..<bytes.count,
        hint: JSONLines.hint(for: bytes) ?? error.hint)
      return Answer(outcome: .failed(.input, diagnostic))
    }
  }

  private mutating func prepared(_ question: Question) -> Question.Prepared {
    guard question.arguments == nil else { return question.prepared() }
    if let last, last.kind == question.kind, ExactText(last.text) == ExactText(question.text) {
      return last.prepared
    }
    let prepared = question.prepared()
    last = (question.kind, question.text, prepared)
    return prepared
  }

  // MARK: - Reading

  private enum Key: String, CaseIterable {
    case format, formula, args, object, vars
  }

  private func question(_ element: JSONElement) throws(Problem) -> Question {
    guard case .object(let members) = element.content else {
      throw Problem("a line must be an object", range: element.range, hint: Self.example)
    }
    var given: [Key: JSONMember] = [:]
    for member in members {
      guard let key = Key(rawValue: member.key) else { throw Self.unknown(member) }
      guard given.updateValue(member, forKey: key) == nil else {
        throw Problem("'\(key.rawValue)' is given twice", range: member.keyRange)
      }
    }
    if given[.format] != nil, let formula = given[.formula] {
      throw Problem("a line has a 'format' or a 'formula', not both", range: formula.keyRange)
    }
    guard let asked = given[.format] ?? given[.formula] else {
      throw Problem(
        "a line needs a 'format' or a 'formula'", range: element.range,
        hint: Self.example)
    }
    guard case .string(let text) = asked.element.content else {
      throw Problem("'\(asked.key)' must be text", range: asked.element.range)
    }
    var question = Question(
      kind: given[.format] == nil ? .formula : .predicate, text: text, limits: limits,
      functions: functions, resultLimit: maximumBytes)
    if let args = given[.args] { question.arguments = try Question.arguments(args.element) }
    if let object = given[.object] { question.object = try TypedJSON.value(of: object.element) }
    if let vars = given[.vars] { question.variables = try Question.variables(vars.element) }
    return question
  }

  private static let example = #"write {"format": "age > 18", "object": {"age": 20}}"#

  private static func unknown(_ member: JSONMember) -> Problem {
    let keys = Key.allCases.map(\.rawValue)
    let nearest = Spelling.nearest(to: member.key, among: keys)
    return Problem(
      "unknown key '\(member.key)'", range: member.keyRange,
      hint: nearest.map { "did you mean \($0)?" } ?? "the keys are \(keys.joined(separator: ", "))")
  }
}

extension Question {
  /// The values for placeholders, from a JSON list.
  static func arguments(_ element: JSONElement) throws(Problem) -> [Value] {
    guard case .array(let elements) = element.content else {
      throw Problem(
        "the arguments must be a list with one value for each placeholder", range: element.range,
        hint: #"write ["Ana", 3]"#)
    }
    return try TypedJSON.values(of: elements)
  }

  /// The values of variables, from a JSON object.
  static func variables(_ element: JSONElement) throws(Problem) -> [String: Value] {
    guard case .object(let members) = element.content else {
      throw Problem(
        "the variables must be an object of names and values", range: element.range,
        hint: #"write {"name": 3} for $name"#)
    }
    var variables: [String: Value] = [:]
    for member in members {
      if member.key.hasPrefix("$") {
        throw Problem(
          "write the name of a variable without its $ here", range: member.keyRange,
          hint: "write \(JSONWriter.text(of: .string(String(member.key.dropFirst()))))")
      }
      // Dictionary keys compare by canonical equivalence. Two normal forms of one name would
      // replace each other, so they are refused.
      let value = try TypedJSON.value(of: member.element)
      guard variables.updateValue(value, forKey: member.key) == nil else {
        throw Problem("'\(member.key)' is given twice", range: member.keyRange)
      }
    }
    return variables
  }
}
