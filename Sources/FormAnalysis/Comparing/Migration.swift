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
/// A row of an item is named by its tag, or with the tags of its lists before it: `visits.dose`. In
/// a form with nested answers a value, an object or a list is named by its place in the answers:
/// `mother.name`, `visits.vitals.pulse`.
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
  /// Whether the answers to the old form are known to be nested.
  var isFromNested = false

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
    let (migration, problems) = Self.read(root)
    if let problem = problems.first { throw problem }
    self = migration
  }

  /// Reads a migration as far as it is one, with all mistakes of its shape.
  ///
  /// A misspelled key is read as the key that was meant, so that its content is checked too.
  package static func read(_ root: JSONElement) -> (migration: Migration, problems: [Problem]) {
    var migration = Migration()
    var problems: [Problem] = []
    for member in members(root, "a migration", &problems) {
      var key = Key(rawValue: member.key)
      if key == nil {
        let nearest = Spelling.nearest(to: member.key, among: Key.allCases.map(\.rawValue))
        problems.append(
          Problem(
            "'\(member.key)' is not a key of a migration", range: member.keyRange,
            hint: nearest.map { "did you mean '\($0)'?" } ?? "the keys are rename, map and drop"))
        key = nearest.flatMap(Key.init)
      }
      switch key {
      case .rename?:
        for member in members(member.element, "'rename'", &problems) {
          guard let new = text(member.element, #"write {"old": "new"}"#, &problems) else {
            continue
          }
          migration.renames.append(Rename(member.key, new))
        }
      case .map?:
        for row in members(member.element, "'map'", &problems) {
          let options = members(row.element, "the options of '\(row.key)'", &problems)
          migration.maps[row.key] = Dictionary(
            options.map { ($0.key, $0.element.value) }, uniquingKeysWith: { _, last in last })
        }
      case .drop?:
        guard case .array(let names) = member.element.content else {
          problems.append(
            Problem("'drop' must be a list", range: member.element.range, hint: #"write ["row"]"#))
          continue
        }
        migration.drops += names.compactMap { text($0, #"write "drop": ["row"]"#, &problems) }
      case nil: continue
      }
    }
    return (migration, problems)
  }

  private static func members(
    _ element: JSONElement, _ name: String, _ problems: inout [Problem]
  ) -> [JSONMember] {
    if case .object(let members) = element.content { return members }
    problems.append(Problem("\(name) must be an object", range: element.range))
    return []
  }

  private static func text(
    _ element: JSONElement, _ hint: String, _ problems: inout [Problem]
  ) -> String? {
    if case .string(let text) = element.content { return text }
    problems.append(Problem("a name must be text", range: element.range, hint: hint))
    return nil
  }

  /// The text by which `map` names the old value of an option.
  static func text(of value: Value) -> String {
    if case .string(let text) = value { return text }
    // JSON may write a whole number as 2.0, which is the option 2, too.
    if case .double(let number) = value, let whole = Int64(exactly: number) { return "\(whole)" }
    let text = JSONWriter.text(of: ValueKind.choice.shownInJSON(value))
    if case .date = value { return String(text.dropFirst().dropLast()) }
    return text
  }
}
