// Reads scenarios from a JSON file: one object, or a list of objects. The steps are read one by one
// while the scenario runs, so a file of a million steps costs little more memory than its text.
// Mistakes have their places in the file.

import Foundation
import FormGraph
import FormProtocol
import Predicate

/// The beginning of a scenario, with its steps not yet read.
struct Scenario {
  var name = ""
  var now: Date?
  var editor: Editor?
  var inputs: [String: Value] = [:]
  var state: SavedState?
  /// What the UUIDs of the form come from.
  var seed: String?
  /// The values that the form is given before the first step.
  var answers: [Transaction.Edit] = []
  var steps: [JSONElement] = []
}

/// Reads scenarios, using the names of a form.
struct ScenarioReader {
  /// A step of a scenario.
  enum Step {
    case edits(Transaction)
    case expect(Expectation)
  }

  private let line: EditLine
  private var values: EditValues { line.values }
  private let expectations: ExpectationReader

  init(_ definition: FormDefinition, limits: FormLimits) {
    line = EditLine(EditValues(definition), limits: limits)
    expectations = ExpectationReader(line.values)
  }

  private enum Key: String, CaseIterable {
    case name, now, `as`, inputs, state, seed, answers, steps
  }

  /// A session that uses the same names.
  func session(_ form: Form) -> FormSession { FormSession(form, line) }

  /// The scenarios of a file.
  static func scenarios(in root: JSONElement) throws(Problem) -> [JSONElement] {
    switch root.content {
    case .array(let scenarios): return scenarios
    case .object: return [root]
    default:
      throw Problem(
        "a test file must be a scenario or a list of scenarios", range: root.range, hint: hint)
    }
  }

  private static let hint =
    #"write {"name": "a test", "steps": [{"set": {"tag": 1}}, {"expect": {"canSubmit": true}}]}"#

  /// The beginning of a scenario; its mistakes are appended to a list.
  func scenario(_ element: JSONElement, _ problems: inout [Problem]) -> Scenario {
    var scenario = Scenario()
    guard case .object(let members) = element.content else {
      problems.append(
        Problem("a scenario must be an object", range: element.range, hint: Self.hint))
      return scenario
    }
    for member in members {
      guard let key = Key(rawValue: member.key) else {
        problems.append(.unknownKey(member, of: "a scenario", Key.allCases.map(\.rawValue)))
        continue
      }
      do throws(Problem) { try read(key, member.element, &scenario) } catch {
        problems.append(error)
      }
    }
    if !members.contains(where: { $0.key == Key.name.rawValue }) {
      let start = element.range.lowerBound
      problems.append(
        Problem("a scenario needs a 'name'", range: start..<start + 1, hint: Self.hint))
    }
    return scenario
  }

  private func read(
    _ key: Key, _ element: JSONElement, _ scenario: inout Scenario
  ) throws(Problem) {
    switch (key, element.content) {
    case (.name, .string(let name)): scenario.name = name
    case (.now, .string(let text)):
      guard let now = DateText.date(from: text) else {
        throw Problem("'\(text)' is not a date", range: element.range, hint: DateText.hint)
      }
      scenario.now = now
    case (.as, .string("user")): scenario.editor = .user
    case (.as, .string("host")): scenario.editor = .host
    case (.inputs, .object(let members)):
      do throws(EditRefusal) { scenario.inputs = try values.inputs(of: members) } catch {
        throw Problem(error)
      }
    case (.seed, .string(let text)) where PipeLine.isName(text): scenario.seed = text
    case (.state, .object): scenario.state = try SavedState(element)
    case (.answers, .object):
      do throws(EditRefusal) { scenario.answers = try values.answers(of: element) } catch {
        throw Problem(error)
      }
    case (.steps, .array(let steps)): scenario.steps = steps
    default:
      let wanted =
        switch key {
        case .name: "text"
        case .now: "a date; \(DateText.hint)"
        case .as: #""user" or "host""#
        case .inputs: #"an object like {"region": "eu"}"#
        case .state: "a state as --save writes it"
        case .seed: "text of 1 to \(PipeLine.maximumName) bytes"
        case .answers: #"an object like {"age": 12}"#
        case .steps: #"a list like [{"set": {"age": 12}}, {"expect": {"valid": true}}]"#
        }
      throw Problem("'\(key)' must be \(wanted)", range: element.range)
    }
  }

  /// A step of a scenario; its mistakes are appended to a list.
  func step(_ element: JSONElement, _ problems: inout [Problem]) -> Step {
    if case .object(let members) = element.content,
      let expect = members.first(where: { $0.key == Self.expect })
    {
      if members.count > 1 {
        problems.append(
          Problem(
            "'expect' must be the only key of its step", range: expect.keyRange,
            hint: "write the edits in a step before it"))
      }
      return .expect(expectations.expectation(expect.element, &problems))
    }
    do throws(EditRefusal) {
      let transaction = try line.transaction(element)
      for edit in transaction.edits {
        if case .reset(let tag?) = edit { _ = try values.names.resettable(tag) }
        if let tag = edit.rowTag { _ = try values.names.row(tag) }
      }
      return .edits(transaction)
    } catch {
      problems.append(problem(error, in: element))
      return .edits(Transaction())
    }
  }

  private static let expect = "expect"

  private func problem(_ error: EditRefusal, in element: JSONElement) -> Problem {
    guard case .object(let members) = element.content else {
      guard case .array = element.content else {
        return Problem("a step must be an object", range: element.range, hint: Self.hint)
      }
      return Problem(error.message, range: error.range ?? element.range, hint: error.hint)
    }
    let names = EditLine.names + [Self.expect]
    let isMisspelled = members.contains {
      Spelling.nearest(to: $0.key, among: names) == Self.expect
    }
    return Problem(
      error.message, range: error.range ?? element.range,
      hint: isMisspelled ? "did you mean expect?" : error.hint)
  }
}

extension Problem {
  /// A mistake in edits that are part of a scenario.
  init(_ error: EditRefusal) {
    self.init(error.message, range: error.range, hint: error.hint)
  }
}

extension Transaction.Edit {
  /// The tag of the row that the edit is about, if reading the edit did not look the tag up.
  fileprivate var rowTag: String? {
    switch self {
    case .focus(let tag), .blur(let tag), .tap(let tag, _), .select(let tag, _),
      .enter(let tag, _):
      tag
    case .reset, .set, .values, .answers, .insert, .remove, .move, .validate, .clearErrors,
      .goForward, .goBack, .goTo, .now, .resolve, .table, .noteUTC:
      nil
    }
  }
}
