// Live forms on a pipe: each input line is a transaction or a question, and each output line is its
// change set or answer. Every line that is not blank gets exactly one answer. An invalid line gets
// an error and changes nothing.

import FormGraph
import FormProtocol
import Predicate

/// Answers lines of edits and questions.
struct EditsMode: LineAnswering {
  /// The session of lines that name none, from which all others are made.
  private var session: FormSession
  /// The sessions that lines have opened, by name; names that only look alike are two.
  private var sessions: [ExactText: FormSession] = [:]
  private let opener: FormOpener
  /// Who makes the edits of lines that do not say.
  private let editor: Editor
  /// Whether a line may say that the host makes its edits.
  private let allowsHost: Bool
  private let maximumSessions: Int
  private let limits: FormLimits
  /// The bytes that all forms hold together, if each has a limit.
  private var heldBytes: Int
  /// Above this many bytes of all forms together, edits are refused, and no session is opened.
  private let maximumHeldBytes: Int
  /// The exit status: 1 after any line that failed or left a fault in a form.
  private(set) var status: Int32 = 0

  init(
    _ form: Form, as editor: Editor, opener: FormOpener, opening: String? = nil,
    allowsHost: Bool = true, maximumSessions: Int = Arguments.standardSessions,
    limits: FormLimits = .standard, maximumHeldBytes: Int = 1 << 30
  ) {
    heldBytes = form.heldBytes
    self.maximumHeldBytes = maximumHeldBytes
    session = FormSession(form, opening: opening)
    self.opener = opener
    self.editor = editor
    self.allowsHost = allowsHost
    self.maximumSessions = maximumSessions
    self.limits = limits
  }

  mutating func answer(_ line: [UInt8], number: Int, to output: inout [UInt8]) -> Bool {
    guard !line.isBlankLine else { return true }
    JSONText.line(to: &output) { json in
      json.object { answer(line, number: number, to: &$0) }
    }
    return true
  }

  /// Writes the members of the answer to a line.
  private mutating func answer(_ line: [UInt8], number: Int, to json: inout JSONText) {
    var name: String?
    do throws(EditRefusal) {
      let element = try FormEdits(json: line, within: limits).element
      name = PipeLine.session(of: element)
      if let name { json.member("session", .string(name)) }
      try answer(try PipeLine(element), to: &json)
    } catch {
      status = CommandError.refused
      var error = error
      // A list of edits is a line of its own, and a line that is too long was cut.
      if line.count <= limits.fileBytes, (try? JSONReader.read(line)) == nil,
        let hint = JSONLines.hint(for: line)
      {
        error = EditRefusal(error.message, hint: hint, range: error.range)
      }
      let session = if let name { sessions[ExactText(name)] } else { session as FormSession? }
      if let session { error = error.at(session.sequence) }
      json.members(error.members(line: number))
    }
  }

  /// Does what a line wants.
  ///
  /// Where it throws, it has written nothing.
  private mutating func answer(
    _ line: PipeLine, to json: inout JSONText
  ) throws(EditRefusal) {
    let editor = line.editor ?? self.editor
    guard editor == .user || allowsHost else {
      throw EditRefusal(
        "the host makes no edits here", hint: "the command runs with --as-user",
        code: .notEditable)
    }
    switch line.work {
    case .open(let name, let members):
      guard sessions[ExactText(name)] == nil else {
        throw EditRefusal("the session \(Problem.quoted(name)) is open already", code: .noSession)
      }
      let (session, misfits) = try open(members)
      sessions[ExactText(name)] = session
      heldBytes += session.form.heldBytes
      json.member("open", true)
      json.member(FormSession.sequenceKey, .int(Int64(session.sequence)))
      if !misfits.isEmpty { json.member("misfits", .array(misfits.map(Value.string))) }
    case .close(let name):
      guard let session = sessions.removeValue(forKey: ExactText(name)) else {
        throw EditRefusal("no session \(Problem.quoted(name)) is open", code: .noSession)
      }
      heldBytes -= session.form.heldBytes
      json.member("close", true)
      json.member(FormSession.sequenceKey, .int(Int64(session.sequence)))
    case .question(let question, let conditions):
      let session = if let name = line.session { try opened(name) } else { session }
      json.members(try question.answer(session, conditions))
      json.member(FormSession.sequenceKey, .int(Int64(session.sequence)))
    case .edits(let edits):
      try checkHeldBytes()
      guard let name = line.session else {
        let before = session.form.heldBytes
        defer { heldBytes += session.form.heldBytes - before }
        try session.answer(edits, as: editor, drawsRipple: line.drawsRipple, &status, to: &json)
        return
      }
      var session = try opened(name)
      // Taken out, because a session that is referred to twice is copied.
      sessions[ExactText(name)] = nil
      let before = session.form.heldBytes
      defer {
        heldBytes += session.form.heldBytes - before
        sessions[ExactText(name)] = session
      }
      try session.answer(edits, as: editor, drawsRipple: line.drawsRipple, &status, to: &json)
    }
  }

  /// The session with a name, which its first line opens.
  private mutating func opened(_ name: String) throws(EditRefusal) -> FormSession {
    if let session = sessions[ExactText(name)] { return session }
    let session = try open([]).session
    sessions[ExactText(name)] = session
    heldBytes += session.form.heldBytes
    return session
  }

  /// Throws if the forms hold as much as they may together.
  private func checkHeldBytes() throws(EditRefusal) {
    guard heldBytes > maximumHeldBytes else { return }
    throw EditRefusal(
      "the sessions hold more than \(maximumHeldBytes) bytes", hint: "close one",
      code: .notAllowed)
  }

  private func open(
    _ members: [JSONMember]
  ) throws(EditRefusal) -> (session: FormSession, misfits: [String]) {
    guard sessions.count < maximumSessions else {
      throw EditRefusal(
        "only \(counted(maximumSessions, "session")) may be open",
        hint: "close one, or let --sessions say how many there may be", code: .notAllowed)
    }
    try checkHeldBytes()
    let (form, opening, misfits) = try opener.form(members, session.values)
    return (session.opening(form, as: opening), misfits)
  }
}

extension FormSession {
  /// Makes edits, and says what they changed.
  fileprivate mutating func answer(
    _ edits: FormEdits, as editor: Editor, drawsRipple: Bool, _ status: inout Int32,
    to json: inout JSONText
  ) throws(EditRefusal) {
    let changes = try apply(edits, as: editor)
    json.members(of: changes.bytes)
    guard let set = changes.changeSet else { return }
    if set.isFaulty { status = CommandError.refused }
    if drawsRipple { json.member("ripple", .string(Ripple(set, form).picture.dot)) }
  }
}
