// Makes the report of a form of questions: walks its file, and says of each key, choice and rule
// what became of it. That a place differs or is lost is decided where it is read: the warnings of
// the reader say it, and each is found here by its path.
//
// A place is a question, a member of the form, of a question or of a validation, a choice, or a
// rule. The lists and objects around these are no places of their own. Null says nothing, so it is
// no place, unless the reader warns of its key.

import FormFile
import Predicate

/// Makes the report of a form of questions.
struct QuestionReport {
  private typealias Line = ImportReport.Line

  /// The warnings of the reader by their paths.
  private let warnings: [JSONPath: [Problem]]
  /// Of each path around a loss, the first loss.
  private let lossesBelow: [JSONPath: Problem]
  /// Why any place may be lost: not all warnings are listed.
  private let cut: String?
  private var lines: [Line] = []

  /// The keys that say something of the file, and nothing of the form.
  private static let ofFile: Set<String> = ["$schema", "version"]

  /// The conditions of a question.
  private static let conditions: Set<String> = Set(
    [FormKey.hidden, .visible, .disabled, .enabled, .required].map(\.text))

  /// Whether a problem says that something of a form of questions is left out, or may be.
  static func isLoss(_ problem: Problem) -> Bool {
    switch problem.kind {
    case .dropped, .limit: true
    // One unknown key is read all the same, because it is the former name of another.
    case .key: problem.path.steps != [.key(FormKey.hiddenValues.text)]
    default: false
    }
  }

  /// The report of a form; nil if it has errors.
  ///
  /// - Complexity: O(n) in the size of the file.
  static func report(of root: JSONElement, _ form: FormDocument) -> ImportReport? {
    guard let definition = form.definition,
      form.readProblems.allSatisfy({ $0.severity == .warning })
    else { return nil }
    var report = QuestionReport(form.readProblems)
    report.add(root, definition.sections.first?.rows ?? [])
    return ImportReport(
      of: "TheDistanceForms", report.lines, needs: ImportReport.needs(of: definition))
  }

  private init(_ problems: [Problem]) {
    warnings = Dictionary(grouping: problems, by: \.path)
    cut = problems.first { $0.kind == .limit }?.message
    var losses: [JSONPath: Problem] = [:]
    for problem in problems where Self.isLoss(problem) {
      for depth in problem.path.steps.indices {
        let around = JSONPath(Array(problem.path.steps[..<depth]))
        if losses[around] == nil { losses[around] = problem }
      }
    }
    lossesBelow = losses
  }

  // MARK: - Places

  private mutating func add(_ root: JSONElement, _ rows: [RowDefinition]) {
    for member in members(of: root, JSONPath()) {
      let path = JSONPath([.key(member.key)])
      if member.key == "questions", let questions = Self.elements(member.element) {
        for (index, (question, row)) in zip(questions, rows).enumerated() {
          add(question, path.appending(index), row)
        }
      } else if !Self.ofFile.contains(member.key) {
        addOurs(member.key, path, member.keyRange)
      }
    }
  }

  private mutating func add(_ question: JSONElement, _ path: JSONPath, _ row: RowDefinition) {
    let members = members(of: question, path)
    func word(_ key: String) -> String? {
      guard case .string(let word)? = members.first(where: { $0.key == key })?.element.content
      else {
        return nil
      }
      return word
    }
    guard let key = word("key"),
      let type = word("question_type").flatMap({
        DefinitionReader.meaning(of: $0, as: DefinitionReader.QuestionType.self)
      })
    else { return }
    let trimming = DefinitionReader.isTrimmed(row) ? DefinitionReader.trimming : nil
    let start = question.range.lowerBound
    add(
      .question, "question \(Problem.quoted(key))", path, start..<(start + 1),
      "a row of the type '\(row.type.rawValue)'", change: trimming)
    for member in members {
      let path = path.appending(member.key)
      switch member.key {
      case "validation":
        let own = members.first { $0.key == FormKey.rules.text }.flatMap {
          Self.elements($0.element)
        }
        add(validation: member.element, path, row.rules.dropFirst(own?.count ?? 0), type)
      case "choices": addElements(of: member, path, called: "options")
      case FormKey.rules.text: addElements(of: member, path, called: "rules")
      case let key where DefinitionReader.looks.contains(key):
        let decides = Self.decides(key, of: row, beside: members)
        add(
          .detail, key, path, member.keyRange, (decides ? "type, " : "") + "extra.\(key)",
          isAside: !decides)
      case let key where DefinitionReader.questionKeys.contains(key):
        add(.detail, key, path, member.keyRange, Self.successor(of: key, row, beside: members))
      case let key:
        var isText = false
        if case .string = member.element.content { isText = true }
        let isExpression = isText && Self.conditions.contains(key)
        addOurs(key, path, member.keyRange, isExpression ? .expression : .detail)
      }
    }
  }

  /// Adds a key that our own form has, too, with all that is in it.
  private mutating func addOurs(
    _ name: String, _ path: JSONPath, _ range: Range<Int>, _ kind: ImportReport.Kind = .detail
  ) {
    add(kind, name, path, range, name, loss: lossesBelow[path]?.message)
  }

  /// Adds the elements of a list, such as the choices, each of which becomes one of another list.
  private mutating func addElements(of member: JSONMember, _ path: JSONPath, called name: String) {
    guard let elements = Self.elements(member.element) else {
      return addOurs(member.key, path, member.keyRange)
    }
    let loss = loss(at: path)
    for (index, element) in elements.enumerated() where element.content != .null {
      let path = path.appending(index)
      let isExpression = members(of: element, path).contains { $0.key == FormKey.predicate.text }
      add(
        isExpression ? .expression : .detail, "\(member.key)[\(index)]", path, element.range,
        "\(name)[\(index)]", loss: loss ?? lossesBelow[path]?.message)
    }
  }

  private mutating func add(
    validation: JSONElement, _ path: JSONPath, _ rules: some Sequence<RuleDefinition>,
    _ type: DefinitionReader.QuestionType
  ) {
    let loss = loss(at: path)
    for member in members(of: validation, path) {
      let name = "validation.\(member.key)"
      let successor =
        switch member.key {
        case "regex": "the pattern of a rule"
        case "message": "the message of its rules"
        default: "rules " + rules.map { Problem.quoted($0.kind.word) }.joined(separator: ", ")
        }
      if member.key == "value_type" {
        // What says again what the type of the question says has no meaning of its own.
        if type.valueTypes.isEmpty { continue }
        if case .string(let word) = member.element.content,
          type.valueTypes.contains(DefinitionReader.normalized(word))
        {
          continue
        }
      }
      // What is said of the whole validation is said of its type.
      let change = member.key == "type" ? change(at: path) : nil
      add(
        .detail, name, path.appending(member.key), member.keyRange, successor, loss: loss,
        change: change)
    }
  }

  /// The members of an object that say something, or are warned of; of anything else none.
  private func members(of element: JSONElement, _ path: JSONPath) -> [JSONMember] {
    guard case .object(let members) = element.content else { return [] }
    return members.filter {
      $0.element.content != .null || loss(at: path.appending($0.key)) != nil
    }
  }

  // MARK: - Outcomes

  private func loss(at path: JSONPath) -> String? {
    warnings[path]?.first(where: Self.isLoss)?.message
  }

  /// How a place differs; nil if it does not, by the warnings.
  private func change(at path: JSONPath) -> String? {
    // The reader warns only at the first question that is trimmed.
    let told = (warnings[path] ?? []).filter {
      $0.kind == .questions && $0.message != DefinitionReader.trimming
    }
    return told.isEmpty ? nil : told.map(\.message).joined(separator: "; ")
  }

  private mutating func add(
    _ kind: ImportReport.Kind, _ name: String, _ path: JSONPath, _ range: Range<Int>,
    _ successor: String, loss around: String? = nil, change: String? = nil, isAside: Bool = false
  ) {
    let loss = cut ?? around ?? loss(at: path)
    let changes = [self.change(at: path), change].compactMap { $0 }
    let change = changes.isEmpty ? nil : changes.joined(separator: "; ")
    let outcome: ImportReport.Outcome =
      loss != nil ? .lost : change != nil ? .changed : isAside ? .putAside : .carried
    lines.append(
      Line(
        outcome, kind, name, path: path.description, range: range,
        successor: loss == nil ? successor : nil, reason: loss ?? change))
  }

  // MARK: - Words

  private static func elements(_ element: JSONElement) -> [JSONElement]? {
    guard case .array(let elements) = element.content else { return nil }
    return elements
  }

  /// Whether a key about looks decided the type of the row.
  private static func decides(
    _ key: String, of row: RowDefinition, beside members: [JSONMember]
  ) -> Bool {
    switch (key, row.type) {
    case ("secure_text_entry", .password), ("keyboard_type", .email), ("keyboard_type", .url),
      ("keyboard_type", .phone), ("keyboard_type", .twitter):
      true
    case ("keyboardType", .email), ("keyboardType", .url), ("keyboardType", .phone),
      ("keyboardType", .twitter):
      !members.contains { $0.key == "keyboard_type" }
    default: false
    }
  }

  /// What a key of a question is in its row.
  private static func successor(
    of key: String, _ row: RowDefinition, beside members: [JSONMember]
  ) -> String {
    if key == "key" { return row.name == nil ? "tag" : "name, tag '\(row.tag ?? "")'" }
    let ours = QuestionPlaces.words.first { $0.value.contains(key) }?.key ?? key
    // The reader requires a row of which at least one option must be chosen.
    let isRequired = row.required != nil && !members.contains { $0.key == FormKey.required.text }
    return key == "selection_min" && isRequired ? "\(ours), required" : ours
  }
}
