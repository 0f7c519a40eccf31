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
  public var json: Value {
    var object = ObjectWriter()
    object.add(texts)
    if !languages.isEmpty { object.add(.languages, .array(languages.map(Value.string))) }
    if !messages.isEmpty { object.add(.messages, messages.json) }
    if !inputs.isEmpty {
      object.add(.inputs, .dictionary(ValueDictionary(inputs.map { ($0.name, $0.json) })))
    }
    if !tables.isEmpty {
      object.add(.tables, .dictionary(ValueDictionary(tables.map { ($0.name, $0.json) })))
    }
    if whenHidden != .keep { object.add(.whenHidden, whenHidden.rawValue) }
    object.add(.readOnly, .readOnly, readOnly)
    if navigation != .standard { object.add(.navigation, navigation.json) }
    object.add(.sections, .array(sections.map(\.json)))
    if !pages.isEmpty { object.add(.pages, .array(pages.map(\.json))) }
    object.add(suppress)
    object.add(.extra, extra)
    return object.value
  }
}

extension MessageCatalogue {
  /// The catalogue, with languages, ids and plural categories in the order of their letters.
  fileprivate var json: Predicate.Value {
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
private struct ObjectWriter {
  private var pairs: [(String, Value)] = []

  var value: Value { .dictionary(ValueDictionary(pairs)) }

  mutating func add(_ key: FormKey, _ value: Value?) {
    if let value { pairs.append((key.text, value)) }
  }

  mutating func add(_ key: FormKey, _ text: String?) { add(key, text.map(Value.string)) }

  mutating func add(_ key: FormKey, _ text: FormText?) { add(key, text?.json) }

  mutating func add(_ texts: Texts) {
    add(.title, texts.title)
    add(.subtitle, texts.subtitle)
    add(.footer, texts.footer)
    add(.placeholder, texts.placeholder)
    add(.selectorTitle, texts.selectorTitle)
    add(.help, texts.help)
  }

  /// Texts by keys, in the order of these.
  mutating func add(_ key: FormKey, _ texts: [String: FormText]) {
    guard !texts.isEmpty else { return }
    let sorted = texts.sorted { $0.key < $1.key }
    add(key, .dictionary(ValueDictionary(sorted.map { ($0.key, $0.value.json) })))
  }

  /// Adds a condition under its key or, if it is inverted, under the opposite key.
  mutating func add(_ key: FormKey, _ opposite: FormKey, _ condition: ConditionDefinition?) {
    guard let condition else { return }
    let value: Value =
      switch condition.source {
      case .constant(let holds): .bool(holds)
      case .predicate(let text): .string(text)
      case .function(let name, let names): Self.function(name, names)
      }
    add(condition.isInverted ? opposite : key, value)
  }

  private static func function(_ name: String, _ names: [String]) -> Value {
    var object = ObjectWriter()
    object.add(.function, name, names)
    return object.value
  }

  mutating func add(_ key: FormKey, _ name: String, _ names: [String]) {
    add(key, name)
    add(.dependsOn, .array(names.map(Value.string)))
  }

  mutating func add(_ suppressions: [Suppression]) {
    guard !suppressions.isEmpty else { return }
    let objects = suppressions.map { suppression in
      var object = ObjectWriter()
      object.add(.id, suppression.id)
      object.add(.justification, suppression.justification)
      return object.value
    }
    add(.suppress, .array(objects))
  }

  mutating func add(_ members: ValueDictionary) {
    for (key, value) in zip(members.keys, members.values) { pairs.append((key, value)) }
  }
}

extension ObjectWriter {
  /// Adds the properties of a row's value or, for a section to choose from, of its choice.
  fileprivate mutating func add(_ row: RowDefinition) {
    let kind = row.type.valueKind
    add(.name, row.name)
    add(.value, row.value.map(kind.shownInJSON))
    add(.default, row.defaultFormula)
    add(.calculated, row.calculated)
    add(.hidden, .visible, row.hidden)
    add(.disabled, .enabled, row.disabled)
    add(.required, .required, row.required)
    add(
      .minimum,
      row.bounds.formulas.minimum.map(Value.string) ?? row.bounds.minimum.map(kind.shownInJSON))
    add(
      .maximum,
      row.bounds.formulas.maximum.map(Value.string) ?? row.bounds.maximum.map(kind.shownInJSON))
    add(.step, row.bounds.formulas.step.map(Value.string) ?? row.bounds.step)
    add(.minuteInterval, row.bounds.minuteInterval.map { .int(Int64($0)) })
    add(.unit, row.unit)
    if !row.rules.isEmpty { add(.rules, .array(row.rules.map { kind.shownInJSON($0.json) })) }
    switch row.display {
    case nil: break
    case .formula(let text): add(.display, .string(text))
    case .function(let name, let names): add(.display, Self.function(name, names))
    }
    add(.validates, row.validates?.json)
    add(.options, row.options.map { .array($0.map(\.json)) } ?? row.optionSource?.json)
    add(.groupedBy, row.groupedBy)
    add(.groupTitles, row.groupTitles)
    add(.groupFooters, row.groupFooters)
    if row.tapsWhenDisabled { add(.tapsWhenDisabled, true) }
    if row.allowsOther { add(.other, true) }
    add(.optionsFilter, row.optionsFilter)
    if row.whenOptionHidden != .keep { add(.whenOptionHidden, row.whenOptionHidden.rawValue) }
  }
}

extension InputDefinition {
  fileprivate var json: Value {
    var object = ObjectWriter()
    object.add(.type, type.rawValue)
    object.add(.value, type.valueKind.shownInJSON(value))
    return object.value
  }
}

extension TableDefinition {
  fileprivate var json: Value {
    var object = ObjectWriter()
    switch source {
    case .rows(let table):
      object.add(.columns, .array(table.columns.map(\.json)))
      object.add(
        .rows,
        .array(
          (0..<table.rowCount).map { row in
            .array(
              zip(table.columns.indices, table.columns).map { index, column in
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
    guard type != .text else { return .string(name) }
    var object = ObjectWriter()
    object.add(.name, name)
    object.add(.type, type.rawValue)
    return object.value
  }
}

extension OptionSource {
  fileprivate var json: Value {
    var object = ObjectWriter()
    switch self {
    case .table(let options): object.add(.table, options.table)
    case .list(let options): object.add(.list, options.list)
    }
    object.add(.value, value)
    object.add(.title, title)
    return object.value
  }
}

extension SectionDefinition {
  /// The section; the recursion is bounded by `maximumDepth`.
  fileprivate var json: Value {
    var object = ObjectWriter()
    object.add(.tag, tag)
    switch kind {
    case .plain: break
    case .multivalued: object.add(.kind, "multivalued")
    case .selectable: object.add(.kind, "selectable")
    case .matrix: object.add(.kind, "matrix")
    }
    object.add(texts)
    object.add(.hidden, .visible, hidden)
    object.add(.disabled, .enabled, disabled)
    object.add(.whenHidden, whenHidden?.rawValue)
    if isCollapsed { object.add(.collapsed, true) }
    switch kind {
    case .plain:
      if !rows.isEmpty || sections.isEmpty { object.add(.rows, .array(rows.map(\.json))) }
    case .multivalued(let items):
      // Nobody inserts or deletes items that a formula counts.
      let isCounted = items.formulas.count != nil
      let allows = isCounted ? items.allows.intersection(.reorder) : items.allows
      object.add(
        .allows,
        allows == (isCounted ? [] : .standard)
          ? nil
          : .array(ItemEdits.names.filter { allows.contains($0.value) }.map { .string($0.key) }))
      let formulas = items.formulas
      object.add(.count, formulas.count)
      object.add(
        .minimum, formulas.minimum.map(Value.string) ?? items.minimum.map { .int(Int64($0)) })
      object.add(
        .maximum, formulas.maximum.map(Value.string) ?? items.maximum.map { .int(Int64($0)) })
      if items.isNamed {
        let named = items.templates.map { ($0.name ?? "", $0.template.json) }
        object.add(.templates, .dictionary(ValueDictionary(named)))
      } else if case .item(let row) = items.template {
        object.add(.item, row.json)
      } else {
        object.add(.template, items.template.json)
      }
      if !items.value.isEmpty {
        object.add(.value, .array(items.value.map { items.shownInJSON($0) }))
      }
    case .selectable(let selection):
      object.add(.selection, selection.selection.rawValue)
      if !selection.allowsDeselection { object.add(.deselection, false) }
      object.add(selection.choice)
    case .matrix(let matrix):
      if matrix.selection != .single { object.add(.selection, matrix.selection.rawValue) }
      object.add(.options, matrix.optionSource?.json ?? .array(matrix.options.map(\.json)))
      object.add(.rows, .array(rows.map { $0.json(defaultType: matrix.rowType) }))
    }
    if !sections.isEmpty { object.add(.sections, .array(sections.map(\.json))) }
    object.add(suppress)
    object.add(.extra, extra)
    return object.value
  }
}

extension ItemsDefinition.Template {
  fileprivate var json: Value {
    var object = ObjectWriter()
    if !rows.isEmpty || sections.isEmpty { object.add(.rows, .array(rows.map(\.json))) }
    if !sections.isEmpty { object.add(.sections, .array(sections.map(\.json))) }
    return object.value
  }
}

extension PageDefinition {
  fileprivate var json: Value {
    var object = ObjectWriter()
    object.add(.tag, tag)
    object.add(texts)
    object.add(.hidden, .visible, hidden)
    object.add(.sections, .array(sections.map(Value.string)))
    object.add(.extra, extra)
    return object.value
  }
}

extension RowDefinition {
  fileprivate var json: Value { json(defaultType: nil) }

  /// The row; a type that it has anyway is left out.
  fileprivate func json(defaultType: RowType?) -> Value {
    var object = ObjectWriter()
    object.add(.tag, tag)
    if type != defaultType { object.add(.type, type.rawValue) }
    object.add(texts)
    object.add(self)
    object.add(.whenHidden, whenHidden?.rawValue)
    if submits { object.add(.submits, true) }
    if keepsEmpty { object.add(.keepsEmpty, true) }
    object.add(.next, next)
    if !actions.isEmpty { object.add(.actions, .array(actions.map(\.json))) }
    object.add(suppress)
    object.add(.extra, extra)
    return object.value
  }
}

extension ActionDefinition {
  fileprivate var json: Value {
    var object = ObjectWriter()
    object.add(.name, name)
    object.add(.title, title)
    object.add(.disabled, .enabled, disabled)
    object.add(.extra, extra)
    return object.value
  }
}

extension OptionDefinition {
  fileprivate var json: Value {
    var written = value
    var needsObject = title != nil || hasMore
    switch value {
    case .date:
      written = .dictionary(ValueDictionary([(Value.dayKey, value.withDaysAsText)]))
      needsObject = true
    case .dictionary: needsObject = true
    default: break
    }
    guard needsObject else { return value }
    var object = ObjectWriter()
    object.add(.value, written)
    object.add(.title, title)
    object.add(.hidden, .visible, hidden)
    object.add(.disabled, .enabled, disabled)
    if isExclusive { object.add(.exclusive, true) }
    object.add(members)
    return object.value
  }
}

extension ValidationTriggers {
  /// A single word if it covers all triggers, otherwise a list of words.
  fileprivate var json: Value {
    if let name = Self.names.first(where: { $0.value == self })?.key { return .string(name) }
    return .array(
      Self.names.filter { $0.value != .always && contains($0.value) }.map { .string($0.key) })
  }
}

extension Navigation {
  fileprivate var json: Value {
    let words = Self.names.filter { !$0.value.isEmpty && contains($0.value) }.map(\.key)
    return words.isEmpty ? "disabled" : .array(words.map(Value.string))
  }
}

extension RuleDefinition {
  /// Parts deeper than the maximum depth are left out.
  fileprivate var json: Value { json(below: 0) }

  private func json(below depth: Int) -> Value {
    var object = ObjectWriter()
    func parts(_ rules: [RuleDefinition]) -> Value {
      .array(depth < Self.maximumDepth ? rules.map { $0.json(below: depth + 1) } : [])
    }
    if case .type(let name) = kind.name {
      if name.isWhole, self == RuleDefinition(kind) { return .string(name.rawValue) }
      object.add(.type, name.rawValue)
    }
    switch kind {
    case .required, .notBlank, .text: break
    case .minLength(let count), .maxLength(let count), .exactLength(let count):
      object.add(.value, .int(Int64(count)))
    case .regex(let pattern): object.add(.pattern, pattern)
    case .comparison(_, let bound): object.add(.value, bound)
    case .equals(let tag): object.add(.tag, tag)
    case .predicate(let text): object.add(.predicate, text)
    case .function(let name, let names): object.add(.function, name, names)
    case .asyncFunction(let name, let names): object.add(.asyncFunction, name, names)
    case .allOf(let rules): object.add(.allOf, parts(rules))
    case .anyOf(let rules): object.add(.anyOf, parts(rules))
    }
    object.add(.message, message)
    object.add(.id, id)
    if severity != .error { object.add(.severity, severity.rawValue) }
    object.add(.allowsEmpty, allowsEmpty.map(Value.bool))
    if trims { object.add(.trims, true) }
    return object.value
  }
}
