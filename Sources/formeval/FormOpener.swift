// Opens live forms for the sessions of the pipe, each with the inputs and the state of the command
// line unless its line gives others.

import Foundation
import FormGraph
import FormProtocol
import Predicate

/// Opens live forms.
struct FormOpener {
  let compiled: CompiledForm
  let inputs: [String: Value]
  let state: SavedState?
  /// What UUIDs come from; nil: the name of an opening, or a new seed.
  let seed: String?
  /// The time at which forms open; nil: that of the clock.
  let now: Date?
  let isStrict: Bool

  /// The keys of `open`.
  private enum Key: String, CaseIterable {
    case inputs, state, now, history, opening, seed
  }

  /// Opens a form.
  ///
  /// - Parameters:
  ///   - members: The members of `open`; none for a session that its first line opens.
  ///   - values: Reads the values of inputs.
  /// - Throws: Why the form cannot be opened so.
  /// - Returns: The form, the name of its opening, and what of the state does not fit.
  func form(
    _ members: [JSONMember], _ values: EditValues
  ) throws(EditRefusal) -> (form: Form, opening: String?, misfits: [String]) {
    var inputs = inputs
    var state = state
    var now = now ?? Date()
    var historyLimit = Form.standardHistoryLimit
    var opening: String?
    var seed = seed
    for member in members {
      switch (Key(rawValue: member.key), member.element.content) {
      case (.inputs?, .object(let given)):
        for (name, value) in try values.inputs(of: given) { inputs[name] = value }
      case (.state?, .object):
        do throws(Problem) { state = try SavedState(member.element) } catch {
          throw EditRefusal(error.message, hint: error.hint, range: error.range)
        }
      case (.now?, .string(let text)):
        guard let date = DateText.date(from: text) else {
          throw EditRefusal(
            "\(Problem.quoted(text)) is not a date", hint: DateText.hint,
            range: member.element.range)
        }
        now = date
      case (.history?, .int(let count)) where count >= 0:
        historyLimit = Int(clamping: count)
      case (.opening?, .string(let name)) where PipeLine.isName(name):
        opening = name
      case (.seed?, .string(let text)) where PipeLine.isName(text):
        seed = text
      case (nil, _):
        let keys = Key.allCases.map(\.rawValue)
        throw EditRefusal(
          "'open' has the unknown key \(Problem.quoted(member.key))",
          hint: Spelling.nearest(to: member.key, among: keys).map { "did you mean \($0)?" }
            ?? "its keys are \(keys.joined(separator: ", "))", range: member.keyRange)
      case (let key?, _):
        let wanted =
          switch key {
          case .inputs: #"an object like {"name": true}"#
          case .state: "a state, as 'save' gives it"
          case .now: "a date; \(DateText.hint)"
          case .history: "a number of steps"
          case .opening, .seed: "text of 1 to \(PipeLine.maximumName) bytes"
          }
        throw EditRefusal("'\(member.key)' must be \(wanted)", range: member.element.range)
      }
    }
    do throws(EditError) {
      guard let state else {
        let form = try compiled.open(
          now: now, inputs: inputs, seed: seed ?? opening, isStrict: isStrict,
          historyLimit: historyLimit)
        return (form, opening, [])
      }
      let restored = try compiled.open(
        now: now, restoring: state, inputs: inputs, seed: seed ?? opening,
        allowsMisfits: !isStrict, isStrict: isStrict, historyLimit: historyLimit)
      return (restored.form, opening, restored.misfits.map(\.description))
    } catch {
      throw EditRefusal(error)
    }
  }
}
