// Writes a form definition as the document of a form file: the reverse of the reader. Reading the
// document gives an equal definition. Default values are left out, and of several possible forms
// the shortest is written.

public import Predicate

extension FormDefinition {
  /// The form as the content of a form file.
  ///
  /// `JSONWriter` writes it as text.
  ///
  /// - Complexity: O(n) in the size of the form.
  public var json: Value { .object(self, Self.fields) }
}

extension Value {
  /// An object with the fields that something has.
  fileprivate static func object<Owner: FieldOwner>(
    _ owner: Owner, _ fields: [Field<Owner>]
  ) -> Predicate.Value {
    var object = ObjectWriter()
    object.add(fields, of: owner)
    return object.value
  }
}

extension MessageCatalogue {
  /// The catalogue, with languages, ids and plural categories in the order of their letters.
  var json: Predicate.Value {
    object(texts) { texts in
      object(texts) { text in
        switch text {
        case .single(let text): .string(text)
        case .plural(let forms): object(forms) { .string($0) }
        }
      }
    }
  }

  private func object<Content>(
    _ members: [String: Content], _ json: (Content) -> Predicate.Value
  ) -> Predicate.Value {
    let pairs = members.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) }
    return .dictionary(ValueDictionary(pairs))
  }
}

/// Collects the members of an object.
struct ObjectWriter {
  private var pairs: [(String, Value)] = []

  var value: Value { .dictionary(ValueDictionary(pairs)) }

  mutating func add(_ key: FormKey, _ value: Value?) {
    if let value { pairs.append((key.text, value)) }
  }

  mutating func add(_ key: FormKey, _ text: String?) { add(key, text.map(Value.string)) }

  mutating func add(_ key: FormKey, _ text: FormText?) { add(key, text?.json) }

  mutating func add<Owner: FieldOwner>(_ fields: [Field<Owner>], of owner: Owner) {
    for field in fields {
      if let (key, value) = field.write(owner) { add(key, value) }
    }
  }

  static func function(_ name: String, _ names: [String]) -> Value {
    var object = ObjectWriter()
    object.add(.function, name, names)
    return object.value
  }

  mutating func add(_ key: FormKey, _ name: String, _ names: [String]) {
    add(key, name)
    add(.dependsOn, .array(names.map(Value.string)))
  }

  mutating func add(_ members: ValueDictionary) {
    for (key, value) in zip(members.keys, members.values) { pairs.append((key, value)) }
  }
}

extension ConditionDefinition {
  /// What stands under the key of the condition or under the opposite one.
  var json: Value {
    switch source {
    case .constant(let holds): .bool(holds)
    case .predicate(let text): .string(text)
    case .function(let name, let names): ObjectWriter.function(name, names)
    }
  }
}

extension SuggestedFormula {
  var json: Value {
    guard isObject else { return .string(formula) }
    return .dictionary(
      ValueDictionary([
        (FormKey.formula.text, .string(formula)),
        (FormKey.whenEdited.text, .string(whenEdited.rawValue)),
      ]))
  }
}

extension DisplayDefinition {
  var json: Value {
    switch self {
    case .formula(let text): .string(text)
    case .function(let name, let names): ObjectWriter.function(name, names)
    }
  }
}

extension Suppression {
  var json: Value {
    var object = ObjectWriter()
    object.add(.id, id)
    object.add(.justification, justification)
    return object.value
  }
}

extension InputDefinition {
  var json: Value {
    var object = ObjectWriter()
    object.add(.type, type.rawValue)
    object.add(.value, type.valueKind.shownInJSON(value))
    return object.value
  }
}

extension TableDefinition {
  var json: Value {
    var object = ObjectWriter()
    switch source {
    case .rows(let table):
      object.add(.columns, .array(table.columns.map(\.json)))
      object.add(
        .rows,
        .array(
          (0..<table.rowCount).map { row in
            .array(
              zip(table.ownColumns.indices, table.ownColumns).map { index, column in
                column.type.valueKind.shownInJSON(table[row, index])
              })
          }))
    case .file(let file):
      object.add(.file, file.path)
      if !file.columns.isEmpty { object.add(.columns, .array(file.columns.map(\.json))) }
      if !file.hasHeader { object.add(.header, false) }
      if file.separator != .comma { object.add(.separator, file.separator.rawValue) }
    }
    return object.value
  }
}

extension TableColumn {
  fileprivate var json: Value {
    guard isInLanguages || type != .text else { return .string(name) }
    var object = ObjectWriter()
    object.add(.name, name)
    if isInLanguages {
      object.add(
        .languages,
        .dictionary(ValueDictionary(languages.map { ($0.language, .string($0.column)) })))
    } else {
      object.add(.type, type.rawValue)
    }
    return object.value
  }
}

extension OptionSource {
  var json: Value {
    var object = ObjectWriter()
    switch self {
    case .written(let options): return .array(options.map(\.json))
    case .table(let options): object.add(.table, options.table)
    case .list(let options): object.add(.list, options.list)
    }
    object.add(.value, valueName)
    object.add(.title, titleName)
    return object.value
  }
}

extension SectionDefinition {
  /// The section; the recursion is bounded by `maximumDepth`.
  var json: Value {
    var object = ObjectWriter()
    object.add(Self.fieldsBefore, of: self)
    switch kind {
    case .plain: break
    case .multivalued(let items): object.add(ItemsDefinition.fields, of: items)
    case .selectable(let selection):
      object.add(SelectionDefinition.fields, of: selection)
      object.add(SelectionDefinition.choiceFields, of: selection.choice)
    case .matrix(let matrix): object.add(MatrixDefinition.fields, of: matrix)
    }
    object.add(Self.fieldsAfter, of: self)
    return object.value
  }
}

extension ItemsDefinition.Template {
  var json: Value {
    var object = ObjectWriter()
    if !rows.isEmpty || sections.isEmpty { object.add(.rows, .array(rows.map(\.json))) }
    if !sections.isEmpty { object.add(.sections, .array(sections.map(\.json))) }
    return object.value
  }
}

extension PageDefinition {
  var json: Value { .object(self, Self.fields) }
}

extension RowDefinition {
  var json: Value { json(defaultType: nil) }

  /// The row; a type that it has anyway is left out.
  func json(defaultType: RowType?) -> Value {
    .object(self, type == defaultType ? Self.fieldsWithoutType : Self.fields)
  }
}

extension ActionDefinition {
  var json: Value { .object(self, Self.fields) }
}

extension TriggerAction {
  var json: Value { .object(self, Self.fields) }
}

extension OptionDefinition {
  /// The value alone, if the option has nothing else and the value cannot be taken for an object.
  var json: Value {
    guard title != nil || hasMore || isWrittenAsObject else { return value }
    var object = ObjectWriter()
    object.add(Self.fields, of: self)
    object.add(members)
    return object.value
  }

  private var isWrittenAsObject: Bool {
    switch value {
    case .date, .dictionary: true
    default: false
    }
  }

  /// The value under `value`.
  var writtenValue: Value {
    guard case .date = value else { return value }
    return .dictionary(ValueDictionary([(Value.dayKey, value.withDaysAsText)]))
  }
}

extension ValidationTriggers {
  /// A single word if it covers all triggers, otherwise a list of words.
  var json: Value {
    if let name = Self.names.first(where: { $0.value == self })?.key { return .string(name) }
    return .array(
      Self.names.filter { $0.value != .always && contains($0.value) }.map { .string($0.key) })
  }
}

extension Navigation {
  var json: Value {
    let words = Self.names.filter { !$0.value.isEmpty && contains($0.value) }.map(\.key)
    return words.isEmpty ? "disabled" : .array(words.map(Value.string))
  }
}

extension ItemEdits {
  /// The words for the edits.
  package var json: Value {
    .array(Self.names.filter { contains($0.value) }.map { .string($0.key) })
  }
}

extension ItemsDefinition {
  /// The value of an item that the list starts with, as JSON has it.
  ///
  /// The recursion, through lists in items, is bounded by `SectionDefinition.maximumDepth`.
  func shownInJSON(_ item: Value, depth: Int = 0) -> Value {
    guard depth < SectionDefinition.maximumDepth else { return item }
    if case .item(let row) = template { return row.type.valueKind.shownInJSON(item) }
    guard case .dictionary(let members) = item else { return item }
    let (rows, sections) = (allRows, allSections)
    let shown = zip(members.keys, members.values).map { key, member -> (String, Value) in
      if let row = rows.first(where: { $0.tag.map(ExactText.init) == ExactText(key) }) {
        return (key, row.type.valueKind.shownInJSON(member))
      }
      let section = sections.first { $0.tag.map(ExactText.init) == ExactText(key) }
      guard case .multivalued(let inner)? = section?.kind, case .array(let list) = member else {
        return (key, member)
      }
      return (key, .array(list.map { inner.shownInJSON($0, depth: depth + 1) }))
    }
    return .dictionary(ValueDictionary(shown))
  }
}
