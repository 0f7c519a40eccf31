// Reads a form definition from the document of a form file. Accepts any JSON and always returns a
// definition, with a problem for every mistake: wrong kinds of values, unknown keys and unknown
// words.
//
// An unreadable part is left out or replaced by something harmless, so that rows and sections keep
// the indexes that they have in the file. Later stages find no problems in a replacement. The
// compiler checks what the definition means.

import Predicate

/// Reads form definitions.
public struct DefinitionReader {
  /// The largest number of problems that are listed.
  public static let maximumProblems = ProblemList.maximum

  package var list = ProblemList()
  package let document: JSONView
  package let places: JSONPlaces
  package let words = FormKey.words
  let rowTypes = WordTable(RowType.allCases.map { ($0.rawValue, $0) })
  /// The names of rules with at most 16 bytes, which are nearly all, with their entries.
  let ruleNames = WordTable(
    RuleEntry.typed.enumerated().compactMap { index, entry in
      entry.type.flatMap { $0.utf8.count <= 16 ? ($0, index) : nil }
    })
  /// The sets of rules by name; nil while the sets are read, because a set cannot use another set.
  var ruleSets: [ExactText: [RuleDefinition]]?
  let repeatedTexts = Repeated<String>(bits: 12)
  let repeatedRules = Repeated<[RuleDefinition]>(bits: 8)
  let repeatedOptions = Repeated<[OptionDefinition]>(bits: 8)
  /// The suggestions for unknown keys.
  ///
  /// There are at most as many as problems.
  var suggestions: [ExactText: String?] = [:]
  /// The positions of the values of all keys, for each object that is being read.
  ///
  /// Each object has one entry for every possible key, with 0 for keys that it does not have.
  var values: [UInt32] = []
  /// The largest total size in bytes of patterns that are compiled while the form is read.
  package let patternsLimit: Int
  /// The total size of the patterns so far.
  package var patternsLength = 0
  /// Reads the list `questions` of another format, which takes the place of sections.
  private let questions: Questions?

  /// Reads the questions of a form into its definition.
  package typealias Questions = (inout DefinitionReader, ObjectPlace, inout FormDefinition) -> Void

  /// The largest number of cells of all tables together, and how many of them are left.
  let tableCellsLimit: Int
  var tableCellsLeft: Int

  /// The version of the file format.
  static let version: Int64 = 1

  /// Reads the definition in a tree, and all problems in the order in which they were found.
  ///
  /// Past `maximumProblems`, one last error says that there are more. If no problem is an error,
  /// the definition is complete. Otherwise it contains the readable parts and is good only for
  /// finding more mistakes.
  public static func read(
    _ root: JSONElement
  ) -> (definition: FormDefinition, problems: [Problem]) {
    read(root, within: .standard)
  }

  package static func read(
    _ root: JSONElement, within limits: FormLimits, questions: Questions? = nil
  ) -> (definition: FormDefinition, problems: [Problem]) {
    root.document.read { view in
      var reader = DefinitionReader(view, JSONPlaces(below: root), limits, questions)
      if root.document.hasDuplicateKeys { reader.checkDuplicateKeys(in: root.index) }
      let definition = reader.form(Place(index: root.index))
      return (definition, reader.list.problems)
    }
  }

  init(
    _ document: JSONView, _ places: JSONPlaces, _ limits: FormLimits,
    _ questions: Questions? = nil
  ) {
    self.questions = questions
    self.document = document
    self.places = places
    patternsLimit = limits.patternsLength
    tableCellsLimit = limits.tableCells
    tableCellsLeft = limits.tableCells
  }

  // MARK: - Form

  private mutating func form(_ place: Place) -> FormDefinition {
    guard let object = object(place, called: "a form") else { return FormDefinition() }
    checkKeys(of: object, known: .form, others: .otherForm, in: "a form")
    readRuleSets(in: object)
    var definition = FormDefinition()
    read(FormDefinition.fields, of: object, into: &definition)
    guard let place = self.place(.questions, in: object) else { return definition }
    if let questions {
      questions(&self, object, &definition)
    } else {
      report(
        .key, "'questions' are a form in the format of TheDistanceForms", place, focus: .key,
        hint: "read it with FormDocument(importing:) of the module FormImport")
    }
    return definition
  }

  /// The navigation options: a word or a list of words.
  mutating func navigation(in object: ObjectPlace) -> Navigation? {
    guard let place = place(.navigation, in: object) else { return nil }
    guard let places = words(at: place) else {
      reportKind(
        of: place, "'navigation'", mustBe: "text or a list of texts", hint: hint(for: place))
      return nil
    }
    if places.count > 1, let word = places.first(where: { text(at: $0) == "disabled" }) {
      report(
        .place, "'disabled' turns navigation off and cannot stand beside other options", word,
        hint: "write \"disabled\" alone, or leave it out")
      return nil
    }
    return set(of: places, called: "navigation option", "a", names: Navigation.names)
  }

  mutating func sections(
    in object: ObjectPlace, isRequired: Bool
  ) -> [SectionDefinition] {
    let places = list(.sections, in: object, isRequired: isRequired)
    return places.map { place in apart { $0.section(place) } }
  }

  mutating func checkVersion(of object: ObjectPlace) {
    guard let place = place(.version, in: object) else { return }
    switch ValueKind.int.converted(document.value(at: place.index)) {
    case .int(Self.version): break
    case .int(let version) where version > Self.version:
      report(
        .value, "version \(version) of the form format is newer than this reader", place,
        hint: "the newest version known here is \(Self.version)")
    default:
      let hint = hint(for: place)
      report(.value, "'version' must be \(Self.version)", place, hint: hint)
    }
  }

  // MARK: - Inputs

  mutating func inputs(in object: ObjectPlace) -> [InputDefinition] {
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
        .missing, "the input \(Problem.quoted(name)) needs a type: \(kindName) does not say which",
        place, hint: #"write {"type": "text", "value": null}"#)
      // A custom row accepts any value, so that a missing type causes no more problems.
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
