// Reads forms in the format of TheDistanceForms: a title and a list of `questions`. Each question
// becomes a row of one section, validated as its author meant. A warning is given where the
// original library behaves differently.
//
// Both spellings of words are read, such as TextSingle and textSingle. A question may also have
// some of our keys: conditions, rules and triggers. Keys that only affect the appearance are kept
// in `extra`.

import FormFile
import Predicate

extension DefinitionReader {
  /// The types of questions, with their names in files.
  enum QuestionType: String, CaseIterable {
    case textSingle, textMultiline, date, time, dateTime, choiceDropdown, choiceSegments
    case choiceSelect, boolean, button

    /// Whether the text of the question is its `prompt`; otherwise it is its `title`.
    var hasPrompt: Bool {
      switch self {
      case .choiceSegments, .boolean, .button: false
      default: true
      }
    }

    var hasChoices: Bool {
      self == .choiceDropdown || self == .choiceSegments || self == .choiceSelect
    }

    /// The type of the row that the question becomes.
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

  /// The keys that only affect the appearance.
  static let looks: Set<String> = [
    "keyboard_type", "keyboardType", "capitalization", "auto_correct", "auto_correction",
    "secure_text_entry", "date_format_style", "time_format_style", "time_formate_style",
    "selection_type",
  ]

  static let questionKeys: Set<String> = looks.union([
    "key", "question_type", "prompt", "title", "subtitle", "choices", "default", "minute_interval",
    "selection_min", "selection_max", "validation",
  ])

  /// Our keys that a question may have.
  static let rowKeysOfQuestion = FormKeys([
    .hidden, .visible, .disabled, .enabled, .required, .rules, .validates, .whenHidden, .extra,
  ])

  /// The keys of a form that questions take the place of, because they are one section without a
  /// tag.
  static let keysBesideQuestions: [FormKey] = [.sections, .pages]

  /// The meanings that keys of a question can have, including those with words of their own.
  private static let meaningsOfQuestion = FormKeys(
    rowKeysOfQuestion.list + FormKey.allCases.filter { QuestionPlaces.words[$0.text] != nil })

  /// A question that is being read.
  struct Question {
    let place: Place
    let object: ObjectPlace
    /// The values of its members, by key.
    let members: [String: Place]
  }

  /// The section that a list of questions becomes.
  mutating func section(ofQuestions object: ObjectPlace) -> SectionDefinition {
    for key in Self.keysBesideQuestions where has(key, in: object) {
      reportConflict(
        "a form has 'questions' or '\(key.text)', not both", .questions, key, object)
    }
    var keys: [ExactText: Place] = [:]
    var rows: [RowDefinition] = []
    let places = list(.questions, in: object)
    for place in places { rows.append(apart { $0.question(place, after: &keys) }) }
    if let first = zip(places, rows).first(where: { Self.isTrimmed($1) }) {
      report(.questions, Self.trimming, first.0, focus: .start, severity: .warning)
    }
    return SectionDefinition(rows: rows)
  }

  /// Whether TheDistanceForms trims the answers to the question that became a row.
  static func isTrimmed(_ row: RowDefinition) -> Bool { row.type.valueKind == .text }

  static let trimming =
    "TheDistanceForms trims the answers to questions of text; here they are kept as typed, and "
    + "validations look past white space at their ends"

  /// The row that a question becomes.
  ///
  /// An unreadable question becomes a placeholder row, so that later questions keep their indexes.
  /// `keys` has the earlier questions by their tags.
  private mutating func question(
    _ place: Place, after keys: inout [ExactText: Place]
  ) -> RowDefinition {
    var row = RowDefinition(type: .label)
    guard let object = object(place, called: "a question") else { return row }
    let question = Question(place: place, object: object, members: members(ofQuestion: place))
    let key = required("key", of: question)
    let word = required("question_type", of: question)
    if let word {
      if let type = Self.meaning(of: word.text, as: QuestionType.self) {
        row = self.row(question, type)
      } else {
        row.type = .custom
        reportUnknown(
          "question type", word.text, at: word.place, known: QuestionType.allCases.map(\.rawValue))
      }
    }
    guard let key, let tag = tag(for: key.text, at: key.place, after: &keys) else { return row }
    row.tag = tag
    if tag != key.text { row.name = key.text }
    return row
  }

  /// The values of the members of a question, by key.
  ///
  /// Unknown keys are reported.
  private mutating func members(ofQuestion place: Place) -> [String: Place] {
    var members: [String: Place] = [:]
    for index in document.keys(of: place.index) {
      let key = document.text(at: index)
      if members[key] == nil { members[key] = Place(index: index + 1) }
      let isOurs =
        document.meaning(of: index, in: words).map(Self.rowKeysOfQuestion.contains) ?? false
      guard !isOurs, !Self.questionKeys.contains(key) else { continue }
      reportKey(
        at: index, known: Self.meaningsOfQuestion, in: "a question",
        spelling: { QuestionPlaces.words[$0.text]?[0] ?? $0.text },
        others: Self.questionKeys.sorted())
    }
    return members
  }

  /// The tag for a key; nil if there is none, which has been reported.
  private mutating func tag(
    for key: String, at place: Place, after keys: inout [ExactText: Place]
  ) -> String? {
    guard !key.isEmpty else {
      report(
        .missing, "the key of a question is empty", place, hint: "give it a name for its answer")
      return nil
    }
    let tag = Self.tag(for: key)
    guard let first = keys[ExactText(tag)] else {
      keys[ExactText(tag)] = place
      return tag
    }
    let firstKey = document.text(at: first.index)
    let isSame = ExactText(firstKey) == ExactText(key)
    report(
      .duplicate,
      isSame
        ? "the key \(Problem.quoted(key)) is given twice"
        : "the keys \(Problem.quoted(firstKey)) and \(Problem.quoted(key)) make one tag, "
          + Problem.quoted(tag), place,
      hint: isSame ? nil : "conditions know a question by its tag: change one of the keys",
      related: [
        Problem.Related(
          "it is given here first", path: places.path(to: first.index),
          range: document.range(of: first.index))
      ])
    return nil
  }

  private mutating func row(_ question: Question, _ type: QuestionType) -> RowDefinition {
    var row = RowDefinition(type: rowType(of: question, type))
    warnOfKeys(of: question, type)
    row.texts.title = text(type.hasPrompt ? "prompt" : "title", of: question)
      .map(FormText.verbatim)
    row.texts.subtitle = text("subtitle", of: question).map(FormText.verbatim)
    if type != .boolean, row.texts.title == nil, type != .choiceSegments {
      let key = type.hasPrompt ? "prompt" : "title"
      report(
        .questions,
        "a question of the type '\(type.rawValue)' needs a '\(key)'; TheDistanceForms leaves it out",
        question.place, focus: .start, severity: .warning)
    }
    if type.hasChoices { row.options = choices(of: question, type).map { .written($0) } }
    if type == .boolean, let place = question.members["default"] {
      let value = document.value(at: place.index)
      if let value = ValueKind.bool.converted(value) {
        row.value = value
      } else {
        reportKind(of: place, "'default'", mustBe: "true or false")
      }
    }
    row.bounds = bounds(of: question, type)
    let object = question.object
    row.hidden = condition(.hidden, opposite: .visible, in: object)
    row.disabled = condition(.disabled, opposite: .enabled, in: object)
    row.required = condition(.required, in: object)
    // The question's own rules come first, so that they have the same indexes as in the file.
    row.rules = rules(in: object, of: row.type) + validation(of: question, type)
    // If at least one option must be chosen, the row is required, because bounds ignore empty
    // values.
    if type == .choiceSelect, case .fixed(.int(let minimum))? = row.bounds.minimum, minimum > 0,
      row.required == nil, !row.rules.contains(where: { $0.requiring != nil })
    {
      row.required = true
    }
    row.validates = triggers(in: object)
    row.whenHidden = hiddenValues(.whenHidden, in: object)
    row.extra = extra(of: question)
    return row
  }

  // MARK: - Parts

  /// Warns about keys of the format that questions of this type cannot have.
  private mutating func warnOfKeys(of question: Question, _ type: QuestionType) {
    let isDate = type.rowType.valueKind.holdsDates
    let taken: KeyValuePairs = [
      "prompt": type.hasPrompt, "title": !type.hasPrompt, "choices": type.hasChoices,
      "default": type == .boolean, "minute_interval": isDate,
      "selection_min": type == .choiceSelect, "selection_max": type == .choiceSelect,
    ]
    for (key, isTaken) in taken where !isTaken {
      guard let place = question.members[key] else { continue }
      report(
        .dropped, "a question of the type '\(type.rawValue)' cannot have '\(key)'", place,
        focus: .key,
        severity: .warning)
    }
  }

  /// The type of the row.
  ///
  /// A text question gets the type of its keyboard, if the keyboard says what may be typed.
  private func rowType(of question: Question, _ type: QuestionType) -> RowType {
    guard type == .textSingle else { return type.rowType }
    if let place = question.members["secure_text_entry"],
      document.value(at: place.index) == .bool(true)
    {
      return .password
    }
    let place = question.members["keyboard_type"] ?? question.members["keyboardType"]
    let keyboard = place.flatMap { text(at: $0) } ?? ""
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
        .missing, "a question of the type '\(type.rawValue)' needs 'choices'", question.place,
        focus: .start)
      return []
    }
    guard kind(of: place) == .array else {
      reportKind(of: place, "'choices'", mustBe: "a list")
      return []
    }
    if document.elements(of: place.index).underestimatedCount == 0 {
      report(.noOptions, "'choices' is empty", place)
    }
    var options: [OptionDefinition] = []
    var firsts: [String: Place] = [:]
    for (index, element) in document.elements(of: place.index).enumerated() {
      switch (document.value(at: element), type) {
      case (.string(let title), .choiceSegments):
        // The answer is which one, counted from 0, and so no other's.
        options.append(OptionDefinition(.int(Int64(index)), title: .verbatim(title)))
        checkChoice(title, Place(index: element), &firsts)
      case (.string(let text), _): options.append(OptionDefinition(.string(text)))
      case (.array(let pair), .choiceSelect) where pair.count == 2:
        if case .string(let title) = pair[1] {
          options.append(OptionDefinition(pair[0], title: .verbatim(title)))
        } else {
          reportKind(of: Place(index: element), "a choice", mustBe: "text, or a value and its text")
          options.append(unreadableChoice(element))
        }
      default:
        reportKind(
          of: Place(index: element), "a choice",
          mustBe: type == .choiceSelect ? "text, or a value and its text" : "text")
        options.append(unreadableChoice(element))
      }
    }
    if type == .choiceSelect {
      report(
        .questions,
        "TheDistanceForms leaves out questions of the type 'choiceSelect'; here several can be chosen",
        question.place, focus: .start, severity: .warning)
    }
    return options
  }

  /// Stands for a choice that cannot be read, so that later choices keep their indexes.
  ///
  /// Its path makes it different from all others.
  private func unreadableChoice(_ element: Int) -> OptionDefinition {
    OptionDefinition(.string(places.path(to: element).description))
  }

  /// Warns about a choice with the same text as an earlier choice.
  private mutating func checkChoice(
    _ title: String, _ place: Place, _ firsts: inout [String: Place]
  ) {
    guard let first = firsts[title] else {
      firsts[title] = place
      return
    }
    report(
      .duplicateOption, "two choices are called \(Problem.quoted(title))", place,
      related: [
        Problem.Related(
          "the first one", path: places.path(to: first.index),
          range: document.range(of: first.index))
      ], severity: .warning)
  }

  private mutating func bounds(
    of question: Question, _ type: QuestionType
  ) -> RowBounds<Bound<Value>> {
    var bounds = RowBounds<Bound<Value>>()
    if type == .choiceSelect {
      bounds.minimum = count("selection_min", of: question).map { .fixed(.int(Int64($0))) }
      bounds.maximum = count("selection_max", of: question).map { .fixed(.int(Int64($0))) }
    }
    if type.rowType.valueKind.holdsDates {
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

  /// The keys that only affect the appearance, unchanged, together with the question's own `extra`.
  private mutating func extra(of question: Question) -> Value? {
    let given = anything(.extra, in: question.object)
    var extra = ValueDictionary()
    for index in document.keys(of: question.place.index) {
      let key = document.text(at: index)
      if Self.looks.contains(key) { extra[key] = document.value(at: index + 1) }
    }
    guard extra.count > 0 else { return given }
    switch given {
    case .dictionary(let others)?:
      for (key, value) in zip(others.keys, others.values) {
        if Self.looks.contains(key), let place = question.members[key] {
          report(
            .dropped, "'extra' has '\(key)' too, and that one is kept", place, focus: .key,
            severity: .warning)
        }
        extra[key] = value
      }
    case .null?, nil: break
    default:
      if let place = place(.extra, in: question.object) {
        report(
          .dropped, "'extra' is not an object, so the keys about looks take its place", place,
          focus: .key, severity: .warning)
      }
    }
    return .dictionary(extra)
  }

  // MARK: - Words

  /// A word in lower case and without a leading dot, for comparing the spellings in files.
  static func normalized(_ word: String) -> String {
    (word.hasPrefix(".") ? String(word.dropFirst()) : word).lowercased()
  }

  static func meaning<Meaning: CaseIterable & RawRepresentable<String>>(
    of word: String, as _: Meaning.Type
  ) -> Meaning? {
    Meaning.allCases.first { normalized($0.rawValue) == normalized(word) }
  }

  /// The tag for a key: the key itself if it is a valid tag, otherwise a similar tag.
  private static func tag(for key: String) -> String {
    guard !Identifier.isValid(key) else { return key }
    let tag = String(key.map { Identifier.isValid("_\($0)") ? $0 : "_" })
    return Identifier.isValid(tag) ? tag : "_" + tag
  }

  mutating func text(_ key: String, of question: Question) -> String? {
    text(key, in: question.members)
  }

  /// The text of a member of an object in this format.
  mutating func text(_ key: String, in members: [String: Place]) -> String? {
    guard let place = members[key] else { return nil }
    if let text = text(at: place) { return text }
    // Null means no text, as it does in a form of sections.
    if kind(of: place) != .null { reportKind(of: place, "'\(key)'", mustBe: "text") }
    return nil
  }

  private mutating func required(
    _ key: String, of question: Question
  ) -> (text: String, place: Place)? {
    guard let place = question.members[key] else {
      report(.missing, "a question needs a '\(key)'", question.place, focus: .start)
      return nil
    }
    return text(key, of: question).map { ($0, place) }
  }
}
