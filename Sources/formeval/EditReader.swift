// What was typed as edits of a form: names looked up, values read, adjacent values put together.
// All of it happens before the first edit, so that a word that cannot be read stops the command
// before anything has been shown; a value that can be read and does not fit is for the form to
// refuse, when its turn comes.

import FormGraph
import Predicate

/// Reads edits against the names of a form.
struct EditReader {
  let definition: FormDefinition
  private let rows: [ExactText: RowDefinition]

  init(_ definition: FormDefinition) {
    self.definition = definition
    let tagged = definition.sections.flatMap(\.rows).compactMap { row in
      row.tag.map { (ExactText($0), row) }
    }
    rows = Dictionary(tagged) { first, _ in first }
  }

  // MARK: - Actions

  /// The transactions that actions make up; adjacent values are one.
  func transactions(
    _ actions: [Action], read: (String) throws(CommandError) -> [UInt8]
  ) throws(CommandError) -> [Transaction] {
    var transactions: [Transaction] = []
    var isOpen = false
    for action in actions {
      let isValue = action.setsValues
      if !isOpen || !isValue { transactions.append(Transaction()) }
      isOpen = isValue
      let last = transactions.count - 1
      transactions[last].text += (transactions[last].text.isEmpty ? "" : " ") + action.text
      switch action {
      case .set(let assignment):
        transactions[last].values.append((assignment.name, try value(assignment)))
      case .setAll(let path):
        transactions[last].values += try values(
          inObject: try read(path), named: Files.name(of: path))
      case .blur(let tag):
        guard rows[ExactText(tag)] != nil else { throw unknown(tag, "row", among: rowTags) }
        transactions[last].blurred = [tag]
      case .validate: transactions[last].validates = true
      }
    }
    return transactions
  }

  /// The values of inputs, by name.
  func inputs(_ assignments: [Assignment]) throws(CommandError) -> [String: Value] {
    var values: [String: Value] = [:]
    for assignment in assignments {
      guard let input = input(assignment.name) else {
        throw .usage(
          "the form has no input '\(assignment.name)'",
          hint: hint(assignment.name, among: definition.inputs.map(\.name)))
      }
      values[input.name] = try value(assignment)
    }
    return values
  }

  // MARK: - Values

  private func value(_ assignment: Assignment) throws(CommandError) -> Value {
    if assignment.isJSON {
      let element: JSONElement
      do throws(Problem) {
        element = try JSONReader.read(Array(assignment.value.utf8))
      } catch {
        throw .usage(
          "the JSON in '\(assignment.text)' cannot be read: \(error.message)", hint: error.hint)
      }
      return try value(element.value, for: assignment.name)
    }
    let (kind, options) = try holder(assignment.name)
    guard let value = kind.value(of: assignment.value, options: options) else {
      throw .usage(
        "'\(assignment.name)' holds \(kind.description), which '\(assignment.value)' is not",
        hint: assignment.value.isEmpty
          ? "write \(assignment.name):=null for nil" : kind.spellingHint)
    }
    return value
  }

  /// A value that came as JSON, as its row takes it; what does not fit is for the form to refuse.
  private func value(_ json: Value, for name: String) throws(CommandError) -> Value {
    let kind = try holder(name).kind
    guard let value = kind.convertedFromJSON(json) else {
      if kind == .date, case .string(let text) = json {
        throw .usage("'\(name)' holds a date, which '\(text)' is not", hint: Arguments.dateHint)
      }
      return json
    }
    return value
  }

  /// The values of a file, its mistakes with their places.
  private func values(
    inObject bytes: [UInt8], named name: String
  ) throws(CommandError) -> [(tag: String, value: Value)] {
    let element: JSONElement
    do throws(Problem) { element = try JSONReader.read(bytes) } catch {
      throw .usage(error, in: FormSource(name: name, bytes: bytes))
    }
    do throws(MisplacedError) { return try values(of: element) } catch {
      throw .usage(
        Problem(error.error.message, range: error.range, hint: error.error.hint),
        in: FormSource(name: name, bytes: bytes))
    }
  }

  /// What is wrong with edits in JSON, and where.
  struct MisplacedError: Error {
    let error: CommandError
    let range: Range<Int>
  }

  /// The values of an object of tags and values, in its order.
  func values(
    of element: JSONElement
  ) throws(MisplacedError) -> [(tag: String, value: Value)] {
    guard case .object(let members) = element.content else {
      throw MisplacedError(
        error: .usage("edits must be an object of tags and values"), range: element.range)
    }
    var values: [(tag: String, value: Value)] = []
    for member in members {
      do throws(CommandError) {
        values.append((member.key, try value(member.element.value, for: member.key)))
      } catch {
        throw MisplacedError(error: error, range: member.keyRange)
      }
    }
    return values
  }

  // MARK: - Names

  private var rowTags: [String] {
    definition.sections.flatMap(\.rows).compactMap(\.tag)
  }

  private func input(_ name: String) -> InputDefinition? {
    definition.inputs.first { ExactText($0.name) == ExactText(name) }
  }

  /// What is held under a name; a section holds nothing, which the form itself explains.
  private func holder(
    _ name: String
  ) throws(CommandError) -> (kind: ValueKind, options: [OptionDefinition]) {
    if let row = rows[ExactText(name)] { return (row.type.valueKind, row.options ?? []) }
    if let input = input(name) { return (input.type.valueKind, []) }
    if sectionTags.contains(where: { ExactText($0) == ExactText(name) }) { return (.none, []) }
    throw unknown(name, "row", among: rowTags + definition.inputs.map(\.name))
  }

  private var sectionTags: [String] { definition.sections.compactMap(\.tag) }

  /// Makes sure that a row or a section has a tag.
  func checkMember(_ tag: String) throws(CommandError) {
    let tags = rowTags + sectionTags
    guard tags.contains(where: { ExactText($0) == ExactText(tag) }) else {
      throw unknown(tag, "row and no section", among: tags)
    }
  }

  private func unknown(_ tag: String, _ noun: String, among known: [String]) -> CommandError {
    .usage("no \(noun) has the tag '\(tag)'", hint: hint(tag, among: known))
  }

  private func hint(_ name: String, among known: [String]) -> String? {
    if let nearest = Spelling.nearest(to: name, among: known) { return "did you mean \(nearest)?" }
    guard !known.isEmpty else { return nil }
    return "known are \(known.prefix(8).joined(separator: ", "))\(known.count > 8 ? ", …" : "")"
  }
}

extension Action {
  fileprivate var setsValues: Bool {
    switch self {
    case .set, .setAll: true
    case .blur, .validate: false
    }
  }
}

extension ValueKind {
  /// How a value of the kind is spelled, where that is not plain.
  fileprivate var spellingHint: String? {
    switch self {
    case .bool: "write true, false, yes, no, 1 or 0"
    case .date: Arguments.dateHint
    default: nil
    }
  }
}
