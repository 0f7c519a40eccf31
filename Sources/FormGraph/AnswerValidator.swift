// Validates sets of answers to one form, one after another. One form stays open. A set of answers
// is given to it in place, what it says is read from it, and the log of the transaction puts it
// back:
//
//   bytes ─ members ─ give ─ settle ─ result or bytes ─ abort
//
// Nothing is copied for a set of answers, so a set costs what it changes.

public import Foundation
import Predicate

/// Validates any number of sets of answers, each against the form as it was given.
///
/// In a form with `uuid()` each set gets UUIDs of its own, as if the form were opened for it.
///
/// ```swift
/// var validator = AnswerValidator(compiled.open(now: .now))
/// validator.validate(json: Array(line.utf8)).isValid
/// ```
///
/// A validator is a value: each thread uses its own copy.
public struct AnswerValidator: Sendable {
  private var shared: SharedEngine
  private let editor: Editor
  private let isStrict: Bool
  private let includesHidden: Bool
  /// What has a value in the result, in order.
  let plan: [Written]
  private let plain: PlainAnswers
  /// Where nested answers have each element of `plan`; nil if answers are flat.
  let nested: (objects: AnswerObjects<Member>, places: [Member: Int])?

  /// A member whose value is among the values of the form.
  struct Written: Sendable {
    enum Member: Sendable {
      case row(RowIndex, in: SectionIndex)
      case list(SectionIndex)
    }

    let member: Member
    let name: String
    /// The tag of a row that has a name of its own, under which the value may be given too.
    let tag: String?
    /// In nested answers: the path of the value.
    var path: [String] = []
    /// In nested answers: the paths of the objects around the value, as text.
    var around: [String] = []
    /// The name as a key of JSON, with quotes and colon.
    let key: JSONText.WrittenKey
    /// How JSON has the value of a row.
    let kind: ValueKind
  }

  private(set) var engine: Engine {
    unsafeAddress { shared.pointer }
    unsafeMutableAddress { shared.ownPointer }
  }

  /// Makes a validator.
  ///
  /// - Parameters:
  ///   - form: The form that every set of answers is given to.
  ///   - editor: Who gives the answers. By default the user, because answers come from outside.
  ///   - includesHidden: Whether hidden rows have their values and errors in the results, too.
  /// - Complexity: O(n) in the size of the form.
  public init(_ form: Form, as editor: Editor = .user, includingHidden includesHidden: Bool = false)
  {
    shared = form.shared
    isStrict = form.isStrict
    self.editor = editor
    self.includesHidden = includesHidden
    plain = PlainAnswers(form.engine)
    guard let objects = plain.nested?.objects else {
      plan = Self.plan(form.outline, form.topology)
      nested = nil
      return
    }
    let values = objects.values
    plan = values.map { Self.written($0.member, at: $0.path, form.topology) }
    nested = (
      objects,
      Dictionary(
        values.enumerated().map { ($1.member, $0) }, uniquingKeysWith: { first, _ in first })
    )
  }

  /// A value of nested answers.
  private static func written(
    _ member: Member, at path: [String], _ topology: Topology
  ) -> Written {
    let name = AnswerPath.text(path)
    let around = path.indices.dropFirst().map { AnswerPath.text(path[..<$0]) }
    let (written, kind): (Written.Member, ValueKind) =
      switch member {
      case .row(let row):
        (.row(row, in: topology.rows[row.index].section), topology.jsonKind(of: row))
      case .section(let section): (.list(section), .any)
      }
    return Written(
      member: written, name: name, tag: nil, path: path, around: around,
      key: JSONText.WrittenKey(name), kind: kind)
  }

  private static func plan(_ outline: Outline, _ topology: Topology) -> [Written] {
    var plan: [Written] = []
    func add(_ member: Written.Member, _ name: String, _ tag: String?, _ kind: ValueKind = .any) {
      plan.append(
        Written(
          member: member, name: name, tag: tag, key: JSONText.WrittenKey(name), kind: kind))
    }
    for section in outline.sectionsInOrder where topology.sections[section.index].item == nil {
      let record = topology.section(section)
      if record.templates != nil {
        if let tag = record.definition.value.tag { add(.list(section), tag, nil) }
        continue
      }
      for id in outline.rows(of: section, in: topology) {
        let row = topology.row(id)
        let (name, tag) = (row.content.name, row.content.tag)
        guard row.kind != .none, let shown = name ?? tag else { continue }
        add(.row(id, in: section), shown, name == nil ? nil : tag, topology.jsonKind(of: id))
      }
    }
    return plan
  }

  // MARK: - Validating

  /// What the form says of one set of answers.
  ///
  /// - Parameter json: A JSON object, as `Form.answersJSON(includingHidden:)` writes it.
  /// - Returns: The result. Text that cannot be read is refused like answers that do not fit.
  /// - Complexity: O(n) in the length of the text, in what the values affect, and in the number of
  ///   rows, whose values are listed.
  public mutating func validate(json: some Sequence<UInt8>) -> AnswersResult {
    do throws(EditError) {
      var result = try give(try GivenValues(answers: Array(json), within: byteLimit))
      result.values = values
      takeBack()
      return result
    } catch {
      return AnswersResult(error)
    }
  }

  var byteLimit: Int { engine.topology.graph.limits.fileBytes }

  /// Gives answers to the form, which holds them until they are taken back.
  ///
  /// - Throws: Why they are refused; the form is then as it was.
  /// - Returns: The result without the values.
  mutating func give(_ answers: GivenValues) throws(EditError) -> AnswersResult {
    var result = AnswersResult()
    result.missing = try engine.tryOut(answers, plain, as: editor)
    result.problems = engine.problemsBegan
    result.cleared = engine.events.cleared
    if isStrict, !result.problems.isEmpty {
      takeBack()
      throw EditError(reasons: result.problems.map(Engine.reason))
    }
    if !engine.state.verdicts.isEmpty { addErrorsOfRows(to: &result) }
    if engine.state.single.sectionsOutOfBounds > 0 { addErrorsOfSections(to: &result) }
    if !engine.state.answers.isEmpty {
      result.pending = PendingValidation.all(
        engine.state.pendingAnswers, of: engine.form, in: engine.topology, engine.outline)
      if !result.pending.isEmpty, !engine.state.canSubmit { result.isValid = false }
    }
    return result
  }

  /// Puts the form back as it was before the answers.
  mutating func takeBack() {
    engine.abort()
  }

  private func addErrorsOfRows(to result: inout AnswersResult) {
    let outline = engine.outline
    let topology = engine.topology
    var rows: [(place: Outline.Place, row: RowIndex)] = []
    for index in engine.state.verdicts.indices {
      let row = RowIndex(index)
      guard outline.rows.contains(row),
        includesHidden || !engine.state.attributes.isHidden(row, in: topology)
      else { continue }
      rows.append((outline.place(of: .row(row), in: topology), row))
    }
    rows.sort { $0.place < $1.place }
    for (_, row) in rows {
      let name = outline.name(of: row, in: topology)
      for error in engine.state.verdicts[row.index] {
        if error.severity == .error { result.isValid = false }
        result.errors.append(AnswersResult.NamedError(name: name, error: error))
      }
    }
  }

  private func addErrorsOfSections(to result: inout AnswersResult) {
    for section in engine.outline.sectionsInOrder
    where engine.state.attributes.isOutOfBounds(section) {
      result.isValid = false
      let errors = engine.state.verdict(
        ofListOutOfBounds: section, in: engine.topology, engine.outline)
      let name = engine.topology.section(section).definition.value.tag
      result.errors += errors.map { AnswersResult.NamedError(name: name, error: $0) }
    }
  }

  /// The words by which `AnswerFormat.names` chooses values.
  package var names: [String] {
    plan.map(\.name) + plan.compactMap(\.tag)
      + (nested?.objects.objects.dropFirst().map(\.text) ?? [])
  }

  /// The values of the form as it is now.
  var values: ValueDictionary {
    if nested != nil {
      return answers { isWritten($0.member) ? value(of: $0) : Value?.none }
    }
    return ValueDictionary(
      plan.lazy.filter { isWritten($0.member) }.map { ($0.name, value(of: $0)) })
  }

  /// Nested answers with some of the values of the form.
  func answers(_ value: (Written) -> Value?) -> ValueDictionary {
    guard let nested else { return ValueDictionary() }
    return nested.objects.answers { member in nested.places[member].flatMap { value(plan[$0]) } }
  }

  func isWritten(_ member: Written.Member) -> Bool {
    guard !includesHidden else { return true }
    return switch member {
    case .row(let row, let section):
      !engine.state.attributes.isSet(.hidden, row) && !engine.state.attributes.isHidden(section)
    case .list(let section): !engine.state.attributes.isHidden(section)
    }
  }

  /// The value of a member; in JSON a day or a time of day is text.
  func value(of written: Written, inJSON: Bool = false) -> Value {
    switch written.member {
    case .row(let row, _):
      let value = engine.state.values[row.index]
      return inJSON ? written.kind.shownInJSON(value) : value
    case .list(let section):
      // The transaction that gave the answers has not ended.
      let shape = Engine.Shape(
        topology: engine.topology, outline: engine.outline)
      let now = Moment(shape, engine.held, of: engine.form)
      if nested != nil {
        return now.answer(
          of: .section(section), includingHidden: includesHidden, inJSON: inJSON) ?? .null
      }
      return .array(
        engine.outline.items(of: section, in: engine.topology).map {
          now.value(of: $0, includingHidden: includesHidden, inJSON: inJSON)
        })
    }
  }
}

extension CompiledForm {
  /// What the form says of each of many sets of answers.
  ///
  /// ```swift
  /// for result in form.validate(lines, now: .now) where !result.isValid { print(result.errors) }
  /// ```
  ///
  /// The results are computed one by one, when they are asked for. Any number of threads may
  /// validate answers against one compiled form.
  ///
  /// - Parameters:
  ///   - answers: JSON objects, as `Form.answersJSON(includingHidden:)` writes them.
  ///   - now: The time that `now()` returns for all of them.
  ///   - editor: Who gives the answers. By default the user, because answers come from outside.
  ///   - includesHidden: Whether hidden rows have their values and errors in the results, too.
  /// - Returns: The results, in the order of the answers.
  /// - Complexity: O(1), and for each result that of `AnswerValidator.validate(json:)`.
  public func validate<Answers: Sequence<[UInt8]>>(
    _ answers: Answers, now: Date, as editor: Editor = .user,
    includingHidden includesHidden: Bool = false
  ) -> some Sequence<AnswersResult> {
    sequence(
      state: (
        validator: AnswerValidator(open(now: now), as: editor, includingHidden: includesHidden),
        answers: answers.makeIterator()
      )
    ) { state in
      state.answers.next().map { state.validator.validate(json: $0) }
    }
  }
}
