// Validates answers from a pipe: each input line is an object of values, and each output line is
// the result. Every line is given to the form as it opened.

import FormAnalysis
import FormGraph
import Predicate

/// Validates answers against a form.
struct AnswersMode: LineAnswering {
  private var validator: AnswerValidator
  /// What is done to each line before the form reads it; nil: nothing.
  private let migrator: Migrator?
  var format = AnswerFormat()
  /// How lines of CSV become JSON; nil: the lines are JSON.
  var csv: CSVAnswers?
  /// Whether only the summary is shown.
  var isQuiet = false
  /// The words by which single values are chosen.
  var names: [String] { validator.names }
  /// Whether the batch stops at the first line that cannot be read.
  var failsFast = false
  /// What the lines so far add up to.
  var tally = AnswersTally()

  init(_ form: Form, as editor: Editor, includesHidden: Bool, migrator: Migrator? = nil) {
    validator = AnswerValidator(form, as: editor, includingHidden: includesHidden)
    self.migrator = migrator
  }

  /// Appends the result for a line of answers; nothing for a blank line.
  ///
  /// - Returns: False after a line that cannot be read, if the batch stops at it.
  mutating func answer(_ line: [UInt8], number: Int, to output: inout [UInt8]) -> Bool {
    guard !line.isBlankLine else { return true }
    let start = output.count
    var result: AnswersResult
    do throws(AnswersMisfit) {
      let (json, refused) = try json(of: line)
      result = validator.write(json: json, line: number, format, refusing: refused, to: &output)
      if result.isUnreadable, let hint = JSONLines.hint(for: line) {
        result.hint(hint)
        output.removeSubrange(start...)
        result.writeRefusal(.line(number), to: &output)
      }
    } catch {
      result = error.result
      result.writeRefusal(.line(number), to: &output)
    }
    if isQuiet { output.removeSubrange(start...) }
    tally.count(result)
    return !(failsFast && result.isUnreadable)
  }

  /// The result for a line of answers, with the values, and how the line is named; nil for a blank
  /// line.
  mutating func result(
    of line: [UInt8], number: Int
  ) -> (result: AnswersResult, label: AnswerLabel)? {
    guard !line.isBlankLine else { return nil }
    do throws(AnswersMisfit) {
      let (json, refused) = try json(of: line)
      var (result, label) = validator.validate(
        json: json, line: number, format, refusing: refused)
      if result.isUnreadable, let hint = JSONLines.hint(for: line) { result.hint(hint) }
      return (result, label)
    } catch {
      return (error.result, .line(number))
    }
  }

  /// The values of the form with the answers of a line, as JSON has them: days and times of day are
  /// text; nil if the form does not take the answers.
  mutating func valuesInJSON(of line: [UInt8]) -> ValueDictionary? {
    var format = format
    format.parts = .values
    var output: [UInt8] = []
    guard let json = try? json(of: line).json else { return nil }
    _ = validator.write(json: json, line: 1, format, to: &output)
    guard case .dictionary(let result)? = try? JSONReader.read(output).value,
      case .dictionary(let values)? = result["values"]
    else { return nil }
    return values
  }

  /// A line as JSON for the form, without the cells that are refused; a line of JSON that is not an
  /// object stays as it is.
  private func json(
    of line: [UInt8]
  ) throws(AnswersMisfit) -> (json: [UInt8], refused: [EditError.Reason]) {
    let (bytes, refused) = try csv?.json(of: line) ?? (line, [])
    guard let migrator, let root = try? JSONReader.readDistinct(bytes),
      case .dictionary(let answers) = root.value
    else { return (bytes, refused) }
    do throws(Migration.Collision) {
      let migrated = try migrator.migrated(answers)
      return (Array(JSONWriter.text(of: .dictionary(migrated)).utf8), refused)
    } catch {
      throw AnswersMisfit(result: AnswersResult(refusing: error.name, error.description))
    }
  }
}

/// A line that the form does not get to see, with the result that says why.
struct AnswersMisfit: Error {
  let result: AnswersResult
}

extension AnswersResult {
  /// Whether the answers were no JSON object.
  var isUnreadable: Bool { refused.contains { $0.kind == .unreadable } }

  /// What makes the answers invalid: a name and a message each.
  var complaints: [(tag: String?, message: String)] {
    refused.map { ($0.tag, $0.description) }
      + errors.filter { $0.error.severity == .error }.map { ($0.name, $0.error.message) }
  }
}

extension [UInt8] {
  /// Whether a line has nothing but blanks.
  var isBlankLine: Bool { allSatisfy { [0x20, 0x09, 0x0D].contains($0) } }
}
