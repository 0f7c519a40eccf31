// A question on the pipe of `--edits`: what a flag of the command shows, as JSON. It changes
// nothing.

import FormGraph
import FormProtocol
import Predicate

/// A question about a live form.
enum PipeQuestion {
  case state, save, values, blockers
  case why(String)
  case impact(String)
  case graph(String)
  case next(String)

  /// The keys by which a line asks.
  enum Key: String, CaseIterable {
    case state, save, values, why, impact, graph, blockers, next
  }

  /// Reads a question.
  init(_ key: Key, _ member: JSONMember) throws(EditRefusal) {
    switch (key, member.element.content) {
    case (.state, .bool(true)): self = .state
    case (.save, .bool(true)): self = .save
    case (.values, .bool(true)): self = .values
    case (.blockers, .bool(true)): self = .blockers
    case (.why, .string(let tag)): self = .why(tag)
    case (.impact, .string(let tag)): self = .impact(tag)
    case (.graph, .string(let tag)): self = .graph(tag)
    case (.next, .string(let tag)): self = .next(tag)
    case (.why, _), (.impact, _), (.graph, _), (.next, _):
      throw EditRefusal("'\(key)' must be a tag", range: member.element.range)
    case (.state, _), (.save, _), (.values, _), (.blockers, _):
      throw EditRefusal("'\(key)' must be true", range: member.element.range)
    }
  }

  /// The name that the question is about; nil if it is about the form.
  private var name: String? {
    switch self {
    case .state, .save, .values, .blockers: nil
    case .why(let name), .impact(let name), .graph(let name), .next(let name): name
    }
  }

  /// Answers the question.
  ///
  /// - Parameters:
  ///   - session: The session that is asked.
  ///   - conditions: What the line says of the session.
  /// - Throws: A refusal if that does not hold, or if the name is unknown.
  /// - Returns: The members of the answer.
  func answer(
    _ session: FormSession, _ conditions: LineConditions
  ) throws(EditRefusal) -> [(String, Value)] {
    try conditions.check(session, naming: name.flatMap { EditNames.isID($0) ? $0 : nil })
    let form = session.form
    switch self {
    case .state: return [("state", session.state)]
    case .save: return [("save", form.savedState.json)]
    case .values:
      return [("values", .dictionary(form.values(includingHidden: false, inJSON: true)))]
    case .blockers:
      return [("blockers", BlockersReport(form: form, style: Style(isColored: false)).json)]
    case .why(let tag):
      if form.explain(tag) == nil, form.inputs[tag] == nil { throw unknown(tag, session) }
      return Self.members(WhyReport(form: form, tag: tag, style: Style(isColored: false)).json)
    case .impact(let tag):
      guard let impact = form.impact(of: tag) else { throw unknown(tag, session) }
      return Self.members(
        ImpactReport(impact: impact, tag: tag, style: Style(isColored: false)).json)
    case .graph(let tag):
      let neighbourhood = Neighbourhood(form)
      guard let center = form.position(of: tag, in: neighbourhood.graph) else {
        throw unknown(tag, session)
      }
      let picture = neighbourhood.picture(around: center, Neighbourhood.Depth())
      return [("graph", .string(tag)), ("dot", .string(picture.dot))]
    case .next(let tag):
      guard let row = form[tag] else { throw unknown(tag, session) }
      let next = form.next(after: row.id)
      return [
        ("next", .string(tag)), ("row", next?.name.map(Value.string) ?? .null),
        ("id", next.map { .string(form.id(of: $0.id)) } ?? .null),
      ]
    }
  }

  private static func members(_ json: Value) -> [(String, Value)] {
    guard case .dictionary(let members) = json else { return [] }
    return Array(zip(members.keys, members.values))
  }

  /// Why nothing is known of a name.
  private func unknown(_ tag: String, _ session: FormSession) -> EditRefusal {
    if EditNames.isID(tag) { return EditRefusal(EditError(reasons: [.missing(id: tag)])) }
    do throws(EditRefusal) {
      try session.names.checkMember(tag)
    } catch {
      return error
    }
    return EditRefusal(
      "nothing in the form is called \(Problem.quoted(tag)) now", code: .unknown, of: tag)
  }
}
