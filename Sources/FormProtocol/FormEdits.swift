// The edits of one transaction as a client sends them. They are JSON, and name nothing of a form
// yet: what they mean is found when a session applies them.
//
// Coders lose the order of keys, and the keys of edits run in the order written. So edits are
// encoded as a list where the order can matter, and an object is refused where it could have.

public import FormGraph
public import Predicate

/// The edits of one transaction, as a client sends them.
///
/// ```swift
/// let edits = try FormEdits(json: body)
/// let changes = try session.apply(edits)
/// ```
///
/// The JSON is an object such as `{"set": {"name": "Ann"}, "tap": "send"}`, whose keys run in the
/// order written. A list of such objects is one transaction too.
public struct FormEdits: Sendable {
  package let element: JSONElement
  /// Whether places in the element are places in a text of the client.
  let hasPlaces: Bool
  /// The keys beside the edits that are somebody else's to read.
  let otherKeys: Set<String>

  /// Reads edits from JSON.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - limits: The limits of the form. A longer text is refused.
  /// - Throws: The first mistake in the JSON, with its place. An unknown edit or a wrong value is a
  ///   mistake that `FormSession.apply(_:as:)` reports.
  /// - Complexity: O(n) in the length of the text.
  public init(
    json: some Sequence<UInt8>, within limits: FormLimits = .standard
  ) throws(EditRefusal) {
    do throws(Problem) {
      element = try JSONReader.readDistinct(Array(json), maximumBytes: limits.fileBytes)
    } catch {
      throw EditRefusal(error)
    }
    hasPlaces = true
    otherKeys = []
  }

  /// Makes edits from their keys and values, which run in the order given.
  ///
  /// ```swift
  /// try FormEdits(["set": ["name": "Ann"], "tap": "send"])
  /// ```
  ///
  /// - Throws: A refusal if the values nest too deep or are too long.
  public init(_ edits: KeyValuePairs<String, Value>) throws(EditRefusal) {
    let members = ValueDictionary(edits)
    guard members.count < edits.count else {
      self = try FormEdits(value: .dictionary(members))
      return
    }
    self = try FormEdits(value: .array(EditLine.steps(edits.map { ($0, $1) })))
  }

  /// Edits that are part of a larger text, and may stand beside other keys.
  package init(_ element: JSONElement, besides otherKeys: Set<String> = []) {
    self.element = element
    hasPlaces = true
    self.otherKeys = otherKeys
  }

  private init(value: Value) throws(EditRefusal) {
    do throws(Problem) {
      element = try JSONReader.read(Array(JSONWriter.text(of: value).utf8))
    } catch {
      throw EditRefusal(error.message, hint: error.hint)
    }
    hasPlaces = false
    otherKeys = []
  }

  /// The place of the name under which a value is set or an option is tapped; nil if it has none.
  func place(of name: String) -> Range<Int>? {
    guard hasPlaces else { return nil }
    let objects = if case .array(let objects) = element.content { objects } else { [element] }
    for case .object(let members) in objects.map(\.content) {
      for member in members where ["set", "enter", "select"].contains(member.key) {
        guard case .object(let values) = member.element.content else { continue }
        if let value = values.first(where: { ExactText($0.key) == ExactText(name) }) {
          return value.keyRange
        }
      }
    }
    return nil
  }

  /// The edits as JSON.
  public var json: Value { element.value }
}

extension FormEdits: Codable {
  /// Decodes edits.
  ///
  /// The same as `init(json:within:)`, as far as a coder tells: it does not tell `2.0` from `2`,
  /// and passes over keys that stand twice.
  ///
  /// - Throws: `DecodingError` if the order of keys can matter, because a coder does not keep it.
  ///   The client then sends a list.
  public init(from decoder: any Decoder) throws {
    let value = try PlainJSON(from: decoder).value
    let objects: [Value] = if case .array(let objects) = value { objects } else { [value] }
    for case .dictionary(let members) in objects {
      guard let (first, second) = EditLine.ordered(members) else { continue }
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription:
            "the order of '\(first)' and '\(second)' matters and is not known here; "
            + #"send a list: [{"\#(first)": …}, {"\#(second)": …}]"#))
    }
    do throws(EditRefusal) { self = try FormEdits(value: value) } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description))
    }
  }

  /// Encodes the edits as an object, or as a list if their order can matter.
  public func encode(to encoder: any Encoder) throws {
    var json = json
    if case .dictionary(let members) = json, EditLine.ordered(members) != nil {
      json = .array(EditLine.steps(zip(members.keys, members.values).map { ($0, $1) }))
    }
    try PlainJSON(json).encode(to: encoder)
  }
}
