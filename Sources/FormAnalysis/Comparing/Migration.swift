// A migration says what becomes of answers that were saved with the old version of a form: which
// rows have another name, which options another value, and what is dropped. All of its keys are old
// names, so two rows may swap their names.

public import FormGraph
public import Predicate

/// How answers to an old version of a form become answers to the new one.
///
/// ```json
/// {
///   "rename": { "name": "fullName" },
///   "map": { "smoker": { "yes": "current" } },
///   "drop": ["packs"]
/// }
/// ```
///
/// A row of an item is named by its tag, or with the tags of its lists before it: `visits.dose`.
public struct Migration: Sendable, Hashable {
  /// A row or a list with another name.
  public struct Rename: Sendable, Hashable {
    /// The name in the old form.
    public var old: String
    /// The name in the new form.
    public var new: String

    /// Makes a rename.
    public init(_ old: String, _ new: String) {
      self.old = old
      self.new = new
    }
  }

  /// The rows and lists with another name.
  public var renames: [Rename]
  /// The new values of options, by the name of the old row and the text of the old value.
  public var maps: [String: [String: Value]]
  /// The old names of the rows and lists whose values are dropped.
  public var drops: [String]

  /// Makes a migration.
  public init(
    renames: [Rename] = [], maps: [String: [String: Value]] = [:], drops: [String] = []
  ) {
    self.renames = renames
    self.maps = maps
    self.drops = drops
  }

  private enum Key: String, CaseIterable {
    case rename, map, drop
  }

  /// Reads a migration.
  ///
  /// - Parameter root: The root element from `JSONReader.readDistinct`.
  /// - Throws: A problem with its place if the JSON is not a migration.
  public init(_ root: JSONElement) throws(Problem) {
    self.init()
    for member in try Self.members(root, "a migration") {
      switch Key(rawValue: member.key) {
      case .rename?:
        renames = try Self.members(member.element, "'rename'").map { member throws(Problem) in
          Rename(member.key, try Self.text(member.element, #"write {"old": "new"}"#))
        }
      case .map?:
        for row in try Self.members(member.element, "'map'") {
          let options = try Self.members(row.element, "the options of '\(row.key)'")
          maps[row.key] = Dictionary(
            options.map { ($0.key, $0.element.value) }, uniquingKeysWith: { _, last in last })
        }
      case .drop?:
        guard case .array(let names) = member.element.content else {
          throw Problem(
            "'drop' must be a list", range: member.element.range, hint: #"write ["row"]"#)
        }
        drops = try names.map { name throws(Problem) in
          try Self.text(name, #"write "drop": ["row"]"#)
        }
      case nil:
        let nearest = Spelling.nearest(to: member.key, among: Key.allCases.map(\.rawValue))
        throw Problem(
          "'\(member.key)' is not a key of a migration", range: member.keyRange,
          hint: nearest.map { "did you mean '\($0)'?" } ?? "the keys are rename, map and drop")
      }
    }
  }

  private static func members(
    _ element: JSONElement, _ name: String
  ) throws(Problem) -> [JSONMember] {
    guard case .object(let members) = element.content else {
      throw Problem("\(name) must be an object", range: element.range)
    }
    return members
  }

  private static func text(_ element: JSONElement, _ hint: String) throws(Problem) -> String {
    guard case .string(let text) = element.content else {
      throw Problem("a name must be text", range: element.range, hint: hint)
    }
    return text
  }

  /// The text by which `map` names the old value of an option.
  static func text(of value: Value) -> String {
    if case .string(let text) = value { return text }
    let text = JSONWriter.text(of: value)
    if case .date = value { return String(text.dropFirst().dropLast()) }
    return text
  }
}
