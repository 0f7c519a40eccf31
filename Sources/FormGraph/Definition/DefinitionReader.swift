// The tree of a form file to a form definition. Takes any JSON; promises a definition whatever the
// tree holds, with every mistake in its shape as a problem: wrong kinds of JSON, keys and words
// nobody knows. What cannot be read is left out or stands as something harmless in its place, which
// later stages find nothing wrong with: indexes of rows and sections are those of the file. What the
// definition means is checked by the compiler, whether it came from a file or not.

import Predicate

/// Reads form definitions.
public struct DefinitionReader {
  /// How many problems are listed; a file with more is no form at all.
  public static let maximumProblems = ProblemList.maximum

  var list = ProblemList()

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
    var reader = DefinitionReader()
    reader.checkDuplicateKeys(in: root)
    let definition = reader.form(Place(element: root, path: JSONPath()))
    return (definition, reader.list.problems)
  }

  private init() {}

  // MARK: - Form

  private mutating func form(_ place: Place) -> FormDefinition {
    guard let object = object(place, called: "a form") else { return FormDefinition() }
    checkKeys(of: object, known: Keys.form, in: "a form")
    checkVersion(of: object)
    let isOtherFormat = object["questions"] != nil
    return FormDefinition(
      texts: texts(in: object),
      inputs: inputs(in: object),
      sections: list("sections", in: object, isRequired: !isOtherFormat).map { section($0) },
      hiddenValues: hiddenValues("hiddenValues", in: object) ?? .keep,
      readOnly: condition("readOnly", in: object),
      extra: object["extra"]?.element.value)
  }

  private mutating func checkVersion(of object: ObjectPlace) {
    guard let place = object["version"] else { return }
    switch ValueKind.int.converted(place.element.value) {
    case .int(Self.version): break
    case .int(let version) where version > Self.version:
      report(
        "version \(version) of the form format is newer than this reader", at: place,
        hint: "the newest version known here is \(Self.version)")
    default:
      report("'version' must be \(Self.version)", at: place, hint: Self.hint(for: place))
    }
  }

  // MARK: - Inputs

  private mutating func inputs(in object: ObjectPlace) -> [InputDefinition] {
    guard let place = object["inputs"] else { return [] }
    guard case .object(let members) = place.element.content else {
      reportKind(
        of: place, "'inputs'", mustBe: "an object of names and values", hint: Self.hint(for: place))
      return []
    }
    var seen = Set<ExactText>()
    return members.filter { seen.insert(ExactText($0.key)).inserted }.map { member in
      input(member.key, Place(element: member.element, path: place.path.appending(member.key)))
    }
  }

  private mutating func input(_ name: String, _ place: Place) -> InputDefinition {
    switch place.element.content {
    case .string, .bool, .int, .double: break
    case .object: return declaredInput(name, place)
    case .null, .array:
      report(
        "the input \(Problem.quoted(name)) needs a type, which \(place.element.kindName) does not tell",
        at: place, hint: #"write {"type": "text", "value": null}"#)
    }
    let type: RowType =
      switch place.element.content {
      case .bool: .switch
      case .int: .int
      case .double: .decimal
      case .string: .text
      // A file takes any value, so what has no type causes no complaint about anything else.
      case .null, .array, .object: .file
      }
    return InputDefinition(name: name, type: type, value: place.element.value)
  }

  private mutating func declaredInput(_ name: String, _ place: Place) -> InputDefinition {
    guard let object = object(place, called: "an input") else {
      return InputDefinition(name: name, type: .file)
    }
    checkKeys(of: object, known: Keys.input, in: "an input")
    let type = rowType(in: object, of: "an input")
    return InputDefinition(name: name, type: type ?? .file, value: value(in: object, of: type))
  }
}
