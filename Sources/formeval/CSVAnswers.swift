// Answers in CSV: the first line names the values, and each line behind it becomes the object of
// JSON that it stands for. A cell is read as `--set` reads text, so the types of the rows decide,
// and an empty cell is no answer. Lists have no cell.

import FormGraph
import FormProtocol
import Predicate

/// The columns of a CSV file with answers.
struct CSVAnswers: Sendable {
  private struct Column: Sendable {
    let name: String
    let holder: EditNames.Holder
  }

  private let columns: [Column]

  /// Reads the line with the names.
  ///
  /// - Parameters:
  ///   - header: The line.
  ///   - file: The name of the file in messages.
  ///   - definition: The form that the names are looked up in.
  ///   - id: The column that the form need not know.
  /// - Throws: What is wrong with the names.
  init(
    header: [UInt8], of file: String, for definition: FormDefinition, id: String? = nil
  ) throws(CommandError) {
    let names: [String]
    do throws(TableError) { names = try CSVReader.fields(of: header) } catch {
      throw .refused("\(file):1: \(error.message)", hint: error.hint)
    }
    let known = EditNames(of: definition)
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
      if let holder = known.ownHolder(name) {
        columns.append(Column(name: name, holder: holder))
        continue
      }
      let start = name.prefix { $0 != "[" && $0 != "." }
      if let list = [name, String(start)].first(where: { known.items(of: $0) != nil }) {
        throw refused(
          "'\(list)' is a list, and a cell holds one value",
          "write the answers as JSON, an object on each line")
      }
      do throws(EditRefusal) {
        columns.append(Column(name: name, holder: try known.holder(name)))
      } catch {
        guard id.map({ ExactText($0) == ExactText(name) }) ?? false else {
          let separator = [";": "semicolons", "\t": "tabs"].first {
            names.count == 1 && name.contains($0.key)
          }
          let isMisspelled = error.hint?.hasPrefix("did you mean") ?? false
          let hint =
            isMisspelled ? error.hint : "--id \(name) takes the column as the name of each line"
          throw refused(
            error.message,
            separator.map { "put commas between the fields, not \($0.value)" } ?? hint)
        }
        columns.append(Column(name: name, holder: .text))
      }
    }
    self.columns = columns
  }

  /// A line as an object of JSON.
  func json(of line: [UInt8]) throws(AnswersMisfit) -> [UInt8] {
    let cells: [String]
    do throws(TableError) { cells = try CSVReader.fields(of: line) } catch {
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
    var values: [(String, Value)] = []
    for (column, cell) in zip(columns, cells) where !cell.isEmpty {
      let holder = column.holder
      let value = holder.kind.value(of: cell, options: holder.options, kind: holder.optionKind)
      // The form says of text what the row holds instead.
      values.append((column.name, value ?? .string(cell)))
    }
    return Array(JSONWriter.text(of: .dictionary(ValueDictionary(values))).utf8)
  }
}
