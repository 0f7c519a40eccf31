// What a form tells of its rows.

import Predicate

/// A row at one moment.
struct SeenRow {
  let moment: Moment
  let id: RowIndex
  let record: RowRecord

  init(_ moment: Moment, _ id: RowIndex) {
    self.moment = moment
    self.id = id
    record = moment.topology.row(id)
  }

  fileprivate var content: RowDefinition { record.content }
  fileprivate var value: Value { moment.value(of: id) }
  fileprivate var name: String? { moment.outline.name(of: id, in: moment.topology) }
  var kinds: JSONKinds { moment.topology.jsonKinds(of: id) }
  fileprivate var bounds: RowBounds<Value> { moment.bounds(of: record) }

  fileprivate func shown(_ value: Value) -> Value { kinds.value.shownInJSON(value) }

  fileprivate func text(_ key: TextKey) -> Value {
    optional(moment.text(.text(key), of: record, content.texts[key]))
  }
}

extension Aspects {
  static let ofRows = AspectTable<SeenRow>([
    .state(.tag) { optional($0.content.tag) },
    .state(.id) { .string($0.moment.topology.id(of: .row($0.id))) },
    .state(.type) { .string($0.content.type.rawValue) },
    .people(.title, .property) { $0.text(.title) },
    .people(.value) {
      $0.value
    } stated: {
      $0.shown($0.value)
    },
    .attribute(AttributeAspect(.hidden, .hidden)),
    .attribute(AttributeAspect(.disabled, .disabled)),
    .attribute(AttributeAspect(.required, .required)),
    .attribute(AttributeAspect(.valid, .valid)),
    .people(.errors) { .messages(of: $0.moment.shownErrors(of: $0.id)) },
    .state(.address) { row in
      row.moment.topology.address(of: row.id, named: row.name).map(Value.string)
    },
    .state(.errorDetails) { row in
      Value.details(of: row.moment.shownErrors(of: row.id), row.kinds.value).unlessEmpty
    },
    .people(.options, .options) {
      $0.moment.choosable(of: $0.record).map(Value.array) ?? .null
    } stated: { row in
      row.offersAll ? Value?.none : options.told(row)
    },
    .people(ifAny: .display, .display) {
      optional($0.moment.display(of: $0.value, of: $0.record))
    } isOther: { old, new, _ in
      // The change of a value has its display, unless a formula gives it.
      new.record.properties[.display] == nil && old.moment.hasOtherValueNow(old.id) ? false : nil
    },
    .aspect(dirty),
    .people(.disabledOptions, .options) {
      .array($0.moment.disabledOptions(of: $0.record))
    } stated: {
      $0.shown(.array($0.moment.disabledOptions(of: $0.record))).unlessEmpty
    },
    .people(ifAny: .optionGroups, .options) { row in
      row.moment.groupedValues(of: row.record).map { groups in
        OptionGroup.json(
          of: groups, row.moment.groupTexts(of: row.record), by: row.content.groupedBy, row.kinds)
      } ?? .null
    } isOther: { old, new, comparisons in
      // The texts of a group are aspects of their own.
      !comparisons.areEqual(
        old.moment.groupedValues(of: old.record), new.moment.groupedValues(of: new.record))
    },
    .people(.actions, .property) {
      ActionState.json(of: $0.moment.actions(of: $0.record))
    } stated: {
      ActionState.json(of: $0.moment.actions(of: $0.record)).unlessEmpty
    },
    .people(ifAny: .follows, .following) { row in
      row.moment.follows(row.record).map(Value.bool) ?? .null
    },
    .state(.pending) { $0.moment.isPending($0.record) ? true : Value?.none },
    .attribute(.ownHidden),
    .attribute(.ownDisabled),
    .texts(TextKey.allCases, .property) { $0.text($1) },
    .state(fileKey: .minimum) { row in row.bounds.minimum.map(row.shown) },
    .state(fileKey: .maximum) { row in row.bounds.maximum.map(row.shown) },
    .state(fileKey: .step) { $0.bounds.step },
    .changes(.bounds, .property) { $0.bounds.json },
    .aspect(optionSource),
    .aspect(allOptions),
    .changes(.optionTitles, [.property, .titles]) {
      $0.moment.optionTitles(of: $0.record)
    } isOther: { old, new, comparisons in
      // Other options are a change of their own.
      if new.moment.choices(of: new.record) == nil {
        let (was, written) = (old.content.options?.written, new.content.options?.written)
        return was == written || was?.map(\.value) == written?.map(\.value) ? nil : false
      }
      return comparisons.areEqual(
        old.moment.choosable(of: old.record), new.moment.choosable(of: new.record)) ? nil : false
    },
    .changes(.groupTitles, .property) { row in
      row.texts(row.content.groupTitles) { .groupTitle($0) }
    },
    .changes(.groupFooters, .property) { row in
      row.texts(row.content.groupFooters) { .groupFooter($0) }
    },
    .state(.calculated) { $0.content.isCalculated ? true : Value?.none },
    .settings { RowDefinition.told.pairs(of: $0.content) },
    .state(.nextId) { row in
      let topology = row.moment.topology
      return topology.namedNext(of: row.id).map { .string(topology.id(of: .row($0))) }
    },
  ])

  /// The options that can be chosen.
  static let options = Aspect<SeenRow>.client(.options) { row in
    row.shown(.array(row.moment.choosable(of: row.record) ?? []))
  }
  static let optionSource = Aspect<SeenRow>.client(.optionSource) { row in
    optional(row.source.map(row.moment.topology.id))
  }
  static let allOptions = Aspect<SeenRow>.client(.allOptions) { row in
    row.source == nil ? row.options : .null
  }
  /// What a source gives, read of any row that has it.
  static let optionsOfSource = Aspect<SeenRow>.client(.allOptions) { $0.options }
  static let dirty = Aspect<SeenRow>.client(.dirty) {
    $0.moment.dirty.contains($0.id) ? true : .null
  }
}

// MARK: - Reading

extension SeenRow {
  /// Where the options come from; nil if there are none, or if the row has them alone.
  var source: SharedOptions? { moment.source(of: record) }

  /// All options with their titles and the author's own keys; null of a row without options.
  var options: Value {
    let options = moment.options(of: record)
    return options == .none ? .null : moment.written.json(of: options.all, kinds)
  }

  /// Whether all options can be chosen, also where there are none.
  var offersAll: Bool {
    let all = moment.choices(of: record)?.values.count ?? record.content.options?.written?.count
    return all == moment.choosable(of: record)?.count
  }

  /// The titles of all options.
  var titles: Value {
    guard let choices = moment.choices(of: record) else { return moment.optionTitles(of: record) }
    return .array(moment.titles(of: choices, in: record))
  }

  /// Texts by their keys, in the order of the keys.
  fileprivate func texts(
    _ texts: [String: FormText], _ name: (String) -> PropertyName
  ) -> Value {
    let shown = texts.sorted { $0.key < $1.key }.map { key, text in
      (key, optional(moment.text(name(key), of: record, text)))
    }
    return .dictionary(ValueDictionary(shown))
  }
}

extension Moment {
  /// The titles of all options; of a table or a list, those of the options that can be chosen.
  func optionTitles(of row: RowRecord) -> Value {
    guard let choices = choices(of: row) else {
      let options = row.content.options?.written ?? []
      return .array(
        options.indices.map { optional(text(.optionTitle($0), of: row, options[$0].title)) })
    }
    let values = choosable(of: row) ?? []
    if values.count == choices.values.count { return .array(titles(of: choices, in: row)) }
    let places = choices.places(seeking: values.count)
    return .array(values.map { optional(places.place(of: $0).flatMap(choices.title)) })
  }

  /// The titles of all options of a table or a list, which a row chooses from.
  ///
  /// - Complexity: O(1) if they have been asked for of any row, otherwise O(n).
  fileprivate func titles(of choices: TableChoices, in row: RowRecord) -> [Value] {
    guard choices.isOfList, let source = source(of: row) else {
      return choices.table.contents.titles(in: choices.title, ofChoicesIn: choices.value)
    }
    if let known = titlesOfLists[source] { return known }
    let titles = choices.values.indices.map { optional(choices.title(of: $0)) }
    Effort.count(titles.count)
    titlesOfLists[source] = titles
    return titles
  }
}

extension Value {
  /// What errors say, as a list.
  static func messages(of errors: [RowError]) -> Value {
    .array(errors.map { .string($0.message) })
  }

  /// Errors with what a client needs to word them itself; `kind` is that of the value they are
  /// about.
  static func details(of errors: [RowError], _ kind: ValueKind) -> Value {
    .array(errors.map { $0.jsonOfState(kind) })
  }
}

extension RowBounds<Value> {
  /// The bounds that are fixed or were computed, by their keys in a form file.
  var json: Value {
    let all: [(FormKey, Value?)] = [
      (.minimum, minimum), (.maximum, maximum), (.step, step),
      (.minuteInterval, minuteInterval.map { .int(Int64($0)) }),
    ]
    return .dictionary(
      ValueDictionary(all.compactMap { key, value in value.map { (key.text, $0) } }))
  }
}
