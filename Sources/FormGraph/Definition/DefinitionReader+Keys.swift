// Objects of a form file read key by key: which keys may stand where, what must stand under them,
// and what is said where something else does. The other parts of the reader are written in these
// terms only.

import Predicate

/// An element of the file and where it stands.
struct Place {
  let element: JSONElement
  let path: JSONPath
}

/// An object of the file and where it stands; of equal keys the first counts.
struct ObjectPlace {
  let members: [JSONMember]
  let path: JSONPath
  /// The opening bracket: where something is said to be missing.
  let start: Range<Int>

  subscript(key: String) -> Place? {
    member(key).map { Place(element: $0.element, path: path.appending(key)) }
  }

  /// Where a key itself stands, as a note or a problem shows it.
  func keyRange(_ key: String) -> Range<Int>? { member(key)?.keyRange }

  private func member(_ key: String) -> JSONMember? {
    // By index: a closure over the members would copy each one that is looked at.
    members.indices.first { ExactText(members[$0].key) == ExactText(key) }.map { members[$0] }
  }
}

/// Which keys may stand where.
enum Keys {
  static let texts = ["title", "subtitle", "footer", "placeholder", "help"]
  static let conditions = ["hidden", "visible", "disabled", "enabled"]
  static let form =
    ["$schema", "version", "inputs", "sections", "hiddenValues", "readOnly", "extra"] + texts
  static let section =
    ["tag", "kind", "rows", "whenHidden", "collapsed", "extra"] + texts + conditions
  static let row =
    [
      "tag", "type", "name", "value", "default", "calculated", "required", "rules", "options",
      "optionsFilter", "whenOptionHidden", "validates", "whenHidden", "extra",
    ] + texts + conditions
  /// What a section with items has beside the keys of every section.
  static let items = ["allows", "item", "maximum", "minimum", "template", "value"]
  static let template = ["rows"]
  /// What can stand in a section and not in a row: where it does, somebody wanted items in items.
  static let nesting = ["sections", "kind", "rows", "item", "template", "allows"]
  /// What an option means by itself; it may have any other key.
  static let option = ["value", "title", "hidden", "visible"]
  static let function = ["function", "dependsOn"]
  static let input = ["type", "value"]
  static let rule = [
    "type", "predicate", "value", "tag", "message", "id", "severity", "allowsEmpty",
  ]
  /// What the format has a meaning for that is not built yet.
  static let later = ["questions", "selection", "submits"]
  /// The same for what a section of a later kind has beside these.
  static let laterOfSection = ["options", "optionsFilter", "value", "whenOptionHidden"]
  static let laterKinds = ["selectable"]

  /// Whether a key is one of a few; quicker than hashing it.
  static func contains(_ key: String, in keys: [String]) -> Bool {
    keys.contains { ExactText($0) == ExactText(key) }
  }
}

extension DefinitionReader {
  // MARK: - Objects

  /// Reports every key that an object has twice, anywhere below an element.
  ///
  /// Recursion is bounded by `JSONReader.maximumDepth`.
  mutating func checkDuplicateKeys(in element: JSONElement, at path: JSONPath = JSONPath()) {
    switch element.content {
    case .array(let elements):
      for (index, element) in elements.enumerated() where element.isContainer {
        checkDuplicateKeys(in: element, at: path.appending(index))
      }
    case .object(let members):
      var firsts = [ExactText: Range<Int>](minimumCapacity: members.count)
      for member in members {
        if let first = firsts[ExactText(member.key)] {
          let path = path.appending(member.key)
          report(
            "the key \(Problem.quoted(member.key)) is given twice", path: path,
            range: member.keyRange,
            related: [.init("it is given here first", path: path, range: first)])
        } else {
          firsts[ExactText(member.key)] = member.keyRange
        }
        if member.element.isContainer {
          checkDuplicateKeys(in: member.element, at: path.appending(member.key))
        }
      }
    default: break
    }
  }

  /// The object at a place; anything else is reported.
  mutating func object(_ place: Place, called name: String) -> ObjectPlace? {
    guard case .object(let members) = place.element.content else {
      reportKind(of: place, name, mustBe: "an object")
      return nil
    }
    let start = place.element.range.lowerBound
    return ObjectPlace(members: members, path: place.path, start: start..<(start + 1))
  }

  /// Warns of the keys nobody knows; those of later versions are errors, since the form means
  /// something that would not happen.
  ///
  /// Of other keys that may stand there something else is said; they are not suggested.
  mutating func checkKeys(
    of object: ObjectPlace, known: [String], others: [String] = [], in name: String
  ) {
    let allowed = others.isEmpty ? known : known + others
    for member in object.members where !Keys.contains(member.key, in: allowed) {
      let path = object.path.appending(member.key)
      if Keys.contains(member.key, in: Keys.later) {
        report(
          "'\(member.key)' is not supported by this version", path: path, range: member.keyRange)
      } else {
        report(
          "\(Problem.quoted(member.key)) is not a key of \(name)", path: path,
          range: member.keyRange,
          hint: Spelling.nearest(to: member.key, among: known).map { "did you mean \($0)?" },
          severity: .warning)
      }
    }
  }

  // MARK: - What stands under a key

  /// A text; only a key that can be missing can be left out where it says null.
  mutating func text(
    _ key: String, in object: ObjectPlace, isRequired: Bool = false
  ) -> String? {
    guard let place = object[key] else { return nil }
    if case .string(let text) = place.element.content { return text }
    reportKind(
      of: place, "'\(key)'", mustBe: "text", hint: isRequired ? nil : Self.hint(for: place))
    return nil
  }

  mutating func flag(_ key: String, in object: ObjectPlace) -> Bool? {
    guard let place = object[key] else { return nil }
    if case .bool(let flag) = place.element.content { return flag }
    reportKind(of: place, "'\(key)'", mustBe: "true or false", hint: Self.hint(for: place))
    return nil
  }

  /// The elements of a list; none where the key is missing.
  mutating func list(_ key: String, in object: ObjectPlace, isRequired: Bool = false) -> [Place] {
    let hintIfRequired = "write \"\(key)\": [] for none"
    guard let place = object[key] else {
      if isRequired {
        report(
          "'\(key)' is missing", path: object.path, range: object.start, hint: hintIfRequired)
      }
      return []
    }
    guard case .array(let elements) = place.element.content else {
      let hint = Self.hint(for: place).map { isRequired ? hintIfRequired : $0 }
      reportKind(of: place, "'\(key)'", mustBe: "a list", hint: hint)
      return []
    }
    return elements.enumerated().map { Place(element: $1, path: place.path.appending($0)) }
  }

  /// One of the words that a key may say.
  mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ key: String, in object: ObjectPlace, called noun: String, isRequired: Bool = false,
    as _: Choice.Type = Choice.self
  ) -> Choice? {
    guard let place = object[key], let word = text(key, in: object, isRequired: isRequired) else {
      return nil
    }
    if let choice = Choice(rawValue: word) { return choice }
    reportUnknown(noun, word, at: place, known: Choice.allCases.map(\.rawValue))
    return nil
  }

  /// The set that a list of words stands for; a word nobody knows is reported and left out.
  mutating func set<Words: OptionSet>(
    of places: [Place], called noun: String, _ article: String,
    names: KeyValuePairs<String, Words>
  ) -> Words where Words.Element == Words {
    var words: Words = []
    for place in places {
      guard case .string(let text) = place.element.content else {
        reportKind(of: place, "\(article) \(noun)", mustBe: "text")
        continue
      }
      if let word = names.first(where: { $0.key == text }) {
        words.formUnion(word.value)
      } else {
        reportUnknown(noun, text, at: place, known: names.map(\.key))
      }
    }
    return words
  }

  mutating func texts(in object: ObjectPlace) -> Texts {
    Texts(
      title: text("title", in: object), subtitle: text("subtitle", in: object),
      footer: text("footer", in: object), placeholder: text("placeholder", in: object),
      help: text("help", in: object))
  }

  mutating func hiddenValues(_ key: String, in object: ObjectPlace) -> HiddenValues? {
    choice(key, in: object, called: "policy for hidden values")
  }

  // MARK: - Reporting

  /// Adds a problem, up to the limit.
  mutating func report(
    _ message: String, path: JSONPath, range: Range<Int>?,
    hint: @autoclosure () -> String? = nil, related: [Problem.Related] = [],
    severity: Severity = .error
  ) {
    list.add(severity, path: path, range: range) { path in
      Problem(
        message, severity: severity, path: path, range: range, hint: hint(), related: related)
    }
  }

  mutating func report(
    _ message: String, at place: Place, hint: @autoclosure () -> String? = nil,
    severity: Severity = .error
  ) {
    report(
      message, path: place.path, range: place.element.range, hint: hint(), severity: severity)
  }

  /// Reports that something of the wrong kind stands at a place.
  mutating func reportKind(
    of place: Place, _ name: String, mustBe expected: String, hint: String? = nil
  ) {
    report("\(name) must be \(expected), but is \(place.element.kindName)", at: place, hint: hint)
  }

  /// What to do about a key that says null and could as well be missing.
  static func hint(for place: Place) -> String? {
    place.element.content == .null ? "leave the key out" : nil
  }

  /// Reports a word that is none of the known ones.
  mutating func reportUnknown(_ noun: String, _ word: String, at place: Place, known: [String]) {
    report(
      "there is no \(noun) \(Problem.quoted(word))", at: place,
      hint: Spelling.nearest(to: word, among: known).map { "did you mean \($0)?" }
        ?? (known.count == 1 ? "write " : "write one of ") + known.joined(separator: ", "))
  }

  /// Reports a key that another key of the same object rules out.
  mutating func reportConflict(
    _ message: String, _ key: String, _ other: String, _ object: ObjectPlace,
    hint: String? = nil
  ) {
    report(
      message, path: object.path.appending(key), range: object.keyRange(key), hint: hint,
      related: [
        .init(
          "'\(other)' is given here", path: object.path.appending(other),
          range: object.keyRange(other))
      ])
  }
}
