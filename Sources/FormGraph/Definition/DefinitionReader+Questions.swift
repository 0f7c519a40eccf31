// Forms as TheDistanceForms writes them: a title and a list of `questions`. Each becomes a row of one
// section, validated as its author meant; where the original does otherwise, a warning says so. Both
// spellings of its words are read, TextSingle and textSingle, and keys of ours that a question may
// have beside its own: conditions, rules, when they are looked at. What is only about looks is kept
// in `extra`.

import Predicate

extension DefinitionReader {
  /// The types of question, by the words that files have for them.
  enum QuestionType: String, CaseIterable {
    case textSingle, textMultiline, date, time, dateTime, choiceDropdown, choiceSegments
    case choiceSelect, boolean, button

    /// Whether the question is its `prompt`; of others it is a `title`.
    var hasPrompt: Bool {
      switch self {
      case .choiceSegments, .boolean, .button: false
      default: true
      }
    }

    var hasChoices: Bool {
      self == .choiceDropdown || self == .choiceSegments || self == .choiceSelect
    }

    /// What the row holds that the question becomes.
    var rowType: RowType {
      switch self {
      case .textSingle: .text
      case .textMultiline: .textArea
      case .date: .date
      case .time: .time
      case .dateTime: .dateTime
      case .choiceDropdown: .picker
      case .choiceSegments: .segmented
      case .choiceSelect: .multipleSelector
      case .boolean: .switch
      case .button: .button
      }
    }
  }

  /// The validations, by the words that files have for them.
  enum ValidationName: String, CaseIterable {
    case notEmpty, email, number, postcode, regex, notNegative, phone
  }

  /// What is only about looks.
  private static let looks: Set<String> = [
    "keyboard_type", "keyboardType", "capitalization", "auto_correct", "auto_correction",
    "secure_text_entry", "date_format_style", "time_format_style", "time_formate_style",
    "selection_type",
  ]

  static let questionKeys: Set<String> = looks.union([
    "key", "question_type", "prompt", "title", "subtitle", "choices", "default", "minute_interval",
    "selection_min", "selection_max", "validation",
  ])

  /// The keys of ours that a question may have.
  static let rowKeysOfQuestion = FormKeys([
    .hidden, .visible, .disabled, .enabled, .required, .rules, .validates, .whenHidden, .extra,
  ])

  /// A question while it is read.
  private struct Question {
    let place: Place
    let object: ObjectPlace
    /// Where its members stand, by their keys.
    let members: [String: Place]
  }

  /// The section that a list of questions makes.
  mutating func questions(in object: ObjectPlace) -> [SectionDefinition] {
    if object.keys.contains(.sections) {
      reportConflict(
        "a form has 'questions' or 'sections', not both", .questions, .sections, object)
    }
    let places = list(.questions, in: object)
    var rows: [RowDefinition] = []
    for place in places { if let row = apart({ $0.question(place) }) { rows.append(row) } }
    return [SectionDefinition(rows: rows)]
  }

  private mutating func question(_ place: Place) -> RowDefinition? {
    guard let object = object(place, called: "a question") else { return nil }
    var members: [String: Place] = [:]
    for index in document.keys(of: place.index) {
      let key = document.text(at: index)
      if members[key] == nil { members[key] = Place(index: index + 1) }
      let isOurs =
        document.meaning(of: index, in: words).map(Self.rowKeysOfQuestion.set.contains) ?? false
      guard !isOurs, !Self.questionKeys.contains(key) else { continue }
      let nearest = Spelling.nearest(to: key, among: Self.questionKeys.sorted())
      report(
        "\(Problem.quoted(key)) is not a key of a question", Place(index: index + 1), focus: .key,
        hint: nearest.map { "did you mean \($0)?" }, severity: .warning)
    }
    let question = Question(place: place, object: object, members: members)
    guard let key = required("key", of: question),
      let word = required("question_type", of: question)
    else { return nil }
    guard let type = Self.meaning(of: word.text, as: QuestionType.self) else {
      reportUnknown(
        "question type", word.text, at: word.place, known: QuestionType.allCases.map(\.rawValue))
      return nil
    }
    return row(question, type, key: key.text)
  }

  private mutating func row(
    _ question: Question, _ type: QuestionType, key: String
  ) -> RowDefinition {
    var row = RowDefinition(type: rowType(of: question, type))
    row.tag = Self.tag(for: key)
    if row.tag != key { row.name = key }
    row.texts.title = text(type.hasPrompt ? "prompt" : "title", of: question)
    row.texts.subtitle = text("subtitle", of: question)
    if type != .boolean, row.texts.title == nil, type != .choiceSegments {
      let key = type.hasPrompt ? "prompt" : "title"
      report(
        "a question of the type '\(type.rawValue)' needs a '\(key)'; TheDistanceForms leaves it out",
        question.place, focus: .start, severity: .warning)
    }
    if type.hasChoices { row.options = choices(of: question, type) }
    if type == .boolean, let place = question.members["default"] {
      if case .bool(let isOn) = document.value(at: place.index) {
        row.value = .bool(isOn)
      } else {
        reportKind(of: place, "'default'", mustBe: "true or false")
      }
    }
    row.bounds = bounds(of: question, type)
    let object = question.object
    row.hidden = condition(.hidden, opposite: .visible, in: object)
    row.disabled = condition(.disabled, opposite: .enabled, in: object)
    row.required = condition(.required, in: object)
    row.rules = validation(of: question, type) + rules(in: object, of: row.type)
    // Of one row the attribute alone is asked for that there is a value.
    if row.required != nil { row.rules.removeAll { $0.kind == .required } }
    row.validates = triggers(in: object)
    row.whenHidden = hiddenValues(.whenHidden, in: object)
    row.extra = extra(of: question)
    return row
  }

  // MARK: - Parts

  /// A text question is what its keyboard says, as far as that is about what may be typed.
  private func rowType(of question: Question, _ type: QuestionType) -> RowType {
    guard type == .textSingle else { return type.rowType }
    if let place = question.members["secure_text_entry"],
      document.value(at: place.index) == .bool(true)
    {
      return .password
    }
    let keyboard = question.members["keyboard_type"].flatMap { text(at: $0) } ?? ""
    return switch Self.normalized(keyboard) {
    case "emailaddress": .email
    case "url": .url
    case "phonepad": .phone
    case "twitter": .twitter
    default: .text
    }
  }

  private mutating func choices(of question: Question, _ type: QuestionType) -> [OptionDefinition]?
  {
    guard let place = question.members["choices"] else {
      report(
        "a question of the type '\(type.rawValue)' needs 'choices'", question.place, focus: .start)
      return []
    }
    guard kind(of: place) == .array else {
      reportKind(of: place, "'choices'", mustBe: "a list")
      return []
    }
    var options: [OptionDefinition] = []
    for (index, element) in document.elements(of: place.index).enumerated() {
      switch (document.value(at: element), type) {
      case (.string(let title), .choiceSegments):
        // The answer is which one, counted from 0.
        options.append(OptionDefinition(.int(Int64(index)), title: title))
      case (.string(let text), _): options.append(OptionDefinition(.string(text)))
      case (.array(let pair), .choiceSelect) where pair.count == 2:
        if case .string(let title) = pair[1] {
          options.append(OptionDefinition(pair[0], title: title))
        } else {
          reportKind(of: Place(index: element), "a choice", mustBe: "text, or a value and its text")
        }
      default:
        reportKind(
          of: Place(index: element), "a choice",
          mustBe: type == .choiceSelect ? "text, or a value and its text" : "text")
      }
    }
    if type == .choiceSelect {
      report(
        "TheDistanceForms leaves out questions of the type 'choiceSelect'; here several can be chosen",
        question.place, focus: .start, severity: .warning)
    }
    return options
  }

  private mutating func bounds(of question: Question, _ type: QuestionType) -> RowBounds {
    var bounds = RowBounds()
    if type == .choiceSelect {
      bounds.minimum = count("selection_min", of: question).map { .int(Int64($0)) }
      bounds.maximum = count("selection_max", of: question).map { .int(Int64($0)) }
    }
    if type.rowType.valueKind == .date {
      bounds.minuteInterval = count("minute_interval", of: question)
    }
    return bounds
  }

  private mutating func count(_ key: String, of question: Question) -> Int? {
    guard let place = question.members[key] else { return nil }
    if case .int(let count)? = ValueKind.int.converted(document.value(at: place.index)) {
      return Int(clamping: count)
    }
    reportKind(of: place, "'\(key)'", mustBe: "a whole number")
    return nil
  }

  /// What is only about looks, as it stands, with what the question keeps beside it.
  private func extra(of question: Question) -> Value? {
    let given = anything(.extra, in: question.object)
    var extra = ValueDictionary()
    for index in document.keys(of: question.place.index) {
      let key = document.text(at: index)
      if Self.looks.contains(key) { extra[key] = document.value(at: index + 1) }
    }
    guard extra.count > 0 else { return given }
    if case .dictionary(let others)? = given {
      for (key, value) in zip(others.keys, others.values) { extra[key] = value }
    }
    return .dictionary(extra)
  }

  // MARK: - Validation

  private mutating func validation(
    of question: Question, _ type: QuestionType
  ) -> [RuleDefinition] {
    guard let place = question.members["validation"] else { return [] }
    guard kind(of: place) == .object else {
      reportKind(of: place, "'validation'", mustBe: "an object")
      return []
    }
    var members: [String: Place] = [:]
    for index in document.keys(of: place.index) {
      let key = document.text(at: index)
      if members[key] == nil { members[key] = Place(index: index + 1) }
    }
    guard let word = members["type"].flatMap({ text(at: $0) }) else {
      report("a validation needs a 'type'", place, focus: .start)
      return []
    }
    guard let name = Self.meaning(of: word, as: ValidationName.self) else {
      reportUnknown(
        "validation", word, at: members["type"] ?? place,
        known: ValidationName.allCases.map(\.rawValue))
      return []
    }
    let message = members["message"].flatMap { text(at: $0) }
    let pattern = members["regex"].flatMap { text(at: $0) }
    if name == .regex, let pattern, let mistake = RegularExpression.mistake(in: pattern) {
      report(mistake.message, members["regex"] ?? place, hint: mistake.hint)
      return []
    }
    let kinds = kinds(name, type, pattern, place)
    return kinds.map { kind in
      RuleDefinition(
        kind, message: message, allowsEmpty: kind.isAskedOfEmptyText ? false : nil,
        trims: kind.canTrim)
    }
  }

  /// What a validation asks of the answer to a type of question.
  private mutating func kinds(
    _ name: ValidationName, _ type: QuestionType, _ pattern: String?, _ place: Place
  ) -> [RuleDefinition.Kind] {
    switch (type, name) {
    case (.boolean, _), (.button, _):
      report(
        "the answer to a question of the type '\(type.rawValue)' is not validated", place,
        focus: .start, severity: .warning)
      return []
    case (.date, .notEmpty), (.time, .notEmpty), (.dateTime, .notEmpty):
      report(
        "TheDistanceForms never asks this of dates; here there must be one", place, focus: .start,
        severity: .warning)
      return [.required]
    case (.choiceSegments, .notEmpty):
      report(
        "TheDistanceForms lets no choice pass; here there must be one", place, focus: .start,
        severity: .warning)
      return [.required]
    case (.choiceSegments, .notNegative): return [.comparison(.greaterOrEqualThan, 0)]
    case (.choiceDropdown, .notEmpty), (.choiceSelect, .notEmpty): return [.required]
    case (.textSingle, .notEmpty), (.textMultiline, .notEmpty): return [.required, .notBlank]
    case (.date, _), (.time, _), (.dateTime, _), (.choiceSegments, _), (.choiceSelect, _):
      report(
        "the validation '\(name.rawValue)' is about text, and the answer is none", place,
        focus: .start, severity: .warning)
      return []
    case (_, .email): return [.email]
    case (_, .postcode): return [.text(.postcode)]
    case (_, .phone): return [.text(.phone)]
    case (_, .number):
      report(
        "TheDistanceForms takes any text with a digit in it for a number; here the whole must be one",
        place, focus: .start, severity: .warning)
      return [.regex(#"[+-]?(\d+\.?\d*|\.\d+)"#)]
    case (_, .notNegative): return [.regex(#"\+?\d+"#)]
    case (_, .regex):
      guard let pattern else {
        report("a validation of the type 'regex' needs a 'regex'", place, focus: .start)
        return []
      }
      return [.regex(Self.searching(pattern))]
    }
  }

  /// A pattern for the whole text that matches where the given one is found in it, in capital letters
  /// or not.
  private static func searching(_ pattern: String) -> String {
    // What is bound to both ends and has no alternatives is found as a whole or not at all.
    if pattern.hasPrefix("^"), pattern.hasSuffix("$"), !pattern.hasSuffix("\\$"),
      !pattern.contains("|")
    {
      return "(?i)" + pattern
    }
    return "(?i)(?s:.*)(?:\(pattern))(?s:.*)"
  }

  // MARK: - Words

  /// A word without the differences between the spellings that files have.
  private static func normalized(_ word: String) -> String {
    (word.hasPrefix(".") ? String(word.dropFirst()) : word).lowercased()
  }

  private static func meaning<Meaning: CaseIterable & RawRepresentable<String>>(
    of word: String, as _: Meaning.Type
  ) -> Meaning? {
    Meaning.allCases.first { normalized($0.rawValue) == normalized(word) }
  }

  /// The tag for a key: the key itself where it can be one.
  private static func tag(for key: String) -> String {
    guard !Identifier.isValid(key) else { return key }
    let tag = String(key.map { Identifier.isValid("_\($0)") ? $0 : "_" })
    return Identifier.isValid(tag) ? tag : "_" + tag
  }

  private mutating func text(_ key: String, of question: Question) -> String? {
    guard let place = question.members[key] else { return nil }
    if let text = text(at: place) { return text }
    reportKind(of: place, "'\(key)'", mustBe: "text")
    return nil
  }

  private mutating func required(
    _ key: String, of question: Question
  ) -> (text: String, place: Place)? {
    guard let place = question.members[key] else {
      report("a question needs a '\(key)'", question.place, focus: .start)
      return nil
    }
    return text(key, of: question).map { ($0, place) }
  }
}

extension RuleDefinition.Kind {
  /// Whether an empty answer is refused with the same words.
  fileprivate var isAskedOfEmptyText: Bool {
    switch self {
    case .text, .regex: true
    default: false
    }
  }
}
