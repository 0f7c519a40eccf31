// Results as lines of JSON. They are written straight from the state of the form: no dictionary is
// made on the way.

import Predicate

/// What is written of the results of answers.
public struct AnswerFormat: Hashable, Sendable {
  /// The parts of a result.
  public var parts = AnswerParts.all
  /// The names of the values that are written; nil: all values.
  public var names: Set<String>?
  /// Whether only values are written that differ from the answers.
  ///
  /// What the answers leave out counts as nil.
  public var isOnlyChanged = false

  /// Makes the format that has everything.
  public init() {}
}

extension AnswerValidator {
  /// What the summary of many answers needs to know of one result.
  package struct Summary {
    package var isRefused = false
    /// Whether the line is no JSON object.
    package var isMalformed = false
    /// Whether the answers are valid and every evaluation succeeds.
    package var isGood = false
    package var isValid = false
    package var complaints: [Complaint] = []
  }

  /// One thing that is wrong with answers.
  package struct Complaint {
    /// What complaints with the same name have in common.
    package enum Kind: Hashable {
      /// Values are refused for the same kind of reason.
      case refusal(EditError.Kind)
      /// The same rule is broken.
      case rule(String)
      case message(String)
    }

    /// The name of the row or section; nil if it has none.
    package let name: String?
    package let kind: Kind
    /// The sentence, which may hold values of the answers.
    package let message: String

    package init(name: String?, kind: Kind, message: String) {
      self.name = name
      self.kind = kind
      self.message = message
    }

    package init(_ reason: EditError.Reason) {
      self.init(name: reason.tag, kind: .refusal(reason.kind), message: reason.description)
    }

    init(_ error: AnswersResult.NamedError) {
      let (name, error) = (error.name, error.error)
      let kind = error.id.map(Kind.rule) ?? Kind.message(error.message)
      self.init(name: name, kind: kind, message: error.message)
    }
  }

  /// Validates answers and appends the result as a line of JSON.
  ///
  /// - `valid`: whether every row that counts is valid and every section has enough items.
  /// - `errors` and `values` for answers that the form takes. Each error has `tag`, `message` and
  ///   possibly `severity` and `id`. Also `problems`, if an evaluation fails with these answers and
  ///   did not fail before. Also `pending`, if the host has to answer before the answers are valid.
  /// - `refused` for other answers, each with `tag` and `message`, and the number of the `line`.
  /// - `missing` in both cases, if the answers leave out rows or lists that a mistake depends on.
  ///
  /// - Parameters:
  ///   - json: A JSON object.
  ///   - line: The number of the line.
  ///   - format: What is written.
  ///   - output: Where the line is appended.
  /// - Returns: What a summary counts.
  package mutating func write(
    json: [UInt8], line: Int, _ format: AnswerFormat, to output: inout [UInt8]
  ) -> Summary {
    func refuse(_ error: EditError) -> Summary {
      Self.refuse(
        error.reasons.map(Complaint.init), missing: error.missing, line: line, to: &output)
    }
    let answers: GivenValues
    do throws(EditError) { answers = try GivenValues(answers: json, within: byteLimit) } catch {
      var summary = refuse(error)
      summary.isMalformed = true
      return summary
    }
    let findings: Findings
    do throws(EditError) { findings = try give(answers) } catch { return refuse(error) }
    write(findings, answers, format, to: &output)
    takeBack()
    var summary = Summary(isGood: findings.isValid && findings.problems.isEmpty)
    summary.isValid = findings.isValid
    for error in findings.errors where error.error.severity == .error {
      summary.complaints.append(Complaint(error))
    }
    return summary
  }

  /// Appends the line for answers that are refused.
  package static func refuse(
    _ reasons: [Complaint], missing: [String], line: Int, to output: inout [UInt8]
  ) -> Summary {
    let refused = reasons.map { reason -> Value in
      // A name that the form does not know may have any length.
      let isUnknown = reason.kind == .refusal(.unknown)
      let name = reason.name.map { isUnknown ? Problem.shortened($0) : $0 }
      return ["tag": name.map(Value.string) ?? .null, "message": .string(reason.message)]
    }
    var pairs: [(String, Value)] = [("valid", false), ("refused", .array(refused))]
    if !missing.isEmpty { pairs.append(("missing", .array(missing.map(Value.string)))) }
    pairs.append(("line", .int(Int64(line))))
    JSONWriter.write(.dictionary(ValueDictionary(pairs)), to: &output)
    output.append(UInt8(ascii: "\n"))
    var summary = Summary(isRefused: true)
    summary.complaints = reasons
    return summary
  }

  private func write(
    _ findings: Findings, _ answers: GivenValues, _ format: AnswerFormat, to output: inout [UInt8]
  ) {
    var isFirst = true
    func key(_ part: AnswerParts, _ name: StaticString, isThere: Bool = true) -> Bool {
      guard isThere, format.parts.contains(part) else { return false }
      output.append(isFirst ? UInt8(ascii: "{") : UInt8(ascii: ","))
      isFirst = false
      name.withUTF8Buffer { output.append(contentsOf: $0) }
      return true
    }
    func list(_ part: AnswerParts, _ name: StaticString, _ values: [Value]) {
      if key(part, name, isThere: !values.isEmpty) {
        JSONWriter.write(.array(values), to: &output)
      }
    }
    if key(.valid, "\"valid\":") { JSONWriter.write(.bool(findings.isValid), to: &output) }
    if key(.errors, "\"errors\":") { Self.write(findings.errors, to: &output) }
    list(.missing, "\"missing\":", findings.missing.map(Value.string))
    list(.problems, "\"problems\":", findings.problems.map(\.json))
    list(.pending, "\"pending\":", findings.pending.map(\.json))
    if key(.values, "\"values\":") { writeValues(answers, format, to: &output) }
    if isFirst { output.append(UInt8(ascii: "{")) }
    output.append(UInt8(ascii: "}"))
    output.append(UInt8(ascii: "\n"))
  }

  /// Appends errors as `RowError.json(_:)` has them.
  private static func write(_ errors: [AnswersResult.NamedError], to output: inout [UInt8]) {
    func text(_ key: StaticString, _ text: String?) {
      key.withUTF8Buffer { output.append(contentsOf: $0) }
      JSONWriter.write(text.map(Value.string) ?? .null, to: &output)
    }
    output.append(UInt8(ascii: "["))
    for (index, error) in errors.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      text("{\"tag\":", error.name)
      text(",\"message\":", error.error.message)
      if error.error.severity != .error { text(",\"severity\":", error.error.severity.rawValue) }
      if let id = error.error.id { text(",\"id\":", id) }
      output.append(UInt8(ascii: "}"))
    }
    output.append(UInt8(ascii: "]"))
  }

  private func writeValues(
    _ answers: GivenValues, _ format: AnswerFormat, to output: inout [UInt8]
  ) {
    var given: [ExactText: Value] = [:]
    if format.isOnlyChanged {
      for (name, value) in answers.members { given[ExactText(name)] = value }
    }
    output.append(UInt8(ascii: "{"))
    var isFirst = true
    for written in plan where isWritten(written.member) {
      if let names = format.names, !names.contains(written.name),
        !(written.tag.map(names.contains) ?? false)
      {
        continue
      }
      let value = value(of: written.member, inJSON: true)
      if format.isOnlyChanged {
        let other = given[ExactText(written.name)] ?? written.tag.flatMap { given[ExactText($0)] }
        guard !value.isWritten(as: other ?? .null) else { continue }
      }
      if !isFirst { output.append(UInt8(ascii: ",")) }
      isFirst = false
      output.append(contentsOf: written.key)
      JSONWriter.write(value, to: &output)
    }
    output.append(UInt8(ascii: "}"))
  }
}
