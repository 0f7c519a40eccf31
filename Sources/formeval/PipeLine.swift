// A line of `--edits`: which live form it is for, who speaks, what the line may want, and what is
// edited or asked. Keys that are none of these are edits.

import FormGraph
import FormProtocol
import Predicate

/// A line of the pipe.
struct PipeLine {
  /// What a line wants.
  enum Work {
    case edits(FormEdits)
    case question(PipeQuestion, LineConditions)
    /// Opens the session of a name.
    case open(String, [JSONMember])
    /// Ends the session of a name.
    case close(String)
  }

  /// The keys that are no edits and no questions.
  private enum Key: String, CaseIterable {
    case session
    /// Who makes the edits.
    case `as`
    /// What a line may want, which a server says of what a stranger has written.
    case only
    case open, close
    /// Whether the answer has a picture of what the edits changed.
    case ripple
  }

  /// Whether a key asks for what a stranger is not told: the answer has formulas or inputs.
  static func isQuestion(_ key: String) -> Bool {
    PipeQuestion.Key(rawValue: key) != nil || Key(rawValue: key) == .ripple
  }

  /// The name of the live form; nil for the one that the command has opened.
  let session: String?
  /// Who makes the edits; nil: nobody says.
  let editor: Editor?
  let work: Work
  /// Whether the answer to edits has a picture of what they changed, in DOT.
  let drawsRipple: Bool

  /// The largest number of bytes of the name of a session or an opening.
  static let maximumName = 200

  /// Whether a text can be the name of a session or an opening.
  static func isName(_ text: String) -> Bool { (1...maximumName).contains(text.utf8.count) }

  private static let otherKeys = Set(Key.allCases.map(\.rawValue))

  /// The name of the session of a line, also of one that is wrong otherwise; nil if it has none.
  static func session(of element: JSONElement) -> String? {
    let member = objects(of: element).first?.first { $0.key == Key.session.rawValue }
    return member.flatMap { member in try? name(member) }
  }

  /// Reads a line.
  init(_ element: JSONElement) throws(EditRefusal) {
    let objects = Self.objects(of: element)
    let members = objects.first ?? []
    try Self.checkOnly(objects)
    for member in objects.dropFirst().joined()
    where Key(rawValue: member.key) != nil || PipeQuestion.Key(rawValue: member.key) != nil {
      throw EditRefusal(
        "'\(member.key)' stands in the first object of a list", range: member.keyRange)
    }
    var given: [Key: JSONMember] = [:]
    var questions: [(PipeQuestion.Key, JSONMember)] = []
    // A list is edits, whatever its first object has.
    var condition: String?
    var editCount = if case .array = element.content { 1 } else { 0 }
    for member in members {
      if let key = Key(rawValue: member.key) {
        given[key] = member
      } else if let key = PipeQuestion.Key(rawValue: member.key) {
        questions.append((key, member))
      } else if EditLine.isEdit(member.key) {
        editCount += 1
      } else if LineConditions.names.contains(member.key) {
        condition = member.key
      } else {
        throw Self.unknown(member)
      }
    }
    session = try given[.session].map(Self.name)
    editor = try given[.as].map(Self.editor)
    if let ripple = given[.ripple], ripple.element.content != .bool(true) {
      throw EditRefusal("'ripple' must be true", range: ripple.element.range)
    }
    drawsRipple = given[.ripple] != nil
    // A picture is one of edits.
    if given[.ripple] != nil { editCount += 1 }
    let orders = [Key.open, .close].compactMap { key in given[key].map { (key, $0) } }
    guard orders.count + questions.count + min(editCount, 1) < 2 else {
      let second = (questions.map(\.1) + orders.map(\.1)).last
      throw EditRefusal(
        "'\(second?.key ?? "")' stands alone",
        hint: "write it, the session and nothing else on a line of its own", range: second?.keyRange
      )
    }
    if let (key, member) = questions.first {
      work = .question(try PipeQuestion(key, member), try LineConditions(in: element))
    } else if let (key, member) = orders.first {
      guard let session else {
        throw EditRefusal(
          "'\(key)' needs a 'session'", hint: #"write {"session": "name", "open": {}}"#,
          range: member.keyRange)
      }
      if let condition {
        throw EditRefusal("'\(key)' stands without '\(condition)'", range: member.keyRange)
      }
      work = try Self.order(key, member, session)
    } else {
      work = .edits(FormEdits(element, besides: Self.otherKeys))
    }
  }

  /// Checks that a line which may only want edits wants nothing else.
  private static func checkOnly(_ objects: [[JSONMember]]) throws(EditRefusal) {
    guard let only = objects.first?.first(where: { $0.key == Key.only.rawValue }) else { return }
    guard only.element.content == .string("edits") else {
      throw EditRefusal(#"'only' must be "edits""#, range: only.element.range)
    }
    for member in objects.joined() {
      if isQuestion(member.key) {
        throw EditRefusal(
          "'\(member.key)' is a question, and the line may only edit", range: member.keyRange,
          code: .question)
      }
      if member.key == Key.open.rawValue || member.key == Key.close.rawValue {
        throw EditRefusal(
          "'\(member.key)' is not an edit, and the line may only edit", range: member.keyRange)
      }
    }
  }

  private static func unknown(_ member: JSONMember) -> EditRefusal {
    let questions = PipeQuestion.Key.allCases.map(\.rawValue)
    let others = Key.allCases.map(\.rawValue) + LineConditions.names
    let nearest = Spelling.nearest(
      to: member.key, among: EditLine.names + questions + others)
    return EditRefusal(
      "unknown key \(Problem.quoted(member.key))",
      hint: nearest.map { "did you mean \($0)?" }
        ?? "edits are \(EditLine.names.joined(separator: ", ")); questions are "
        + "\(questions.joined(separator: ", ")); with any of them: "
        + others.joined(separator: ", "), range: member.keyRange)
  }

  /// The members of the objects of a line: one object, or a list of them.
  private static func objects(of element: JSONElement) -> [[JSONMember]] {
    let elements = if case .array(let elements) = element.content { elements } else { [element] }
    return elements.map { if case .object(let members) = $0.content { members } else { [] } }
  }

  private static func order(
    _ key: Key, _ member: JSONMember, _ session: String
  ) throws(EditRefusal) -> Work {
    switch (key, member.element.content) {
    case (.close, .bool(true)): return .close(session)
    case (.open, .bool(true)): return .open(session, [])
    case (.open, .object(let members)): return .open(session, members)
    default:
      throw EditRefusal(
        key == .close
          ? "'close' must be true" : #"'open' must be true or an object like {"inputs": {}}"#,
        range: member.element.range)
    }
  }

  private static func name(_ member: JSONMember) throws(EditRefusal) -> String {
    guard case .string(let name) = member.element.content, isName(name) else {
      throw EditRefusal(
        "'session' must be text of 1 to \(maximumName) bytes, the name of a session",
        range: member.element.range)
    }
    return name
  }

  private static func editor(_ member: JSONMember) throws(EditRefusal) -> Editor {
    switch member.element.content {
    case .string("user"): return .user
    case .string("host"): return .host
    default:
      throw EditRefusal(#"'as' must be "user" or "host""#, range: member.element.range)
    }
  }
}
