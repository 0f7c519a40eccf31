// Results as lines of JSON. They are written straight from the state of the form: no dictionary is
// made on the way.

package import Predicate

/// How a result says which answers it is about.
package enum AnswerLabel {
  /// By the number of their line.
  case line(Int)
  /// By the value that they have under a key.
  case id(Value)

  /// The member of a result.
  package var member: (key: String, value: Value) {
    switch self {
    case .line(let number): (ToldKey.line.rawValue, .int(Int64(number)))
    case .id(let value): (ToldKey.id.rawValue, value)
    }
  }

  fileprivate func write(to json: inout JSONText) {
    switch self {
    case .line(let number): json.member(.line, .int(Int64(number)))
    case .id(let value): json.member(.id, value)
    }
  }
}

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
  /// The key of the answers whose value says which answers a result is about; nil: the number of
  /// the line says it.
  public var id: String?
  /// Whether the form has a value of that name, so that the key is an answer too.
  package var isIDAnswer = false

  /// Makes the format that has everything.
  public init() {}
}

extension AnswerValidator {
  /// Validates answers and appends the result as a line of JSON.
  ///
  /// - `valid`: whether every row that counts is valid and every section has enough items.
  /// - `errors` and `values` for answers that the form takes. Each error has `tag`, `message` and
  ///   possibly `severity` and `id`. Also `problems`, if an evaluation fails with these answers and
  ///   did not fail before. Also `pending`, if the host has to answer before the answers are valid,
  ///   and `cleared`, if choices in the answers are not options and were cleared.
  /// - `refused` for other answers, each with `tag` and `message`.
  /// - `missing` in both cases, if the answers leave out rows or lists that a mistake depends on.
  /// - The number of the `line` or, if the format names a key that the answers have, its value as
  ///   `id`.
  ///
  /// - Parameters:
  ///   - json: A JSON object.
  ///   - line: The number of the line.
  ///   - format: What is written.
  ///   - others: Why other parts of the answers are refused, which the form does not see.
  ///   - output: Where the line is appended.
  /// - Returns: The result without the values.
  package mutating func write(
    json: [UInt8], line: Int, _ format: AnswerFormat, refusing others: [EditError.Reason] = [],
    to output: inout [UInt8]
  ) -> AnswersResult {
    var label = AnswerLabel.line(line)
    do throws(EditError) {
      let answers = try given(json, format, &label)
      let result = try give(answers)
      defer { takeBack() }
      guard others.isEmpty else { throw EditError(reasons: []) }
      write(result, answers, format, label, to: &output)
      return result
    } catch {
      let result = AnswersResult(error, others)
      result.writeRefusal(label, to: &output)
      return result
    }
  }

  /// Validates answers as `write` does.
  ///
  /// - Returns: The result with the values, and how it says which answers it is about.
  package mutating func validate(
    json: [UInt8], line: Int, _ format: AnswerFormat, refusing others: [EditError.Reason]
  ) -> (result: AnswersResult, label: AnswerLabel) {
    var label = AnswerLabel.line(line)
    do throws(EditError) {
      var result = try give(try given(json, format, &label))
      defer { takeBack() }
      guard others.isEmpty else { throw EditError(reasons: []) }
      result.values = values
      return (result, label)
    } catch {
      return (AnswersResult(error, others), label)
    }
  }

  /// Reads answers, and takes the value out that says which answers they are.
  private func given(
    _ json: [UInt8], _ format: AnswerFormat, _ label: inout AnswerLabel
  ) throws(EditError) -> GivenValues {
    var answers = try GivenValues(answers: json, within: byteLimit)
    guard let key = format.id, let id = answers[key] else { return answers }
    label = .id(id)
    if !format.isIDAnswer { answers.remove(key) }
    return answers
  }

  private func write(
    _ result: AnswersResult, _ answers: GivenValues, _ format: AnswerFormat,
    _ label: AnswerLabel, to output: inout [UInt8]
  ) {
    func write(
      _ part: AnswerParts, _ key: ToldKey, ifAny: Bool = true,
      _ values: @autoclosure () -> [Value], to json: inout JSONText
    ) {
      guard format.parts.contains(part) else { return }
      let values = values()
      if !(ifAny && values.isEmpty) { json.member(key, .array(values)) }
    }
    JSONText.line(to: &output) { json in
      json.object { json in
        if format.parts.contains(.valid) { json.member(.valid, .bool(result.isValid)) }
        write(
          .errors, .errors, ifAny: false, result.errors.map { $0.error.json($0.name) }, to: &json)
        write(.missing, .missing, result.missing.map(Value.string), to: &json)
        write(.problems, .problems, result.problems.map { $0.json(hasIDs: false) }, to: &json)
        write(.pending, .pending, result.pending.map { $0.json(hasIDs: false) }, to: &json)
        write(
          .cleared, .cleared,
          result.cleared.map { .object([(.tag, .string($0.name)), (.value, $0.value)]) }, to: &json)
        if format.parts.contains(.values) {
          json.object(.values) { writeValues(answers, format, to: &$0) }
        }
        label.write(to: &json)
      }
    }
  }

  private func writeValues(
    _ answers: GivenValues, _ format: AnswerFormat, to json: inout JSONText
  ) {
    guard nested == nil else { return writeNested(answers, format, to: &json) }
    var given: [ExactText: Value] = [:]
    if format.isOnlyChanged {
      for (name, value) in answers.members { given[ExactText(name)] = value }
    }
    for written in plan where isWritten(written.member) {
      if let names = format.names, !names.contains(written.name),
        !(written.tag.map(names.contains) ?? false)
      {
        continue
      }
      if !format.isOnlyChanged, case .row(let row, _) = written.member,
        json.member(written.key, engine.state.values.cells[row.index])
      {
        continue
      }
      let value = value(of: written, inJSON: true)
      if format.isOnlyChanged {
        let other = given[ExactText(written.name)] ?? written.tag.flatMap { given[ExactText($0)] }
        guard !value.says(other ?? .null) else { continue }
      }
      json.member(written.key, value)
    }
  }
}

extension AnswerValidator {
  /// Writes nested answers.
  private func writeNested(
    _ answers: GivenValues, _ format: AnswerFormat, to json: inout JSONText
  ) {
    let given: Value =
      format.isOnlyChanged ? .dictionary(ValueDictionary(answers.members.map { ($0, $1) })) : .null
    let values = self.answers { written in
      guard isWritten(written.member), isChosen(written, format.names) else { return nil }
      let value = value(of: written, inJSON: true)
      if format.isOnlyChanged, value.says(given.value(at: written.path)) { return nil }
      return value
    }
    for (name, value) in zip(values.keys, values.values) {
      json.member(JSONText.WrittenKey(name), value)
    }
  }

  /// Whether a value, or an object around it, is among the names.
  private func isChosen(_ written: Written, _ names: Set<String>?) -> Bool {
    guard let names else { return true }
    return names.contains(written.name) || written.around.contains(where: names.contains)
  }
}

extension Value {
  /// The value at a path in objects; null if a name of the path is missing.
  fileprivate func value(at path: [String]) -> Value {
    var value = self
    for name in path {
      guard case .dictionary(let members) = value else { return .null }
      value = members[name] ?? .null
    }
    return value
  }
}

extension AnswersResult {
  /// Appends the line for answers that are refused.
  package func writeRefusal(_ label: AnswerLabel, to output: inout [UInt8]) {
    let reasons = refused.map { reason -> Value in
      // A name that the form does not know may have any length.
      let name = reason.kind == .unknown ? Problem.shortened(reason.tag) : reason.tag
      return .object([(.tag, .string(name)), (.message, .string(reason.description))])
    }
    JSONText.line(to: &output) { json in
      json.object { json in
        json.member(.valid, false)
        json.member(.refused, .array(reasons))
        if !missing.isEmpty { json.member(.missing, .array(missing.map(Value.string))) }
        label.write(to: &json)
      }
    }
  }
}

extension Value {
  /// Whether a value of the form, as JSON shows it, is what the answers gave: `2.0` for 2, and a
  /// point in time for its text.
  ///
  /// The recursion, through lists in items, is bounded by `SectionDefinition.maximumDepth`, and by
  /// the depth of JSON in rows that hold anything.
  fileprivate func says(_ given: Value) -> Bool {
    switch (self, given) {
    case (.array(let members), .array(let others)):
      members.count == others.count && zip(members, others).allSatisfy { $0.says($1) }
    case (.dictionary(let members), .dictionary(let others)):
      zip(members.keys, members.values).allSatisfy { $1.says(others[$0] ?? .null) }
    case (.date(let date), .string(let text)): DateText.date(from: text) == date
    default: equals(given) || isWritten(as: given)
    }
  }
}
