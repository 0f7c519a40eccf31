// Reads scenarios from a JSON file: one object, or a list of objects. The steps are read one by one
// while the scenario runs, so a file of a million steps costs little more memory than its text.
// Mistakes have their places in the file.

import Foundation
import FormGraph
import Predicate

/// The beginning of a scenario, with its steps not yet read.
struct Scenario {
  var name = ""
  var now: Date?
  var editor: Editor?
  var inputs: [String: Value] = [:]
  var state: SavedState?
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

  private let reader: EditReader
  private let line: EditLine
  private let expectations: ExpectationReader

  init(_ definition: FormDefinition, limits: FormLimits) {
    reader = EditReader(definition)
    line = EditLine(reader: reader, maximumBytes: limits.fileBytes, limits: limits)
    expectations = ExpectationReader(reader)
  }

  private enum Key: String, CaseIterable {
    case name, now, `as`, inputs, state, answers, steps
  }

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
        throw Problem("'\(text)' is not a date", range: element.range, hint: Arguments.dateHint)
      }
      scenario.now = now
    case (.as, .string("user")): scenario.editor = .user
    case (.as, .string("host")): scenario.editor = .host
    case (.inputs, .object(let members)):
      do throws(EditReader.MisplacedError) {
        scenario.inputs = try reader.inputs(of: members)
      } catch {
        throw Problem(error.error.message, range: error.range, hint: error.error.hint)
      }
    case (.state, .object): scenario.state = try SavedState(element)
    case (.answers, .object):
      do throws(EditReader.MisplacedError) {
        scenario.answers = try reader.edits(of: element)
      } catch {
        throw Problem(error.error.message, range: error.range, hint: error.error.hint)
      }
    case (.steps, .array(let steps)): scenario.steps = steps
    default:
      let wanted =
        switch key {
        case .name: "text"
        case .now: "a date; \(Arguments.dateHint)"
        case .as: #""user" or "host""#
        case .inputs: #"an object like {"region": "eu"}"#
        case .state: "a state as --save writes it"
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
    do throws(LineError) {
      let transaction = try line.transaction(element)
      do throws(CommandError) {
        for tag in transaction.edits.compactMap(\.rowTag) { try reader.checkRow(tag) }
      } catch {
        throw LineError(message: error.sentence)
      }
      return .edits(transaction)
    } catch {
      problems.append(problem(error, in: element))
      return .edits(Transaction())
    }
  }

  private static let expect = "expect"

  private func problem(_ error: LineError, in element: JSONElement) -> Problem {
    guard case .object(let members) = element.content else {
      return Problem("a step must be an object", range: element.range, hint: Self.hint)
    }
    let names = EditLine.names + [Self.expect]
    let isMisspelled = members.contains {
      Spelling.nearest(to: $0.key, among: names) == Self.expect
    }
    return Problem(
      error.message, range: error.range ?? element.range,
      hint: isMisspelled ? "did you mean expect?" : nil)
  }
}

extension Transaction.Edit {
  /// The tag of the row that the edit is about, if reading the edit did not look the tag up.
  fileprivate var rowTag: String? {
    switch self {
    case .focus(let tag), .blur(let tag), .tap(let tag), .select(let tag, _): tag
    case .reset(let tag): tag
    case .set, .values, .insert, .remove, .move, .validate, .clearErrors, .goForward, .goBack, .now,
      .resolve, .table:
      nil
    }
  }
}
