// A saved state as JSON. Keys may be added, but are never renamed or removed. Written text can be
// read back and fits the same form. Dates are text; they are converted when the form is opened.

public import Predicate

extension SavedState {
  private enum Key: String, CaseIterable {
    case version, values, erased, inputs, items, errors, blurred, changed, page, tokens
  }

  private enum ErrorKey: String, CaseIterable {
    case message, severity, id, messageID, parameters
  }

  /// The version of the format.
  private static let version: Int64 = 1

  /// The state as a JSON object.
  ///
  /// `JSONWriter` writes it as text.
  public var json: Value {
    var pairs: [(Key, Value)] = [
      (.version, .int(Self.version)), (.values, .dictionary(values)),
    ]
    if !erased.isEmpty { pairs.append((.erased, .array(erased.map(Value.string)))) }
    if inputs.count > 0 { pairs.append((.inputs, .dictionary(inputs))) }
    if !items.isEmpty {
      let numbers = items.sorted { $0.key < $1.key }.map { tag, numbers in
        (tag, Value.array(numbers.map { .int(Int64($0)) }))
      }
      pairs.append((.items, .dictionary(ValueDictionary(numbers))))
    }
    if !errors.isEmpty {
      let shown = errors.map { ($0.row, Value.array($0.errors.map(Self.json))) }
      pairs.append((.errors, .dictionary(ValueDictionary(shown))))
    }
    for (key, names) in [(Key.blurred, blurred), (.changed, changed)] where !names.isEmpty {
      pairs.append((key, .array(names.map(Value.string))))
    }
    if let page { pairs.append((.page, .string(page))) }
    if tokens > 0 { pairs.append((.tokens, .int(Int64(tokens)))) }
    return .dictionary(ValueDictionary(pairs.map { ($0.0.rawValue, $0.1) }))
  }

  private static func json(_ error: RowError) -> Value {
    var pairs: [(ErrorKey, Value)] = [(.message, .string(error.message))]
    if error.severity != .error { pairs.append((.severity, .string(error.severity.rawValue))) }
    if let id = error.id { pairs.append((.id, .string(id))) }
    if let id = error.messageID { pairs.append((.messageID, .string(id.rawValue))) }
    if error.parameters.count > 0 { pairs.append((.parameters, .dictionary(error.parameters))) }
    return .dictionary(ValueDictionary(pairs.map { ($0.0.rawValue, $0.1) }))
  }

  // MARK: - Reading

  /// Reads a state.
  ///
  /// - Parameter root: The root element from `JSONReader`.
  /// - Throws: A problem with its place if the JSON is not a saved state.
  public init(_ root: JSONElement) throws(Problem) {
    guard case .object(let members) = root.content else {
      throw Problem("a saved state must be an object", range: root.range)
    }
    var hasVersion = false
    for member in members {
      let element = member.element
      switch Key(rawValue: member.key) {
      case .version?:
        guard case .int(Self.version) = element.content else {
          throw Problem(
            "the version of a saved state must be \(Self.version)", range: element.range)
        }
        hasVersion = true
      case .values?: values = try Self.dictionary(element, member.key)
      case .erased?: erased = try Self.names(element, member.key)
      case .inputs?: inputs = try Self.dictionary(element, member.key)
      case .items?:
        for list in try Self.members(element, member.key) {
          items[list.key] = try Self.elements(list.element, "a list of items").map {
            element throws(Problem) in
            guard case .int(let number) = element.content else {
              throw Problem("the number of an item must be a number", range: element.range)
            }
            return Int(clamping: number)
          }
        }
      case .errors?:
        errors = try Self.members(element, member.key).map { row throws(Problem) in
          Shown(
            row: row.key,
            errors: try Self.elements(row.element, "the errors of a row").map(Self.error))
        }
      case .blurred?: blurred = try Self.names(element, member.key)
      case .changed?: changed = try Self.names(element, member.key)
      case .page?:
        guard case .string(let tag) = element.content else {
          throw Problem("'page' of a saved state must be a tag", range: element.range)
        }
        page = tag
      case .tokens?:
        guard case .int(let count) = element.content, 0...Int64(Self.maximumTokens) ~= count else {
          throw Problem(
            "'tokens' of a saved state must be a number of tokens", range: element.range)
        }
        tokens = Int(count)
      case nil:
        let nearest = Spelling.nearest(to: member.key, among: Key.allCases.map(\.rawValue))
        throw Problem(
          "\(Problem.quoted(member.key)) is not a key of a saved state", range: member.keyRange,
          hint: nearest.map { "did you mean \($0)?" })
      }
    }
    guard hasVersion else {
      throw Problem(
        "this is not a saved state: 'version' is missing",
        range: root.range.lowerBound..<(root.range.lowerBound + 1))
    }
  }

  private static func error(_ element: JSONElement) throws(Problem) -> RowError {
    var message: String?
    var severity = Severity.error
    var id: String?
    var messageID: MessageID?
    var parameters = ValueDictionary()
    for member in try members(element, "an error") {
      if member.key == ErrorKey.parameters.rawValue {
        parameters = try dictionary(member.element, member.key)
        continue
      }
      guard case .string(let text) = member.element.content else {
        throw Problem("'\(member.key)' of an error must be text", range: member.element.range)
      }
      switch ErrorKey(rawValue: member.key) {
      case .message?: message = text
      case .id?: id = text
      // A later version may know more ids.
      case .messageID?: messageID = MessageID(rawValue: text)
      case .parameters?: break
      case .severity?:
        guard let known = Severity(rawValue: text) else {
          throw Problem(
            "unknown severity \(Problem.quoted(text))", range: member.element.range)
        }
        severity = known
      case nil:
        throw Problem(
          "\(Problem.quoted(member.key)) is not a key of an error", range: member.keyRange)
      }
    }
    guard let message else { throw Problem("an error needs a 'message'", range: element.range) }
    return RowError(
      message, severity: severity, id: id, messageID: messageID, parameters: parameters)
  }

  private static func members(
    _ element: JSONElement, _ name: String
  ) throws(Problem) -> [JSONMember] {
    guard case .object(let members) = element.content else {
      throw Problem("\(Problem.quoted(name)) must be an object", range: element.range)
    }
    return members
  }

  private static func dictionary(
    _ element: JSONElement, _ name: String
  ) throws(Problem) -> ValueDictionary {
    ValueDictionary(try members(element, name).map { ($0.key, $0.element.value) })
  }

  private static func elements(
    _ element: JSONElement, _ name: String
  ) throws(Problem) -> [JSONElement] {
    guard case .array(let elements) = element.content else {
      throw Problem("\(name) must be a list", range: element.range)
    }
    return elements
  }

  private static func names(_ element: JSONElement, _ name: String) throws(Problem) -> [String] {
    try elements(element, "'\(name)'").map { element throws(Problem) in
      guard case .string(let text) = element.content else {
        throw Problem("a name in '\(name)' must be text", range: element.range)
      }
      return text
    }
  }
}
