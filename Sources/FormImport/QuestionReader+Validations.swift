// Reads validations of questions. Each becomes rules of the question's row, as its author meant.
// Differences to the original library are warnings. A validation that requires nothing, or the same
// thing twice, is an error.

import FormFile
import Predicate

extension DefinitionReader {
  /// The validations, with their names in files.
  enum ValidationName: String, CaseIterable {
    case notEmpty, email, number, postcode, regex, notNegative, phone
  }

  private static let validationKeys = ["type", "value_type", "message", "regex"]

  /// The rules for the validation of a question.
  mutating func validation(of question: Question, _ type: QuestionType) -> [RuleDefinition] {
    guard let place = question.members["validation"] else { return [] }
    guard kind(of: place) == .object else {
      reportKind(of: place, "'validation'", mustBe: "an object")
      return []
    }
    let members = members(ofValidation: place)
    let message = text("message", in: members)
    let pattern = text("regex", in: members)
    guard let wordPlace = members["type"] else {
      report(.missing, "a validation needs a 'type'", place, focus: .start)
      return []
    }
    guard let word = text("type", in: members) else { return [] }
    guard let name = Self.meaning(of: word, as: ValidationName.self) else {
      reportUnknown(
        "validation", word, at: wordPlace, known: ValidationName.allCases.map(\.rawValue))
      return []
    }
    if name == .regex, let pattern {
      patternsLength += pattern.utf8.count
      guard patternsLength <= patternsLimit else {
        let limit = patternsLimit
        report(
          .limit, "the patterns of the form are longer than \(limit) bytes together",
          members["regex"] ?? place, hint: "shorten them")
        return []
      }
      if let mistake = RegularExpression.mistake(in: pattern) {
        report(.pattern, mistake.message, members["regex"] ?? place, hint: mistake.hint)
        return []
      }
    }
    guard var kinds = kinds(name, type, pattern, place) else { return [] }
    warnOfShape(of: place, members, name, type)
    if kinds.contains(.required), let required = self.place(.required, in: question.object) {
      report(
        .place, "the validation '\(name.rawValue)' and 'required' are the same thing", place,
        focus: .start,
        hint: "keep one of them",
        related: [
          Problem.Related(
            "'required' is given here", path: places.path(to: required.index),
            range: document.range(of: required.index - 1))
        ])
      kinds.removeAll { $0 == .required }
    }
    return kinds.map { kind in
      // An empty answer fails a shape or a pattern, with the same message.
      let hasShape = kind.traits.contains(.trims)
      return RuleDefinition(
        kind, message: message.map(FormText.verbatim), allowsEmpty: hasShape ? false : nil,
        trims: hasShape)
    }
  }

  /// The values of the members of a validation, by key.
  ///
  /// Unknown keys are reported.
  private mutating func members(ofValidation place: Place) -> [String: Place] {
    var members: [String: Place] = [:]
    for index in document.keys(of: place.index) {
      let key = document.text(at: index)
      if members[key] == nil { members[key] = Place(index: index + 1) }
      guard !Self.validationKeys.contains(key) else { continue }
      let nearest = Spelling.nearest(to: key, among: Self.validationKeys)
      report(
        .key, "\(Problem.quoted(key)) is not a key of a validation", Place(index: index + 1),
        focus: .key,
        hint: nearest.map { "did you mean \($0)?" }, severity: .warning)
    }
    return members
  }

  /// Warns about keys that TheDistanceForms needs and that are missing, or that have a wrong value.
  private mutating func warnOfShape(
    of place: Place, _ members: [String: Place], _ name: ValidationName, _ type: QuestionType
  ) {
    if members["message"] == nil {
      report(
        .questions,
        "TheDistanceForms needs a 'message' here; without it the rule has a standard message",
        place, focus: .start, severity: .warning)
    }
    if let regex = members["regex"], name != .regex {
      report(
        .dropped, "the validation '\(name.rawValue)' cannot have 'regex'", regex, focus: .key,
        severity: .warning)
    }
    let wanted = type.valueTypes
    guard let wordPlace = members["value_type"] else {
      report(
        .questions,
        "TheDistanceForms needs a 'value_type' here; this reader takes it from the question",
        place, focus: .start, severity: .warning)
      return
    }
    guard let word = text("value_type", in: members), let meant = wanted.first,
      !wanted.contains(Self.normalized(word))
    else { return }
    report(
      .dropped,
      "the 'value_type' is \(Problem.quoted(word)), but the answer to a question of the type "
        + "'\(type.rawValue)' is a \(meant)", wordPlace, hint: "write \(meant)", severity: .warning)
  }

  /// The rules that a validation makes for a type of question; nil if it makes none, which has been
  /// reported.
  private mutating func kinds(
    _ name: ValidationName, _ type: QuestionType, _ pattern: String?, _ place: Place
  ) -> [RuleDefinition.Kind]? {
    switch (type, name) {
    case (.boolean, _), (.button, _):
      report(
        .dropped, "the answer to a question of the type '\(type.rawValue)' is not validated", place,
        focus: .start, severity: .warning)
      return nil
    case (.date, .notEmpty), (.time, .notEmpty), (.dateTime, .notEmpty):
      report(
        .questions, "TheDistanceForms never checks this for dates; here a date is required", place,
        focus: .start,
        severity: .warning)
      return [.required]
    case (.choiceSegments, .notEmpty):
      report(
        .questions, "TheDistanceForms accepts an empty choice; here a choice is required", place,
        focus: .start,
        severity: .warning)
      return [.required]
    case (.choiceSegments, .notNegative): return [.comparison(.greaterOrEqualThan, 0)]
    case (.choiceDropdown, .notEmpty), (.choiceSelect, .notEmpty): return [.required]
    case (.textSingle, .notEmpty), (.textMultiline, .notEmpty): return [.required, .notBlank]
    case (.date, _), (.time, _), (.dateTime, _), (.choiceSegments, _), (.choiceSelect, _):
      report(
        .dropped,
        "the validation '\(name.rawValue)' is about text, but the answer to a question of the "
          + "type '\(type.rawValue)' is not text", place, focus: .start, severity: .warning)
      return nil
    case (_, .email): return [.email]
    case (_, .postcode): return [.text(.postcode)]
    case (_, .phone): return [.text(.phone)]
    case (_, .number):
      report(
        .questions,
        "TheDistanceForms accepts any text that contains a digit; here all of it must be a number",
        place, focus: .start, severity: .warning)
      return [.regex(#"[+-]?(\d+\.?\d*|\.\d+)"#)]
    case (_, .notNegative): return [.regex(#"\+?\d+"#)]
    case (_, .regex):
      guard let pattern else {
        report(.missing, "a validation of the type 'regex' needs a 'regex'", place, focus: .start)
        return nil
      }
      return [.regex(Self.searching(pattern))]
    }
  }

  /// A pattern that matches a whole text if the given pattern occurs in it, ignoring case.
  private static func searching(_ pattern: String) -> String {
    // A pattern with both anchors and no alternatives matches only the whole text anyway.
    if pattern.hasPrefix("^"), pattern.hasSuffix("$"), !pattern.hasSuffix("\\$"),
      !pattern.contains("|")
    {
      return "(?i)" + pattern
    }
    // A quotation or a comment that the pattern leaves open ends first.
    let all = ["", "\\E", "\n"].map { "(?i)(?s:.*)(?:\(pattern)\($0))(?s:.*)" }
    // If none is a pattern, the checker of the form says so: another meaning would be silent.
    return all.first { RegularExpression.mistake(in: $0) == nil } ?? all[0]
  }
}

extension DefinitionReader.QuestionType {
  /// The names of the answer's type in files, the preferred name first; empty if any name will do.
  var valueTypes: [String] {
    switch self {
    case .textSingle, .textMultiline, .choiceDropdown: ["string"]
    case .date, .time, .dateTime: ["date"]
    case .choiceSegments: ["number"]
    case .boolean: ["boolean", "bool"]
    case .choiceSelect, .button: []
    }
  }
}
