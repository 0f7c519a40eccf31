// The document of a form file to a form definition. Takes any JSON; promises a definition whatever
// it holds, with every mistake in its shape as a problem: wrong kinds of JSON, keys and words
// nobody knows. What cannot be read is left out or stands as something harmless in its place, which
// later stages find nothing wrong with: indexes of rows and sections are those of the file. What
// the definition means is checked by the compiler, whether it came from a file or not.

import Predicate

/// Reads form definitions.
public struct DefinitionReader {
  /// How many problems are listed; a file with more is no form at all.
  public static let maximumProblems = ProblemList.maximum

  var list = ProblemList()
  let document: JSONView
  let places: JSONPlaces
  let words = FormKey.table
  let rowTypes = WordTable(RowType.allCases.map { ($0.rawValue, $0) })
  /// The rules whose names are short, as nearly all are.
  let ruleNames = WordTable(
    RuleName.allCases.filter { $0.rawValue.utf8.count <= 16 }.map { ($0.rawValue, $0) })
  /// The sets of rules by name; nil while they are read, so that none is made of others.
  var ruleSets: [ExactText: [RuleDefinition]]?
  let repeatedTexts = Repeated<String>(bits: 12)
  let repeatedRules = Repeated<[RuleDefinition]>(bits: 8)
  let repeatedOptions = Repeated<[OptionDefinition]>(bits: 8)
  /// What has been suggested for keys that nobody knows; as many as there are problems, at most.
  var suggestions: [ExactText: String?] = [:]
  /// Where the values of the keys of each object stand that is being read: a place for each key
  /// there is, and 0 in it where the object does not have the key.
  var values: [UInt32] = []
  /// How many bytes the patterns of questions may have together, each of which is compiled here.
  let patternsLimit: Int
  /// How many bytes they have had.
  var patternsLength = 0

  /// The version of the file format that is known here.
  static let version: Int64 = 1

  /// The definition in a tree, and everything in the tree that is none, in the order it was found.
  ///
  /// Past `maximumProblems` the last problem, an error, says that there are more.
  /// The definition is complete where no problem is an error. Otherwise it holds what could be
  /// read, good for finding more mistakes but for nothing else.
  public static func read(
    _ root: JSONElement
  ) -> (definition: FormDefinition, problems: [Problem]) {
    read(root, within: .standard)
  }

  static func read(
    _ root: JSONElement, within limits: FormLimits
  ) -> (definition: FormDefinition, problems: [Problem]) {
    root.document.read { view in
      var reader = DefinitionReader(view, JSONPlaces(below: root), limits.patternsLength)
      if root.document.hasDuplicateKeys { reader.checkDuplicateKeys(in: root.index) }
      let definition = reader.form(Place(index: root.index))
      return (definition, reader.list.problems)
    }
  }

  private init(_ document: JSONView, _ places: JSONPlaces, _ patternsLimit: Int) {
    self.document = document
    self.places = places
    self.patternsLimit = patternsLimit
  }

  // MARK: - Form

  private mutating func form(_ place: Place) -> FormDefinition {
    guard let object = object(place, called: "a form") else { return FormDefinition() }
    checkKeys(of: object, known: .form, others: .otherForm, in: "a form")
    _ = text(.schema, in: object)
    checkVersion(of: object)
    let hasQuestions = has(.questions, in: object)
    readRuleSets(in: object)
    return FormDefinition(
      texts: texts(in: object),
      inputs: inputs(in: object),
      sections: hasQuestions ? questions(in: object) : sections(in: object, isRequired: true),
      pages: pages(in: object),
      hiddenValues: hiddenValues(.hiddenValues, in: object) ?? .keep,
      readOnly: condition(.readOnly, in: object),
      navigation: navigation(in: object),
      extra: anything(.extra, in: object))
  }

  /// How a user goes from row to row: a word, or a list of them.
  private mutating func navigation(in object: ObjectPlace) -> Navigation {
    guard let place = place(.navigation, in: object) else { return .standard }
    guard let places = words(at: place) else {
      reportKind(
        of: place, "'navigation'", mustBe: "text or a list of texts", hint: hint(for: place))
      return .standard
    }
    if places.count > 1, let word = places.first(where: { text(at: $0) == "disabled" }) {
      report(
        "'disabled' turns navigation off and cannot stand beside other options", word,
        hint: "write \"disabled\" alone, or leave it out")
      return .standard
    }
    return set(of: places, called: "navigation option", "a", names: Navigation.names)
  }

  private mutating func sections(
    in object: ObjectPlace, isRequired: Bool
  ) -> [SectionDefinition] {
    let places = list(.sections, in: object, isRequired: isRequired)
    return places.map { place in apart { $0.section(place) } }
  }

  private mutating func checkVersion(of object: ObjectPlace) {
    guard let place = place(.version, in: object) else { return }
    switch ValueKind.int.converted(document.value(at: place.index)) {
    case .int(Self.version): break
    case .int(let version) where version > Self.version:
      report(
        "version \(version) of the form format is newer than this reader", place,
        hint: "the newest version known here is \(Self.version)")
    default:
      let hint = hint(for: place)
      report("'version' must be \(Self.version)", place, hint: hint)
    }
  }

  // MARK: - Inputs

  private mutating func inputs(in object: ObjectPlace) -> [InputDefinition] {
    guard let place = place(.inputs, in: object) else { return [] }
    guard kind(of: place) == .object else {
      reportKind(
        of: place, "'inputs'", mustBe: "an object of names and values", hint: hint(for: place))
      return []
    }
    var seen = Set<ExactText>()
    var inputs: [InputDefinition] = []
    for index in document.keys(of: place.index) {
      let name = document.text(at: index)
      guard seen.insert(ExactText(name)).inserted else { continue }
      inputs.append(apart { $0.input(name, Place(index: index + 1)) })
    }
    return inputs
  }

  private mutating func input(_ name: String, _ place: Place) -> InputDefinition {
    let type: RowType
    switch kind(of: place) {
    case .true, .false: type = .switch
    case .int: type = .int
    case .double: type = .decimal
    case .text, .escapedText: type = .text
    case .object: return declaredInput(name, place)
    case .null, .array, .end:
      let kindName = document.kindName(of: place.index)
      report(
        "the input \(Problem.quoted(name)) needs a type: \(kindName) does not say which",
        place, hint: #"write {"type": "text", "value": null}"#)
      // A custom row takes any value, so what has no type causes no complaint about anything else.
      type = .custom
    }
    return InputDefinition(name: name, type: type, value: document.value(at: place.index))
  }

  private mutating func declaredInput(_ name: String, _ place: Place) -> InputDefinition {
    let object = members(ofObject: place)
    checkKeys(of: object, known: .input, in: "an input")
    let type = rowType(in: object, of: "an input")
    return InputDefinition(name: name, type: type ?? .custom, value: value(in: object, of: type))
  }
}
