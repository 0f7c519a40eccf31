// Answers in CSV: the first line names the values, and each line behind it becomes the object of
// JSON that it stands for. A cell is read as `--set` reads text, so the types of the rows decide,
// or as a user types it, in the language of the form. An empty cell is no answer. A list
// cannot stand in a cell.

import FormGraph
import FormProtocol
import Predicate

/// The columns of a CSV file with answers.
struct CSVAnswers: Sendable {
  private struct Column: Sendable {
    let name: String
    /// The place in nested answers; the name alone if answers are flat.
    let path: [String]
    let holder: EditNames.Holder
    /// How the cells are read if they are typed; nil: not so.
    var typed: TypedColumn?

    init(
      name: String, path: [String]? = nil, holder: EditNames.Holder, typed: TypedColumn? = nil
    ) {
      self.name = name
      self.path = path ?? [name]
      self.holder = holder
      self.typed = typed
    }
  }

  private let columns: [Column]
  private let separator: CSVSeparator
  private let isNested: Bool
  private let reader: AnswerValidator?

  /// Reads the line with the names.
  ///
  /// - Parameters:
  ///   - header: The line.
  ///   - file: The name of the file in messages.
  ///   - definition: The form that the names are looked up in.
  ///   - id: The column that the form need not know.
  ///   - separator: What stands between fields.
  ///   - reader: Reads cells as users type them; nil: `--set` reads them.
  /// - Throws: What is wrong with the names.
  init(
    header: [UInt8], of file: String, for definition: FormDefinition, id: String? = nil,
    separator: CSVSeparator = .comma, typed reader: AnswerValidator? = nil
  ) throws(CommandError) {
    self.separator = separator
    self.reader = reader
    let names: [String]
    do throws(TableError) { names = try CSVReader.fields(of: header, separator: separator) } catch {
      throw .refused("\(file):1: \(error.message)", hint: error.hint)
    }
    let known = EditNames(of: definition)
    isNested = known.answers != nil
    var columns: [Column] = []
    var seen: Set<ExactText> = []
    for (position, name) in names.enumerated() {
      func refused(_ message: String, _ hint: String?) -> CommandError {
        .refused("\(file):1: column \(position + 1): \(message)", hint: hint)
      }
      guard !name.isEmpty else {
        throw refused("it has no name", "the first line names the values")
      }
      guard seen.insert(ExactText(name)).inserted else {
        throw refused("\(Problem.quoted(name)) is given twice", nil)
      }
      if let answers = known.answers, !known.isInput(name) {
        if let place = answers.place(name), let row = place.row {
          columns.append(
            Column(
              name: name, path: place.path, holder: known.holder(of: row),
              typed: reader?.typedColumn(name)))
        } else if let list = answers.list(around: name) {
          throw refused(Self.refusal(ofList: list).message, Self.refusal(ofList: list).hint)
        } else if id.map({ ExactText($0) == ExactText(name) }) ?? false {
          columns.append(Column(name: name, holder: .text))
        } else {
          let hint = answers.hint(for: name) ?? (id == nil ? Self.hint(forID: name) : nil)
          throw refused(
            "unknown name \(Problem.quoted(name))",
            separator.hint(in: name, isAlone: names.count == 1) ?? hint)
        }
        continue
      }
      if let holder = known.ownHolder(name) {
        columns.append(Column(name: name, holder: holder, typed: reader?.typedColumn(name)))
        continue
      }
      let start = name.prefix { $0 != "[" && $0 != "." }
      if let list = [name, String(start)].first(where: { known.items(of: $0) != nil }) {
        throw refused(Self.refusal(ofList: list).message, Self.refusal(ofList: list).hint)
      }
      do throws(EditRefusal) {
        let holder = try known.holder(name)
        columns.append(Column(name: name, holder: holder, typed: reader?.typedColumn(name)))
      } catch {
        guard id.map({ ExactText($0) == ExactText(name) }) ?? false else {
          // A name that has a column of its own is not what was meant.
          let isMisspelled =
            error.hint.map { hint in
              hint.hasPrefix("did you mean") && !names.contains { hint == "did you mean \($0)?" }
            } ?? false
          let hint =
            isMisspelled
            ? error.hint
            : id == nil
              ? Self.hint(forID: name)
              : "leave the column out"
          throw refused(
            error.message, separator.hint(in: name, isAlone: names.count == 1) ?? hint)
        }
        columns.append(Column(name: name, holder: .text))
      }
    }
    self.columns = columns
  }

  private static func refusal(ofList list: String) -> (message: String, hint: String) {
    (
      "'\(list)' is a list, and a cell holds one value",
      "write the answers as JSON, an object on each line"
    )
  }

  private static func hint(forID name: String) -> String {
    "--id \(ShellText.quoted(name)) takes the column as the name of each line"
  }

  /// A line as an object of JSON, without the cells that are refused.
  func json(
    of line: [UInt8]
  ) throws(AnswersMisfit) -> (json: [UInt8], refused: [EditError.Reason]) {
    let cells: [String]
    do throws(TableError) { cells = try CSVReader.fields(of: line, separator: separator) } catch {
      let place = error.place.map { ", at character \($0.column)" } ?? ""
      throw AnswersMisfit(
        result: AnswersResult(
          unreadable: "the answers cannot be read\(place): \(error.message)", hint: error.hint))
    }
    guard cells.count == columns.count else {
      throw AnswersMisfit(
        result: AnswersResult(
          unreadable: "the line has \(counted(cells.count, "field")), but the first line names "
            + "\(columns.count)"))
    }
    var values: [(column: Column, value: Value)] = []
    var refused: [EditError.Reason] = []
    for (column, cell) in zip(columns, cells) where !cell.isEmpty {
      if let reader, let typed = column.typed {
        do throws(EditError.Reason) {
          let value = try reader.value(ofTyped: cell, in: typed, between: separator.ofChoices)
          values.append((column, value))
        } catch {
          refused.append(error)
        }
        continue
      }
      let holder = column.holder
      let value = holder.kind.value(of: cell, options: holder.options, kind: holder.optionKind)
      // The form says of text what the row holds instead.
      values.append((column, value ?? .string(cell)))
    }
    // The paths are those of different values of one form, so they always fit.
    let answers =
      isNested
      ? AnswerPath.answers(values.lazy.map { ($0.column.path, $0.value) }) ?? ValueDictionary()
      : ValueDictionary(values.lazy.map { ($0.column.name, $0.value) })
    return (Array(JSONWriter.text(of: .dictionary(answers)).utf8), refused)
  }
}

extension CSVSeparator {
  /// How separators are typed.
  static let words = allCases.map(\.word).joined(separator: " ")

  private var word: String { self == .tab ? "tab" : rawValue }

  private var plural: String {
    switch self {
    case .comma: "commas"
    case .semicolon: "semicolons"
    case .tab: "tabs"
    }
  }

  /// What stands between several choices in a typed cell, so that the cell needs no quotes.
  var ofChoices: CSVSeparator { self == .comma ? .semicolon : .comma }

  /// What to do if another separator stands in a name; `isAlone` if the line has no other name.
  fileprivate func hint(in name: String, isAlone: Bool) -> String? {
    guard let other = Self.allCases.first(where: { $0 != self && name.contains($0.rawValue) })
    else { return nil }
    return isAlone
      ? "--separator \(other == .semicolon ? "';'" : other.word) takes \(other.plural) between the fields"
      : "the first line has \(plural) and \(other.plural): put one of them between all fields"
  }
}
