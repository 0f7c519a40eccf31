// Tables of the naive form: every look-up and every filter goes through all rows. So do options
// from a list, whose items are read as everybody reads them.

import Foundation
import Predicate

@testable import FormFile
@testable import FormGraph

extension NaiveForm {
  /// The rows of a table, each as an object of its columns, in the first of some languages that a
  /// column has.
  static func rows(
    of name: String, in tables: [String: FormTable], _ languages: [String]
  ) -> [ValueDictionary] {
    guard let table = tables[name] else { return [] }
    func cell(_ row: Int, _ name: String) -> Value {
      table.columns.firstIndex { $0.name == name }.map { table[row, $0] } ?? .null
    }
    return (0..<table.rowCount).map { row in
      ValueDictionary(
        table.columns.map { column in
          let read = languages.lazy.compactMap { language in
            column.languages.first { $0.language == language }
          }.first
          return (column.name, cell(row, read?.column ?? column.name))
        })
    }
  }

  /// What a text looks up.
  static func lookUp(
    _ table: String, _ key: String, _ value: Value, _ column: String,
    in tables: [String: FormTable], _ languages: [String]
  ) -> Value? {
    let found = rows(of: table, in: tables, languages).first { ($0[key] ?? .null).equals(value) }
    return found?[column] ?? .null
  }

  /// All options of a row with what a filter sees of them, written out or from a table or a list;
  /// nil of a row without options.
  func allOptions(of row: Row) -> [(option: OptionDefinition, object: Value)]? {
    let source = row.definition.options
    let objects: [ValueDictionary]
    switch source {
    case nil: return nil
    case .written(let given): return given.map { ($0, Self.object(of: $0, for: row.definition)) }
    case .table(let given): objects = Self.rows(of: given.table, in: tables, languagesRead)
    case .list(let given): objects = items(of: given.list, scope(of: row))
    }
    var options: [(option: OptionDefinition, object: Value)] = []
    for object in objects {
      let value = object[source?.valueName ?? ""] ?? .null
      if ValueKind.choice.converted(value) == nil { continue }
      if value == .null || value == "" || options.contains(where: { $0.option.value.equals(value) })
      {
        continue
      }
      var title: FormText?
      if let column = source?.titleName, case .string(let text)? = object[column],
        source?.table != nil || text != ""
      {
        title = FormText(text)
      }
      var columns = object
      if columns["value"] == nil { columns["value"] = value }
      options.append((OptionDefinition(value, title: title), .dictionary(columns)))
    }
    return options
  }

  /// A value with each choice as the table has it.
  func spelledAsOptions(_ value: Value, _ row: Row) -> Value {
    let options = (allOptions(of: row) ?? []).map(\.option.value)
    func spelled(_ choice: Value) -> Value { options.first { $0.equals(choice) } ?? choice }
    guard case .array(let members) = value else { return spelled(value) }
    return .array(members.map(spelled))
  }

  /// What a filter sees of an option that the form writes out: the value, or an object if it asks
  /// for a key.
  private static func object(of option: OptionDefinition, for row: RowDefinition) -> Value {
    guard let filter = row.optionsFilter, filter.contains("SELF.") else { return option.object }
    guard case .dictionary = option.object else {
      return .dictionary(ValueDictionary([("value", option.value)]))
    }
    return option.object
  }

  /// Whether a row has an option, hidden or not.
  func hasOption(_ value: Value, _ row: Row) -> Bool {
    allOptions(of: row)?.contains { $0.option.value.equals(value) } ?? false
  }

  /// Whether a value is text that may be chosen beside the options.
  func isOtherText(_ value: Value, _ row: Row) -> Bool {
    guard row.definition.allowsOther, case .string(let text) = value else { return false }
    return !text.allSatisfy(\.isWhitespace) && !hasOption(value, row)
  }

  /// Whether a filter shows a row of a table: where an equality of a column can be asked, it
  /// decides first.
  func shows(_ object: Value, _ filter: String, _ scope: Scope) -> Bool {
    guard case .dictionary(let columns) = object else { return true }
    for part in filter.components(separatedBy: " AND ") {
      guard let (column, text) = Self.equality(part) else { continue }
      guard let value = value(text, isPredicate: false, scope) else { continue }
      if !(columns[column] ?? .null).equals(value) { return false }
      break
    }
    return value(filter, isPredicate: true, scope, object: object) != .bool(false)
  }

  /// The column and the other side of `SELF.column == expression`.
  private static func equality(_ part: String) -> (column: String, text: String)? {
    let sides = part.components(separatedBy: " == ")
    guard sides.count == 2, let side = sides.firstIndex(where: { $0.hasPrefix("SELF.") }) else {
      return nil
    }
    let column = sides[side].dropFirst("SELF.".count)
    guard column.allSatisfy(\.isLetter), !sides[1 - side].contains("SELF") else { return nil }
    return (String(column), sides[1 - side])
  }

  /// The titles of the options that can be chosen, of a row whose options come from a table or a
  /// list.
  func titlesFromSource(_ row: Row, _ values: [Value]) -> [String?] {
    let options = (allOptions(of: row) ?? []).map(\.option)
    return values.map { value in options.first { $0.value.equals(value) }?.title?.single }
  }
}
